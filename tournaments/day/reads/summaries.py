"""Short summaries of events, for lists of events."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from tournaments.day.reads.schedule import rounds_of
from tournaments.models import Entry, Event
from tournaments.rotation.rules.rated import is_rated


@dataclass(frozen=True, slots=True)
class EventSummary:
    """The public facts of an event.

    `entrants` is the number of players, `quota` how many of them qualify, `rounds` as in `schedule.rounds`. `game` is
    the current game.
    """

    slug: str
    kind: str
    games: int
    deal: str
    movement: str
    ladder_top: str
    ranking: str
    one_in: int
    max_entrants: int | None
    skunk_from: int
    double_skunk_from: int | None
    best_of: int
    rounds: int
    starts_at: datetime | None
    muggins: bool
    records_spread: bool
    deal_procedure: str
    playoff_format: str
    repeats_reason: str
    sit_outs_reason: str
    mrp_rated: bool
    phase: str
    entrants: int
    quota: int
    quota_reason: str
    hidden: tuple[str, ...]
    revision: int
    game: int | None


def summary(event: Event) -> EventSummary:
    """The public summary of one event."""
    return summaries([event])[event.pk]


def summaries(events: Collection[Event]) -> dict[int, EventSummary]:
    """Summaries by event key, in at most four queries however many events."""
    entrants: dict[int, int] = dict(
        Entry.objects.filter(event__in=events).playing().values_list("event").annotate(n=Count("pk")).order_by()
    )
    needed = rounds_of(events)
    return {
        event.pk: EventSummary(
            slug=event.slug,
            kind=event.kind,
            games=event.games,
            deal=event.deal,
            movement=event.movement,
            ladder_top=event.ladder_top,
            ranking=event.ranking,
            one_in=event.one_in,
            max_entrants=event.max_entrants,
            skunk_from=event.skunk_from,
            double_skunk_from=event.double_skunk_from,
            best_of=event.best_of,
            rounds=needed[event.pk],
            starts_at=event.starts_at,
            muggins=event.muggins,
            records_spread=event.records_spread,
            deal_procedure=event.deal_procedure,
            playoff_format=event.playoff_format,
            repeats_reason=event.repeats_reason,
            sit_outs_reason=event.sit_outs_reason,
            mrp_rated=is_rated(event.kind, event.games) and not event.differences,
            phase=event.phase,
            entrants=entrants.get(event.pk, 0),
            quota=event.quota(entrants.get(event.pk, 0)),
            quota_reason=event.quota_reason,
            hidden=tuple(event.hidden),
            revision=event.revision,
            game=event.game_on,
        )
        for event in events
    }
