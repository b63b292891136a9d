"""A whole state of made-up cases to measure in: told by the law's own code, written by COPY, repeatable by its seed."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any, Final

from django.db import connections, models

from permitting.applications.models import Application
from permitting.inspections.models import Inspection
from permitting.permits.models import Permit
from towns.law import schema
from towns.law.events import EVENTS
from towns.ledger.entries import GENESIS, Entry, digest
from towns.models import BylawEdition, Case, Clock, Event, Hearing, Membership, Party, Person, Town
from towns.record import case_types
from towns.record.case_file import CaseFile, calendar_of, law_of
from towns.record.settle import settle
from towns.record.store import clock_rows, summarise
from towns.roles import Role

_STREETS: Final = (
    "Main",
    "Pond",
    "Grove",
    "Mill",
    "Church",
    "School",
    "Elm",
    "Lake",
    "River",
    "Union",
    "North",
    "Hill",
)
_WORKS: Final = (
    "house lots",
    "common drive",
    "warehouse",
    "solar array",
    "parking",
    "barn",
    "school field",
    "storage",
)
_MATTER: Final = "stormwater_permit"
_TABLES: Final[tuple[type[models.Model], ...]] = (
    Case,
    Application,
    Hearing,
    Permit,
    Inspection,
    Event,
    Clock,
    Party,
)
#: How many cases a process tells before it writes.
_CHUNK: Final = 2000
#: Cases are filed over this many days before today.
_SPAN: Final = 1000


@dataclass(frozen=True, slots=True)
class Order:
    """What one process makes: cases of one town with numbers of their own for the rows' keys."""

    town_id: int
    edition_id: int
    first_id: int
    cases: int
    seed: int
    today: date


def make(*, towns: int, cases: int, seed: int, today: date, processes: int = 2) -> Iterator[tuple[int, int]]:
    """Make the world. Yields (cases so far, cases in all). The database must hold no cases yet."""
    rng = random.Random(seed)
    rows = _make_towns(towns)
    shares = _shares(rng, towns, cases)
    first = 1 + (Case.objects.using("owner").aggregate(last=models.Max("pk"))["last"] or 0)
    orders = []
    for (town_id, edition_id), share in zip(rows, shares, strict=True):
        orders.append(Order(town_id, edition_id, first, share, rng.randrange(2**32), today))
        first += share
    connections.close_all()
    done = 0
    with ProcessPoolExecutor(processes) as pool:
        for made in pool.map(_fulfil, orders, chunksize=1):
            done += made
            yield done, cases
    _finish()


def _shares(rng: random.Random, towns: int, cases: int) -> list[int]:
    """How many cases each town has: a few large towns and many small ones, exactly `cases` together."""
    weights = [rng.paretovariate(1.6) for _ in range(towns)]
    total = sum(weights)
    shares = [int(cases * weight / total) for weight in weights]
    shares[0] += cases - sum(shares)
    return shares


def _make_towns(count: int) -> list[tuple[int, int]]:
    """Towns that take the shipped bylaws in turn, each with one person who keeps the board's files."""
    made = []
    laws = [schema.load(slug) for slug in schema.TOWNS if _MATTER in schema.load(slug).matters]
    now = datetime.now(UTC)
    for place in range(1, count + 1):
        law = laws[place % len(laws)]
        town = Town(
            slug=f"town-{place:03}", name=f"Town {place:03}", saturday_closed=True, reminder_days=[7, 1, 0]
        )
        town.save(using="owner")
        edition = BylawEdition(
            town=town, label=law.edition, effective=law.effective or date(1900, 1, 1), text=law.text,
            sha256=hashlib.sha256(law.text.encode()).hexdigest(), adopted=True, shipped=True, created=now,
        )  # fmt: skip
        edition.save(using="owner")
        person = Person(
            email=f"board.administrator@{town.slug}.example", name="Demo Board Administrator", password="!"
        )
        person.save(using="owner")
        Membership(person=person, town=town, role=Role.BOARD_ADMINISTRATOR, board="").save(using="owner")
        made.append((town.pk, edition.pk))
    return made


def _fulfil(order: Order) -> int:
    """Tell and write the cases of one town, in a process of its own."""
    town = Town.objects.using("owner").get(pk=order.town_id)
    edition = BylawEdition.objects.using("owner").get(pk=order.edition_id)
    law = law_of(edition, town)
    calendar = calendar_of(town, law, ())
    rng = random.Random(order.seed)
    for start in range(0, order.cases, _CHUNK):
        folders = []
        for place in range(start, min(start + _CHUNK, order.cases)):
            entries = _story(rng, law.matters[_MATTER], order.today)
            folders.append(_told(order, town, edition, law, calendar, place, entries, rng))
        _copy(folders)
    return order.cases


def _told(
    order: Order, town: Town, edition: BylawEdition, law: schema.Bylaw, calendar: Any, place: int,
    entries: list[Entry], rng: random.Random,
) -> tuple[CaseFile, list[Clock], str]:  # fmt: skip
    """One case as the one door would have left it."""
    pk, opened = order.first_id + place, entries[0].on
    address = f"{rng.randrange(1, 400)} {rng.choice(_STREETS)} Street"
    case = Case(
        pk=pk, town=town, number=f"{law.matters[_MATTER].number_prefix}-{opened.year}-{place + 1:05}", matter=_MATTER,
        kind=law.matters[_MATTER].kind, edition=edition, title=f"{rng.choice(_STREETS)} {rng.choice(_WORKS)}", address=address,
        map_lot=f"{rng.randrange(1, 90)}-{rng.randrange(1, 300)}", opened=opened,
    )  # fmt: skip
    folder = CaseFile(
        case=case, town=town, law=law, calendar=calendar, entries=entries,
        type=case_types.of(case.kind), principal=Application(pk=pk, town=town, case=case),
        things={model.KIND: {} for model in case_types.of(case.kind).things}, clocks={},
    )  # fmt: skip
    readings = settle(folder, order.today)
    summarise(folder, readings)
    return folder, clock_rows(folder, readings), f"{rng.choice(_STREETS)} Sample Trust"


