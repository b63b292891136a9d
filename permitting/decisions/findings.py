"""What a decision finds and how the vote came out: the tests of the bylaw, the count, and what speaks against them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from towns.law.board_rules import FindingRule, VoteRule, findings_of, vote_of
from towns.ledger.entries import Entry
from towns.record.case_file import CaseFile
from towns.record.steps import Facts

BALLOTS = ("yes", "no", "abstain", "absent")
APPROVALS = ("approved", "approved_with_conditions")
#: How an answer that nobody gave stands in the ledger.
OPEN = "open"


def tally(votes: Sequence[Mapping[str, str]]) -> dict[str, int]:
    """How many voted which way; votes of any other kind are left out."""
    cast = [str(vote.get("vote", "")) for vote in votes]
    return {ballot: cast.count(ballot) for ballot in BALLOTS if ballot in cast}


def carried(count: Mapping[str, int], rule: VoteRule | None = None) -> bool | None:
    """Whether a motion carried by its count; None where no vote is recorded.

    Where the text names no number, more yes than no carries (those who abstain are not counted). Where it wants a
    majority of the members, more than half of all whose vote or absence is recorded must say yes.
    """
    if not count:
        return None
    yes, no = count.get("yes", 0), count.get("no", 0)
    if rule is not None and rule.needs == "majority_of_members":
        return 2 * yes > sum(count.values())
    return yes > no


def count_words(count: Mapping[str, int], rule: VoteRule | None = None) -> str:
    """The count as a sentence: 4 in favor, 1 opposed, 1 abstained; carried by a simple majority of those voting."""
    passed = carried(count, rule)
    if passed is None:
        return ""
    names = {"yes": "in favor", "no": "opposed", "abstain": "abstained", "absent": "absent"}
    parts = [f"{count[ballot]} {names[ballot]}" for ballot in BALLOTS if count.get(ballot)]
    by_members = rule is not None and rule.needs == "majority_of_members"
    asked = "a majority of the members" if by_members else "a simple majority of those voting"
    return f"{', '.join(parts)}; {'carried by' if passed else 'short of'} {asked}"


def listed(findings: Any) -> list[dict[str, str]]:
    """Findings as they are kept: one line for each test, and the board's own words as a line without a key."""
    if isinstance(findings, str):
        return [_line(words=findings.strip())] if findings.strip() else []
    return [_line(**finding) for finding in findings or ()]


def _line(key: str = "", text: str = "", cite: str = "", answer: str = "", words: str = "") -> dict[str, str]:
    return {"key": key, "text": text, "cite": cite, "answer": answer, "words": words}


def answered(rule: FindingRule, answer: str, words: str = "") -> dict[str, str]:
    """A test of the bylaw with the board's answer (yes, no, or nothing)."""
    return _line(rule.key, rule.text, rule.cite, answer, words)


def told(kept: Facts) -> Facts:
    """What the ledger may know of votes and findings: the count and the answers, naming nobody."""
    lines = [line for line in listed(kept.get("findings")) if line["key"]]
    return {
        "tally": tally(kept.get("votes", ())),
        "found": {line["key"]: line["answer"] or OPEN for line in lines},
    }


def defects(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    """What speaks against a decision in its own count and findings; each is named and none refuses the record."""
    found = []
    if carried(entry.facts.get("tally", {}), vote_of(file.matter)) is False:
        found.append("against_count")
    answers: Mapping[str, str] = entry.facts.get("found", {})
    for rule in findings_of(file.matter, entry.outcome):
        answer = answers.get(rule.key, "")
        if answer == "no":
            found.append(f"finding_no:{rule.key}")
        elif answers and answer in ("", OPEN):
            found.append(f"finding_open:{rule.key}")
        if rule.less_than is not None and entry.outcome in APPROVALS:
            figure = getattr(file.principal, rule.measure, None)
            if figure is not None and figure >= rule.less_than:
                found.append(f"finding_fails:{rule.key}")
    return tuple(found)
