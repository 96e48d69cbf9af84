"""docs/architecture.md draws the rooms that there are, with the arrows that the linter holds."""

from __future__ import annotations

import ast
import re
from configparser import ConfigParser
from itertools import pairwise, product

from hall.tests.sources import ROOT

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
    kinds = {"actions", "api", "forms", "models", "reads", "rules", "views", "words"}
    left_out = kinds | {"management", "migrations", "templatetags", "tests"}
    packages = {
        f"{path.parent.parent.name}/{path.parent.name}": ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
        for app in rooms()
        for path in (ROOT / app).glob("*/__init__.py")
        if path.parent.name not in left_out
    }

    assert dict(ROWS) == {name: (text or "").split("\n")[0] for name, text in packages.items()}
