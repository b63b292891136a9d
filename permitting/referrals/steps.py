"""The steps of a referral: sending the application to those whom the bylaw names, and receiving their comments."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from permitting.applications.checklist import referral_task
from permitting.applications.steps import UNDECIDED
from permitting.referrals.models import Comment
from permitting.referrals.queries import awaited, referrals
from towns.ledger.entries import Entry
from towns.models import Task
from towns.record import door
from towns.record.case_file import CaseFile, events_of
from towns.record.steps import Facts, Step
from towns.roles import OFFICE, Role


def unsent(file: CaseFile) -> list[str]:
    """The boards and officers whom the text names and nobody has sent the application yet."""
    return [one.key for one in referrals(file) if one.rule and one.sent is None]


def _pending(file: CaseFile) -> bool:
    return file.case.stage in UNDECIDED


def _to_whom(file: CaseFile, entry: Entry) -> Entry:
    """Without a name it goes to everyone whom the text names: the first here, the others right after."""
    if entry.facts.get("board"):
        return entry
    waiting = unsent(file)
    if not waiting:
        return entry
    facts = {**entry.facts, "board": waiting[0]}
    return replace(entry, facts={**facts, "also": waiting[1:]} if waiting[1:] else facts)


def _others(file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
    told = {"supplied": True} if entry.facts.get("supplied") else {}
    return tuple(
        Entry("referred", entry.on, entry.at, {"board": board, "with": entry.seq, **told})
        for board in entry.facts.get("also", ())
    )


def _tick(file: CaseFile, entry: Entry, kept: Facts) -> None:
    sent = [entry.facts.get("board", ""), *entry.facts.get("also", ())]
    Task.objects.filter(
        case=file.case, key__in=[referral_task(board) for board in sent if board], done__isnull=True
    ).update(done=entry.on, by_id=entry.by_id)


def _all_in(file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
    """The last comment that the text waits for makes all of them in, on the day of the latest."""
    asked = "all_comments_in" in events_of(file.matter) and not file.has("all_comments_in")
    if not asked or awaited(file):
        return ()
    last = max(one.on for one in file.story if one.name == "comment_received")
    return (Entry("all_comments_in", last, facts={"with": entry.seq}),)


def _keep_comment(file: CaseFile, entry: Entry, kept: Facts) -> None:
    if kept.get("text"):
        Comment.objects.create(
            town=file.town,
            case=file.case,
            event_seq=entry.seq,
            board=str(entry.facts.get("board", "")),
            text=kept["text"],
        )


def _follow_comment(file: CaseFile, earlier: Entry, now: Entry | None) -> None:
    """A comment that was entered by mistake, or on the wrong day, takes the fact along that rested on it."""
    if now is None:
        Comment.objects.filter(case=file.case, event_seq=earlier.seq).delete()
    rested = file.last("all_comments_in")
    if rested is None or "with" not in rested.facts:
        return
    days = [entry.on for entry in file.story if entry.name == "comment_received"]
    mend: dict[str, Any] = {"remove": True} if awaited(file) or not days else {"day": max(days).isoformat()}
    if mend.get("day") == rested.on.isoformat():
        return
    corrected = file.entries[-1].on
    door.act(
        "correct",
        case=file.case,
        by=door.SYSTEM,
        on=corrected,
        today=corrected,
        seq=rested.seq,
        why="It rested on a comment that was corrected.",
        **mend,
    )


def _late(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    """A comment that came after its time; it is on file all the same."""
    board = entry.facts.get("board")
    return tuple(
        f"late:{reading.clock}"
        for reading in file.readings(entry.on)
        if reading.status == "missed"
        and any(stop.event == "comment_received" for stop in reading.rule.stops)
        and reading.of in (None, board)
    )


class Refer(Step):
    """Refer it for comment."""

    key = "refer"
    event = "referred"
    button = "Refer it for comment"
    effects = (
        "Without a name chosen, it goes to everyone whom the bylaw names.",
        "Their time to comment, where the bylaw gives one, counts from this day.",
    )
    group = "referral"
    may = OFFICE
    form = "permitting.referrals.forms.ReferralForm"

    def offered(self, file: CaseFile) -> bool:
        return _pending(file)

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        return _to_whom(file, entry)

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        _tick(file, entry, kept)

    def then(self, file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
        return _others(file, entry)


class RecordComment(Step):
    """Record a comment."""

    key = "record_comment"
    event = "comment_received"
    button = "Record a comment"
    effects = ("When the last comment that the bylaw waits for is in, the board may decide.",)
    group = "referral"
    may = OFFICE | {Role.REVIEWER}
    form = "permitting.referrals.forms.CommentForm"

    def offered(self, file: CaseFile) -> bool:
        return _pending(file) and bool(referrals(file))

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return _late(file, entry)

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        _keep_comment(file, entry, kept)

    def follow(self, file: CaseFile, earlier: Entry, now: Entry | None) -> None:
        _follow_comment(file, earlier, now)

    def then(self, file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
        return _all_in(file, entry)
