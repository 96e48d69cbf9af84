"""Restoring a backup: the site as it was, on SQLite or PostgreSQL, whichever database made the file.

The file is checked first, then the site. The old rows stay until all new ones are in place.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import secrets
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management.sql import emit_post_migrate_signal
from django.db import Error, connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.models import AutoField, F, Max, Model
from django.db.models.functions import Coalesce
from django.utils import timezone

from hall.backup import making, mark, rows, words
from hall.backup.making import Made
from hall.backup.mark import Mark
from hall.backup.zipped import SECRET, Manifest, Unfit, opened
from hall.site import database
from scorecards.models import Scorecard
from tournaments.models import Display, Event, Site

Tell = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored: the manifest, the backup of the old site, and whether SECRET_KEY overrides its secret."""

    manifest: Manifest
    before: Made | None
    other_secret: bool


def restore(path: Path, *, replace: bool, tell: Tell) -> Restored:
    """Restore the site to its state when this file was made. If it was restored before, only finish that restore.

    Raises Unfit if the file or the site does not allow it; nothing has changed then.
    """
    with opened(path) as (archive, manifest), _with_room_for(archive):
        loader = MigrationLoader(None)
        if _number(manifest.version) > _number(settings.VERSION):
            raise Unfit(
                f"{path} was made by Pegboard {manifest.version}, which is newer than this one ({settings.VERSION}): "
                "install that version, then restore."
            )
        too_old = (
            f"{path} is older than this Pegboard can bring up to date. Restore it with {rows.LAST_STEP}, make a backup with "
            "that one, and restore the new backup here."
        )
        present = rows.by_present_names(manifest.migrations, too_old)
        manifest = dataclasses.replace(manifest, migrations=present)
        if rows.unknown(loader, manifest.migrations):
            raise Unfit(
                f"{path} was made by a newer state of Pegboard {manifest.version} than this one: bring this one up to date, "
                "then restore."
            )
        # In this order: migrating takes the database lock first too, then makes a backup.
        with database.alone(connection, tell), making.alone(tell):
            other_secret = settings.SECRET_KEY_GIVEN and archive.read(SECRET).decode() != settings.SECRET_KEY
            interrupted = mark.read(_folder())
            if interrupted is not None:
                is_same_file = interrupted.seal == archive.comment.decode()
                if not is_same_file and not replace:
                    raise Unfit(f"{mark.unfinished(_folder())} With --replace this file is restored in its place.")
                _refuse_in_use()
                is_in_place = _settled(interrupted)
                _forget_beside()
                if is_in_place and is_same_file:
                    return Restored(manifest, None, other_secret)
                if not is_same_file:
                    outcome = _IN_PLACE if is_in_place else _GIVEN_UP
                    tell(f"Restoring {interrupted.file} was broken off before. {outcome}")
            has_content = _holds_anything(loader)
            if has_content and not replace:
                raise Unfit(
                    "This site holds something already. With --replace it is saved to a backup first, and then replaced."
                )
            _refuse_in_use()
            before = _saved(spare=path) if has_content else None
            new_mark = Mark(str(path.resolve()), archive.comment.decode(), replace, secrets.token_hex(16))
            if connection.vendor == "postgresql":
                _into_postgres(archive, manifest, new_mark, empty=not has_content)
            else:
                _into_sqlite(archive, manifest, new_mark)
            return Restored(manifest, before, other_secret)


_IN_PLACE = "All its rows were in place, so it is finished first: that is the site now."
_GIVEN_UP = "Nothing of it was in place yet, so it is given up."


@contextlib.contextmanager
def _with_room_for(archive: zipfile.ZipFile) -> Iterator[None]:
    """Raises Unfit, with the space that is needed, in place of an error of a full disk."""
    try:
        yield
    except (OSError, Error, sqlite3.Error) as exc:
        path = database.file_of(connection)
        folders = [folder for folder in (path and path.parent, _folder(), Path(tempfile.gettempdir())) if folder]
        full = [folder for folder in folders if database.is_full(folder)]
        if not full and not database.is_no_room(exc):
            raise
        if isinstance(exc, OSError) and exc.filename:
            full = [Path(exc.filename).parent]
        where = f"with {(full or folders)[0]}" if path or full else "of PostgreSQL"
        raise Unfit(
            f"The disk {where} is full: make room on it for about {_room_for(archive, path)} MB, then restore."
        ) from exc


