"""A thread in each process of the site, the worker and the scheduler.

It makes backups that nobody else made in time, nightly ones too, and keeps SQLite's write-ahead log small. SQLite
writes to the log (`-wal`) first, and to the database file now and then. Someone who copies only the file of a running
site, against advice, loses what is only in the log; so a second after the last change the log is written back. The
thread also keeps a connection open, which tells `restore` that the site is running.
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
"""How often it checks for writes."""
LATE_SECONDS = 30.0
"""How often it checks for a late backup."""
NIGHTLY_SECONDS = 600.0
"""How often it checks whether a nightly backup is due."""
NIGHT_OFF = timedelta(minutes=30)
"""How long the scheduler, if there is one, has for the nightly backup."""
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
                patience = timedelta() if settings.CELERY_TASK_ALWAYS_EAGER else NIGHT_OFF
                by_itself.back_up_at_night(timezone.now() - patience, precedence.wait)
        except (Error, OSError):
            # The database is down for a moment; the pages say so.
            logger.debug("watching", exc_info=True)
        time.sleep(SECONDS)


class Log:
    """SQLite's write-ahead log beside the database, if there is one."""

    def __init__(self, path: Path | None) -> None:
        self._path = path and path.with_name(f"{path.name}-wal")
        self._written: object = None
        self._seen: object = None
        self._left = 0

    def look(self) -> None:
        """Write it back if nothing was added since the last look, or after LONGEST looks."""
        if self._path is None:
            return
        try:
            stat = self._path.stat()
        except FileNotFoundError:
            # The log exists only while a connection is open that has read or written.
            _ask("SELECT count(*) FROM django_migrations")
            return
        now = (stat.st_size, stat.st_mtime_ns)
        if now == self._written:
            return
        if now != self._seen and self._left < LONGEST:
            self._seen, self._left = now, self._left + 1
            return
        # PASSIVE blocks no reader or writer: only what nobody needs any more is written back.
        _ask("PRAGMA wal_checkpoint(PASSIVE)")
        self._written, self._left = now, 0


def _ask(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        cursor.fetchall()
