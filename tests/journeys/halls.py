"""Town halls for journeys: people for every role, papers that nothing stops, and a case in every stage."""

from __future__ import annotations

import io
from datetime import date, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from permitting.applications.models import FilingDraft
from permitting.inspections import pictures
from permitting.models import Condition, InspectionPhoto
from permitting.om_plans import reporting
from permitting.om_plans.upkeep import Asked, Easement, PlanParty, Repair, WorkDone
from tests.permitting.om_plans import commons
from tests.permitting.sureties import halls as sureties
from tests.town_fixtures import MARKUP, TODAY, TownHall, load_town
from towns.access import tenancy
from towns.accounts import passwords
from towns.documents import storage
from towns.law import schema
from towns.mailing import jobs, lists
from towns.management.commands.load_towns import load_editions
from towns.models import BylawEdition, Case, Document, Notice, Party, Person, SettingJob, Town
from towns.papers import printing
from towns.record import door
from towns.roles import APPLICANT, Role
from towns.setup import editions
from towns.setup import jobs as readings

OFFICE, CLERK, ADMIN, INSPECTOR, TREASURER = "office", "clerk", "admin", "inspector", "treasurer"
GRAFTON_ADMIN, HOPKINTON_ADMIN = "grafton admin", "hopkinton admin"
ANA, STRANGER, PUBLIC = "ana", "stranger", "public"

EMAILS = {
    OFFICE: "board_administrator@norfolk.example", CLERK: "town_clerk@norfolk.example",
    GRAFTON_ADMIN: "town_administrator@grafton.example", HOPKINTON_ADMIN: "town_administrator@hopkinton.example",
    ADMIN: "town_administrator@norfolk.example", INSPECTOR: "inspector@norfolk.example",
    TREASURER: "treasurer@norfolk.example",
    ANA: "ana@applicant.example", STRANGER: "stranger@elsewhere.example",
}  # fmt: skip

_SEAL = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='4'/></svg>"


#: What came with the release before law texts had versions.
_EARLIER = Path(__file__).parents[1] / "towns" / "bylaws" / "shipped" / "hopkinton-7a9932c08b14.toml"


def _town_with_an_earlier_text(places: SimpleNamespace) -> None:
    """Hopkinton still runs under the text of an earlier release, and one of its cases cannot be read at all."""
    law = schema.parse(_EARLIER.read_text("utf-8"), name="hopkinton.toml")
    town = Town.objects.create(slug="hopkinton", name=law.name, reminder_days=[7, 1, 0])
    with tenancy.town(town):
        load_editions(town, law)
    hall = furnished("hopkinton")
    case = hall.case("filed", title="A lot that nobody can read")
    with tenancy.town(town):
        broken = BylawEdition.objects.create(
            town=town, label="A text of tomorrow", effective=date(1899, 1, 1), text=f"schema = 99\n{law.text}",
            sha256="0" * 64, adopted=True, created=datetime(2026, 11, 30, 12, tzinfo=ZoneInfo("America/New_York")),
        )  # fmt: skip
        Case.objects.filter(pk=case.pk).update(edition=broken)
        places.unreadable, places.unreadable_edition = case.number, broken.pk


def _town_with_a_text_to_come(places: SimpleNamespace, hall: TownHall) -> None:
    """Grafton has adopted a text for today that may read earlier cases, and another for next summer."""
    text = schema.load("grafton").text
    for name, days, effective in (("newer", 40, TODAY), ("to_come", 50, date(2027, 6, 1))):
        changed = text.replace("length = 21", f"length = {days}")
        assert changed != text
        draft = editions.import_edition(hall.town, changed)
        setattr(places, name, editions.adopt(draft, effective).pk)


def furnished(slug: str) -> TownHall:
    """A town as it would be once its administrator has set it up."""
    town = load_town(slug)
    town.office = f"{town.name} Town Hall\n1 Sample Street\n{town.name}, MA"
    town.see_plans = "the Planning Office, Monday to Thursday, 9 am to 4 pm"
    town.how_to_comment = "Write to the board before the hearing closes."
    town.accommodation = "Ask the Planning Office for an accommodation a week ahead."
    town.seal = _SEAL
    town.save()
    return TownHall(town).staff_up()


