"""How a filing ends that nobody decides: given up with notice, a double of another case, moved to another matter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from permitting.applications.steps import UNDECIDED, needs_filed
from towns.calendar.words import day_words
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.models import Case, Party, Person
from towns.record import case_types, door
from towns.record.case_file import CaseFile
from towns.record.steps import Facts, Presupposed, Step, Stop
from towns.roles import OFFICE

#: Days that an applicant should have had notice before a filing is given up; practice, no bylaw speaks of it.
NOTICE_DAYS = 30


def _pending(file: CaseFile) -> bool:
    return file.case.stage in UNDECIDED


def filed_under(file: CaseFile, kind: str) -> list[tuple[str, str]]:
    """The other kinds of business of the town that applicants file, (key, name)."""
    return [
        (key, matter.name)
        for key, matter in file.law.matters.items()
        if case_types.of(matter.kind).opens == kind and key != file.case.matter
    ]


class Abandon(Step):
    """Give the filing up as abandoned."""

    key = "abandon"
    event = "abandoned"
    button = "Give the filing up as abandoned"
    effects = ("Every clock that is waiting or running stops for good.", "The case is closed.")
    group = "ending"
    may = OFFICE
    form = "permitting.applications.forms.Abandonment"

    def offered(self, file: CaseFile) -> bool:
        """While the filing never became complete."""
        return file.case.stage in ("filed", "incomplete")

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        """It should never have been complete, and the applicant should have had notice in good time."""
        found = []
        if file.has("complete"):
            found.append(
                Stop("was_complete", "The application was found complete; the board owes a decision.")
            )
        told = entry.facts.get("notice_given")
        days = (entry.on - date.fromisoformat(told)).days if told else None
        if days is None or days < NOTICE_DAYS:
            when = f"on {day_words(date.fromisoformat(told))}" if told else "not at all"
            found.append(
                Stop(
                    "short_notice",
                    f"The applicant was told {when}. {NOTICE_DAYS} days before is good practice.",
                )
            )
        return tuple(found)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        """What the stops said, where a person went on."""
        return tuple(stop.key for stop in self.stops(file, entry))


class FindDuplicate(Step):
    """Close the case as a double of another."""

    key = "find_duplicate"
    event = "duplicate_of"
    button = "Close it as a double of another case"
    effects = ("Every clock of this case stops for good; the other case goes on.",)
    group = "ending"
    may = OFFICE
    form = "permitting.applications.forms.Duplicate"

    def offered(self, file: CaseFile) -> bool:
        """While nothing is decided."""
        return _pending(file)

    def check(self, file: CaseFile, entry: Entry) -> None:
        """The other case exists in this town and is another one."""
        other = str(entry.facts.get("to_case", ""))
        if other == file.case.number or not Case.objects.filter(number=other).exists():
            raise Impossible(
                f"{other or 'No number'} is no other case of this town. Give the number of the case that goes on.",
                field="to_case",
            )


class MoveToMatter(Step):
    """Move the filing to another kind of business."""

    key = "move_to_matter"
    event = "moved_to"
    button = "Move it to another kind of business"
    effects = ("A new case is opened with the same filing, land and people; each case names the other.",)
    group = "ending"
    may = OFFICE
    form = "permitting.applications.forms.Move"

    def offered(self, file: CaseFile) -> bool:
        """While nothing is decided, where the town has another kind of business to file."""
        return _pending(file) and bool(filed_under(file, self.opens(file)))

    @staticmethod
    def opens(file: CaseFile) -> str:
        """The step by which filings open."""
        return file.type.opens

    def check(self, file: CaseFile, entry: Entry) -> None:
        """The other kind of business is one that is filed."""
        wanted = str(entry.facts.get("to_matter", ""))
        if entry.facts.get("to_case"):
            return
        if wanted not in dict(filed_under(file, self.opens(file))):
            raise Impossible(
                f"{wanted or 'Nothing'} is no other kind of business that is filed here. Choose one of the list.",
                field="to_matter",
            )

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        """The new case is opened first, so that this one can name it."""
        if entry.facts.get("to_case") or not entry.facts.get("to_matter"):
            return entry
        self.check(file, entry)
        case = file.case
        person = Person.objects.filter(pk=entry.by_id).first() if entry.by_id else None
        filed = file.last("filed")
        application = file.principal
        same = {
            name: getattr(application, name)
            for name in (
                "description",
                "disturbed_sqft",
                "common_plan_sqft",
                "lot_sqft",
                "plan_title",
                "plan_by",
                "plan_dated",
            )
            if getattr(application, name, None) not in (None, "")
        }
        parties = Party.objects.filter(case=case).values(
            "kind", "name", "address", "email", "phone", "person_id"
        )
        opened = door.open_case(
            town=file.town,
            matter=str(entry.facts["to_matter"]),
            by=door.Actor(person, frozenset({entry.role})) if entry.role else door.SYSTEM,
            on=filed.on if filed else entry.on,
            today=entry.on,
            at=filed.at if filed else None,
            keep={**same, "parties": list(parties)},
            title=case.title,
            address=case.address,
            map_lot=case.map_lot,
            from_case=case.number,
        )
        return replace(entry, facts={**entry.facts, "to_case": opened.case.number})


class RecordRemand(Step):
    """Record that a court sent the matter back."""

    key = "record_remand"
    event = "remanded"
    button = "Record that a court sent the matter back"
    effects = ("The board’s time after a remand is what the court’s order says; it is counted by hand.",)
    group = "decision"
    may = OFFICE
    form = "towns.record.step_forms.Fact"

    def offered(self, file: CaseFile) -> bool:
        """Once an appeal or an action in court is on record."""
        return file.has("appeal_filed") or file.has("court_appeal_filed")

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        """Nothing beside the fact."""


PRESUPPOSES: Mapping[str, Presupposed] = dict.fromkeys(
    ("abandoned", "duplicate_of", "moved_to", "voted", "remanded"), needs_filed
)
