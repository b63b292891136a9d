"""Runs a PostgreSQL of our own for an installation that was given none, and stops it when nobody needs it any more."""

from pathlib import Path

APP = "docket_app"
OWNER = "docket_owner"
NAME = "town_docket"


def database(home: Path, role: str) -> dict[str, object]:
    """Django's database entry for a role of the embedded server."""
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": NAME,
        "USER": role,
        "PASSWORD": "",
        "HOST": str(home / "run"),
        "PORT": "5432",
        "OPTIONS": {},
    }
