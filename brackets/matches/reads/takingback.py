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
    """A later match that `player` leaves again. If it has `begun`, its games and its ending fall too.

    `waits`: the match keeps its ending, because the other player is gone; it waits for an opponent again. `loser` is
    the seat of the player who lost the match by the ending that falls.
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
    """A preview of taking back the last act of a match, with all later matches that change.

    `last` is the kind of that act: `GAME`, `ENDING` or "". `ended` is the kind of the ending, which determines who may
    take it back; empty if the last act is a game. `falls` are the later matches, round by round.

    `reinstated` are the players who lost one of these matches and are in the playoffs again. `elsewhere` says which of
    them moved to another event, in sentences.

    `undecided` are the players whose place is open again. `paid` says which of them were paid, in sentences.
    """

    match: int
    last: str
    game: int | None
    text: str
    ended: str
    falls: tuple[Falling, ...]
    reinstated: tuple[Side, ...] = ()
    undecided: tuple[Side, ...] = ()
    elsewhere: tuple[str, ...] = ()
    paid: tuple[str, ...] = ()

    @property
    def mark(self) -> str:
        """A hash of the whole preview."""
        return hashlib.blake2s(repr(self).encode(), digest_size=6).hexdigest()

    @property
    def begun(self) -> bool:
        """Whether anything recorded in a later match falls."""
        return any(fallen.begun for fallen in self.falls)


def taking_back(event: Event, number: int) -> TakingBack:
    """A preview of taking back the last act of this match. Raises ValueError if the bracket has no such match."""
    drawn = bracket(event)
    if drawn is None or not 1 <= number < drawn.size:
        raise ValueError(f"no match {number} in {event}")
    return beyond_the_bracket(event, taking_back_of(drawn, number))


def beyond_the_bracket(event: Event, preview: TakingBack) -> TakingBack:
    """The same preview with its effects outside the bracket.

    Two queries if a match is won, and more once somebody was paid.
    """
    return replace(preview, elsewhere=_elsewhere(event, preview.reinstated), paid=_paid(event, preview.undecided))


def taking_back_of(drawn: BracketNow, number: int) -> TakingBack:
    """A preview of taking back the last act of a match, limited to the bracket `drawn`. No query."""
    by_number = {each.match: each for each in drawn.matches}
    match = by_number[number]
    last = GAME if match.games else ""
    if match.ended:
        last = ENDING
    game = match.games[-1].game if last == GAME else None
    standings = {each.match: _standing(each) for each in drawn.matches}
    falls = tuple(
        _falling(by_number[fall.match], fall.player, begun=fall.begun, waits=fall.waits)
        for fall in (falls_after(number, standings, drawn.size) if last else ())
    )
    text = ""
    if match.ended:
        text = running_words.ending(match.ended, match.loser.name if match.loser else "", match.ended_reason)
    elif match.games:
        winner = next(side for side in match.sides if side.seat == match.games[-1].winner)
        text = running_words.game_won(match.games[-1].game, winner.name)
    reopened: list[MatchNow] = []
    if last:
        numbers = [number, *(fall.match for fall in falls)]
        reopened = [by_number[each] for each in numbers if by_number[each].winner]
    return TakingBack(
        match=number,
        last=last,
        game=game,
        text=text,
        ended=match.ended,
        falls=falls,
        reinstated=tuple(each.loser for each in reopened if each.loser is not None),
        undecided=tuple(dict.fromkeys(side for each in reopened for side in each.sides)),
    )


def _elsewhere(event: Event, sides: Sequence[Side]) -> tuple[str, ...]:
    """A sentence for each of these players who moved to another event of the tournament and still plays there."""
    if not sides:
        return ()
    names = {side.seat: side.name for side in sides}
    return tuple(
        running_words.plays_elsewhere(names[entrant.seat], entrant.event_name)
        for entrant in moved_on(event)
        if entrant.seat in names
    )


def _paid(event: Event, sides: Sequence[Side]) -> tuple[str, ...]:
    """A sentence for each of these players who was paid for winnings in this event, with the amount."""
    paid_people = paid_in(event) if sides else []
    if not paid_people:
        return ()
    seats = {side.seat for side in sides}
    players = {entry.player_id for entry in Entry.objects.of(event).filter(table__isnull=False) if entry.seat in seats}
    return tuple(
        running_words.paid_already(person.name, person.paid) for person in paid_people if person.player in players
    )


def _standing(now: MatchNow) -> MatchState:
    return MatchState(winner=now.winner, games=len(now.games), ended=bool(now.ended), gone=now.gone)


def _falling(match: MatchNow, player: str, *, begun: bool, waits: bool) -> Falling:
    """What falls in a match that the player at this seat leaves. An ending falls unless the match `waits`."""
    side = next(candidate for candidate in match.sides if candidate.seat == player)
    names = {candidate.seat: candidate.name for candidate in match.sides}
    game_winners = [names[game.winner] for game in match.games]
    loser = match.loser if match.ended else None
    ending = running_words.ending(match.ended, loser.name, match.ended_reason) if loser and not waits else ""
    return Falling(
        match=match.match,
        player=side,
        begun=begun,
        waits=waits,
        games=match.games,
        ended=match.ended if ending else "",
        loser=loser.seat if loser and ending else None,
        reason=match.ended_reason if ending else "",
        text=running_words.falls(match.match, side.name, game_winners, ending),
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
    """This game of the match if the absent player forfeited it, else None."""
    forfeit = match.games.select_related("winner").filter(game=game, forfeit=True).first()
    return forfeit if forfeit is not None and forfeit.winner.seat != absent else None


def taking_back_values(preview: TakingBack) -> dict[str, Any]:
    """The preview as API values."""
    return {
        "last": preview.last or None,
        "game": preview.game,
        "message": preview.text,
        "begun": preview.begun,
        "mark": preview.mark,
        "elsewhere": preview.elsewhere,
        "paid": preview.paid,
        "falls": [
            {
                "match": fallen.match,
                "player": fallen.player.seat,
                "games": [game.winner for game in fallen.games],
                "ended": fallen.ended or None,
                "begun": fallen.begun,
                "message": fallen.text,
            }
            for fallen in preview.falls
        ],
    }
