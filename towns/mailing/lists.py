"""Reads a typed list of names and mailing addresses: which rows make a letter, and what is wrong with the others.

A paragraph for each name, or a table (CSV, or copied from a spreadsheet). Nothing is thrown away: a row that cannot be used
comes back as it was typed, with what to mend.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from towns.papers.facts import Recipient
from towns.papers.problems import find_in_recipient

#: A longer list is several lists: what a town mails for one hearing is a few hundred letters.
MOST_ROWS: Final = 5000
LONGEST_NAME: Final = 300
LONGEST_LINE: Final = 200

Key = tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """One name that gets a letter. `typed` is what stood in the list."""

    number: int
    name: str
    lines: tuple[str, ...]
    parcel: str
    typed: str

    @property
    def key(self) -> Key:
        """What two rows share that are one letter: name and address, whatever their case and spacing."""
        return key_of(self.name, self.lines)


@dataclass(frozen=True)
class Bad:
    """One row that cannot be used, as it was typed, with what to mend."""

    number: int
    typed: str
    says: tuple[str, ...]


@dataclass(frozen=True)
class Listed:
    """What a list holds: `rows` to keep, `bad` to mend, `same` that would be a second letter, `notes` on what was put right."""

    rows: tuple[Row, ...] = ()
    bad: tuple[Bad, ...] = ()
    same: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""  # why nothing of it could be read

    @property
    def to_mend(self) -> str:
        """The bad rows as they were typed, to be mended and sent again."""
        between = (
            "\n" if any("\t" in bad.typed or _LOOKS_LIKE_CSV.match(bad.typed) for bad in self.bad) else "\n\n"
        )
        return between.join(bad.typed for bad in self.bad)


def key_of(name: str, lines: Collection[str]) -> Key:
    """Name and address without differences that the post office does not see."""
    return tuple(re.sub(r"[^\w]+", " ", part.casefold()).strip() for part in (name, *lines))


def decoded(data: bytes) -> str:
    """The text of an uploaded list, in any of the ways in which office programs write it. ValueError says what is wrong."""
    if data[:2] == b"PK" or data[:4] == b"\xd0\xcf\x11\xe0":
        raise ValueError(
            "This is a workbook. In the spreadsheet choose “Save as”, then CSV, and send that file."
        )
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    if b"\0" in data:
        raise ValueError("This is not a list of names. Send a CSV or text file.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def read(text: str, known: Collection[Key] = (), *, table: bool = False) -> Listed:
    """Read a list. `known` are the names that have a letter already; `table` says that it came as a CSV file."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").replace("\ufeff", "")
    if not text.strip():
        return Listed(problem="The list is empty. Paste it or choose a file.")
    found = _Found(set(known))
    try:
        found.delimiter = _delimiter(text, table)
        rows = _table(text, found) if found.delimiter else _paragraphs(text)
        for row in rows:
            if row.number > MOST_ROWS:
                return Listed(problem=f"The list has more than {MOST_ROWS:,} rows. Send it in parts.")
            found.take(row)
    except csv.Error as wrong:
        return Listed(problem=f"The table cannot be read: {wrong}. Save it as CSV again, or paste the list.")
    return Listed(tuple(found.rows), tuple(found.bad), tuple(found.same), tuple(found.notes))


# ---------------------------------------------------------------- one row after the other


@dataclass
class _Found:
    """What was found so far."""

    known: set[Key]
    rows: list[Row] = field(default_factory=list)
    bad: list[Bad] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    places: dict[Key, int] = field(default_factory=dict)
    delimiter: str = ","

    def take(self, row: Row) -> None:
        """Sort a row in: to keep, to mend, or the same letter as another."""
        if says := problems_of(row):
            self.bad.append(Bad(row.number, row.typed, says))
        elif row.key in self.places:
            first = self.rows[self.places[row.key]]
            words = f"Row {row.number}, {row.name}, is the same as row {first.number}: one letter is enough."
            if row.parcel and row.parcel not in first.parcel:
                both = f"{first.parcel}; {row.parcel}".removeprefix("; ")[:120]
                self.rows[self.places[row.key]] = replace(first, parcel=both)
                words = f"Row {row.number}, {row.name}, is the same as row {first.number}: one letter for both parcels."
            self.same.append(words)
        elif row.key in self.known:
            self.same.append(f"Row {row.number}, {row.name}, is on the case already.")
        else:
            self.places[row.key] = len(self.rows)
            self.rows.append(row)


