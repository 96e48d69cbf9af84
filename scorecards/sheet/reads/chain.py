"""What ranks an event."""

from __future__ import annotations

from scorecards.sheet.rules.ranking import Chain, chain_of
from tournaments.models import Event
from tournaments.rules.ranking import Ranking


def chain_of_event(event: Event) -> Chain:
    """The keys that rank this event, in order."""
    return chain_of(
        event.edition, Ranking(event.ranking), is_ladder=event.is_ladder, records_spread=event.records_spread
    )
