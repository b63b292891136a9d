"""The figures of a project that a bylaw asks about: their names, their questions, and how they are read exactly."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

USES = ("residential", "commercial", "industrial", "institutional", "agricultural", "municipal")
ACTIVITY = "activity"
#: A share of nothing at all is more than any percentage.
BEYOND = Fraction(10**40)

#: What an answer may be once read: an exact number, a use, or yes and no.
Value = Fraction | str | bool

_NUMBER = re.compile(r"^(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]+)?$")
_YES = {"yes": True, "y": True, "true": True, "1": True, "no": False, "n": False, "false": False, "0": False}
_LONGEST = 30


class BadAnswer(ValueError):
    """An answer that cannot be read: which key, what was given, and what mends it."""

    def __init__(self, key: str, given: str, mend: str) -> None:
        self.key, self.given, self.mend = key, given, mend
        super().__init__(f"{key}: {given} {mend}")


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that may be asked about a project. `kind` is number, whole, use or yes_no."""

    key: str
    kind: str
    label: str
    unit: str
    question: str
    why: str


#: In the order in which missing figures are named.
FIGURES: tuple[Figure, ...] = (
    Figure(
        "disturbed_sqft",
        "number",
        "the land disturbed",
        "square feet",
        "How much ground will be disturbed in all: cleared, dug, filled, graded, or driven on by machines?",
        "Most permits begin at a size. One acre is 43,560 square feet; a tennis court is about 2,800.",
    ),
    Figure(
        "common_plan_sqft",
        "number",
        "the land disturbed by the whole common plan",
        "square feet",
        "Is this part of a larger plan, such as the lots of one subdivision? If so, how much ground will the whole "
        "plan disturb? Leave it empty if the project stands alone.",
        "A small part of a large plan counts as the large plan.",
    ),
    Figure(
        "slope_percent",
        "number",
        "the slope of the land",
        "percent",
        "How steep is the steepest ground you will disturb? A rise of 15 feet over 100 feet is 15 percent.",
        "Disturbed slopes wash out first.",
    ),
    Figure(
        "sloped_disturbed_sqft",
        "number",
        "the land disturbed within the sloped area",
        "square feet",
        "How much of the disturbed ground lies on the steep part?",
        "On steep ground a smaller area needs a permit.",
    ),
    Figure(
        "earth_cubic_yards",
        "number",
        "the volume of earth",
        "cubic yards",
        "How much earth will be moved in all? A large dump truck carries about 15 cubic yards.",
        "A deep but narrow excavation counts by its volume.",
    ),
    Figure(
        "impervious_before_sqft",
        "number",
        "the impervious surface before the work",
        "square feet",
        "How much of the lot is covered today by roofs, pavement and other hard surfaces?",
        "It tells how much hard surface the work adds.",
    ),
    Figure(
        "impervious_after_sqft",
        "number",
        "the impervious surface after the work",
        "square feet",
        "How much of the lot will be covered by roofs, pavement and other hard surfaces after the work?",
        "Rain that cannot sink in runs off.",
    ),
    Figure(
        "lot_sqft",
        "number",
        "the lot",
        "square feet",
        "How large is the lot?",
        "Some limits are a share of the lot.",
    ),
    Figure(
        "use",
        "use",
        "the use",
        "",
        "What is the property used for, or will be?",
        "Some rules are for homes, others for businesses or farms.",
    ),
    Figure(
        "dwelling_units",
        "whole",
        "the number of dwelling units",
        "units",
        "How many homes will there be: houses, apartments, condominiums?",
        "One house is treated otherwise than four homes.",
    ),
    Figure(
        "floor_area_before_sqft",
        "number",
        "the gross floor area before the work",
        "square feet",
        "How much floor area, all stories together, is there today? 0 if there is no building.",
        "It tells how much an addition adds.",
    ),
    Figure(
        "floor_area_after_sqft",
        "number",
        "the gross floor area after the work",
        "square feet",
        "How much floor area, all stories together, will there be after the work?",
        "Larger buildings and additions are reviewed.",
    ),
    Figure(
        "footprint_before_sqft",
        "number",
        "the footprint before the work",
        "square feet",
        "How much ground does the building cover today?",
        "It tells how much an addition adds.",
    ),
    Figure(
        "footprint_after_sqft",
        "number",
        "the footprint after the work",
        "square feet",
        "How much ground will the building cover after the work?",
        "An addition that more than doubles a building is not exempt.",
    ),
    Figure(
        "new_building",
        "yes_no",
        "a new building",
        "",
        "Will there be a new building?",
        "New buildings are reviewed otherwise than changes to old ones.",
    ),
    Figure(
        "exterior_alteration",
        "yes_no",
        "a change to the outside of an existing building or site",
        "",
        "Will the outside of an existing building, or its site, be changed?",
        "A change that can be seen may need a site plan or a waiver.",
    ),
    Figure(
        "change_of_use",
        "yes_no",
        "a change of use",
        "",
        "Will an existing building or site be used for something else than today?",
        "A new use may bring more cars and more runoff.",
    ),
    Figure(
        "parking_before",
        "whole",
        "the parking spaces before the work",
        "spaces",
        "How many parking spaces are there today?",
        "It tells how many the work adds.",
    ),
    Figure(
        "parking_after",
        "whole",
        "the parking spaces after the work",
        "spaces",
        "How many parking spaces will there be, or be required, after the work?",
        "Parking is pavement.",
    ),
    Figure(
        "lawn_sqft",
        "number",
        "the lawn, garden or landscaping worked on",
        "square feet",
        "How large is the lawn, garden or landscaping that you will work on?",
        "Upkeep of a small yard is exempt.",
    ),
    Figure(
        "wall_feet",
        "number",
        "the tallest wall",
        "feet",
        "How tall is the tallest wall you will build? 0 if none.",
        "Upkeep is exempt only without tall walls.",
    ),
    Figure(
        "grade_change_feet",
        "number",
        "the change of grade",
        "feet",
        "By how many feet will the ground be raised or lowered, at the most? 0 if not at all.",
        "Upkeep is exempt only if the ground keeps its height.",
    ),
    Figure(
        "drains_to_ms4",
        "yes_no",
        "drainage to the town's storm drains",
        "",
        "Does rain from the land run into the town's storm drains: a catch basin, a street gutter, a town ditch?",
        "Some rules are only for land that drains to the town's system.",
    ),
)
BY_KEY: Mapping[str, Figure] = {figure.key: figure for figure in FIGURES}


