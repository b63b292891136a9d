"""Three hundred letters are one printing: in chunks, once however often it is begun, and taken up where it broke off."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction

from tests.town_fixtures import TODAY, TownHall
from tests.towns.papers.reading import reader
from towns.access import tenancy
from towns.documents import storage
from towns.mailing import jobs, lists, tasks
from towns.models import Case, Document, Event, Mailing, MailingChunk, Party
from towns.papers.letters import letters as real_letters
from towns.papers.problems import PaperRefused


def names(count: int) -> str:
    return "\n\n".join(
        f"Example Owner {n}\n{n} Main Street\nNorfolk, MA 02056\nMap 14 Lot {n}" for n in range(1, count + 1)
    )


def with_abutters(hall: TownHall, count: int) -> Case:
    case = hall.case("scheduled")
    with tenancy.town(hall.town):
        jobs.keep(case, lists.read(names(count)).rows)
    return case


def begun(hall: TownHall, case: Case, reason: str = "the town has no seal on file", **more: Any) -> Mailing:
    with tenancy.town(hall.town):
        ready = jobs.letter(hall.file(case), on=TODAY, written=TODAY, certified=None)
        return jobs.begin(case, ready, by=hall.actor().person, once=more.pop("once", uuid4()), reason=reason)


def chunks(hall: TownHall, row: Mailing) -> list[MailingChunk]:
    with tenancy.town(hall.town):
        return list(row.chunks.select_related("document", "document__case"))


def test_the_names_are_parties_and_nowhere_in_the_ledger(norfolk: TownHall) -> None:
    case = with_abutters(norfolk, 3)
    with tenancy.town(norfolk.town):
        assert Party.objects.filter(case=case, kind=Party.Kind.ABUTTER).count() == 3
        assert jobs.keep(case, lists.read(names(4)).rows) == 1
        facts = json.dumps(list(Event.objects.filter(case=case).values_list("facts", flat=True)))
    assert "Example Owner" not in facts


def test_every_name_gets_a_letter_in_documents_of_a_hundred(
    norfolk: TownHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "CHUNK", 4)
    case = with_abutters(norfolk, 10)
    row = begun(norfolk, case)
    assert tasks.print_letters(norfolk.town.pk, row.pk) == 3
    made = chunks(norfolk, row)
    assert [(chunk.first, chunk.last, chunk.letters) for chunk in made] == [(1, 4, 4), (5, 8, 4), (9, 10, 2)]
    texts = []
    for chunk in made:
        assert chunk.document is not None
        data = storage.content(norfolk.town, chunk.document)
        assert data is not None
        assert not chunk.document.public
        texts += [page.extract_text() for page in reader(data).pages]
    for n in range(1, 11):
        assert any(f"Example Owner {n}\n" in text and f"Map 14 Lot {n}." in text for text in texts), n


def test_a_printing_that_broke_off_goes_on_where_it_stopped(
    norfolk: TownHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "CHUNK", 2)
    case = with_abutters(norfolk, 6)
    row = begun(norfolk, case)

    def break_off(*args: Any, begin: int, **more: Any) -> Any:
        if begin == 2:
            raise MemoryError
        return real_letters(*args, begin=begin, **more)

    monkeypatch.setattr(jobs.letters, "letters", break_off)
    assert jobs.work(norfolk.town, row.pk) == 1
    with tenancy.town(norfolk.town):
        stopped = Mailing.objects.get(pk=row.pk)
        assert "MemoryError" in stopped.trouble
        assert not jobs.is_done(stopped)
        first = Document.objects.get(case=case)
    monkeypatch.setattr(jobs.letters, "letters", real_letters)
    assert tasks.take_up_letters() == 2
    made = chunks(norfolk, row)
    assert [chunk.number for chunk in made] == [1, 2, 3]
    assert made[0].document_id == first.pk
    assert jobs.work(norfolk.town, row.pk) == 0
    with tenancy.town(norfolk.town):
        assert Document.objects.filter(case=case).count() == 3
        assert Mailing.objects.get(pk=row.pk).trouble == ""


def test_what_fails_again_and_again_waits_for_a_person(
    norfolk: TownHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = with_abutters(norfolk, 2)
    row = begun(norfolk, case)

    def broken(*args: Any, **more: Any) -> Any:
        raise RuntimeError("out of ink")

    monkeypatch.setattr(jobs.letters, "letters", broken)
    for _ in range(jobs.GIVE_UP_AFTER + 2):
        tasks.take_up_letters()
    with tenancy.town(norfolk.town):
        assert Mailing.objects.get(pk=row.pk).attempts == jobs.GIVE_UP_AFTER
        assert jobs.unfinished() == []
        jobs.try_again(row)
        assert jobs.unfinished() == [(norfolk.town.pk, row.pk)]


def test_two_clicks_are_one_printing(norfolk: TownHall) -> None:
    case = with_abutters(norfolk, 2)
    once = uuid4()
    first = begun(norfolk, case, once=once)
    assert begun(norfolk, case, once=once).pk == first.pk
    assert begun(norfolk, case).pk == first.pk  # another tab, while it is being made
    jobs.work(norfolk.town, first.pk)
    assert begun(norfolk, case, once=once).pk == first.pk
    assert begun(norfolk, case).pk != first.pk


def test_the_list_is_kept_as_it_was_when_it_was_asked_for(norfolk: TownHall) -> None:
    case = with_abutters(norfolk, 2)
    row = begun(norfolk, case)
    with tenancy.town(norfolk.town):
        Party.objects.filter(case=case, kind=Party.Kind.ABUTTER).delete()
    jobs.work(norfolk.town, row.pk)
    assert chunks(norfolk, row)[0].letters == 2


def test_what_stops_the_letter_stops_it_before_it_is_begun(norfolk: TownHall) -> None:
    case = with_abutters(norfolk, 1)
    with pytest.raises(PaperRefused, match="seal"):
        begun(norfolk, case, reason="")
    with tenancy.town(norfolk.town):
        assert not Mailing.objects.exists()
        Party.objects.filter(case=case, kind=Party.Kind.ABUTTER).delete()
    with pytest.raises(jobs.NoOne):
        begun(norfolk, case)


def test_a_bad_address_is_left_out_and_named_whatever_the_reason_for_the_letter(norfolk: TownHall) -> None:
    case = with_abutters(norfolk, 2)
    with tenancy.town(norfolk.town):
        blank = Party.objects.create(town=norfolk.town, case=case, kind=Party.Kind.ABUTTER, name="No Address")
        assert [party.pk for party, _says in jobs.unfit(jobs.abutters(case))] == [blank.pk]
    row = begun(norfolk, case)
    jobs.work(norfolk.town, row.pk)
    (made,) = chunks(norfolk, row)
    assert (made.letters, made.pages) == (2, 2)
    assert [line["name"] for line in row.facts["left_out"]] == ["No Address"]


def test_another_towns_letters_are_not_there(norfolk: TownHall, grafton: TownHall) -> None:
    row = begun(norfolk, with_abutters(norfolk, 1))
    assert jobs.work(grafton.town, row.pk) == 0
    with tenancy.town(grafton.town):
        assert not Mailing.objects.exists()


def _worker(row: Mailing, environ: dict[str, str]) -> subprocess.Popen[str]:
    """A process of its own that makes the letters, twenty to a document."""
    from django.conf import settings

    program = (
        "import django, sys; django.setup()\n"
        "from django.conf import settings; from pathlib import Path; settings.MEDIA_ROOT = Path(sys.argv[3])\n"
        "from towns.mailing import jobs, tasks; jobs.CHUNK = 20\n"
        "print(tasks.print_letters(int(sys.argv[1]), int(sys.argv[2])))"
    )
    return subprocess.Popen(
        [sys.executable, "-c", program, str(row.town_id), str(row.pk), str(settings.MEDIA_ROOT)],
        env={**environ, "DJANGO_SETTINGS_MODULE": "towns.project.settings"}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.service
@pytest.mark.django_db(transaction=True)
def test_a_killed_worker_leaves_nothing_half_made_and_two_make_no_letter_twice(
    norfolk: TownHall, child_environ: dict[str, str]
) -> None:
    with transaction.atomic():
        row = begun(norfolk, with_abutters(norfolk, 100))
    first = _worker(row, child_environ)
    until = time.monotonic() + 120
    while time.monotonic() < until:
        with transaction.atomic():
            if chunks(norfolk, row):
                break
        time.sleep(0.1)
    first.kill()
    first.communicate()
    with transaction.atomic():
        left = len(chunks(norfolk, row))
    assert 1 <= left < 5
    pair = [_worker(row, child_environ) for _ in range(2)]
    made = [int(process.communicate(timeout=300)[0]) for process in pair]
    assert sum(made) == 5 - left
    with transaction.atomic():
        found = chunks(norfolk, row)
        assert [(chunk.number, chunk.letters) for chunk in found] == [(n, 20) for n in range(1, 6)]
        with tenancy.town(norfolk.town):
            assert Document.objects.filter(case_id=row.case_id).count() == 5


@pytest.mark.slow
@pytest.mark.service
@pytest.mark.django_db(transaction=True)
def test_three_hundred_letters_take_less_than_a_minute_and_400_mb(
    norfolk: TownHall, child_environ: dict[str, str]
) -> None:
    with transaction.atomic():
        case = with_abutters(norfolk, 300)
        row = begun(norfolk, case)
    program = (
        "import django, json, sys, time; django.setup()\n"
        "from django.conf import settings; from pathlib import Path; settings.MEDIA_ROOT = Path(sys.argv[3])\n"
        "from tests.memory import peak_megabytes\n"
        "from towns.mailing.tasks import print_letters\n"
        "began = time.process_time(); made = print_letters(int(sys.argv[1]), int(sys.argv[2]))\n"
        "print(json.dumps({'made': made, 'seconds': time.process_time() - began,"
        " 'mb': peak_megabytes()}))"
    )
    from django.conf import settings

    done = subprocess.run(
        [sys.executable, "-c", program, str(norfolk.town.pk), str(row.pk), str(settings.MEDIA_ROOT)],
        env={**child_environ, "DJANGO_SETTINGS_MODULE": "towns.project.settings"},
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    measured = json.loads(done.stdout.splitlines()[-1])
    if told := os.environ.get("MEASURED"):
        with open(told, "a", encoding="utf-8") as out:
            out.write(f"300 letters: {measured}\n")
    assert measured["made"] == 3
    assert measured["seconds"] < 60  # of the processor, so that a busy machine does not count
    assert measured["mb"] < 400
    with transaction.atomic():
        assert [chunk.letters for chunk in chunks(norfolk, row)] == [100, 100, 100]
