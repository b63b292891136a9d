"""Makes the papers of a case: facts from its case file and rows, checked, printed once, stored with their hash.

Departments register how their own papers are filled (`register`). Nothing here belongs to one town: boards, citations
and the sentences of law come from the town's law and settings, days from the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from towns.calendar.today import MASSACHUSETTS
from towns.calendar.words import day_words, moment_words
from towns.law.clocks import Reading
from towns.ledger.entries import Entry
from towns.models import Case, Hearing, Membership, Notice, Party, Person, Task
from towns.papers import facts as paper_facts
from towns.papers import kinds, rendering
from towns.papers.facts import CaseFacts, Land, LawWords, Plan, Recipient, Said, Signature, TownPaper
from towns.papers.problems import Problem
from towns.record.case_file import CaseFile, open_case_file
from towns.roles import Role

#: What a clock asks somebody to do, by the event that stops it.
ACTS: Mapping[str, str] = {
    "decided": "take final action", "decision_filed": "take final action and file it with the Town Clerk",
    "hearing_opened": "hold the public hearing", "permit_issued": "issue the permit",
}  # fmt: skip


class Nothing(LookupError):
    """There is nothing in the case that such a paper could be about."""


@dataclass(frozen=True)
class Draft:
    """A paper as it would be printed now, with what stops it."""

    kind: kinds.PaperKind
    facts: Any
    town: TownPaper
    law: LawWords
    hearing: Hearing | None
    problems: tuple[Problem, ...]

    @property
    def html(self) -> str:
        """The paper as a page to look at, its blanks marked."""
        return rendering.preview(self.kind.key, self.facts, town=self.town, law=self.law)


@dataclass(frozen=True)
class Press:
    """How one kind of paper is filled.

    `fill(file, on, answers)` gives the typed facts; `offered` says whether the case has matter for it; `asks` is
    the form class (dotted) of what no row holds; `cite` the section it rests on; `office` whose letterhead it bears.
    """

    kind: str
    fill: Callable[[CaseFile, date, Mapping[str, Any]], Any]
    offered: Callable[[CaseFile], bool]
    cite: Callable[[CaseFile], str] = lambda file: file.matter.cite
    office: str = ""
    asks: str = ""
    label: str = ""


_PRESSES: dict[str, Press] = {}


def register(press: Press) -> None:
    """Say how a kind of paper is filled. A kind may be registered once."""
    if _PRESSES.setdefault(press.kind, press) is not press:
        raise ValueError(f"How to fill {press.kind!r} is declared twice.")


def press_for(kind: str) -> Press:
    """How a kind is filled; `LookupError` where nobody said."""
    try:
        return _PRESSES[kind]
    except KeyError:
        raise Nothing(f"No case prints a paper called {kind!r}.") from None


def offered(file: CaseFile) -> list[tuple[str, str]]:
    """The papers that this case could print now: (kind, name). The page of each is `papers:print`."""
    return [
        (press.kind, press.label or kinds.kind(press.kind).title)
        for press in _PRESSES.values()
        if press.offered(file)
    ]


def draft(kind: str, file: CaseFile, *, on: date, answers: Mapping[str, Any] | None = None) -> Draft:
    """The paper as it stands on a day. Raises `Nothing` where the case has no matter for it."""
    press = press_for(kind)
    if not press.offered(file):
        raise Nothing(f"{file.case.number} has nothing for a {kinds.kind(kind).title} yet.")
    filled = press.fill(file, on, answers or {})
    town, law = letterhead(file, on, press.office), law_words(file, press.cite(file))
    found = rendering.check(kind, filled, town=town, law=law)
    hearing = file.live_hearing if isinstance(filled, paper_facts.HearingNotice) else None
    return Draft(kinds.kind(kind), filled, town, law, hearing, found)


def print_paper(
    kind: str,
    case: Case,
    *,
    by: Person | None,
    on: date,
    once: UUID | None = None,
    answers: Mapping[str, Any] | None = None,
    reason: str = "",
) -> Notice:
    """Print and store a paper in this transaction, under the case's lock; the same `once` again gives the first print.

    Raises `Nothing`, `paper.PaperRefused` (with what stops it, where no reason is given) or `paper.PaperFailed`.
    """
    locked = Case.objects.select_for_update().select_related("town").get(pk=case.pk)
    if once is not None and (first := Notice.objects.filter(case=locked, facts__once=str(once)).first()):
        return first
    file = open_case_file(locked, locked.town)
    ready = draft(kind, file, on=on, answers=answers)
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


# ---------------------------------------------------------------- the hearing notice


def _to_be_heard(file: CaseFile) -> bool:
    hearing = file.live_hearing
    return hearing is not None and hearing.day is not None and hearing.state in _SITS


_SITS = (Hearing.State.PLANNED, Hearing.State.NOTICED, Hearing.State.OPEN, Hearing.State.CONTINUED)


def hearing_opens(hearing: Hearing | None) -> datetime | None:
    """The moment a hearing sits next, in the town's zone."""
    if hearing is None or hearing.day is None or hearing.time is None:
        return None
    return datetime.combine(hearing.day, hearing.time, tzinfo=MASSACHUSETTS)


