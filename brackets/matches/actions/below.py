"""Playoffs of ties, with a guard for prizes and payouts that depend on who the high nonqualifier is."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from brackets.settling.actions.winnings import winnings
from scorecards.models import TieBreak
from scorecards.standings.actions import posting as posting_actions
from tournaments.access import Actor
from tournaments.actions.overwriting import Read
from tournaments.models import Event


@transaction.atomic
def record_tiebreak(
    *, event: Event, order: Sequence[str], reason: str = "", read: Read = None, actor: Actor
) -> TieBreak:
    """Record the order in which a tied group finished its playoff, best first.

    After posting, only the tie for the high nonqualifier can be recorded. Raises what `posting.record_tiebreak` raises.

    After posting, also raises Malformed (`reason`) if somebody who was paid would have won less and no reason is given.
    After posting, also raises Forbidden (`own_card`) if it changes what the actor has won.
    """
    guard = winnings(event.tournament, reason, actor)
    return posting_actions.record_tiebreak(event=event, order=order, reason=reason, read=read, guard=guard, actor=actor)


@transaction.atomic
def share_below(*, event: Event, members: Sequence[str], reason: str = "", actor: Actor) -> None:
    """Take back the playoff for the high nonqualifier after posting, so that `members` share that place.

    Raises what `posting.share_below` raises.
    Raises Malformed (`reason`) if somebody who was paid would have won less and no reason is given.
    Raises Forbidden (`own_card`) if it changes what the actor has won.
    """
    guard = winnings(event.tournament, reason, actor)
    posting_actions.share_below(event=event, members=members, reason=reason, guard=guard, actor=actor)