@dataclass(frozen=True, slots=True)
class Answers:
    """What is known of a project: figures by key, and the activities named. What is not here is not known."""

    figures: Mapping[str, Value] = field(default_factory=dict)
    activities: tuple[str, ...] = ()

    def number(self, key: str) -> Fraction | None:
        """The figure as a number; None if it is not known."""
        value = self.figures.get(key)
        return value if isinstance(value, Fraction) else None


def split(words: Iterable[str]) -> dict[str, object]:
    """The answers written as KEY=VALUE words; BadAnswer for a word that is not so, or a key given twice."""
    answers: dict[str, object] = {}
    activities: list[str] = []
    for word in words:
        key, sign, value = word.partition("=")
        if not sign:
            raise BadAnswer(key, "has no value.", f"Write {key or 'KEY'}=VALUE.")
        if key == ACTIVITY:
            activities.append(value)
        elif key in answers:
            raise BadAnswer(key, "is given twice.", "Give it once.")
        else:
            answers[key] = value
    return answers | ({ACTIVITY: activities} if activities else {})


def read(answers: Mapping[str, object], activities: tuple[str, ...], town: str) -> Answers:
    """Read answers strictly. None and "unknown" stand for "I don't know", the same as leaving the key out.

    `activities` are the exemptions of the town's text, by which BadAnswer tells what may be named.
    """
    figures: dict[str, Value] = {}
    named: list[str] = []
    for key, given in answers.items():
        if key == ACTIVITY:
            named = _activities(given, activities, town)
        elif key not in BY_KEY:
            keys = ", ".join(figure.key for figure in FIGURES)
            raise BadAnswer(key, "is not a known key.", f"Use one of: {keys}, {ACTIVITY}.")
        elif given is not None and given != "unknown":
            figures[key] = _value(BY_KEY[key], given)
    return Answers(figures, tuple(named))


