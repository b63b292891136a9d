"""Pages on which a town's administrator gives the town another text of its law: draft, compare, adopt."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.db.models import Count, F
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from towns.access.context import person_of
from towns.access.decorators import members
from towns.access.kept_forms import typed
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.calendar.words import day_words
from towns.law.check import differences
from towns.law.entries import BylawError, Problem
from towns.law.rules import Bylaw
from towns.models import BylawEdition, Case, EditionWithdrawal, SetupChange, Town
from towns.record import door
from towns.record.case_file import law_of
from towns.record.unreadable import Unread, Unreadable, unreadable_text
from towns.setup import changes, comparison, editions, numbers, offers, rereading
from towns.setup.editions_forms import Adoption, OneNumber, Planned, Text
from towns.setup.law import length_said
from towns.ui.links import town_url

#: Cases named on a page before the rest is only counted.
_NAMED = 50


def _edition(pk: int) -> BylawEdition:
    row = BylawEdition.objects.filter(pk=pk).first()
    if row is None:
        raise Http404("No such edition.")
    return row


def _draft(pk: int) -> BylawEdition:
    row = _edition(pk)
    if row.adopted:
        raise Http404("That edition was adopted.")
    return row


def _home(town: Town, row: BylawEdition | None = None) -> str:
    return town_url("setup:editions", town) + (f"{row.pk}/" if row else "")


def _adopted_as(row: BylawEdition) -> str:
    """The name under which the adoption of an edition stands among the changes of the town's settings."""
    return f"Bylaw edition {row.pk} adopted"


@members("set_up_town")
@require_safe
def index(request: HttpRequest, town: str) -> HttpResponse:
    """Every text of the town's law: drafts first, then the latest."""
    here = town_of(request)
    rows = BylawEdition.objects.annotate(pinned=Count("cases")).order_by(
        F("effective").desc(nulls_first=True), "-id"
    )
    shown = {
        "rows": rows,
        "in_force": door.edition_on(here, today(here)),
        "withdrawn": set(EditionWithdrawal.objects.values_list("edition_id", flat=True)),
        "offer": offers.offer_for(here),
    }
    return render(request, "setup/editions.html", shown)


@members("set_up_town")
@require_safe
def export(request: HttpRequest, town: str, pk: int) -> HttpResponse:
    """The text of an edition as a file, the same that the command exports."""
    here, row = town_of(request), _edition(pk)
    answer = HttpResponse(row.text, content_type="application/toml; charset=utf-8")
    named = row.effective.isoformat() if row.adopted and row.effective else f"draft-{row.pk}"
    answer["Content-Disposition"] = f'attachment; filename="{here.slug}-{named}.toml"'
    return answer


@members("set_up_town")
def new(request: HttpRequest, town: str) -> HttpResponse:
    """A draft from the text in force, or from a file."""
    here = town_of(request)
    asked = Planned(request.GET if "planned_day" in request.GET else None)
    planned = asked.cleaned_data["planned_day"] if asked.is_bound and asked.is_valid() else None
    base = base_for(here, planned, today(here))
    initial = {"label": _next_label(base, today(here)), "text": base.text, "planned": planned}
    form = Text(
        typed(request), request.FILES or None, initial=initial, back=_home(here), submit="Save as a draft"
    )
    return _write_text(request, here, form, None, {"asked": asked, "base": base, "planned": planned})


def base_for(town: Town, effective: date | None, day: date) -> BylawEdition:
    """The text that a draft is made from and compared with: the one in force the day before the draft's own day, or
    today where the draft has no day yet."""
    return door.edition_on(town, effective - timedelta(days=1) if effective else day)


@members("set_up_town")
def edit(request: HttpRequest, town: str, pk: int) -> HttpResponse:
    """The whole text of a draft."""
    here, row = town_of(request), _draft(pk)
    initial = {"label": row.label, "text": row.text, "seen": row.sha256, "planned": row.effective}
    form = Text(
        typed(request), request.FILES or None, initial=initial, back=_home(here, row), submit="Save the draft"
    )
    return _write_text(request, here, form, row)


def _next_label(base: BylawEdition, day: date) -> str:
    more = f", changed {day_words(day)[4:]}"
    return base.label.partition(", changed ")[0][: 120 - len(more)] + more


def _write_text(
    request: HttpRequest, here: Town, form: Text, row: BylawEdition | None, more: dict[str, Any] | None = None
) -> HttpResponse:
    problems: list[Problem] = []
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        text = numbers.relabelled(given["text"], given["label"])
        try:
            saved = _save(request, here, text, row, given["seen"])
            editions.plan(saved, given["planned"])
        except BylawError as wrong:
            problems = wrong.problems
        except editions.EditionRefused as why:
            form.add_error(None, str(why))
        else:
            messages.success(
                request, f"The draft “{saved.label}” is saved. Nothing counts by it until it is adopted."
            )
            return HttpResponseRedirect(_home(here, saved))
    bad = bool(problems) or (form.is_bound and not form.is_valid())
    shown = {"form": form, "problems": problems, "edition": row, **(more or {})}
    return render(request, "setup/editions_text.html", shown, status=422 if bad else 200)


