"""Reads the events and effects that a law file declares of its own, with their words: a sixth town needs none in code."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from towns.law.entries import Entry
from towns.law.events import EVENTS, FACTS, EventKind, effect
from towns.law.rules import EffectWords


def kinds(entry: Entry) -> tuple[Mapping[str, EventKind], Mapping[str, EffectWords]]:
    """The kinds of events that the file may name, those shipped and [event.NAME] and [effect.NAME] of its own; and the
    words of its own effects."""
    own: dict[str, EventKind] = {}
    for name, item in entry.named("event"):
        _refuse_shipped(entry, "event", name)
        own[name] = _event(name, item)
    effects: dict[str, EffectWords] = {}
    for name, item in entry.named("effect"):
        _refuse_shipped(entry, "effect", name)
        if name in own:
            entry.problem(f"effect.{name}", "is declared as an event too.", "Give each its own name.")
        own[name] = effect(name, item.text("says"), item.text("noun", None))
        effects[name] = _words(name, own[name].says, item)
    if not own:
        return EVENTS, effects
    known = MappingProxyType({**EVENTS, **own})
    for words in effects.values():
        if words.confirmed_by and words.confirmed_by not in known:
            entry.problem(
                f"effect.{words.name}.confirmed_by",
                f"names the event {words.confirmed_by!r}.",
                "Use an event of towns/law/events.py or one that this file declares.",
            )
    return known, MappingProxyType(effects)


def _refuse_shipped(entry: Entry, key: str, name: str) -> None:
    if name in EVENTS:
        entry.problem(
            f"{key}.{name}", "has the name of an event that every town has.", "Give it a name of its own."
        )
    if not name.isidentifier() or not name.islower():
        entry.problem(
            f"{key}.{name}", "is no plain name.", "Write small letters and underscores: tree_felled."
        )


def _event(name: str, item: Entry) -> EventKind:
    facts = item.words("facts", None)
    strange = [fact for fact in facts if fact not in FACTS]
    if strange:
        item.problem("facts", f"names {', '.join(map(repr, strange))}.", f"Use some of: {', '.join(FACTS)}.")
    kind = EventKind(
        name=name,
        says=item.text("says"),
        noun=item.text("noun"),
        facts=tuple(fact for fact in facts if fact in FACTS),
        payment=item.flag("payment", False),
    )
    item.done()
    return kind


def _words(name: str, says: str, item: Entry) -> EffectWords:
    words = EffectWords(
        name=name,
        says=says,
        public=item.flag("public", False),
        public_words=item.text("public_words", None),
        mail_words=item.text("mail_words", None),
        reminder=item.text("reminder", None),
        held=item.flag("held", False),
        confirmed_by=item.text("confirmed_by", None),
        ends_case=item.flag("ends_case", False),
    )
    if words.public and not words.public_words:
        item.problem("public_words", "is missing.", "Say what the public reads, or drop public.")
    if words.held and not words.confirmed_by:
        item.problem("confirmed_by", "is missing.", "Name the event that confirms it, or drop held.")
    item.done()
    return words
