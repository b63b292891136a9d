"""The docket of a case: what was recorded, newest first, corrections shown; and what is still to come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from towns.calendar.today import MASSACHUSETTS
from towns.calendar.words import day_words, hour_words, moment_words
from towns.cases.clock_lines import ClockLine
from towns.ledger.entries import Entry, correctable, entry_meant
from towns.models import Document, Person
from towns.record.case_file import CaseFile
from towns.record.urgency import day_of
from towns.roles import Role
from towns.ui.links import case_url

_ROLES = {**dict(Role.choices), "system": "the sweep", "applicant": "Applicant"}
_ABOUT = ("corrected", "taken_back")


@dataclass(slots=True)
class DocketLine:
    """One line: the day, the fact, what stands beside it, who recorded it, and the papers that prove it."""

    seq: int
    day: date
    words: str
    note: str = ""
    by: str = ""
    papers: list[dict[str, str]] = field(default_factory=list)
    struck: bool = False
    correct_url: str = ""


def people_of(entries: Iterable[Entry]) -> dict[int, str]:
    """The names of those who recorded, by id, with one query."""
    ids = {entry.by_id for entry in entries if entry.by_id}
    return dict(Person.objects.filter(pk__in=ids).values_list("pk", "name")) if ids else {}


def recorder(entry: Entry, names: Mapping[int, str]) -> str:
    """Who recorded an entry, in which role, and when it was really entered."""
    role = _ROLES.get(entry.role, entry.role.replace("_", " "))
    if entry.is_system:
        who = "Recorded by the sweep: time ran out" if entry.name != "taken_back" else "Recorded by the sweep"
    elif entry.by_id:
        who = f"Recorded by {names.get(entry.by_id, 'someone')}, {role}"
    else:
        who = f"Recorded as {role}"
    if entry.recorded:
        local = entry.recorded.astimezone(MASSACHUSETTS)
        day = "" if local.date() == entry.on else f" {day_words(local.date())},"
        who += f",{day} {hour_words(local.time())}"
    return who


def docket_lines(
    file: CaseFile, names: Mapping[int, str], documents: Iterable[Document] = (), *, may_correct: bool = False
) -> list[DocketLine]:
    """What was recorded, by legal day, newest first; what was corrected or taken back is struck, with the reason."""
    standing = correctable(file.entries)
    papers: dict[int, list[dict[str, str]]] = {}
    for document in documents:
        if document.event_seq:
            url = case_url(file.town, file.case, "documents", str(document.pk))
            papers.setdefault(document.event_seq, []).append({"label": document.title, "url": url})
    why = _reasons(file)
    lines: list[DocketLine] = []
    for entry in file.entries:
        if entry.name in _ABOUT:
            continue
        now = standing.get(entry.seq)
        if now is None or now.corrected_by:
            lines.append(_line(entry, names, [], struck=True, more=why.get(entry.seq, "")))
        if now is not None:
            more = "As corrected." if now.corrected_by else ""
            line = _line(now, names, papers.get(entry.seq, []), more=more)
            if may_correct and not entry.is_system:
                line.correct_url = case_url(file.town, file.case, "record", "correct") + f"?seq={entry.seq}"
            lines.append(line)
    lines.sort(key=lambda line: (line.day, line.seq, not line.struck), reverse=True)
    return lines


def _reasons(file: CaseFile) -> dict[int, str]:
    """For each entry that no longer stands as written: why."""
    found: dict[int, str] = {}
    for entry in file.entries:
        if entry.name not in _ABOUT:
            continue
        named = int(entry.facts.get("seq", 0))
        seq = entry_meant(file.entries, named)
        if seq != named and entry.facts.get("remove"):
            found.pop(seq, None)  # a correction that was undone
        elif entry.name == "taken_back":
            found[seq] = f"Taken back on {day_words(entry.on)}: a fact in time was recorded after all."
        elif entry.facts.get("remove"):
            found[seq] = f"Struck on {day_words(entry.on)}: it did not happen. {entry.facts.get('why', '')}"
        else:
            day = entry.facts.get("day")
            right = f" The right day is {day_words(date.fromisoformat(day))}." if day else ""
            found[seq] = f"Corrected on {day_words(entry.on)}.{right} {entry.facts.get('why', '')}"
    return {seq: text.strip() for seq, text in found.items()}


def _line(
    entry: Entry,
    names: Mapping[int, str],
    papers: list[dict[str, str]],
    *,
    struck: bool = False,
    more: str = "",
) -> DocketLine:
    note = detail(entry)
    return DocketLine(
        seq=entry.seq,
        day=entry.on,
        words=entry.title,
        note=" ".join(filter(None, (note, more))),
        by=recorder(entry, names),
        papers=papers,
        struck=struck,
    )


def detail(entry: Entry) -> str:
    """The facts of an entry worth a line on the docket."""
    facts: Mapping[str, Any] = entry.facts
    said = []
    if entry.at:
        said.append(f"at {hour_words(entry.at)}")
    if "for" in facts:
        said.append(f"for {_moment(facts['for'])}")
    if facts.get("place"):
        said.append(str(facts["place"]))
    if str(facts.get("amount", "")).replace(".", "", 1).isdigit():
        said.append(f"${Decimal(facts['amount']):,.2f}")
    for name in ("phase", "approver", "payee"):
        if facts.get(name):
            said.append(f"{name}: {str(facts[name]).replace('_', ' ')}")
    if facts.get("expires"):
        said.append(f"ends {day_words(date.fromisoformat(facts['expires']))}")
    if facts.get("outcome"):
        said.append(str(facts["outcome"]).replace("_", " "))
    if facts.get("voted") and facts["voted"] != entry.on.isoformat():
        said.append(f"voted {day_words(date.fromisoformat(facts['voted']))}")
    if facts.get("until"):
        said.append(f"until {day_words(date.fromisoformat(facts['until']))}")
    if facts.get("found_on") and facts["found_on"] != entry.on.isoformat():
        said.append(f"found so on {day_words(date.fromisoformat(facts['found_on']))}")
    if facts.get("board") and entry.name in ("referred", "comment_received"):
        said.append(str(facts["board"]).replace("_", " "))
    if facts.get("present"):
        said.append(f"{facts['present']} members present")
    for name in ("paper", "where", "how"):
        if facts.get(name):
            said.append(str(facts[name]))
    if facts.get("letters"):
        said.append(f"{facts['letters']} letters")
    if facts.get("reason"):
        said.append(f"gone on with, because: {facts['reason']}")
    if facts.get("why") and entry.name not in _ABOUT:
        said.append(str(facts["why"]))
    text = ", ".join(said)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _moment(said: str) -> str:
    moment = datetime.fromisoformat(said)
    return moment_words(moment if "T" in said else moment.date())


def future_lines(file: CaseFile, lines: Iterable[ClockLine], today: date) -> list[dict[str, Any]]:
    """What is still to come, the furthest first, so that the nearest stands next to today."""
    found: list[dict[str, Any]] = []
    hearing = file.live_hearing
    if hearing and hearing.day and hearing.day >= today and hearing.state not in ("closed", "cancelled"):
        at = f", {hour_words(hearing.time)}" if hearing.time else ""
        found.append(
            {"day": hearing.day, "words": f"Hearing{at}", "note": hearing.place, "cite": "", "before": ""}
        )
    for line in lines:
        due = day_of(line.due)
        if line.status == "running" and due is not None and due >= today:
            note = f"If nobody acts: {line.silence}" if line.silence else ""
            found.append({"day": due, "before": "by", "words": line.name, "note": note, "cite": line.cite})
    return sorted(found, key=lambda one: one["day"], reverse=True)
