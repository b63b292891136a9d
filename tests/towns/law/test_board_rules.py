"""What a board must do with a filing is read strictly from the file: whom it asks, what it finds, how it votes."""

from __future__ import annotations

import pytest

from towns.law import schema
from towns.law.board_rules import (
    besides_of,
    conditions_for,
    denial_of,
    findings_of,
    lasting_authority,
    referrals_of,
    rescission_of,
    side_times,
    still_needed_of,
    vote_of,
    waiver_of,
    words_of,
)
from towns.law.entries import BylawError

LAW = """
schema = 2

[town]
slug = "alderbrook"
name = "Alderbrook"
county = "Nowhere"
bylaw = "Article 9, Rain"

[edition]
label = "as adopted"

[board.rain_board]
name = "Rain Board"
cite = "§ 1"

[matter.rain_permit]
kind = "permit"
name = "Rain permit"
board = "rain_board"
cite = "§ 3"
number_prefix = "RAIN"

[[matter.rain_permit.submission]]
key = "sketch"
text = "A sketch"
says = "a sketch of where the rain goes"
to = "rain_board"
group = "The package"
prepared_by = ["an engineer", "a surveyor"]
cite = "§ 3"
note = "On one sheet."

[[matter.rain_permit.referral]]
key = "tree_warden"
to = "Tree Warden"
duty = "shall ask"
says = "the Rain Board shall ask the Tree Warden"
cite = "§ 4"

[[matter.rain_permit.finding]]
key = "dry_cellars"
text = "no cellar gets wet"
outcomes = ["approved"]
cite = "§ 5"

[[matter.rain_permit.finding]]
key = "heard"
text = "everybody was heard"
cite = "§ 5"

[matter.rain_permit.vote]
needs = "majority_of_members"
says = "a majority of the members"
cite = "§ 5"

[matter.rain_permit.waiver]
says = "The Board may waive a requirement"
tests = ["in the public interest"]
denied_if = "If the applicant will not wait, the request shall be denied."
hearing = true
at_close = true
cite = "§ 6"

[matter.rain_permit.quote.silence]
says = "Silence shall be approval."
cite = "§ 5"

[matter.rain_permit.sense.appeal]
text = "The text names no appeal."
cite = "§ 5"
note = "Ask counsel."

[[matter.rain_permit.still_needed]]
key = "bond"
text = "A bond."
before = "the work"
until = "permit_issued"
says = "A bond shall be given before the work."
cite = "§ 7"

[matter.rain_permit.beside.wetlands]
fact = "combined_wetlands"
ask = "Filed together with the other?"
says = "The Board may combine its hearing."
cite = "§ 8"

[matter.rain_waiver]
kind = "waiver"
name = "Waiver of the rain permit"
board = "rain_board"
cite = "§ 6"
number_prefix = "RW"
on_denial = "rain_permit"

[[matter.rain_waiver.finding]]
key = "small"
text = "less than one acre"
measure = "disturbed_sqft"
less_than = 43560
cite = "§ 6"

[matter.rain_waiver.rescission]
says = "The waiver may be rescinded upon the recommendation of the Tree Warden."
upon = ["Tree Warden"]
cite = "§ 6"

[[condition]]
key = "gutters"
text = "Gutters shall be kept clean."
matters = ["rain_permit"]
survives_as_built = true
cite = "§ 9"

[[condition]]
key = "everywhere"
text = "The Board shall be told."
cite = "§ 9"

[[condition]]
key = "lasting"
text = "conditions that outlast the work"
survives_as_built = true
authority = true
cite = "§ 9"
"""


def read(text: str = LAW) -> schema.Bylaw:
    return schema.parse(text, name="alderbrook.toml")


def test_what_the_file_says_is_what_is_read() -> None:
    law = read()
    permit, waiver = law.matters["rain_permit"], law.matters["rain_waiver"]

    sketch = permit.submissions[0]
    assert (sketch.group, sketch.prepared_by, sketch.says) == (
        "The package", ("an engineer", "a surveyor"), "a sketch of where the rain goes",
    )  # fmt: skip
    assert [(r.key, r.to, r.duty) for r in referrals_of(permit)] == [
        ("tree_warden", "Tree Warden", "shall ask")
    ]
    assert [r.key for r in findings_of(permit)] == ["dry_cellars", "heard"]
    assert [r.key for r in findings_of(permit, "disapproved")] == ["heard"]
    assert vote_of(permit).needs == "majority_of_members"  # type: ignore[union-attr]
    rule = waiver_of(permit)
    assert rule is not None
    assert (rule.hearing, rule.at_close, rule.tests) == (True, True, ("in the public interest",))
    assert [(n.key, n.before, n.until) for n in still_needed_of(permit)] == [
        ("bond", "the work", "permit_issued")
    ]
    assert denial_of(waiver) == "rain_permit"
    assert rescission_of(waiver).upon == ("Tree Warden",)  # type: ignore[union-attr]
    assert findings_of(waiver)[0].less_than == 43_560


