"""Fees that change or go once pools and payouts rest on them."""

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
    """Change kind, name, cents or optional of a fee; accounts and the funds of pools follow.

    Raises Malformed (also without a reason once people took or paid it, or where paid winners come to have won less),
    Forbidden (`own_card`: it changes what the actor has won), Refused `exists` (the name is taken), Overwriting where
    something in `changes` differs from what was `read`.
    """
    around = winnings(fee.event.tournament, reason, actor)
    return money_actions.change_fee(fee=fee, changes=changes, read=read, reason=reason, around=around, actor=actor)


@transaction.atomic
def remove_fee(*, fee: Fee, read: Read = None, reason: str = "", actor: Actor) -> None:
    """Remove a fee, so that nobody owes it; received money stays and is then to be given back.

    Raises Malformed without a reason once people took or paid it, or where paid winners come to have won less;
    Forbidden (`own_card`: it changes what the actor has won), Refused `impossible` (a pool plan rests on it),
    Overwriting where it differs from what was `read`.
    """
    around = winnings(fee.event.tournament, reason, actor)
    money_actions.remove_fee(fee=fee, read=read, reason=reason, around=around, actor=actor)