class Race:
    """The case on which two people act at once."""

    hall: TownHall
    case: Case


def fill(places: SimpleNamespace) -> None:
    """Two halls with a case in every stage; puts numbers and addresses into `places` by the names that `PAGES` uses."""
    norfolk, grafton = furnished("norfolk"), furnished("grafton")
    _plan(furnished("ludlow"), places)
    _town_with_an_earlier_text(places)
    _town_with_a_text_to_come(places, grafton)
    ana = Person.objects.create_user(EMAILS[ANA], "correct horse battery", name="Ana Applicant")
    Person.objects.create_user(EMAILS[STRANGER], "correct horse battery", name="A Stranger")
    kept = {
        "description": "Four house lots and a common drive.",
        "disturbed_sqft": 61200,
        "plan_title": "Stormwater Plan",
    }
    by_ana = door.Actor(ana, frozenset({APPLICANT}))
    cases = {stage: norfolk.case(stage, title=f"{stage.title()} Estates", keep=kept) for stage in (
        "incomplete", "complete", "hearing", "deliberation", "certified", "permitted", "withdrawn", "approved",
    )}  # fmt: skip
    cases["filed"] = norfolk.case(
        "filed", title="Holbrook Street barn", filed=date(2026, 11, 27), by=by_ana, keep=kept
    )
    cases["deemed"] = norfolk.case("deemed", title="Stony Brook Estates", by=by_ana, keep=kept)
    later = {
        "filed": date(2026, 11, 2),
        "complete": date(2026, 11, 2),
        "hearing": date(2026, 12, 8),
        "keep": kept,
    }
    cases["scheduled"] = norfolk.case("scheduled", title="Medway Branch solar array", **later)
    cases["noticed"] = norfolk.case("noticed", title="Town Hill common drive", **later)
    cases["groundwater"] = norfolk.case(
        "filed", matter="groundwater_permit", title="Cellar pump", filed=date(2026, 11, 27)
    )
    cases["harsh"] = norfolk.case(
        "scheduled",
        title=MARKUP * 5,
        address=MARKUP,
        map_lot=MARKUP[:60],
        applicant="Ä" * 300,
        **{**later, "keep": {}},
    )
    norfolk.act(cases["harsh"], "record_posted", TODAY, where="W" * 200)
    cases["defective"] = norfolk.case(
        "scheduled", title="Late notice", **{**later, "hearing": date(2026, 11, 24)}
    )
    norfolk.act(cases["defective"], "record_published", date(2026, 11, 20))
    norfolk.act(cases["defective"], "open_hearing", date(2026, 11, 24))
    cases["refused"] = norfolk.case("deemed", title="Refused Estates", keep=kept)
    norfolk.act(
        cases["refused"],
        "refuse_certification",
        TODAY,
        role=Role.TOWN_CLERK,
        why="A decision may lie in the drawer.",
    )
    cases["taken_back"] = norfolk.case("deemed", title="In time after all", keep=kept)
    norfolk.act(
        cases["taken_back"],
        "decide",
        date(2026, 11, 24),
        outcome="disapproved",
        voted="2026-11-23",
        keep={"findings": "No.", "conditions": [], "votes": []},
    )
    cases["raced"] = norfolk.case("deliberation", title="Two at once", keep=kept)
    Race.hall, Race.case = norfolk, cases["raced"]
    cases["built"] = norfolk.case("deliberation", title="Mill Brook row houses", keep=kept)
    _site(norfolk, cases["built"], places)
    elsewhere = grafton.case("hearing", title="Snow Road farm stand", keep=kept)
    cases["surety"] = sureties.letter(norfolk)
    cases["surety_permit"], _ = sureties.permits(norfolk, cases["surety"])
    cases["bare_surety"] = sureties.open_surety(norfolk, [cases["permitted"]])
    theirs = sureties.open_surety(grafton, [elsewhere], amount="9000.00")
    sureties.take(grafton, theirs, "post_surety", date(2026, 4, 1), amount="9000.00", form="cash")
    places.grafton_surety = theirs.number
    for name, case in cases.items():
        setattr(places, name, case.number)
    places.grafton = elsewhere.number
    newcomer = Person.objects.create_user("new@norfolk.example", None, name="A Newcomer")
    places.link = "/sign-in/" + passwords.link_for(newcomer).partition("/sign-in/")[2]
    _enforcement(norfolk, places)
    _costs_and_release(norfolk, places)
    _project(norfolk, cases, places)
    with tenancy.town(norfolk.town):
        _rows(norfolk, cases, ana, places)


