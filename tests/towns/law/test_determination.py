"""Does a project need a permit: tables of cases, a second reading of the texts, and what must never happen."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from towns.law import schema
from towns.law.determination import activities_of, determine, next_question, questions, rules_of
from towns.law.figures import FIGURES, USES, BadAnswer, split

CASES = Path(__file__).parent.parent / "bylaws" / "determination"
ACRE = 43560


def _cases():
    for path in sorted(CASES.glob("*.toml")):
        for case in tomllib.loads(path.read_text("utf-8"))["case"]:
            yield pytest.param(path.stem, case, id=f"{path.stem}: {case['name']}")


@pytest.mark.parametrize(("town", "case"), list(_cases()))
def test_the_case_comes_out_as_the_text_says(town, case):
    found = {answer.matter: answer for answer in determine(schema.load(town), case["answers"])}

    assert {matter: found[matter].required for matter in case["expect"]} == case["expect"]
    for matter, missing in case.get("missing", {}).items():
        assert list(found[matter].missing) == missing
    for answer in found.values():
        assert (answer.required == "needs_figures") == bool(answer.missing)
        assert answer.because
        assert all(reason.text and reason.cite for reason in answer.because)


def only(town, matter="stormwater_permit", **answers):
    return next(answer for answer in determine(schema.load(town), answers) if answer.matter == matter)


def told(answer):
    return " ".join(reason.text for reason in answer.because)


# ---------------------------------------------------------------- what the answer says


def test_the_answer_says_that_the_project_stands_alone():
    assert "stand alone" in told(only("norfolk", disturbed_sqft=100))
    assert "stand alone" not in told(only("norfolk", disturbed_sqft=100, common_plan_sqft=200))
    assert "stands alone" in told(only("grafton", disturbed_sqft=100, earth_cubic_yards=1))


def test_a_plan_that_the_text_does_not_know_is_said_not_to_count():
    assert "does not count here" in told(only("grafton", disturbed_sqft=100, common_plan_sqft=90000))


def test_what_decided_is_cited():
    answer = only("hopkinton", disturbed_sqft=20000, slope_percent="15%", sloped_disturbed_sqft=10000)

    assert answer.because[0].cite == "§ 172-2B(2)"
    assert "15 percent" in answer.because[0].text
    assert "10,000 square feet or more" in answer.because[0].text


def test_grafton_below_the_thresholds_still_wants_the_soil_kept_on_the_site():
    answer = only("grafton", disturbed_sqft=39999, earth_cubic_yards=0)

    assert "best management practices" in told(answer)
    assert "determination that a permit is not required" in told(answer)


def test_ludlow_says_that_a_waiver_may_be_asked_for_below_an_acre():
    flats = {"use": "residential", "dwelling_units": 4, "single_family": "no"}
    small = only("ludlow", disturbed_sqft=43559, **flats)
    large = only("ludlow", disturbed_sqft=43561, **flats)

    assert "A waiver of the permit may be asked for" in told(small)
    assert "A waiver of the permit may be asked for" not in told(large)


def test_ludlow_an_addition_of_exactly_25_percent_may_ask_for_the_waiver():
    answer = only(
        "ludlow",
        "site_plan",
        use="commercial",
        new_building=False,
        floor_area_before_sqft=10000,
        floor_area_after_sqft=12500,
        exterior_alteration=False,
        change_of_use=False,
    )

    assert answer.required == "board_decides"
    assert "exactly 25 percent may ask" in told(answer)


def test_ludlow_a_larger_addition_carries_the_conflict_of_the_text():
    answer = only(
        "ludlow",
        "site_plan",
        use="commercial",
        new_building="no",
        floor_area_before_sqft=100,
        floor_area_after_sqft=126,
    )

    assert answer.required == "yes"
    assert "7.1.7(2) lets any addition ask" in told(answer)


def test_ludlow_floor_area_from_nothing_is_more_than_25_percent():
    answer = only(
        "ludlow",
        "site_plan",
        use="commercial",
        new_building="no",
        floor_area_before_sqft=0,
        floor_area_after_sqft=1,
    )

    assert answer.required == "yes"


def test_ludlow_says_what_naming_a_house_addition_states():
    answer = only("ludlow", "site_plan", activity=["single_family_addition"])

    assert answer.required == "no"
    assert "states the number of dwelling units: 1 unit." in told(answer)


def test_a_figure_that_is_given_wins_over_what_the_activity_states():
    answer = only(
        "ludlow", "site_plan", activity=["single_family_addition"], use="commercial", new_building=True
    )

    assert answer.required == "yes"


def test_an_activity_that_is_exempt_elsewhere_does_not_exempt_from_the_site_plan():
    answer = only("ludlow", "site_plan", activity="emergency", use="commercial", new_building="yes")

    assert answer.required == "yes"
    assert "Not every activity named is exempt" in told(answer)


def test_a_part_larger_than_its_whole_is_pointed_out_and_counted_as_given():
    answer = only("hopkinton", disturbed_sqft=5000, slope_percent=15, sloped_disturbed_sqft=12000)

    assert answer.required == "yes"
    assert "One of two figures must be wrong" in told(answer)


def test_the_sloped_part_alone_may_be_an_acre():
    assert only("hopkinton", sloped_disturbed_sqft=ACRE).required == "yes"


def test_wrentham_says_that_the_text_on_file_is_cut():
    assert "stops after the third exemption" in told(only("wrentham"))


OVER_HALF = {
    "disturbed_sqft": 2000,
    "lot_sqft": 10000,
    "impervious_before_sqft": 6000,
    "impervious_after_sqft": 6500,
}


def test_hopkinton_a_lot_that_is_over_half_already_is_a_doubt():
    """§ 172-2B(3): "will increase the amount of impervious surface to more than 50% of the area of a lot"."""
    over, crossing = (
        only("hopkinton", **OVER_HALF),
        only("hopkinton", **{**OVER_HALF, "impervious_before_sqft": 5000}),
    )

    assert (over.required, crossing.required) == ("yes", "yes")
    assert "covered already" in told(over)
    assert "is a doubt" in told(over)
    assert "is a doubt" not in told(crossing)


def test_an_exemption_is_named_with_its_condition():
    """§ 172-2D(7), V-7.2: naming the activity asserts its conditions, so the name must say them."""
    labels = {
        (town, exemption.key): exemption.label
        for town in schema.TOWNS
        for rule in rules_of(schema.load(town))
        for exemption in rule.exemptions
    }

    emergency = labels["hopkinton", "emergency_repair"]
    assert "threat to public health or safety" in emergency
    assert "DPW Director deems necessary" in emergency
    assert "immediately necessary" in labels["ludlow", "emergency"]
    assert "Planning Board or the DPW" in labels["ludlow", "emergency"]
    assert "altering drainage" in labels["grafton", "single_family_landscaping"]
    assert "existing" in labels["norfolk", "landscaping"]
    assert "without a nuisance" in labels["wrentham", "landscaping"]


def test_what_is_not_held_is_told_with_the_answer():
    assert "not held here" in told(only("grafton", disturbed_sqft=50000))
    for answer in determine(schema.load("wrentham"), {}):
        assert "not held here" in told(answer)
        assert "stops in § 351-9" in told(answer)
    assert "prints no section numbers" in told(only("hopkinton", disturbed_sqft=ACRE))


def test_wrentham_the_recharge_approval_does_not_stand_alone():
    assert "may also be subject to requirements above" in told(only("wrentham", "recharge_approval"))


def test_norfolk_a_plan_of_exactly_one_acre_carries_the_conflict_of_the_text():
    """§ 267-16 "equal to or greater than one acre", § 267-14 "disturbing greater than one acre"."""
    exact = only("norfolk", disturbed_sqft=5000, common_plan_sqft=ACRE)

    assert exact.required == "yes"
    assert "§ 267-14" in told(exact)
    assert "§ 267-14" not in told(only("norfolk", disturbed_sqft=5000, common_plan_sqft=ACRE + 1))


# ---------------------------------------------------------------- the readings are settings


def chosen(town, **readings):
    text = (schema.FOLDER / f"{town}.toml").read_text("utf-8")
    return schema.parse(text, name=f"{town}.toml", settings=readings)


def first(bylaw, matter="stormwater_permit", **answers):
    return next(a for a in determine(bylaw, answers) if a.matter == matter)


@pytest.mark.parametrize("town", schema.TOWNS)
def test_every_choice_of_every_reading_can_be_made(town):
    for key, reading in schema.load(town).open_readings.items():
        assert reading.words
        for choice in reading.choices:
            determine(chosen(town, **{key: choice}), {"disturbed_sqft": ACRE})


def test_hopkinton_counsel_may_leave_small_work_to_the_board():
    bylaw = chosen("hopkinton", small_work_exemptions="board_decides")
    answers = {
        "activity": "septic_repair",
        "disturbed_sqft": 20000,
        "slope_percent": 20,
        "sloped_disturbed_sqft": 10000,
    }

    assert first(bylaw, **answers).required == "board_decides"
    assert "for the board to decide" in told(first(bylaw, **answers))


def test_hopkinton_counsel_may_count_the_common_plan_against_small_work():
    answers = {"activity": "septic_repair", "disturbed_sqft": 500, "common_plan_sqft": ACRE}

    assert first(schema.load("hopkinton"), **answers).required == "no"
    assert first(chosen("hopkinton", small_work_acre="common_plan"), **answers).required == "yes"


def test_ludlow_counsel_may_count_any_acre_or_only_more_than_one():
    elsewhere = {"disturbed_sqft": ACRE, "drains_to_ms4": "no", "use": "residential", "dwelling_units": 2}
    draining = elsewhere | {"drains_to_ms4": "yes"}

    assert first(chosen("ludlow", acre_that_drains="any_acre"), **elsewhere).required == "yes"
    assert first(chosen("ludlow", exactly_one_acre="out"), **draining).required == "no"


def test_hopkinton_counsel_may_count_only_what_crosses_the_half():
    assert first(chosen("hopkinton", over_half_already="crossing"), **OVER_HALF).required == "no"


def test_ludlow_counsel_may_call_municipal_buildings_institutional():
    station = {"use": "municipal", "new_building": "yes", "new_floor_area_sqft": 6000, "dwelling_units": 0}
    station |= {"disturbed_sqft": 9000}

    assert first(schema.load("ludlow"), **station).required == "board_decides"
    assert first(chosen("ludlow", municipal_institutional="institutional"), **station).required == "yes"


# ---------------------------------------------------------------- an independent reading of the five texts


def _n(a, key):
    return Fraction(str(a.get(key, 0)))


def hopkinton(a):
    small = {"septic_repair", "patio_pool_shed_fence", "utilities"}
    named = a["activity"]
    disturbed = _n(a, "disturbed_sqft")
    if disturbed == 0:
        return "no"
    exempt = [n == "agriculture" or (n in small and disturbed < ACRE) for n in named]
    if named and all(exempt):
        return "no"
    yes = disturbed >= ACRE or _n(a, "common_plan_sqft") >= ACRE
    yes = yes or (_n(a, "slope_percent") >= 15 and _n(a, "sloped_disturbed_sqft") >= 10000)
    before, after = _n(a, "impervious_before_sqft"), _n(a, "impervious_after_sqft")
    return "yes" if yes or (after > before and 2 * after > _n(a, "lot_sqft")) else "no"


def grafton(a):
    for name in a["activity"]:
        if name == "single_family_landscaping" and (_n(a, "wall_feet") > 4 or _n(a, "grade_change_feet") > 2):
            break
    else:
        if a["activity"]:
            return "no"
    return "yes" if _n(a, "disturbed_sqft") >= 40000 or _n(a, "earth_cubic_yards") >= 1000 else "no"


BUSINESS = ("commercial", "industrial", "institutional")


def ludlow(a):
    disturbed, plan = _n(a, "disturbed_sqft"), _n(a, "common_plan_sqft")

    def more(what):
        return _n(a, f"{what}_after_sqft") - _n(a, f"{what}_before_sqft") > 5000

    listed = a["dwelling_units"] >= 4 and not a["single_family"]
    itself = a["new_building"] and (
        _n(a, "new_floor_area_sqft") >= 5000
        or _n(a, "new_impervious_sqft") >= 10000
        or a["new_parking"] >= 10
    )
    existing = not a["new_building"] or _n(a, "floor_area_before_sqft") > 0 or a["parking_before"] > 0
    added = existing and (
        more("floor_area") or more("impervious") or a["parking_after"] - a["parking_before"] >= 10
    )
    municipal = (a["building_use"] == "municipal" and itself) or (a["use"] == "municipal" and added)
    listed |= a["building_use"] in BUSINESS and itself
    listed |= a["use"] in BUSINESS and added
    listed |= disturbed > ACRE or plan >= ACRE or (disturbed == ACRE and a["drains_to_ms4"])
    outcome = "yes" if listed else "board_decides" if disturbed == ACRE or municipal else "no"
    exempt = [n != "under_one_acre" or (disturbed <= ACRE and plan == 0) for n in a["activity"]]
    return "board_decides" if outcome == "yes" and exempt and all(exempt) else outcome


def ludlow_site_plan(a):
    if a["building_use"] == "agricultural" or a["single_family"]:
        return "no"
    before, after = _n(a, "floor_area_before_sqft"), _n(a, "floor_area_after_sqft")
    if a["new_building"] or 4 * (after - before) > before:
        return "yes"
    changed = a["exterior_alteration"] or a["change_of_use"] or a["change_of_occupancy"]
    return "board_decides" if changed or after > before else "no"


def norfolk(a):
    if a["activity"]:
        return "no"
    return "yes" if _n(a, "disturbed_sqft") >= ACRE or _n(a, "common_plan_sqft") >= ACRE else "no"


ORACLES = {
    "hopkinton": {"stormwater_permit": hopkinton},
    "grafton": {"stormwater_permit": grafton},
    "ludlow": {"stormwater_permit": ludlow, "site_plan": ludlow_site_plan},
    "norfolk": {"stormwater_permit": norfolk},
}
NAMED = {
    "hopkinton": ["agriculture", "septic_repair", "patio_pool_shed_fence", "utilities"],
    "grafton": ["single_family_landscaping", "dead_trees", "utilities"],
    "ludlow": ["under_one_acre", "emergency", "treatment_repair"],
    "norfolk": ["fencing", "wetlands_order"],
}
AREAS = [0, 1, 4999, 5000, 5001, 9999, 10000, 10001, 20000, 39999, 40000, ACRE - 1, ACRE, ACRE + 1, 90000]
POOLS = {
    "slope_percent": [0, "14.99", 15, 30],
    "earth_cubic_yards": [0, "999.9", 1000, 5000],
    "impervious_before_sqft": [0, 5000, 10000],
    "impervious_after_sqft": [0, 5000, 5001, 9999, 10000, "10000.5", 15001],
    "lot_sqft": [5000, 10000, 20000, ACRE],
    "dwelling_units": [0, 1, 2, 3, 4, 9],
    "floor_area_before_sqft": [0, 4000, 10000],
    "floor_area_after_sqft": [0, 4000, 4999, 5000, 12500, 12501, 15000, 15001],
    "parking_before": [0, 5],
    "parking_after": [0, 9, 10, 14, 15],
    "new_floor_area_sqft": [0, 4999, 5000, 9000],
    "new_impervious_sqft": [0, 9999, 10000],
    "new_parking": [0, 9, 10],
    "wall_feet": [0, 4, "4.01"],
    "grade_change_feet": [0, 2, "2.01"],
}


def _pool(figure):
    if figure.kind == "use":
        return st.sampled_from(USES)
    if figure.kind == "yes_no":
        return st.booleans()
    return st.sampled_from(POOLS.get(figure.key, AREAS))


@st.composite
def projects(draw, town):
    """A project of which everything is known, and whose figures agree with one another."""
    answers = {figure.key: draw(_pool(figure)) for figure in FIGURES}
    answers["activity"] = draw(st.lists(st.sampled_from(NAMED[town]), max_size=2, unique=True))
    if not draw(st.booleans()):
        del answers["common_plan_sqft"]
    assume(answers["sloped_disturbed_sqft"] <= answers["disturbed_sqft"])
    return answers


def agreeing(answers):
    """The same project with facts that cannot contradict one another: what a new building has is part of the site's,
    a building serves its property's use except on a farm, and one home on residential land is a single-family house."""
    fitted = dict(answers)
    for mine, before, after in (
        ("new_floor_area_sqft", "floor_area_before_sqft", "floor_area_after_sqft"),
        ("new_impervious_sqft", "impervious_before_sqft", "impervious_after_sqft"),
        ("new_parking", "parking_before", "parking_after"),
    ):
        whole = Fraction(str(fitted[after]))
        fits = whole if fitted[before] == 0 else min(whole, Fraction(str(fitted[mine])))
        fitted[mine] = int(fits) if fits.denominator == 1 else str(float(fits))
    if fitted["use"] != "agricultural":
        fitted["building_use"] = fitted["use"]
    if fitted["building_use"] != "residential" or fitted["dwelling_units"] == 0:
        fitted["single_family"] = False
    elif fitted["dwelling_units"] == 1:
        fitted["single_family"] = True
    return fitted


