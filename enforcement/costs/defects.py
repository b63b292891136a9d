"""What the law holds against facts about costs, in words for a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

DEFECTS: Final[Mapping[str, str]] = {
    "after_the_notice": "The cost was entered after the notice of the costs; nobody owes it before a notice names it.",
    "after_the_costs_were_rescinded": "The cost was entered after the costs had been rescinded.",
    "no_cost_recorded": "The notice went out before any cost was entered for it to name.",
    "before_the_work_was_completed": "The notice went out before the work was completed.",
    "before_the_notice": "Received before any notice of the costs is entered.",
    "before_the_notice_was_received": "Protested before any receipt of the notice is entered.",
    "no_protest_before": "Decided although no protest is entered before it.",
    "no_action_in_court_before": "A court’s decision is entered, and no action in court before it.",
    "action_in_court_pending": "An action in court was pending on that day.",
    "protest_not_decided": "A protest was not decided yet on that day.",
    "time_to_pay_not_over": "No time to pay had run out by that day.",
    "nothing_is_owed": "Nothing was owed on that day.",
    "lien_not_voted": "No vote of town meeting is entered by which these costs may become a lien (M.G.L. c. 40 § 58).",
    "no_lien_recorded": "No lien had been recorded by that day.",
    "not_the_sum_owed": "The sum certified is not the one that the ledger had owed on that day.",
    "not_certified_before": "The charge had not been certified to the assessors by that day.",
    "still_owed": "The lien was released while something was still owed.",
}
