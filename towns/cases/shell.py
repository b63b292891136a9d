"""Opening a case for a page: the case file or nothing, its head, its tabs and its flags."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest

from towns.access.context import roles_held
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.models import BylawEdition, Case, Hearing, Person
from towns.papers import printing
from towns.record import panels
from towns.record.case_file import CaseFile, open_to_show
from towns.record.door import Actor
from towns.record.stages import stage_words
from towns.roles import officer_words
from towns.ui.links import case_url, desk_url, town_url
from towns.worklist.queries import matter_name

_TABS = (("Overview", ""), ("Deadlines", "deadlines"), ("Documents", "documents"), ("Hearing", "hearing"))
_LAST = (("People", "people"), ("Ledger", "ledger"))


def case_file_or_404(request: HttpRequest, number: str) -> CaseFile:
    """The case of this number in the page's town. Another town's number is no number here."""
    town = town_of(request)
    case = Case.objects.select_related("officer", "edition").filter(number=number.replace("\0", "")).first()
    if case is None:
        raise Http404("No such case in this town.")
    return open_to_show(case, town, today(town))


def actor_of(request: HttpRequest) -> Actor:
    """The person of the page with the roles held here."""
    person = request.user
    assert isinstance(person, Person)
    return Actor(person, frozenset(roles_held(request)))


def frame_of(file: CaseFile, current: str = "") -> dict[str, Any]:
    """What every page of a case shows: its head, where it belongs, its tabs and its flags."""
    case, town = file.case, file.town
    applicant = [fact for fact in file.type.facts(file) if fact]
    pages = [(page.label, page.path) for page in panels.pages_of(file)]
    return {
        "case": {
            "number": case.number,
            "title": case.title,
            "url": case_url(town, case),
            "place": case.address,
            "map_lot": case.map_lot,
            "matter_name": file.matter.name,
            "stage": stage_words(case.kind, case.stage, held=case.held),
            "facts": applicant,
            "project_url": town_url("projects:project", town, pk=case.project_id) if case.project_id else "",
            "bind_url": town_url("projects:bind", town, number=case.number),
        },
        "crumbs": [
            {"label": "Desk", "url": desk_url(town)},
            {
                "label": "Cases",
                "url": town_url("worklist:cases", town) + f"?matter={case.matter}",
            },
            *([{"label": case.number, "url": case_url(town, case)}] if current else []),
        ],
        "tabs": [
            {
                "label": label,
                "url": case_url(town, case, *([path] if path else [])),
                "current": path == current,
            }
            for label, path in (*_TABS, *pages, *_LAST)
            if path != "hearing" or Hearing in file.type.things
        ],
        "flags": flags_of(file),
        "matter_short": matter_name(file.law, case.matter),
    }


def flags_of(file: CaseFile) -> list[dict[str, str]]:
    """What everybody who opens the case must know first."""
    found = []
    if file.case.swept_badly:
        found.append(
            {
                "kind": "late",
                "text": "The night’s sweep could not settle this case, so its dates may be wrong: "
                f"{file.case.swept_badly}",
            }
        )
    for key, choice in file.case.kept_readings.items():
        if (doubt := file.law.open_readings.get(key)) is not None and choice in doubt.choices:
            found.append(
                {
                    "kind": "info",
                    "text": f"This case stays under the earlier interpretation of “{doubt.question}”: {doubt.choices[choice]}",
                }
            )
    if read_by := _read_by_a_later_text(file.case):
        found.append({"kind": "info", "text": read_by})
    if file.case.held:
        officer = officer_words(file.town.silence_confirmed_by)
        found.append(
            {
                "kind": "soon",
                "text": "Held: the public pages say only that time has run and is being checked, "
                f"until {officer} confirms or what was done in time is recorded.",
            }
        )
    found += [{"kind": "late", "text": said} for said in printing.stale_papers(file)]
    return found


def _read_by_a_later_text(case: Case) -> str:
    """That somebody decided to read the case by a later text than the one it was filed under; "" where nobody did."""
    edition = case.edition
    if edition.effective is None or edition.effective <= case.opened:
        return ""
    if not BylawEdition.objects.lawful().filter(effective__lte=case.opened).exists():
        return ""  # it is the oldest text held
    return (
        f"This case is read by a later text than the one in force when it was filed: “{edition.label}”. "
        "Who decided it, when and why stands among the changes of the town’s settings."
    )
