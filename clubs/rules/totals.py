"""What a card of some games can come to: a win counts 2, a skunk 3, a loss 0, and no game is won by more than 121.

ACC scoring, by which totals are typed. **Ours** is only that the sums are checked when they are typed. A night with cards
is an event and counts by the rules of that event, a double skunk of 4 included.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

from tournaments.rules.skunk import USUAL_SKUNK_FROM

LARGEST_SPREAD = 121
WIN_POINTS = 2
SKUNK_POINTS = 3


class Wrong(enum.Enum):
    """What is wrong with a row of totals."""

    WON_OUT_OF_RANGE = "won_out_of_range"
    POINTS_DO_NOT_FIT = "points_do_not_fit"
    NET_DOES_NOT_FIT = "net_does_not_fit"
    SKUNKS_WON_DO_NOT_FIT = "skunks_won_do_not_fit"
    SKUNKS_LOST_DO_NOT_FIT = "skunks_lost_do_not_fit"


FIELDS = {
    Wrong.WON_OUT_OF_RANGE: "games_won",
    Wrong.POINTS_DO_NOT_FIT: "game_points",
    Wrong.NET_DOES_NOT_FIT: "net",
    Wrong.SKUNKS_WON_DO_NOT_FIT: "skunks_won",
    Wrong.SKUNKS_LOST_DO_NOT_FIT: "skunks_lost",
}
"""The field beside which each is said."""


class Totals(NamedTuple):
    """What one card came to. Skunks are None where nobody wrote them down.

    Skunks won that nobody wrote down follow from the points: each is one point above two for every game won.
    """

    game_points: int
    games_won: int
    net: int
    skunks_won: int | None = None
    skunks_lost: int | None = None
    hands_28: int = 0
    hands_29: int = 0

    @property
    def key(self) -> tuple[int, int, int]:
        """By what cards of one night are ranked: the higher, the better."""
        return self.game_points, self.games_won, self.net


def find_wrong(totals: Totals, games: int) -> list[Wrong]:
    """Return everything that no card of so many games can have; nothing for a card that there can be.

    >>> find_wrong(Totals(14, 6, 54), 9), [wrong.value for wrong in find_wrong(Totals(27, 8, 54), 9)]
    ([], ['points_do_not_fit'])
    >>> [FIELDS[wrong] for wrong in find_wrong(Totals(0, 0, -8), 9)]
    ['net']
    """
    won = totals.games_won
    if not 0 <= won <= games:
        return [Wrong.WON_OUT_OF_RANGE]
    if not WIN_POINTS * won <= totals.game_points <= SKUNK_POINTS * won:
        return [Wrong.POINTS_DO_NOT_FIT]
    wrong = []
    if totals.skunks_won is not None and totals.skunks_won != skunks_by(totals.game_points, won):
        wrong.append(Wrong.SKUNKS_WON_DO_NOT_FIT)
    if totals.skunks_lost is not None and not 0 <= totals.skunks_lost <= games - won:
        wrong.append(Wrong.SKUNKS_LOST_DO_NOT_FIT)
    if not wrong and totals.net not in nets(totals, games):
        wrong.append(Wrong.NET_DOES_NOT_FIT)
    return wrong


def nets(totals: Totals, games: int) -> range:
    """Return the nets that so many games can have with these points, games won and, if they are known, skunks lost.

    >>> nets(Totals(10, 5, 0), 9), nets(Totals(10, 5, 0, skunks_lost=4), 9)
    (range(-479, 147), range(-479, 27))
    """
    skunks, lost = skunks_by(totals.game_points, totals.games_won), games - totals.games_won
    plain = totals.games_won - skunks
    unknown = totals.skunks_lost is None
    fewest, most = (0, lost) if unknown else (totals.skunks_lost or 0, totals.skunks_lost or 0)
    highest = skunks * LARGEST_SPREAD + plain * (USUAL_SKUNK_FROM - 1) - fewest * USUAL_SKUNK_FROM - (lost - fewest)
    lowest = skunks * USUAL_SKUNK_FROM + plain - most * LARGEST_SPREAD - (lost - most) * (USUAL_SKUNK_FROM - 1)
    return range(lowest, highest + 1)


def skunks_won(totals: Totals) -> int:
    """Return the games won by a skunk: as counted, else by the points.

    >>> skunks_won(Totals(14, 6, 54)), skunks_won(Totals(15, 6, 120, skunks_won=2))
    (2, 2)
    """
    return skunks_by(totals.game_points, totals.games_won, totals.skunks_won)


def skunks_by(game_points: int, games_won: int, counted: int | None = None) -> int:
    """Return the games won by a skunk: the number that was `counted`, else each point above two for every game won.

    >>> skunks_by(14, 6), skunks_by(15, 6, counted=2)
    (2, 2)
    """
    return game_points - WIN_POINTS * games_won if counted is None else counted


def is_grand_slam(totals: Totals, games: int) -> bool:
    """Say whether every game of the night was won.

    >>> is_grand_slam(Totals(20, 9, 150), 9), is_grand_slam(Totals(20, 8, 150), 9)
    (True, False)
    """
    return totals.games_won == games
