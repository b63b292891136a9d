"""Who holds which role in the town: giving and taking roles, and links to set a password."""

from __future__ import annotations

from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from towns.access.context import person_of
from towns.access.decorators import members, posted
from towns.access.kept_forms import typed
from towns.access.tenancy import town_of
from towns.accounts.passwords import link_for
from towns.mail import outbox
from towns.models import Board, Membership, Person, Town
from towns.roles import Role
from towns.setup import changes
from towns.setup.forms import Invite
from towns.ui.links import town_url


@members("set_up_town")
def people(request: HttpRequest, town: str) -> HttpResponse:
    """The people of the town, and a form to give somebody a role."""
    here = town_of(request)
    form = Invite(typed(request), town=here)
    link, invited = "", None
    if request.method == "POST" and form.is_valid():
        invited, link = _give(request, here, form)
        if not form.errors and not link:
            return HttpResponseRedirect(town_url("setup:people", here))
        if link:
            form = Invite(town=here)
    rows = (
        Membership.objects.filter(town=here)
        .select_related("person", "deputy_of__person")
        .order_by("person__name", "role")
    )
    boards = dict(Board.objects.values_list("key", "name"))
    shown = {
        "form": form, "rows": [(row, boards.get(row.board, "")) for row in rows], "link": link, "invited": invited,
    }  # fmt: skip
    return render(request, "setup/people.html", shown, status=422 if form.is_bound and form.errors else 200)


def _give(request: HttpRequest, here: Town, form: Invite) -> tuple[Person, str]:
    """Give the role; somebody new also gets a link to set a password, by mail and on the screen."""
    given = form.cleaned_data
    email = given["email"].strip().lower()
    person = Person.objects.filter(email__iexact=email).first()
    new = person is None
    if person is None:
        person = Person.objects.create_user(email, None, name=given["name"])
    try:
        with transaction.atomic():
            Membership.objects.create(
                person=person, town=here, role=given["role"], board=given["board"],
                deputy_of_id=int(given["deputy_of"]) if given["deputy_of"] else None,
            )  # fmt: skip
    except IntegrityError:
        form.add_error("role", f"{person.name} holds this role already.")
        return person, ""
    label = str(Role(given["role"]).label)
    changes.note(here, "Role given", "", f"{label}: {person.name}, {person.email}", person_of(request))
    if not new:
        messages.success(
            request,
            f"{person.name} ({person.email}) had an account before and is now {label}. Make sure it is the right person.",
        )
        return person, ""
    link = link_for(person, request)
    outbox.queue(
        here, key=f"invite:{person.pk}:{link.rsplit('/', 2)[-2]}"[:200], to=person.email,
        subject=f"Your account with {here.paper_name}",
        body=f"{here.paper_name} made an account for you as {label}.\n\nSet your password here:\n{link}\n\n"
        "The link works once and for three days.\n",
    )  # fmt: skip
    return person, link


def _row(request: HttpRequest) -> Membership:
    here = town_of(request)
    pk = request.POST.get("row", "")
    row = (
        Membership.objects.filter(town=here, pk=int(pk)).select_related("person").first()
        if pk.isdigit()
        else None
    )
    if row is None:
        raise Http404("No such role.")
    return row


@members("set_up_town")
@posted("../")
def take(request: HttpRequest, town: str) -> HttpResponse:
    """Take a role away; the last administrator keeps theirs."""
    here, row = town_of(request), _row(request)
    admins = Membership.objects.filter(town=here, role=Role.TOWN_ADMINISTRATOR)
    if row.role == Role.TOWN_ADMINISTRATOR and admins.values("person").distinct().count() == 1:
        messages.error(
            request, "A town keeps at least one administrator. Give the role to somebody else first."
        )
    else:
        label = row.get_role_display()
        changes.note(
            here, "Role taken", f"{label}: {row.person.name}, {row.person.email}", "", person_of(request)
        )
        row.delete()
        messages.success(request, f"{row.person.name} is no longer {label}.")
    return HttpResponseRedirect(town_url("setup:people", here))


@members("set_up_town")
@posted("../")
def new_link(request: HttpRequest, town: str) -> HttpResponse:
    """A new link for somebody who has never set a password; others ask for one themselves."""
    here, row = town_of(request), _row(request)
    if row.person.has_usable_password():
        messages.error(
            request, f"{row.person.name} has a password; “Forgotten password” sends a link to their own mail."
        )
        return HttpResponseRedirect(town_url("setup:people", here))
    shown = {
        "link": link_for(row.person, request),
        "invited": row.person,
        "form": Invite(town=here),
        "rows": [],
    }
    return render(request, "setup/people.html", shown)
