"""`manage.py backup [FILE]`: the whole site in one file, while it runs."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from config.backup import making, restoring, state, words
from config.backup.archive import Unfit
from config.database import file_of, refuse_damaged


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Writes everything of the site into one file, as it is at one moment; the site may run meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        folder = settings.BACKUP_DIR
        parser.add_argument(
            "file", metavar="FILE", nargs="?", type=Path, help=f"where to; without it, a new file in {folder}"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if cure := restoring.unfinished():
            raise CommandError(cure)
        if database := file_of(connection):
            refuse_damaged(database)
        path: Path | None = options["file"]
        if path is not None and path.exists():
            raise CommandError(f"{path} is there already: give another name, or delete it first.")
        try:
            with making.alone(self.stderr.write):
                made = making.make(path)
        except Unfit as exc:
            raise CommandError(str(exc)) from exc
        except OSError as exc:
            if path is not None:
                raise CommandError(f"No backup was made: {path} cannot be written ({exc.strerror}).") from exc
            cure = words.cure(state.code_of(exc), str(settings.BACKUP_DIR))
            raise CommandError(f"No backup was made. {cure}") from exc
        if path is None:
            state.note(None)
        counts = ", ".join(f"{made.rows.get(label, 0):,} {name}" for label, name in TOLD.items())
        self.stdout.write(f"The backup is in {made.path} ({made.size:,} bytes).")
        self.stdout.write(f"It holds {counts}; {sum(made.rows.values()):,} rows of {len(made.rows)} tables in all.")


TOLD = {
    "tournaments.tournament": "tournaments",
    "tournaments.event": "events",
    "tournaments.entry": "entrants",
    "scorecards.scorecard": "cards",
    "brackets.matchgame": "match games",
    "tournaments.auditentry": "lines of the log",
    "tournaments.user": "accounts",
}
"""The tables that somebody who makes a backup wants to hear of, and what their rows are called."""
