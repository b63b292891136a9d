"""The pages of sureties: the money of one, the proofs for its release, and the lists with their workbook."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from permitting.sureties import queries, terms
from permitting.sureties.case_type import SURETY
from permitting.sureties.export import sureties_xlsx
from permitting.sureties.forms import Dollars
from permitting.sureties.models import ENDED, HELD, Purpose, ReleaseProof, State, Surety
from towns.access import context
from towns.access.decorators import members, not_yours
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.cases.next_steps import offered
from towns.cases.shell import actor_of, case_file_or_404, frame_of
from towns.models import Case, Document
from towns.record import door
from towns.record.case_file import CaseFile
from towns.ui.fields import LegalDay
from towns.ui.layout import DocketHelper
from towns.ui.links import case_url, town_url
from towns.worklist.export import XLSX


def _surety_or_404(request: HttpRequest, number: str) -> tuple[CaseFile, Surety]:
    file = case_file_or_404(request, number)
    if not isinstance(file.principal, Surety):
        raise Http404("This case is not about a surety.")
    return file, file.principal


@members("see_desk")
def money(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """What the Town holds, line by line and by permit; until when; and whether it may be released."""
    file, surety = _surety_or_404(request, number)
    day, held = today(file.town), terms.money_of(file)
    whole = held.total
    lines = terms.gate(file)
    rule = terms.rules_of(file)
    ends = terms.ends_on(file, day)
    steps = offered(file, actor_of(request))
    shown = frame_of(file, "money") | {
        "surety": surety,
        "form": queries.form_words(held.form),
        "in_hand_form": held.form in ("cash", "deposit"),
        "permits": [(case.number, case_url(file.town, case)) for case in terms.permits_of(file)],
        "total": whole,
        "lapsed": whole.posted - whole.released - whole.spent - whole.returned - whole.balance,
        "interest": held.interest - held.interest_paid,
        "lines": queries.money_lines(file),
        "by_permit": queries.by_permit(file, held),
        "ends": ends if file.stage in map(str, HELD) else None,
        "days_left": (ends - day).days if ends else None,
        "way": queries.way_to_the_end(file, day),
        "notice": file.last("cancellation_notified"),
        "offers": [
            (step.button, case_url(file.town, file.case, "record", step.key))
            for step in steps
            if step.group == "surety"
        ],
        "law": rule,
        "missing_approvals": [terms.APPROVERS[who] for who in terms.approvals_missing(file)],
        "gate": _gate_rows(file, lines, may=context.may(request, "record_surety")),
        "gate_in": sum(1 for line in lines if line.is_in),
        "gate_all": len(lines),
        "gate_open": terms.gate_is_open(file),
        "may_release": context.may(request, "release_surety")
        and file.stage in map(str, (*HELD, State.EXHAUSTED)),
        "release_url": case_url(file.town, file.case, "record", "release_surety"),
        "open_points": [] if rule.release else terms.open_points(file, day),
        "ended": file.stage in map(str, ENDED),
        "ask_counsel": not surety.rule and (whole.account or file.stage == "called"),
        "terms": _terms(surety),
        "demand": _demand(file),
    }
    return render(request, "sureties/money.html", shown)


def _demand(file: CaseFile) -> dict[str, Any] | None:
    """A demand for release and the last day to answer it, where the town has such a rule."""
    rule, demanded = terms.rules_of(file), file.last("release_demanded")
    if demanded is None or not rule.demand_days:
        return None
    strict = demanded.on + timedelta(days=rule.demand_days)
    return {"on": demanded.on, "by": file.calendar.roll_forward(strict), "cite": rule.demand_cite}


def _gate_rows(file: CaseFile, lines: list[terms.GateLine], *, may: bool) -> list[dict[str, Any]]:
    """One row for each thing the law asks for, with one cell a permit."""
    rows: dict[str, dict[str, Any]] = {}
    for line in lines:
        row = rows.setdefault(line.item.key, {"item": line.item, "cells": []})
        document = line.document
        row["cells"].append(
            {
                "permit": line.permit,
                "on": line.on,
                "says": line.says,
                "document": document,
                "document_url": case_url(file.town, document.case, "documents", str(document.pk))
                if document
                else "",
                "proof_url": town_url(
                    "sureties:proof",
                    file.town,
                    number=file.case.number,
                    permit=line.permit.number,
                    item=line.item.key,
                )
                if may and not line.is_in
                else "",
            }
        )
    return list(rows.values())


def _terms(surety: Surety) -> list[tuple[str, str]]:
    """What the instrument says of itself."""
    renews = f"every {surety.evergreen_months} months, unless cancelled" if surety.evergreen_months else ""
    notice = f"{surety.notice_days} days before" if surety.notice_days else ""
    said = (
        ("Secures", surety.get_purpose_display()),
        ("Issuer", surety.issuer),
        ("Number", surety.instrument),
        ("How the amount was arrived at", surety.basis),
        ("The Town’s account", surety.account),
        ("Payee of record", surety.payee),
        ("The original is with", surety.original_with),
        ("Renews itself", renews),
        ("Notice of cancellation", notice),
        ("Default", surety.on_default),
        ("Interest", surety.on_earnings),
        ("Use of the money", surety.on_use),
        ("Return", surety.on_return),
        ("Rule for spending", surety.rule),
    )
    return [(label, value) for label, value in said if value]


class ProofForm(forms.Form):
    """The day on which a proof came in, and the paper."""

    on = LegalDay(label="Day on which it came in")
    says = forms.CharField(label="What it is", max_length=300)
    document = forms.ChoiceField(label="Its document", choices=(), required=False)

    def __init__(self, *args: Any, documents: list[Document], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        listed = [(str(one.pk), f"{one.title} ({one.case.number})") for one in documents]
        self.fields["document"].choices = [("", "None yet"), *listed]  # type: ignore[attr-defined]
        self.helper = DocketHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True


@members("record_surety")
def proof(request: HttpRequest, town: str, number: str, permit: str, item: str) -> HttpResponse:
    """Proof for one thing that must be in before the release, where no ledger shows it."""
    file, _surety = _surety_or_404(request, number)
    over = next((case for case in terms.permits_of(file) if case.number == permit), None)
    wanted = next((one for one in terms.rules_of(file).release if one.key == item), None)
    if over is None or wanted is None:
        raise Http404("The release of this surety does not wait for that.")
    documents = list(Document.objects.filter(case__in=[file.case, over]).select_related("case"))
    day = today(file.town)
    form = ProofForm(request.POST or None, documents=documents, initial={"on": day})
    if request.method == "POST" and form.is_valid():
        if form.cleaned_data["on"] > day:
            form.add_error("on", "That day has not come yet.")
        else:
            chosen = form.cleaned_data["document"]
            ReleaseProof.objects.update_or_create(
                town=file.town,
                case=file.case,
                permit=over,
                item=item,
                defaults={
                    "on": form.cleaned_data["on"],
                    "says": form.cleaned_data["says"],
                    "document": next((one for one in documents if str(one.pk) == chosen), None),
                },
            )
            messages.success(request, f"Kept for {over.number}: {wanted.text}.")
            return HttpResponseRedirect(case_url(file.town, file.case, "money"))
    shown = frame_of(file, "money") | {"form": form, "item": wanted, "permit": over}
    return render(request, "sureties/proof.html", shown)


# ------------------------------------------------------------ from the permit's case


class Opening(forms.Form):
    """What the board asks for, over which permits."""

    on = LegalDay(label="Day on which the board asked for it")
    amount = Dollars(label="Amount", required=False)
    basis = forms.CharField(
        label="How the amount was arrived at", required=False, widget=forms.Textarea({"rows": 2})
    )
    purpose = forms.ChoiceField(label="What it secures", choices=Purpose.choices)
    over = forms.MultipleChoiceField(
        label="Other permits that it stands over", required=False, widget=forms.CheckboxSelectMultiple
    )
    once = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, others: list[Case], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["over"].choices = [(str(one.pk), f"{one.number} {one.title}") for one in others]  # type: ignore[attr-defined]
        if not others:
            del self.fields["over"]
        self.helper = DocketHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True


@members("see_desk")
def of_permit(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """The sureties that stand over a permit, and the one that the board asks for next."""
    file = case_file_or_404(request, number)
    day = today(file.town)
    may = context.may(request, "require_surety")
    over = Case.objects.filter(kind=SURETY.kind, links__to=file.case, links__role="over").order_by("number")
    others = list(
        Case.objects.filter(kind=file.case.kind, map_lot=file.case.map_lot, closed=False)
        .exclude(pk=file.case.pk)
        .exclude(map_lot="")
        .order_by("number")[:20]
    )
    form = Opening(
        request.POST if request.method == "POST" else None,
        others=others,
        initial={"on": day, "once": uuid4()},
    )
    if request.method == "POST" and not may:
        return not_yours(request, f"Requiring a surety is not for your roles in {file.town.name}.")
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        chosen = [one for one in others if str(one.pk) in said.get("over", ())]
        try:
            done = door.open_case(
                town=file.town,
                matter=_matter(file),
                by=actor_of(request),
                on=said["on"],
                today=day,
                once=said["once"],
                over=[file.case, *chosen],
                keep={"basis": said["basis"], "purpose": said["purpose"]},
                **({"amount": said["amount"]} if said["amount"] else {}),
            )
        except door.Impossible as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.because)
        else:
            messages.success(request, f"{done.case.number} is open.")
            return HttpResponseRedirect(case_url(file.town, done.case, "money"))
    shown = frame_of(file, "sureties") | {
        "rows": queries.rows(file.town, day, over),
        "form": form if may else None,
        "law": terms.rules_of_town(file.law),
    }
    return render(request, "sureties/of_permit.html", shown)


def _matter(file: CaseFile) -> str:
    """The town's business of this kind."""
    return next(key for key, matter in file.law.matters.items() if matter.kind == SURETY.kind)


