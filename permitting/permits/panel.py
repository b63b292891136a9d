"""The card on a case's page that says what still forbids work, a building permit and occupancy."""

from __future__ import annotations

from datetime import date

from permitting.permits.forbids import questions
from permitting.permits.steps import READY, permitted
from towns.record.case_file import CaseFile
from towns.record.panels import Panel


def forbids(file: CaseFile, today: date) -> Panel | None:
    """Once the application is approved, or silence approved it, and until it ends."""
    if file.case.stage not in READY and not permitted(file):
        return None
    found = questions(file, today)
    return Panel("permits/forbids.html", {"questions": found}, for_applicant=True) if found else None
