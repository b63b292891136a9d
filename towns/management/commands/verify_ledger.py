"""`manage.py verify_ledger`: prove that no event was changed, lost or slipped in."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from towns.access.tenancy import town as town_set
from towns.models import Town
from towns.record import verify


class Command(BaseCommand):
    """Walk every chain of hashes; compare with a root kept elsewhere."""

    help = (
        "Verify every ledger. --root FILE compares with the heads written there and then writes the new ones."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--root FILE."""
        parser.add_argument("--root", type=Path, help="A file of heads kept outside the database.")

    def handle(self, *args: Any, root: Path | None, **options: Any) -> None:
        """Verify all towns; fail with every fault found."""
        kept: dict[str, Any] = {}
        if root is not None and root.exists():
            try:
                kept = json.loads(root.read_text())["heads"]
            except (ValueError, KeyError, TypeError):
                raise CommandError(f"--root: {root} is not a file of heads. Name another file.") from None
        faults: list[str] = []
        heads: dict[str, Any] = {}
        events = 0
        for town in Town.objects.all():
            with town_set(town):
                for proof in verify.verify(town):
                    events += proof.events
                    faults += proof.faults
                    heads[f"{town.slug}/{proof.number}"] = proof.hashes if root else None
        faults += verify.compare(kept, heads)
        if faults:
            for fault in faults:
                self.stderr.write(fault)
            raise CommandError(f"{len(faults)} faults in the ledgers.")
        if root is not None:
            heads = {
                name: {"seq": len(hashes), "head": hashes[-1] if hashes else ""}
                for name, hashes in heads.items()
            }
            text = json.dumps({"root": verify.root_of(heads), "heads": heads}, indent=1, sort_keys=True)
            root.write_text(text + "\n")
        self.stdout.write(f"{len(heads)} ledgers with {events} events are whole.")
