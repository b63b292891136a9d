"""What an order must contain by the law of its town, and what of it is still missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from enforcement.orders.models import Order, Recipient
from towns.law.order_contents import ContentRule, OrderContents, contents_of
from towns.record.case_file import CaseFile

#: Where the commands stand among an order's contents.
COMMANDS = "commands"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that the law wants in the order, what the order says of it, and whether it is there."""

    rule: ContentRule
    said: str
    there: bool


def rule_of(file: CaseFile) -> OrderContents | None:
    """What the law says of orders of this matter; None where no text of the town sets the order out."""
    return contents_of(file.matter)


def order_of(file: CaseFile) -> Order:
    """The order of the case."""
    return cast(Order, file.principal)


def recipients_of(file: CaseFile) -> list[Recipient]:
    """To whom the order is addressed."""
    return list(Recipient.objects.filter(case=file.case)) if file.case.pk else []


def commands_of(file: CaseFile) -> list[str]:
    """The keys of what the order requires, those that the law itself attaches among them."""
    rule = rule_of(file)
    if rule is None:
        return []
    chosen = order_of(file).contents.get(COMMANDS, ())
    return [one.key for one in rule.commands if one.always or one.key in chosen]


def abates(file: CaseFile, commands: Iterable[str]) -> bool:
    """Whether what the order requires is an abatement or a remediation."""
    rule, chosen = rule_of(file), set(commands)
    return rule is not None and any(one.abates and one.key in chosen for one in rule.commands)


def stops_work(file: CaseFile) -> bool:
    """Whether the order holds the work until the town confirms that it was complied with."""
    rule, chosen = rule_of(file), set(commands_of(file))
    return rule is not None and any(one.stops_work and one.key in chosen for one in rule.commands)


def items(file: CaseFile, *, article: str = "", comply_by: Any = None) -> list[Item]:
    """What the law wants in this order, in the order of its text. `comply_by` is the last day to comply, if given."""
    rule = rule_of(file)
    if rule is None:
        return []
    words: Mapping[str, Any] = order_of(file).contents
    chosen = commands_of(file)
    # Without an article named where the law has several, what each of them wants is wanted.
    parts = (article,) if article or not rule.articles else rule.articles
    wanted = dict.fromkeys(
        one for part in parts for one in rule.wanted(article=part, abates=abates(file, chosen))
    )
    people = recipients_of(file)
    found = {
        "recipient": "; ".join(one.name for one in people if one.name and one.address),
        "place": file.case.address,
        "deadline": str(comply_by or ""),
        "command": ", ".join(chosen),
    }
    return [
        Item(one, said, bool(said.strip()))
        for one in wanted
        for said in [found[one.source] if one.source in found else str(words.get(one.key, ""))]
    ]


def missing(file: CaseFile, *, article: str = "", comply_by: Any = None) -> list[ContentRule]:
    """What the law wants in this order and it does not have."""
    return [one.rule for one in items(file, article=article, comply_by=comply_by) if not one.there]
