"""Restoring a backup: the site as it was, on SQLite or PostgreSQL, whichever the file was made on.

The file is looked at first, then the site; the old rows are there until the new ones are all in place.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management.sql import emit_post_migrate_signal
from django.db import connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration

from config import database
from config.backup import making, rows, state, words
from config.backup.archive import SECRET, Manifest, Unfit, opened
from config.backup.making import Made

Tell = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored: what the file says, the backup of what was there before, and whether SECRET_KEY keeps its secret out."""

    manifest: Manifest
    before: Made | None
    other_secret: bool


def restore(path: Path, *, replace: bool, tell: Tell) -> Restored:
    """Make the site what it was when this file was made. Raises Unfit, and then everything is as before."""
    with opened(path) as (archive, manifest):
        loader = MigrationLoader(None)
        if rows.unknown(loader, manifest.migrations) or _number(manifest.version) > _number(settings.VERSION):
            raise Unfit(
                f"{path} was made by Pegboard {manifest.version}, which is newer than this one ({settings.VERSION}): "
                "install that version, then restore."
            )
        # In this order, as who brings a database up to date makes a backup too.
        with database.alone(connection, tell), making.alone(tell):
            broken_off = mark().exists()
            holding = _holds_anything(loader)
            if holding and not replace and not broken_off:
                raise Unfit(
                    "This site holds something already. With --replace it is saved to a backup first, and then replaced."
                )
            _refuse_in_use()
            # What a restore left that was broken off was saved before that one began.
            before = _saved(spare=path) if holding and not broken_off else None
            if connection.vendor == "postgresql":
                _into_postgres(archive, manifest, partial(_marked, path), empty=not holding)
            else:
                _into_sqlite(archive, manifest, partial(_marked, path))
            other = settings.SECRET_KEY_GIVEN and archive.read(SECRET).decode() != settings.SECRET_KEY
            return Restored(manifest, before, other)


def _saved(spare: Path) -> Made:
    try:
        return making.make(spare=spare)
    except OSError as exc:
        cure = words.cure(state.code_of(exc), str(settings.BACKUP_DIR))
        raise Unfit(f"What is there now could not be saved first. {cure}") from exc


def mark() -> Path:
    """The file that is there while database and secret are being exchanged: where it stays, a restore was broken off."""
    return Path(settings.DATA_DIR) / "restore_unfinished"


def unfinished() -> str:
    """What to do about a restore that was broken off; empty where none was."""
    try:
        path = mark().read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    return f"Restoring a backup was broken off. Finish it first: python3 run.py restore {path}"


