"""Asks one question at a time whether a project needs a permit, and answers with the words that decided."""

from __future__ import annotations

import hashlib
from typing import Any

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.determine import asking, queries, sheet
from towns.determine.answers import ALONE, Given, next_to_ask, read_address, still_open
from towns.determine.forms import AskTheOffice
from towns.law.determination import Question, questions
from towns.law.determination_reasons import COMMON_PLAN
from towns.law.figures import ACTIVITY, NONE, UNKNOWN
from towns.law.rules import Bylaw
from towns.models import Town
from towns.papers import rendering
from towns.record.case_file import law_of
from towns.record.door import Impossible, edition_on
from towns.ui.links import town_url

_KEPT_FOR = 60 * 60  # seconds for which a printed sheet is kept, so that reloading does not print it anew
_HELP = {
    "square feet": "One acre is 43,560 square feet. You may type acres too, for example 0.5 acres.",
    "percent": "A rise of 1 foot over a length of 10 feet is 10 percent.",
    "cubic yards": "A cubic yard is a block 3 feet long, wide and high.",
    "feet": "Feet, for example 3.5.",
}


def _law(town: Town) -> Bylaw | None:
    try:
        return law_of(edition_on(town, today(town)), town)
    except Impossible:
        return None


@require_safe
def page(request: HttpRequest, town: str) -> HttpResponse:
    """The next question, a question to answer anew, or the result."""
    here = town_of(request)
    law = _law(here)
    if law is None or not questions(law):
        return render(request, "determine/no_text.html")
    given = read_address(request.GET, law)
    asked = {question.key: question for question in questions(law)}
    again = request.GET.get("ask", "")
    mistaken = next(iter(given.wrong), "")
    question = asked.get(mistaken or again) or next_to_ask(law, given)
    if question is not None:
        return _question_page(request, here, law, given, question, mistaken)
    return _result(request, here, law, given, AskTheOffice())


def _result(request: HttpRequest, here: Town, law: Bylaw, given: Given, form: AskTheOffice) -> HttpResponse:
    found = queries.outcomes(law, given, today(here))
    shown = {
        "outcomes": [(outcome, queries.carried(law, given, outcome.matter)) for outcome in found],
        "lines": queries.lines(law, given),
        "definitions": queries.words_of(law),
        "passages": queries.passages_of(law),
        "query": given.query(),
        "edition": law.edition,
        "bylaw": law.bylaw,
        "back": _back(given, ""),
        "form": form if asking.offices(here) else None,
        "found": [
            {"id": f"id_{name}" if name in form.fields else "", "text": text}
            for name, texts in form.errors.items()
            for text in texts
        ],
        "page_has_errors": bool(form.errors),
    }
    return render(request, "determine/result.html", shown, status=422 if form.errors else 200)


def ask(request: HttpRequest, town: str) -> HttpResponse:
    """Send the answers to the office with a contact; whoever comes by the address is led to the result."""
    here = town_of(request)
    law = _law(here)
    back = reverse("determine:page", kwargs={"town": here.slug})
    if law is None or not questions(law):
        return HttpResponseRedirect(back)
    given = read_address(request.GET, law)
    back += f"?{given.query()}" if given.pairs else ""
    form = AskTheOffice(request.POST)
    if request.method != "POST" or given.wrong or not asking.offices(here):
        return HttpResponseRedirect(back)
    if not form.is_valid():
        return _result(request, here, law, given, form)
    if asking.too_many(form.cleaned_data):
        form.add_error(
            None, "Several questions have just been sent. Please try again in an hour, or telephone."
        )
        return _result(request, here, law, given, form)
    if not form.cleaned_data["website"]:  # a machine filled the field that nobody sees
        asking.send(here, law, given, form.cleaned_data, request.build_absolute_uri(back), today(here))
    messages.success(request, "Your question and your answers are sent to the office. It will answer you.")
    return HttpResponseRedirect(back)


