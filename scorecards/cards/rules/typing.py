"""The shorthand of the entry desk: what a checker types for a line of a card and for the player's totals.

`16` or `16+` is won by 16, `-16` or `16-` lost by 16. `W` and `L` are a win and a loss with a blank spread. `W-16` is a
win with the spread in the minus column, `L16` a loss with it in the plus column, `.16` a spread without points. `*`
after the figure means that the player wrote the other of 2 and 3 points. `@A-9` first names another opponent than the
rotation expects; `@?` means that the opponent is blank or unreadable. `.` alone is a line that is blank throughout, and
an empty text is no line. Here, and nowhere else, `7` is taken for `07`.

The number pad alone can type all of it. `0+` is `W`; `0-`, `0` and `X` are `L`. Of two signs the first is the column
and the last is the result: `-16+` is `W-16`, `+16-` is `L16`. A slash ends the opponent: `9/16` is seat 9 of the card's
own table, `B9/16` a seat at another table, `0/16` a blank opponent. After a slash the rest of the line must follow: a
point where the rest is blank.

Where an event records no spread, the game points are typed as the card has them: `2`, `3` or `0`, or `W`, `L` and `X`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scorecards.sheet.rules.line import (
    LARGEST_SPREAD,
    LOSS_POINTS,
    SKUNK_POINTS,
    WIN_POINTS,
    Line,
    format_points,
    game_points,
)
from tournaments.rules.finding import Finding
from tournaments.rules.seat import read_seat
from tournaments.rules.skunk import USUAL_SKUNK_FROM

SIGNS = dict.fromkeys(map(ord, "\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}"), "-") | {
    ord(","): "."
}
"""Characters read as a minus (phones, pasted text) and as a point (number pads of other countries)."""

LARGEST_TOTAL = 100_000

_OPPONENT = re.compile(r"@\s*(\?|[A-Za-z]{1,2}[\s.\-]*[0-9]{1,3}(?![0-9]))\s*(.*)")
_BEFORE_SLASH = re.compile(r"((?:[A-Za-z]{1,2}[\s.\-]*)?[0-9]{1,3})\s*/\s*(.*)")
_FIGURE = re.compile(r"([WL.]?)\s*([+-]?)\s*([0-9]{1,3})\s*(\*?)\s*([+-]?)\s*(\*?)", re.IGNORECASE)
_RESULTS = {"2": WIN_POINTS, "W": WIN_POINTS, "3": SKUNK_POINTS, "0": LOSS_POINTS, "L": LOSS_POINTS, "X": LOSS_POINTS}
_NO_FIGURE = re.compile(r"([WLX])(\*?)", re.IGNORECASE)
_TOTAL = re.compile(r"([+-]?)([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class _Written:
    points: int | None
    plus: int | None
    minus: int | None


def parse_typed(
    text: str,
    game: int,
    expected: str | None,
    *,
    table: str = "",
    field: str = "",
    records_spread: bool = True,
    skunk_from: int = USUAL_SKUNK_FROM,
) -> Line | Finding | None:
    """Parse the text typed for a game; return None for an empty text, which is no line.

    `expected` is the opponent by the rotation, None if unknown. A number before a slash is a seat at `table`, the
    card's own table. Findings: `typed_seat`, `typed_half` (only a seat and a slash), `typed_spread` (0 or more than
    121), `typed_other` (`*` without a win), `typed_notation`, and `typed_points` if no spread is recorded.

    >>> parse_typed("16-", 4, "A-8")
    Line(game=4, opponent='A-8', points=0, plus=None, minus=16)
    >>> parse_typed("9/-7*+", 4, "A-8", table="A")
    Line(game=4, opponent='A-9', points=3, plus=None, minus=7)
    >>> parse_typed("9/3", 4, "A-8", table="A", records_spread=False)
    Line(game=4, opponent='A-9', points=3, plus=None, minus=None)
    >>> parse_typed("", 4, "A-8"), parse_typed("122", 4, "A-8").code
    (None, 'typed_spread')
    """
    typed = text.translate(SIGNS).strip()
    if not typed:
        return None
    opponent: str | Finding | None = expected
    if typed.startswith("@"):
        opponent, typed = _opponent(typed)
    elif match := _BEFORE_SLASH.fullmatch(typed):
        opponent, typed = _before_slash(match[1], table), match[2]
        if not typed and not isinstance(opponent, Finding):
            opponent = Finding("typed_half")
    elif typed == ".":
        return Line(game, None, None, None, None)
    if isinstance(opponent, Finding):
        return Finding(opponent.code, field)
    written: _Written | Finding = _Written(None, None, None)
    if typed not in ("", "."):
        written = _parse_figures(typed, skunk_from) if records_spread else _parse_result(typed)
    if isinstance(written, Finding):
        return Finding(written.code, field)
    return Line(game, opponent, written.points, written.plus, written.minus)


def _opponent(typed: str) -> tuple[str | Finding | None, str]:
    """Split `@A-9 16` into the opponent and the rest. The opponent of `@?` is None."""
    match = _OPPONENT.fullmatch(typed)
    if match is None:
        return Finding("typed_seat"), ""
    if match[1] == "?":
        return None, match[2]
    seat = read_seat(match[1])
    return (str(seat) if seat else Finding("typed_seat")), match[2]


def _before_slash(typed: str, table: str) -> str | Finding | None:
    """Return the opponent typed before a slash: a seat, or a number at `table`. `0` is a blank opponent, None."""
    if typed == "0":
        return None
    seat = read_seat(f"{table}-{typed}" if typed.isdecimal() else typed)
    return str(seat) if seat else Finding("typed_seat")


def _parse_result(typed: str) -> _Written | Finding:
    """Parse game points, or a win or a loss, for an event that records no spread."""
    points = _RESULTS.get(typed.upper())
    return Finding("typed_points") if points is None else _Written(points, None, None)


def _parse_figures(typed: str, skunk_from: int) -> _Written | Finding:
    """Parse a result with its spread, such as `16`, `-16*`, `L16` or `.16`, or a win or a loss without one."""
    if match := _NO_FIGURE.fullmatch(typed):
        return _without_spread(won=match[1] in "Ww", other=bool(match[2]))
    match = _FIGURE.fullmatch(typed)
    if match is None:
        return Finding("typed_notation")
    mark, before, figure, star, after, late_star = match.groups()
    is_ambiguous = (mark and before and after) or (star and late_star)
    if is_ambiguous or (len(figure) == 3 and figure[0] == "0"):
        return Finding("typed_notation")
    # Of two signs, the first is the column and the last is the result.
    column, result, other = before or after, after or before, bool(star or late_star)
    if figure == "0" and not mark:
        return _without_spread(won=result == "+", other=other)
    spread = int(figure)
    if not 1 <= spread <= LARGEST_SPREAD:
        return Finding("typed_spread")
    won = mark in ("W", "w") or (not mark and result != "-")
    points = _points(mark, spread, skunk_from, won=won, other=other)
    if isinstance(points, Finding):
        return points
    return _Written(points, None, spread) if column == "-" else _Written(points, spread, None)


def _without_spread(*, won: bool, other: bool) -> _Written | Finding:
    """Return a win or a loss with a blank spread. `other`: a star says that the win has 3 points."""
    if won:
        return _Written(SKUNK_POINTS if other else WIN_POINTS, None, None)
    return Finding("typed_other") if other else _Written(LOSS_POINTS, None, None)


def _points(mark: str, spread: int, skunk_from: int, *, won: bool, other: bool) -> int | Finding | None:
    """Return the points of a line with this spread; None if the mark `.` leaves them blank.

    `other`: a star says that the win has the other of 2 and 3 points.
    """
    if not won:
        if other:
            return Finding("typed_other")
        return None if mark == "." else LOSS_POINTS
    natural = game_points(spread, skunk_from)
    return natural if not other else WIN_POINTS + SKUNK_POINTS - natural


def format_typed(
    line: Line | None, expected: str | None, *, records_spread: bool = True, skunk_from: int = USUAL_SKUNK_FROM
) -> str:
    """Return the shorthand for this line. `parse_typed` reads it as the same line.

    >>> format_typed(Line(4, "A-9", 2, 45, None), "A-8"), format_typed(Line(4, "A-8", None, None, 7), "A-8")
    ('@A-9 45*', '.-07')
    """
    if line is None:
        return ""
    if line.is_blank:
        return "."
    figures = _format_figures(line, skunk_from) if records_spread else format_points(line.points)
    if line.opponent == expected and figures:
        return figures
    return f"@{line.opponent or '?'} {figures or '.'}"


def _format_figures(line: Line, skunk_from: int) -> str:
    """Return points and spread in the shorthand; empty if both are blank."""
    if line.spread is None:
        return {None: "", LOSS_POINTS: "L", WIN_POINTS: "W", SKUNK_POINTS: "W*"}[line.points]
    sign = "" if line.minus is None else "-"
    if line.points is None:
        mark = "."
    elif line.is_win:
        mark = "W" if sign else ""
    else:
        mark = "" if sign else "L"
    star = "*" if line.is_win and line.points != game_points(line.spread, skunk_from) else ""
    return f"{mark}{sign}{line.spread:02d}{star}"


def parse_total(text: str, field: str, *, signed: bool = False) -> int | Finding | None:
    """Parse a total that the player wrote; return None for a blank one. Only the net (`signed`) may have a sign.

    >>> parse_total("+62", "net", signed=True), parse_total("", "plus"), parse_total("-5", "plus").code
    (62, None, 'total_notation')
    """
    typed = text.translate(SIGNS).replace(" ", "")
    if not typed:
        return None
    match = _TOTAL.fullmatch(typed)
    if match is None or (match[1] and not signed) or int(match[2]) > LARGEST_TOTAL:
        return Finding("total_notation", field)
    return -int(match[2]) if match[1] == "-" else int(match[2])
