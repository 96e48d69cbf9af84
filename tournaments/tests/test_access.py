"""Who may do what: every role, at every door of this app."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from tournaments.models import Event, Tournament, User
from tournaments.tests.factories import api_of, make_event, make_tournament, make_user

pytestmark = pytest.mark.django_db

PEOPLE = (
    "director",
    "registrar",
    "checker",
    "judge",
    "head judge",
    "viewer",
    "superuser",
    "director elsewhere",
    "stranger",
    "nobody",
)
WITH_A_ROLE = {"director", "registrar", "checker", "judge", "head judge", "viewer", "superuser"}


def make_person(who: str, tournament: Tournament) -> User | None:
    if who == "nobody":
        return None
    if who == "superuser":
        return make_user(superuser=True)
    if who == "stranger":
        return make_user()
    if who == "director elsewhere":
        return make_user(role="director", tournament=make_tournament())
    return make_user(role="judge" if who == "head judge" else who, tournament=tournament, is_head=who == "head judge")


def address(event: Event, rest: str = "") -> str:
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/{rest}"


Ask = Callable[[APIClient, Event], Any]

READS: dict[str, Ask] = {
    "tournament": lambda api, event: api.get(f"/api/v1/tournaments/{event.tournament.slug}/"),
    "event": lambda api, event: api.get(address(event)),
    "entrants": lambda api, event: api.get(address(event, "entrants/")),
    "schedule": lambda api, event: api.get(address(event, "schedule/")),
}
DIRECTOR: dict[str, Ask] = {
    "change the tournament": lambda api, event: api.patch(
        f"/api/v1/tournaments/{event.tournament.slug}/", {"venue": "Sparks"}
    ),
    "add an event": lambda api, event: api.post(
        f"/api/v1/tournaments/{event.tournament.slug}/events/", {"slug": "consolation", "games": 9}
    ),
    "change the event": lambda api, event: api.patch(address(event), {"hidden": ["standings"]}),
    "set the quota": lambda api, event: api.patch(address(event), {"quota": 2, "reason": "Flyer"}),
}
REGISTRAR: dict[str, Ask] = {
    "enter people": lambda api, event: api.post(address(event, "entrants/"), [{"name": "Edie Marsh"}]),
    "mark a no-show": lambda api, event: api.patch(
        address(event, "entrants/1/"), {"status": "no_show", "reason": "Flight"}
    ),
    "correct a name": lambda api, event: api.patch(address(event, "entrants/1/person/"), {"name": "Milton Orr"}),
    "take somebody off the list": lambda api, event: api.delete(address(event, "entrants/1/")),
    "draw seats": lambda api, event: api.post(address(event, "seating/"), {}),
}


@pytest.mark.parametrize("what", READS)
def test_everybody_reads_what_is_public(what: str) -> None:
    event = make_event(entrants=4)

    answers = {who: READS[what](api_of(make_person(who, event.tournament)), event).status_code for who in PEOPLE}

    assert answers == dict.fromkeys(PEOPLE, 200)


@pytest.mark.parametrize("what", READS)
def test_a_private_tournament_is_there_for_those_with_a_role_only(what: str) -> None:
    event = make_event(tournament=make_tournament(public=False), entrants=4)

    answers = {who: READS[what](api_of(make_person(who, event.tournament)), event).status_code for who in PEOPLE}

    assert answers == {who: 200 if who in WITH_A_ROLE else 404 for who in PEOPLE}


@pytest.mark.parametrize("what", ["entrants", "schedule"])
def test_a_hidden_part_is_open_to_those_with_a_role_only(what: str) -> None:
    event = make_event(entrants=4)
    event.hidden = [what]
    event.save()

    answers = {}
    for who in PEOPLE:
        answer = READS[what](api_of(make_person(who, event.tournament)), event)
        answers[who] = "open" if answer.status_code == 200 else (answer.status_code, answer.json()["code"])

    assert answers == {who: "open" if who in WITH_A_ROLE else (403, "hidden") for who in PEOPLE}


def test_hiding_one_part_leaves_the_others_open() -> None:
    event = make_event(entrants=4)
    event.hidden = ["standings"]
    event.save()

    answers = {what: ask(api_of(), event).status_code for what, ask in READS.items()}

    assert answers == {"tournament": 200, "event": 200, "entrants": 200, "schedule": 200}


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("what", DIRECTOR)
def test_some_acts_are_for_the_director_only(what: str, who: str) -> None:
    event = make_event(entrants=4)
    api = api_of(make_person(who, event.tournament))

    answer = DIRECTOR[what](api, event)

    refused(answer, who, allowed={"director", "superuser"})


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("what", REGISTRAR)
def test_some_acts_are_for_registrars_only(what: str, who: str) -> None:
    event = make_event(entrants=4)
    api = api_of(make_person(who, event.tournament))

    answer = REGISTRAR[what](api, event)

    refused(answer, who, allowed={"registrar", "director", "superuser"})


@pytest.mark.parametrize("who", ["stranger", "nobody", "director elsewhere"])
@pytest.mark.parametrize("what", [*DIRECTOR, *REGISTRAR])
def test_nobody_without_a_role_writes_to_a_private_tournament_or_learns_that_it_exists(what: str, who: str) -> None:
    event = make_event(tournament=make_tournament(public=False), entrants=4)
    api = api_of(make_person(who, event.tournament))

    answer = (DIRECTOR | REGISTRAR)[what](api, event)

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("who", PEOPLE)
def test_whoever_is_signed_in_creates_a_tournament(who: str) -> None:
    person = make_person(who, make_tournament())
    body = {"slug": "new-one", "name": "New One", "starts_on": "2026-05-01"}

    answer = api_of(person).post("/api/v1/tournaments/", body)

    if person is None:
        assert (answer.status_code, answer.json()["code"]) == (401, "sign_in")
        assert answer["WWW-Authenticate"] == "Token"
    else:
        assert answer.status_code == 201


def test_the_list_shows_private_tournaments_to_those_with_a_role() -> None:
    make_tournament("open-to-all")
    private = make_tournament("behind-doors", public=False)
    viewer = make_user(role="viewer", tournament=private)

    def listed(user: User | None) -> set[str]:
        return {row["slug"] for row in api_of(user).get("/api/v1/tournaments/").json()["results"]}

    assert listed(None) == {"open-to-all"}
    assert listed(make_user()) == {"open-to-all"}
    assert listed(viewer) == {"open-to-all", "behind-doors"}
    assert listed(make_user(superuser=True)) == {"open-to-all", "behind-doors"}


def test_a_user_who_was_shut_out_has_no_roles_left() -> None:
    event = make_event(tournament=make_tournament(public=False), entrants=4)
    director = make_user(role="director", tournament=event.tournament)
    director.is_active = False
    director.save()

    answer = READS["event"](api_of(director), event)

    assert answer.status_code == 404


def test_a_wrong_token_is_no_visitor() -> None:
    event = make_event(entrants=4)
    api = api_of()
    api.credentials(HTTP_AUTHORIZATION="Token 0123456789abcdef")

    answer = READS["event"](api, event)

    assert (answer.status_code, answer.json()["code"]) == (401, "credentials")


@pytest.mark.parametrize("who", PEOPLE)
def test_acc_numbers_and_reasons_are_for_the_desk(who: str) -> None:
    event = make_event(entrants=4)
    api = api_of(make_person(who, event.tournament))

    row = api.get(address(event, "entrants/")).json()["results"][0]

    at_the_desk = {"director", "registrar", "checker", "judge", "head judge", "superuser"}
    assert ({"acc_number", "status_reason", "flags"} <= row.keys()) == (who in at_the_desk)


def refused(answer: Any, who: str, *, allowed: set[str]) -> None:
    """Whoever is allowed has done it; the others are told what they lack, nobody that they are not signed in."""
    if who in allowed:
        assert answer.status_code in {200, 201, 204}
    elif who == "nobody":
        assert (answer.status_code, answer.json()["code"]) == (401, "sign_in")
    else:
        assert (answer.status_code, answer.json()["code"]) == (403, "role")
