"""Places in an event whose entrants are limited."""

from __future__ import annotations

from tournaments.models import Event


def places_left(event: Event) -> int | None:
    """How many more people have a place in the event before the draw; None for any number, also after it.

    After the draw a free seat decides who can come.
    """
    if event.max_entrants is None or event.is_seated:
        return None
    return max(0, event.max_entrants - event.entries.playing().count())
