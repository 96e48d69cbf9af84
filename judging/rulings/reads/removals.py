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
from tournaments.day.reads.round import DayPlan, Ground, values_of
from tournaments.day.words import round as round_words
from tournaments.models import DayChange, Entry, Event
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.movements import Movement
from tournaments.rules.edition import Edition


@dataclass(frozen=True, slots=True)
class Removal:
    """A removal in force: the number of the change of the round, or of the match lost by it."""

    change: int | None = None
    match: int | None = None

    @property
    def undone_at(self) -> tuple[int | None, int | None]:
        return self.change, self.match


def removal_of(entry: Entry) -> Removal | None:
    """The removal of this entrant in force, or None. At most two queries."""
    lost = Q(gone=entry) | (Q(winner__isnull=False) & ~Q(winner=entry))
    matches = Match.objects.filter(
        Q(top=entry) | Q(bottom=entry), bracket__event=entry.event, ended=Match.Ended.REMOVAL
    )
    match = matches.filter(lost).last()
    if match is not None:
        return Removal(match=match.number)
    rows = DayChange.objects.filter(event=entry.event, kind=DayChange.Kind.REMOVED, undone_at=None)
    change = rows.filter(data__seat=entry.seat).last() if entry.seat else None
    return Removal(change=change.number) if change is not None else None


def game_in_progress(entry: Entry | None, call: Call | None) -> int | None:
    """The game of the round that this entrant would lose: the current one, else that of the call; None if unknown."""
    called = call.game if call is not None and call.match is None else None
    return (entry.event.game_now if entry is not None else None) or called


def match_to_lose(entry: Entry) -> MatchNow | None:
    """The match that this entrant would lose: the one they play or wait for; None without one."""
    drawn = bracket(entry.event) if entry.event.posted_at else None
    mine = [
        match
        for match in (drawn.matches if drawn else ())
        if not match.bye and match.winner is None and entry.seat in {side.seat for side in match.sides}
    ]
    return mine[-1] if mine else None


def match_mark(match: MatchNow) -> str:
    """A mark of the match that changes with its players and results."""
    return hashlib.sha256(repr(match).encode()).hexdigest()[:12]


def told_of_match(event: Event, match: MatchNow, seat: str) -> tuple[str, ...]:
    """What happens to the match if the player at this seat is removed from play, in sentences."""
    loser = next(side for side in match.sides if side.seat == seat)
    winner = next((side for side in match.sides if side.seat != seat), None)
    drawn = bracket(event)
    after = next_slot(match.match, drawn.size) if drawn else None
    edition = Edition(event.tournament.edition)
    if winner is None:
        return (rulings_words.match_lost_later(match.match, loser.name, edition),)
    return (
        rulings_words.match_lost(match.match, loser.name, winner.name, edition),
        rulings_words.goes_on(winner.name, after[0] if after else None),
        rulings_words.prize_stays(loser.name, edition),
    )


def told_of_round(on: Ground, plan: DayPlan) -> tuple[str, ...]:
    """What happens to the round if this removal is done, in sentences."""
    kind, data = values_of(on, plan)
    spread = on.event.records_spread
    return (
        round_words.day_change(kind, "", data, people_of(on.event), edition=on.event.edition, records_spread=spread),
    )


def opponent_to_name(event: Event, other: Entry | None) -> str:
    """The seat of the player who gets the game in progress; empty if the movement's plan determines it."""
    return "" if other is None or Movement(event.movement) in movements_rules.PLANS else other.seat
