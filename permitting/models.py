"""Everything the permitting department keeps, for Django to find."""

from permitting.applications.models import Application, FilingDraft
from permitting.decisions.models import Condition, Decision
from permitting.inspections.models import Inspection
from permitting.inspections.photos import InspectionPhoto
from permitting.inspections.reports import InspectionReport
from permitting.om_plans.models import OmPlan
from permitting.om_plans.upkeep import (
    Asked,
    Duty,
    Easement,
    PlanParcel,
    PlanParty,
    Repair,
    Structure,
    WorkDone,
)
from permitting.permits.models import Permit
from permitting.referrals.models import Comment
from permitting.sureties.models import ReleaseProof, Surety, SuretyPaper
from permitting.waivers.models import WaiverRequest

__all__ = [
    "Application",
    "Asked",
    "Comment",
    "Condition",
    "Decision",
    "Duty",
    "Easement",
    "FilingDraft",
    "Inspection",
    "InspectionPhoto",
    "InspectionReport",
    "OmPlan",
    "Permit",
    "PlanParcel",
    "PlanParty",
    "ReleaseProof",
    "Repair",
    "Structure",
    "Surety",
    "SuretyPaper",
    "WaiverRequest",
    "WorkDone",
]
