"""Makes the papers of a case: facts from its case file and rows, checked, printed once, stored with their hash.

Departments register how their own papers are filled (`register`). Nothing here belongs to one town: boards, citations
and the sentences of law come from the town's law and settings, days from the record.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from towns.calendar.words import day_words
from towns.law.clocks import Reading
from towns.ledger.entries import Entry
from towns.models import Case, Hearing, Membership, Notice, Party, Person
from towns.papers import facts as paper_facts
from towns.papers import kinds, rendering
from towns.papers.facts import CaseFacts, Land, LawWords, Plan, Said, Signature, TownPaper
from towns.papers.problems import Problem
from towns.record import disclosure
from towns.record.case_file import CaseFile, open_case_file
from towns.roles import Role, officer_words

#: What a clock asks somebody to do, by the event that stops it.
ACTS: Mapping[str, str] = {
    "decided": "take final action", "decision_filed": "take final action and file it with the Town Clerk",
    "hearing_opened": "hold the public hearing", "permit_issued": "issue the permit",
}  # fmt: skip


class Nothing(LookupError):
    """There is nothing in the case that such a paper could be about."""


class OnlyADraft(Exception):
    """What the paper asserts does not stand in the record: it can be looked at, not printed."""


@dataclass(frozen=True)
class Draft:
    """A paper as it would be printed now, with what stops it."""

    kind: kinds.Paper
    facts: Any
    town: TownPaper
    law: LawWords
    hearing: Hearing | None
    problems: tuple[Problem, ...]
    only_a_draft: bool = False
    says: tuple[str, ...] = ()  # the events that it asserts, in the words of the town's law

    @property
    def not_yet(self) -> str:
        """Why it cannot be printed yet, in a sentence; empty where it can."""
        if not self.only_a_draft:
            return ""
        said = " or ".join(words[:1].lower() + words[1:] for words in self.says)
        return f"This paper says that {said}. That is not on record, so this is only a draft; it is not kept."

    @property
    def html(self) -> str:
        """The paper as a page to look at, its blanks marked."""
        return rendering.preview(self.kind.key, self.facts, town=self.town, law=self.law)


def papers_for(file: CaseFile) -> list[kinds.Paper]:
    """The papers that cases of this type can have, in the order declared."""
    return [kinds.kind(paper.key) for paper in file.type.papers]


def paper_for(file: CaseFile, kind: str) -> kinds.Paper:
    """A paper of this case; `Nothing` where cases of its type have no such paper."""
    found = next((paper for paper in papers_for(file) if paper.key == kind), None)
    if found is None:
        raise Nothing(f"No case of this kind prints a paper called {kind!r}.")
    return found


def offered(file: CaseFile) -> list[tuple[str, str]]:
    """The papers that this case could print now, at least as drafts: (key, name). The page of each is `papers:print`."""
    return [
        (paper.key, paper.label or paper.title)
        for paper in papers_for(file)
        if not paper.page and paper.offered(file)
    ]


def draft(kind: str, file: CaseFile, *, on: date, answers: Mapping[str, Any] | None = None) -> Draft:
    """The paper as it stands on a day. Raises `Nothing` where the case has no matter for it."""
    paper = paper_for(file, kind)
    if paper.page or not paper.offered(file):
        raise Nothing(f"{file.case.number} has nothing for a {paper.title} yet.")
    filled = paper.fill(file, on, answers or {})
    town, law = letterhead(file, on, paper.office), law_words(file, paper.cite(file))
    found = rendering.check(kind, filled, town=town, law=law)
    hearing = file.live_hearing if isinstance(filled, paper_facts.HearingNotice) else None
    says = tuple(file.matter.events[name].says for name in paper.asserts)
    return Draft(paper, filled, town, law, hearing, found, only_a_draft=not paper.stands(file), says=says)


def print_paper(
    kind: str,
    case: Case,
    *,
    by: Person | None,
    on: date,
    once: UUID | None = None,
    answers: Mapping[str, Any] | None = None,
    reason: str = "",
    roles: Collection[str] = (),
) -> Notice:
    """Print and store a paper in this transaction, under the case's lock; the same `once` again gives the first print.

    Raises `Nothing`, `OnlyADraft` where what it asserts is not on record, `PaperRefused` (with what
    stops it, where no reason is given) or `PaperFailed`.
    """
    locked = Case.objects.select_for_update().select_related("town").get(pk=case.pk)
    if once is not None and (first := Notice.objects.filter(case=locked, facts__once=str(once)).first()):
        return first
    file = open_case_file(locked, locked.town)
    ready = draft(kind, file, on=on, answers=answers)
    if ready.only_a_draft:
        raise OnlyADraft(ready.not_yet)
    officer = file.town.silence_confirmed_by
    if ready.kind.of_the_confirming_officer and officer not in roles:
        raise OnlyADraft(f"This paper is issued by {officer_words(officer)} alone.")
    printed = rendering.render(kind, ready.facts, town=ready.town, law=ready.law, override_reason=reason)
    return Notice.objects.create(
        town=file.town, case=locked, hearing=ready.hearing if ready.hearing and ready.hearing.pk else None, kind=kind,
        title=printed.title, html=printed.html, pdf=printed.pdf, sha256=printed.sha256, pages=printed.pages,
        facts={
            "once": str(once) if once else "", "facts": paper_facts.as_plain(ready.facts),
            "town": paper_facts.as_plain(ready.town), "law": paper_facts.as_plain(ready.law), "seq": locked.seq,
        },
        override_reason=printed.override_reason, printed=timezone.now(), by=by,
    )  # fmt: skip


# ---------------------------------------------------------------- what every paper says


def board_name(file: CaseFile, on: date) -> str:
    """The body that acts as the case's board on a day."""
    return file.law.boards[file.matter.board].acting(on)


