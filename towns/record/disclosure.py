"""What the public may read of a case: hold and confirm is kept here, in one place.

While something that ran out is held, the public reads one sentence and nothing that would tell more. What the town
clerk certified is public. What was taken back, and a certificate that was refused, leave no trace.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.db.models import Q

from towns.calendar.words import day_words, moment_words
from towns.law.rules import Bylaw, Matter
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.models import Case, Document, Hearing, Party, Person, Town
from towns.record import case_types, effects, event_kinds
from towns.record.case_file import CaseFile, open_readable
from towns.record.unreadable import Unread, each

#: All that is said in public while the named officer has not confirmed what ran out.
BEING_CHECKED: Final = "Time has run; the record is being checked"


#: What is said in public of a case that cannot be read.
NOT_READ: Final = "Cannot be shown at the moment; please call the office"


def public_cases() -> Q:
    """Which cases of a town anyone may find: those in a stage for which their case type has public words."""
    shown = Q(pk__in=())
    for one in case_types.every():
        if one.public_stages:
            shown |= Q(kind=one.kind, stage__in=list(one.public_stages))
    return shown


def public_matters(law: Bylaw) -> list[Matter]:
    """The kinds of business of a town of which anyone may find cases, in the order of its law."""
    return [
        matter
        for matter in law.matters.values()
        if case_types.is_claimed(matter.kind) and case_types.of(matter.kind).public_stages
    ]


def is_public(case: Case) -> bool:
    """Whether anyone may find the case."""
    return case.stage in case_types.of(case.kind).public_stages


def may_read_document(case: Case, document: Document, reader: Person | None) -> bool:
    """Whether someone without a role in the town may read a document of the case.

    It is public, or the reader filed the case and handed the document in. What the office or anybody else added stays
    closed to the applicant until it is made public.
    """
    if document.case_id != case.pk:
        return False
    return document.is_public or (
        reader is not None and case.filed_by_id == reader.pk and document.by_id == reader.pk
    )


def certified(story: Iterable[Entry]) -> bool:
    """Whether the clerk's latest word on the silence is a certificate."""
    said = [entry.name for entry in story if entry.name in ("lapse_certified", "certification_refused")]
    return bool(said) and said[-1] == "lapse_certified"


def public_entries(file: CaseFile) -> list[Entry]:
    """The entries of a case that anyone may read, by legal day.

    Left out: whatever its owning room does not declare public; all that the sweep wrote, unless its effect is public and
    the officer certified it; pairs of an effect and its taking back; and, while a case is held, every act from the day
    on which time ran out that would let one guess what is being checked.
    """
    story = file.story
    open_to_all = certified(story) and not file.case.held
    ran_out = min((e.on for e in story if e.is_system and effects.of(e.name).held), default=None)
    shown = []
    for entry in story:
        if entry.is_system:
            if open_to_all and effects.of(entry.name).public:
                shown.append(entry)
            continue
        kind = event_kinds.of(entry.name)
        if not kind.public or (kind.of_silence and not open_to_all):
            continue
        if file.case.held and kind.would_tell and ran_out is not None and entry.on >= ran_out:
            continue
        shown.append(entry)
    return shown


def public_stage(file: CaseFile) -> str:
    """Where the case stands, in words for the public: what the public entries alone amount to."""
    if file.case.held:
        return BEING_CHECKED
    try:
        thing: Any = type(file.principal).replay(public_entries(file))
        state = str(thing.state)
    except Impossible:
        # A late act stands on a silence that is not public; the act itself is.
        state = str(file.case.stage)
        if state == "deemed_approved":
            state = "deliberation"
    return file.type.public_stages.get(state, "")


def stages_of(cases: Iterable[Case], town: Town) -> dict[int, str]:
    """The public stage of several cases of a town, with a fixed number of queries.

    Of a case that cannot be read the public is told so, and nothing else: no stage is guessed.
    """
    unread: dict[int, Unread] = {}
    files = open_readable(cases, town, unread)
    told = each(files, lambda file: (file.case.pk, public_stage(file)), unread)
    return {**dict(told), **dict.fromkeys(unread, NOT_READ)}


def entry_words(entry: Entry) -> str:
    """An entry in a sentence for the public, with the day or outcome that it names; nothing personal."""
    words = entry.title
    if (
        entry.name == "complete"
        and "found_on" in entry.facts
        and entry.facts["found_on"] != entry.on.isoformat()
    ):
        words = "The last missing piece was received; the application was complete"
    if entry.outcome:
        words += f": {entry.outcome.replace('_', ' ')}"
    if said := entry.facts.get("for"):
        words += f" for {_moment(said)}" if entry.name == "hearing_scheduled" else f" to {_moment(said)}"
    if (said := entry.facts.get("until")) and entry.name == "extension_agreed":
        words += f"; the new last day is {day_words(date.fromisoformat(said))}"
    return words


def _moment(text: str) -> str:
    from datetime import datetime

    return moment_words(datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text))


@dataclass(frozen=True, slots=True)
class NextDate:
    """A day that lies ahead, in plain words."""

    day: date
    words: str
    cite: str = ""
    before: str = ""


def next_dates(file: CaseFile, today: date) -> list[NextDate]:
    """What comes next, soonest first: the hearing, and the last days the law gives the town. Nothing while held."""
    if file.case.held or file.case.closed:
        return []
    found = []
    for hearing in file.hearings.values():
        if hearing.day and hearing.day >= today and hearing.state in LIVE:
            at = f" at {hearing.time:%-I:%M %p}".lower() if hearing.time else ""
            place = f", {hearing.place}" if hearing.place else ""
            found.append(NextDate(hearing.day, f"Public hearing{at}{place}"))
    for reading in file.readings(today):
        if reading.status != "running" or reading.due is None or reading.rule.before:
            continue
        due = reading.due.date() if hasattr(reading.due, "date") else reading.due
        if due >= today:
            found.append(NextDate(due, reading.title, reading.cite, "by"))
    return sorted(found, key=lambda item: item.day)


#: Hearings that are still to sit, or sit on.
LIVE: Final = (Hearing.State.PLANNED, Hearing.State.NOTICED, Hearing.State.OPEN, Hearing.State.CONTINUED)


def hearings_ahead(today: date) -> list[Hearing]:
    """The hearings of the town set, from today on, soonest first."""
    rows = Hearing.objects.filter(day__gte=today, state__in=LIVE, case__closed=False)
    return list(rows.select_related("case").order_by("day", "time", "id"))


def public_parties(case: Case) -> list[Party]:
    """Applicant, owner and engineer by name; addresses, telephones and e-mail stay in the office."""
    kinds = (Party.Kind.APPLICANT, Party.Kind.OWNER, Party.Kind.ENGINEER)
    rows = Party.objects.filter(case=case, kind__in=kinds).only("kind", "name", "case_id", "town_id")
    return sorted(rows, key=lambda row: (kinds.index(Party.Kind(row.kind)), row.pk))