@pytest.mark.parametrize("town", list(ORACLES))
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_a_second_reading_of_the_text_agrees(town, data):
    answers = data.draw(projects(town))

    found = {answer.matter: answer.required for answer in determine(schema.load(town), answers)}

    assert found == {matter: oracle(answers) for matter, oracle in ORACLES[town].items()}


@pytest.mark.parametrize("town", list(ORACLES))
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_what_is_learned_later_never_contradicts_an_answer(town, data):
    answers = agreeing(data.draw(projects(town)))
    # A project disturbs some land until somebody says it disturbs none; that one figure may take a yes back.
    assume(answers["disturbed_sqft"] > 0)
    hidden = data.draw(
        st.sets(st.sampled_from([k for k in answers if k not in ("activity", "common_plan_sqft")]))
    )
    bylaw = schema.load(town)

    before = determine(bylaw, {key: value for key, value in answers.items() if key not in hidden})
    after = determine(bylaw, answers)

    for early, late in zip(before, after, strict=True):
        assert late.required != "needs_figures"
        if early.required != "needs_figures":
            assert early.required == late.required
        assert set(early.missing) <= hidden


@pytest.mark.parametrize("town", schema.TOWNS)
@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_unknown_is_never_no(town, data):
    """design.md 7: a value may be unknown, "which is never no": whatever was answered, and even where the figures
    contradict one another, saying "unknown" instead never turns a yes or an open answer into a no."""
    bylaw = schema.load(town)
    answers = {figure.key: data.draw(_pool(figure)) for figure in FIGURES if data.draw(st.integers(0, 9))}
    answers["activity"] = data.draw(st.lists(st.sampled_from(activities_of(bylaw)), max_size=2, unique=True))
    asked = data.draw(st.sets(st.sampled_from(sorted(answers)), min_size=1, max_size=3))

    known = determine(bylaw, answers)
    unsure = determine(bylaw, answers | dict.fromkeys(asked, "unknown"))

    for before, after in zip(known, unsure, strict=True):
        if before.required != "no":
            assert after.required != "no", (before, after)
        left_out = {figure.key for figure in FIGURES} - set(answers)
        assert set(after.missing) <= asked | left_out


