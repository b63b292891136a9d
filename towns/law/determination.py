"""Tells whether a project needs a permit, from what is known of it: yes, no, the board decides, or what is missing.

Nothing is guessed. A figure that is absent is not known, and the answer is yes or no only if it is the same whatever
the figure turns out to be. Two silences speak, and only silence: a project for which no common plan is named stands
alone, and the answer says so; work that nobody called exempt is not. What is said to be unknown is never taken for no.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from towns.law.determination_reasons import Reason, because, missing_of
from towns.law.determination_schema import (
    BOARD,
    FIGURES_NEEDED,
    NO,
    YES,
    Comparison,
    Condition,
    Exemption,
    PermitRule,
    comparisons,
)
from towns.law.determination_truth import Assumed, bounds, joined, simplified, truth
from towns.law.figures import ACTIVITY, BY_KEY, FIGURES, USES, Answers, Figure, Value, read
from towns.law.measures import MEASURES
from towns.law.rules import Bylaw

_ORDER = {figure.key: place for place, figure in enumerate(FIGURES)} | {ACTIVITY: len(FIGURES)}

#: What may come out: an outcome, or a measure with what comes out for each kind of value it may have.
Tree = str | tuple[str, tuple["Tree", ...]]


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether one matter is needed. `missing` names, in the order of the keys, what would still decide."""

    matter: str
    name: str
    required: str
    missing: tuple[str, ...]
    because: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """One question to ask about a project, in plain words. `kind`: activity, number, whole, use or yes_no."""

    key: str
    kind: str
    text: str
    why: str
    unit: str
    choices: tuple[tuple[str, str], ...] = ()
    term: str = ""  # the word of law in it, which the text may define


def rules_of(bylaw: Bylaw) -> tuple[PermitRule, ...]:
    """The matters of a town whose text says when they are needed."""
    return tuple(
        PermitRule(
            matter.key,
            matter.name,
            matter.sections["threshold"],
            matter.sections.get("exemption", ()),
            matter.sections.get("remark", ()),
        )
        for matter in bylaw.matters.values()
        if "threshold" in matter.sections
    )


def activities_of(bylaw: Bylaw) -> tuple[str, ...]:
    """The activities that a town's text exempts and that people may name, in file order."""
    return tuple(exemption.key for exemption in _named_exemptions(rules_of(bylaw)))


def determine(bylaw: Bylaw, answers: Mapping[str, object]) -> list[Answer]:
    """For each matter with a threshold, whether the project needs it. BadAnswer for an answer that cannot be read.

    `answers` holds the keys of `figures.FIGURES` (text, whole numbers, Decimal, True and False; None or "unknown" for
    "I don't know") and `activity`, a list of names from `activities_of`, or "unknown".
    """
    rules = rules_of(bylaw)
    activities = activities_of(bylaw)
    known_answers = read(answers, activities, bylaw.name)
    if ACTIVITY in known_answers.unknown:
        return [_decide_for_any(rule, rules, known_answers, activities) for rule in rules]
    known_answers, asserted = _with_asserted(rules, known_answers)
    return [_decide(rule, known_answers, asserted) for rule in rules]


def questions(bylaw: Bylaw) -> list[Question]:
    """Everything that could matter in this town, activities first, then in the order of the keys."""
    rules = rules_of(bylaw)
    asked: list[Question] = []
    exemptions = _named_exemptions(rules)
    if exemptions:
        choices = tuple((exemption.key, exemption.label) for exemption in exemptions)
        asked.append(
            Question(
                ACTIVITY,
                ACTIVITY,
                "Is all of the work one of these?",
                "Some work is exempt, whatever its size or up to a size.",
                "",
                choices,
            )
        )
    read_here = {
        key
        for rule in rules
        for condition in rule.conditions()
        for comparison in comparisons(condition)
        for key in (*MEASURES[comparison.measure].keys, *MEASURES[comparison.measure].told_by)
    }
    return asked + [_question(figure) for figure in FIGURES if figure.key in read_here]


def next_question(
    bylaw: Bylaw, answers: Mapping[str, object], skipped: Iterable[str] = ()
) -> Question | None:
    """The next question whose answer could change what comes out, the easiest first; None when nothing would help.

    `skipped` are the keys to which a person said "I don't know".
    """
    by_key = {question.key: question for question in questions(bylaw)}
    passed = set(skipped)
    if ACTIVITY in by_key and ACTIVITY not in answers and ACTIVITY not in passed:
        return by_key[ACTIVITY]
    missing = {key for answer in determine(bylaw, answers) for key in answer.missing} - passed
    return min((question for key, question in by_key.items() if key in missing), key=_ease, default=None)


