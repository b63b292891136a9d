"""What the permitting department tells the ground floor: its steps and the thing its cases are about."""

from permitting.applications import steps as applications
from permitting.applications.models import Application
from permitting.decisions import steps as decisions
from permitting.permits import steps as permits
from towns import principals


def register() -> None:
    """Applications are the principal of every matter that no other department claims."""
    principals.register(Application)
    applications.register()
    decisions.register()
    permits.register()
