"""Announced first deals: for whom they were computed, and announcing those of later games anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments.actions.rows import EVENT, change
from tournaments.day.reads.schedule import Dealt, deals_are_announced, dealt_anew, playing_seats
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Basis:
    """What first deals are announced anew from, the same for everything that one action writes.

    They stay in the first `played` games; later ones are balanced starting from `dealt`, which on an undo is the state
    before the undone act.
    """

    played: int
    dealt: Dealt | None


def announce_deals(event: Event) -> None:
    """Store for whom the first deals on the printed cards were computed: from now on they stay as announced."""
    if not event.dealt_to:
        change(event, {"dealt_to": playing_seats(event)})


def deal_anew(event: Event, basis: Basis | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """Announce the first deals of later games anew, because somebody's games have changed.

    Returns what the log keeps, before and after; both empty if no first deal changes. Without a basis, deals of games
    already called stay.
    """
    event.refresh_from_db(fields=["dealt_to", "dealt_by", "game_now", "repeats_reason"])
    if not deals_are_announced(event):
        return {}, {}
    played = basis.played if basis is not None else event.game_now or 0
    dealt = dealt_anew(event, played, basis.dealt if basis is not None else None)
    before, after = EVENT.difference(event, {"dealt_by": dealt})
    if after:
        change(event, after)
    return before, after
