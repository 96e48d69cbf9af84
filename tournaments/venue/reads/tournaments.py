"""Tournaments with their events, as everybody may know them, and who works at them."""

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
        return tournaments.filter(Q(public=True) | Q(pk__in=user.roles.in_force().values("tournament")))
    return tournaments.filter(public=True)


def past_tournaments() -> QuerySet[Tournament]:
    """The public tournaments that are over for everybody, all their events in their reports and no final still to be announced;
    newest first. One query more than what is asked of them."""
    events = Event.objects.filter(tournament=OuterRef("pk"))
    over = Tournament.objects.filter(Exists(events), ~Exists(events.exclude(phase=Phase.REPORT)), public=True)
    holding = Event.objects.filter(phase=Phase.REPORT, tournament__public=True).exclude(hidden=[])
    # A database cannot be asked what a list holds, not in the same way everywhere.
    held = {tournament for tournament, hidden in holding.values_list("tournament", "hidden") if FINAL in hidden}
    return over.exclude(pk__in=held) if held else over


def public_phase(phase: str, hidden: Collection[str]) -> str:
    """How far an event is for visitors: while the final is held back nobody is told that it is over."""
    return Phase.PLAYOFFS if phase == Phase.REPORT and FINAL in hidden else phase


def for_visitors(summary: EventSummary) -> EventSummary:
    """What a visitor may know of an event."""
    return replace(summary, phase=public_phase(summary.phase, summary.hidden))


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


@dataclass(frozen=True, slots=True)
class Exemption:
    """Rules of an event that were changed after the first card: what they were set to, when and why."""

    event: str
    what: str
    reason: str
    at: datetime


def exemptions(events: Collection[Event]) -> list[Exemption]:
    """The exemptions of these events and of their tournaments, oldest first; everybody may know them."""
    of_event = Q(event__in=events, action="event.exempted")
    # What is said on the day before the first card is no exemption yet: the rules freeze with that card.
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
        EventShown(
            found,
            Event(slug=found.slug, kind=found.kind).name,
            events_words.doing(public_phase(found.phase, found.hidden), found.entrants, found.game),
        )
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
    return [(stage, tournament) for stage, found in held.items() for tournament in found]
