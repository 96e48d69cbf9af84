"""The entrant's own page: rank, what is still needed, the card as official, money, and polls that cost nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from brackets.tests.factories import make_bracket
from config.me import live
from scorecards.actions import start_cross_check
from scorecards.tests.factories import make_card, make_cards
from tournaments import actions, reads
from tournaments.limits import Limit
from tournaments.models import Entry, Event
from tournaments.precedence import precedence
from tournaments.rules.money import Kind
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament
from tournaments.tests.pages import text_of

pytestmark = pytest.mark.django_db


def make_linked(slug: str = "sierra", **more: Any) -> Event:
    event = make_event(tournament=make_tournament(slug), seated=True, **more)
    actions.make_links(event=event, actor=make_actor())
    return event


def entry_of(event: Event, seat: str) -> Entry:
    entry = reads.entry_at(event, seat)
    assert entry is not None
    return entry


def key_of(event: Event, seat: str = "A-1") -> str:
    link, _version = reads.link_of(entry_of(event, seat))
    assert link is not None
    return reads.key_of_link(link)


def opened(event: Event, seat: str = "A-1") -> str:
    return text_of(Client().get(reverse("me:own", args=[key_of(event, seat)])))


def rank_on(event: Event, seat: str = "A-1") -> str:
    return opened(event, seat).partition("Your rank")[2].partition("Your games")[0]


def asked(event: Event, seat: str = "A-1") -> dict[str, Any]:
    return api_of().get(f"/api/v1/me/{key_of(event, seat)}/").json()


def hide(event: Event, *parts: str) -> None:
    Event.objects.filter(pk=event.pk).update(hidden=list(parts))


# Four cards of three games. A-1 beats everybody by far, the cards of can be held back.
CARDS = {
    "A_1": "A-2 3 +121 \n A-3 3 +121 \n A-4 3 +121",
    "A_2": "A-1 0 -121 \n A-4 2 +10 \n A-3 2 +07",
    "A_3": "A-4 2 +10 \n A-1 0 -121 \n A-2 0 -07",
    "A_4": "A-3 0 -10 \n A-2 0 -10 \n A-1 0 -121",
}


@pytest.fixture
def event() -> Event:
    return make_linked(games=3, entrants=4)


# --- Rank and what is still needed -----------------------------------------------------------------------------------


def test_before_the_first_card_there_is_no_rank(event: Event) -> None:
    assert "Your rank" not in opened(event)
    assert asked(event)["standing"] is None


def test_whoever_cannot_be_reached_is_told_that_they_qualify(event: Event) -> None:
    make_cards(event, **{**CARDS, "A_4": "A-3 0 -10 \n A-2 0 -10"})

    assert "You qualify, whatever the open cards bring." in rank_on(event)
    assert "Provisional: 3 of 4 cards are in." in rank_on(event)
    assert asked(event)["standing"]["needs"] == ["You qualify, whatever the open cards bring."]


def test_whoever_is_not_typed_in_has_no_rank_and_is_told_what_game_points_do(event: Event) -> None:
    make_cards(event, A_1="A-2 2 +10 \n A-3 2 +10 \n A-4 0 -10")

    told = rank_on(event, "A-2")

    assert "Your card is not in yet, so you have no rank yet." in told
    assert "With fewer than" not in told
    assert asked(event, "A-2")["standing"]["rank"] is None


def test_a_finished_card_that_can_be_passed_is_told_by_how_many(event: Event) -> None:
    make_cards(event, A_1="A-2 2 +10 \n A-3 2 +10 \n A-4 2 +10")

    told = rank_on(event)

    assert "of 4 1st game points 6 won 3 net +30" in told
    assert "You are inside the line now. 3 cards are not in yet and can still change it." in told
    assert "You qualify if none of the 3 cards that can still come out above you or level with you does." in told


def test_what_broke_a_tie_is_told_with_both_values_to_both(event: Event) -> None:
    lines = {
        "A_1": "A-2 2 +10 \n A-3 0 -05 \n A-4 2 +12",
        "A_2": "A-1 0 -10 \n A-4 2 +10 \n A-3 2 +07",
        "A_3": "A-4 0 -10 \n A-1 2 +05 \n A-2 0 -07",
        "A_4": "A-3 2 +10 \n A-2 0 -10 \n A-1 0 -12",
    }
    make_cards(event, **lines)
    first, second = entry_of(event, "A-1").name, entry_of(event, "A-2").name

    assert f"Level on game points with {second} (A-2) below you. What decides: net, +17 against +7." in rank_on(event)
    above = f"Level on game points with {first} (A-1) above you. What decides: net, +17 against +7."
    assert above in rank_on(event, "A-2")
    hide(event, "entrants")
    assert first not in opened(event, "A-2")
    assert "Level on game points with A-1 above you." in rank_on(event, "A-2")


def test_where_the_standings_are_held_back_so_is_the_rank(event: Event) -> None:
    make_cards(event, **CARDS)
    hide(event, "standings")

    assert "The director shows the standings later. Your rank stands here then." in rank_on(event)
    assert "You qualify" not in opened(event)
    assert (asked(event)["standing"]["rank"], asked(event)["standing"]["needs"]) == (None, [])


# --- The card --------------------------------------------------------------------------------------------------------


# A-1 qualifies and has written more in the game against A-2 than the other card says.
OFF_BY_TWO = {
    **CARDS,
    "A_1": CARDS["A_1"].replace("A-2 3 +121", "A-2 2 +12"),
    "A_2": CARDS["A_2"].replace("A-1 0 -121", "A-1 0 -10"),
}


def test_before_the_posting_no_line_of_the_card_is_shown(event: Event) -> None:
    make_cards(event, **OFF_BY_TWO)
    event.refresh_from_db()
    start_cross_check(event=event, actor=make_actor())

    assert "+ spread" not in opened(event)
    assert asked(event)["lines"] == []


def test_once_posted_the_card_says_what_was_written_and_what_stands(event: Event) -> None:
    make_cards(event, **OFF_BY_TWO)
    Event.objects.filter(pk=event.pk).update(cross_checked_at=timezone.now(), posted_at=timezone.now())

    lines, others = asked(event)["lines"], asked(event, "A-2")["lines"]

    assert [line["changed"] for line in lines] == [True, False, False]
    assert (lines[0]["wrote"]["plus"], lines[0]["stands"]["plus"]) == ("12", "10")
    assert [one["rule"] for one in lines[0]["because"]] == ["12.2.a"]
    assert "One line was corrected." in opened(event)
    assert "12 10 12.2.a The amounts differ:" in opened(event)
    assert not any(line["changed"] for line in others)
    assert "Every line stands as you wrote it." in opened(event, "A-2")


def test_the_page_of_a_whole_posted_event_says_who_qualified() -> None:
    event = make_bracket(4, tournament=make_tournament("sierra"))
    actions.make_links(event=event, actor=make_actor())

    assert "You have qualified." in rank_on(event)
    assert asked(event)["match"]["match"] == 1
    hide(event, "qualifiers")
    assert "You have qualified." not in opened(event)


# --- Money -----------------------------------------------------------------------------------------------------------


def receive(event: Event, entry: Entry, cents: int) -> None:
    actions.write_line(
        tournament=event.tournament, player=entry.player, kind=Kind.CASH, cents=cents, actor=make_actor()
    )


def test_only_the_own_money_is_told(event: Event) -> None:
    assert asked(event)["money"] is None
    actions.add_fee(event=event, kind="entry", name="Entry", cents=7500, optional=False, actor=make_actor())
    paid = entry_of(event, "A-1")
    receive(event, paid, 7500)

    assert "Your fees are paid." in opened(event)
    assert "To pay at the desk: $75" in opened(event, "A-2")
    assert asked(event, "A-2")["money"] == {"to_pay": 7500, "comes_back": 0, "wins": [], "to_collect": 0}


# --- Polls -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def kept_long(monkeypatch: pytest.MonkeyPatch):
    """What a process knows, it knows for the whole test; nothing of an earlier one."""
    monkeypatch.setattr(live, "_links", {})
    monkeypatch.setattr(live, "_events", {})
    monkeypatch.setattr(live, "_turns", live.Turns())
    with override_settings(LIVE_KEPT_SECONDS=60):
        yield


def poll(path: str, seen: str) -> tuple[HttpResponse, int]:
    """The answer, and how many queries it took."""
    with CaptureQueriesContext(connection) as found:
        answer = Client().get(path, {"v": seen}, headers={"HX-Request": "true"})
    return answer, len(found)


@pytest.mark.usefixtures("kept_long")
@pytest.mark.parametrize("name", ["me:own", "me:card", "me:match"])
def test_an_unchanged_poll_costs_no_query(event: Event, name: str) -> None:
    path = reverse(name, args=[key_of(event)])
    page = Client().get(path)
    seen = page.context["state"]

    answer, queries = poll(path, seen)
    other, _queries = poll(path, "0-")

    assert (answer.status_code, queries) == (204, 0)
    assert other.status_code == 200
    assert b'id="live"' in other.content
    assert b"<html" not in other.content


def test_a_change_of_the_event_is_told(event: Event) -> None:
    path = reverse("me:own", args=[key_of(event)])
    seen = Client().get(path).context["state"]
    before, _queries = poll(path, seen)

    actions.call_game(event=event, game=1, actor=make_actor())
    after, _queries = poll(path, seen)

    assert (before.status_code, after.status_code) == (204, 200)
    assert "Now: game 1" in text_of(after)


def test_a_change_is_told_once_those_who_sent_something_are_answered(event: Event) -> None:
    path = reverse("me:own", args=[key_of(event)])
    seen = Client().get(path).context["state"]
    actions.call_game(event=event, game=1, actor=make_actor())

    with precedence.sending():
        during, _queries = poll(path, seen)
    after, _queries = poll(path, seen)

    assert (during.status_code, after.status_code) == (204, 200)


def test_money_that_came_is_told_to_its_player_alone(event: Event) -> None:
    paths = [reverse("me:own", args=[key_of(event, seat)]) for seat in ("A-1", "A-2")]
    seen = [Client().get(path).context["state"] for path in paths]

    receive(event, entry_of(event, "A-1"), 500)

    assert [poll(path, state)[0].status_code for path, state in zip(paths, seen, strict=True)] == [200, 204]


@pytest.mark.parametrize("name", ["me:own", "me:card", "me:match"])
def test_an_open_page_whose_link_is_taken_back_is_loaded_anew_and_says_so(event: Event, name: str) -> None:
    path = reverse(name, args=[key_of(event)])
    seen = Client().get(path).context["state"]
    actions.revoke_link(entry=entry_of(event, "A-1"), version=1, actor=make_actor())

    answer, _queries = poll(path, seen)

    assert (answer.status_code, answer["HX-Refresh"]) == (410, "true")
    assert answer.content == b""
    assert Client().get(path, follow=True).status_code == 410


@pytest.mark.parametrize("name", ["me:own", "me:card", "me:match"])
def test_nobody_guesses_keys_in_the_guise_of_a_poll(event: Event, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.me.pages.OPENING", Limit("me", most=2, minutes=10))
    path = reverse(name, args=["2222333344445555"])

    assert [poll(path, "1--0")[0].status_code for _guess in range(3)] == [404, 404, 429]


def test_what_a_process_keeps_holds_no_key(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "_links", {})
    key = key_of(event)
    Client().get(reverse("me:own", args=[key]))

    assert live._links
    assert key not in str(live._links)


def test_the_api_answers_204_to_whoever_has_seen_the_newest(event: Event) -> None:
    version = asked(event)["version"]
    path = f"/api/v1/me/{key_of(event)}/"

    assert api_of().get(path, {"v": version}).status_code == 204
    make_card(event, "A-1", CARDS["A_1"])
    assert api_of().get(path, {"v": version}).status_code == 200
