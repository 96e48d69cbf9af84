"""Automatic backups: before a migration, at the end of a phase, and every night.

A failure never breaks their caller.
"""

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
"""When, in UTC, the nightly backup is due: between one and six in the morning where tournaments are played."""

PATIENCE = timedelta(minutes=2)
"""How long the process that was asked first has to make the backup."""
AGAIN = timedelta(minutes=10)
"""How long to wait after a failure before the next try."""

Wanted = Callable[[], bool]


def back_up(is_wanted: Wanted = lambda: True, pause: Callable[[], object] = lambda: None) -> Made | None:
    """Make a backup if `is_wanted` still says so under the lock. None if none was made. Never raises.

    A failure is noted for the director's desk.
    """
    try:
        with making.alone():
            if not is_wanted():
                return None
            asked = asked_at()
            made = making.make(pause=pause)
            state.have_made(asked)
    except Exception as exc:  # No failure may break the caller; the next backup may succeed.
        # A disk error takes one line; anything else is a bug and gets a traceback.
        logger.error("no backup was made: %s", exc, exc_info=not isinstance(exc, OSError))
        state.note(state.failed(exc))
        return None
    state.note(None)
    return made


def back_up_what_is_late(now: datetime, pause: Callable[[], object] = lambda: None) -> Made | None:
    """Make the backup that was asked for and that its process has not made; not right after a failure. Never raises."""
    failure = state.failure()
    if failure and now - failure.when < AGAIN:
        return None
    asked = state.wanted_at()
    if asked is None or now - asked < PATIENCE:
        return None
    return back_up(lambda: state.wanted_at() == asked, pause)


def back_up_at_night(now: datetime, pause: Callable[[], object] = lambda: None) -> Made | None:
    """Make the nightly backup if none was made since it was due. Never raises."""
    return back_up(lambda: _is_due(now) and _holds_anything(), pause)


def back_up_before_migrating(options: dict[str, Any], tell: Callable[[str], object]) -> str:
    """Back up a database that holds something and that `migrate` with these options will change. Never raises.

    Returns what to do if the backup failed, else an empty text.
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
    """When this backup was asked for; None also if the database is too old to keep that."""
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
    # The last one is from the future only if all are: backups made with a wrong clock do not count as tonight's.
    return not made or making.is_of_later(made[-1]) or making.made_at(made[-1]) < due
