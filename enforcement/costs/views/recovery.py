"""The pages of costs: one recovery with its ledger and interest, the list, the opening of a case, the town's settings."""

from __future__ import annotations

import csv
import io
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from enforcement.costs import page, queries
from enforcement.costs.models import CostRecovery
from towns.access import context
from towns.access.decorators import members, posted
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.cases.next_steps import offered
from towns.cases.shell import actor_of, case_file_or_404, frame_of
from towns.documents.spreadsheets import harmless
from towns.law.rules import Matter
from towns.models import Case, Town
from towns.record import door
from towns.record.case_file import CaseFile, law_of
from towns.setup.changes import note
from towns.ui.fields import LegalDay, TownTime
from towns.ui.layout import DocketHelper
from towns.ui.links import case_url, town_url

KIND = "cost_recovery"


def _file_or_404(request: HttpRequest, number: str) -> CaseFile:
    file = case_file_or_404(request, number)
    if not isinstance(file.principal, CostRecovery):
        raise Http404("This case is not about the town’s costs.")
    return file


@members("see_desk")
def costs(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """What it cost, what is owed today and why, who owes it, and the way to a charge."""
    file = _file_or_404(request, number)
    day, settings = today(file.town), queries.settings_of(file.town)
    found, rule = queries.owed_on(file, day, settings), queries.rule_of(file)
    readings = file.readings(day)
    shown = frame_of(file, "costs") | {
        "sums": found,
        "lines": page.ledger(file),
        "rule": rule,
        "interest": page.interest_lines(found.spans),
        "why_no_interest": page.why_no_interest(rule, found),
        "interest_first": settings.interest_first,
        "owing": page.owing(file, readings),
        "charge_notes": page.charge_notes(file, settings),
        "settings": settings,
        "offers": [
            (step.button, case_url(file.town, file.case, "record", step.key))
            for step in offered(file, actor_of(request))
            if step.group in ("work", "ledger", "notice", "money", "protest", "charge")
        ],
        "stale": [e.facts["seq"] for e in queries.corrections_of_outcomes(file, day)],
        "may_reckon": context.may(request, "correct"),
    }
    return render(request, "costs/costs.html", shown)


@posted("../")
@members("correct")
def reckon(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """After the record was corrected: payments whose “full” or “part” no longer fits are corrected too."""
    file = _file_or_404(request, number)
    day = today(file.town)
    for entry in list(queries.corrections_of_outcomes(file, day)):
        done = door.act("correct", case=file.case, by=actor_of(request), on=day, today=day, **entry.facts)
        messages.success(request, f"{done.entry.title}: entry {entry.facts['seq']}.")
    return HttpResponseRedirect(case_url(file.town, file.case, "costs"))


# ------------------------------------------------------------ the list


class CostFilter(forms.Form):
    """Which recoveries are listed."""

    q = forms.CharField(label="Find", required=False, max_length=100)
    show = forms.ChoiceField(
        label="Show", required=False, choices=[(key, words) for key, (words, _) in page.SHOWN.items()]
    )


def _listed(request: HttpRequest, town: Town) -> tuple[CostFilter, list[page.Row]]:
    form = CostFilter(request.GET)
    form.is_valid()
    stages = page.SHOWN[form.cleaned_data.get("show") or ""][1]
    found = Case.objects.filter(kind=KIND, stage__in=stages).order_by("number")
    if words := str(form.cleaned_data.get("q") or "").replace("\0", ""):
        found = found.filter(
            Q(number__icontains=words)
            | Q(title__icontains=words)
            | Q(address__icontains=words)
            | Q(map_lot__icontains=words)
            | Q(cost_parties__name__icontains=words)
        ).distinct()
    return form, list(page.rows(town, found, today(town)))


@members("see_desk")
def index(request: HttpRequest, town: str) -> HttpResponse:
    """What the town spent in others' place, and what of it is still owed."""
    here = town_of(request)
    form, listed = _listed(request, here)
    asked = request.GET.urlencode()
    shown = {
        "rows": listed,
        "owed": sum((row.sums.balance for row in listed if row.sums.balance > 0), queries.NOTHING),
        "filter_form": form,
        "clear_url": request.path if asked else "",
        "export_url": town_url("costs:export", here) + (f"?{asked}" if asked else ""),
        "export_label": "Export the list (CSV)",
        "may_open": bool(_matters(here)) and context.may(request, "start_town_work"),
        "may_set": context.may(request, "set_up_town"),
    }
    return render(request, "costs/list.html", shown)


@members("export")
def export(request: HttpRequest, town: str) -> HttpResponse:
    """The same list for a spreadsheet."""
    here = town_of(request)
    _form, listed = _listed(request, here)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(
        ["Case", "Title", "Where", "Map-lot", "Stage", "Costs", "Taken off", "Paid", "Interest", "Owed"]
    )
    for row in listed:
        sums, case = row.sums, row.case
        text = (case.number, case.title, case.address, case.map_lot, row.stage)
        money = (sums.costs, sums.abated, sums.paid, sums.interest, sums.balance)
        writer.writerow([*map(harmless, text), *(f"{one:.2f}" for one in money)])
    answer = HttpResponse(out.getvalue(), content_type="text/csv; charset=utf-8")
    name = f"costs-{here.slug}-{today(here).isoformat()}.csv"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


# ------------------------------------------------------------ opening


class Opening(forms.Form):
    """Where the town is at work, and since when."""

    on = LegalDay(label="Day on which the town’s work began")
    at = TownTime(label="Hour", help_text="The bylaw may count hours from the start.")
    address = forms.CharField(label="Where", max_length=200)
    map_lot = forms.CharField(label="Map and lot", max_length=60, required=False)
    article = forms.ChoiceField(label="Article of the bylaw", choices=(), required=False)
    over = forms.CharField(
        label="Number of the order or violation file",
        max_length=40,
        required=False,
        help_text="The case that it follows from.",
    )
    once = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, matter: Matter, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        articles = list(matter.sections.get("article", {}))
        if articles:
            named = [(one, f"Article {one}") for one in articles]
            self.fields["article"].choices = [("", "Choose one"), *named]  # type: ignore[attr-defined]
        else:
            del self.fields["article"]
        self.helper = DocketHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True

    def clean_over(self) -> Case | None:
        """The case of that number in this town."""
        number = self.cleaned_data["over"].replace("\0", "").strip()
        if not number:
            return None
        found = Case.objects.filter(number=number).first()
        if found is None:
            raise forms.ValidationError(f"No case {number} in this town. Check the number, or leave it out.")
        return found


def _matters(town: Town) -> list[Matter]:
    """The town's business of this kind; none where its text recovers no costs."""
    law = law_of(door.edition_on(town, today(town)), town)
    return [matter for matter in law.matters.values() if matter.kind == KIND]


@members("start_town_work")
def new(request: HttpRequest, town: str) -> HttpResponse:
    """Open a case for the costs of the town's work."""
    here, day = town_of(request), today(town_of(request))
    matters = _matters(here)
    if not matters:
        raise Http404(f"{here.name}’s text recovers no costs.")
    form = Opening(request.POST or None, matter=matters[0], initial={"on": day, "once": uuid4()})
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            done = door.open_case(
                town=here,
                matter=matters[0].key,
                by=actor_of(request),
                on=said["on"],
                at=said["at"],
                today=day,
                once=said["once"],
                address=said["address"],
                map_lot=said["map_lot"],
                over=[said["over"]] if said["over"] else [],
                article=said.get("article", ""),
            )
        except door.Impossible as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.because)
        else:
            messages.success(request, f"{done.case.number} is open.")
            return HttpResponseRedirect(case_url(here, done.case, "costs"))
    return render(request, "costs/new.html", {"form": form, "list_url": town_url("costs:list", here)})


# ------------------------------------------------------------ settings


class SettingsForm(forms.Form):
    """The town's vote on liens, and how payments and protests count."""

    lien_vote_article = forms.CharField(
        label="Article of town meeting that voted liens for these costs",
        max_length=200,
        required=False,
        help_text="A vote for each kind of charge is needed (M.G.L. c. 40 § 58). Leave it empty where there is none.",
    )
    lien_vote_day = LegalDay(label="Day of the vote", required=False)
    interest_first = forms.BooleanField(
        label="A payment covers interest first, then the costs", required=False
    )
    one_protest_holds_all = forms.BooleanField(
        label="A protest by one of those who owe holds the time of all of them", required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True

    def clean(self) -> dict[str, Any]:
        """The vote is whole or not there."""
        said: dict[str, Any] = super().clean() or {}
        if bool(said.get("lien_vote_article")) != bool(said.get("lien_vote_day")):
            missing = "lien_vote_day" if said.get("lien_vote_article") else "lien_vote_article"
            self.add_error(missing, "Enter the article and the day of the vote, or neither.")
        return said


@members("set_up_town")
def settings(request: HttpRequest, town: str) -> HttpResponse:
    """What the town settled about costs; each change is written down with who made it."""
    here = town_of(request)
    row = queries.settings_of(here)
    names = list(SettingsForm.base_fields)
    form = SettingsForm(request.POST or None, initial={name: getattr(row, name) for name in names})
    if request.method == "POST" and form.is_valid():
        for name in names:
            label = str(form.fields[name].label)
            note(
                here,
                f"Costs: {label}",
                getattr(row, name),
                form.cleaned_data[name],
                context.person_of(request),
            )
            setattr(row, name, form.cleaned_data[name])
        row.save()
        messages.success(request, "Saved.")
        return HttpResponseRedirect(town_url("costs:settings", here))
    return render(request, "costs/settings.html", {"form": form, "list_url": town_url("costs:list", here)})
