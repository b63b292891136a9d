"""What the permitting department tells the ground floor."""

from permitting import effects, events
from permitting.applications import drafts
from permitting.applications.case_type import TYPES
from permitting.om_plans import parcel_panel
from permitting.om_plans.case_type import OM_PLAN
from permitting.om_plans.steps import VISITORS
from permitting.permits import defects as permit_defects
from permitting.sureties.case_type import SURETY
from towns.access import context, permissions
from towns.cases import defects
from towns.papers import kinds
from towns.parcels import panels as parcels
from towns.record import case_types, event_kinds
from towns.record import effects as silence


def register() -> None:
    """Its case types, effects, events and papers."""
    types = (*TYPES, OM_PLAN, SURETY)
    case_types.register(*types)
    silence.declare(*effects.EFFECTS)
    event_kinds.declare(*events.EVENTS)
    defects.declare(permit_defects.WORDS, permit_defects.CLEARED)
    kinds.declare(*(paper for one in types for paper in one.papers))
    drafts.register()
    context.offer_page("apply", "filing:apply", "Apply")
    context.offer_page("file", "filing:file")
    permissions.declare("keep_om_plan", VISITORS)
    context.offer_to_staff("Inspections", "inspections:day", "record_inspection")
    context.offer_to_staff("O&M plans", "om_plans:duties", "see_case")
    parcels.declare(parcel_panel.PANEL)
    context.offer_to_staff("Sureties", "sureties:list", "see_desk")
