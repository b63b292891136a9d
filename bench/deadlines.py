"""How many stories a second `manage.py deadlines --batch` answers, reasons included, in one process on one core."""

from __future__ import annotations

import json
import os
import platform
import random
import subprocess
import sys
import time
from datetime import date, timedelta
from pathlib import Path

from towns.law import schema
from towns.law.rules import ClockRule, Matter

ROOT = Path(__file__).parents[1]
STORIES = 20_000
PROMISE = 2_000
OUTCOMES = ("approved", "disapproved", "upheld", "rescinded", "hazardous", "nonhazardous", "in_part")


def stories(count: int, seed: int = 1) -> list[str]:
    """So many stories over every town and matter that has clocks, no two alike, one JSON object a line."""
    chance = random.Random(seed)
    matters = [(town, m) for town in schema.TOWNS for m in schema.load(town).matters.values() if m.clocks]
    lines = []
    for _ in range(count):
        town, matter = chance.choice(matters)
        start = date(2021, 1, 1) + timedelta(days=chance.randint(0, 3600))
        events = [_event(chance, matter, name, start) for name in _some(chance, matter)]
        on = (start + timedelta(days=chance.randint(0, 500))).isoformat()
        lines.append(json.dumps({"town": town, "matter": matter.key, "on": on, "events": events}))
    return lines


def _some(chance: random.Random, matter: Matter) -> list[str]:
    names = {"hearing_reopened", "extension_agreed", "remanded"}
    if any(rule.name == "completeness" for rule in matter.clocks):
        names |= {"filed", "complete", "returned_incomplete"}
    for rule in matter.clocks:
        names |= {pattern.event for pattern in (*rule.from_, *rule.stops) if pattern.event}
        names |= {rule.adds} - {""}
    chosen = chance.choices(sorted(names), k=chance.randint(1, 10))
    if chance.random() < 0.5:  # things that happen twice
        chosen += chance.choices(chosen, k=2)
    return chosen if chance.random() < 0.9 else [*chosen, matter.voided_by]


def _event(chance: random.Random, matter: Matter, name: str, start: date) -> dict[str, str]:
    on = start + timedelta(days=chance.randint(0, 120))

    def later(least: int, most: int) -> str:
        return (on + timedelta(days=chance.randint(least, most))).isoformat()

    event = {"event": name, "on": on.isoformat()}
    match name:
        case "hearing_scheduled":
            event["for"] = f"{_session(chance, start)}T19:00"
        case "notice_given" | "notice_published" | "notice_posted" | "notices_mailed" | "meeting_posted":
            if chance.random() < 0.5:
                event["for"] = _session(chance, start).isoformat()
        case "order_issued":
            event["comply_by"] = later(0, 40)
        case "complete":
            if chance.random() < 0.7:
                event["found_on"] = later(0, 10)
        case "violation_found":
            if chance.random() < 0.5:
                event["violated"] = later(-30, 3)
        case "extension_agreed":
            rule: ClockRule = chance.choice(matter.clocks)
            event |= {"clock": rule.name, "until": later(-5, 120), "filed": later(0, 30)}
        case "referred" | "comment_received":
            event["board"] = chance.choice(["fire_department", "board_of_health"])
        case "waiver_requested" | "waiver_decided":
            event["waiver"] = chance.choice("ab")
        case "costs_received" | "costs_paid" | "protest_filed":
            if chance.random() < 0.6:
                event["party"] = chance.choice(["owner", "violator"])
            event["outcome"] = chance.choice(["partial", "full"])
        case _:
            event["outcome"] = chance.choice(OUTCOMES)
            if name == "decided" and chance.random() < 0.5:
                event["voted"] = later(-20, 0)
    return event


def _session(chance: random.Random, start: date) -> date:
    """One of three days on which hearings are held, so that proofs and sessions meet."""
    return start + timedelta(days=chance.choice([40, 75, 110]))


def main() -> None:
    """Measure, print, and fail below the promise."""
    asked = "\n".join(stories(STORIES)) + "\n"
    command = [sys.executable, str(ROOT / "manage.py"), "deadlines", "--batch"]
    began = time.perf_counter()
    ran = subprocess.run(command, input=asked, capture_output=True, text=True, encoding="utf-8", check=True)
    took = time.perf_counter() - began
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    refused = sum(isinstance(answer, dict) for answer in answers)
    clocks = sum(len(answer) for answer in answers)
    print(
        f"{len(answers):,} stories, {clocks:,} clocks, {refused} refused, in {took:.2f} s, start-up included:"
    )
    print(f"{STORIES / took:,.0f} stories a second ({platform.machine()}, {os.cpu_count()} cores, one used)")
    if len(answers) != STORIES or refused or STORIES / took < PROMISE:
        raise SystemExit(f"The promise is {PROMISE:,} a second, every one answered.")


if __name__ == "__main__":
    main()
