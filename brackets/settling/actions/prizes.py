"""Set the prizes of an event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from brackets.models import Prize
from brackets.settling import words as settling_words
from brackets.settling.actions.winnings import winnings
from brackets.settling.reads.prizes import prizes_mark
from brackets.settling.rules import MOST_PLACES, PLACES, by_key
from tournaments import audit
from tournaments.access import Actor, is_own, may_be_own
from tournaments.actions.overwriting import Written, refuse_unseen, settled
from tournaments.errors import Fault, Forbidden, Overwriting, Refused
from tournaments.faults import out_of_range, raise_malformed, text_faults, unknown
from tournaments.models import AuditEntry, Entry, Event, longest
from tournaments.money import words as money_words
from tournaments.money.rules import MOST_CENTS
from tournaments.reads import set_by as set_by_reads

MAX_PRIZES = 300
PRIZE = audit.Logged(model=Prize, names=("kind", "place", "name", "cents"), by_hand="entry")


@dataclass(frozen=True, slots=True)
class PrizePlan:
    """A prize as the director sets it, in cents; `entrant` is the number of the entrant who gets a named prize."""

    kind: str
    cents: int
    place: int | None = None
    name: str = ""
    entrant: int | None = None


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
            sentence = settling_words.prizes_are_stale(set_by_reads.since(row))
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
