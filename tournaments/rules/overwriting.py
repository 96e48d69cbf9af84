"""Two people change the same thing from the same page: what of it stands, and where one would take away what the other set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any


def plain(value: Any) -> Any:
    """Return a value so that two of them can be compared: nothing is nothing however it is kept, and line breaks are one kind.

    >>> plain(None), plain("a\\r\\nb "), plain(("b", "a")), plain([3, 1])
    ('', 'a\\nb', ['a', 'b'], [3, 1])
    """
    if isinstance(value, str):
        return str(value).replace("\r\n", "\n").replace("\r", "\n").strip()
    if isinstance(value, Sequence | frozenset | set):
        return sorted(map(str, value)) if is_choice_of(value) else list(value) or ""
    if isinstance(value, datetime):
        return value.replace(microsecond=0)
    return "" if value is None else value


def is_choice_of(value: Any) -> bool:
    """Return whether this is several things that were ticked, each for itself and in no order."""
    is_several = isinstance(value, Sequence | frozenset | set) and not isinstance(value, str)
    return is_several and bool(value) and all(isinstance(one, str) for one in value)


def is_same(one: Any, other: Any) -> bool:
    """Return whether the two values say the same.

    >>> is_same(None, ""), is_same(["b", "a"], ("a", "b")), is_same(9, 11), is_same(False, "")
    (True, True, False, False)
    """
    return type(plain(one)) is type(plain(other)) and bool(plain(one) == plain(other))


def find_overwritten(read: Mapping[str, Any], wanted: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return the names whose value is another one by now than was `read`, and not the `wanted` one either.

    What was not read is named on purpose and overwrites. Things that are ticked each for itself never stand in each other's way.

    >>> find_overwritten({"games": 9, "kind": "main"}, {"games": 11, "kind": "satellite"}, {"games": 10, "kind": "satellite"})
    ['games']
    """
    return [
        name
        for name, value in wanted.items()
        if name in read
        and not is_same(now[name], read[name])
        and not is_same(now[name], value)
        and not any(map(is_choice_of, (read[name], value, now[name])))
    ]


def merged(read: Mapping[str, Any], wanted: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is to be written: what is `wanted`, and of things ticked each for itself also what others ticked meanwhile.

    >>> merged({"hidden": ["entrants"]}, {"hidden": ["bracket", "entrants"]}, {"hidden": ["schedule"]})
    {'hidden': ['bracket', 'schedule']}
    """
    found = dict(wanted)
    for name, value in wanted.items():
        if name in read and any(map(is_choice_of, (read[name], value, now[name]))):
            was, mine = set(read[name] or ()), set(value or ())
            found[name] = sorted(set(now[name] or ()) - (was - mine) | (mine - was))
    return found