def _ease(question: Question) -> tuple[bool, int]:
    """The size of the work first, then what can be answered without measuring: it spares most of the figures."""
    measured = question.kind in ("number", "whole") and question.key != FIGURES[0].key
    return measured, _ORDER[question.key]


def _question(figure: Figure) -> Question:
    choices: tuple[tuple[str, str], ...] = ()
    if figure.kind == "use":
        choices = tuple((use, use.capitalize()) for use in USES)
    elif figure.kind == "yes_no":
        choices = (("yes", "Yes"), ("no", "No"))
    return Question(figure.key, figure.kind, figure.question, figure.why, figure.unit, choices, figure.term)


def _named_exemptions(rules: Iterable[PermitRule]) -> list[Exemption]:
    found = {
        exemption.key: exemption
        for rule in rules
        for exemption in reversed(rule.exemptions)
        if not exemption.by_figures
    }
    order = [e.key for rule in rules for e in rule.exemptions if not e.by_figures]
    return [found[key] for key in dict.fromkeys(order)]


def _with_asserted(
    rules: Iterable[PermitRule], answers: Answers
) -> tuple[Answers, tuple[tuple[Exemption, str], ...]]:
    """What naming the one activity of a project states of its figures, where they are not given."""
    if len(answers.activities) != 1:
        return answers, ()
    figures: dict[str, Value] = dict(answers.figures)
    asserted = []
    for rule in rules:
        for exemption in rule.exemptions:
            if exemption.key in answers.activities and not exemption.by_figures:
                for key, value in exemption.asserts.items():
                    if key not in figures and key not in answers.unknown:
                        figures[key] = value
                        asserted.append((exemption, key))
    return replace(answers, figures=figures), tuple(asserted)


def _decide(rule: PermitRule, answers: Answers, asserted: tuple[tuple[Exemption, str], ...]) -> Answer:
    tree = _tree(rule, answers)
    required = tree if isinstance(tree, str) else FIGURES_NEEDED
    return _answer(rule, answers, required, _missing(tree, answers), asserted)


def _decide_for_any(
    rule: PermitRule, rules: Sequence[PermitRule], answers: Answers, activities: Iterable[str]
) -> Answer:
    """The answer where nobody knows what the work is: one only if it is the same whichever exempt activity it is,
    and if it is none of them."""
    tree = _tree(rule, answers)
    required = tree if isinstance(tree, str) else FIGURES_NEEDED
    missing = _missing(tree, answers)
    for activity in activities:
        named, _asserted = _with_asserted(rules, replace(answers, activities=(activity,)))
        if _tree(rule, named) != tree:
            required = FIGURES_NEEDED
            missing.add(ACTIVITY)
            break
    return _answer(rule, answers, required, missing, ())


def _answer(
    rule: PermitRule,
    answers: Answers,
    required: str,
    missing: set[str],
    asserted: tuple[tuple[Exemption, str], ...],
) -> Answer:
    named = tuple(sorted(missing, key=_ORDER.__getitem__))
    reasons = because(rule, answers, required, named, named_here(rule, answers), asserted)
    return Answer(rule.matter, rule.name, required, named, reasons)


def _tree(rule: PermitRule, answers: Answers) -> Tree:
    return _explore(_standing(rule, answers), answers, {}, {})


def _missing(tree: Tree, answers: Answers) -> set[str]:
    if isinstance(tree, str):
        return set()
    name, branches = tree
    keys = missing_of(name, answers)
    return keys.union(*(_missing(branch, answers) for branch in branches))


def named_here(rule: PermitRule, answers: Answers) -> tuple[Exemption, ...]:
    """The exemptions of this matter that take the whole project in: every activity named is one of them."""
    own = {exemption.key: exemption for exemption in rule.exemptions if not exemption.by_figures}
    if not all(activity in own for activity in answers.activities):
        return ()
    return tuple(own[activity] for activity in answers.activities)


