"""The kinds of fields in the document: how each is read and checked, exported from a row, and imported into one.

A *table* is one kind of row: a model and its fields in the document, by name. Export and import both walk the tables of
`layout`. A column that is in no field of its table is left out, with a reason.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from datetime import UTC, date, datetime
from typing import Any, Self

from django.db.models import Model, Q

from hall.exchange.readers import Reader, each, maybe, record
from tournaments.models import Event

Values = Mapping[str, Any]


def as_json(value: Any) -> Any:
    """The value of a column as JSON: times in UTC, keys of objects sorted, because some databases lose their order."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {name: as_json(value[name]) for name in sorted(value)}
    if isinstance(value, list):
        return [as_json(item) for item in value]
    return value


def as_it_is(value: Any) -> Any:
    """The same value."""
    return value


class Walk:
    """The names of the rows walked so far, and the rows by name.

    The name of a row inside an event is a pair: the short name of the event, and the row's own name. `event` is the
    short name of the event whose rows are being imported.
    """

    def __init__(self) -> None:
        self.names: dict[type[Model], dict[Any, Any]] = defaultdict(dict)
        self.rows: dict[type[Model], dict[Any, Any]] = defaultdict(dict)
        self.event: str | None = None

    def know(self, table: Table, rows: Iterable[Any]) -> None:
        """Remember the names of these rows; numbering continues after the known rows of their table."""
        if table.key is None:
            return
        names, rows_by_name = self.names[table.model], self.rows[table.model]
        for row in rows:
            name = table.key(row, len(names) + 1)
            if table.inside == "event":
                name = (self.names[Event][row.event_id], name)
            names[row.pk], rows_by_name[name] = name, row


@dataclass(frozen=True)
class Field:
    """A value in one column, which has the name of the field or is `column`.

    `since` is the version of the format that introduced the field, `before` its value for an older document.
    """

    read: Reader
    column: str = ""
    _: KW_ONLY
    write: Callable[[Any], Any] = as_json
    load: Callable[[Any], Any] = as_it_is
    since: int = 0
    before: Any = None

    def columns(self, name: str) -> Iterable[str]:
        """The columns of the model that this field covers."""
        return (self.column or name,)

    def written(self, row: Any, name: str, walk: Walk) -> Any:
        """The value in the document for this row."""
        return self.write(getattr(row, self.column or name))

    def loaded(self, value: Any, name: str, walk: Walk) -> dict[str, Any]:
        """The values of the field's columns for this value in the document."""
        return {self.column or name: self.load(value)}


@dataclass(frozen=True)
class Raised(Field):
    """A number that a restore raised.

    The number in the backup is kept beside it until the next change, and is exported.
    """

    def columns(self, name: str) -> Iterable[str]:
        return (name, f"restored_{name}")

    def written(self, row: Any, name: str, walk: Walk) -> Any:
        original = getattr(row, f"restored_{name}")
        return getattr(row, name) if original is None else original


@dataclass(frozen=True, kw_only=True)
class Derived(Field):
    """A value that follows from the other values of a row; it is exported and never imported."""

    of: Callable[[Any, Walk], Any]

    def columns(self, name: str) -> Iterable[str]:
        return ()

    def written(self, row: Any, name: str, walk: Walk) -> Any:
        return self.of(row, walk)

    def loaded(self, value: Any, name: str, walk: Walk) -> dict[str, Any]:
        return {}


@dataclass(frozen=True, kw_only=True)
class Named(Field):
    """Another row by its name; `nobody` if the column is empty.

    `may_lack`: the other row may be missing in the document, and is `nobody` then.
    """

    model: type[Model]
    nobody: Any = None
    may_lack: bool = False

    def written(self, row: Any, name: str, walk: Walk) -> Any:
        key, names = getattr(row, f"{self.column or name}_id"), walk.names[self.model]
        if key is None or (self.may_lack and key not in names):
            return self.nobody
        return self.encode(names[key])

    def loaded(self, value: Any, name: str, walk: Walk) -> dict[str, Any]:
        row = None if value == self.nobody else walk.rows[self.model][self.decode(value, walk)]
        return {self.column or name: row}

    def encode(self, name: Any) -> Any:
        """The value in the document for the name of a row."""
        return name

    def decode(self, value: Any, walk: Walk) -> Any:
        """The name of the row for a value in the document."""
        return value


