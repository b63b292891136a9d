"""What silence does in permitting: approvals, comments, grants, permits."""

from towns.record.effects import Effect, Silence

EFFECTS = (
    Effect(
        "deemed_approved",
        Silence("Approval by silence", "on {day}"),
        Silence("Approved by silence.", "The town clerk may certify from {day}."),
        public=True,
        held=True,
    ),
    Effect(
        "no_opposition",
        Silence("", "Counts as no opposition from {day}"),
        Silence("", "Counts as no opposition since {day}"),
        held=True,
    ),
    Effect(
        "decision_allowed",
        Silence("", "The board may decide from {day}"),
        Silence("", "The board may decide since {day}"),
        reminded=False,
    ),
    Effect(
        "decision_final",
        Silence("", "The decision is final on {day}"),
        Silence("", "The decision is final since {day}"),
        reminded=False,
    ),
    Effect(
        "grant_lost",
        Silence("The constructive grant is lost", "on {day}"),
        Silence("The constructive grant is lost", "since {day}"),
        held=True,
    ),
    Effect(
        "grant_final",
        Silence("", "The grant is final on {day}"),
        Silence("", "The grant is final since {day}"),
        held=True,
        reminded=False,
    ),
    Effect(
        "lapse_asserted",
        Silence("The permit may lapse", "on {day}; a person must confirm it"),
        Silence("The permit may have lapsed", "on {day}; a person must confirm it"),
        held=True,
    ),
    Effect(
        "expired",
        Silence("The permit expires", "on {day}"),
        Silence("The permit expired", "on {day}"),
        held=True,
    ),
    Effect(
        "renewal_barred",
        Silence("", "Renewal can no longer be asked for from {day}"),
        Silence("", "Renewal could be asked for until {day}"),
    ),
)
