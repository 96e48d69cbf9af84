"""What a card adds up to: the counted lines, the four totals, and where the player's own totals differ.

A *counted* game belongs to the card's required number. An extra game is recorded so that the opponent's card can be
checked, and counts nothing. A *tally* is the sum of the counted lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorecards.sheet.rules.line import Line, counted_points
from tournaments.rules.finding import Finding


@dataclass(frozen=True, slots=True)
class Tally:
    """Totals of a card: game points, games won, and the two spread columns, both 0 or more."""

    game_points: int = 0
    games_won: int = 0
    plus: int = 0
    minus: int = 0

    @property
    def net(self) -> int:
        """Plus minus minus, the third tiebreaker."""
        return self.plus - self.minus

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.game_points + other.game_points,
            self.games_won + other.games_won,
            self.plus + other.plus,
            self.minus + other.minus,
        )

    def __sub__(self, other: Tally) -> Tally:
        return Tally(
            self.game_points - other.game_points,
            self.games_won - other.games_won,
            self.plus - other.plus,
            self.minus - other.minus,
        )

    @property
    def key(self) -> tuple[int, int, int, int]:
        """Game points, games won, net, plus points: the higher, the better (guideline 7)."""
        return (self.game_points, self.games_won, self.plus - self.minus, self.plus)


@dataclass(frozen=True, slots=True)
class OwnTotals:
    """The totals that the player wrote at the foot of the card; None is blank."""

    game_points: int | None = None
    games_won: int | None = None
    plus: int | None = None
    minus: int | None = None
    net: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """The card of one seat: its lines, and which games count.

    `counted` are the games that the movement counts for this seat. It is None without a movement: then the first
    `games` lines by game number count. `withdrawn`: the player left early, `left_after` their last game where known.
    `ends`: no more lines are expected than are typed (`has_ended`). `again` are the games whose line was typed over
    while it differed from the other card, until somebody reads the same on the paper.
    """

    seat: str
    lines: tuple[Line, ...]
    counted: frozenset[int] | None
    games: int
    withdrawn: bool = False
    left_after: int | None = None
    ends: bool = False
    again: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if len({line.game for line in self.lines}) != len(self.lines):
            raise ValueError(f"card {self.seat} has two lines for one game")

    @property
    def counted_games(self) -> frozenset[int]:
        """The games that count, with or without a line."""
        if self.counted is not None:
            return self.counted
        return frozenset(sorted(line.game for line in self.lines)[: self.games])

    @property
    def complete(self) -> bool:
        """Whether every counted game has a line, blank ones included, or the card ends with the lines it has.

        A player may have a paper even if by the plan they left before the first game: it is missing until somebody says
        that it is empty.

        >>> Card("A-1", (Line(1, None, None, None, None),), frozenset({1}), 1).complete
        True
        >>> cards = [Card("A-1", (), frozenset(), 6, True, left_after=0, ends=ends) for ends in (False, True)]
        >>> [card.complete for card in cards]
        [False, True]
        """
        if self.ends:
            return True
        if self.withdrawn and not self.lines:
            return False
        if self.counted is None:
            return len(self.lines) >= (self.games if self.left_after is None else min(self.games, self.left_after))
        return self.counted <= {line.game for line in self.lines}

    def counts(self, game: int) -> bool:
        """Whether that game counts on this card."""
        return game in self.counted_games

    def line(self, game: int) -> Line | None:
        """The line of that game, None where there is none."""
        return next((line for line in self.lines if line.game == game), None)


def has_ended(*, is_said: bool, whole: bool, left_after: int | None, lines: int) -> bool:
    """Whether a withdrawn player's paper has no more lines than are typed, so that the card counts as it stands.

    Ours, where the rulebook is silent. It has ended once somebody has said so (`is_said`). A card that came `whole`,
    sent by a program before its player left or handed in by phone, has ended where nobody knows after which game they
    left; where that is known, it must reach that game.

    >>> [has_ended(is_said=False, whole=True, left_after=game, lines=5) for game in (None, 8)]
    [True, False]
    """
    return is_said or (whole and left_after is None and lines > 0)


def tally_lines(lines: Iterable[Line]) -> Tally:
    """Add up lines that all count (guideline 5).

    >>> tally_lines([Line(1, "A-2", 2, 45, None), Line(2, "A-3", 0, None, 7), Line(3, "A-4", None, 5, None)])
    Tally(game_points=3, games_won=1, plus=50, minus=7)
    """
    points = won = plus = minus = 0
    for line in lines:
        if line.points:
            points += counted_points(line)
            won += 1
        if line.plus is not None:
            plus += line.plus
        elif line.minus is not None:
            minus += line.minus
    return Tally(points, won, plus, minus)


def tally(card: Card) -> Tally:
    """Add up the counted lines of a card (guideline 5)."""
    counted = card.counted_games
    return tally_lines(line for line in card.lines if line.game in counted)


def find_total_flags(own: OwnTotals, computed: Tally) -> tuple[Finding, ...]:
    """Where the player's own totals differ from the computed ones, which count (guideline 5).

    Game points and games won written in each other's place are one flag, `totals_transposed`
    (guideline 4). A blank total is no fault.

    >>> [flag.code for flag in find_total_flags(OwnTotals(14, 29), Tally(29, 14))]
    ['totals_transposed']
    """
    flags = []
    points, won = own.game_points, own.games_won
    # A win is worth two or more points, so there cannot be fewer points than wins: a matching number means a swap.
    if (
        points is not None
        and won is not None
        and points < won
        and (points == computed.games_won or won == computed.game_points)
    ):
        values = (("game_points", points), ("games_won", won))
        flags.append(Finding("totals_transposed", "totals.game_points", values))
        points, won = won, points
    pairs = (
        ("game_points", points, computed.game_points),
        ("games_won", won, computed.games_won),
        ("plus", own.plus, computed.plus),
        ("minus", own.minus, computed.minus),
        ("net", own.net, computed.net),
    )
    flags += [
        Finding(f"{name}_total_differs", f"totals.{name}", (("own", wrote), ("computed", counts)))
        for name, wrote, counts in pairs
        if wrote is not None and wrote != counts
    ]
    return tuple(flags)
