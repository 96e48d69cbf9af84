"""The kinds of fields that the document has: how each is read and checked, written from a row, and brought into one.

A *table* is one kind of row: a model, and the document's fields of it by name. The export and the import both walk the tables of
`layout`: what stands there goes out and comes in. A column that is in none of its table's fields is left out, with a reason.
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
    """The value of a column as JSON has it: times in UTC, and the fields of every object in alphabetical order, because not
    every database keeps the order they came in."""
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
    """What the document calls each row, and which row it calls so, as far as it was walked. What stands in an event is named
    within it: its name is the pair of the event's short name and its own. `event` is the event whose rows are brought in."""

    def __init__(self) -> None:
        self.names: dict[type[Model], dict[Any, Any]] = defaultdict(dict)
        self.rows: dict[type[Model], dict[Any, Any]] = defaultdict(dict)
        self.event: str | None = None

    def know(self, table: Table, rows: Iterable[Any]) -> None:
        """Remember what these rows are called; they follow those of their table that are known already."""
        if table.key is None:
            return
        names, known = self.names[table.model], self.rows[table.model]
        for row in rows:
            name = table.key(row, len(names) + 1)
            if table.inside == "event":
                name = (self.names[Event][row.event_id], name)
            names[row.pk], known[name] = name, row


@dataclass(frozen=True)
class Field:
    """A value that stands in one column: that of the same name, or `column`. `since` is the version of the format that brought
    it, and `before` what an older document means by not having it."""

    read: Reader
    column: str = ""
    _: KW_ONLY
    write: Callable[[Any], Any] = as_json
    load: Callable[[Any], Any] = as_it_is
    since: int = 0
    before: Any = None

    def columns(self, name: str) -> Iterable[str]:
        """The model's fields that it says something of."""
        return (self.column or name,)

    def written(self, row: Any, name: str, walk: Walk) -> Any:
        """What the document says of this row."""
        return self.write(getattr(row, self.column or name))

    def loaded(self, value: Any, name: str, walk: Walk) -> dict[str, Any]:
        """The columns as the document says."""
        return {self.column or name: self.load(value)}


@dataclass(frozen=True)
class Raised(Field):
    """A number that a restore has raised: what it was in the backup stands beside it until the next change, and is what is told."""

    def columns(self, name: str) -> Iterable[str]:
        return (name, f"restored_{name}")

    def written(self, row: Any, name: str, walk: Walk) -> Any:
        was = getattr(row, f"restored_{name}")
        return getattr(row, name) if was is None else was


@dataclass(frozen=True, kw_only=True)
class Derived(Field):
    """What follows from the rest, so that nothing is brought in by it."""

    of: Callable[[Any, Walk], Any]

    def columns(self, name: str) -> Iterable[str]:
        return ()

    def written(self, row: Any, name: str, walk: Walk) -> Any:
        return self.of(row, walk)

    def loaded(self, value: Any, name: str, walk: Walk) -> dict[str, Any]:
        return {}


@dataclass(frozen=True, kw_only=True)
class Named(Field):
    """Another row by its name; `nobody` where the column is empty, and where that row `may_lack` in the document."""

    model: type[Model]
    nobody: Any = None
    may_lack: bool = False

    def written(self, row: Any, name: str, walk: Walk) -> Any:
        key, names = getattr(row, f"{self.column or name}_id"), walk.names[self.model]
        if key is None or (self.may_lack and key not in names):
            return self.nobody
        return self.said(names[key])

    def loaded(self, value: Any, name: str, walk: Walk) -> dict[str, Any]:
        named = None if value == self.nobody else walk.rows[self.model][self.heard(value, walk)]
        return {self.column or name: named}

    def said(self, name: Any) -> Any:
        """What the document says for the name of a row."""
        return name

    def heard(self, value: Any, walk: Walk) -> Any:
        """The name of the row for which the document says this."""
        return value


