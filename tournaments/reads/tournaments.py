"""Tournaments with their events, as everybody may know them, and who works at them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.access import Person, may_be_own
from tournaments.models import AuditEntry, Entry, Event, Role, Tournament, User
from tournaments.reads.schedule import rounds_of
from tournaments.rules.hiding import FINAL
from tournaments.rules.phase import Phase
from tournaments.rules.quota import quota as quota_of
from tournaments.rules.rated import is_rated
from tournaments.words import events as events_words
from tournaments.words import people as people_words


@dataclass(frozen=True, slots=True)
class EventSummary:
    """What everybody may know of an event. `entrants` and `quota` count those who play; `rounds` as `rounds` says; `game` is the
    one that is on."""

    slug: str
    kind: str
    games: int
    deal: str
    movement: str
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
            starts_at=event.starts_at,
            muggins=event.muggins,
            records_spread=event.records_spread,
            deal_procedure=event.deal_procedure,
            playoff_format=event.playoff_format,
            repeats_reason=event.repeats_reason,
            sit_outs_reason=event.sit_outs_reason,
            mrp_rated=is_rated(event.kind, event.games),
            phase=event.phase,
            entrants=entrants.get(event.pk, 0),
            quota=event.quota_exemption or quota_of(entrants.get(event.pk, 0)),
            quota_reason=event.quota_reason,
            hidden=tuple(event.hidden),
            revision=event.revision,
            game=event.game_on,
        )
        for event in events
    }


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


@dataclass(frozen=True, slots=True)
class Namesake:
    """A player with the name of an account: one of their entries, by event and number, and where they all sit."""

    event: str
    number: int
    name: str
    seats: str


@dataclass(frozen=True, slots=True)
class HeldRole:
    """A role that somebody has: `event` is the short name of the one in which it holds, empty for all of them.

    `reach` says that and its end in words, empty for a role without limits; `ended`: it holds no more.
    """

    kind: str
    label: str
    is_head: bool
    is_senior: bool
    event: str
    ends_at: datetime | None
    reach: str
    ended: bool


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody with roles in a tournament.

    `plays` says where they play; `asked` are players of their name of whom nobody said yet whether that is them;
    `seen_at` is when they did something here last, or else signed in.
    """

    username: str
    name: str
    roles: tuple[HeldRole, ...]
    plays: str
    asked: tuple[Namesake, ...]
    seen_at: datetime | None
    seen: str


def holders(tournament: Tournament) -> list[Holder]:
    """Who has which roles, directors first, each person once, and as whom they play; times in the zone that is active."""
    now = timezone.now()
    order = {kind: place for place, kind in enumerate(Role.Kind.values)}
    held: dict[User, list[HeldRole]] = defaultdict(list)
    for role in sorted(tournament.roles.select_related("user", "event"), key=lambda role: (order[role.kind], role.pk)):
        held[role.user].append(
            HeldRole(
                kind=role.kind,
                label=role.get_kind_display(),
                is_head=role.is_head,
                is_senior=role.is_senior,
                event=role.event.slug if role.event else "",
                ends_at=role.ends_at,
                reach=people_words.reach(role.event, role.ends_at, now),
                ended=not role.is_in_force,
            )
        )
    done = AuditEntry.objects.filter(tournament=tournament, actor_kind=AuditEntry.ActorKind.USER)
    acted: dict[str, datetime] = dict(done.values_list("actor_key").annotate(last=Max("at")).order_by())
    events = {event.pk: event for event in tournament.events.all()}
    played: dict[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(event__in=events).select_related("player").order_by("event", "number"):
        played[entry.player_id].append(entry)

    def seats(entries: Sequence[Entry]) -> str:
        several = len(events) > 1
        named = ((entry.seat or entry.name, events[entry.event_id]) for entry in entries)
        return ", ".join(f"{at} ({event.name})" if several else at for at, event in named)

    def asked(user: User) -> Iterable[Namesake]:
        for entries in played.values():
            if first := next((entry for entry in entries if may_be_own(user, entry)), None):
                yield Namesake(events[first.event_id].slug, first.number, first.name, seats(entries))

    found = []
    for user, roles in held.items():
        own = [entry for entries in played.values() for entry in entries if entry.player.user_id == user.pk]
        seen_at = max(filter(None, (acted.get(user.get_username()), user.last_login)), default=None)
        found.append(
            Holder(
                username=user.get_username(),
                name=user.get_full_name(),
                roles=tuple(roles),
                plays=seats(own),
                asked=tuple(asked(user)),
                seen_at=seen_at,
                seen=people_words.moment(seen_at, now) if seen_at else "",
            )
        )
    return found