def _save(request: HttpRequest, here: Town, text: str, row: BylawEdition | None, seen: str) -> BylawEdition:
    """Keep a sound text as a draft, and write down what it changed."""
    by = person_of(request)
    if row is None:
        saved = editions.import_edition(here, text, by)
        changes.note(here, "Bylaw draft made", "", saved.label, by)
        return saved
    before = row.text
    saved = editions.change_draft(row, text, seen, by)
    if told := differences(before, text):
        changes.note(here, f"Bylaw draft {row.pk} changed", row.label, "; ".join(told)[:4000], by)
    return saved


# ---------------------------------------------------------------- one number


@members("set_up_town")
def number(request: HttpRequest, town: str, pk: int | None = None) -> HttpResponse:
    """One clock's number, for those who do not write TOML: first which clock, then the number with its citation."""
    here, day = town_of(request), today(town_of(request))
    row = _draft(pk) if pk is not None else None
    base = row or door.edition_on(here, day)
    try:
        law = comparison.law_in(here, base.text, day)
    except BylawError:
        return HttpResponseRedirect(_home(here, row))  # the draft's page names what is wrong with its text
    matter = law.matters.get(request.GET.get("matter", ""))
    if matter is None:
        return render(
            request, "setup/editions_clocks.html", {"matters": _clocks(law, base.text), "edition": row}
        )
    name = request.GET.get("clock", "")
    rule = next((rule for rule in matter.clocks if rule.name == name), None)
    if name and (rule is None or name not in numbers.own_clocks(base.text, matter.key)):
        raise Http404("No such time.")
    initial: dict[str, Any] = {"label": _next_label(base, day), "seen": base.sha256}
    if rule is not None:
        initial |= {"length": rule.length, "unit": rule.unit}  # the new number has a place of its own
    form = OneNumber(
        typed(request), law=law, matter=matter, rule=rule, in_draft=row is not None, initial=initial,
        back=f"{_home(here, row)}number/",
    )  # fmt: skip
    problems: list[Problem] = []
    if request.method == "POST" and form.is_valid():
        given = form.number()
        try:
            saved = _set(request, here, base, row, given, form.cleaned_data)
        except BylawError as wrong:
            problems = wrong.problems
        except (numbers.CannotWrite, editions.EditionRefused) as why:
            form.add_error(None, str(why))
        else:
            messages.success(
                request, "The number stands in the draft. Nothing counts by it until it is adopted."
            )
            return HttpResponseRedirect(_home(here, saved))
    bad = bool(problems) or (form.is_bound and not form.is_valid())
    shown = {"form": form, "matter": matter, "rule": rule, "edition": row, "problems": problems}
    return render(request, "setup/editions_number.html", shown, status=422 if bad else 200)


def _clocks(law: Bylaw, text: str) -> list[dict[str, Any]]:
    """Every matter with the clocks whose number may be set."""
    return [
        {"matter": matter, "own": [{"rule": rule, "length": length_said(rule)} for rule in matter.clocks
                                   if rule.name in numbers.own_clocks(text, matter.key)]}
        for matter in law.matters.values() if not matter.inherited
    ]  # fmt: skip


def _set(
    request: HttpRequest, here: Town, base: BylawEdition, row: BylawEdition | None, given: numbers.Number, form: dict[str, Any]
) -> BylawEdition:  # fmt: skip
    """Write a number into the draft, or into a new one made from the text in force."""
    day = today(here)
    if row is None and form["seen"] != base.sha256:
        raise editions.EditionRefused(
            "Another text came into force since you opened this page. Open it anew."
        )
    text = numbers.write(base.text, given, day)
    if row is None:
        text = numbers.relabelled(text, form["label"])
    editions.sound(here, text)
    rule = comparison.law_in(here, text, day).matters[given.matter].clock(given.clock)
    if (rule.length, rule.unit) != (given.length, given.unit):
        raise numbers.CannotWrite(
            "A dated amendment or a reading of the text gives this time another number. Change it in the text itself."
        )
    return _save(request, here, text, row, form["seen"])


# ---------------------------------------------------------------- one edition


@members("set_up_town")
def edition(request: HttpRequest, town: str, pk: int) -> HttpResponse:
    """One edition: a draft with all that it would change, or an adopted text as it stands for good."""
    here, day, row = town_of(request), today(town_of(request)), _edition(pk)
    if request.method == "POST" and "discard" in request.POST:
        try:
            editions.discard(row, person_of(request))
        except editions.EditionRefused as why:
            messages.error(request, str(why))
        else:
            changes.note(here, "Bylaw draft thrown away", row.label, "", person_of(request))
            messages.success(request, f"The draft “{row.label}” is thrown away.")
        return HttpResponseRedirect(_home(here))
    shown: dict[str, Any] = {"edition": row, "pinned": Case.objects.filter(edition=row).count()}
    if row.adopted:
        shown["vote"] = SetupChange.objects.filter(what=_adopted_as(row)).first()
        shown["withdrawal"] = row.withdrawals.select_related("by").first()
        shown["to_come"] = row.effective is not None and row.effective > day
        shown |= _as_read(here, row, day)
    else:
        shown |= would_change(here, row.text, day, row.effective)
    return render(request, "setup/editions_one.html", shown)


