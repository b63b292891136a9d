"""The lists of cases: what is asked for, which cases answer, what presses, and the rows that a page shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Case as When
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models import When as Then

from towns.calendar.words import day_words
from towns.law import schema
from towns.law.clocks import Event, read
from towns.law.days import Calendar
from towns.law.events import EVENTS
from towns.models import BylawEdition, Case, Clock, ClosedDay, Hearing, Party, Person, Town
from towns.record import case_types, panels
from towns.record.case_file import calendar_of, laws_of
from towns.record.effects import silence
from towns.record.stages import short_matter, stage_words, stages_of
from towns.record.unreadable import unreadable_case
from towns.record.urgency import day_of
from towns.ui.links import case_url

#: Cases on one page of a list.
PAGE = 25
#: Days within which a deadline is near.
SOON = 7

SORTS = {"due": ("next_due",), "number": ("number",), "where": ("address", "title"), "stage": ("stage",)}


@dataclass(frozen=True, slots=True)
class Deadline:
    """The next deadline of a row."""

    name: str
    due: date
    status: str
    cite: str


@dataclass(frozen=True, slots=True)
class Row:
    """One case on a list."""

    number: str
    title: str
    url: str
    place: str
    map_lot: str
    stage: str
    matter_name: str
    officer: str
    deadline: Deadline | None = None
    deadline_problem: str = ""
    waits_for: str = ""
    silence: str = ""
    silence_rest: str = ""
    held: bool = False


def week_from(today: date) -> date:
    """The last day that counts as near."""
    return today + timedelta(days=SOON)


def asked_for(
    cases: QuerySet[Case], wanted: dict[str, str], *, person: Person, today: date
) -> QuerySet[Case]:
    """The cases that answer what was asked; words are looked for in number, title, street, map-lot and names."""
    for word in wanted.get("q", "").split()[:6]:
        named = Party.objects.filter(case=OuterRef("pk"), name__icontains=word)
        cases = cases.filter(
            Q(number__icontains=word)
            | Q(title__icontains=word)
            | Q(address__icontains=word)
            | Q(map_lot__icontains=word)
            | Exists(named)
        )
    if wanted.get("stage"):
        cases = cases.filter(stage=wanted["stage"])
    if wanted.get("matter"):
        cases = cases.filter(matter=wanted["matter"])
    officer = wanted.get("officer", "")
    if officer == "mine":
        cases = cases.filter(officer=person)
    elif officer == "nobody":
        cases = cases.filter(officer=None)
    elif officer.isdigit():
        cases = cases.filter(officer_id=int(officer))
    due = due_filters(today).get(wanted.get("due", ""))
    return cases.filter(due) if due is not None else cases


def due_filters(today: date) -> dict[str, Q]:
    """The choices of the deadline filter as the database reads them."""
    return {
        "overdue": Q(next_due__lt=today) | Q(held=True),
        "week": Q(next_due__gte=today, next_due__lte=week_from(today)),
        "month": Q(next_due__gte=today, next_due__lte=today + timedelta(days=30)),
        "none": Q(next_due=None, held=False),
        "applicant": panels.waiting_on_applicant(),
        "completeness": panels.to_check(),
        "held": Q(held=True),
    }


def in_order(cases: QuerySet[Case], sort: str) -> QuerySet[Case]:
    """The order asked for; cases that the sweep could not settle, then those held, always stand on top."""
    down = sort.startswith("-")
    keys = SORTS.get(sort.lstrip("-"), SORTS["due"])
    order = [F(key).desc(nulls_last=True) if down else F(key).asc(nulls_last=True) for key in keys]
    first = When(Then(~Q(swept_badly=""), then=Value(0)), Then(held=True, then=Value(1)), default=Value(2))
    return cases.order_by(first, *order, "number", "pk")


def counts(today: date) -> dict[str, int]:
    """How many open cases are overdue, near, waiting on the applicant, to check; and how many are open at all."""
    filters = due_filters(today)
    wanted = {
        name: Count("pk", filter=filters[name]) for name in ("overdue", "week", "applicant", "completeness")
    }
    return Case.objects.filter(closed=False).order_by().aggregate(all=Count("pk"), **wanted)


@dataclass(slots=True)
class Choices:
    """What the filters offer, and the laws that the rows are read with."""

    stages: list[tuple[str, str]]
    matters: list[tuple[str, str]]
    laws: dict[int, schema.Bylaw]
    unread: dict[int, str]  # the editions that cannot be read, each with its sentence


def choices(town: Town) -> Choices:
    """The stages and kinds of business that the town's cases have."""
    seen = list(Case.objects.order_by().values_list("kind", "matter", "edition_id").distinct())
    editions = BylawEdition.objects.in_bulk({edition for _, _, edition in seen})
    laws, unread = laws_of(editions.values(), town)
    stages = {stage: label for kind, _, _ in seen for stage, label in stages_of(kind).items()}
    matters = {matter: matter_name(laws.get(edition), matter) for _, matter, edition in seen}
    return Choices(
        stages=list(stages.items()),
        matters=sorted(matters.items(), key=lambda one: one[1]),
        laws=laws,
        unread=unread,
    )


