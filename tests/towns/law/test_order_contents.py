"""What orders must contain stands in the bylaws, word for word, and a file that gets it wrong is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from towns.law import schema
from towns.law.order_contents import OrderContents, contents_of

TEXTS = Path(schema.__file__).parents[1] / "bylaws" / "texts"
ORDERS = [
    (slug, matter)
    for slug in schema.TOWNS
    for matter in schema.load(slug).matters.values()
    if contents_of(matter) is not None
]


def plain(text: str) -> str:
    for curly, straight in (("“", '"'), ("”", '"'), ("’", "'")):
        text = text.replace(curly, straight)
    return re.sub(r"\s+", " ", text).lower().rstrip(".;")


def rule(slug: str, matter: str) -> OrderContents:
    found = contents_of(schema.load(slug).matters[matter])
    assert found is not None
    return found


@pytest.mark.parametrize(("slug", "matter"), ORDERS, ids=lambda one: getattr(one, "key", one))
def test_every_word_stands_in_the_bylaw(slug, matter):
    text = plain((TEXTS / f"{slug}.txt").read_text("utf-8"))
    found = contents_of(matter)
    said = [found.says, *(one.says for one in found.items), *(one.text for one in found.commands)]
    said += [found.service.says] if found.service else []
    assert [one for one in said if plain(one) not in text] == []


def test_every_order_of_a_towns_own_text_says_what_it_contains():
    silent = [
        (slug, matter.key)
        for slug in schema.TOWNS
        for matter in schema.load(slug).matters.values()
        if matter.kind == "order" and not matter.inherited and contents_of(matter) is None
    ]
    assert silent == []


def test_six_and_five_of_hopkinton():
    """§ 172-5A: six things in the order, five that it may require."""
    found = rule("hopkinton", "enforcement_order")
    assert [one.key for one in found.wanted()] == [
        "violator", "address", "nature", "actions", "deadline", "town_may_do",
    ]  # fmt: skip
    assert [one.cite for one in found.offered()] == [f"§ 172-5A({n})" for n in range(1, 6)]
    assert [one.key for one in found.commands if one.stops_work] == ["halt"]


def test_ludlows_notice_is_a_duty_and_stops_the_work():
    found = rule("ludlow", "notice_of_violation")
    assert found.duty == "shall"
    assert (
        len({one.says for one in found.items}) == 7
    )  # six in the text; measures and schedule are asked apart
    assert [one.always and one.stops_work for one in found.commands] == [True]


def test_what_only_abatement_wants():
    """V-7.2 and § 267-10: a deadline and the advice only where abatement or remediation is required."""
    ludlow = rule("ludlow", "enforcement_order")
    assert [one.key for one in ludlow.wanted()] == ["commands"]
    assert [one.key for one in ludlow.wanted(abates=True)] == ["commands", "deadline", "town_may_do"]
    norfolk = rule("norfolk", "enforcement_order")
    assert norfolk.articles == ("I", "II")
    assert [one.key for one in norfolk.wanted(article="II", abates=True)] == [
        "commands", "deadline_ii", "town_may_do_ii",
    ]  # fmt: skip
    assert {one.article for one in norfolk.offered("I")} == {"I"}


def test_wrentham_serves_by_certified_mail():
    found = rule("wrentham", "notice_of_violation")
    assert [one.key for one in found.items] == ["acts", "correction", "time"]
    assert (found.service.ways, found.service.copy_kept) == (("certified_mail",), True)


def test_graftons_text_gives_no_contents():
    found = rule("grafton", "enforcement_order")
    assert found.items == ()
    assert "neither contents nor a time" in found.note


@pytest.mark.parametrize(("put", "fault"), [
    ('duty = "must"', "duty"),
    ('duty = "may"\ncite = "§ 1"', "contents.item: is missing"),
    ('duty = "may"\ncite = "§ 1"\nnote = "n"\ntypo = 1', "contents.typo"),
    (
        'duty = "may"\ncite = "§ 1"\n'
        + '[[matter.enforcement_order.contents.item]]\nkey = "a"\ntext = "t"\nsays = "s"\ncite = "§ 1"\n' * 2,
        "'a' twice",
    ),
    (
        'duty = "may"\ncite = "§ 1"\n[[matter.enforcement_order.contents.item]]\n'
        'key = "a"\ntext = "t"\nsays = "s"\nsource = "air"',
        "source: is 'air'",
    ),
])  # fmt: skip
def test_a_file_that_gets_it_wrong_is_refused(put, fault):
    text = (TEXTS.parent / "grafton.toml").read_text("utf-8")
    start = text.index("[matter.enforcement_order.contents]")
    end = text.index("# ----", start)
    with pytest.raises(schema.BylawError) as refused:
        schema.parse(
            f"{text[:start]}[matter.enforcement_order.contents]\n{put}\n{text[end:]}", name="grafton.toml"
        )
    assert fault in str(refused.value)