def _site(hall: TownHall, case: Case, places: SimpleNamespace) -> None:
    """A permit under which work goes on: conditions, an inspection of every kind of standing, a photograph."""
    kept = {"conditions": [("Hold a meeting on the site.", False, ""), ("Record the easements.", False, "easements_recorded"),
                           ("Keep the plan on file.", True, "om_plan")]}  # fmt: skip
    hall.act(case, "decide", date(2026, 11, 16), outcome="approved_with_conditions", keep=kept)
    hall.act(case, "issue_permit", date(2026, 11, 17))
    hall.act(case, "record_work_begun", date(2026, 11, 18))
    hall.act(case, "record_visit", date(2026, 11, 19), stage="erosion", outcome="failed", mend_by="2026-11-23",
             keep={"inspector": "Ivy Larch", "weather": "Rain", "notes": "Forty feet of fence are down."})  # fmt: skip
    hall.act(case, "request_inspection", date(2026, 11, 24), stage="bury")
    hall.act(case, "schedule_inspection", date(2026, 11, 24), stage="routine", **{"for": f"{TODAY}T10:30"})
    with tenancy.town(hall.town):
        places.condition = Condition.objects.filter(decision__case=case).latest("pk").pk
        read = pictures.read(picture_from_a_phone())
        document = storage.add(case, read.file, by=hall.people[Role.INSPECTOR], title="Silt fence")
        places.picture = InspectionPhoto.objects.create(
            town=hall.town,
            case=case,
            inspection=1,
            document=document,
            caption="Silt fence",
            thumbnail=read.thumbnail,
        ).pk


def picture_from_a_phone() -> SimpleUploadedFile:
    """A small photograph."""
    out = io.BytesIO()
    Image.new("RGB", (60, 40), "white").save(out, "JPEG")
    return SimpleUploadedFile("IMG_1.jpg", out.getvalue(), content_type="image/jpeg")


def _plan(hall: TownHall, places: SimpleNamespace) -> None:
    """Two O&M plans in Ludlow: one in force with repairs asked for, a new owner and a report asked for; one just proposed."""
    case = commons.plan(
        hall,
        ("accept_om_plan", date(2024, 3, 19)),
        ("sign_om_agreement", date(2024, 4, 30)),
        ("put_om_plan_in_force", date(2024, 5, 20)),
    )
    duties = commons.fill(hall, case)
    hall.act(case, "change_om_owner", date(2026, 9, 2), party="9-32", keep={"name": "Placeholder Retail LLC"})
    items = ["3 Vacuum the separator", "2 Take the sediment out of the forebay", "Reset the outlet grate"]
    hall.act(case, "give_maintenance_notice", date(2026, 11, 5), keep={"items": items})
    fresh = commons.plan(hall)
    places.plan, places.fresh_plan = case.number, fresh.number
    with tenancy.town(hall.town):
        places.om_structure = duties["Forebay"].structure_id
        places.om_duty = duties["Forebay"].pk
        places.om_person = PlanParty.objects.filter(case=case).latest("pk").pk
        places.om_easement = Easement.objects.create(
            town=hall.town,
            case=case,
            purpose="Access along the north line",
            off_site=True,
            recorded=date(2024, 5, 14),
        ).pk
        places.om_repair = Repair.objects.filter(case=case).latest("pk").pk
        places.om_work = WorkDone.objects.filter(duty=duties["Forebay"]).latest("pk").pk
        asked = {"town": hall.town, "case": case, "kind": "report", "by_link": True}
        open_one = Asked.objects.create(
            **asked, covers="2026", on=date(2026, 11, 2), wanted_by=date(2026, 12, 31)
        )
        answered = Asked.objects.create(
            **asked,
            covers="2025",
            on=date(2025, 11, 3),
            wanted_by=date(2025, 12, 31),
            received=date(2026, 1, 13),
            says="All done.",
        )
        letter = Asked.objects.create(
            town=hall.town, case=case, kind="owner_letter", on=date(2026, 11, 12), to_id=places.om_person
        )
        places.om_asked, places.om_answered, places.om_letter = open_one.pk, answered.pk, letter.pk
        places.om_token, places.om_spent = reporting.token_of(open_one), reporting.token_of(answered)


