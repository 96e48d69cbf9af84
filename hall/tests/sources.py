"""The project's own files, as text and as syntax trees, for the tests that look at the code itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
APPS = ("tournaments", "scorecards", "brackets", "judging", "clubs", "hall", "config")
TEMPLATES = ROOT / "templates"
KINDS = {
    "actions",
    "api",
    "forms",
    "management",
    "models",
    "pages",
    "reads",
    "reports",
    "rules",
    "templatetags",
    "views",
    "words",
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def name_of(path: Path) -> str:
    """The path from the project's folder, with slashes."""
    return path.relative_to(ROOT).as_posix()


def module_of(path: Path) -> str:
    """The dotted name under which this file is imported."""
    return name_of(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def python_files() -> list[Path]:
    """Every Python file of the apps but migrations and tests."""
    return [
        path
        for app in APPS
        for path in sorted((ROOT / app).rglob("*.py"))
        if not {"migrations", "tests"} & set(path.relative_to(ROOT).parts)
    ]


@cache
def files_of(kind: str) -> list[Path]:
    """The files of one kind in every room: `actions.py`, or what is in a folder `actions`."""
    found = []
    for path in python_files():
        app_or_room = path.relative_to(ROOT).with_suffix("").parts[1:]
        place = app_or_room[1:] if app_or_room[0] not in KINDS else app_or_room
        if place[:1] == (kind,):
            found.append(path)
    return found


def templates() -> list[Path]:
    """Every template."""
    return sorted(path for path in TEMPLATES.rglob("*") if path.is_file())


@cache
def tree(path: Path) -> ast.Module:
    """The file as a syntax tree."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def functions(path: Path) -> Iterator[tuple[str, Function]]:
    """The outermost functions of a file with their names, methods as `Class.method`."""
    for node in tree(path).body:
        if isinstance(node, Function):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{inner.name}", inner) for inner in node.body if isinstance(inner, Function))


@cache
def walk(node: ast.AST) -> tuple[ast.AST, ...]:
    """Every node below this one, worked out once: a dozen tests go through all files."""
    return tuple(ast.walk(node))


def calls(node: ast.AST) -> Iterator[ast.Call]:
    """Every call below this node."""
    return (inner for inner in walk(node) if isinstance(inner, ast.Call))


def dotted(node: ast.expr) -> str:
    """A name as it is written, `os.environ.get`; "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (before := dotted(node.value)):
        return f"{before}.{node.attr}"
    return ""


def texts(node: ast.expr) -> list[str]:
    """The strings that an expression can be: one literal, or either side of a choice between two."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return [*texts(node.body), *texts(node.orelse)]
    return []
