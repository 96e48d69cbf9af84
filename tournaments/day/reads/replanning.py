"""How another plan would change a qualifying round: whom people would meet, and how many games they would get."""

from __future__ import annotations

from tournaments.day.reads.round import Outlook, ground_of, late_games, missing_games
from tournaments.day.reads.schedule import rounds, schedule
from tournaments.models import Event
from tournaments.rotation.rules import day
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.movements import Movement


def outlook_of_plan(before: Event, after: Event) -> Outlook:
    """What changes for whom when the event's plan becomes that of `after`, a changed copy of it."""
    games_before, games_after = schedule(before), schedule(after)
    # If the new plan schedules no games, the old plan's movement measures what people had.
    movement = next(
        (
            candidate
            for candidate in map(Movement, (after.movement, before.movement))
            if candidate in movements_rules.PLANS
        ),
        None,
    )
    has_plan = Movement(after.movement) in movements_rules.PLANS
    new_day = ground_of(after).day if has_plan else day.AS_PLANNED
    return Outlook(
        differences=day.differences(games_before, games_after),
        sums=day.sums(games_before, games_after, movement) if movement is not None else (),
        rounds_before=rounds(before),
        rounds_after=rounds(after),
        misfits=(),
        extra_games=sum(pairing.counted.count(False) for pairing in games_after if None not in pairing.players),
        short=tuple(missing_games(after, games_after, new_day)) if has_plan else (),
        late=late_games(after, games_after, new_day) if has_plan else (),
    )
