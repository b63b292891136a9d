"""The assessors' list of owners by map and lot, held against the owners under the plans: which land changed hands."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from permitting.om_plans.models import LIVE
from permitting.om_plans.upkeep import PlanParcel, PlanParty
from towns.parcels.map_lot import key_of
from towns.ui.fields import LegalDay

#: Bytes and rows that one list may have.
MOST_BYTES = 8_000_000
MOST_ROWS = 60_000
_PARCEL = ("map_lot", "maplot", "map-lot", "map lot", "parcel", "parcel_id", "parcel id", "mbl")
_OWNER = ("owner", "owner_name", "owner name", "owner1", "name")
_ADDRESS = ("address", "mailing_address", "mailing address", "owner_address", "owner address")
_SOLD = ("sale_date", "sale date", "sold", "date")


class BadList(ValueError):
    """A list that cannot be read; the sentence says what to mend."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of the list."""

    key: str
    owner: str
    address: str
    sold: date | None


@dataclass(frozen=True, slots=True)
class Change:
    """A parcel of a plan whose owner on the list is not an owner under the plan."""

    case_id: int
    number: str
    title: str
    key: str
    before: tuple[str, ...]
    owner: str
    address: str
    sold: date | None


@dataclass(frozen=True, slots=True)
class Compared:
    """What the list says about the plans: changes, how many parcels stand as they were, and which it does not name."""

    changes: tuple[Change, ...]
    same: int
    missing: tuple[tuple[str, str], ...]


def read_list(data: bytes) -> list[Listed]:
    """The lines of a CSV file with a head. Raises `BadList`."""
    if len(data) > MOST_BYTES:
        raise BadList(
            f"The file is larger than {MOST_BYTES // 1_000_000} MB. Send only map-lot, owner and address."
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    if "\0" in text:
        raise BadList("This is not a CSV file. In the spreadsheet choose “Save as”, then CSV.")
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    except csv.Error as bad:
        raise BadList(f"The file cannot be read as CSV: {bad}.") from None
    if len(rows) > MOST_ROWS:
        raise BadList(f"The file has more than {MOST_ROWS:,} lines.")
    if len(rows) < 2:
        raise BadList("The file has no lines below its head.")
    head = [name.strip().casefold() for name in rows[0]]
    parcel, owner = _column(head, _PARCEL), _column(head, _OWNER)
    if parcel is None or owner is None:
        raise BadList(
            "The first line must name the columns: map_lot, owner and, if you like, address and sale_date."
        )
    address, sold = _column(head, _ADDRESS), _column(head, _SOLD)
    found = []
    for row in rows[1:]:
        key = key_of(_cell(row, parcel))
        name = " ".join(_cell(row, owner).split())
        if key and name:
            found.append(Listed(key, name[:300], _cell(row, address)[:1000], _day(_cell(row, sold))))
    if not found:
        raise BadList("No line names one map and lot, such as 9-31A, and an owner.")
    return found


def _column(head: list[str], names: Iterable[str]) -> int | None:
    return next((head.index(name) for name in names if name in head), None)


def _cell(row: list[str], column: int | None) -> str:
    return row[column].strip() if column is not None and column < len(row) else ""


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        return LegalDay().to_python(text)
    except Exception:  # a day that nobody can read is no day; the person is asked for it
        return None


def same_name(one: str, other: str) -> bool:
    """Whether two names mean the same owner: case, signs and the order of words apart."""
    return _words(one) == _words(other)


def _words(name: str) -> frozenset[str]:
    plain = "".join(c if c.isalnum() else " " for c in name.casefold().replace("&", " and "))
    return frozenset(plain.split()) - {"and", "the"}


def compare(listed: Iterable[Listed]) -> Compared:
    """Hold the list against every plan that has not ended."""
    by_key: dict[str, list[Listed]] = {}
    for line in listed:
        by_key.setdefault(line.key, []).append(line)
    parcels = list(
        PlanParcel.objects.filter(case__stage__in=LIVE).select_related("case").order_by("case_id", "id")
    )
    owners = _owners({parcel.case_id for parcel in parcels})
    changes, missing, same = [], [], 0
    for parcel in parcels:
        lines = by_key.get(parcel.key)
        if lines is None:
            missing.append((parcel.case.number, parcel.key))
            continue
        mine = owners.get((parcel.case_id, parcel.key)) or owners.get((parcel.case_id, ""), [])
        if any(same_name(line.owner, name) for line in lines for name in mine):
            same += 1
            continue
        line = lines[0]
        together = " and ".join(dict.fromkeys(one.owner for one in lines))
        changes.append(
            Change(
                parcel.case.pk, parcel.case.number, parcel.case.title, parcel.key, tuple(mine), together[:300],
                line.address, line.sold,
            )
        )  # fmt: skip
    return Compared(tuple(changes), same, tuple(missing))


def _owners(cases: set[int]) -> Mapping[tuple[int, str], list[str]]:
    found: dict[tuple[int, str], list[str]] = {}
    rows = PlanParty.objects.filter(case_id__in=cases, kind=PlanParty.Kind.OWNER, until__isnull=True)
    for row in rows:
        found.setdefault((row.case_id, row.parcel), []).append(row.name)
    return found
