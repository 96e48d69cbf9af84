"""The desk's page of games told by phone, and its API: who may see, choose and take."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scorecards.cards.actions.phone import use_phones
from scorecards.models import Scorecard
from scorecards.tests.factories import COMMAND, make_card
from scorecards.tests.test_phone import make_phone_event, opponents, tell, tell_everything
from tournaments.models import Event
from tournaments.tests.factories import api_of, make_user
from tournaments.tests.pages import text_of

pytestmark = pytest.mark.django_db

WRITES = (("", {"phones": "beside"}, {"director"}), ("cards/", {}, {"director", "checker"}))


def page(event: Event, more: str = "") -> str:
    return f"/t/{event.tournament.slug}/{event.slug}/phones/{more}"


def api(event: Event, more: str = "") -> str:
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/phones/{more}"


def signed_in(event: Event, role: str) -> Client:
    client = Client()
    if role:
        client.force_login(make_user(role=role, tournament=event.tournament))
    return client


@pytest.mark.parametrize(
    ("role", "sees"), [("director", 200), ("checker", 200), ("judge", 200), ("registrar", 403), ("", 302)]
)
def test_the_page_is_for_those_who_see_cards(role: str, sees: int) -> None:
    event = make_phone_event()
    assert signed_in(event, role).get(page(event)).status_code == sees


@pytest.mark.parametrize("role", ["director", "checker", "judge", "registrar", ""])
@pytest.mark.parametrize(("more", "body", "roles"), WRITES)
def test_only_some_roles_choose_how_phones_are_used_and_take_cards(
    role: str, more: str, body: dict[str, Any], roles: set[str]
) -> None:
    event = make_phone_event()
    tell_everything(event)
    may = role in roles
    answer = signed_in(event, role).post(page(event, more), body)
    assert (answer.status_code == 302 and "sign-in" not in answer["Location"]) == may
    user = make_user(role=role, tournament=event.tournament) if role else None
    program = api_of(user)
    said = (program.post if more else program.put)(api(event, more), body, format="json")
    assert (said.status_code == 200) == may
    assert said.status_code in ((200,) if may else (401, 403))


def test_the_page_says_how_far_each_game_is_and_where_two_differ() -> None:
    event = make_phone_event()
    other = opponents(event, "A-1")[1]
    tell(event, "A-1", 1, 16)
    tell(event, other, 1, -6)
    shown = text_of(signed_in(event, "checker").get(page(event)))
    assert f"Game 1. A-1 Milt Orr says: won by 16; {other} " in shown
    assert "says that A-1 won by 6." in shown
    assert "2 of 4" in shown
    assert "Take the" not in shown
    body = api_of(make_user(role="judge", tournament=event.tournament)).get(api(event)).json()
    first = body["games"][0]
    assert (first["told"], first["agreed"], len(first["missing"])) == (2, 0, 2)
    assert [one["seats"] for one in body["differing"]] == [["A-1", other]]
    assert body["to_take"] == sorted(["A-1", other])


def test_all_whole_cards_are_taken_with_one_press_and_a_told_card_says_so() -> None:
    event = make_phone_event()
    tell_everything(event)
    client = signed_in(event, "director")
    assert "Take the 4 whole cards" in text_of(client.get(page(event)))
    taken = client.post(page(event, "cards/"), follow=True)
    assert "4 cards are taken from the phones." in text_of(taken)
    assert set(Scorecard.objects.values_list("source", flat=True)) == {"phone"}


@pytest.mark.parametrize(("body", "status", "field"), [({"phones": "sometimes"}, 400, "phones"), ({}, 400, "phones")])
def test_an_unknown_choice_is_named(body: dict[str, Any], status: int, field: str) -> None:
    event = make_phone_event()
    program = api_of(make_user(role="director", tournament=event.tournament))
    answer = program.put(api(event), body, format="json")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (status, field)
    client = signed_in(event, "director")
    assert client.post(page(event), body).status_code == 422


def test_seats_that_told_nothing_are_named_by_their_place() -> None:
    event = make_phone_event()
    program = api_of(make_user(role="checker", tournament=event.tournament))
    answer = program.post(api(event, "cards/"), {"seats": ["A-1"]}, format="json")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "seats.0")
    use_phones(event=event, phones="off", actor=COMMAND)
    refused = program.post(api(event, "cards/"), {}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "off")


def test_a_card_that_says_something_else_than_its_phone_is_listed() -> None:
    event = make_phone_event("beside")
    tell_everything(event)
    other = opponents(event, "A-1")[1]
    make_card(event, "A-1", f"{other} 2 +99")
    make_card(event, other, "A-1 0 -11")
    shown = text_of(signed_in(event, "checker").get(page(event)))
    assert f"A-1 Milt Orr 1 {other} 2 +99 {other} 2 +11" in shown
    body = api_of(make_user(role="judge", tournament=event.tournament)).get(api(event)).json()
    line = {"seat": "A-1", "game": 1, "card": f"{other} 2 +99", "phone": f"{other} 2 +11"}
    assert body["contrary"] == [{**line, "version": 1, "decided": None}]
