"""Readers of JSON values: each checks the shape of a value and collects the faults.

A reader takes a value, its path (dotted: `events.0.tables.2.name`) and the list of faults so far. It returns the value
as the program uses it. After a fault it returns a placeholder, so none of the values may be used if there are faults.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, date, datetime
from typing import Any

from django.utils.translation import gettext as _

from tournaments.errors import Fault
from tournaments.faults import text_faults

Reader = Callable[[Any, str, list[Fault]], Any]

YEARS = range(1900, 2200)
DEEPEST = 40


def wrong(path: str, message: str, faults: list[Fault]) -> None:
    """Add a fault for a wrong value."""
    faults.append(Fault(path, "invalid", message))


def text(longest: int, *, required: bool = False) -> Reader:
    """One line of text, at most this long."""

    def read(value: Any, path: str, faults: list[Fault]) -> str:
        if not isinstance(value, str):
            wrong(path, _("This is text."), faults)
            return ""
        faults += text_faults(path, value, longest, required=required)
        return value

    return read


def prose(longest: int, *, required: bool = False) -> Reader:
    """Any text that every database can store, at most this long."""

    def read(value: Any, path: str, faults: list[Fault]) -> Any:
        if not isinstance(value, str):
            wrong(path, _("This is text."), faults)
            return ""
        if required and not value:
            wrong(path, _("This cannot be empty."), faults)
        if len(value) > longest:
            wrong(path, _("This is %(n)d characters at most.") % {"n": longest}, faults)
        anything(value, path, faults)
        return value

    return read


def number(least: int, most: int) -> Reader:
    """A whole number within these bounds."""

    def read(value: Any, path: str, faults: list[Fault]) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            message = _("This is a number from %(least)d to %(most)d.") % {"least": least, "most": most}
            wrong(path, message, faults)
            return least
        return value

    return read


def flag(value: Any, path: str, faults: list[Fault]) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        wrong(path, _("This is true or false."), faults)
    return bool(value)


def one_of(known: Collection[str]) -> Reader:
    """One of these words."""

    def read(value: Any, path: str, faults: list[Fault]) -> str:
        if not isinstance(value, str) or value not in known:
            wrong(path, _("This is one of: %(known)s.") % {"known": ", ".join(known)}, faults)
            return next(iter(known))
        return value

    return read


def day(value: Any, path: str, faults: list[Fault]) -> date:
    """A date like 2026-03-06."""
    try:
        parsed = date.fromisoformat(value)
        if parsed.year in YEARS:
            return parsed
    except (TypeError, ValueError):
        pass
    wrong(path, _("This is a date like 2026-03-06."), faults)
    return date.min


def moment(value: Any, path: str, faults: list[Fault]) -> datetime:
    """A time in UTC like 2026-03-06T17:04:05.123456Z."""
    try:
        parsed = datetime.fromisoformat(value)
        if parsed.tzinfo is not None and parsed.year in YEARS:
            return parsed.astimezone(UTC)
    except (TypeError, ValueError):
        pass
    wrong(path, _("This is a time in UTC like 2026-03-06T17:04:05.123456Z."), faults)
    return datetime.min.replace(tzinfo=UTC)


def maybe(reader: Reader) -> Reader:
    """Null, or what this reader reads."""

    def read(value: Any, path: str, faults: list[Fault]) -> Any:
        return None if value is None else reader(value, path, faults)

    return read


def each(reader: Reader, most: int) -> Reader:
    """A list of at most `most` items, each read by this reader."""

    def read(value: Any, path: str, faults: list[Fault]) -> list[Any]:
        if not isinstance(value, list):
            wrong(path, _("This is a list."), faults)
            return []
        if len(value) > most:
            wrong(path, _("This list has %(n)d items at most.") % {"n": most}, faults)
            return []
        return [reader(item, f"{path}.{place}", faults) for place, item in enumerate(value)]

    return read


def record(fields: Mapping[str, Reader], *, may_lack: Collection[str] = ()) -> Reader:
    """An object with exactly these fields; those that it `may_lack` are null without a value."""

    def read(value: Any, path: str, faults: list[Fault]) -> dict[str, Any]:
        if not isinstance(value, dict):
            wrong(path, _("This is an object with: %(fields)s.") % {"fields": ", ".join(fields)}, faults)
            return {}
        for name in value:
            if name not in fields:
                inner = _inside(path, _shown(name))
                faults.append(Fault(inner, "unknown", _("There is no such field here.")))
        values = {}
        for name, reader in fields.items():
            if name in value:
                values[name] = reader(value[name], _inside(path, name), faults)
            elif name in may_lack:
                values[name] = None
            else:
                faults.append(Fault(_inside(path, name), "required", _("This field is missing.")))
        return values

    return read


def anything(value: Any, path: str, faults: list[Fault]) -> Any:
    """Any JSON value that every database can store."""
    if path.count(".") > DEEPEST:
        wrong(path, _("This is nested too deep."), faults)
    elif isinstance(value, str):
        if "\0" in value or any(0xD800 <= ord(character) <= 0xDFFF for character in value):
            wrong(path, _("This text has characters that nobody can write."), faults)
    elif isinstance(value, dict):
        for name, item in value.items():
            anything(name, path, faults)
            anything(item, _inside(path, _shown(name)), faults)
    elif isinstance(value, list):
        for place, item in enumerate(value):
            anything(item, f"{path}.{place}", faults)
    elif isinstance(value, float) and not math.isfinite(value):
        wrong(path, _("This number is too large."), faults)
    return value


def any_object(value: Any, path: str, faults: list[Fault]) -> Any:
    """An object with any content."""
    if not isinstance(value, dict):
        wrong(path, _("This is an object."), faults)
    return anything(value, path, faults)


def _shown(name: str) -> str:
    """An unknown name for use in a path: in ASCII, and cut to 60 characters."""
    return ascii(name)[1:-1][:60]


def _inside(path: str, name: str) -> str:
    """The path of a field in the object at this path."""
    return f"{path}.{name}" if path else name
