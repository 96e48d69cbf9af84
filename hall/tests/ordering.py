"""Django compares every selected column with what a query is ordered by, a twelfth of all the tests' time. Where all of that is
named and no column has another name, nothing can be found, and in the tests Django does not look. The SQL is the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models.sql.compiler import SQLCompiler

DJANGOS = SQLCompiler._order_by_pairs


def _needless(compiler: SQLCompiler) -> bool:
    query = compiler.query
    if query.combinator or query.extra_order_by or not compiler.select:
        return False
    ordering = [*query.order_by, *query.get_meta().ordering]
    return all(isinstance(one, str) for one in ordering) and all(alias is None for _, _, alias in compiler.select)


def _order_by_pairs(compiler: SQLCompiler) -> Iterator[Any]:
    if not _needless(compiler):
        return DJANGOS(compiler)
    selected, compiler.select = compiler.select, []
    try:
        return iter(list(DJANGOS(compiler)))
    finally:
        compiler.select = selected


def compare_less() -> None:
    SQLCompiler._order_by_pairs = _order_by_pairs
