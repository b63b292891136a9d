"""Everything the permitting department keeps, for Django to find."""

from permitting.applications.models import Application, FilingDraft
from permitting.decisions.models import Condition, Decision
from permitting.inspections.models import Inspection
from permitting.inspections.photos import InspectionPhoto
from permitting.inspections.reports import InspectionReport
from permitting.permits.models import Permit
from permitting.referrals.models import Comment
from permitting.waivers.models import WaiverRequest

__all__ = [
    "Application",
    "Comment",
    "Condition",
    "Decision",
    "FilingDraft",
    "Inspection",
    "InspectionPhoto",
    "InspectionReport",
    "Permit",
    "WaiverRequest",
]
