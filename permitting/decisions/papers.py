"""How the papers of a decision are filled: the decision itself, and an agreement to extend the time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from permitting.applications.steps import UNDECIDED
from permitting.decisions.findings import carried, tally
from permitting.decisions.models import Decision
from permitting.decisions.steps import extendable
from permitting.waivers.queries import rows_of, waivers
from permitting.waivers.steps import OUTCOMES
from towns.law.board_rules import vote_of, words_of
from towns.ledger.entries import Entry
from towns.models import Membership
from towns.papers import facts, printing
from towns.papers.facts import Said, Signature
from towns.papers.kinds import Paper
from towns.record.case_file import CaseFile
from towns.roles import Role

#: A vote as it is recorded → as it is printed.
_BALLOTS = {"yes": "yes", "no": "no", "abstain": "abstained", "recused": "recused", "absent": "absent"}


def _rows(file: CaseFile) -> tuple[Entry, Decision | None]:
    entry = file.last("decided")
    assert entry is not None
    return entry, Decision.objects.filter(case=file.case, event_seq=entry.seq).first()


def appeal_words(file: CaseFile) -> tuple[Said, ...]:
    """The sentence on appeals: the bylaw's own, else the words of the clock that an appeal stops."""
    if own := printing.quoted(file, "appeal"):
        return own
    if words := words_of(file.matter, "appeal"):
        return (Said(text=f"{words.text} {words.note}".strip(), cite=words.cite),)
    rules = [rule for rule in file.matter.clocks if rule.name == "appeal"]
    return tuple(Said(text=rule.says or rule.sense, cite=rule.cite) for rule in rules)


def _decision(file: CaseFile, on: date, answers: Mapping[str, Any]) -> facts.Decision:
    entry, row = _rows(file)
    voted = entry.facts.get("voted")
    story = file.story
    filed_with_clerk = file.last("decision_filed")
    return facts.Decision(
        case=printing.case_facts(file), outcome=entry.outcome,  # type: ignore[arg-type]
        voted=date.fromisoformat(voted) if voted else entry.on, written=entry.on,
        votes=_votes(file, row),
        appeal=appeal_words(file), filed=printing.day_of_last(file, "filed"),
        signatures=(printing.chair(file, on),),
        hearing_opened=printing.day_of_last(file, "hearing_opened"),
        hearing_continued=tuple(
            date.fromisoformat(e.facts["for"][:10]) for e in story if e.name == "hearing_continued" and "for" in e.facts
        ),
        hearing_closed=printing.day_of_last(file, "hearing_closed"),
        majority=_majority(file, row), findings=_findings(row), waivers=_waivers(file),
        conditions=tuple(facts.Condition(text=c.printed) for c in row.conditions.all()) if row else (),
        copies_to=("Town Clerk",) if filed_with_clerk is None else (),
    )  # fmt: skip


def _votes(file: CaseFile, row: Decision | None) -> tuple[facts.Vote, ...]:
    """The votes recorded; a board with members on file whose votes are not recorded leaves blanks to fill."""
    if row and row.votes:
        return tuple(facts.Vote(member=v["name"], vote=_BALLOTS.get(v["vote"], "")) for v in row.votes)  # type: ignore[arg-type]
    names = Membership.objects.filter(
        town=file.town, role__in=(Role.MEMBER, Role.CHAIR), board=file.matter.board
    ).values_list("person__name", flat=True)
    return tuple(facts.Vote(member=name, vote="") for name in sorted(names))


def _majority(file: CaseFile, row: Decision | None) -> str:
    """The majority that the law asks for, where votes are recorded."""
    rule = vote_of(file.matter)
    if row is None or carried(tally(row.votes), rule) is None:
        return ""
    return f"{rule.says} ({rule.cite})" if rule else "a simple majority of those voting"


def _findings(row: Decision | None) -> tuple[facts.Finding, ...]:
    met = {"yes": True, "no": False}
    return tuple(
        facts.Finding(
            test=line["text"] or "What the Board found", cite=line["cite"], met=met.get(line["answer"]),
            found=line["words"] or ("The board so finds." if line["answer"] == "yes" else "The board finds otherwise."),
        )
        for line in (row.findings if row else ())
        if line["words"] or line["answer"]
    )  # fmt: skip


