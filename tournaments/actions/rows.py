"""Plans and rows: what an event's plan is in the database, what a change changes, what posting closes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.faults import EventPlan
from tournaments.errors import Refused
from tournaments.models import Entry, Event, Tournament


def refuse_posted(event: Event) -> None:
    if event.posted_at:
        raise Refused("posted", _("The qualifiers are posted. What they rest on stays as it is."))


def difference(row: Any, wanted: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What of this would change the row: the values before, and after."""
    after = {name: value for name, value in wanted.items() if getattr(row, name) != value}
    return {name: getattr(row, name) for name in after}, after


def change(row: Tournament | Event | Entry, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=list(values))


def columns(plan: EventPlan) -> dict[str, Any]:
    return {
        "slug": plan.slug,
        "kind": plan.kind,
        "games": plan.games,
        "deal": plan.deal,
        "movement": plan.movement,
        "fixed_rounds": plan.rounds,
    }


def as_values(plan: EventPlan) -> dict[str, Any]:
    return {**{name: value for name, value in columns(plan).items() if name != "fixed_rounds"}, "rounds": plan.rounds}


def plan_of(event: Event) -> EventPlan:
    return EventPlan(event.slug, event.kind, event.games, event.deal, event.movement, event.fixed_rounds)
