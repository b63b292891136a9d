"""No fact handed to a paper is dropped on the way: it stands in the PDF, or is listed here with the reason why not."""

from __future__ import annotations

import itertools
import types
import typing
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal

import pytest

from tests.towns.papers import samples
from tests.towns.papers.reading import close, pdf_text
from towns.papers import filters, kinds, rendering

UNPRINTED = {
    "AbutterLetter.recipient.key": "finds the row again, and is nobody else's business",
    "IncompletenessLetter.recipient.key": "the same",
    "CertificateOfNoAction.case.plans": "the certificate is about time, not about plans",
    "AbutterLetter.notice.newspaper": "an owner who gets the letter need not look in the newspaper",
    "AbutterLetter.notice.runs": "the same",
    "AbutterLetter.notice.posting": "only the copy to post has a stamp box",
    "IncompletenessLetter.case.work": "the applicant knows the work",
    "IncompletenessLetter.case.plans": "and the plans",
    "IncompletenessLetter.case.applicant": "the letter is addressed",
    "IncompletenessLetter.case.owner": "to them",
    "IncompletenessLetter.case.land.area": "the address and the parcel name the land",
    "IncompletenessLetter.case.land.deed": "the same",
    "IncompletenessLetter.case.land.more": "the same",
    "IncompletenessLetter.recipient.parcel": "the case has it",
    "Permit.no_conditions": "there are conditions",
    "Permit.decided": "a forced permit has no decision",
}


class Everything:
    """Builds a record with every fact filled, each with a value found nowhere else, and remembers where it put it."""

    def __init__(self) -> None:
        self.number = itertools.count(1)
        self.put: dict[str, str] = {}

    def record(self, kind: type[Any], path: str) -> Any:
        hints = typing.get_type_hints(kind)
        return kind(**{f.name: self.value(hints[f.name], f"{path}.{f.name}") for f in fields(kind)})

    def value(self, hint: Any, path: str) -> Any:
        origin, arms = typing.get_origin(hint), typing.get_args(hint)
        n = next(self.number)
        if origin is tuple:
            return (self.value(arms[0], path),)
        if origin is Literal:
            return arms[0]
        if origin in (typing.Union, types.UnionType):
            return self.value(arms[0], path)
        if is_dataclass(hint):
            return self.record(typing.cast("type[Any]", hint), path)
        if hint is datetime:
            self.put[path] = filters.day(
                (day := datetime(2030, 1, 1, 17, tzinfo=UTC) + timedelta(days=n)).date()
            )
            return day
        if hint is date:
            self.put[path] = filters.day(date(2030, 1, 1) + timedelta(days=n))
            return date(2030, 1, 1) + timedelta(days=n)
        if hint is bool:
            return True
        self.put[path] = f"Fact {n} z"
        return self.put[path]


@pytest.mark.parametrize("key", [kind.key for kind in kinds.every()])
def test_each_fact_stands_on_the_paper(key: str) -> None:
    everything = Everything()
    kind = kinds.kind(key)
    facts = everything.record(kind.needs, kind.needs.__name__)
    made = rendering.render(key, facts, town=samples.TOWN, law=samples.LAW)
    text = close(pdf_text(made.pdf))
    dropped = {path for path, value in everything.put.items() if close(value) not in text}
    listed = {
        path for path in everything.put if any(f"{path}.".startswith(f"{known}.") for known in UNPRINTED)
    }
    assert dropped == listed


def test_the_letterhead_has_all_of_the_town() -> None:
    from dataclasses import replace

    town = replace(samples.TOWN, web="norfolk.example", email="a@norfolk.example", phone="508-555-0199")
    text = close(pdf_text(rendering.render("permit", samples.PERMIT, town=town, law=samples.LAW).pdf))
    assert all(
        close(fact) in text
        for fact in (town.web, town.email, town.phone, *town.address, town.body, town.town)
    )
