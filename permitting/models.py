"""Everything the permitting department keeps, for Django to find."""

from permitting.applications.models import Application, FilingDraft
from permitting.decisions.models import Condition, Decision
from permitting.permits.models import Permit

__all__ = ["Application", "Condition", "Decision", "FilingDraft", "Permit"]
