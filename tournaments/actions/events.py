"""The events of a tournament, as their director plans and changes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments import audit, reads, words
from tournaments.access import Actor
from tournaments.actions.faults import (
    MAX_QUOTA,
    MAX_REASON,
    EventPlan,
    hidden_faults,
    out_of_range,
    plan_faults,
    raise_malformed,
    slug_taken,
    text_faults,
    too_few_rounds,
)
from tournaments.actions.rows import as_values, change, columns, difference, refuse_posted
from tournaments.actions.seats import refuse_impossible, wider_frames
from tournaments.errors import Fault, Refused
from tournaments.models import Event, Tournament
from tournaments.rules import rotation

_PLAN_FIELDS = ("games", "deal", "movement", "rounds")


@transaction.atomic
def add_event(*, tournament: Tournament, plan: EventPlan, actor: Actor) -> Event:
    """Add an event. Raises Malformed with every fault, Refused `exists` where its short name is taken here."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    raise_malformed(plan_faults(plan, ""))
    taken = Refused(
        "exists",
        _("This tournament has an event “%(slug)s” already. Give this one another short name.") % {"slug": plan.slug},
        faults=[slug_taken("slug", plan.slug)],
    )
    if tournament.events.filter(slug__iexact=plan.slug).exists():
        raise taken
    try:
        with transaction.atomic():
            event = Event.objects.create(tournament=tournament, **columns(plan))
    except IntegrityError as exc:
        raise taken from exc
    audit.record(
        tournament=tournament,
        event=event,
        actor=actor,
        action="event.added",
        subject=("event", event.slug),
        before=None,
        after=as_values(plan),
    )
    event.touch()
    return event


@transaction.atomic
def change_event(*, event: Event, changes: Mapping[str, Any], reason: str = "", actor: Actor) -> Event:
    """Change kind, games, deal, movement, rounds or hidden.

    `hidden` changes at any time, the kind until the qualifiers are posted (`posted`), the others until the first card
    is written (`begun`) and only to what the seats allow once they are drawn (`impossible`).
    """
    event = Event.objects.locked(event)
    plan = EventPlan(
        slug=event.slug,
        kind=changes.get("kind", event.kind),
        games=changes.get("games", event.games),
        deal=changes.get("deal", event.deal),
        movement=changes.get("movement", event.movement),
        rounds=changes.get("rounds", event.fixed_rounds),
    )
    faults = [fault for fault in plan_faults(plan, "") if fault.field in changes]
    if "rounds" not in changes and "games" in changes and plan.rounds is not None and plan.rounds < plan.games:
        faults.append(too_few_rounds("games", plan))
    raise_malformed([*faults, *hidden_faults(changes.get("hidden", ())), *text_faults("reason", reason, MAX_REASON)])
    wanted = {("fixed_rounds" if name == "rounds" else name): value for name, value in changes.items()}
    if "hidden" in wanted:
        wanted["hidden"] = sorted(set(wanted["hidden"]))
    before, after = difference(event, wanted)
    if not after:
        return event
    if after.keys() - {"hidden"}:
        refuse_posted(event)
    fixed_by_cards = [name for name in _PLAN_FIELDS if ("fixed_rounds" if name == "rounds" else name) in after]
    if fixed_by_cards and event.cards_begun_at:
        message = _("The first card is written: games, rounds, movement and first deal stay as they are.")
        raise Refused("begun", message, faults=[Fault(name, "begun", message) for name in fixed_by_cards])
    if event.is_seated and fixed_by_cards:
        seats = reads.playing_seats(event)
        tables = wider_frames(reads.frames(event), rotation.frames_for(seats))
        refuse_impossible(plan, tables, seats)
    change(event, after)
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action="event.changed",
        subject=("event", event.slug),
        before=before,
        after=after,
        reason=reason,
    )
    event.touch()
    return event


@transaction.atomic
def exempt_quota(*, event: Event, quota: int | None, reason: str, actor: Actor) -> Event:
    """Set how many qualify instead of one in four (rule 13.2.b), with the reason that is shown; None goes back to it.

    Raises Malformed (`quota` outside 1 to 9999, no reason), Refused `posted`, `impossible` (more than there are players
    once seats are drawn).
    """
    event = Event.objects.locked(event)
    faults = text_faults("reason", reason, MAX_REASON, required=quota is not None)
    if quota is not None and not 1 <= quota <= MAX_QUOTA:
        faults.append(out_of_range("quota", 1, MAX_QUOTA))
    raise_malformed(faults)
    refuse_posted(event)
    entrants = event.entries.playing().count()
    if quota is not None and event.is_seated and quota > entrants:
        message = _("%(quota)d cannot qualify out of %(entrants)s. Set a smaller number.") % {
            "quota": quota,
            "entrants": words.count_entrants(entrants),
        }
        raise Refused("impossible", message, faults=[Fault("quota", "impossible", message, "13.2.b")])
    before, after = difference(event, {"quota_exemption": quota, "quota_reason": reason if quota is not None else ""})
    if not after:
        return event
    change(event, after)
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action="quota.exempted" if quota is not None else "quota.restored",
        subject=("event", event.slug),
        before=before,
        after=after,
        reason=reason,
    )
    event.touch()
    return event
