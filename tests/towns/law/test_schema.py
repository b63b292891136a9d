"""A bylaw file that cannot be trusted is refused, and each fault names file, key and mend."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from towns.law import schema
from towns.law.entries import BylawError

#: A town that does not exist, whose file is sound.
GOOD = (Path(__file__).parent / "sometown.toml").read_text("utf-8")

CLOCK = "matter.permit.clock.hold_hearing"

#: (what is replaced, by what, the key that is named, words of the mend)
BROKEN = [
    ("on = 2026-12-24\n", "", "calendar.closed_day[1].on", "Add on"),
    ('text = "The form"', f'text = "{"x" * 501}"', "matter.permit.submission[1].text", "Shorten it"),
    ("[town]\n", "[town\n", "(whole file)", "Each key stands once"),
    ('cite = "§ 3"\n', 'cite = "§ 3"\ncite = "§ 3"\n', "(whole file)", "Each key stands once"),
    ('county = "Norfolk"\n', "", "town.county", 'Add county = "…"'),
    ('label = "as adopted"', 'label = ""', "edition.label", "Write text in quotes"),
    ("effective = 2020-01-01", 'effective = "2020"', "edition.effective", "without quotes"),
    ("effective = 2020-01-01", "effective = 2020-01-01T00:00:00", "edition.effective", "without quotes"),
    ("saturday_closed = true", 'saturday_closed = "yes"', "calendar.saturday_closed", "true or false"),
    ('name = "Town day"\ncite = "§ 9"', 'name = "Town day"', "calendar.closed_day[1].cite", "Add cite"),
    ('board = "planning_board"', 'board = "zoning_board"', "matter.permit.board", "planning_board"),
    (
        'number_prefix = "P"',
        'number_prefix = "P"\ncolour = "red"',
        "matter.permit.colour",
        "Remove it or correct it",
    ),
    ("[reading.extension]", "[weather]\nwet = true\n\n[reading.extension]", "weather", "Known at the top"),
    ('if_missed = "overdue"\ncite = "§ 4"', 'if_missed = "overdue"', f"{CLOCK}.cite", "Add cite"),
    ('says = "within 45 days"\n', "", f"{CLOCK}.says", "Quote the words"),
    ("length = 45", "length = -1", f"{CLOCK}.length", "0 or more"),
    ("length = 45", "length = true", f"{CLOCK}.length", "0 or more"),
    ("length = 45\n", "", f"{CLOCK}.length", "Add length"),
    ("length = 45", 'length = 45\nunit = "weeks"', f"{CLOCK}.unit", "calendar, business, years"),
    ('from = ["complete"]', 'from = ["completed"]', f"{CLOCK}.from", "towns/law/events.py"),
    ('from = ["complete"]', 'from = ["Complete it"]', f"{CLOCK}.from", "event:outcome"),
    ('from = ["complete"]', 'from = ["complete.until"]', f"{CLOCK}.from", "It carries: found_on"),
    ('from = ["complete"]', 'from = ["filed.found_on"]', f"{CLOCK}.from", "It carries: filed_with_clerk"),
    ('from = ["complete"]', 'from = ["withdrawn.until"]', f"{CLOCK}.from", "It carries: none"),
    ('from = ["complete"]', "from = [1]", f"{CLOCK}.from", "list of words"),
    ('from = ["complete"]', "from = []", f"{CLOCK}.from", "list of words"),
    ('from = ["complete"]', 'from = ["@hold_hearing"]', f"{CLOCK}.from", "Name another clock"),
    ('from = ["complete"]', 'from = ["@decide"]', f"{CLOCK}.from", "above"),
    ('from = ["complete"]', 'from = ["@open_meeting"]', f"{CLOCK}.from", "above"),
    ('from = ["complete"]', 'from = ["complete", "@open_meeting"]', f"{CLOCK}.from", "only start"),
    ('stops = ["hearing_opened"]', 'stops = ["@open_meeting"]', f"{CLOCK}.stops", "Only an event"),
    ('if_missed = "overdue"', 'if_missed = "doomed"', f"{CLOCK}.if_missed", "towns/law/events.py"),
    ('if_missed = "overdue"\ncite = "§ 4"', 'cite = "§ 4"', f"{CLOCK}.if_missed", "when time runs out"),
    ("length = 45", 'length = "none given"', f"{CLOCK}.length", "cannot run out"),
    ("length = 45", 'length = 45\nextend = "handshake"', f"{CLOCK}.extend", "filed_agreement"),
    ("length = 45", 'length = 45\nextended_with = ["other"]', f"{CLOCK}.extended_with", "hold_hearing"),
    ("length = 45", 'length = 45\nadds = "permit_renewed"', f"{CLOCK}.adds", "Give both or neither"),
    (
        "length = 45",
        'length = 45\nadds = "permit_renewed"\nadds_length = 1',
        f"{CLOCK}.adds",
        'unit = "years"',
    ),
    ("length = 45", 'length = 45\nper = "colour"', f"{CLOCK}.per", "board"),
    ("length = 45", 'length = 45\nuse = "magic"', f"{CLOCK}.use", "ticket_deliver"),
    ("length = 45", "length = 45\nrolls = 1", f"{CLOCK}.rolls", "true or false"),
    ('clock = "hold_hearing"', 'clock = "mail"', "matter.permit.notice[1].clock", "hold_hearing"),
    (
        "[[matter.permit.notice]]",
        "[matter.permit.notice]",
        "matter.permit.notice",
        "[[matter.permit.notice]]",
    ),
    ('act = "decided"', 'act = "pondered"', "matter.permit.gate[1].act", "towns/law/events.py"),
    (
        'needs = ["initial_inspection"]',
        'needs = ["luck"]',
        "matter.permit.gate[1].needs",
        "towns/law/events.py",
    ),
    (
        'cite = "§ 3"\nnumber',
        'cite = "§ 3"\nvoided_by = "magic"\nnumber',
        "matter.permit.voided_by",
        "events.py",
    ),
    ('choice = "no"', 'choice = "maybe"', "reading.extension.choice", "no, yes"),
    (
        "[calendar]\n",
        '[[matter.permit.amendment]]\nname = "New"\n\n[calendar]\n',
        "matter.permit.amendment.effective",
        "Add",
    ),
    (
        "[calendar]\n",
        '[[matter.permit.amendment]]\neffective = 2027-01-01\ncite = ""\nname = "New"\n\n[calendar]\n',
        "matter.permit.amendment.cite",
        "Add cite",
    ),
    (
        "[calendar]\n",
        '[[matter.permit.amendment]]\neffective = 2027-01-01\ncite = "Art. 9"\n\n[calendar]\n',
        "matter.permit.amendment",
        "repealed = true",
    ),
    ("[calendar]\n", "[calendar]\namendment = 3\n", "calendar.amendment", "[[calendar.amendment]]"),
]


def faults(text: str) -> list[tuple[str, str, str]]:
    with pytest.raises(BylawError) as caught:
        schema.parse(text, name="sometown.toml")
    return [(problem.file, problem.key, problem.mend) for problem in caught.value.problems]


def test_the_good_file_is_read_whole() -> None:
    bylaw = schema.parse(GOOD, name="sometown.toml")

    matter = bylaw.matters["permit"]
    assert [rule.name for rule in matter.clocks] == ["hold_hearing", "open_meeting"]
    assert matter.clock("hold_hearing").length == 45
    assert matter.notices[0].clock == "hold_hearing"
    assert matter.submissions[0].copies == 1
    assert matter.gates[0].needs == ("initial_inspection",)
    assert bylaw.calendar.is_closed(date(2026, 12, 24))
    assert schema.dump(bylaw) == GOOD
    with pytest.raises(KeyError):
        matter.clock("decide")


def test_a_board_has_a_dated_successor() -> None:
    board = schema.parse(GOOD, name="sometown.toml").boards["planning_board"]

    assert board.acting(date(2024, 12, 31)) == "Planning Board"
    assert board.acting(date(2025, 1, 1)) == "Select Board"


@pytest.mark.parametrize(("old", "new", "key", "mend"), BROKEN, ids=[f"{b[2]} {b[1][:40]!r}" for b in BROKEN])
def test_each_fault_names_file_key_and_mend(old: str, new: str, key: str, mend: str) -> None:
    assert old in GOOD

    found = faults(GOOD.replace(old, new, 1))

    assert any(file == "sometown.toml" and at.startswith(key) and mend in how for file, at, how in found), (
        found
    )


def test_two_matters_cannot_share_a_number_prefix() -> None:
    second = '[matter.other]\nkind = "permit"\nname = "Other"\nboard = "planning_board"\ncite = "§ 8"\nnumber_prefix = "P"\n'

    assert [key for _, key, _ in faults(GOOD + second)] == ["matter.other.number_prefix"]


def test_every_fault_is_named_at_once_and_the_error_reads_as_sentences() -> None:
    text = GOOD.replace("length = 45", "length = -1").replace('county = "Norfolk"\n', "")

    with pytest.raises(BylawError) as caught:
        schema.parse(text, name="sometown.toml")

    assert str(caught.value).splitlines() == [
        'sometown.toml: town.county: is missing. Add county = "…".',
        f"sometown.toml: {CLOCK}.length: is -1. Write a whole number, 0 or more, without quotes.",
    ]


def test_a_file_without_matters_is_refused() -> None:
    assert ("sometown.toml", "matter", "Add at least one [matter.NAME].") in faults(
        GOOD[: GOOD.index("[matter")]
    )


def test_a_table_written_as_a_value_is_refused() -> None:
    text = GOOD.replace("[calendar]\nsaturday_closed = true\n", "").replace(
        "[[calendar.closed_day]]\n", "[x]\n"
    )

    assert ("sometown.toml", "calendar", "Write it as a table: [calendar].") in faults(
        "calendar = 3\n" + text
    )


def test_a_broken_state_layer_is_named_too() -> None:
    state = '[town]\nslug = "massachusetts"\nname = "Massachusetts"\n'
    state += '[[holiday]]\nname = "Someday"\nmonth = 1\ncite = "§ 1"\n'

    with pytest.raises(BylawError) as caught:
        schema.parse(GOOD, name="sometown.toml", state=state)

    assert ("massachusetts.toml", "holiday[1].day") in [(p.file, p.key) for p in caught.value.problems]


def test_a_town_that_we_hold_no_law_for_is_named() -> None:
    with pytest.raises(LookupError, match=r"'boston'.*norfolk"):
        schema.load("boston")


# ---------------------------------------------------------------- amendments

AMENDED = (
    GOOD
    + """
