"""Everything the enforcement department keeps, for Django to find."""

from enforcement.costs.models import Bill, CostParty, CostRecovery, CostSettings, Receipt, Turnover
from enforcement.discharges.models import Spill
from enforcement.orders.models import Order, Recipient
from enforcement.tickets.models import Ticket
from enforcement.violations.models import Report, Violation

__all__ = [
    "Bill",
    "CostParty",
    "CostRecovery",
    "CostSettings",
    "Order",
    "Receipt",
    "Recipient",
    "Report",
    "Spill",
    "Ticket",
    "Turnover",
    "Violation",
]
