"""Health pages: one for a town's people, one in numbers for a monitor."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from towns.access.context import may
from towns.access.decorators import members, posted
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.health import queries
from towns.models import OutboxMessage
from towns.ui.links import town_url


@never_cache
@require_safe
def monitor(request: HttpRequest) -> HttpResponse:
    """Numbers for a monitor. `ok` is false when a clock ran out and was not settled for more than a day."""
    numbers = queries.installation(today())
    return JsonResponse({"ok": numbers["oldest_unswept_days"] <= 1, **numbers})


@never_cache
@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    """Whether this process answers at all; asks nothing of anybody."""
    return JsonResponse({"ok": True})


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Whether pages can be served: database, migrations, documents. 503 with what is wrong where they cannot."""
    wrong = queries.not_ready()
    return JsonResponse({"ok": not wrong, "wrong": wrong}, status=503 if wrong else 200)


@members("see_health")
@require_safe
def health(request: HttpRequest, town: str) -> HttpResponse:
    """How the sweep and the mail stand in this town."""
    here = town_of(request)
    shown = {**queries.town_health(today(here)), "may_retry": may(request, "tick_task")}
    return render(request, "health/health.html", shown)


@members("tick_task")
@posted("../")
def retry(request: HttpRequest, town: str) -> HttpResponse:
    """Let the mail that failed be tried again."""
    here = town_of(request)
    again = OutboxMessage.objects.filter(sent__isnull=True, attempts__gt=0).update(attempts=0, error="")
    messages.success(
        request, f"{again} message{'s' if again != 1 else ''} will be tried again within the minute."
    )
    return HttpResponseRedirect(town_url("health:town", here))
