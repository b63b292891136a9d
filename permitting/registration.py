"""What the permitting department tells the ground floor."""

from permitting import effects, events
from permitting.applications import drafts
from permitting.applications import papers as application_papers
from permitting.applications.case_type import TYPES
from permitting.decisions import papers as decision_papers
from permitting.permits import papers as permit_papers
from towns.access import context
from towns.record import case_types, event_kinds
from towns.record import effects as silence


def register() -> None:
    """Its case types, effects, events and papers."""
    case_types.register(*TYPES)
    silence.declare(*effects.EFFECTS)
    event_kinds.declare(*events.EVENTS)
    application_papers.register()
    decision_papers.register()
    permit_papers.register()
    drafts.register()
    context.offer_page("apply", "filing:apply", "Apply")
    context.offer_page("file", "filing:file")
