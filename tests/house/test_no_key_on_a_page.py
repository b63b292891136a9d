"""What a clerk reads are words: no key of an event, stage, effect or defect stands in the text of a case's pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from tests.stories import outcome
from tests.town_fixtures import TownHall, load_town
from tests.towns.cases.reading import words_of
from towns.access import tenancy
from towns.models import Case, Membership
from towns.record import disclosure
from towns.record.scenarios import read_story, tell
from towns.roles import Role

STORIES = Path(outcome.__file__).parent
#: Stories with many kinds of cases, with what ran out, with defects, refusals and corrections.
TOLD = (
    "norfolk/certificate_refused.toml", "norfolk/correction.toml", "norfolk/first_is_a_warning.toml",
    "norfolk/costs_unpaid_and_certified.toml", "norfolk/final_inspection_waits_for_a_storm.toml",
    "hopkinton/surety_expired_without_a_call.toml", "grafton/waivers_each_in_its_time.toml",
    "ludlow/spill_told_in_disorder.toml", "ludlow/maintenance_not_corrected.toml",
    "ludlow/notice_of_violation_appealed_too_late.toml",
)  # fmt: skip
_KEY = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
_LINK = re.compile(r'href="(/[^"?#]*)')
#: Pages that are files, and those that end the visit.
_NOT_READ = re.compile(r"\.(csv|json|pdf|ics|png|svg|css|js)$|sign-out")


def paths() -> list[Path]:
    return [STORIES / name for name in TOLD]


def pages_of(client: Client, case: Case) -> Iterator[tuple[str, str]]:
    """The case's own pages that its front page and each page below it lead to, with their words."""
    begin = f"/{case.town.slug}/cases/{case.number}/"
    todo, seen = [begin], {begin}
    while todo:
        path = todo.pop()
        answer = client.get(path)
        if answer.status_code != 200:
            continue
        yield path, words_of(answer)
        for found in _LINK.findall(answer.content.decode()):
            if found.startswith(begin) and found not in seen and not _NOT_READ.search(found):
                seen.add(found)
                todo.append(found)


@pytest.mark.parametrize("path", paths(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_key_stands_in_the_text_of_a_page(path: Path, db: None, settings):
    table = outcome.read(path)
    story = read_story(table)
    settings.DOCKET_TODAY = story.until.isoformat()
    settings.DOCKET_TODAY_SET = ""
    hall = TownHall(load_town(outcome.town_of(table))).staff_up()
    person = hall.people[Role.BOARD_ADMINISTRATOR]
    for role in set(Role) - {Role.BOARD_ADMINISTRATOR}:
        Membership.objects.create(person=person, town=hall.town, role=role)
    tell(story, {hall.town.slug: hall.town}, keep=True)
    client = hall.client()
    with tenancy.town(hall.town):
        cases = list(Case.objects.select_related("town"))
        public = [case.number for case in cases if disclosure.is_public(case)]
    assert cases
    read, found = 0, {}
    for case in cases:
        for where, words in pages_of(client, case):
            read += 1
            if keys := set(_KEY.findall(words)):
                found[where] = sorted(keys)
    for number in public:
        answer = Client().get(f"/{hall.town.slug}/register/{number}/")
        if keys := set(_KEY.findall(words_of(answer))):
            found[f"register {number}"] = sorted(keys)
    assert read > 5
    assert found == {}
