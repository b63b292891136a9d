"""The doors: choose a town, sign in and out, make an account, and see one's own filings."""

from __future__ import annotations

import logging
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout
from django.core.mail import send_mail
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from towns.access.context import person_of
from towns.access.decorators import signed_in
from towns.accounts import passwords
from towns.accounts.forms import Account, ChoosePassword, Forgotten, SignIn
from towns.accounts.queries import filings_of, home_of, towns_of, unfinished
from towns.models import Person, Town

log = logging.getLogger(__name__)


def chooser(request: HttpRequest) -> HttpResponse:
    """All towns, those of the person first; a search for long lists."""
    asked = " ".join(request.GET.get("q", "").replace("\0", "").split())[:60]
    towns = Town.objects.defer("seal").order_by("name")
    mine = towns_of(request.user) if request.user.is_authenticated else []
    found = towns.filter(name__icontains=asked) if asked else towns
    shown = {"towns": found, "mine": mine, "asked": asked, "many": towns.count() > 8}
    return render(request, "accounts/chooser.html", shown)


def _next(request: HttpRequest) -> str:
    where = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        where, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return where if safe else ""


@never_cache
@sensitive_post_parameters("password")
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with e-mail and password; too many failures in a row must wait."""
    after = _next(request)
    if request.user.is_authenticated and request.method == "GET":
        return HttpResponseRedirect(after or home_of(request.user))
    form = SignIn(request.POST or None)
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"]
        if passwords.must_wait(email):
            form.add_error(
                None, "Too many sign-ins with this e-mail have failed. Wait 15 minutes, then try again."
            )
        else:
            person = authenticate(request, username=email, password=form.cleaned_data["password"])
            if person is None:
                passwords.note_failure(email)
                form.add_error(None, "The e-mail and the password do not belong together. Check both.")
            else:
                passwords.forget_failures(email)
                login(request, person)
                return HttpResponseRedirect(after or home_of(person))
    status = 422 if form.is_bound else 200
    shown = {"form": form, "next": after, "kept": request.GET.get("kept")}
    return render(request, "accounts/sign_in.html", shown, status=status)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out and go to the list of towns."""
    logout(request)
    messages.success(request, "You are signed out.")
    return HttpResponseRedirect("/")


@never_cache
@sensitive_post_parameters("password")
def account(request: HttpRequest) -> HttpResponse:
    """Make an account for somebody who files applications; it holds no role in any town."""
    after = _next(request)
    form = Account(request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        person = Person.objects.create_user(given["email"], given["password"], name=given["name"])
        login(request, person, backend="django.contrib.auth.backends.ModelBackend")
        messages.success(request, "Your account is ready.")
        return HttpResponseRedirect(after or reverse("accounts:my"))
    status = 422 if form.is_bound else 200
    return render(request, "accounts/account.html", {"form": form, "next": after}, status=status)


@never_cache
@sensitive_post_parameters("password")
def set_password(request: HttpRequest, where: str, token: str) -> HttpResponse:
    """Set a first or a new password by a link that works once."""
    person = passwords.person_of(where, token)
    if person is None:
        return render(request, "accounts/link_spent.html", status=410)
    form = ChoosePassword(request.POST or None, person=person)
    if request.method == "POST" and form.is_valid():
        person.set_password(form.cleaned_data["password"])
        person.save(update_fields=["password"])
        passwords.forget_failures(person.email)
        login(request, person, backend="django.contrib.auth.backends.ModelBackend")
        return HttpResponseRedirect(home_of(person))
    shown = {"form": form, "whose": person}
    return render(request, "accounts/set_password.html", shown, status=422 if form.is_bound else 200)


@never_cache
def forgotten(request: HttpRequest) -> HttpResponse:
    """Send a link for a new password; the answer is the same whether or not there is such an account."""
    form = Forgotten(request.POST or None)
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"]
        person = Person.objects.filter(email__iexact=email.strip(), is_active=True).first()
        if person is not None and not passwords.must_wait(f"forgotten:{email}"):
            passwords.note_failure(f"forgotten:{email}")
            _send_link(person, request)
        return render(request, "accounts/link_sent.html", {"email": email})
    return render(request, "accounts/forgotten.html", {"form": form}, status=422 if form.is_bound else 200)


def _send_link(person: Person, request: HttpRequest) -> None:
    link = passwords.link_for(person, request)
    body = f"Set a new password for Town Docket here:\n\n{link}\n\nThe link works once and for three days.\n"
    try:
        send_mail("Your new password for Town Docket", body, settings.DEFAULT_FROM_EMAIL, [person.email])
    except OSError:
        log.exception("The link for a new password could not be mailed.")


@signed_in
def my(request: HttpRequest) -> HttpResponse:
    """What a person filed, in all towns, and what they began."""
    towns: list[dict[str, Any]] = [
        {"town": town, "cases": [{"case": case, "stage": stage} for case, stage in cases]}
        for town, cases in filings_of(person_of(request))
    ]
    shown = {"filed": towns, "begun": unfinished(person_of(request)), "towns": Town.objects.defer("seal")}
    return render(request, "accounts/my.html", shown)


def my_case(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """An old or guessed address of one's own case leads to the case's page."""
    if not Town.objects.filter(slug=town).exists():
        raise Http404("No town by that name uses this service.")
    return HttpResponseRedirect(reverse("register:case", kwargs={"town": town, "number": number}))
