"""The bracket on paper: one sheet up to 32 lines, several beyond, each complete in itself.

A larger bracket is cut into *parts* of 32 lines from the top of the chart. The sheet of a part ends with the match that
decides it; the last sheet repeats these matches and goes on to the champion.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from brackets.bracket.reads.drawn import BracketNow, MatchNow, Side, bracket, discreet
from brackets.bracket.reads.sentences import SideTold, tell_side
from brackets.bracket.words import bracket as bracket_words
from brackets.bracket.words import playoffs as playoffs_words
from tournaments.models import Event
from tournaments.rules.hiding import FINAL

MOST_LINES = 32
"""The most lines that are readable on one sheet of ordinary paper."""

LONG_NAMES = (26, 17)
"""Longer names, in letters, are set smaller: in the first round, whose column is wider, and in later ones."""

LONGEST_NAME = 36
"""Longer names, in letters, are set smaller still."""


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One line of the chart on paper, blank while nobody is known; opposite a bye, the seed that nobody holds.

    `fit` is the size of the name: "long", "longest" or "". `score` and `word` are those of the cell, once a game is
    played; `table` is shown on the upper line in the first round, where there is no number to put it under.
    """

    seed: str = ""
    name: str = ""
    is_bye: bool = False
    fit: str = ""
    table: str = ""
    score: str = ""
    word: str = ""
    has_won: bool = False


@dataclass(frozen=True, slots=True)
class PaperMatch:
    """A match on paper: its number and its two lines.

    `origin` names the other sheet on which it also appears; `table` is where it is played until it is won.
    """

    match: int
    lines: tuple[PaperLine, PaperLine]
    origin: str = ""
    table: str = ""


@dataclass(frozen=True, slots=True)
class PaperRound:
    """One column of a sheet."""

    name: str
    length: str
    matches: tuple[PaperMatch, ...]


@dataclass(frozen=True, slots=True)
class PosterSheet:
    """One sheet: its rounds, and after the last of them the champion or where the bracket goes on."""

    title: str
    rounds: tuple[PaperRound, ...]
    goes_on: str
    winner: PaperLine | None


@dataclass(frozen=True, slots=True)
class Poster:
    """All sheets of a bracket, and what is on each of them."""

    now: BracketNow
    lengths: str
    sheets: tuple[PosterSheet, ...]


def poster(event: Event, *, blank: bool = False, to_staff: bool = False) -> Poster | None:
    """The sheets of the current bracket, or with `blank` of seeds only, to fill in by hand; None before it is drawn.

    `to_staff`: with the course of the final, even while it is held back.
    """
    drawn = bracket(event, final=to_staff or FINAL not in event.hidden)
    if drawn is None:
        return None
    drawn = drawn if to_staff else discreet(drawn)
    parts = max(1, drawn.size // MOST_LINES)
    own = len(drawn.rounds) - (parts.bit_length() - 1)
    count = parts + 1 if parts > 1 else 1
    sheets = []
    for part in range(parts):
        rounds = tuple(
            _round(drawn, number, drawn.rounds[number - 1][_share(drawn, number, parts, part)], blank=blank)
            for number in range(1, own + 1)
        )
        last = drawn.rounds[own - 1][part]
        goes_on = bracket_words.goes_to_sheet(count, last.match) if parts > 1 else ""
        sheets.append(PosterSheet(bracket_words.sheet_of(part + 1, count), rounds, goes_on, _winner(last, blank=blank)))
    if parts > 1:
        rounds = tuple(
            _round(drawn, number, played, blank=blank, repeated=number == own)
            for number, played in enumerate(drawn.rounds[own - 1 :], start=own)
        )
        final = drawn.rounds[-1][0]
        sheets.append(PosterSheet(bracket_words.sheet_of(count, count), rounds, "", _winner(final, blank=blank)))
    return Poster(drawn, playoffs_words.lengths(drawn.best_of), tuple(sheets))


def _share(drawn: BracketNow, number: int, parts: int, part: int) -> slice:
    """The matches of a round that belong to a part."""
    each = len(drawn.rounds[number - 1]) // parts
    return slice(part * each, (part + 1) * each)


def _round(
    drawn: BracketNow, number: int, played: tuple[MatchNow, ...], *, blank: bool, repeated: bool = False
) -> PaperRound:
    return PaperRound(
        playoffs_words.round_name(number, len(drawn.rounds)),
        bracket_words.best_of(drawn.best_of[number - 1]),
        tuple(
            PaperMatch(
                now.match,
                (_line(now, "top", drawn.size, blank=blank), _line(now, "bottom", drawn.size, blank=blank)),
                bracket_words.came_from_sheet(place) if repeated else "",
                _table(now, blank=blank) if now.round > 1 else "",
            )
            for place, now in enumerate(played, start=1)
        ),
    )


def _line(now: MatchNow, place: str, size: int, *, blank: bool) -> PaperLine:
    side = now.top if place == "top" else now.bottom
    if side is not None:
        line = _named(side, in_first=now.round == 1, blank=blank)
        if now.round == 1 and place == "top":
            line = replace(line, table=_table(now, blank=blank))
        # A match that has not begun has no score, so that it can be written in by hand.
        is_said = now.games or now.ended or (now.is_ready and now.winner)
        return _with_score(line, tell_side(now, side)) if is_said and not blank else line
    if now.bye and now.top is not None:
        return PaperLine(str(size + 1 - now.top.seed), playoffs_words.bye(), is_bye=True)
    return PaperLine()


def _table(now: MatchNow, *, blank: bool) -> str:
    return bracket_words.table(now.table) if now.table and now.winner is None and not blank else ""


def _named(side: Side, *, in_first: bool, blank: bool) -> PaperLine:
    if blank:
        return PaperLine(str(side.seed)) if in_first else PaperLine()
    letters = len(side.name)
    is_long = letters > LONG_NAMES[0 if in_first else 1]
    return PaperLine(str(side.seed), side.name, fit="longest" if letters > LONGEST_NAME else "long" if is_long else "")


def _with_score(line: PaperLine, side_told: SideTold) -> PaperLine:
    return replace(line, score=side_told.score, word=side_told.word, has_won=side_told.state == "won")


def _winner(now: MatchNow, *, blank: bool) -> PaperLine | None:
    won = next((side for side in now.sides if side.seat == now.winner), None)
    return None if won is None or blank else _named(won, in_first=False, blank=False)
