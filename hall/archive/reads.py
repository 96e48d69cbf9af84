"""The results of finished tournaments. Everybody gets the same public ones, whatever their roles."""

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
from tournaments.people.reads.persons import pages_of
from tournaments.rules.naming import named_like
from tournaments.venue.reads.tournaments import past_tournaments

VISITOR = Rights(frozenset())
MOST_NAMES = 5
"""How many players who match the search are named per tournament."""


@dataclass(frozen=True, slots=True)
class PlayerThere:
    """A player who matches the search, in the results of an event; `person` is their page across events, if they have one."""

    event: str
    seat: str
    name: str
    players: tuple[str, ...]
    person: int | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A finished tournament, with its players who match the search.

    There may be none: then its own name or venue matches, or nothing was searched for.
    """

    tournament: Tournament
    players: tuple[PlayerThere, ...] = ()


@dataclass(frozen=True, slots=True)
class EventOver:
    """The results of one event. `results` is their URL in the API, None if they are not public.

    `note` says what is not shown and why; empty if nothing is missing.
    """

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
    """One tournament of the archive. `days` are its first and last day in words."""

    slug: str
    name: str
    venue: str
    starts_on: date
    ends_on: date
    days: str
    events: tuple[EventOver, ...]
    players: tuple[PlayerThere, ...]


def years() -> tuple[int, ...]:
    """The years with results, newest first; one query."""
    return tuple(day.year for day in past_tournaments().dates("starts_on", "year", order="DESC"))


def find(text: str, year: int | None) -> list[Found]:
    """Finished tournaments, newest first, of this year or of all years (None). Five queries at most.

    If there is a text, only tournaments that match it: every part of it is in their name and venue, or in the name of
    one of their players.
    """
    tournaments = past_tournaments()
    if year is not None:
        tournaments = tournaments.filter(starts_on__year=year)
    if not text:
        return [Found(tournament) for tournament in tournaments]
    is_like = named_like(text)
    players = _players(tournaments, text)
    return [
        Found(tournament, players.get(tournament.pk, ()))
        for tournament in tournaments
        if tournament.pk in players or is_like(f"{tournament.name} {tournament.venue}")
    ]


def _players(tournaments: Iterable[Tournament], text: str) -> Mapping[int, tuple[PlayerThere, ...]]:
    """The players of this name in the public results of these tournaments, by tournament.

    The names are compared in Python, because databases do not ignore accents as people do when they type.
    """
    is_like = named_like(text)
    events = [event for event in Event.objects.filter(tournament__in=tournaments) if may_see_results(event, VISITOR)]
    rows = QualifyingResult.objects.filter(event__in=events).order_by("event", "rank", "pk")
    people = ("entry__player__first__name", "entry__player__second__name")
    names = rows.values_list(
        "event__tournament", "event__slug", "entry", "entry__withheld_name", "entry__name", *people
    )
    matches: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for tournament_id, event_slug, entry_id, withheld, *written in names:
        public = written[:1] if withheld else filter(None, written)
        if len(matches[tournament_id]) < MOST_NAMES and any(map(is_like, public)):
            matches[tournament_id].append((event_slug, entry_id))
    entries = Entry.objects.with_people().in_bulk(
        [entry_id for rows_matched in matches.values() for _event, entry_id in rows_matched]
    )
    pages = pages_of(Entry.objects.filter(pk__in=entries))
    return {
        tournament_id: tuple(
            PlayerThere(event_slug, entry.seat, entry.name, tuple(entry.names), person=pages.get(entry.pk))
            for event_slug, entry in ((event_slug, entries[entry_id]) for event_slug, entry_id in rows_matched)
        )
        for tournament_id, rows_matched in matches.items()
        if rows_matched
    }


def shown(matches: Iterable[Found]) -> list[TournamentOver]:
    """These tournaments with the results of their events, in the same order; four queries for any number."""
    listed = list(matches)
    events = list(Event.objects.filter(tournament__in=[match.tournament for match in listed]))
    public_outcomes = outcomes(events, VISITOR)
    by_tournament: dict[int, list[Event]] = defaultdict(list)
    for event in events:
        by_tournament[event.tournament_id].append(event)
    return [_shown(match, by_tournament[match.tournament.pk], public_outcomes) for match in listed]


def _shown(match: Found, events: list[Event], public_outcomes: Mapping[int, Outcome]) -> TournamentOver:
    """A tournament of the archive; its last day is the day on which its last event started."""
    tournament = match.tournament
    zone = ZoneInfo(tournament.time_zone)
    event_days = (event.starts_at.astimezone(zone).date() for event in events if event.starts_at)
    last = max([tournament.starts_on, *event_days])
    return TournamentOver(
        slug=tournament.slug,
        name=tournament.name,
        venue=tournament.venue,
        starts_on=tournament.starts_on,
        ends_on=last,
        days=words.days(tournament.starts_on, last),
        events=tuple(_event(tournament, event, public_outcomes.get(event.pk)) for event in events),
        players=match.players,
    )


def _event(tournament: Tournament, event: Event, outcome: Outcome | None) -> EventOver:
    return EventOver(
        slug=event.slug,
        name=event.name,
        games=event.games,
        champion=outcome.champion if outcome else "",
        runner_up=outcome.runner_up if outcome else "",
        high_qualifiers=outcome.high_qualifiers if outcome else (),
        results=f"/api/v1/tournaments/{tournament.slug}/events/{event.slug}/results/" if outcome else None,
        note=_note(event, outcome),
    )


def _note(event: Event, outcome: Outcome | None) -> str:
    """What of this event is not shown, and why; empty if nothing is missing."""
    if outcome is None:
        return words.no_results(posted=event.posted_at is not None)
    return "" if may_see_playoffs(event, VISITOR) else results_words.playoffs_held_back()