def _room_for(archive: zipfile.ZipFile, path: Path | None) -> int:
    """The space that restoring needs at most, in MB: the old database and twice the new one, with indexes."""
    new = 1_000_000 + 3 * sum(member.file_size for member in archive.infolist())
    old = path.stat().st_size if path and path.exists() else new
    return (old + 2 * new) // 1_000_000 + 1


def _saved(spare: Path) -> Made:
    """Back up the old site. Raises Unfit if the backup cannot be written."""
    try:
        return making.make(spare=spare)
    except OSError as exc:
        cure = words.cure_of(exc, str(settings.BACKUP_DIR))
        raise Unfit(f"What is there now could not be saved first. {cure}") from exc


def _folder() -> Path:
    return Path(settings.DATA_DIR)


@contextlib.contextmanager
def _marked(new_mark: Mark, archive: zipfile.ZipFile) -> Iterator[None]:
    """Mark the site as unfinished while the database, and then the secret, is exchanged."""
    with open(os.open(_new_secret(), os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
        file.write(archive.read(SECRET))
        file.flush()
        os.fsync(file.fileno())
    mark.put(_folder(), new_mark)
    try:
        yield
    except Exception:  # The commit may have succeeded although its answer got lost.
        # If the database cannot be asked now, the mark stays.
        with contextlib.suppress(Error):
            _settled(new_mark)
        raise
    _settled(new_mark)


def _new_secret() -> Path:
    return _folder() / "secret_key.new"


def _settled(interrupted: Mark) -> bool:
    """Remove the mark, and exchange the secret if the restored rows are in place. Returns whether they are."""
    is_in_place = _is_restored_by(interrupted.restored)
    if not is_in_place:
        _new_secret().unlink(missing_ok=True)
    elif _new_secret().exists():
        _new_secret().replace(_folder() / "secret_key")
    mark.path_in(_folder()).unlink(missing_ok=True)
    return is_in_place


def _is_restored_by(restore_id: str) -> bool:
    """Whether the database is the result of the restore with this id."""
    if (path := database.file_of(connection)) and not path.exists():
        return False
    if not restore_id or Site._meta.db_table not in connection.introspection.table_names():
        return False
    return Site.objects.filter(restored=restore_id).exists()


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _holds_anything(loader: MigrationLoader) -> bool:
    """Whether anybody has entered anything on this site. Raises Unfit if its database is newer, or much older."""
    if (path := database.file_of(connection)) and not path.exists():
        return False
    migrations = making.migrations_of_site()
    if rows.unknown(loader, migrations):
        raise Unfit("The database was brought up to date by a newer Pegboard than this one: install that version.")
    return rows.holds_anything(rows.models_at(loader, migrations))


def _refuse_in_use() -> None:
    """Raise Unfit if another program has the database open."""
    in_use = Unfit(
        "The database is in use. Stop the site, with its worker and scheduler, and whatever else has it open; then restore."
    )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
                "AND coalesce(backend_type, 'client backend') = 'client backend'"
            )
            if cursor.fetchone()[0]:
                raise in_use
    elif path := database.file_of(connection):
        connection.close()
        if not path.exists():
            return
        with contextlib.closing(sqlite3.connect(path, timeout=1)) as probe:
            try:
                # SQLite leaves WAL mode only if no other program has the file open.
                probe.execute("PRAGMA journal_mode=DELETE")
            except sqlite3.OperationalError as exc:
                raise in_use from exc


# --- SQLite ------------------------------------------------------------------------------------------------------------


def _into_sqlite(archive: zipfile.ZipFile, manifest: Manifest, new_mark: Mark) -> None:
    """Build the new database beside the old one, then copy it over in one transaction."""
    path = database.file_of(connection)
    if path is None:
        raise Unfit("A database in memory cannot be restored.")
    beside = _beside(path)
    beside.unlink(missing_ok=True)
    try:
        has_same_tables = path.exists() and making.migrations_of_site() == manifest.migrations
        largest_before = _largest_number() if path.exists() else 0
        connection.close()
        with _standing_in(beside):
            if has_same_tables:
                _copy_tables(path)
            else:
                _migrate(manifest.migrations)
            with transaction.atomic():
                _load(archive, manifest)
            _bring_up_to_date()
            _go_on_past(largest_before, new_mark)
        # Somebody may have started the site meanwhile.
        _refuse_in_use()
        with (
            _marked(new_mark, archive),
            contextlib.closing(sqlite3.connect(beside)) as new_database,
            contextlib.closing(sqlite3.connect(path, timeout=1)) as target,
        ):
            try:
                new_database.backup(target)
            except sqlite3.OperationalError as exc:
                if database.is_no_room(exc):
                    raise
                raise Unfit(f"The database {path} could not be replaced ({exc}): stop the site, then restore.") from exc
    finally:
        _forget_beside()


def _beside(path: Path) -> Path:
    """The path of the new database while it is built."""
    return path.with_name(f"{path.name}.restoring")


def _forget_beside() -> None:
    """Delete the new database and SQLite's files beside it."""
    if path := database.file_of(connection):
        for leftover in path.parent.glob(f"{_beside(path).name}*"):
            leftover.unlink()


@contextlib.contextmanager
def _standing_in(path: Path) -> Iterator[None]:
    """Use this file as the database within the context. A crash may destroy it, so no write waits for the disk."""
    before, own = connections["default"], connections["default"].copy()
    own.settings_dict["NAME"] = str(path)
    own.settings_dict["OPTIONS"] = {"init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF"}
    connections["default"] = own
    try:
        yield
    finally:
        own.close()
        connections["default"] = before


def _copy_tables(path: Path) -> None:
    """Copy the tables of this database without rows, which is faster than migrating."""
    with contextlib.closing(sqlite3.connect(path)) as source, connection.cursor() as cursor:
        order = "CASE type WHEN 'table' THEN 1 WHEN 'index' THEN 2 ELSE 3 END"
        statements = source.execute(
            f"SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY {order}"
        )
        for [statement] in statements.fetchall():
            cursor.execute(statement)
        applied = source.execute("SELECT app, name, applied FROM django_migrations ORDER BY id").fetchall()
        cursor.executemany("INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, %s)", applied)


# --- PostgreSQL --------------------------------------------------------------------------------------------------------


def _into_postgres(archive: zipfile.ZipFile, manifest: Manifest, new_mark: Mark, *, empty: bool) -> None:
    """Exchange all tables of the site in one transaction.

    If the site is `empty` and its tables match the file, the tables are only filled.
    """
    with contextlib.ExitStack() as until_committed, transaction.atomic():
        largest_before = _largest_number()
        if empty and making.migrations_of_site() == manifest.migrations:
            _empty_tables()
        else:
            _drop_tables()
            _migrate(manifest.migrations)
        # Somebody may have started the site meanwhile. From here on, the site would wait for this transaction.
        _refuse_in_use()
        _load(archive, manifest)
        _bring_up_to_date()
        _go_on_past(largest_before, new_mark)
        # Nothing is committed yet. The mark is removed after the transaction.
        until_committed.enter_context(_marked(new_mark, archive))


def _empty_tables() -> None:
    """Empty the tables that have rows although nobody entered anything; this is faster than migrating."""
    models = rows.models_at(MigrationLoader(None), making.migrations_of_site())
    known = [model for model in models if model._meta.label_lower in rows.KNOWN_WITHOUT_US | rows.LEFT_OUT.keys()]
    names = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in known)
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {names} CASCADE")


