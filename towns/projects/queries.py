"""What stands on the page of a project file: its cases, their running times, papers and people, read together."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from towns.calendar.words import day_words
from towns.models import Case, CaseLink, Document, Party, ProjectFile, Town
from towns.record.case_file import CaseFile, open_case_files
from towns.record.effects import silence
from towns.record.stages import stage_words
from towns.record.urgency import day_of, is_unanswered
from towns.ui.links import case_url


@dataclass(frozen=True, slots=True)
class Row:
    """One case of the project."""

    number: str
    title: str
    matter: str
    stage: str
    url: str
    over: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Time:
    """One time that runs, ran out and waits for an act, or is a gate: the case, what is to be done, by when."""

    number: str
    url: str
    title: str
    due: date
    late: bool
    silence: str
    cite: str


@dataclass(frozen=True, slots=True)
class Page:
    """A project file with everything that its page shows."""

    project: ProjectFile
    cases: list[Row]
    times: list[Time]
    waiting: list[Time]
    documents: list[Document]
    parties: list[Party]


def page_of(project: ProjectFile, town: Town, today: date) -> Page:
    """Read a project file with a fixed number of queries."""
    cases = list(Case.objects.filter(project=project).select_related("town").order_by("opened", "id"))
    files = open_case_files(cases, town)
    links: dict[int, list[str]] = {}
    for link in CaseLink.objects.filter(case__in=cases).select_related("to"):
        links.setdefault(link.case_id, []).append(link.to.number)
    times = sorted(
        (time for file in files for time in _times(file, today)), key=lambda time: (time.due, time.number)
    )
    documents = list(Document.objects.filter(case__in=cases).select_related("case")[:200])
    parties = list(
        Party.objects.filter(case__in=cases).select_related("case").order_by("kind", "name", "id")[:200]
    )
    return Page(
        project,
        [_row(file, tuple(links.get(file.case.pk, ()))) for file in files],
        [time for time in times if not time.silence.startswith("The board may decide")],
        [time for time in times if time.silence.startswith("The board may decide")],
        documents,
        parties,
    )


def _row(file: CaseFile, over: tuple[str, ...]) -> Row:
    case = file.case
    return Row(
        case.number,
        case.title,
        file.matter.name,
        stage_words(case.kind, case.stage, held=case.held),
        case_url(file.town, case),
        over,
    )


def _times(file: CaseFile, today: date) -> list[Time]:
    found = []
    for reading in file.readings(today):
        late = is_unanswered(file, reading)
        due = day_of(reading.due)
        if due is None or not (reading.status == "running" or late):
            continue
        said = silence(reading.if_missed or "", reading.expires, ran_out=late)
        found.append(
            Time(
                file.case.number,
                case_url(file.town, file.case),
                reading.title,
                due,
                late,
                str(said),
                reading.cite,
            )
        )
    return found


def bind(case: Case, other: Case) -> ProjectFile:
    """Put a case into the project file of another, which is made where there is none. Both cases are locked."""
    project: ProjectFile | None = other.project or case.project
    if project is None:
        project = ProjectFile.objects.create(
            town_id=other.town_id,
            name=other.title,
            address=other.address,
            map_lot=other.map_lot,
            opened=other.opened,
        )
    Case.objects.filter(pk__in=(case.pk, other.pk)).update(project=project)
    return project


def words_of(times: list[Time]) -> str:
    """The next day of the project in a sentence."""
    if not times:
        return "No time runs in any of its cases now."
    first = times[0]
    return f"{first.title}, {first.number}: by {day_words(first.due)}."
