"""Says in plain sentences, each with its section of the law, why a permit is needed or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from towns.law.determination_schema import (
    BOARD,
    FIGURES_NEEDED,
    NO,
    Comparison,
    Condition,
    Exemption,
    PermitRule,
    Threshold,
    comparisons,
)
from towns.law.determination_truth import Truth, open_measures, truth
from towns.law.figures import ACTIVITY, BY_KEY, Answers
from towns.law.measures import MEASURES, number

COMMON_PLAN = "common_plan_sqft"
#: A part and the whole that it cannot exceed, where a person may have mistaken one figure.
_PARTS = (
    ("sloped_disturbed_sqft", "disturbed_sqft"),
    ("impervious_before_sqft", "lot_sqft"),
    ("impervious_after_sqft", "lot_sqft"),
)
_MET = {
    "at_least": "{} is {} or more",
    "more_than": "{} is more than {}",
    "at_most": "{} is not more than {}",
    "less_than": "{} is less than {}",
}
_UNMET = {
    "at_least": "{} is less than {}",
    "more_than": "{} is not more than {}",
    "at_most": "{} is more than {}",
    "less_than": "{} is not less than {}",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence and the section of the law on which it stands."""

    text: str
    cite: str


def because(
    rule: PermitRule,
    answers: Answers,
    required: str,
    missing: tuple[str, ...],
    named: Sequence[Exemption],
    asserted: Sequence[tuple[Exemption, str]],
) -> tuple[Reason, ...]:
    """The reasons for an outcome: what decided first, then the doubts about the text, then what else to know."""
    reasons = [Reason(_states(exemption, key, answers), exemption.cite) for exemption, key in asserted]
    reasons += _deciding(rule, answers, required, missing, named)
    if missing:
        labels = ", ".join(f"{label_of(key)} ({key})" for key in missing)
        reasons.append(Reason(f"What would decide, and is not known: {labels}.", rule.thresholds[0].cite))
    if ACTIVITY in missing and any(_lifted(rule, answers)):
        words = "A threshold is met; some work is exempt all the same, so it hangs on what the work is."
        reasons.append(Reason(words, rule.thresholds[0].cite))
    reasons += _about_the_plan(rule, answers, missing)
    reasons += _mistaken(rule, answers)
    for remark in rule.remarks:
        if required in remark.on and truth(remark.condition, answers, {}) is True:
            reasons.append(Reason(remark.text, remark.cite))
    return tuple(dict.fromkeys(reasons))


def label_of(key: str) -> str:
    """What an answer is about, in words: “the land disturbed”."""
    return "what the work is" if key == ACTIVITY else BY_KEY[key].label


def _deciding(
    rule: PermitRule, answers: Answers, required: str, missing: tuple[str, ...], named: Sequence[Exemption]
) -> Iterator[Reason]:
    for exemption in rule.exemptions:
        if exemption.by_figures and truth(exemption.condition, answers, {}) is True:
            yield from _lifted(rule, answers)
            yield from _with_note(_exempt(exemption, answers), exemption)
            return
    exempt = bool(named) and all(truth(exemption.condition, answers, {}) is True for exemption in named)
    if exempt:
        yield from _lifted(rule, answers)
    for exemption in named:
        if truth(exemption.condition, answers, {}) is False:
            yield Reason(_exempt(exemption, answers), exemption.cite)
        else:
            yield from _with_note(_exempt(exemption, answers), exemption)
    if exempt and required == NO and all(exemption.effect == NO for exemption in named):
        return
    if answers.activities and not named:
        words = "Not every activity named is exempt from this permit, so the project is measured as a whole."
        yield Reason(words, rule.thresholds[0].cite)
    telling = list(_telling(rule, answers, required, missing))
    if not telling:
        words = "Whatever the figures not given turn out to be, one of these rules is met."
        yield Reason(words, rule.thresholds[0].cite)
        telling = [t for t in rule.thresholds if truth(t.condition, answers, {}) is None]
    for threshold in telling:
        unmet = truth(threshold.condition, answers, {}) is False
        told = _threshold(threshold, answers)
        yield from [Reason(told, threshold.cite)] if unmet else _with_note(told, threshold)


def _lifted(rule: PermitRule, answers: Answers) -> Iterator[Reason]:
    """The thresholds that are met, told before the exemption that lifts them."""
    for threshold in rule.thresholds:
        if threshold.condition is not None and truth(threshold.condition, answers, {}) is True:
            yield from _with_note(_threshold(threshold, answers), threshold)


def _telling(
    rule: PermitRule, answers: Answers, required: str, missing: tuple[str, ...]
) -> Iterator[Threshold]:
    """The thresholds that tell why: for a yes, and where the board decides, those met; for an open answer also those
    that hang on what is missing; for a no all of them."""
    for threshold in rule.thresholds:
        status = truth(threshold.condition, answers, {})
        hangs = threshold.condition is not None and not missing_keys(threshold.condition, answers).isdisjoint(
            missing
        )
        if status is True or required == NO or (required == FIGURES_NEEDED and status is None and hangs):
            yield threshold


def missing_keys(condition: Condition, answers: Answers) -> set[str]:
    """The figures on which an undecided condition still hangs."""
    return set().union(*(missing_of(name, answers) for name in open_measures(condition, answers, {})))


def missing_of(name: str, answers: Answers) -> set[str]:
    """The figures not known that would tell a measure: its own, and, unless its own was asked and is not known,
    those from which it would follow."""
    measure = MEASURES[name]
    told_by = () if name in answers.unknown else measure.told_by
    own = {key for key in measure.keys if key not in answers.figures}
    return own | {key for key in told_by if MEASURES[key].value(answers) is None}


