"""What a card of some games can come to: a win counts 2, a skunk 3, a loss 0, and no game is won by more than 121.

ACC scoring, by which totals are typed. **Ours** is only that the sums are checked when they are typed. A night with cards
is an event and counts by the rules of that event, a double skunk of 4 included.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import NamedTuple

from tournaments.rules.skunk import USUAL_SKUNK_FROM

LARGEST_SPREAD = 121
WIN_POINTS = 2
SKUNK_POINTS = 3


class Wrong(enum.Enum):
    """What is wrong with a row of totals."""

    WON_OUT_OF_RANGE = "won_out_of_range"
    POINTS_OUT_OF_RANGE = "points_out_of_range"
    POINTS_DO_NOT_FIT = "points_do_not_fit"
    NET_DOES_NOT_FIT = "net_does_not_fit"
    SKUNKS_WON_DO_NOT_FIT = "skunks_won_do_not_fit"
    SKUNKS_LOST_DO_NOT_FIT = "skunks_lost_do_not_fit"


FIELDS = {
    Wrong.WON_OUT_OF_RANGE: "games_won",
    Wrong.POINTS_OUT_OF_RANGE: "game_points",
    Wrong.POINTS_DO_NOT_FIT: "game_points",
    Wrong.NET_DOES_NOT_FIT: "net",
    Wrong.SKUNKS_WON_DO_NOT_FIT: "skunks_won",
    Wrong.SKUNKS_LOST_DO_NOT_FIT: "skunks_lost",
}
"""The field beside which each is said."""


class Totals(NamedTuple):
    """What one card came to. All but the game points is None where nobody wrote it down.

    Skunks won that nobody wrote down follow from the points: each is one point above two for every game won.
    """

    game_points: int
    games_won: int | None
    net: int | None
    skunks_won: int | None = None
    skunks_lost: int | None = None
    hands_28: int = 0
    hands_29: int = 0

    @property
    def key(self) -> tuple[int, int | None, int | None]:
        """By what cards of one night are ranked: the higher, the better; a part that nobody wrote down is None."""
        return self.game_points, self.games_won, self.net


def find_wrong(totals: Totals, games: int) -> list[Wrong]:
    """Return every reason why a card of so many games cannot have these totals; empty if it can.

    >>> find_wrong(Totals(14, 6, 54), 9), [wrong.value for wrong in find_wrong(Totals(27, 8, 54), 9)]
    ([], ['points_do_not_fit'])
    >>> [wrong.value for points in (0, 1, 27, 28) for wrong in find_wrong(Totals(points, None, None), 9)]
    ['points_out_of_range', 'points_out_of_range']
    >>> [FIELDS[wrong] for wrong in find_wrong(Totals(0, 0, -8), 9)]
    ['net']
    """
    won = totals.games_won
    if won is None:
        return _find_wrong_without_wins(totals, games)
    if not 0 <= won <= games:
        return [Wrong.WON_OUT_OF_RANGE]
    if not WIN_POINTS * won <= totals.game_points <= SKUNK_POINTS * won:
        return [Wrong.POINTS_DO_NOT_FIT]
    wrong = []
    if totals.skunks_won is not None and totals.skunks_won != skunks_by(totals.game_points, won):
        wrong.append(Wrong.SKUNKS_WON_DO_NOT_FIT)
    if totals.skunks_lost is not None and not 0 <= totals.skunks_lost <= games - won:
        wrong.append(Wrong.SKUNKS_LOST_DO_NOT_FIT)
    if not wrong and totals.net is not None and totals.net not in nets(totals, games):
        wrong.append(Wrong.NET_DOES_NOT_FIT)
    return wrong


def _find_wrong_without_wins(totals: Totals, games: int) -> list[Wrong]:
    """Return what no card can have, whatever games were won."""
    could_be = [
        find_wrong(totals._replace(games_won=won), games)
        for won in range(games + 1)
        if WIN_POINTS * won <= totals.game_points <= SKUNK_POINTS * won
    ]
    if not could_be:
        return [Wrong.POINTS_OUT_OF_RANGE]
    return min(could_be, key=len)


def nets(totals: Totals, games: int) -> range:
    """Return every net possible for these game points, games won and, if they are known, skunks lost.

    The games won are known.

    >>> nets(Totals(10, 5, 0), 9), nets(Totals(10, 5, 0, skunks_lost=4), 9)
    (range(-479, 147), range(-479, 27))
    """
    assert totals.games_won is not None
    skunks, lost = skunks_by(totals.game_points, totals.games_won), games - totals.games_won
    plain = totals.games_won - skunks
    unknown = totals.skunks_lost is None
    fewest, most = (0, lost) if unknown else (totals.skunks_lost or 0, totals.skunks_lost or 0)
    highest = skunks * LARGEST_SPREAD + plain * (USUAL_SKUNK_FROM - 1) - fewest * USUAL_SKUNK_FROM - (lost - fewest)
    lowest = skunks * USUAL_SKUNK_FROM + plain - most * LARGEST_SPREAD - (lost - most) * (USUAL_SKUNK_FROM - 1)
    return range(lowest, highest + 1)


def skunks_won(totals: Totals) -> int | None:
    """Return the games won by a skunk: as counted, else by the points; None where nobody wrote down the games won.

    >>> skunks_won(Totals(14, 6, 54)), skunks_won(Totals(15, 6, 120, skunks_won=2)), skunks_won(Totals(14, None, 54))
    (2, 2, None)
    """
    if totals.games_won is None:
        return None
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


class Uneven(NamedTuple):
    """What does not add up over the cards of a night: the figure, what the cards have, and what there should be.

    With `at_most` there should be no more than that.
    """

    figure: str
    cards: int
    games: int
    there: int
    expected: int
    at_most: bool = False


def find_uneven(cards: Sequence[Totals], games: int) -> list[Uneven]:
    """Return what does not add up over all cards of a night of so many games; never a reason to refuse it.

    **Ours**: every game has one winner, and what one wins by the other loses by. Where somebody must have sat out, as
    with an odd number of games on all cards, only more games won than played are uneven.

    >>> [(what.figure, what.there, what.expected) for what in find_uneven([Totals(14, 6, 50), Totals(8, 4, -40)], 9)]
    [('games_won', 10, 9), ('net', 10, 0)]
    >>> find_uneven([Totals(14, 6, 50), Totals(6, 3, -50)], 9), find_uneven([Totals(14, 6, 50)] * 3, 3)
    ([], [Uneven(figure='games_won', cards=3, games=3, there=18, expected=4, at_most=True)])
    """
    won, nets_of_cards = [card.games_won for card in cards], [card.net for card in cards]
    sides, uneven = len(cards) * games, []
    if len(cards) > 1 and None not in won:
        total = sum(wins or 0 for wins in won)
        if total > sides // 2 or (sides % 2 == 0 and total != sides // 2):
            uneven.append(Uneven("games_won", len(cards), games, total, sides // 2, at_most=sides % 2 == 1))
    balance = sum(net or 0 for net in nets_of_cards)
    if len(cards) > 1 and sides % 2 == 0 and None not in nets_of_cards and balance:
        uneven.append(Uneven("net", len(cards), games, balance, 0))
    return uneven
