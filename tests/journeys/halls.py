"""Town halls for journeys: with people for every role, and set up so that nothing stops their papers."""

from __future__ import annotations

from tests.town_fixtures import TownHall, load_town

_SEAL = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='4'/></svg>"


def furnished(slug: str) -> TownHall:
    """A town as it would be once its administrator has set it up."""
    town = load_town(slug)
    town.office = f"{town.name} Town Hall\n1 Sample Street\n{town.name}, MA"
    town.see_plans = "the Planning Office, Monday to Thursday, 9 am to 4 pm"
    town.how_to_comment = "Write to the board before the hearing closes."
    town.accommodation = "Ask the Planning Office for an accommodation a week ahead."
    town.seal = _SEAL
    town.save()
    return TownHall(town).staff_up()
