"""Every page of the doors passes axe at a desk and on a telephone, filled and wrong; what was typed survives."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from permitting.applications.models import FilingDraft
from tests.town_fixtures import TODAY, TownHall, load_town
from towns.access import tenancy
from towns.mail import outbox
from towns.models import ClosedDay, OutboxMessage, Party, Person, SweepRun, Town
from towns.papers import printing
from towns.roles import Role

AXE = Path(__file__).parents[2] / "vendor" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
SHOTS = os.environ.get("SHOTS")
SEAL = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44"><circle cx="22" cy="22" r="21" fill="#fff" '
    b'stroke="#162e51"/><path d="M22 10l6 8h-3l4 6H15l4-6h-3z" fill="#162e51"/></svg>'
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def furnish(town: Town) -> Town:
    """Everything that papers need."""
    town.office = "Norfolk Town Hall\nExample Lane\nNorfolk, Massachusetts"
    town.phone, town.email, town.hearing_room = "508-555-0100", "planning@norfolk.example", "Room 124"
    town.see_plans = "Planning office, Town Hall, during office hours, and on the Town’s permit register."
    town.how_to_comment = "In person at the hearing, or in writing to the planning office before it closes."
    town.accommodation = "For an accommodation or an interpreter call the planning office at 508-555-0100."
    town.seal = SEAL
    town.save()
    return town


FULL = {
    "description": "Four house lots and a common drive with two infiltration basins.", "disturbed_sqft": 41200,
    "common_plan_sqft": 52000, "lot_sqft": 270000, "plan_title": "Stony Brook Estates, Stormwater Management Plan",
    "plan_by": "Brook Civil Group", "plan_dated": date(2026, 8, 28),
    "parties": [
        {"kind": Party.Kind.APPLICANT, "name": "Stony Brook Realty Trust", "address": "100 Example Road\nNorfolk, MA 02056"},
        {"kind": Party.Kind.OWNER, "name": "Stony Brook Realty Trust", "address": "100 Example Road\nNorfolk, MA 02056"},
        {"kind": Party.Kind.ENGINEER, "name": "Brook Civil Group"},
    ],
}  # fmt: skip


@pytest.fixture
def hall(norfolk: TownHall) -> TownHall:
    """Norfolk with everything papers need, and cases of every kind that the doors show."""
    furnish(norfolk.town)
    load_town("grafton")
    load_town("hopkinton")
    return norfolk


@pytest.fixture
def cases(hall: TownHall) -> dict[str, str]:
    """Case numbers by what they show."""
    made = {
        "filed": hall.case("filed", title="Pond Street barn", address="12 Pond Street", keep=FULL),
        "scheduled": hall.case(
            "scheduled",
            hearing=date(2026, 12, 15),
            filed=date(2026, 11, 16),
            complete=date(2026, 11, 16),
            keep=FULL,
        ),
        "deemed": hall.case("deemed", title="Mill River solar", address="45 Mill River Road", keep=FULL),
        "certified": hall.case("certified", title="Grove Street lots", address="9 Grove Street", keep=FULL),
        "approved": hall.case(
            "approved", title="Seekonk Street depot", address="2 Seekonk Street", keep=FULL
        ),
        "permitted": hall.case("permitted", title="Main Street school", address="1 Main Street", keep=FULL),
        "incomplete": hall.case(
            "incomplete", title="Boardman Street", address="7 Boardman Street", keep=FULL
        ),
    }
    with tenancy.town(hall.town):
        SweepRun.objects.create(
            town=hall.town, day=TODAY, began=timezone.now(), ended=timezone.now(), settled=2, failed=0
        )
        outbox.queue(hall.town, key="test", to="somebody@example.org", subject="Due in 3 days", body="…")
        OutboxMessage.objects.update(attempts=2, error="SMTPRecipientsRefused: no such mailbox")
        ClosedDay.objects.create(
            town=hall.town,
            on=date(2026, 12, 24),
            name="Christmas Eve",
            cite="Vote of the Select Board",
            declared=TODAY,
        )
    return {name: case.number for name, case in made.items()}


def sign_in(page: Any, live_server: Any, person: Person) -> None:
    client = Client()
    client.force_login(person)
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )


def look(page: Any, path: str, name: str) -> None:
    """Axe at both widths; the page does not scroll sideways on a telephone."""
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(path) if path else None
        check(page, f"{name}-{width}")


def check(page: Any, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(
        "rules => axe.run(document, {runOnly: {type: 'tag', values: rules}, iframes: false})", RULES
    )
    bad = [(v["id"], [n["html"][:150] for n in v["nodes"]][:3]) for v in found["violations"]]
    assert not bad, (name, bad)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, (name, f"{wide} pixels too wide")


def test_public_pages(page: Any, live_server: Any, cases: dict[str, str]):
    look(page, "/", "chooser")
    look(page, "/?q=zzz", "chooser-none")
    look(page, "/sign-in/", "sign-in")
    look(page, "/sign-in/account/", "account")
    look(page, "/sign-in/forgotten/", "forgotten")
    look(page, "/norfolk/", "front")
    look(page, "/norfolk/register/", "register")
    look(page, "/norfolk/register/?q=zzz", "register-none")
    look(page, "/norfolk/hearings/", "hearings")
    look(page, "/norfolk/apply/", "apply")
    for name, number in cases.items():
        look(page, f"/norfolk/register/{number}/", f"public-{name}")
    look(page, "/norfolk/nothing/", "404")


def test_wrong_sign_in(page: Any, live_server: Any, hall: TownHall):
    page.goto("/sign-in/")
    page.get_by_label("E-mail").fill("nobody@norfolk.example")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    check(page, "sign-in-wrong-1280")
    assert page.title().startswith("Error:")


def test_clerk_pages(page: Any, live_server: Any, hall: TownHall, cases: dict[str, str]):
    sign_in(page, live_server, hall.people[Role.TOWN_CLERK])
    look(page, "/norfolk/clerk/", "clerk")
    look(page, f"/norfolk/clerk/{cases['filed']}/stamp/", "stamp")
    look(page, f"/norfolk/cases/{cases['deemed']}/print/certificate_of_no_action/", "print-certificate")


def test_office_pages(page: Any, live_server: Any, hall: TownHall, cases: dict[str, str]):
    sign_in(page, live_server, hall.people[Role.BOARD_ADMINISTRATOR])
    look(page, "/norfolk/file/", "file")
    page.get_by_role("button", name="Enter the filing").click()
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        check(page, f"file-wrong-{width}")
    for kind, case in (
        ("hearing_notice", "scheduled"), ("decision", "approved"), ("permit", "permitted"),
        ("incompleteness_letter", "incomplete"), ("extension_agreement", "scheduled"),
    ):  # fmt: skip
        look(page, f"/norfolk/cases/{cases[case]}/print/{kind}/", f"print-{kind}")
    look(page, f"/norfolk/cases/{cases['scheduled']}/print/", "papers")
    page.goto(f"/norfolk/cases/{cases['scheduled']}/print/hearing_notice/?posting=on")
    page.get_by_role("button", name="Print", exact=True).click()
    check(page, "printed-320")
    page.get_by_role("link", name="Read it as a web page").click()
    look(page, "", "twin")
    look(page, "/norfolk/try-dates/", "try-dates")
    query = "matter=stormwater_permit&on=2026-11-30&hearing_closed=2026-11-05"
    query += "&extension_agreed=2026-11-20:clock=decide:until=2026-12-15"
    look(page, f"/norfolk/try-dates/?{query}", "try-dates-told")
    look(page, "/norfolk/try-dates/?hearing_closed=2026-13-05", "try-dates-wrong")
    look(page, "/norfolk/health/", "health")


def test_setup_pages(page: Any, live_server: Any, hall: TownHall, cases: dict[str, str]):
    sign_in(page, live_server, hall.people[Role.TOWN_ADMINISTRATOR])
    look(page, "/norfolk/setup/", "setup")
    look(page, "/norfolk/setup/town/", "setup-town")
    page.get_by_label("Town colour").fill("#ffee00")
    page.get_by_role("button", name="Save").click()
    check(page, "setup-town-wrong")
    look(page, "/norfolk/setup/calendar/", "setup-calendar")
    page.get_by_label("Closed on").fill("2026-12-31")
    page.get_by_label("Declared on").fill("2026-11-30")
    page.get_by_label("Why").fill("New Year's Eve")
    page.get_by_label("Who ordered it").fill("Vote of the Select Board")
    page.get_by_role("button", name="See what it would move").click()
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        check(page, f"setup-closed-look-{width}")
    page.get_by_role("button", name="Declare it closed").click()
    check(page, "setup-closed-saved")
    look(page, "/norfolk/setup/boards/", "setup-boards")
    look(page, "/norfolk/setup/boards/planning_board/", "setup-board")
    look(page, "/norfolk/setup/people/", "setup-people")
    look(page, "/norfolk/setup/law/", "setup-law")
    look(page, "/norfolk/setup/law/fines_climb/?choice=one_violation", "setup-reading")
    look(page, "/norfolk/setup/changes/", "setup-changes")


def test_applicant_pages(page: Any, live_server: Any, hall: TownHall, cases: dict[str, str]):
    person = Person.objects.create_user(
        "ana@applicant.example", "correct horse battery", name="Ana Applicant"
    )
    with tenancy.town(hall.town):
        FilingDraft.objects.create(
            town=hall.town,
            person=person,
            once=uuid4(),
            updated=timezone.now(),
            answers={"title": "Begun once"},
        )
    sign_in(page, live_server, person)
    look(page, "/my/", "my")
    page.goto("/norfolk/apply/")
    page.get_by_role("button", name="Start a new application").click()
    check(page, "apply-land")
    page.get_by_role("button", name="Keep and go on").click()
    check(page, "apply-land-wrong")
    page.get_by_label("Name of the project").fill("Ana's garden")
    page.get_by_label("Street address").fill("3 Fern Way")
    page.get_by_label("map and lot").fill("Map 3 Lot 9")
    page.get_by_role("button", name="Keep and go on").click()
    check(page, "apply-people")
    page.get_by_label("Mailing address of the applicant").fill("3 Fern Way\nNorfolk, MA")
    page.locator("label[for=id_same_owner]").click()
    page.get_by_role("button", name="Keep and go on").click()
    check(page, "apply-work")
    page.get_by_label("What will be done").fill("A garden wall and a small pond.")
    page.get_by_label("Land disturbed", exact=True).fill("1200")
    page.get_by_role("button", name="Keep and go on").click()
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        check(page, f"apply-check-{width}")
    page.get_by_role("button", name="File the application").click()
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        check(page, f"apply-filed-{width}")
    page.get_by_role("link", name="Go to your case").click()
    look(page, "", "own-case")
    number = page.url.rstrip("/").rpartition("/")[2]
    look(page, f"/norfolk/register/{number}/add/", "add-document")
    look(page, f"/norfolk/register/{number}/withdraw/", "withdraw")


def test_papers_can_be_offered(hall: TownHall, cases: dict[str, str]):
    with tenancy.town(hall.town):
        from towns.models import Case

        offered = {k: dict(printing.offered(hall.file(Case.objects.get(number=n)))) for k, n in cases.items()}
    assert "hearing_notice" in offered["scheduled"]
    assert "certificate_of_no_action" in offered["deemed"]
