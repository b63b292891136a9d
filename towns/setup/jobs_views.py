"""The page that says how far the reading of cases is after a change of settings."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from towns.access.decorators import members, posted
from towns.access.tenancy import town_of
from towns.models import SettingJob
from towns.setup import jobs
from towns.setup.tasks import read_cases
from towns.ui.links import town_url


def once_of(data: Any) -> UUID:
    """The token of a form that makes two clicks one job; a new one where the form has none."""
    try:
        return UUID(str(data.get("once", "")))
    except ValueError:
        return uuid4()


def started(row: SettingJob) -> HttpResponse:
    """Send the worker to a job once the change is saved, and lead to the job's page.

    What is lost on the way to the worker is taken up by its schedule; a job that is finished is not begun again.
    """
    transaction.on_commit(partial(read_cases.delay, row.town_id, row.pk), robust=True)
    return HttpResponseRedirect(town_url("setup:job", row.town, pk=row.pk))


def _job(pk: int) -> SettingJob:
    row = SettingJob.objects.select_related("by", "town").defer("cases").filter(pk=pk).first()
    if row is None:
        raise Http404("No such reading of cases.")
    return row


@members("set_up_town")
@require_safe
def job(request: HttpRequest, town: str, pk: int) -> HttpResponse:
    """How far one reading of cases is, and which cases it passed over."""
    row = _job(pk)
    return render(request, "setup/job.html", {"job": row, "gave_up": jobs.gave_up(row)})


@members("set_up_town")
@posted("../")
def again(request: HttpRequest, town: str, pk: int) -> HttpResponse:
    """Go on with a reading that stopped."""
    town_of(request)
    row = _job(pk)
    if row.finished is None:
        jobs.try_again(row)
    return started(row)
