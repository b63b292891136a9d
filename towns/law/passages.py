"""Passages of a bylaw that no rule computes with, kept in its own words and shown where they matter: definitions,
clauses, and whose the section numbers are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from towns.law.entries import Entry
from towns.law.rules import Bylaw

#: Where a clause matters: to whoever designs a project, hands it in, has it reviewed, lets water into the drains,
#: breaks the law, or owned land when the law began.
PLACES = ("design", "application", "review", "discharge", "enforcement", "transition")


@dataclass(frozen=True, slots=True)
class Definition:
    """What the text means by a word. `term` is the word as our questions use it ("impervious surface")."""

    key: str
    term: str
    text: str
    cite: str
    note: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One passage in the law's own words under a short heading, for some kinds of business (none named: all)."""

    key: str
    heading: str
    text: str
    place: str
    matters: tuple[str, ...]
    cite: str
    note: str


@dataclass(frozen=True, slots=True)
class Numbering:
    """Section numbers that the text held does not print are ours. `printed` are those that it prints or names."""

    says: str
    printed: tuple[str, ...]
    chapter: str  # how every section number of this text begins: "172-"

    def ours(self, cite: str) -> bool:
        """Whether a citation has a section number that is ours: "§ 172-2D(1)" where the text prints no § 172-2D."""
        numbers = [word.strip(",;§ ") for word in cite.replace("§", " ").split() if word.strip(",;§ ")]
        return any(
            number.startswith(self.chapter)
            and not any(number == known or number.startswith(f"{known}(") for known in self.printed)
            for number in numbers
        )


def definitions(holder: Entry, key: str) -> tuple[Definition, ...]:
    """[[definition]]: the words that the text defines."""
    found = []
    for entry in holder.entries(key):
        found.append(
            Definition(
                key=entry.text("key"),
                term=entry.text("term"),
                text=entry.text("text"),
                cite=entry.text("cite"),
                note=entry.text("note", None),
            )
        )
        entry.done()
    _once(holder, key, (item.key for item in found))
    return tuple(found)


def clauses(holder: Entry, key: str) -> tuple[Clause, ...]:
    """[[clause]]: passages to show."""
    found = []
    for entry in holder.entries(key):
        found.append(
            Clause(
                key=entry.text("key"),
                heading=entry.text("heading"),
                text=entry.text("text"),
                place=entry.choice("place", PLACES),
                matters=entry.words("matters", None),
                cite=entry.text("cite"),
                note=entry.text("note", None),
            )
        )
        entry.done()
    _once(holder, key, (item.key for item in found))
    return tuple(found)


def numbering(holder: Entry, key: str) -> Numbering:
    """[numbering]: `printed` section numbers; every other one that begins with `chapter` is ours."""
    entry = holder.entry(key)
    rule = Numbering(entry.text("says"), entry.words("printed"), entry.text("chapter"))
    entry.done()
    return rule


def _once(holder: Entry, key: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            holder.problem(key, f"has the key {name!r} twice.", "Give each its own key.")
        seen.add(name)


def check_links(bylaw: Bylaw, top: Entry) -> None:
    """Note a clause that names a matter which the file does not have."""
    for clause in bylaw.sections.get("clause", ()):
        for name in clause.matters:
            if name not in bylaw.matters:
                fault, mend = f"{clause.key}: names {name!r}.", f"Name one of: {', '.join(bylaw.matters)}."
                top.problem("clause", fault, mend)


# -------------------------------------------------------------------- what pages and papers ask for


def definitions_of(bylaw: Bylaw) -> tuple[Definition, ...]:
    """Every word that the text held defines and that is kept here."""
    return tuple(bylaw.sections.get("definition", ()))


def definition_of(bylaw: Bylaw, term: str) -> Definition | None:
    """What the text means by a word; None where it does not say."""
    return next((item for item in definitions_of(bylaw) if item.term == term), None)


def clauses_for(bylaw: Bylaw, *places: str, matter: str = "") -> tuple[Clause, ...]:
    """The clauses of these places, in that order, for one kind of business; without one, those that name none."""
    kept: tuple[Clause, ...] = tuple(bylaw.sections.get("clause", ()))
    by_place = chain.from_iterable((item for item in kept if item.place == place) for place in places)
    return tuple(item for item in by_place if (matter in item.matters if matter else not item.matters))


def numbering_of(bylaw: Bylaw) -> Numbering | None:
    """Whose the section numbers are; None where the text prints them all."""
    rule = bylaw.sections.get("numbering")
    return rule if isinstance(rule, Numbering) else None
