"""What correcting a card after posting would do to the bracket that rests on the list."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db.models import Q

from brackets.matches.reads.movedon import moved_on
from brackets.matches.words import running as running_words
from brackets.models import Bracket, GameClaim, Match
from brackets.results.words import late as bracket_late_words
from brackets.settling.reads.settling import paid_in
from scorecards.standings.reads.late import LateCorrection
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class LateBracket:
    """A late correction with the bracket as it is: drawn or not, and whether one of its matches has begun.

    `paid` says who was paid for this event already and stands elsewhere in a new list, where prizes and pools go by it;
    `elsewhere` who comes to qualify and came over to another event before. Nobody where no new list can be posted.
    """

    late: LateCorrection
    drawn: bool
    begun: bool
    paid: tuple[str, ...]
    elsewhere: tuple[str, ...]

    @property
    def falls(self) -> bool:
        """Whether a new list takes the bracket back, to be drawn anew."""
        return self.drawn and not self.begun and self.late.changes_seeds

    @property
    def is_protected(self) -> bool:
        """Whether no new list can be posted, since its qualifiers or seeds are others than those who play."""
        return self.begun and self.late.changes_seeds

    @property
    def outcome(self) -> str:
        """What becomes of the bracket with a new list: none, stays, taken_back or protected."""
        if self.falls or self.is_protected:
            return "taken_back" if self.falls else "protected"
        return "stays" if self.drawn else "none"

    @property
    def may_post(self) -> bool:
        """Whether a new list can be posted, and would be another one than the posted."""
        waits = self.late.obstacles or self.late.ties or self.is_protected
        return bool(self.late.shifts) and not waits

    @property
    def mark(self) -> str:
        """A name for all that is shown; another one as soon as any of it changes."""
        return f"{self.late.mark}-{self.outcome}-{len(self.paid)}-{len(self.elsewhere)}"


def late_bracket(event: Event, late: LateCorrection) -> LateBracket:
    """The bracket of this event towards a late correction; a match has begun with its first game, or its end without one."""
    drawn = Bracket.objects.filter(event=event).exists()
    played = Match.objects.filter(bracket__event=event, bye=False).filter(
        Q(games__isnull=False) | Q(winner__isnull=False)
    )
    said = GameClaim.objects.filter(match__bracket__event=event)
    found = LateBracket(late, drawn, drawn and (played.exists() or said.exists()), (), ())
    if found.is_protected or late.obstacles:
        return found
    return replace(found, paid=_paid(event, late), elsewhere=_elsewhere(event, late))


def _paid(event: Event, late: LateCorrection) -> tuple[str, ...]:
    players = {late.now.entries[one.seat].player_id for one in late.shifts}
    paid = paid_in(event) if players else []
    return tuple(bracket_late_words.paid_and_new_list(one.name, one.paid) for one in paid if one.player in players)


def _elsewhere(event: Event, late: LateCorrection) -> tuple[str, ...]:
    comes = {one.seat for one in late.shifts if one.comes_in or one.comes_level}
    found = moved_on(event) if comes else ()
    return tuple(running_words.plays_elsewhere(one.name, one.event_name) for one in found if one.seat in comes)
