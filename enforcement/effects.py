"""What silence does in enforcement: orders, charges, tickets.

A charge waits for nobody's confirmation, since nothing of it is public: what makes it one on the land is a later act of a
named person (the lien, the certificate to the assessors), never the clock.
"""

from towns.record.effects import Effect, Silence

EFFECTS = (
    Effect(
        "order_final",
        Silence("", "The order is final on {day}"),
        Silence("", "The order is final since {day}"),
        held=True,
        reminded=False,
    ),
    Effect(
        "town_may_act",
        Silence("The town may do the work", "from {day}"),
        Silence("The town may do the work", "since {day}"),
        held=True,
    ),
    Effect(
        "cease_and_desist_due",
        Silence("A cease and desist order must issue", "from {day}"),
        Silence("A cease and desist order must issue", "since {day}"),
        held=True,
    ),
    Effect(
        "municipal_charge",
        Silence("The costs become a municipal charge", "on {day}"),
        Silence("The costs are a municipal charge", "since {day}"),
    ),
    Effect(
        "special_assessment",
        Silence("The costs become a special assessment", "on {day}"),
        Silence("The costs are a special assessment", "since {day}"),
    ),
    Effect(
        "complaint_may_issue",
        Silence("A criminal complaint may be sought", "from {day}"),
        Silence("A criminal complaint may be sought", "since {day}"),
        held=True,
    ),
)
