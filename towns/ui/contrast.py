"""Says whether a town's colour can be read: its contrast on white, by the formula of WCAG 2.1."""

import re

READABLE = 4.5
"""The least contrast of small text on its ground (WCAG 2.1, success criterion 1.4.3)."""

DEFAULT_COLOUR = "#1a4480"
"""The navy that a town has until it chooses its own."""

_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def is_colour(text: str) -> bool:
    """Whether the text is a colour as we store it: `#` and six hexadecimal digits."""
    return bool(_HEX.fullmatch(text))


def luminance(colour: str) -> float:
    """Relative luminance from 0 (black) to 1 (white). Raises ValueError for anything but `#rrggbb`."""
    if not is_colour(colour):
        raise ValueError(f"{colour!r} is not a colour: write # and six digits, like {DEFAULT_COLOUR}.")
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str = "#ffffff") -> float:
    """Contrast ratio of two colours, from 1 (the same) to 21 (black on white); the order does not matter."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def check_town_colour(colour: str) -> str | None:
    """What is wrong with a town's colour, as a sentence for the person who typed it; None if it can be used.

    The colour carries white text and marks the page in use on white, so it must stand out from white.
    """
    if not is_colour(colour):
        return f"Write the colour as # and six digits, like {DEFAULT_COLOUR}."
    ratio = contrast(colour)
    if ratio < READABLE:
        return (
            f"{colour} is too pale: white text on it has a contrast of {ratio:.1f} to 1, "
            f"and it must be at least {READABLE} to 1. Choose a darker colour."
        )
    return None
