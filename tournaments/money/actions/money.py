"""Money: the fees of an event, the pools that somebody takes, and a ledger that is added to and never changed.

The ledger is one for a tournament, so these lock the tournament's row: without blocking those who only write its trail.
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
"""What a line that somebody writes can say; a reversal is `reverse_line`."""

_WRITTEN = {
    LedgerLine.Kind.CASH: "money.received",
    LedgerLine.Kind.CHEQUE: "money.received",
    LedgerLine.Kind.REFUND: "money.refunded",
    LedgerLine.Kind.WAIVER: "money.waived",
    LedgerLine.Kind.REVERSAL: "money.reversed",
}
_RULED = {LedgerLine.Kind.REFUND, LedgerLine.Kind.WAIVER}
"""What nobody writes for themselves: whoever is let off or is given money back has somebody else say so."""


# --- Fees ------------------------------------------------------------------------------------------------------------

FEE = audit.Logged(model=Fee, names=("kind", "name", "cents", "optional"))


@transaction.atomic
def add_fee(*, event: Event, name: str, cents: int, kind: str, optional: bool = False, actor: Actor) -> Fee:
    """Add a fee, in cents. Everybody entered owes it at once, or where it is optional whoever takes it.

    Raises Malformed, Refused `exists` where the event has a fee of that name.
    """
    locked_tournament(event.tournament)
    event = Event.objects.locked(event)
    wanted = {"kind": kind, "name": name, "cents": cents, "optional": optional}
    raise_malformed(_fee_faults(wanted))
    _refuse_same_name(event, name)
    fee = Fee.objects.create(event=event, **wanted)
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
    """Change kind, name, cents or optional; accounts follow, what was received stays.

    The change is made within `around`, which refuses what it does to what rests on fees. Raises Malformed (also without a
    reason where people took it or paid), Refused `exists` (the name is taken), Overwriting where something of `changes` is
    another one than was `read`.
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
        _refuse_same_name(event, after["name"], but=fee)
    name, people = fee.name, paid_for(fee)
    with around or nullcontext():
        change(fee, after)
        if "optional" in after or not fee.is_chosen:
            # What somebody chose was about the fee as it was.
            fee.taken.all().delete()
    _need_reason(name, people, reason)
    audit.record(
        event=event, actor=actor, action="fee.changed", subject=("fee", name), before=before, after=after, reason=reason
    )
    event.touch()
    return fee


