"""Games that players tell by phone: what one of two says beside what the other says.

The paper card is mirrored: a player tells whether they won and by how much, and the points follow (rules 1.1 and 1.6). Each of
the two tells for themselves; what they say stays two claims, as the two cards of a game are two (rule 12.1), and where they
differ nothing is settled here: the players may look again, call a judge, or leave it to the cards (rule 12.2).

Where the event records no spread, a player tells the game points alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scorecards.sheet.rules.line import LOSS_POINTS, WIN_POINTS, Line, game_points
from scorecards.sheet.rules.tally import OwnTotals, tally_lines


@dataclass(frozen=True, slots=True)
class Said:
    """What one player says of a game: against whom, and won (+) or lost (-) by how many holes, 1 to 121; where no spread is recorded,
    with how many game points, 2, 3 or 0. One of the two is None."""

    game: int
    opponent: str
    spread: int | None
    points: int | None = None

    @property
    def won(self) -> bool:
        return bool(self.points) if self.spread is None else self.spread > 0

    @property
    def figure(self) -> int:
        """What tells it from another that a player could tell, and never 0: the spread, else the points, a loss as -1."""
        return self.spread or self.points or -1

    @property
    def result(self) -> dict[str, int | None]:
        """What was told, by its name alone."""
        return {"points": self.points} if self.spread is None else {"spread": self.spread}

    @property
    def line(self) -> Line:
        """The line as it stands on that player's card."""
        if self.spread is None:
            return Line(self.game, self.opponent, self.points, None, None)
        won = self.spread > 0
        return Line(
            self.game,
            self.opponent,
            game_points(self.spread),
            self.spread if won else None,
            None if won else -self.spread,
        )


class Together(StrEnum):
    """How far the two players of a game are with it, as one of them sees it."""

    NOTHING = "nothing"
    """Neither has told it."""
    WAITING = "waiting"
    """Only this player has."""
    ASKED = "asked"
    """Only the other has; what they said is not shown before this player has told it."""
    AGREED = "agreed"
    DIFFERENT = "different"


def together(seat: str, own: Said | None, other: Said | None) -> Together:
    """Return how far this player and the other are; `other` is what the player named by `own` says, or is to be met, of this game.

    >>> together("A-1", Said(1, "A-2", 16), Said(1, "A-1", -16))
    <Together.AGREED: 'agreed'>
    >>> together("A-1", Said(1, "A-2", 16), None), together("A-1", None, Said(1, "A-1", -16))
    (<Together.WAITING: 'waiting'>, <Together.ASKED: 'asked'>)
    """
    if own is None:
        return Together.ASKED if other is not None else Together.NOTHING
    if other is None:
        return Together.WAITING
    return Together.AGREED if _is_turned(seat, own, other) else Together.DIFFERENT


def _is_turned(seat: str, own: Said, other: Said) -> bool:
    """Whether the other says the same of the game; without a spread, that the other one of the two won."""
    if own.spread is None or other.spread is None:
        return (other.game, other.opponent, other.won) == (own.game, seat, not own.won)
    return other == turned(seat, own)


def turned(seat: str, said: Said) -> Said:
    """Return the same game in the words of the other player: what this seat won, they lost.

    Without a spread nobody knows from a loss whether it was a skunk: then it is a win of two points.

    >>> turned("A-1", Said(1, "A-2", 16)).spread, turned("A-1", Said(1, "A-2", None, 3)).points
    (-16, 0)
    """
    if said.spread is None:
        return Said(said.game, seat, None, LOSS_POINTS if said.won else WIN_POINTS)
    return Said(said.game, seat, -said.spread)


def as_recorded(said: Said, *, records_spread: bool) -> Said:
    """Return what was told as the event records it: where it records no spread any more, the points alone.

    >>> as_recorded(Said(1, "A-2", 40), records_spread=False)
    Said(game=1, opponent='A-2', spread=None, points=3)
    """
    if records_spread or said.spread is None:
        return said
    return Said(said.game, said.opponent, None, said.line.points)


def own_totals(lines: Iterable[Line], *, records_spread: bool = True) -> OwnTotals:
    """Return the totals that whoever signs these counted lines signs with them."""
    tally = tally_lines(lines)
    if not records_spread:
        return OwnTotals(tally.game_points, tally.games_won)
    return OwnTotals(tally.game_points, tally.games_won, tally.plus, tally.minus, tally.net)


class Stands(StrEnum):
    """Which of the two stands where a card and its player's phone say different things and neither goes before the other."""

    PHONE = "phone"
    PAPER = "paper"


def find_contrary(typed: Mapping[int, Line], told: Mapping[int, Said], *, blanks: bool = False) -> tuple[int, ...]:
    """Return the games of which a player's card says something else than the player told by phone.

    Blank lines say nothing; with `blanks` they say something else too: where the paper does not go before the phone, what was
    told is not to fall away unseen. A game without a line waits for the rest of its card.

    >>> find_contrary({1: Line(1, "A-2", 2, 16, None)}, {1: Said(1, "A-2", 61), 2: Said(2, "A-3", 4)})
    (1,)
    """

    def speaks(line: Line | None) -> bool:
        return line is not None and (blanks or line.has_content)

    return tuple(game for game, said in sorted(told.items()) if speaks(line := typed.get(game)) and line != said.line)


def said_on(line: Line | None, *, records_spread: bool = True) -> Said | None:
    """Return what a line of a card says of its game; None where it leaves open against whom, or by how much.

    >>> said_on(Line(3, "A-2", 0, None, 7)).spread, said_on(Line(3, "A-2", 3, None, None), records_spread=False).points
    (-7, 3)
    """
    if line is None or line.opponent is None:
        return None
    if not records_spread:
        return None if line.points is None else Said(line.game, line.opponent, None, line.points)
    if line.spread is None:
        return None
    return Said(line.game, line.opponent, line.spread if line.plus else -line.spread)
