"""Announced first deals: storing for whom they were computed, and announcing the later ones anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments.actions.rows import EVENT, change
from tournaments.day.reads.schedule import Dealt, deals_are_announced, dealt_anew, playing_seats
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Basis:
    """From what first deals are announced anew. It is the same for everything that one action writes.

    In the first `played` games deals do not change. In later games they are balanced, starting from `dealt`; on an undo
    that is the state before the undone act.
    """

    played: int
    dealt: Dealt | None


def announce_deals(event: Event) -> None:
    """Store for which seats the first deals on the printed cards were computed. They count as announced from now on."""
    if not event.dealt_to:
        change(event, {"dealt_to": playing_seats(event)})


def deal_anew(event: Event, basis: Basis | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """Announce the first deals of later games anew, because somebody's games have changed.

    Returns the values before and after for the log; both are empty if no first deal changes. Without a basis the deals
    of games already called do not change.
    """
    event.refresh_from_db(fields=["dealt_to", "dealt_by", "game_now", "repeats_reason"])
    if not deals_are_announced(event):
        return {}, {}
    if basis is None:
        basis = Basis(event.game_now or 0, None)
    dealt = dealt_anew(event, basis.played, basis.dealt)
    before, after = EVENT.difference(event, {"dealt_by": dealt})
    if after:
        change(event, after)
    return before, after
