"""Prizes and pools as the director sets them, the books, and payouts to winners.

Items and payouts are one append-only list each per tournament, so these acts lock the tournament's row as the ledger
does.
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
"""Kinds of a line that people write; a correction is an act of its own."""


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

    `mark` names the table that the actor looked at (`prizes_mark`). `read` is that table itself: then only prizes that
    differ from it are written, and Overwriting names those that others changed meanwhile.

    Raises Malformed with every fault, and without a reason where paid winners come to have won less; Forbidden
    (`own_card`) with every new prize that names the actor, and where the table changes what the actor has won; Refused
    `stale` where the table changed since, and where it is `unseen` and another person set it last.
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
    after = sorted(map(_plan_values, prizes), key=_in_table)
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
    event: Event, prizes: Sequence[PrizePlan], read: Sequence[PrizePlan], now: Sequence[Mapping[str, Any]], actor: Actor
) -> list[PrizePlan]:
    """The table after the change: new where it differs from what was read, else as it is now; in the given order."""
    plans = by_key(map(_plan_values, prizes))
    try:
        merged = settled(
            _every(plans, read_rows := by_key(map(_plan_values, read)), now_rows := by_key(now)),
            read=_every(read_rows, plans, now_rows),
            now=_every(now_rows, plans, read_rows),
            of=Written(event, ("prizes", event.slug), find=lambda key: _last_set(event, key)),
            actor=actor,
        )
    except Overwriting as refused:
        refused.current = {"prizes": list(now)}
        raise
    return [PrizePlan(**dict(values)) for values in merged.values() if values]


def _last_set(event: Event, key: str) -> AuditEntry | None:
    """The row of the log that made the prize of this key what it is."""
    for row in AuditEntry.objects.filter(event=event, action="prizes.set").order_by("-pk"):
        before, after = (by_key((values or {}).get("prizes", ())).get(key) for values in (row.before, row.after))
        if before != after:
            return row
    return None


def _every(rows: Mapping[str, Any], *others: Mapping[str, Any]) -> dict[str, Any]:
    """These rows, with None for keys that only the other tables have."""
    keys = dict.fromkeys([*rows, *(key for other in others for key in other)])
    return {key: tuple(rows[key].items()) if key in rows else None for key in keys}


def _refuse_own_prizes(
    prizes: Sequence[PrizePlan], before: Sequence[Mapping[str, Any]], entries: Mapping[int, Entry], actor: Actor
) -> None:
    """Raise Forbidden for prizes that name the actor. One that somebody else gave them may stay in the table."""
    there = list(before)
    faults = []
    for place, plan in enumerate(prizes):
        values = _plan_values(plan)
        if values in there:
            there.remove(values)
        elif plan.entrant is not None and is_own(actor.user, entries[plan.entrant]):
            sentence = settling_words.prize_for_oneself(
                entries[plan.entrant].name, sure=not may_be_own(actor.user, entries[plan.entrant])
            )
            faults.append(Fault(f"prizes.{place}.entrant", "own_card", sentence))
    if faults:
        raise Forbidden("own_card", faults[0].message, faults=faults)


def _plan_values(plan: PrizePlan) -> dict[str, Any]:
    return {
        "kind": str(plan.kind),
        "place": plan.place,
        "name": plan.name.strip(),
        "cents": plan.cents,
        "entrant": plan.entrant,
    }


def _in_table(values: Mapping[str, Any]) -> tuple[Any, ...]:
    return (values["kind"], values["place"] or 0, values["name"], values["cents"], values["entrant"] or 0)


def _prizes_now(event: Event) -> list[dict[str, Any]]:
    rows = Prize.objects.filter(event=event).select_related("entry")
    prizes = [{**PRIZE.values(row), "entrant": row.entry.number if row.entry else None} for row in rows]
    return sorted(prizes, key=_in_table)


def _prize_faults(prizes: Sequence[PrizePlan], entries: Mapping[int, Entry]) -> list[Fault]:
    faults = []
    if len(prizes) > MAX_PRIZES:
        faults.append(Fault("prizes", "range", _("An event has %(n)d prizes at most.") % {"n": MAX_PRIZES}))
    seen_keys: set[tuple[str, int | None]] = set()
    for place, plan in enumerate(prizes):
        path = f"prizes.{place}"
        named = plan.kind == Prize.Kind.OTHER
        if plan.kind not in Prize.Kind.values:
            faults.append(unknown(f"{path}.kind", Prize.Kind.values))
            continue
        if not 1 <= plan.cents <= MOST_CENTS:
            faults.append(Fault(f"{path}.cents", "range", money_words.amount_form()))
        faults += text_faults(f"{path}.name", plan.name, longest(Prize, "name"), required=named) if named else []
        if plan.kind == Prize.Kind.PLACE and plan.place not in PLACES:
            faults.append(Fault(f"{path}.place", "range", settling_words.nobody_ends_there(plan.place or 0)))
        if plan.kind == Prize.Kind.RANK and not 1 <= (plan.place or 0) <= MOST_PLACES:
            faults.append(out_of_range(f"{path}.place", 1, MOST_PLACES))
        if not named and (plan.name or plan.entrant is not None):
            faults.append(
                Fault(f"{path}.name", "invalid", _("Only a prize of the kind “other” has a name or a person."))
            )
        if plan.place is not None and plan.kind not in {Prize.Kind.PLACE, Prize.Kind.RANK}:
            faults.append(Fault(f"{path}.place", "invalid", _("Only a prize for a place or a rank has a number.")))
        if plan.entrant is not None and plan.entrant not in entries:
            faults.append(Fault(f"{path}.entrant", "unknown", settling_words.prize_for_nobody()))
        key = (str(plan.kind), plan.place)
        if not named and key in seen_keys:
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
    """Set how a pool is paid out: by its type to one in `ratio`, or by these amounts (cents, best place first).

    `reason` is kept with amounts by hand. `mark` names the plan that the actor looked at (`pool_mark`). `read` is what
    the page showed of it: `type`, `ratio`, `reason`, the stored `by_hand`, and the `amounts` shown for the places.
    Values equal to `read` stay as they are now, and Overwriting names what others changed meanwhile.

    Raises Malformed with every fault (a reason is needed for amounts by hand and to take from paid winners; the type
    “by hand” needs amounts), Forbidden (`own_card`: it changes what the actor has won), Refused `impossible` (the fee
    is no pool), `stale` where the plan changed since, and where it is `unseen` and another person set it last.
    """
    event = Event.objects.locked(fee.event)
    fee = event.fees.select_related("pool").get(pk=fee.pk)
    if fee.kind not in POOLS:
        raise Refused("impossible", settling_words.no_pool(fee.name))
    values = {"type": str(type), "ratio": ratio, "by_hand": list(by_hand), "reason": reason.strip() if by_hand else ""}
    plan: PoolPlan | None = getattr(fee, "pool", None)
    before = POOL_PLAN.values(plan) if plan else None
    if before is not None and read is not None:
        values |= _not_over_plan(fee, values, read, before, actor)
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
        refuse_unseen(_written(fee), "type", by="mark", current=current, actor=actor)
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
    """Remove the plan of a pool, so that nothing is paid out of it. Again it changes nothing.

    Raises Forbidden (`own_card`: it changes what the actor has won), Malformed without a reason where paid winners come
    to have won less, Overwriting where the plan differs from what was `read`.
    """
    event = Event.objects.locked(fee.event)
    plan = PoolPlan.objects.filter(fee=fee.pk).first()
    if plan is None:
        return
    before = POOL_PLAN.values(plan)
    refuse_overwriting(read or {}, read=read, now=before, of=_written(fee), actor=actor)
    with winnings(event.tournament, reason, actor):
        plan.delete()
    audit.record(
        event=event, actor=actor, action="pool.plan-removed", subject=("pool", fee.name), before=before, reason=reason
    )
    event.touch()


def _not_over_plan(
    fee: Fee, values: Mapping[str, Any], read: Mapping[str, Any], before: Mapping[str, Any], actor: Actor
) -> dict[str, Any]:
    """The values to write over an existing plan; amounts merge place by place if others changed them since."""
    amounts = read.get("amounts", ())
    by_place = bool(amounts) and bool(before["by_hand"]) and before["by_hand"] != list(read["by_hand"])
    most = max(len(amounts), len(before["by_hand"]), len(values["by_hand"]))

    def parts(of: Mapping[str, Any], places: Sequence[int]) -> dict[str, Any]:
        own_values = {name: of[name] for name in ("type", "ratio", "reason") if name in read}
        if not by_place:
            return {**own_values, "by_hand": list(of["by_hand"])}
        padded = [*places, *[0] * (most - len(places))]
        return {**own_values, **{f"by_hand.{place}": cents for place, cents in enumerate(padded)}}

    merged = settled(
        parts(values, values["by_hand"]),
        read=parts(read, amounts),
        now=parts(before, before["by_hand"]),
        of=_written(fee, most),
        # A new type drops the amounts by hand, but not amounts that the actor has not seen.
        always=() if by_place else ["by_hand"],
        actor=actor,
    )
    if by_place:
        by_hand = [merged.pop(f"by_hand.{place}") for place in range(most)]
        while by_hand and not by_hand[-1]:
            by_hand.pop()
        merged["by_hand"] = by_hand
    return merged


def _since(row: AuditEntry | None) -> Since | None:
    """Who wrote this row of the log, and when; None without a row."""
    return None if row is None else Since(row.actor_name, row.at)


def _written(fee: Fee, places: int = 0) -> Written:
    return Written(fee.event, ("pool", fee.name), {f"by_hand.{place}": "by_hand" for place in range(places)})


def _pool_faults(values: Mapping[str, Any]) -> list[Fault]:
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

    `number` is that of the next line as the actor saw it, so a repeat returns the same line. `seen` is the number of
    the last line that the actor saw: an equal line written after it is refused. Raises Malformed with every fault,
    Refused `exists` (the line says something else, or an equal one was written since), `gap` (it is not the next
    number).
    """
    tournament = locked_tournament(tournament)
    faults = [*text_faults("name", name, longest(Item, "name"), required=True), *line_faults(kind, cents, ITEM_KINDS)]
    if event is not None and event.tournament_id != tournament.pk:
        faults.append(Fault("event", "unknown", _("This tournament has no such event.")))
    raise_malformed(faults)
    if number is not None and (known := _item_numbered(tournament, number)) is not None:
        if (known.kind, known.name, known.cents, known.event_id) != (kind, name.strip(), cents, event and event.pk):
            raise Refused(
                "exists", settling_words.item_exists(known.number, known.name), current={"number": known.number}
            )
        return known
    if seen is not None:
        _refuse_twice(tournament, seen, name.strip(), kind=kind, cents=cents, event=event)
    return _add_item(tournament, kind, name.strip(), cents, event, actor)


