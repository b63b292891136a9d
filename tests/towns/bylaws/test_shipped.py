"""Every law text that ever came with the product stands in shipped/, as towns hold it, and reads as it was adopted.

A file there is named by its town and the first twelve letters of its SHA-256, and is never changed or removed.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.towns.bylaws.cases import cases
from tests.towns.bylaws.keep import FOLDER, kept_as
from towns.access import tenancy
from towns.law import schema
from towns.law.answers import event_from_words
from towns.law.check import faults
from towns.law.clocks import read
from towns.law.rules import ClockRule
from towns.management.commands.load_towns import OLDEST
from towns.models import BylawEdition, Town
from towns.record.case_file import law_of
from towns.setup.editions_forms import Text

TEXTS = sorted(FOLDER.glob("*.toml"))
every_text = pytest.mark.parametrize("path", TEXTS, ids=[path.stem for path in TEXTS])


def text_of(path: Path) -> str:
    """The text as load_towns reads it and as a database holds it."""
    return path.read_text("utf-8")


def town_of(path: Path) -> Town:
    """The town of a text, of which no row is needed."""
    return Town(slug=path.stem.rpartition("-")[0], name="Sometown")


@cache
def editions_of(path: Path) -> list[BylawEdition]:
    """The rows that the product makes for a text: one for its own day and one for each dated change."""
    law = schema.parse(text_of(path), name=path.name)
    return [
        BylawEdition(label=law.edition, effective=day, text=law.text, adopted=True)
        for day in dict.fromkeys((law.effective or OLDEST, *law.amended))
    ]


def test_no_text_is_missing_or_changed() -> None:
    assert len(TEXTS) >= 32
    for path in TEXTS:
        told = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
        assert path.stem.endswith(f"-{told}"), f"{path.name} was changed; its text now hashes to {told}."


@pytest.mark.parametrize("slug", schema.TOWNS)
def test_the_text_that_is_shipped_today_is_kept(slug: str) -> None:
    """Towns adopt what is shipped. Before a changed file leaves, its text joins the others."""
    assert kept_as(slug).exists(), (
        "Run .venv/bin/python -m tests.towns.bylaws.keep, and commit what it keeps."
    )


@every_text
def test_a_text_is_sound_on_every_day_and_in_every_reading(path: Path) -> None:
    assert faults(text_of(path), name=path.name) == []


@every_text
def test_no_matter_that_we_shipped_has_to_be_guessed_at(path: Path) -> None:
    assert schema.parse(text_of(path), name=path.name).supplied == ()


@every_text
def test_each_clock_says_what_its_text_says(path: Path) -> None:
    """What the strict reader makes of the text, against the text as any reader of TOML has it."""
    document = tomllib.loads(text_of(path))
    version = document.get("schema", 1)
    for edition in editions_of(path):
        law = law_of(edition, town_of(path))
        assert {key for key, matter in law.matters.items() if not matter.inherited} == set(document["matter"])
        if law.amended:
            continue  # a dated change is laid over the table; test_schema_versions and test_clocks_moved have it
        for key, matter in document["matter"].items():
            rules = {rule.name: rule for rule in law.matters[key].clocks}
            told = {name: laid_over(table, version) for name, table in matter.get("clock", {}).items()}
            if "hold_hearing" in told:
                told.setdefault("open_meeting", state_clocks(version)["open_meeting"])
            assert {name: as_told(rule) for name, rule in rules.items()} == {
                name: told_by(table) for name, table in told.items()
            }


@cache
def state_clocks(version: int) -> dict[str, Any]:
    """The statutes' clocks under which a text of a version was adopted."""
    name = "massachusetts.toml" if version == 2 else f"earlier/version-{version}.toml"
    clocks: dict[str, Any] = tomllib.loads((schema.FOLDER / name).read_text("utf-8"))["clock"]
    return clocks


def laid_over(table: dict[str, Any], version: int) -> dict[str, Any]:
    """The clock with what the state's clock of that name gives."""
    return {**state_clocks(version).get(table.get("use", ""), {}), **table}


def as_told(rule: ClockRule) -> tuple[Any, ...]:
    """What decides a day, as the reader has it."""
    stops = [pattern.text for pattern in rule.stops]
    return rule.length, rule.unit, rule.before, rule.from_text, stops, rule.if_missed


def told_by(table: dict[str, Any]) -> tuple[Any, ...]:
    """What decides a day, as it is written."""
    length = table["length"] if isinstance(table["length"], int) else None
    return (
        length,
        table.get("unit", "calendar"),
        table.get("before", False),
        ", ".join(table["from"]),
        list(table["stops"]),
        table.get("if_missed"),
    )


def stories_of(path: Path) -> Iterator[dict[str, Any]]:
    """The stories of a text's town."""
    for town, case in cases():
        if town == town_of(path).slug:
            yield case


@every_text
def test_each_clock_of_each_story_reads(path: Path) -> None:
    read_any = False
    for edition in editions_of(path):
        law = law_of(edition, town_of(path))
        for case in stories_of(path):
            if case["matter"] not in law.matters:
                continue
            matter = law.matters[case["matter"]]
            events = [event_from_words(text) for text in case["events"]]

            readings = read(matter, events, case["on"], law.calendar)

            assert {r.clock for r in readings} == {rule.name for rule in matter.clocks}, case["name"]
            assert all(r.due or r.status == "waiting" or r.because for r in readings), case["name"]
            read_any = True
    assert read_any


@every_text
def test_a_choice_made_for_a_later_text_leaves_an_earlier_one_readable(path: Path) -> None:
    """A town's choices count for all its editions; a text without the question has nothing to choose."""
    town = town_of(path)
    for key, doubt in schema.load(town.slug).open_readings.items():
        for choice in doubt.choices:
            town.readings = {key: choice, "a_doubt_of_tomorrow": "yes"}
            for edition in editions_of(path):
                law = law_of(edition, town)
                if key in law.open_readings and choice in law.open_readings[key].choices:
                    assert law.readings()[key] == choice


@every_text
def test_the_form_leaves_a_text_as_the_command_brought_it(path: Path) -> None:
    """A draft made in the browser from a text in force holds the same string but for the label."""
    form = Text({"label": "A label", "text": text_of(path).replace("\n", "\r\n")}, back="/", submit="Save")

    assert form.is_valid(), form.errors
    assert form.cleaned_data["text"] == text_of(path)


@pytest.mark.django_db
def test_a_database_holds_these_very_strings() -> None:
    from django.core.management import call_command

    call_command("load_towns", verbosity=0)

    for slug in schema.TOWNS:
        town = Town.objects.get(slug=slug)
        with tenancy.town(town):
            rows = list(BylawEdition.objects.filter(town=town))
        for row in rows:
            kept = FOLDER / f"{slug}-{row.sha256[:12]}.toml"
            assert kept.read_bytes() == row.text.encode()
            assert hashlib.sha256(row.text.encode()).hexdigest() == row.sha256
        assert {row.effective for row in rows} >= {schema.load(slug).effective or date(1900, 1, 1)}
