"""One text or one case that cannot be read is named where it stands, and stops no list, no sweep and no other case."""

from __future__ import annotations

import hashlib
import io
from datetime import date
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils import timezone

from tests.town_fixtures import TODAY, TownHall
from towns.access import tenancy
from towns.clocks.reminders import queue_for
from towns.clocks.sweep import sweep
from towns.law import schema
from towns.models import BylawEdition, Case, Clock, OutboxMessage
from towns.roles import Role
from towns.setup import changes, jobs

pytestmark = pytest.mark.django_db

#: A text of tomorrow, which this product cannot know.
TOMORROWS = "schema = 99\n" + (schema.FOLDER / "norfolk.toml").read_text("utf-8").replace(
    "schema = 2\n", "", 1
)
SAYS = "The text of “Norfolk of tomorrow” cannot be read: schema is 99; an operator must"


def unreadable_edition(hall: TownHall, effective: date) -> BylawEdition:
    """An adopted edition whose text this product cannot read."""
    return BylawEdition.objects.create(
        town=hall.town, label="Norfolk of tomorrow", effective=effective, text=TOMORROWS,
        sha256=hashlib.sha256(TOMORROWS.encode()).hexdigest(), adopted=True, created=timezone.now(),
    )  # fmt: skip


@pytest.fixture
def broken(norfolk: TownHall) -> Case:
    """A case whose time ran out, pinned to a text that cannot be read; a sound one of the same age stands beside it."""
    case = norfolk.case(
        "deliberation", title="The lost lot", closed=date(2026, 11, 5), today=date(2026, 11, 5)
    )
    norfolk.case("deliberation", title="The sound lot", closed=date(2026, 11, 5), today=date(2026, 11, 5))
    with tenancy.town(norfolk.town):
        Case.objects.filter(pk=case.pk).update(edition=unreadable_edition(norfolk, date(1899, 1, 1)))
        return Case.objects.get(pk=case.pk)


def test_the_desk_and_the_list_name_it_on_its_own_row(norfolk: TownHall, broken: Case) -> None:
    for page in ("desk/", "cases/"):
        shown = norfolk.client().get(f"/norfolk/{page}").content.decode()
        row = next(part for part in shown.split("<tr") if broken.number in part)
        assert SAYS in row
        assert "The sound lot" in shown
        assert shown.count(SAYS) == 1


def test_the_workbook_is_written(norfolk: TownHall, broken: Case) -> None:
    from openpyxl import load_workbook

    answer = norfolk.client().get("/norfolk/cases/export.xlsx")

    cells = [str(cell.value) for row in load_workbook(io.BytesIO(answer.content)).active.rows for cell in row]
    assert any(SAYS in cell for cell in cells)
    assert "The sound lot" in cells


def test_the_sweep_notes_it_on_the_case_and_goes_on(norfolk: TownHall, broken: Case) -> None:
    swept = sweep(TODAY)

    assert swept.failed == {f"norfolk/{broken.number}": swept.failed[f"norfolk/{broken.number}"]}
    assert swept.settled == 1
    with tenancy.town(norfolk.town):
        rows = {case.title: case for case in Case.objects.all()}
    assert rows["The lost lot"].swept_badly.startswith(SAYS)
    assert (rows["The sound lot"].held, rows["The lost lot"].held) == (True, False)
    assert rows["The sound lot"].swept_badly == ""


def test_the_clerk_sees_it_named_and_all_that_waits(norfolk: TownHall, broken: Case) -> None:
    sweep(TODAY)
    with tenancy.town(norfolk.town):
        Case.objects.filter(pk=broken.pk).update(held=True)

    shown = norfolk.client(Role.TOWN_CLERK).get("/norfolk/clerk/").content.decode()

    assert "Cases that cannot be read" in shown
    assert shown.count(SAYS) == 1
    assert "The sound lot" in shown


def test_the_register_and_the_calendar_of_hearings_go_on(norfolk: TownHall, broken: Case) -> None:
    register = Client().get("/norfolk/register/")

    assert register.status_code == 200
    row = next(part for part in register.content.decode().split("<tr") if broken.number in part)
    assert "Cannot be shown at the moment" in row
    assert "schema" not in register.content.decode()
    assert Client().get("/norfolk/hearings/").status_code == 200
    assert Client().get("/norfolk/hearings.ics").status_code == 200


def test_the_case_page_says_so_plainly_and_tells_the_public_nothing_more(
    norfolk: TownHall, broken: Case
) -> None:
    for page in ("", "deadlines/", "ledger/", "documents/"):
        answer = norfolk.client().get(f"/norfolk/cases/{broken.number}/{page}")
        assert (answer.status_code, SAYS in answer.content.decode()) == (503, True), page
    public = Client().get(f"/norfolk/register/{broken.number}/")
    assert public.status_code == 503
    assert "cannot be shown at the moment" in public.content.decode()
    assert "schema" not in public.content.decode()