def _waivers(file: CaseFile) -> tuple[facts.WaiverRuling, ...]:
    return tuple(
        facts.WaiverRuling(
            requested=waiver.row.requirement, cite=waiver.row.section,
            ruling=waiver.row.ruling or OUTCOMES.get(waiver.outcome, waiver.outcome),
        )
        for waiver in waivers(file, rows=rows_of(file))
        if waiver.row and waiver.decided
    )  # fmt: skip


def _may_extend(file: CaseFile) -> bool:
    return file.has("extension_agreed") or (file.case.stage in UNDECIDED and bool(extendable(file)))


def _extension(file: CaseFile, on: date, answers: Mapping[str, Any]) -> facts.ExtensionAgreement:
    """From the agreement recorded, or, before there is one, from what is asked."""
    made = file.last("extension_agreed")
    clock = answers.get("clock") or (made.facts.get("clock") if made else "") or (extendable(file) or [""])[0]
    agreed = answers.get("agreed") or (made.on if made else on)
    until = answers.get("until") or (date.fromisoformat(made.facts["until"][:10]) if made else None)
    before = [entry for entry in file.entries if made is None or entry.seq != made.seq]
    stood = next((r for r in _readings_before(file, before, agreed) if r.clock == clock), None)
    if stood is None:
        raise printing.Nothing(f"No clock called {clock!r} can be extended here.")
    board = printing.board_name(file, on)
    applicant = printing.case_facts(file).applicant
    filed = stood.rule.extend == "filed_agreement"
    return facts.ExtensionAgreement(
        case=printing.case_facts(file), board=board, act=printing.act_of(stood), stood=printing.day_of(stood.due),
        until=until, agreed=agreed, law_says=printing.rule_said(stood),
        signatures=(Signature(title="For the applicant", name=applicant), printing.chair(file, on)),
        reason=str(answers.get("because", "")), stamp=filed,
        must_file=Said(text="This agreement counts only if filed with the Town Clerk by the last day as it stood.")
        if filed
        else None,
    )  # fmt: skip


def _readings_before(file: CaseFile, entries: list[Entry], on: date) -> Any:
    from towns.law import clocks
    from towns.ledger.entries import story
    from towns.record.case_file import law_story

    return clocks.read(file.matter, law_story(story(entries)), on, file.calendar)


def _extension_cite(file: CaseFile) -> str:
    names = extendable(file)
    return file.matter.clock("decide" if "decide" in names else names[0]).cite if names else file.matter.cite


def _decision_cite(file: CaseFile) -> str:
    rules = [r for r in file.matter.clocks if any(p.event in ("decided", "decision_filed") for p in r.stops)]
    return rules[0].cite if rules else file.matter.cite


class DecisionPaper(Paper):
    """The board's decision, to be signed and filed with the town clerk."""

    key = "decision"
    title = "Notice of Decision"
    label = "Decision"
    needs = facts.Decision
    audience = "public"
    asserts = ("decided",)
    public = True
    stamp = "Filed with the Town Clerk (date and time)"

    def fill(self, file: CaseFile, on: date, answers: Mapping[str, Any]) -> facts.Decision:
        """The vote, the findings and the conditions."""
        return _decision(file, on, answers)

    def cite(self, file: CaseFile) -> str:
        """The section that asks for the decision."""
        return _decision_cite(file)


class ExtensionAgreement(Paper):
    """The agreement of applicant and board to extend the time, as an instrument to sign: it asserts nothing yet."""

    key = "extension_agreement"
    title = "Agreement to Extend Time"
    label = "Agreement to extend the time"
    needs = facts.ExtensionAgreement
    audience = "parties"
    stamp = "Filed with the Town Clerk (date and time)"
    asks = "permitting.decisions.paper_forms.ExtensionAnswers"

    def offered(self, file: CaseFile) -> bool:
        """While a time runs that an agreement may extend."""
        return _may_extend(file)

    def fill(self, file: CaseFile, on: date, answers: Mapping[str, Any]) -> facts.ExtensionAgreement:
        """The time as it stands and the day agreed."""
        return _extension(file, on, answers)

    def cite(self, file: CaseFile) -> str:
        """The section of the clock that is extended."""
        return _extension_cite(file)