HOUSE_ADDITION = {"activity": "single_family_addition", "use": "commercial", "new_building": "yes"}
FLAT = {"use": "residential", "dwelling_units": 1, "single_family": "no", "new_building": "yes"}
SLOPE = {
    "disturbed_sqft": 5000, "slope_percent": 20, "sloped_disturbed_sqft": 12000,
    "impervious_before_sqft": 0, "impervious_after_sqft": 0,
}  # fmt: skip
SHOP = {
    "use": "residential", "building_use": "commercial", "new_building": "yes", "new_floor_area_sqft": 6000,
    "new_impervious_sqft": 0, "new_parking": 0, "dwelling_units": 0, "disturbed_sqft": 500,
}  # fmt: skip


@pytest.mark.parametrize(
    ("town", "matter", "answers", "asked"),
    [
        # A figure that is unknown is not filled in from the activity named.
        ("ludlow", "site_plan", HOUSE_ADDITION, "use"),
        # A building's use that is unknown does not follow from the property's.
        ("ludlow", "stormwater_permit", SHOP, "building_use"),
        # Nor does whether it is a house follow from anything.
        ("ludlow", "site_plan", FLAT, "single_family"),
        # A part that was given as larger than its whole is not cut to the whole.
        ("hopkinton", "stormwater_permit", SLOPE, "sloped_disturbed_sqft"),
        (
            "ludlow",
            "stormwater_permit",
            SHOP | {"floor_area_before_sqft": 0, "floor_area_after_sqft": 100},
            "new_floor_area_sqft",
        ),
    ],
)
def test_one_answer_that_is_unknown_is_open_whatever_stands_beside_it(town, matter, answers, asked):
    unsure = only(town, matter, **answers | {asked: "unknown"})

    assert only(town, matter, **answers).required == "yes"
    assert unsure.required == "needs_figures"
    assert asked in unsure.missing


