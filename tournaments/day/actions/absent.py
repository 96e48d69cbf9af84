"""Somebody does not come, or plays after all, together with what becomes of their fee."""

from __future__ import annotations

from django.db import transaction

from tournaments.access import Actor, Rights
from tournaments.actions.overwriting import Read
from tournaments.day.actions.status import set_status
from tournaments.models import Entry
from tournaments.money.actions.absent import settle_absence
from tournaments.money.actions.lines import locked_tournament


@transaction.atomic
def set_status_and_fee(
    *, entry: Entry, status: str, reason: str, fee: str, rights: Rights, read: Read = None, actor: Actor
) -> Entry:
    """Set whether somebody plays (`set_status`), and for a no-show what becomes of the fee (`settle_absence`).

    An empty `fee` leaves the money alone. Raises what both raise; then neither is done.
    """
    # The tournament is locked before its event, as everywhere that money is written.
    locked_tournament(entry.event.tournament)
    entry = set_status(entry=entry, status=status, reason=reason, read=read, actor=actor)
    if fee and status == Entry.Status.NO_SHOW:
        settle_absence(entry=entry, fee=fee, reason=reason, rights=rights, actor=actor)
    return entry