def test_a_town_without_such_clauses_has_none_of_them() -> None:
    waiver = read().matters["rain_waiver"]

    assert (vote_of(waiver), waiver_of(waiver), words_of(waiver, "appeal")) == (None, None, None)
    assert (denial_of(read().matters["rain_permit"]), rescission_of(read().matters["rain_permit"])) == (
        "",
        None,
    )


def test_the_texts_own_words_come_first_and_ours_say_that_they_are_ours() -> None:
    permit = read().matters["rain_permit"]
    silence, appeal = words_of(permit, "silence"), words_of(permit, "appeal")

    assert silence is not None
    assert (silence.text, silence.quoted) == ("Silence shall be approval.", True)
    assert appeal is not None
    assert (appeal.text, appeal.quoted, appeal.note) == ("The text names no appeal.", False, "Ask counsel.")


def test_conditions_are_offered_where_they_belong() -> None:
    law = read()

    assert [c.key for c in conditions_for(law, "rain_permit")] == ["gutters", "everywhere"]
    assert [c.key for c in conditions_for(law, "rain_waiver")] == ["everywhere"]
    assert lasting_authority(law, "rain_permit").key == "lasting"  # type: ignore[union-attr]
    assert lasting_authority(schema.load("norfolk"), "stormwater_permit") is None


def test_times_of_another_law_come_from_the_state_layer_and_are_no_clocks() -> None:
    law = read()

    assert [other.key for other in besides_of(law.matters["rain_permit"])] == ["wetlands"]
    assert len(side_times(law, "wetlands")) == 4
    assert side_times(law, "moonlight") == ()
    assert law.matters["rain_permit"].clocks == ()


BROKEN = [
    ('text = "A sketch"', f'text = "{"x" * 501}"', "matter.rain_permit.submission[1].text", "Shorten it"),
    ('duty = "shall ask"\n', "", "matter.rain_permit.referral[1].duty", "Add duty"),
    ('key = "heard"', 'key = "dry_cellars"', "matter.rain_permit.finding", "Give each its own key"),
    ('key = "heard"\n', "", "matter.rain_permit.finding[2].key", "Add key"),
    (
        'outcomes = ["approved"]',
        'outcomes = ["passed"]',
        "matter.rain_permit.finding[1].outcomes",
        "Use: approved",
    ),
    ("less_than = 43560\n", "", "matter.rain_waiver.finding[1].measure", "Give both or neither"),
    (
        'needs = "majority_of_members"',
        'needs = "two thirds"',
        "matter.rain_permit.vote.needs",
        "majority_voting",
    ),
    ("hearing = true", 'hearing = "yes"', "matter.rain_permit.waiver.hearing", "true or false"),
    ("sense.appeal]", "sense.apeal]", "matter.rain_permit.sense.apeal", "silence, appeal"),
    ('before = "the work"\n', "", "matter.rain_permit.still_needed[1].before", "Add before"),
    (
        'on_denial = "rain_permit"',
        'on_denial = "snow_permit"',
        "matter.rain_waiver.on_denial",
        "Name one of: rain_permit",
    ),
    ("beside.wetlands]", "beside.moonlight]", "matter.rain_permit.beside.moonlight", "[[beside.moonlight]]"),
    ('until = "permit_issued"', 'until = "rain"', "matter.rain_permit.still_needed[1].until", "events.py"),
    ('ask = "Filed together with the other?"\n', "", "matter.rain_permit.beside.wetlands.ask", "Add ask"),
    ('fact = "combined_wetlands"\n', "", "matter.rain_permit.beside.wetlands.fact", "Add fact"),
    ('upon = ["Tree Warden"]', "upon = [1]", "matter.rain_waiver.rescission.upon", "list of words"),
    ('matters = ["rain_permit"]', 'matters = ["snow_permit"]', "condition", "Name one of: rain_permit"),
    ('key = "everywhere"', 'key = "gutters"', "condition", "Give each its own key"),
    ("authority = true", "authority = 1", "condition[3].authority", "true or false"),
]


@pytest.mark.parametrize(("old", "new", "key", "mend"), BROKEN, ids=[row[2] for row in BROKEN])
def test_a_fault_names_file_key_and_mend(old: str, new: str, key: str, mend: str) -> None:
    assert LAW.count(old) == 1

    with pytest.raises(BylawError) as caught:
        read(LAW.replace(old, new))

    faults = [problem for problem in caught.value.problems if problem.key == key]
    assert faults, str(caught.value)
    assert faults[0].file == "alderbrook.toml"
    assert mend in faults[0].mend
