"""docs/architecture.md draws the rooms that there are, with the arrows that the linter holds; what other pages name exists."""

from __future__ import annotations

import ast
import re
from configparser import ConfigParser
from itertools import pairwise, product

import pytest

from hall.tests.sources import ROOT, tree

TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(\w+/\w+)` \| (.+) \|$", TEXT, re.MULTILINE)
DRAWING = re.search(r"```mermaid\n(.+?)```", TEXT, re.DOTALL)[1]  # type: ignore[index]


def layers(contract: str) -> list[list[str]]:
    """The layers of a contract from top to bottom."""
    parser = ConfigParser()
    parser.read(ROOT / ".importlinter")
    lines = parser[f"importlinter:contract:{contract}"]["layers"].split("\n")
    return [re.findall(r"\w+", line) for line in lines if line]


def arrows(of: list[list[str]]) -> set[tuple[str, str]]:
    return {arrow for above, below in pairwise(of) for arrow in product(above, below)}


def drawn() -> set[tuple[str, str]]:
    """The arrows of the drawing, by the names of what they join."""
    found = set()
    for line in DRAWING.splitlines():
        steps = [re.findall(r"([\w.]+)(?:\[\w+\])?", step) for step in line.split("-->")]
        found |= arrows(steps)
    return found


def rooms() -> dict[str, list[list[str]]]:
    """The rooms of each app, as the linter has them: layers that are named in the table."""
    named = {name for name, _what in ROWS}
    apps = [app for layer in layers("apps") for app in layer if app != "config"]
    return {
        app: [kept for layer in layers(app) if (kept := [f"{app}.{one}" for one in layer if f"{app}/{one}" in named])]
        for app in apps
    }


def test_the_drawing_has_the_arrows_that_the_linter_holds() -> None:
    wanted = arrows(layers("apps"))
    for found in rooms().values():
        wanted |= arrows(found)

    assert drawn() == wanted


def test_the_table_has_every_room_with_what_its_package_says() -> None:
    kinds = {"actions", "api", "forms", "models", "pages", "reads", "rules", "views", "words"}
    left_out = kinds | {"management", "migrations", "templatetags", "tests"}
    packages = {
        f"{path.parent.parent.name}/{path.parent.name}": ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
        for app in rooms()
        for path in (ROOT / app).glob("*/__init__.py")
        if path.parent.name not in left_out
    }

    assert dict(ROWS) == {name: (text or "").split("\n")[0] for name, text in packages.items()}


# `path/file.py`, `path/file.py::name` or `path/file.py::Class.name`, from the top of the repository.
NAMED = re.compile(r"`([\w./-]+\.(?:html|js|md|py))(?:::([\w.]+))?`")


def has(body: list[ast.stmt], name: str) -> bool:
    """Whether what is defined here has this name, or this name inside a class."""
    first, _dot, rest = name.partition(".")
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == first:
            return not rest or has(node.body, rest)
        if isinstance(node, ast.Assign | ast.AnnAssign) and not rest:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id == first for target in targets):
                return True
    return False


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/walkthrough.md"])
def test_everything_that_a_page_of_the_docs_names_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = {(match[1], match[2] or "", match[0]) for match in NAMED.finditer(text)}

    assert len(named) > 40
    files = {path for path, _name, _said in named if (ROOT / path).is_file()}
    assert sorted(said for path, _name, said in named if path not in files) == []
    assert sorted(said for path, name, said in named if name and not has(tree(ROOT / path).body, name)) == []
    # A name that is written another way would not be looked at.
    assert text.count("::") == sum(match[0].count("::") for match in NAMED.finditer(text))
