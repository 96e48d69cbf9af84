"""Places in an event whose entrants are limited."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count

from tournaments.models import Entry, Event


def places_left(event: Event) -> int | None:
    """How many more people have a place in the event before the draw; None for any number, also after it.

    After the draw a free seat decides who can come.
    """
    if event.max_entrants is None or event.is_seated:
        return None
    return max(0, event.max_entrants - event.entries.playing().count())


def checked_in(tournament: int, players: Iterable[int]) -> set[int]:
    """The keys of those of these people who are checked in for an event of the tournament: they are here for all."""
    entries = Entry.objects.filter(event__tournament=tournament, player__in=players).exclude(checked_in_at=None)
    return set(entries.values_list("player", flat=True))


def full_events(events: Iterable[Event]) -> set[int]:
    """The keys of those of these events in which no place is left before the draw; one query at most."""
    limits = {
        event.pk: event.max_entrants for event in events if event.max_entrants is not None and not event.is_seated
    }
    if not limits:
        return set()
    playing = Entry.objects.playing().filter(event__in=limits).order_by().values("event").annotate(n=Count("pk"))
    taken = dict(playing.values_list("event", "n"))
    return {key for key, most in limits.items() if taken.get(key, 0) >= most}
