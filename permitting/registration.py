"""What the permitting department tells the ground floor."""

from permitting import effects, events
from permitting.applications import drafts
from permitting.applications.case_type import TYPES
from permitting.om_plans.case_type import OM_PLAN
from permitting.sureties.case_type import SURETY
from towns.access import context
from towns.papers import kinds
from towns.record import case_types, event_kinds
from towns.record import effects as silence


def register() -> None:
    """Its case types, effects, events and papers."""
    types = (*TYPES, OM_PLAN, SURETY)
    case_types.register(*types)
    silence.declare(*effects.EFFECTS)
    event_kinds.declare(*events.EVENTS)
    kinds.declare(*(paper for one in types for paper in one.papers))
    drafts.register()
    context.offer_page("apply", "filing:apply", "Apply")
    context.offer_page("file", "filing:file")