@pytest.mark.parametrize("town", list(ORACLES))
@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_more_disturbed_ground_never_turns_a_yes_into_a_no(town, data):
    answers = data.draw(projects(town))
    more = answers | {"disturbed_sqft": answers["disturbed_sqft"] + data.draw(st.integers(0, 90000))}
    bylaw = schema.load(town)

    for small, large in zip(determine(bylaw, answers), determine(bylaw, more), strict=True):
        if small.required == "yes":
            assert large.required == "yes"
        if small.required == "board_decides":
            assert large.required != "no"


@pytest.mark.parametrize("town", list(ORACLES))
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_every_figure_named_as_missing_helps(town, data):
    """Giving what is missing, one by one, ends in an answer: nothing else is ever needed."""
    answers = data.draw(projects(town))
    known = {"activity": answers["activity"]}
    bylaw = schema.load(town)

    for _ in FIGURES:
        missing = {key for answer in determine(bylaw, known) for key in answer.missing}
        if not missing:
            break
        key = min(missing)
        known[key] = answers[key]

    assert all(answer.required != "needs_figures" for answer in determine(bylaw, known))


# ---------------------------------------------------------------- questions for a page


def test_the_questions_begin_with_the_work_and_leave_out_what_no_rule_reads():
    asked = questions(schema.load("grafton"))

    assert [question.key for question in asked] == [
        "activity",
        "disturbed_sqft",
        "earth_cubic_yards",
        "wall_feet",
        "grade_change_feet",
    ]
    assert dict(asked[0].choices)["dead_trees"] == "removal of hazardous or dead trees"
    assert all(question.text and question.why for question in asked)


