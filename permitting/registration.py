"""What the permitting department tells the ground floor: its steps and the thing its cases are about."""

from permitting.applications import drafts, life
from permitting.applications import papers as application_papers
from permitting.applications import steps as applications
from permitting.applications.models import Application
from permitting.decisions import papers as decision_papers
from permitting.decisions import steps as decisions
from permitting.permits import papers as permit_papers
from permitting.permits import steps as permits
from permitting.referrals import steps as referrals
from permitting.referrals.views import PAGE as REVIEW
from permitting.waivers import steps as waivers
from towns.record import case_types, panels


def register() -> None:
    """Applications are the principal of every matter that no other department claims."""
    case_types.register(Application)
    applications.register()
    referrals.register()
    waivers.register()
    decisions.register()
    permits.register()
    application_papers.register()
    decision_papers.register()
    permit_papers.register()
    life.register()
    panels.register(Application, pages=(REVIEW,))
    drafts.register()
