"""The page half of the events that enforcement owns. Nothing of it is public unless its line says so."""

from towns.record.event_kinds import EventKind

_VIOLATIONS = (
    "violation_reported",
    "violation_found",
    "violation_cured",
    "violation_unfounded",
    "violation_closed",
    "warning_given",
    "entry_refused",
)
_ORDERS = (
    "order_drafted",
    "order_issued",
    "order_served",
    "order_ratified",
    "order_amended",
    "deadline_extended",
    "complied",
    "compliance_confirmed",
    "order_defaulted",
    "order_rescinded",
    "access_suspended",
    "access_restored",
    "termination_proposed",
    "petition_filed",
)
_TICKETS = (
    "ticket_issued",
    "ticket_delivered",
    "ticket_paid",
    "ticket_hearing_requested",
    "ticket_heard",
    "ticket_dismissed",
    "ticket_voided",
    "default_notified",
    "complaint_applied",
)
_COSTS = (
    "town_work_started",
    "remediation_notified",
    "town_work_completed",
    "cost_recorded",
    "costs_notified",
    "costs_received",
    "costs_paid",
    "payment_reversed",
    "protest_filed",
    "protest_decided",
    "charge_certified",
    "charge_committed",
    "charge_abated",
    "collector_notified",
)
#: A lien stands in the registry of deeds, where anyone may read it.
_LIENS = ("lien_recorded", "lien_released")
_SPILLS = (
    "release_known",
    "spill_reported",
    "state_notified",
    "spill_confirmed",
    "spill_closed",
    "release_demanded",
)

EVENTS = (
    *(EventKind(name) for name in (*_VIOLATIONS, *_ORDERS, *_TICKETS, *_COSTS, *_SPILLS)),
    *(EventKind(name, public=True) for name in _LIENS),
)
