"""The provisions that a finding may name, as the town's law data has them."""

from __future__ import annotations

from dataclasses import dataclass

from towns.law.board_rules import ConditionRule
from towns.law.rules import Bylaw


@dataclass(frozen=True, slots=True)
class Provision:
    """One provision: its key in a form, in words, and its citation."""

    key: str
    text: str
    cite: str


def provisions_in(law: Bylaw) -> list[Provision]:
    """Work without a permit that the law asks for, and its standing conditions."""
    found = [
        Provision(f"without_{matter.key}", f"{matter.name}: work without it, or against it", matter.cite)
        for matter in law.matters.values()
        if matter.kind == "permit" and matter.cite
    ]
    rules = law.sections.get("condition", ())
    for rule in rules if isinstance(rules, tuple) else ():
        if isinstance(rule, ConditionRule) and not rule.authority:
            text = rule.text if len(rule.text) <= 200 else f"{rule.text[:197]}…"
            found.append(Provision(f"condition_{rule.key}", text, rule.cite))
    return found
