"""Each style sheet of a component styles its own elements alone: one that reaches further tears somebody else's page."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from hall.tests.servers import ROOT

# What every page may use, declared once for all of them. `base` and `print` speak of all components.
SHARED = {"base", "components", "fonts", "layout", "print", "reference", "reset", "tokens", "utilities"}
# Who changes a part of another component for its own page, on purpose: the part, and the sheets that may.
ADAPTED = {"matchmark": {"wall"}, "sc": {"player"}}
NAME = re.compile(r"[.#]([A-Za-z_][\w-]*)")


def test_no_style_sheet_reaches_into_another_component() -> None:
    sheets = {path.stem: list(selectors(path.read_text(encoding="utf-8"))) for path in ROOT.glob("static/css/*.css")}
    shared = names(without_conditions(one) for sheet in SHARED - {"base", "print"} for one in sheets[sheet])
    components = {sheet: found for sheet, found in sheets.items() if sheet not in SHARED | {"app"}}
    used_in, alone_in = users(components, shared)

    def is_own(name: str, sheet: str) -> bool:
        return not name.startswith("is-") and (used_in[name] == {sheet} or alone_in[name] == {sheet})

    reaching = [
        f"{sheet}.css: {selector}"
        for sheet, found in components.items()
        for selector in found
        if not any(is_own(name, sheet) for name in names([selector]) - shared)
    ]

    assert len(components) > 5
    assert reaching == []


def test_a_name_that_one_component_styles_alone_means_nothing_else_in_another() -> None:
    """A `.mark` of the bracket would also be a mark in the box of totals, which has that name only inside of it."""
    sheets = {path.stem: list(selectors(path.read_text(encoding="utf-8"))) for path in ROOT.glob("static/css/*.css")}
    shared = names(without_conditions(one) for sheet in SHARED - {"base", "print"} for one in sheets[sheet])
    components = {sheet: found for sheet, found in sheets.items() if sheet not in SHARED | {"app"}}

    assert meaning_two_things(components, shared) == {}
    torn = {"playoffs": [".mark"], "scorecard": [".totals .mark"]}
    assert meaning_two_things(torn, set()) == {"mark": {"scorecard"}}


def meaning_two_things(components: dict[str, list[str]], shared: set[str]) -> dict[str, set[str]]:
    """Names that one sheet styles alone, with the other sheets that use them and do not adapt them on purpose."""
    used_in, alone_in = users(components, shared)
    others = {name: used_in[name] - sheets - ADAPTED.get(name, set()) for name, sheets in alone_in.items()}
    return {name: sheets for name, sheets in others.items() if sheets and not name.startswith("is-")}


def users(
    components: dict[str, list[str]], shared: set[str]
) -> tuple[defaultdict[str, set[str]], defaultdict[str, set[str]]]:
    """The sheets that use each name, and those that style it alone."""
    used_in, alone_in = defaultdict(set), defaultdict(set)
    for sheet, found in components.items():
        for selector in found:
            for name in names([selector]) - shared:
                used_in[name].add(sheet)
                if names([selector]) == {name}:
                    alone_in[name].add(sheet)
    return used_in, alone_in


def selectors(sheet: str) -> Iterator[str]:
    """Every selector of a style sheet, one for each part between commas."""
    for found in re.finditer(r"([^{};]+)\{", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)):
        text = " ".join(found[1].split())
        if not text.startswith("@") and not re.fullmatch(r"(from|to|[\d.]+%)(, ?(from|to|[\d.]+%))*", text):
            yield from in_parts(text)


def in_parts(selector: str) -> Iterator[str]:
    depth, part = 0, ""
    for character in f"{selector},":
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and not depth:
            yield part.strip()
            part = ""
        else:
            part += character


def names(found: Iterator[str] | list[str]) -> set[str]:
    """The classes and ids in these selectors."""
    return {name for selector in found for name in NAME.findall(selector)}


def without_conditions(selector: str) -> str:
    """The selector without what `:has()` and `:not()` only ask for."""
    while condition := re.search(r":(?:has|not)\(", selector):
        depth, end = 1, condition.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(selector[end], 0)
            end += 1
        selector = selector[: condition.start()] + selector[end:]
    return selector
