"""The cases that are about a surety."""

from __future__ import annotations

from permitting.sureties import defects, steps, terms
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


def life(file: CaseFile) -> list[LifeStep]:
    """From the requirement to the end."""
    order = (State.REQUIRED, State.OFFERED, State.APPROVED, State.IN_FORCE)
    ends = {State.EXPIRED: "Expired", State.REPLACED: "Replaced", State.RELEASED: "Released"}
    state = State(file.stage)
    last = ends.get(state, "Used up" if state == State.EXHAUSTED else "Released")
    place = order.index(state) if state in order else len(order)
    steps_shown = [
        LifeStep(one.label, "done" if at < place else "now" if at == place else "todo")
        for at, one in enumerate(order)
    ]
    if state == State.CALLED:
        steps_shown.append(LifeStep("Called", "now"))
    ended = state in ends or state == State.EXHAUSTED
    return [*steps_shown, LifeStep(last, "now" if ended else "todo")]


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
    money=terms.money_on,
    defect_words=defects.words,
)
