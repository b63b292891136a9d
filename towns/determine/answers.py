"""The answers to “does it need a permit?”, as they stand in a page's address: read, kept in order, written back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Final
from urllib.parse import urlencode

from django.http import QueryDict

from towns.law.determination import Answer, Question, determine, next_question, questions
from towns.law.determination_reasons import COMMON_PLAN
from towns.law.figures import ACTIVITY, FIGURES, NONE, UNKNOWN, BadAnswer, read
from towns.law.measures import number
from towns.law.rules import Bylaw

#: What stands in the address where no figure does; “unknown” and “none” (of the activities listed) are the law's own.
ALONE: Final = "alone"  # no larger plan: the project stands alone
#: Questions of which leaving them out says something, so that “I don't know” must be told to the law.
_SPEAKING: Final = (ACTIVITY, COMMON_PLAN, "single_family", "building_use")

SQUARE_FEET_IN_AN_ACRE: Final = 43560
_LONGEST: Final = 40
_ACRES = re.compile(r"^([0-9][0-9,]*(?:\.[0-9]+)?|\.[0-9]+)\s*(?:acres?|ac)\.?$", re.IGNORECASE)
_UNITS = re.compile(
    r"\s*(?:square\s+feet|square\s+foot|sq\.?\s*ft\.?|sqft|sf|cubic\s+yards?|cu\.?\s*yd\.?|cy|feet|foot|ft\.?|spaces?|units?)$",
    re.IGNORECASE,
)
_A_VERY_LARGE_PLAN = "1000000000"


@dataclass(frozen=True)
class Given:
    """What was answered so far, in the order of the address; `wrong` says in a sentence what cannot be read."""

    pairs: tuple[tuple[str, tuple[str, ...]], ...] = ()
    values: dict[str, object] = field(default_factory=dict)
    unknown: frozenset[str] = frozenset()
    wrong: dict[str, str] = field(default_factory=dict)

    @property
    def answered(self) -> list[str]:
        """The questions answered, with “I don't know” being an answer."""
        return [key for key, _values in self.pairs]

    def typed(self, key: str) -> tuple[str, ...]:
        """What was typed or chosen for one question."""
        return dict(self.pairs).get(key, ())

    def query(self, *, without: Iterable[str] = (), ask: str = "") -> str:
        """The answers as the query of an address; `ask` names a question to show again."""
        left_out = set(without)
        kept = [(key, value) for key, values in self.pairs if key not in left_out for value in values]
        return urlencode([*kept, *([("ask", ask)] if ask else [])])

    def around(self, key: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """The other answers, those before this question and those after it, so that it keeps its place."""
        before: list[tuple[str, str]] = []
        after: list[tuple[str, str]] = []
        into = before
        for name, values in self.pairs:
            if name == key:
                into = after
            else:
                into += [(name, value) for value in values]
        return before, after


def read_address(sent: QueryDict, law: Bylaw) -> Given:
    """Read the answers to this town's questions; what belongs to no question is passed over."""
    asked = {question.key: question for question in questions(law)}
    pairs: list[tuple[str, tuple[str, ...]]] = []
    values: dict[str, object] = {}
    unknown: set[str] = set()
    wrong: dict[str, str] = {}
    for key in sent:
        if key not in asked:
            continue
        given = [value.replace("\0", "").strip()[:_LONGEST] for value in sent.getlist(key)][:40]
        said = _one_of(given, (UNKNOWN, NONE, ALONE)) if key in (ACTIVITY, COMMON_PLAN) else given[-1:]
        if key == ACTIVITY and not said:
            said = list(dict.fromkeys(value for value in given if value))
        elif key == COMMON_PLAN and not said:
            said = given[-1:]
        pairs.append((key, tuple(said)))
        if said == [UNKNOWN]:
            unknown.add(key)
            if key in _SPEAKING:
                values[key] = UNKNOWN
        elif said in ([NONE], [ALONE]):
            continue
        elif not said or said == [""]:
            wrong[key] = _empty(asked[key])
        else:
            value: object = said if key == ACTIVITY else plain_figure(said[0], asked[key].unit)
            try:
                read({key: value}, _choices(asked[key]), law.name)
            except BadAnswer as bad:
                wrong[key] = f"{bad.given} {bad.mend}"
            else:
                values[key] = value
    return Given(tuple(pairs), values, frozenset(unknown), wrong)


def _one_of(given: list[str], words: tuple[str, ...]) -> list[str]:
    """The button that was pressed beside a field, if one was."""
    return next(([value] for value in reversed(given) if value in words), [])


def _choices(question: Question) -> tuple[str, ...]:
    return tuple(key for key, _label in question.choices) if question.kind == ACTIVITY else ()


def _empty(question: Question) -> str:
    if question.kind == ACTIVITY:
        return "Tick what the work is, or choose “None of these” or “I don’t know”."
    if question.kind in ("yes_no", "use"):
        return "Choose one answer."
    return f"Type the number of {question.unit}, or choose “I don’t know”."


def plain_figure(typed: str, unit: str) -> str:
    """A figure as the law reads it: acres turned into square feet, the unit's own words dropped."""
    if unit == "square feet" and (acres := _ACRES.match(typed)):
        feet = Decimal(acres[1].replace(",", "")) * SQUARE_FEET_IN_AN_ACRE
        return f"{feet.normalize():f}"
    return _UNITS.sub("", typed) or typed


# ---------------------------------------------------------------- what to ask next


def next_to_ask(law: Bylaw, given: Given) -> Question | None:
    """The next question whose answer could still change what comes out; None when there is none.

    Unlike the law's own reading, which takes a project that names no larger plan to stand alone, a person is asked
    once whether it does, where that could matter.
    """
    passed = given.unknown | set(given.answered)
    following = next_question(law, given.values, passed)
    if following is not None and following.key == ACTIVITY:
        return following
    if _plan_matters(law, given) and (following is None or following.key != FIGURES[0].key):
        return next(question for question in questions(law) if question.key == COMMON_PLAN)
    return following


def _plan_matters(law: Bylaw, given: Given) -> bool:
    """Whether being part of a larger plan could change the answer, and nobody said whether it is."""
    if COMMON_PLAN in given.answered or COMMON_PLAN not in {question.key for question in questions(law)}:
        return False
    alone = determine(law, given.values)
    part = determine(law, {**given.values, COMMON_PLAN: _A_VERY_LARGE_PLAN})
    return _outcomes(alone) != _outcomes(part)


def _outcomes(answers: Iterable[Answer]) -> list[tuple[str, tuple[str, ...]]]:
    return [(answer.required, answer.missing) for answer in answers]


def still_open(law: Bylaw, given: Given) -> int:
    """How many questions could follow at the most."""
    left = {key for answer in determine(law, given.values) for key in answer.missing} - set(given.answered)
    return len(left | ({COMMON_PLAN} if _plan_matters(law, given) else set()))


# ---------------------------------------------------------------- answers in words


def in_words(question: Question, given: Given) -> str:
    """One answer as people say it."""
    said = given.typed(question.key)
    if said == (UNKNOWN,):
        return "I don’t know"
    if said == (NONE,):
        return "None of these"
    if said == (ALONE,):
        return "No, it stands alone"
    labels = dict(question.choices)
    if labels:
        named = "; ".join(labels.get(value, labels.get(value.lower(), value)) for value in said)
        return named[:1].upper() + named[1:]
    value = given.values.get(question.key)
    if value is None:
        return said[0] if said else ""
    words = f"{number(_exact(str(value)))} {question.unit}"
    if _ACRES.match(said[0]):
        words += f" ({said[0]})"
    return words


def _exact(text: str) -> Fraction:
    return Fraction(Decimal(text.replace(",", "").removesuffix("%").strip()))
