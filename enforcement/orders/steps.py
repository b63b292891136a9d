"""The steps of an order: drafted, issued, served, complied with, ended; appeals stand in `appeals`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from enforcement import checks
from enforcement.orders import contents
from enforcement.orders.models import BINDING, Recipient, State
from enforcement.roles import AGENTS, COUNTER
from towns.calendar.words import day_words
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.record.case_file import CaseFile
from towns.record.steps import Facts, Presupposed, Step, Stop
from towns.roles import BOARD

_FACT = "towns.record.step_forms.Fact"


def _is(file: CaseFile, *states: str) -> bool:
    return file.case.stage in states


def binds(file: CaseFile) -> bool:
    """Whether the order is issued or served and something is left to do."""
    return _is(file, *BINDING)


def before_issue(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    """A fact that presupposes the order, on a day before the order, or without one."""
    return ("before_the_order_was_issued",) if checks.precedes(file, entry, "order_issued") else ()


def after_rescission(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    """A fact on or after the day on which the order was rescinded."""
    ended = checks.first(file, "order_rescinded")
    return ("after_the_order_was_rescinded",) if ended is not None and ended.on <= entry.on else ()


def deadline(file: CaseFile, *, but: int = 0) -> date | None:
    """The last day that the order gives to comply, as last issued or extended; `but` leaves one entry out, which is
    about to be corrected."""
    said = [
        checks.day_of(entry, fact)
        for entry in file.story
        for fact in ("comply_by", "until")
        if entry.name in ("order_issued", "order_amended", "deadline_extended")
        and fact in entry.facts
        and (not but or entry.seq != but)
    ]
    return said[-1] if said else None


class DraftOrder(Step):
    """Begin an order."""

    key = "draft_order"
    event = "order_drafted"
    button = "Draft the order"
    effects = ("Nothing binds anyone yet; what the text wants in it is listed.",)
    group = "order"
    may = AGENTS
    form = "enforcement.orders.forms.DraftOrder"

    def offered(self, file: CaseFile) -> bool:
        return _is(file, State.DRAFTED)

    def primary(self, file: CaseFile) -> bool:
        return _is(file, State.DRAFTED) and not contents.order_of(file).contents

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        """The words of the order and to whom it goes; drafted again, they take the place of those before."""
        order = contents.order_of(file)
        changed = [name for name in ("contents", "signer") if name in kept]
        for name in changed:
            setattr(order, name, kept[name])
        if changed:
            order.save(update_fields=changed)
        if "recipients" in kept:
            Recipient.objects.filter(case=file.case).delete()
            Recipient.objects.bulk_create(
                Recipient(town=file.town, case=file.case, **one) for one in kept["recipients"]
            )


class IssueOrder(Step):
    """Issue the order."""

    key = "issue_order"
    event = "order_issued"
    button = "Issue the order"
    effects = ("Its last day to comply, and the time to appeal where it counts from the order, begin.",)
    group = "order"
    may = AGENTS
    form = "enforcement.orders.forms.IssueOrder"

    def offered(self, file: CaseFile) -> bool:
        return _is(file, State.DRAFTED)

    def primary(self, file: CaseFile) -> bool:
        return _is(file, State.DRAFTED) and bool(contents.order_of(file).contents)

    def check(self, file: CaseFile, entry: Entry) -> None:
        rule = contents.rule_of(file)
        article = entry.facts.get("article")
        if article and rule is not None and rule.articles and article not in rule.articles:
            raise Impossible(
                f"There is no article {article!r}; an order stands on {' or '.join(rule.articles)}.",
                field="article",
            )

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        by = checks.day_of(entry, "comply_by")
        found = []
        if by is not None and by < entry.on:
            says = f"The last day to comply, {day_words(by)}, lies before the order itself."
            found.append(Stop("deadline_before_the_order", says, file.matter.cite))
        wanted = {one.key: one for one in rule.items} if (rule := contents.rule_of(file)) else {}
        for key in entry.facts.get("lacks", ()):
            if key in wanted:
                says = f"The order lacks what the text wants in it: “{wanted[key].says}”"
                found.append(Stop(f"lacks:{key}", says, wanted[key].cite))
        return tuple(found)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return (*(stop.key for stop in self.stops(file, entry)), *after_rescission(file, entry))


class ServeOrder(Step):
    """Record the service of the order."""

    key = "serve_order"
    event = "order_served"
    button = "Record the service"
    effects = ("The time to appeal begins where the text counts it from service.",)
    group = "order"
    may = COUNTER | AGENTS
    form = "enforcement.orders.forms.ServeOrder"

    def offered(self, file: CaseFile) -> bool:
        return binds(file)

    def primary(self, file: CaseFile) -> bool:
        return _is(file, State.ISSUED)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        rule = contents.rule_of(file)
        found = []
        if rule is not None and rule.service is not None and entry.facts.get("way"):
            wanted = rule.service
            if entry.facts["way"] not in wanted.ways:
                says = f"The text wants another way of service: “{wanted.says}”"
                found.append(Stop(f"not_served_by:{wanted.ways[0]}", says, wanted.cite))
        if entry.outcome == "refused":
            says = (
                "A letter that was refused may not be service. Serve again in another way, and ask counsel what the "
                "refusal is worth."
            )
            found.append(Stop("the_mail_was_refused", says))
        return tuple(found)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return (
            *(stop.key for stop in self.stops(file, entry)),
            *before_issue(file, entry),
            *after_rescission(file, entry),
        )


class RatifyOrder(Step):
    """Record that the board ratified the order."""

    key = "ratify_order"
    event = "order_ratified"
    button = "Record that the board ratified it"
    group = "order"
    may = BOARD
    form = _FACT

    def offered(self, file: CaseFile) -> bool:
        return binds(file) and not file.has("order_ratified")

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return before_issue(file, entry)


class AmendOrder(Step):
    """Amend the order."""

    key = "amend_order"
    event = "order_amended"
    button = "Amend the order"
    effects = ("The amendment is served like the order.",)
    group = "order"
    may = AGENTS
    form = "enforcement.orders.forms.Amendment"

    def offered(self, file: CaseFile) -> bool:
        return binds(file)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return (*before_issue(file, entry), *after_rescission(file, entry))


class ExtendDeadline(Step):
    """Give more time to comply."""

    key = "extend_deadline"
    event = "deadline_extended"
    button = "Give more time to comply"
    group = "order"
    may = AGENTS
    form = "enforcement.orders.forms.MoreTime"

    def offered(self, file: CaseFile) -> bool:
        return binds(file) and deadline(file) is not None

    def check(self, file: CaseFile, entry: Entry) -> None:
        until = checks.day_of(entry, "until")
        if until is None:
            raise Impossible("Enter the new last day to comply.", field="until")
        now = deadline(file, but=entry.seq)
        if now is not None and until <= now:
            raise Impossible(
                f"{day_words(until)} gives no more time: the last day is {day_words(now)}. An order is shortened by "
                "amending it.",
                field="until",
            )

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        now = deadline(file, but=entry.seq)
        over = ("more_time_given_after_the_last_day",) if now is not None and entry.on > now else ()
        return (*before_issue(file, entry), *over, *after_rescission(file, entry))


class RecordCompliance(Step):
    """Record that the order was complied with."""

    key = "record_compliance"
    event = "complied"
    button = "Record compliance"
    effects = ("In full: the time to comply is met. In part: it goes on.",)
    group = "order"
    may = AGENTS
    form = "enforcement.orders.forms.Compliance"

    def offered(self, file: CaseFile) -> bool:
        return binds(file)

    def primary(self, file: CaseFile) -> bool:
        return binds(file) and not _is(file, State.ISSUED, State.APPEALED)

    def check(self, file: CaseFile, entry: Entry) -> None:
        if entry.outcome not in ("", "in_part", "in_full"):
            raise Impossible(
                f"Compliance is in part or in full; {entry.outcome!r} was entered. Enter in_part or in_full.",
                field="outcome",
            )

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return (
            *checks.late(file, entry),
            *before_issue(file, entry),
            *after_rescission(file, entry),
        )


class ConfirmCompliance(Step):
    """Confirm the compliance."""

    key = "confirm_compliance"
    event = "compliance_confirmed"
    button = "Confirm that it was done"
    effects = ("A stop of the work, and the days of fines, end.",)
    group = "order"
    may = AGENTS
    form = _FACT

    def offered(self, file: CaseFile) -> bool:
        return _is(file, *BINDING, State.COMPLIED) and not file.has("compliance_confirmed")

    def primary(self, file: CaseFile) -> bool:
        return _is(file, State.COMPLIED)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return (*before_issue(file, entry), *after_rescission(file, entry))


class FindDefault(Step):
    """Find that the order was not complied with."""

    key = "find_order_default"
    event = "order_defaulted"
    button = "Find that it was not complied with"
    effects = ("What may follow, such as the town’s own work, is decided by a person.",)
    group = "order"
    may = AGENTS
    form = _FACT

    def offered(self, file: CaseFile) -> bool:
        return binds(file) and not _is(file, State.DEFAULTED)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        last = deadline(file)
        if last is None or entry.on > last:
            return ()
        return (Stop("time_left", f"There is time to comply until {day_words(last)}.", file.matter.cite),)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        last = deadline(file)
        early = last is not None and entry.on <= last
        return (
            *(("before_the_last_day_to_comply",) if early else ()),
            *(("after_it_was_complied_with",) if file.stage == State.COMPLIED else ()),
            *before_issue(file, entry),
            *after_rescission(file, entry),
        )


class RescindOrder(Step):
    """Rescind the order."""

    key = "rescind_order"
    event = "order_rescinded"
    button = "Rescind the order"
    effects = ("Every clock of the order that waits or runs ends for good.",)
    group = "ending"
    may = BOARD
    form = _FACT

    def offered(self, file: CaseFile) -> bool:
        return binds(file) or _is(file, State.DRAFTED)


def _needs_opened(file: CaseFile) -> str | None:
    hearing = file.live_hearing
    return None if hearing is not None and hearing.state not in ("planned", "noticed") else "hearing_opened"


#: What must come first, where a story leaves it out.
PRESUPPOSES: Mapping[str, Presupposed] = {
    "order_served": lambda file: None if file.has("order_issued") else "order_issued",
    "hearing_continued": _needs_opened,
    "hearing_closed": _needs_opened,
}