def _written(fee: Fee, read: Read) -> Written:
    """The trail calls a fee by the name that it had."""
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
    """Take a fee away, so that nobody owes it; what was received stays and is then to be given back.

    It goes within `around`, which refuses what that does to what rests on fees. Raises Malformed without a reason where people
    took it or paid, Refused `impossible` where it is set how it is paid out, Overwriting where it is another one than was `read`.
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
    """Say whether the seats of this event are drawn only once everybody has paid for it; usually they are drawn anyway."""
    return change_event_row(Event.objects.locked(event), {"money_first": money_first}, actor=actor)


def refuse_unpaid(event: Event) -> None:
    """Raise Refused `unpaid` where the director wants money first and somebody who plays has not paid for this event."""
    if not event.money_first:
        return
    left = unpaid(event)
    if not left:
        return
    names = dict(event.entries.filter(number__in=left).values_list("number", "name"))
    faults = [
        Fault(
            f"entrants.{number}",
            "unpaid",
            _("%(name)s: %(amount)s is open.") % {"name": names[number], "amount": money_words.amount(cents)},
        )
        for number, cents in left.items()
    ]
    raise Refused("unpaid", money_words.unpaid(len(left), sum(left.values())), faults=faults)


# --- Pools -----------------------------------------------------------------------------------------------------------


@transaction.atomic
def choose_fee(*, entry: Entry, fee: Fee, taken: bool, reason: str = "", rights: Rights, actor: Actor) -> None:
    """Take part in an optional fee or in a pool that everybody owes, or no longer; doing it twice is the same as once.

    Whoever is off a pool that everybody owes does not owe it. Once the qualifiers of the event are posted, a pool so gets other
    winners: then the director does it, with a reason.

    Raises Malformed for a fee of another event and without that reason, Refused `impossible` for one that everybody owes and
    that is no pool, Forbidden `role`, and `own_card` for one's own once the event is played, or where everybody owes it: who
    sees how it goes could else come into a pool that they win, or out of a lost one, and nobody lets themselves off.
    """
    tournament = locked_tournament(entry.event.tournament)
    event = Event.objects.locked(entry.event)
    if fee.event_id != event.pk:
        raise_malformed([Fault("fee", "unknown", _("This event has no such fee."))])
    if not fee.is_chosen:
        told = _("Everybody in the event owes “%(fee)s”. To let somebody off, write a waiver on their account.")
        raise Refused("impossible", told % {"fee": fee.name})
    known = FeeTaken.objects.filter(entry=entry, fee=fee)
    # A row says what is not so by itself: that somebody takes an optional fee, or is off a pool that everybody owes.
    written, wanted = known.exists(), taken == fee.optional
    if written == wanted:
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
    if wanted:
        FeeTaken.objects.create(entry=entry, fee=fee)
    else:
        known.delete()
    _record_pool(tournament, entry, fee, actor, taken=taken, reason=reason)


def take_fees(tournament: Tournament, taken: Sequence[tuple[Entry, Fee]], actor: Actor) -> None:
    """Let several people take optional fees of their events, under the lock of the tournament; what is taken stays taken."""
    known = set(FeeTaken.objects.filter(entry__in=[entry for entry, _fee in taken]).values_list("entry", "fee"))
    new = [(entry, fee) for entry, fee in taken if (entry.pk, fee.pk) not in known]
    FeeTaken.objects.bulk_create(FeeTaken(entry=entry, fee=fee) for entry, fee in new)
    for entry, fee in new:
        _record_pool(tournament, entry, fee, actor, taken=True)


def _record_pool(
    tournament: Tournament, entry: Entry, fee: Fee, actor: Actor, *, taken: bool, reason: str = ""
) -> None:
    audit.record(
        tournament=tournament,
        actor=actor,
        action="money.pool-taken" if taken else "money.pool-left",
        subject=("ledger", entry.name),
        after={"player": entry.name, "event": fee.event.slug, "name": fee.name, "cents": fee.cents},
        reason=reason,
    )


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
    """Write that money came (`cash`, `cheque`), went back (`refund`) or is not asked for (`waiver`, with the reason).

    `event` is the short name of the one whose fees a waiver is for; without it the waiver covers fees in their order.
    `looked_at` is what was open, in cents, when whoever writes looked: where it is not any more, Refused `stale` with what
    is `current`, so that two desks do not receive the same money. Where it may be `is_repeated`, the same written by the same
    account before with the same `looked_at` is that line once more, as long as nothing else happened to the account. Raises Malformed, Forbidden (`own_card`, for a refund or a
    waiver of one's own), Refused `impossible` with the numbers (more goes back than came, more is waived than is charged
    beside pools: those are the players' money).

    Whoever plays receives their own cash and cheques too: a club's lone director pays like everybody, and the log says who
    wrote it.
    """
    tournament = locked_tournament(tournament)
    faults = text_faults("note", note, MAX_REASON, required=kind == LedgerLine.Kind.WAIVER)
    faults += line_faults(kind, cents, LINE_KINDS)
    known = account_of(tournament, player.pk)
    if known is None:
        faults.append(Fault("player", "unknown", _("This person does not play in this tournament.")))
    elif event:
        faults += _event_faults(kind, event, known)
    raise_malformed(faults)
    assert known is not None
    if kind in _RULED:
        refuse_own_money(actor, tournament, player)
    so_far = known.account
    about = tournament.events.get(slug=event) if event else None
    if is_repeated and looked_at is not None and looked_at != so_far.open:
        said = {"kind": kind, "cents": cents, "note": note, "event": about}
        line = same_before(tournament.ledger.filter(player=player), by=actor.name, **said)
        if line is not None and looked_at == so_far.open + (-cents if kind == LedgerLine.Kind.REFUND else cents):
            return line
    refuse_moved(
        looked_at,
        so_far.open,
        tournament=tournament,
        moves=partial(moves_of_account, tournament, known),
        told=partial(money_words.money_moved, known.name, so_far.open),
    )
    most = known.can_waive(event)
    found = money.find_refused(Kind(kind), cents, so_far, most)
    if found == "refund":
        raise Refused("impossible", money_words.refund_too_large(known.name, cents, so_far.held))
    if found == "waiver":
        raise Refused("impossible", _waiver_too_large(known, cents, most, event))
    return _add_line(tournament, player, known.name, kind, cents, note, actor, event=about)


def _event_faults(kind: str, event: str, known: PersonAccount) -> list[Fault]:
    """What is wrong with the event that a line is for."""
    if kind != LedgerLine.Kind.WAIVER:
        return [
            Fault(
                "event",
                "invalid",
                _("Only a waiver is for an event: leave this empty, money covers fees in their order."),
            )
        ]
    slugs = [entry.event for entry in known.entries]
    return [] if event in slugs else [unknown("event", slugs)]


def _waiver_too_large(known: PersonAccount, cents: int, most: int, event: str) -> str:
    names = {entry.event: entry.event_name for entry in known.entries}
    pools = sum(fee.cents for fee in known.charges if fee.charged.is_pool and event in {"", fee.event})
    return money_words.waiver_too_large(known.name, cents, most, pools=pools, event=names[event] if event else "")


@transaction.atomic
def reverse_line(*, line: LedgerLine, reason: str, actor: Actor) -> LedgerLine:
    """Take a line back by another one, with the reason; taking it back twice is the same as once.

    Raises Malformed without a reason, Forbidden (`own_card`), Refused `impossible` for a reversal, and for money that was
    refunded meanwhile. A line of one's own account is taken back by somebody else, whatever it says: cash that is taken back
    is a refund by another name.
    """
    tournament = locked_tournament(line.tournament)
    raise_malformed(text_faults("reason", reason, MAX_REASON, required=True))
    refuse_own_money(actor, tournament, line.player)
    known = reversal_of(line)
    if known is not None:
        return known
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
    """What a person paid in this tournament, and was paid, is the money of the one who stands for them here from now on."""
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
        told={"player": name, "event": event.slug} if event else {"player": name},
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


def _refuse_same_name(event: Event, name: str, *, but: Fee | None = None) -> None:
    others = event.fees.exclude(pk=but.pk) if but else event.fees.all()
    if others.filter(name__iexact=name).exists():
        message = _("This event has a fee “%(name)s” already. Change that one, or give this one another name.") % {
            "name": name
        }
        raise Refused("exists", message, faults=[Fault("name", "exists", message)])


def _need_reason(name: str, people: int, reason: str) -> None:
    if people and not reason.strip():
        raise_malformed([Fault("reason", "required", money_words.fee_in_use(name, people))])
