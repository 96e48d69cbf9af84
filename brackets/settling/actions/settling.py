"""Set prizes and pools, write lines of the books, and pay winners.

The items and the payouts of a tournament are two append-only lists. The acts that write them lock the tournament's row,
as the ledger does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from brackets.models import Item, Payout, PoolPlan, Prize
from brackets.settling import words as settling_words
from brackets.settling.actions.winnings import winnings
from brackets.settling.reads.prizes import POOLS, pool_mark, prizes_mark
from brackets.settling.reads.settling import winner
from brackets.settling.rules import PLACES, by_key
from tournaments import audit
from tournaments.access import Actor, is_own, is_same_name, may_be_own, refuse_own_money
from tournaments.actions.logged import THE_ROWS_OWN
from tournaments.actions.overwriting import Read, Written, refuse_overwriting, refuse_unseen, settled
from tournaments.errors import Fault, Forbidden, Overwriting, Refused, Since
from tournaments.faults import out_of_range, raise_malformed, text_faults, unknown
from tournaments.models import MAX_REASON, AuditEntry, Entry, Event, Fee, Player, Tournament, longest
from tournaments.money import words as money_words
from tournaments.money.actions.lines import (
    add_line,
    line_faults,
    locked_tournament,
    refuse_moved,
    reversal_of,
    same_before,
)
from tournaments.money.reads.moves import moves_of_lines
from tournaments.money.rules import MOST_CENTS
from tournaments.reads import set_by as set_by_reads

MAX_PRIZES = 300
PRIZE = audit.Logged(model=Prize, names=("kind", "place", "name", "cents"), by_hand="entry")
MOST_PLACES = 500
MOST_RATIO = 100

ITEM_KINDS = (Item.Kind.EXPENSE, Item.Kind.SANCTIONING, Item.Kind.INCOME)
PAYOUT_KINDS = (Payout.Kind.CASH, Payout.Kind.CHEQUE)
"""The kinds of line that people can write. A reversal is written by an act of its own."""


@dataclass(frozen=True, slots=True)
class PrizePlan:
    """A prize as the director sets it, in cents; `entrant` is the number of the entrant who gets a named prize."""

    kind: str
    cents: int
    place: int | None = None
    name: str = ""
    entrant: int | None = None


# --- Prizes ----------------------------------------------------------------------------------------------------------


@transaction.atomic
def set_prizes(
    *,
    event: Event,
    prizes: Sequence[PrizePlan],
    mark: str | None = None,
    read: Sequence[PrizePlan] | None = None,
    unseen: bool = False,
    reason: str = "",
    actor: Actor,
) -> None:
    """Replace the table of prizes of an event. Payouts already made stay.

    Three arguments serve the optimistic lock. `mark` identifies the table that the actor read (`prizes_mark`). `read`
    is that table itself: then only prizes that differ from it are written. `unseen`: the actor read no table.

    Raises Malformed with every fault of the table.
    Raises Malformed without a reason if paid winners would have won less.
    Raises Forbidden (`own_card`) with every new prize that names the actor.
    Raises Forbidden (`own_card`) also if the table changes what the actor has won.
    Raises Refused `stale` if the table changed since the `mark`, or if it is `unseen` and somebody else set it last.
    Raises Overwriting with every prize to be written that others changed since it was `read`.
    """
    event = Event.objects.locked(event)
    if mark is not None and mark != prizes_mark(event):
        row = set_by_reads.last_set(event.tournament, event, ("prizes", event.slug), "prizes")
        with timezone.override(event.tournament.time_zone):
            sentence = settling_words.prizes_are_stale(_since(row))
        raise Refused("stale", sentence, current={"prizes": _prizes_now(event)})
    entries = {entry.number: entry for entry in Entry.objects.of(event).with_people()}
    before = _prizes_now(event)
    if read is not None:
        prizes = _merged(event, prizes, read, before, actor)
    raise_malformed(_prize_faults(prizes, entries))
    _refuse_own_prizes(prizes, before, entries, actor)
    after = sorted(map(_plan_values, prizes), key=_table_order)
    if before == after:
        return
    if before and unseen:
        current = {"mark": prizes_mark(event), "prizes": before}
        refuse_unseen(Written(event, ("prizes", event.slug)), "prizes", by="mark", current=current, actor=actor)
    with winnings(event.tournament, reason, actor):
        Prize.objects.filter(event=event).delete()
        Prize.objects.bulk_create(
            Prize(
                event=event,
                kind=plan.kind,
                place=plan.place,
                name=plan.name.strip(),
                cents=plan.cents,
                entry=entries[plan.entrant] if plan.entrant is not None else None,
            )
            for plan in prizes
        )
    audit.record(
        event=event,
        actor=actor,
        action="prizes.set",
        subject=("prizes", event.slug),
        before={"prizes": before},
        after={"prizes": after},
        reason=reason,
    )
    event.touch()


def _merged(
    event: Event,
    prizes: Sequence[PrizePlan],
    read: Sequence[PrizePlan],
    current_rows: Sequence[Mapping[str, Any]],
    actor: Actor,
) -> list[PrizePlan]:
    """Merge the sent table with the current one, in the order of the sent one.

    A prize that differs from the one that was read is new; any other prize is as it is now.
    Raises Overwriting with the current table if a prize to be written changed since it was read.
    """
    sent_by_key = by_key(map(_plan_values, prizes))
    read_by_key = by_key(map(_plan_values, read))
    current_by_key = by_key(current_rows)
    try:
        merged = settled(
            _with_all_keys(sent_by_key, read_by_key, current_by_key),
            read=_with_all_keys(read_by_key, sent_by_key, current_by_key),
            now=_with_all_keys(current_by_key, sent_by_key, read_by_key),
            of=Written(event, ("prizes", event.slug), find=lambda key: _last_set(event, key)),
            actor=actor,
        )
    except Overwriting as refused:
        refused.current = {"prizes": list(current_rows)}
        raise
    return [PrizePlan(**dict(values)) for values in merged.values() if values]


def _last_set(event: Event, key: str) -> AuditEntry | None:
    """The latest row of the log that changed the prize of this key; None without one."""
    for row in AuditEntry.objects.filter(event=event, action="prizes.set").order_by("-pk"):
        before = by_key((row.before or {}).get("prizes", ()))
        after = by_key((row.after or {}).get("prizes", ()))
        if before.get(key) != after.get(key):
            return row
    return None


def _with_all_keys(rows: Mapping[str, Any], *others: Mapping[str, Any]) -> dict[str, Any]:
    """These rows as tuples of items, with None for every key that only the other tables have."""
    keys = dict.fromkeys([*rows, *(key for other in others for key in other)])
    return {key: tuple(rows[key].items()) if key in rows else None for key in keys}


def _refuse_own_prizes(
    prizes: Sequence[PrizePlan], before: Sequence[Mapping[str, Any]], entries: Mapping[int, Entry], actor: Actor
) -> None:
    """Raise Forbidden (`own_card`) with every new prize that names the actor. Unchanged prizes are allowed."""
    old_prizes = list(before)
    faults = []
    for place, plan in enumerate(prizes):
        values = _plan_values(plan)
        if values in old_prizes:
            old_prizes.remove(values)
        elif plan.entrant is not None and is_own(actor.user, entries[plan.entrant]):
            sentence = settling_words.prize_for_oneself(
                entries[plan.entrant].name, sure=not may_be_own(actor.user, entries[plan.entrant])
            )
            faults.append(Fault(f"prizes.{place}.entrant", "own_card", sentence))
    if faults:
        raise Forbidden("own_card", faults[0].message, faults=faults)


def _plan_values(plan: PrizePlan) -> dict[str, Any]:
    """A planned prize as values for the log."""
    return {
        "kind": str(plan.kind),
        "place": plan.place,
        "name": plan.name.strip(),
        "cents": plan.cents,
        "entrant": plan.entrant,
    }


def _table_order(values: Mapping[str, Any]) -> tuple[Any, ...]:
    """The sort key of a prize in its table."""
    return (values["kind"], values["place"] or 0, values["name"], values["cents"], values["entrant"] or 0)


def _prizes_now(event: Event) -> list[dict[str, Any]]:
    """The current prizes of an event as values for the log, in the order of the table."""
    rows = Prize.objects.filter(event=event).select_related("entry")
    prizes = [{**PRIZE.values(row), "entrant": row.entry.number if row.entry else None} for row in rows]
    return sorted(prizes, key=_table_order)


def _prize_faults(prizes: Sequence[PrizePlan], entries: Mapping[int, Entry]) -> list[Fault]:
    """Every fault of a table of prizes, under `prizes.N`; `entries` are those of the event, by entrant number."""
    faults = []
    if len(prizes) > MAX_PRIZES:
        faults.append(Fault("prizes", "range", _("An event has %(n)d prizes at most.") % {"n": MAX_PRIZES}))
    seen_keys: set[tuple[str, int | None]] = set()
    for place, plan in enumerate(prizes):
        path = f"prizes.{place}"
        has_name = plan.kind == Prize.Kind.OTHER
        if plan.kind not in Prize.Kind.values:
            faults.append(unknown(f"{path}.kind", Prize.Kind.values))
            continue
        if not 1 <= plan.cents <= MOST_CENTS:
            faults.append(Fault(f"{path}.cents", "range", money_words.amount_form()))
        if has_name:
            faults += text_faults(f"{path}.name", plan.name, longest(Prize, "name"), required=True)
        if plan.kind == Prize.Kind.PLACE and plan.place not in PLACES:
            faults.append(Fault(f"{path}.place", "range", settling_words.nobody_ends_there(plan.place or 0)))
        if plan.kind == Prize.Kind.RANK and not 1 <= (plan.place or 0) <= MOST_PLACES:
            faults.append(out_of_range(f"{path}.place", 1, MOST_PLACES))
        if not has_name and (plan.name or plan.entrant is not None):
            faults.append(
                Fault(f"{path}.name", "invalid", _("Only a prize of the kind “other” has a name or a person."))
            )
        if plan.place is not None and plan.kind not in {Prize.Kind.PLACE, Prize.Kind.RANK}:
            faults.append(Fault(f"{path}.place", "invalid", _("Only a prize for a place or a rank has a number.")))
        if plan.entrant is not None and plan.entrant not in entries:
            faults.append(Fault(f"{path}.entrant", "unknown", settling_words.prize_for_nobody()))
        key = (str(plan.kind), plan.place)
        if not has_name and key in seen_keys:
            faults.append(Fault(f"{path}.place", "exists", settling_words.prize_given_twice()))
        seen_keys.add(key)
    return faults


# --- Pools -----------------------------------------------------------------------------------------------------------


POOL_PLAN = audit.Logged(model=PoolPlan, names=("type", "ratio", "by_hand", "reason"), left_out={THE_ROWS_OWN: "fee"})


@transaction.atomic
def plan_pool(
    *,
    fee: Fee,
    type: str,
    ratio: int = 4,
    by_hand: Sequence[int] = (),
    reason: str = "",
    mark: str | None = None,
    read: Read = None,
    unseen: bool = False,
    actor: Actor,
) -> PoolPlan:
    """Set how a pool is paid out: by its `type` to one in `ratio` people, or by the amounts `by_hand`.

    The amounts are in cents, best place first. The plan keeps the `reason` if it has amounts by hand.

    Three arguments serve the optimistic lock. `mark` identifies the plan that the actor read (`pool_mark`). `unseen`:
    the actor read no plan. `read` is what the page showed of the plan: `type`, `ratio`, `reason`, the stored `by_hand`,
    and the `amounts` shown for the places. Values equal to `read` keep their current value.

    Raises Malformed with every fault. The type “by hand” needs amounts, and amounts by hand need a reason.
    Raises Malformed without a reason if paid winners would have won less.
    Raises Forbidden (`own_card`) if it changes what the actor has won.
    Raises Refused `impossible` if the fee is no pool.
    Raises Refused `stale` if the plan changed since the `mark`, or if it is `unseen` and somebody else set it last.
    Raises Overwriting with every value to be written that others changed since it was `read`.
    """
    event = Event.objects.locked(fee.event)
    fee = event.fees.select_related("pool").get(pk=fee.pk)
    if fee.kind not in POOLS:
        raise Refused("impossible", settling_words.no_pool(fee.name))
    values = {"type": str(type), "ratio": ratio, "by_hand": list(by_hand), "reason": reason.strip() if by_hand else ""}
    plan: PoolPlan | None = getattr(fee, "pool", None)
    before = POOL_PLAN.values(plan) if plan else None
    if before is not None and read is not None:
        values |= _merged_plan(fee, values, read, before, actor)
    raise_malformed(_pool_faults(values))
    if plan is not None and before == values:
        return plan
    current = {"mark": pool_mark(plan), **(before or {})}
    if mark is not None and mark != current["mark"]:
        row = set_by_reads.last_row(event.tournament, event, ("pool", fee.name))
        with timezone.override(event.tournament.time_zone):
            sentence = settling_words.pool_is_stale(fee.name, _since(row))
        raise Refused("stale", sentence, current=current)
    if before is not None and unseen:
        refuse_unseen(_pool_written(fee), "type", by="mark", current=current, actor=actor)
    plan = plan or PoolPlan(fee=fee)
    for field, value in values.items():
        setattr(plan, field, value)
    with winnings(event.tournament, reason, actor):
        plan.save()
    audit.record(
        event=event,
        actor=actor,
        action="pool.planned",
        subject=("pool", fee.name),
        before=before,
        after=POOL_PLAN.values(plan),
        reason=reason,
    )
    event.touch()
    return plan


@transaction.atomic
def remove_pool_plan(*, fee: Fee, reason: str = "", read: Read = None, actor: Actor) -> None:
    """Remove the plan of a pool, so that nothing is paid out of it. Without a plan, nothing changes.

    Raises Forbidden (`own_card`) if it changes what the actor has won.
    Raises Malformed without a reason if paid winners would have won less.
    Raises Overwriting if the current plan differs from `read`.
    """
    event = Event.objects.locked(fee.event)
    plan = PoolPlan.objects.filter(fee=fee.pk).first()
    if plan is None:
        return
    before = POOL_PLAN.values(plan)
    refuse_overwriting(read or {}, read=read, now=before, of=_pool_written(fee), actor=actor)
    with winnings(event.tournament, reason, actor):
        plan.delete()
    audit.record(
        event=event, actor=actor, action="pool.plan-removed", subject=("pool", fee.name), before=before, reason=reason
    )
    event.touch()


def _merged_plan(
    fee: Fee, values: Mapping[str, Any], read: Mapping[str, Any], before: Mapping[str, Any], actor: Actor
) -> dict[str, Any]:
    """The values to write over an existing plan (`before`).

    If the page showed amounts and others changed them since, the amounts are compared by place; else as one value.
    Raises Overwriting for a value to be written that others changed since it was read.
    """
    amounts = read.get("amounts", ())
    by_place = bool(amounts) and bool(before["by_hand"]) and before["by_hand"] != list(read["by_hand"])
    place_count = max(len(amounts), len(before["by_hand"]), len(values["by_hand"]))

    def comparable(plan_values: Mapping[str, Any], amounts_by_place: Sequence[int]) -> dict[str, Any]:
        """The values that the page showed, with the amounts as one value or place by place."""
        shown = {name: plan_values[name] for name in ("type", "ratio", "reason") if name in read}
        if not by_place:
            return {**shown, "by_hand": list(plan_values["by_hand"])}
        padded = [*amounts_by_place, *[0] * (place_count - len(amounts_by_place))]
        return {**shown, **{f"by_hand.{place}": cents for place, cents in enumerate(padded)}}

    merged = settled(
        comparable(values, values["by_hand"]),
        read=comparable(read, amounts),
        now=comparable(before, before["by_hand"]),
        of=_pool_written(fee, place_count),
        # One value always counts as changed: a new type drops it, unless it holds amounts that the actor has not read.
        always=() if by_place else ["by_hand"],
        actor=actor,
    )
    if by_place:
        by_hand = [merged.pop(f"by_hand.{place}") for place in range(place_count)]
        while by_hand and not by_hand[-1]:
            by_hand.pop()
        merged["by_hand"] = by_hand
    return merged


def _since(row: AuditEntry | None) -> Since | None:
    """The person who wrote this row of the log, with the time; None without a row."""
    return None if row is None else Since(row.actor_name, row.at)


def _pool_written(fee: Fee, places: int = 0) -> Written:
    """Where the log records the plan of a pool; each of its `places` is part of the value `by_hand`."""
    return Written(fee.event, ("pool", fee.name), {f"by_hand.{place}": "by_hand" for place in range(places)})


def _pool_faults(values: Mapping[str, Any]) -> list[Fault]:
    """Every fault in the values of a pool plan."""
    by_hand = values["by_hand"]
    faults = text_faults("reason", values["reason"], MAX_REASON)
    if values["type"] not in PoolPlan.Type.values:
        faults.append(unknown("type", PoolPlan.Type.values))
    if not 1 <= values["ratio"] <= MOST_RATIO:
        faults.append(out_of_range("ratio", 1, MOST_RATIO))
    if len(by_hand) > MOST_PLACES:
        faults.append(Fault("by_hand", "range", _("A pool pays %(n)d places at most.") % {"n": MOST_PLACES}))
    for place, cents in enumerate(by_hand):
        if not 0 <= cents <= MOST_CENTS:
            faults.append(Fault(f"by_hand.{place}", "range", money_words.amount_form()))
    if by_hand and not values["reason"]:
        faults.append(Fault("reason", "required", settling_words.reason_by_hand()))
    if values["type"] == PoolPlan.Type.BY_HAND and not by_hand:
        faults.append(Fault("by_hand", "required", settling_words.amounts_by_hand()))
    return faults


# --- The books -------------------------------------------------------------------------------------------------------


@transaction.atomic
def write_item(
    *,
    tournament: Tournament,
    kind: str,
    name: str,
    cents: int,
    event: Event | None = None,
    number: int | None = None,
    seen: int | None = None,
    actor: Actor,
) -> Item:
    """Write an expense, a sanctioning fee or an income into the books, of an event or of the whole tournament.

    `number` is the number of the next line, as the actor saw it: a repeated request returns the same line. `seen` is
    the number of the last line that the actor saw: an equal line that was written after it is refused.

    Raises Malformed with every fault.
    Raises Refused `exists` if the line `number` says something else, or if an equal line was written after `seen`.
    Raises Refused `gap` if lines before `number` are missing.
    """
    tournament = locked_tournament(tournament)
    faults = [*text_faults("name", name, longest(Item, "name"), required=True), *line_faults(kind, cents, ITEM_KINDS)]
    if event is not None and event.tournament_id != tournament.pk:
        faults.append(Fault("event", "unknown", _("This tournament has no such event.")))
    raise_malformed(faults)
    recorded = _item_numbered(tournament, number) if number is not None else None
    if recorded is not None:
        sent = (kind, name.strip(), cents, event and event.pk)
        if (recorded.kind, recorded.name, recorded.cents, recorded.event_id) != sent:
            message = settling_words.item_exists(recorded.number, recorded.name)
            raise Refused("exists", message, current={"number": recorded.number})
        return recorded
    if seen is not None:
        _refuse_twice(tournament, seen, name.strip(), kind=kind, cents=cents, event=event)
    return _add_item(tournament, kind, name.strip(), cents, event, actor)


def _refuse_twice(tournament: Tournament, seen: int, name: str, **columns: Any) -> None:
    """Raise Refused `exists` if an equal line, not reversed, follows line `seen`. Case and spaces are ignored."""
    later_lines = tournament.items.filter(number__gt=seen, reversed_by=None, **columns).order_by("-number")
    equal = next((item for item in later_lines if item.name == name or is_same_name(item.name, name)), None)
    if equal is not None:
        with timezone.override(tournament.time_zone):
            sentence = settling_words.item_written_meanwhile(equal.number, equal.by, equal.at)
        raise Refused("exists", sentence, current={"number": equal.number})


def _item_numbered(tournament: Tournament, number: int) -> Item | None:
    """The line of this number; None if it is the next number. Raises Refused `gap` for a later number."""
    last_number = tournament.items.aggregate(last=Max("number"))["last"] or 0
    if number > last_number + 1:
        raise Refused("gap", settling_words.item_gap(last_number + 1), current={"number": last_number})
    return tournament.items.filter(number=number).first()


@transaction.atomic
def reverse_item(*, item: Item, reason: str, actor: Actor) -> Item:
    """Reverse a line of the books by another line, with the reason. A second call returns the same reversal.

    Raises Malformed without a reason.
    Raises Refused `impossible` if the line is itself a reversal.
    """
    tournament = locked_tournament(item.tournament)
    raise_malformed(text_faults("reason", reason, longest(Item, "name"), required=True))
    reversal = reversal_of(item)
    if reversal is not None:
        return reversal
    return _add_item(tournament, Item.Kind.REVERSAL, reason.strip(), item.cents, item.event, actor, reverses=item)


def _add_item(
    tournament: Tournament,
    kind: str,
    name: str,
    cents: int,
    event: Event | None,
    actor: Actor,
    *,
    reverses: Item | None = None,
) -> Item:
    """Append a line to the books. The `name` of a reversal is its reason."""
    return add_line(
        tournament.items,
        tournament=tournament,
        kind=kind,
        cents=cents,
        reverses=reverses,
        act="money.item-reversed" if reverses else "money.item-written",
        subject="item",
        logged={"name": name, "event": event.slug if event else ""},
        was={"name": reverses.name} if reverses else None,
        reason=name if reverses else "",
        actor=actor,
        event=event,
        name=name,
    )


# --- Payouts ---------------------------------------------------------------------------------------------------------


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
