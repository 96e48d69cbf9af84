"""One line of a scorecard: one game as one player wrote it down, and the card's notation for it (rule 12.1).

*Points* are the game points in the first column: 2, 3, 0 or blank, and 4 where an event has a double skunk. A *spread*
is the number of holes won by (plus column) or lost by (minus column), 1 to 121; at most one of the two columns is filled.
*Blank* is None here and "" on paper. What a player wrote is kept even if it contradicts itself: such a line is flagged,
never repaired.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tournaments.rules.finding import Finding
from tournaments.rules.skunk import ACC_SKUNKS, NO_SKUNK, Skunks

LARGEST_SPREAD = 121
LOSS_POINTS = 0
WIN_POINTS = 2
SKUNK_POINTS = 3
DOUBLE_SKUNK_POINTS = 4

_SPREAD = re.compile(r"0[1-9]|[1-9][0-9]|1[01][0-9]|12[01]")
_BEYOND = re.compile(r"00|[1-9][0-9]{2,}")
POINTS = (LOSS_POINTS, WIN_POINTS, SKUNK_POINTS, DOUBLE_SKUNK_POINTS)
"""All that the points column can have, except blank."""
_POINTS: dict[str, int | None] = (
    {"": None}
    | {str(points): points for points in POINTS}
    | dict.fromkeys(("X", "x", "/", "-", "\N{EN DASH}", "\N{EM DASH}"), LOSS_POINTS)
)


@dataclass(frozen=True, slots=True)
class Line:
    """One game as recorded on one card; None is blank. Raises ValueError for values that no card can have."""

    game: int
    opponent: str | None
    points: int | None
    plus: int | None
    minus: int | None

    def __post_init__(self) -> None:
        if self.game < 1:
            raise ValueError(f"games are numbered from 1, not {self.game}")
        if self.points is not None and self.points not in POINTS:
            raise ValueError(f"points are 0, 2, 3, 4 or blank, not {self.points}")
        for spread in (self.plus, self.minus):
            if spread is not None and not 1 <= spread <= LARGEST_SPREAD:
                raise ValueError(f"a spread is 1 to {LARGEST_SPREAD}, not {spread}")
        if self.plus is not None and self.minus is not None:
            raise ValueError("a spread stands in one column, not in both")

    @property
    def is_win(self) -> bool:
        """Whether the points column has a win (2, 3 or 4)."""
        return bool(self.points)

    @property
    def spread(self) -> int | None:
        """The amount in the column that is filled, without its sign; None if both columns are blank."""
        return self.plus if self.plus is not None else self.minus

    @property
    def has_content(self) -> bool:
        """Whether the line has points or an amount."""
        return self.points is not None or self.plus is not None or self.minus is not None

    @property
    def is_blank(self) -> bool:
        """Whether opponent, points and spread are all blank, so that the line is no game."""
        return self.opponent is None and not self.has_content


def game_points(spread: int, skunks: Skunks = ACC_SKUNKS) -> int:
    """The game points for a game won (+) or lost (-) by this spread (rules 1.1 and 1.6).

    A win counts 2, a skunk 3, a double skunk 4 (ours, where the event has it), a loss 0. Raises ValueError for 0 and for
    more than 121.

    >>> game_points(30), game_points(31), game_points(-31)
    (2, 3, 0)
    >>> game_points(31, Skunks(61)), game_points(61, Skunks(61)), game_points(121, Skunks(NO_SKUNK))
    (2, 3, 2)
    >>> game_points(60, Skunks(31, 61)), game_points(61, Skunks(31, 61))
    (3, 4)
    """
    if not 1 <= abs(spread) <= LARGEST_SPREAD:
        raise ValueError(f"no game ends with a spread of {spread}")
    if spread < 0:
        return LOSS_POINTS
    if skunks.double is not None and spread >= skunks.double:
        return DOUBLE_SKUNK_POINTS
    return SKUNK_POINTS if skunks.single != NO_SKUNK and spread >= skunks.single else WIN_POINTS


def most_points(skunks: Skunks) -> int:
    """The most game points that a win can count in an event.

    >>> most_points(ACC_SKUNKS), most_points(Skunks(NO_SKUNK)), most_points(Skunks(31, 61))
    (3, 2, 4)
    """
    return game_points(LARGEST_SPREAD, skunks)


def counted_points(line: Line, skunks: Skunks = ACC_SKUNKS) -> int:
    """The game points that a line counts (guideline 5).

    A win with a plus spread counts by the spread, whatever points were written beside it. A win without a plus spread
    counts as written, but no more than a win can count in the event. A loss and blank points count 0.

    >>> counted_points(Line(1, "A-2", 2, 45, None)), counted_points(Line(1, "A-2", 3, None, 12))
    (3, 3)
    >>> counted_points(Line(1, "A-2", 3, None, None), Skunks(NO_SKUNK))
    2
    """
    if not line.points:
        return LOSS_POINTS
    if line.plus is not None:
        return game_points(line.plus, skunks)
    return min(line.points, most_points(skunks))


def pegged_points(line: Line) -> int:
    """The holes that a line counts where total pegged points rank an event (ours): 121 for a win, for a loss 121 less
    its spread.

    The spread counts in either column, because a loss has only one. What is not known counts 0: a loss without a
    spread, and blank points.

    >>> [pegged_points(Line(1, "A-2", *written)) for written in ((3, 45, None), (0, None, 45), (0, None, None))]
    [121, 76, 0]
    """
    if line.is_win:
        return LARGEST_SPREAD
    return 0 if line.points is None or line.spread is None else LARGEST_SPREAD - line.spread


def is_lost_by_skunk(line: Line, winners: Line | None, skunks: Skunks = ACC_SKUNKS) -> bool:
    """Whether this line is a loss by a skunk, single or double: by its spread or, where none is written, by the winner's line.

    >>> is_lost_by_skunk(Line(1, "A-2", 0, None, 31), None), is_lost_by_skunk(Line(1, "A-2", 0, None, None), None)
    (True, False)
    """
    if line.points != 0 or skunks.single == NO_SKUNK:
        return False
    if line.minus is not None:
        return line.minus >= skunks.single
    return winners is not None and counted_points(winners, skunks) >= SKUNK_POINTS


def parse_points(text: str, field: str = "points") -> int | Finding | None:
    """Parse the points column: 2, 3, 4, 0, blank, or a loss mark, which is a 0 (rule 12.1).

    Whether the event has a 4 is another question: `find_double`.

    >>> parse_points("2"), parse_points("X"), parse_points(""), parse_points("1").code
    (2, 0, None, 'points_notation')
    """
    if text in _POINTS:
        return _POINTS[text]
    return Finding("points_notation", field)


def parse_spread(text: str, field: str = "plus") -> int | Finding | None:
    """Parse one spread column: blank, or 01 to 121 with a leading zero below ten (rule 12.1).

    The finding for an amount that no game can have is `spread_range` (1.1), in any notation.

    >>> parse_spread("07"), parse_spread("121"), parse_spread(""), parse_spread("7").code, parse_spread("200").code
    (7, 121, None, 'spread_notation', 'spread_range')
    """
    if not text:
        return None
    if _SPREAD.fullmatch(text):
        return int(text)
    return Finding("spread_range" if _BEYOND.fullmatch(text) else "spread_notation", field)


def parse_line(
    game: int, opponent: str, points: str, plus: str, minus: str, *, prefix: str = ""
) -> Line | tuple[Finding, ...]:
    """Parse a whole line in the card's notation, or return every fault; the field of a fault is `prefix` + column.

    The opponent is not checked; an empty one is blank.

    >>> parse_line(1, "A-8", "2", "10", "")
    Line(game=1, opponent='A-8', points=2, plus=10, minus=None)
    >>> [f.field for f in parse_line(1, "A-8", "5", "7", "", prefix="lines.3.")]
    ['lines.3.points', 'lines.3.plus']
    """
    read_points = parse_points(points, f"{prefix}points")
    read_plus = parse_spread(plus, f"{prefix}plus")
    read_minus = parse_spread(minus, f"{prefix}minus")
    if isinstance(read_points, Finding) or isinstance(read_plus, Finding) or isinstance(read_minus, Finding):
        return tuple(read for read in (read_points, read_plus, read_minus) if isinstance(read, Finding))
    if read_plus is not None and read_minus is not None:
        return (Finding("both_columns", f"{prefix}minus"),)
    return Line(game, opponent or None, read_points, read_plus, read_minus)


def format_points(points: int | None) -> str:
    """Points as on the card; blank is "".

    >>> format_points(0), format_points(None)
    ('0', '')
    """
    return "" if points is None else str(points)


def format_spread(spread: int | None) -> str:
    """A spread as on the card, with the leading zero that rule 12.1 asks for; blank is "".

    >>> format_spread(7), format_spread(45), format_spread(None)
    ('07', '45', '')
    """
    return "" if spread is None else f"{spread:02d}"


def find_spread(written: object, prefix: str = "") -> tuple[Finding, ...]:
    """A finding for each spread on a line or among totals, for an event that records no spread (ours).

    >>> [finding.field for finding in find_spread(Line(1, "A-2", 2, 16, None), "lines.0.")]
    ['lines.0.plus']
    """
    return tuple(
        Finding("spread_not_recorded", f"{prefix}{name}")
        for name in ("plus", "minus", "net")
        if getattr(written, name, None) is not None
    )


def find_double(line: object, skunks: Skunks, prefix: str = "") -> tuple[Finding, ...]:
    """A finding for 4 game points on a line, for an event without a double skunk (ours).

    >>> [finding.field for finding in find_double(Line(1, "A-2", 4, 72, None), ACC_SKUNKS, "lines.0.")]
    ['lines.0.points']
    """
    is_double = getattr(line, "points", None) == DOUBLE_SKUNK_POINTS
    return (Finding("points_notation", f"{prefix}points"),) if is_double and skunks.double is None else ()


def find_line_flags(
    line: Line, *, seat: str | None = None, records_spread: bool = True, skunks: Skunks = ACC_SKUNKS
) -> tuple[Finding, ...]:
    """A flag for everything contradictory or missing on a line as written (rule 12.1).

    Nothing is repaired: the cross-check settles the game. With `seat`, the card's own permanent ID, a line that names
    its own card is flagged too. If the event records no spread, a blank spread is no flag.

    >>> [flag.code for flag in find_line_flags(Line(1, "A-2", 2, None, 12))]
    ['win_in_minus']
    """
    if line.is_blank:
        return (Finding("blank_line", ""),)
    flags = []
    if line.opponent is None:
        flags.append(Finding("opponent_blank", "opponent"))
    elif line.opponent == seat:
        flags.append(Finding("opponent_own_seat", "opponent"))
    if line.points is None:
        flags.append(Finding("points_blank", "points"))
    elif line.is_win and line.minus is not None:
        flags.append(Finding("win_in_minus", "minus"))
    elif not line.is_win and line.plus is not None:
        flags.append(Finding("loss_in_plus", "plus"))
    elif line.plus is not None and line.points != (counted := game_points(line.plus, skunks)):
        values = (("points", line.points), ("spread", line.plus), ("counted", counted))
        flags.append(Finding("points_not_of_spread", "points", values))
    elif line.is_win and line.points != (counted := counted_points(line, skunks)):
        flags.append(Finding("points_no_skunk", "points", (("points", line.points), ("counted", counted))))
    if line.spread is None and records_spread:
        flags.append(Finding("spread_blank", "minus" if line.points == LOSS_POINTS else "plus"))
    return tuple(flags)
