"""Tells Django the name of the ground floor, guards the database role and declares what the floor's own rooms own."""

from django.apps import AppConfig
from django.core import checks
from django.db.backends.signals import connection_created


class TownsConfig(AppConfig):
    name = "towns"
    verbose_name = "Towns"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Declare steps, effects and events; refuse a database role that the wall would not bind."""
        from towns import soundness
        from towns.access import permissions, tenancy
        from towns.determine.sheet import DeterminationSheet
        from towns.hearings import effects, events
        from towns.hearings import steps as hearings
        from towns.hearings.papers import HearingNotice
        from towns.mailing.paper import AbutterLetter
        from towns.papers import kinds
        from towns.record import case_types, corrections, event_kinds, steps
        from towns.record import effects as silence

        connection_created.connect(tenancy.refuse_a_mighty_role, dispatch_uid="towns.access.tenancy")
        checks.register(soundness.shipped_law_is_sound)
        checks.register(soundness.every_matter_is_claimed)
        case_types.for_all(corrections.Correct)
        steps.declare(*steps.steps_in(hearings))
        permissions.declare(steps.PlainFact.action, steps.PlainFact.may)
        silence.declare(*effects.EFFECTS)
        event_kinds.declare(*events.EVENTS)
        kinds.declare(HearingNotice, AbutterLetter, DeterminationSheet)
