"""manage.py determine, as people and scripts call it."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from towns.law import schema


def run(*words):
    out = StringIO()
    call_command("determine", *words, stdout=out)
    return out.getvalue()


def test_json_has_the_agreed_keys():
    found = json.loads(run("hopkinton", "--json", "disturbed_sqft=43560"))

    assert list(found) == ["permits"]
    permit = found["permits"][0]
    assert list(permit) == ["matter", "required", "missing", "because"]
    assert (permit["matter"], permit["required"], permit["missing"]) == ("stormwater_permit", "yes", [])
    assert list(permit["because"][0]) == ["text", "cite"]


def test_options_may_stand_anywhere():
    words = ["norfolk", "disturbed_sqft=100", "common_plan_sqft=43560"]

    assert run("--json", *words) == run(*words, "--json") == run(words[0], "--json", *words[1:])


def test_a_person_reads_what_is_missing_and_that_it_is_no_permit():
    shown = run("hopkinton", "activity=patio_pool_shed_fence")

    assert "Stormwater Management Permit: cannot be told yet" in shown
    assert "the land disturbed (disturbed_sqft)" in shown
    assert shown.rstrip().endswith("not a permit and not a determination by the board.")


def test_unknown_stands_in_missing_and_is_never_no():
    """design.md 7: "A value may be unknown: asked and not known, which is never no"."""
    words = ["norfolk", "--json", "disturbed_sqft=500"]
    plan = json.loads(run(*words, "common_plan_sqft=unknown"))["permits"][0]
    work = json.loads(run("norfolk", "--json", "disturbed_sqft=90000", "activity=unknown"))["permits"][0]

    assert json.loads(run(*words))["permits"][0]["required"] == "no"
    assert (plan["required"], plan["missing"]) == ("needs_figures", ["common_plan_sqft"])
    assert (work["required"], work["missing"]) == ("needs_figures", ["activity"])


@pytest.mark.parametrize("town", schema.TOWNS)
def test_every_town_answers_without_any_figure(town):
    assert json.loads(run(town, "--json"))["permits"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["boston"], "town: We hold no law for the town 'boston'. Give one of: grafton"),
        (["norfolk", "acres=2"], "acres: is not a known key"),
        (["norfolk", "disturbed_sqft=lots"], "disturbed_sqft: 'lots' is not a number"),
        (["norfolk", "disturbed_sqft=-5"], "disturbed_sqft: '-5' is less than zero"),
        (
            ["norfolk", "activity=emergency"],
            "activity: 'emergency' is no exemption in Norfolk. Use one of: agriculture",
        ),
        (["norfolk", "disturbed_sqft"], "disturbed_sqft: has no value"),
    ],
)
def test_a_mistake_is_named_with_its_mend(words, says):
    with pytest.raises(CommandError) as caught:
        run(*words)
    assert says in str(caught.value)
