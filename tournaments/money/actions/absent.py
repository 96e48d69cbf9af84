"""What becomes of the fee of somebody who does not come."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from tournaments.access import Actor, Need, Rights, missing_role
from tournaments.errors import Forbidden
from tournaments.faults import raise_malformed, unknown
from tournaments.models import Entry, Fee, LedgerLine
from tournaments.money.actions.lines import locked_tournament
from tournaments.money.actions.money import choose_fee, write_line
from tournaments.money.reads.money import Charge, PersonAccount, account_of
from tournaments.money.rules import OF_ABSENT


@transaction.atomic
def settle_absence(*, entry: Entry, fee: str, reason: str, rights: Rights, actor: Actor) -> None:
    """Write what becomes of the fees and pools of an entry whose player does not come (ours).

    - `owed`: they stay as they are. What is open is owed, what was paid stays with the desk.
    - `waived`: what is open is not asked for. The player leaves the pools that are not paid.
    - `refunded`: nothing is owed. The player leaves all pools, and what was paid for the event is given back in cash.

    Money that the person owes for other events is kept from a refund. Repeating it changes nothing. Raises Forbidden
    `role` for whoever may not write on accounts of the whole tournament, Malformed for another `fee`, and what
    `choose_fee` and `write_line` raise.
    """
    if not rights.may_in_all(Need.REGISTER):
        raise Forbidden("role", missing_role(Need.REGISTER))
    if fee not in OF_ABSENT:
        raise_malformed([unknown("fee", OF_ABSENT)])
    if fee == "owed":
        return
    tournament = locked_tournament(entry.event.tournament)
    before = account_of(tournament, entry.player_id)
    if before is None:
        return
    is_refunded = fee == "refunded"
    for charge, left in _of_event(before, entry):
        if charge.charged.is_pool and (is_refunded or left):
            pool = Fee.objects.select_related("event").get(pk=charge.fee)
            choose_fee(entry=entry, fee=pool, taken=False, reason=reason, rights=rights, actor=actor)
    account = account_of(tournament, entry.player_id)
    assert account is not None
    slug = entry.event.slug
    cents = account.can_waive(slug) if is_refunded else sum(left for _charge, left in _of_event(account, entry))
    write = partial(write_line, tournament=tournament, player=entry.player, note=reason, actor=actor)
    if cents:
        write(kind=LedgerLine.Kind.WAIVER, cents=cents, event=slug)
    account = account_of(tournament, entry.player_id)
    assert account is not None
    freed = before.account.open - account.account.open
    back = min(freed, account.to_give_back)
    if is_refunded and back > 0:
        write(kind=LedgerLine.Kind.REFUND, cents=back)


def _of_event(account: PersonAccount, entry: Entry) -> list[tuple[Charge, int]]:
    """The charges of this entry's event, each with what is left to pay of it."""
    pairs = zip(account.charges, account.left, strict=True)
    return [(charge, left) for charge, left in pairs if charge.event == entry.event.slug]
