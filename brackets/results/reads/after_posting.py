"""The effect of a correction after posting on the bracket that was drawn from the list."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db.models import Q

from brackets.matches.reads.movedon import moved_on
from brackets.matches.words import running as running_words
from brackets.models import Bracket, GameClaim, Match
from brackets.results.words import after_posting as after_posting_words
from brackets.settling.reads.settling import paid_in
from scorecards.standings.reads.after_posting import LateCorrection
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class LateBracket:
    """A late correction, with the state of the bracket: `drawn` or not, and `begun` or not.

    `paid` are sentences on people whom a new list moves and who were paid for this event, since their winnings may
    change. `elsewhere` are sentences on people who would qualify but moved over to another event. Both are empty if no
    new list can be posted.
    """

    late: LateCorrection
    drawn: bool
    begun: bool
    paid: tuple[str, ...]
    elsewhere: tuple[str, ...]

    @property
    def falls(self) -> bool:
        """Whether a new list takes the bracket back, to be drawn again."""
        return self.drawn and not self.begun and self.late.changes_seeds

    @property
    def is_protected(self) -> bool:
        """Whether no new list can be posted, because it would change qualifiers or seeds of a bracket in play."""
        return self.begun and self.late.changes_seeds

    @property
    def outcome(self) -> str:
        """What a new list does to the bracket: `none` (not drawn), `stays`, `taken_back` or `protected` (refused)."""
        if self.falls:
            return "taken_back"
        if self.is_protected:
            return "protected"
        return "stays" if self.drawn else "none"

    @property
    def may_post(self) -> bool:
        """Whether a new list can be posted and would differ from the posted one."""
        is_blocked = self.late.obstacles or self.late.ties or self.is_protected
        return bool(self.late.shifts) and not is_blocked

    @property
    def mark(self) -> str:
        """A text that identifies the preview, for the optimistic lock."""
        return f"{self.late.mark}-{self.outcome}-{len(self.paid)}-{len(self.elsewhere)}"


def late_bracket(event: Event, late: LateCorrection) -> LateBracket:
    """A late correction with the state of the bracket. A match begins with its first game, report, or ending."""
    drawn = Bracket.objects.filter(event=event).exists()
    begun_matches = Match.objects.filter(bracket__event=event, bye=False).filter(
        Q(games__isnull=False) | Q(winner__isnull=False)
    )
    claims = GameClaim.objects.filter(match__bracket__event=event)
    begun = drawn and (begun_matches.exists() or claims.exists())
    preview = LateBracket(late, drawn=drawn, begun=begun, paid=(), elsewhere=())
    if preview.is_protected or late.obstacles:
        return preview
    return replace(preview, paid=_paid(event, late), elsewhere=_elsewhere(event, late))


def _paid(event: Event, late: LateCorrection) -> tuple[str, ...]:
    """A sentence for each person whom a new list moves and who was paid for this event."""
    players = {late.recorded_sheet.entries[shift.seat].player_id for shift in late.shifts}
    paid_people = paid_in(event) if players else []
    return tuple(
        after_posting_words.paid_and_new_list(person.name, person.paid)
        for person in paid_people
        if person.player in players
    )


def _elsewhere(event: Event, late: LateCorrection) -> tuple[str, ...]:
    """A sentence for each person whom a new list brings to the qualifiers but who moved over to another event."""
    qualifying_seats = {shift.seat for shift in late.shifts if shift.comes_in or shift.comes_level}
    moved_people = moved_on(event) if qualifying_seats else ()
    return tuple(
        running_words.plays_elsewhere(entrant.name, entrant.event_name)
        for entrant in moved_people
        if entrant.seat in qualifying_seats
    )
