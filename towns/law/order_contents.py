"""Reads from a bylaw file what an order must contain, what it may command, to whom it goes and how it is served."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from towns.law.entries import Entry
from towns.law.rules import Matter

KEY = "contents"
#: Where what the law wants in the order is found: among its recipients, its place, its last day to comply, its
#: commands, or in words of its own.
SOURCES = ("recipient", "place", "deadline", "command", "words")
#: When the law wants it: always, or only where the order asks to abate or remediate.
CASES = ("always", "abatement")


@dataclass(frozen=True, slots=True)
class ContentRule:
    """One thing that an order must contain. `proposed` is a sentence that a person may take over as it stands.
    `article`: the part of the bylaw that wants it, "" if there is one part only."""

    key: str
    text: str
    source: str
    when: str
    article: str
    says: str
    proposed: str
    cite: str


@dataclass(frozen=True, slots=True)
class CommandRule:
    """One thing that an order may require. `always`: the law itself attaches it to every order of the kind;
    `stops_work`: work stands still until the town confirms that the order was complied with."""

    key: str
    text: str
    article: str
    always: bool
    stops_work: bool
    abates: bool
    cite: str


@dataclass(frozen=True, slots=True)
class ServiceRule:
    """How the law wants the order served: one of `ways`, on `to`; `copy_kept` where the town keeps a copy by law."""

    ways: tuple[str, ...]
    to: tuple[str, ...]
    copy_kept: bool
    says: str
    cite: str


@dataclass(frozen=True, slots=True)
class OrderContents:
    """What the law says of an order: the verb (may or shall), to whom it goes, what it contains, commands and how it
    is served. Without `items` the text gives it no contents, and `note` says so."""

    duty: str
    says: str
    to: tuple[str, ...]
    items: tuple[ContentRule, ...]
    commands: tuple[CommandRule, ...]
    service: ServiceRule | None
    cite: str
    note: str

    def wanted(self, *, article: str = "", abates: bool = False) -> Iterator[ContentRule]:
        """What an order on this article of the bylaw must contain; `abates` where it asks to abate or remediate."""
        for item in self.items:
            if item.article in ("", article) and (item.when == "always" or abates):
                yield item

    def offered(self, article: str = "") -> Iterator[CommandRule]:
        """What an order on this article of the bylaw may require."""
        yield from (rule for rule in self.commands if rule.article in ("", article))

    @property
    def articles(self) -> tuple[str, ...]:
        """The articles that an order may stand on; empty where the law has one part only."""
        named = [*(one.article for one in self.items), *(one.article for one in self.commands)]
        return tuple(dict.fromkeys(article for article in named if article))


def contents(holder: Entry, key: str) -> OrderContents:
    """[matter.NAME.contents] with its `item`, `command` and `service`."""
    entry = holder.entry(key)
    rule = OrderContents(
        duty=entry.choice("duty", ("may", "shall")),
        says=entry.text("says", None),
        to=entry.words("to", None),
        items=tuple(_item(item) for item in entry.entries("item")),
        commands=tuple(_command(item) for item in entry.entries("command")),
        service=_service(entry.entry("service")) if entry.has("service") else None,
        cite=entry.text("cite"),
        note=entry.text("note", None),
    )
    keys = [*(one.key for one in rule.items), *(one.key for one in rule.commands)]
    for twice in sorted({one for one in keys if one and keys.count(one) > 1}):
        entry.problem("item", f"has the key {twice!r} twice.", "Give each item and command its own key.")
    if not rule.items and not rule.note:
        entry.problem("item", "is missing.", "Add an item, or say in note that the text gives no contents.")
    entry.done()
    return rule


def _item(entry: Entry) -> ContentRule:
    item = ContentRule(
        key=entry.text("key"),
        text=entry.text("text"),
        source=entry.choice("source", SOURCES, "words"),
        when=entry.choice("when", CASES, "always"),
        article=entry.text("article", None),
        says=entry.text("says"),
        proposed=entry.text("proposed", None),
        cite=entry.text("cite"),
    )
    entry.done()
    return item


def _command(entry: Entry) -> CommandRule:
    command = CommandRule(
        key=entry.text("key"),
        text=entry.text("text"),
        article=entry.text("article", None),
        always=entry.flag("always", False),
        stops_work=entry.flag("stops_work", False),
        abates=entry.flag("abates", False),
        cite=entry.text("cite"),
    )
    entry.done()
    return command


def _service(entry: Entry) -> ServiceRule:
    service = ServiceRule(
        ways=entry.words("ways"),
        to=entry.words("to", None),
        copy_kept=entry.flag("copy_kept", False),
        says=entry.text("says"),
        cite=entry.text("cite"),
    )
    entry.done()
    return service


def contents_of(matter: Matter) -> OrderContents | None:
    """What the law says of the orders of a matter; None where the file says nothing."""
    found = matter.sections.get(KEY)
    return found if isinstance(found, OrderContents) else None
