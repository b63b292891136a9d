"""The ribbon shows every marked day, folds a long wait, and says in words what it draws."""

from datetime import date, timedelta
from types import SimpleNamespace

from django.template import Context, Template

from tests.towns import gallery
from towns.law.ribbon import DayCell
from towns.templatetags import ribbon

SHOW = Template("{% load docket %}{% ribbon cells %}")


def test_draw_puts_weekdays_under_each_other():
    boxes = {box.text: box for box in ribbon.draw(gallery.THANKSGIVING).boxes}

    assert boxes["5"].x == boxes["12"].x == boxes["19"].x == boxes["26"].x
    assert boxes["12"].y == boxes["5"].y + ribbon.HEIGHT
    assert boxes["27"].kind == "last"


def test_draw_says_what_is_marked():
    label = ribbon.draw(gallery.THANKSGIVING).label

    assert label.startswith("Calendar of 24 days.")
    assert "Thu Nov 5: hearing closed, day 0" in label
    assert "Thu Nov 26: day 21, Thanksgiving Day" in label
    assert "Fri Nov 27: last day" in label


def test_draw_folds_a_year_and_counts_what_it_left_out():
    drawing = ribbon.draw(gallery.YEAR)

    assert [line.text for line in drawing.folds] == ["343 days between, not drawn"]
    assert drawing.height < 200
    assert "Tue Dec 14 2027" in drawing.label


def test_draw_names_the_month_where_it_turns():
    cells = [{"day": date(2026, 11, 23) + timedelta(days=n), "kind": "open"} for n in range(21)]

    assert [line.text for line in ribbon.draw(cells).months] == ["Nov", "Dec"]


def test_draw_takes_objects_and_mappings_and_any_order():
    cells = [
        SimpleNamespace(day=date(2026, 11, 6), kind="last", label=""),
        {"day": date(2026, 11, 5), "kind": "start", "label": ""},
    ]

    assert [box.text for box in ribbon.draw(cells).boxes] == ["5", "6"]


def test_nothing_to_draw_leaves_nothing_on_the_page():
    assert SHOW.render(Context({"cells": []})).strip() == ""


def test_page_has_an_image_with_a_name_and_a_key():
    html = " ".join(SHOW.render(Context({"cells": gallery.THANKSGIVING})).split())

    assert 'role="img" aria-label="Calendar of 24 days.' in html
    assert "<b>Fri Nov 27</b> last day" in html
    assert "style=" not in html


def test_labels_are_escaped():
    html = SHOW.render(
        Context({"cells": [{"day": date(2026, 11, 5), "kind": "start", "label": '"><script>'}]})
    )

    assert "<script>" not in html


def cells_of(until: date, *, fold: bool = False) -> list[DayCell]:
    """What the law hands over for the hearing that closed on Thu Nov 5 2026, folded in the middle if asked."""
    start = date(2026, 11, 5)
    cells = []
    for number in range((until - start).days + 1):
        day = start + timedelta(days=number)
        words = f"{day:%a %b} {day.day} {day.year}"
        if number == 0:
            cells.append(DayCell(day, "start", f"{words}: day 0", number=0))
        elif day == date(2026, 11, 26):
            cells.append(DayCell(day, "strict", f"{words}: the day as counted, Thanksgiving Day", True, 21))
        elif day == date(2026, 11, 27):
            cells.append(DayCell(day, "last", f"{words}: the last day"))
        elif day.weekday() == 6:
            cells.append(DayCell(day, "closed", f"{words}, a Sunday", True, number))
        else:
            cells.append(DayCell(day, "open", words, number=number))
    if fold:
        gap = DayCell(cells[7].day, "gap", "9 days, Thu Nov 12 2026 to Fri Nov 20 2026", days=9)
        cells = [*cells[:7], gap, *cells[16:]]
    return cells


def test_key_names_what_the_clock_hangs_on_and_no_plain_day():
    key = [(mark.words, mark.label) for mark in ribbon.draw(cells_of(date(2026, 11, 27))).key]

    assert key == [
        ("Thu Nov 5", "day 0"),
        ("Thu Nov 26", "day 21, the day as counted, Thanksgiving Day"),
        ("Fri Nov 27", "the last day"),
    ]


def test_a_fold_of_the_laws_own_becomes_one_line():
    drawing = ribbon.draw(cells_of(date(2026, 11, 27), fold=True))

    assert [line.text for line in drawing.folds] == ["9 days between, not drawn"]
    assert [box.text for box in drawing.boxes][:8] == ["5", "6", "7", "8", "9", "10", "11", "21"]
    assert drawing.label.startswith("Calendar of 23 days.")