def _story(rng: random.Random, matter: schema.Matter, today: date) -> list[Entry]:
    """A believable story up to some point, or up to today."""
    asked = {
        pattern.event for rule in matter.clocks for pattern in (*rule.from_, *rule.stops) if pattern.event
    }
    day = today - timedelta(days=rng.randrange(1, _SPAN))
    plan: list[tuple[int, str, dict[str, str]]] = [(0, "filed", {})]
    if rng.random() < 0.9:
        plan.append((rng.randrange(0, 9), "complete", {}))
        if "hearing_opened" in asked:
            ahead = rng.randrange(12, 40)
            hearing = day + timedelta(days=plan[-1][0] + 3 + ahead)
            plan.append(
                (
                    3,
                    "hearing_scheduled",
                    {"for": datetime.combine(hearing, time(19)).isoformat(timespec="minutes")},
                )
            )
            ways = [
                e
                for e in (
                    "notice_published",
                    "notice_posted",
                    "notices_mailed",
                    "notice_given",
                    "meeting_posted",
                )
                if e in asked
            ]
            plan += [(1, event, {}) for event in ways]
            if rng.random() < 0.93:
                plan.append((ahead - len(ways), "hearing_opened", {}))
                plan.append((rng.choice((0, 0, 14, 28)), "hearing_closed", {}))
        if rng.random() < 0.85:
            outcome = rng.choice(
                ("approved", "approved_with_conditions", "approved_with_conditions", "disapproved")
            )
            plan.append((rng.randrange(1, 20), "decided", {"outcome": outcome}))
            plan.append((rng.randrange(0, 6), "decision_filed", {}))
            if outcome != "disapproved":
                plan.append((rng.randrange(1, 30), "permit_issued", {}))
    elif rng.random() < 0.5:
        plan.append((rng.randrange(5, 60), "withdrawn", {}))
    entries: list[Entry] = []
    for lag, event, facts in plan:
        day += timedelta(days=max(0, lag))
        if day > today:
            break
        assert event in EVENTS
        entries.append(Entry(event, day, facts=facts, role=Role.BOARD_ADMINISTRATOR, seq=len(entries) + 1))
    return entries


def _copy(told: Sequence[tuple[CaseFile, list[Clock], str]]) -> None:
    """Write the rows of several folders, table by table, as the owner (COPY is refused under row-level security)."""
    rows: dict[type[models.Model], list[models.Model]] = {table: [] for table in _TABLES}
    for folder, clocks, owner in told:
        rows[Event] += _events(folder)
        rows[Case].append(folder.case)
        rows[Application].append(folder.principal)
        rows[Clock] += clocks
        for hearing in folder.hearings.values():
            hearing.day = next((e.on for e in folder.entries if e.name == "hearing_scheduled"), None)
            rows[Hearing].append(hearing)
        for model in (Permit, Inspection):
            rows[model] += folder.things.get(model.KIND, {}).values()
        rows[Party].append(Party(town=folder.town, case=folder.case, kind=Party.Kind.OWNER, name=owner))
    connection = connections["owner"]
    connection.ensure_connection()
    with connection.connection.transaction(), connection.connection.cursor() as cursor:
        for table, instances in rows.items():
            keyed = table in (Case, Application)
            fields = [f for f in table._meta.concrete_fields if keyed or not f.primary_key]
            names = ", ".join(f'"{field.column}"' for field in fields)
            with cursor.copy(f"COPY {table._meta.db_table} ({names}) FROM STDIN") as copy:
                for instance in instances:
                    copy.write_row([_plain(field, getattr(instance, field.attname)) for field in fields])


def _events(folder: CaseFile) -> list[Event]:
    """The ledger with its hashes; each event recorded on the evening of its day."""
    case, previous, rows = folder.case, GENESIS, []
    for told in folder.entries:
        recorded = datetime.combine(told.on, time(22), tzinfo=UTC)
        entry = replace(told, recorded=recorded)
        chained = digest(previous, town_id=case.town_id, case_id=case.pk, entry=entry)
        rows.append(
            Event(
                town_id=case.town_id, case_id=case.pk, seq=entry.seq, name=entry.name, on=entry.on, at=entry.at,
                facts=dict(entry.facts), role=entry.role, recorded=recorded, previous=previous, hash=chained,
            )
        )  # fmt: skip
        previous = chained
    case.seq, case.head = len(rows), previous
    return rows


@cache
def _is_json(field: models.Field[Any, Any]) -> bool:
    return isinstance(field, models.JSONField)


def _plain(field: models.Field[Any, Any], value: Any) -> Any:
    return json.dumps(value) if _is_json(field) else value


def _finish() -> None:
    """Let new rows follow the ones written with keys of their own, and let the planner know what is there."""
    with connections["owner"].cursor() as cursor:
        for table in (Case, Application):
            name = table._meta.db_table
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name}")
        cursor.execute(
            "INSERT INTO towns_casenumber (town_id, prefix, year, last) "
            "SELECT town_id, split_part(number, '-', 1), split_part(number, '-', 2)::int, "
            "max(split_part(number, '-', 3)::int) "
            "FROM towns_case GROUP BY 1, 2, 3 ON CONFLICT (town_id, prefix, year) DO UPDATE SET last = excluded.last"
        )
        cursor.execute("ANALYZE")
