"""docs/rules.md speaks of what is there: modules, tests, and numbers that fit each other."""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass

import pytest

from hall.tests.sources import ROOT, files_of, functions, module_of
from tournaments.rules.edition import Edition, cite
from tournaments.tests.cases import for_all

NOTHING = "–"
HEAD = ["rule (2020)", "rule (classic)", "what", "module", "test", "state"]
# Values, not rules: what the rules are put together from, or hand on.
NOT_RULES = {
    "tournaments.rules.finding",
    "tournaments.rules.phase",
    "scorecards.sheet.rules.basis",
    "judging.rulebook.rules.engine",
    "judging.rulebook.rules.subjects",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table."""

    rule: str
    classic: str
    what: str
    module: str
    test: str
    state: str


def table() -> list[list[str]]:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]


ROWS = [Row(*cells) for cells in table()[2:]]
each_row = for_all("row", [pytest.param(row, id=f"{row.rule} {row.what[:40]}") for row in ROWS])


def test_there_is_one_table_with_its_six_columns() -> None:
    assert table()[0] == HEAD
    assert {len(cells) for cells in table()} == {len(HEAD)}


@each_row
def test_a_row_says_how_far_the_rule_is(row: Row) -> None:
    assert row.what
    assert re.fullmatch(r"done|partly: .+|not yet(: .+)?", row.state)
    assert (row.module == NOTHING) == (row.test == NOTHING)
    assert row.module != NOTHING or row.state.startswith("not yet")


@each_row
def test_the_module_and_the_test_of_a_row_are_there(row: Row) -> None:
    if row.module == NOTHING:
        assert row.test == NOTHING
        return

    path, _, name = row.test.partition("::")

    assert importlib.import_module(row.module).__name__ == row.module
    assert name in {found for found, _function in functions(ROOT / path)}


@each_row
def test_the_two_numbers_of_a_row_fit_each_other(row: Row) -> None:
    # The letters of 12.2 moved with their meaning, and no table but this one can say where.
    if row.rule in {NOTHING, "all"} or " to " in row.rule or row.rule.startswith("12.2."):
        return

    assert (cite(row.rule, edition=Edition.CLASSIC) or NOTHING) == row.classic


def test_every_module_of_rules_has_a_row() -> None:
    modules = {module_of(path) for path in files_of("rules") if path.name != "__init__.py"}

    assert modules - NOT_RULES - {row.module for row in ROWS} == set()
