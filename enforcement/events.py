"""The page half of the events that enforcement owns. Nothing of it is public unless its line says so."""

from towns.record.event_kinds import EventKind

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
    *(EventKind(name) for name in (*_COSTS, *_SPILLS)),
    *(EventKind(name, public=True) for name in _LIENS),
)
