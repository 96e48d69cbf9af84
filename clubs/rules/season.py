"""The table of a season, and what a member can still reach in it.

**Ours**: how a night counts. The ACC gives Grass Roots Points by a table of its own that we do not have, so a season
either counts nights of 12 game points or more with their game points and all others with 0, or it counts every night.
**Ours**: nights that are not sanctioned count in nothing but their own number; level points go by games won, then by
net, of all nights that are sanctioned; who is level in all three shares a place. A night of which nobody wrote down the
games won or the net counts its points; who is level in points with somebody who has such a night shares the place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from operator import eq
from typing import Any, NamedTuple

from clubs.rules.ranking import ranked
from clubs.rules.totals import SKUNK_POINTS, Totals, skunks_by

LEAST_THAT_COUNTS = 12
"""Game points from which a night counts, where not every night does."""


class Card(NamedTuple):
    """One member's card of one night: whose (`member`, a key), of how many games, and whether the night is sanctioned."""

    member: int
    totals: Totals
    games: int = 9
    sanctioned: bool = True


@dataclass(frozen=True, slots=True)
class TableRow:
    """One member's season.

    `points` are those of the nights that count; `nights`, `games`, and all figures besides `nights_unsanctioned` are
    of the sanctioned nights. Of `nights_won_unknown` nobody wrote down the games won: their `games`, wins and skunks are
    left out. Likewise `nights_net_unknown` and `net`. `skunks_lost` is None unless they are known of every night.
    """

    member: int
    points: int = 0
    nights: int = 0
    nights_unsanctioned: int = 0
    games: int = 0
    games_won: int = 0
    net: int = 0
    skunks_won: int = 0
    skunks_lost: int | None = None
    grand_slams: int = 0
    best_card: int = 0
    hands_28: int = 0
    hands_29: int = 0
    nights_won_unknown: int = 0
    nights_net_unknown: int = 0

    @property
    def key(self) -> tuple[int, int | None, int | None]:
        """By what the table is ranked: the higher, the better; a sum that is not whole is None."""
        won = None if self.nights_won_unknown else self.games_won
        return self.points, won, None if self.nights_net_unknown else self.net

    @property
    def knows_won(self) -> bool:
        """Whether the games won of any night are known, or there is no night."""
        return not self.nights or self.nights_won_unknown < self.nights

    @property
    def knows_net(self) -> bool:
        """Whether the net of any night is known, or there is no night."""
        return not self.nights or self.nights_net_unknown < self.nights

    @property
    def win_percentage(self) -> str:
        """Games won of games played, in percent with one decimal, half up."""
        return percentage(self.games_won, self.games)


def percentage(part: int, whole: int) -> str:
    """Return `part` of `whole` in percent, rounded half up to one decimal; 0.0 if the whole is 0.

    >>> percentage(48, 81), percentage(36, 63), percentage(24, 45), percentage(1, 16), percentage(0, 0)
    ('59.3', '57.1', '53.3', '6.3', '0.0')
    """
    if not whole:
        return "0.0"
    return str((Decimal(100 * part) / Decimal(whole)).quantize(Decimal("0.1"), rounding=ROUND_HALF_UP))


def night_points(game_points: int, *, every_night: bool) -> int:
    """Return the points that a night counts in the season's table.

    >>> [night_points(points, every_night=False) for points in (11, 12)], night_points(11, every_night=True)
    ([0, 12], 11)
    """
    return game_points if game_points >= _counts_from(every_night=every_night) else 0


def _counts_from(*, every_night: bool) -> int:
    return 0 if every_night else LEAST_THAT_COUNTS


def table(cards: Iterable[Card], *, every_night: bool) -> list[tuple[int, TableRow]]:
    """Return the table of these cards, best member first, each with a place; tied members share one.

    >>> [(place, row.member, row.points) for place, row in table(
    ...     [Card(1, Totals(11, 5, 9)), Card(2, Totals(12, 6, 9)), Card(1, Totals(18, 8, 90))], every_night=False)]
    [(1, 1, 18), (2, 2, 12)]
    """
    counting: dict[int, list[tuple[Any, ...]]] = {}
    unsanctioned: dict[int, int] = defaultdict(int)
    for card in cards:
        played = counting.setdefault(card.member, [])
        if card.sanctioned:
            played.append((*card.totals, card.games))
        else:
            unsanctioned[card.member] += 1
    least = _counts_from(every_night=every_night)
    rows = [_row(member, played, unsanctioned[member], least) for member, played in counting.items()]
    return ranked(rows, key=lambda row: row.key)


def _row(member: int, counting: Sequence[tuple[Any, ...]], unsanctioned: int, least: int) -> TableRow:
    """Return the row of these cards, each its totals and how many games; game points count from `least`."""
    if not counting:
        return TableRow(member, nights_unsanctioned=unsanctioned)
    points, won, net, won_by, lost, hands_28, hands_29, games = zip(*counting, strict=True)
    won_unknown, net_unknown, points_of_won = won.count(None), net.count(None), points
    if won_unknown:
        decided = [(card[0], card[1], card[3], card[-1]) for card in counting if card[1] is not None]
        points_of_won, won, won_by, games = zip(*decided, strict=True) if decided else ((), (), (), ())
    return TableRow(
        member=member,
        points=sum([one for one in points if one >= least]),
        nights=len(counting),
        nights_unsanctioned=unsanctioned,
        games=sum(games),
        games_won=sum(won),
        net=sum(filter(None, net)),
        skunks_won=sum(map(skunks_by, points_of_won, won, won_by)),
        skunks_lost=None if None in lost else sum(lost),
        grand_slams=sum(map(eq, won, games)),
        best_card=max(points),
        hands_28=sum(hands_28),
        hands_29=sum(hands_29),
        nights_won_unknown=won_unknown,
        nights_net_unknown=net_unknown,
    )


def reachable(points: int, nights_left: int, games: int = 9) -> int:
    """Return the most points with which somebody can end: all games of all remaining nights won by a skunk.

    >>> reachable(100, 2)
    154
    """
    return points + nights_left * games * SKUNK_POINTS


@dataclass(frozen=True, slots=True)
class Awards:
    """Who is honoured for a season, by members' keys; several where they are level, nobody where nothing counts."""

    champions: tuple[int, ...]
    grand_slams: tuple[int, ...]
    best_card: tuple[int, ...]
    best_points: int
    hands_28: tuple[int, ...] = ()
    hands_29: tuple[int, ...] = ()


def awards(rows: Sequence[tuple[int, TableRow]], members: Iterable[int]) -> Awards:
    """Return the awards by this table. Guests and visitors win none (**ours**): `members` are those who can.

    >>> awards(table([Card(1, Totals(18, 9, 90)), Card(2, Totals(19, 8, 80))], every_night=True), [1, 2])
    Awards(champions=(2,), grand_slams=(1,), best_card=(2,), best_points=19, hands_28=(), hands_29=())
    """
    may = set(members)
    places = [(place, row) for place, row in rows if row.member in may and row.nights]
    own = [row for _place, row in places]
    best = max((row.best_card for row in own), default=0)
    first = min((place for place, _row in places), default=0)
    return Awards(
        champions=tuple(row.member for place, row in places if place == first and row.points),
        grand_slams=tuple(row.member for row in own if row.grand_slams),
        best_card=tuple(row.member for row in own if best and row.best_card == best),
        best_points=best,
        hands_28=tuple(row.member for row in own if row.hands_28),
        hands_29=tuple(row.member for row in own if row.hands_29),
    )
