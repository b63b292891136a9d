"""The tasks that the bylaw attaches to a filing: what must be handed in, and who must be sent it."""

from __future__ import annotations

from towns.law.board_rules import referrals_of
from towns.models import Task
from towns.record.case_file import CaseFile

FILING, REFERRAL = "filing", "referral"


def referral_task(officer: str) -> str:
    """The key of the task that stands for sending the application to a board or officer."""
    return f"refer-{officer}"[:80]


def lay_out(file: CaseFile) -> None:
    """Lay out the tasks of a filing; those already there, ticked or not, stay as they are."""
    handed_in = [(item.key, FILING, item.text, item.cite) for item in file.matter.submissions]
    sent = [
        (referral_task(rule.key), REFERRAL, f"Send the application to the {rule.to} ({rule.duty})", rule.cite)
        for rule in referrals_of(file.matter)
    ]
    rows: list[Task] = [
        Task(town=file.town, case=file.case, key=key, group=group, text=text, cite=cite, position=place)
        for place, (key, group, text, cite) in enumerate([*handed_in, *sent])
    ]
    Task.objects.bulk_create(rows, ignore_conflicts=True)