def test_one_question_at_a_time_until_nothing_more_helps():
    bylaw = schema.load("hopkinton")

    assert next_question(bylaw, {}).key == "activity"
    assert next_question(bylaw, {}, ["activity"]).key == "disturbed_sqft"
    assert next_question(bylaw, {"activity": ["septic_repair"]}).key == "disturbed_sqft"
    assert next_question(bylaw, {"activity": [], "disturbed_sqft": 50000}) is None
    assert next_question(bylaw, {"activity": [], "disturbed_sqft": 500}).key == "impervious_before_sqft"
    assert next_question(bylaw, {"activity": ["septic_repair"]}, ["disturbed_sqft"]) is None


def test_choices_are_offered_for_a_use_and_for_yes_and_no():
    asked = {question.key: question for question in questions(schema.load("ludlow"))}

    assert [key for key, _ in asked["use"].choices] == list(USES)
    assert asked["new_building"].choices == (("yes", "Yes"), ("no", "No"))
    assert asked["disturbed_sqft"].choices == ()


def test_a_text_without_thresholds_asks_nothing():
    text = (schema.FOLDER / "norfolk.toml").read_text("utf-8")
    start, end = (
        text.index("[matter.stormwater_permit.threshold"),
        text.index("# ----", text.index("remark.maintenance")),
    )
    bylaw = schema.parse(text[:start] + text[end:], name="norfolk.toml")

    assert questions(bylaw) == []
    assert determine(bylaw, {}) == []
    assert next_question(bylaw, {}) is None


