"""The notice of a hearing: filled from the hearing as it is set, stale when that moves."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from towns.calendar.today import MASSACHUSETTS
from towns.calendar.words import moment_words
from towns.models import Hearing, Notice
from towns.papers import facts as paper_facts
from towns.papers.kinds import Paper
from towns.papers.printing import case_facts, chair, day_of_last
from towns.record.case_file import CaseFile


def _to_be_heard(file: CaseFile) -> bool:
    hearing = file.live_hearing
    return hearing is not None and hearing.day is not None and hearing.state in _SITS


_SITS = (Hearing.State.PLANNED, Hearing.State.NOTICED, Hearing.State.OPEN, Hearing.State.CONTINUED)


def hearing_opens(hearing: Hearing | None) -> datetime | None:
    """The moment a hearing sits next, in the town's zone."""
    if hearing is None or hearing.day is None or hearing.time is None:
        return None
    return datetime.combine(hearing.day, hearing.time, tzinfo=MASSACHUSETTS)


def _hearing_notice(file: CaseFile, on: date, answers: Mapping[str, Any]) -> paper_facts.HearingNotice:
    hearing, town = file.live_hearing, file.town
    assert hearing is not None
    opened = day_of_last(file, "hearing_opened")
    hall = next((line.strip() for line in town.office.splitlines() if line.strip()), "")
    room = hearing.place or town.hearing_room
    place = (room,) if hall and room.startswith(hall) else tuple(filter(None, (hall, room))) if room else ()
    return paper_facts.HearingNotice(
        case=case_facts(file), opens=hearing_opens(hearing), place=place, see_plans=town.see_plans,
        comment=town.how_to_comment, accommodation=town.accommodation, chair=chair(file, on), remote=hearing.remote,
        continued_from=opened if hearing.state in (Hearing.State.OPEN, Hearing.State.CONTINUED) else None,
        posting=bool(answers.get("posting")),
    )  # fmt: skip


class HearingNotice(Paper):
    """The notice of public hearing, for the newspaper, the posting and the mail."""

    key = "hearing_notice"
    title = "Notice of Public Hearing"
    label = "Notice of public hearing"
    needs = paper_facts.HearingNotice
    audience = "public"
    asserts = ("hearing_scheduled",)
    public = True
    stamp = "Posted by the Town Clerk (date and time)"
    asks = "towns.papers.forms.HearingNoticeAnswers"

    def offered(self, file: CaseFile) -> bool:
        """While a hearing is set or sits."""
        return _to_be_heard(file)

    def stands(self, file: CaseFile) -> bool:
        """A hearing that opened was set, even where nobody recorded the setting."""
        return super().stands(file) or file.has("hearing_opened")

    def fill(self, file: CaseFile, on: date, answers: Mapping[str, Any]) -> paper_facts.HearingNotice:
        """Day, place, land and work, as the record has them."""
        return _hearing_notice(file, on, answers)

    def cite(self, file: CaseFile) -> str:
        """The section that asks for the notice of hearing."""
        return file.matter.notices[0].cite if file.matter.notices else file.matter.cite

    def stale(self, notice: Notice, file: CaseFile) -> str:
        """Whether the hearing was moved or cancelled after its notice was printed."""
        said = notice.facts.get("facts", {}).get("opens")
        printed = datetime.fromisoformat(said) if said else None
        hearing = next((h for h in file.hearings.values() if h.pk == notice.hearing_id), file.live_hearing)
        if hearing is None or printed is None:
            return ""
        words = moment_words(printed.astimezone(MASSACHUSETTS))
        if hearing.state == Hearing.State.CANCELLED:
            return _moved(words, "cancelled")
        opens = hearing_opens(hearing)
        if opens is None or opens == printed or hearing.state not in _SITS:
            return ""
        return _moved(words, moment_words(opens))


def _moved(printed: str, now: str) -> str:
    return f"The printed text says {printed}; the hearing is {now}. Print it anew."
