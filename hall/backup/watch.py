"""A thread of each process of the site, of the worker and of the scheduler: it makes the backups that nobody else has made in time,
of the night too, and keeps small what SQLite keeps beside its file.

SQLite writes into a log beside the database first (`-wal`), and into the file itself now and then. Whoever copies the file of a
running site alone, as one should not, misses what is in the log only. So a second after the last change it is written back. The
thread also keeps a connection open, by which `restore` sees that the site runs.
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
"""How often it is looked whether something was written."""
LATE_SECONDS = 30.0
"""How often it is looked whether a backup is late."""
NIGHTLY_SECONDS = 600.0
"""How often it is looked whether a backup of the night is due."""
NIGHT_OFF = timedelta(minutes=30)
"""So long the scheduler, where there is one, has for the backup of the night."""
LONGEST = 5
"""So often the log is left alone while it grows."""

_watching: list[threading.Thread] = []


def start() -> None:
    """Begin to watch in this process, once."""
    if not _watching:
        _watching.append(threading.Thread(target=_watch, name="backups", daemon=True))
        _watching[0].start()


def is_on() -> bool:
    """Whether this is a process of the site, which stays."""
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
            # The database is away for a moment; whoever asks for a page is told.
            logger.debug("watching", exc_info=True)
        time.sleep(SECONDS)


class Log:
    """SQLite's log beside the database, if it has one."""

    def __init__(self, path: Path | None) -> None:
        self._path = path and path.with_name(f"{path.name}-wal")
        self._written: object = None
        self._seen: object = None
        self._left = 0

    def look(self) -> None:
        """Write it back once nothing was added since the last look, or after LONGEST looks."""
        if self._path is None:
            return
        try:
            stat = self._path.stat()
        except FileNotFoundError:
            # There is one as long as somebody has the database open who has read or written in it.
            _ask("SELECT count(*) FROM django_migrations")
            return
        now = (stat.st_size, stat.st_mtime_ns)
        if now == self._written:
            return
        if now != self._seen and self._left < LONGEST:
            self._seen, self._left = now, self._left + 1
            return
        # Whoever reads or writes is not held up: only what nobody needs any more is written back.
        _ask("PRAGMA wal_checkpoint(PASSIVE)")
        self._written, self._left = now, 0


def _ask(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        cursor.fetchall()
