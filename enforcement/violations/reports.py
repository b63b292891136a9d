"""Taking a report of a violation in: from the public without an account, or by staff; what may repeat another."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any, Final

from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone

from enforcement.violations.models import UNDECIDED, Report, State
from towns.documents import storage
from towns.models import Case, Event, Town
from towns.record import door
from towns.roles import APPLICANT

#: Whoever reports on the web holds no role: they enter a report, and nothing else.
ANYONE: Final = door.Actor(None, frozenset({APPLICANT}))
_SALT: Final = "enforcement.report"
#: A form that comes back faster than a person reads it, or after a day, was not sent by a person who just read it.
FASTEST, SLOWEST = 3, 24 * 60 * 60
#: Web reports that one town takes within an hour; the next one is asked to telephone.
MOST_AN_HOUR: Final = 30
#: Reports of the same place within so many days may be of the same thing.
NEAR: Final = timedelta(days=90)


def shown_at() -> str:
    """A sealed mark of the moment at which a form was shown."""
    return signing.dumps(timezone.now().timestamp(), salt=_SALT)


def by_a_machine(mark: str, trap: str) -> bool:
    """Whether a report looks like one that no person wrote: a trap filled in, or a form sent too fast or too late."""
    try:
        shown = float(signing.loads(mark, salt=_SALT, max_age=SLOWEST))
    except (signing.BadSignature, TypeError, ValueError):
        return True
    return bool(trap) or timezone.now().timestamp() - shown < FASTEST


def too_many() -> bool:
    """Whether the town of the page has had its fill of web reports in the last hour."""
    since = timezone.now() - timedelta(hours=1)
    recent = Event.objects.filter(name="violation_reported", recorded__gte=since, facts__source="web")
    return recent.count() >= MOST_AN_HOUR


def plain_place(address: str) -> str:
    """An address as it is compared: letters and digits alone."""
    return re.sub(r"[^a-z0-9]+", " ", address.casefold()).strip()


def near(address: str, map_lot: str, today: date, *, but: Case | None = None) -> list[Case]:
    """The open violation files of the same place, latest first: a new report may be of the same thing."""
    found = Case.objects.filter(
        kind="violation", opened__gte=today - NEAR, stage__in=[*UNDECIDED, State.FOUND]
    ).order_by("-opened", "-id")
    place = plain_place(address)
    return [
        case
        for case in found
        if (but is None or case.pk != but.pk)
        and (
            (place and plain_place(case.address) == place)
            or (map_lot.strip() and case.map_lot.strip() == map_lot.strip())
        )
    ]


def take(
    town: Town,
    today: date,
    by: door.Actor,
    *,
    source: str,
    kept: dict[str, Any],
    address: str,
    map_lot: str = "",
    photos: list[UploadedFile[Any]] | None = None,
    onto: Case | None = None,
) -> door.Done:
    """Open a file with a report, or add the report to one that is open. A repeated sending gives the first answer."""
    keep = {"report": {**kept, "source": source}}
    if onto is not None:
        done = door.act(
            "report_violation",
            case=onto,
            by=by,
            on=today,
            today=today,
            once=kept["once"],
            keep=keep,
            source=source,
        )
    else:
        done = door.open_case(
            town=town, matter="violation", by=by, on=today, today=today, once=kept["once"], keep=keep,
            title=address, address=address, map_lot=map_lot, source=source,
        )  # fmt: skip
    if not done.repeated:
        for photo in photos or ():
            storage.add(done.case, photo, by=by.person, title="Photo of the report", event_seq=done.entry.seq)
    return done


def reports_of(case: Case) -> list[Report]:
    """The reports of a file, as they came."""
    return list(Report.objects.filter(case=case))
