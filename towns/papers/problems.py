"""What stops a paper before it is printed: a blank, a letter no typeface holds, a seal that is not a picture.

Each problem names the fact, shows its value and says how to mend it. A paper with problems is not printed until they
are mended, or somebody with the authority to do so prints it with a reason that stays in the record.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Literal
from xml.etree import ElementTree

from towns.papers import fonts
from towns.papers.facts import LawWords, Recipient, TownPaper
from towns.papers.plain import record_type

NOT_GIVEN = "[not given]"  # what an overridden paper prints where a required fact is blank


@dataclass(frozen=True)
class Problem:
    """One thing that stops a paper."""

    kind: Literal["blank_field", "missing_glyph", "missing_image", "address_too_long"]
    field: str  # where the fact stands: “facts.case.land.parcels”
    value: str  # what stands there now
    says: str  # what is wrong, in a sentence
    mend: str  # what to do about it

    def __str__(self) -> str:
        return f"{self.says} {self.mend}"


class PaperRefused(Exception):
    """The paper was not printed; `problems` says why."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__(" ".join(str(problem) for problem in problems))


class MissingImage(PaperRefused):
    """While the paper was being set it asked for something that does not travel with the product."""

    def __init__(self, address: str) -> None:
        says = "The paper asks for a picture or file that is not there."
        mend = "Upload the picture, or take it out of the paper's template."
        super().__init__((Problem("missing_image", "paper", address, says, mend),))


def find(facts: Any, town: TownPaper, law: LawWords) -> tuple[Problem, ...]:
    """Everything that stops this paper, in the order in which the facts stand."""
    found: list[Problem] = []
    for where, record in (("town", town), ("law", law), ("facts", facts)):
        found += _walk(record, where)
    if problem := _seal_problem(town.seal):
        found.append(problem)
    return tuple(found)


def _walk(record: Any, where: str) -> Iterator[Problem]:
    """Blanks and unprintable letters in one record and those inside it."""
    for f in fields(record):
        value, path = getattr(record, f.name), f"{where}.{f.name}"
        if f.name == "seal":
            continue
        if f.metadata.get("required") and _blank(value):
            yield blank(f.metadata["label"], path, f.metadata["mend"])
            continue
        for inner, place in _leaves(value, path):
            if is_dataclass(inner):
                yield from _walk(inner, place)
            elif isinstance(inner, str):
                yield from _letters(inner, f.metadata["label"], place)


def _leaves(value: Any, path: str) -> Iterator[tuple[Any, str]]:
    if isinstance(value, tuple | list):
        for n, item in enumerate(value, 1):
            yield item, f"{path}[{n}]"
    else:
        yield value, path


def _blank(value: Any) -> bool:
    if isinstance(value, tuple | list):
        return not value or all(_blank(item) for item in value)
    return value is None or (isinstance(value, str) and not value.strip())


def blank(label: str, path: str, mend: str) -> Problem:
    """The problem of a required fact that is not there."""
    says = f"{label[0].upper()}{label[1:]} is blank."
    return Problem("blank_field", path, "", says, mend or "Enter it on the case, then print again.")


def _letters(text: str, label: str, path: str) -> Iterator[Problem]:
    lacking = fonts.missing_letters(text)
    if lacking:
        named = ", ".join(_named(letter) for letter in lacking[:5]) + (
            " and others" if len(lacking) > 5 else ""
        )
        yield Problem(
            "missing_glyph",
            path,
            text,
            f"{label[0].upper()}{label[1:]}, “{_shown(text)}”, holds what no typeface of ours can print: {named}.",
            "Write it in other letters, or print it with a reason.",
        )


def _named(letter: str) -> str:
    name = unicodedata.name(letter, "a control character")
    shown = f"“{letter}” " if unicodedata.category(letter)[0] not in "CZ" else ""
    return f"{shown}(U+{ord(letter):04X}, {name.lower()})"


def _shown(text: str) -> str:
    clean = "".join(c if unicodedata.category(c) not in ("Cc", "Cs") else " " for c in text)
    return clean if len(clean) <= 60 else f"{clean[:57]}…"


# ---------------------------------------------------------------- the seal


def seal_type(seal: bytes) -> str:
    """The media type of the seal's bytes, or nothing where they are not a picture that can be printed."""
    head = seal[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"<"):
        try:
            root = ElementTree.fromstring(seal)  # expat stops entity bombs; nothing is fetched
        except ElementTree.ParseError:
            return ""
        return "image/svg+xml" if root.tag.rpartition("}")[2] == "svg" else ""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(seal), formats=("PNG", "JPEG", "GIF", "WEBP")) as image:
            kind = Image.MIME[image.format or ""]
            image.load()
            return kind
    except (OSError, ValueError, SyntaxError, KeyError, Image.DecompressionBombError):
        return ""


def _seal_problem(seal: bytes | None) -> Problem | None:
    if not seal:
        says, value = "The town seal is missing.", ""
    elif seal_type(seal):
        return None
    else:
        says, value = "The town seal is not a picture that can be printed.", f"{len(seal)} bytes"
    mend = "Upload it in the town's settings as PNG, JPEG or SVG, or print without it and give a reason."
    return Problem("missing_image", "town.seal", value, says, mend)


# ---------------------------------------------------------------- the window

WINDOW_MEASURE = 234.0  # points: 3.25 inches, what a #10 window shows wherever the sheet has slipped to
WINDOW_SIZES = ((9.5, 6), (8.0, 7))  # type size in points, lines of it in the window


def window_size(recipient: Recipient) -> float | None:
    """The type size in which the address shows whole in a #10 window, or None where it cannot."""
    lines = [line for line in recipient.lines if line.strip()]
    for points, most in WINDOW_SIZES:
        if sum(fonts.line_count(line, points, WINDOW_MEASURE) for line in lines) <= most:
            return points
    return None


def find_in_recipient(recipient: Recipient, where: str) -> tuple[Problem, ...]:
    """What stops one letter: a blank or unprintable address, or one that the window would cut."""
    found = list(_walk(recipient, where))
    if not found and window_size(recipient) is None:
        text = " / ".join(recipient.lines)
        found.append(
            Problem(
                "address_too_long",
                f"{where}.lines",
                text,
                f"The address “{_shown(text)}” does not fit in the envelope's window.",
                f"Shorten it to {WINDOW_SIZES[0][1]} lines, or print it with a reason.",
            )
        )
    return tuple(found)


# ---------------------------------------------------------------- printing all the same

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def filled(record: Any) -> Any:
    """The record as an overridden paper prints it: a required blank says so, what cannot stand in a page is dropped."""
    changes: dict[str, Any] = {}
    for f in fields(record):
        value = getattr(record, f.name)
        if f.metadata.get("required") and _blank(value):
            if isinstance(value, str):
                changes[f.name] = NOT_GIVEN
            elif isinstance(value, tuple) and "str" in str(f.type):
                changes[f.name] = (NOT_GIVEN,)
            elif value is None and (inner := record_type(type(record), f.name)):
                changes[f.name] = filled(inner())
        elif isinstance(value, str):
            changes[f.name] = _UNPRINTABLE.sub("", value)
        elif isinstance(value, tuple):
            changes[f.name] = tuple(
                filled(v) if is_dataclass(v) else _UNPRINTABLE.sub("", v) if isinstance(v, str) else v
                for v in value
            )
        elif is_dataclass(value):
            changes[f.name] = filled(value)
    return replace(record, **changes)
