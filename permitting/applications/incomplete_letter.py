"""The letter that tells an applicant what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from towns.ledger.entries import Entry
from towns.models import Party, Task
from towns.papers import facts as paper_facts
from towns.papers import printing
from towns.papers.facts import Recipient, Said
from towns.papers.kinds import Paper
from towns.record.case_file import CaseFile
from towns.roles import Role


def _is_incomplete(file: CaseFile) -> bool:
    return file.case.stage in ("filed", "incomplete") or file.has("returned_incomplete")


def _incompleteness(file: CaseFile, on: date) -> paper_facts.IncompletenessLetter:
    tasks = Task.objects.filter(case=file.case, group="filing", done__isnull=True)
    starts = [rule for rule in file.matter.clocks if any(p.event == "complete" for p in rule.from_)]
    town, to = file.town, printing.party(file, Party.Kind.APPLICANT)
    reply = ", ".join(
        filter(None, [printing.board_name(file, on), " ".join(town.office.split()), town.email or town.phone])
    )
    found = file.last("returned_incomplete")
    return paper_facts.IncompletenessLetter(
        case=printing.case_facts(file), recipient=Recipient(lines=printing.address_lines(to)), written=on,
        received=printing.day_of_last(file, "filed"), found=found.on if found else None,
        missing=_missing(found, tasks),
        effect=tuple(Said(text=rule.says or rule.sense, cite=rule.cite) for rule in starts)
        or printing.quoted(file, "silence"),
        reply=f"{reply}, under {file.case.number}." if town.office else "",
        signer=printing.signer(file, Role.BOARD_ADMINISTRATOR, f"For the {printing.board_name(file, on)}"),
    )  # fmt: skip


def _missing(found: Entry | None, tasks: Iterable[Task]) -> tuple[paper_facts.Missing, ...]:
    """What the return named as missing; where it named nothing, whatever is not ticked as received."""
    named = set(found.facts.get("missing", ())) if found else set()
    more = tuple(found.facts.get("also_missing", ())) if found else ()
    asked = [task for task in tasks if task.key in named or not (named or more)]
    return tuple(paper_facts.Missing(what=task.text, cite=task.cite) for task in asked) + tuple(
        paper_facts.Missing(what=text) for text in more
    )


class IncompletenessLetter(Paper):
    """The letter that goes with a return: what is missing, by the bylaw's list."""

    key = "incompleteness_letter"
    title = "Your application is not complete"
    label = "Letter: the application is not complete"
    needs = paper_facts.IncompletenessLetter
    audience = "parties"
    asserts = ("returned_incomplete",)
    letter = True

    def offered(self, file: CaseFile) -> bool:
        """While someone has to find the application complete or incomplete, and after a return."""
        return _is_incomplete(file)

    def fill(self, file: CaseFile, on: date, answers: Mapping[str, Any]) -> paper_facts.IncompletenessLetter:
        """What the return named, else what is not ticked as received."""
        return _incompleteness(file, on)
