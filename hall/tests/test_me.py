"""The entrant's own page: opened with the key of the seat slip, without signing in; the API alike."""

from __future__ import annotations

import sys

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorecards.cards.actions.stack import receive_cards
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.tests.factories import make_card, make_cards
from tournaments import keys
from tournaments.day.actions.round import change_day
from tournaments.day.reads.round import DayPlan, What
from tournaments.day.reads.schedule import schedule
from tournaments.limits import Limit
from tournaments.models import Entry, Event
from tournaments.people.actions.links import make_links, renew_link, revoke_link
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.reads.entries import entry_at
from tournaments.seating.reads.seating import route
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament
from tournaments.tests.pages import text_of
from tournaments.venue.actions.tournaments import change_tournament

pytestmark = pytest.mark.django_db

WRONG = "2222333344445555"


@pytest.fixture
def event() -> Event:
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4, deal="alternate", seated=True)
    make_links(event=event, actor=make_actor())
    return event


def entry_of(event: Event, seat: str = "A-2") -> Entry:
    entry = entry_at(event, seat)
    assert entry is not None
    return entry


def key_of(event: Event, seat: str = "A-2") -> str:
    link, _version = link_of(entry_of(event, seat))
    assert link is not None
    return key_of_link(link)


def opened(key: str) -> HttpResponse:
    return Client().get(reverse("me:own", args=[key]))


def asked(key: str) -> HttpResponse:
    return api_of().get(f"/api/v1/me/{key}/")


def test_the_page_says_where_to_sit_whom_to_meet_and_who_deals(event: Event) -> None:
    name = entry_of(event).name
    first = route(event, "A-2")[0]

    page = opened(key_of(event))

    assert page.status_code == 200
    assert f"{name} Your ID is A-2" in text_of(page)
    assert f"Next: game 1 Table A, seat {first.seat} Against {first.opponent.seat} {first.opponent.name}" in text_of(
        page
    )
    assert ("You deal first." in text_of(page)) == (first.first_deal == "A-2")
    assert "Not handed in yet." in text_of(page)