def _activities(given: object, allowed: tuple[str, ...], town: str) -> list[str]:
    names = [given] if isinstance(given, str) else given
    if names is None:
        return []
    if not isinstance(names, list | tuple):
        raise BadAnswer(ACTIVITY, f"is {given!r}.", "Give the names of activities.")
    for name in names:
        if name not in allowed:
            raise BadAnswer(
                ACTIVITY,
                f"{str(name)!r} is no exemption in {town}.",
                f"Use one of: {', '.join(allowed) or '(none)'}.",
            )
    return list(dict.fromkeys(names))


def _value(figure: Figure, given: object) -> Value:
    text = ("yes" if given else "no") if isinstance(given, bool) else str(given).strip()
    if text == "":
        raise BadAnswer(figure.key, "has no value.", "Give one, or leave the key out if you do not know.")
    if figure.kind == "use":
        if text.lower() not in USES:
            raise BadAnswer(figure.key, f"{text!r} is not a use.", f"Use one of: {', '.join(USES)}.")
        return text.lower()
    if figure.kind == "yes_no":
        if text.lower() not in _YES:
            raise BadAnswer(figure.key, f"{text!r} is neither yes nor no.", "Write yes or no.")
        return _YES[text.lower()]
    if isinstance(given, float) or isinstance(given, bool):
        raise BadAnswer(
            figure.key, f"{text!r} is not an exact number.", f"Write {figure.unit} as 43560 or 43560.5."
        )
    if text.startswith("-") and _NUMBER.match(text[1:]):
        raise BadAnswer(figure.key, f"{text!r} is less than zero.", "Give zero or more.")
    if figure.unit == "percent":
        text = text.removesuffix("%").rstrip()
    if not _NUMBER.match(text) or len(text) > _LONGEST:
        raise BadAnswer(figure.key, f"{text!r} is not a number.", f"Write {figure.unit} as 43560 or 43560.5.")
    number = Fraction(Decimal(text.replace(",", "")))
    if figure.kind == "whole" and number.denominator != 1:
        raise BadAnswer(figure.key, f"{text!r} is not a whole number.", f"Count the {figure.unit}.")
    return number


@dataclass(frozen=True, slots=True)
class Measure:
    """What a rule compares: a figure itself, or one worked out of two (`keys`), with the bounds that known
    figures set to it while it is not known itself."""

    name: str
    keys: tuple[str, ...]
    label: str
    unit: str
    value: Callable[[Answers], Value | None]
    bounds: Callable[[Answers], tuple[Fraction | None, Fraction | None]]
    shown: Callable[[Answers], str]
    within: str = ""  # the measure of which this one is a part


def number(value: Fraction) -> str:
    """A number as people write it: 43,560 or 12.5; exact for what people can type."""
    if value.denominator == 1:
        return f"{value.numerator:,}"
    return f"{Decimal(value.numerator) / Decimal(value.denominator):,f}"


def _as_given(figure: Figure) -> Measure:
    def shown(answers: Answers) -> str:
        value = answers.figures.get(figure.key)
        if isinstance(value, bool):
            return "yes" if value else "no"
        return f"{number(value)} {figure.unit}" if isinstance(value, Fraction) else str(value)

    return Measure(
        figure.key,
        (figure.key,),
        figure.label,
        figure.unit,
        lambda answers: answers.figures.get(figure.key),
        lambda answers: (Fraction(0), None),
        shown,
    )


def _increase(name: str, before: str, after: str, label: str, unit: str) -> Measure:
    def value(answers: Answers) -> Fraction | None:
        old, new = answers.number(before), answers.number(after)
        return None if old is None or new is None else new - old

    def bounds(answers: Answers) -> tuple[Fraction | None, Fraction | None]:
        old, new = answers.number(before), answers.number(after)
        return (None if old is None else -old), new

    def shown(answers: Answers) -> str:
        old, new = answers.number(before), answers.number(after)
        return f"from {_or_unknown(old)} to {_or_unknown(new)} {unit}"

    return Measure(name, (before, after), label, unit, value, bounds, shown)


