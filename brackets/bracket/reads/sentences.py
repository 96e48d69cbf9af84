"""Every match of a bracket as a sentence: for the list, for screen readers, and for the search for a player."""

from __future__ import annotations

from dataclasses import dataclass

from brackets.bracket.reads.drawn import BracketNow, MatchNow, Side, candidates
from brackets.bracket.rules.chart import feeders, next_slot
from brackets.bracket.words import bracket as bracket_words
from brackets.bracket.words import playoffs as playoffs_words
from tournaments.models import Event
from tournaments.rules.naming import find_player


@dataclass(frozen=True, slots=True)
class MatchTold:
    """One match in words. `kind` is a code as in `kind_of`.

    `then` is the sentence that says where the winner goes, or is empty. `differ` is the sentence that the players report
    different winners of the next game, or is empty. `sides` are those whom the sentences name.
    """

    match: int
    kind: str
    text: str
    then: str
    differ: str = ""
    sides: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerFound:
    """The position of a player in the bracket: the last match that they have reached, in words, with `then` as above."""

    seat: str
    name: str
    match: int
    round: int
    text: str
    then: str


def kind_of(match_now: MatchNow) -> str:
    """The state of a match, as a code.

    "bye", "done", "live" (a game is recorded), "ready" (both players known), "waiting" (one known), "empty", or "later" (a
    final that is held back).
    """
    if match_now.bye:
        return "bye"
    if match_now.announced_later:
        return "later"
    if match_now.winner is not None:
        return "done"
    if match_now.is_ready:
        return "live" if match_now.games else "ready"
    return "waiting" if match_now.sides else "empty"


def tell(
    match_now: MatchNow, by_number: dict[int, MatchNow], size: int, event: Event, differ: frozenset[int] = frozenset()
) -> MatchTold:
    """A match of the bracket in words; `differ` are the numbers of matches whose players report different winners."""
    kind = kind_of(match_now)
    return MatchTold(
        match_now.match,
        kind,
        _text(match_now, kind, by_number, size, event),
        "" if kind in ("bye", "done") else goes_to(match_now, by_number, size),
        bracket_words.players_differ(match_now.next_game) if match_now.match in differ else "",
        match_now.sides,
    )


def goes_to(match_now: MatchNow, by_number: dict[int, MatchNow], size: int) -> str:
    """A sentence with the winner's next match, and the opponent who waits in it, if any; empty for the final."""
    next_match = next_slot(match_now.match, size)
    if next_match is None:
        return ""
    number, place = next_match
    waiting = by_number[number].bottom if place == "top" else by_number[number].top
    return bracket_words.winner_goes_to(number, waiting.name if waiting else "")


def how_it_ended(match_now: MatchNow) -> str:
    """A code for how the match was won: of its ending, "forfeit" if the loser never appeared, empty if by its games."""
    loser = next((side for side in match_now.sides if side.seat != match_now.winner), None)
    if match_now.ended or loser is None:
        return match_now.ended
    return "forfeit" if match_now.games and match_now.lost_by_absence(loser) else ""


@dataclass(frozen=True, slots=True)
class SideTold:
    """One side of a match: `state` is "won", "lost" or "", `score` the number of games won, empty if not shown.

    `word` is shown beside the score or instead of it.
    """

    state: str
    score: str
    word: str


def tell_side(match_now: MatchNow, side: Side) -> SideTold:
    """The state of this player in the match, as its cell shows it on pages and on paper."""
    if match_now.announced_later:
        return SideTold("", "", "")
    if match_now.winner is None:
        state, ended = "", match_now.ended
    elif match_now.winner == side.seat:
        state, ended = "won", ""
    else:
        state, ended = "lost", how_it_ended(match_now)
    word = playoffs_words.forfeited() if ended == "forfeit" else bracket_words.ended_in_cell(ended)
    has_score = match_now.is_ready and (match_now.games or not match_now.ended) and ended != "forfeit"
    score = str(match_now.won_by(side)) if has_score else ""
    return SideTold(state, score, word)


def find_players(drawn: BracketNow, query: str, event: Event) -> tuple[PlayerFound, ...]:
    """The players whom the query can mean as a seat, a name or a part of a name, by seed; empty for an empty query."""
    last_by_seat: dict[str, tuple[Side, MatchNow]] = {}
    for match_now in drawn.matches:
        for side in match_now.sides:
            last_by_seat[side.seat] = side, match_now
    by_number = {match_now.match: match_now for match_now in drawn.matches}
    seats = find_player(query, {seat: side.name for seat, (side, _match) in last_by_seat.items()})
    last_matches = sorted((last_by_seat[seat] for seat in seats), key=lambda last_match: last_match[0].seed)
    return tuple(_player_found(side, match_now, by_number, drawn, event) for side, match_now in last_matches)


def _player_found(
    side: Side, match_now: MatchNow, by_number: dict[int, MatchNow], drawn: BracketNow, event: Event
) -> PlayerFound:
    then = ""
    if match_now.winner is None:
        match_told = tell(match_now, by_number, drawn.size, event)
        text, then = match_told.text, match_told.then
    elif match_now.winner == side.seat:
        text = bracket_words.stands_champion(side.name)
    else:
        winner = next(other.name for other in match_now.sides if other.seat == match_now.winner)
        text = bracket_words.stands_out(side.name, winner, bracket_words.round_of(match_now.round, len(drawn.rounds)))
    return PlayerFound(side.seat, side.name, match_now.match, match_now.round, text, then)


def _text(match_now: MatchNow, kind: str, by_number: dict[int, MatchNow], size: int, event: Event) -> str:
    """The sentence about a match of this `kind`, which is a code of `kind_of`."""
    names = [bracket_words.seeded(side.name, side.seed) for side in match_now.sides]
    if kind == "bye":
        return bracket_words.told_bye(names[0])
    if kind == "done":
        won = 0 if match_now.sides[0].seat == match_now.winner else 1
        score = (match_now.won_by(match_now.sides[won]), match_now.won_by(match_now.sides[1 - won]))
        return bracket_words.told_won(names[won], names[1 - won], score, how_it_ended(match_now))
    if kind == "later":
        return bracket_words.told_later(names[0], names[1])
    if kind in ("live", "ready"):
        starts = (
            playoffs_words.day_and_clock(match_now.scheduled_at, event)
            if match_now.scheduled_at and not match_now.games
            else ""
        )
        score = (match_now.won_by(match_now.sides[0]), match_now.won_by(match_now.sides[1]))
        return bracket_words.told_in_play(
            names[0],
            names[1],
            score,
            match_now.next_game,
            bracket_words.table(match_now.table) if match_now.table else "",
            starts,
        )
    before = feeders(match_now.match, size)
    assert before is not None  # in the first round everybody is known
    if kind == "empty":
        return bracket_words.told_open(*before)
    missing = "bottom" if match_now.top is not None else "top"
    either = candidates(match_now.match, missing, by_number, size)
    return bracket_words.told_waiting(names[0], before[1 if missing == "bottom" else 0], either)
