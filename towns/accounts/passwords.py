"""Guessing passwords is made slow, and a first or forgotten password is set by a link that works once."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_str
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from towns.models import FailedSignIn, Person

#: So many failures within so many minutes, and the address must wait.
MOST_FAILURES: Final = 10
WITHIN: Final = timedelta(minutes=15)


def _named(email: str) -> str:
    return email.strip().lower()[:254]


def must_wait(email: str) -> bool:
    """Whether so many sign-ins with this e-mail have just failed that no further one is tried."""
    since = timezone.now() - WITHIN
    return FailedSignIn.objects.filter(email=_named(email), at__gt=since).count() >= MOST_FAILURES


def note_failure(email: str) -> None:
    """Count a failed sign-in; what is older than the window is forgotten."""
    FailedSignIn.objects.filter(at__lt=timezone.now() - WITHIN).delete()
    FailedSignIn.objects.create(email=_named(email), at=timezone.now())


def forget_failures(email: str) -> None:
    """A sign-in that went well ends the count."""
    FailedSignIn.objects.filter(email=_named(email)).delete()


def link_for(person: Person, request: HttpRequest | None = None) -> str:
    """The address at which a person sets a password; it works once and for three days."""
    where = urlsafe_base64_encode(str(person.pk).encode())
    path = reverse(
        "accounts:set_password", kwargs={"where": where, "token": default_token_generator.make_token(person)}
    )
    if settings.SITE_URL:
        return f"{settings.SITE_URL}{path}"
    return request.build_absolute_uri(path) if request is not None else path


def person_of(where: str, token: str) -> Person | None:
    """The person for whom a link was made, while it still works."""
    try:
        pk = int(force_str(urlsafe_base64_decode(where)))
    except (ValueError, UnicodeDecodeError):
        return None
    person = Person.objects.filter(pk=pk, is_active=True).first()
    return person if person is not None and default_token_generator.check_token(person, token) else None
