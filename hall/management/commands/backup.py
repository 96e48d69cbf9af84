"""`manage.py backup [FILE]`: the whole site in one file, while it runs."""

from __future__ import annotations

import os
import sqlite3
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from hall.backup import by_itself, making, mark, state, words
from hall.backup.zipped import Unfit, last_in
from hall.site.database import file_of, is_full, refuse_damaged


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Writes everything of the site into one file, as it is at one moment; the site may run meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        folder = settings.BACKUP_DIR
        parser.add_argument(
            "file",
            metavar="FILE",
            nargs="?",
            help=f"where to, a new file or a folder; without it, a new file in {folder}",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if cure := mark.unfinished(settings.DATA_DIR):
            raise CommandError(cure)
        if database := file_of(connection):
            refuse_damaged(database, last_in)
        path = _path_of(options["file"])
        if path is not None and path.exists():
            raise CommandError(f"{path} is there already: give another name, or delete it first.")
        try:
            with making.alone(self.stderr.write):
                # A backup in another place does not fulfil a pending request.
                request_time = by_itself.asked_at() if path is None else None
                backup = making.make(path)
                state.have_made(request_time)
        except Unfit as exc:
            raise CommandError(str(exc)) from exc
        except OSError as exc:
            if path is not None:
                raise CommandError(f"No backup was made. {_cure(exc, path)}") from exc
            raise CommandError(f"No backup was made. {words.cure_of(exc, str(settings.BACKUP_DIR))}") from exc
        except (DatabaseError, sqlite3.Error) as exc:
            if database and is_full(database.parent):
                # SQLite does not distinguish a full disk from a failing one.
                full = words.cure(words.FULL, str(database.parent))
                raise CommandError(f"No backup was made. {full}") from exc
            raise CommandError(f"No backup was made. The database could not be read: {exc}") from exc
        if path is None:
            state.note(None)
        counts = ", ".join(f"{backup.rows.get(label, 0):,} {name}" for label, name in MENTIONED.items())
        self.stdout.write(f"The backup is in {backup.path} ({backup.size:,} bytes).")
        self.stdout.write(f"It holds {counts}; {sum(backup.rows.values()):,} rows of {len(backup.rows)} tables in all.")


def _path_of(argument: str | None) -> Path | None:
    """The new file for this argument, a file or a folder; None without an argument.

    Raises CommandError if the argument is empty, or ends like a folder and is none.
    """
    if argument is None:
        return None
    if not argument.strip():
        raise CommandError("The name of the file is empty: leave it out, or name a new file or a folder.")
    path = Path(argument)
    if path.is_dir():
        return making.new_name(path)
    if argument.endswith((os.sep, os.altsep or os.sep)):
        if path.exists():
            raise CommandError(f"{path} is a file, and no folder: leave the slash out, and give another name.")
        raise CommandError(_missing(path))
    return path


def _missing(folder: Path) -> str:
    return f"The folder {folder} is not there: plug in its disk or stick, make the folder, or name another one."


def _cure(exc: OSError, path: Path) -> str:
    """Why the file could not be written to this path, and what to do."""
    code = words.code_of(exc)
    if code == words.GONE:
        return _missing(path.parent)
    reason = f"{path} cannot be written ({exc.strerror})"
    if code == words.FULL:
        return f"{reason}: make room on its disk, or name a folder on another one."
    return f"{reason}: name another folder, into which Pegboard may write."


MENTIONED = {
    "tournaments.tournament": "tournaments",
    "tournaments.event": "events",
    "tournaments.entry": "entrants",
    "scorecards.scorecard": "cards",
    "brackets.matchgame": "match games",
    "clubs.club": "clubs",
    "clubs.season": "seasons",
    "tournaments.auditentry": "lines of the log",
    "tournaments.user": "accounts",
}
"""The tables to mention after a backup, and what their rows are called."""
