"""A thread in each process of the site, the worker and the scheduler.

The thread makes backups that no other process made in time, nightly ones too, and keeps SQLite's write-ahead log small.
SQLite writes to the log (`-wal`) first, and to the database file only now and then. Anybody who copies only the
database file of a running site, against advice, loses what is only in the log. So the log is written back a second
after the last change. The thread also keeps a connection open, by which `restore` notices that the site is running.
"""

from __future__ import annotations

import logging
import threading
import time
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import Error, close_old_connections, connection
from django.utils import timezone

from hall.backup import by_itself
from hall.site import database
from tournaments.precedence import precedence

logger = logging.getLogger(__name__)

SECONDS = 1.0
"""The seconds between checks for writes."""
LATE_SECONDS = 30.0
"""The seconds between checks for a late backup."""
NIGHTLY_SECONDS = 600.0
"""The seconds between checks whether a nightly backup is due."""
SCHEDULER_PATIENCE = timedelta(minutes=30)
"""How long the scheduler, if there is one, has to make the nightly backup before this thread makes it."""
LONGEST = 5
"""How many checks in a row may find the log growing before it is written back anyway."""

_watching: list[threading.Thread] = []


def start() -> None:
    """Start the thread in this process, once."""
    if not _watching:
        _watching.append(threading.Thread(target=_watch, name="backups", daemon=True))
        _watching[0].start()


def is_on() -> bool:
    """Whether this is a long-running process of the site."""
    return bool(_watching)


def _watch() -> None:
    log = Log(database.file_of(connection))
    next_late = time.monotonic() + LATE_SECONDS
    next_night = time.monotonic() + NIGHTLY_SECONDS
    while True:
        try:
            close_old_connections()
            connection.ensure_connection()
            log.look()
            if time.monotonic() > next_late:
                next_late = time.monotonic() + LATE_SECONDS
                by_itself.back_up_what_is_late(timezone.now(), precedence.wait)
            if time.monotonic() > next_night:
                next_night = time.monotonic() + NIGHTLY_SECONDS
                patience = timedelta() if settings.CELERY_TASK_ALWAYS_EAGER else SCHEDULER_PATIENCE
                by_itself.back_up_at_night(timezone.now() - patience, precedence.wait)
        except (Error, OSError):
            # The database is down for a moment; the pages say so.
            logger.debug("watching", exc_info=True)
        time.sleep(SECONDS)


class Log:
    """SQLite's write-ahead log beside the database, if there is one."""

    def __init__(self, path: Path | None) -> None:
        self._path = path and path.with_name(f"{path.name}-wal")
        self._state_written: object = None
        self._state_seen: object = None
        self._looks = 0

    def look(self) -> None:
        """Write the log back if nothing was added since the last look, or after LONGEST looks in a row."""
        if self._path is None:
            return
        try:
            stat = self._path.stat()
        except FileNotFoundError:
            # The log exists only while a connection is open that has read or written, so this connection reads.
            _ask("SELECT count(*) FROM django_migrations")
            return
        state = (stat.st_size, stat.st_mtime_ns)
        if state == self._state_written:
            return
        if state != self._state_seen and self._looks < LONGEST:
            self._state_seen, self._looks = state, self._looks + 1
            return
        # PASSIVE blocks no reader or writer. It writes back only what no reader still needs in the log.
        _ask("PRAGMA wal_checkpoint(PASSIVE)")
        self._state_written, self._looks = state, 0


def _ask(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        cursor.fetchall()
