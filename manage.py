#!/usr/bin/env python
"""The front door for every command; `towns/project/server.py` says which of them start the database."""

import os
import sys


def main() -> None:
    """Run the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "towns.project.settings")
    from towns.project.server import run

    run(sys.argv)


if __name__ == "__main__":
    main()
