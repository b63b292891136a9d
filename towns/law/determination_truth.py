"""Three-valued truth: whether a condition of the law is certainly met, certainly not met, or not yet known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from towns.law.determination_schema import Comparison, Condition, Group, comparisons
from towns.law.figures import Answers, Value
from towns.law.measures import MEASURES

Truth = bool | None
#: Values tried for measures that are not known.
Assumed = Mapping[str, Value]


def known(name: str, answers: Answers, assumed: Assumed) -> Value | None:
    """The measure's value, as answered or as tried; None if neither."""
    return assumed[name] if name in assumed else MEASURES[name].value(answers)


def bounds(name: str, answers: Answers, assumed: Assumed) -> tuple[Fraction | None, Fraction | None]:
    """Between which numbers an unknown measure must lie; a part is never more than its whole."""
    measure = MEASURES[name]
    least, most = measure.bounds(answers)
    whole = assumed.get(measure.within)
    return least, whole if isinstance(whole, Fraction) else most


def truth(condition: Condition | None, answers: Answers, assumed: Assumed) -> Truth:
    """Whether the condition is met; no condition is always met."""
    if condition is None:
        return True
    if isinstance(condition, Comparison):
        return _compared(condition, answers, assumed)
    parts = (truth(part, answers, assumed) for part in condition.parts)
    return all_of(parts) if condition.every else any_of(parts)


def all_of(parts: Iterable[Truth]) -> Truth:
    """True if every part is, False as soon as one is not, else not known."""
    outcome: Truth = True
    for part in parts:
        if part is False:
            return False
        outcome = None if part is None else outcome
    return outcome


def any_of(parts: Iterable[Truth]) -> Truth:
    """True as soon as one part is, False if none is, else not known."""
    outcome: Truth = False
    for part in parts:
        if part:
            return True
        outcome = None if part is None else outcome
    return outcome


def open_measures(condition: Condition, answers: Answers, assumed: Assumed) -> Iterator[str]:
    """The measures on which an undecided condition still hangs."""
    left = simplified(condition, answers, assumed)
    if not isinstance(left, bool):
        yield from (comparison.measure for comparison in comparisons(left))


def simplified(condition: Condition | bool, answers: Answers, assumed: Assumed) -> Condition | bool:
    """What is left of a condition once everything known is put in: true, false, or the parts that are open."""
    if isinstance(condition, bool):
        return condition
    if isinstance(condition, Comparison):
        status = _compared(condition, answers, assumed)
        return condition if status is None else status
    return joined(condition.every, [simplified(part, answers, assumed) for part in condition.parts])


def joined(every: bool, parts: Iterable[Condition | bool]) -> Condition | bool:
    """Conditions of which all, or any one, must be met, as short as they can be said."""
    left: list[Condition] = []
    for part in parts:
        if not isinstance(part, bool):
            left.append(part)
        elif part is not every:
            return part
    if not left:
        return every
    return left[0] if len(left) == 1 else Group(every, tuple(left))


def _compared(comparison: Comparison, answers: Answers, assumed: Assumed) -> Truth:
    value = known(comparison.measure, answers, assumed)
    if comparison.comparison == "is":
        return None if value is None else value in comparison.one_of
    if isinstance(value, Fraction):
        return _holds(comparison, value)
    least, most = bounds(comparison.measure, answers, assumed)
    rising = comparison.comparison in ("at_least", "more_than")
    surest, last = (least, most) if rising else (most, least)
    if surest is not None and _holds(comparison, surest):
        return True
    if last is not None and not _holds(comparison, last):
        return False
    return None


def _holds(comparison: Comparison, value: Fraction) -> bool:
    match comparison.comparison:
        case "at_least":
            return value >= comparison.bound
        case "more_than":
            return value > comparison.bound
        case "at_most":
            return value <= comparison.bound
        case _:
            return value < comparison.bound
