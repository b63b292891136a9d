"""Paper: one class for each kind of paper, declared by the room that owns it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar, Literal

if TYPE_CHECKING:  # the press alone needs no database
    from towns.models import Notice
    from towns.record.case_file import CaseFile

Audience = Literal["public", "parties", "office"]


class Paper:
    """One kind of paper: what it is called and for whom, which event it asserts, how it is filled, what makes it stale.

    `key` names it in addresses and in the store; `title` stands at its head, `label` in lists. `needs` is the class of
    its facts; `asserts` are the events of the record of which one must stand before it prints: without it a
    draft is shown, marked as such, and nothing is kept. A paper that asserts nothing is an instrument yet to be signed,
    or a sheet of information. `public` says whether anyone may read it once printed, where what it asserts is public.
    `of_the_confirming_officer`: only the officer whom the town named for this may issue it.
    """

    key: ClassVar[str] = ""
    title: ClassVar[str] = ""
    label: ClassVar[str] = ""
    needs: ClassVar[type[Any]]
    audience: ClassVar[Audience] = "office"
    asserts: ClassVar[tuple[str, ...]] = ()
    public: ClassVar[bool] = False
    letter: ClassVar[bool] = False  # goes out in a window envelope
    stamp: ClassVar[str] = ""  # the words in the clerk's stamp box, where the paper has one
    office: ClassVar[str] = ""  # whose letterhead it bears, where it is not the board's
    page: ClassVar[str] = ""  # the case's own page that prints it, where it has one
    asks: ClassVar[str] = ""  # the form class (dotted) of what no row of the case holds
    of_the_confirming_officer: ClassVar[bool] = False

    @property
    def template(self) -> str:
        """The template's path under `templates/`."""
        return f"paper/{self.key}.html"

    def offered(self, file: CaseFile) -> bool:
        """Whether the case has matter for it, at least for a draft."""
        return self.stands(file)

    def stands(self, file: CaseFile) -> bool:
        """Whether what it asserts stands in the record."""
        return not self.asserts or any(file.has(event) for event in self.asserts)

    def fill(self, file: CaseFile, on: date, answers: Mapping[str, Any]) -> Any:
        """Its facts, from the case and what was asked."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it is filled.")

    def cite(self, file: CaseFile) -> str:
        """The section that it rests on."""
        return file.matter.cite

    def stale(self, notice: Notice, file: CaseFile) -> str:
        """Why a printed one no longer says what the record says, in a sentence; empty where it does."""
        return ""


_PAPERS: dict[str, Paper] = {}


def declare(*kinds: type[Paper]) -> None:
    """Make papers known. A key may be declared once."""
    for kind in kinds:
        known = _PAPERS.get(kind.key)
        if known is not None and type(known) is not kind:
            raise ValueError(f"There is already a paper called “{kind.key}”.")
        if known is None:
            _PAPERS[kind.key] = kind()


def forget(*kinds: type[Paper]) -> None:
    """Take papers back; for tests that bring a department of their own."""
    for kind in kinds:
        _PAPERS.pop(kind.key, None)


def kind(key: str) -> Paper:
    """The paper with this key; LookupError names those that exist."""
    try:
        return _PAPERS[key]
    except KeyError:
        raise LookupError(f"No paper is called “{key}”; there are {', '.join(sorted(_PAPERS))}.") from None


def every() -> tuple[Paper, ...]:
    """All papers, in the order in which they were declared."""
    return tuple(_PAPERS.values())