def test_a_text_without_exemptions_does_not_ask_for_them():
    text = (schema.FOLDER / "norfolk.toml").read_text("utf-8")
    start, end = (
        text.index("[matter.stormwater_permit.exemption"),
        text.index("[matter.stormwater_permit.remark"),
    )
    bylaw = schema.parse(text[:start] + text[end:], name="norfolk.toml")

    assert [question.key for question in questions(bylaw)] == ["disturbed_sqft", "common_plan_sqft"]
    assert next_question(bylaw, {}).key == "disturbed_sqft"
    with pytest.raises(BadAnswer, match=r"Use one of: .none."):
        determine(bylaw, {"activity": "fencing"})


# ---------------------------------------------------------------- answers that cannot be read


@pytest.mark.parametrize(
    ("answers", "key", "says"),
    [
        ({"disturbed": 1}, "disturbed", "is not a known key. Use one of: disturbed_sqft"),
        (
            {"disturbed_sqft": "an acre"},
            "disturbed_sqft",
            "'an acre' is not a number. Write square feet as 43560",
        ),
        ({"disturbed_sqft": "-1"}, "disturbed_sqft", "'-1' is less than zero. Give zero or more."),
        ({"disturbed_sqft": "1e5"}, "disturbed_sqft", "is not a number"),
        ({"disturbed_sqft": "4,35,60"}, "disturbed_sqft", "is not a number"),
        ({"disturbed_sqft": "9" * 31}, "disturbed_sqft", "is not a number"),
        ({"disturbed_sqft": "nan"}, "disturbed_sqft", "is not a number"),
        ({"disturbed_sqft": 1.5}, "disturbed_sqft", "'1.5' is not an exact number"),
        ({"disturbed_sqft": True}, "disturbed_sqft", "'yes' is not an exact number"),
        ({"disturbed_sqft": " "}, "disturbed_sqft", "has no value. Give one, or leave the key out"),
        ({"dwelling_units": "2.5"}, "dwelling_units", "'2.5' is not a whole number. Count the units."),
        ({"use": "shop"}, "use", "'shop' is not a use. Use one of: residential, commercial"),
        ({"new_building": "perhaps"}, "new_building", "'perhaps' is neither yes nor no. Write yes or no."),
        (
            {"activity": "dancing"},
            "activity",
            "'dancing' is no exemption in Norfolk. Use one of: agriculture, land",
        ),
        ({"activity": 3}, "activity", "is 3. Give the names of activities."),
    ],
)
def test_a_bad_answer_names_the_key_the_value_and_the_mend(answers, key, says):
    with pytest.raises(BadAnswer) as caught:
        determine(schema.load("norfolk"), answers)

    assert caught.value.key == key
    assert str(caught.value).startswith(f"{key}: ")
    assert says in str(caught.value)


