"""Everything the enforcement department keeps, for Django to find."""

from enforcement.orders.models import Order, Recipient
from enforcement.tickets.models import Ticket
from enforcement.violations.models import Report, Violation

__all__ = ["Order", "Recipient", "Report", "Ticket", "Violation"]
