"""Tournaments with their events, what visitors may see of them, exemptions, and the list by stage."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from tournaments.access import Person
from tournaments.day.reads.summaries import EventSummary, summaries
from tournaments.models import AuditEntry, Event, Tournament, User
from tournaments.rules.hiding import FINAL
from tournaments.rules.phase import Phase
from tournaments.venue.words import events as events_words


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """A tournament with the summaries of its events, for everybody who may see the tournament."""

    slug: str
    name: str
    starts_on: date
    venue: str
    time_zone: str
    edition: str
    public: bool
    archived: bool
    events: tuple[EventSummary, ...]


def visible_tournaments(user: Person) -> QuerySet[Tournament]:
    """Return the tournaments in a person's list, newest first: public ones, and those in which they have a role.

    Archived ones are in no list; see `archived_tournaments`.
    """
    tournaments = Tournament.objects.filter(archived_at=None)
    if isinstance(user, User) and user.is_active:
        if user.is_superuser:
            return tournaments
        return tournaments.filter(Q(public=True) | Q(pk__in=user.roles.in_force().values("tournament")))
    return tournaments.filter(public=True)


def archived_tournaments(user: Person) -> QuerySet[Tournament]:
    """Return the archived tournaments in which a person has a role, newest first; all for whoever runs the site."""
    tournaments = Tournament.objects.filter(archived_at__isnull=False)
    if not isinstance(user, User) or not user.is_active:
        return tournaments.none()
    return tournaments if user.is_superuser else tournaments.filter(pk__in=user.roles.in_force().values("tournament"))


def past_tournaments() -> QuerySet[Tournament]:
    """Return the public tournaments that are over, newest first.

    All their events are in phase `report`, and no final is held back. Runs one query at once, to find the finals that
    are held back.
    """
    events = Event.objects.filter(tournament=OuterRef("pk"))
    finished = Tournament.objects.filter(
        Exists(events), ~Exists(events.exclude(phase=Phase.REPORT)), public=True, archived_at=None
    )
    with_hidden = Event.objects.filter(phase=Phase.REPORT, tournament__public=True).exclude(hidden=[])
    # Databases differ in how they search a JSON list, so search it here.
    with_final_hidden = {
        tournament for tournament, hidden in with_hidden.values_list("tournament", "hidden") if FINAL in hidden
    }
    return finished.exclude(pk__in=with_final_hidden) if with_final_hidden else finished


def public_phase(phase: str, hidden: Collection[str]) -> str:
    """Return the phase of an event for visitors: it stays at the playoffs while the final is held back."""
    return Phase.PLAYOFFS if phase == Phase.REPORT and FINAL in hidden else phase


def for_visitors(summary: EventSummary) -> EventSummary:
    """Return the summary of an event as a visitor may see it."""
    return replace(summary, phase=public_phase(summary.phase, summary.hidden))


def tournament_summary(tournament: Tournament) -> TournamentSummary:
    """Return the summary of one tournament with its events."""
    return tournament_summaries([tournament])[0]


def tournament_summaries(tournaments: Sequence[Tournament]) -> list[TournamentSummary]:
    """Return the summaries of tournaments with their events, in the same order; the number of queries is constant."""
    events = list(Event.objects.filter(tournament__in=tournaments).select_related("tournament"))
    summary_of = summaries(events)
    by_tournament: dict[int, list[EventSummary]] = defaultdict(list)
    for event in events:
        by_tournament[event.tournament_id].append(summary_of[event.pk])
    return [
        TournamentSummary(
            slug=tournament.slug,
            name=tournament.name,
            starts_on=tournament.starts_on,
            venue=tournament.venue,
            time_zone=tournament.time_zone,
            edition=tournament.edition,
            public=tournament.public,
            archived=tournament.archived_at is not None,
            events=tuple(by_tournament[tournament.pk]),
        )
        for tournament in tournaments
    ]


@dataclass(frozen=True, slots=True)
class Exemption:
    """A change of rules after the first card.

    `event` is the slug of the event, or of the tournament if its edition changed; `what` are the new values as text.
    """

    event: str
    what: str
    reason: str
    at: datetime


def exemptions(events: Collection[Event]) -> list[Exemption]:
    """Return the exemptions of these events and of their tournaments, oldest first; they are public."""
    of_event = Q(event__in=events, action="event.exempted")
    # Allowing repeats is an exemption only after the first card, which freezes the rules.
    of_event |= Q(
        event__in=events,
        action__in=("repeats.allowed", "repeats.taken-back"),
        at__gte=F("event__cards_begun_at"),
    )
    tournaments = {event.tournament_id for event in events}
    of_all = Q(tournament__in=tournaments, action="tournament.changed", after__edition__isnull=False) & ~Q(reason="")
    rows = AuditEntry.objects.filter(of_event | of_all).order_by("pk")
    return [Exemption(row.subject_key, events_words.rules_set(_rules_changed(row)), row.reason, row.at) for row in rows]


def _rules_changed(row: AuditEntry) -> dict[str, Any]:
    """The new values in this row of the log; of a changed tournament only the edition, which is a rule."""
    values = row.after or {}
    if row.event_id is None and values:
        return {"edition": values["edition"]}
    return values


class Stage(StrEnum):
    """The group of a tournament in the list: on, to come, or over."""

    ON = "on"
    TO_COME = "to_come"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class EventShown:
    """An event in a list: its summary, its name, and what is going on in it, as text."""

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
    """Return the tournaments of one page of the list; the number of queries is constant."""
    listed = list(listed)
    summaries_listed = tournament_summaries([tournament for _stage, tournament in listed])
    return [
        TournamentShown(stage, summary, events_shown(summary.events))
        for (stage, _tournament), summary in zip(listed, summaries_listed, strict=True)
    ]


def by_stage(tournaments: QuerySet[Tournament]) -> list[tuple[Stage, Tournament]]:
    """Return the tournaments with their stages: those that are on, then those to come (next first), then those over.

    A tournament is on from the first draw of seats, until all its events are in phase `report` for visitors.
    """
    phases: dict[int, set[str]] = defaultdict(set)
    rows = Event.objects.filter(tournament__in=tournaments).values_list("tournament", "phase", "hidden")
    for tournament_pk, phase, hidden in rows:
        phases[tournament_pk].add(public_phase(phase, hidden))
    groups: dict[Stage, list[Tournament]] = {stage: [] for stage in Stage}
    for tournament in tournaments:
        groups[_stage(phases[tournament.pk])].append(tournament)
    # The list is newest first, but of those to come the next is first.
    groups[Stage.TO_COME].reverse()
    return [(stage, tournament) for stage, group in groups.items() for tournament in group]


def _stage(phases: Collection[str]) -> Stage:
    """The stage of a tournament whose events are in these phases for visitors."""
    if set(phases) == {Phase.REPORT}:
        return Stage.OVER
    return Stage.ON if set(phases) - {Phase.REGISTRATION} else Stage.TO_COME
