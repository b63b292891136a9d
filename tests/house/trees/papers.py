"""The department's paper and its letter."""

# `required` and `optional` are fields, as in towns.papers.facts.

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from towns.papers import printing
from towns.papers.facts import CaseFacts, Recipient, Signature, optional, required
from towns.papers.kinds import Paper
from towns.record.case_file import CaseFile


@dataclass(frozen=True, kw_only=True)
class FellingFacts:
    """How many trees, since when, and to whom it is said."""

    case: CaseFacts = required("the case", empty=None)
    marked: date | None = required("the day of the mark", empty=None)
    count: int = required("how many trees", empty=0)
    recipient: Recipient | None = optional("the recipient", empty=None)
    signer: Signature | None = optional("the signer", empty=None)


class FellingSheet(Paper):
    """Says that trees were marked: it asserts the marking."""

    key = "felling_sheet"
    title = "Shade trees marked"
    needs = FellingFacts
    asserts = ("trees_marked",)

    def offered(self, file: CaseFile) -> bool:
        """From the request on, as a draft."""
        return True

    def fill(self, file: CaseFile, on: date, answers: Mapping[str, Any]) -> FellingFacts:
        """The first mark and the count."""
        trees = [tree for tree in file.things["tree"].values() if tree.state == "standing"]
        return FellingFacts(
            case=printing.case_facts(file),
            marked=printing.day_of_last(file, "trees_marked"),
            count=len(trees),
            recipient=self.whom(),
            signer=Signature(title="Tree Warden"),
        )

    def whom(self) -> Recipient | None:
        """Nobody: it is posted at the tree."""
        return None


class FellingLetter(FellingSheet):
    """The same to the neighbor across the street, in a window envelope."""

    key = "felling_letter"
    title = "A letter about shade trees"
    audience = "parties"
    letter = True

    def whom(self) -> Recipient:
        """A plainly fictional neighbor."""
        return Recipient(lines=("Neighbor Placeholder", "1 Example Street", "Sampletown, MA 00000"))
