"""What the enforcement department tells the ground floor."""

from enforcement import effects, events
from enforcement.costs import case_type as costs
from enforcement.discharges import case_type as discharges
from enforcement.orders import case_type as orders
from enforcement.roles import AGENTS
from enforcement.tickets import case_type as tickets
from enforcement.violations import case_type as violations
from towns.access import context, permissions
from towns.papers import kinds
from towns.record import case_types, event_kinds
from towns.record import effects as silence
from towns.roles import Role


def register() -> None:
    """Its case types, effects and events, papers, who signs for money, and where pages lead to it."""
    case_types.register(*violations.TYPES, *orders.TYPES, *tickets.TYPES, *costs.TYPES, *discharges.TYPES)
    permissions.declare("sign_turnover", {Role.TREASURER})
    silence.declare(*effects.EFFECTS)
    event_kinds.declare(*events.EVENTS)
    kinds.declare(*(paper for one in costs.TYPES for paper in one.papers))
    permissions.declare("see_complainant", AGENTS)
    context.offer_to_staff("Enforcement", "enforcement:files", "see_case")
    context.offer_page("report_violation", "enforcement:report", "Report a problem")
    context.offer_to_staff("Costs", "costs:list", "see_desk")
