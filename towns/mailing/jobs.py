"""Keeps a list of abutters with a case and prints the letter to all of them, chunk by chunk, whatever is broken off between.

A printing has no state: it is done when its chunks cover its list. Each chunk is one transaction under the lock of the
printing's row, so that two workers never make the same chunk and a killed one leaves nothing half-made.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from math import ceil
from typing import Any, Final
from uuid import UUID

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from towns.access import tenancy
from towns.documents import storage
from towns.mailing import paper
from towns.mailing.lists import Key, Row, key_of, problems_of
from towns.models import Case, Document, Mailing, MailingChunk, Party, Person, Town
from towns.papers import letters, printing, rendering
from towns.papers.facts import AbutterLetter, LawWords, Recipient, TownPaper
from towns.papers.filters import day as long_day
from towns.papers.plain import as_plain, build
from towns.papers.problems import PaperRefused, Problem
from towns.record.case_file import CaseFile

log = logging.getLogger(__name__)

KIND: Final = paper.AbutterLetter.key
#: Letters of one document.
CHUNK: Final = 100
#: So often the worker begins anew without getting further; then a person must look.
GIVE_UP_AFTER: Final = 5
_ANYONE = Recipient(lines=("A", "B", "C"))  # stands for the recipient while the letter itself is checked


class NoOne(LookupError):
    """There is nobody to write to."""


# ---------------------------------------------------------------- the list


def abutters(case: Case) -> list[Party]:
    """The abutters of a case, in the order in which they were entered."""
    return list(Party.objects.filter(case=case, kind=Party.Kind.ABUTTER).order_by("id"))


def known(case: Case) -> set[Key]:
    """Names and addresses that are on the case already."""
    return {key_of(party.name, _lines(party)) for party in abutters(case)}


def keep(case: Case, rows: tuple[Row, ...]) -> int:
    """Add the rows to the case's abutters, under its lock so that a second click adds nobody twice. Answers how many."""
    Case.objects.select_for_update().get(pk=case.pk)
    there = known(case)
    new = [
        Party(
            town_id=case.town_id, case=case, kind=Party.Kind.ABUTTER, name=row.name, address="\n".join(row.lines),
            parcel=row.parcel,
        )
        for row in rows
        if row.key not in there
    ]  # fmt: skip
    Party.objects.bulk_create(new, batch_size=500)
    return len(new)


def _lines(party: Party) -> tuple[str, ...]:
    return tuple(line.strip() for line in party.address.splitlines() if line.strip())


def recipients(people: list[Party]) -> list[Recipient]:
    """The abutters as a letter is addressed to them."""
    return [
        Recipient(lines=(party.name, *_lines(party)), parcel=party.parcel, key=str(party.pk))
        for party in people
    ]


def unfit(people: list[Party]) -> list[tuple[Party, str]]:
    """Those whose letter would be left out, and why: entered one by one, or before a list was read strictly."""
    found = ((party, problems_of(Row(0, party.name, _lines(party), party.parcel, ""))) for party in people)
    return [(party, " ".join(says)) for party, says in found if says]


# ---------------------------------------------------------------- the letter


@dataclass(frozen=True)
class Letter:
    """The letter as it would be printed now, and what stops it."""

    facts: AbutterLetter
    town: TownPaper
    law: LawWords
    hearing: Any
    problems: tuple[Problem, ...]


def letter(file: CaseFile, *, on: date, written: date, certified: date | None) -> Letter:
    """The hearing notice as a letter. `printing.Nothing` where no hearing is set."""
    notice = printing.draft("hearing_notice", file, on=on)
    listed = (
        f"certified by the Assessors on {long_day(certified)}" if certified else "filed with this application"
    )
    facts = AbutterLetter(
        notice=notice.facts, written=written, recipient=_ANYONE,
        why_you=f"You receive this notice because the list of abutters {listed} names you as an owner of land nearby.",
    )  # fmt: skip
    found = rendering.check(KIND, facts, town=notice.town, law=notice.law)
    return Letter(replace(facts, recipient=None), notice.town, notice.law, notice.hearing, found)


def preview(ready: Letter, someone: Recipient) -> str:
    """The letter to one recipient as a page to look at."""
    facts = replace(ready.facts, recipient=someone)
    return rendering.preview(KIND, facts, town=ready.town, law=ready.law)


# ---------------------------------------------------------------- a printing