def _share(name: str, part: str, whole: str, label: str, of: str) -> Measure:
    def value(answers: Answers) -> Fraction | None:
        some, everything = answers.number(part), answers.number(whole)
        return None if some is None or everything is None else percent(some, everything)

    def bounds(answers: Answers) -> tuple[Fraction | None, Fraction | None]:
        some = answers.number(part)
        return Fraction(0), (Fraction(0) if some == 0 else None)

    def shown(answers: Answers) -> str:
        some, everything = answers.number(part), answers.number(whole)
        return f"{_or_unknown(some)} of {of} {_or_unknown(everything)} square feet"

    return Measure(name, (part, whole), label, "percent", value, bounds, shown)


def _growth(name: str, before: str, after: str, label: str) -> Measure:
    def value(answers: Answers) -> Fraction | None:
        old, new = answers.number(before), answers.number(after)
        return None if old is None or new is None else percent(new - old, old)

    def bounds(answers: Answers) -> tuple[Fraction | None, Fraction | None]:
        return Fraction(-100), (Fraction(0) if answers.number(after) == 0 else None)

    def shown(answers: Answers) -> str:
        old, new = answers.number(before), answers.number(after)
        return f"from {_or_unknown(old)} to {_or_unknown(new)} square feet"

    return Measure(name, (before, after), label, "percent", value, bounds, shown)


def _or_unknown(value: Fraction | None) -> str:
    return "an unknown number" if value is None else number(value)


def percent(part: Fraction, whole: Fraction) -> Fraction:
    """`part` in percent of `whole`, exactly; any part of nothing is beyond every percentage."""
    if whole == 0:
        return BEYOND if part > 0 else Fraction(0)
    return part * 100 / whole


def _common_plan(figure: Figure) -> Measure:
    """Unlike every other figure, a common plan that is not named is none: the project stands alone."""
    given = _as_given(figure)
    return Measure(
        given.name,
        given.keys,
        given.label,
        given.unit,
        lambda answers: answers.figures.get(figure.key, Fraction(0)),
        given.bounds,
        lambda answers: f"{number(answers.number(figure.key) or Fraction(0))} {figure.unit}",
    )


def _sloped(figure: Figure) -> Measure:
    """The sloped part lies within the land disturbed, so it cannot be larger."""
    given = _as_given(figure)
    return Measure(
        given.name,
        given.keys,
        given.label,
        given.unit,
        given.value,
        lambda answers: (Fraction(0), answers.number("disturbed_sqft")),
        given.shown,
        within="disturbed_sqft",
    )


def _disturbed(figure: Figure) -> Measure:
    """The land disturbed in all is at least what is disturbed within the sloped area."""
    given = _as_given(figure)
    return Measure(
        given.name,
        given.keys,
        given.label,
        given.unit,
        given.value,
        lambda answers: (answers.number("sloped_disturbed_sqft") or Fraction(0), None),
        given.shown,
    )


_OWN = {"common_plan_sqft": _common_plan, "sloped_disturbed_sqft": _sloped, "disturbed_sqft": _disturbed}

MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        *(_OWN.get(figure.key, _as_given)(figure) for figure in FIGURES),
        _increase(
            "impervious_increase_sqft",
            "impervious_before_sqft",
            "impervious_after_sqft",
            "the increase of impervious surface",
            "square feet",
        ),
        _share(
            "impervious_percent_of_lot",
            "impervious_after_sqft",
            "lot_sqft",
            "the impervious surface after the work",
            "the lot's",
        ),
        _increase(
            "floor_area_increase_sqft",
            "floor_area_before_sqft",
            "floor_area_after_sqft",
            "the increase of gross floor area",
            "square feet",
        ),
        _growth(
            "floor_area_increase_percent",
            "floor_area_before_sqft",
            "floor_area_after_sqft",
            "the increase of gross floor area",
        ),
        _growth(
            "footprint_increase_percent",
            "footprint_before_sqft",
            "footprint_after_sqft",
            "the increase of the footprint",
        ),
        _increase("parking_increase", "parking_before", "parking_after", "the increase of parking", "spaces"),
    )
}
