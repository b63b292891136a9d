"""The treasurer's list as a workbook."""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import date

from permitting.sureties.queries import SuretyRow
from towns.documents.spreadsheets import harmless

_HEAD = (
    "Surety", "Title", "Permits", "Stage", "Form", "Issuer", "Number", "Account", "Payee of record", "Posted", "Released",
    "Drawn", "Spent", "Returned", "Balance", "In the Town’s hands", "Interest not paid", "In this fiscal year",
    "Out this fiscal year", "Ends", "Last act", "Last act was", "Note",
)  # fmt: skip
_MONEY = range(10, 20)
_DAYS = (20, 21)


def sureties_xlsx(listed: Iterable[SuretyRow], title: str, today: date) -> bytes:
    """One line a surety; sums are numbers with two places, days are real days."""
    from openpyxl import Workbook
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Sureties"
    sheet.append([harmless(f"{title}, {today:%a %b} {today.day} {today.year}")])
    sheet.append(list(_HEAD))
    for row in listed:
        held = row.held
        sheet.append(
            [
                harmless(value)
                for value in (
                    row.case.number, row.case.title, ", ".join(row.permits), row.state, row.form, row.issuer, row.instrument,
                    row.account, row.payee, held.posted, held.released, held.drawn, held.spent, held.returned, held.balance,
                    row.in_hand, row.interest, row.came_in, row.went_out, row.ends, row.last_act, row.last_words,
                    "; ".join(words for _, words in row.flags),
                )
            ]
        )  # fmt: skip
    for cell in (*sheet[1], *sheet[2]):
        cell.font = Font(bold=True)
    for line in sheet.iter_rows(min_row=3):
        for place in _MONEY:
            line[place - 1].number_format = "#,##0.00"
        for place in _DAYS:
            line[place - 1].number_format = "ddd mmm d yyyy"
    for place in range(1, len(_HEAD) + 1):
        sheet.column_dimensions[get_column_letter(place)].width = 16
    sheet.freeze_panes = "B3"
    sheet.auto_filter.ref = f"A2:{get_column_letter(len(_HEAD))}{max(sheet.max_row, 2)}"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
