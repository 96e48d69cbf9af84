"""People, tournaments and events for tests, made with the actions that the program itself uses.

Entrant 1 of an event made here is Milt Orr; a seated event has entrant 1 at A-1, entrant 2 at A-2 and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest
from rest_framework.test import APIClient

from tournaments.access import Actor
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.models import Entry, Event, Role, Tournament, User
from tournaments.plan import EventPlan
from tournaments.rules.seat import table_names
from tournaments.seating.actions import draw_seats
from tournaments.tests.kept import kept, next_number
from tournaments.venue.actions.events import add_event
from tournaments.venue.actions.tournaments import create_tournament

FIRST_NAMES = ("Milt", "Dale", "Ivan", "Edie", "Ruth", "Carl", "Nina", "Otto")
LAST_NAMES = ("Orr", "Ashby", "Flint", "Marsh", "Quill", "Stone", "Vance", "Wren")
PASSWORD = "fifteen-two-and-a-pair"


@kept
def make_user(
    username: str = "",
    *,
    role: str = "",
    tournament: Tournament | None = None,
    is_head: bool = False,
    superuser: bool = False,
    password: str | None = None,
) -> User:
    """A user, with a role in this tournament if one is named. Without a password nobody can type one."""
    username = username or f"user{next_number()}"
    user = User.objects.create_user(username, password=password, is_superuser=superuser)
    if role:
        Role.objects.create(user=user, tournament=tournament, kind=role, is_head=is_head)
    return user


def make_actor(user: User | None = None) -> Actor:
    """The actor of an action: this user, or the command line of the tests."""
    return Actor.of_user(user) if user else Actor.of_command("tests")


@kept
def make_tournament(
    slug: str = "",
    *,
    name: str = "Sierra Open",
    edition: str = "2020",
    public: bool = True,
    events: Sequence[EventPlan] = (),
    director: User | None = None,
) -> Tournament:
    """A tournament; with a director if one is given."""
    return create_tournament(
        slug=slug or f"tournament-{next_number()}",
        name=name,
        starts_on=date(2026, 3, 6),
        venue="Reno",
        time_zone="America/Los_Angeles",
        edition=edition,
        public=public,
        events=events,
        actor=make_actor(director),
    )


@kept
def make_event(
    *,
    tournament: Tournament | None = None,
    slug: str = "main",
    kind: str = "main",
    games: int = 3,
    deal: str = "cut",
    movement: str = "anchor",
    rounds: int | None = None,
    repeats_reason: str = "",
    sit_outs_reason: str = "",
    records_spread: bool = True,
    ranking: str = "acc",
    one_in: int = 4,
    skunk_from: int = 31,
    double_skunk_from: int | None = None,
    entrants: int | Sequence[EntrantPlan] = 0,
    tables: Sequence[int] = (),
    seated: bool = False,
) -> Event:
    """An event with that many entrants, seated in the order of their numbers at these tables, else all at table A."""
    tournament = tournament or make_tournament()
    reasons = {"repeats_reason": repeats_reason, "sit_outs_reason": sit_outs_reason}
    rules = {
        "records_spread": records_spread,
        "ranking": ranking,
        "one_in": one_in,
        "skunk_from": skunk_from,
        "double_skunk_from": double_skunk_from,
    }
    plan = EventPlan(slug, kind, games, deal, movement, rounds, **rules, **reasons)
    event = add_event(tournament=tournament, plan=plan, actor=make_actor())
    if entrants:
        make_entrants(event, entrants, tables=tables if tables or not seated else [_many(entrants)])
    if seated:
        draw_seats(event=event, tables=tables or None, seed=7, actor=make_actor())
    return Event.objects.select_related("tournament").get(pk=event.pk)


@kept
def make_entrants(event: Event, entrants: int | Sequence[EntrantPlan], *, tables: Sequence[int] = ()) -> list[Entry]:
    """Enter people, at the seats of these tables in order where tables are given."""
    if isinstance(entrants, int):
        seats = [
            f"{table}-{number}"
            for table, size in zip(table_names(len(tables)), tables, strict=True)
            for number in range(1, size + 1)
        ]
        entrants = [EntrantPlan(name_of(n), seat=seats[n - 1] if seats else "") for n in range(1, entrants + 1)]
    if not event.is_ladder or all(plan.players for plan in entrants):
        return enter_entrants(event=event, entrants=entrants, actor=make_actor())
    # A ladder takes teams alone; most tests of one ask nothing of the people behind a name, so these have none.
    Event.objects.filter(pk=event.pk).update(movement=Event.Movement.ANCHOR)
    entries = enter_entrants(event=event, entrants=entrants, actor=make_actor())
    Event.objects.filter(pk=event.pk).update(movement=Event.Movement.LADDER)
    return entries


def name_of(number: int) -> str:
    """The name of the entrant with this number; all are different."""
    place = number - 1
    first = FIRST_NAMES[place % len(FIRST_NAMES)]
    last = LAST_NAMES[(place + place // len(FIRST_NAMES)) % len(LAST_NAMES)]
    again = place // (len(FIRST_NAMES) * len(LAST_NAMES))
    return f"{first} {last}{' ' + 'I' * (again + 1) if again else ''}"


def _many(entrants: int | Sequence[EntrantPlan]) -> int:
    return entrants if isinstance(entrants, int) else len(entrants)


def api_of(user: User | None = None) -> APIClient:
    """A program that uses the API as this user, or as nobody; an error in the program is a 500 and not an exception."""
    program = APIClient(raise_request_exception=False)
    if user is not None:
        program.force_authenticate(user)
    return program


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def director(tournament: Tournament) -> User:
    return make_user("director", role="director", tournament=tournament)


@pytest.fixture
def checker(tournament: Tournament) -> User:
    return make_user("checker", role="checker", tournament=tournament)


@pytest.fixture
def stranger(db: None) -> User:
    return make_user("stranger")
