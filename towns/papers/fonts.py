"""The typefaces that travel with the product: which letters they hold, which ones a text needs, how wide it sets.

WeasyPrint says nothing when a letter is missing, and prints a box. So every letter is looked up here first.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "typefaces"
SCHEME = "typeface:"  # the only address under which a stylesheet may ask for a font


@dataclass(frozen=True)
class Face:
    """One shipped font file and the name under which the stylesheet knows it."""

    family: str
    file: str
    weight: int = 400


CORE = (
    Face("Docket Serif", "Merriweather-Regular.ttf"),
    Face("Docket Serif", "Merriweather-Bold.ttf", 700),
    Face("Docket Sans", "PublicSans-Regular.ttf"),
    Face("Docket Sans", "PublicSans-Bold.ttf", 700),
)
# Asked only for what the faces above lack, in this order; loading all of them would slow every paper down.
SPARE = (
    Face("Docket Hebrew", "NotoSansHebrew-Regular.ttf"),
    Face("Docket Arabic", "NotoSansArabic-Regular.ttf"),
    Face("Docket Armenian", "NotoSansArmenian-Regular.ttf"),
    Face("Docket Georgian", "NotoSansGeorgian-Regular.ttf"),
    Face("Docket Ethiopic", "NotoSansEthiopic-Regular.ttf"),
    Face("Docket Devanagari", "NotoSansDevanagari-Regular.ttf"),
    Face("Docket Bengali", "NotoSansBengali-Regular.ttf"),
    Face("Docket Gujarati", "NotoSansGujarati-Regular.ttf"),
    Face("Docket Tamil", "NotoSansTamil-Regular.ttf"),
    Face("Docket Thai", "NotoSansThai-Regular.ttf"),
    Face("Docket Khmer", "NotoSansKhmer-Regular.ttf"),
    Face("Docket Noto", "NotoSans-Regular.ttf"),
    Face("Docket Noto", "NotoSans-Bold.ttf", 700),
    Face("Docket Hangul", "NotoSansKR-Hangul.ttf"),
    Face("Docket Han", "NotoSansSC-Regular.ttf"),
)
SPARE_FAMILIES = tuple(dict.fromkeys(face.family for face in SPARE))
CORE_FAMILIES = tuple(dict.fromkeys(face.family for face in CORE))

# What shapes its neighbours and prints nothing itself: joiners, direction marks, variation selectors, soft hyphen.
_SILENT = (
    {0x00AD, 0x034F, 0x061C, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF}
    | set(range(0x200E, 0x2010))
    | set(range(0x202A, 0x202F))
    | set(range(0x2066, 0x206A))
    | set(range(0xFE00, 0xFE10))
)
_OTHER_SCRIPTS = range(
    0x0530, 0x1AB0
)  # Armenian to Tai Tham: marks of one script are not to come from two faces
_SPACES = {"\n", "\r", "\t"}


@cache
def _letters(file: str) -> frozenset[int]:
    """The code points one font file can draw."""
    from fontTools.ttLib import TTFont

    with TTFont(FOLDER / file, lazy=True) as font:
        return frozenset(font.getBestCmap())


@cache
def _family_letters(family: str) -> frozenset[int]:
    """The code points that every weight of a family can draw."""
    return frozenset.intersection(*(_letters(f.file) for f in CORE + SPARE if f.family == family))


@cache
def _core_letters() -> frozenset[int]:
    return frozenset.intersection(*(_family_letters(family) for family in CORE_FAMILIES))


def _codes(text: str) -> set[int]:
    return {ord(c) for c in unicodedata.normalize("NFC", text) if c not in _SPACES} - _SILENT


def missing_letters(text: str) -> list[str]:
    """The letters in `text` that no shipped typeface can draw, control characters among them, as they appear."""
    lacking = {code for code in _codes(text) if unicodedata.category(chr(code)) in ("Cc", "Cs", "Co", "Cn")}
    lacking |= {c for c in _codes(text) - lacking - _core_letters() if not _spare_for(c)}
    return [c for c in dict.fromkeys(unicodedata.normalize("NFC", text)) if ord(c) in lacking]


@cache
def _spare_for(code: int) -> str:
    """The spare family that draws this letter, or nothing: Noto Sans first, but not for part of another script."""
    order = SPARE_FAMILIES if code in _OTHER_SCRIPTS else ("Docket Noto", *SPARE_FAMILIES)
    return next((family for family in order if code in _family_letters(family)), "")


def spares_needed(text: str) -> tuple[str, ...]:
    """The spare families this text needs beside the two core ones."""
    beyond = _codes(text) - _core_letters()
    needed = {_spare_for(code) for code in beyond} if beyond else set()
    return tuple(family for family in SPARE_FAMILIES if family in needed)


def faces_css(spares: tuple[str, ...]) -> str:
    """The stylesheet that declares the core faces and these spares, and puts the spares behind every stack."""
    rules = [
        f'@font-face{{font-family:"{f.family}";font-weight:{f.weight};src:url({SCHEME}{f.file})}}'
        for f in CORE + tuple(f for f in SPARE if f.family in spares)
    ]
    behind = "".join(f', "{family}"' for family in spares)
    rules.append(f'html{{--serif:"Docket Serif"{behind};--sans:"Docket Sans"{behind}}}')
    return "\n".join(rules)


def font_bytes(url: str) -> bytes:
    """The file behind a `typeface:` address; KeyError for anything that is not a shipped face."""
    files = {f.file for f in CORE + SPARE}
    name = url.removeprefix(SCHEME)
    if name not in files:
        raise KeyError(url)
    return (FOLDER / name).read_bytes()


@cache
def _widths(file: str) -> tuple[dict[int, int], int]:
    """Advance width by code point, and the units in one em."""
    from fontTools.ttLib import TTFont

    with TTFont(FOLDER / file, lazy=True) as font:
        metrics = font["hmtx"].metrics
        return {code: metrics[glyph][0] for code, glyph in font.getBestCmap().items()}, font[
            "head"
        ].unitsPerEm


def width(text: str, points: float) -> float:
    """How wide `text` sets in the address face, in points; a letter from a spare face counts a full em."""
    widths, em = _widths("PublicSans-Regular.ttf")
    return sum(widths.get(ord(c), em) for c in unicodedata.normalize("NFC", text)) * points / em


def line_count(text: str, points: float, measure: float) -> int:
    """On how many lines `text` sets in a column `measure` points wide, breaking inside a word only where it must."""
    lines, used = 1, 0.0
    space = width(" ", points)
    for word in text.split():
        wide = width(word, points)
        if used and used + space + wide > measure:
            lines, used = lines + 1, 0.0
        if wide > measure:
            for letter in word:
                step = width(letter, points)
                if used + step > measure:
                    lines, used = lines + 1, 0.0
                used += step
        else:
            used += wide + (space if used else 0.0)
    return lines