def _enforcement(hall: TownHall, places: SimpleNamespace) -> None:
    """A violation in Norfolk with an order and a ticket, and a report that nobody has looked into yet."""
    place, office = "12 Sample Lane", hall.actor()

    def opened(matter: str, step: str, on: date, over: tuple[Case, ...] = (), **facts: Any) -> Case:
        with tenancy.town(hall.town):
            return door.open_case(
                town=hall.town, matter=matter, step=step, by=office, on=on, today=TODAY, over=over, override="for a test",
                title="" if over else place, address="" if over else place, **facts,
            ).case  # fmt: skip

    found = opened(
        "violation", "find_violation", date(2026, 11, 4),
        violated="2026-11-03", provisions=["§ 267-16", "Permit condition 7"], article="I",
    )  # fmt: skip
    report = {
        "source": "telephone",
        "subject": "erosion",
        "words": "Soil on the street.",
        "reporter": "A. Neighbor Example",
    }
    hall.act(found, "report_violation", date(2026, 11, 4), keep={"report": report})
    order = opened(
        "enforcement_order", "draft_order", date(2026, 11, 20), (found,),
        keep={"contents": {"commands": ["remediate_i"], "town_may_do_i": "The Town may do the work."}, "signer": "A Director"},
    )  # fmt: skip
    hall.act(
        order,
        "issue_order",
        date(2026, 11, 20),
        comply_by="2026-12-18",
        article="I",
        commands=["remediate_i"],
    )
    hall.act(order, "serve_order", date(2026, 11, 23), way="certified_mail", party="owner")
    ticket = opened(
        "ticket", "issue_ticket", date(2026, 11, 20), (found,), violated="2026-11-18",
        amount="100.00", offense="2", provision="§ 267-16", article="I", party="violator",
    )  # fmt: skip
    reported = opened("violation", "report_violation", TODAY)
    places.violation, places.order, places.ticket = found.number, order.number, ticket.number
    places.reported = reported.number


def _rows(hall: TownHall, cases: dict[str, Case], ana: Person, places: SimpleNamespace) -> None:
    """Papers, parties, documents, drafts and letters in Norfolk."""
    town, office, clerk = hall.town, hall.people[Role.BOARD_ADMINISTRATOR], hall.people[Role.TOWN_CLERK]
    party = Party.objects.create(
        town=town, case=cases["noticed"], kind=Party.Kind.OWNER, name="Town Hill Sample Trust", address="PO Box 1\nNorfolk, MA",
        email="owner@sample.example", phone="508-555-0100",
    )  # fmt: skip
    places.party = party.pk
    Party.objects.create(
        town=town,
        case=cases["noticed"],
        kind=Party.Kind.ABUTTER,
        name="Abutter One",
        address="9 Rockwood Road\nNorfolk, MA",
    )
    for name, stage, kind in (
        ("notice", "noticed", "hearing_notice"), ("decision", "approved", "decision"), ("moved", "hearing", "hearing_notice"),
        ("certificate", "certified", "certificate_of_no_action"), ("permit", "permitted", "permit"),
    ):  # fmt: skip
        printed: Notice = printing.print_paper(
            kind, cases[stage], by=clerk, on=TODAY, reason="for a test", roles=frozenset({Role.TOWN_CLERK})
        )
        setattr(places, name, printed.pk)
    upload = SimpleUploadedFile("receipt.pdf", b"%PDF-1.4 a receipt", content_type="application/pdf")
    storage.add(cases["noticed"], upload, by=office, title="Receipt of mailing", public=True)
    places.document = Document.objects.get(case=cases["noticed"]).pk
    answers = {
        "matter": "stormwater_permit", "title": "Pond Street warehouse", "address": "65 Pond Street",
        "applicant": "Ana Applicant",
        "applicant_address": "PO Box 9", "same_owner": "on", "description": "A warehouse.", "disturbed_sqft": "118000",
        "done": ["land", "people", "work"],
    }  # fmt: skip
    moment = datetime(2026, 11, 30, 12, tzinfo=ZoneInfo("America/New_York"))
    for name, given in (("draft", answers), ("poor_draft", {"title": "Only a name"})):
        draft = FilingDraft.objects.create(town=town, person=ana, answers=given, once=uuid4(), updated=moment)
        setattr(places, name, draft.pk)
    law = schema.load("norfolk")
    longer = law.text.replace("length = 21", "length = 30").replace(law.edition, "A draft with a longer time")
    places.edition_draft = editions.import_edition(town, longer).pk
    places.edition = BylawEdition.objects.filter(adopted=True).latest("id").pk
    jobs.keep(
        cases["scheduled"], lists.read("Abutter Two\n2 Main Street\nNorfolk, MA 02056\nMap 14 Lot 2").rows
    )
    ready = jobs.letter(hall.file(cases["scheduled"]), on=TODAY, written=TODAY, certified=None)
    mailing = jobs.begin(cases["scheduled"], ready, by=office, once=uuid4(), reason="for a test")
    places.mailing = f"/norfolk/cases/{places.scheduled}/letters/{mailing.pk}/"
    _readings(town, places)


