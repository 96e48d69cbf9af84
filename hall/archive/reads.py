"""Gathers what came of the tournaments that are over. Everybody gets the same: what is public, whatever their roles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from brackets.access import may_see_playoffs
from brackets.bracket.reads.outcomes import Outcome, may_see_results, outcomes
from brackets.results.words import results as results_words
from hall.archive import words
from scorecards.models import QualifyingResult
from tournaments.access import Rights
from tournaments.models import Entry, Event, Tournament
from tournaments.rules.naming import named_like
from tournaments.venue.reads.tournaments import past_tournaments

VISITOR = Rights(frozenset())
MOST_NAMES = 5
"""So many players who were looked for are named beside a tournament."""


@dataclass(frozen=True, slots=True)
class PlayerThere:
    """Somebody who was looked for, where they stand in the results of an event."""

    event: str
    seat: str
    name: str


@dataclass(frozen=True, slots=True)
class Found:
    """A tournament that is over, with those of its players who were looked for; nobody where its name or its place was."""

    tournament: Tournament
    players: tuple[PlayerThere, ...] = ()


@dataclass(frozen=True, slots=True)
class EventOver:
    """What came of one event; `results` is where the API has all of it, None where that is not public; `note` says what of it is not
    here and why, empty where nothing is missing."""

    slug: str
    name: str
    games: int
    champion: str
    runner_up: str
    high_qualifiers: tuple[str, ...]
    results: str | None
    note: str


@dataclass(frozen=True, slots=True)
class TournamentOver:
    """One tournament of the archive. `days` are its first and its last day in words."""

    slug: str
    name: str
    venue: str
    starts_on: date
    ends_on: date
    days: str
    events: tuple[EventOver, ...]
    players: tuple[PlayerThere, ...]


def years() -> tuple[int, ...]:
    """The years with results, the newest first; one query."""
    return tuple(day.year for day in past_tournaments().dates("starts_on", "year", order="DESC"))


def find(wanted: str, year: int | None) -> list[Found]:
    """The tournaments that are over, newest first: those of this year, or of all (None); of them those whose name and place, or
    one of whose players, have every part of this text, or all of them where it is empty. Four queries at most."""
    tournaments = past_tournaments()
    if year is not None:
        tournaments = tournaments.filter(starts_on__year=year)
    if not wanted:
        return [Found(one) for one in tournaments]
    is_like = named_like(wanted)
    players = _players(tournaments, wanted)
    return [
        Found(one, players.get(one.pk, ()))
        for one in tournaments
        if one.pk in players or is_like(f"{one.name} {one.venue}")
    ]


def _players(tournaments: Iterable[Tournament], wanted: str) -> Mapping[int, tuple[PlayerThere, ...]]:
    """Who of this name stands in the public results of these tournaments, by tournament. A database knows no accents as people
    type them: the names are looked through here."""
    is_like = named_like(wanted)
    events = [event for event in Event.objects.filter(tournament__in=tournaments) if may_see_results(event, VISITOR)]
    rows = QualifyingResult.objects.filter(event__in=events).order_by("event", "rank", "pk")
    names = rows.values_list("event__tournament", "event__slug", "entry", "entry__name")
    like: dict[int, list[tuple[str, int, str]]] = defaultdict(list)
    for tournament, event, entry, name in names:
        if len(like[tournament]) < MOST_NAMES and is_like(name):
            like[tournament].append((event, entry, name))
    seated = Entry.objects.in_bulk([entry for found in like.values() for _event, entry, _name in found])
    return {
        tournament: tuple(PlayerThere(event, seated[entry].seat, name) for event, entry, name in found)
        for tournament, found in like.items()
        if found
    }


def shown(found: Iterable[Found]) -> list[TournamentOver]:
    """These tournaments with what came of their events, in the order given; four queries for however many."""
    listed = list(found)
    events = list(Event.objects.filter(tournament__in=[one.tournament for one in listed]))
    came = outcomes(events, VISITOR)
    held: dict[int, list[Event]] = defaultdict(list)
    for event in events:
        held[event.tournament_id].append(event)
    return [_shown(one, held[one.tournament.pk], came) for one in listed]


def _shown(found: Found, events: list[Event], came: Mapping[int, Outcome]) -> TournamentOver:
    tournament = found.tournament
    zone = ZoneInfo(tournament.time_zone)
    begun = (event.starts_at.astimezone(zone).date() for event in events if event.starts_at)
    last = max([tournament.starts_on, *begun])
    return TournamentOver(
        slug=tournament.slug,
        name=tournament.name,
        venue=tournament.venue,
        starts_on=tournament.starts_on,
        ends_on=last,
        days=words.days(tournament.starts_on, last),
        events=tuple(_event(tournament, event, came.get(event.pk)) for event in events),
        players=found.players,
    )


def _event(tournament: Tournament, event: Event, came: Outcome | None) -> EventOver:
    return EventOver(
        slug=event.slug,
        name=event.name,
        games=event.games,
        champion=came.champion if came else "",
        runner_up=came.runner_up if came else "",
        high_qualifiers=came.high_qualifiers if came else (),
        results=f"/api/v1/tournaments/{tournament.slug}/events/{event.slug}/results/" if came else None,
        note=_note(event, came),
    )


def _note(event: Event, came: Outcome | None) -> str:
    if came is None:
        return words.no_results(posted=event.posted_at is not None)
    return "" if may_see_playoffs(event, VISITOR) else results_words.playoffs_held_back()
