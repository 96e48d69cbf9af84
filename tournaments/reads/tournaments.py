"""Tournaments with their events, as everybody may know them, and who works at them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.db.models import Count, Q, QuerySet

from tournaments import words
from tournaments.access import Person
from tournaments.models import Entry, Event, Role, Tournament, User
from tournaments.reads.schedule import rounds_of
from tournaments.rules.phase import Phase
from tournaments.rules.quota import quota as quota_of


@dataclass(frozen=True, slots=True)
class EventSummary:
    """What everybody may know of an event. `entrants` and `quota` count those who play; `rounds` as `rounds` says."""

    slug: str
    kind: str
    games: int
    deal: str
    movement: str
    rounds: int
    phase: str
    entrants: int
    quota: int
    quota_reason: str
    hidden: tuple[str, ...]
    revision: int


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """What everybody who may see a tournament may know of it."""

    slug: str
    name: str
    starts_on: date
    venue: str
    time_zone: str
    edition: str
    public: bool
    events: tuple[EventSummary, ...]


def visible_tournaments(user: Person) -> QuerySet[Tournament]:
    """The tournaments that exist for this person: the public ones and those in which they have a role; newest first."""
    tournaments = Tournament.objects.all()
    if isinstance(user, User) and user.is_active:
        if user.is_superuser:
            return tournaments
        return tournaments.filter(Q(public=True) | Q(pk__in=user.roles.values("tournament")))
    return tournaments.filter(public=True)


def tournament_summary(tournament: Tournament) -> TournamentSummary:
    """One tournament with its events."""
    return tournament_summaries([tournament])[0]


def tournament_summaries(tournaments: Sequence[Tournament]) -> list[TournamentSummary]:
    """Tournaments with their events, in the order given, by a number of queries that does not depend on how many."""
    events = list(Event.objects.filter(tournament__in=tournaments).select_related("tournament"))
    by_event = summaries(events)
    held: dict[int, list[EventSummary]] = defaultdict(list)
    for event in events:
        held[event.tournament_id].append(by_event[event.pk])
    return [
        TournamentSummary(
            slug=tournament.slug,
            name=tournament.name,
            starts_on=tournament.starts_on,
            venue=tournament.venue,
            time_zone=tournament.time_zone,
            edition=tournament.edition,
            public=tournament.public,
            events=tuple(held[tournament.pk]),
        )
        for tournament in tournaments
    ]


def summary(event: Event) -> EventSummary:
    """One event as everybody may know it."""
    return summaries([event])[event.pk]


def summaries(events: Collection[Event]) -> dict[int, EventSummary]:
    """The summaries by the events' keys, in at most four queries for however many events."""
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
            rounds=needed[event.pk],
            phase=event.phase,
            entrants=entrants.get(event.pk, 0),
            quota=event.quota_exemption or quota_of(entrants.get(event.pk, 0)),
            quota_reason=event.quota_reason,
            hidden=tuple(event.hidden),
            revision=event.revision,
        )
        for event in events
    }


class Stage(StrEnum):
    """Where a tournament is, as its list shows it."""

    ON = "on"
    TO_COME = "to_come"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class EventShown:
    """An event in a list: what everybody may know of it, what it is called, and what it is at."""

    summary: EventSummary
    name: str
    doing: str


def events_shown(summaries: Iterable[EventSummary]) -> list[EventShown]:
    """The events of a tournament as its pages list them."""
    return [
        EventShown(found, words.event_name(found.kind, found.slug), words.doing(found.phase, found.entrants))
        for found in summaries
    ]


@dataclass(frozen=True, slots=True)
class TournamentShown:
    """A tournament in the list of all."""

    stage: Stage
    summary: TournamentSummary
    events: list[EventShown]


def tournaments_shown(listed: Iterable[tuple[Stage, Tournament]]) -> list[TournamentShown]:
    """One page of the list of tournaments, by a number of queries that does not depend on how many."""
    stages, tournaments = zip(*listed, strict=True) if (listed := list(listed)) else ((), ())
    return [
        TournamentShown(stage, summary, events_shown(summary.events))
        for stage, summary in zip(stages, tournament_summaries(tournaments), strict=True)
    ]


def by_stage(tournaments: QuerySet[Tournament]) -> list[tuple[Stage, Tournament]]:
    """The tournaments with their stages: those that are on first, then those to come, the next one first, then the past.

    A tournament is on from the first draw of seats until all its events are in their reports.
    """
    phases: dict[int, set[str]] = defaultdict(set)
    for tournament_pk, phase in Event.objects.filter(tournament__in=tournaments).values_list("tournament", "phase"):
        phases[tournament_pk].add(phase)
    held: dict[Stage, list[Tournament]] = {stage: [] for stage in Stage}
    for tournament in tournaments:
        begun = phases[tournament.pk] - {Phase.REGISTRATION}
        over = begun and phases[tournament.pk] == {Phase.REPORT}
        held[Stage.OVER if over else Stage.ON if begun else Stage.TO_COME].append(tournament)
    held[Stage.TO_COME].reverse()
    return [(stage, tournament) for stage, found in held.items() for tournament in found]


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody with roles in a tournament."""

    username: str
    name: str
    roles: tuple[Role, ...]


def holders(tournament: Tournament) -> list[Holder]:
    """Who has which roles, directors first, each person once."""
    order = {kind: place for place, kind in enumerate(Role.Kind.values)}
    held: dict[User, list[Role]] = defaultdict(list)
    for role in sorted(tournament.roles.select_related("user"), key=lambda role: (order[role.kind], role.pk)):
        held[role.user].append(role)
    return [Holder(user.get_username(), user.get_full_name(), tuple(roles)) for user, roles in held.items()]
