"""Takes the pictures of the README from a running demonstration; run by hand, see CONTRIBUTING.md.

make demo TODAY=2026-11-30            # in one window
.venv/bin/python -m tests.journeys.screenshots http://localhost:8000
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page

from tests.project.browser import chromium, launched

FOLDER = Path(__file__).resolve().parent.parent.parent / "docs" / "images"
PASSWORD = "town docket demo"
LARGEST = 250_000
WIDTH = 1280


def keep(png: bytes, name: str, *, height: int | None = None) -> None:
    """Store a picture at 1280 pixels with a palette, small enough for a README."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    if picture.width > WIDTH:
        picture = picture.resize(
            (WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS
        )
    if height and picture.height > height:
        picture = picture.crop((0, 0, picture.width, height))
    for colors in (256, 128, 64, 32):
        out = io.BytesIO()
        picture.quantize(colors, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
        if out.tell() < LARGEST:
            break
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.png").write_bytes(out.getvalue())
    print(f"{name}.png: {picture.width} by {picture.height}, {out.tell():,} bytes")


def _shot(page: Page, name: str, height: int | None) -> None:
    page.evaluate("document.fonts.ready")
    page.mouse.move(0, 0)
    keep(page.screenshot(full_page=True), name, height=height)


def _to(page: Page, link: str) -> None:
    page.get_by_role("link", name=re.compile(link)).first.click()
    page.wait_for_load_state()


def desk(page: Page) -> None:
    """The desk of the board administrator."""
    page.goto("/norfolk/desk/")


def case(page: Page) -> None:
    """The case that the board let lapse over Thanksgiving, its reasons open."""
    page.goto("/norfolk/cases/?q=Stony+Brook")
    _to(page, r"^SMP-")


def notice(page: Page) -> None:
    """The hearing notice before it is printed."""
    page.goto("/norfolk/cases/?q=Town+Hill")
    _to(page, r"^SMP-")
    page.goto(f"{page.url}print/hearing_notice/")


def queue(page: Page) -> None:
    """What waits for the town clerk."""
    page.goto("/norfolk/clerk/")


def try_dates(page: Page) -> None:
    """Dates tried out."""
    page.goto(
        "/norfolk/try-dates/?matter=stormwater_permit&on=2026-11-30&complete=2026-09-08&hearing_opened=2026-10-13&hearing_closed=2026-11-05"
    )


def question(page: Page) -> None:
    """One question of “does it need a permit?”."""
    page.goto("/norfolk/does-it-need-a-permit/?activity=none")


def check(page: Page) -> None:
    """The applicant's last look before filing."""
    page.goto("/norfolk/apply/")
    page.get_by_role("button", name="Start a new application").click()
    for answers in (
        {"title": "Holbrook Street barn", "address": "31 Holbrook Street", "map_lot": "Map 2 Lot 9"},
        {"applicant_address": "PO Box 100\nNorfolk, MA 02056", "engineer": "Example Civil Group", "owner": "Sample Farm Trust"},
        {"description": "Barn, paddock drains and a gravel drive.", "disturbed_sqft": "44100", "plan_title": "Site plan"},
    ):  # fmt: skip
        for name, value in answers.items():
            page.locator(f'main [name="{name}"]').fill(value)
        page.get_by_role("button", name="Keep and go on").click()
        page.wait_for_load_state()


#: picture, who looks, what is done, the height at which the picture ends (None: the whole page).
PICTURES: list[tuple[str, str, Callable[[Page], None], int | None]] = [
    ("desk", "board.administrator@norfolk.example", desk, 1100),
    ("case", "board.administrator@norfolk.example", case, 1560),
    ("hearing-notice", "board.administrator@norfolk.example", notice, None),
    ("clerk-queue", "town.clerk@norfolk.example", queue, 1300),
    ("try-dates", "planner@norfolk.example", try_dates, 1750),
    ("determination", "", question, None),
    ("applicant-check", "applicant@example.org", check, None),
]


def _signed_in(browser: Any, address: str, email: str) -> Page:
    context = browser.new_context(
        base_url=address,
        viewport={"width": WIDTH, "height": 900},
        locale="en-US",
        timezone_id="America/New_York",
    )
    page: Page = context.new_page()
    if email:
        page.goto("/sign-in/")
        page.get_by_label("E-mail").fill(email)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("button", name="Sign out").wait_for()
    return page


def main(address: str) -> None:
    """Take every picture, and the hearing notice's own page as it leaves the printer."""
    path = chromium()
    if path is None:
        raise SystemExit("Chromium is not installed; `make setup` installs it.")
    with launched(path) as browser:
        for name, email, act, height in PICTURES:
            page = _signed_in(browser, address, email)
            act(page)
            _shot(page, name, height)
            if name == "hearing-notice":
                _paper(page)
            page.context.close()


def _paper(page: Page) -> None:
    """Print the notice shown and keep its first page as a picture."""
    reason = page.locator('main [name="reason"]')
    if reason.count():
        reason.fill("For the picture.")
    page.locator("main button[type=submit]").last.click()
    page.wait_for_url("**/done/**")
    link = page.get_by_role("link", name="Open the PDF").get_attribute("href") or ""
    keep(_first_page(page.request.get(link).body()), "hearing-notice-paper")


def _first_page(pdf: bytes) -> bytes:
    """The first page of a PDF as a picture."""
    import subprocess

    done = subprocess.run(
        ["pdftoppm", "-r", "110", "-png", "-f", "1", "-l", "1", "-singlefile", "-"],
        input=pdf,
        capture_output=True,
        check=True,
    )
    return done.stdout


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000")
