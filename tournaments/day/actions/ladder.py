"""The games of a partners ladder, as they are stored."""

from __future__ import annotations

from tournaments.actions.rows import change
from tournaments.day.reads.ladder import as_stored, ladder_games
from tournaments.day.reads.schedule import playing_seats
from tournaments.models import Event
from tournaments.rotation.rules.ladder import Ladder


def begin_ladder(event: Event) -> tuple[Ladder, ...]:
    """Store the first game if it only follows from the seats so far; return all games that are set up.

    From then on a team that comes late, or leaves, changes the next game and not this one. The caller has locked the
    event.
    """
    games = ladder_games(event, playing_seats(event))
    if not event.ladder_games:
        change(event, {"ladder_games": as_stored(games)})
    return games
