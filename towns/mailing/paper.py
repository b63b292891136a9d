"""The letter to abutters: the notice of hearing as it goes out to many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towns.papers import facts as paper_facts
from towns.papers.kinds import Paper

if TYPE_CHECKING:  # letters are set where no database is
    from towns.record.case_file import CaseFile


class AbutterLetter(Paper):
    """The notice of public hearing as a letter to each owner nearby."""

    key = "abutter_letter"
    title = "Notice of Public Hearing"
    label = "Letters to abutters"
    needs = paper_facts.AbutterLetter
    audience = "parties"
    asserts = ("hearing_scheduled",)
    letter = True
    page = "letters"

    def offered(self, file: CaseFile) -> bool:
        """While a hearing is set that has not closed."""
        live = file.live_hearing
        return live is not None and live.day is not None and str(live.state) != "closed"