class Within(Named):
    """A row of the event that this one belongs to."""

    def said(self, name: Any) -> Any:
        return name[1]

    def heard(self, value: Any, walk: Walk) -> Any:
        return walk.event, value


@dataclass(frozen=True, kw_only=True)
class Elsewhere(Named):
    """A row of whichever event, by the fields `event` and `beside`."""

    beside: str

    def said(self, name: Any) -> Any:
        return {"event": name[0], self.beside: name[1]}

    def heard(self, value: Any, walk: Walk) -> Any:
        return value["event"], value[self.beside]


@dataclass(frozen=True, kw_only=True)
class Grouped(Field):
    """Columns whose names begin with `prefix`, as one object."""

    prefix: str
    parts: Mapping[str, Reader]

    @classmethod
    def of(cls, prefix: str, parts: Mapping[str, Reader]) -> Self:
        return cls(record(parts), prefix=prefix, parts=parts)

    def columns(self, name: str) -> Iterable[str]:
        return [self.prefix + one for one in self.parts]

    def written(self, row: Any, name: str, walk: Walk) -> Any:
        return {one: getattr(row, self.prefix + one) for one in self.parts}

    def loaded(self, value: Any, name: str, walk: Walk) -> dict[str, Any]:
        return {self.prefix + one: value[one] for one in self.parts}


@dataclass(frozen=True)
class Of:
    """One kind of row. `inside` leads from a row to the row in which it stands, `order` are the columns that say in which
    order, and `where` which rows are in the document at all. `key` gives a row's name from the row and its place in the list.
    `left_out` has the columns that are in no field, by the reason; `made` gives those of them that have no default, from
    what the document says of the row, the row in which it stands, and its place in the list.
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
    """What the document says of one kind of row, field by field."""

    fields: Mapping[str, Field] = field(kw_only=True)

    @property
    def read(self) -> Reader:
        """Reads one row's values."""
        return record({name: one.read for name, one in self.fields.items()})

    def told(self) -> set[str]:
        """The columns that are in the document."""
        return {self.inside, *(column for name, one in self.fields.items() for column in one.columns(name))}

    def below(self) -> Iterator[tuple[str, Rows]]:
        """The fields that are rows of other tables, by name."""
        return ((name, one) for name, one in self.fields.items() if isinstance(one, Rows))


@dataclass(frozen=True, kw_only=True)
class Rows(Field):
    """Rows of another table, as a list. `one`: one or none, and no list. `bare`: of their only field each has the value alone.
    `in_order`: put in order here, because no two databases do it alike."""

    table: Table
    one: bool = False
    bare: bool = False
    in_order: bool = False

    @property
    def only(self) -> str:
        return next(iter(self.table.fields))

    def said(self, found: Sequence[Values]) -> Any:
        """What the document says for these rows."""
        if self.one:
            return found[0] if found else None
        values = [values[self.only] for values in found] if self.bare else found
        return sorted(values, key=lambda value: [*value.values()]) if self.in_order else values

    def heard(self, value: Any) -> list[Values]:
        """The rows for which the document says this."""
        if self.one:
            return [] if value is None else [value]
        return [{self.only: one} for one in value] if self.bare else value


def table(of: Of, /, **fields: Field | Reader) -> Table:
    """A table with these fields; what only reads is that of a column of the same name."""
    return Table(
        **vars(of), fields={name: one if isinstance(one, Field) else Field(one) for name, one in fields.items()}
    )


def rows(table: Table, most: int) -> Rows:
    """At most so many rows."""
    return Rows(each(table.read, most), table=table)


def one_row(table: Table) -> Rows:
    """One row or none."""
    return Rows(maybe(table.read), table=table, one=True)


def bare_rows(table: Table, most: int, *, in_order: bool = False) -> Rows:
    """At most so many rows, of each its only field."""
    return Rows(each(next(iter(table.fields.values())).read, most), table=table, bare=True, in_order=in_order)
