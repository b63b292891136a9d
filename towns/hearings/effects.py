"""What silence does to the notice of a hearing."""

from towns.record.effects import Effect, Silence

EFFECTS = (
    Effect(
        "notice_defective",
        Silence("The notice is defective", "for the day set"),
        Silence("The notice is defective", "for the day set"),
    ),
)
