"""The rows of a database as lines of JSON, and back: the same on SQLite and PostgreSQL.

They are read and written with the models at the migrations of the database or the file, so that older databases and
files can be read.
"""

from __future__ import annotations

import base64
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from itertools import islice
from uuid import UUID

from django.apps.registry import Apps
from django.core.management.color import no_style
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import Field, Model

from hall.backup.zipped import Manifest, Table, Unfit, rows_of

LEFT_OUT = {
    "sessions.session": "whoever was signed in signs in again; the file opens no account by itself",
    "tournaments.site": "what the restore itself was, and that a backup is wanted; each restore says it anew",
    "tournaments.tally": "how often something was tried of late; it counts anew",
    "scorecards.standingssnapshot": "standings are computed anew from the cards, at the next look at them",
    "scorecards.presence": "which card a browser has open now; it says so again",
}
"""The tables that a backup leaves out because their rows are created again, and how."""
KNOWN_WITHOUT_US = {"contenttypes.contenttype", "auth.permission"}
"""Tables that have rows in every migrated database, before anybody enters anything."""
AT_A_TIME = 500

Key = tuple[str, str]


LAST_STEP = "the Pegboard of 27 November 2026 (commit 5167d5d)"
"""The last version with the separate migrations, before they were squashed."""


class Unlike(Unfit):
    """The file does not match the tables that it names."""


def by_present_names(migrations: Iterable[Key], too_old: str) -> tuple[Key, ...]:
    """These migrations by their current names: a squashed migration stands for all migrations that it replaces.

    Raises Unfit with the message `too_old` if only some of the replaced migrations are among these: the rest of them is
    no longer part of the program.
    """
    names = set(migrations)
    for key, migration in MigrationLoader(None).replacements.items():
        replaced = names.intersection(migration.replaces)
        if not replaced:
            continue
        if len(replaced) < len(migration.replaces):
            raise Unfit(too_old)
        names = names - replaced | {key}
    return tuple(sorted(names))


def models_at(loader: MigrationLoader, migrations: Iterable[Key]) -> list[type[Model]]:
    """The models of all tables at these migrations, many-to-many tables included, sorted by label."""
    apps: Apps = loader.project_state(last_of(loader, migrations)).apps
    models = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    return sorted(models, key=lambda model: model._meta.label_lower)


def unknown(loader: MigrationLoader, migrations: Iterable[Key]) -> list[Key]:
    """The migrations among these that this program does not have."""
    return sorted(set(migrations) - set(loader.graph.node_map))


def last_of(loader: MigrationLoader, migrations: Iterable[Key]) -> list[Key]:
    """The last of these migrations in each app: no other migration of the same app among them depends on it."""
    chosen = set(migrations)

    def is_last(key: Key) -> bool:
        children = loader.graph.node_map[key].children
        return not any(child.key in chosen and child.key[0] == key[0] for child in children)

    return sorted(filter(is_last, chosen))


def columns_of(model: type[Model]) -> list[Field[object, object]]:
    return list(model._meta.concrete_fields)


def kept(models: Iterable[type[Model]]) -> list[type[Model]]:
    """The models among these whose rows a backup holds."""
    return [model for model in models if model._meta.label_lower not in LEFT_OUT]


def holds_anything(models: Iterable[type[Model]]) -> bool:
    """Whether anybody has entered anything in this database."""
    return any(
        model._base_manager.exists() for model in kept(models) if model._meta.label_lower not in KNOWN_WITHOUT_US
    )


# --- Out of the database -----------------------------------------------------------------------------------------------


class Reading:
    """Reads a table in batches of lines and counts the rows; `pause` is called after each batch."""

    def __init__(self, model: type[Model], pause: Callable[[], object]) -> None:
        self._model = model
        self._pause = pause
        self.columns = tuple(field.attname for field in columns_of(model))
        self.rows = 0

    def __iter__(self) -> Iterator[bytes]:
        records = self._model._base_manager.order_by("pk").values_list(*self.columns).iterator(AT_A_TIME)
        while batch := list(islice(records, AT_A_TIME)):
            self.rows += len(batch)
            yield b"".join(_line(row) for row in batch)
            self._pause()

    @property
    def table(self) -> Table:
        """The description of what was read."""
        return Table(self.columns, self.rows)


def _line(row: Sequence[object]) -> bytes:
    return json.dumps(row, default=_plain, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _plain(value: object) -> str:
    """A value that JSON has no type for, as text that the model's field can read. Raises TypeError for other types."""
    if isinstance(value, date | datetime):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode("ascii")
    if isinstance(value, UUID | Decimal):
        return str(value)
    raise TypeError(f"a backup has no form for {type(value).__name__}")


# --- Into the database -------------------------------------------------------------------------------------------------


def load(archive: zipfile.ZipFile, manifest: Manifest, models: Sequence[type[Model]]) -> None:
    """Write the rows of the file into these empty tables. Raises Unlike if the file does not match the tables."""
    by_label = {model._meta.label_lower: model for model in kept(models)}
    if set(by_label) != set(manifest.tables):
        names = ", ".join(sorted(set(by_label) ^ set(manifest.tables)))
        raise Unlike(f"The file does not fit the tables of its version ({names}); report this with the file’s version.")
    for label, table in manifest.tables.items():
        written = _load_table(archive, by_label[label], label, table)
        if written != table.rows:
            raise Unlike(f"The file has {written} rows of {label}, and says {table.rows}; take another backup.")
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(by_label.values())):
            cursor.execute(statement)


def _load_table(archive: zipfile.ZipFile, model: type[Model], label: str, table: Table) -> int:
    """Write the rows of one table; returns how many. Raises Unlike if the columns differ."""
    fields = {field.attname: field for field in columns_of(model)}
    if set(fields) != set(table.columns):
        raise Unlike(f"The file has other columns of {label} than its version; report this with the file’s version.")
    for field in fields.values():
        # The times in the file are kept, not replaced by the current time.
        for option in ("auto_now", "auto_now_add"):
            if hasattr(field, option):
                setattr(field, option, False)
    ordered = [fields[name] for name in table.columns]
    written = 0
    with archive.open(rows_of(label)) as lines:
        while batch := list(islice(lines, AT_A_TIME)):
            model._base_manager.bulk_create(_row(model, ordered, json.loads(line)) for line in batch)
            written += len(batch)
    return written


def _row(model: type[Model], fields: Sequence[Field[object, object]], values: Sequence[object]) -> Model:
    columns = {
        field.attname: None if value is None else field.to_python(value)
        for field, value in zip(fields, values, strict=True)
    }
    return model(**columns)
