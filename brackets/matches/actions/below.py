"""The playoff for the high nonqualifier, once prizes and payouts rest on who that is."""

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
    """Record how a tied group played it out, best first; after posting, only the tie for the high nonqualifier.

    Raises what `posting.record_tiebreak` raises, and after posting Malformed (`reason`) without a reason where paid
    winners come to have won less, Forbidden (`own_card`: it changes what the actor has won).
    """
    around = winnings(event.tournament, reason, actor)
    return posting_actions.record_tiebreak(
        event=event, order=order, reason=reason, read=read, guard=around, actor=actor
    )


@transaction.atomic
def share_below(*, event: Event, members: Sequence[str], reason: str = "", actor: Actor) -> None:
    """Take back, after posting, that the tie for the high nonqualifier was played off: they share that place.

    Raises what `posting.share_below` raises, Malformed (`reason`) without a reason where paid winners come to have won
    less, Forbidden (`own_card`: it changes what the actor has won).
    """
    around = winnings(event.tournament, reason, actor)
    posting_actions.share_below(event=event, members=members, reason=reason, guard=around, actor=actor)