@pytest.mark.parametrize("value", ["43,560", "43560", "43560.0", 43560, Decimal("43560.00"), " 43560 "])
def test_a_number_may_be_written_as_people_write_it(value):
    assert only("norfolk", disturbed_sqft=value).required == "yes"


@pytest.mark.parametrize("value", [None, "unknown", " Unknown "])
def test_i_do_not_know_is_named_as_missing(value):
    assert only("norfolk", disturbed_sqft=value).missing == ("disturbed_sqft",)


# design.md 7: "A value may be unknown: asked and not known, which is never no (a key left out was not asked; only
# common_plan_sqft left out means that the project stands alone)".
@pytest.mark.parametrize("town", ["norfolk", "hopkinton", "ludlow"])
def test_a_common_plan_that_is_unknown_is_no_plan_that_is_not_there(town):
    answers = {"disturbed_sqft": 500, "use": "residential", "dwelling_units": 1, "new_building": "yes"}
    answers |= {"impervious_before_sqft": 0, "impervious_after_sqft": 0}

    alone = only(town, **answers)
    unsure = only(town, common_plan_sqft="unknown", **answers)

    assert (alone.required, alone.missing) == ("no", ())
    assert (unsure.required, unsure.missing) == ("needs_figures", ("common_plan_sqft",))
    assert "not taken to stand alone" in told(unsure)
    assert "stand alone, not as part" not in told(unsure)


