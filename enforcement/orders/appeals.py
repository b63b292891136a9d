"""The steps by which an order is turned against: a hearing asked for, an appeal, a petition, a court."""

from __future__ import annotations

from enforcement import checks
from enforcement.orders.models import OUTCOMES, State
from enforcement.orders.steps import after_rescission, before_issue, binds
from enforcement.roles import COUNTER, COURT
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.record.case_file import CaseFile, events_of
from towns.record.steps import Step
from towns.roles import BOARD

_FACT = "towns.record.step_forms.Fact"


class _Appeal(Step):
    """Somebody turns against the order."""

    group = "appeal"
    may = COUNTER
    form = _FACT

    def offered(self, file: CaseFile) -> bool:
        """Where the law of the matter gives this way and the order binds."""
        return binds(file) and self.event in events_of(file.matter)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        """Too late, too early."""
        return (
            *checks.late(file, entry),
            *before_issue(file, entry),
            *after_rescission(file, entry),
        )


class RequestHearing(_Appeal):
    """Enter a request for a hearing on the order."""

    key = "request_order_hearing"
    event = "hearing_requested"
    button = "Enter a request for a hearing"
    effects = ("The town’s time to hold the hearing begins.",)


class FileAppeal(_Appeal):
    """Enter an appeal from the order."""

    key = "file_order_appeal"
    event = "appeal_filed"
    button = "Enter an appeal"


class FilePetition(_Appeal):
    """Enter a petition for reconsideration."""

    key = "file_petition"
    event = "petition_filed"
    button = "Enter a petition for reconsideration"

    def offered(self, file: CaseFile) -> bool:
        return binds(file) and file.has("termination_proposed")


class DecideAppeal(Step):
    """Enter the decision on the appeal."""

    key = "decide_order_appeal"
    event = "appeal_decided"
    button = "Enter the decision on the appeal"
    effects = ("The time to go to court begins.", "If it is rescinded, its clocks end for good.")
    group = "appeal"
    may = BOARD
    form = "enforcement.orders.forms.AppealDecided"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage == State.APPEALED

    def primary(self, file: CaseFile) -> bool:
        hearing = file.live_hearing
        return file.case.stage == State.APPEALED and hearing is not None and hearing.state == "closed"

    def check(self, file: CaseFile, entry: Entry) -> None:
        if entry.outcome not in OUTCOMES:
            raise Impossible(
                f"An appeal cannot end as {entry.outcome or 'nothing'!r}; enter upheld, modified or rescinded.",
                field="outcome",
            )

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        asked = [name for name in ("hearing_requested", "appeal_filed", "petition_filed") if file.has(name)]
        heard = not file.has("hearing_requested") or file.has("hearing_opened")
        return (
            *(() if asked else ("nobody_had_appealed",)),
            *(() if heard else ("decided_without_the_hearing_asked_for",)),
            *before_issue(file, entry),
            *after_rescission(file, entry),
        )

    def then(self, file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
        """Rescinded on appeal is rescinded: whatever waits or runs ends."""
        return _rescinded_by(file, entry)


class GoToCourt(Step):
    """Enter an action in court about the order."""

    key = "file_court_action"
    event = "court_appeal_filed"
    button = "Enter an action in court"
    group = "appeal"
    may = COURT
    form = _FACT

    def offered(self, file: CaseFile) -> bool:
        return binds(file)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return (*checks.late(file, entry), *before_issue(file, entry))


class EndInCourt(Step):
    """Enter the court's final word."""

    key = "end_court_action"
    event = "court_final"
    button = "Enter the court’s final decision"
    group = "appeal"
    may = COURT
    form = "enforcement.orders.forms.AppealDecided"

    def offered(self, file: CaseFile) -> bool:
        return file.has("court_appeal_filed") and not file.has("court_final")

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return () if file.has("court_appeal_filed") else ("no_action_in_court_on_file",)

    def then(self, file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
        """What a court annuls is rescinded."""
        return _rescinded_by(file, entry)


def _rescinded_by(file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
    if entry.outcome != State.RESCINDED or file.has("order_rescinded"):
        return ()
    return (Entry("order_rescinded", entry.on, at=entry.at),)