def _drop_tables() -> None:
    """Drop the tables that the site's migrations made, and nothing else in this database."""
    loader = MigrationLoader(None)
    existing = set(connection.introspection.table_names())
    models = rows.models_at(loader, making.migrations_of_site())
    ours = {"django_migrations", *(model._meta.db_table for model in models)}
    with connection.cursor() as cursor:
        for table in sorted(ours & existing):
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)} CASCADE")
        cursor.execute("DROP FUNCTION IF EXISTS audit_refused()")
        cursor.execute("DROP FUNCTION IF EXISTS club_log_refused()")


# --- Both --------------------------------------------------------------------------------------------------------------


def _migrate(migrations: tuple[tuple[str, str], ...] | None) -> None:
    """Migrate the database to these migrations, or to the latest."""
    executor = MigrationExecutor(connection, _settle)
    targets = rows.last_of(executor.loader, migrations) if migrations else executor.loader.graph.leaf_nodes()
    executor.migrate(targets)


def _settle(_action: str = "", _migration: Migration | None = None, _fake: bool | None = None) -> None:
    """Run pending constraint checks between migrations: PostgreSQL cannot alter a table with pending checks."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def _load(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    rows.load(archive, manifest, rows.models_at(MigrationLoader(None), manifest.migrations))
    connection.check_constraints()
    _settle()


def _bring_up_to_date() -> None:
    _migrate(None)
    # The cached content types are those of the old tables.
    ContentType.objects.clear_cache()
    emit_post_migrate_signal(verbosity=0, interactive=False, db="default")


_MARGIN = 1_000_000
"""A margin larger than the count of numbers that can be given out between a backup and its restore."""
_EPOCH = datetime(2026, 1, 1, tzinfo=UTC)


def _go_on_past(largest_before: int, new_mark: Mark) -> None:
    """Raise all revisions, versions and keys past every number that was ever used.

    Phones, programs and caches still know the numbers that were given out after the backup, so none may be reused.
    `largest_before` is the largest number in the replaced database. The file may be from another site, so the new
    numbers also exceed the seconds since _EPOCH: no site gives out more than one number a second. The original
    revisions and versions are kept for the exported document.
    """
    seconds = int((timezone.now() - _EPOCH).total_seconds())
    past = max(max(largest_before, _largest_number()) + _MARGIN, seconds)
    Site.objects.update_or_create(pk=1, defaults={"restored": new_mark.restored, "revisions_from": past})
    original_revision = Coalesce(F("restored_revision"), F("revision"))
    Event.objects.update(restored_revision=original_revision, revision=past)
    original_version = Coalesce(F("restored_version"), F("version"))
    # A card with version 0 is empty, and stays at 0.
    Scorecard.objects.filter(version__gt=0).update(restored_version=original_version, version=past)
    Display.objects.update(version=past)
    for model in _numbered(apps.get_models(include_auto_created=True)):
        table, pk = model._meta.db_table, model._meta.pk.column
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [table, pk, past])
            else:
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, past])


_COUNTERS = {
    "scorecards.scorecard": "version",
    "tournaments.display": "version",
    "tournaments.event": "revision",
    "tournaments.site": "revisions_from",
}
"""The tables that have a counter besides their key, with the column of the counter."""


def _largest_number() -> int:
    """The largest key, revision or version in the database."""
    numbers = [0]
    for model in _numbered(rows.models_at(MigrationLoader(None), making.migrations_of_site())):
        numbers += model._base_manager.aggregate(key=Max("pk")).values()
        if counter := _COUNTERS.get(model._meta.label_lower):
            numbers += model._base_manager.aggregate(counter=Max(counter)).values()
    return max(number or 0 for number in numbers)


def _numbered(models: Iterable[type[Model]]) -> Iterator[type[Model]]:
    """The models with automatic keys that a backup holds or a restore fills."""
    for model in models:
        if isinstance(model._meta.pk, AutoField) and model._meta.label_lower not in rows.KNOWN_WITHOUT_US:
            yield model