def test_no_game_is_on_for_whose_card_is_whole_and_once_cards_are_compared(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(game_now=3)
    met = [one.opponent.seat for one in route(event, "A-2")]
    player = f"/t/sierra/main/players/{met[0]}/"

    make_card(event, "A-2", f"{met[0]} 2 +12")
    assert "Now: game 3" in text_of(opened(key_of(event)))
    make_card(event, "A-2", " \n ".join(f"{seat} 2 +12" for seat in met))
    assert "Now: game" not in text_of(opened(key_of(event)))
    assert asked(key_of(event)).json()["game_now"] is None

    assert "Now: game 3" in text_of(opened(key_of(event, met[0])))
    assert "Now: game 3" in text_of(Client().get(player))
    start_cross_check(event=event, actor=make_actor())
    assert "Now: game" not in text_of(opened(key_of(event, met[0])))
    assert "Now: game" not in text_of(Client().get(player))
    assert "is on." not in text_of(Client().get("/t/sierra/main/seating/"))


def test_the_game_that_is_on_and_the_one_after_it_are_told(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(game_now=2)
    second, third = route(event, "A-2")[1:]

    page = opened(key_of(event))
    values = asked(key_of(event)).json()

    assert f"Now: game 2 Table A, seat {second.seat} Against {second.opponent.seat}" in text_of(page)
    assert f"Next: game 3 Table A, seat {third.seat}," in text_of(page)
    assert (values["game_now"], values["next_game"]) == (2, 3)


def test_a_sit_out_is_told() -> None:
    event = make_event(tournament=make_tournament("odd"), games=3, entrants=5, seated=True)
    make_links(event=event, actor=make_actor())
    seat, out = next((pairing.players[0], pairing.game) for pairing in schedule(event) if pairing.players[1] is None)
    Event.objects.filter(pk=event.pk).update(game_now=out)

    assert "You sit out this game." in text_of(opened(key_of(event, seat or "")))


def happened(event: Event, plan: DayPlan) -> None:
    change_day(event=event, plan=plan, reason="It happened", actor=make_actor())


def games_of(page: HttpResponse) -> str:
    return text_of(page).partition("Your games")[2]


def test_games_that_are_missed_stay_on_the_page_and_earn_nothing() -> None:
    event = make_event(tournament=make_tournament("late"), games=4, entrants=8, seated=True)
    make_links(event=event, actor=make_actor())
    happened(event, DayPlan(What.AWAY, seat="A-2", first=2, last=3))
    Event.objects.filter(pk=event.pk).update(game_now=2)

    page = opened(key_of(event))
    values = asked(key_of(event)).json()

    assert games_of(page).count("You are away: it earns nothing") == 2
    assert "2 You are away: it earns nothing 3 You are away: it earns nothing 4 " in games_of(page)
    assert "Now: game 2 You are away: this game earns nothing. Next: game 4 Table A, seat" in text_of(page)
    assert [(one["game"], one["away"]) for one in values["games"][:4]] == [(1, False), (2, True), (3, True), (4, False)]
    assert (values["games"][1]["seat"], values["games"][1]["counted"]) == (None, False)
    assert values["next_game"] == 4


def test_whoever_plays_on_for_somebody_is_named(event: Event) -> None:
    assert asked(key_of(event)).json()["substitute"] == ""
    happened(event, DayPlan(What.LEAVES, seat="A-2", first=2))
    happened(event, DayPlan(What.SUBSTITUTE, seat="A-2", first=2, name="Otto Vance"))

    told = f"Otto Vance plays for A-2 {entry_of(event).name} from game 2 on, and the card goes on."
    assert told in text_of(opened(key_of(event)))
    assert asked(key_of(event)).json()["substitute"] == told
    assert asked(key_of(event, "A-3")).json()["substitute"] == ""


def test_opponents_meet_the_substitute_by_name(event: Event) -> None:
    absent = entry_of(event).name
    first, second, third = route(event, "A-2")
    happened(event, DayPlan(What.SUBSTITUTE, seat="A-2", first=2, name="Otto Vance"))
    seats = [meeting.opponent.seat for meeting in (first, second, third) if meeting.opponent]

    told = [asked(key_of(event, seat)).json()["games"] for seat in seats]

    assert [games[place]["opponent_told"] for place, games in enumerate(told)] == [
        absent,
        f"Otto Vance for {absent}",
        f"Otto Vance for {absent}",
    ]
    assert {games[place]["opponent_name"] for place, games in enumerate(told)} == {absent}
    assert f"A-2 Otto Vance for {absent}" in games_of(opened(key_of(event, seats[1])))
    assert "Otto Vance" not in text_of(opened(key_of(event, seats[0])))


def test_an_awarded_game_says_on_both_pages_what_to_write(event: Event) -> None:
    winner = route(event, "A-2")[1].opponent
    assert winner is not None
    happened(event, DayPlan(What.AWARD, seat="A-2", first=2))
    Event.objects.filter(pk=event.pk).update(game_now=2)

    lost, won = opened(key_of(event)), opened(key_of(event, winner.seat))

    assert f"2 {route(event, 'A-2')[1].seat} {winner.seat} {winner.name} lost by award, write 0 and 10 under −" in (
        games_of(lost)
    )
    assert f"A-2 {entry_of(event).name} won by award, write 2 and 10 under +" in games_of(won)
    assert "lost by award, write 0 and 10 under −. Next: game 3" in text_of(lost)
    assert "by award" not in text_of(opened(key_of(event, route(event, "A-2")[0].opponent.seat)))
    assert [one["award"] for one in asked(key_of(event)).json()["games"]] == ["", "lost", ""]
    assert asked(key_of(event, winner.seat)).json()["games"][1]["award"] == "won"


def test_before_the_draw_the_page_says_so() -> None:
    event = make_event(tournament=make_tournament("early"), entrants=2)
    make_links(event=event, actor=make_actor())

    page = opened(key_of(event, "1"))

    assert "Your seat is not drawn yet." in text_of(page)
    assert "No games yet." in text_of(page)
    assert asked(key_of(event, "1")).json()["seat"] == ""


def test_of_the_card_only_its_state_is_told(event: Event) -> None:
    key = key_of(event)
    states = [asked(key).json()["card"]]

    # In game 1 the two cards differ; the page does not say so.
    make_cards(event, A_1="A-2 2 +12 \n A-3 2 +12 \n A-4 3 +40", A_2="A-1 0 -10 \n A-4 2 +05 \n A-3 2 +07")
    states.append(asked(key).json()["card"])
    start_cross_check(event=Event.objects.get(pk=event.pk), actor=make_actor())
    states.append(asked(key).json()["card"])
    page = opened(key)

    assert states == ["missing", "typed", "compared"]
    assert "being compared with the cards of your opponents" in text_of(page)
    assert "12" not in text_of(page).partition("Your card")[2].partition("Your games")[0]


def test_the_card_of_somebody_who_left_is_typed_once_somebody_typed_it(event: Event) -> None:
    happened(event, DayPlan(What.LEAVES, seat="A-2", first=2))
    key = key_of(event)
    met = route(event, "A-2")[0].opponent
    assert met is not None

    left, told = asked(key).json()["card"], text_of(opened(key))
    receive_cards(event=event, seats=["A-2"], actor=make_actor())
    received = asked(key).json()["card"]
    make_card(event, "A-2", f"{met.seat} 0 -10")

    assert (left, received, asked(key).json()["card"]) == ("missing", "received", "typed")
    assert "Not handed in yet. Sign it as it is and bring it to the desk." in told


def test_a_card_that_nobody_handed_in_stays_missing_after_the_posting(event: Event) -> None:
    happened(event, DayPlan(What.LEAVES, seat="A-2", first=1))
    Event.objects.filter(pk=event.pk).update(cross_checked_at=timezone.now(), posted_at=timezone.now())

    assert "Not handed in. The qualifiers are posted without it." in text_of(opened(key_of(event)))
    assert asked(key_of(event)).json()["card"] == "missing"


def test_the_own_page_opens_in_a_private_tournament_without_links_to_closed_pages() -> None:
    event = make_event(tournament=make_tournament("secret", public=False), entrants=4, seated=True)
    make_links(event=event, actor=make_actor())

    page = opened(key_of(event))

    assert page.status_code == 200
    assert reverse("scorecards:standings", args=["secret", "main"]) not in page.content.decode()


def test_names_that_the_director_hides_stay_hidden(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(hidden=["entrants", "schedule", "standings"])
    first = route(event, "A-2")[0]

    page = opened(key_of(event))

    assert first.opponent is not None
    assert first.opponent.name not in text_of(page)
    assert first.opponent.seat in text_of(page)
    assert asked(key_of(event)).json()["games"][0]["opponent_name"] is None
    assert reverse("scorecards:standings", args=["sierra", "main"]) not in page.content.decode()


@pytest.mark.parametrize("hidden", [["entrants"], ["entrants", "standings"], ["entrants", "schedule"]])
def test_whoever_is_named_in_public_is_named_to_whom_they_play(event: Event, hidden: list[str]) -> None:
    Event.objects.filter(pk=event.pk).update(hidden=hidden)
    first = route(event, "A-2")[0]

    assert first.opponent is not None
    assert f"{first.opponent.seat} {first.opponent.name}" in text_of(opened(key_of(event)))
    assert asked(key_of(event)).json()["games"][0]["opponent_name"] == first.opponent.name


def test_the_seats_of_other_events_are_told(event: Event) -> None:
    mine = entry_of(event)
    other = make_event(tournament=event.tournament, slug="friday", kind="satellite", games=1, entrants=2, seated=True)
    Entry.objects.filter(event=other, number=2).update(player=mine.player)

    assert "Satellite, friday Seat A-2" in text_of(opened(key_of(event))).partition("Your other events")[2]
    assert asked(key_of(event)).json()["other_events"][0]["seat"] == "A-2"


def test_the_page_is_kept_nowhere_and_its_address_goes_nowhere(event: Event) -> None:
    page = opened(key_of(event))

    assert "no-store" in page["Cache-Control"]
    assert page["Referrer-Policy"] == "no-referrer"
    assert "next=" not in page.content.decode()
    assert "no-store" in asked(key_of(event))["Cache-Control"]


def test_no_page_of_a_key_tells_its_address_also_where_it_opens_nothing(event: Event) -> None:
    key = key_of(event)
    answers = [Client().get(f"/me/{key}/{part}") for part in ("call/", "match/", "news/", "card/turned/?game=x")]
    answers += [opened(WRONG), Client().get(f"/me/{WRONG}/nothing/"), Client().post(f"/me/{key}/")]
    revoke_link(entry=entry_of(event), version=link_of(entry_of(event))[1], actor=make_actor())
    answers.append(opened(key))

    # The site itself is told: without it no form of these pages could be sent.
    assert {answer["Referrer-Policy"] for answer in answers} == {"strict-origin"}
    assert opened(key).status_code == 410


def test_the_code_can_be_typed_as_it_stands_on_paper(event: Event) -> None:
    key = key_of(event)

    answer = Client().post("/me/", {"key": f" {keys.readable(key).lower().replace('-', ' ')}"})

    assert answer.status_code == 302
    assert answer["Location"] == f"/me/{key}/"
    assert opened(keys.readable(key).lower()).status_code == 200


@pytest.mark.parametrize("typed", [WRONG, "short", "0000-1111-OOOO-IIII", "\0", "ÄÖÜ " * 4])
def test_a_wrong_code_keeps_what_was_typed_and_says_what_to_look_for(event: Event, typed: str) -> None:
    answer = Client().post("/me/", {"key": typed})

    assert answer.status_code == 422
    if "\0" not in typed:
        assert "No seat slip has this code." in text_of(answer)
        assert typed.strip() in answer.content.decode()


def test_a_wrong_address_and_one_without_a_key_answer_alike(event: Event) -> None:
    wrong, none = opened(WRONG), opened("nobody")

    assert wrong.status_code == none.status_code == 404
    assert text_of(wrong).replace(WRONG, "") == text_of(none).replace("nobody", "")
    assert asked(WRONG).status_code == 404


def test_a_link_that_was_taken_back_sends_its_holder_to_the_desk(event: Event) -> None:
    key = key_of(event)
    renew_link(entry=entry_of(event), version=1, actor=make_actor())

    page, typed = opened(key), Client().post("/me/", {"key": key})

    assert (page.status_code, typed.status_code, asked(key).status_code) == (410, 422, 404)
    for answer in (page, typed):
        assert "Ask at the desk for a new seat slip." in text_of(answer)


@pytest.fixture
def three_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = Limit("me", most=3, minutes=10)
    for name in ("hall.me.pages", "hall.me.api"):
        monkeypatch.setattr(sys.modules[name], "OPENING", limit)


@pytest.mark.usefixtures("three_tries")
def test_too_many_wrong_codes_from_one_address_have_to_wait(event: Event) -> None:
    wrong = [opened(WRONG), Client().post("/me/", {"key": WRONG}), asked(WRONG)]

    answers = [opened(WRONG), Client().post("/me/", {"key": WRONG}), asked(WRONG)]

    assert [answer.status_code for answer in wrong] == [404, 422, 404]
    assert [answer.status_code for answer in answers] == [429] * 3
    assert "Wait 10 minutes, or ask at the desk." in text_of(answers[0])
    assert Client(REMOTE_ADDR="10.0.0.9").get(reverse("me:own", args=[WRONG])).status_code == 404


@pytest.mark.usefixtures("three_tries")
def test_after_too_many_wrong_codes_of_a_hall_a_right_one_still_opens(event: Event) -> None:
    wrong = [opened(WRONG).status_code for _guess in range(4)]
    key = key_of(event)

    assert wrong == [404, 404, 404, 429]
    assert (opened(key).status_code, asked(key).status_code) == (200, 200)
    assert Client().post("/me/", {"key": keys.readable(key)})["Location"] == f"/me/{key}/"


@pytest.mark.usefixtures("three_tries")
def test_right_codes_are_not_counted(event: Event) -> None:
    assert [opened(key_of(event)).status_code for _visit in range(5)] == [200] * 5


@pytest.mark.parametrize("page", ["own", "card", "call"])
def test_the_name_above_leads_to_the_tournament_where_everybody_may_read_it(event: Event, page: str) -> None:
    key = key_of(event)

    def leads_to() -> str:
        shown = Client().get(reverse(f"me:{page}", args=[key])).content.decode()
        return shown.partition('class="brand" href="')[2].partition('"')[0]

    assert leads_to() == "/t/sierra/"
    change_tournament(tournament=event.tournament, changes={"public": False}, reason="", actor=make_actor())
    assert leads_to() == f"/me/{key}/"
