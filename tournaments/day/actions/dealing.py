"""First deals that are announced: for whom they were found, and those of the games to come announced anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments.actions.rows import EVENT, change
from tournaments.day.reads.schedule import Dealt, deals_are_announced, dealt_anew, playing_seats
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Basis:
    """What first deals are announced anew on, the same for all that one act writes: they stay in so many games `played`, and
    those to come are balanced from what was `dealt` before; before that which is undone, where something is."""

    played: int
    dealt: Dealt | None


def announce_deals(event: Event) -> None:
    """Note for whom the first deals were found that stand on the printed cards: from here on they stay as announced."""
    if not event.dealt_to:
        change(event, {"dealt_to": playing_seats(event)})


def deal_anew(event: Event, basis: Basis | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """Announce the first deals of the games to come anew, because somebody's games are others now; what the log keeps of it,
    before and after: nothing where no first deal changes. Without a basis they stay in the games that were called."""
    event.refresh_from_db(fields=["dealt_to", "dealt_by", "game_now", "repeats_reason"])
    if not deals_are_announced(event):
        return {}, {}
    played = basis.played if basis is not None else event.game_now or 0
    dealt = dealt_anew(event, played, basis.dealt if basis is not None else None)
    before, after = EVENT.difference(event, {"dealt_by": dealt})
    if after:
        change(event, after)
    return before, after