def _with_note(sentence: str, item: Threshold | Exemption) -> Iterator[Reason]:
    yield Reason(sentence, item.cite)
    if item.note:
        yield Reason(item.note, item.cite)


def _threshold(threshold: Threshold, answers: Answers) -> str:
    quoted = f"The text: “{threshold.text}”"
    if threshold.condition is None:
        return f"The text gives no number here; it leaves it to {threshold.left_to}. {quoted}"
    status = truth(threshold.condition, answers, {})
    return f"{_sentence(describe(threshold.condition, answers), status)} {quoted}"


def _exempt(exemption: Exemption, answers: Answers) -> str:
    status = truth(exemption.condition, answers, {})
    quoted = f"The text: “{exemption.text}”"
    told = f" {_sentence(describe(exemption.condition, answers), status)}" if exemption.condition else ""
    if exemption.by_figures:
        return f"Not needed: {exemption.label}.{told} {quoted}"
    if status is True and exemption.effect == BOARD:
        return f"May be exempt, for the board to decide: {exemption.label}.{told} {quoted}"
    verdict = {True: "Exempt", False: "Not exempt", None: "Exempt only if the figures allow"}[status]
    return f"{verdict}: {exemption.label}.{told} {quoted}"


def _sentence(phrase: str, status: Truth) -> str:
    return (phrase[:1].upper() + phrase[1:] if status is not None else f"Not yet certain: {phrase}") + "."


def describe(condition: Condition, answers: Answers) -> str:
    """The part of a condition that decides it, with the figures; if it is open, what it hangs on."""
    if isinstance(condition, Comparison):
        return _compared(condition, answers)
    status = truth(condition, answers, {})
    telling = [part for part in condition.parts if truth(part, answers, {}) is status]
    return (", " if status is None else " and ").join(describe(part, answers) for part in telling)


def _compared(comparison: Comparison, answers: Answers) -> str:
    measure = MEASURES[comparison.measure]
    status = truth(comparison, answers, {})
    if comparison.comparison == "is":
        return _word(comparison, answers, status)
    if comparison.measure == COMMON_PLAN and COMMON_PLAN not in (*answers.figures, *answers.unknown):
        return "no larger common plan is named"
    limit = f"{number(comparison.bound)} {measure.unit}"
    value = measure.value(answers)
    if value is not None:
        subject = f"{measure.label} ({measure.shown(answers)})"
    elif status is not None:
        least, most = measure.bounds(answers)
        span = [f"at least {number(least)}"] if least else []
        span += [f"at most {number(most)}"] if isinstance(most, Fraction) else []
        subject = f"{measure.label} ({', '.join(span)} {measure.unit})"
    else:
        return "whether " + _MET[comparison.comparison].format(measure.label, limit)
    return (_MET if status else _UNMET)[comparison.comparison].format(subject, limit)


def _word(comparison: Comparison, answers: Answers, status: Truth) -> str:
    measure = MEASURES[comparison.measure]
    words = sorted(
        "yes" if word is True else "no" if word is False else str(word) for word in comparison.one_of
    )
    if BY_KEY[measure.name].kind == "yes_no":
        yes, no = BY_KEY[measure.name].said
        if status is None:
            return f"whether {yes or f'there is {measure.label}'}"
        found = measure.value(answers) is True
        if yes:
            return yes if found else no
        return f"there is {measure.label}" if found else f"there is no {measure.label.removeprefix('a ')}"
    if status is None:
        return f"whether {measure.label} is {' or '.join(words)}"
    unless = "" if status else f", not {' or '.join(words)}"
    return f"{measure.label} is {measure.shown(answers)}{unless}"


def _states(exemption: Exemption, key: str, answers: Answers) -> str:
    measure = MEASURES[key]
    return f"Naming “{exemption.label}” states {measure.label}: {measure.shown(answers)}."


def _about_the_plan(rule: PermitRule, answers: Answers, missing: tuple[str, ...]) -> Iterator[Reason]:
    """Whether the project is taken to stand alone, which the answer must say."""
    reading = [
        threshold
        for threshold in rule.thresholds
        if threshold.condition is not None
        and any(comparison.measure == COMMON_PLAN for comparison in comparisons(threshold.condition))
    ]
    given = COMMON_PLAN in answers.figures
    if reading and COMMON_PLAN in answers.unknown:
        so = (
            "so it is not taken to stand alone"
            if COMMON_PLAN in missing
            else "and the answer is the same either way"
        )
        yield Reason(f"Whether the project is part of a larger plan is not known, {so}.", reading[0].cite)
    elif reading and not given:
        yield Reason(
            "No common plan was named: the project is taken to stand alone, not as part of a larger plan.",
            reading[0].cite,
        )
    elif given and not reading:
        yield Reason(
            "This text has no rule on common plans: the figure given for one does not count here.",
            rule.thresholds[0].cite,
        )


def _mistaken(rule: PermitRule, answers: Answers) -> Iterator[Reason]:
    read_here = {
        key for c in rule.conditions() for test in comparisons(c) for key in MEASURES[test.measure].keys
    }
    for part, whole in _PARTS:
        some, everything = answers.number(part), answers.number(whole)
        if {part, whole} <= read_here and some is not None and everything is not None and some > everything:
            yield Reason(
                f"One of two figures must be wrong: {BY_KEY[part].label} ({part}) is more than "
                f"{BY_KEY[whole].label} ({whole}). Each is counted as it was given.",
                rule.thresholds[0].cite,
            )
