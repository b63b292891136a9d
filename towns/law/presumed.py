"""The clocks that would run from a filing which nobody has yet found complete or incomplete."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from towns.law.days import Calendar, day_of
from towns.law.rules import Matter
from towns.law.starts import COMPLETE, COMPLETENESS, FILED, RETURNED, reviews
from towns.law.story import Event, Story


def presumed_complete(
    matter: Matter, events: Iterable[Event], on: date, calendar: Calendar
) -> list[Event] | None:
    """The story as it reads if the application was complete when filed; None if there is nothing to presume.

    Completeness is a fact, not a mark by staff: until someone says complete or incomplete, pages show the clocks that
    would run from the filing, marked as presumed, and never call them waiting. Where the law gives the review a last
    day (Ludlow V-7.2), a return after it takes nothing back: the presumed clock stays, with its doubt.
    """
    story = Story(matter, events, on)
    filed = _filing(story)
    if filed is None or story.void_by is not None:
        return None
    if any(day_of(event.on) >= day_of(filed.on) for event in story.named(COMPLETE)):
        return None
    returns = [event for event in story.named(RETURNED) if story.place(event) > story.place(filed)]
    late = [event for event, last in reviews(calendar, story) if day_of(event.on) > last]
    reviewed = any(rule.name == COMPLETENESS for rule in matter.clocks)
    if any(not reviewed or event not in late for event in returns):
        return None
    return [*story.known, Event(COMPLETE, filed.on, {"found_on": day_of(filed.on).isoformat()})]


def _filing(story: Story) -> Event | None:
    """The filing that is under review: the first, or the first after a return."""
    governing: Event | None = None
    for filed in story.named(FILED):
        if governing is None or any(
            story.place(governing) < story.place(returned) < story.place(filed)
            for returned in story.named(RETURNED)
        ):
            governing = filed
    return governing
