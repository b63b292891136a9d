"""Every page in every state: axe finds nothing, nothing scrolls sideways on a telephone, one heading, a link that skips."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests.journeys import halls
from tests.journeys.atlas import ENGINEER, FILES, FORMS, NEITHER, PAGES, State
from tests.journeys.driving import PASSWORD, Visitor
from tests.journeys.halls import ADMIN, ANA, CLERK, EMAILS, OFFICE, PUBLIC, STRANGER
from tests.town_fixtures import TODAY
from towns.access import tenancy
from towns.mailing import jobs
from towns.models import Mailing, Town
from towns.record import steps

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def places(site: str) -> SimpleNamespace:
    """The numbers and addresses of what fills the halls."""
    found = SimpleNamespace()
    halls.fill(found)
    norfolk = Town.objects.get(slug="norfolk")
    with tenancy.town(norfolk):
        mailing = Mailing.objects.get()
    jobs.work(norfolk, mailing.pk)
    return found


@pytest.fixture(scope="module")
def people(site: str, places: SimpleNamespace, browser: Any) -> Iterator[Callable[..., Visitor]]:
    """A tab for everybody who looks, signed in once."""
    tabs: dict[tuple[str, bool], Visitor] = {}

    def tab(who: str, *, script: bool = True) -> Visitor:
        if (who, script) not in tabs:
            context = browser.new_context(
                base_url=site, viewport={"width": 1280, "height": 900}, timezone_id="America/New_York",
                java_script_enabled=script,
            )  # fmt: skip
            context.set_default_timeout(10_000)
            tabs[who, script] = Visitor(context.new_page())
            if who != PUBLIC:
                email = EMAILS.get(who, f"board_administrator@{who}.example")
                tabs[who, script].sign_in(email, PASSWORD)
        return tabs[who, script]

    yield tab
    for one in tabs.values():
        one.page.context.close()


def _names(resolver: URLResolver, inside: tuple[str, ...] = ()) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from _names(pattern, (*inside, *([pattern.namespace] if pattern.namespace else [])))
        elif isinstance(pattern, URLPattern):
            yield ":".join((*inside, pattern.name or str(pattern.pattern)))


def test_every_address_is_looked_at() -> None:
    addresses = set(_names(get_resolver()))
    listed = {*PAGES, *FILES, *FORMS, *NEITHER}
    assert sorted(addresses - listed) == [], "say in tests/journeys/atlas.py how these pages are seen"
    assert sorted(listed - addresses) == [], "these pages are gone; take them out of tests/journeys/atlas.py"


STATES = [
    pytest.param(state, id=f"{name} {state.name}".replace("/", "-"))
    for name, states in PAGES.items()
    for state in states
]


@pytest.mark.parametrize("state", STATES)
def test_a_page(state: State, people: Callable[..., Visitor], places: SimpleNamespace) -> None:
    looker = people(state.who)
    looker.page.set_viewport_size({"width": 1280, "height": 900})
    status = looker.go(state.where.format_map(vars(places)))
    assert status == state.status, looker.text[:600]
    if state.then is not None:
        state.then(looker)
    # A paper is a sheet of its own: no frame of the site, and its own tests.
    faults = [*looker.faults(1280), *looker.faults(320)]
    assert faults == [], f"{looker.page.url}: {faults}"
    if not looker.page.locator("main#main").count():
        assert "/papers/" in looker.page.url or "/sheet/" in looker.page.url or "/example/" in looker.page.url
    else:
        assert looker.skips(), "no link that skips to the content shows when it has the focus"
    assert looker.errors == []


def test_the_form_of_every_step(people: Callable[..., Visitor], places: SimpleNamespace) -> None:
    application, surety = f"/norfolk/cases/{places.hearing}", f"/norfolk/cases/{places.surety}"
    plan = f"/ludlow/cases/{places.plan}"
    lookers = [
        (people(OFFICE), application),
        (people(CLERK), application),
        (people(OFFICE), surety),
        (people(ENGINEER), plan),
        *(
            (people(OFFICE), f"/norfolk/cases/{number}")
            for number in (places.violation, places.order, places.ticket, places.costs, places.release)
        ),
        *(
            (people(CLERK), f"/norfolk/cases/{number}")
            for number in (places.violation, places.order, places.ticket, places.costs, places.release)
        ),
    ]
    faults = []
    for step in (step for step in steps.every() if step.on_pages):
        for looker, case in lookers:
            where = f"{case}/record/{step.key}/"
            if looker.go(where) == 200:
                faults += [f"{step.key}: {fault}" for fault in looker.faults(320)]
                break
        else:
            assert step.key in _NOBODY_HERE, f"nobody may open the form of {step.key}"
    assert faults == []


#: Steps whose facts the law of the first town does not know.
_NOBODY_HERE: set[str] = set()


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_file(name: str, people: Callable[..., Visitor], places: SimpleNamespace) -> None:
    who, where, kind = FILES[name]
    answer = people(who).page.request.get(where.format_map(vars(places)))
    assert answer.status == 200
    assert kind in answer.headers["content-type"]
    assert len(answer.body()) > 0


@pytest.mark.parametrize("name", sorted(FORMS))
def test_an_address_that_takes_a_form_leads_to_its_page(
    name: str, people: Callable[..., Visitor], places: SimpleNamespace
) -> None:
    who, where, leads = FORMS[name]
    looker = people(who)
    assert looker.go(where.format_map(vars(places))) == 200
    assert looker.page.url.partition("?")[0].endswith(leads.format_map(vars(places)))


@pytest.mark.parametrize("who", [PUBLIC, STRANGER, ANA])
def test_nobody_outside_the_hall_sees_the_office(
    who: str, people: Callable[..., Visitor], places: SimpleNamespace
) -> None:
    inside = [
        state.where.format_map(vars(places))
        for name, states in PAGES.items()
        for state in states
        if state.who in (OFFICE, CLERK, ADMIN)
        and name.partition(":")[0] not in ("accounts", "determine", "parcels")
    ]
    asked = people(who).page.request
    for where in dict.fromkeys(inside):
        answer = asked.get(where, max_redirects=0) if who == PUBLIC else asked.get(where)
        signed_out = answer.status == 302 and "/sign-in/" in answer.headers["location"]
        public = "/papers/" in where and answer.status == 200
        assert answer.status == 404 or (who == PUBLIC and signed_out) or public, f"{where}: {answer.status}"


_WITHOUT_SCRIPT = [
    (OFFICE, "/norfolk/desk/"), (OFFICE, "/norfolk/cases/{deliberation}/"), (OFFICE, "/norfolk/try-dates/"),
    (OFFICE, "/norfolk/cases/{noticed}/print/hearing_notice/"), (PUBLIC, "/norfolk/"),
    (PUBLIC, "/norfolk/register/{permitted}/"), (PUBLIC, "/norfolk/does-it-need-a-permit/"),
    (ANA, "/norfolk/apply/{draft}/check/"),
]  # fmt: skip


@pytest.mark.parametrize(("who", "where"), _WITHOUT_SCRIPT)
def test_a_page_without_script(
    who: str, where: str, people: Callable[..., Visitor], places: SimpleNamespace
) -> None:
    looker = people(who, script=False)
    assert looker.go(where.format_map(vars(places))) == 200
    assert looker.faults(320, axe=False) == []
    assert looker.skips()


def test_a_step_is_recorded_without_script(people: Callable[..., Visitor], places: SimpleNamespace) -> None:
    office = people(OFFICE, script=False)
    where = f"/norfolk/cases/{places.hearing}/"
    office.record(where, "record_inspection", on=TODAY)
    office.go(where)
    office.page.locator("summary").first.click()
    office.tab("Ledger")
    office.reads("inspection")
