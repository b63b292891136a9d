"""What silence does in enforcement: orders, charges, tickets.

What only lets the town act, makes an order final or lets a charge follow waits for nobody: a person acts upon it or does
not, and nothing of it is public. A charge comes upon the land by a later act of a named person (the lien, the certificate
to the assessors), never by the clock.
"""

from towns.record.effects import Effect, Silence

EFFECTS = (
    Effect(
        "order_final",
        Silence("", "The order is final on {day}"),
        Silence("", "The order is final since {day}"),
        reminded=False,
    ),
    Effect(
        "town_may_act",
        Silence("The town may do the work", "from {day}"),
        Silence("The town may do the work", "since {day}"),
        waits=True,
    ),
    Effect(
        "cease_and_desist_due",
        Silence("A cease and desist order must issue", "from {day}"),
        Silence("A cease and desist order must issue", "since {day}"),
        waits=True,
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
        waits=True,
    ),
)
