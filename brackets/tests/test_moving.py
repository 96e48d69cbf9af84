"""People who come over from the main event to the consolation, on the page and in the API."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from brackets.matches.actions.ending import end_match
from brackets.matches.actions.moving import CameOver, move_over
from brackets.matches.reads.moving import moving
from brackets.matches.reads.takingback import taking_back
from brackets.tests.factories import make_bracket, make_posted_event, win
from tournaments.access import Rights
from tournaments.day.actions.round import call_game
from tournaments.day.reads.late_entry import seats_at_once
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import remove_entrant
from tournaments.errors import Malformed, Refused
from tournaments.models import AuditEntry, Entry, Event, Role, Tournament
from tournaments.money.actions.money import add_fee
from tournaments.money.reads.money import accounts
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import api_of, make_actor, make_entrants, make_event, make_tournament, make_user
from tournaments.tests.kept import kept
from tournaments.tests.pages import text_of

pytestmark = pytest.mark.django_db

DIRECTOR = Rights(frozenset({"director"}))
CONSOLATION = "/t/sierra/consolation/"
PAGE = f"{CONSOLATION}entrants/from/main/"
API = "/api/v1/tournaments/sierra/events/consolation/entrants/from/main/"


@pytest.fixture
def t() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
@kept
def main(t: Tournament) -> Event:
    """Four qualifiers at A-1 to A-4, of whom A-4 is out in the semifinals; A-5 did not qualify."""
    event = make_bracket(4, best_of=1, tournament=t)
    win(event, 1, "A-1")
    return event


@pytest.fixture
def consolation(t: Tournament, main: Event) -> Event:
    return make_event(tournament=t, slug="consolation", kind="consolation", games=3)


def signed_in(t: Tournament, role: str) -> Client:
    client = Client()
    client.force_login(make_user(role=role, tournament=t))
    return client


def names(event: Event) -> list[str]:
    return list(Entry.objects.of(event).order_by("number").values_list("name", flat=True))


def at(main: Event, seat: str) -> Entry:
    return Entry.objects.of(main).select_related("player").get(seat_number=int(seat.partition("-")[2]))


def come(event: Event, source: Event, *numbers: int, out_in: int = 0, **seats: str) -> CameOver:
    given = dict.fromkeys(numbers, "") | {int(name[1:]): seat for name, seat in seats.items()}
    return move_over(event=event, source=source, seats=given, out_in=out_in, actor=make_actor())


# --- The act ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "said"), [("no_show", "no-show"), ("withdrawn", "withdrawn")])
def test_somebody_who_moved_over_before_and_no_longer_plays_there_is_told_how_to_return(
    main: Event, consolation: Event, status: str, said: str
) -> None:
    (entry,) = come(consolation, main, 5).entries
    Entry.objects.filter(pk=entry.pk).update(status=status, status_reason="Back in the main event")
    told = f"is on the list of Consolation and does not play ({said}). Let them play again on their page there."

    found = next(one for one in moving(consolation, main, 0).people if one.number == 5)
    with pytest.raises(Refused) as refused:
        come(consolation, main, 5)

    assert (found.is_offered, found.told) == (False, told)
    assert (refused.value.code, refused.value.message.endswith(f"{entry.name} {told}")) == ("exists", True)


def test_whoever_did_not_qualify_comes_over_as_the_same_person(main: Event, consolation: Event) -> None:
    came = come(consolation, main, 5)

    assert [entry.player for entry in came.entries] == [at(main, "A-5").player]
    assert names(consolation) == [at(main, "A-5").name]
    row = AuditEntry.objects.get(action="entrants.came-over")
    assert (row.event, row.subject_key) == (consolation, "main")
    assert row.after == {"people": {"1": "A-5"}, "out_in": 0, "left_out": []}


def test_taking_back_a_match_says_whose_loser_came_over_since(t: Tournament, main: Event, consolation: Event) -> None:
    come(consolation, main, 4, 5, out_in=1)
    name = at(main, "A-4").name
    told = f"{name} is entered in Consolation since"

    client, program = signed_in(t, "director"), api_of(make_user(role="director", tournament=t))
    page = client.get("/t/sierra/main/bracket/1/").text
    preview = program.get("/api/v1/tournaments/sierra/events/main/bracket/matches/1/taking-back/").json()

    assert told in page
    assert [text.startswith(told) for text in preview["elsewhere"]] == [True]
    number = consolation.entries.get(player=at(main, "A-4").player).number
    remove_entrant(event=consolation, number=number, actor=make_actor())
    assert taking_back(main, 1).elsewhere == ()


def test_whoever_is_out_comes_over_once_their_round_is_named(main: Event, consolation: Event) -> None:
    with pytest.raises(Refused, match="Name that round") as refused:
        come(consolation, main, 4, 5)

    assert refused.value.code == "not_out"
    assert [fault.field for fault in refused.value.faults] == ["4.name"]
    assert names(consolation) == []
    come(consolation, main, 4, 5, out_in=1)
    assert names(consolation) == [at(main, "A-4").name, at(main, "A-5").name]


def test_whoever_is_still_in_stays(main: Event, consolation: Event) -> None:
    for number in (1, 2, 3):
        with pytest.raises(Refused, match="still in the playoffs of Main event"):
            come(consolation, main, number, out_in=2)


def test_the_champion_stays_and_the_loser_of_the_final_comes(main: Event, consolation: Event) -> None:
    win(main, 2, "A-2")
    win(main, 3, "A-1")

    with pytest.raises(Refused, match="won Main event"):
        come(consolation, main, 1, out_in=2)
    come(consolation, main, 2, out_in=2)
    assert names(consolation) == [at(main, "A-2").name]


def test_nobody_comes_over_before_posting(t: Tournament) -> None:
    main = make_event(tournament=t, entrants=4, seated=True)
    consolation = make_event(tournament=t, slug="consolation", kind="consolation")

    with pytest.raises(Refused, match="not posted") as refused:
        come(consolation, main, 1)

    assert refused.value.code == "not_ready"


def test_before_the_draw_qualifiers_stay_and_no_round_can_be_named(t: Tournament) -> None:
    main = make_posted_event(tournament=t)
    consolation = make_event(tournament=t, slug="consolation", kind="consolation")

    with pytest.raises(Malformed) as refused:
        come(consolation, main, 5, out_in=1)

    assert [fault.field for fault in refused.value.faults] == ["out_in"]
    assert [one.number for one in moving(consolation, main).offered] == [5]


def test_a_single_qualifier_has_won(t: Tournament) -> None:
    main = make_posted_event(1, tournament=t)
    consolation = make_event(tournament=t, slug="consolation", kind="consolation")

    found = moving(consolation, main)

    assert [(one.number, one.may_come, one.told) for one in found.people] == [
        (1, False, "won Main event."),
        (2, True, "2nd, not qualified"),
    ]


@pytest.mark.parametrize(("status", "told"), [("no_show", "did not come to"), ("withdrawn", "withdrew from")])
def test_who_did_not_come_or_withdrew_is_not_offered(main: Event, consolation: Event, status: str, told: str) -> None:
    Entry.objects.of(main).filter(number=5).update(status=status, status_reason="Flight")

    [one] = [one for one in moving(consolation, main).people if one.number == 5]

    assert not one.is_offered
    assert told in one.told
    with pytest.raises(Refused, match=told):
        come(consolation, main, 5)


def test_who_is_entered_already_is_left_out_and_named(main: Event, consolation: Event) -> None:
    come(consolation, main, 5)

    came = come(consolation, main, 4, 5, out_in=1)

    assert came.left_out == (at(main, "A-5").name,)
    assert len(names(consolation)) == 2
    with pytest.raises(Refused) as refused:
        come(consolation, main, 4, 5, out_in=1)
    assert refused.value.code == "exists"
    assert len(names(consolation)) == 2


def test_what_was_sent_wrong_is_named(main: Event, consolation: Event) -> None:
    with pytest.raises(Malformed) as nobody:
        come(consolation, main)
    with pytest.raises(Malformed) as unknown:
        come(consolation, main, 99)

    assert "Tick at least one" in nobody.value.faults[0].message
    assert unknown.value.faults[0].field == "99.name"


def test_once_seats_are_drawn_they_come_late_at_free_seats(main: Event, consolation: Event) -> None:
    make_entrants(consolation, [EntrantPlan(f"Guest {n}") for n in "abcde"], tables=())
    draw_seats(event=consolation, tables=[5], seed=7, actor=make_actor())

    with pytest.raises(Refused) as closed:
        come(consolation, main, 5)
    with pytest.raises(Refused) as taken:
        come(consolation, main, _5="A-1")

    assert (closed.value.code, closed.value.faults[0].field) == ("closed", "5.seat")
    assert (taken.value.code, taken.value.faults[0].field) == ("exists", "5.seat")
    came = come(consolation, main, out_in=1, _4="A-6", _5="A-7")
    assert [entry.seat for entry in came.entries] == ["A-6", "A-7"]


def test_nobody_comes_over_once_the_consolation_is_posted(t: Tournament, main: Event) -> None:
    posted = make_posted_event(2, tournament=t, slug="consolation")

    with pytest.raises(Refused) as refused:
        come(posted, main, 5)

    assert refused.value.code == "posted"


def test_whoever_came_over_can_be_taken_off_again_and_come_again(main: Event, consolation: Event) -> None:
    come(consolation, main, 5)

    remove_entrant(event=consolation, number=1, actor=make_actor())

    assert names(consolation) == []
    assert at(main, "A-5").name in [one.name for one in moving(consolation, main).offered]
    come(consolation, main, 5)


def test_fees_of_both_events_are_on_one_account(main: Event, consolation: Event) -> None:
    add_fee(event=consolation, kind="entry", name="Entry", cents=2000, optional=False, actor=make_actor())

    come(consolation, main, 5)

    [account] = accounts(main.tournament, at(main, "A-5").player_id)
    assert {charge.event for charge in account.charges} == {"consolation"}
    assert {entry.event for entry in account.entries} == {"main", "consolation"}
    assert moving(consolation, main).cents == 2000


# --- The page --------------------------------------------------------------------------------------------------------


def test_two_clicks_bring_everybody_over(t: Tournament, main: Event, consolation: Event) -> None:
    registrar = signed_in(t, "registrar")

    asked = registrar.get(f"{CONSOLATION}entrants/")
    page = registrar.get(f"{CONSOLATION}entrants/from/", follow=True)
    ticked = page.content.decode().count(" checked")
    done = registrar.post(PAGE, {"who": ["5"], "out": "0"}, follow=True)

    assert "From another event" in text_of(asked)
    assert page.redirect_chain == [(PAGE, 302)]
    assert ticked == 1
    assert "came over from Main event" in text_of(done)
    assert names(consolation) == [at(main, "A-5").name]


def test_the_page_says_who_stays_and_why(t: Tournament, main: Event, consolation: Event) -> None:
    come(consolation, main, 5)

    page = text_of(signed_in(t, "director").get(PAGE))

    assert "Nobody is left to come over." in page
    assert "still in the playoffs of Main event." in page
    assert "is entered in Consolation already." in page
    assert "Name that round above" in page


def test_a_round_named_on_the_page_offers_those_who_are_out(t: Tournament, main: Event, consolation: Event) -> None:
    client = signed_in(t, "director")

    page = client.get(PAGE, {"out": "1"})
    done = client.post(PAGE, {"who": ["4", "5"], "out": "1"}, follow=True)

    assert "out in: Semifinals" in text_of(page)
    assert "2 players came over" in text_of(done)


@pytest.mark.parametrize("out", ["9", "-1", "x", "٣", "999999999999"])
def test_an_unknown_round_breaks_nothing(t: Tournament, consolation: Event, out: str) -> None:
    client = signed_in(t, "director")

    assert client.get(PAGE, {"out": out}).status_code == 200
    assert client.post(PAGE, {"who": ["1"], "out": out}).status_code in {409, 422}


@pytest.mark.parametrize("who", [[], ["99"], ["x"], ["1"]])
def test_what_was_ticked_wrong_stands_on_the_page(t: Tournament, consolation: Event, who: list[str]) -> None:
    answer = signed_in(t, "director").post(PAGE, {"who": who})

    assert answer.status_code in {409, 422}
    assert 'id="refused"' in answer.content.decode()
    assert names(consolation) == []


def test_before_posting_the_page_says_what_is_missing(t: Tournament) -> None:
    make_event(tournament=t, entrants=4, seated=True)
    make_event(tournament=t, slug="consolation", kind="consolation")

    page = signed_in(t, "director").get(PAGE)

    assert "Post them first" in text_of(page)
    assert 'name="who"' not in page.content.decode()


def test_seats_are_given_in_turn_once_they_are_drawn(t: Tournament, main: Event) -> None:
    make_event(tournament=t, slug="consolation", kind="consolation", entrants=5, seated=True)
    client = signed_in(t, "director")

    page = client.get(PAGE, {"out": "1"})
    taken = client.post(PAGE, {"who": ["5"], "seat_5": "a1", "out": "0"})
    done = client.post(PAGE, {"who": ["4", "5"], "seat_4": "a6", "seat_5": "A-7", "out": "1"}, follow=True)

    assert 'value="A-6"' in page.content.decode()
    assert taken.status_code == 409
    assert "has seat A-1. Choose a free one." in text_of(taken)
    assert "2 players came over" in text_of(done)


def test_while_a_game_is_on_what_changes_is_shown_first(t: Tournament, main: Event) -> None:
    consolation = make_event(tournament=t, slug="consolation", kind="consolation", games=5, entrants=7, seated=True)
    call_game(event=consolation, game=1, actor=make_actor())
    client = signed_in(t, "director")
    seat = seats_at_once(consolation)[0]

    looked = client.post(PAGE, {"who": ["5"], "seat_5": seat})
    mark = looked.context["looked"]["outlook"].mark
    before = len(names(consolation))
    done = client.post(PAGE, {"who": ["5"], "seat_5": seat, "mark": mark}, follow=True)

    assert "What changes for whom" in text_of(looked)
    assert before == 7
    assert "came over from Main event" in text_of(done)


def test_the_main_event_leads_to_the_consolation(t: Tournament, main: Event, consolation: Event) -> None:
    client = signed_in(t, "director")

    for page in ("standings", "bracket"):
        assert "/t/sierra/main/entrants/to/" in client.get(f"/t/sierra/main/{page}/").content.decode()
    assert client.get("/t/sierra/main/entrants/to/", follow=True).redirect_chain == [(PAGE, 302)]


def test_where_several_events_can_be_meant_one_is_chosen(t: Tournament, main: Event, consolation: Event) -> None:
    make_event(tournament=t, slug="saturday", kind="satellite")
    client = signed_in(t, "director")

    assert client.get("/t/sierra/main/entrants/to/", follow=True).redirect_chain == [(PAGE, 302)]
    make_event(tournament=t, slug="sunday", kind="consolation")
    shown = client.get("/t/sierra/main/entrants/to/").content.decode()
    assert PAGE in shown
    assert "/t/sierra/sunday/entrants/from/main/" in shown
    assert "/t/sierra/saturday/entrants/from/main/" not in shown
    assert client.get("/t/sierra/saturday/entrants/from/").status_code == 302


def test_an_event_alone_says_what_to_do(t: Tournament) -> None:
    make_posted_event(tournament=t)

    page = signed_in(t, "director").get("/t/sierra/main/entrants/to/")

    assert "No consolation is set up. The director adds one" in text_of(page)


def test_a_satellite_is_no_consolation_and_is_offered_as_what_it_is(t: Tournament, main: Event) -> None:
    make_event(tournament=t, slug="saturday", kind="satellite")

    page = signed_in(t, "director").get("/t/sierra/main/entrants/to/")

    assert page.status_code == 200
    assert "No consolation is set up." in text_of(page)
    assert "Other events that take people Satellite" in text_of(page)
    assert "/t/sierra/saturday/entrants/from/main/" in page.content.decode()


def test_a_consolation_that_takes_nobody_any_more_says_why(t: Tournament, main: Event, consolation: Event) -> None:
    make_event(tournament=t, slug="saturday", kind="satellite")
    Event.objects.filter(pk=consolation.pk).update(
        **dict.fromkeys(("registration_closed_at", "cards_begun_at", "cross_checked_at", "posted_at"), timezone.now())
    )

    page = signed_in(t, "director").get("/t/sierra/main/entrants/to/")

    assert "The qualifiers of Consolation are posted, so nobody can come in." in text_of(page)


def test_whoever_is_no_registrar_of_the_consolation_is_told_so(t: Tournament, main: Event, consolation: Event) -> None:
    user = make_user()
    Role.objects.create(tournament=t, event=main, user=user, kind="registrar")
    client = Client()
    client.force_login(user)

    page = client.get("/t/sierra/main/entrants/to/")

    assert "You are no registrar of Consolation." in text_of(page)


@pytest.mark.parametrize(
    ("ended", "told"),
    [
        ("removal", "Removed from play there (11.4.b, 2020). Tick them if the director lets them play."),
        ("walk_over", "Did not play that match. Tick them if they are here."),
    ],
)
def test_who_did_not_lose_by_play_is_not_ticked_and_the_reason_stands_beside(
    t: Tournament, main: Event, consolation: Event, ended: str, told: str
) -> None:
    end_match(event=main, match=2, loser="A-3", ended=ended, reason="so", rights=DIRECTOR, actor=make_actor())
    client, number = signed_in(t, "director"), at(main, "A-3").number

    page = client.get(f"{PAGE}?out=1")

    assert told in text_of(page)
    boxes = dict(re.findall(r'name="who" value="(\d+)"( checked)?', page.content.decode()))
    assert {key: bool(ticked) for key, ticked in boxes.items()} == {
        str(number): False,
        str(at(main, "A-4").number): True,
        str(at(main, "A-5").number): True,
    }
    director = make_user("director", role="director", tournament=t)
    shown = {one["id"]: one["doubt"] for one in api_of(director).get(f"{API}?out_in=1").json()["entrants"]}
    assert shown[number] == told
    assert not any(why for key, why in shown.items() if key != number)
    came = api_of(director).post(API, {"out_in": 1}, format="json").json()["entered"]
    assert at(main, "A-3").name not in [one["name"] for one in came]
    named = api_of(director).post(API, {"out_in": 1, "entrants": [{"id": number}]}, format="json")
    assert named.status_code == 201


@pytest.mark.parametrize(
    ("role", "code"), [("director", 200), ("registrar", 200), ("checker", 403), ("judge", 403), ("viewer", 403)]
)
def test_who_may_move_people_over(t: Tournament, main: Event, consolation: Event, role: str, code: int) -> None:
    user = make_user(role=role, tournament=t)
    client = Client()
    client.force_login(user)

    assert client.get(PAGE).status_code == code
    assert api_of(user).get(API).status_code == code
    assert api_of(user).post(API, {}, format="json").status_code == (201 if code == 200 else 403)
    if code == 403:
        assert client.post(PAGE, {"who": ["5"]}).status_code == 403
        assert names(consolation) == []


def test_a_visitor_signs_in_first(t: Tournament, consolation: Event) -> None:
    assert Client().get(PAGE).status_code in {302, 403}
    assert api_of().get(API).status_code == 401


def test_what_the_director_hides_of_the_main_event_stays_hidden_from_a_registrar_of_the_other(
    t: Tournament, main: Event, consolation: Event
) -> None:
    user = make_user("lena", role="registrar", tournament=t)
    user.roles.update(event=consolation)
    for part in ("qualifiers", "bracket"):
        Event.objects.filter(pk=main.pk).update(hidden=[part])
        assert api_of(user).get(API).status_code == 403
    Event.objects.filter(pk=main.pk).update(hidden=[])
    assert api_of(user).get(API).status_code == 200


def test_nobody_comes_over_from_the_event_itself(t: Tournament, consolation: Event) -> None:
    assert signed_in(t, "director").get(f"{CONSOLATION}entrants/from/consolation/").status_code == 404


# --- The API ---------------------------------------------------------------------------------------------------------


def test_the_api_shows_who_may_come_and_enters_them(t: Tournament, main: Event, consolation: Event) -> None:
    program = api_of(make_user(role="registrar", tournament=t))

    shown = program.get(API, {"out_in": 1}).json()
    made = program.post(API, {"out_in": 1}, format="json")

    assert (shown["posted"], shown["rounds"], shown["cents"]) == (True, 2, 0)
    assert [one["id"] for one in shown["entrants"] if one["may_come"]] == [4, 5]
    assert made.status_code == 201
    assert [one["name"] for one in made.json()["entered"]] == names(consolation)
    assert program.post(API, {"out_in": 1}, format="json").json()["code"] == "exists"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"entrants": [{"id": 1}]}, "not_out"),
        ({"entrants": []}, "invalid"),
        ({"entrants": [{"id": 5}, {"id": 5}]}, "invalid"),
        ({"entrants": [{"id": "5"}]}, "invalid"),
        ({"out_in": 9}, "invalid"),
        ({"who": 5}, "invalid"),
    ],
)
def test_the_api_refuses_as_the_page_does(
    t: Tournament, consolation: Event, body: dict[str, object], code: str
) -> None:
    answer = api_of(make_user(role="director", tournament=t)).post(API, body, format="json")

    assert (answer.status_code, answer.json()["code"]) == (409 if code == "not_out" else 400, code)
    assert names(consolation) == []


def test_what_the_api_refuses_stands_at_the_position_that_was_sent(t: Tournament, main: Event) -> None:
    make_event(tournament=t, slug="consolation", kind="consolation", games=3, entrants=6, seated=True)
    program = api_of(make_user(role="director", tournament=t))

    still_in = program.post(API, {"entrants": [{"id": 5}, {"id": 1}]}, format="json")
    unknown = program.post(API, {"entrants": [{"id": 5}, {"id": 99}]}, format="json")
    taken = program.post(API, {"entrants": [{"id": 5, "seat": "A-1"}]}, format="json")

    fields = [[one["field"] for one in answer.json()["errors"]] for answer in (still_in, unknown, taken)]
    assert fields == [["entrants.1.id"], ["entrants.1.id"], ["entrants.0.seat"]]


def test_the_api_looks_first_while_a_game_is_on(t: Tournament, main: Event) -> None:
    consolation = make_event(tournament=t, slug="consolation", kind="consolation", games=5, entrants=7, seated=True)
    program = api_of(make_user(role="director", tournament=t))
    body = {"entrants": [{"id": 5, "seat": "A-8"}]}

    early = program.post(f"{API}?preview=1", body, format="json")
    call_game(event=consolation, game=1, actor=make_actor())
    looked = program.post(f"{API}?preview=1", body, format="json")
    stale = program.post(f"{API}?mark=old", body, format="json")
    made = program.post(f"{API}?mark={looked.json()['mark']}", body, format="json")

    assert (early.status_code, early.json()["code"]) == (409, "too_early")
    assert looked.status_code == 200
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    assert made.status_code == 201


def test_the_page_takes_the_same_queries_for_few_and_many(t: Tournament, django_assert_max_num_queries: object) -> None:
    make_posted_event(12, tournament=t)
    consolation = make_event(tournament=t, slug="consolation", kind="consolation")
    main = Event.objects.get(tournament=t, slug="main")

    with django_assert_max_num_queries(9):  # type: ignore[operator]  # a fixture
        moving(consolation, main)
