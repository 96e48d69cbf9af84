"""A playoff match counts only games: the first player to win enough of them wins it (ours)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.rules.as_the_acc import MATCH_LENGTHS
from tournaments.rules.edition import Edition
from tournaments.rules.finding import Finding

LENGTHS = MATCH_LENGTHS


@dataclass(frozen=True, slots=True)
class MatchGame:
    """One game of a match: its number from 1, and the winner's permanent ID.

    `forfeit`: the game was forfeited because the loser was absent (13.1, 2020).
    """

    game: int
    winner: str
    forfeit: bool = False


class FirstDeal(StrEnum):
    """How the first dealer of a game is determined: by a cut, as the loser of the game before, or by no rule."""

    CUT = "cut"
    LOSER = "loser"
    UNSAID = "unsaid"


def first_deal(games: int, edition: Edition) -> FirstDeal:
    """Return how the first dealer of the next game is determined, after this many games.

    The players cut for the first game (4.1.a). After that the loser of the previous game deals first in the classic
    edition (1.5.a); the edition of 2020 only covers the first game of a match. Raises ValueError for a negative number.

    >>> [first_deal(games, edition).value for edition in Edition for games in (0, 1)]
    ['cut', 'unsaid', 'cut', 'loser']
    """
    if games < 0:
        raise ValueError(f"no match has {games} games")
    if not games:
        return FirstDeal.CUT
    return FirstDeal.LOSER if edition is Edition.CLASSIC else FirstDeal.UNSAID


def needed_wins(best_of: int) -> int:
    """Return how many games win a match. Raises ValueError for a length that is not 1, 3, 5 or 7.

    >>> [needed_wins(best_of) for best_of in LENGTHS]
    [1, 2, 3, 4]
    """
    if best_of not in LENGTHS:
        raise ValueError(f"no match is best of {best_of}")
    return best_of // 2 + 1


def winner(games: Sequence[MatchGame], best_of: int) -> str | None:
    """Return the player who has won the match by first winning enough games; None while it is undecided.

    >>> winner([MatchGame(1, "A-1"), MatchGame(2, "B-4"), MatchGame(3, "A-1")], best_of=3)
    'A-1'
    """
    enough = needed_wins(best_of)
    won: Counter[str] = Counter()
    for game in games:
        won[game.winner] += 1
        if won[game.winner] == enough:
            return game.winner
    return None


def is_score(score: tuple[int, int], best_of: int) -> bool:
    """Return whether a match of this length can stand so, decided or not.

    >>> [is_score(score, best_of=5) for score in ((3, 1), (2, 2), (4, 1), (3, 3))]
    [True, True, False, False]
    """
    enough = needed_wins(best_of)
    return 0 <= min(score) < enough and max(score) <= enough


def games_to_score(won: tuple[int, int], score: tuple[int, int]) -> list[int] | None:
    """Return who won each game that leads from the games won so far to this score: 0 the first player, 1 the second.

    A score does not say the order (ours): the games of the player who is behind come first, so that the last game decides.
    None if a player has won more games already than the score says.

    >>> games_to_score((0, 1), (3, 1)), games_to_score((0, 2), (3, 1))
    ([0, 0, 0], None)
    """
    missing = score[0] - won[0], score[1] - won[1]
    if min(missing) < 0:
        return None
    behind = 0 if score[0] < score[1] else 1
    return [behind] * missing[behind] + [1 - behind] * missing[1 - behind]


def find_faults(games: Sequence[MatchGame], players: tuple[str, str], best_of: int) -> tuple[Finding, ...]:
    """Return all faults in the games of a match, each at its position (from 0).

    - `gap`: a game does not have the next number (game, expected)
    - `winner`: the winner is neither of the two players (game, winner)
    - `over`: the match was won before this game (game, winner of the match)
    """
    enough = needed_wins(best_of)
    won = dict.fromkeys(players, 0)
    champion = None
    faults = []
    for place, game in enumerate(games):
        if game.game != place + 1:
            values = (("game", game.game), ("expected", place + 1))
            faults.append(Finding("gap", f"games.{place}.game", values=values))
        if champion is not None:
            faults.append(Finding("over", f"games.{place}", values=(("game", game.game), ("winner", champion))))
        if game.winner not in won:
            faults.append(
                Finding("winner", f"games.{place}.winner", values=(("game", game.game), ("winner", game.winner)))
            )
            continue
        won[game.winner] += 1
        if champion is None and won[game.winner] == enough:
            champion = game.winner
    return tuple(faults)
