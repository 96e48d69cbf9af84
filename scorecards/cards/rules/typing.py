"""The shorthand of the entry desk: what a checker types for a line of a card and for the player's totals.

`16` or `16+` is won by 16, `-16` or `16-` lost by 16. `W` and `L` are a win and a loss with a blank spread. `W-16` is a
win with the spread in the minus column, `L16` a loss with it in the plus column, `.16` a spread without points. `*`
after the figure means that the player wrote the other of 2 and 3 points, `*4` that it was 4, where an event has double
skunks; `*2` and `*3` are read too. `@A-9` first names another opponent than the
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
    DOUBLE_SKUNK_POINTS,
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
from tournaments.rules.skunk import ACC_SKUNKS, Skunks

SIGNS = dict.fromkeys(map(ord, "\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}"), "-") | {
    ord(","): "."
}
"""Characters read as a minus (phones, pasted text) and as a point (number pads of other countries)."""

LARGEST_TOTAL = 100_000

_OPPONENT = re.compile(r"@\s*(\?|[A-Za-z]{1,2}[\s.\-]*[0-9]{1,3}(?![0-9]))\s*(.*)")
_BEFORE_SLASH = re.compile(r"((?:[A-Za-z]{1,2}[\s.\-]*)?[0-9]{1,3})\s*/\s*(.*)")
_FIGURE = re.compile(r"([WL.]?)\s*([+-]?)\s*([0-9]{1,3})\s*((?:\*[234]?)?)\s*([+-]?)\s*((?:\*[234]?)?)", re.IGNORECASE)
_RESULTS = {"2": WIN_POINTS, "W": WIN_POINTS, "3": SKUNK_POINTS, "0": LOSS_POINTS, "L": LOSS_POINTS, "X": LOSS_POINTS}
_NO_FIGURE = re.compile(r"([WLX])((?:\*[234]?)?)", re.IGNORECASE)
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
    skunks: Skunks = ACC_SKUNKS,
) -> Line | Finding | None:
    """Parse the text typed for a game; return None for an empty text, which is no line.

    `expected` is the opponent by the rotation, None if unknown. A number before a slash is a seat at `table`, the
    card's own table. Findings: `typed_seat`, `typed_half` (only a seat and a slash), `typed_spread` (0 or more than
    121), `typed_other` (`*` without a win, 4 points without double skunks), `typed_notation`, and `typed_points` if no spread is recorded.

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
        written = _parse_figures(typed, skunks) if records_spread else _parse_result(typed)
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


def _parse_figures(typed: str, skunks: Skunks) -> _Written | Finding:
    """Parse a result with its spread, such as `16`, `-16*`, `L16` or `.16`, or a win or a loss without one."""
    if match := _NO_FIGURE.fullmatch(typed):
        return _without_spread(match[2], skunks, won=match[1] in "Ww")
    match = _FIGURE.fullmatch(typed)
    if match is None:
        return Finding("typed_notation")
    mark, before, figure, star, after, late_star = match.groups()
    is_ambiguous = (mark and before and after) or (star and late_star)
    if is_ambiguous or (len(figure) == 3 and figure[0] == "0"):
        return Finding("typed_notation")
    # Of two signs, the first is the column and the last is the result.
    column, result, other = before or after, after or before, star or late_star
    if figure == "0" and not mark:
        return _without_spread(other, skunks, won=result == "+")
    spread = int(figure)
    if not 1 <= spread <= LARGEST_SPREAD:
        return Finding("typed_spread")
    won = mark in ("W", "w") or (not mark and result != "-")
    points = _points(mark, spread, other, skunks, won=won)
    if isinstance(points, Finding):
        return points
    return _Written(points, None, spread) if column == "-" else _Written(points, spread, None)


def _without_spread(star: str, skunks: Skunks, *, won: bool) -> _Written | Finding:
    """Return a win or a loss with a blank spread. `star` is as in `_starred`."""
    if not won:
        return Finding("typed_other") if star else _Written(LOSS_POINTS, None, None)
    points = _starred(star, WIN_POINTS, skunks)
    return points if isinstance(points, Finding) else _Written(points, None, None)


def _points(mark: str, spread: int, star: str, skunks: Skunks, *, won: bool) -> int | Finding | None:
    """Return the points of a line with this spread; None if the mark `.` leaves them blank. `star` is as in `_starred`."""
    if not won:
        if star:
            return Finding("typed_other")
        return None if mark == "." else LOSS_POINTS
    return _starred(star, game_points(spread, skunks), skunks)


def _starred(star: str, natural: int, skunks: Skunks) -> int | Finding:
    """Return the points of a win that has `natural` points, or what a star behind it says: `*` for others, `*4` for 4."""
    if not star:
        return natural
    points = int(star[1:]) if star[1:] else _other_points(natural)
    return points if points != DOUBLE_SKUNK_POINTS or skunks.double is not None else Finding("typed_other")


def _other_points(natural: int) -> int:
    """Return the points that a star alone stands for: 2 instead of 3, and 3 instead of 2 or 4."""
    return WIN_POINTS if natural == SKUNK_POINTS else SKUNK_POINTS


def _star(points: int, natural: int) -> str:
    """Return the star that says that a win has these points; empty if they are the `natural` ones."""
    if points == natural:
        return ""
    return "*" if points == _other_points(natural) else f"*{points}"


def format_typed(
    line: Line | None, expected: str | None, *, records_spread: bool = True, skunks: Skunks = ACC_SKUNKS
) -> str:
    """Return the shorthand for this line. `parse_typed` reads it as the same line.

    >>> format_typed(Line(4, "A-9", 2, 45, None), "A-8"), format_typed(Line(4, "A-8", None, None, 7), "A-8")
    ('@A-9 45*', '.-07')
    """
    if line is None:
        return ""
    if line.is_blank:
        return "."
    figures = _format_figures(line, skunks) if records_spread else format_points(line.points)
    if line.opponent == expected and figures:
        return figures
    return f"@{line.opponent or '?'} {figures or '.'}"


def _format_figures(line: Line, skunks: Skunks) -> str:
    """Return points and spread in the shorthand; empty if both are blank."""
    if line.spread is None:
        if not line.points:
            return "" if line.points is None else "L"
        return f"W{_star(line.points, WIN_POINTS)}"
    sign = "" if line.minus is None else "-"
    if line.points is None:
        mark = "."
    elif line.is_win:
        mark = "W" if sign else ""
    else:
        mark = "" if sign else "L"
    star = _star(line.points, game_points(line.spread, skunks)) if line.points else ""
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
