"""Games told by phone: one player's claim beside the other's.

As on a paper card, a player tells whether they won and by how much; the points follow (rules 1.1 and 1.6). Each of the
two players tells the game, and both claims are kept, as a game has two cards (rule 12.1). Nothing here settles claims
that differ: the players may look again, call a judge, or leave it to the cards (rule 12.2).

In an event that records no spread, a player tells the game points alone. Whoever lost tells those of the winner, so both
say whether it was a skunk.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scorecards.sheet.rules.line import LOSS_POINTS, WIN_POINTS, Line, game_points
from scorecards.sheet.rules.tally import OwnTotals, tally_lines
from tournaments.rules.skunk import ACC_SKUNKS, Skunks


@dataclass(frozen=True, slots=True)
class Claim:
    """One player's claim about a game against `opponent`.

    `spread` is the number of holes won (+) or lost (-) by, 1 to 121. In an event that records no spread it is None, and
    `points` has the game points: 2, 3 or 0. Otherwise `points` is None. With a loss, `opponent_points` has those of the
    winner, 2 or 3; None if the player did not tell them.
    """

    game: int
    opponent: str
    spread: int | None
    points: int | None = None
    opponent_points: int | None = None

    @property
    def won(self) -> bool:
        return bool(self.points) if self.spread is None else self.spread > 0

    @property
    def figure(self) -> int:
        """A number unique among possible claims, never 0: the spread, else the points.

        A loss without a spread has those of the winner below zero, or -1 if they were not told.
        """
        return self.spread or self.points or -(self.opponent_points or 1)

    @property
    def is_whole(self) -> bool:
        """Whether the claim says what both players get. Without a spread, a bare loss does not."""
        return self.won or self.spread is not None or self.opponent_points is not None

    @property
    def result(self) -> dict[str, int | None]:
        """The claim as a dictionary with its figures: `spread`, or `points` and, if told, `opponent_points`."""
        if self.spread is not None:
            return {"spread": self.spread}
        more = {} if self.opponent_points is None else {"opponent_points": self.opponent_points}
        return {"points": self.points, **more}

    def line(self, skunks: Skunks = ACC_SKUNKS) -> Line:
        """The line that this claim gives the player's card, in an event with these skunks."""
        if self.spread is None:
            return Line(self.game, self.opponent, self.points, None, None)
        won = self.spread > 0
        return Line(
            self.game,
            self.opponent,
            game_points(self.spread, skunks),
            self.spread if won else None,
            None if won else -self.spread,
        )


class Together(StrEnum):
    """The state of the two claims about a game, as one of its players sees it."""

    NOTHING = "nothing"
    """Neither player has told the game."""
    WAITING = "waiting"
    """Only this player has told the game."""
    ASKED = "asked"
    """Only the opponent has told the game; their claim is hidden until this player has told it too."""
    AGREED = "agreed"
    DIFFERENT = "different"
    DECIDED = "decided"
    """The desk has recorded another result of a ladder's game than this player told; the desk's decides."""


def together(seat: str, own: Claim | None, other: Claim | None) -> Together:
    """The state of the player at `seat` with this claim; `other` is the claim of the opponent.

    The opponent is the one whom `own` names, or without a claim the one in the schedule.

    >>> together("A-1", Claim(1, "A-2", 16), Claim(1, "A-1", -16))
    <Together.AGREED: 'agreed'>
    >>> together("A-1", Claim(1, "A-2", 16), None), together("A-1", None, Claim(1, "A-1", -16))
    (<Together.WAITING: 'waiting'>, <Together.ASKED: 'asked'>)
    """
    if own is None:
        return Together.ASKED if other is not None else Together.NOTHING
    if other is None:
        return Together.WAITING
    return Together.AGREED if _agree(seat, own, other) else Together.DIFFERENT


def _agree(seat: str, own: Claim, other: Claim) -> bool:
    """Whether the two claims have the same result; a bare loss agrees with any win of the other."""
    if not own.is_whole or not other.is_whole:
        return (other.game, other.opponent, other.won) == (own.game, seat, not own.won)
    return other == turned(seat, own)


def turned(seat: str, claim: Claim) -> Claim:
    """The claim that the opponent of `seat` would make about the same game: a win becomes a loss, and a loss a win.

    A loss that does not say whether it was a skunk becomes a win of two points.

    >>> turned("A-1", Claim(1, "A-2", 16)).spread, turned("A-1", Claim(1, "A-2", None, 3)).result
    (-16, {'points': 0, 'opponent_points': 3})
    """
    if claim.spread is None and claim.won:
        return Claim(claim.game, seat, None, LOSS_POINTS, claim.points)
    if claim.spread is None:
        return Claim(claim.game, seat, None, claim.opponent_points or WIN_POINTS)
    return Claim(claim.game, seat, -claim.spread)


def as_recorded(claim: Claim, *, records_spread: bool, skunks: Skunks = ACC_SKUNKS) -> Claim:
    """The claim as the event records it; without spreads, a claim with a spread becomes one with its points alone.

    >>> as_recorded(Claim(1, "A-2", 40), records_spread=False).result
    {'points': 3}
    """
    if records_spread or claim.spread is None:
        return claim
    points = claim.line(skunks).points
    return Claim(claim.game, claim.opponent, None, points, None if claim.won else game_points(-claim.spread, skunks))


def own_totals(lines: Iterable[Line], *, records_spread: bool = True, skunks: Skunks = ACC_SKUNKS) -> OwnTotals:
    """The own totals of a player whose counted lines these are; without spreads, points and wins alone."""
    tally = tally_lines(lines, skunks)
    if not records_spread:
        return OwnTotals(tally.game_points, tally.games_won)
    return OwnTotals(tally.game_points, tally.games_won, tally.plus, tally.minus, tally.net)


class Stands(StrEnum):
    """The version that stands if card and phone differ and neither has precedence."""

    PHONE = "phone"
    PAPER = "paper"


def find_contrary(
    typed: Mapping[int, Line],
    claims: Mapping[int, Claim],
    *,
    blanks: bool = False,
    skunks: Skunks = ACC_SKUNKS,
) -> tuple[int, ...]:
    """The games in which a player's card has another line than their claim by phone, in game order.

    A line without a result differs only with `blanks`: if paper has no precedence, the claim must not get lost. A game
    without a line never differs, because the rest of the card may still come.

    >>> find_contrary({1: Line(1, "A-2", 2, 16, None)}, {1: Claim(1, "A-2", 61), 2: Claim(2, "A-3", 4)})
    (1,)
    """

    contrary = []
    for game, claim in sorted(claims.items()):
        line = typed.get(game)
        if line is not None and (blanks or line.has_content) and line != claim.line(skunks):
            contrary.append(game)
    return tuple(contrary)


def said_on(line: Line | None, *, records_spread: bool = True) -> Claim | None:
    """The claim that a line of a card makes; None if its opponent or its result is missing.

    >>> said_on(Line(3, "A-2", 0, None, 7)).spread, said_on(Line(3, "A-2", 3, None, None), records_spread=False).points
    (-7, 3)
    """
    if line is None or line.opponent is None:
        return None
    if not records_spread:
        return None if line.points is None else Claim(line.game, line.opponent, None, line.points)
    if line.spread is None:
        return None
    return Claim(line.game, line.opponent, line.spread if line.plus else -line.spread)