@dataclass(frozen=True, slots=True)
class _Standing:
    """How a rule stands, each part true, false, or what is left open of it."""

    taken_out: Condition | bool  # exempt by figures alone
    exempt: Condition | bool  # every activity named is exempt
    exempt_effect: str
    needed: Condition | bool
    left_to_board: Condition | bool

    def put(self, answers: Answers, assumed: Assumed) -> _Standing:
        """The same once more is known."""
        return _Standing(
            simplified(self.taken_out, answers, assumed),
            simplified(self.exempt, answers, assumed),
            self.exempt_effect,
            simplified(self.needed, answers, assumed),
            simplified(self.left_to_board, answers, assumed),
        )

    def open(self) -> list[Comparison]:
        """The comparisons that nobody can make yet."""
        parts = (self.taken_out, self.exempt, self.needed, self.left_to_board)
        return [
            comparison for part in parts if not isinstance(part, bool) for comparison in comparisons(part)
        ]

    def outcomes(self) -> frozenset[str]:
        """Every outcome that is still possible."""
        by_board = _either(self.left_to_board, frozenset({BOARD}), frozenset({NO}))
        possible = _either(self.needed, frozenset({YES}), by_board)
        exempted = frozenset({NO})
        if self.exempt_effect == BOARD:
            exempted = frozenset(BOARD if outcome == YES else outcome for outcome in possible)
        return _either(self.taken_out, frozenset({NO}), _either(self.exempt, exempted, possible))


def _standing(rule: PermitRule, answers: Answers) -> _Standing:
    named = named_here(rule, answers)
    out = [
        truth(exemption.condition, answers, {}) is True
        if exemption.only_if_said
        else _of(exemption.condition)
        for exemption in rule.exemptions
        if exemption.by_figures
    ]
    met = {
        then: joined(
            False, [_of(threshold.condition) for threshold in rule.thresholds if threshold.then == then]
        )
        for then in (YES, BOARD)
    }
    return _Standing(
        taken_out=joined(False, out),
        exempt=bool(named) and joined(True, [_of(exemption.condition) for exemption in named]),
        exempt_effect=BOARD if any(exemption.effect == BOARD for exemption in named) else NO,
        needed=met[YES],
        left_to_board=met[BOARD],
    ).put(answers, {})


def _of(condition: Condition | None) -> Condition | bool:
    return True if condition is None else condition


def _either(which: Condition | bool, if_true: frozenset[str], if_false: frozenset[str]) -> frozenset[str]:
    if isinstance(which, bool):
        return if_true if which else if_false
    return if_true | if_false


def _explore(standing: _Standing, answers: Answers, assumed: Assumed, known: dict[object, Tree]) -> Tree:
    """What comes out for every kind of value that the unknown figures may have; equal branches are one.

    `known` keeps what was found for the same standing before.
    """
    possible = standing.outcomes()
    if len(possible) == 1:
        return next(iter(possible))
    left = standing.open()
    wholes = {MEASURES[comparison.measure].within for comparison in left} & assumed.keys()
    key = (standing, frozenset((whole, assumed[whole]) for whole in wholes))
    if key not in known:
        measures = {comparison.measure for comparison in left}
        name = min(measures, key=lambda measure: (_ORDER[MEASURES[measure].keys[0]], measure))
        branches = []
        for value in _kinds(name, left, answers, assumed):
            tried = {**assumed, name: value}
            branches.append(_explore(standing.put(answers, tried), answers, tried, known))
        same = all(branch == branches[0] for branch in branches)
        known[key] = branches[0] if same else (name, tuple(branches))
    return known[key]


def _kinds(name: str, left: list[Comparison], answers: Answers, assumed: Assumed) -> list[Value]:
    """One value for each kind that the open comparisons tell apart: each limit, and one between any two."""
    if name in BY_KEY and BY_KEY[name].kind == "yes_no":
        return [True, False]
    if name in BY_KEY and BY_KEY[name].kind == "use":
        sets = [comparison.one_of for comparison in left if comparison.measure == name]
        kinds: dict[tuple[bool, ...], Value] = {}
        for use in USES:
            kinds.setdefault(tuple(use in one_of for one_of in sets), use)
        return list(kinds.values())
    limits = {
        comparison.bound
        for comparison in left
        if comparison.measure == name or MEASURES[comparison.measure].within == name
    }
    least, most = bounds(name, answers, assumed)
    marks = {mark for mark in limits if (least is None or mark >= least) and (most is None or mark <= most)}
    marks |= {end for end in (least, most) if end is not None}
    points = sorted(marks)
    between = [(low + high) / 2 for low, high in pairwise(points)]
    outer = ([points[0] - 1] if least is None else []) + ([points[-1] + 1] if most is None else [])
    return [*points, *between, *outer]
