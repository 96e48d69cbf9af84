"""What falls when the last act of a match is taken back, and who recorded it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from brackets.bracket.reads.drawn import BracketNow, Game, MatchNow, Side, bracket
from brackets.bracket.rules.falling import MatchState, falls_after
from brackets.matches.reads.movedon import moved_on
from brackets.matches.words import running as running_words
from brackets.models import Match, MatchGame
from brackets.settling.reads.settling import paid_in
from tournaments.models import AuditEntry, Entry, Event

GAME, ENDING = "game", "ending"
"""Kinds of the last act of a match; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Falling:
    """A match that `player` leaves again. If it has `begun`, its games and its ending fall.

    `waits`: only the opponent of a player who is gone is open again. `loser` is the seat of the player who lost it by
    its ending.
    """

    match: int
    player: Side
    begun: bool
    waits: bool
    games: tuple[Game, ...]
    ended: str
    loser: str | None
    reason: str
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class TakingBack:
    """The last act of a match, and all later matches that change if it is taken back.

    `ended` is its ending other than by games, which determines who may take it back; else empty. `again` are players
    who lost by it and are in the playoffs again; `undecided` are all whose place is open again. `elsewhere` names those
    of the former who moved to another event, `paid` those of the latter who were paid. `mark` changes with any of it.
    """

    match: int
    last: str
    game: int | None
    text: str
    ended: str
    falls: tuple[Falling, ...]
    again: tuple[Side, ...] = ()
    undecided: tuple[Side, ...] = ()
    elsewhere: tuple[str, ...] = ()
    paid: tuple[str, ...] = ()

    @property
    def mark(self) -> str:
        return hashlib.blake2s(repr(self).encode(), digest_size=6).hexdigest()

    @property
    def begun(self) -> bool:
        """Whether anything recorded in a later match falls."""
        return any(fallen.begun for fallen in self.falls)


def taking_back(event: Event, number: int) -> TakingBack:
    """What taking back the last act of this match would do. Raises ValueError for an invalid number."""
    drawn = bracket(event)
    if drawn is None or not 1 <= number < drawn.size:
        raise ValueError(f"no match {number} in {event}")
    return beyond_the_bracket(event, taking_back_of(drawn, number))


def beyond_the_bracket(event: Event, back: TakingBack) -> TakingBack:
    """The same with effects outside the bracket; two queries if a match is won, and more once somebody was paid."""
    return replace(back, elsewhere=_elsewhere(event, back.again), paid=_paid(event, back.undecided))


def taking_back_of(drawn: BracketNow, number: int) -> TakingBack:
    """What taking back would do within a bracket that is read already. No query."""
    by_number = {match.match: match for match in drawn.matches}
    now = by_number[number]
    last = ENDING if now.ended else GAME if now.games else ""
    game = now.games[-1].game if last == GAME else None
    standings = {match.match: _standing(match) for match in drawn.matches}
    falls = tuple(
        _falling(by_number[fall.match], fall.player, begun=fall.begun, waits=fall.waits)
        for fall in (falls_after(number, standings, drawn.size) if last else ())
    )
    text = ""
    if now.ended:
        text = running_words.ending(now.ended, now.loser.name if now.loser else "", now.ended_reason)
    elif now.games:
        winner = next(side for side in now.sides if side.seat == now.games[-1].winner)
        text = running_words.game_won(now.games[-1].game, winner.name)
    won = [by_number[other] for other in (number, *(fall.match for fall in falls)) if last and by_number[other].winner]
    return TakingBack(
        number,
        last,
        game,
        text,
        now.ended,
        falls,
        again=tuple(match.loser for match in won if match.loser is not None),
        undecided=tuple(dict.fromkeys(side for match in won for side in match.sides)),
    )


def _elsewhere(event: Event, sides: Sequence[Side]) -> tuple[str, ...]:
    """Who of these moved from this event to another one of the tournament and is still entered there."""
    if not sides:
        return ()
    names = {side.seat: side.name for side in sides}
    return tuple(
        running_words.plays_elsewhere(names[entrant.seat], entrant.event_name)
        for entrant in moved_on(event)
        if entrant.seat in names
    )


def _paid(event: Event, sides: Sequence[Side]) -> tuple[str, ...]:
    """Who of these was paid for winnings in this event, and how much."""
    paid = paid_in(event) if sides else []
    if not paid:
        return ()
    seats = {side.seat for side in sides}
    players = {entry.player_id for entry in Entry.objects.of(event).filter(table__isnull=False) if entry.seat in seats}
    return tuple(running_words.paid_already(person.name, person.paid) for person in paid if person.player in players)


def _standing(now: MatchNow) -> MatchState:
    return MatchState(winner=now.winner, games=len(now.games), ended=bool(now.ended), gone=now.gone)


def _falling(now: MatchNow, player: str, *, begun: bool, waits: bool) -> Falling:
    side = next(candidate for candidate in now.sides if candidate.seat == player)
    names = {candidate.seat: candidate.name for candidate in now.sides}
    won = [names[game.winner] for game in now.games]
    loser = now.loser if now.ended else None
    ending = running_words.ending(now.ended, loser.name, now.ended_reason) if loser and not waits else ""
    return Falling(
        match=now.match,
        player=side,
        begun=begun,
        waits=waits,
        games=now.games,
        ended=now.ended if ending else "",
        loser=loser.seat if loser and ending else None,
        reason=now.ended_reason if ending else "",
        text=running_words.falls(now.match, side.name, won, ending),
    )


def recorded_by(event: Event, match: int, game: int) -> tuple[str, datetime] | None:
    """Who recorded this game of this match, and when; None if the log does not say."""
    rows = AuditEntry.objects.filter(
        event=event,
        subject_kind="match",
        subject_key=str(match),
        action__in=["game.recorded", "game.forfeited"],
    )
    record = next((row for row in rows.order_by("-pk") if (row.after or {}).get("game") == game), None)
    return (record.actor_name, record.at) if record is not None else None


def is_taken_back(event: Event, match: int, game: int) -> bool:
    """Whether the last act on this match was to take back this game."""
    rows = AuditEntry.objects.filter(event=event, subject_kind="match", subject_key=str(match))
    last = rows.order_by("-pk").first()
    return last is not None and last.action == "game.taken-back" and (last.before or {}).get("game") == game


def forfeited(match: Match, absent: str, game: int) -> MatchGame | None:
    """This game of the match if it was forfeited by the absent player, else None."""
    forfeit = match.games.select_related("winner").filter(game=game, forfeit=True).first()
    return forfeit if forfeit is not None and forfeit.winner.seat != absent else None


def taking_back_values(back: TakingBack) -> dict[str, Any]:
    """What taking back would do, as API values."""
    return {
        "last": back.last or None,
        "game": back.game,
        "message": back.text,
        "begun": back.begun,
        "mark": back.mark,
        "elsewhere": back.elsewhere,
        "paid": back.paid,
        "falls": [
            {
                "match": fallen.match,
                "player": fallen.player.seat,
                "games": [game.winner for game in fallen.games],
                "ended": fallen.ended or None,
                "begun": fallen.begun,
                "message": fallen.text,
            }
            for fallen in back.falls
        ],
    }
