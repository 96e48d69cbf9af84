"""The players whom corrections moved, and which of them were told (12.2.i)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scorecards.sheet.reads.sheet import Sheet
from scorecards.sheet.rules.crosscheck import Move
from tournaments.models import AuditEntry, Event


@dataclass(frozen=True, slots=True)
class Informed:
    """A note that a player was told what corrections did to them; `move` names what the player was told."""

    move: str
    by: str
    at: datetime


def move_name(move: Move) -> str:
    """Name what corrections did to a player, for example `23-26-qualifier-nonqualifier`.

    The name has the rank before and after, with T for a shared rank, then the status before and after. It changes as
    soon as one of these does.
    """
    places = (f"T{place.rank}" if place.tied else str(place.rank) for place in (move.before, move.after))
    return "-".join([*places, move.status_before.value, move.status_after.value])


def informed(event: Event) -> dict[str, Informed]:
    """The last note of what each player was told, by seat, without notes that were taken back; one query."""
    rows = AuditEntry.objects.filter(
        event=event, action__in=("player.informed", "player.informing-taken-back")
    ).order_by("pk")
    last = {
        seat: Informed(str(after["move"]), by, time) if after else None
        for seat, after, by, time in rows.values_list("subject_key", "after", "actor_name", "at")
    }
    return {seat: note for seat, note in last.items() if note is not None}


def moves(event_sheet: Sheet) -> tuple[Move, ...]:
    """The moves of all players whose fact or position of qualifying corrections changed; empty before the cross-check."""
    return event_sheet.crosscheck.moved if event_sheet.event.cross_checked_at else ()


def to_inform(event_sheet: Sheet) -> list[str]:
    """The seats still to be told what corrections did to them, in the order of the standings."""
    all_moves = moves(event_sheet)
    known = informed(event_sheet.event) if all_moves else {}
    return [move.seat for move in all_moves if move.seat not in known or known[move.seat].move != move_name(move)]
