"""The cases that are about a surety."""

from __future__ import annotations

from permitting.sureties import defects, papers, steps, terms
from permitting.sureties.models import ENDED, UNPOSTED, State, Surety
from permitting.sureties.queries import form_words
from towns.record.case_file import CaseFile
from towns.record.case_types import CaseType
from towns.record.panels import CasePage, LifeStep
from towns.record.steps import steps_in


def figures(file: CaseFile) -> list[str]:
    """The instrument, and what it stands over."""
    surety, held = file.principal, terms.money_of(file)
    issuer = surety.issuer if isinstance(surety, Surety) else ""
    numbers = terms.permit_numbers(file)
    return [
        form_words(held.form) if held.form else "",
        issuer,
        f"for {' and '.join(numbers)}" if numbers else "",
    ]


_BEFORE = (
    (State.REQUIRED, "surety_required"),
    (State.OFFERED, "surety_offered"),
    (State.APPROVED, "surety_approved"),
    (State.IN_FORCE, "surety_posted"),
)
_ENDS = {
    State.EXHAUSTED: "Used up",
    State.EXPIRED: "Expired",
    State.REPLACED: "Replaced",
    State.RELEASED: "Released",
}


def life(file: CaseFile) -> list[LifeStep]:
    """From the requirement to the end; what was passed over on the way is left out."""
    state = State(file.stage)
    waiting = state in UNPOSTED
    shown = []
    for one, event in _BEFORE:
        if one == state:
            shown.append(LifeStep(str(one.label), "now"))
        elif file.has(event):
            shown.append(LifeStep(str(one.label), "done"))
        elif waiting:
            shown.append(LifeStep(str(one.label), "todo"))
    if state == State.CALLED:
        shown.append(LifeStep(str(State.CALLED.label), "now"))
    return [*shown, LifeStep(_ENDS.get(state, "Released"), "now" if state in _ENDS else "todo")]


SURETY = CaseType(
    kind="surety",
    name="surety",
    model=Surety,
    steps=steps_in(steps),
    opens="require_surety",
    presupposes=steps.PRESUPPOSES,
    pending=frozenset(map(str, UNPOSTED)),
    ended=frozenset(map(str, ENDED)),
    facts=figures,
    life=life,
    pages=(CasePage("Money", "money"),),
    papers=papers.PAPERS,
    money=terms.money_on,
    defect_words=defects.words,
)
