"""Which values conflict and which are merged if two people change the same thing at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any


def plain(value: Any) -> Any:
    """Return the form of a value that is compared: all empty values are equal, and so are all line breaks.

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
    """Return whether this value is a non-empty set of ticked choices, whose order does not matter."""
    is_several = isinstance(value, Sequence | frozenset | set) and not isinstance(value, str)
    return is_several and bool(value) and all(isinstance(part, str) for part in value)


def is_same(value: Any, other_value: Any) -> bool:
    """Return whether the two values are equal for this comparison.

    >>> is_same(None, ""), is_same(["b", "a"], ("a", "b")), is_same(9, 11), is_same(False, "")
    (True, True, False, False)
    """
    return type(plain(value)) is type(plain(other_value)) and bool(plain(value) == plain(other_value))


def find_overwritten(read: Mapping[str, Any], new: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return the names whose value `now` differs both from what was `read` and from the `new` one.

    A value that was not read overwrites on purpose. Multiple choices never conflict.

    >>> find_overwritten({"games": 9, "kind": "main"}, {"games": 11, "kind": "satellite"}, {"games": 10, "kind": "satellite"})
    ['games']
    """
    return [
        name
        for name, value in new.items()
        if name in read
        and not is_same(now[name], read[name])
        and not is_same(now[name], value)
        and not any(map(is_choice_of, (read[name], value, now[name])))
    ]


def merged(read: Mapping[str, Any], new: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values to write: the `new` ones. Multiple choices also keep what others have ticked or cleared since.

    >>> merged({"hidden": ["entrants"]}, {"hidden": ["bracket", "entrants"]}, {"hidden": ["schedule"]})
    {'hidden': ['bracket', 'schedule']}
    """
    values = dict(new)
    for name, value in new.items():
        if name in read and any(map(is_choice_of, (read[name], value, now[name]))):
            read_choices, new_choices = set(read[name] or ()), set(value or ())
            cleared, ticked = read_choices - new_choices, new_choices - read_choices
            values[name] = sorted(set(now[name] or ()) - cleared | ticked)
    return values
