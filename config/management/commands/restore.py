"""`manage.py restore FILE [--replace]`: the site as it was when this backup was made."""

from __future__ import annotations

import sqlite3
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from config.backup import restoring, words
from config.backup.archive import Unfit, last_in
from config.database import file_of, is_full, refuse_damaged


class Command(BaseCommand):
    help = "Makes the site what it was when this backup was made."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="the backup")
        parser.add_argument(
            "--replace", action="store_true", help="also where the site holds something, which is saved first"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if path := file_of(connection):
            refuse_damaged(path, last_in)
        try:
            done = restoring.restore(options["file"], replace=options["replace"], tell=self.stderr.write)
        except Unfit as exc:
            raise CommandError(f"Nothing was restored. {exc}") from exc
        except (OSError, DatabaseError, sqlite3.Error) as exc:
            raise CommandError(f"Nothing was restored. {_cure(exc)}") from exc
        if done.before:
            self.stdout.write(f"What was there before is in {done.before.path}.")
        made = f"made at {done.manifest.made_at} by Pegboard {done.manifest.version}"
        self.stdout.write(f"The site is as in {options['file']}, {made}. Everybody signs in again.")
        if done.other_secret:
            self.stdout.write(
                "SECRET_KEY is set here and is another one than the backup’s: printed links open nothing until it is unset, or set "
                "to that of the other site."
            )


def _cure(exc: OSError | DatabaseError | sqlite3.Error) -> str:
    """What to do about a disk or a database that did not take it. SQLite tells no full disk from one that fails."""
    path = file_of(connection)
    for folder in filter(None, (path and path.parent, Path(settings.DATA_DIR))):
        if is_full(folder):
            return f"The disk with {folder} is full: make room on it, then restore."
    if isinstance(exc, OSError):
        return words.cure_of(exc, str(Path(exc.filename).parent if exc.filename else settings.DATA_DIR))
    return f"The database refused it: {exc}"