def _readings(town: Town, places: SimpleNamespace) -> None:
    """Cases being read after a change of settings: under way, given up by the worker, and done but for one case."""
    ready = datetime(2026, 11, 30, 12, tzinfo=ZoneInfo("America/New_York"))
    passed = [{"number": places.filed, "says": f"{places.filed} cannot be read (ValueError)."}]
    for name, what, more in (
        ("reading", "Thu Dec 10 2026 is a closed day", {}),
        ("reading_stopped", "Town hall open on Saturdays", {"attempts": readings.GIVE_UP_AFTER, "trouble": "It failed."}),
        ("reading_done", "Town hall closed on Saturdays", {"done": 3, "failed": passed, "finished": ready}),
    ):  # fmt: skip
        row = SettingJob.objects.create(
            town=town, what=what, once=uuid4(), cases=[1, 2, 3], total=3, asked=ready, **more
        )
        setattr(places, name, f"/norfolk/setup/readings/{row.pk}/")


def _project(hall: TownHall, cases: dict[str, Case], places: SimpleNamespace) -> None:
    """Two cases of one undertaking, bound in one project file."""
    from towns.projects import queries

    with tenancy.town(hall.town):
        one, other = (Case.objects.get(pk=cases[name].pk) for name in ("deliberation", "noticed"))
        places.project = queries.bind(one, other).pk


def _costs_and_release(hall: TownHall, places: SimpleNamespace) -> None:
    """Costs that bear interest, with a payment of today; costs that nobody entered yet; a release of oil."""

    def opened(matter: str, on: date, role: Role, **facts: Any) -> Case:
        with tenancy.town(hall.town):
            return door.open_case(
                town=hall.town, matter=matter, by=hall.actor(role), on=on, today=TODAY, title=f"{matter} at the brook",
                address="0 Brook Road", **facts,
            ).case  # fmt: skip

    costs = opened("cost_recovery", date(2026, 9, 1), Role.INSPECTOR)
    words = {"words": "Crew of three, two days"}
    hall.act(costs, "record_cost", date(2026, 9, 2), amount="10000.00", what="labor", keep=words)
    hall.act(costs, "complete_town_work", date(2026, 9, 3))
    hall.act(costs, "notify_costs", date(2026, 9, 28))
    owner = {"party": "owner", "name": "Brook Sample Trust", "address": "PO Box 9"}
    hall.act(costs, "receive_cost_notice", date(2026, 10, 1), party="owner", keep=owner)
    hall.act(
        costs, "pay_costs", TODAY, amount="4000.00", keep={"payer": "Brook Sample Trust", "way": "check"}
    )
    spill = opened("spill", date(2026, 11, 25), Role.INSPECTOR, outcome="hazardous")
    hall.act(spill, "report_release", date(2026, 11, 25), way="telephone")
    places.costs, places.release = costs.number, spill.number
    places.no_costs = opened("cost_recovery", date(2026, 11, 28), Role.INSPECTOR).number