@contextlib.contextmanager
def _marked(path: Path, archive: zipfile.ZipFile) -> Iterator[None]:
    """Mark what is done meanwhile to the database as unfinished, until the secret is exchanged too."""
    secret = Path(settings.DATA_DIR) / "secret_key"
    beside = secret.with_name("secret_key.new")
    with open(os.open(beside, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
        file.write(archive.read(SECRET))
        file.flush()
        os.fsync(file.fileno())
    mark().write_text(str(path.resolve()), encoding="utf-8")
    try:
        yield
    except BaseException:
        # The database was changed whole or not at all; here it was not.
        mark().unlink()
        beside.unlink()
        raise
    beside.replace(secret)
    mark().unlink()


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _holds_anything(loader: MigrationLoader) -> bool:
    """Whether anybody has entered anything on this site. Raises Unfit where a newer program did."""
    if (path := database.file_of(connection)) and not path.exists():
        return False
    migrations = making.migrations_of_site()
    if rows.unknown(loader, migrations):
        raise Unfit("The database was brought up to date by a newer Pegboard than this one: install that version.")
    return rows.holds_anything(rows.models_at(loader, migrations))


def _refuse_in_use() -> None:
    """Raise Unfit where another program has the database open."""
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
        with contextlib.closing(sqlite3.connect(path, timeout=1)) as other:
            try:
                # SQLite leaves this mode only for whoever has the file alone.
                other.execute("PRAGMA journal_mode=DELETE")
            except sqlite3.OperationalError as exc:
                raise in_use from exc


# --- SQLite ------------------------------------------------------------------------------------------------------------


def _into_sqlite(archive: zipfile.ZipFile, manifest: Manifest, marked: Callable[..., Any]) -> None:
    """Make the new database beside the old one, then copy it over in one transaction."""
    path = database.file_of(connection)
    if path is None:
        raise Unfit("A database in memory cannot be restored.")
    beside = path.with_name(f"{path.name}.restoring")
    beside.unlink(missing_ok=True)
    try:
        same = path.exists() and making.migrations_of_site() == manifest.migrations
        connection.close()
        with _standing_in(beside):
            if same:
                _copy_tables(path)
            else:
                _migrate(manifest.migrations)
            with transaction.atomic():
                _load(archive, manifest)
            _bring_up_to_date()
        with (
            marked(archive),
            contextlib.closing(sqlite3.connect(beside)) as made,
            contextlib.closing(sqlite3.connect(path, timeout=1)) as target,
        ):
            try:
                made.backup(target)
            except sqlite3.OperationalError as exc:
                raise Unfit(f"The database {path} could not be replaced ({exc}): stop the site, then restore.") from exc
    finally:
        for one in path.parent.glob(f"{beside.name}*"):
            one.unlink()


@contextlib.contextmanager
def _standing_in(path: Path) -> Iterator[None]:
    """This file is the database meanwhile. It is lost when the machine stops, and need not wait for the disk."""
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
    """Take over the tables of this database without their rows, which is quicker than to migrate."""
    with contextlib.closing(sqlite3.connect(path)) as source, connection.cursor() as cursor:
        order = "CASE type WHEN 'table' THEN 1 WHEN 'index' THEN 2 ELSE 3 END"
        found = source.execute(
            f"SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY {order}"
        )
        for [statement] in found.fetchall():
            cursor.execute(statement)
        applied = source.execute("SELECT app, name, applied FROM django_migrations ORDER BY id").fetchall()
        cursor.executemany("INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, %s)", applied)


# --- PostgreSQL --------------------------------------------------------------------------------------------------------


def _into_postgres(archive: zipfile.ZipFile, manifest: Manifest, marked: Callable[..., Any], *, empty: bool) -> None:
    """Exchange all tables of the site in one transaction, or fill them where they are `empty` and those of the file."""
    with marked(archive), transaction.atomic():
        if empty and making.migrations_of_site() == manifest.migrations:
            _empty_tables()
        else:
            _drop_tables()
            _migrate(manifest.migrations)
        _load(archive, manifest)
        _bring_up_to_date()


def _empty_tables() -> None:
    """Empty the tables that hold something where nobody has entered anything: quicker than to migrate."""
    models = rows.models_at(MigrationLoader(None), making.migrations_of_site())
    known = [one for one in models if one._meta.label_lower in rows.KNOWN_WITHOUT_US | rows.LEFT_OUT.keys()]
    names = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in known)
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {names} CASCADE")


def _drop_tables() -> None:
    """Drop what the migrations of the site have made, and nothing else that lies in this database."""
    loader = MigrationLoader(None)
    there = set(connection.introspection.table_names())
    ours = {model._meta.db_table for model in rows.models_at(loader, making.migrations_of_site())} | {
        "django_migrations"
    }
    with connection.cursor() as cursor:
        for table in sorted(ours & there):
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)} CASCADE")
        cursor.execute("DROP FUNCTION IF EXISTS audit_refused()")


# --- Both --------------------------------------------------------------------------------------------------------------


def _migrate(migrations: tuple[tuple[str, str], ...] | None) -> None:
    """Bring the database to these migrations, or up to date."""
    executor = MigrationExecutor(connection, _settle)
    targets = rows.last_of(executor.loader, migrations) if migrations else executor.loader.graph.leaf_nodes()
    executor.migrate(targets)


def _settle(_action: str = "", _migration: Migration | None = None, _fake: bool | None = None) -> None:
    """PostgreSQL alters no table for which a check is still to come: let it check between two migrations."""
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
    # What was cached is of the tables before.
    ContentType.objects.clear_cache()
    emit_post_migrate_signal(verbosity=0, interactive=False, db="default")