class Within(Named):
    """A row of the same event."""

    def encode(self, name: Any) -> Any:
        return name[1]

    def decode(self, value: Any, walk: Walk) -> Any:
        return walk.event, value


@dataclass(frozen=True, kw_only=True)
class Elsewhere(Named):
    """A row of any event, as an object with two fields: `event`, and the one that `beside` names."""

    beside: str

    def encode(self, name: Any) -> Any:
        return {"event": name[0], self.beside: name[1]}

    def decode(self, value: Any, walk: Walk) -> Any:
        return value["event"], value[self.beside]


@dataclass(frozen=True, kw_only=True)
class Grouped(Field):
    """Columns that share a `prefix`, as one object."""

    prefix: str
    parts: Mapping[str, Reader]

    @classmethod
    def of(cls, prefix: str, parts: Mapping[str, Reader]) -> Self:
        return cls(record(parts), prefix=prefix, parts=parts)

    def columns(self, name: str) -> Iterable[str]:
        return [self.prefix + part for part in self.parts]

    def written(self, row: Any, name: str, walk: Walk) -> Any:
        return {part: getattr(row, self.prefix + part) for part in self.parts}

    def loaded(self, value: Any, name: str, walk: Walk) -> dict[str, Any]:
        return {self.prefix + part: value[part] for part in self.parts}


@dataclass(frozen=True)
class Of:
    """One kind of row.

    `inside` is the lookup from a row to its parent row, `order` are the columns to sort by, and `where` selects the
    rows that are in the document. `key` returns a row's name from the row and its place in the list. `left_out` has the
    columns that are in no field, by reason. `made` computes the left-out columns that have no default, from the row's
    values, its parent row and its place.
    """

    model: type[Model]
    inside: str = ""
    order: str = "pk"
    _: KW_ONLY
    where: Q = field(default_factory=Q)
    key: Callable[[Any, int], Any] | None = None
    left_out: Mapping[str, str] = field(default_factory=dict)
    made: Callable[[Values, Any, int], dict[str, Any]] | None = None


@dataclass(frozen=True)
class Table(Of):
    """One kind of row in the document, field by field."""

    fields: Mapping[str, Field] = field(kw_only=True)

    @property
    def read(self) -> Reader:
        """The reader of one row."""
        return record({name: each_field.read for name, each_field in self.fields.items()})

    def told(self) -> set[str]:
        """The columns that are in the document."""
        return {
            self.inside,
            *(column for name, each_field in self.fields.items() for column in each_field.columns(name)),
        }

    def below(self) -> Iterator[tuple[str, Rows]]:
        """The fields that are rows of other tables, by name."""
        return ((name, each_field) for name, each_field in self.fields.items() if isinstance(each_field, Rows))


@dataclass(frozen=True, kw_only=True)
class Rows(Field):
    """Rows of another table, as a list.

    `one`: a single row or null instead of a list. `bare`: the rows have one field, and the list has its values.
    `in_order`: the values are sorted here, because databases do not agree on the order.
    """

    table: Table
    one: bool = False
    bare: bool = False
    in_order: bool = False

    @property
    def only(self) -> str:
        """The name of the only field of bare rows."""
        return next(iter(self.table.fields))

    def encode(self, row_values: Sequence[Values]) -> Any:
        """The value in the document for these rows."""
        if self.one:
            return row_values[0] if row_values else None
        values = [values[self.only] for values in row_values] if self.bare else row_values
        return sorted(values, key=lambda value: [*value.values()]) if self.in_order else values

    def decode(self, value: Any) -> list[Values]:
        """The rows for a value in the document."""
        if self.one:
            return [] if value is None else [value]
        return [{self.only: item} for item in value] if self.bare else value


def table(of: Of, /, **fields: Field | Reader) -> Table:
    """A table with these fields; a bare reader becomes a field for the column of the same name."""
    return Table(
        **vars(of),
        fields={
            name: each_field if isinstance(each_field, Field) else Field(each_field)
            for name, each_field in fields.items()
        },
    )


def rows(table: Table, most: int) -> Rows:
    """At most this many rows."""
    return Rows(each(table.read, most), table=table)


def one_row(table: Table) -> Rows:
    """One row or none."""
    return Rows(maybe(table.read), table=table, one=True)


def bare_rows(table: Table, most: int, *, in_order: bool = False) -> Rows:
    """At most this many rows of one field, as its values."""
    return Rows(each(next(iter(table.fields.values())).read, most), table=table, bare=True, in_order=in_order)
