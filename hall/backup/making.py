"""Making a backup while the site runs: a consistent snapshot of everything in it."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import OperationalError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from hall.backup import rows
from hall.backup.zipped import FORMAT, MANIFEST, SECRET, UNFINISHED, Manifest, Unfit, manifest_bytes, rows_of, write
from hall.site import database

NAME = re.compile(r"pegboard-(\d{8}-\d{6})\.zip")
"""The name of a backup in BACKUP_DIR. Nothing else in that folder is ever deleted."""
STAMP = "%Y%m%d-%H%M%S"
PATIENCE = 900.0
"""How many seconds one backup waits for another."""
WAITING = "Another backup is being made; waiting for it."


@dataclass(frozen=True, slots=True)
class Made:
    """A finished backup: its path, its size in bytes, and the number of rows of each table."""

    path: Path
    size: int
    rows: dict[str, int]


def alone(tell: Callable[[str], object] = lambda _message: None) -> contextlib.AbstractContextManager[None]:
    """Take the lock for making and restoring backups of this site; waits for others that hold it."""
    return database.hold(Path(settings.DATA_DIR) / "backup.lock", PATIENCE, partial(tell, WAITING))


def make(path: Path | None = None, *, spare: Path | None = None, pause: Callable[[], object] = lambda: None) -> Made:
    """Make a backup at this path, or else in BACKUP_DIR, where only the newest BACKUP_KEEP and `spare` are kept.

    The caller holds the `alone` lock.

    Raises OSError if the file cannot be written.
    Raises Unfit if there is no database, or if this program is older than the database or much newer.
    """
    file = database.file_of(connection)
    if file and not file.exists():
        raise Unfit(f"There is no database {file}, so there is nothing to save.")
    in_backup_dir = path is None
    if path is None:
        folder: Path = settings.BACKUP_DIR
        # Create only the last folder. If a folder above it is missing, a memory stick was probably pulled out.
        folder.mkdir(exist_ok=True)
        path = new_name(folder)
    row_counts: dict[str, int] = {}
    with one_moment():
        write(path, _members(row_counts, pause))
    made = Made(path, path.stat().st_size, row_counts)
    if in_backup_dir:
        forget_old(path, spare)
    return made


def in_order(folder: Path) -> list[Path]:
    """The backups in this folder, oldest first.

    Backups with a time in the future count as the oldest: the clock is or was wrong.
    """
    backups = [path for path in folder.iterdir() if _is_named_so(path)]
    return sorted(backups, key=lambda path: (not is_of_later(path), path.name))


def is_of_later(path: Path) -> bool:
    """Whether the name of a backup has a time more than a minute in the future.

    A few seconds are normal: if a name is taken, the next backup gets a later one.
    """
    return made_at(path) > timezone.now() + timedelta(minutes=1)


def _is_named_so(path: Path) -> bool:
    try:
        return bool(NAME.fullmatch(path.name) and made_at(path))
    except ValueError:
        # The digits are not a time.
        return False


def made_at(path: Path) -> datetime:
    """The time in the name of a backup."""
    match = NAME.fullmatch(path.name)
    assert match is not None
    return datetime.strptime(match[1], STAMP).replace(tzinfo=timezone.get_default_timezone())


def forget_old(made: Path, spare: Path | None) -> None:
    """Delete old backups and old unfinished files.

    The newest BACKUP_KEEP backups are kept, the one just made among them, and `spare`.
    """
    folder = made.parent
    others = [path for path in in_order(folder) if path != made]
    for path in others[: max(0, len(others) + 1 - settings.BACKUP_KEEP)]:
        if spare is None or not path.samefile(spare):
            path.unlink()
    for path in folder.iterdir():
        is_unfinished = path.name.endswith(UNFINISHED) and NAME.fullmatch(path.name.removesuffix(UNFINISHED))
        if is_unfinished and path.stat().st_mtime < time.time() - PATIENCE:
            path.unlink()


def new_name(folder: Path) -> Path:
    """The path of a backup that is made in this folder now."""
    moment = timezone.now()
    while (path := folder / f"pegboard-{moment.strftime(STAMP)}.zip").exists():
        moment += timedelta(seconds=1)
    return path


@contextlib.contextmanager
def one_moment() -> Iterator[None]:
    """Within this context, everything that the thread reads is one snapshot, while others keep writing.

    The thread must not write.
    """
    before, own = connections["default"], connections["default"].copy()
    if own.vendor == "sqlite":
        # Take no write lock. From the first read on, writes of others are invisible.
        own.settings_dict["OPTIONS"] = {**own.settings_dict["OPTIONS"], "transaction_mode": "DEFERRED"}
    connections["default"] = own
    try:
        if own.vendor == "sqlite":
            _open_also_on_a_full_disk(own)
        with transaction.atomic():
            if own.vendor == "postgresql":
                with own.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    finally:
        connections["default"] = before
        own.close()


def _open_also_on_a_full_disk(own: BaseDatabaseWrapper) -> None:
    """Open the database; on a full disk open it exclusively, since SQLite then needs no space for files beside it."""
    file = database.file_of(own)
    try:
        with own.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM sqlite_master")
    except OperationalError:
        if file is None or not database.is_full(file.parent):
            raise
        own.close()
        own.settings_dict["OPTIONS"] = {**own.settings_dict["OPTIONS"], "init_command": "PRAGMA locking_mode=EXCLUSIVE"}


def migrations_of_site() -> tuple[tuple[str, str], ...]:
    """The applied migrations of this program's apps, by their current names.

    Raises Unfit if the database is older than the first squashed migration.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    return rows.by_present_names((key for key in applied if key[0] in apps.app_configs), _TOO_OLD)


_TOO_OLD = (
    "The database is older than this Pegboard can bring up to date. Nothing was changed in it. Start "
    f"{rows.LAST_STEP} with it once, then this one. If its first start was broken off, it holds nothing: delete it and start again."
)


def _members(row_counts: dict[str, int], pause: Callable[[], object]) -> Iterator[tuple[str, Iterator[bytes]]]:
    """The members of the file, each with its content in pieces. The manifest comes last, once all rows are counted.

    The number of rows of each table is stored in `row_counts`.

    Raises Unfit if the database has no tables, or if it is newer than this program.
    """
    loader = MigrationLoader(None)
    migrations = migrations_of_site()
    if not migrations:
        raise Unfit("The database has no tables of Pegboard, so there is nothing to save.")
    if rows.unknown(loader, migrations):
        raise Unfit("The database was brought up to date by a newer Pegboard than this one: install that version.")
    tables = {}
    for model in rows.kept(rows.models_at(loader, migrations)):
        label, reading = model._meta.label_lower, rows.Reading(model, pause)
        yield rows_of(label), iter(reading)
        tables[label], row_counts[label] = reading.table, reading.rows
    yield SECRET, iter([settings.SECRET_KEY.encode()])
    manifest = Manifest(
        format=FORMAT,
        version=settings.VERSION,
        made_at=timezone.now().isoformat(timespec="seconds"),
        database=connection.vendor,
        migrations=migrations,
        tables=tables,
    )
    yield MANIFEST, iter([manifest_bytes(manifest)])
