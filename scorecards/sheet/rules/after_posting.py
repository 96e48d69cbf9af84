"""What a card corrected after posting does to the list of qualifiers (ours: the rulebook knows no second list).

A *list* is every place of the qualifying round as posted, the qualifiers with their seeds. It is frozen. When a card
turns out wrong afterwards, a director makes a new version of the list, or keeps it, with a reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorecards.sheet.rules.cut import Status, sharing_high_nonqualifier
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.ranking import Place


class LateDecision(StrEnum):
    """What a director does with a card that turns out wrong after posting."""

    POST = "post"
    KEEP = "keep"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Listed:
    """One place of a list as posted; `seed` is None below the line."""

    rank: int
    seat: str
    seed: int | None
    status: str
    tied: bool
    decided_by: str
    game_points: int
    games_won: int
    plus: int
    minus: int

    @property
    def net(self) -> int:
        return self.plus - self.minus


def listed(place: Place, status: Status, index: int) -> Listed:
    """The place as a list keeps it; `index` counts places from 0."""
    return Listed(
        rank=place.rank,
        seat=place.seat,
        seed=index + 1 if status is Status.QUALIFIER else None,
        status=status.value,
        tied=place.tied,
        decided_by=place.decided_by.value if place.decided_by else "",
        game_points=place.tally.game_points,
        games_won=place.tally.games_won,
        plus=place.tally.plus,
        minus=place.tally.minus,
    )


@dataclass(frozen=True, slots=True)
class Shifted:
    """One seat in two lists; None where a list does not have it. `shared` and `shares`: whether it shares the place of
    the high nonqualifier in the first and in the second list."""

    seat: str
    before: Listed | None
    after: Listed | None
    shared: bool = False
    shares: bool = False

    @property
    def comes_in(self) -> bool:
        """Whether the seat qualifies by the second list alone."""
        return _seed(self.before) is None and _seed(self.after) is not None

    @property
    def goes_out(self) -> bool:
        """Whether the seat qualifies by the first list alone."""
        return _seed(self.before) is not None and _seed(self.after) is None

    @property
    def comes_level(self) -> bool:
        """Whether the second list has the seat in a tie across the line, which a playoff decides."""
        return self.after is not None and self.after.status == Status.TIED_AT_LINE

    @property
    def has_another_seed(self) -> bool:
        return _seed(self.before) != _seed(self.after)

    @property
    def concerns_qualifiers(self) -> bool:
        """Whether the seat is a qualifier, tied at the line or the high nonqualifier, alone or shared, in one of the
        lists."""
        return (
            self.shared
            or self.shares
            or any(
                listed_place is not None and listed_place.status != Status.NONQUALIFIER
                for listed_place in (self.before, self.after)
            )
        )


def _seed(place: Listed | None) -> int | None:
    return None if place is None else place.seed


def find_shifts(before: Sequence[Listed], after: Sequence[Listed]) -> tuple[Shifted, ...]:
    """The seats with another place, other points or another seed in the second list, in its order.

    Nothing else of a place counts: a new neighbor above moves nobody.
    """
    was, now = (
        {listed_place.seat: listed_place for listed_place in before},
        {listed_place.seat: listed_place for listed_place in after},
    )
    shared, shares = _sharing(before), _sharing(after)
    pairs = (
        Shifted(seat, was.get(seat), now.get(seat), seat in shared, seat in shares)
        for seat in dict.fromkeys([*now, *was])
    )
    return tuple(shift for shift in pairs if (_told(shift.before), shift.shared) != (_told(shift.after), shift.shares))


def _sharing(places: Sequence[Listed]) -> frozenset[str]:
    quota = sum(1 for listed_place in places if listed_place.seed is not None)
    return frozenset(listed_place.seat for listed_place in sharing_high_nonqualifier(places, quota))


def _told(place: Listed | None) -> object:
    if place is None:
        return None
    totals = (place.game_points, place.games_won, place.plus, place.minus)
    return (place.rank, place.seed, place.tied, place.status, totals)


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A line that turned out wrong: as recorded and as corrected; None where there is no line."""

    game: int
    before: Line | None
    after: Line | None


def corrected_lines(lines: Sequence[Line], corrected: Mapping[int, Line | None]) -> tuple[Line, ...]:
    """The lines of a card with these replacing those of the same games, in game order; None removes a line.

    >>> first, second = Line(1, "A-2", 2, 7, None), Line(2, "A-3", 0, None, 9)
    >>> [line.plus for line in corrected_lines([first, second], {1: Line(1, "A-2", 2, 17, None), 2: None})]
    [17]
    """
    by_game = {line.game: line for line in lines} | dict(corrected)
    return tuple(line for _game, line in sorted(by_game.items()) if line is not None)
