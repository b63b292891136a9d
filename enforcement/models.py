"""Everything the enforcement department keeps, for Django to find."""

from enforcement.costs.models import Bill, CostParty, CostRecovery, CostSettings, Receipt, Turnover
from enforcement.discharges.models import Spill

__all__ = ["Bill", "CostParty", "CostRecovery", "CostSettings", "Receipt", "Spill", "Turnover"]
