"""Lists as files for a spreadsheet, in which nothing that was typed can act as a formula."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from towns.documents.spreadsheets import harmless
from towns.ledger.entries import Entry
from towns.worklist.queries import Row

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_HEAD = (
    "Case",
    "Title",
    "Where",
    "Map-lot",
    "Kind",
    "Stage",
    "Officer",
    "Next deadline",
    "Due",
    "Citation",
    "If nobody acts",
    "Note",
)
_WIDTHS = (17, 32, 28, 18, 24, 24, 24, 30, 14, 14, 44, 36)


def cases_xlsx(rows: Iterable[Row], title: str, today: date) -> bytes:
    """The list of cases as a workbook; days are real days."""
    from openpyxl import Workbook
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Cases"
    sheet.append([harmless(f"{title}, {today:%a %b} {today.day} {today.year}")])
    sheet.append(list(_HEAD))
    for row in rows:
        due = row.deadline
        sheet.append(
            [
                harmless(value)
                for value in (
                    row.number,
                    row.title,
                    row.place,
                    row.map_lot,
                    row.matter_name,
                    row.stage,
                    row.officer,
                    due.name if due else "",
                    due.due if due else None,
                    due.cite if due else "",
                    f"{row.silence} {row.silence_rest}".strip(),
                    row.deadline_problem or row.waits_for,
                )
            ]
        )
    for cell in (*sheet[1], *sheet[2]):
        cell.font = Font(bold=True)
    for place, width in enumerate(_WIDTHS, start=1):
        sheet.column_dimensions[get_column_letter(place)].width = width
    for line in sheet.iter_rows(min_row=3, min_col=9, max_col=9):
        line[0].number_format = "ddd mmm d yyyy"
    sheet.freeze_panes = "A3"
    sheet.auto_filter.ref = f"A2:{get_column_letter(len(_HEAD))}{max(sheet.max_row, 2)}"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


_LEDGER = ("seq", "event", "on", "at", "facts", "by", "role", "recorded", "previous", "hash")


def ledger_line(entry: Entry, names: Mapping[int, str], chain: tuple[str, str]) -> dict[str, Any]:
    """One entry as the files give it."""
    return {
        "seq": entry.seq,
        "event": entry.name,
        "on": entry.on.isoformat(),
        "at": entry.at.isoformat(timespec="minutes") if entry.at else None,
        "facts": dict(entry.facts),
        "by": names.get(entry.by_id or 0),
        "role": entry.role,
        "recorded": entry.recorded.isoformat() if entry.recorded else None,
        "previous": chain[0],
        "hash": chain[1],
    }


def ledger_csv(lines: Sequence[Mapping[str, Any]]) -> str:
    """The ledger as CSV."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(_LEDGER)
    for line in lines:
        told = {**line, "facts": json.dumps(line["facts"], sort_keys=True, ensure_ascii=False)}
        writer.writerow([harmless("" if told[name] is None else told[name]) for name in _LEDGER])
    return out.getvalue()
