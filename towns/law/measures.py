"""What the rules of a bylaw compare: a figure of the project, or an increase or a share worked out of two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from towns.law.figures import FIGURES, Answers, Figure, Value

#: A share of nothing at all is more than any percentage.
BEYOND = Fraction(10**40)
Bounds = tuple[Fraction | None, Fraction | None]


@dataclass(frozen=True, slots=True)
class Measure:
    """What a rule compares: a figure itself, or one worked out of two (`keys`), with the bounds that known
    figures set to it while it is not known itself."""

    name: str
    keys: tuple[str, ...]
    label: str
    unit: str
    value: Callable[[Answers], Value | None]
    bounds: Callable[[Answers], Bounds]
    shown: Callable[[Answers], str]
    within: str = ""  # the measure of which this one is a part
    told_by: tuple[
        str, ...
    ] = ()  # other figures from which it may be concluded, where nobody was asked for it


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
        if not isinstance(value, Fraction):
            return str(value)
        unit = (
            figure.unit.removesuffix("s") if value == 1 else figure.unit
        )  # "feet" stays; a single foot is rare
        return f"{number(value)} {unit}"

    return Measure(
        figure.key,
        (figure.key,),
        figure.label,
        figure.unit,
        lambda answers: answers.figures.get(figure.key),
        lambda _: (Fraction(0), None),
        shown,
    )


def _increase(name: str, before: str, after: str, label: str, unit: str) -> Measure:
    def value(answers: Answers) -> Fraction | None:
        old, new = answers.number(before), answers.number(after)
        return None if old is None or new is None else new - old

    def bounds(answers: Answers) -> Bounds:
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

    def bounds(answers: Answers) -> Bounds:
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

    def bounds(answers: Answers) -> Bounds:
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
    """Unlike every other figure, a common plan that nobody was asked about is none: the project stands alone."""
    given = _as_given(figure)

    def value(answers: Answers) -> Value | None:
        return answers.figures.get(figure.key, None if figure.key in answers.unknown else Fraction(0))

    def shown(answers: Answers) -> str:
        return f"{number(answers.number(figure.key) or Fraction(0))} {figure.unit}"

    return replace(given, value=value, shown=shown)


def _sloped(figure: Figure) -> Measure:
    """The sloped part lies within the land disturbed, so it cannot be larger."""
    given = _as_given(figure)

    def bounds(answers: Answers) -> Bounds:
        return Fraction(0), None if figure.key in answers.unknown else answers.number("disturbed_sqft")

    return replace(given, bounds=bounds, within="disturbed_sqft")


def _disturbed(figure: Figure) -> Measure:
    """The land disturbed in all is at least what is disturbed within the sloped area."""
    given = _as_given(figure)

    def bounds(answers: Answers) -> Bounds:
        return answers.number("sloped_disturbed_sqft") or Fraction(0), None

    return replace(given, bounds=bounds)


#: Uses of a building that is no house for one family.
_NO_HOUSE = frozenset({"commercial", "industrial", "institutional", "municipal", "agricultural"})


def _use_of_building(answers: Answers) -> Value | None:
    """Where nobody was asked, a building serves the use of its property, except on a farm: a farm may have a shop."""
    if "building_use" in answers.figures or "building_use" in answers.unknown:
        return answers.figures.get("building_use")
    use = answers.figures.get("use")
    return None if use == "agricultural" else use


def _building_use(figure: Figure) -> Measure:
    """The building's own use, or what follows from the property's."""

    def shown(answers: Answers) -> str:
        return str(_use_of_building(answers))

    return replace(_as_given(figure), value=_use_of_building, shown=shown, told_by=("use",))


def _single_family(figure: Figure) -> Measure:
    """Where nobody was asked: one home in a residential building is a single-family house; no home, or a building of
    another use, is none. Once somebody said that it is not known, nothing is concluded."""

    def value(answers: Answers) -> Value | None:
        if figure.key in answers.figures or figure.key in answers.unknown:
            return answers.figures.get(figure.key)
        use, homes = _use_of_building(answers), answers.number("dwelling_units")
        if use in _NO_HOUSE or homes == 0:
            return False
        return True if use == "residential" and homes == 1 else None

    return replace(_as_given(figure), value=value, told_by=("use", "building_use", "dwelling_units"))


def _of_the_new(before: str, after: str) -> Callable[[Figure], Measure]:
    """What a new building itself has: never more than the whole site has after the work, and all of that where
    there was nothing before."""

    def measure(figure: Figure) -> Measure:
        given = _as_given(figure)

        def value(answers: Answers) -> Value | None:
            if figure.key in answers.figures or figure.key in answers.unknown:
                return answers.figures.get(figure.key)
            return answers.number(after) if answers.number(before) == 0 else None

        def bounds(answers: Answers) -> Bounds:
            return Fraction(0), None if figure.key in answers.unknown else answers.number(after)

        def shown(answers: Answers) -> str:
            found = value(answers)
            return f"{number(found)} {figure.unit}" if isinstance(found, Fraction) else given.shown(answers)

        return replace(given, value=value, bounds=bounds, shown=shown, told_by=(before, after))

    return measure


_OWN: Mapping[str, Callable[[Figure], Measure]] = {
    "common_plan_sqft": _common_plan,
    "sloped_disturbed_sqft": _sloped,
    "disturbed_sqft": _disturbed,
    "single_family": _single_family,
    "building_use": _building_use,
    "new_floor_area_sqft": _of_the_new("floor_area_before_sqft", "floor_area_after_sqft"),
    "new_impervious_sqft": _of_the_new("impervious_before_sqft", "impervious_after_sqft"),
    "new_parking": _of_the_new("parking_before", "parking_after"),
}

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
            "impervious_before_percent_of_lot",
            "impervious_before_sqft",
            "lot_sqft",
            "the impervious surface before the work",
            "the lot's",
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