def letterhead(file: CaseFile, on: date, office: str = "") -> TownPaper:
    """The town's letterhead, of the board or of another office."""
    town = file.town
    site = settings.SITE_URL
    return TownPaper(
        town=town.paper_name, body=office or board_name(file, on),
        address=tuple(line.strip() for line in town.office.splitlines() if line.strip()), phone=town.phone,
        email=town.email, web=f"{site.split('://')[-1]}/{town.slug}" if site else "",
        seal=bytes(town.seal) if town.seal else None, ink=town.colour,
    )  # fmt: skip


def law_words(file: CaseFile, cite: str) -> LawWords:
    """The law a paper rests on, as the town's data name it."""
    return LawWords(cite=cite, text=f"Bylaws of the {file.town.paper_name}", line=file.law.bylaw)


def party(file: CaseFile, kind: str) -> Party | None:
    """The first party of a kind."""
    return Party.objects.filter(case=file.case, kind=kind).order_by("id").first()


def case_facts(file: CaseFile) -> CaseFacts:
    """What every paper says about the case."""
    case, thing = file.case, file.principal
    applicant, owner = party(file, Party.Kind.APPLICANT), party(file, Party.Kind.OWNER)
    title = getattr(thing, "plan_title", "")
    plan = Plan(
        title=title, prepared_by=getattr(thing, "plan_by", ""), dated=getattr(thing, "plan_dated", None)
    )
    lot = getattr(thing, "lot_sqft", None)
    return CaseFacts(
        number=case.number, matter=file.matter.name, applicant=applicant.name if applicant else "",
        owner=owner.name if owner else "",
        land=Land(address=case.address, parcels=case.map_lot, area=f"{lot:,} square feet" if lot else ""),
        work=_work(thing), plans=(plan,) if title else (),
    )  # fmt: skip


def _work(thing: Any) -> str:
    """The description in the applicant's words, and the area that will be disturbed."""
    said = " ".join(getattr(thing, "description", "").split()).rstrip(".")
    parts = [said] if said else []
    if area := getattr(thing, "disturbed_sqft", None):
        parts.append(f"{area:,} square feet of land disturbed")
    if whole := getattr(thing, "common_plan_sqft", None):
        parts.append(f"part of a larger plan that disturbs {whole:,} square feet")
    return "; ".join(parts) if said else ""