def _hearing_notice(file: CaseFile, on: date, answers: Mapping[str, Any]) -> paper_facts.HearingNotice:
    hearing, town = file.live_hearing, file.town
    assert hearing is not None
    opened = day_of_last(file, "hearing_opened")
    hall = next((line.strip() for line in town.office.splitlines() if line.strip()), "")
    room = hearing.place or town.hearing_room
    place = (room,) if hall and room.startswith(hall) else tuple(filter(None, (hall, room))) if room else ()
    return paper_facts.HearingNotice(
        case=case_facts(file), opens=hearing_opens(hearing), place=place, see_plans=town.see_plans,
        comment=town.how_to_comment, accommodation=town.accommodation, chair=chair(file, on), remote=hearing.remote,
        continued_from=opened if hearing.state in (Hearing.State.OPEN, Hearing.State.CONTINUED) else None,
        posting=bool(answers.get("posting")),
    )  # fmt: skip


def notice_cite(file: CaseFile) -> str:
    """The section that asks for the notice of hearing."""
    return file.matter.notices[0].cite if file.matter.notices else file.matter.cite


register(
    Press(
        "hearing_notice", _hearing_notice, _to_be_heard, cite=notice_cite,
        asks="towns.papers.forms.HearingNoticeAnswers", label="Notice of public hearing",
    )
)  # fmt: skip


# ---------------------------------------------------------------- the letter about what is missing


def _is_incomplete(file: CaseFile) -> bool:
    return file.case.stage in ("filed", "incomplete") or file.has("returned_incomplete")


def _incompleteness(file: CaseFile, on: date, answers: Mapping[str, Any]) -> paper_facts.IncompletenessLetter:
    tasks = Task.objects.filter(case=file.case, group="filing", done__isnull=True)
    starts = [rule for rule in file.matter.clocks if any(p.event == "complete" for p in rule.from_)]
    town, to = file.town, party(file, Party.Kind.APPLICANT)
    reply = ", ".join(
        filter(None, [board_name(file, on), " ".join(town.office.split()), town.email or town.phone])
    )
    found = file.last("returned_incomplete")
    return paper_facts.IncompletenessLetter(
        case=case_facts(file), recipient=Recipient(lines=address_lines(to)), written=on,
        received=day_of_last(file, "filed"), found=found.on if found else None,
        missing=_missing(found, tasks),
        effect=tuple(Said(text=rule.says or rule.sense, cite=rule.cite) for rule in starts)
        or quoted(file, "silence"),
        reply=f"{reply}, under {file.case.number}." if town.office else "",
        signer=signer(file, Role.BOARD_ADMINISTRATOR, f"For the {board_name(file, on)}"),
    )  # fmt: skip


def _missing(found: Entry | None, tasks: Iterable[Task]) -> tuple[paper_facts.Missing, ...]:
    """What the return named as missing; where it named nothing, whatever is not ticked as received."""
    named = set(found.facts.get("missing", ())) if found else set()
    more = tuple(found.facts.get("also_missing", ())) if found else ()
    asked = [task for task in tasks if task.key in named or not (named or more)]
    return tuple(paper_facts.Missing(what=task.text, cite=task.cite) for task in asked) + tuple(
        paper_facts.Missing(what=text) for text in more
    )


register(
    Press(
        "incompleteness_letter",
        _incompleteness,
        _is_incomplete,
        label="Letter: the application is not complete",
    )
)


# ---------------------------------------------------------------- what was printed, looked at later


@dataclass(frozen=True)
class Moved:
    """A printed paper that says another day than the record."""

    printed: str
    now: str

    def __str__(self) -> str:
        return f"The printed text says {self.printed}; the hearing is {self.now}. Print it anew."


def outdated(notice: Notice, file: CaseFile) -> Moved | None:
    """Whether the hearing was moved or cancelled after its notice was printed."""
    if notice.kind != "hearing_notice":
        return None
    said = notice.facts.get("facts", {}).get("opens")
    printed = datetime.fromisoformat(said) if said else None
    hearing = next((h for h in file.hearings.values() if h.pk == notice.hearing_id), file.live_hearing)
    if hearing is None or printed is None:
        return None
    words = moment_words(printed.astimezone(MASSACHUSETTS))
    if hearing.state == Hearing.State.CANCELLED:
        return Moved(words, "cancelled")
    opens = hearing_opens(hearing)
    if opens is None or opens == printed or hearing.state not in _SITS:
        return None
    return Moved(words, moment_words(opens))


def reissue_needed(file: CaseFile) -> str:
    """A sentence where the latest printed notice of hearing says another day than the record; empty otherwise."""
    if not file.hearings:
        return ""
    rows = Notice.objects.filter(case=file.case, kind="hearing_notice").defer("html", "pdf")
    latest = rows.order_by("-printed", "-id").first()
    moved = outdated(latest, file) if latest else None
    return str(moved) if moved else ""


def papers_of(file: CaseFile) -> list[dict[str, Any]]:
    """The printed papers of a case, latest first: notice, moved (a sentence or None)."""
    rows = (
        Notice.objects.filter(case=file.case)
        .defer("html", "pdf")
        .select_related("by")
        .order_by("-printed", "-id")
    )
    return [{"notice": row, "moved": outdated(row, file)} for row in rows]


def said_on(entry: Entry | None) -> str:
    """The day of an entry in words; empty where there is none."""
    return day_words(entry.on) if entry else ""