[[matter.permit.clock.hold_hearing.amendment]]
effective = 2027-07-01
length = 30
cite = "Art. 12"

[[matter.permit.clock.hold_hearing.amendment]]
effective = 2029-07-01
repealed = true
cite = "Art. 20"

[[matter.permit.submission]]
key = "plan"
text = "The plan"
to = "planning_board"
cite = "§ 3"

[[matter.permit.submission.amendment]]
effective = 2028-07-01
repealed = true
cite = "Art. 15"
"""
)


@pytest.mark.parametrize(
    ("on", "length", "submissions"),
    [(None, 45, 2), (date(2027, 6, 30), 45, 2), (date(2027, 7, 1), 30, 2), (date(2028, 7, 1), 30, 1)],
)
def test_an_amendment_is_a_dated_entry(on: date | None, length: int, submissions: int) -> None:
    matter = schema.parse(AMENDED, name="sometown.toml", on=on).matters["permit"]

    assert matter.clock("hold_hearing").length == length
    assert len(matter.submissions) == submissions


def test_a_repealed_clock_is_gone_and_what_went_with_it_too() -> None:
    text = AMENDED.replace('clock = "hold_hearing"\n', "")

    assert schema.parse(text, name="sometown.toml", on=date(2029, 7, 1)).matters["permit"].clocks == ()


def test_the_days_on_which_the_law_changes_are_known() -> None:
    assert schema.parse(AMENDED, name="sometown.toml").amended == (
        date(2027, 7, 1),
        date(2028, 7, 1),
        date(2029, 7, 1),
    )


def test_a_story_is_read_by_the_text_in_force_or_the_oldest_we_hold(
    monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    (tmp_path / "massachusetts.toml").write_text(
        (schema.FOLDER / "massachusetts.toml").read_text("utf-8"), "utf-8"
    )
    (tmp_path / "sometown.toml").write_text(AMENDED, "utf-8")
    monkeypatch.setattr(schema, "FOLDER", tmp_path)
    monkeypatch.setattr(schema, "TOWNS", ("sometown",))

    def length(on: date | None) -> int | None:
        return schema.load("sometown", on).matters["permit"].clock("hold_hearing").length

    assert [length(None), length(date(1990, 1, 1)), length(date(2027, 7, 1))] == [45, 45, 30]


# ---------------------------------------------------------------- readings


def test_a_reading_is_a_setting() -> None:
    settings = {"extension": "yes"}

    bylaw = schema.parse(GOOD, name="sometown.toml", settings=settings)

    assert bylaw.matters["permit"].clock("hold_hearing").extend == "agreement"
    assert bylaw.readings() == {"extension": "yes"}
    assert schema.parse(GOOD, name="sometown.toml").readings() == {"extension": "no"}
    assert schema.parse(GOOD, name="sometown.toml").readings(settings) == {"extension": "yes"}


@pytest.mark.parametrize("settings", [{"extension": "maybe"}, {"unheard_of": "yes"}])
def test_a_setting_that_is_no_choice_is_refused(settings: dict[str, str]) -> None:
    with pytest.raises(BylawError, match="has no choice"):
        schema.parse(GOOD, name="sometown.toml", settings=settings)


def test_a_choice_that_sets_what_is_not_there_is_refused() -> None:
    text = GOOD.replace("matter.permit.clock.hold_hearing.extend", "matter.permit.clock.decide.extend")

    with pytest.raises(BylawError, match="dotted path"):
        schema.parse(text, name="sometown.toml", settings={"extension": "yes"})


@pytest.mark.parametrize("town", schema.TOWNS)
def test_every_shipped_reading_can_be_chosen(town: str) -> None:
    bylaw = schema.load(town)
    text = schema.dump(bylaw)

    for key, reading in bylaw.open_readings.items():
        for choice in reading.choices:
            assert schema.parse(text, name=f"{town}.toml", settings={key: choice}).readings()[key] == choice
