"""The card on the phone in the API, and on its page: what the key of a personal link opens."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scorecards import actions
from scorecards.tests.factories import COMMAND
from scorecards.tests.test_phone import make_phone_event, opponents, tell, tell_everything
from tournaments import actions as tournament_actions
from tournaments.models import Event
from tournaments.reads import entry_at, key_of_link, link_of
from tournaments.tests.factories import api_of
from tournaments.tests.pages import text_of

pytestmark = pytest.mark.django_db


def key_of(event: Event, seat: str) -> str:
    if link_of(entry_at(event, seat))[0] is None:
        tournament_actions.make_links(event=event, actor=COMMAND)
    link = link_of(entry_at(event, seat))[0]
    assert link is not None
    return key_of_link(link)


def put(event: Event, seat: str, game: int, spread: Any, **more: Any) -> Any:
    body = {"spread": spread, "key": str(uuid4()), **more}
    return api_of().put(f"/api/v1/me/{key_of(event, seat)}/card/games/{game}/", body, format="json")


def test_two_programs_tell_a_game_and_neither_reads_the_other_first() -> None:
    event = make_phone_event()
    other = opponents(event, "A-1")[1]
    first = put(event, "A-1", 1, 16).json()["games"][0]
    assert (first["state"], first["spread"], first["theirs"], first["via"]) == ("waiting", 16, None, "A-1")
    asked = api_of().get(f"/api/v1/me/{key_of(event, other)}/card/").json()["games"]
    seen = next(one for one in asked if one["game"] == 1)
    assert (seen["state"], seen["spread"], seen["theirs"]) == ("asked", None, None)
    told = put(event, other, 1, -16).json()
    assert next(one for one in told["games"] if one["game"] == 1)["state"] == "agreed"
    assert (told["game_points"], told["minus"]) == (0, 16)


def test_the_opponent_tells_it_with_the_first_key_after_the_player_has() -> None:
    event = make_phone_event()
    refused = put(event, "A-1", 1, -16, for_opponent=True)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_told")
    put(event, "A-1", 1, 16)
    told = put(event, "A-1", 1, -16, for_opponent=True).json()["games"][0]
    assert (told["state"], told["theirs"]) == ("agreed", -16)


@pytest.mark.parametrize("spread", [0, 122, "x", None, 1.5])
def test_a_spread_that_no_game_has_is_named(spread: Any) -> None:
    event = make_phone_event()
    answer = put(event, "A-1", 1, spread)
    assert (answer.status_code, [one["field"] for one in answer.json()["errors"]]) == (400, ["spread"])


def test_a_card_is_handed_in_by_its_key() -> None:
    event = make_phone_event()
    address = f"/api/v1/me/{key_of(event, 'A-1')}/card/in/"
    refused = api_of().post(address)
    assert (refused.status_code, refused.json()["code"]) == (409, "incomplete")
    tell_everything(event)
    assert api_of().post(address).json()["is_in"]
    assert put(event, "A-1", 1, 5).json()["code"] == "handed_in"
    assert api_of().get("/api/v1/me/2222333344445555/card/").status_code == 404


def test_the_page_refuses_with_reason_and_keeps_what_was_typed() -> None:
    event = make_phone_event()
    address = f"/me/{key_of(event, 'A-1')}/card/"
    client = Client()
    answer = client.post(address, {"game": 1, "key": str(uuid4()), "result": "won", "by": "200"})
    assert answer.status_code == 422
    assert "A game is won by 121 holes at most." in text_of(answer)
    assert 'value="200"' in answer.content.decode()
    assert client.post(address, {"game": 99, "key": str(uuid4()), "result": "won", "by": "7"}).status_code == 422
    assert client.post(address, {}).status_code == 422


def test_nothing_of_the_others_figure_stands_on_the_page_before_ones_own_is_told() -> None:
    event = make_phone_event()
    other = opponents(event, "A-1")[1]
    tell(event, other, 1, -87)
    shown = Client().get(f"/me/{key_of(event, 'A-1')}/card/")
    assert "87" not in text_of(shown)
    assert "Your opponent has told it; now you" in text_of(shown)


def test_an_event_without_phones_says_so_and_takes_nothing() -> None:
    event = make_phone_event()
    key = key_of(event, "A-1")
    actions.use_phones(event=event, phones="off", actor=COMMAND)
    assert "Games are not told by phone in this event." in text_of(Client().get(f"/me/{key}/card/"))
    answer = Client().post(f"/me/{key}/card/", {"game": 1, "key": str(uuid4()), "result": "won", "by": "7"})
    assert answer.status_code == 409
    assert Client().get(f"/me/{key}/card/turned/?game=1").status_code == 302
