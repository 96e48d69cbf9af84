"""Money: the fees of an event, who takes a pool, and an append-only ledger.

A tournament has one ledger, so these actions lock the tournament's row. Writers of the log are not blocked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor, Need, Rights, missing_role, refuse_own_money
from tournaments.actions.overwriting import Read, Written, refuse_overwriting
from tournaments.actions.rows import change, change_event_row
from tournaments.errors import Fault, Forbidden, Refused
from tournaments.faults import raise_malformed, text_faults, unknown
from tournaments.models import MAX_REASON, Entry, Event, Fee, FeeTaken, LedgerLine, Player, Tournament, longest
from tournaments.money import rules as money
from tournaments.money import words as money_words
from tournaments.money.actions.lines import (
    add_line,
    line_faults,
    locked_tournament,
    refuse_moved,
    reversal_of,
    same_before,
)
from tournaments.money.reads.money import PersonAccount, account_of, line_of, paid_for, unpaid
from tournaments.money.reads.moves import moves_of_account
from tournaments.money.rules import MOST_CENTS, Kind

LINE_KINDS = (LedgerLine.Kind.CASH, LedgerLine.Kind.CHEQUE, LedgerLine.Kind.REFUND, LedgerLine.Kind.WAIVER)
"""The kinds of line that a person can write; `reverse_line` writes reversals."""

_WRITTEN = {
    LedgerLine.Kind.CASH: "money.received",
    LedgerLine.Kind.CHEQUE: "money.received",
    LedgerLine.Kind.REFUND: "money.refunded",
    LedgerLine.Kind.WAIVER: "money.waived",
    LedgerLine.Kind.REVERSAL: "money.reversed",
}
_RULED = {LedgerLine.Kind.REFUND, LedgerLine.Kind.WAIVER}
"""The kinds of line that nobody writes on their own account: somebody else has to grant a refund or a waiver."""


# --- Fees ------------------------------------------------------------------------------------------------------------

FEE = audit.Logged(model=Fee, names=("kind", "name", "cents", "optional"))


@transaction.atomic
def add_fee(*, event: Event, name: str, cents: int, kind: str, optional: bool = False, actor: Actor) -> Fee:
    """Add a fee, in cents. From then on everybody in the event owes it, or only those who take it if it is optional.

    Raises Malformed, and Refused `exists` if the event has a fee of that name.
    """
    locked_tournament(event.tournament)
    event = Event.objects.locked(event)
    values = {"kind": kind, "name": name, "cents": cents, "optional": optional}
    raise_malformed(_fee_faults(values))
    _refuse_same_name(event, name)
    fee = Fee.objects.create(event=event, **values)
    audit.record(event=event, actor=actor, action="fee.added", subject=("fee", name), after=FEE.values(fee))
    event.touch()
    return fee


@transaction.atomic
def change_fee(
    *,
    fee: Fee,
    changes: Mapping[str, Any],
    read: Read = None,
    reason: str = "",
    around: AbstractContextManager[None] | None = None,
    actor: Actor,
) -> Fee:
    """Change the kind, name, amount or `optional` of a fee. Accounts follow; the lines of the ledger stay.

    `around` wraps the change, and may refuse its effect on what depends on fees. Raises Malformed (also without a
    reason if people took the fee or paid), Refused `exists` (another fee has the name), Overwriting (a changed value is
    no longer as `read`).
    """
    locked_tournament(fee.event.tournament)
    event = Event.objects.locked(fee.event)
    fee = event.fees.select_related("event").get(pk=fee.pk)
    changes = refuse_overwriting(changes, read=read, now=FEE.values(fee), of=_written(fee, read), actor=actor)
    raise_malformed([*_fee_faults(changes), *text_faults("reason", reason, MAX_REASON)])
    before, after = FEE.difference(fee, changes)
    if not after:
        return fee
    if "name" in after:
        _refuse_same_name(event, after["name"], fee=fee)
    name, people = fee.name, paid_for(fee)
    with around or nullcontext():
        change(fee, after)
        if "optional" in after or not fee.is_chosen:
            # People chose to take the fee, or to be off it, on its old terms.
            fee.taken.all().delete()
    _need_reason(name, people, reason)
    audit.record(
        event=event, actor=actor, action="fee.changed", subject=("fee", name), before=before, after=after, reason=reason
    )
    event.touch()
    return fee


def _written(fee: Fee, read: Read) -> Written:
    """Return how the log records this fee: under the name that it had when the user read it."""
    return Written(fee.event, ("fee", (read or {}).get("name", fee.name)))


@transaction.atomic
def remove_fee(
    *,
    fee: Fee,
    read: Read = None,
    reason: str = "",
    around: AbstractContextManager[None] | None = None,
    actor: Actor,
) -> None:
    """Remove a fee, so that nobody owes it. The lines of the ledger stay; money paid for it is to be given back.

    `around` wraps the removal, and may refuse its effect on what depends on fees. Raises Malformed (without a reason if
    people took the fee or paid), Refused `impossible` (its payout is set), Overwriting (it is no longer as `read`).
    """
    locked_tournament(fee.event.tournament)
    event = Event.objects.locked(fee.event)
    fee = event.fees.select_related("event").get(pk=fee.pk)
    refuse_overwriting(read or {}, read=read, now=FEE.values(fee), of=_written(fee, read), actor=actor)
    raise_malformed(text_faults("reason", reason, MAX_REASON))
    people = paid_for(fee)
    taken = list(fee.taken.order_by("entry__number").values_list("entry__number", flat=True))
    before = {**FEE.values(fee), "entrants": taken}
    try:
        with around or nullcontext():
            fee.taken.all().delete()
            fee.delete()
    except ProtectedError as exc:
        raise Refused(
            "impossible",
            _(
                "How “%(fee)s” is paid out is set already. Take that back on the page Pools, where it stands while the fee is a "
                "pool; then take the fee away."
            )
            % {"fee": fee.name},
        ) from exc
    _need_reason(str(before["name"]), people, reason)
    audit.record(
        event=event,
        actor=actor,
        action="fee.removed",
        subject=("fee", str(before["name"])),
        before=before,
        reason=reason,
    )
    event.touch()


@transaction.atomic
def set_money_first(*, event: Event, money_first: bool, actor: Actor) -> Event:
    """Set whether seats are drawn only after everybody has paid for this event; the default is no."""
    return change_event_row(Event.objects.locked(event), {"money_first": money_first}, actor=actor)


def refuse_unpaid(event: Event) -> None:
    """Raise Refused `unpaid` if the director wants money first and a playing entrant has not paid for this event."""
    if not event.money_first:
        return
    unpaid_cents = unpaid(event)
    if not unpaid_cents:
        return
    names = dict(event.entries.filter(number__in=unpaid_cents).known_by("number"))
    faults = [
        Fault(
            f"entrants.{number}",
            "unpaid",
            _("%(name)s: %(amount)s is open.") % {"name": names[number], "amount": money_words.amount(cents)},
        )
        for number, cents in unpaid_cents.items()
    ]
    raise Refused("unpaid", money_words.unpaid(len(unpaid_cents), sum(unpaid_cents.values())), faults=faults)


# --- Pools -----------------------------------------------------------------------------------------------------------


@transaction.atomic
def choose_fee(*, entry: Entry, fee: Fee, taken: bool, reason: str = "", rights: Rights, actor: Actor) -> None:
    """Take or leave an optional fee, or a pool that everybody owes. Repeating it changes nothing.

    Somebody who leaves such a pool does not owe it. Once the qualifiers are posted, taking or leaving a pool changes who
    won it. Then only the director may do it, with a reason.

    Raises Malformed (a fee of another event, or no such reason), Refused `impossible` (everybody owes the fee and it is
    no pool), Forbidden `role`, Forbidden `own_card` (the actor's own entry, once play has begun or if everybody owes
    the fee). Without the last refusal, people could join a pool that they win, or leave one that they lose.
    """
    tournament = locked_tournament(entry.event.tournament)
    event = Event.objects.locked(entry.event)
    if fee.event_id != event.pk:
        raise_malformed([Fault("fee", "unknown", _("This event has no such fee."))])
    if not fee.is_chosen:
        message = _("Everybody in the event owes “%(fee)s”. To let somebody off, write a waiver on their account.")
        raise Refused("impossible", message % {"fee": fee.name})
    rows = FeeTaken.objects.filter(entry=entry, fee=fee)
    # A row is an exception: somebody takes an optional fee, or is off a pool that everybody owes.
    has_row, needs_row = rows.exists(), taken == fee.optional
    if has_row == needs_row:
        return
    changes_winners = event.posted_at is not None and fee.kind in Fee.POOLS
    if changes_winners and not rights.may_in(event, Need.DIRECT):
        raise Forbidden("role", f"{money_words.pool_after_posting()} {missing_role(Need.DIRECT)}")
    if event.is_played or not fee.optional:
        refuse_own_money(actor, tournament, entry.player)
    faults = text_faults("reason", reason, MAX_REASON)
    if changes_winners and not reason.strip():
        faults.append(
            Fault("reason", "required", " ".join([money_words.pool_after_posting(), _("Say why: the log keeps it.")]))
        )
    raise_malformed(faults)
    if needs_row:
        FeeTaken.objects.create(entry=entry, fee=fee)
    else:
        rows.delete()
    _record_pool(tournament, entry, fee, actor, taken=taken, reason=reason)


def take_fees(tournament: Tournament, taken: Sequence[tuple[Entry, Fee]], actor: Actor) -> None:
    """Let several people take optional fees; those taken already stay taken. The caller has locked the tournament."""
    taken_keys = set(FeeTaken.objects.filter(entry__in=[entry for entry, _fee in taken]).values_list("entry", "fee"))
    new_choices = [(entry, fee) for entry, fee in taken if (entry.pk, fee.pk) not in taken_keys]
    FeeTaken.objects.bulk_create(FeeTaken(entry=entry, fee=fee) for entry, fee in new_choices)
    audit.record_many(
        tournament=tournament,
        actor=actor,
        action="money.pool-taken",
        acts=[(("ledger", entry.known_name), _pool_values(entry, fee)) for entry, fee in new_choices],
    )


def _record_pool(
    tournament: Tournament, entry: Entry, fee: Fee, actor: Actor, *, taken: bool, reason: str = ""
) -> None:
    audit.record(
        tournament=tournament,
        actor=actor,
        action="money.pool-taken" if taken else "money.pool-left",
        subject=("ledger", entry.known_name),
        after=_pool_values(entry, fee),
        reason=reason,
    )


def _pool_values(entry: Entry, fee: Fee) -> dict[str, Any]:
    return {"player": entry.known_name, "event": fee.event.slug, "name": fee.name, "cents": fee.cents}


# --- The ledger ------------------------------------------------------------------------------------------------------


@transaction.atomic
def write_line(
    *,
    tournament: Tournament,
    player: Player,
    kind: str,
    cents: int,
    note: str = "",
    event: str = "",
    looked_at: int | None = None,
    is_repeated: bool = False,
    actor: Actor,
) -> LedgerLine:
    """Write a line: money came (`cash`, `cheque`), went back (`refund`), or is waived (`waiver`, with its reason).

    - `event`: the slug of the event whose fees a waiver covers. Without it, a waiver covers all fees in their order.
    - `looked_at`: the open amount in cents that the writer saw. If it has changed, the line is refused, so that two
      desks do not receive the same money.
    - `is_repeated`: the request may be a retry. If the last line has the same author and values, and accounts for the
      change since `looked_at`, it is returned and nothing is written.

    Raises Malformed, Forbidden `own_card` (a refund or waiver on the actor's own account), Refused: `stale` with the
    `current` amount, `impossible` with the amounts. Impossible is a refund of more than was received, and a waiver of
    more than the charges without pools, as pools are the players' money.

    Actors may receive their own cash and checks: the only director of a club pays too, and the log says who wrote the
    line.
    """
    tournament = locked_tournament(tournament)
    faults = text_faults("note", note, MAX_REASON, required=kind == LedgerLine.Kind.WAIVER)
    faults += line_faults(kind, cents, LINE_KINDS)
    person_account = account_of(tournament, player.pk)
    if person_account is None:
        faults.append(Fault("player", "unknown", _("This person does not play in this tournament.")))
    elif event:
        faults += _event_faults(kind, event, person_account)
    raise_malformed(faults)
    assert person_account is not None
    if kind in _RULED:
        refuse_own_money(actor, tournament, player)
    so_far = person_account.account
    waiver_event = tournament.events.get(slug=event) if event else None
    if is_repeated and looked_at is not None and looked_at != so_far.open:
        values = {"kind": kind, "cents": cents, "note": note, "event": waiver_event}
        line = same_before(tournament.ledger.filter(player=player), by=actor.name, **values)
        # Every kind lowers the open amount, except a refund, which raises it.
        lowered_by = -cents if kind == LedgerLine.Kind.REFUND else cents
        if line is not None and looked_at == so_far.open + lowered_by:
            return line
    refuse_moved(
        looked_at,
        so_far.open,
        tournament=tournament,
        moves=partial(moves_of_account, tournament, person_account),
        message_for=partial(money_words.money_moved, person_account.name, so_far.open),
    )
    most_waivable = person_account.can_waive(event)
    refusal = money.find_refused(Kind(kind), cents, so_far, most_waivable)
    if refusal == "refund":
        raise Refused("impossible", money_words.refund_too_large(person_account.name, cents, so_far.held))
    if refusal == "waiver":
        raise Refused("impossible", _waiver_too_large(person_account, cents, most_waivable, event))
    return _add_line(tournament, player, person_account.name, kind, cents, note, actor, event=waiver_event)


def _event_faults(kind: str, event: str, person_account: PersonAccount) -> list[Fault]:
    """Return the faults of the event (a slug) that a line is for."""
    if kind != LedgerLine.Kind.WAIVER:
        return [
            Fault(
                "event",
                "invalid",
                _("Only a waiver is for an event: leave this empty, money covers fees in their order."),
            )
        ]
    slugs = [entry.event for entry in person_account.entries]
    return [] if event in slugs else [unknown("event", slugs)]


def _waiver_too_large(person_account: PersonAccount, cents: int, most: int, event: str) -> str:
    """Return why this much cannot be waived, in total or for the event; `most` can be waived."""
    names = {entry.event: entry.event_name for entry in person_account.entries}
    pools = sum(fee.cents for fee in person_account.charges if fee.charged.is_pool and event in {"", fee.event})
    return money_words.waiver_too_large(
        person_account.name, cents, most, pools=pools, event=names[event] if event else ""
    )


@transaction.atomic
def reverse_line(*, line: LedgerLine, reason: str, actor: Actor) -> LedgerLine:
    """Reverse a line by another one, with the reason, and return that one. Repeating it changes nothing.

    Raises Malformed (no reason), Forbidden `own_card` (any line of the actor's own account, since taking back cash
    amounts to a refund), Refused `impossible` (the line is a reversal, or its money was refunded since).
    """
    tournament = locked_tournament(line.tournament)
    raise_malformed(text_faults("reason", reason, MAX_REASON, required=True))
    refuse_own_money(actor, tournament, line.player)
    reversal = reversal_of(line)
    if reversal is not None:
        return reversal
    lines = [line_of(row) for row in tournament.ledger.filter(player=line.player_id).select_related("reverses")]
    if money.find_irreversible(line.number, lines) == "refund":
        held = money.account((), lines).held
        raise Refused(
            "impossible",
            _(
                "Line %(number)d is %(amount)s and the desk has only %(held)s of this money: the rest was refunded. Take "
                "the refund back first."
            )
            % {"number": line.number, "amount": money_words.amount(line.cents), "held": money_words.amount(held)},
        )
    kind = LedgerLine.Kind.REVERSAL
    return _add_line(tournament, line.player, line.player.name, kind, line.cents, reason, actor, reverses=line)


def hand_over_ledger(tournament: Tournament, known: Player, new: Player) -> None:
    """Move the ledger lines and payouts of a player in this tournament to the player who replaces them."""
    tournament.ledger.filter(player=known).update(player=new)
    tournament.payouts.filter(player=known).update(player=new)


def _add_line(
    tournament: Tournament,
    player: Player,
    name: str,
    kind: str,
    cents: int,
    note: str,
    actor: Actor,
    *,
    event: Event | None = None,
    reverses: LedgerLine | None = None,
) -> LedgerLine:
    return add_line(
        tournament.ledger,
        tournament=tournament,
        kind=kind,
        cents=cents,
        reverses=reverses,
        act=_WRITTEN[LedgerLine.Kind(kind)],
        subject="ledger",
        logged={"player": name, "event": event.slug} if event else {"player": name},
        reason=note,
        actor=actor,
        player=player,
        note=note,
        event=event,
    )


def _fee_faults(values: Mapping[str, Any]) -> list[Fault]:
    faults = []
    if "name" in values:
        faults += text_faults("name", values["name"], longest(Fee, "name"), required=True)
    if "kind" in values and values["kind"] not in Fee.Kind.values:
        faults.append(unknown("kind", Fee.Kind.values))
    if "cents" in values and not 0 <= values["cents"] <= MOST_CENTS:
        faults.append(Fault("cents", "range", money_words.amount_form()))
    return faults


def _refuse_same_name(event: Event, name: str, *, fee: Fee | None = None) -> None:
    """Raise Refused (`exists`) if the event has another fee than `fee` with this name."""
    others = event.fees.exclude(pk=fee.pk) if fee else event.fees.all()
    if others.filter(name__iexact=name).exists():
        message = _("This event has a fee “%(name)s” already. Change that one, or give this one another name.") % {
            "name": name
        }
        raise Refused("exists", message, faults=[Fault("name", "exists", message)])


def _need_reason(name: str, people: int, reason: str) -> None:
    """Raise Malformed (`reason`) if people took or paid the fee of this name and no reason is given."""
    if people and not reason.strip():
        raise_malformed([Fault("reason", "required", money_words.fee_in_use(name, people))])
