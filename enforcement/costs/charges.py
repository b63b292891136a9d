"""A charge on the land: the lien, the assessors, the collector. Each act is a named person's; no clock does it."""

from __future__ import annotations

import re

from enforcement import checks
from enforcement.costs import queries
from enforcement.costs.models import CHARGED, State
from enforcement.costs.protests import taken_off, unsettled
from enforcement.costs.steps import in_line
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.record.case_file import CaseFile
from towns.record.steps import Step, Stop
from towns.roles import BOARD, OFFICE, Role

LIENS = "M.G.L. c. 40 § 58"
TELL_COLLECTOR = "M.G.L. c. 60 § 23"
_YEAR = re.compile(r"(FY ?)?(19|20)\d{2}")
COLLECTING = OFFICE | {Role.TREASURER}


def _keys(stops: list[Stop]) -> tuple[str, ...]:
    return tuple(stop.key for stop in stops)


class RecordLien(Step):
    """Record that the lien was recorded in the registry of deeds."""

    key = "record_cost_lien"
    event = "lien_recorded"
    button = "Record the lien"
    effects = (
        "Anyone may read from now on that a lien is recorded.",
        "The collector must be told (M.G.L. c. 60 § 23).",
    )
    group = "charge"
    may = BOARD | {Role.TREASURER, Role.COUNSEL}
    form = "enforcement.costs.forms.Recorded"

    def offered(self, file: CaseFile) -> bool:
        if file.has("lien_recorded") or file.case.stage in (State.RELEASED, State.RESCINDED, State.PAID):
            return False
        return file.has("costs_notified") and file.case.stage != State.COMMITTED

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        return tuple(self._against(file, entry))

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return _keys(self._against(file, entry))

    def _against(self, file: CaseFile, entry: Entry) -> list[Stop]:
        found = unsettled(file, entry)
        settings = queries.settings_of(file.town)
        if not settings.lien_voted or (settings.lien_vote_day and settings.lien_vote_day > entry.on):
            says = (
                "A lien takes effect only where town meeting voted it for this kind of charge, "
                "and no such vote of that day is entered."
            )
            found.append(Stop("lien_not_voted", says, LIENS))
        return found


class CertifyCharge(Step):
    """Certify the unpaid charge to the assessors."""

    key = "certify_charge"
    event = "charge_certified"
    button = "Certify the charge to the assessors"
    group = "charge"
    may = COLLECTING
    form = "enforcement.costs.forms.Certified"

    def offered(self, file: CaseFile) -> bool:
        if file.has("charge_certified") or file.case.stage in (State.RELEASED, State.RESCINDED, State.PAID):
            return False
        return file.has("costs_notified") and file.case.stage != State.COMMITTED

    def check(self, file: CaseFile, entry: Entry) -> None:
        checks.money(entry, required=False)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        return tuple(self._against(file, entry))

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return _keys(self._against(file, entry))

    def _against(self, file: CaseFile, entry: Entry) -> list[Stop]:
        found = unsettled(file, entry)
        lien_first = not queries.special_assessment(file)
        if lien_first and not any(e.name == "lien_recorded" and e.on <= entry.on for e in file.story):
            says = "The statute has the lien recorded first, and unpaid charges certified after."
            found.append(Stop("no_lien_recorded", says, LIENS))
        told, owed = checks.money(entry, required=False), queries.owed_on(file, entry.on).balance
        if told is not None and told != owed:
            says = f"${told} is certified, and the ledger has ${owed} owed on that day."
            found.append(Stop("not_the_sum_owed", says, file.matter.cite))
        return found


class CommitCharge(Step):
    """Record that the charge was committed to the collector."""

    key = "commit_charge"
    event = "charge_committed"
    button = "Record the commitment to the collector"
    effects = ("The town’s own interest ends; the collector’s begins.",)
    group = "charge"
    may = COLLECTING | {Role.ASSESSOR}
    form = "enforcement.costs.forms.Committed"

    def offered(self, file: CaseFile) -> bool:
        return file.has("charge_certified") and file.case.stage in CHARGED[:2]

    def check(self, file: CaseFile, entry: Entry) -> None:
        year = entry.facts.get("fiscal_year")
        if year is not None and not _YEAR.fullmatch(str(year)):
            raise Impossible(
                f"fiscal_year: {year!r} is not a fiscal year; write it as 2028.", field="fiscal_year"
            )

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        certified = any(e.name == "charge_certified" and e.on <= entry.on for e in file.story)
        return (
            *(() if certified else ("not_certified_before",)),
            *(("nothing_is_owed",) if queries.owed_on(file, entry.on).balance <= 0 else ()),
        )


class AbateCharge(Step):
    """Record an abatement by the assessors."""

    key = "abate_charge"
    event = "charge_abated"
    button = "Record an abatement"
    effects = ("What is taken off counts as never owed.",)
    group = "charge"
    may = COLLECTING | {Role.ASSESSOR}
    form = "enforcement.costs.forms.Sum"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage in CHARGED

    def check(self, file: CaseFile, entry: Entry) -> None:
        taken_off(file, entry)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        charged = any(e.name in ("charge_certified", "charge_committed") for e in file.story)
        return () if charged else ("not_certified_before",)

    def then(self, file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
        return in_line(file, entry)


class ReleaseLien(Step):
    """Record that the lien was released."""

    key = "release_cost_lien"
    event = "lien_released"
    button = "Record the release of the lien"
    effects = ("The collector’s certificate says that nothing is owed any more.",)
    group = "charge"
    may = COLLECTING
    form = "enforcement.costs.forms.Recorded"

    def offered(self, file: CaseFile) -> bool:
        return file.has("lien_recorded") and not file.has("lien_released")

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        owed = queries.owed_on(file, entry.on).balance
        if owed > 0:
            return (Stop("still_owed", f"${owed} are still owed on that day.", LIENS),)
        return ()

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        recorded = any(e.name == "lien_recorded" and e.on <= entry.on for e in file.story)
        return (
            *(("still_owed",) if queries.owed_on(file, entry.on).balance > 0 else ()),
            *(() if recorded else ("no_lien_recorded",)),
        )


class NotifyCollector(Step):
    """Record the notice to the collector."""

    key = "notify_collector"
    event = "collector_notified"
    button = "Record the notice to the collector"
    effects = ("A lien certificate lists what the collector was told of.",)
    group = "charge"
    may = COLLECTING
    form = "towns.record.step_forms.StepForm"

    def offered(self, file: CaseFile) -> bool:
        return bool(untold(file))

    def primary(self, file: CaseFile) -> bool:
        return bool(untold(file))


#: The acts toward a lien of which the collector must be told (M.G.L. c. 60 § 23).
TO_TELL = ("lien_recorded", "charge_certified", "charge_abated", "lien_released")


def untold(file: CaseFile) -> list[Entry]:
    """The acts toward a lien since the last notice to the collector."""
    told = file.last("collector_notified")
    return [e for e in file.story if e.name in TO_TELL and (told is None or told.on < e.on)]
