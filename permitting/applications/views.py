"""Filing an application: the office enters paper, an applicant answers page by page and sends it once."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from permitting.applications.filing import PAGES, Filing, kept_rows, matters_filed
from permitting.applications.models import FilingDraft
from towns.access.context import person_of
from towns.access.decorators import members, posted, signed_in
from towns.access.kept_forms import typed
from towns.access.tenancy import town_of
from towns.calendar import filing_day
from towns.calendar.counter_hours import hours
from towns.calendar.today import now, today
from towns.calendar.words import day_words
from towns.law.passages import clauses_for
from towns.mail import outbox
from towns.models import Case, ClosedDay, Event, Town
from towns.record import door
from towns.record.case_file import calendar_of, law_of
from towns.roles import APPLICANT
from towns.ui.links import town_url


def _law(town: Town) -> Any:
    return law_of(door.edition_on(town, today(town)), town)


@members("file")
def file(request: HttpRequest, town: str) -> HttpResponse:
    """Enter a filing that came on paper."""
    here = town_of(request)
    day = today(here)
    form = Filing(
        typed(request),
        initial={"once": uuid4(), "received": day},
        law=_law(here),
        today=day,
        back=town_url("worklist:desk", here),
    )
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            done = door.open_case(
                town=here, matter=given["matter"], by=door.actor_for(person_of(request), here), on=form.legal_day, today=day,
                once=given["once"], keep=form.kept(), title=given["title"], address=given["address"],
                map_lot=given["map_lot"], **form.facts(),
            )  # fmt: skip
        except door.Impossible as cannot:
            form.add_error(cannot.field if cannot.field in form.fields else None, cannot.because)
        else:
            words = "was entered before" if done.repeated else "is entered"
            messages.success(request, f"{done.case.number} {words}.")
            return HttpResponseRedirect(town_url("cases:case", here, number=done.case.number))
    return render(request, "applications/file.html", {"form": form}, status=422 if form.is_bound else 200)


def apply(request: HttpRequest, town: str) -> HttpResponse:
    """What to have ready, when a web filing counts, and the applications one has begun."""
    here = town_of(request)
    drafts = FilingDraft.objects.filter(person=person_of(request)) if request.user.is_authenticated else []
    law = _law(here)
    wanted = [
        (law.matters[key], name, clauses_for(law, "application", matter=key))
        for key, name in matters_filed(law)
    ]
    shown = {
        "drafts": drafts,
        "wanted": wanted,
        "rule": filing_day.rule_words(here),
        "law_note": law.note,
        "carried": carried(request.GET, law),
        "here": request.get_full_path(),
    }
    return render(request, "applications/apply.html", shown)


#: What may come along from the questions whether a permit is needed, and how long each may be.
_CARRIED = {"matter": 60, "disturbed_sqft": 10, "common_plan_sqft": 10, "lot_sqft": 10, "description": 5000}


def carried(sent: QueryDict, law: Any) -> dict[str, str]:
    """The answers that a page before brought along for an application's first draft; anything else is left."""
    given = {key: sent.get(key, "").replace("\0", "")[:most] for key, most in _CARRIED.items()}
    if given["matter"] not in dict(matters_filed(law)):
        given["matter"] = ""
    return {
        key: value
        for key, value in given.items()
        if value and (not key.endswith("_sqft") or (value.isascii() and value.isdecimal()))
    }


@signed_in
@posted("../")
def begin(request: HttpRequest, town: str) -> HttpResponse:
    """Begin a new application."""
    here = town_of(request)
    answers = {"applicant": person_of(request).name, "applicant_email": person_of(request).email}
    answers |= carried(request.POST, _law(here))
    draft = FilingDraft.objects.create(
        town=here, person=person_of(request), answers=answers, once=uuid4(), updated=timezone.now()
    )
    return HttpResponseRedirect(town_url("filing:page", here, pk=draft.pk, key=PAGES[0][0]))


def _draft(request: HttpRequest, pk: int) -> FilingDraft:
    town_of(request)
    found = FilingDraft.objects.filter(pk=pk, person=person_of(request)).first()
    if found is None:
        raise Http404("No such application.")
    return found


@signed_in
def page(request: HttpRequest, town: str, pk: int, key: str) -> HttpResponse:
    """One page of the application; what is right is kept, and one may leave at any time."""
    here, draft = town_of(request), _draft(request, pk)
    at = next((n for n, item in enumerate(PAGES) if item[0] == key), None)
    if at is None:
        raise Http404("No such page.")
    _key, heading, kind = PAGES[at]
    form = kind(typed(request), initial=draft.answers, law=_law(here))
    if request.method == "POST" and (form.is_valid() or request.POST.get("later")):
        # Coming back later keeps even what is not right yet, as it was typed.
        raw = {name: request.POST.get(name, "")[:6000].replace("\0", "") for name in form.fields}
        draft.answers = {
            **draft.answers,
            **raw,
            "done": sorted({*draft.answers.get("done", ()), *([key] if form.is_valid() else ())}),
        }
        draft.updated = timezone.now()
        draft.save(update_fields=["answers", "updated"])
        if request.POST.get("later"):
            messages.success(request, "Kept. Come back to it from “My filings” when you like.")
            return HttpResponseRedirect(reverse("accounts:my"))
        after = PAGES[at + 1][0] if at + 1 < len(PAGES) and not request.POST.get("checking") else "check"
        return HttpResponseRedirect(town_url("filing:page", here, pk=draft.pk, key=after))
    shown = {
        "form": form, "draft": draft, "heading": heading, "number": at + 1, "of": len(PAGES) + 1, "pages": PAGES,
        "checking": request.GET.get("checking") or request.POST.get("checking"),
        "back": town_url("filing:page", here, pk=draft.pk, key=PAGES[at - 1][0]) if at else town_url("filing:apply", here),
    }  # fmt: skip
    bad = form.is_bound and request.method == "POST"
    return render(request, "applications/page.html", shown, status=422 if bad else 200)


