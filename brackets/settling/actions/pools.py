"""Plan what a pool pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from brackets.models import PoolPlan
from brackets.settling import words as settling_words
from brackets.settling.actions.winnings import winnings
from brackets.settling.reads.prizes import POOLS, pool_mark
from brackets.settling.rules import MOST_PLACES
from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.logged import THE_ROWS_OWN
from tournaments.actions.overwriting import Read, Written, refuse_overwriting, refuse_unseen, settled
from tournaments.errors import Fault, Refused
from tournaments.faults import out_of_range, raise_malformed, text_faults, unknown
from tournaments.models import MAX_REASON, Event, Fee
from tournaments.money import words as money_words
from tournaments.money.rules import MOST_CENTS
from tournaments.reads import set_by as set_by_reads

MOST_RATIO = 100


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
            sentence = settling_words.pool_is_stale(fee.name, set_by_reads.since(row))
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
