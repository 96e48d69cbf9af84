"""Pay winners. Payouts are an append-only list; the acts lock the tournament’s row, as those of the ledger do."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from brackets.models import Payout
from brackets.settling import words as settling_words
from brackets.settling.reads.settling import winner
from tournaments.access import Actor, refuse_own_money
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed, text_faults
from tournaments.models import MAX_REASON, Player, Tournament
from tournaments.money.actions.lines import (
    add_line,
    line_faults,
    locked_tournament,
    refuse_moved,
    reversal_of,
    same_before,
)
from tournaments.money.reads.moves import moves_of_lines

PAYOUT_KINDS = (Payout.Kind.CASH, Payout.Kind.CHEQUE)
"""The kinds of payout that people can write. A reversal is written by an act of its own."""


@transaction.atomic
def pay_out(
    *,
    tournament: Tournament,
    player: Player,
    kind: str,
    cents: int,
    note: str = "",
    looked_at: int | None = None,
    is_repeated: bool = False,
    actor: Actor,
) -> Payout:
    """Write a payout to a winner, in cash or by check.

    `looked_at` is the open amount in cents that the actor saw. It serves the optimistic lock, so that two desks do not
    pay the same prize. With `is_repeated`, a repeated request returns the equal payout of the same account, as long as
    nothing else was paid to this person.

    Raises Malformed with every fault, also if this person has won nothing that is decided.
    Raises Forbidden (`own_card`) if the actor would pay themselves.
    Raises Refused `stale`, with the current amount, if the open amount is not `looked_at`.
    Raises Refused `impossible` if `cents` is more than the open amount.
    """
    tournament = locked_tournament(tournament)
    faults = [*text_faults("note", note, MAX_REASON), *line_faults(kind, cents, PAYOUT_KINDS)]
    person = winner(tournament, player.pk)
    if person is None:
        faults.append(Fault("player", "unknown", _("This person has won nothing that is decided.")))
    raise_malformed(faults)
    assert person is not None
    refuse_own_money(actor, tournament, player)
    if is_repeated and looked_at == person.open + cents:
        lines = tournament.payouts.filter(player=player)
        repeated_line = same_before(lines, by=actor.name, kind=kind, cents=cents, note=note)
        if repeated_line is not None:
            return repeated_line
    refuse_moved(
        looked_at,
        person.open,
        tournament=tournament,
        moves=lambda: moves_of_lines(tournament.payouts.filter(player=player).select_related("reverses")),
        message_for=partial(settling_words.payout_moved, person.name, person.open),
    )
    if cents > person.open:
        raise Refused("impossible", settling_words.payout_too_large(person.name, cents, person.open))
    return _add_payout(tournament, player, person.name, kind, cents, note, actor)


@transaction.atomic
def reverse_payout(*, payout: Payout, reason: str, actor: Actor) -> Payout:
    """Reverse a payout by another line, with the reason. A second call returns the same reversal.

    Raises Malformed without a reason.
    Raises Forbidden (`own_card`) if the payout went to the actor.
    Raises Refused `impossible` if the line is itself a reversal.
    """
    tournament = locked_tournament(payout.tournament)
    raise_malformed(text_faults("reason", reason, MAX_REASON, required=True))
    refuse_own_money(actor, tournament, payout.player)
    reversal = reversal_of(payout)
    if reversal is not None:
        return reversal
    person = winner(tournament, payout.player_id)
    name = person.name if person else payout.player.name
    kind = Payout.Kind.REVERSAL
    return _add_payout(tournament, payout.player, name, kind, payout.cents, reason, actor, reverses=payout)


def _add_payout(
    tournament: Tournament,
    player: Player,
    name: str,
    kind: str,
    cents: int,
    note: str,
    actor: Actor,
    *,
    reverses: Payout | None = None,
) -> Payout:
    """Append a line to the payouts. The `note` of a reversal is its reason."""
    return add_line(
        tournament.payouts,
        tournament=tournament,
        kind=kind,
        cents=cents,
        reverses=reverses,
        act="money.payout-reversed" if reverses else "money.paid-out",
        subject="payout",
        logged={"player": name},
        reason=note,
        actor=actor,
        player=player,
        note=note,
    )
