"""The bracket on a projector: open matches in pages that are readable from the back of the hall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from brackets.matches.reads.bracket_page import Box, BracketPage, RoundShown

ROWS, LONG_ROWS = 5, 4
"""Boxes in a column at normal type size; fewer if a name takes two lines."""

TREE_ROWS = 4
"""Boxes in a column of a tree, whose names have a third of the width: the quarterfinals."""

LINE = 32
"""Characters of a name that fit in one line on a page of two columns."""

COLUMNS = 2

UNKNOWN = ("bye", "empty")


@dataclass(frozen=True, slots=True)
class WallColumn:
    """Matches in a column: in a tree one round with its name, else a part of the page's only round."""

    boxes: tuple[Box, ...]
    name: str = ""
    note: str = ""
    is_now: bool = False


@dataclass(frozen=True, slots=True)
class WallPage:
    """What is on the wall at one time. `key` stays the same while results come in; a tree has one round per column."""

    key: str
    columns: tuple[WallColumn, ...]
    name: str = ""
    note: str = ""

    @property
    def is_tree(self) -> bool:
        return not self.name

    @property
    def rows(self) -> int:
        return max(len(column.boxes) for column in self.columns)


def wall_pages(page: BracketPage) -> tuple[WallPage, ...]:
    """The pages of the wall, at least one, without cutting a match.

    First the open rounds before the quarterfinals, then the tree from the quarterfinals or the start. Byes are shown if
    the round then fits on one page; otherwise they are left out and counted in its note. Rounds and trees without known
    players are left out.
    """
    early = [shown for shown in page.rounds if len(shown.boxes) > TREE_ROWS]
    tree = tuple(shown for shown in page.rounds if len(shown.boxes) <= TREE_ROWS)
    lists = tuple(wall_page for shown in early if shown.open for wall_page in _list(shown))
    if lists and not any(_somebody(box) for shown in tree for box in shown.boxes):
        return lists
    return (*lists, _tree(tree, 0 if page.champion else page.current_round))


def _somebody(box: Box) -> bool:
    return box.kind not in UNKNOWN


def _list(shown: RoundShown) -> tuple[WallPage, ...]:
    """An early round, in as many pages of two columns as needed, evenly filled; empty while it has no players."""
    is_long = any(len(line.name) > LINE for box in shown.boxes for line in box.lines)
    one_page = COLUMNS * (LONG_ROWS if is_long else ROWS)
    played = [box for box in shown.boxes if box.kind != "bye" or len(shown.boxes) <= one_page]
    if not any(_somebody(box) for box in played):
        return ()
    pages = -(-len(played) // one_page)
    return tuple(
        WallPage(
            f"{shown.number}-{part}",
            tuple(WallColumn(boxes) for boxes in _parts(matches, COLUMNS)),
            shown.name,
            f"{shown.length}. {shown.note}",
        )
        for part, matches in enumerate(_parts(played, pages), start=1)
    )


def _parts(boxes: Sequence[Box], parts: int) -> list[tuple[Box, ...]]:
    """These boxes in order in `parts` parts or fewer, each at least as long as the next."""
    each = -(-len(boxes) // parts)
    return [tuple(boxes[start : start + each]) for start in range(0, len(boxes), each)]


def _tree(rounds: tuple[RoundShown, ...], current: int) -> WallPage:
    return WallPage(
        "tree",
        tuple(
            WallColumn(shown.boxes, shown.name, f"{shown.length}. {shown.note}", is_now=shown.number == current)
            for shown in rounds
        ),
    )
