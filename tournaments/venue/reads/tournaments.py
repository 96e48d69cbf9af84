"""Tournaments with their events as the public may see them, their exemptions, and the list by stage."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from tournaments.access import Person
from tournaments.day.reads.summaries import EventSummary, summaries
from tournaments.models import AuditEntry, Event, Tournament, User
from tournaments.rules.hiding import FINAL
from tournaments.rules.phase import Phase
from tournaments.venue.words import events as events_words


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """What everybody who may see a tournament may know about it."""

    slug: str
    name: str
    starts_on: date
    venue: str
    time_zone: str
    edition: str
    public: bool
    events: tuple[EventSummary, ...]


def visible_tournaments(user: Person) -> QuerySet[Tournament]:
    """Return the tournaments this person may see, newest first: the public ones, and those of their roles."""
    tournaments = Tournament.objects.all()
    if isinstance(user, User) and user.is_active:
        if user.is_superuser:
            return tournaments
        return tournaments.filter(Q(public=True) | Q(pk__in=user.roles.in_force().values("tournament")))
    return tournaments.filter(public=True)


def past_tournaments() -> QuerySet[Tournament]:
    """Return public tournaments that are over: every event is in its report and no final is held back. Newest first.

    Runs one query at once, to find the held finals.
    """
    events = Event.objects.filter(tournament=OuterRef("pk"))
    over = Tournament.objects.filter(Exists(events), ~Exists(events.exclude(phase=Phase.REPORT)), public=True)
    holding = Event.objects.filter(phase=Phase.REPORT, tournament__public=True).exclude(hidden=[])
    # Databases differ in how they search a JSON list, so Python looks.
    held = {tournament for tournament, hidden in holding.values_list("tournament", "hidden") if FINAL in hidden}
    return over.exclude(pk__in=held) if held else over


def public_phase(phase: str, hidden: Collection[str]) -> str:
    """Return the event's phase for visitors: while the final is held back, it is not over."""
    return Phase.PLAYOFFS if phase == Phase.REPORT and FINAL in hidden else phase


def for_visitors(summary: EventSummary) -> EventSummary:
    """Return what a visitor may know about an event."""
    return replace(summary, phase=public_phase(summary.phase, summary.hidden))


def tournament_summary(tournament: Tournament) -> TournamentSummary:
    """Return one tournament with its events."""
    return tournament_summaries([tournament])[0]


def tournament_summaries(tournaments: Sequence[Tournament]) -> list[TournamentSummary]:
    """Return tournaments with their events, in the same order; the number of queries is constant."""
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


@dataclass(frozen=True, slots=True)
class Exemption:
    """Rules of an event that were changed after the first card: new values, time and reason."""

    event: str
    what: str
    reason: str
    at: datetime


def exemptions(events: Collection[Event]) -> list[Exemption]:
    """Return the exemptions of these events and of their tournaments, oldest first; they are public."""
    of_event = Q(event__in=events, action="event.exempted")
    # Repeats allowed before the first card are no exemption: the rules freeze with that card.
    of_event |= Q(
        event__in=events,
        action__in=("repeats.allowed", "repeats.taken-back"),
        at__gte=F("event__cards_begun_at"),
    )
    tournaments = {event.tournament_id for event in events}
    of_all = Q(tournament__in=tournaments, action="tournament.changed", after__edition__isnull=False) & ~Q(reason="")
    return [
        Exemption(
            row.subject_key,
            events_words.rules_set(
                {"edition": row.after["edition"]} if row.event_id is None and row.after else row.after or {}
            ),
            row.reason,
            row.at,
        )
        for row in AuditEntry.objects.filter(of_event | of_all).order_by("pk")
    ]


class Stage(StrEnum):
    """Where a tournament stands in the list."""

    ON = "on"
    TO_COME = "to_come"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class EventShown:
    """An event in a list: its summary, its name, and what is going on in it."""

    summary: EventSummary
    name: str
    doing: str


def events_shown(summaries: Iterable[EventSummary]) -> list[EventShown]:
    """Return the events of a tournament as its pages list them."""
    return [
        EventShown(
            summary,
            Event(slug=summary.slug, kind=summary.kind).name,
            events_words.doing(public_phase(summary.phase, summary.hidden), summary.entrants, summary.game),
        )
        for summary in summaries
    ]


@dataclass(frozen=True, slots=True)
class TournamentShown:
    """A tournament in the list of all."""

    stage: Stage
    summary: TournamentSummary
    events: list[EventShown]


def tournaments_shown(listed: Iterable[tuple[Stage, Tournament]]) -> list[TournamentShown]:
    """Return one page of the list of tournaments; the number of queries is constant."""
    stages, tournaments = zip(*listed, strict=True) if (listed := list(listed)) else ((), ())
    return [
        TournamentShown(stage, summary, events_shown(summary.events))
        for stage, summary in zip(stages, tournament_summaries(tournaments), strict=True)
    ]


def by_stage(tournaments: QuerySet[Tournament]) -> list[tuple[Stage, Tournament]]:
    """Return the tournaments with their stages: those that are on, then those to come (next first), then the past.

    A tournament is on from the first draw of seats until all its events are in their reports and no final is held back.
    """
    phases: dict[int, set[str]] = defaultdict(set)
    rows = Event.objects.filter(tournament__in=tournaments).values_list("tournament", "phase", "hidden")
    for tournament_pk, phase, hidden in rows:
        phases[tournament_pk].add(public_phase(phase, hidden))
    held: dict[Stage, list[Tournament]] = {stage: [] for stage in Stage}
    for tournament in tournaments:
        begun = phases[tournament.pk] - {Phase.REGISTRATION}
        over = begun and phases[tournament.pk] == {Phase.REPORT}
        held[Stage.OVER if over else Stage.ON if begun else Stage.TO_COME].append(tournament)
    held[Stage.TO_COME].reverse()
    return [(stage, tournament) for stage, tournaments_of_stage in held.items() for tournament in tournaments_of_stage]
