"""The addresses of the desk's pages."""

from __future__ import annotations

from urllib.parse import quote

from towns.models import Case, Town


def desk_url(town: Town) -> str:
    """The work list."""
    return f"/{town.slug}/desk/"


def case_url(town: Town, case: Case | str, *more: str) -> str:
    """A case, or a page below it: `case_url(town, case, "record", "decide")`."""
    number = case if isinstance(case, str) else case.number
    tail = "".join(f"{quote(part)}/" for part in more)
    return f"/{town.slug}/cases/{quote(number)}/{tail}"


def print_url(town: Town, case: Case, kind: str) -> str:
    """Where a paper of a case is printed."""
    return case_url(town, case, "print", kind)


def paper_url(town: Town, notice_id: int) -> str:
    """A printed paper's tagged PDF."""
    return f"/{town.slug}/papers/{notice_id}.pdf"
