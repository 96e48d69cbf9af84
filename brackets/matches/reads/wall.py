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
    """One column of matches: in a tree a whole round with its name, in a list a part of the page's only round."""

    boxes: tuple[Box, ...]
    name: str = ""
    note: str = ""
    is_now: bool = False


@dataclass(frozen=True, slots=True)
class WallPage:
    """What the wall shows at one time: a list of one round, or a tree with one round in each column.

    `key` stays the same while results come in. A tree has no `name`.
    """

    key: str
    columns: tuple[WallColumn, ...]
    name: str = ""
    note: str = ""

    @property
    def is_tree(self) -> bool:
        """Whether the page shows the tree; a list of one round has a name instead."""
        return not self.name

    @property
    def rows(self) -> int:
        return max(len(column.boxes) for column in self.columns)


def wall_pages(page: BracketPage) -> tuple[WallPage, ...]:
    """The pages of the wall, at least one, without cutting a match.

    The open rounds before the quarterfinals come first, as lists. Then comes the tree, which starts with the
    quarterfinals, or with round 1 in a smaller bracket. Byes are shown if their round fits on one page with them;
    otherwise they are left out and counted in its note. Rounds and trees without known players are left out.
    """
    early = [shown for shown in page.rounds if len(shown.boxes) > TREE_ROWS]
    tree = tuple(shown for shown in page.rounds if len(shown.boxes) <= TREE_ROWS)
    lists = tuple(wall_page for shown in early if shown.open for wall_page in _list_pages(shown))
    if lists and not any(_has_player(box) for shown in tree for box in shown.boxes):
        return lists
    return (*lists, _tree(tree, 0 if page.champion else page.current_round))


def _has_player(box: Box) -> bool:
    """Whether the box names a player of a match that is to be played."""
    return box.kind not in UNKNOWN


def _list_pages(shown: RoundShown) -> tuple[WallPage, ...]:
    """The pages of an early round: two columns each, evenly filled; none while the round has no known players."""
    has_long_name = any(len(line.name) > LINE for box in shown.boxes for line in box.lines)
    boxes_per_page = COLUMNS * (LONG_ROWS if has_long_name else ROWS)
    boxes = [box for box in shown.boxes if box.kind != "bye" or len(shown.boxes) <= boxes_per_page]
    if not any(_has_player(box) for box in boxes):
        return ()
    pages = -(-len(boxes) // boxes_per_page)
    return tuple(
        WallPage(
            f"{shown.number}-{part}",
            tuple(WallColumn(column) for column in _split(matches, COLUMNS)),
            shown.name,
            f"{shown.length}. {shown.note}",
        )
        for part, matches in enumerate(_split(boxes, pages), start=1)
    )


def _split(boxes: Sequence[Box], parts: int) -> list[tuple[Box, ...]]:
    """These boxes, in order, split into at most `parts` parts, each at least as long as the next."""
    length = -(-len(boxes) // parts)
    return [tuple(boxes[start : start + length]) for start in range(0, len(boxes), length)]


def _tree(rounds: tuple[RoundShown, ...], current: int) -> WallPage:
    """The tree of these rounds, which marks round `current`; 0 marks none."""
    return WallPage(
        "tree",
        tuple(
            WallColumn(shown.boxes, shown.name, f"{shown.length}. {shown.note}", is_now=shown.number == current)
            for shown in rounds
        ),
    )
