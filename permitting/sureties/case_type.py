"""The cases that are about a surety."""

from __future__ import annotations

from permitting.sureties import steps, terms
from permitting.sureties.models import ENDED, UNPOSTED, Surety
from towns.record.case_types import CaseType
from towns.record.steps import steps_in

SURETY = CaseType(
    kind="surety",
    name="surety",
    model=Surety,
    steps=steps_in(steps),
    opens="require_surety",
    presupposes=steps.PRESUPPOSES,
    pending=frozenset(map(str, UNPOSTED)),
    ended=frozenset(map(str, ENDED)),
    money=terms.money_on,
)
