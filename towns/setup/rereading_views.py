"""Pages of acts on the law that are named, shown before they are done, and written down: an offered text taken up or set
aside, an edition withdrawn before its day, cases read by another text."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from towns.access.context import person_of
from towns.access.decorators import members
from towns.access.kept_forms import typed
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.law.entries import BylawError
from towns.models import BylawEdition
from towns.record.case_file import law_of
from towns.record.unreadable import Unread
from towns.setup import changes, editions, jobs, offers, rereading
from towns.setup.editions_forms import Reason, Rereading
from towns.setup.editions_views import would_change
from towns.setup.jobs_views import once_of, started
from towns.ui.links import town_url


def _adopted(pk: int) -> BylawEdition:
    row = BylawEdition.objects.filter(pk=pk, adopted=True).first()
    if row is None:
        raise Http404("No such adopted edition.")
    return row


@members("set_up_town")
def offered(request: HttpRequest, town: str) -> HttpResponse:
    """The text that came with this release: how it differs from the one in force, to be drafted or set aside."""
    here, day = town_of(request), today(town_of(request))
    home = town_url("setup:editions", here)
    offer = offers.offer_for(here)
    if offer is None:
        messages.info(request, "No other text is offered.")
        return HttpResponseRedirect(home)
    aside = Reason(request.POST if "why" in request.POST else None, submit="Set it aside", back=home)
    if request.method == "POST" and "draft" in request.POST:
        try:
            draft = offers.draft_offered(here, day, person_of(request))
        except (BylawError, editions.EditionRefused) as why:
            messages.error(request, str(why))
            return HttpResponseRedirect(home)
        messages.success(
            request, f"The draft “{draft.label}” is made. Nothing counts by it until it is adopted."
        )
        return HttpResponseRedirect(town_url("setup:edition", here, pk=draft.pk))
    if aside.is_bound and aside.is_valid():
        offers.set_aside(here, offer, aside.cleaned_data["why"], person_of(request))
        messages.success(
            request, "The offered text is set aside. It stands among the changes with your reason."
        )
        return HttpResponseRedirect(home)
    shown = {"offer": offer, "aside": aside, **would_change(here, offer.text, day)}
    return render(request, "setup/editions_offered.html", shown, status=422 if aside.is_bound else 200)


@members("set_up_town")
def withdraw(request: HttpRequest, town: str, pk: int) -> HttpResponse:
    """Take back an adopted text before its day."""
    here, row = town_of(request), _adopted(pk)
    back = town_url("setup:edition", here, pk=row.pk)
    form = Reason(typed(request), submit="Withdraw it", back=back)
    if request.method == "POST" and form.is_valid():
        by = person_of(request)
        try:
            editions.withdraw(row, form.cleaned_data["why"], by)
        except editions.EditionRefused as refused:
            form.add_error(None, str(refused))
        else:
            changes.note(here, f"Bylaw edition {row.pk} withdrawn", row.label, form.cleaned_data["why"], by)
            messages.success(request, f"“{row.label}” is withdrawn and will not come into force.")
            return HttpResponseRedirect(back)
    shown = {"form": form, "edition": row}
    return render(request, "setup/editions_withdraw.html", shown, status=422 if form.is_bound else 200)


@members("set_up_town")
def reread(request: HttpRequest, town: str, pk: int) -> HttpResponse:
    """Read cases by an adopted text: which and why, what it would move, and then the act."""
    here, day, row = town_of(request), today(town_of(request)), _adopted(pk)
    back = town_url("setup:edition", here, pk=row.pk)
    once = once_of(request.POST)
    if request.method == "POST" and (first := jobs.asked_before(here, once)):
        return started(first)
    may = [] if row.withdrawals.exists() else rereading.may_read(row, law_of(row, here), day)
    if not may:
        raise Http404("No case may be read by this text.")
    form = Rereading(typed(request), whys=[(why, rereading.WHYS[why]) for why in may], back=back)
    shown: dict[str, Any] = {"form": form, "edition": row}
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        if "save" in request.POST:
            cases = rereading.candidates(row, given["why"]).order_by("pk")
            ids, by = list(cases.values_list("pk", flat=True)), person_of(request)
            labels = sorted(set(cases.order_by().values_list("edition__label", flat=True)))
            asked = {
                "edition": row.pk,
                "settled_too": "settled_too" in request.POST,
                "before": ", ".join(labels),
                "told": f"{row.label}. {rereading.WHYS[given['why']]} {given['cite']}",
            }
            job = jobs.begin(
                here, f"Cases read by “{row.label}”", by=by, once=once, cases=ids, kind=jobs.TEXT, given=asked
            )
            return started(job)
        unread: dict[int, Unread] = {}
        cases = rereading.candidates(row, given["why"])
        told = rereading.outcomes(here, cases, rereading.under(row, here), day, unread, changes.LOOK)
        shown |= {
            "asked": given, "why_said": rereading.WHYS[given["why"]], "outcomes": told, "count": cases.count(),
            "unread": list(unread.values()), "looked": changes.looked_at(cases), "once": once,
        }  # fmt: skip
    bad = form.is_bound and not form.is_valid()
    return render(request, "setup/editions_reread.html", shown, status=422 if bad else 200)
