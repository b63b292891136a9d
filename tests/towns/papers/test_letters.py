"""Letters to many: everyone gets one, the address shows in the window, and a bad address stops nobody else."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.towns.papers import samples
from tests.towns.papers.reading import close, pdf_text, reader
from towns.papers import letters as letters_of
from towns.papers.facts import Plan, Recipient
from towns.papers.letters import Chunk, letters
from towns.papers.rendering import PaperRefused

# What a #10 window shows wherever the sheet has slipped across, and with the sheet resting on its foot, in points from
# the sheet's top left corner: 0.875in to 4.375in across, 2.04in to 3.17in down. Slipped up, it shows 2.5in to 3.625in.
ACROSS = (0.875 * 72, 4.375 * 72)
DOWN = (2.04 * 72, 3.167 * 72)
WIDEST = (-0.125 * 72, 5.375 * 72, 2.04 * 72, 3.625 * 72)  # everything a window may show in any position


def people(count: int) -> list[Recipient]:
    return [
        Recipient(
            lines=(f"Example Owner {n}", f"{n} Main Street", "Norfolk, MA 02056"),
            parcel=f"Map 14, Lot {n}",
            key=str(n),
        )
        for n in range(1, count + 1)
    ]


def mailing(recipients: list[Recipient], facts: object = samples.LETTER, **more: object) -> list[Chunk]:
    return list(letters("abutter_letter", facts, recipients, town=samples.TOWN, law=samples.LAW, **more))  # type: ignore[arg-type]


def placed(pdf: bytes, page: int = 0) -> list[tuple[str, float, float]]:
    """Each run of text with its left edge and its baseline, in points from the top left corner."""
    runs: list[tuple[str, float, float]] = []

    def see(text: str, cm: list[float], tm: list[float], *_: object) -> None:
        if text.strip():
            x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
            y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
            runs.append((text.strip(), x, 792 - y))

    reader(pdf).pages[page].extract_text(visitor_text=see)
    return runs


def test_every_owner_gets_one_letter_and_each_is_page_one() -> None:
    told: list[tuple[int, int]] = []
    chunks = mailing(people(7), chunk=3, progress=lambda done, total: told.append((done, total)))
    assert told == [(3, 7), (6, 7), (7, 7)]
    assert [chunk.pages for chunk in chunks] == [3, 3, 1]
    pages = [page.extract_text() for chunk in chunks for page in reader(chunk.pdf).pages]
    for n, text in enumerate(pages, 1):
        assert f"Example Owner {n}\n" in text
        assert f"Your land: Map 14, Lot {n}." in text
        assert "Page 1 of 1" in text
    keys = [outcome.recipient.key for chunk in chunks for outcome in chunk.outcomes]
    assert keys == [str(n) for n in range(1, 8)]
    assert chunks[1].outcomes[2].first_page == 3


def test_a_chunk_is_tagged_and_titled() -> None:
    (chunk,) = mailing(people(3))
    pdf = reader(chunk.pdf)
    assert "/StructTreeRoot" in pdf.trailer["/Root"]
    assert pdf.metadata.title == "Notice of Public Hearing, SMP-2026-0014, letters 1 to 3"


def test_a_letter_of_two_pages_counts_its_own() -> None:
    plans = tuple(Plan(title=f"Sheet {n}", prepared_by="Brook Civil Group") for n in range(30))
    notice = replace(samples.NOTICE, case=replace(samples.CASE, plans=plans))
    (chunk,) = mailing(people(3), replace(samples.LETTER, notice=notice))
    numbers = re.findall(r"Page \d of \d", pdf_text(chunk.pdf))
    assert numbers == ["Page 1 of 2", "Page 2 of 2"] * 3
    assert [outcome.first_page for outcome in chunk.outcomes] == [1, 3, 5]


ADDRESSES = {
    "usual": ("Ana Maria Conceição", "12 Main Street", "Norfolk, MA 02056"),
    "six lines": (
        "Stony Brook Realty Trust u/d/t dated",
        "January 12, 1998, as amended",
        "c/o Rosalind Example, Trustee",
        "100 Example Road, Suite 4",
        "Building B",
        "Norfolk, MA 02056",
    ),
    "200 letters": (
        "Wolfeschlegelsteinhausenbergerdorff" * 5 + "A" * 25,
        "1 Main Street",
        "Norfolk, MA 02056",
    ),
    "long words": (
        "The Very Long Named Family Irrevocable Real Estate Trust of Nineteen Hundred and Ninety-Eight",
        "123456 Extraordinarily Long Name of a Street Extension North, Unit 1204",
        "Norfolk, MA 02056-1234",
    ),
}


@pytest.mark.parametrize("lines", ADDRESSES.values(), ids=ADDRESSES)
def test_the_address_and_nothing_else_shows_in_the_window(lines: tuple[str, ...]) -> None:
    (chunk,) = mailing([Recipient(lines=lines)])
    assert chunk.outcomes[0].problems == ()
    runs = placed(chunk.pdf)
    shown = [run for run in runs if WIDEST[2] <= run[2] <= WIDEST[3] and run[1] <= WIDEST[1]]
    assert close("".join(text for text, _, _ in shown)) == close("".join(lines))
    for text, left, baseline in shown:
        assert left >= ACROSS[0], text
        assert DOWN[0] + 8 <= baseline <= DOWN[1], text
    # a short address still shows when the sheet has slipped to the top of its envelope
    if len(lines) == 3 and lines == ADDRESSES["usual"]:
        assert min(baseline for _, _, baseline in shown) > 2.5 * 72 + 6


def test_a_bad_address_stops_nobody_else() -> None:
    good = people(3)
    crowd = Recipient(lines=tuple(f"Trustee number {n} of many" for n in range(12)), key="crowd")
    blank = Recipient(lines=("", " "), key="blank")
    odd = Recipient(lines=("House 🏠 Trust", "1 Main Street"), key="odd")
    (chunk,) = mailing([good[0], crowd, good[1], blank, odd, good[2]])
    assert chunk.pages == 3
    left_out = {
        outcome.recipient.key: outcome.problems[0].kind for outcome in chunk.outcomes if not outcome.printed
    }
    assert left_out == {"crowd": "address_too_long", "blank": "blank_field", "odd": "missing_glyph"}
    assert [outcome.first_page for outcome in chunk.outcomes] == [1, None, 2, None, None, 3]
    assert chunk.outcomes[3].problems[0].field == "recipients[4].lines"

    (forced,) = mailing([good[0], crowd], override_reason="The clerk will use labels.")
    assert forced.pages == 2
    assert forced.override_reason == "The clerk will use labels."


def test_a_chunk_of_bad_addresses_only_has_no_document() -> None:
    (chunk,) = mailing([Recipient(lines=("",))])
    assert (chunk.pdf, chunk.sha256, chunk.pages) == (b"", "", 0)


def test_nothing_wrong_with_one_letter_may_be_wrong_with_all() -> None:
    notice = replace(samples.NOTICE, opens=None)
    with pytest.raises(PaperRefused, match="The day and hour of the hearing is blank"):
        mailing(people(2), replace(samples.LETTER, notice=notice))


def test_nobody_to_write_to_is_no_letter() -> None:
    assert mailing([]) == []


def test_only_a_letter_goes_to_many() -> None:
    with pytest.raises(LookupError, match="abutter_letter"):
        list(letters("permit", samples.PERMIT, people(1), town=samples.TOWN, law=samples.LAW))
    assert letters_of.SHEETS


def test_names_in_several_scripts_share_a_chunk() -> None:
    (chunk,) = mailing(
        [Recipient(lines=("李小龍", "1 Main Street")), Recipient(lines=("Владимир Ж.", "2 Main Street"))]
    )
    text = pdf_text(chunk.pdf)
    assert "李小龍" in text
    assert "Владимир Ж." in text


@pytest.mark.slow
def test_three_hundred_letters_take_under_a_minute_and_400_megabytes() -> None:
    script = """
import time
import os
import django
os.environ["DJANGO_SETTINGS_MODULE"] = "towns.project.settings"
django.setup()
from tests.memory import peak_megabytes
from tests.towns.papers import samples
from tests.towns.papers.test_letters import people
from towns.papers.letters import letters
began = time.process_time()  # of the processor, so that a busy machine does not count
pages = sum(c.pages for c in letters("abutter_letter", samples.LETTER, people(300), town=samples.TOWN, law=samples.LAW))
print(pages, time.process_time() - began, peak_megabytes())
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=180
    )
    pages, seconds, megabytes = done.stdout.split()
    assert int(pages) == 300
    assert float(seconds) < 60
    assert float(megabytes) < 400
