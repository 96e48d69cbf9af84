"""What taking back the last act of a match takes with it, and who did it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from brackets.bracket.reads.drawn import BracketNow, Game, MatchNow, Side, bracket
from brackets.bracket.rules.falling import Standing, falls_after
from brackets.matches.reads.movedon import moved_on
from brackets.matches.words import running as running_words
from brackets.models import Match, MatchGame
from brackets.settling.reads.settling import paid_in
from tournaments.models import AuditEntry, Entry, Event

GAME, ENDING = "game", "ending"
"""What the last act of a match was; empty where there is none."""


@dataclass(frozen=True, slots=True)
class Falling:
    """A match that `player` leaves again. Where it has `begun`, its games and its ending fall; `waits` where only the
    opponent of somebody who is gone is open again. `loser` is the seat of whoever lost it by its ending."""

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
    """What the last act of a match is, and every match after it that changes with it. `ended` is how it ended otherwise than by
    its games, which says who takes it back; empty where it did not. `again` are those who lost by it and are in the playoffs again, `undecided` all whose place is open again. Beyond the
    bracket, `elsewhere` says who of the former came over to another event since, and `paid` who of the latter was paid. `mark` is
    another one as soon as anything of it is."""

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
        """Whether anything that people did in a later match falls."""
        return any(one.begun for one in self.falls)


def taking_back(event: Event, number: int) -> TakingBack:
    """What taking back the last act of this match would do. ValueError where the bracket has no such match."""
    drawn = bracket(event)
    if drawn is None or not 1 <= number < drawn.size:
        raise ValueError(f"no match {number} in {event}")
    return beyond_the_bracket(event, taking_back_of(drawn, number))


def beyond_the_bracket(event: Event, back: TakingBack) -> TakingBack:
    """The same with what it means beyond the bracket; two queries where a match is won, and more once somebody was paid."""
    return replace(back, elsewhere=_elsewhere(event, back.again), paid=_paid(event, back.undecided))


def taking_back_of(drawn: BracketNow, number: int) -> TakingBack:
    """What taking back would do in a bracket that is read already, and to nothing else. No query."""
    by_number = {found.match: found for found in drawn.matches}
    now = by_number[number]
    last = ENDING if now.ended else GAME if now.games else ""
    game = now.games[-1].game if last == GAME else None
    standings = {found.match: _standing(found) for found in drawn.matches}
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
    won = [by_number[other] for other in (number, *(one.match for one in falls)) if last and by_number[other].winner]
    return TakingBack(
        number,
        last,
        game,
        text,
        now.ended,
        falls,
        again=tuple(found.loser for found in won if found.loser is not None),
        undecided=tuple(dict.fromkeys(side for found in won for side in found.sides)),
    )


def _elsewhere(event: Event, sides: Sequence[Side]) -> tuple[str, ...]:
    """Who of these came over from this event to another one of the tournament, and is entered there."""
    if not sides:
        return ()
    names = {side.seat: side.name for side in sides}
    return tuple(
        running_words.plays_elsewhere(names[one.seat], one.event_name) for one in moved_on(event) if one.seat in names
    )


def _paid(event: Event, sides: Sequence[Side]) -> tuple[str, ...]:
    """Who of these was paid something of what they won in this event, and how much."""
    paid = paid_in(event) if sides else []
    if not paid:
        return ()
    seats = {side.seat for side in sides}
    players = {entry.player_id for entry in Entry.objects.of(event).filter(table__isnull=False) if entry.seat in seats}
    return tuple(running_words.paid_already(one.name, one.paid) for one in paid if one.player in players)


def _standing(now: MatchNow) -> Standing:
    return Standing(winner=now.winner, games=len(now.games), ended=bool(now.ended), gone=now.gone)


def _falling(now: MatchNow, player: str, *, begun: bool, waits: bool) -> Falling:
    side = next(one for one in now.sides if one.seat == player)
    names = {one.seat: one.name for one in now.sides}
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
    """Who recorded this game of this match, and when; None where the trail does not say."""
    rows = AuditEntry.objects.filter(
        event=event,
        subject_kind="match",
        subject_key=str(match),
        action__in=["game.recorded", "game.forfeited"],
    )
    found = next((row for row in rows.order_by("-pk") if (row.after or {}).get("game") == game), None)
    return (found.actor_name, found.at) if found is not None else None


def is_taken_back(event: Event, match: int, game: int) -> bool:
    """Whether the last thing that happened to this match is that this game was taken back."""
    rows = AuditEntry.objects.filter(event=event, subject_kind="match", subject_key=str(match))
    last = rows.order_by("-pk").first()
    return last is not None and last.action == "game.taken-back" and (last.before or {}).get("game") == game


def forfeited(match: Match, absent: str, game: int) -> MatchGame | None:
    """This game of the match, where it was forfeited by who is absent."""
    given = match.games.select_related("winner").filter(game=game, forfeit=True).first()
    return given if given is not None and given.winner.seat != absent else None


def taking_back_values(back: TakingBack) -> dict[str, Any]:
    """What taking back would do, as the API shows it."""
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
                "match": one.match,
                "player": one.player.seat,
                "games": [game.winner for game in one.games],
                "ended": one.ended or None,
                "begun": one.begun,
                "message": one.text,
            }
            for one in back.falls
        ],
    }
