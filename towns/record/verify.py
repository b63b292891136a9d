"""Proof that a ledger is whole: its chain of hashes, its head, and heads kept outside the database."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from towns.ledger.entries import GENESIS, digest
from towns.models import Case, Event, Town
from towns.record.case_file import entry_of


@dataclass(frozen=True, slots=True)
class Proof:
    """What was found in one case: its number, how many events, their hashes, and every fault as a sentence."""

    number: str
    events: int
    hashes: list[str]
    faults: list[str]


def verify(town: Town) -> Iterator[Proof]:
    """Walk every chain of one town. Needs the town set."""
    cases = {case.pk: case for case in Case.objects.order_by("pk")}
    rows = Event.objects.order_by("case_id", "seq").iterator(chunk_size=2000)
    seen: set[int] = set()
    for case_id, events in groupby(rows, key=lambda event: event.case_id):
        seen.add(case_id)
        yield verify_chain(town, cases[case_id], events)
    for pk, case in cases.items():
        if pk not in seen:
            yield verify_chain(town, case, iter(()))


def verify_chain(town: Town, case: Case, events: Iterator[Event]) -> Proof:
    """Walk one chain: each event hashes to what it says, names the one before, and the case names the last."""
    where = f"{town.slug} {case.number}"
    previous, seq = GENESIS, 0
    faults: list[str] = []
    hashes: list[str] = []
    for event in events:
        seq += 1
        if event.seq != seq:
            faults.append(f"{where}: event {seq} is missing; the next one is numbered {event.seq}.")
            seq = event.seq
        if event.previous != previous:
            faults.append(f"{where}: event {event.seq} does not follow the one before it.")
        if (
            digest(event.previous, town_id=event.town_id, case_id=case.pk, entry=entry_of(event))
            != event.hash
        ):
            faults.append(f"{where}: event {event.seq} was changed after it was recorded.")
        previous = event.hash
        hashes.append(event.hash)
    if case.seq != seq or case.head != (previous if seq else ""):
        faults.append(f"{where}: the ledger ends at event {seq}, but the case says {case.seq}.")
    return Proof(case.number, len(hashes), hashes, faults)


def compare(kept: Mapping[str, Any], heads: Mapping[str, list[str] | None]) -> list[str]:
    """What the kept heads prove against the ledgers of today: a case gone, a tail cut, a history rewritten."""
    faults = []
    for name, head in kept.items():
        hashes = heads.get(name)
        if name not in heads:
            faults.append(f"{name}: the case has disappeared since the heads were kept.")
        elif head["seq"] and (
            len(hashes or ()) < head["seq"] or (hashes or [])[head["seq"] - 1] != head["head"]
        ):
            faults.append(f"{name}: event {head['seq']} is not the one that was kept.")
    return faults


def root_of(heads: Mapping[str, Any]) -> str:
    """One hash over all heads, short enough to print or to read out."""
    return hashlib.sha256(json.dumps(heads, sort_keys=True).encode()).hexdigest()
