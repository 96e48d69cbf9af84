"""The bracket on paper: one sheet for up to 32 lines, several sheets for more.

A larger bracket is cut into *parts* of 32 lines from the top of the chart. The sheet of a part ends with the match that
decides the part. The last sheet repeats these matches and continues to the champion.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from brackets.bracket.reads.drawn import BracketNow, MatchNow, Side, bracket, discreet
from brackets.bracket.reads.sentences import SideTold, tell_side
from brackets.bracket.words import bracket as bracket_words
from brackets.bracket.words import playoffs as playoffs_words
from tournaments.models import Event
from tournaments.rules.hiding import FINAL
from tournaments.rules.naming import in_full

MOST_LINES = 32
"""The most lines that are readable on one sheet of ordinary paper."""

LONG_NAMES = (26, 17)
"""The most letters of a name in normal size: in the first round, whose column is wider, and in later rounds."""

LONGEST_NAME = 36
"""The most letters of a name in the smaller size; longer names get the smallest size."""


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One line of the chart on paper, blank while no player is known. The line opposite a bye has the unused seed.

    `fit` is the size of the name: "long", "longest" or "" for normal. `score` and `word` are as in `SideTold`, empty
    before the first game. `table` is only set on the upper lines of the first round, whose matches have no number.
    `players` are the two people of a team.
    """

    seed: str = ""
    name: str = ""
    is_bye: bool = False
    fit: str = ""
    table: str = ""
    score: str = ""
    word: str = ""
    has_won: bool = False
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperMatch:
    """A match on paper: its number and its two lines.

    `origin` names the sheet from which the last sheet repeats the match, else it is empty. `table` is where the match
    is played, empty in the first round and once it is won.
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
    """One sheet: its rounds, the winner of its last match, and `goes_on`, where the bracket continues."""

    title: str
    rounds: tuple[PaperRound, ...]
    goes_on: str
    winner: PaperLine | None


@dataclass(frozen=True, slots=True)
class Poster:
    """All sheets of a bracket; `lengths` are the match lengths in words, which each sheet shows."""

    now: BracketNow
    lengths: str
    sheets: tuple[PosterSheet, ...]


def poster(event: Event, *, blank: bool = False, to_staff: bool = False) -> Poster | None:
    """The sheets of the current bracket; None before it is drawn.

    With `blank`, they have seeds only, to fill in by hand. With `to_staff`, they show the course of the final even while
    it is held back, and removals from play.
    """
    drawn = bracket(event, final=to_staff or FINAL not in event.hidden)
    if drawn is None:
        return None
    drawn = drawn if to_staff else discreet(drawn)
    part_count = max(1, drawn.size // MOST_LINES)
    # The number of parts is a power of two. In this round, each part has a single match.
    last_part_round = len(drawn.rounds) - (part_count.bit_length() - 1)
    sheet_count = part_count + 1 if part_count > 1 else 1
    sheets = []
    for part in range(part_count):
        rounds = tuple(
            _round(drawn, number, drawn.rounds[number - 1][_share(drawn, number, part_count, part)], blank=blank)
            for number in range(1, last_part_round + 1)
        )
        last_match = drawn.rounds[last_part_round - 1][part]
        goes_on = bracket_words.goes_to_sheet(sheet_count, last_match.match) if part_count > 1 else ""
        title = bracket_words.sheet_of(part + 1, sheet_count)
        sheets.append(PosterSheet(title, rounds, goes_on, _winner(last_match, blank=blank)))
    if part_count > 1:
        rounds = tuple(
            _round(drawn, number, matches, blank=blank, repeated=number == last_part_round)
            for number, matches in enumerate(drawn.rounds[last_part_round - 1 :], start=last_part_round)
        )
        final = drawn.rounds[-1][0]
        title = bracket_words.sheet_of(sheet_count, sheet_count)
        sheets.append(PosterSheet(title, rounds, "", _winner(final, blank=blank)))
    return Poster(drawn, playoffs_words.lengths(drawn.best_of), tuple(sheets))


def _share(drawn: BracketNow, number: int, part_count: int, part: int) -> slice:
    """The slice of the matches of a round that belong to a part, which is counted from 0."""
    matches_per_part = len(drawn.rounds[number - 1]) // part_count
    return slice(part * matches_per_part, (part + 1) * matches_per_part)


def _round(
    drawn: BracketNow, number: int, matches: tuple[MatchNow, ...], *, blank: bool, repeated: bool = False
) -> PaperRound:
    """These matches of a round as a column; `repeated`: each match is repeated from the sheet of its part."""
    return PaperRound(
        playoffs_words.round_name(number, len(drawn.rounds)),
        bracket_words.best_of(drawn.best_of[number - 1]),
        tuple(
            PaperMatch(
                match_now.match,
                (_line(match_now, "top", drawn.size, blank=blank), _line(match_now, "bottom", drawn.size, blank=blank)),
                bracket_words.came_from_sheet(place) if repeated else "",
                _table(match_now, blank=blank) if match_now.round > 1 else "",
            )
            for place, match_now in enumerate(matches, start=1)
        ),
    )


def _line(match_now: MatchNow, place: str, size: int, *, blank: bool) -> PaperLine:
    side = match_now.top if place == "top" else match_now.bottom
    if side is not None:
        line = _named(side, in_first=match_now.round == 1, blank=blank)
        if match_now.round == 1 and place == "top":
            line = replace(line, table=_table(match_now, blank=blank))
        # A match that has not begun has no score, so that the score can be filled in by hand.
        has_begun = match_now.games or match_now.ended or (match_now.is_ready and match_now.winner)
        return _with_score(line, tell_side(match_now, side)) if has_begun and not blank else line
    if match_now.bye and match_now.top is not None:
        return PaperLine(str(size + 1 - match_now.top.seed), playoffs_words.bye(), is_bye=True)
    return PaperLine()


def _table(match_now: MatchNow, *, blank: bool) -> str:
    return bracket_words.table(match_now.table) if match_now.table and match_now.winner is None and not blank else ""


def _named(side: Side, *, in_first: bool, blank: bool) -> PaperLine:
    if blank:
        return PaperLine(str(side.seed)) if in_first else PaperLine()
    letters, fit = len(in_full(side.name, side.players)), ""
    if letters > LONGEST_NAME:
        fit = "longest"
    elif letters > LONG_NAMES[0 if in_first else 1]:
        fit = "long"
    return PaperLine(str(side.seed), side.name, fit=fit, players=side.players)


def _with_score(line: PaperLine, side_told: SideTold) -> PaperLine:
    return replace(line, score=side_told.score, word=side_told.word, has_won=side_told.state == "won")


def _winner(match_now: MatchNow, *, blank: bool) -> PaperLine | None:
    winner = next((side for side in match_now.sides if side.seat == match_now.winner), None)
    return None if winner is None or blank else _named(winner, in_first=False, blank=False)
