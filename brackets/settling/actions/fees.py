"""A fee that is changed or taken away once there are pools and payouts that rest on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from brackets.settling.actions.winnings import winnings
from tournaments.access import Actor
from tournaments.actions.overwriting import Read
from tournaments.models import Fee
from tournaments.money.actions import money as money_actions


@transaction.atomic
def change_fee(*, fee: Fee, changes: Mapping[str, Any], read: Read = None, reason: str = "", actor: Actor) -> Fee:
    """Change kind, name, cents or optional of a fee; accounts follow, and the funds of pools.

    Raises Malformed (also without a reason where people took it or paid, naming those who were paid and come to have won
    less), Forbidden (`own_card`) where it changes what the actor has won by now, Refused `exists` (the name is taken),
    Overwriting where something of `changes` is another one than was `read`.
    """
    around = winnings(fee.event.tournament, reason, actor)
    return money_actions.change_fee(fee=fee, changes=changes, read=read, reason=reason, around=around, actor=actor)


@transaction.atomic
def remove_fee(*, fee: Fee, read: Read = None, reason: str = "", actor: Actor) -> None:
    """Take a fee away, so that nobody owes it; what was received stays and is then to be given back.

    Raises Malformed without a reason where people took it or paid, naming those who were paid and come to have won less,
    Forbidden (`own_card`) where it changes what the actor has won by now, Refused `impossible` where it is set how it is paid
    out, Overwriting where it is another one than was `read`.
    """
    around = winnings(fee.event.tournament, reason, actor)
    money_actions.remove_fee(fee=fee, read=read, reason=reason, around=around, actor=actor)
