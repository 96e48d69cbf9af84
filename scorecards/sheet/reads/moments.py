"""Provisional standings as everybody could read them at earlier times, rebuilt from the log."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.core.cache import caches
from django.db.models import Q

from scorecards.sheet.reads.earlier import acts_until, earlier_sheet, log
from scorecards.sheet.reads.standings import SHAPE, Standings, standings
from scorecards.sheet.rules.moments import Stamp, find_moments
from tournaments.models import AuditEntry, Entry, Event
from tournaments.rules.hiding import STANDINGS

MOMENTS_KEPT_SECONDS = 60
KEPT_SECONDS = 24 * 3600
"""How long rebuilt standings are cached: the past does not change, but rebuilding it reads the whole log."""


@dataclass(frozen=True, slots=True)
class MomentShown:
    """A moment whose standings everybody may look at: the number of its act in the log, and its time."""

    number: int
    at: datetime


def moments(event: Event) -> tuple[MomentShown, ...]:
    """The earlier moments of this event whose standings everybody may look at, oldest first.

    A moment is left out if the standings were hidden or the tournament private at that time, or if the log does not
    tell whether they were. Cached for a minute. Two queries, or none.
    """
    key = f"standings-moments-{event.pk}"
    shown_moments: tuple[MomentShown, ...] | None = caches["pages"].get(key)
    if shown_moments is None:
        shown_moments = _moments(event)
        caches["pages"].set(key, shown_moments, MOMENTS_KEPT_SECONDS)
    return shown_moments


def _moments(event: Event) -> tuple[MomentShown, ...]:
    event_changes = Q(event=event) & (Q(action="phase.reopened") | Q(after__hidden__isnull=False))
    # The row that made the tournament has no state before it.
    tournament_changes = Q(event=None, after__public__isnull=False, before__isnull=False)
    changed = AuditEntry.objects.filter(event_changes | tournament_changes, tournament=event.tournament_id)
    changes = list(changed.order_by("-pk"))
    steps = {row.pk: (row.after or {}).get("step") or "" for row in changes}
    is_shown = _shown_since(changes, "hidden", event.hidden, lambda parts: STANDINGS not in parts)
    is_open = _shown_since(changes, "public", event.tournament.public, bool)
    stamps = (
        Stamp(number, action, time, steps.get(pk, ""), is_shown(pk) and is_open(pk))
        for number, (pk, action, time) in enumerate(log(event).values_list("pk", "action", "at"), start=1)
    )
    return tuple(MomentShown(moment.number, moment.at) for moment in find_moments(stamps))


def standings_then(event: Event, moment: MomentShown) -> Standings:
    """The standings after this act of the log, with the present names.

    One query if the standings are cached; otherwise the whole log is read.
    """
    key = f"standings-then-{SHAPE}-{event.pk}-{moment.number}"
    cached: tuple[Standings, dict[str, int]] | None = caches["pages"].get(key)
    if cached is None:
        past_sheet = earlier_sheet(event, acts_until(event, moment.number))
        cached = standings(past_sheet), {seat: entry.pk for seat, entry in past_sheet.entries.items()}
        caches["pages"].set(key, cached, KEPT_SECONDS)
    past_standings, pks_by_seat = cached
    entries = {entry.pk: entry for entry in Entry.objects.of(event).with_people()}
    shown = ((row, entries.get(pks_by_seat[row.seat])) for row in past_standings.rows)
    rows = (replace(row, name=entry.name, players=tuple(entry.names)) if entry else row for row, entry in shown)
    return replace(past_standings, rows=tuple(rows))


def _shown_since(
    changes: Iterable[AuditEntry], name: str, present_value: Any, is_shown: Callable[[Any], bool]
) -> Callable[[int], bool]:
    """Return a predicate on primary keys of log rows: whether the setting `name` let everybody look after that row.

    `changes` come newest first and are traced back from the present value; `is_shown` says whether a value lets
    everybody look. If a change does not lead to the value after it, the log is incomplete: everything before it counts
    as hidden.
    """
    value = present_value
    keys: list[int] = []
    shown: list[bool] = []
    is_known = True
    for row in changes:
        before, after = row.before or {}, row.after or {}
        if name not in after:
            continue
        is_known = is_known and after[name] == value and name in before
        keys.insert(0, row.pk)
        shown.insert(0, is_known and is_shown(value))
        value = before.get(name)
    shown.insert(0, is_known and is_shown(value))
    return lambda key: shown[bisect_right(keys, key)]
