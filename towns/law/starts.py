"""Which start of a clock governs: the latest, or for a duty of the town the first; and what undoes a start."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from towns.law.account import HOURS, MET, MISSED, Account
from towns.law.counting import count, settle, stops
from towns.law.days import Calendar, day_of, moment_of
from towns.law.patterns import Pattern
from towns.law.story import Event, Story, concerns, day_named, matches, when

#: The review for completeness, by the names that bylaw files give its clock and its events.
COMPLETENESS, FILED, COMPLETE, RETURNED = "completeness", "filed", "complete", "returned_incomplete"
Start = tuple[Event, Pattern]


def start_from_event(account: Account, story: Story) -> None:
    """Find the event that starts the clock, and the day or moment from which it counts."""
    starts = list(_starts(account, story))
    if not account.rule.duty and any(pattern.but for pattern in account.rule.from_):
        governing = _unless_undone(account, starts, story)
    elif account.rule.duty:
        governing = _first(account, starts)
    else:
        governing = _latest(account, starts, story)
    if governing is None:
        return
    begin(account, *governing)
    account.replaced = governing is not starts[0]
    if account.rule.duty:
        account.unmoved = [event for event, _ in starts if event is not governing[0]]
        remands = [
            event for event in story.named("remanded") if story.place(event) > story.place(governing[0])
        ]
        account.remanded = remands[-1] if remands else None


def begin(account: Account, event: Event, pattern: Pattern) -> None:
    """Start the clock from an event: day 0, the day from which a stop counts, and where the last day counts from."""
    rule, own = account.rule, event.on
    named = day_named(pattern, event)
    assert named is not None
    account.start, account.pattern, account.base = event, pattern, None
    account.floor = min(day_of(own), day_of(named)) if pattern.or_own else day_of(own)
    if rule.strict_from and event.facts.get(rule.strict_from):
        named = day_of(when(event.facts[rule.strict_from]))
        account.floor = min(account.floor, named)
        account.base = day_of(own)
    account.started = moment_of(named) if rule.unit in HOURS else day_of(named)


def _starts(account: Account, story: Story) -> Iterator[Start]:
    """Every event that starts the clock, in order, without a completeness that a return undid."""
    rule = account.rule
    found = []
    for pattern in rule.from_:
        for event in story.named(pattern.event):
            if not concerns(event, rule.per, account.of) or not matches(pattern, event):
                continue
            if day_named(pattern, event) is None:
                continue
            if pattern.event == COMPLETE and _is_undone_by_a_return(account, event, pattern, story):
                continue
            found.append((event, pattern))
    if len(rule.from_) > 1:
        found.sort(key=lambda start: story.place(start[0]))
    if RETURNED in story.by_name and any(pattern.event == COMPLETE for pattern in rule.from_):
        _note_late_return(account, found, story)
    return iter(found)


def _first(account: Account, starts: list[Start]) -> Start | None:
    """A duty of the town counts from its first start: the earliest legal day, in hours the earliest moment."""
    if account.rule.unit in HOURS:
        starts = sorted(starts, key=lambda start: moment_of(start[0].on))
    return starts[0] if starts else None


def _latest(account: Account, starts: list[Start], story: Story) -> Start | None:
    """The latest start; of a review only one with a return between, of a hearing's close only with a reopening."""
    if not starts:
        return None
    review = account.rule.name == COMPLETENESS
    needed = RETURNED if review else story.matter.events[starts[0][0].name].again_after
    if not needed:
        return starts[-1]
    governing = starts[0]
    for start in starts[1:]:
        if any(
            story.place(governing[0]) < story.place(between) < story.place(start[0])
            for between in story.named(needed)
        ):
            governing = start
    return governing


# ---------------------------------------------------------------- an outcome that undoes the start


def _unless_undone(account: Account, starts: list[Start], story: Story) -> Start | None:
    """`event!outcome`: that outcome, coming later, undoes the start unless what was asked for was done by then."""
    undoing = [
        event
        for pattern in account.rule.from_
        if pattern.but
        for event in story.named(pattern.event)
        if not matches(pattern, event) and concerns(event, account.rule.per, account.of)
    ]
    if not undoing:
        return starts[-1] if starts else None
    governing: Start | None = None
    told: list[Start | Event] = sorted(
        [*starts, *undoing], key=lambda item: story.place(item[0] if isinstance(item, tuple) else item)
    )
    for item in told:
        if isinstance(item, tuple):
            governing = item
        elif governing is not None and not _is_done_before(account, governing, item, story):
            account.undone.append((governing[0], item))
            governing = None
    return governing


def _is_done_before(account: Account, start: Start, event: Event, story: Story) -> bool:
    tried = Account(account.rule, account.calendar, account.of)
    begin(tried, *start)
    return any(story.place(stop) < story.place(event) for stop, _ in stops(tried, story))


# ---------------------------------------------------------------- a return as incomplete


def _is_undone_by_a_return(account: Account, complete: Event, pattern: Pattern, story: Story) -> bool:
    """A return in the time of the review undoes a completeness found by then, unless its clock was settled."""
    for returned, in_time in _returns(account.calendar, story):
        if in_time and _is_found_by(complete, returned, story):
            tried = Account(account.rule, account.calendar, account.of)
            begin(tried, complete, pattern)
            settle(tried, story.before(returned))
            if tried.status not in (MET, MISSED):
                account.undone.append((complete, returned))
                return True
    return False


def _is_found_by(complete: Event, returned: Event, story: Story) -> bool:
    """Whether the office had found the application complete (`found_on`, else the event's day) by the return."""
    found_on = complete.facts.get("found_on")
    found = day_of(when(found_on)) if found_on else day_of(complete.on)
    return (found, story.place(complete)) < (day_of(returned.on), story.place(returned))


def _returns(calendar: Calendar, story: Story) -> Iterator[tuple[Event, bool]]:
    """Every return after a filing, and whether it was made in the time of the review that the filing started."""
    for returned, last in reviews(calendar, story):
        yield returned, day_of(returned.on) <= last


def reviews(calendar: Calendar, story: Story) -> Iterator[tuple[Event, date]]:
    """Every return as incomplete, with the last day of the review that the latest filing before it started."""
    review = next((rule for rule in story.matter.clocks if rule.name == COMPLETENESS), None)
    if review is None:
        return
    for returned in story.named(RETURNED):
        filings = [event for event in story.named(FILED) if story.place(event) < story.place(returned)]
        if not filings:
            continue
        tried = Account(review, calendar)
        begin(tried, filings[-1], review.from_[0])
        count(tried)
        if tried.due is not None:
            yield returned, day_of(tried.due)


def _note_late_return(account: Account, starts: list[Start], story: Story) -> None:
    """A return after the review's last day leaves the clock as it is, and a doubt."""
    for returned, last in reviews(account.calendar, story):
        if day_of(returned.on) <= last:
            continue
        if starts:
            event, pattern = starts[0]
            if not _is_found_by(event, returned, story):
                continue
            tried = Account(account.rule, account.calendar, account.of)
            begin(tried, event, pattern)
            settle(tried, story.before(returned))
            if tried.status in (MET, MISSED):
                continue
        account.late_return = (returned, last)
