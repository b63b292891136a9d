"""Where each referral of a case stands, read from its story."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from towns.law.board_rules import ReferralRule, referrals_of
from towns.record.case_file import CaseFile


@dataclass(frozen=True, slots=True)
class Referral:
    """One board or officer: when the application was sent, when the comment came, and the rule that asks for it."""

    key: str
    to: str
    sent: date | None
    came: date | None
    rule: ReferralRule | None

    @property
    def cite(self) -> str:
        """The section that wants it; empty where the office asked on its own."""
        return self.rule.cite if self.rule else ""


def name_of(file: CaseFile, key: str) -> str:
    """A board or officer as people call it."""
    for rule in referrals_of(file.matter):
        if rule.key == key:
            return rule.to
    board = file.law.boards.get(key)
    return board.name if board else key.replace("_", " ").capitalize()


def referrals(file: CaseFile) -> list[Referral]:
    """Everyone whom the text names, in its order, then everyone else who was asked or answered."""
    sent: dict[str, date] = {}
    came: dict[str, date] = {}
    for entry in file.story:
        board = str(entry.facts.get("board", ""))
        if board and entry.name == "referred":
            sent.setdefault(board, entry.on)
        elif board and entry.name == "comment_received":
            came.setdefault(board, entry.on)
    rules = {rule.key: rule for rule in referrals_of(file.matter)}
    keys = dict.fromkeys([*rules, *sent, *came])
    return [Referral(key, name_of(file, key), sent.get(key), came.get(key), rules.get(key)) for key in keys]


def awaited(file: CaseFile) -> list[Referral]:
    """Those whose comment the law waits for and has not come: whom the text names, else whom the office asked."""
    every = referrals(file)
    named = [one for one in every if one.rule] or [one for one in every if one.sent]
    return [one for one in named if one.came is None]