def matter_name(law: schema.Bylaw | None, matter: str) -> str:
    """The kind of business as lists write it; by its key where the law cannot be read."""
    found = law.matters.get(matter) if law else None
    return short_matter(found.name) if found else matter.replace("_", " ")


def rows(
    cases: Iterable[Case],
    town: Town,
    offered: Choices,
    today: date,
    closed: Sequence[ClosedDay] = (),
) -> list[Row]:
    """The rows for some cases, with one query for all their clocks. `officer` is to be loaded with the cases.

    A case that cannot be read has its row too, with the sentence that says why.
    """
    cases = list(cases)
    clocks: dict[int, list[Clock]] = {case.pk: [] for case in cases}
    for clock in Clock.objects.filter(case_id__in=list(clocks)).order_by("case_id", "position"):
        clocks[clock.case_id].append(clock)
    laws = offered.laws
    calendars = {pk: calendar_of(town, law, closed) for pk, law in laws.items()}
    made = []
    for case in cases:
        if why := offered.unread.get(case.edition_id):
            made.append(_made(case, town, None, {"deadline_problem": why, "silence_rest": "–"}))
            continue
        law = laws[case.edition_id]
        try:
            shown = _shown(case, law, clocks[case.pk], calendars[case.edition_id], today)
        except Exception as trouble:
            shown = {"deadline_problem": str(unreadable_case(case, trouble)), "silence_rest": "–"}
        made.append(_made(case, town, law, shown))
    return made


def _shown(
    case: Case, law: schema.Bylaw, clocks: list[Clock], calendar: Calendar, today: date
) -> dict[str, Any]:
    """The next deadline of a row and what follows if nobody acts."""
    shown: dict[str, Any] = {}
    rule = _rule(law, case.matter, case.next_clock)
    clock = next((c for c in clocks if c.name == case.next_clock and c.due_on == case.next_due), None)
    if case.swept_badly:
        shown["deadline_problem"] = f"The night’s sweep could not settle this case: {case.swept_badly}"
    elif case.next_due is not None and clock is not None:
        shown["deadline"] = Deadline(
            rule.title if rule else clock.name, case.next_due, clock.status, rule.cite if rule else ""
        )
        said = silence(clock.if_missed, clock.expires, ran_out=clock.status == "missed")
        shown["silence"], shown["silence_rest"] = said.bold, said.rest
    else:
        shown["waits_for"], shown["silence_rest"] = _waits(law, case, clocks), "–"
        if presumed := _presumed(law, case, calendar, today):
            shown["waits_for"] = presumed
    if case.held:
        shown["held"] = True
        if not shown.get("silence"):
            shown["silence"], shown["silence_rest"] = "Time has run, being checked.", ""
    return shown


def _made(case: Case, town: Town, law: schema.Bylaw | None, shown: dict[str, Any]) -> Row:
    return Row(
        number=case.number,
        title=case.title,
        url=case_url(town, case),
        place=case.address,
        map_lot=case.map_lot,
        stage=stage_words(case.kind, case.stage, held=case.held),
        matter_name=matter_name(law, case.matter),
        officer=case.officer.name if case.officer else "",
        **shown,
    )


def _rule(law: schema.Bylaw, matter: str, clock: str) -> Any:
    found = law.matters.get(matter)
    return next((rule for rule in found.clocks if rule.name == clock), None) if found else None


def _waits(law: schema.Bylaw, case: Case, clocks: list[Clock]) -> str:
    """Why no day is shown: what the first clock waits for, or that the law gives none."""
    if case.closed:
        return "Closed."
    if any(clock.status == "running" for clock in clocks):
        return "Must be done; the law gives no last day."
    first = next((clock for clock in clocks if clock.status == "waiting"), None)
    rule = _rule(law, case.matter, first.name) if first else None
    if rule is None or not rule.from_[0].event:
        return "No clock runs in this case." if clocks else "The law gives no time for this kind of business."
    return f"Starts with {EVENTS[rule.from_[0].event].noun}."


def _presumed(law: schema.Bylaw, case: Case, calendar: Calendar, today: date) -> str:
    """The first clock as it would stand if the application was complete when filed, while nobody has said so."""
    matter = law.matters.get(case.matter)
    if matter is None or case.stage not in case_types.of(case.kind).to_check:
        return ""
    told = [
        Event("filed", case.opened),
        Event("complete", case.opened, {"found_on": case.opened.isoformat()}),
    ]
    found = [
        reading
        for reading in read(matter, told, today, calendar)
        if reading.due is not None and any(pattern.event == "complete" for pattern in reading.rule.from_)
    ]
    first = min(found, key=lambda reading: day_of(reading.due) or date.max, default=None)
    due = day_of(first.due) if first else None
    return (
        f"Presumed from the filing: {first.title[:1].lower()}{first.title[1:]} by {day_words(due)}."
        if first and due
        else ""
    )


def next_sitting(today: date) -> Hearing | None:
    """The next hearing day of the town."""
    live = (Hearing.State.PLANNED, Hearing.State.NOTICED, Hearing.State.OPEN, Hearing.State.CONTINUED)
    return (
        Hearing.objects.filter(day__gte=today, state__in=live)
        .select_related("case")
        .order_by("day", "time", "pk")
        .first()
    )