def _question_page(
    request: HttpRequest, town: Town, law: Bylaw, given: Given, question: Question, mistaken: str
) -> HttpResponse:
    before, after = given.around(question.key)
    typed = given.typed(question.key)
    figure = "" if typed in ((UNKNOWN,), (ALONE,), (NONE,)) else next(iter(typed), "")
    definition, undefined = queries.term_words(law, question)
    others = [key for key in given.answered if key not in (question.key, *given.wrong)]
    shown = {
        "question": question,
        "text": _plain(question),
        "definition": definition,
        "undefined": undefined,
        "help": _help(question),
        "choices": [
            (value, label, value in {word.lower() for word in typed}) for value, label in question.choices
        ],
        "typed": figure,
        "unsure": typed == (UNKNOWN,),
        "before": before,
        "after": after,
        "error": given.wrong.get(question.key, ""),
        "found": [{"id": "answer", "text": given.wrong[question.key]}] if mistaken == question.key else [],
        "page_has_errors": bool(mistaken),
        "progress": _progress(question, given, law, len(others)),
        "lines": [line for line in queries.lines(law, given) if line.key != question.key],
        "back": _back(given, question.key),
        "is_activity": question.kind == ACTIVITY,
        "is_plan": question.key == COMMON_PLAN,
        "none": NONE,
        "unknown": UNKNOWN,
        "alone": ALONE,
    }
    return render(request, "determine/question.html", shown, status=422 if mistaken else 200)


def _plain(question: Question) -> str:
    if question.key == COMMON_PLAN:
        return "Is this part of a larger plan, such as the lots of one subdivision?"
    return question.text


def _help(question: Question) -> str:
    """What the unit means, without what the question itself says of it already."""
    words = _HELP.get(question.unit, "")
    first, dot, rest = words.partition(". ")
    return rest if dot and first in f"{question.text} {question.why}" else words


def _progress(question: Question, given: Given, law: Bylaw, answered: int) -> str:
    """Where one is, in words: nobody can say beforehand how many questions will be needed."""
    if question.key in given.answered:
        return "Mend this answer" if question.key in given.wrong else "Change your answer"
    if question.kind == ACTIVITY:
        return "First question"
    more = still_open(law, given) - 1
    rest = "this is the last one" if more <= 0 else f"at most {more} more after this one"
    return f"Question {answered + 1}; {rest}"


def _back(given: Given, key: str) -> str:
    """The address that asks the question before this one again; nothing at the first."""
    asked = given.answered
    place = asked.index(key) if key in asked else len(asked)
    return f"?{given.query(ask=asked[place - 1])}" if place else ""


def _printed(request: HttpRequest) -> tuple[Town, Bylaw, Given] | None:
    """What a sheet is about; None where a question is still open or an answer cannot be read."""
    here = town_of(request)
    law = _law(here)
    if law is None or not questions(law):
        return None
    given = read_address(request.GET, law)
    if given.wrong or next_to_ask(law, given) is not None:
        return None
    return here, law, given


def _to_the_questions(request: HttpRequest, town: str) -> HttpResponse:
    query = request.GET.urlencode()
    return HttpResponseRedirect(
        reverse("determine:page", kwargs={"town": town}) + (f"?{query}" if query else "")
    )


@require_safe
def sheet_page(request: HttpRequest, town: str) -> HttpResponse:
    """The sheet as a web page, word for word."""
    about = _printed(request)
    if about is None:
        return _to_the_questions(request, town)
    facts, letterhead, law_words = _facts(request, *about)
    html = rendering.preview(sheet.KIND, facts, town=letterhead, law=law_words)
    response = HttpResponse(html)
    response["Content-Security-Policy"] = rendering.policy(html)
    return response


@require_safe
def sheet_pdf(request: HttpRequest, town: str) -> HttpResponse:
    """The sheet as a tagged PDF."""
    about = _printed(request)
    if about is None:
        return _to_the_questions(request, town)
    facts, letterhead, law_words = _facts(request, *about)
    mark = hashlib.sha256(repr((facts, letterhead, law_words)).encode()).hexdigest()
    pdf = cache.get(f"determine:{mark}")
    if pdf is None:
        pdf = rendering.render(
            sheet.KIND, facts, town=letterhead, law=law_words, override_reason=sheet.WITHOUT_WHAT_IS_MISSING
        ).pdf
        cache.set(f"determine:{mark}", pdf, _KEPT_FOR)
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="does-it-need-a-permit-{town}.pdf"'
    response["Cache-Control"] = "private, no-cache"
    return response


def _facts(request: HttpRequest, here: Town, law: Bylaw, given: Given) -> tuple[Any, Any, Any]:
    where = request.build_absolute_uri(town_url("determine:page", here))
    return sheet.facts_of(here, law, given, today(here), where)