# ------------------------------------------------------------ lists


class SuretyFilter(forms.Form):
    """Which sureties are listed, and in which order."""

    q = forms.CharField(label="Find", required=False, max_length=100)
    show = forms.ChoiceField(
        label="Show", required=False, choices=(("", "Held or awaited"), ("all", "All"), ("ended", "Ended")),
    )  # fmt: skip
    sort = forms.ChoiceField(
        label="Order", required=False,
        choices=(("", "Soonest end first"), ("last", "Longest without an act first"), ("balance", "Largest first"),
                 ("number", "By number")),
    )  # fmt: skip


def _listed(request: HttpRequest) -> tuple[SuretyFilter, dict[str, str], list[queries.SuretyRow]]:
    here = town_of(request)
    form = SuretyFilter(request.GET)
    form.is_valid()
    wanted = {name: str(value) for name, value in form.cleaned_data.items() if value}
    found = Case.objects.filter(kind=SURETY.kind)
    ended = [str(state) for state in ENDED]
    if wanted.get("show") == "ended":
        found = found.filter(stage__in=ended)
    elif wanted.get("show") != "all":
        found = found.exclude(stage__in=ended)
    if words := wanted.get("q", "").replace("\0", ""):
        found = found.filter(
            Q(number__icontains=words) | Q(title__icontains=words) | Q(links__to__number__icontains=words)
            | Q(sureties__issuer__icontains=words) | Q(sureties__payee__icontains=words) | Q(sureties__account__icontains=words)
        ).distinct()  # fmt: skip
    rows = queries.rows(here, today(here), found.order_by("number"))
    return form, wanted, sorted(rows, key=queries.ORDERS[wanted.get("sort") or "ends"])


@members("see_desk")
def sureties(request: HttpRequest, town: str) -> HttpResponse:
    """The sureties of the town: what is held, for whom, until when, and what happened last."""
    here = town_of(request)
    form, wanted, rows = _listed(request)
    first, last = queries.fiscal_year(today(here))
    asked = request.GET.urlencode()
    shown = {
        "rows": rows,
        "totals": queries.totals(rows),
        "filter_form": form,
        "clear_url": request.path if wanted else "",
        "export_url": town_url("sureties:export", here) + (f"?{asked}" if asked else ""),
        "fiscal": (first, last),
    }
    return render(request, "sureties/sureties.html", shown)


@members("export")
def export(request: HttpRequest, town: str) -> HttpResponse:
    """The same list as a workbook."""
    here = town_of(request)
    _form, _wanted, rows = _listed(request)
    answer = HttpResponse(sureties_xlsx(rows, f"{here.name}: Sureties", today(here)), content_type=XLSX)
    answer["Content-Disposition"] = (
        f'attachment; filename="sureties-{here.slug}-{today(here).isoformat()}.xlsx"'
    )
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
