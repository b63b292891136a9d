"""An applicant with a keyboard and nothing else: an account, an application filed once, a document, a change of mind."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, time
from typing import Any

import pytest
from django.contrib.sessions.models import Session

from tests.journeys.driving import Visitor
from tests.journeys.halls import furnished
from tests.town_fixtures import TownHall
from towns.access import tenancy
from towns.models import Case, Document, Event, Party, Person

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def hall(site: str) -> TownHall:
    """Norfolk, set up."""
    return furnished("norfolk")


class Keys:
    """Hands that use Tab, Enter, the space bar and letters."""

    def __init__(self, visitor: Visitor) -> None:
        self.page = visitor.page

    def to(self, name: str, *, most: int = 80) -> None:
        """Press Tab until the thing of this name (or this field's name) has the focus, and shows that it has."""
        for _ in range(most):
            self.page.keyboard.press("Tab")
            here = self.page.evaluate(_WHERE)
            if name in (here["name"], here["words"]):
                assert here["shown"], f"“{name}” has the focus and does not show it: {here}"
                return
        raise AssertionError(f"Tab never reaches “{name}” on {self.page.url}")

    def write(self, name: str, text: str) -> None:
        """Go to a field and type."""
        self.to(name)
        self.page.keyboard.type(text)

    def press(self, name: str) -> None:
        """Go to a link or button and press Enter; waits for the next page."""
        self.to(name)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")


_WHERE = """() => {
  const at = document.activeElement, label = at.id && document.querySelector(`label[for="${at.id}"]`);
  const style = getComputedStyle(at), drawn = label ? getComputedStyle(label, '::before') : style;
  const outlined = s => s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0 || s.boxShadow !== 'none';
  return {
    name: at.name || '', words: (at.innerText || '').replace(/\\s+/g, ' ').trim(),
    shown: outlined(style) || outlined(drawn),
  };
}"""


def test_by_keyboard_from_the_account_to_the_withdrawal(
    hall: TownHall, visitor: Callable[..., Visitor]
) -> None:
    ana = visitor()
    keys = Keys(ana)
    ana.go("/norfolk/apply/")
    keys.press("Make an account")
    keys.write("name", "Ana Applicant")
    keys.write("email", "Ana@Applicant.example")
    keys.write("password", "otter basin gravel october")
    keys.press("Make the account")
    ana.reads("Your account is ready.", "Apply online")
    keys.press("Start a new application")

    # A page that is not right says so, keeps what was typed, and the summary has the focus.
    assert ana.heading == "What and where"
    keys.write("title", "Holbrook Street barn")
    keys.press("Keep and go on")
    ana.reads("There is a problem", "Street address of the land")
    assert ana.page.evaluate("document.activeElement.id") == "errors"
    assert ana.page.title().startswith("Error: ")
    assert ana.page.locator('[name="title"]').input_value() == "Holbrook Street barn"
    keys.write("address", "31 Holbrook Street")
    keys.write("map_lot", "Map 2 Lot 9")
    keys.press("Keep and go on")

    assert ana.heading == "People"
    assert ana.page.locator('[name="applicant"]').input_value() == "Ana Applicant"
    keys.write("applicant_address", "PO Box 100")
    keys.to("same_owner")
    ana.page.keyboard.press("Space")
    keys.press("Keep and go on")

    # Leaving in the middle keeps what is there, right or not.
    assert ana.heading == "The work"
    keys.write("description", "A barn, paddock drains and a gravel drive.")
    keys.press("Keep and come back later")
    ana.reads("Kept.")
    keys.press("Holbrook Street barn")
    for _page in range(2):
        keys.press("Keep and go on")
    assert ana.page.locator('[name="description"]').input_value().startswith("A barn")
    keys.write("disturbed_sqft", "44100")
    keys.press("Keep and go on")
    assert ana.heading == "Check your answers"
    ana.reads("31 Holbrook Street", "44,100", "it counts as filed on")
    keys.press("File the application")
    ana.reads("Your application is filed", "SMP-2026-0001")

    keys.press("Go to your case")
    ana.reads("Holbrook Street barn", "Filed; the office checks whether it is complete")
    keys.press("Add a document")
    keys.write("title", "Revised plan, sheet 4")
    ana.page.locator('[name="file"]').set_input_files(
        {"name": "sheet 4.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 sheet"}
    )
    keys.press("Add the document")
    ana.reads("is kept with the case", "seen by the office only")
    with tenancy.town(hall.town):
        assert Document.objects.get().title == "Revised plan, sheet 4"
    keys.press("Withdraw")
    keys.to("sure")
    ana.page.keyboard.press("Space")
    keys.press("Withdraw the application")
    ana.reads("SMP-2026-0001 is withdrawn.", "Withdrawn")
    with tenancy.town(hall.town):
        assert Case.objects.get().stage == "withdrawn"


def _account(visitor: Callable[..., Visitor], hall: TownHall, email: str, **how: Any) -> Visitor:
    Person.objects.create_user(email, "correct horse battery", name="Bo Applicant")
    return visitor(**how).sign_in(email)


def _fill_to_the_end(bo: Visitor, title: str) -> None:
    bo.go("/norfolk/apply/")
    bo.press("Start a new application")
    bo.fill(title=title, address="9 Pond Street")
    bo.press("Keep and go on")
    bo.fill(applicant_address="PO Box 9", same_owner=True)
    bo.press("Keep and go on")
    bo.fill(description="A rain garden.")
    bo.press("Keep and go on")
    assert bo.heading == "Check your answers"


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_double_click_files_once(hall: TownHall, visitor: Callable[..., Visitor], script: bool) -> None:
    title = f"Rain garden {script}"
    bo = _account(visitor, hall, f"bo{script}@applicant.example".lower(), script=script)
    _fill_to_the_end(bo, title)
    bo.page.get_by_role("button", name="File the application").dblclick(no_wait_after=True)
    bo.page.wait_for_url("**/apply/filed/**")
    bo.reads("Your application is filed")
    with tenancy.town(hall.town):
        case = Case.objects.get(title=title)
        assert Event.objects.filter(case=case, name="filed").count() == 1
    # Going back and sending the old page again leads to the same number.
    bo.page.go_back()
    bo.page.wait_for_load_state()
    if bo.page.get_by_role("button", name="File the application").count():
        bo.press("File the application")
        bo.reads(case.number)
    with tenancy.town(hall.town):
        assert Case.objects.filter(title=title).count() == 1


def _run_out() -> None:
    """Every sign-in runs out."""
    Session.objects.all().delete()


def test_a_sign_in_that_runs_out_keeps_what_an_applicant_typed(
    hall: TownHall, visitor: Callable[..., Visitor]
) -> None:
    bo = _account(visitor, hall, "tired@applicant.example")
    bo.go("/norfolk/apply/")
    bo.press("Start a new application")
    bo.fill(title="Typed for an hour", address="77 Needham Street", map_lot="Map 16 Lot 5")
    _run_out()
    bo.press("Keep and go on")
    assert "/sign-in/" in bo.page.url
    bo.reads("kept")
    bo.page.get_by_label("E-mail").fill("tired@applicant.example")
    bo.page.get_by_label("Password").fill("correct horse battery")
    bo.press("Sign in")
    bo.reads("What you typed is still here")
    assert bo.page.locator('[name="title"]').input_value() == "Typed for an hour"
    assert bo.page.locator('[name="map_lot"]').input_value() == "Map 16 Lot 5"
    bo.press("Keep and go on")
    assert bo.heading == "People"


def test_a_sign_in_that_runs_out_keeps_what_the_office_typed(
    hall: TownHall, visitor: Callable[..., Visitor]
) -> None:
    case = hall.case(
        "complete", title="Cleveland Street fill", filed=date(2026, 11, 9), complete=date(2026, 11, 9)
    )
    where = f"/norfolk/cases/{case.number}/"
    office = visitor().sign_in("board_administrator@norfolk.example")
    office.go(f"{where}record/schedule_hearing/")
    office.fill(for_day=date(2026, 12, 15), place="The library", on=date(2026, 11, 30))
    _run_out()
    office.press("Go on")
    _sign_in_again(office)
    assert office.page.locator('[name="place"]').input_value() == "The library"
    with tenancy.town(hall.town):
        assert Event.objects.filter(case=case, name="hearing_scheduled").count() == 0
    # A form that has no page of its own leads back to the case, never to an empty page.
    office.go(where)
    office.page.locator("summary", has_text="For the Town Clerk").first.click()
    _run_out()
    office.page.locator("details[open] .tasks").get_by_role("button").first.click()
    office.page.wait_for_url("**/sign-in/**")
    _sign_in_again(office)
    assert office.heading == "Cleveland Street fill"
    office.reads("so nothing was recorded")


def _sign_in_again(office: Visitor) -> None:
    assert "/sign-in/" in office.page.url
    office.page.get_by_label("E-mail").fill("board_administrator@norfolk.example")
    office.page.get_by_label("Password").fill("correct horse battery")
    office.press("Sign in")


HARSH = '<script>alert(1)</script><b title="x">&amp;\''
LONG = "Ä" * 300


def test_markup_and_long_names_are_text_everywhere(hall: TownHall, visitor: Callable[..., Visitor]) -> None:
    bo = _account(visitor, hall, "harsh@applicant.example")
    bo.go("/norfolk/apply/")
    bo.press("Start a new application")
    bo.fill(title=LONG, address=HARSH, map_lot=HARSH[:60])
    bo.press("Keep and go on")
    bo.fill(applicant=LONG, applicant_address=HARSH, engineer=HARSH, owner=HARSH, applicant_phone=HARSH[:40])
    bo.press("Keep and go on")
    bo.fill(description=HARSH * 3, plan_title=LONG, plan_by=HARSH)
    bo.press("Keep and go on")
    bo.reads(LONG[:50], HARSH)
    bo.press("File the application")
    with tenancy.town(hall.town):
        case = Case.objects.get(title=LONG)
        assert Party.objects.filter(case=case, name=HARSH).count() == 2
    office = visitor().sign_in("board_administrator@norfolk.example")
    where = f"/norfolk/cases/{case.number}/"
    for path in ("", "deadlines/", "people/", "ledger/", "documents/", "decision/", "hearing/", "print/"):
        assert office.go(f"{where}{path}") == 200
        assert not office.page.locator("main script, main b[title='x']").count()
        assert [fault for fault in office.faults(320, axe=False) if "sideways" in fault] == [], path
    anybody = visitor()
    for path in ("/norfolk/register/", f"/norfolk/register/{case.number}/"):
        anybody.go(path)
        assert [fault for fault in anybody.faults(320, axe=False) if "sideways" in fault] == [], path


@pytest.mark.parametrize(
    ("name", "size", "says"),
    [("plan.pdf", 60 * 1024 * 1024, "50 MB"), ("empty.pdf", 0, "empty")],
    ids=["60 MB", "zero bytes"],
)
def test_files_that_cannot_be_kept_are_named(
    hall: TownHall, visitor: Callable[..., Visitor], tmp_path: Any, name: str, size: int, says: str
) -> None:
    case = hall.case("filed", title=f"Upload {size}", filed=date(2026, 11, 30))
    upload = tmp_path / name
    with upload.open("wb") as out:
        out.truncate(size)
    office = visitor().sign_in("board_administrator@norfolk.example")
    office.page.set_default_timeout(60_000)
    office.go(f"/norfolk/cases/{case.number}/documents/")
    office.fill(files=str(upload))
    office.press("Keep with the case")
    office.page.get_by_role("alert").wait_for()
    office.reads(says, name)
    with tenancy.town(hall.town):
        assert Document.objects.filter(case=case).count() == 0


def test_days_that_cannot_be_and_a_hearing_on_a_holiday(
    hall: TownHall, visitor: Callable[..., Visitor], on_day: Callable[[Any], None]
) -> None:
    case = hall.case(
        "complete", title="Christmas hearing", filed=date(2026, 11, 16), complete=date(2026, 11, 16)
    )
    where = f"/norfolk/cases/{case.number}/"
    office = visitor(script=False).sign_in("board_administrator@norfolk.example")
    # A day that does not exist, typed into the plain field a browser without date pickers shows.
    office.go(f"{where}record/schedule_hearing/")
    office.page.locator('[name="for_day"]').evaluate("node => { node.type = 'text' }")
    office.page.locator('[name="for_day"]').fill("2/30/2027")
    office.press("Go on")
    office.reads("“2/30/2027” is not a day in the calendar")
    # Christmas: a stop that asks for a reason, which stays in the ledger.
    office.go(f"{where}record/schedule_hearing/")
    office.fill(for_day=date(2026, 12, 25), for_time=time(19), place="Room 124", on=date(2026, 11, 30))
    office.press("Go on")
    office.reads("Stop and think", "Christmas Day")
    office.press("Schedule the hearing")
    office.reads("Say why you go on")
    office.page.locator("#override").fill("The board asked for it.")
    office.press("Schedule the hearing")
    office.reads("Recorded: ")
    office.tab("Ledger")
    office.reads("The board asked for it.")
    # A close before an opening cannot be; the page says which day is wrong and keeps what was typed.
    office.record(where, "open_hearing", on=date(2026, 11, 30))
    office.go(f"{where}record/close_hearing/")
    office.fill(on=date(2026, 11, 20))
    office.press("Go on")
    office.reads("There is a problem")
    assert office.page.locator('[name="on"]').input_value() == "2026-11-20"
    # Another town's number is no number here.
    assert office.go("/norfolk/cases/GSP-2026-0001/") == 404
    assert office.go(f"/grafton/cases/{case.number}/") == 404
