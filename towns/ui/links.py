"""The addresses of the desk's pages."""

from __future__ import annotations

from urllib.parse import quote

from django.urls import reverse

from towns.models import Case, Town


def town_url(name: str, town: Town, **kwargs: object) -> str:
    """The address of a page of a town by its name: `town_url("setup:boards", town)`."""
    return reverse(name, kwargs={"town": town.slug, **kwargs})


def desk_url(town: Town) -> str:
    """The work list."""
    return reverse("worklist:desk", kwargs={"town": town.slug})


def case_url(town: Town, case: Case | str, *more: str) -> str:
    """A case, or a page below it: `case_url(town, case, "record", "decide")`."""
    number = case if isinstance(case, str) else case.number
    tail = "".join(f"{quote(part)}/" for part in more)
    return reverse("cases:case", kwargs={"town": town.slug, "number": number}) + tail


def print_url(town: Town, case: Case, kind: str) -> str:
    """Where a paper of a case is printed."""
    return case_url(town, case, "print", kind)


def paper_url(town: Town, notice_id: int) -> str:
    """A printed paper's tagged PDF."""
    return reverse("papers:pdf", kwargs={"town": town.slug, "pk": notice_id})