def test_the_reminders_of_the_others_are_written(norfolk: TownHall, broken: Case) -> None:
    day = date(2026, 11, 24)
    with tenancy.town(norfolk.town):
        assert Clock.objects.filter(case=broken, status="running").exists()

    queue_for(norfolk.town, day)

    with tenancy.town(norfolk.town):
        told = [f"{row.subject} {row.body}" for row in OutboxMessage.objects.all()]
    assert told
    assert not any(broken.number in text for text in told)


def test_a_change_of_settings_reads_all_others(norfolk: TownHall, broken: Case) -> None:
    with tenancy.town(norfolk.town):
        row = jobs.begin(norfolk.town, "A closed day", by=None, once=uuid4())
        assert jobs.work(norfolk.town, row.pk) == 1
        row.refresh_from_db()
        assert (row.done, [one["number"] for one in row.failed]) == (2, [broken.number])
        assert changes.moved_by(norfolk.town, TODAY, lambda file: file) == []


def test_the_check_of_the_clocks_names_it(
    norfolk: TownHall, broken: Case, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError):
        call_command("recompute_clocks", "--check")

    assert f"norfolk {broken.number}: {SAYS}" in capsys.readouterr().err


def test_a_town_whose_law_in_force_cannot_be_read_keeps_its_lists(norfolk: TownHall) -> None:
    case = norfolk.case("hearing", title="The sound lot")
    with tenancy.town(norfolk.town):
        unreadable_edition(norfolk, date(2026, 11, 25))

    for page in ("", "register/", "hearings/", f"register/{case.number}/"):
        assert Client().get(f"/norfolk/{page}").status_code == 200, page
    office = norfolk.client()
    for page in ("desk/", "cases/", f"cases/{case.number}/"):
        assert office.get(f"/norfolk/{page}").status_code == 200, page
    admin = norfolk.client(Role.TOWN_ADMINISTRATOR)
    assert admin.get("/norfolk/setup/editions/").status_code == 200
    assert SAYS in admin.get("/norfolk/setup/law/").content.decode()
    assert Client().get("/norfolk/does-it-need-a-permit/").status_code == 503


def test_a_matter_that_the_text_does_not_have_is_named(norfolk: TownHall) -> None:
    case = norfolk.case("filed")
    with tenancy.town(norfolk.town):
        Case.objects.filter(pk=case.pk).update(matter="snow_permit")

    shown = norfolk.client().get(f"/norfolk/cases/{case.number}/")

    assert shown.status_code == 503
    assert "has no business called &#x27;snow_permit&#x27;" in shown.content.decode()
    assert norfolk.client().get("/norfolk/desk/").status_code == 200
    assert Client().get("/norfolk/register/").status_code == 200


def test_a_kind_that_nobody_claims_is_named(norfolk: TownHall) -> None:
    case = norfolk.case("filed")
    norfolk.case("filed", title="The sound lot")
    with tenancy.town(norfolk.town):
        Case.objects.filter(pk=case.pk).update(kind="snow")

    shown = norfolk.client().get(f"/norfolk/cases/{case.number}/")

    assert shown.status_code == 503
    assert "reads cases of the kind &#x27;snow&#x27;" in shown.content.decode()
    desk = norfolk.client().get("/norfolk/desk/")
    assert desk.status_code == 200
    assert case.number in desk.content.decode()
    assert "The sound lot" in Client().get("/norfolk/register/").content.decode()
    assert norfolk.client(Role.TOWN_CLERK).get("/norfolk/clerk/").status_code == 200


def test_a_case_whose_clocks_cannot_be_read_is_named_too(
    norfolk: TownHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fact that no reader of days understands cannot come in by the door; the guard is for the day it does."""
    from towns.record.case_file import CaseFile

    case = norfolk.case("filed", title="The muddled lot")
    norfolk.case("filed", title="The sound lot")
    true = CaseFile.readings

    def muddled(file: CaseFile, on: date) -> object:
        if file.case.pk == case.pk:
            raise ValueError("Invalid isoformat string")
        return true(file, on)

    monkeypatch.setattr(CaseFile, "readings", muddled)

    answer = norfolk.client().get(f"/norfolk/cases/{case.number}/")
    assert answer.status_code == 503
    assert f"{case.number} cannot be read (ValueError)" in answer.content.decode()
    assert Client().get(f"/norfolk/register/{case.number}/").status_code == 503
    assert norfolk.client(Role.TOWN_CLERK).get("/norfolk/clerk/").status_code == 200
