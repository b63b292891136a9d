"""The kinds of paper there are; a department adds its own by registering it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from towns.papers import facts


@dataclass(frozen=True)
class PaperKind:
    """One kind of paper: its name at the head, the facts it needs, the template that sets it."""

    key: str
    title: str
    facts: type[Any]
    letter: bool = False  # goes out in a window envelope
    stamp: str = ""  # the words in the clerk's stamp box, where the paper has one

    @property
    def template(self) -> str:
        """The template's path under `templates/`."""
        return f"paper/{self.key}.html"


_kinds: dict[str, PaperKind] = {}


def register(kind: PaperKind) -> PaperKind:
    """Make a kind known; the same key twice with another meaning is an error."""
    if _kinds.setdefault(kind.key, kind) != kind:
        raise ValueError(f"There is already a paper called “{kind.key}”.")
    return kind


def kind(key: str) -> PaperKind:
    """The kind with this key; LookupError names those that exist."""
    try:
        return _kinds[key]
    except KeyError:
        raise LookupError(f"No paper is called “{key}”; there are {', '.join(sorted(_kinds))}.") from None


def every() -> tuple[PaperKind, ...]:
    """All kinds, in the order in which they were registered."""
    return tuple(_kinds.values())


register(
    PaperKind(
        "hearing_notice",
        "Notice of Public Hearing",
        facts.HearingNotice,
        stamp="Posted by the Town Clerk (date and time)",
    )
)
register(PaperKind("abutter_letter", "Notice of Public Hearing", facts.AbutterLetter, letter=True))
register(
    PaperKind(
        "decision", "Notice of Decision", facts.Decision, stamp="Filed with the Town Clerk (date and time)"
    )
)
register(PaperKind("certificate_of_no_action", "Certificate of No Action", facts.CertificateOfNoAction))
register(PaperKind("permit", "Permit", facts.Permit))
register(
    PaperKind(
        "extension_agreement",
        "Agreement to Extend Time",
        facts.ExtensionAgreement,
        stamp="Filed with the Town Clerk (date and time)",
    )
)
register(
    PaperKind(
        "incompleteness_letter", "Your application is not complete", facts.IncompletenessLetter, letter=True
    )
)
register(PaperKind("determination_sheet", "Does it need a permit?", facts.DeterminationSheet))
