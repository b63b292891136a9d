"""What the enforcement department tells the ground floor."""

from enforcement import effects
from towns.record import effects as silence


def register() -> None:
    """Its effects."""
    silence.declare(*effects.EFFECTS)
