"""Whom corrections moved, and who of them was told (12.2.i)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scorecards.sheet.reads.sheet import Sheet
from scorecards.sheet.rules.crosscheck import Move
from tournaments.models import AuditEntry, Event


@dataclass(frozen=True, slots=True)
class Informed:
    """That somebody was told what corrections did to them: `move` is what they were told, by name."""

    move: str
    by: str
    at: datetime


def move_name(move: Move) -> str:
    """A name for what corrections did to somebody; another one as soon as they do something else.

    It says the places and the sides of the line before and after, a shared place with a T: `23-26-qualifier-nonqualifier`.
    """
    places = (f"T{place.rank}" if place.tied else str(place.rank) for place in (move.before, move.after))
    return "-".join([*places, move.status_before.value, move.status_after.value])


def informed(event: Event) -> dict[str, Informed]:
    """What each player was told last, by seat, unless that was taken back; one query."""
    rows = AuditEntry.objects.filter(
        event=event, action__in=("player.informed", "player.informing-taken-back")
    ).order_by("pk")
    last = {
        seat: Informed(str(after["move"]), by, at) if after else None
        for seat, after, by, at in rows.values_list("subject_key", "after", "actor_name", "at")
    }
    return {seat: found for seat, found in last.items() if found is not None}


def moves(on: Sheet) -> tuple[Move, ...]:
    """Everybody whose fact or position of qualifying corrections changed; nobody before the cross-check."""
    return on.crosscheck.moved if on.event.cross_checked_at else ()


def to_inform(on: Sheet) -> list[str]:
    """The seats of those who are still to be told what corrections did to them, in the order of the standings."""
    found = moves(on)
    known = informed(on.event) if found else {}
    return [one.seat for one in found if one.seat not in known or known[one.seat].move != move_name(one)]
