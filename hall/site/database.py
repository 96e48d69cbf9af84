"""Checks before a database is migrated: it is intact and writable, and nobody else is working on it."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from django.db.backends.base.base import BaseDatabaseWrapper

_LOCK = 0x70656762
"""The number of our PostgreSQL advisory lock; "pegb" in ASCII."""
LITTLE = 1_000_000
"""A disk with fewer free bytes counts as full. SQLite itself only reports that writing failed."""
_PATIENCE = 3600.0
"""Seconds to wait for another process on SQLite; on PostgreSQL there is no limit."""


def file_of(connection: BaseDatabaseWrapper) -> Path | None:
    """The file of a SQLite database; None for one in memory, and for PostgreSQL."""
    name = str(connection.settings_dict["NAME"])
    in_memory = name == ":memory:" or name.startswith("file:")
    return Path(name) if connection.vendor == "sqlite" and not in_memory else None


LastIn = Callable[[Path], Path | None]
"""Finds the last backup in a folder."""


def refuse_damaged(path: Path, last_in: LastIn) -> None:
    """Raise CommandError with the cure if this file is damaged or not writable. A missing file is allowed."""
    refuse_unwritable(path.parent)
    if not path.exists():
        return
    if path.is_dir():
        raise CommandError(
            f"The database {path} is a folder, not a file: correct DATABASE_URL, or move the folder away."
        )
    if not os.access(path, os.R_OK | os.W_OK):
        raise CommandError(f"The database file {path} can only be read: {_CURE}")
    if fault := _fault_of(path):
        raise CommandError(
            f"The database file {path} {fault}. Nothing was changed in it. Move it away, together with the files beside it "
            f"that begin with its name, and bring back the last backup: {_last_backup(last_in)}"
        )


_CURE = "allow the user who starts Pegboard to write it, or set DATA_DIR to a folder that can be written."


def refuse_unwritable(folder: Path) -> None:
    """Raise CommandError if no file can be created in this folder."""
    if not folder.is_dir():
        raise CommandError(f"The folder {folder} for the database is not there: make it, or correct DATABASE_URL.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise CommandError(f"The folder {folder} can only be read: {_CURE}")


def _fault_of(path: Path) -> str:
    """What is wrong with this file, as the predicate of a sentence; empty if nothing is wrong."""
    if not path.stat().st_size:
        return "is empty, which a database never is"
    try:
        # The check compares indexes with tables too: a truncated file may look intact otherwise.
        with contextlib.closing(sqlite3.connect(path, timeout=20)) as database:
            [verdict] = database.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.OperationalError:
        # The file is locked or the disk fails. The next program that opens the file reports it.
        return ""
    except sqlite3.DatabaseError as exc:
        return "is no database" if "not a database" in str(exc) else f"is damaged ({exc})"
    return "" if verdict == "ok" else "is damaged (SQLite’s check failed)"


def _last_backup(last_in: LastIn) -> str:
    folder: Path = settings.BACKUP_DIR
    if last := last_in(folder):
        return f"python3 run.py restore {last}"
    return f"python3 run.py restore FILE (there is none in {folder}; without one, a new start is empty)."


@contextlib.contextmanager
def alone(connection: BaseDatabaseWrapper, tell: Callable[[str], object]) -> Iterator[None]:
    """Hold the lock for migrating or filling this database; `tell` is called if another process has it."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [_LOCK])
            if not cursor.fetchone()[0]:
                tell(_WAITING)
                cursor.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])
    elif path := file_of(connection):
        with hold(path.with_name(f"{path.name}.lock"), _PATIENCE, lambda: tell(_WAITING)):
            yield
    else:
        yield


@contextlib.contextmanager
def hold(file: Path, patience: float, waiting: Callable[[], object]) -> Iterator[None]:
    """Hold the lock of this file; `waiting` is called if another process has it.

    Raises OSError if the file cannot be used.
    Raises sqlite3.OperationalError if the lock is not free after `patience` seconds.
    """
    # A lock of SQLite works on every operating system, and ends with its process.
    try:
        lock = sqlite3.connect(file, timeout=0, isolation_level=None)
    except sqlite3.OperationalError as exc:
        raise _unusable(file, exc) from exc
    with contextlib.closing(lock):
        try:
            _take(lock)
        except sqlite3.OperationalError as exc:
            if exc.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise _unusable(file, exc) from exc
            waiting()
            lock.execute(f"PRAGMA busy_timeout = {int(patience * 1000)}")
            _take(lock)
        yield


def _take(lock: sqlite3.Connection) -> None:
    # With this journal mode nothing is written, so the lock works on a full disk.
    lock.execute("PRAGMA journal_mode=MEMORY")
    lock.execute("BEGIN EXCLUSIVE")


def _unusable(file: Path, exc: sqlite3.Error) -> OSError:
    """The error for a lock file that cannot be used: the disk is full, or something else."""
    return OSError(errno.ENOSPC if is_full(file.parent) else errno.EIO, str(exc), str(file))


def is_full(folder: Path) -> bool:
    """Whether the disk with this folder is full."""
    return shutil.disk_usage(folder).free < LITTLE


def is_no_room(exc: BaseException) -> bool:
    """Whether this error, or one of its causes, was a full disk; there may be space by now."""
    error: BaseException | None = exc
    while error is not None:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
            return True
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
            return True
        # PostgreSQL's code for a full disk.
        if getattr(error, "sqlstate", "") == "53100":
            return True
        error = error.__cause__
    return False


_WAITING = "Another process is setting up this database; waiting for it."
