"""Events whose qualifiers are posted, and brackets in play."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime

from django.utils import timezone

from brackets.bracket.actions import draw_bracket
from brackets.bracket.reads import drawn as drawn_reads
from brackets.bracket.reads.drawn import MatchNow
from brackets.matches.actions.playing import record_game
from brackets.matches.actions.timing import schedule_match
from scorecards.models import PostedList, QualifyingResult
from scorecards.sheet.reads.lists import listed_as_posted
from tournaments.models import Entry, Event, Tournament, User
from tournaments.tests.factories import make_actor, make_event
from tournaments.tests.kept import kept

GAME_POINTS_OF_THE_FIRST = 40


@kept
def make_posted_event(qualifiers: int = 4, *, tournament: Tournament | None = None, slug: str = "main") -> Event:
    """An event whose qualifiers are posted: seed 1 sits at A-1, seed 2 at A-2 and so on, and one more did not qualify."""
    event = make_event(tournament=tournament, slug=slug, games=1, entrants=qualifiers + 1, seated=True)
    entries = {entry.seat: entry for entry in Entry.objects.of(event).order_by("number")}
    for entry in entries.values():
        qualified = entry.number <= qualifiers
        QualifyingResult.objects.create(
            event=event,
            entry=entry,
            rank=entry.number,
            seed=entry.number if qualified else None,
            status=QualifyingResult.Status.QUALIFIER if qualified else QualifyingResult.Status.HIGH_NONQUALIFIER,
            game_points=GAME_POINTS_OF_THE_FIRST,
            games_won=1,
            plus=30,
            minus=10,
            edition=event.edition,
        )
    now = timezone.now()
    PostedList.objects.create(
        event=event,
        number=1,
        posted_at=now,
        posted_by="tests",
        rows=[{"name": entries[one.seat].name, **asdict(one)} for one in listed_as_posted(event)],
    )
    event.cards_begun_at = event.cross_checked_at = event.posted_at = now
    event.phase = Event.PhaseChoice.PLAYOFFS
    event.save()
    return event


@kept
def make_bracket(
    qualifiers: int = 4, *, best_of: int = 3, tournament: Tournament | None = None, slug: str = "main"
) -> Event:
    """An event whose bracket is drawn, every match of this length."""
    event = make_posted_event(qualifiers, tournament=tournament, slug=slug)
    draw_bracket(event=event, best_of=best_of, rounds=None, actor=make_actor())
    return event


def win(event: Event, match: int, *winners: str, user: User | None = None) -> MatchNow:
    """Record the next games of a match, one for each seat named; the match as it then stands."""
    for seat in winners:
        record_game(event=event, match=match, winner=seat, game=None, actor=make_actor(user))
    return drawn_reads.match(event, match)


def schedule(event: Event, match: int, at: datetime) -> None:
    """Give a match its time."""
    schedule_match(event=event, match=match, scheduled_at=at, actor=make_actor())


def link(event: Event, seat: str, user: User) -> None:
    """Make this seat the user's own."""
    table, number = seat.split("-")
    entry = Entry.objects.select_related("player").get(event=event, table=table, seat_number=number)
    entry.player.user = user
    entry.player.save()
