"""Everything the permitting department keeps, for Django to find."""

from permitting.applications.models import Application, FilingDraft
from permitting.decisions.models import Condition, Decision
from permitting.permits.models import Permit
from permitting.referrals.models import Comment
from permitting.sureties.models import ReleaseProof, Surety, SuretyPaper
from permitting.waivers.models import WaiverRequest

__all__ = [
    "Application",
    "Comment",
    "Condition",
    "Decision",
    "FilingDraft",
    "Permit",
    "ReleaseProof",
    "Surety",
    "SuretyPaper",
    "WaiverRequest",
]
