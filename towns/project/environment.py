"""Reads the few environment variables that an installation may set, and says where its own files live."""

import hashlib
import os
import secrets
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

CHECKOUT = Path(__file__).resolve().parent.parent.parent


def home() -> Path:
    """The folder of this installation's own files: database, documents, queue, keys; never inside the checkout.

    TOWN_DOCKET_HOME names it outright. Else each checkout has its own, named by a hash of its path: for root below
    /var/lib, because the database must run as a user who may not be able to reach the checkout; for everybody else
    below XDG_DATA_HOME.
    """
    named = os.environ.get("TOWN_DOCKET_HOME")
    if named:
        return Path(named).resolve()
    mark = hashlib.sha256(str(CHECKOUT).encode()).hexdigest()[:12]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return Path("/var/lib/town-docket") / mark
    share = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(share) / "town-docket" / mark


def make_home(folder: Path) -> Path:
    """Make the home folder where it is missing: others may pass through what we make, as the database's user must,
    but see nothing in it. A folder that was there is left as it is.
    """
    missing = [path for path in [folder, *folder.parents] if not path.exists()]
    for path in reversed(missing):
        path.mkdir(exist_ok=True)
        path.chmod(0o711)  # whatever the umask says
    return folder


def flag(name: str, default: bool = False) -> bool:
    """Whether a variable says yes (1, true, yes, on)."""
    said = os.environ.get(name)
    return default if said is None else said.strip().lower() in {"1", "true", "yes", "on"}


def listed(name: str) -> list[str]:
    """A variable's comma-separated values, without blanks."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def private_folder(path: Path) -> Path:
    """Make a folder that only its owner can enter, and return it."""
    path.mkdir(parents=True, exist_ok=True)
    path.chmod(0o700)
    return path


def secret_key(folder: Path) -> str:
    """The installation's signing key: SECRET_KEY, else one made once and kept in a file that only its owner reads."""
    given = os.environ.get("SECRET_KEY")
    if given:
        return given
    kept = folder / "secret-key"
    try:
        return kept.read_text().strip()
    except FileNotFoundError:
        pass
    make_home(folder)
    draft = folder / f"secret-key.{os.getpid()}"
    draft.touch(mode=0o600)
    draft.write_text(secrets.token_urlsafe(64))
    try:
        os.link(draft, kept)  # whoever comes first wins; a second process reads what the first one wrote
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return kept.read_text().strip()


def database(url: str) -> dict[str, object]:
    """Django's database entry for `postgresql://user:password@host:port/name?option=value`.

    A socket folder may stand in place of the host, percent-encoded or as `?host=`.
    Raises ValueError for another scheme.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ValueError(f"A database address starts with postgresql://, not {parts.scheme or 'nothing'}://")
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", None) or unquote(parts.hostname or ""),
        "PORT": options.pop("port", None) or str(parts.port or ""),
        "OPTIONS": options,
    }