def _read(draft: FilingDraft, law: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """All answers, cleaned, and the pages as lines to check; a page that is not right says so."""
    given: dict[str, Any] = {}
    pages = []
    for key, heading, kind in PAGES:
        form = kind(draft.answers, law=law)
        right = form.is_valid()
        given |= form.cleaned_data
        lines = []
        for field in form:
            value: Any = form.cleaned_data.get(field.name)
            words: Any = dict(getattr(field.field, "choices", ())).get(value, value)
            if isinstance(words, bool):
                words = "Yes" if words else "No"
            elif hasattr(words, "isoformat"):
                words = day_words(words)
            elif isinstance(words, int):
                words = f"{words:,}"
            lines.append({"label": field.label, "value": words, "errors": list(field.errors)})
        pages.append({"key": key, "heading": heading, "right": right, "lines": lines})
    return given, pages


@signed_in
def check(request: HttpRequest, town: str, pk: int) -> HttpResponse:
    """Check the answers, read when it counts as filed, and send it: once, however often the button is pressed."""
    here = town_of(request)
    once = _token(request.POST.get("once", "")) if request.method == "POST" else None
    if once and (sent := _sent_before(request, once)):
        return HttpResponseRedirect(town_url("filing:filed", here, number=sent))
    draft = _draft(request, pk)
    law = _law(here)
    given, pages = _read(draft, law)
    right = all(item["right"] for item in pages)
    moment = now(here)
    counts = filing_day.counts_on(here, moment, calendar_of(here, law, ClosedDay.objects.all()), hours())
    refused = ""
    if request.method == "POST" and right:
        try:
            number = _send(request, here, draft, given, counts, moment)
        except door.Impossible as cannot:
            refused = cannot.because
        else:
            return HttpResponseRedirect(town_url("filing:filed", here, number=number))
    shown = {
        "draft": draft, "answers": pages, "right": right, "rule": filing_day.rule_words(here), "counts": counts,
        "arrives": moment.date(), "refused": refused, "of": len(PAGES) + 1,
    }  # fmt: skip
    return render(request, "applications/check.html", shown, status=422 if request.method == "POST" else 200)


def _token(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _sent_before(request: HttpRequest, once: UUID) -> str:
    """The number that this very application got when it was sent before."""
    found = Event.objects.filter(once=once, case__filed_by=person_of(request)).select_related("case").first()
    return found.case.number if found else ""


def _send(
    request: HttpRequest, town: Town, draft: FilingDraft, given: dict[str, Any], counts: Any, moment: Any
) -> str:
    with transaction.atomic():
        done = door.open_case(
            town=town, matter=given["matter"], by=door.Actor(person_of(request), frozenset({APPLICANT})), on=counts,
            # A filing that counts on a later open day is on record now, as of that day.
            today=max(counts, moment.date()), once=draft.once, title=given["title"], address=given["address"],
            map_lot=given["map_lot"], source="web", filed_with_board=moment.date(),
            keep={**kept_rows(given, person_of(request)), "source": "web", "received": moment},
        )  # fmt: skip
        if not done.repeated:
            FilingDraft.objects.filter(pk=draft.pk).delete()
            shown_at = town_url("register:case", town, number=done.case.number)
            outbox.queue(
                town, key=f"filed:{done.case.number}", to=person_of(request).email, case=done.case,
                subject=f"{done.case.number}: your application is filed",
                body=_letter(town, done.case, request.build_absolute_uri(shown_at)),
            )  # fmt: skip
        return str(done.case.number)


def _letter(town: Town, case: Case, where: str) -> str:
    return (
        f"Your application “{case.title}” was filed with {town.paper_name} and counts as filed on {day_words(case.opened)}.\n\n"
        f"Its number is {case.number}. Follow it here:\n{where}\n"
    )


@signed_in
def filed(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """The number, and what happens next."""
    here = town_of(request)
    case = (
        Case.objects.filter(number=number, filed_by=person_of(request)).first()
        if "\0" not in number
        else None
    )
    if case is None:
        raise Http404("No such application.")
    matter = law_of(case.edition, here).matters[case.matter]
    return render(
        request,
        "applications/filed.html",
        {"case": case, "matter": matter, "tasks": case.tasks.filter(group="filing")},
    )


def unfinished_in(town: Town, person: Any) -> list[FilingDraft]:
    """The applications that a person has begun in a town; needs the town set."""
    return list(FilingDraft.objects.filter(person=person, town=town))
