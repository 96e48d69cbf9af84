"""Automatic backups: before a migration, at the end of a phase, and every night.

A failure of a backup never breaks its caller.
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
"""When the nightly backup is due, in UTC. Where tournaments are played, that is between one and six in the morning."""

PATIENCE = timedelta(minutes=2)
"""How long the process that was asked first has to make the backup before another one makes it."""
RETRY_AFTER = timedelta(minutes=10)
"""How long to wait after a failure before the next try."""

Wanted = Callable[[], bool]


def back_up(is_wanted: Wanted = lambda: True, pause: Callable[[], object] = lambda: None) -> Made | None:
    """Make a backup if `is_wanted` is still true once the lock is taken. Never raises.

    None if no backup was made. A failure is noted for the director's desk.
    """
    try:
        with making.alone():
            if not is_wanted():
                return None
            request_time = asked_at()
            backup = making.make(pause=pause)
            state.have_made(request_time)
    except Exception as exc:  # No failure may break the caller; the next backup may succeed.
        # A disk error takes one line; anything else is a bug and gets a traceback.
        logger.error("no backup was made: %s", exc, exc_info=not isinstance(exc, OSError))
        state.note(state.failed(exc))
        return None
    state.note(None)
    return backup


def back_up_what_is_late(now: datetime, pause: Callable[[], object] = lambda: None) -> Made | None:
    """Make the requested backup if it is late, unless one has just failed. Never raises.

    A backup is late if the process that was asked has not made it within PATIENCE.
    """
    failure = state.failure()
    if failure and now - failure.when < RETRY_AFTER:
        return None
    request_time = state.wanted_at()
    if request_time is None or now - request_time < PATIENCE:
        return None
    return back_up(lambda: state.wanted_at() == request_time, pause)


def back_up_at_night(now: datetime, pause: Callable[[], object] = lambda: None) -> Made | None:
    """Make the nightly backup if none was made since it was due. Never raises."""
    return back_up(lambda: _is_due(now) and _holds_anything(), pause)


def back_up_before_migrating(options: dict[str, Any], tell: Callable[[str], object]) -> str:
    """Back up a database that holds something and that `migrate` with these options will change. Never raises.

    Returns what to do if the backup failed, else an empty text.
    """
    only_looks = options["plan"] or options["check_unapplied"]
    if options["database"] != "default" or only_looks or not _is_to_change(options):
        return ""
    was_wanted = False

    def is_wanted() -> bool:
        nonlocal was_wanted
        was_wanted = _holds_anything()
        return was_wanted

    backup = back_up(is_wanted)
    if backup:
        tell(f"Everything is saved in {backup.path}; now the database is brought up to date.")
        return ""
    # Without a backup, either the database is empty or the backup failed.
    failure = state.failure() if was_wanted else None
    return words.cure(failure.code, failure.folder) if failure else ""


def asked_at() -> datetime | None:
    """When the pending backup was requested; None if none is pending, or if the database is too old to store it."""
    return state.wanted_at() if Site._meta.db_table in connection.introspection.table_names() else None


def _is_to_change(options: dict[str, Any]) -> bool:
    """Whether `migrate` with these options changes a database that was migrated before."""
    executor = MigrationExecutor(connection)
    if not executor.loader.applied_migrations:
        return False
    return bool(options["app_label"] or executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _holds_anything() -> bool:
    return rows.holds_anything(rows.models_at(MigrationLoader(None), making.migrations_of_site()))


def _is_due(now: datetime) -> bool:
    """Whether no backup was made since the last NIGHT."""
    due = datetime.combine(now.date(), NIGHT, timezone.get_default_timezone())
    if due > now:
        due -= timedelta(days=1)
    folder = settings.BACKUP_DIR
    backups = making.in_order(folder) if folder.is_dir() else []
    if not backups:
        return True
    # Backups with a time in the future were made with a wrong clock. The last one is such a backup only if all are.
    return making.is_of_later(backups[-1]) or making.made_at(backups[-1]) < due
