"""Pages and forms with plainly fictional facts, to look at the templates without a database."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django import forms
from django.core.paginator import Paginator

TODAY = date(2026, 11, 30)


@dataclass
class Town:
    """A town as the layout needs it."""

    name: str = "Town of Norfolk"
    slug: str = "norfolk"
    colour: str = "#1a4480"
    seal_url: str | None = None
    office_line: str = "Planning office, Town Hall"


@dataclass
class Person:
    """Someone signed in."""

    name: str = "Robin Sample"
    is_authenticated: bool = True

    def __str__(self) -> str:
        return self.name


@dataclass
class Clock:
    """A clock as the pages show it."""

    name: str
    due: date | None
    status: str = "running"
    cite: str = "§ 267-18"
    strict: date | None = None
    because: list[str] = field(default_factory=list)
    ribbon: list[dict[str, Any]] = field(default_factory=list)
    met_on: date | None = None
    waits_for: str = ""
    silence: str = ""
    open: bool = False


def ribbon(start: date, until: date, marks: dict[date, tuple[str, str]]) -> list[dict[str, Any]]:
    """Day cells from start to until; Saturdays and Sundays are closed unless marked otherwise."""
    cells = []
    for number in range((until - start).days + 1):
        day = start + timedelta(days=number)
        kind, label = marks.get(day, ("closed" if day.weekday() > 4 else "open", ""))
        cells.append({"day": day, "kind": kind, "label": label})
    return cells


THANKSGIVING = ribbon(
    date(2026, 11, 5),
    date(2026, 11, 28),
    {
        date(2026, 11, 5): ("start", "hearing closed, day 0"),
        date(2026, 11, 11): ("closed", "Veterans Day"),
        date(2026, 11, 26): ("strict", "day 21, Thanksgiving Day"),
        date(2026, 11, 27): ("last", "last day"),
        date(2026, 11, 28): ("after", ""),
    },
)
YEAR = ribbon(
    date(2026, 12, 14),
    date(2027, 12, 15),
    {
        date(2026, 12, 14): ("start", "work completed, day 0"),
        date(2027, 12, 14): ("last", "1 year: the last day"),
        date(2027, 12, 15): ("after", ""),
    },
)


def _nav(current: str) -> list[dict[str, Any]]:
    labels = ["Desk", "Cases", "Calendar", "Notices", "Town clerk", "Try dates", "Town setup"]
    return [
        {"label": label, "url": f"/norfolk/{label.lower()}/", "current": label == current} for label in labels
    ]


def town_context(current: str = "Desk") -> dict[str, Any]:
    """What the layout of a town needs."""
    return {
        "town": Town(),
        "person": Person(),
        "role_labels": ["Planner", "Planning Board administrator"],
        "nav": _nav(current),
        "today": TODAY,
        "csp_nonce": "gallery",
        "accessibility_url": "/norfolk/accessibility/",
    }


class ListFilter(forms.Form):
    """The filters of the work list."""

    q = forms.CharField(
        label="Case, street, map-lot or name", required=False, widget=forms.TextInput({"type": "search"})
    )
    stage = forms.ChoiceField(label="Stage", choices=[("", "Any stage"), ("h", "Hearing")], required=False)
    officer = forms.ChoiceField(label="Officer", choices=[("", "Mine"), ("all", "Everyone")], required=False)


def _row(number: str, title: str, place: str, lot: str, stage: str, **more: Any) -> dict[str, Any]:
    return {
        "number": number,
        "title": title,
        "url": f"/norfolk/cases/{number}/",
        "place": place,
        "map_lot": lot,
        "stage": stage,
        "matter_name": "Stormwater permit",
        **more,
    }


ROWS = [
    _row(
        "SMP-2026-0014",
        "Stony Brook Estates",
        "0 Main Street",
        "Map 14 Lot 52",
        "Deemed approved, not certified",
        deadline=Clock("Final action by the board", date(2026, 11, 27), "missed"),
        silence="Approved by silence.",
        silence_rest="The clerk may certify from Sat Nov 28.",
    ),
    _row(
        "SMP-2026-0017",
        "Medway Branch solar array",
        "118 Seekonk Street",
        "Map 9 Lot 3",
        "Deliberation",
        deadline=Clock("Final action by the board", date(2026, 12, 3)),
        silence="Approval by silence",
        silence_rest="on Fri Dec 4",
    ),
    _row(
        "SMP-2026-0019",
        "Town Hill common drive",
        "7 Rockwood Road",
        "Map 21 Lot 18",
        "Hearing",
        deadline=Clock("Open the hearing", date(2026, 12, 7)),
        silence_rest="Overdue; no approval",
    ),
    _row(
        "SMP-2026-0021",
        "Pond Street warehouse",
        "65 Pond Street",
        "Map 17 Lot 40",
        "Complete",
        deadline=Clock("Open the hearing", date(2027, 1, 7)),
        silence_rest="Overdue; no approval",
    ),
    _row(
        "SMP-2026-0022",
        "Lawrence Street culvert",
        "9 Lawrence Street",
        "Map 3 Lot 11",
        "Filed",
        deadline_problem="Filing date missing: enter the clerk's stamp.",
    ),
    _row(
        "SMP-2026-0023",
        "Holbrook Street barn",
        "31 Holbrook Street",
        "Map 2 Lot 9",
        "Filed",
        waits_for="Starts when the application is complete.",
    ),
]


def desk(rows: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """The work list."""
    rows = ROWS if rows is None else rows
    return town_context() | {
        "heading": "Your desk",
        "subline": "Town hall is open until 4:00 pm · next Planning Board meeting Tue Dec 8, 7:00 pm",
        "enter_url": "/norfolk/desk/file/",
        "counts": [
            {"number": 1, "label": "overdue", "url": "?due=late", "kind": "late"},
            {"number": 2, "label": "due in 7 days", "url": "?due=soon", "kind": "soon"},
            {"number": 0, "label": "waiting on the applicant", "url": "?due=wait", "kind": "wait"},
            {"number": 1, "label": "to check for completeness", "url": "?due=new", "kind": "info"},
        ],
        "filter_form": ListFilter(),
        "export_url": "export.xlsx",
        "list_words": "6 open cases, soonest deadline first",
        "page": Paginator(rows * 9 if rows else [], 6).page(1),
        "empty": {
            "title": "Nothing is assigned to you",
            "text": "New filings appear here when the clerk's stamp is entered.",
            "url": "?officer=all",
            "link": "See all 14 open cases",
        },
    }


def case() -> dict[str, Any]:
    """A case that the board let lapse."""
    return town_context("Cases") | {
        "case": {
            "number": "SMP-2026-0014",
            "title": "Stony Brook Estates",
            "place": "0 Main Street",
            "map_lot": "Map 14 Lot 52",
            "facts": ["Owner: Stony Brook Realty Trust", "41,200 sq ft of 6.2 acres, part of a larger plan"],
        },
        "crumbs": [
            {"label": "Desk", "url": "/norfolk/desk/"},
            {"label": "Stormwater permits", "url": "/norfolk/cases/"},
        ],
        "tabs": [
            {"label": label, "url": f"?tab={label}", "current": label == "Overview"}
            for label in ["Overview", "Deadlines", "Documents", "Hearing", "Decision", "Ledger"]
        ],
        "flags": [
            {
                "kind": "soon",
                "text": "Held: the public pages say only that time has run and is being checked, "
                "until the town clerk confirms.",
            }
        ],
        "steps": [
            {"label": "Filed", "note": "Sep 8", "state": "done"},
            {"label": "Complete", "note": "Sep 8", "state": "done"},
            {"label": "Hearing", "note": "Oct 13 to Nov 5", "state": "done"},
            {"label": "Deemed approved", "note": "Nov 28, not certified", "state": "now"},
            {"label": "Permit", "note": "board must issue", "state": "todo"},
            {"label": "Work", "state": "todo"},
            {"label": "Certificate", "state": "todo"},
        ],
        "next": {
            "text": "The board took no final action by Fri Nov 27 2026. Under § 267-18 the application is "
            "deemed approved. The town clerk may certify that the time has passed; the board must then "
            "issue the permit.",
            "effects": [
                "The town clerk gets the case in the queue, with the ledger and the reasons for the date.",
                "Nobody outside is told until the clerk has certified or refused.",
            ],
            "actions": [
                {"label": "Send to the town clerk for certification", "url": "certify/"},
                {"label": "Record a decision made in time", "url": "decision/"},
            ],
        },
        "clocks": [
            Clock(
                "Final action by the board",
                date(2026, 11, 27),
                "missed",
                strict=date(2026, 11, 26),
                open=True,
                silence="the application is approved as filed.",
                ribbon=THANKSGIVING,
                because=[
                    "The hearing closed on Thu Nov 5 2026.",
                    "21 days from the close of the hearing is Thu Nov 26 (§ 267-18).",
                    "Nov 26 is Thanksgiving Day, so Fri Nov 27 (M.G.L. c.4 § 9).",
                    "No agreement to extend was filed.",
                ],
            ),
            Clock(
                "Open the hearing",
                date(2026, 10, 23),
                "met",
                met_on=date(2026, 10, 13),
                because=[
                    "The application was complete on Tue Sep 8 2026.",
                    "45 days from then is Fri Oct 23 (§ 267-18).",
                ],
            ),
            Clock(
                "As-built drawings",
                date(2027, 12, 14),
                ribbon=YEAR,
                open=True,
                because=["The work was completed."],
            ),
            Clock(
                "Issue the permit",
                None,
                "waiting",
                waits_for="Starts when the clerk certifies; the text gives no number.",
            ),
        ],
        "future": [
            {
                "before": "by",
                "day": date(2026, 12, 8),
                "words": "The clerk certifies, or the board shows a decision made in time",
                "note": "then the board must issue the permit",
                "cite": "§ 267-18",
            },
        ],
        "docket": [
            {
                "day": date(2026, 11, 28),
                "words": "Time ran out without action: deemed approved",
                "note": "found at 12:00 am",
                "by": "the town clerk has not certified",
                "papers": [{"label": "Certificate (draft)", "url": "certificate.pdf"}],
            },
            {
                "day": date(2026, 11, 5),
                "words": "Hearing closed",
                "note": "5 of 5 members present",
                "by": "recorded by the planner",
                "papers": [{"label": "Minutes", "url": "minutes.pdf"}],
            },
            {
                "day": date(2026, 11, 4),
                "words": "Hearing closed",
                "by": "corrected on Nov 6: the day was Nov 5",
                "struck": True,
            },
            {
                "day": date(2026, 10, 13),
                "words": "Hearing opened, continued to Thu Nov 5, 7:00 pm",
                "note": "Published, posted and mailed by Tue Oct 6",
                "papers": [
                    {"label": "Affidavit of notice", "url": "a.pdf"},
                    {"label": "Mailing sheet", "url": "m.pdf"},
                ],
            },
            {
                "day": date(2026, 9, 8),
                "words": "Application complete",
                "note": "All 22 items of § 267-19 received",
            },
            {
                "day": date(2026, 9, 8),
                "words": "Application filed",
                "note": "Stamped by the town clerk 10:12 am, 12 copies",
                "papers": [{"label": "Application", "url": "app.pdf"}],
            },
        ],
        "people": [
            {"role": "Applicant", "name": "Stony Brook Realty Trust", "note": "owner of record"},
            {"role": "Engineer", "name": "Brook Civil Group"},
            {"role": "Officer", "name": "Robin Sample"},
        ],
        "abutters_url": "abutters/",
        "abutters_words": "23 abutters",
    }