def begin(case: Case, ready: Letter, *, by: Person | None, once: UUID, reason: str = "") -> Mailing:
    """Ask for the letters, once: the same `once`, or another click while they are being made, gives the first.

    Who cannot be written to is left out and named, and stops nobody else. Raises `NoOne`, or `PaperRefused` where
    something stops the letter and no reason is given.
    """
    locked = Case.objects.select_for_update().get(pk=case.pk)
    if first := Mailing.objects.filter(case=locked, once=once).first():
        return first
    running = Mailing.objects.filter(case=locked, kind=KIND, attempts__lt=GIVE_UP_AFTER).first()
    if running is not None and not is_done(running):
        return running
    listed = abutters(locked)
    left_out = unfit(listed)
    bad = {party.pk for party, _says in left_out}
    people = recipients([party for party in listed if party.pk not in bad])
    if not people:
        raise NoOne(f"{case.number} has nobody on its list who can be written to.")
    if ready.problems and not reason:
        raise PaperRefused(ready.problems)
    return Mailing.objects.create(
        town_id=locked.town_id, case=locked, hearing=ready.hearing if ready.hearing and ready.hearing.pk else None,
        kind=KIND, once=once, count=len(people), people=[as_plain(person) for person in people],
        facts={
            "facts": as_plain(ready.facts), "town": as_plain(ready.town), "law": as_plain(ready.law),
            "left_out": [{"name": party.name, "says": says} for party, says in left_out],
        },
        override_reason=reason if ready.problems else "", asked=timezone.now(), by=by,
    )  # fmt: skip


def chunks_needed(mailing: Mailing) -> int:
    """How many documents the letters fill."""
    return ceil(mailing.count / CHUNK)


def is_done(mailing: Mailing) -> bool:
    """Whether every chunk is made."""
    return mailing.chunks.count() >= chunks_needed(mailing)


def try_again(mailing: Mailing) -> None:
    """Let the worker begin anew after it gave up."""
    Mailing.objects.filter(pk=mailing.pk).update(attempts=0, trouble="")


def work(town: Town, mailing_id: int) -> int:
    """Make the chunks that are missing, and answer how many. Safe to run again, and beside another worker."""
    with transaction.atomic(), tenancy.town(town):
        waiting = Mailing.objects.filter(pk=mailing_id, attempts__lt=GIVE_UP_AFTER)
        if not waiting.select_for_update(skip_locked=True).exists():
            return 0
        waiting.update(attempts=F("attempts") + 1)
    made = 0
    try:
        while _next_chunk(town, mailing_id):
            made += 1
    except Exception as trouble:
        log.exception("Letters %s of %s stopped", mailing_id, town.slug)
        with transaction.atomic(), tenancy.town(town):
            Mailing.objects.filter(pk=mailing_id).update(trouble=_words(trouble))
    return made


def _words(trouble: Exception) -> str:
    if isinstance(trouble, PaperRefused | rendering.PaperFailed | storage.BadFile):
        return str(trouble)[:1000]
    return f"The program failed ({type(trouble).__name__}); whoever keeps this site finds the details in its log."


def _next_chunk(town: Town, mailing_id: int) -> bool:
    """Make one chunk under the lock of the printing's row; False where nothing is left or somebody else is at it."""
    with transaction.atomic(), tenancy.town(town):
        mailing = (
            Mailing.objects.select_for_update(skip_locked=True, of=("self",))
            .select_related("case", "by", "case__town")
            .filter(pk=mailing_id)
            .first()
        )
        if mailing is None or is_done(mailing):
            return False
        number = mailing.chunks.count() + 1
        _store(mailing, _printed(town, mailing, number))
        Mailing.objects.filter(pk=mailing_id).update(attempts=0, trouble="")
        return True


def _printed(town: Town, mailing: Mailing, number: int) -> letters.Chunk:
    held: Mapping[str, Any] = mailing.facts
    seal = bytes(town.seal) if town.seal else None
    return next(
        letters.letters(
            mailing.kind, build(AbutterLetter, held["facts"]), mailing.people,
            town=build(TownPaper, {**held["town"], "seal": seal}), law=build(LawWords, held["law"]),
            override_reason=mailing.override_reason, chunk=CHUNK, begin=number,
        )
    )  # fmt: skip


def _store(mailing: Mailing, chunk: letters.Chunk) -> None:
    """Keep the chunk's document and its line. The file stands under its hash, so a repeated chunk is the same file."""
    first = (chunk.number - 1) * CHUNK + 1
    last = first + len(chunk.outcomes) - 1
    document: Document | None = None
    if chunk.pdf:
        name = f"{mailing.case.number}-letters-{mailing.pk}-{first:04d}-{last:04d}.pdf"
        upload = SimpleUploadedFile(name, chunk.pdf, content_type="application/pdf")
        title = f"Letters to abutters, {first} to {last}"
        document = storage.add(mailing.case, upload, by=mailing.by, title=title)
    MailingChunk.objects.create(
        town_id=mailing.town_id, mailing=mailing, number=chunk.number, document=document, first=first, last=last,
        letters=sum(outcome.printed for outcome in chunk.outcomes), pages=chunk.pages, made=timezone.now(),
        left_out=[
            {"number": place, "name": _named(outcome.recipient), "says": " ".join(map(str, outcome.problems))}
            for place, outcome in enumerate(chunk.outcomes, first)
            if not outcome.printed
        ],
    )  # fmt: skip


def _named(recipient: Recipient) -> str:
    return recipient.lines[0] if recipient.lines else "No name"


def unfinished() -> list[tuple[int, int]]:
    """The printings of the set town that are not done and not given up: (town, printing)."""
    rows = Mailing.objects.filter(attempts__lt=GIVE_UP_AFTER).order_by("id")
    return [(row.town_id, row.pk) for row in rows.only("pk", "town_id", "count") if not is_done(row)]
