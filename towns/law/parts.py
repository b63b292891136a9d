"""Parts of a bylaw that give one instrument different words: whose order it is, who pays, which courts, who confirms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from towns.law.entries import Entry
from towns.law.rules import Matter

#: Who says that a time ran out without action: the law's town clerk, or where the text names nobody the officer whom
#: the town has named.
TOWN_CLERK, OFFICER = "town_clerk", "officer"


@dataclass(frozen=True, slots=True)
class ArticleRule:
    """What one article of the bylaw says of a matter, word for word: `expenses` who bears the town's expenses, `costs`
    to whom a protest goes and what follows, `appeal` what is final. `board` is the authority under that article."""

    article: str
    board: str
    expenses: str
    costs: str
    appeal: str
    cite: str


@dataclass(frozen=True, slots=True)
class LapseRule:
    """Who confirms that the time passed without action, `says` by the law's own words or `sense` by our summary."""

    by: str
    says: str
    sense: str
    cite: str


def articles(holder: Entry, key: str) -> Mapping[str, ArticleRule]:
    """[matter.NAME.article.I] and so on, by the value of the fact `article`."""
    found = {}
    for name, item in holder.named(key):
        found[name] = ArticleRule(
            article=name,
            board=item.text("board"),
            expenses=item.text("expenses", None),
            costs=item.text("costs", None),
            appeal=item.text("appeal", None),
            cite=item.text("cite"),
        )
        item.done()
    return MappingProxyType(found)


def lapse(holder: Entry, key: str) -> LapseRule:
    """[matter.NAME.lapse]: who confirms that time ran out."""
    item = holder.entry(key)
    rule = LapseRule(
        by=item.choice("by", (TOWN_CLERK, OFFICER)),
        says=item.text("says", None),
        sense=item.text("sense", None),
        cite=item.text("cite"),
    )
    if not rule.says and not rule.sense:
        item.problem("says", "is missing.", "Quote the law, or give its sense where the text says nothing.")
    item.done()
    return rule


def article_of(matter: Matter, article: str) -> ArticleRule | None:
    """What an article says of the matter; None where the matter is not parted by articles."""
    found = matter.sections.get("article", {}).get(article)
    return found if isinstance(found, ArticleRule) else None


def lapse_of(matter: Matter) -> LapseRule | None:
    """Who confirms that the matter's time ran out; None where silence has no such step."""
    found = matter.sections.get("lapse")
    return found if isinstance(found, LapseRule) else None
