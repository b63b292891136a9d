"""Whether a surety stands behind a permit, for the pages that say what still forbids work."""

from __future__ import annotations

from permitting.sureties import terms
from permitting.sureties.models import HELD, State
from towns.models import Case
from towns.record.case_file import CaseFile, open_case_files

#: Stages in which what the law wants before work is there, or was there until the board let it go.
_GOOD = frozenset(map(str, (*HELD, State.RELEASED)))


def shows(file: CaseFile, event: str) -> bool:
    """Whether the ledger of a surety over this permit shows the event, with every approval that the law asks for; one that
    expired, was used up or given up does not count."""
    if file.case.pk is None or not event.startswith("surety_"):
        return False
    over = Case.objects.filter(kind="surety", stage__in=_GOOD, links__to=file.case, links__role="over")
    return any(
        one.has(event) and not terms.approvals_missing(one)
        for one in open_case_files(over.order_by("id"), file.town)
    )
