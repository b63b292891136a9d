"""A law file may declare events and effects of its own: a sixth town needs none in code."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from towns.law import answers, schema
from towns.law.check import faults
from towns.law.clocks import read
from towns.law.events import EVENTS

GOOD = (Path(__file__).parent / "sometown.toml").read_text("utf-8")
OWN = (
    GOOD
    + """
[event.trees_marked]
says = "The trees to be felled were marked"
noun = "the marking of the trees"
facts = ["for", "party"]

[event.warden_agreed]
says = "The Tree Warden agreed"
noun = "the agreement of the Tree Warden"

[effect.felling_allowed]
says = "The trees may be felled"
public = true
public_words = "The trees may be felled from {day}."

[matter.permit.clock.object]
title = "Object to the felling"
says = "within ten days of the marking the Tree Warden may object"
from = ["trees_marked"]
length = 10
stops = ["warden_agreed"]
if_missed = "felling_allowed"
cite = "§ 12"

[matter.permit.clock.mark_first]
title = "Mark the trees"
says = "five days before"
before = true
from = ["trees_marked.for"]
length = 5
stops = ["warden_agreed"]
if_missed = "felling_allowed"
cite = "§ 12"
"""
)


def test_a_clock_starts_stops_and_ends_with_the_files_own_words() -> None:
    bylaw = schema.parse(OWN, name="sometown.toml")
    story = [answers.event_from_words("trees_marked=2026-11-02", bylaw.events)]

    found = {r.clock: r for r in read(bylaw.matters["permit"], story, date(2026, 11, 13), bylaw.calendar)}

    # Nov 2 + 10 = Thu Nov 12 2026
    assert found["object"].because == (
        "The trees to be felled were marked on Mon Nov 2 2026.",
        "10 days from the marking of the trees on Mon Nov 2 2026 is Thu Nov 12 2026 (§ 12).",
        "Time ran out after Thu Nov 12 2026. From Fri Nov 13 2026: the trees may be felled.",
    )
    assert bylaw.effects["felling_allowed"].public_words == "The trees may be felled from {day}."
    assert not bylaw.effects["felling_allowed"].held


def test_a_sixth_town_answers_on_the_command_line_with_its_own_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sometown.toml").write_text(OWN, "utf-8")
    (tmp_path / "massachusetts.toml").write_text(
        (schema.FOLDER / "massachusetts.toml").read_text("utf-8"), "utf-8"
    )
    monkeypatch.setattr(schema, "FOLDER", tmp_path)
    monkeypatch.setattr(schema, "TOWNS", ("sometown",))
    schema._shipped.cache_clear()
    try:
        story = {"town": "sometown", "matter": "permit", "on": "2026-11-13"}
        events = [{"event": "trees_marked", "on": "2026-11-02", "party": "owner"}]
        found = {c["clock"]: c for c in answers.answer({**story, "events": events}, date(2026, 11, 13))}
        with pytest.raises(answers.StoryError, match=r"'trees_felled' is not an event.*trees_marked"):
            answers.answer(
                {**story, "events": [{"event": "trees_felled", "on": "2026-11-02"}]}, date(2026, 11, 13)
            )
    finally:
        schema._shipped.cache_clear()

    assert (found["object"]["status"], found["object"]["if_missed"]) == ("missed", "felling_allowed")


def test_the_events_of_one_town_are_no_events_of_another() -> None:
    assert "trees_marked" not in EVENTS
    assert schema.load("norfolk").events is EVENTS


@pytest.mark.parametrize(
    ("old", "new", "key", "mend"),
    [
        ("[event.trees_marked]", "[event.decided]", "event.decided", "a name of its own"),
        ("[effect.felling_allowed]", "[effect.overdue]", "effect.overdue", "a name of its own"),
        (
            'facts = ["for", "party"]',
            'facts = ["for", "girth"]',
            "event.trees_marked.facts",
            "Use some of: for",
        ),
        (
            'noun = "the marking of the trees"\n',
            "",
            "event.trees_marked.noun",
            'Add noun = "…"',
        ),
        (
            "public_words =",
            "privat_words =",
            "effect.felling_allowed.privat_words",
            "Remove it or correct it",
        ),
        (
            'public_words = "The trees may be felled from {day}."\n',
            "",
            "effect.felling_allowed.public_words",
            "or drop public",
        ),
        ("public = true", "held = true", "effect.felling_allowed.confirmed_by", "or drop held"),
        (
            "public = true",
            'confirmed_by = "nobody"',
            "effect.felling_allowed.confirmed_by",
            "or one that this file declares",
        ),
        (
            'stops = ["warden_agreed"]\nif_missed = "felling_allowed"\ncite = "§ 12"\n\n[matter.permit.clock.mark',
            'stops = ["warden_agreed"]\nif_missed = "warden_agreed"\ncite = "§ 12"\n\n[matter.permit.clock.mark',
            "matter.permit.clock.object.if_missed",
            "declared as [effect.",
        ),
        ('kind = "permit"\n', "", "matter.permit.kind", 'Add kind = "permit"'),
        ('kind = "permit"', 'kind = "pool"', "matter.permit.kind", "Write one of: permit, zoning, waiver"),
        ("schema = 2", "schema = 3", "schema", "needs a newer product"),
    ],
)
def test_what_is_wrong_is_named_with_file_key_and_mend(old: str, new: str, key: str, mend: str) -> None:
    assert old in OWN

    found = {p.key: p for p in faults(OWN.replace(old, new), name="sometown.toml")}

    assert key in found, list(found)
    assert mend in found[key].mend
    assert found[key].file == "sometown.toml"


def test_an_event_that_nobody_declares_is_refused_with_the_way_to_declare_it() -> None:
    (problem,) = [
        p
        for p in faults(
            GOOD.replace('stops = ["hearing_opened"]', 'stops = ["bell_rung"]'), name="sometown.toml"
        )
    ]

    assert "declare [event.bell_rung] in this file" in problem.mend


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ('from = ["complete"]\nstrict_from = "voted"', "strict_from"),
        ('from = ["decided.voted"]\nstrict_from = "voted"', "strict_from"),
        ('from = ["decided"]\nbefore = true\nstrict_from = "voted"', "strict_from"),
        ('from = ["decided"]\nstrict_from = "noon"', "strict_from"),
    ],
)
def test_a_day_as_counted_from_a_fact_needs_an_event_that_carries_it(change: str, key: str) -> None:
    found = faults(GOOD.replace('from = ["complete"]', change), name="sometown.toml")

    assert f"matter.permit.clock.hold_hearing.{key}" in {problem.key for problem in found}


def test_a_town_may_lay_its_own_keys_over_a_matter_of_the_state_layer() -> None:
    text = GOOD + '\n[matter.surety]\nname = "Bond"\nboard = "planning_board"\ncite = "§ 20"\n'

    bylaw = schema.parse(text, name="sometown.toml")

    surety = bylaw.matters["surety"]
    assert (surety.name, surety.kind, surety.number_prefix, surety.inherited) == (
        "Bond",
        "surety",
        "SUR",
        False,
    )
    assert bylaw.matters["violation"].inherited


def test_a_prefix_that_the_town_uses_already_gives_way() -> None:
    bylaw = schema.parse(GOOD.replace('number_prefix = "P"', 'number_prefix = "SUR"'), name="sometown.toml")

    assert bylaw.matters["permit"].number_prefix == "SUR"
    assert bylaw.matters["surety"].number_prefix == "SURETY"
