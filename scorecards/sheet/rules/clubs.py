"""Clubs against each other in doubles: what their teams have together, game by game (ours).

A club is also the group that a captain's list names, such as a condo, or the side of a league night. The rulebook has
no ranking of clubs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from scorecards.sheet.rules.ranking import Tiebreaker
from scorecards.sheet.rules.tally import Card, tally, tally_lines


@dataclass(frozen=True, slots=True)
class ClubRow:
    """One club of at least two teams.

    `by_game` are its games won, if these rank, else its game points in game 1, 2 and so on, up to the last game that any club has a counted line for. A
    team that sits out, and a line that does not count, add nothing. `tied`: the rank is shared.
    """

    rank: int
    club: str
    teams: int
    game_points: int
    games_won: int
    by_game: tuple[int, ...]
    tied: bool


def rank_clubs(members: Iterable[tuple[str, Card]], key: Tiebreaker = Tiebreaker.GAME_POINTS) -> tuple[ClubRow, ...]:
    """Rank the clubs by what the counted lines of their teams have together: by games won if these rank first in the
    event (`key`), else by game points. Clubs level in it share the rank, in the order of their names.

    `members` are the teams' clubs, in any capitals, and cards. A club of one team has no row, as its row would say where
    that team belongs; with fewer than two other clubs there are no rows.

    >>> from scorecards.sheet.rules.line import Line
    >>> won, lost = (Card(seat, (Line(1, None, points, None, None),), None, 1) for seat, points in (("A-1", 2), ("A-2", 0)))
    >>> rows = rank_clubs([("Red", won), ("Blue", lost), ("red", won), ("Blue", won), ("Alone", won)])
    >>> [(row.rank, row.club, row.teams, row.game_points, row.by_game) for row in rows]
    [(1, 'Red', 2, 4, (4,)), (2, 'Blue', 2, 2, (2,))]
    """
    cards: dict[str, list[Card]] = defaultdict(list)
    names: dict[str, str] = {}
    for club, card in members:
        name = " ".join(club.split())
        names.setdefault(name.casefold(), name)
        cards[name.casefold()].append(card)
    clubs = {names[folded]: of_club for folded, of_club in cards.items() if folded and len(of_club) > 1}
    if len(clubs) < 2:
        return ()
    last = max(
        (line.game for of_club in clubs.values() for card in of_club for line in card.lines if card.counts(line.game)),
        default=0,
    )
    figures = {}
    for name, of_club in clubs.items():
        totals = [tally(card) for card in of_club]
        figures[name] = (sum(total.game_points for total in totals), sum(total.games_won for total in totals))
    by = {name: won if key is Tiebreaker.GAMES_WON else points for name, (points, won) in figures.items()}
    ranks = {name: 1 + sum(other > figure for other in by.values()) for name, figure in by.items()}
    return tuple(
        ClubRow(
            ranks[name],
            name,
            len(clubs[name]),
            *figures[name],
            tuple(sum(_in_game(card, game, key) for card in clubs[name]) for game in range(1, last + 1)),
            tied=list(ranks.values()).count(ranks[name]) > 1,
        )
        for name in sorted(clubs, key=lambda name: (ranks[name], name.casefold()))
    )


def _in_game(card: Card, game: int, key: Tiebreaker) -> int:
    """What this game adds to the figure that ranks by `key`; 0 where the card has no line that counts."""
    line = card.line(game)
    if not line or not card.counts(game):
        return 0
    total = tally_lines([line], card.skunks)
    return total.games_won if key is Tiebreaker.GAMES_WON else total.game_points
