"""The totals of a card: its counted lines, their four sums, and differences from the player's own totals.

A *counted* game belongs to the card's required number. An extra game is recorded so that the opponent's card can be
checked, and counts nothing. A *tally* is the sum of the counted lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorecards.sheet.rules.line import Line, counted_points, pegged_points
from tournaments.rules.finding import Finding
from tournaments.rules.skunk import ACC_SKUNKS, Skunks


@dataclass(frozen=True, slots=True)
class Tally:
    """Totals of a card: game points, games won, the two spread columns, and the total pegged points, all 0 or more."""

    game_points: int = 0
    games_won: int = 0
    plus: int = 0
    minus: int = 0
    pegged: int = 0

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
            self.pegged + other.pegged,
        )

    def __sub__(self, other: Tally) -> Tally:
        return Tally(
            self.game_points - other.game_points,
            self.games_won - other.games_won,
            self.plus - other.plus,
            self.minus - other.minus,
            self.pegged - other.pegged,
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

    - `counted` are the games that the movement counts for this seat. It is None without a movement: then the first
      `games` lines by game number count.
    - `withdrawn`: the player left early; `left_after` is their last game, None if it is not known.
    - `ends`: no more lines are expected than are typed (`has_ended`).
    - `again` are the games whose line was typed over while it differed from the other card, until a look at the paper
      has the same content.
    - `skunks`: which wins are skunks in this event.
    """

    seat: str
    lines: tuple[Line, ...]
    counted: frozenset[int] | None
    games: int
    withdrawn: bool = False
    left_after: int | None = None
    ends: bool = False
    again: frozenset[int] = frozenset()
    skunks: Skunks = ACC_SKUNKS

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

        A player who left before the first game of the plan may still have a paper: the card is incomplete until somebody
        declares that the paper is empty.

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
            expected = self.games if self.left_after is None else min(self.games, self.left_after)
            return len(self.lines) >= expected
        return self.counted <= {line.game for line in self.lines}

    def counts(self, game: int) -> bool:
        """Whether that game counts on this card."""
        return game in self.counted_games

    def line(self, game: int) -> Line | None:
        """The line of that game, None without one."""
        return next((line for line in self.lines if line.game == game), None)


def opposite(cards: Mapping[str, Card], seat: str, line: Line) -> Line | None:
    """The line of the same game on the opponent's card, if it names the player at `seat`; `cards` are by seat."""
    card = cards.get(line.opponent or "")
    other = card.line(line.game) if card else None
    return other if other is not None and other.opponent == seat else None


def has_ended(*, is_said: bool, whole: bool, left_after: int | None, lines: int) -> bool:
    """Whether a withdrawn player's paper has no more lines than are typed, so that the card counts with these `lines`.

    This is ours, because the rulebook is silent. A card has ended once somebody has declared it (`is_said`). A card that
    came `whole`, by phone or from a program, has ended if the player's last game is not known (`left_after`) and the
    card has lines. If that game is known, the card must reach it.

    >>> [has_ended(is_said=False, whole=True, left_after=game, lines=5) for game in (None, 8)]
    [True, False]
    """
    return is_said or (whole and left_after is None and lines > 0)


def tally_lines(lines: Iterable[Line], skunks: Skunks = ACC_SKUNKS) -> Tally:
    """Add up lines that all count (guideline 5).

    >>> tally_lines([Line(1, "A-2", 2, 45, None), Line(2, "A-3", 0, None, 7), Line(3, "A-4", None, 5, None)])
    Tally(game_points=3, games_won=1, plus=50, minus=7, pegged=235)
    """
    points = won = plus = minus = pegged = 0
    for line in lines:
        pegged += pegged_points(line)
        if line.points:
            points += counted_points(line, skunks)
            won += 1
        if line.plus is not None:
            plus += line.plus
        elif line.minus is not None:
            minus += line.minus
    return Tally(points, won, plus, minus, pegged)


def tally(card: Card) -> Tally:
    """Add up the counted lines of a card (guideline 5)."""
    counted = card.counted_games
    return tally_lines((line for line in card.lines if line.game in counted), card.skunks)


def find_total_flags(own: OwnTotals, computed: Tally) -> tuple[Finding, ...]:
    """A flag for each of the player's own totals that differs from the computed total, which counts (guideline 5).

    Game points and games won that were swapped are one flag, `totals_transposed` (guideline 4). A blank total is no
    fault.

    >>> [flag.code for flag in find_total_flags(OwnTotals(14, 29), Tally(29, 14))]
    ['totals_transposed']
    """
    flags = []
    points, won = own.game_points, own.games_won
    if points is not None and won is not None and points < won:
        # A win is worth two or more points, so there cannot be fewer points than wins: a matching number means a swap.
        is_swapped = points == computed.games_won or won == computed.game_points
        if is_swapped:
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
        Finding(f"{name}_total_differs", f"totals.{name}", (("own", own_total), ("computed", total)))
        for name, own_total, total in pairs
        if own_total is not None and own_total != total
    ]
    return tuple(flags)
