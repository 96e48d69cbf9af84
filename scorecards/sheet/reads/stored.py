"""The stored snapshots of the standings that visitors see, computed once after each change."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorecards.models import StandingsSnapshot
from scorecards.sheet.reads.ownplace import OwnCards, own_cards_of, own_values
from scorecards.sheet.reads.sheet import Values, sheet
from scorecards.sheet.reads.standings import SHAPE, Standings, posted_standings, standings
from tournaments.models import Event, PersonalLink
from tournaments.remembered import Remembered

T = TypeVar("T")

TRIES_WITHOUT_LOCK = 3


def consistent_standings(event: Event) -> Standings:
    """The standings computed from rows that all belong to the same revision."""
    return _consistent(event, _standings_at)


def _consistent(event: Event, compute: Callable[[Event], T]) -> T:
    """Return `compute(event)` from rows that all belong to the event's revision.

    Somebody may write between two queries, so the revision is read again after computing. If it changed, compute again.
    After `TRIES_WITHOUT_LOCK` attempts the event is locked, so that many typists cannot delay this forever.
    """
    for _attempt in range(TRIES_WITHOUT_LOCK):
        before = Event.objects.select_related("tournament").get(pk=event.pk)
        result = compute(before)
        if Event.objects.values_list("revision", flat=True).get(pk=event.pk) == before.revision:
            return result
    with transaction.atomic():
        return compute(Event.objects.locked(event))


def _standings_at(event: Event) -> Standings:
    return posted_standings(event) if event.posted_at else standings(sheet(event))


def consistent_snapshot(event: Event) -> tuple[Standings, Values | None]:
    """The standings as in `consistent_standings`, and the values for own pages; None if nobody has a personal link."""
    return _consistent(event, _snapshot_at)


def _snapshot_at(event: Event) -> tuple[Standings, Values | None]:
    if not PersonalLink.objects.filter(entry__event=event, revoked_at__isnull=True).exists():
        return _standings_at(event), None
    event_sheet = sheet(event)
    shown = posted_standings(event) if event.posted_at else standings(event_sheet)
    return shown, own_values(event_sheet, shown)


def pack(shown: Standings) -> bytes:
    """The bytes stored and served: the API's answer as compact gzipped JSON; deterministic."""
    return pack_values({"current": True, **shown.values()})


def pack_values(values: Mapping[str, Any]) -> bytes:
    """Plain values as compact gzipped JSON."""
    text = json.dumps(values, separators=(",", ":"), ensure_ascii=False)
    return gzip.compress(text.encode(), compresslevel=6, mtime=0)


def unpack(body: bytes | memoryview) -> Standings:
    """The standings from `pack`."""
    values = unpack_values(body)
    del values["current"]
    return Standings.of(values)


def unpack_values(body: bytes | memoryview) -> Values:
    """The plain values from `pack_values`."""
    values: Values = json.loads(gzip.decompress(bytes(body)))
    return values


def snapshots() -> QuerySet[StandingsSnapshot]:
    """The snapshots stored in the current shape."""
    return StandingsSnapshot.objects.filter(shape=SHAPE)


def latest_snapshot(event: Event) -> StandingsSnapshot | None:
    """The newest stored standings, however old."""
    return snapshots().filter(event=event).order_by("-revision").first()


_newest = Remembered[tuple[str, str], tuple[int | None]]()


def newest_stored(tournament: str, event: str) -> int | None:
    """The newest revision with stored standings for the event with these slugs; None without one.

    The answer is remembered for at most `LIVE_KEPT_SECONDS`. One query, or none.
    """
    known = _newest.get((tournament, event))
    if known is not None:
        return known[0]
    rows = snapshots().filter(event__tournament__slug=tournament, event__slug=event).order_by("-revision")
    return _newest.keep((tournament, event), (rows.values_list("revision", flat=True).first(),))[0]


@dataclass(frozen=True, slots=True)
class Served:
    """Standings ready to send. `body` are the gzipped bytes of the API's answer; `current`: no newer revision exists."""

    revision: int
    current: bool
    computed_at: datetime
    body: bytes

    @property
    def standings(self) -> Standings:
        return unpack(self.body)

    @property
    def values(self) -> Values:
        """The API's answer."""
        return {**unpack_values(self.body), "current": self.current}


def store_snapshot(event: Event) -> StandingsSnapshot:
    """Compute the standings and store them under their revision; an older run never replaces a newer one."""
    shown, own = consistent_snapshot(event)
    snapshot, created = StandingsSnapshot.objects.get_or_create(
        event=event,
        revision=shown.revision,
        shape=SHAPE,
        defaults={"body": pack(shown), "own": own and pack_values(own), "computed_at": timezone.now()},
    )
    if created:
        older = StandingsSnapshot.objects.filter(event=event, revision__lte=snapshot.revision, own__isnull=False)
        older.exclude(pk=snapshot.pk).update(own=None)
    return snapshot


def stored_own_cards(event: Event, least: int | None = None) -> tuple[int, OwnCards] | None:
    """The newest stored cards for own pages, with their revision; None if none are stored. One query.

    They must be of the event's revision, or with `least` of that revision or a later one.
    """
    oldest = event.revision if least is None else least
    rows = snapshots().filter(event=event, own__isnull=False, revision__gte=oldest, revision__lte=event.revision)
    row = rows.order_by("-revision").values_list("revision", "body", "own").first()
    if row is None:
        return None
    revision, body, own = row
    return (revision, own_cards_of(unpack(body), unpack_values(own))) if body and own else None


def served_standings(event: Event, *, may_wait: bool) -> Served:
    """The standings to show, from the stored snapshot if possible.

    If nothing is stored, they are computed at once. With `may_wait`, they are also computed if the stored snapshot is
    older than the event. The public gets the stored ones without waiting; staff act on what they see, so they wait.
    """
    stored = latest_snapshot(event)
    if stored is None or (may_wait and stored.revision < event.revision):
        stored = store_snapshot(event)
    return Served(stored.revision, stored.revision >= event.revision, stored.computed_at, bytes(stored.body))
