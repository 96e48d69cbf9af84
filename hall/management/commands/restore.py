"""`manage.py restore FILE [--replace]`: the site as it was when this backup was made."""

from __future__ import annotations

import sqlite3
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from hall.backup import mark, restoring
from hall.backup.zipped import Unfit, last_in
from hall.site.database import file_of, refuse_damaged


class Command(BaseCommand):
    help = "Makes the site what it was when this backup was made."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the backup")
        parser.add_argument(
            "--replace", action="store_true", help="also where the site holds something, which is saved first"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["file"].strip():
            raise CommandError("The name of the file is empty: name the backup.")
        if path := file_of(connection):
            refuse_damaged(path, last_in)
        file = Path(options["file"])
        try:
            done = restoring.restore(file, replace=options["replace"], tell=self.stderr.write)
        except Unfit as exc:
            cure = "" if file.exists() else mark.unfinished(settings.DATA_DIR)
            raise CommandError(f"Nothing was restored. {exc} {cure}".rstrip()) from exc
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
    """What to do about a folder or database that refused it."""
    if isinstance(exc, OSError):
        folder = Path(exc.filename).parent if exc.filename else settings.DATA_DIR
        return f"Pegboard cannot write into {folder} ({exc.strerror}): allow it, or set DATA_DIR to a folder that can be written."
    return f"The database refused it: {exc}"
