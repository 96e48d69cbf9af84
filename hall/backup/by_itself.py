"""Backups that nobody asks for: before a migration, at the end of a phase, and every night. None of them ever breaks what it is for."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from hall.backup import making, rows, state, words
from hall.backup.making import Made
from tournaments.models import Site

logger = logging.getLogger(__name__)

NIGHT = time(9, 45)
"""When, in UTC, a backup of the night is due: between one and six in the morning where tournaments are played."""

PATIENCE = timedelta(minutes=2)
"""So long whoever is asked first has for it."""
AGAIN = timedelta(minutes=10)
"""So long after a failure it is not tried again."""

Wanted = Callable[[], bool]


def back_up(wanted: Wanted = lambda: True, pause: Callable[[], object] = lambda: None) -> Made | None:
    """Make a backup where it is still `wanted` once nobody else makes one; None where none was made. Never raises.

    What went wrong is noted, for the director's desk.
    """
    try:
        with making.alone():
            if not wanted():
                return None
            asked = asked_at()
            made = making.make(pause=pause)
            state.have_made(asked)
    except Exception as exc:  # Whatever it was, a game that was saved is saved, and the next backup may do.
        # What is wrong with a disk is said in a line; anything else is a fault of the program.
        logger.error("no backup was made: %s", exc, exc_info=not isinstance(exc, OSError))
        state.note(state.failed(exc))
        return None
    state.note(None)
    return made


def back_up_what_is_late(now: datetime, pause: Callable[[], object] = lambda: None) -> Made | None:
    """The backup that was asked for and that nobody has made: whoever should have was away. Not at once after one failed. Never raises."""
    failure = state.failure()
    if failure and now - failure.when < AGAIN:
        return None
    asked = state.wanted_at()
    if asked is None or now - asked < PATIENCE:
        return None
    return back_up(lambda: state.wanted_at() == asked, pause)


def back_up_at_night(now: datetime, pause: Callable[[], object] = lambda: None) -> Made | None:
    """The backup of the night, where none was made since it was due. Never raises."""
    return back_up(lambda: _is_due(now) and _holds_anything(), pause)


def back_up_before_migrating(options: dict[str, Any], tell: Callable[[str], object]) -> str:
    """A backup of a database that holds something and is about to be changed by `migrate` with these options. Never raises.

    Returns what to do where none could be made; else nothing.
    """
    if options["database"] != "default" or options["plan"] or options["check_unapplied"] or not _is_to_change(options):
        return ""
    held = False

    def holds() -> bool:
        nonlocal held
        held = _holds_anything()
        return held

    if made := back_up(holds):
        tell(f"Everything is saved in {made.path}; now the database is brought up to date.")
    elif held and (failure := state.failure()):
        return words.cure(failure.code, failure.folder)
    return ""


def asked_at() -> datetime | None:
    """When this backup was asked for; None too where the database is older than that it is kept."""
    return state.wanted_at() if Site._meta.db_table in connection.introspection.table_names() else None


def _is_to_change(options: dict[str, Any]) -> bool:
    executor = MigrationExecutor(connection)
    if not executor.loader.applied_migrations:
        return False
    return bool(options["app_label"] or executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _holds_anything() -> bool:
    return rows.holds_anything(rows.models_at(MigrationLoader(None), making.migrations_of_site()))


def _is_due(now: datetime) -> bool:
    due = datetime.combine(now.date(), NIGHT, timezone.get_default_timezone())
    if due > now:
        due -= timedelta(days=1)
    folder = settings.BACKUP_DIR
    made = making.in_order(folder) if folder.is_dir() else []
    # The last one may be of later all the same, where all are: of what a clock that was wrong wrote, none is of this night.
    return not made or making.is_of_later(made[-1]) or making.made_at(made[-1]) < due
