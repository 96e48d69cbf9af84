"""What removing a player from play would end (rule 11.4.b), and where to undo a removal."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from django.db.models import Q

from brackets.bracket.reads.drawn import MatchNow, bracket
from brackets.bracket.rules.chart import next_slot
from brackets.models import Match
from judging.models import Call
from judging.rulings import words as rulings_words
from judging.rulings.reads.recording import people_of
from scorecards.ladder.reads import game_in_progress as ladder_game_in_progress
from tournaments.day.reads.round import DayPlan, Ground, values_of
from tournaments.day.words import round as round_words
from tournaments.models import DayChange, Entry, Event
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.movements import Movement
from tournaments.rules.edition import Edition


@dataclass(frozen=True, slots=True)
class Removal:
    """A removal in force: the number of the day change, or the number of the lost match; the other one is None."""

    change: int | None = None
    match: int | None = None


def removal_of(entry: Entry) -> Removal | None:
    """The removal of this entrant that is in force, or None. At most two queries."""
    is_lost = Q(gone=entry) | (Q(winner__isnull=False) & ~Q(winner=entry))
    matches = Match.objects.filter(
        Q(top=entry) | Q(bottom=entry), bracket__event=entry.event, ended=Match.Ended.REMOVAL
    )
    match = matches.filter(is_lost).last()
    if match is not None:
        return Removal(match=match.number)
    if not entry.seat:
        return None
    changes = DayChange.objects.filter(event=entry.event, kind=DayChange.Kind.REMOVED, undone_at=None)
    change = changes.filter(data__seat=entry.seat).last()
    return Removal(change=change.number) if change is not None else None


def game_in_progress(entry: Entry | None, call: Call | None) -> int | None:
    """The game of the round that this entrant would lose: the current game, else the game of the call.

    None if both are unknown. The game of a call from a match does not count. On a ladder it is the newest game, if its
    table has no result yet.
    """
    if entry is not None and entry.event.is_ladder:
        return ladder_game_in_progress(entry.event, entry.seat)
    current_game = entry.event.game_now if entry is not None else None
    game_of_call = call.game if call is not None and call.match is None else None
    return current_game or game_of_call


def match_to_lose(entry: Entry) -> MatchNow | None:
    """The match that this entrant would lose: the open match that they play or wait for; None without one."""
    drawn = bracket(entry.event) if entry.event.posted_at else None
    if drawn is None:
        return None
    open_matches = [match for match in drawn.matches if not match.bye and match.winner is None]
    own_matches = [match for match in open_matches if entry.seat in {side.seat for side in match.sides}]
    return own_matches[-1] if own_matches else None


def match_mark(match: MatchNow) -> str:
    """A hash that changes with the players and results of the match."""
    return hashlib.sha256(repr(match).encode()).hexdigest()[:12]


def told_of_match(event: Event, match: MatchNow, seat: str) -> tuple[str, ...]:
    """What happens to the match if the player with this permanent ID is removed from play, in sentences."""
    loser = next(side for side in match.sides if side.seat == seat)
    winner = next((side for side in match.sides if side.seat != seat), None)
    edition = Edition(event.tournament.edition)
    if winner is None:
        return (rulings_words.match_lost_later(match.match, loser.name, edition),)
    drawn = bracket(event)
    slot = next_slot(match.match, drawn.size) if drawn else None
    next_match = slot[0] if slot else None
    return (
        rulings_words.match_lost(match.match, loser.name, winner.name, edition),
        rulings_words.goes_on(winner.name, next_match),
        rulings_words.prize_stays(loser.name, edition),
    )


def told_of_round(ground: Ground, plan: DayPlan) -> tuple[str, ...]:
    """What happens to the round by this removal, in sentences."""
    event = ground.event
    kind, data = values_of(ground, plan)
    sentence = round_words.day_change(
        kind, "", data, people_of(event), edition=event.edition, records_spread=event.records_spread
    )
    return (sentence,)


def opponent_to_name(event: Event, other: Entry | None) -> str:
    """The permanent ID of the opponent who is given the game in progress.

    Empty if nobody is named (`other`), or if the plan of the movement determines the opponent.
    """
    if other is None or Movement(event.movement) in movements_rules.PLANS:
        return ""
    return other.seat
