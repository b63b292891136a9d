"""An adopted text never changes, so a text of every earlier shape goes on being read, and reads as it was adopted."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

import pytest

from towns.law import schema, schema_versions
from towns.law.check import differences, faults
from towns.law.clocks import Event, read
from towns.law.entries import BylawError

NEW = (Path(__file__).parent / "sometown.toml").read_text("utf-8")
#: The same law as a sound text of version 1: it names no version and no kinds.
OLD = NEW.replace("schema = 2\n\n", "").replace('kind = "permit"\n', "")


def test_a_text_without_a_version_is_of_the_first() -> None:
    assert schema.parse(OLD, name="sometown.toml").version == 1
    assert schema.parse("schema = 1\n" + OLD, name="sometown.toml").version == 1
    assert schema.parse(NEW, name="sometown.toml").version == 2


@pytest.mark.parametrize("said", ["0", "3", "true", '"2"', "1.0"])
def test_a_version_that_nobody_knows_is_a_fault_that_says_what_to_do(said: str) -> None:
    (found,) = faults(f"schema = {said}\n" + OLD, name="sometown.toml")

    assert (found.key, "newer product" in found.mend) == ("schema", True)


def test_what_a_text_of_today_must_say_is_not_supplied() -> None:
    with pytest.raises(BylawError, match=r"matter\.permit\.kind: is missing"):
        schema.parse("schema = 2\n" + OLD, name="sometown.toml")


def test_a_matter_that_we_never_shipped_is_read_as_a_permit_and_says_so() -> None:
    law = schema.parse(OLD, name="sometown.toml")

    assert law.matters["permit"].kind == "permit"
    (said,) = law.supplied
    assert said.startswith("matter.permit: ")
    assert schema.parse(NEW, name="sometown.toml").supplied == ()


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("stormwater_permit", "permit"), ("groundwater_permit", "permit"), ("limited_approval", "permit"),
        ("recharge_approval", "permit"), ("special_permit", "zoning"), ("site_plan", "zoning"),
        ("site_plan_waiver", "zoning"), ("stormwater_waiver", "waiver"), ("notice_of_violation", "order"),
        ("enforcement_order", "order"), ("cost_recovery", "cost_recovery"), ("ticket", "ticket"),
        ("spill", "spill"), ("om_plan", "om_plan"),
    ],
)  # fmt: skip
def test_the_matters_that_we_shipped_have_their_kind_without_a_word(key: str, kind: str) -> None:
    law = schema.parse(OLD.replace("matter.permit", f"matter.{key}"), name="sometown.toml")

    assert (law.matters[key].kind, law.supplied) == (kind, ())


def test_a_kind_that_an_old_text_names_is_kept() -> None:
    named = OLD.replace("[matter.permit]\n", '[matter.permit]\nkind = "order"\n')

    law = schema.parse(named, name="sometown.toml")

    assert (law.matters["permit"].kind, law.supplied) == ("order", ())


def test_a_statutes_clock_of_today_moves_no_date_of_an_older_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """c.30A § 20(b): 48 business hours. Were the state layer to say 72, an adopted text would keep its 48."""
    today = (schema.FOLDER / "massachusetts.toml").read_text("utf-8")
    changed = today.replace("length = 48", "length = 72")
    assert changed != today
    (tmp_path / "massachusetts.toml").write_text(changed, "utf-8")
    monkeypatch.setattr(schema, "FOLDER", tmp_path)

    def length(text: str) -> int | None:
        return schema.parse(text, name="sometown.toml").matters["permit"].clock("open_meeting").length

    assert (length(OLD), length(NEW)) == (48, 72)


def test_a_legal_holiday_made_later_moves_a_last_day_under_an_older_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """c. 4 § 9 is no part of a town's text: 45 days from Sep 8 2026 is Oct 23, a Friday; were it a holiday, Oct 26."""
    filed = [Event("complete", date(2026, 9, 8), {})]

    def due(text: str) -> object:
        law = schema.parse(text, name="sometown.toml")
        (clock,) = (
            r
            for r in read(law.matters["permit"], filed, date(2026, 9, 9), law.calendar)
            if r.clock == "hold_hearing"
        )
        return clock.due

    assert due(OLD) == date(2026, 10, 23)
    today = (schema.FOLDER / "massachusetts.toml").read_text("utf-8")
    day = '\n[[holiday]]\nname = "Rain Day"\nmonth = 10\nday = 23\ncite = "§ 1"\n'
    (tmp_path / "massachusetts.toml").write_text(today + day, "utf-8")
    monkeypatch.setattr(schema, "FOLDER", tmp_path)
    assert due(OLD) == date(2026, 10, 26)


def test_the_same_law_in_two_versions_differs_in_nothing() -> None:
    assert differences(OLD, NEW) == []
    assert differences(OLD, NEW.replace("length = 45", "length = 46")) == [
        "matter.permit.clock.hold_hearing.length: 45 → 46"
    ]


def test_reading_an_old_text_leaves_the_document_as_it_was_given() -> None:
    document = tomllib.loads(OLD)

    schema_versions.upgrade(document, "sometown.toml", [])

    assert document == tomllib.loads(OLD)
