"""The card on the phone in the API, and on its page: what the key of a personal link opens."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scorecards.cards.actions.phone import use_phones
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.sheet.rules.line import Line
from scorecards.tests.factories import COMMAND, make_card, sheet
from scorecards.tests.test_phone import make_phone_event, opponents, tell, tell_everything
from tournaments.models import Event
from tournaments.people.actions.links import make_links
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.reads.entries import entry_at
from tournaments.seating.reads.seating import route
from tournaments.tests.factories import api_of, make_event
from tournaments.tests.pages import text_of

pytestmark = pytest.mark.django_db


def key_of(event: Event, seat: str) -> str:
    if link_of(entry_at(event, seat))[0] is None:
        make_links(event=event, actor=COMMAND)
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


def test_two_screens_of_one_player_do_not_change_a_game_unseen() -> None:
    event = make_phone_event()
    address = f"/me/{key_of(event, 'A-1')}/card/"
    client = Client()
    body = {"game": 1, "result": "won", "was": "0"}

    def save(by: str, was: str = "0") -> Any:
        return client.post(address, {**body, "key": str(uuid4()), "by": by, "was": was})

    assert client.get(address).content.decode().count('name="was" value="0"') == 1
    assert save("16").status_code == 302
    # The other screen still shows nothing told.
    refused = save("12")
    assert refused.status_code == 409
    assert "Game 1 was just saved on another screen: won by 16." in text_of(refused)
    page = refused.content.decode()
    assert ('name="was" value="16"' in page, 'value="12"' in page) == (True, True)
    assert save("16").status_code == 302
    assert save("12", was="16").status_code == 302
    assert api_of().get(f"/api/v1/me/{key_of(event, 'A-1')}/card/").json()["games"][0]["spread"] == 12


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
    use_phones(event=event, phones="off", actor=COMMAND)
    assert "Games are not told by phone in this event." in text_of(Client().get(f"/me/{key}/card/"))
    answer = Client().post(f"/me/{key}/card/", {"game": 1, "key": str(uuid4()), "result": "won", "by": "7"})
    assert answer.status_code == 409
    assert Client().get(f"/me/{key}/card/turned/?game=1").status_code == 302


@pytest.mark.parametrize("deal", ["cut", "alternate"])
def test_the_card_says_who_deals_first_in_the_game_it_is_about(deal: str) -> None:
    event = make_event(games=3, entrants=4, seated=True, deal=deal)
    use_phones(event=event, phones="instead", actor=COMMAND)
    dealers = [meeting.first_deal for meeting in route(event, "A-1")]
    told = {None: "Cut for the first deal.", "A-1": "You deal first."}

    assert (None in dealers) == (deal == "cut")
    for game, dealer in enumerate(dealers, 1):
        page = text_of(Client().get(f"/me/{key_of(event, 'A-1')}/card/?game={game}"))
        assert told.get(dealer, "Your opponent deals first.") in page


@pytest.mark.parametrize("held", [False, True])
def test_a_save_that_a_phone_kept_learns_from_the_server_alone_that_it_arrived(held: bool) -> None:
    event = make_phone_event()
    other = opponents(event, "A-1")[1]
    client, card = Client(), f"/me/{key_of(event, 'A-1')}/card/"
    headers = {"Pegboard-Held": "yes"} if held else {}

    def post(more: str, game: int, by: str) -> Any:
        body = {"game": game, "key": str(uuid4()), "result": "won", "by": by}
        return client.post(f"{card}{more}", body, headers=headers)

    saved = post("", 1, "16")
    assert (saved.status_code, saved.headers.get("Pegboard-Held")) == ((204, "saved") if held else (302, None))
    assert post("turned/", 1, "6").status_code == (204 if held else 302)
    assert text_of(client.get(card)).count("The two of you differ.") == 1
    again = {"game": 2, "key": str(uuid4()), "result": "won", "by": "9"}
    for _answer_was_lost in range(2):
        client.post(card, again, headers={"Pegboard-Held": "yes"})
    assert text_of(client.get(card)).count("Game 2 is saved.") == 1
    refused = post("", 3, "200")
    assert (refused.status_code, refused["Pegboard-Held"]) == (422, "page")
    # What comes too late is refused with its reason, and not passed over.
    make_card(event, "A-1", f"{other} 2 +16")
    late = post("turned/", 1, "16")
    assert (late.status_code, late["Pegboard-Held"]) == (409, "page")
    assert "Your card is in" in text_of(late)


def test_a_card_that_the_desk_typed_is_shown_as_it_stands_there() -> None:
    event = make_phone_event("beside")
    tell(event, "A-1", 1, 16)
    meets = opponents(event, "A-1")
    key, client = key_of(event, "A-1"), Client()
    own = client.get(f"/me/{key}/")
    assert "My card: tell a game" in text_of(own)
    make_card(event, "A-1", f"{meets[1]} 2 +12\n{meets[2]} 0 -05\n{meets[3]} 3 +40")
    shown = text_of(client.get(f"/me/{key}/card/"))
    assert "As it stands at the desk" in shown
    assert "By phone you told: won by 16." in shown
    assert "games told" not in shown
    assert "tell a game" not in text_of(client.get(f"/me/{key}/"))
    body = api_of().get(f"/api/v1/me/{key}/card/").json()
    assert (body["is_in"], body["game_points"], body["missing"]) == (True, 5, [])
    assert body["games"][0]["at_desk"] == {"opponent": meets[1], "points": "2", "plus": "12", "minus": ""}
    polled = client.get(f"/me/{key}/card/", headers={"HX-Request": "true"}).content.decode()
    assert 'id="differ" hx-swap-oob="true"' in polled


def test_the_foot_does_not_say_that_paper_decides_where_there_is_none() -> None:
    event = make_phone_event()
    address = f"/t/{event.tournament.slug}/{event.slug}/standings/"
    assert "the paper card decides" not in text_of(Client().get(address))
    use_phones(event=event, phones="beside", actor=COMMAND)
    assert "the paper card decides" in text_of(Client().get(address))


def test_without_a_spread_the_game_points_are_told_and_compared() -> None:
    """By page and API: four results to choose from, a bare loss agrees with any win, no spread is taken."""
    event = make_event(games=2, movement="none", records_spread=False, entrants=2, seated=True)
    use_phones(event=event, phones=Event.Phones.INSTEAD, actor=COMMAND)
    one, two = key_of(event, "A-1"), key_of(event, "A-2")
    page = Client().get(f"/me/{one}/card/")
    told = text_of(page)
    assert all(
        choice in told
        for choice in ("I won", "I won by a skunk", "I lost", "I lost by a skunk", "fewer than 91 points")
    )
    assert not any(word in page.content.decode() for word in ("+ spread", 'name="by"', "12.2"))
    refused = put(event, "A-1", 1, 31, opponent="A-2")
    assert [(fault["field"], fault["code"]) for fault in refused.json()["errors"]] == [
        ("spread", "spread_not_recorded")
    ]

    sent = {"game": 1, "key": str(uuid4()), "opponent": "A-2", "result": "3", "was": 0}
    assert Client().post(f"/me/{one}/card/", sent).status_code == 302
    other = {"points": 0, "key": str(uuid4()), "opponent": "A-1"}
    answer = api_of().put(f"/api/v1/me/{two}/card/games/1/", other, format="json").json()
    seen = answer["games"][0]
    assert (seen["state"], seen["points"], seen["their_points"], seen["spread"]) == ("agreed", 0, 3, None)
    assert (answer["game_points"], answer["plus"], answer["minus"]) == (0, None, None)

    # Both say that they won the second game. On one phone the winner adds what a bare loss leaves open.
    bare = {"points": 0, "key": str(uuid4()), "opponent": "A-2"}
    api_of().put(f"/api/v1/me/{one}/card/games/2/", bare, format="json")
    turned = Client().get(f"/me/{one}/card/turned/?game=2")
    assert "You won." in text_of(turned)
    assert "Yes, that is right" not in text_of(turned)
    Client().post(f"/me/{one}/card/", {**sent, "game": 2, "key": str(uuid4()), "result": "-3", "was": -1})
    turned = Client().get(f"/me/{one}/card/turned/?game=2")
    assert "You won by a skunk. Your card: 3." in text_of(turned)
    assert "Yes, that is right" in text_of(turned)
    lost = {**bare, "opponent_points": 5, "key": str(uuid4())}
    refused = api_of().put(f"/api/v1/me/{one}/card/games/2/", lost, format="json")
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "opponent_points")
    Client().post(f"/me/{one}/card/", {**sent, "game": 2, "key": str(uuid4()), "result": "2", "was": -3})
    api_of().put(f"/api/v1/me/{two}/card/games/2/", {**other, "points": 2, "key": str(uuid4())}, format="json")
    assert "you say that you won; A-2 says that you lost" in text_of(Client().get(f"/me/{one}/card/")).replace(
        entry_at(event, "A-2").name, "A-2"
    )
    for key in (one, two):
        assert Client().post(f"/me/{key}/card/in/").status_code == 302
    own = Client().get(f"/me/{one}/")
    assert ">net<" not in own.content.decode()
    checked = start_cross_check(event=event, actor=COMMAND)
    found = sheet(checked).crosscheck
    assert [(game.game, game.outcome.value) for game in found.games] == [(1, "agrees"), (2, "unsettled")]
    assert found.cards["A-1"].lines[0] == Line(1, "A-2", 3, None, None)