_ZIP = re.compile(r"\b\d{5}(?:-?\d{4})?$")
_COUNTRY = re.compile(r"^[^\W\d_][^\d,]{3,}$")


def problems_of(row: Row) -> tuple[str, ...]:
    """What stops a row from becoming a letter, each in a sentence; nothing where all is well."""
    says = []
    if not row.name:
        says.append("The name is blank.")
    elif len(row.name) > LONGEST_NAME:
        says.append(f"The name has {len(row.name)} characters; {LONGEST_NAME} can be kept.")
    if len(row.lines) < 2:
        says.append("The address is too short: give the street or box, and the city with state and ZIP code.")
    elif not _ZIP.search(row.lines[-1]) and not (len(row.lines) > 2 and _COUNTRY.match(row.lines[-1])):
        says.append(f"The last line, “{row.lines[-1][:60]}”, has no ZIP code.")
    if any(len(line) > LONGEST_LINE for line in row.lines):
        says.append(f"A line of the address has more than {LONGEST_LINE} characters.")
    if not says:
        found = find_in_recipient(Recipient(lines=(row.name, *row.lines), parcel=row.parcel), "row")
        says += [_shorter(problem.kind, str(problem)) for problem in found]
    return tuple(says)


def _shorter(kind: str, words: str) -> str:
    if kind == "address_too_long":
        return "Name and address do not fit in the envelope’s window. Shorten them to six short lines."
    return words.replace(", or print it with a reason", "")


def _clean(text: str) -> str:
    return " ".join(text.split())


# ---------------------------------------------------------------- a paragraph for each name

_PARCEL = re.compile(r"^(?:assessors.?\s+)?(?:map|parcel|lot)\b[^a-z]*\d.*$", re.IGNORECASE)


def _paragraphs(text: str) -> Iterator[Row]:
    for number, block in enumerate(re.split(r"\n[ \t]*(?:\n[ \t]*)+", text.strip("\n")), 1):
        lines = [line for line in (_clean(part) for part in block.split("\n")) if line]
        parcel = lines.pop() if len(lines) > 2 and _PARCEL.match(lines[-1]) else ""
        yield Row(number, lines[0] if lines else "", tuple(lines[1:]), parcel[:120], block.strip("\n"))


# ---------------------------------------------------------------- a table

_LOOKS_LIKE_CSV = re.compile(r"^[^\n]*[^\n,;]*(?:[,;][^\n,;]*){2,}$")
_COLUMNS: Final = {
    "name": ("name", "names", "owner", "owner1", "owner name", "owner 1", "full name", "abutter", "addressee"),
    "second": ("owner2", "owner 2", "co-owner", "coowner", "c/o", "care of", "own_co_owner", "second name"),
    "street": (
        "address", "address1", "address 1", "address line 1", "own_addr", "mailing address", "street", "mail address",
        "owner address",
    ),
    "more": ("address2", "address 2", "address line 2", "unit", "apt"),
    "city": ("city", "own_city", "town", "mail city", "owner city"),
    "state": ("state", "own_state", "st", "mail state", "owner state"),
    "zip": ("zip", "own_zip", "zip code", "zipcode", "postal code", "mail zip", "owner zip"),
    "country": ("country", "own_co"),
    "parcel": ("parcel", "map-lot", "map_lot", "map lot", "maplot", "map/lot", "map_par_id", "prop_id", "parcel id"),
}  # fmt: skip
_MEANING = {title: meaning for meaning, titles in _COLUMNS.items() for title in titles}


