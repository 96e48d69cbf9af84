"""What correcting a card after posting would do to the bracket drawn from the list."""

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
    """A late correction with the state of the bracket: drawn or not, and begun or not.

    `paid` names people paid for this event whom a new list moves, which may change their winnings. `elsewhere` names
    people who would qualify but moved over to another event. Both are empty if no new list can be posted.
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
        """What happens to the bracket with a new list: none, stays, taken_back or protected."""
        if self.falls or self.is_protected:
            return "taken_back" if self.falls else "protected"
        return "stays" if self.drawn else "none"

    @property
    def may_post(self) -> bool:
        """Whether a new list can be posted and would differ from the posted one."""
        waits = self.late.obstacles or self.late.ties or self.is_protected
        return bool(self.late.shifts) and not waits

    @property
    def mark(self) -> str:
        """A mark of all that is shown, which changes with any of it."""
        return f"{self.late.mark}-{self.outcome}-{len(self.paid)}-{len(self.elsewhere)}"


def late_bracket(event: Event, late: LateCorrection) -> LateBracket:
    """The bracket's state for a late correction. A match begins with its first game, report, or ending."""
    drawn = Bracket.objects.filter(event=event).exists()
    played = Match.objects.filter(bracket__event=event, bye=False).filter(
        Q(games__isnull=False) | Q(winner__isnull=False)
    )
    claims = GameClaim.objects.filter(match__bracket__event=event)
    preview = LateBracket(late, drawn, drawn and (played.exists() or claims.exists()), (), ())
    if preview.is_protected or late.obstacles:
        return preview
    return replace(preview, paid=_paid(event, late), elsewhere=_elsewhere(event, late))


def _paid(event: Event, late: LateCorrection) -> tuple[str, ...]:
    players = {late.recorded_sheet.entries[shift.seat].player_id for shift in late.shifts}
    paid = paid_in(event) if players else []
    return tuple(
        after_posting_words.paid_and_new_list(person.name, person.paid) for person in paid if person.player in players
    )


def _elsewhere(event: Event, late: LateCorrection) -> tuple[str, ...]:
    comes = {shift.seat for shift in late.shifts if shift.comes_in or shift.comes_level}
    moved = moved_on(event) if comes else ()
    return tuple(
        running_words.plays_elsewhere(entrant.name, entrant.event_name) for entrant in moved if entrant.seat in comes
    )