def signer(file: CaseFile, role: str, office: str, *, board: str = "") -> Signature:
    """A line to sign on, with the name of the person who holds the role, where one does."""
    held = Membership.objects.filter(town=file.town, role=role).select_related("person").order_by("id")
    rows = list(held)
    named = [row for row in rows if board and row.board == board] or [row for row in rows if not row.board]
    return Signature(title=office, name=named[0].person.name if named else "")


def chair(file: CaseFile, on: date) -> Signature:
    """The chair of the case's board."""
    return signer(file, Role.CHAIR, f"Chair, {board_name(file, on)}", board=file.matter.board)


def clerk(file: CaseFile) -> Signature:
    """The town clerk."""
    return signer(file, Role.TOWN_CLERK, "Town Clerk")


def quoted(file: CaseFile, name: str) -> tuple[Said, ...]:
    """A sentence of the bylaw that papers quote (`silence`, `appeal`); nothing where the data hold none."""
    found = file.matter.sections.get("quote", {}).get(name)
    return (Said(text=found.says, cite=found.cite),) if found else ()


def rule_said(reading: Reading) -> Said:
    """The words of a clock's rule, or their sense where the words are not on file."""
    return Said(text=reading.rule.says or reading.rule.sense, cite=reading.rule.cite)


def act_of(reading: Reading) -> str:
    """What the clock asks the board to do: “take final action”."""
    stops = [pattern.event for pattern in reading.rule.stops]
    return next(
        (ACTS[event] for event in stops if event in ACTS), reading.title[:1].lower() + reading.title[1:]
    )


def day_of(moment: date | datetime | None) -> date | None:
    """The day of a day or moment."""
    return moment.date() if isinstance(moment, datetime) else moment


def address_lines(someone: Party | None) -> tuple[str, ...]:
    """Name and mailing address as they stand in an envelope's window."""
    if someone is None:
        return ()
    lines = [line.strip() for line in someone.address.splitlines() if line.strip()]
    return (someone.name, *lines) if lines else ()


def day_of_last(file: CaseFile, event: str) -> date | None:
    """The legal day of the latest standing event of this name."""
    entry = file.last(event)
    return entry.on if entry else None


# ---------------------------------------------------------------- what was printed, looked at later


def stale(notice: Notice, file: CaseFile) -> str:
    """Why a printed paper no longer says what the record says; empty where it does."""
    try:
        return paper_for(file, notice.kind).stale(notice, file)
    except Nothing:
        return ""


def stale_papers(file: CaseFile) -> list[str]:
    """A sentence for each kind of paper whose latest print no longer says what the record says."""
    latest: dict[str, Notice] = {}
    for row in Notice.objects.filter(case=file.case).defer("html", "pdf").order_by("printed", "id"):
        latest[row.kind] = row
    return [said for row in latest.values() if (said := stale(row, file))]


def papers_of(file: CaseFile) -> list[dict[str, Any]]:
    """The printed papers of a case, latest first: notice, moved (a sentence, empty where it still holds)."""
    rows = (
        Notice.objects.filter(case=file.case)
        .defer("html", "pdf")
        .select_related("by")
        .order_by("-printed", "-id")
    )
    return [{"notice": row, "moved": stale(row, file)} for row in rows]


def paper_is_public(notice: Notice, file: CaseFile) -> bool:
    """Whether anyone may read a printed paper now: its kind is public, and what it asserts stands among what anyone may read."""
    try:
        paper = paper_for(file, notice.kind)
    except Nothing:
        return False
    if not paper.public or not paper.asserts:
        return False
    return any(entry.name in paper.asserts for entry in disclosure.public_entries(file))


def public_papers(file: CaseFile) -> list[Notice]:
    """The printed papers of a case that anyone may read, latest first."""
    rows = Notice.objects.filter(case=file.case).defer("html", "pdf", "facts").order_by("-printed", "-id")
    return [row for row in rows if paper_is_public(row, file)]


def said_on(entry: Entry | None) -> str:
    """The day of an entry in words; empty where there is none."""
    return day_words(entry.on) if entry else ""
