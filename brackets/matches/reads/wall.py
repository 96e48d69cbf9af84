"""The bracket on a projector: what people wait for, in pages that are read from the back of the hall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from brackets.matches.reads.board import Box, BracketPage, RoundShown

ROWS, LONG_ROWS = 5, 4
"""Boxes one above the other that a screen holds with names of a fiftieth of its width; fewer where a name takes two lines."""

TREE_ROWS = 4
"""The same of a tree, whose names have a third of the width: the quarterfinals."""

LINE = 32
"""Characters of a name that stand in one line where a page has two columns."""

COLUMNS = 2

UNKNOWN = ("bye", "empty")


@dataclass(frozen=True, slots=True)
class WallColumn:
    """Matches one above the other; in a tree one round with its name, else a part of the page's only round."""

    boxes: tuple[Box, ...]
    name: str = ""
    note: str = ""
    is_now: bool = False


@dataclass(frozen=True, slots=True)
class WallPage:
    """What stands on the wall at one time. `key` stays the same while results come in; a tree has a round a column."""

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
    """The pages of the wall, at least one, every match whole.

    First the open rounds before the quarterfinals, then the tree from the quarterfinals or from the start. Byes stand where
    they are drawn as long as a round fits on one page with them; in a larger one they are left out and counted in its note.
    A round or tree in which nobody is to play yet is left out.
    """
    early = [shown for shown in page.rounds if len(shown.boxes) > TREE_ROWS]
    tree = tuple(shown for shown in page.rounds if len(shown.boxes) <= TREE_ROWS)
    lists = tuple(found for shown in early if shown.open for found in _list(shown))
    if lists and not any(_somebody(box) for shown in tree for box in shown.boxes):
        return lists
    return (*lists, _tree(tree, 0 if page.champion else page.current_round))


def _somebody(box: Box) -> bool:
    return box.kind not in UNKNOWN


def _list(shown: RoundShown) -> tuple[WallPage, ...]:
    """An early round, in as many pages of two columns as it needs, all about as full; none while nobody has come to it."""
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


def _parts(boxes: Sequence[Box], wanted: int) -> list[tuple[Box, ...]]:
    """These boxes in order in so many parts, or fewer, each as long as the one after it or longer."""
    each = -(-len(boxes) // wanted)
    return [tuple(boxes[start : start + each]) for start in range(0, len(boxes), each)]


def _tree(rounds: tuple[RoundShown, ...], current: int) -> WallPage:
    return WallPage(
        "tree",
        tuple(
            WallColumn(shown.boxes, shown.name, f"{shown.length}. {shown.note}", is_now=shown.number == current)
            for shown in rounds
        ),
    )
