"""Every address of the product in every state worth looking at.

`PAGES` names, for each address, the states in which its page is looked at; `FILES` those that answer with a file or only
take a form. An address that stands in neither fails the test: whoever adds a page says here how it is seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from tests.journeys.driving import Visitor
from tests.journeys.halls import (
    ADMIN,
    ANA,
    CLERK,
    GRAFTON_ADMIN,
    HOPKINTON_ADMIN,
    INSPECTOR,
    OFFICE,
    PUBLIC,
    STRANGER,
    TREASURER,
    Race,
)
from tests.town_fixtures import TODAY, TownHall


@dataclass(frozen=True)
class State:
    """A page in one state: who looks, where, the status it answers, and what is done on it before it is looked at."""

    name: str
    who: str
    where: str
    status: int = 200
    then: Callable[[Visitor], None] | None = None


def press(button: str, **fields: Any) -> Callable[[Visitor], None]:
    """Fill in and press a button."""

    def do(visitor: Visitor) -> None:
        visitor.fill(**fields)
        visitor.press(button)

    return do


def _unfold(visitor: Visitor) -> None:
    """Open everything that is folded away."""
    visitor.page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true })")


def _break_the_text(visitor: Visitor) -> None:
    visitor.page.locator('main textarea[name="text"]').fill("slug = norfolk")
    visitor.page.locator(
        "main form.docket-form button[type=submit], main form:has(textarea) button[type=submit]"
    ).first.click()
    visitor.page.get_by_role("alert").first.wait_for()


def _stopped(visitor: Visitor) -> None:
    title = visitor.heading
    press("Go on", on=TODAY, found_on=TODAY)(visitor)
    visitor.press(title)


def _late_decision(visitor: Visitor) -> None:
    press("Go on", voted=TODAY, on=TODAY, outcome="approved")(visitor)
    visitor.reads("The record will carry")


def _raced(visitor: Visitor) -> None:
    """A colleague records something while the page is open."""
    hall: TownHall = Race.hall
    hall.act(Race.case, "record_inspection", date(2026, 11, 20))
    visitor.fill(until=date(2026, 12, 15), on=TODAY)
    visitor.press("Go on")
    if "Something happened" not in visitor.text:
        visitor.press(visitor.page.locator("main button[type=submit]").last.inner_text())
    visitor.reads("Something happened since you opened this page")


CASE = "/norfolk/cases/{%s}/"


def _case(name: str, path: str = "") -> str:
    return CASE % name + path


def _reread(visitor: Visitor) -> None:
    """What reading the earlier cases by another text would move."""
    visitor.page.get_by_text("It is the same law").click()
    press("See what it would move", cite="Town Counsel, letter of Nov 30 2026")(visitor)
    visitor.reads("What this does")


#: The board administrator of the town that has O&M plans.
ENGINEER = "ludlow"


def _plan(path: str = "", name: str = "plan") -> str:
    return f"/ludlow/cases/{{{name}}}/plan/{path}"


_EDITIONS = "/norfolk/setup/editions/"
_EDITION_DRAFT = f"{_EDITIONS}{{edition_draft}}/"
_TRIAL = "/norfolk/try-dates/?matter=stormwater_permit&complete=2026-09-08"
_STAGES = (
    "filed", "incomplete", "complete", "scheduled", "noticed", "hearing", "deliberation", "approved", "deemed", "refused",
    "taken_back", "certified", "permitted", "withdrawn", "harsh", "defective",
)  # fmt: skip

PAGES: dict[str, list[State]] = {
    "accounts:chooser": [State("all", PUBLIC, "/"), State("none found", PUBLIC, "/?q=zzz"), State("mine", OFFICE, "/")],
    "accounts:sign_in": [
        State("fresh", PUBLIC, "/sign-in/"),
        State("wrong", PUBLIC, "/sign-in/", then=press("Sign in", email="no@one.example", password="wrong")),
        State("kept", PUBLIC, "/sign-in/?kept=1&next=/norfolk/desk/"),
    ],
    "accounts:account": [
        State("fresh", PUBLIC, "/sign-in/account/"),
        State("wrong", PUBLIC, "/sign-in/account/", then=press("Make the account", email="x", password="short")),
    ],
    "accounts:forgotten": [
        State("fresh", PUBLIC, "/sign-in/forgotten/"),
        State("sent", PUBLIC, "/sign-in/forgotten/", then=press("Send me a link", email="no@one.example")),
    ],
    "accounts:set_password": [
        State("fresh", PUBLIC, "{link}"),
        State("wrong", PUBLIC, "{link}", then=press("Keep this password and sign in", password="short")),
        State("spent", PUBLIC, "/sign-in/set-password/Mg/spent/", 410),
    ],
    "accounts:my": [State("filled", ANA, "/my/"), State("empty", STRANGER, "/my/")],
    "worklist:desk": [
        State("unreadable", "hopkinton", "/hopkinton/desk/"),
        State("filled", OFFICE, "/norfolk/desk/"), State("nothing fits", OFFICE, "/norfolk/desk/?q=zzz"),
        State("empty", OFFICE, "/ludlow/desk/", 404), State("bad filter", OFFICE, "/norfolk/desk/?due=%00&page=zz"),
        State("inspector", INSPECTOR, "/norfolk/desk/"), State("stranger", STRANGER, "/norfolk/desk/", 404),
    ],
    "worklist:cases": [State("filled", OFFICE, "/norfolk/cases/"), State("nothing fits", OFFICE, "/norfolk/cases/?q=zzz")],
    "cases:case": [
        *(State(name, OFFICE, _case(name), then=_unfold) for name in _STAGES),
        State("unreadable", "hopkinton", "/hopkinton/cases/{unreadable}/", 503),
        State("clerk", CLERK, _case("deemed")), State("inspector", INSPECTOR, _case("hearing")),
        State("no such number", OFFICE, "/norfolk/cases/SMP-2026-9999/", 404),
        State("another town", OFFICE, "/grafton/cases/{grafton}/", 404),
        State("groundwater", OFFICE, _case("groundwater")),
    ],
    "cases:deadlines": [State(name, OFFICE, _case(name, "deadlines/")) for name in ("filed", "deemed", "permitted", "withdrawn")],
    "cases:hearing": [
        State(name, OFFICE, _case(name, "hearing/")) for name in ("filed", "scheduled", "hearing", "deliberation", "defective")
    ],
    "cases:documents": [
        State("empty", OFFICE, _case("filed", "documents/")), State("filled", OFFICE, _case("noticed", "documents/")),
        State("none chosen", OFFICE, _case("filed", "documents/"), then=press("Keep with the case")),
        State("reader", CLERK, _case("noticed", "documents/")),
    ],
    "projects:bind": [
        State("fresh", OFFICE, _case("complete", "project/")),
        State("wrong", OFFICE, _case("complete", "project/"), then=press("Bind them", number="none")),
        State("not yours", INSPECTOR, _case("complete", "project/"), 403),
    ],
    "projects:project": [
        State("filled", OFFICE, "/norfolk/projects/{project}/"), State("stranger", STRANGER, "/norfolk/projects/{project}/", 404),
        State("nothing", OFFICE, "/norfolk/projects/99999/", 404),
    ],
    "cases:people": [State(name, OFFICE, _case(name, "people/")) for name in ("filed", "noticed", "harsh")]
    + [State("inspector", INSPECTOR, _case("filed", "people/"))],
    "cases:party_add": [
        State("fresh", OFFICE, _case("filed", "people/add/")),
        State("wrong", OFFICE, _case("filed", "people/add/"), then=press("Add to the case", email="not an address")),
        State("not yours", INSPECTOR, _case("filed", "people/add/"), 403),
    ],
    "cases:party": [State("filled", OFFICE, _case("noticed", "people/{party}/"))],
    "cases:ledger": [State(name, OFFICE, _case(name, "ledger/")) for name in ("filed", "permitted", "taken_back", "harsh")],
    "cases:record": [
        State("checked", OFFICE, _case("filed", "record/find_incomplete/"), then=press("Go on", on=TODAY, more="A plan.")),
        State("stops", OFFICE, _case("filed", "record/find_complete/"), then=press("Go on", on=TODAY, found_on=TODAY)),
        State("no reason", OFFICE, _case("filed", "record/find_complete/"), then=_stopped),
        State("wrong", OFFICE, _case("deliberation", "record/decide/"), then=press("Go on", outcome="approved_with_conditions")),
        State("not yours", CLERK, _case("deliberation", "record/decide/"), 403),
        State("no such step", OFFICE, _case("filed", "record/nothing/"), 404),
        State("correct", OFFICE, _case("permitted", "record/correct/?seq=2")),
        State("defects foreseen", OFFICE, _case("deemed", "record/decide/"), then=_late_decision),
        State("somebody was quicker", OFFICE, _case("raced", "record/extend/"), then=_raced),
    ],
    "papers:all": [State("empty", OFFICE, _case("filed", "print/")), State("filled", OFFICE, _case("permitted", "print/"))],
    "papers:print": [
        State("ready", OFFICE, _case("noticed", "print/hearing_notice/")),
        State("stopped", OFFICE, _case("harsh", "print/hearing_notice/")),
        State("no reason", OFFICE, _case("harsh", "print/hearing_notice/"), then=press("Print with the reason")),
        State("extension", OFFICE, _case("deliberation", "print/extension_agreement/")),
        State("not yours", INSPECTOR, _case("noticed", "print/hearing_notice/"), 403),
        State("no matter", OFFICE, _case("filed", "print/permit/"), 404),
    ],
    "papers:printed": [State("done", OFFICE, _case("permitted", "print/permit/done/{permit}/"))],
    "papers:paper": [
        State(name, OFFICE, f"/norfolk/papers/{{{name}}}/") for name in ("notice", "decision", "certificate", "permit")
    ]
    + [State("public", PUBLIC, "/norfolk/papers/{permit}/"), State("moved", OFFICE, "/norfolk/papers/{moved}/"),
       State("not public", PUBLIC, "/norfolk/papers/9999/", 404)],
    "setup:overview": [State("filled", ADMIN, "/norfolk/setup/"), State("not yours", OFFICE, "/norfolk/setup/", 403)],
    "setup:facts": [
        State("filled", ADMIN, "/norfolk/setup/town/"),
        State("wrong", ADMIN, "/norfolk/setup/town/", then=press("Save", name="", reminder_days="often")),
    ],
    "setup:calendar": [
        State("filled", ADMIN, "/norfolk/setup/calendar/"),
        State("a weekday", ADMIN, "/norfolk/setup/calendar/", then=press(
            "See what it would move", on=date(2026, 12, 11), declared=TODAY, name="Closed Fridays", cite="Select Board",
        )),
    ],
    "setup:edition_offered": [State("offered", HOPKINTON_ADMIN, "/hopkinton/setup/editions/offered/", then=_unfold)],
    "setup:edition_withdraw": [
        State("fresh", GRAFTON_ADMIN, "/grafton/setup/editions/{to_come}/withdraw/"),
        State("wrong", GRAFTON_ADMIN, "/grafton/setup/editions/{to_come}/withdraw/", then=press("Withdraw it")),
    ],
    "setup:edition_reread": [
        State("fresh", GRAFTON_ADMIN, "/grafton/setup/editions/{newer}/reread/"),
        State("wrong", GRAFTON_ADMIN, "/grafton/setup/editions/{newer}/reread/", then=press("See what it would move")),
        State("check", GRAFTON_ADMIN, "/grafton/setup/editions/{newer}/reread/", then=_reread),
    ],
    "setup:boards": [State("filled", ADMIN, "/norfolk/setup/boards/")],
    "setup:board": [State("filled", ADMIN, "/norfolk/setup/boards/planning_board/")],
    "setup:people": [State("filled", ADMIN, "/norfolk/setup/people/")],
    "setup:law": [State("filled", ADMIN, "/norfolk/setup/law/")],
    "setup:editions": [
        State("offer", HOPKINTON_ADMIN, "/hopkinton/setup/editions/"),
        State("filled", ADMIN, _EDITIONS), State("not yours", OFFICE, _EDITIONS, 403),
    ],
    "setup:edition_new": [
        State("fresh", ADMIN, f"{_EDITIONS}new/"),
        State("planned", GRAFTON_ADMIN, "/grafton/setup/editions/new/?planned_day=2027-08-01"),
        State("problems", ADMIN, f"{_EDITIONS}new/", then=press("Save as a draft", text="[town]\nslug = 'norfolk'\nx = 1")),
        State("nothing", ADMIN, f"{_EDITIONS}new/", then=press("Save as a draft", text="", label="")),
    ],
    "setup:edition_number": [
        State("which", ADMIN, f"{_EDITIONS}number/"),
        State("add", ADMIN, f"{_EDITIONS}number/?matter=stormwater_permit"),
        State("wrong", ADMIN, f"{_EDITIONS}number/?matter=stormwater_permit", then=press("Write it into the draft")),
        State("no such time", ADMIN, f"{_EDITIONS}number/?matter=stormwater_permit&clock=no", 404),
    ],
    "setup:draft_number": [State("change", ADMIN, f"{_EDITION_DRAFT}number/?matter=stormwater_permit&clock=decide")],
    "setup:edition": [
        State("draft", ADMIN, _EDITION_DRAFT, then=_unfold),
        State("adopted", ADMIN, f"{_EDITIONS}{{edition}}/", then=_unfold),
        State("to come", GRAFTON_ADMIN, "/grafton/setup/editions/{to_come}/"),
        State("may read", GRAFTON_ADMIN, "/grafton/setup/editions/{newer}/"),
        State("unreadable", HOPKINTON_ADMIN, "/hopkinton/setup/editions/{unreadable_edition}/"),
    ],
    "setup:edition_edit": [
        State("filled", ADMIN, f"{_EDITION_DRAFT}edit/"),
        State("broken", ADMIN, f"{_EDITION_DRAFT}edit/", then=_break_the_text),
    ],
    "setup:edition_adopt": [
        State("fresh", ADMIN, f"{_EDITION_DRAFT}adopt/"),
        State("wrong", ADMIN, f"{_EDITION_DRAFT}adopt/", then=press("See what it does", effective=date(2001, 1, 1))),
        State(
            "check", ADMIN, f"{_EDITION_DRAFT}adopt/",
            then=press("See what it does", effective=date(2026, 11, 20), cite="Town Meeting, Art. 12"),
        ),
    ],
    "setup:job": [
        State("under way", ADMIN, "{reading}"), State("stopped", ADMIN, "{reading_stopped}"),
        State("passed over", ADMIN, "{reading_done}"), State("not yours", OFFICE, "{reading}", 403),
    ],
    "setup:changes": [State("empty", ADMIN, "/norfolk/setup/changes/")],
    "register:front": [State("filled", PUBLIC, "/norfolk/"), State("ludlow", PUBLIC, "/ludlow/"),
                       State("no such town", PUBLIC, "/atlantis/", 404)],
    "register:register": [State("unreadable", PUBLIC, "/hopkinton/register/"),
                          State("filled", PUBLIC, "/norfolk/register/"), State("none", PUBLIC, "/norfolk/register/?q=zzz"),
                          State("empty", PUBLIC, "/ludlow/register/")],
    "register:case": [
        *(State(name, PUBLIC, f"/norfolk/register/{{{name}}}/") for name in _STAGES),
        State("own", ANA, "/norfolk/register/{filed}/"), State("own, held", ANA, "/norfolk/register/{deemed}/"),
        State("no such number", PUBLIC, "/norfolk/register/SMP-2026-9999/", 404),
    ],
    "register:withdraw": [
        State("fresh", ANA, "/norfolk/register/{filed}/withdraw/"),
        State("not sure", ANA, "/norfolk/register/{filed}/withdraw/", then=press("Withdraw the application")),
        State("another’s", STRANGER, "/norfolk/register/{filed}/withdraw/", 404),
    ],
    "register:add_document": [
        State("fresh", ANA, "/norfolk/register/{filed}/add/"),
        State("none chosen", ANA, "/norfolk/register/{filed}/add/", then=press("Add the document")),
    ],
    "register:hearings": [State("filled", PUBLIC, "/norfolk/hearings/"), State("empty", PUBLIC, "/ludlow/hearings/")],
    "determine:page": [
        State("first question", PUBLIC, "/norfolk/does-it-need-a-permit/"),
        State("a figure", PUBLIC, "/norfolk/does-it-need-a-permit/?activity=none"),
        State("wrong figure", PUBLIC, "/norfolk/does-it-need-a-permit/?activity=none&disturbed_sqft=much", 422),
        State("needed", PUBLIC, "/norfolk/does-it-need-a-permit/?activity=none&disturbed_sqft=50000&common_plan_sqft=alone"),
        State("not known", PUBLIC, "/norfolk/does-it-need-a-permit/?activity=unknown&disturbed_sqft=50000"),
        State("hopkinton", PUBLIC, "/hopkinton/does-it-need-a-permit/"),
    ],
    "determine:sheet": [
        State("filled", PUBLIC, "/norfolk/does-it-need-a-permit/sheet/?activity=none&disturbed_sqft=50000&common_plan_sqft=alone")
    ],
    "clerk:queue": [State("unreadable", "hopkinton", "/hopkinton/clerk/"),
                    State("filled", CLERK, "/norfolk/clerk/"), State("office", OFFICE, "/norfolk/clerk/"),
                    State("not yours", INSPECTOR, "/norfolk/clerk/", 403)],
    "clerk:stamp": [
        State("fresh", CLERK, "/norfolk/clerk/{filed}/stamp/"),
        State("wrong", CLERK, "/norfolk/clerk/{filed}/stamp/", then=press("Record the stamp", stamped=date(2027, 1, 4))),
    ],
    "calculator:try_dates": [
        State("empty", OFFICE, "/norfolk/try-dates/"),
        State("filled", OFFICE, f"{_TRIAL}&on=2026-11-30&hearing_closed=2026-11-05"),
        State("wrong", OFFICE, "/norfolk/try-dates/?matter=stormwater_permit&complete=2026-02-30", 400),
    ],
    "health:town": [State("filled", OFFICE, "/norfolk/health/"), State("stranger", STRANGER, "/norfolk/health/", 404)],
    "filing:file": [
        State("fresh", OFFICE, "/norfolk/file/"),
        State("wrong", OFFICE, "/norfolk/file/", then=press("Enter the filing", title="Only a name")),
    ],
    "filing:apply": [State("signed out", PUBLIC, "/norfolk/apply/"), State("begun", ANA, "/norfolk/apply/")],
    "filing:page": [
        *(State(key, ANA, f"/norfolk/apply/{{draft}}/{key}/") for key in ("land", "people", "work")),
        State("wrong", ANA, "/norfolk/apply/{draft}/people/", then=press("Keep and go on", applicant_email="x")),
        State("another’s", STRANGER, "/norfolk/apply/{draft}/land/", 404),
    ],
    "filing:check": [
        State("right", ANA, "/norfolk/apply/{draft}/check/"),
        State("missing", ANA, "/norfolk/apply/{poor_draft}/check/", then=press("File the application")),
    ],
    "filing:filed": [State("done", ANA, "/norfolk/apply/filed/{filed}/")],
    "costs:costs": [
        State("owed", OFFICE, _case("costs", "costs/")), State("nothing yet", INSPECTOR, _case("no_costs", "costs/")),
        State("a permit", OFFICE, _case("filed", "costs/"), 404),
    ],
    "costs:list": [
        State("filled", OFFICE, "/norfolk/costs/"), State("nothing fits", OFFICE, "/norfolk/costs/?q=zzz"),
        State("stranger", STRANGER, "/norfolk/costs/", 404),
    ],
    "costs:new": [
        State("fresh", INSPECTOR, "/norfolk/costs/new/"),
        State("wrong", INSPECTOR, "/norfolk/costs/new/", then=press("Open the case", over="SMP-2026-9999")),
        State("not yours", CLERK, "/norfolk/costs/new/", 403),
    ],
    "costs:settings": [
        State("fresh", ADMIN, "/norfolk/costs/settings/"),
        State("half", ADMIN, "/norfolk/costs/settings/", then=press("Save", lien_vote_article="Article 21")),
        State("not yours", OFFICE, "/norfolk/costs/settings/", 403),
    ],
    "costs:receipts": [
        State("filled", OFFICE, "/norfolk/costs/receipts/"),
        State("no day", OFFICE, "/norfolk/costs/receipts/?day=never"),
        State("empty", OFFICE, "/norfolk/costs/receipts/?day=2026-11-01"),
    ],
    "discharges:release": [State("reported", OFFICE, _case("release", "release/"))],
    "decisions:decision": [
        State(name, OFFICE, _case(name, "decision/")) for name in ("filed", "deliberation", "approved", "deemed", "permitted")
    ],
    "permits:site": [
        State("empty", OFFICE, _case("filed", "site/")), State("work under way", OFFICE, _case("built", "site/")),
        State("reader", CLERK, _case("built", "site/")), State("inspector", INSPECTOR, _case("permitted", "site/")),
    ],
    "permits:condition": [
        State("filled", OFFICE, _case("built", "conditions/{condition}/")),
        State("wrong", OFFICE, _case("built", "conditions/{condition}/"), then=press("Keep the condition", due_days="9")),
        State("none", OFFICE, _case("built", "conditions/99999/"), 404),
    ],
    "inspections:day": [
        State("filled", INSPECTOR, "/norfolk/inspections/"), State("empty", INSPECTOR, "/norfolk/inspections/?day=2027-05-01"),
        State("no day", INSPECTOR, "/norfolk/inspections/?day=soon", 404), State("clerk", CLERK, "/norfolk/inspections/", 403),
    ],
    "inspections:new_visit": [
        State("fresh", INSPECTOR, _case("built", "visit/")), State("stage", INSPECTOR, _case("built", "visit/?stage=final")),
    ],
    "inspections:visit": [
        State("again", INSPECTOR, _case("built", "visit/1/")), State("none", INSPECTOR, _case("built", "visit/99/"), 404),
    ],
    "mailing:letters": [
        State("empty", OFFICE, _case("filed", "letters/")), State("filled", OFFICE, _case("noticed", "letters/")),
        State("wrong", OFFICE, _case("noticed", "letters/"), then=press("Add to the list", names="No address here")),
    ],
    "mailing:mailing": [State("done", OFFICE, "{mailing}")],
    "mailing:example": [State("filled", OFFICE, _case("noticed", "letters/example/"))],
    "referrals:review": [
        State("empty", OFFICE, _case("filed", "review/")), State("grafton", "grafton", "/grafton/cases/{grafton}/review/"),
    ],
    "applications:land": [
        State("filled", OFFICE, _case("noticed", "land/")),
        State("reader", INSPECTOR, _case("noticed", "land/")),
    ],
    "om_plans:duties": [
        State("filled", ENGINEER, "/ludlow/om-plans/"), State("overdue", ENGINEER, "/ludlow/om-plans/?due=overdue"),
        State("nothing fits", ENGINEER, "/ludlow/om-plans/?q=zzz"), State("empty", OFFICE, "/norfolk/om-plans/"),
        State("stranger", STRANGER, "/ludlow/om-plans/", 404),
    ],
    "om_plans:owners": [
        State("fresh", ENGINEER, "/ludlow/om-plans/owners/"),
        State("none chosen", ENGINEER, "/ludlow/om-plans/owners/", then=press("Read the list")),
    ],
    "om_plans:enter": [
        State("fresh", ENGINEER, "/ludlow/om-plans/enter/"),
        State("wrong", ENGINEER, "/ludlow/om-plans/enter/", then=press("Enter the plan", map_lot="the barn")),
        State("not yours", INSPECTOR, "/norfolk/om-plans/enter/", 403),
    ],
    "om_plans:plan": [
        State("repairs due", ENGINEER, _plan(), then=_unfold), State("proposed", ENGINEER, _plan(name="fresh_plan")),
        State("no plan", OFFICE, _case("filed", "plan/"), 404), State("stranger", STRANGER, _plan(), 404),
    ],
    "om_plans:schedule": [State("filled", ENGINEER, _plan("schedule/"))],
    "om_plans:structure_add": [
        State("fresh", ENGINEER, _plan("structures/add/")),
        State("taken", ENGINEER, _plan("structures/add/"), then=press("Save", number=3, name="Another")),
    ],
    "om_plans:structure": [State("filled", ENGINEER, _plan("structures/{om_structure}/"))],
    "om_plans:duty_add": [
        State("fresh", ENGINEER, _plan("structures/{om_structure}/duties/add/")),
        State("wrong", ENGINEER, _plan("structures/{om_structure}/duties/add/"), then=press("Save", months=0)),
    ],
    "om_plans:duty": [State("filled", ENGINEER, _plan("structures/{om_structure}/duties/{om_duty}/"))],
    "om_plans:history": [State("filled", ENGINEER, _plan("duties/{om_duty}/"))],
    "om_plans:person_add": [State("fresh", ENGINEER, _plan("people/add/"))],
    "om_plans:person": [State("filled", ENGINEER, _plan("people/{om_person}/"))],
    "om_plans:easement_add": [State("fresh", ENGINEER, _plan("easements/add/"))],
    "om_plans:easement": [State("filled", ENGINEER, _plan("easements/{om_easement}/"))],
    "om_plans:parcel_add": [
        State("fresh", ENGINEER, _plan("parcels/add/")),
        State("wrong", ENGINEER, _plan("parcels/add/"), then=press("Add", parcel="the barn")),
    ],
    "om_plans:work": [
        State("fresh", ENGINEER, _plan("work/?duty={om_duty}")),
        State("wrong", ENGINEER, _plan("work/"), then=press("Write it down", on=date(2026, 12, 24))),
    ],
    "om_plans:ask": [State("fresh", ENGINEER, _plan("asked/add/?kind=records"))],
    "om_plans:asked": [
        State("report", ENGINEER, _plan("asked/{om_asked}/")), State("answered", ENGINEER, _plan("asked/{om_answered}/")),
        State("letter", ENGINEER, _plan("asked/{om_letter}/")),
    ],
    "om_plans:report": [
        State("fresh", PUBLIC, "/ludlow/om-report/{om_token}/"), State("spent", PUBLIC, "/ludlow/om-report/{om_spent}/", 410),
        State("wrong", PUBLIC, "/ludlow/om-report/{om_token}/", then=press("Send the report")),
        State("not ours", PUBLIC, "/ludlow/om-report/x/", 410),
    ],
    "parcels:find": [
        State("fresh", PUBLIC, "/norfolk/parcels/"), State("by street", OFFICE, "/norfolk/parcels/?q=main"),
        State("nothing", PUBLIC, "/norfolk/parcels/?q=zzz"),
    ],
    "parcels:parcel": [
        State("staff", OFFICE, "/norfolk/parcels/14-52/"), State("public", PUBLIC, "/norfolk/parcels/14-52/"),
        State("duties", ENGINEER, "/ludlow/parcels/9-31A/"), State("nothing", PUBLIC, "/norfolk/parcels/99-99/"),
        State("no parcel", PUBLIC, "/norfolk/parcels/zzz/", 404),
    ],
    "sureties:list": [
        State("filled", OFFICE, "/norfolk/sureties/"), State("by last act", OFFICE, "/norfolk/sureties/?sort=last&show=all"),
        State("none", OFFICE, "/norfolk/sureties/?show=ended&q=%00"), State("stranger", STRANGER, "/norfolk/sureties/", 404),
    ],
    "sureties:money": [
        State("filled", OFFICE, _case("surety", "money/")), State("not posted", OFFICE, _case("bare_surety", "money/")),
        State("reader", INSPECTOR, _case("surety", "money/")), State("no surety", OFFICE, _case("filed", "money/"), 404),
        State("no gate", "grafton", "/grafton/cases/{grafton_surety}/money/"),
    ],
    "sureties:proof": [
        State("fresh", OFFICE, _case("surety", "money/{surety_permit}/certificate/")),
        State("wrong", OFFICE, _case("surety", "money/{surety_permit}/certificate/"), then=press("Keep the proof")),
        State("not yours", INSPECTOR, _case("surety", "money/{surety_permit}/certificate/"), 403),
    ],
    "sureties:of_permit": [
        State("filled", OFFICE, _case("surety_permit", "sureties/")), State("empty", OFFICE, _case("filed", "sureties/")),
        State("reader", INSPECTOR, _case("surety_permit", "sureties/")),
        State("wrong", OFFICE, _case("filed", "sureties/"), then=press("Open the surety", amount="much")),
    ],
    "setup:reading": [
        State("chosen", ADMIN, "/norfolk/setup/law/fines_climb/"),
        State("other", ADMIN, "/norfolk/setup/law/fines_climb/?choice=one_violation"),
    ],
    "enforcement:report": [
        State("fresh", PUBLIC, "/norfolk/report/"), State("empty", PUBLIC, "/norfolk/report/", then=press("Send the report")),
    ],
    "enforcement:files": [
        State("filled", INSPECTOR, "/norfolk/enforcement/"), State("all", OFFICE, "/norfolk/enforcement/?all=1"),
    ],
    "enforcement:reported": [State("none", PUBLIC, "/norfolk/report/sent/")],
    "enforcement:take_report": [
        State("fresh", OFFICE, "/norfolk/enforcement/report/"), State("stranger", STRANGER, "/norfolk/enforcement/report/", 404),
    ],
    "enforcement:fines": [
        State("fresh", INSPECTOR, "/norfolk/enforcement/fines/"),
        State("added up", OFFICE, "/norfolk/enforcement/fines/?first=2026-11-01&last=2026-11-05&provisions=2&prior=0&under=I"),
        State("wrong", OFFICE, "/norfolk/enforcement/fines/?first=2026-11-05&last=2026-11-01&provisions=1&prior=0&under=I", 422),
    ],
    "enforcement:violation": [
        State("found", INSPECTOR, _case("violation", "violation/"), then=_unfold),
        State("reported", OFFICE, _case("reported", "violation/")),
        State("of something else", OFFICE, _case("order", "violation/"), 404),
    ],
    "enforcement:write_ticket": [
        State("fresh", INSPECTOR, _case("violation", "violation/ticket/")),
        State("nothing found", INSPECTOR, _case("reported", "violation/ticket/"), 404),
    ],
    "enforcement:order": [State("served", OFFICE, _case("order", "order/"))],
    "enforcement:ticket": [State("issued", OFFICE, _case("ticket", "ticket/"))],
}  # fmt: skip

#: Addresses without a page of their own: what they answer, to whom, where.
FILES: dict[str, tuple[str, str, str]] = {
    "monitor:monitor": (PUBLIC, "/health/", "application/json"),
    "monitor:alive": (PUBLIC, "/healthz", "application/json"),
    "monitor:ready": (PUBLIC, "/readyz", "application/json"),
    "worklist:export": (OFFICE, "/norfolk/desk/export.xlsx", "spreadsheet"),
    "om_plans:export": (ENGINEER, "/ludlow/om-plans/export.csv", "text/csv"),
    "worklist:export_cases": (OFFICE, "/norfolk/cases/export.xlsx", "spreadsheet"),
    "cases:document": (OFFICE, _case("noticed", "documents/{document}/"), "application/pdf"),
    "cases:ledger_csv": (OFFICE, _case("permitted", "ledger.csv"), "text/csv"),
    "cases:ledger_json": (OFFICE, _case("permitted", "ledger.json"), "application/json"),
    "papers:pdf": (PUBLIC, "/norfolk/papers/{permit}.pdf", "application/pdf"),
    "setup:edition_text": (ADMIN, f"{_EDITION_DRAFT}text.toml", "application/toml"),
    "register:seal": (PUBLIC, "/norfolk/seal", "image/svg+xml"),
    "register:document": (OFFICE, "/norfolk/register/{noticed}/documents/{document}/", "application/pdf"),
    "register:hearings_file": (PUBLIC, "/norfolk/hearings.ics", "text/calendar"),
    "determine:sheet_pdf": (
        PUBLIC, "/norfolk/does-it-need-a-permit/sheet.pdf?activity=none&disturbed_sqft=50000&common_plan_sqft=alone",
        "application/pdf",
    ),
    "calculator:deadlines": (OFFICE, "/norfolk/deadlines.json?matter=stormwater_permit&complete=2026-09-08", "application/json"),
    "inspections:thumbnail": (INSPECTOR, _case("built", "photos/{picture}.jpg"), "image/jpeg"),
    "costs:export": (OFFICE, "/norfolk/costs/export.csv", "text/csv"),
    "decisions:draft": (OFFICE, _case("deliberation", "decision/draft.docx"), "wordprocessingml"),
    "sureties:export": (OFFICE, "/norfolk/sureties/export.xlsx", "spreadsheet"),
    "mailing:list": (OFFICE, "{mailing}list.csv", "text/csv"),
    "mailing:document": (OFFICE, "{mailing}1.pdf", "application/pdf"),
}  # fmt: skip

#: Addresses that only take a form, each with the page to which it leads whoever comes by the address.
FORMS: dict[str, tuple[str, str, str]] = {
    "accounts:my_case": (ANA, "/my/norfolk/{filed}/", "/norfolk/register/{filed}/"),
    "cases:document_withdraw": (
        OFFICE,
        _case("noticed", "documents/{document}/withdraw/"),
        _case("noticed", "documents/"),
    ),
    "cases:tasks": (OFFICE, _case("filed", "tasks/"), _case("filed")),
    "cases:officer": (OFFICE, _case("filed", "officer/"), _case("filed", "people/")),
    "cases:party_remove": (OFFICE, _case("noticed", "people/{party}/remove/"), _case("noticed", "people/")),
    "setup:job_again": (ADMIN, "{reading}again/", "{reading}"),
    "setup:take": (ADMIN, "/norfolk/setup/people/take/", "/norfolk/setup/people/"),
    "setup:new_link": (ADMIN, "/norfolk/setup/people/link/", "/norfolk/setup/people/"),
    "health:retry": (OFFICE, "/norfolk/health/retry/", "/norfolk/health/"),
    "costs:turn_over": (OFFICE, "/norfolk/costs/receipts/turn-over/", "/norfolk/costs/receipts/"),
    "costs:sign": (TREASURER, "/norfolk/costs/receipts/1/sign/", "/norfolk/costs/receipts/"),
    "costs:reckon": (OFFICE, _case("costs", "costs/reckon/"), _case("costs", "costs/")),
    "determine:ask": (PUBLIC, "/norfolk/does-it-need-a-permit/ask/", "/norfolk/does-it-need-a-permit/"),
    "filing:begin": (ANA, "/norfolk/apply/begin/", "/norfolk/apply/"),
    "decisions:marked_up": (
        OFFICE,
        _case("deliberation", "decision/marked-up/"),
        _case("deliberation", "decision/"),
    ),
    "om_plans:strike": (ENGINEER, _plan("work/{om_work}/strike/"), _plan()),
    "om_plans:repair": (ENGINEER, _plan("repairs/{om_repair}/"), _plan()),
    "mailing:again": (OFFICE, "{mailing}again/", "{mailing}"),
    "enforcement:start_order": (
        OFFICE,
        _case("violation", "violation/order/"),
        _case("violation", "violation/"),
    ),
}

#: Signing out takes a form and nothing else.
NEITHER = {"accounts:sign_out"}
