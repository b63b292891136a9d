"""Days, distances, citations and money are written one way, always with their unit."""

from datetime import UTC, date, datetime
from decimal import Decimal
from types import SimpleNamespace

import pytest
from django.core.paginator import Paginator
from django.template import Context, Template
from django.test import RequestFactory

from towns.templatetags import docket

TODAY = date(2026, 11, 30)


def test_day_is_a_time_element_with_weekday_and_year():
    assert docket.day(date(2026, 11, 27)) == '<time datetime="2026-11-27">Fri Nov 27 2026</time>'


def test_day_short_and_long():
    assert docket.day(date(2026, 12, 1), "short") == '<time datetime="2026-12-01">Tue Dec 1</time>'
    assert (
        docket.day(date(2026, 12, 1), "long")
        == '<time datetime="2026-12-01">Tuesday, December 1, 2026</time>'
    )


def test_day_of_a_moment_is_the_towns_day():
    late_evening = datetime(2026, 12, 1, 3, 30, tzinfo=UTC)

    assert "Mon Nov 30 2026" in docket.day(late_evening)


def test_day_reads_iso_text_from_the_ledger():
    assert "Tue Oct 13 2026" in docket.day("2026-10-13")
    assert "Tue Oct 13 2026, 7:00 pm" in docket.moment("2026-10-13T19:00")
    assert ">Tue Oct 13 2026<" in docket.moment("2026-10-13")


@pytest.mark.parametrize("nothing", [None, "", "soon", 7])
def test_day_of_nothing_is_empty(nothing):
    assert docket.day(nothing) == ""
    assert docket.moment(nothing) == ""
    assert docket.distance(nothing, TODAY) == ""


def test_moment_is_shown_in_eastern_time():
    opening = datetime(2026, 12, 9, 0, 0, tzinfo=UTC)

    assert docket.moment(opening) == '<time datetime="2026-12-08T19:00-05:00">Tue Dec 8 2026, 7:00 pm</time>'
    assert docket.moment(opening, "time") == '<time datetime="2026-12-08T19:00-05:00">7:00 pm</time>'


@pytest.mark.parametrize(
    ("hour", "words"), [(0, "12:05 am"), (9, "9:05 am"), (12, "12:05 pm"), (23, "11:05 pm")]
)
def test_spoken_time_of_every_half_day(hour, words):
    assert docket.spoken_time(datetime(2026, 1, 1, hour, 5, tzinfo=docket.ZONE)) == words


@pytest.mark.parametrize(
    ("due", "words"),
    [
        (date(2026, 12, 3), "due in 3 days"),
        (date(2026, 12, 1), "due in 1 day"),
        (date(2026, 11, 30), "due today"),
        (date(2026, 11, 29), "1 day overdue"),
        (date(2026, 11, 27), "3 days overdue"),
    ],
)
def test_distance_always_has_its_unit(due, words):
    assert docket.distance(due, TODAY) == words


@pytest.mark.parametrize(
    ("status", "due", "expected"),
    [
        ("running", date(2027, 1, 7), ("wait", "due in 38 days")),
        ("running", date(2026, 12, 7), ("soon", "due in 7 days")),
        ("running", date(2026, 11, 30), ("soon", "due today")),
        ("running", date(2026, 11, 29), ("late", "past the last safe day")),
        ("running", None, ("wait", "no last day")),
        ("missed", date(2026, 11, 27), ("late", "3 days overdue")),
        ("missed", None, ("late", "missed")),
        ("met", date(2026, 11, 27), ("fine", "met")),
        ("waiting", None, ("wait", "not started")),
        ("void", date(2026, 11, 27), ("void", "no longer runs")),
    ],
)
def test_clock_words_for_every_status(status, due, expected):
    assert docket.clock_words(SimpleNamespace(status=status, due=due), TODAY) == expected


def test_tag_is_an_icon_hidden_from_readers_and_words():
    html = Template('{% load docket %}{% tag "late" "3 days overdue" %}').render(Context())

    assert 'aria-hidden="true"' in html
    assert "</svg>3 days overdue</span>" in html


def test_tag_escapes_and_falls_back_to_a_known_kind():
    html = Template("{% load docket %}{% tag kind words %}").render(
        Context({"kind": '"><b>', "words": "<b>late</b>"})
    )

    assert "tag-wait" in html
    assert "&lt;b&gt;late&lt;/b&gt;" in html


def test_cite_keeps_a_section_together():
    assert docket.cite("§ 267-18") == '<span class="cite"><span class="nobr">§\xa0267-18</span></span>'
    assert docket.cite("7.0.3; c. 40A § 9").count("nobr") == 2
    assert docket.cite(None) == ""


def test_cite_escapes():
    assert "<script>" not in docket.cite("<script>")


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        (Decimal("1400"), "$1,400.00"),
        ("3.84", "$3.84"),
        (Decimal("-2"), "−$2.00"),
        (0, "$0.00"),
        (None, ""),
        ("", ""),
    ],
)
def test_money_has_cents(amount, words):
    assert docket.money(amount) == words


def test_town_colour_lets_nothing_but_a_colour_into_the_style():
    assert docket.town_colour("#7a1f1f") == "#7a1f1f"
    assert docket.town_colour("red}body{display:none") == "#1a4480"
    assert docket.town_colour(None) == "#1a4480"


def test_css_string_cannot_be_left():
    written = docket.css_string('SMP-2026-0014 "}</style>\\')

    assert written.startswith("SMP-2026-0014 ")
    assert not set(written) & set('"}<>/')


def test_query_changes_one_thing_and_keeps_the_rest():
    request = RequestFactory().get("/desk/", {"stage": "hearing", "page": "2"})
    template = Template(
        "{% load docket %}{% query page=3 %} {% query page=None %} {% query stage='' page='' %}"
    )

    assert template.render(Context({"request": request})) == "?stage=hearing&amp;page=3 ?stage=hearing ?"


def test_query_without_a_request_is_empty():
    assert Template("{% load docket %}{% query page=3 %}").render(Context()) == ""


def test_page_numbers_leave_a_gap():
    page = Paginator(range(200), 10).page(10)

    assert docket.page_numbers(page) == [1, None, 9, 10, 11, None, 20]


def test_prose_keeps_sections_and_dates_together_and_escapes():
    written = docket.prose("21 days is Thu Nov 26 2026 (§ 267-18), <b> M.G.L. c. 4 § 9.")

    assert '<span class="nobr">Thu Nov 26 2026</span>' in written
    assert '<span class="nobr">§ 267-18</span>' in written
    assert "&lt;b&gt;" in written
    assert docket.prose(None) == ""
