"""What silence does in enforcement: orders, charges, tickets.

What only lets the town act, or makes an order final, waits for nobody: a person acts upon it or does not, and nothing of
it is public. What puts a charge on land is held until a named person confirms it.
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
    ),
    Effect(
        "cease_and_desist_due",
        Silence("A cease and desist order must issue", "from {day}"),
        Silence("A cease and desist order must issue", "since {day}"),
    ),
    Effect(
        "municipal_charge",
        Silence("The costs become a municipal charge", "on {day}"),
        Silence("The costs are a municipal charge", "since {day}"),
        held=True,
    ),
    Effect(
        "special_assessment",
        Silence("Lien on the property", "on {day}"),
        Silence("Lien on the property", "since {day}"),
        held=True,
    ),
    Effect(
        "complaint_may_issue",
        Silence("A criminal complaint may be sought", "from {day}"),
        Silence("A criminal complaint may be sought", "since {day}"),
    ),
)
