"""The figures of a project that a bylaw asks about: their names, their questions, and how they are read exactly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

USES = ("residential", "commercial", "industrial", "institutional", "agricultural", "municipal")
ACTIVITY = "activity"
#: What people may say instead of a figure or an activity: not known; as the activity: none of those exempt.
UNKNOWN, NONE = "unknown", "none"

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
    term: str = ""  # the word of law in the question, which a text may define
    said: tuple[str, str] = ("", "")  # yes and no as sentences, where "there is …" would not do


#: In the order in which missing figures are named.
FIGURES: tuple[Figure, ...] = (
    Figure(
        "disturbed_sqft",
        "number",
        "the land disturbed",
        "square feet",
        "How much ground will be disturbed in all: cleared, dug, filled, graded, or driven on by machines?",
        "Most permits begin at a size. One acre is 43,560 square feet; a tennis court is about 2,800.",
        "land disturbance",
    ),
    Figure(
        "common_plan_sqft",
        "number",
        "the land disturbed by the whole common plan",
        "square feet",
        "Is this part of a larger plan, such as the lots of one subdivision? If so, how much ground will the whole "
        "plan disturb? Leave it empty if the project stands alone.",
        "A small part of a large plan counts as the large plan.",
        "common plan",
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
        "land disturbance",
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
        "impervious surface",
    ),
    Figure(
        "impervious_after_sqft",
        "number",
        "the impervious surface after the work",
        "square feet",
        "How much of the lot will be covered by roofs, pavement and other hard surfaces after the work?",
        "Rain that cannot sink in runs off.",
        "impervious surface",
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
        "building_use",
        "use",
        "the use of the building itself",
        "",
        "What will the building itself be used for? Choose agricultural only if it serves farming and nothing else.",
        "A building used exclusively for agriculture, horticulture or floriculture is treated otherwise than a shop.",
    ),
    Figure(
        "single_family",
        "yes_no",
        "nothing but single-family houses",
        "",
        "Is everything you will build or change a single-family house, one or several?",
        "Houses for one family each are treated otherwise than apartments or condominiums in one building.",
        said=("everything is a single-family house", "not everything is a single-family house"),
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
        "new_floor_area_sqft",
        "number",
        "the gross floor area of the new building itself",
        "square feet",
        "How much floor area, all stories together, will the new building itself have?",
        "A new building counts by its own size, not by that of the whole site.",
    ),
    Figure(
        "new_impervious_sqft",
        "number",
        "the impervious surface of the new building itself",
        "square feet",
        "How much roof, pavement and other hard surface belongs to the new building itself?",
        "A new building counts by its own hard surface, not by that of the whole site.",
        "impervious surface",
    ),
    Figure(
        "new_parking",
        "whole",
        "the number of parking spaces that the new building requires",
        "spaces",
        "How many parking spaces does the new building itself require?",
        "A new building counts by its own parking, not by that of the whole site.",
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
        "change_of_occupancy",
        "yes_no",
        "a change of occupancy",
        "",
        "Will somebody else move into an existing building or site, such as a new tenant, even for the same use?",
        "A new occupant may need a site plan or a waiver, even where the use stays the same.",
    ),
    Figure(
        "parking_before",
        "whole",
        "the number of parking spaces before the work",
        "spaces",
        "How many parking spaces are there today?",
        "It tells how many the work adds.",
    ),
    Figure(
        "parking_after",
        "whole",
        "the number of parking spaces after the work",
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
        "storm drain system",
    ),
)
BY_KEY: Mapping[str, Figure] = {figure.key: figure for figure in FIGURES}


@dataclass(frozen=True, slots=True)
class Answers:
    """What is known of a project: figures by key, and the activities named. What is not here is not known.

    `unknown` are the keys that were asked and are not known. It differs from silence where silence says something:
    a common plan left out is none, an activity left out is none that is exempt.
    """

    figures: Mapping[str, Value] = field(default_factory=dict)
    activities: tuple[str, ...] = ()
    unknown: frozenset[str] = frozenset()

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
    """Read answers strictly. None and "unknown" stand for "I don't know", which is never taken for no.

    `activities` are the exemptions of the town's text, by which BadAnswer tells what may be named.
    """
    figures: dict[str, Value] = {}
    named: list[str] = []
    unknown: set[str] = set()
    for key, given in answers.items():
        if key == ACTIVITY:
            named = _activities(given, activities, town)
            if UNKNOWN in named:
                named = []
                unknown.add(key)
        elif key not in BY_KEY:
            keys = ", ".join(figure.key for figure in FIGURES)
            raise BadAnswer(key, "is not a known key.", f"Use one of: {keys}, {ACTIVITY}.")
        elif given is None or (isinstance(given, str) and given.strip().lower() == UNKNOWN):
            unknown.add(key)
        else:
            figures[key] = _value(BY_KEY[key], given)
    return Answers(figures, tuple(named), frozenset(unknown))


def _activities(given: object, allowed: tuple[str, ...], town: str) -> list[str]:
    names = [given] if isinstance(given, str) else [UNKNOWN] if given is None else given
    if not isinstance(names, list | tuple):
        raise BadAnswer(ACTIVITY, f"is {given!r}.", "Give the names of activities.")
    if list(names) == [NONE]:
        return []
    for name in names:
        if name not in (*allowed, UNKNOWN):
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
    if isinstance(given, float | bool):
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
