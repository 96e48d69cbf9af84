"""The effect of a card corrected after posting on the list of qualifiers (ours: the rulebook knows no second list).

A *list* is every place of the qualifying round as posted, the qualifiers with their seeds. It is frozen. When a card
turns out wrong afterwards, a director makes a new version of the list, or keeps it, with a reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorecards.sheet.rules.cut import Status, sharing_high_nonqualifier
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.ranking import Chain, Place, pegged_total


class LateDecision(StrEnum):
    """The choice of a director about a card that turns out wrong after posting."""

    POST = "post"
    KEEP = "keep"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Listed:
    """One place of a list as posted; `seed` is None below the line, `pegged` where total pegged points do not rank."""

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
    pegged: int | None = None

    @property
    def net(self) -> int:
        return self.plus - self.minus


def listed(place: Place, status: Status, index: int, chain: Chain) -> Listed:
    """The place as one of a posted list; `index` counts places from 0, and `chain` ranks the event."""
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
        pegged=pegged_total(place.tally, chain),
    )


@dataclass(frozen=True, slots=True)
class Shifted:
    """One seat in two lists: its place in the first and in the second list, None for a list without the seat.

    `shared`: the seat shares the place of the high nonqualifier in the first list; `shares`: it does in the second list.
    """

    seat: str
    before: Listed | None
    after: Listed | None
    shared: bool = False
    shares: bool = False

    @property
    def comes_in(self) -> bool:
        """Whether the seat qualifies only in the second list."""
        return _seed(self.before) is None and _seed(self.after) is not None

    @property
    def goes_out(self) -> bool:
        """Whether the seat qualifies only in the first list."""
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
        if self.shared or self.shares:
            return True
        places = [place for place in (self.before, self.after) if place is not None]
        return any(place.status != Status.NONQUALIFIER for place in places)


def _seed(place: Listed | None) -> int | None:
    return None if place is None else place.seed


def find_shifts(before: Sequence[Listed], after: Sequence[Listed]) -> tuple[Shifted, ...]:
    """The seats whose place, points or seed differ between the two lists, in the order of the second list.

    Seats of the first list alone come last. Nothing else of a place counts, such as the key that decided it.
    """
    places_before = {place.seat: place for place in before}
    places_after = {place.seat: place for place in after}
    sharing_before, sharing_after = _sharing(before), _sharing(after)
    shifts = (
        Shifted(
            seat,
            places_before.get(seat),
            places_after.get(seat),
            shared=seat in sharing_before,
            shares=seat in sharing_after,
        )
        for seat in dict.fromkeys([*places_after, *places_before])
    )
    return tuple(
        shift
        for shift in shifts
        if (_compared_values(shift.before), shift.shared) != (_compared_values(shift.after), shift.shares)
    )


def _sharing(places: Sequence[Listed]) -> frozenset[str]:
    """The seats that share the place of the high nonqualifier in this list."""
    quota = sum(1 for place in places if place.seed is not None)
    return frozenset(place.seat for place in sharing_high_nonqualifier(places, quota))


def _compared_values(place: Listed | None) -> object:
    """The values of a place that count as a difference between two lists."""
    if place is None:
        return None
    totals = (place.game_points, place.games_won, place.plus, place.minus, place.pegged)
    return (place.rank, place.seed, place.tied, place.status, totals)


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A line that turned out wrong, as recorded and as corrected; None for no line."""

    game: int
    before: Line | None
    after: Line | None


def corrected_lines(lines: Sequence[Line], corrected: Mapping[int, Line | None]) -> tuple[Line, ...]:
    """The lines of a card in game order, after the lines `corrected` replace those of the same games; None removes a line.

    >>> first, second = Line(1, "A-2", 2, 7, None), Line(2, "A-3", 0, None, 9)
    >>> [line.plus for line in corrected_lines([first, second], {1: Line(1, "A-2", 2, 17, None), 2: None})]
    [17]
    """
    by_game = {line.game: line for line in lines} | dict(corrected)
    return tuple(line for _game, line in sorted(by_game.items()) if line is not None)
