"""The receipts of a day, and the list with which the money goes to the treasurer."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone

from enforcement.costs.models import Receipt, Turnover
from towns.access import context
from towns.access.decorators import members, posted
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.calendar.words import day_words
from towns.models import Town
from towns.ui.fields import LegalDay
from towns.ui.links import town_url

SIGN = "sign_turnover"


def _day_of(request: HttpRequest, town: Town) -> date:
    """The day that is asked for; today where none, or none that can be read, is."""
    field = LegalDay(required=False)
    try:
        asked = field.clean(request.GET.get("day") or request.POST.get("day") or "")
    except Exception:
        asked = None
    return asked or today(town)


def _address(town: Town, day: date) -> str:
    return f"{town_url('costs:receipts', town)}?day={day.isoformat()}"


@members("see_desk")
def receipts(request: HttpRequest, town: str) -> HttpResponse:
    """What came in on a day, its total, and what was handed over and signed for."""
    here = town_of(request)
    day = _day_of(request, here)
    rows = list(Receipt.objects.filter(day=day).select_related("case", "turned_over"))
    open_rows = [row for row in rows if row.turned_over_id is None]
    shown = {
        "day": day,
        "rows": rows,
        "total": sum((row.amount for row in rows), Decimal("0.00")),
        "open_total": sum((row.amount for row in open_rows), Decimal("0.00")),
        "open_rows": open_rows,
        "lists": Turnover.objects.filter(day=day).select_related("handed_by", "signed_by"),
        "may_hand": context.may(request, "pay_costs"),
        "may_sign": context.may(request, SIGN),
        "list_url": town_url("costs:list", here),
    }
    return render(request, "costs/receipts.html", shown)


@posted("../")
@members("pay_costs")
def turn_over(request: HttpRequest, town: str) -> HttpResponse:
    """Put the day's receipts that went to nobody yet on one list for the treasurer."""
    here = town_of(request)
    day = _day_of(request, here)
    with transaction.atomic():
        mine = list(Receipt.objects.select_for_update().filter(day=day, turned_over=None))
        if mine:
            made = Turnover.objects.create(
                town=here,
                day=day,
                total=sum((row.amount for row in mine), Decimal("0.00")),
                handed_by=context.person_of(request),
                handed=timezone.now(),
            )
            Receipt.objects.filter(pk__in=[row.pk for row in mine]).update(turned_over=made)
            messages.success(request, f"{len(mine)} receipts of {day_words(day)} are on the list.")
        else:
            messages.warning(request, f"Every receipt of {day_words(day)} is on a list already.")
    return HttpResponseRedirect(_address(here, day))


@posted("../../")
@members(SIGN)
def sign(request: HttpRequest, town: str, pk: int) -> HttpResponse:
    """The treasurer signs for the money of a list; whoever handed it over does not sign for it."""
    here = town_of(request)
    with transaction.atomic():
        row = Turnover.objects.select_for_update().filter(pk=pk).first()
        if row is None:
            raise Http404("No such list.")
        person = context.person_of(request)
        if row.signed_by_id:
            messages.warning(request, "This list is signed already.")
        elif row.handed_by_id == person.pk:
            messages.warning(request, "Somebody else must sign for what you handed over.")
        else:
            Turnover.objects.filter(pk=row.pk).update(signed_by=person, signed=timezone.now())
            messages.success(request, f"Signed for the list of {day_words(row.day)}.")
    return HttpResponseRedirect(_address(here, row.day))