def _refuse_twice(tournament: Tournament, seen: int, name: str, **columns: Any) -> None:
    """Raise Refused `exists` for an equal line, not reversed, after line `seen`. Case and spaces do not count."""
    since = tournament.items.filter(number__gt=seen, reversed_by=None, **columns).order_by("-number")
    same = next((item for item in since if item.name == name or is_same_name(item.name, name)), None)
    if same is not None:
        with timezone.override(tournament.time_zone):
            sentence = settling_words.item_written_meanwhile(same.number, same.by, same.at)
        raise Refused("exists", sentence, current={"number": same.number})


def _item_numbered(tournament: Tournament, number: int) -> Item | None:
    """The line of this number, None if it is the next one. Raises Refused `gap` if it is neither."""
    last = tournament.items.aggregate(last=Max("number"))["last"] or 0
    if number > last + 1:
        raise Refused("gap", settling_words.item_gap(last + 1), current={"number": last})
    return tournament.items.filter(number=number).first()


@transaction.atomic
def reverse_item(*, item: Item, reason: str, actor: Actor) -> Item:
    """Reverse a line of the books by another line, with the reason. Again it returns the same reversal.

    Raises Malformed without a reason, Refused `impossible` for a line that is itself a reversal.
    """
    tournament = locked_tournament(item.tournament)
    raise_malformed(text_faults("reason", reason, longest(Item, "name"), required=True))
    known = reversal_of(item)
    return known or _add_item(
        tournament, Item.Kind.REVERSAL, reason.strip(), item.cents, item.event, actor, reverses=item
    )


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

    `looked_at` is the open amount in cents that the actor saw: if it changed, Refused `stale` with what is `current`,
    so that two desks do not pay the same prize. With `is_repeated`, an equal payout by the same account with the same
    `looked_at` is returned again, as long as nothing else was paid to this person. Raises Malformed, Forbidden
    (`own_card`: nobody pays themselves), Refused `impossible` (more than is open).
    """
    tournament = locked_tournament(tournament)
    faults = [*text_faults("note", note, MAX_REASON), *line_faults(kind, cents, PAYOUT_KINDS)]
    known = winner(tournament, player.pk)
    if known is None:
        faults.append(Fault("player", "unknown", _("This person has won nothing that is decided.")))
    raise_malformed(faults)
    assert known is not None
    refuse_own_money(actor, tournament, player)
    if is_repeated and looked_at == known.open + cents:
        lines = tournament.payouts.filter(player=player)
        line = same_before(lines, by=actor.name, kind=kind, cents=cents, note=note)
        if line is not None:
            return line
    refuse_moved(
        looked_at,
        known.open,
        tournament=tournament,
        moves=lambda: moves_of_lines(tournament.payouts.filter(player=player).select_related("reverses")),
        message_for=partial(settling_words.payout_moved, known.name, known.open),
    )
    if cents > known.open:
        raise Refused("impossible", settling_words.payout_too_large(known.name, cents, known.open))
    return _add_payout(tournament, player, known.name, kind, cents, note, actor)


@transaction.atomic
def reverse_payout(*, payout: Payout, reason: str, actor: Actor) -> Payout:
    """Reverse a payout by another line, with the reason. Again it returns the same reversal.

    Raises Malformed without a reason, Forbidden (`own_card`), Refused `impossible` for a line that is itself a
    reversal.
    """
    tournament = locked_tournament(payout.tournament)
    raise_malformed(text_faults("reason", reason, MAX_REASON, required=True))
    refuse_own_money(actor, tournament, payout.player)
    known = reversal_of(payout)
    if known is not None:
        return known
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
