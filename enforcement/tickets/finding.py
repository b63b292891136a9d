"""The finding that a ticket stands on: copied from the violation's file, since a clock reads its own ledger only."""

from __future__ import annotations

from collections.abc import Iterator

from enforcement import checks
from towns.ledger.entries import Entry
from towns.models import Case
from towns.record.case_file import CaseFile, open_case_files


def violation_of(file: CaseFile) -> CaseFile | None:
    """The violation file that a ticket's case stands over; None where it stands over none."""
    if file.case.pk is None:
        return None
    cases = Case.objects.filter(linked_from__case=file.case, kind="violation").order_by("linked_from__id")
    found = cases.first()
    return open_case_files([found], file.town)[0] if found is not None else None


def copied(file: CaseFile, *, violated: str = "") -> Entry | None:
    """The finding of the violation's file as the ticket's ledger holds it. `violated` is the day of the offense, where
    the ticket is for another day of it than its first. None where there is no file, or nothing was found."""
    other = violation_of(file)
    found = other.last("violation_found") if other is not None else None
    if other is None or found is None:
        return None
    day = violated or str(found.facts.get("violated", ""))
    facts = {"from_case": other.case.number, **({"violated": day} if day else {})}
    return Entry("violation_found", found.on, at=found.at, facts=facts)


def offense_day(file: CaseFile) -> str:
    """The day of the offense that the ticket is for, as ISO text; "" where nothing was found."""
    found = file.last("violation_found")
    day = (checks.day_of(found, "violated") or found.on) if found is not None else None
    return day.isoformat() if day else ""


def other_tickets(file: CaseFile) -> Iterator[CaseFile]:
    """The other tickets that stand on the same violation file and were not voided."""
    cases = Case.objects.filter(
        kind="ticket", links__to__in=Case.objects.filter(linked_from__case=file.case, kind="violation")
    ).exclude(pk=file.case.pk)
    yield from (
        other for other in open_case_files(cases.distinct(), file.town) if not other.has("ticket_voided")
    )