def _delimiter(text: str, table: bool) -> str:
    """What separates the columns; nothing where the list is in paragraphs."""
    lines = [line for line in text.split("\n") if line.strip()]
    if sum("\t" in line for line in lines) > len(lines) / 2:
        return "\t"
    first = lines[0]
    mark = ";" if first.count(";") > first.count(",") else ","
    titles = [_meaning(cell) for cell in first.split(mark)]
    if table or (mark in first and "name" in titles):
        return mark
    one_block = not re.search(r"\n[ \t]*\n", text.strip())
    return mark if one_block and all(line.count(mark) >= 2 for line in lines) else ""


def _meaning(title: str) -> str:
    return _MEANING.get(_clean(title.strip().strip('"').casefold()), "")


def _table(text: str, found: _Found) -> Iterator[Row]:
    """The rows of a table, with or without a line of titles."""
    mark = found.delimiter
    titles: list[str] | None = None
    number = 0
    for cells in csv.reader(io.StringIO(text), delimiter=mark, strict=False):
        row = [_clean(cell) for cell in cells]
        if not any(row):
            continue
        if titles is None:
            titles = [_meaning(cell) for cell in row]
            if "name" in titles:
                continue
            titles = []
        number += 1
        if titles:
            yield _titled(number, row, titles, found)
        else:
            yield _untitled(number, row, _typed([*cells, *[""] * (3 - len(cells))], mark), found)


def _typed(cells: list[str], mark: str) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=mark, lineterminator="").writerow([_clean(cell) for cell in cells])
    return out.getvalue()


def _titled(number: int, cells: list[str], titles: list[str], found: _Found) -> Row:
    """A row below titles. What stands in columns without a known title is passed over."""
    held: dict[str, str] = {}
    for meaning, cell in zip(titles, cells, strict=False):
        if meaning and cell and meaning not in held:
            held[meaning] = cell
    place = _place(held.get("city", ""), held.get("state", ""), held.get("zip", ""), number, found)
    lines = [held.get(part, "") for part in ("second", "street", "more")] + [place]
    country = held.get("country", "")
    if country.casefold() not in ("", "us", "usa", "u.s.a.", "united states"):
        lines.append(country)
    kept = tuple(line for line in lines if line)
    parcel = held.get("parcel", "")[:120]
    # To be mended it must say what its columns mean, which without titles is their order.
    tail = [parcel if _PARCEL.match(parcel) else f"Parcel {parcel}"] if parcel else []
    again = _typed([held.get("name", ""), *kept, *[""] * (2 - len(kept)), *tail], found.delimiter)
    return Row(number, held.get("name", ""), kept, parcel, again)


def _untitled(number: int, cells: list[str], typed: str, found: _Found) -> Row:
    """A row without titles: the name first, then the address in its order."""
    name, rest = cells[0], [cell for cell in cells[1:] if cell]
    parcel = rest.pop() if len(rest) > 2 and _PARCEL.match(rest[-1]) else ""
    if (
        len(rest) >= 3
        and re.fullmatch(r"\d{4,5}(?:-?\d{4})?", rest[-1])
        and re.fullmatch(r"[A-Za-z]{2}", rest[-2])
    ):
        *head, city, state, code = rest
        rest = [*head, _place(city, state, code, number, found)]
    elif len(rest) >= 2 and re.fullmatch(r"[A-Za-z]{2}\.? +\d{5}(?:-?\d{4})?", rest[-1]):
        *head, city, code = rest
        rest = [*head, f"{city}, {code}"]
    return Row(number, name, tuple(rest), parcel[:120], typed)


def _place(city: str, state: str, code: str, number: int, found: _Found) -> str:
    """City, state and ZIP in one line; a spreadsheet that dropped the leading zero of a New England code is put right."""
    if re.fullmatch(r"\d{4}", code) and state.upper() in ("MA", "CT", "RI", "NH", "VT", "ME", "NJ"):
        found.notes.append(f"Row {number}: the ZIP code {code} was read as 0{code}.")
        code = f"0{code}"
    tail = " ".join(filter(None, [state, code]))
    return ", ".join(filter(None, [city, tail]))
