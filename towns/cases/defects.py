"""Defects that the record carries, each in words with the section it offends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from towns.calendar.words import day_words
from towns.law.board_rules import findings_of, rescission_of, vote_of, waiver_of
from towns.law.defects import WITH_THE_FILING, WITHOUT_CLOCK, WITHOUT_END
from towns.law.events import EVENTS
from towns.ledger.entries import Entry
from towns.record.case_file import CaseFile

#: What a department says of a defect of a case; it is given what follows the colon of its key.
Words = Callable[[CaseFile, str], "Defect"]

#: What a decision's own findings say against it.
_FINDINGS = {
    "finding_no": "Decided so although the board answered no to a test that the decision rests on",
    "finding_open": "The board did not say what it finds on a test that the decision rests on",
    "finding_fails": "A figure of the application speaks against a test that the decision rests on",
}

#: Kinds of defects that departments name, with their words: a sentence in which {of} stands for what follows the colon,
#: or a function of the case and of that.
_WORDS: dict[str, str | Words] = {}
#: Kinds of defects that a fact entered late can clear, with the test of that.
_CLEARED: dict[str, Callable[[CaseFile, Entry, str], bool]] = {}


def declare(
    words: Mapping[str, str | Words],
    cleared_by: Mapping[str, Callable[[CaseFile, Entry, str], bool]] | None = None,
) -> None:
    """Make a department's defects known by their words, and how a fact entered late clears one. Each kind once."""
    _CLEARED.update(cleared_by or {})
    for kind, said in words.items():
        if _WORDS.setdefault(kind, said) != said:
            raise ValueError(f"The defect {kind!r} is declared twice.")


@dataclass(frozen=True, slots=True)
class Defect:
    """One defect: what is wrong, and where the law says so."""

    says: str
    cite: str = ""


def _declared(file: CaseFile, kind: str, of: str) -> Defect | None:
    said = _WORDS.get(kind)
    if said is None or callable(said):
        return said(file, of) if said else None
    return Defect(said.replace("{of}", of.replace("_", " ")), file.matter.cite)


def _rule(file: CaseFile, clock: str) -> tuple[str, str]:
    for rule in file.matter.clocks:
        if rule.name == clock:
            return rule.title, rule.cite
    return clock.replace("_", " "), ""


#: What an agreement to extend lacks, or what is doubtful in it.
AGREEMENTS = {
    WITHOUT_END: "The agreement to extend names no last day, so it moves nothing.",
    WITHOUT_CLOCK: "The agreement to extend does not say which time it extends, so it moves nothing.",
    WITH_THE_FILING: (
        "The agreement to extend was signed with the application or before it. Whether one may be asked for then is "
        "doubtful; ask counsel before relying on it."
    ),
}


def in_words(file: CaseFile, key: str) -> Defect:
    """The words for a defect's key, such as `after_lapse:decide`."""
    if own := file.type.defect_words(file, key):
        return Defect(*own)
    kind, _, of = key.partition(":")
    title, cite = _rule(file, of) if of else ("", file.matter.cite)
    if kind == "notice_defective" and of:
        return Defect(f"Notice was not given in time: {title[:1].lower()}{title[1:]}.", cite)
    if kind == "notice_defective":
        return Defect("The hearing behind this decision had a defective notice.", cite)
    if kind == "late":
        return Defect(f"Too late: the time to {title[:1].lower()}{title[1:]} had run out.", cite)
    if kind == "after_lapse":
        return Defect(f"The board acted after its time had run out ({title[:1].lower()}{title[1:]}).", cite)
    if kind == "too_late":
        return Defect(f"The agreement came after the last day, so it does not count ({title}).", cite)
    if kind == "between_strict_and_due":
        return Defect(
            f"The agreement came after the day as counted and before the last day moved by a closed day ({title}); "
            "on the strict reading it is too late.",
            cite,
        )
    if kind in AGREEMENTS:
        return Defect(AGREEMENTS[kind], cite)
    if kind == "permit_stands":
        return Defect(
            "A permit was issued before this disapproval was entered; ask counsel what becomes of it.", cite
        )
    if kind == "without_hearing":
        return Defect("The board decided without a hearing that was closed.", cite)
    if kind == "before_gate":
        gate = next((gate for gate in file.matter.gates if of == gate.key or of in gate.needs), None)
        if gate is not None:
            needed = EVENTS[gate.needs[0]].noun
            return Defect(f"Decided before {needed}. The bylaw: “{gate.says}”", gate.cite)
        return Defect(f"Decided before the time for “{title}” had passed.", cite)
    if said := file.type.defects.get(kind):
        return Defect(said.replace("{clock}", f"{title[:1].lower()}{title[1:]}"), cite)
    return (
        _declared(file, kind, of)
        or _against_the_text(file, kind, of)
        or Defect(key.replace("_", " ").replace(":", ": ").capitalize() + ".", cite)
    )


def _against_the_text(file: CaseFile, kind: str, of: str) -> Defect | None:
    """What speaks against an act in the bylaw's own clauses on findings, votes and waivers."""
    matter = file.matter
    test = next((rule for rule in findings_of(matter) if rule.key == of), None)
    if test is not None and kind in _FINDINGS:
        return Defect(f"{_FINDINGS[kind]}: “{test.text}”", test.cite)
    vote, waiver, rescission = vote_of(matter), waiver_of(matter), rescission_of(matter)
    if kind == "against_count":
        words = f" The bylaw: “{vote.says}”" if vote else ""
        return Defect(f"The decision goes against its own count of votes.{words}", (vote or matter).cite)
    if kind == "must_be_denied" and waiver:
        return Defect(f"The bylaw commands a denial: “{waiver.denied_if}”", waiver.cite)
    if kind == "waiver_without_hearing" and waiver:
        return Defect("Every request for a waiver needs a public hearing, and none had opened.", waiver.cite)
    if kind == "waiver_before_close" and waiver:
        return Defect(
            "Waivers are voted on at the close of the public hearing, and it had not closed.", waiver.cite
        )
    if kind == "without_recommendation" and rescission:
        return Defect(
            f"Rescinded without a recommendation of the {', '.join(rescission.upon)}.", rescission.cite
        )
    return None


def of_entry(file: CaseFile, entry: Entry) -> list[Defect]:
    """The defects that an entry carries, without those that a fact entered later with its true day has cleared."""
    return [in_words(file, key) for key in entry.facts.get("defects", ()) if not cleared(file, entry, key)]


def cleared(file: CaseFile, entry: Entry, key: str) -> bool:
    """Whether what a defect misses stands in the record by now, dated in time. The ledger keeps what it knew."""
    kind, _, of = key.partition(":")
    wanted: tuple[str, ...] = ()
    if kind == "before_gate":
        gate = next((gate for gate in file.matter.gates if of == gate.key), None)
        wanted = gate.needs if gate else ()
    elif (rule := _CLEARED.get(kind)) is not None:
        return rule(file, entry, of)
    return any(told.name in wanted and told.on <= entry.on for told in file.story)


def of_case(file: CaseFile) -> list[tuple[str, Defect]]:
    """Every defect of a case with the fact that carries it, oldest first."""
    return [
        (f"{entry.title} on {day_words(entry.on)}", defect)
        for entry in file.story
        for defect in of_entry(file, entry)
    ]