def _as_read(here: Town, row: BylawEdition, day: date) -> dict[str, Any]:
    """What an adopted text leaves unsaid, whether it may be asked to read other cases, or why it cannot be read."""
    try:
        law = law_of(row, here)
    except Unreadable as why:
        return {"unreadable": str(why)}
    may_read = [] if row.withdrawals.exists() else rereading.may_read(row, law, day)
    return {"supplied": law.supplied, "may_read": may_read}


def would_change(here: Town, text: str, day: date, effective: date | None = None) -> dict[str, Any]:
    """What a text changes against the one in force the day before its own, and what stays."""
    base = base_for(here, effective, day)
    on = max(day, effective or day)
    try:
        old = comparison.law_in(here, base.text, base.effective or on)
    except BylawError as wrong:
        return {"base": base, "base_unreadable": str(unreadable_text(base, wrong))}
    try:
        new_law = comparison.law_in(here, text, on)
    except BylawError as wrong:
        return {"base": base, "problems": wrong.problems}
    clocks = comparison.clock_changes(here, old, new_law, on)
    names = {change.matter for change in clocks}
    touched = {m.key for law in (old, new_law) for m in law.matters.values() if m.name in names}
    staying = comparison.staying(touched)
    return {
        "base": base,
        "clocks": clocks,
        "keys": differences(base.text, text),
        "lines": comparison.lines(base.text, text),
        "staying": staying[:_NAMED],
        "staying_more": max(0, staying.count() - _NAMED),
        "running": comparison.staying().count(),
    }


@members("set_up_town")
def adopt(request: HttpRequest, town: str, pk: int) -> HttpResponse:
    """From which day a draft is the law and by which vote; everything it does is shown before it is done."""
    here, day, row = town_of(request), today(town_of(request)), _draft(pk)
    initial = {"seen": row.sha256, "effective": row.effective}
    form = Adoption(typed(request), initial=initial, back=_home(here, row))
    shown: dict[str, Any] = {"form": form, "edition": row}
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        if given["seen"] != row.sha256:
            form.add_error(
                None,
                "Somebody changed this draft since you opened it. Look at it again before it is adopted.",
            )
        elif why := editions.too_early(here, given["effective"]):
            form.add_error("effective", why)
        else:
            shown |= would_change(here, row.text, day, given["effective"])
            shown |= _asked_again(here, row, given["effective"], day)
            if "save" in request.POST and not shown.get("problems"):
                lacking = _lacking(request, shown)
                if not lacking:
                    try:
                        return _adopt(request, here, row, given)
                    except editions.EditionRefused as refused:
                        form.add_error(None, str(refused))
                shown["lacking"] = lacking
            shown["asked"] = not form.errors and given
    bad = bool(shown.get("problems") or shown.get("lacking")) or (form.is_bound and not form.is_valid())
    return render(request, "setup/editions_adopt.html", shown, status=422 if bad else 200)


def _asked_again(here: Town, row: BylawEdition, effective: date, day: date) -> dict[str, Any]:
    """What must be confirmed by itself before this day: that it is far away, and what becomes of cases filed since."""
    since = editions.filed_since(here, effective)
    shown: dict[str, Any] = {
        "far": editions.too_far(effective, day),
        "later_count": since.count(),
        "later": since[:_NAMED],
    }
    if shown["later_count"]:
        unread: dict[int, Unread] = {}
        would = BylawEdition(town=here, label=row.label, text=row.text, effective=effective)
        shown["outcomes"] = rereading.outcomes(
            here, since, rereading.under(would, here), day, unread, changes.LOOK
        )
        shown |= {"unread": list(unread.values()), "looked": changes.looked_at(since)}
    return shown


def _lacking(request: HttpRequest, shown: dict[str, Any]) -> list[str]:
    """The confirmations that were asked for and not given."""
    lacking = []
    if shown["far"] and "far" not in request.POST:
        lacking.append("Confirm the year, or choose another day.")
    if shown["later_count"] and "reread" not in request.POST:
        lacking.append("Say that the cases filed since are read by this text, or choose a later day.")
    return lacking


def _adopt(request: HttpRequest, here: Town, row: BylawEdition, given: dict[str, Any]) -> HttpResponse:
    by = person_of(request)
    before = base_for(here, given["effective"], given["effective"])
    adopted = editions.adopt(
        row, given["effective"], by, far="far" in request.POST,
        reread=given["cite"] if "reread" in request.POST else "", settled_too="settled_too" in request.POST,
    )  # fmt: skip
    told = f"{adopted.label}, in force from {day_words(given['effective'])}: {given['cite']}"
    changes.note(here, _adopted_as(row), before.label, told, by)
    messages.success(
        request,
        f"“{adopted.label}” is adopted. Cases filed from {day_words(given['effective'])} on are under it.",
    )
    return HttpResponseRedirect(_home(here, adopted))
