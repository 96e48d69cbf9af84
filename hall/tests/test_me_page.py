"""The entrant's own page: rank, what is still needed, the card as official, money, and polls that cost nothing."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from brackets.tests.factories import make_bracket
from hall.me import live
from judging.calls.actions.calls import call_judge
from scorecards.cards.actions.phone import use_phones
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.sheet.reads.stored import store_snapshot
from scorecards.tests.factories import make_card, make_cards
from scorecards.tests.test_phone import tell
from tournaments.access import Actor
from tournaments.day.actions.round import call_game
from tournaments.limits import Limit
from tournaments.models import Entry, Event
from tournaments.money.actions.money import add_fee, write_line
from tournaments.money.rules import Kind
from tournaments.people.actions.links import make_links, revoke_link
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.precedence import precedence
from tournaments.reads.entries import entry_at
from tournaments.seating.reads.seating import route
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament
from tournaments.tests.pages import text_of

pytestmark = pytest.mark.django_db


def make_linked(slug: str = "sierra", **more: Any) -> Event:
    event = make_event(tournament=make_tournament(slug), seated=True, **more)
    make_links(event=event, actor=make_actor())
    return event


def entry_of(event: Event, seat: str) -> Entry:
    entry = entry_at(event, seat)
    assert entry is not None
    return entry


def key_of(event: Event, seat: str = "A-1") -> str:
    link, _version = link_of(entry_of(event, seat))
    assert link is not None
    return key_of_link(link)


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

ON_CONDITION = (
    "This holds as long as the number who qualify stays 1.",
    "It leaves aside what a checker may still read otherwise on a paper, and what the head judge may rule on a game that no rule "
    "settles once both cards are in.",
)


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
    assert asked(event)["standing"]["needs"] == [
        "You qualify, whatever the open cards bring.",
        *ON_CONDITION,
    ]


def test_game_points_that_are_enough_are_those_of_the_card_once_it_is_compared(event: Event) -> None:
    make_cards(event, **{seat: card for seat, card in CARDS.items() if seat != "A_1"})

    assert asked(event)["standing"]["needs"] == [
        "What counts is not what you wrote, but the game points that you have once your card is compared with those of your "
        "opponents (rule 12.2).",
        "If you have 5 or more then, you qualify, whatever the others bring.",
        "If you have fewer than 4 then, you cannot qualify.",
        *ON_CONDITION,
    ]


def test_with_all_cards_in_what_a_paper_turns_out_to_say_is_left_aside(event: Event) -> None:
    make_cards(event, **CARDS)

    assert asked(event)["standing"]["needs"] == [
        "You qualify, however the games that are still open are settled.",
        "This holds as long as the number who qualify stays 1.",
        "It does not include what a checker may still correct from a paper.",
    ]


# have beaten each other in a ring.
LEVEL = {
    "A_1": "A-2 2 +10 \n A-3 0 -10 \n A-4 2 +10",
    "A_2": "A-1 0 -10 \n A-4 2 +10 \n A-3 2 +10",
    "A_3": "A-4 2 +10 \n A-1 2 +10 \n A-2 0 -10",
}


def test_whoever_shares_a_rank_is_told_with_which_others(event: Event) -> None:
    make_cards(event, **LEVEL)

    second, third = (f"{entry_of(event, seat).name} ({seat})" for seat in ("A-2", "A-3"))
    assert f"You share this rank with {second} and {third}: everything that breaks a tie is equal." in rank_on(event)


def test_a_tie_at_the_line_is_broken_by_a_game_once_all_cards_are_in(event: Event) -> None:
    make_cards(event, **LEVEL)
    assert "one-game playoff" not in rank_on(event)
    make_cards(event, A_4="A-3 0 -10 \n A-2 0 -10 \n A-1 0 -10")

    assert asked(event)["standing"]["needs"] == [
        "You are tied at the line now.",
        "Unless a correction or a ruling changes that, a one-game playoff decides: those level at the line play it. Ask the "
        "director.",
    ]


def test_whoever_is_not_typed_in_has_no_rank_and_is_told_what_game_points_do(event: Event) -> None:
    make_cards(event, A_1="A-2 2 +10 \n A-3 2 +10 \n A-4 0 -10")

    told = rank_on(event, "A-2")

    assert "Your card is not in yet, so you have no rank yet." in told
    assert "Your game points alone do not decide it yet" in told
    assert "It depends on 2 other cards that are not in yet." in told
    assert "too many cards" not in told
    assert "This holds as long as" not in told
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
    hide(event, "entrants", "schedule")
    assert above in rank_on(event, "A-2")


def test_where_the_standings_are_held_back_so_is_the_rank(event: Event) -> None:
    make_cards(event, **CARDS)
    hide(event, "standings")

    assert "The director shows the standings later. Your rank appears here then." in rank_on(event)
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
    assert "12 10 12.2.a (2020) The amounts differ:" in opened(event)
    assert not any(line["changed"] for line in others)
    assert "Every line stands as you wrote it." in opened(event, "A-2")


def test_the_page_of_a_whole_posted_event_says_who_qualified() -> None:
    event = make_bracket(4, tournament=make_tournament("sierra"))
    make_links(event=event, actor=make_actor())

    assert "You have qualified." in rank_on(event)
    assert asked(event)["match"]["match"] == 1
    hide(event, "qualifiers")
    assert "You have qualified." not in opened(event)


# --- Money -----------------------------------------------------------------------------------------------------------


def receive(event: Event, entry: Entry, cents: int) -> None:
    write_line(tournament=event.tournament, player=entry.player, kind=Kind.CASH, cents=cents, actor=make_actor())


def test_only_the_own_money_is_told(event: Event) -> None:
    assert asked(event)["money"] is None
    add_fee(event=event, kind="entry", name="Entry", cents=7500, optional=False, actor=make_actor())
    paid = entry_of(event, "A-1")
    receive(event, paid, 7500)

    assert "Your fees are paid." in opened(event)
    assert "To pay at the desk: $75" in opened(event, "A-2")
    assert asked(event, "A-2")["money"] == {"to_pay": 7500, "comes_back": 0, "wins": [], "to_collect": 0}


# --- Polls -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def kept_long(monkeypatch: pytest.MonkeyPatch):
    """What a process knows, it knows for the whole test; nothing of an earlier one."""
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
    store_snapshot(event)
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

    call_game(event=event, game=1, actor=make_actor())
    after, _queries = poll(path, seen)

    assert (before.status_code, after.status_code) == (204, 200)
    assert "Now: game 1" in text_of(after)


def test_a_change_is_told_once_those_who_sent_something_are_answered(event: Event) -> None:
    path = reverse("me:own", args=[key_of(event)])
    seen = Client().get(path).context["state"]
    call_game(event=event, game=1, actor=make_actor())

    with precedence.answering_write():
        during, _queries = poll(path, seen)
    after, _queries = poll(path, seen)

    assert (during.status_code, after.status_code) == (204, 200)


@pytest.mark.usefixtures("kept_long")
def test_a_page_waits_a_moment_for_what_is_stored_for_all(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    path = reverse("me:own", args=[key_of(event)])
    seen = Client().get(path).context["state"]
    make_cards(event, **CARDS)
    known_no_more()

    under_way, _queries = poll(path, seen)
    with monkeypatch.context() as later:
        later.setattr(live, "UNDER_WAY_SECONDS", 0)
        given_up, _queries = poll(path, seen)

    assert (under_way.status_code, given_up.status_code) == (204, 200)
    assert "1st" in text_of(given_up)
    known_no_more()
    monkeypatch.setattr(live, "_turns", live.Turns())
    store_snapshot(Event.objects.select_related("tournament").get())
    stored, _queries = poll(path, seen)
    assert (stored.status_code, text_of(stored)) == (200, text_of(given_up))


def known_no_more() -> None:
    """The moment is over for which a process goes by what it knows of an event."""
    live._events.clear()


def make_all() -> Event:
    """An event with a call, a match, money and a second event for A-1."""
    event = make_bracket(4, tournament=make_tournament("sierra"))
    make_links(event=event, actor=make_actor())
    first = entry_of(event, "A-1")
    receive(event, first, 500)
    call_judge(entry=first, about="Renege", actor=Actor.of_entry(first))
    other = make_event(tournament=event.tournament, slug="evening", kind="consolation", entrants=0)
    Entry.objects.create(event=other, player=first.player, number=1, name=first.name)
    return event


@pytest.mark.usefixtures("kept_long")
@pytest.mark.parametrize("seat", ["A-1", "A-2"])
def test_a_poll_shows_what_the_page_shows(seat: str) -> None:
    event = make_all()
    path = reverse("me:own", args=[key_of(event, seat)])
    page = text_of(Client().get(path))
    store_snapshot(event)
    known_no_more()

    told, _queries = poll(path, "0-")

    assert text_of(told) in page
    for words in ("Your match", "Your money", "Your other events", "Judge"):
        assert (words in page) == (words in text_of(told))


def test_a_page_is_reloaded_when_its_link_to_the_standings_is_closed_or_opened(event: Event) -> None:
    path = reverse("me:own", args=[key_of(event)])
    shown = re.search(r'id="live"[^>]* hx-get="([^"]+)"', Client().get(path).content.decode())
    assert shown is not None
    asks = {name: values[0] for name, values in parse_qs(unescape(shown[1]).removeprefix("?")).items()}
    assert asks["pages"] == "standings.bracket"
    poll_of = {**asks, "v": "0-"}

    assert "HX-Refresh" not in Client().get(path, poll_of, headers={"HX-Request": "true"})
    hide(event, "standings")
    assert Client().get(path, poll_of, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    assert "HX-Refresh" not in Client().get(path, {**poll_of, "pages": "bracket"}, headers={"HX-Request": "true"})


@pytest.mark.usefixtures("kept_long")
def test_polls_of_own_pages_query_nothing_for_players_who_have_no_such_thing(event: Event) -> None:
    path = reverse("me:own", args=[key_of(event)])
    store_snapshot(event)
    Client().get(path)

    answer, queries = poll(path, "0-")

    assert answer.status_code == 200
    assert queries <= 2


def test_a_page_whose_link_was_read_before_a_change_has_no_version(event: Event) -> None:
    link, _version = link_of(entry_of(event, "A-1"))
    assert link is not None
    before = live.version(link)
    call_game(event=Event.objects.get(), game=1, actor=make_actor())

    assert before
    assert live.version(link) == ""


def test_money_that_came_is_told_to_its_player_alone(event: Event) -> None:
    paths = [reverse("me:own", args=[key_of(event, seat)]) for seat in ("A-1", "A-2")]
    seen = [Client().get(path).context["state"] for path in paths]

    receive(event, entry_of(event, "A-1"), 500)

    assert [poll(path, state)[0].status_code for path, state in zip(paths, seen, strict=True)] == [200, 204]


@pytest.mark.parametrize("name", ["me:own", "me:card", "me:match"])
def test_an_open_page_whose_link_is_taken_back_is_reloaded_and_says_so(event: Event, name: str) -> None:
    path = reverse(name, args=[key_of(event)])
    seen = Client().get(path).context["state"]
    revoke_link(entry=entry_of(event, "A-1"), version=1, actor=make_actor())

    answer, _queries = poll(path, seen)

    assert (answer.status_code, answer["HX-Refresh"]) == (410, "true")
    assert answer.content == b""
    assert Client().get(path, follow=True).status_code == 410


@pytest.mark.parametrize("name", ["me:own", "me:card", "me:match"])
def test_nobody_guesses_keys_in_the_guise_of_a_poll(event: Event, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hall.me.page.OPENING", Limit("me", most=2, minutes=10))
    path = reverse(name, args=["2222333344445555"])

    assert [poll(path, "1--0")[0].status_code for _guess in range(3)] == [404, 404, 429]


def test_what_a_process_keeps_holds_no_key(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_the_page_says_which_games_two_phones_tell_differently_until_the_card_is_in() -> None:
    event = make_linked(games=3, entrants=4)
    event = use_phones(event=event, phones=Event.Phones.BESIDE, actor=make_actor())
    met = {one.game: one.opponent.seat for one in route(event, "A-1") if one.opponent}
    for game, other, of_other in ((1, met[1], -16), (2, met[2], -8)):
        tell(event, "A-1", game, 16)
        assert "The two of you differ." not in opened(event, met[game])
        tell(event, other, game, of_other)

    for seat in ("A-1", met[2]):
        page = opened(event, seat)
        assert "The two of you differ. Game 2" in page
        assert "differ. Game 1" not in page
    assert "The two of you differ." not in opened(event, met[1])

    make_card(event, "A-1", f"{met[1]} 2 +16\n{met[2]} 2 +16\n{met[3]} 0 -3")
    assert "The two of you differ." not in opened(event, "A-1")
