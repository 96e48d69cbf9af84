"""Halls that many tests begin with are built once: what a builder wrote is written again, statement by statement.

Building a hall by the program's own actions asks the database a hundred times; writing again what came of it takes a tenth
of that. A builder gives the same hall only on the same ground: what this test wrote before, and where the numbers of the
tables stand. On PostgreSQL numbers never come again, and every hall is built there.
"""

from __future__ import annotations

import functools
import hashlib
import pickle
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.db import connection, transaction
from django.db.models import Model

P = ParamSpec("P")
R = TypeVar("R")

READS = ("SELECT", "RELEASE", "EXPLAIN", "PRAGMA")


class Statement(NamedTuple):
    sql: str
    params: Any
    many: bool


@dataclass(frozen=True)
class Built:
    """What a builder wrote, what it left to be done after the commit, and what it gave back."""

    statements: tuple[Statement, ...]
    after: tuple[tuple[Callable[[], object], bool], ...]
    ground: bytes
    number: int
    given: bytes


class Unknown(Exception):
    """The builder was asked with something that another test cannot ask with."""


_built: dict[object, Built] = {}
_ground: bytes | None = None
"""What the running test wrote so far; None where that cannot be told."""
_heard: list[Statement] | None = None
_number = 0


def next_number() -> int:
    """For what needs a name of its own: from 1 in every test, so that the names are those of every other test."""
    global _number
    _number += 1
    return _number


_savepoints: dict[str, tuple[bytes | None, int]] = {}
"""What was written, and heard, when each was set."""


def _listen(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    global _ground
    if sql.startswith("SAVEPOINT"):
        _savepoints[sql.split()[-1]] = _ground, len(_heard or ())
    elif sql.startswith("ROLLBACK TO"):
        _ground, heard = _savepoints[sql.split()[-1]]
        if _heard is not None:
            del _heard[heard:]
    elif not sql.lstrip().upper().startswith(READS):
        if _ground is not None:
            _ground = hashlib.sha256(_ground + repr((sql, params)).encode()).digest()
        if _heard is not None:
            _heard.append(Statement(sql, params, many))
    return execute(sql, params, many, context)


@contextmanager
def from_the_start(*, known: bool) -> Iterator[None]:
    """Follow what a test writes, from an empty database on. What is not `known` to be built as everywhere is built there."""
    global _ground, _number
    _number = 0
    if connection.vendor != "sqlite" or not known:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, seq FROM sqlite_sequence ORDER BY name")
        _ground = repr(cursor.fetchall()).encode()
    with connection.execute_wrapper(_listen):
        yield
    _ground = None


def _told(value: object) -> object:
    """An argument as part of a key: rows by their number, for the ground says what stands in them."""
    if isinstance(value, Model):
        return type(value), value.pk
    if isinstance(value, list | tuple):
        return type(value), tuple(_told(one) for one in value)
    if isinstance(value, dict):
        return dict, tuple((name, _told(one)) for name, one in value.items())
    if value is None or isinstance(value, str | int | float | bytes) or hasattr(value, "__dataclass_fields__"):
        return value
    raise Unknown


def kept(build: Callable[P, R]) -> Callable[P, R]:
    """Build once what this function builds in the database, and give every test its own copy."""

    @functools.wraps(build)
    def builder(*args: P.args, **kwargs: P.kwargs) -> R:
        global _ground, _heard, _number
        if _ground is None or _heard is not None or not connection.in_atomic_block:
            return build(*args, **kwargs)
        try:
            key = (build, _ground, _number, _told(args), _told(kwargs))
            hash(key)
        except (Unknown, TypeError):
            return build(*args, **kwargs)
        if found := _built.get(key):
            # By the driver's own cursor: nobody listens to what is known.
            with closing(connection.create_cursor()) as cursor:
                for sql, params, many in found.statements:
                    (cursor.executemany if many else cursor.execute)(sql, params)
            for act, robust in found.after:
                transaction.on_commit(act, robust=robust)
            _ground, _number = found.ground, found.number
            given: R = pickle.loads(found.given)
            return given
        waiting = len(connection.run_on_commit)
        _heard = []
        try:
            result = build(*args, **kwargs)
            statements = tuple(_heard)
        finally:
            _heard = None
        if _ground is not None:
            after = tuple((act, robust) for _savepoints, act, robust in connection.run_on_commit[waiting:])
            _built[key] = Built(statements, after, _ground, _number, pickle.dumps(result))
        return result

    return builder
