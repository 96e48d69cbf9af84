"""What a process holds from one request to the next, and so from one test to the next: all of it is named here."""

from __future__ import annotations

import ast
import dataclasses
import enum
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from hall.me import live as own_pages
from hall.me import reads as own_report
from hall.site import cache, kept
from hall.tests.sources import APPS
from hall.walls import live as walls
from scorecards.sheet.reads import stored as stored_reads
from tournaments import live
from tournaments.people.reads import links as links_reads

FORGOTTEN = {
    "hall.site.cache._restored": cache._restored,
    "hall.site.kept.store": kept.store,
    "hall.me.live._events": own_pages._events,
    "hall.me.live._links": own_pages._links,
    "hall.me.live._turns": own_pages._turns,
    "hall.me.reads._kept": own_report._kept,
    "hall.walls.live._known": walls._known,
    "hall.walls.live._noted": walls._noted,
    "scorecards.sheet.reads.stored._newest": stored_reads._newest,
    "tournaments.live._acts": live._acts,
    "tournaments.live._announced": live._announced,
    "tournaments.live._known": live._known,
    "tournaments.people.reads.links._keys": links_reads._keys,
}
"""What tells of a database: it is empty when a test begins."""

OF_ARGUMENTS = "the same for the same arguments"
OF_PROGRAM = "the same as long as the program runs"
AT_WORK = "empty while nothing is at work"
HARMLESS = {
    "hall.site.api_pages._made": OF_PROGRAM,
    "hall.site.api_pages._operations": OF_PROGRAM,
    "hall.site.at_hand._middleware": OF_PROGRAM,
    "hall.backup.watch._watching": "a thread of the server alone",
    "config.health._all_migrations": OF_PROGRAM,
    "hall.desk.values._labels_of_models": OF_PROGRAM,
    "config.rsgi.application": OF_PROGRAM,
    "hall.help.reads._keys": OF_PROGRAM,
    "hall.help.reads._texts": OF_ARGUMENTS,
    "hall.help.reads.in_language": OF_PROGRAM,
    "hall.notices.tasks.in_process": AT_WORK,
    "hall.notices.tasks.in_process_places": AT_WORK,
    "hall.backup.tasks.saving": AT_WORK,
    "hall.walls.live.build": OF_PROGRAM,
    "judging.assistant.reads.assistant._cited_by": OF_PROGRAM,
    "judging.rulebook.reads.rulebook._texts": OF_PROGRAM,
    "judging.rulebook.reads.rulebook.vocabulary": OF_PROGRAM,
    "judging.rulebook.rules.changes._path": OF_ARGUMENTS,
    "judging.rulebook.rules.changes.changes_of": OF_ARGUMENTS,
    "judging.rulebook.rules.rulebook.parent_of": OF_ARGUMENTS,
    "judging.rulebook.rules.rulebook.parts_of": OF_ARGUMENTS,
    "scorecards.sheet.rules.piles._answer": OF_ARGUMENTS,
    "scorecards.tasks.in_process": AT_WORK,
    "scorecards.standings.pages.standings._row": OF_ARGUMENTS,
    "tournaments.venue.actions.faults.reserved_slugs": OF_PROGRAM,
    "tournaments.venue.actions.faults._time_zones": OF_PROGRAM,
    "tournaments.venue.forms.tournaments._all_zones": OF_PROGRAM,
    "tournaments.precedence.precedence": AT_WORK,
    "tournaments.seating.reads.draw._table_proof": OF_ARGUMENTS,
    "tournaments.day.reads.schedule._counted": OF_ARGUMENTS,
    "tournaments.day.reads.schedule._meetings": OF_ARGUMENTS,
    "tournaments.day.reads.schedule.table_rounds": OF_ARGUMENTS,
    "tournaments.rotation.rules.mixup._apart": OF_ARGUMENTS,
    "tournaments.rotation.rules.mixup._ways_on": OF_ARGUMENTS,
    "tournaments.rotation.rules.proof.one_table": OF_ARGUMENTS,
    "tournaments.rules.seat.parse_seat": OF_ARGUMENTS,
    "tournaments.templatetags.seats._cells": OF_ARGUMENTS,
}

CHANGING = {"append", "add", "clear", "pop", "update", "setdefault", "extend", "remove", "discard", "insert", "popitem"}


def forget() -> None:
    """Let nothing that a test before made be known to the next one."""
    for one in FORGOTTEN.values():
        one.clear()


def holding() -> set[str]:
    """Every name of a module that can hold more after a request than before it: `tournaments.live._known`."""
    ours = {name: module for name, module in sys.modules.items() if name.split(".")[0] in APPS and ".tests" not in name}
    return {f"{name}.{found}" for name, module in ours.items() for found in _found(module)}


def _found(module: ModuleType) -> Iterator[str]:
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    ours = {target.id for node in tree.body for target in _targets(node) if isinstance(target, ast.Name)}
    yield from (name for name in ours if _is_ours_and_changes(getattr(module, name, None)))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _held_by(node, ours)


def _held_by(function: ast.FunctionDef | ast.AsyncFunctionDef, ours: set[str]) -> Iterator[str]:
    """The function itself where its answers are kept, and the names of the module that it sets, or whose container it changes."""
    if {ast.unparse(one).split("(")[0].split(".")[-1] for one in function.decorator_list} & {"cache", "lru_cache"}:
        yield function.name
    inside = {target.id for one in ast.walk(function) for target in _targets(one) if isinstance(target, ast.Name)}
    inside |= {one.arg for one in ast.walk(function) if isinstance(one, ast.arg)}
    for one in ast.walk(function):
        if isinstance(one, ast.Global):
            yield from one.names
        held = [target.value for target in _targets(one) if isinstance(target, ast.Subscript)]
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr in CHANGING:
            held.append(one.func.value)
        yield from (name.id for name in held if isinstance(name, ast.Name) and name.id in ours - inside)


def _targets(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Assign | ast.Delete):
        return [part for target in node.targets for part in getattr(target, "elts", [target])]
    return [node.target] if isinstance(node, ast.AnnAssign | ast.AugAssign | ast.For) else []


def _is_ours_and_changes(value: object) -> bool:
    kind = type(value)
    if kind.__module__.split(".")[0] not in APPS or isinstance(value, type | enum.Enum | str | tuple):
        return False
    return not (dataclasses.is_dataclass(value) and kind.__dataclass_params__.frozen)
