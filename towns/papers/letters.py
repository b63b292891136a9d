"""One letter to many people: set in chunks, so that three hundred letters need neither minutes nor memory.

A bad address never stops the others: its letter is left out and named, or printed with a reason. Each chunk is one
tagged document, one sheet or more a letter, each letter with its own page numbers; the chunks are the mailing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from towns.papers import problems, rendering
from towns.papers.facts import LawWords, Recipient, TownPaper
from towns.papers.kinds import kind as kind_called
from towns.papers.plain import build
from towns.papers.problems import PaperRefused, Problem

SHEETS = {"abutter_letter": "paper/abutter_sheet.html"}  # the letter without the page around it


@dataclass(frozen=True)
class Outcome:
    """What became of one recipient's letter: printed in this chunk, or left out and why."""

    recipient: Recipient
    printed: bool
    first_page: int | None  # of the chunk's PDF, counted from 1
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Chunk:
    """About a hundred letters as one document. `pdf` is empty where no letter of the chunk could be printed."""

    number: int
    outcomes: tuple[Outcome, ...]
    pdf: bytes
    sha256: str
    pages: int
    override_reason: str = ""


def letters(
    kind: str,
    facts: Any,
    recipients: Sequence[Recipient | Mapping[str, Any]],
    *,
    town: TownPaper | Mapping[str, Any],
    law: LawWords | Mapping[str, Any],
    override_reason: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    chunk: int = 100,
    begin: int = 1,
) -> Iterator[Chunk]:
    """Print the letter once for each recipient, in their order; `progress(done, all)` is called after each chunk.
    `begin` is the number of the first chunk to print, for a printing that was broken off.

    Raises PaperRefused, before anything is set, for what is wrong with the letter itself; what is wrong with one
    recipient is in that recipient's Outcome. LookupError for a kind that is not mailed to many.
    """
    if kind not in SHEETS:
        raise LookupError(f"“{kind}” is not a letter to many; {', '.join(SHEETS)} is.")
    people = [build(Recipient, person) for person in recipients]
    if not people:
        return
    reason = (override_reason or "").strip()
    job = rendering.make_job(
        kind, replace(build(kind_called(kind).needs, facts), recipient=_ANYONE), town, law
    )
    if job.problems and not reason:
        raise PaperRefused(job.problems)
    pages_each = rendering.typeset(job, rendering.page_source(job))[1]
    for number, start in enumerate(range(0, len(people), chunk), 1):
        if number < begin:
            continue
        batch = people[start : start + chunk]
        yield _print(job, number, start, batch, pages_each, reason)
        if progress:
            progress(min(start + chunk, len(people)), len(people))


_ANYONE = Recipient(lines=("A", "B", "C"), parcel="Map 00, Lot 00")  # measures how many sheets a letter takes


def _print(
    job: rendering.Job, number: int, start: int, batch: list[Recipient], pages_each: int, reason: str
) -> Chunk:
    """One chunk: the letters that can be printed, and the outcome of every one."""
    outcomes: list[Outcome] = []
    sheets: list[str] = []
    texts: list[rendering.Job] = []
    for n, person in enumerate(batch, start + 1):
        found = problems.find_in_recipient(person, f"recipients[{n}]")
        printed = not found or bool(reason)
        outcomes.append(Outcome(person, printed, len(sheets) * pages_each + 1 if printed else None, found))
        if printed:
            one = replace(job, facts=replace(job.facts, recipient=problems.filled(person)))
            texts.append(one)
            sheets.append(
                rendering.fill(SHEETS[job.kind.key], rendering.context(one, rendering.seal_address(job.town)))
            )
    if not sheets:
        return Chunk(number, tuple(outcomes), b"", "", 0, reason)
    page = rendering.fill(
        "paper/letters.html",
        {**rendering.context(job, ""), "sheets": sheets, "first": start + 1, "last": start + len(batch)},
    )
    spares = tuple(dict.fromkeys(family for one in (job, *texts) for family in one.spares))
    pdf, pages = rendering.typeset(job, page, page_css=_numbering(pages_each), spares=spares)
    return Chunk(number, tuple(outcomes), pdf, hashlib.sha256(pdf).hexdigest(), pages, reason)


def _numbering(pages_each: int) -> str:
    """Page numbers that begin again with each letter.

    Two page names in turn, because neighbours of one name would count on as one group of pages.
    """
    return "\n.sheet:nth-child(even) { page: letter-too }\n" + "\n".join(
        f"@page :nth(1 of {name}) {{ counter-reset: page 1 }}\n"
        f'@page {name} {{ @bottom-right {{ content: "Page " counter(page) " of {pages_each}" }} }}'
        for name in ("letter", "letter-too")
    )