def test_a_common_plan_that_is_unknown_and_does_not_matter_is_said_not_to():
    assert "the same either way" in told(only("norfolk", disturbed_sqft=ACRE, common_plan_sqft="unknown"))


@pytest.mark.parametrize("value", [None, "unknown", ["unknown"]])
def test_an_activity_that_is_unknown_may_be_exempt_work(value):
    answer = only("hopkinton", disturbed_sqft=2 * ACRE, activity=value)

    assert (answer.required, answer.missing) == ("needs_figures", ("activity",))
    assert "A threshold is met" in told(answer)
    assert "hangs on what the work is" in told(answer)


def test_an_activity_that_is_unknown_does_not_matter_below_every_threshold():
    assert only("norfolk", disturbed_sqft=500, activity="unknown").required == "no"


def test_none_of_the_exempt_activities_is_an_answer_too():
    assert only("hopkinton", disturbed_sqft=2 * ACRE, activity="none").required == "yes"


def test_the_threshold_is_told_before_the_exemption_that_lifts_it():
    reasons = only("hopkinton", disturbed_sqft=2 * ACRE, activity="agriculture").because

    assert [reason.cite for reason in reasons][:2] == ["§ 172-2B(1)", "§ 172-2C(1)"]
    assert reasons[1].text.startswith("Exempt:")


def test_a_fraction_is_shown_as_it_was_given():
    assert "999.99 cubic yards" in told(only("grafton", disturbed_sqft=1, earth_cubic_yards="999.99"))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["disturbed_sqft"], "disturbed_sqft: has no value. Write disturbed_sqft=VALUE."),
        (["=4"], "KEY: is not a known key"),
        (["use=municipal", "use=commercial"], "use: is given twice. Give it once."),
    ],
)
def test_words_that_are_no_answers(words, says):
    if words == ["=4"]:
        with pytest.raises(BadAnswer, match=r"^: is not a known key"):
            determine(schema.load("norfolk"), split(words))
        return
    with pytest.raises(BadAnswer) as caught:
        split(words)
    assert str(caught.value) == says


def test_words_become_answers_and_activities_may_repeat():
    assert split(["use=municipal", "activity=fencing", "activity=utilities"]) == {
        "use": "municipal",
        "activity": ["fencing", "utilities"],
    }


def test_the_exemption_keys_are_those_agreed():
    assert {town: " ".join(activities_of(schema.load(town))) for town in schema.TOWNS} == {
        "hopkinton": "agriculture forest_plan landscaping approved_subdivision single_family_addition "
        "structure_addition town_land_maintenance "
        "driveway_maintenance patio_pool_shed_fence utilities emergency_repair septic_repair",
        "grafton": "agriculture_forestry dead_trees vegetation_maintenance septic_repair single_family_landscaping "
        "utilities drainage_maintenance public_way_maintenance",
        "ludlow": "agriculture forestry single_family_addition under_one_acre treatment_repair emergency",
        "wrentham": "landscaping fencing utilities",
        "norfolk": "agriculture landscaping fencing utilities wetlands_order",
    }
