"""An inspector with a telephone: what is typed without signal is kept, and sent once when the signal comes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from permitting.models import Inspection, InspectionPhoto, InspectionReport
from tests.journeys.driving import PASSWORD, Visitor
from tests.journeys.halls import EMAILS, INSPECTOR, furnished
from tests.permitting.inspections.test_field import photo
from tests.town_fixtures import TODAY, TownHall
from towns.access import tenancy
from towns.models import Case, Event

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def hall(site: str) -> TownHall:
    """Norfolk, set up."""
    return furnished("norfolk")


@pytest.fixture(scope="module")
def case(hall: TownHall) -> Case:
    """A permit under which an inspection is set for today."""
    found = hall.case("permitted")
    hall.act(found, "schedule_inspection", TODAY, stage="erosion", **{"for": f"{TODAY}T10:30"})
    return found


@pytest.fixture
def phone(site: str, hall: TownHall, browser: Any) -> Iterator[Visitor]:
    """A telephone in the inspector's hand."""
    context = browser.new_context(
        base_url=site, viewport={"width": 375, "height": 740}, timezone_id="America/New_York", has_touch=True
    )
    context.set_default_timeout(10_000)
    visitor = Visitor(context.new_page())
    visitor.sign_in(EMAILS[INSPECTOR], PASSWORD)
    yield visitor
    context.close()


def kept(hall: TownHall, case: Case) -> tuple[int, int, int]:
    """How many visits, reports and pictures the record has."""
    with tenancy.town(hall.town):
        return (
            Event.objects.filter(case=case, name="inspection_held").count(),
            InspectionReport.objects.filter(case=case).count(),
            InspectionPhoto.objects.filter(case=case).count(),
        )


def test_without_signal_it_is_kept_through_a_reload_and_sent_once(
    hall: TownHall, case: Case, phone: Visitor
) -> None:
    page = phone.page
    phone.go("/norfolk/inspections/")
    page.get_by_role("link", name="Erosion control inspection").click()
    page.get_by_label("Who was there").fill("The site foreman")
    page.locator("label[for=rate_perimeter-corrective]").click()
    page.get_by_label("What has to be done: Perimeter").fill("Reset the fence.")
    picture = photo()
    page.locator("#photos").set_input_files(
        {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": picture.read()}
    )
    page.locator("label[for=outcome-failed]").click()
    page.get_by_text("1 photo kept on this phone.").wait_for()

    page.context.set_offline(True)
    page.get_by_role("button", name="Record the inspection").click()
    page.get_by_text(
        "No signal. All you entered is kept on this phone and is sent once there is signal."
    ).wait_for()
    page.get_by_role("button", name="Record the inspection").click()
    assert kept(hall, case) == (0, 0, 0)

    page.context.set_offline(False)
    page.get_by_role("heading", name="Permit and site").wait_for()
    assert kept(hall, case) == (1, 1, 1)
    with tenancy.town(hall.town):
        row = Inspection.objects.get(case=case)
        report = InspectionReport.objects.get(case=case)
    assert (row.number, str(row.state)) == (1, "failed")
    assert (report.met_with, report.to_do[0]["what"]) == ("The site foreman", "Reset the fence.")
    assert (
        page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('docket-visit')).length") == 0
    )


def test_a_page_that_was_left_shows_again_what_was_typed(hall: TownHall, case: Case, phone: Visitor) -> None:
    page = phone.page
    phone.go(f"/norfolk/cases/{case.number}/visit/1/")
    page.get_by_label("Notes").fill("Fence stands again.")
    once = page.locator("input[name=once]").input_value()
    page.reload()
    assert page.get_by_label("Notes").input_value() == "Fence stands again."
    assert page.locator("input[name=once]").input_value() == once
    page.locator("label[for=outcome-passed]").click()
    page.locator("label[for=rate_perimeter-maintenance]").click()
    page.get_by_role("button", name="Record the inspection").click()
    page.get_by_text("An answer asks for work: choose another result.").wait_for()
    page.locator("label[for=rate_perimeter-ok]").click()
    before = kept(hall, case)[0]
    page.get_by_role("button", name="Record the inspection").click()
    page.get_by_role("heading", name="Permit and site").wait_for()
    assert kept(hall, case)[0] == before + 1
    with tenancy.town(hall.town):
        assert str(Inspection.objects.get(case=case).state) == "passed"
    assert phone.errors == []
