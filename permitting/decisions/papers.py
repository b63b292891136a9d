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
from towns.folder import Folder
from towns.law.board_rules import vote_of, words_of
from towns.ledger import Entry
from towns.models import Membership
from towns.notices import facts, printing
from towns.notices.facts import Said, Signature
from towns.notices.printing import Press
from towns.roles import Role

#: A vote as it is recorded → as it is printed.
_BALLOTS = {"yes": "yes", "no": "no", "abstain": "abstained", "recused": "recused", "absent": "absent"}


def _rows(folder: Folder) -> tuple[Entry, Decision | None]:
    entry = folder.last("decided")
    assert entry is not None
    return entry, Decision.objects.filter(case=folder.case, event_seq=entry.seq).first()


def appeal_words(folder: Folder) -> tuple[Said, ...]:
    """The sentence on appeals: the bylaw's own, else the words of the clock that an appeal stops."""
    if own := printing.quoted(folder, "appeal"):
        return own
    if words := words_of(folder.matter, "appeal"):
        return (Said(text=f"{words.text} {words.note}".strip(), cite=words.cite),)
    rules = [rule for rule in folder.matter.clocks if rule.name == "appeal"]
    return tuple(Said(text=rule.says or rule.sense, cite=rule.cite) for rule in rules)


def _decision(folder: Folder, on: date, answers: Mapping[str, Any]) -> facts.Decision:
    entry, row = _rows(folder)
    voted = entry.facts.get("voted")
    story = folder.story
    filed_with_clerk = folder.last("decision_filed")
    return facts.Decision(
        case=printing.case_facts(folder), outcome=entry.outcome,  # type: ignore[arg-type]
        voted=date.fromisoformat(voted) if voted else entry.on, written=entry.on,
        votes=_votes(folder, row),
        appeal=appeal_words(folder), filed=printing.day_of_last(folder, "filed"),
        signatures=(printing.chair(folder, on),),
        hearing_opened=printing.day_of_last(folder, "hearing_opened"),
        hearing_continued=tuple(
            date.fromisoformat(e.facts["for"][:10]) for e in story if e.name == "hearing_continued" and "for" in e.facts
        ),
        hearing_closed=printing.day_of_last(folder, "hearing_closed"),
        majority=_majority(folder, row), findings=_findings(row), waivers=_waivers(folder),
        conditions=tuple(facts.Condition(text=c.printed) for c in row.conditions.all()) if row else (),
        copies_to=("Town Clerk",) if filed_with_clerk is None else (),
    )  # fmt: skip


def _votes(folder: Folder, row: Decision | None) -> tuple[facts.Vote, ...]:
    """The votes recorded; a board with members on file whose votes are not recorded leaves blanks to fill."""
    if row and row.votes:
        return tuple(facts.Vote(member=v["name"], vote=_BALLOTS.get(v["vote"], "")) for v in row.votes)  # type: ignore[arg-type]
    names = Membership.objects.filter(
        town=folder.town, role__in=(Role.MEMBER, Role.CHAIR), board=folder.matter.board
    ).values_list("person__name", flat=True)
    return tuple(facts.Vote(member=name, vote="") for name in sorted(names))


def _majority(folder: Folder, row: Decision | None) -> str:
    """The majority that the law asks for, where votes are recorded."""
    rule = vote_of(folder.matter)
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


def _waivers(folder: Folder) -> tuple[facts.WaiverRuling, ...]:
    return tuple(
        facts.WaiverRuling(
            requested=waiver.row.requirement, cite=waiver.row.section,
            ruling=waiver.row.ruling or OUTCOMES.get(waiver.outcome, waiver.outcome),
        )
        for waiver in waivers(folder, rows=rows_of(folder))
        if waiver.row and waiver.decided
    )  # fmt: skip


def _may_extend(folder: Folder) -> bool:
    return folder.has("extension_agreed") or (folder.case.stage in UNDECIDED and bool(extendable(folder)))


def _extension(folder: Folder, on: date, answers: Mapping[str, Any]) -> facts.ExtensionAgreement:
    """From the agreement recorded, or, before there is one, from what is asked."""
    made = folder.last("extension_agreed")
    clock = (
        answers.get("clock") or (made.facts.get("clock") if made else "") or (extendable(folder) or [""])[0]
    )
    agreed = answers.get("agreed") or (made.on if made else on)
    until = answers.get("until") or (date.fromisoformat(made.facts["until"][:10]) if made else None)
    before = [entry for entry in folder.entries if made is None or entry.seq != made.seq]
    stood = next((r for r in _readings_before(folder, before, agreed) if r.clock == clock), None)
    if stood is None:
        raise printing.Nothing(f"No clock called {clock!r} can be extended here.")
    board = printing.board_name(folder, on)
    applicant = printing.case_facts(folder).applicant
    filed = stood.rule.extend == "filed_agreement"
    return facts.ExtensionAgreement(
        case=printing.case_facts(folder), board=board, act=printing.act_of(stood), stood=printing.day_of(stood.due),
        until=until, agreed=agreed, law_says=printing.rule_said(stood),
        signatures=(Signature(title="For the applicant", name=applicant), printing.chair(folder, on)),
        reason=str(answers.get("because", "")), stamp=filed,
        must_file=Said(text="This agreement counts only if filed with the Town Clerk by the last day as it stood.")
        if filed
        else None,
    )  # fmt: skip


def _readings_before(folder: Folder, entries: list[Entry], on: date) -> Any:
    from towns.folder import law_story
    from towns.law import clocks
    from towns.ledger import story

    return clocks.read(folder.matter, law_story(story(entries)), on, folder.calendar)


def _extension_cite(folder: Folder) -> str:
    names = extendable(folder)
    return (
        folder.matter.clock("decide" if "decide" in names else names[0]).cite if names else folder.matter.cite
    )


def _decision_cite(folder: Folder) -> str:
    rules = [
        r for r in folder.matter.clocks if any(p.event in ("decided", "decision_filed") for p in r.stops)
    ]
    return rules[0].cite if rules else folder.matter.cite


def register() -> None:
    """Tell the printing room."""
    printing.register(
        Press("decision", _decision, lambda f: f.has("decided"), cite=_decision_cite, label="Decision")
    )
    printing.register(
        Press(
            "extension_agreement", _extension, _may_extend, cite=_extension_cite, label="Agreement to extend the time",
            asks="permitting.decisions.paper_forms.ExtensionAnswers",
        )
    )  # fmt: skip
