"""Change and remove fees, with a guard for the pools and payouts that depend on them."""

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
    """Change kind, name, cents or optional of a fee. Accounts and the funds of pools change with it.

    Raises Malformed for a wrong value.
    Raises Malformed without a reason if people took or paid the fee, or if paid winners would have won less.
    Raises Forbidden (`own_card`) if it changes what the actor has won.
    Raises Refused `exists` if another fee has the name.
    Raises Overwriting if the current value of something in `changes` differs from `read`.
    """
    guard = winnings(fee.event.tournament, reason, actor)
    return money_actions.change_fee(fee=fee, changes=changes, read=read, reason=reason, around=guard, actor=actor)


@transaction.atomic
def remove_fee(*, fee: Fee, read: Read = None, reason: str = "", actor: Actor) -> None:
    """Remove a fee, so that nobody owes it. Money received for it stays on the accounts and is to be given back.

    Raises Malformed without a reason if people took or paid the fee, or if paid winners would have won less.
    Raises Forbidden (`own_card`) if it changes what the actor has won.
    Raises Refused `impossible` if a pool plan depends on the fee.
    Raises Overwriting if the current fee differs from `read`.
    """
    guard = winnings(fee.event.tournament, reason, actor)
    money_actions.remove_fee(fee=fee, read=read, reason=reason, around=guard, actor=actor)
