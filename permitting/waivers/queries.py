"""Where each request for a waiver stands, read from the case's story."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from permitting.waivers.models import WaiverRequest
from towns.law.clocks import Reading
from towns.record.case_file import CaseFile


@dataclass(frozen=True, slots=True)
class Waiver:
    """One request: its days and outcome from the ledger, its words from the row, its clock where the law gives one."""

    key: str
    requested: date | None
    decided: date | None
    outcome: str
    row: WaiverRequest | None
    reading: Reading | None

    @property
    def open(self) -> bool:
        """Asked for and not decided."""
        return self.requested is not None and self.decided is None


def waivers(
    file: CaseFile, on: date | None = None, rows: Mapping[str, WaiverRequest] | None = None
) -> list[Waiver]:
    """Every request of the case, oldest first; with `on`, each with its clock on that day."""
    asked: dict[str, date] = {}
    decided: dict[str, tuple[date, str]] = {}
    for entry in file.story:
        key = str(entry.facts.get("waiver", ""))
        if entry.name == "waiver_requested":
            asked[key] = entry.on
            decided.pop(key, None)
        elif entry.name == "waiver_decided":
            decided[key] = (entry.on, entry.outcome)
    readings = {r.of or "": r for r in file.readings(on) if r.rule.per == "waiver"} if on else {}
    words = rows or {}
    return [
        Waiver(key, asked.get(key), on_day, outcome, words.get(key), readings.get(key))
        for key in dict.fromkeys([*asked, *decided])
        for on_day, outcome in [decided.get(key, (None, ""))]
    ]


def open_keys(file: CaseFile) -> list[str]:
    """The requests that wait for a decision."""
    return [waiver.key for waiver in waivers(file) if waiver.open]


def rows_of(file: CaseFile) -> dict[str, WaiverRequest]:
    """The words of every request, by key."""
    return {row.key: row for row in WaiverRequest.objects.filter(case=file.case)}
