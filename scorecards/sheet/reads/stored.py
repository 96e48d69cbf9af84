"""The stored snapshots of the standings: what visitors are shown, computed once after each change."""

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
    """The standings computed from rows that all belong to the revision they are given."""
    return _consistent(event, _standings_at)


def _consistent(event: Event, at: Callable[[Event], T]) -> T:
    """What this makes of the event, from rows that all belong to its revision.

    Somebody may write between two queries. So the revision is read again afterwards; where it moved, once more, and in the
    end with the event locked, so that a hall full of typists cannot put it off for ever.
    """
    for _attempt in range(TRIES_WITHOUT_LOCK):
        before = Event.objects.select_related("tournament").get(pk=event.pk)
        found = at(before)
        if Event.objects.values_list("revision", flat=True).get(pk=event.pk) == before.revision:
            return found
    with transaction.atomic():
        return at(Event.objects.locked(event))


def _standings_at(event: Event) -> Standings:
    return posted_standings(event) if event.posted_at else standings(sheet(event))


def consistent_snapshot(event: Event) -> tuple[Standings, Values | None]:
    """The same, with what own pages tell beside them, where somebody has one."""
    return _consistent(event, _snapshot_at)


def _snapshot_at(event: Event) -> tuple[Standings, Values | None]:
    if not PersonalLink.objects.filter(entry__event=event, revoked_at__isnull=True).exists():
        return _standings_at(event), None
    on = sheet(event)
    shown = posted_standings(event) if event.posted_at else standings(on)
    return shown, own_values(on, shown)


def pack(shown: Standings) -> bytes:
    """The bytes that are stored and served: the API's answer as compact JSON, compressed, the same for the same standings."""
    return pack_values({"current": True, **shown.values()})


def pack_values(values: Mapping[str, Any]) -> bytes:
    """Plain values as compact JSON, compressed."""
    text = json.dumps(values, separators=(",", ":"), ensure_ascii=False)
    return gzip.compress(text.encode(), compresslevel=6, mtime=0)


def unpack(body: bytes | memoryview) -> Standings:
    """The standings that were packed."""
    values = unpack_values(body)
    del values["current"]
    return Standings.of(values)


def unpack_values(body: bytes | memoryview) -> Values:
    """The plain values that were packed."""
    found: Values = json.loads(gzip.decompress(bytes(body)))
    return found


def snapshots() -> QuerySet[StandingsSnapshot]:
    """What is stored in the shape that this program writes and reads."""
    return StandingsSnapshot.objects.filter(shape=SHAPE)


def latest_snapshot(event: Event) -> StandingsSnapshot | None:
    """The newest stored standings, however old."""
    return snapshots().filter(event=event).order_by("-revision").first()


_newest = Remembered[tuple[str, str], tuple[int | None]]()


def newest_stored(tournament: str, event: str) -> int | None:
    """The newest revision whose standings are stored of the event with this address, as known at most `LIVE_KEPT_SECONDS` ago; None
    where none are. One query, or none: a hall of phones asks while a newer one is under way."""
    known = _newest.get((tournament, event))
    if known is not None:
        return known[0]
    rows = snapshots().filter(event__tournament__slug=tournament, event__slug=event).order_by("-revision")
    return _newest.keep((tournament, event), (rows.values_list("revision", flat=True).first(),))[0]


@dataclass(frozen=True, slots=True)
class Served:
    """Standings ready to send: the compressed bytes of the API's answer, and whether a newer revision is under way."""

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
    """Compute the standings and keep them under their revision; an older run never replaces a newer one."""
    shown, own = consistent_snapshot(event)
    found, created = StandingsSnapshot.objects.get_or_create(
        event=event,
        revision=shown.revision,
        shape=SHAPE,
        defaults={"body": pack(shown), "own": own and pack_values(own), "computed_at": timezone.now()},
    )
    if created:
        older = StandingsSnapshot.objects.filter(event=event, revision__lte=found.revision, own__isnull=False)
        older.exclude(pk=found.pk).update(own=None)
    return found


def stored_own_cards(event: Event, least: int | None = None) -> tuple[int, OwnCards] | None:
    """What own pages tell of the cards of this event as it was stored last, with the revision that it is of: the event's own, or else
    one that is at least this; None where it was not stored. One query."""
    rows = snapshots().filter(event=event, own__isnull=False)
    enough = event.revision if least is None else least
    of = rows.filter(revision__gte=enough, revision__lte=event.revision).order_by("-revision")
    revision, body, own = of.values_list("revision", "body", "own").first() or (0, None, None)
    return (revision, own_cards_of(unpack(body), unpack_values(own))) if body and own else None


def served_standings(event: Event, *, may_wait: bool) -> Served:
    """The standings to show. `may_wait`: compute them now if what is stored is behind; otherwise only if nothing is stored.

    The public never waits for a computation that is under way; staff, who act on what they see, always see the newest.
    """
    stored = latest_snapshot(event)
    if stored is None or (may_wait and stored.revision < event.revision):
        stored = store_snapshot(event)
    return Served(stored.revision, stored.revision >= event.revision, stored.computed_at, bytes(stored.body))
