"""`manage.py restore FILE [--replace]`: the site as it was when this backup was made."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from config.backup import restoring, state, words
from config.backup.archive import Unfit
from config.database import file_of, refuse_damaged


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
            refuse_damaged(path)
        try:
            done = restoring.restore(options["file"], replace=options["replace"], tell=self.stderr.write)
        except Unfit as exc:
            raise CommandError(f"Nothing was restored. {exc}") from exc
        except OSError as exc:
            folder = str(Path(exc.filename).parent if exc.filename else settings.DATA_DIR)
            raise CommandError(f"Nothing was restored. {words.cure(state.code_of(exc), folder)}") from exc
        except OperationalError as exc:
            raise CommandError(f"Nothing was restored. The database refused it: {exc}") from exc
        if done.before:
            self.stdout.write(f"What was there before is in {done.before.path}.")
        made = f"made at {done.manifest.made_at} by Pegboard {done.manifest.version}"
        self.stdout.write(f"The site is as in {options['file']}, {made}. Everybody signs in again.")
        if done.other_secret:
            self.stdout.write(
                "SECRET_KEY is set here and is another one than the backup’s: printed links open nothing until it is unset, or set "
                "to that of the other site."
            )
