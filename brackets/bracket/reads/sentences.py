"""Every match of a bracket as a sentence: for the list, for screen readers, and for players' own searches."""

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
    """One match in words; `then` says where its winner goes, or is empty.

    `differ` says that its players report different winners of the next game.
    """

    match: int
    kind: str
    text: str
    then: str
    differ: str = ""


@dataclass(frozen=True, slots=True)
class PlayerFound:
    """Where a player is in the bracket: the last match they have reached, in words."""

    seat: str
    name: str
    match: int
    round: int
    text: str
    then: str


def kind_of(now: MatchNow) -> str:
    """The state of a match, as a code.

    "bye", "done", "live" (a game is recorded), "ready" (both players known), "waiting" (one known), "empty", or "later" (a
    final that is held back).
    """
    if now.bye:
        return "bye"
    if now.announced_later:
        return "later"
    if now.winner is not None:
        return "done"
    if now.is_ready:
        return "live" if now.games else "ready"
    return "waiting" if now.sides else "empty"


def tell(
    now: MatchNow, by_number: dict[int, MatchNow], size: int, event: Event, differ: frozenset[int] = frozenset()
) -> MatchTold:
    """A match of the bracket in words; `differ` are the matches whose players report different winners."""
    kind = kind_of(now)
    return MatchTold(
        now.match,
        kind,
        _text(now, kind, by_number, size, event),
        "" if kind in ("bye", "done") else goes_to(now, by_number, size),
        bracket_words.players_differ(now.next_game) if now.match in differ else "",
    )


def goes_to(now: MatchNow, by_number: dict[int, MatchNow], size: int) -> str:
    """The winner's next match, and the opponent who waits there, if any; empty for the final."""
    after = next_slot(now.match, size)
    if after is None:
        return ""
    number, place = after
    waiting = by_number[number].bottom if place == "top" else by_number[number].top
    return bracket_words.winner_goes_to(number, waiting.name if waiting else "")


def how_it_ended(now: MatchNow) -> str:
    """How a match was won: the code of its ending, "forfeit" if the loser never appeared, empty for its games."""
    loser = next((side for side in now.sides if side.seat != now.winner), None)
    if now.ended or loser is None:
        return now.ended
    return "forfeit" if now.games and now.lost_by_absence(loser) else ""


@dataclass(frozen=True, slots=True)
class SideTold:
    """One side of a match: `state` is "won", "lost" or "", `score` the games won once there are any.

    `word` is shown beside the score or instead of it.
    """

    state: str
    score: str
    word: str


def tell_side(now: MatchNow, side: Side) -> SideTold:
    """The state of this player in the match, as its cell shows it on pages and on paper."""
    if now.announced_later:
        return SideTold("", "", "")
    state = "" if now.winner is None else "won" if now.winner == side.seat else "lost"
    ended = how_it_ended(now) if state == "lost" else now.ended if state == "" else ""
    word = playoffs_words.forfeited() if ended == "forfeit" else bracket_words.ended_in_cell(ended)
    score = str(now.won_by(side)) if now.is_ready and (now.games or not now.ended) and ended != "forfeit" else ""
    return SideTold(state, score, word)


def find_players(drawn: BracketNow, query: str, event: Event) -> tuple[PlayerFound, ...]:
    """The players whom a seat, a name or a part of it can mean, by seed; empty for an empty query."""
    last: dict[str, tuple[Side, MatchNow]] = {}
    for now in drawn.matches:
        for side in now.sides:
            last[side.seat] = side, now
    by_number = {now.match: now for now in drawn.matches}
    seats = find_player(query, {seat: side.name for seat, (side, _now) in last.items()})
    last_matches = sorted((last[seat] for seat in seats), key=lambda last_match: last_match[0].seed)
    return tuple(_stand(side, now, by_number, drawn, event) for side, now in last_matches)


def _stand(side: Side, now: MatchNow, by_number: dict[int, MatchNow], drawn: BracketNow, event: Event) -> PlayerFound:
    then = ""
    if now.winner is None:
        match_told = tell(now, by_number, drawn.size, event)
        text, then = match_told.text, match_told.then
    elif now.winner == side.seat:
        text = bracket_words.stands_champion(side.name)
    else:
        winner = next(other.name for other in now.sides if other.seat == now.winner)
        text = bracket_words.stands_out(side.name, winner, bracket_words.round_of(now.round, len(drawn.rounds)))
    return PlayerFound(side.seat, side.name, now.match, now.round, text, then)


def _text(now: MatchNow, kind: str, by_number: dict[int, MatchNow], size: int, event: Event) -> str:
    names = [bracket_words.seeded(side.name, side.seed) for side in now.sides]
    if kind == "bye":
        return bracket_words.told_bye(names[0])
    if kind == "done":
        won = 0 if now.sides[0].seat == now.winner else 1
        score = (now.won_by(now.sides[won]), now.won_by(now.sides[1 - won]))
        return bracket_words.told_won(names[won], names[1 - won], score, how_it_ended(now))
    if kind == "later":
        return bracket_words.told_later(names[0], names[1])
    if kind in ("live", "ready"):
        starts = playoffs_words.day_and_clock(now.scheduled_at, event) if now.scheduled_at and not now.games else ""
        score = (now.won_by(now.sides[0]), now.won_by(now.sides[1]))
        return bracket_words.told_in_play(
            names[0], names[1], score, now.next_game, bracket_words.table(now.table) if now.table else "", starts
        )
    before = feeders(now.match, size)
    assert before is not None  # in the first round everybody is known
    if kind == "empty":
        return bracket_words.told_open(*before)
    missing = "bottom" if now.top is not None else "top"
    either = candidates(now.match, missing, by_number, size)
    return bracket_words.told_waiting(names[0], before[1 if missing == "bottom" else 0], either)
