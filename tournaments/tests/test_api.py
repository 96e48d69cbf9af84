"""The API of tournaments, events, entrants and seats as a program sees it, and what it makes of nonsense."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.models import Entry, Event, Tournament, User
from tournaments.tests.factories import (
    PASSWORD,
    api_of,
    director,
    make_event,
    make_tournament,
    make_user,
    name_of,
    tournament,
)

__all__ = ["director", "tournament"]

pytestmark = pytest.mark.django_db

TOURNAMENTS = "/api/v1/tournaments/"
NEW = {"slug": "reno-2026", "name": "Reno Open", "starts_on": "2026-03-06"}
ERROR = {"code", "message", "errors"}
FAULT = {"field", "code", "message", "rule"}

NONSENSE = [
    pytest.param(None, id="null"),
    pytest.param(True, id="true"),
    pytest.param(0, id="0"),
    pytest.param(-1, id="-1"),
    pytest.param(2**31, id="beyond 32 bits"),
    pytest.param(10**30, id="beyond 64 bits"),
    pytest.param(1.5, id="a fraction"),
    pytest.param("", id="empty text"),
    pytest.param("22", id="a number as text"),
    pytest.param("x" * 5000, id="endless text"),
    pytest.param("a\0b", id="NUL"),
    pytest.param("\ud800", id="half a character"),
    pytest.param("line\nbreak", id="two lines"),
    pytest.param("2026-02-30", id="a day that is none"),
    pytest.param([], id="empty list"),
    pytest.param([[]], id="lists"),
    pytest.param([None], id="list of null"),
    pytest.param({}, id="empty object"),
    pytest.param({"a": {"b": 1}}, id="objects"),
]


@pytest.fixture
def api(director: User) -> APIClient:
    return api_of(director)


@pytest.fixture
def event(tournament: Tournament) -> Event:
    return make_event(tournament=tournament)


def address(event: Event, rest: str = "") -> str:
    return f"{TOURNAMENTS}{event.tournament.slug}/events/{event.slug}/{rest}"


def assert_refused(answer: Any, status: int, code: str, *faults: tuple[str, str]) -> None:
    """The answer has the API's error with exactly these faults, each a field and a code."""
    body = answer.json()
    assert (answer.status_code, body["code"]) == (status, code), body
    assert body.keys() >= ERROR
    assert all(fault.keys() == FAULT for fault in body["errors"])
    assert sorted((fault["field"], fault["code"]) for fault in body["errors"]) == sorted(faults)
    assert body["message"]
    assert all(fault["message"] for fault in body["errors"])


# --- Tournaments -----------------------------------------------------------------------------------------------------


def test_a_tournament_with_its_events_is_created_and_read_again() -> None:
    api = api_of(make_user())
    body = {
        **NEW,
        "venue": "Grand Ballroom",
        "time_zone": "America/Denver",
        "edition": "classic",
        "public": False,
        "events": [
            {"slug": "main", "kind": "main", "games": 22, "deal": "alternate", "movement": "anchor", "rounds": 23},
            {"slug": "consolation", "kind": "consolation", "games": 9, "movement": "none"},
        ],
    }

    answer = api.post(TOURNAMENTS, body)

    rest = {"phase": "registration", "entrants": 0, "quota": 0, "quota_reason": "", "hidden": [], "revision": 0}
    rest |= {
        "starts_at": None,
        "muggins": False,
        "records_spread": True,
        "deal_procedure": "",
        "playoff_format": "",
        "repeats_reason": "",
    }
    rest |= {
        "mrp_rated": True,
        "ladder_top": "first",
        "ranking": "acc",
        "one_in": 4,
        "max_entrants": None,
        "skunk_from": 31,
        "double_skunk_from": None,
        "best_of": 5,
        "sit_outs_reason": "",
        "game": None,
    }
    assert answer.status_code == 201
    assert answer.json() == {
        **body,
        "archived": False,
        "events": [
            {**body["events"][0], **rest},
            {**body["events"][1], "deal": "cut", "rounds": 9, **rest},
        ],
    }
    assert api.get(f"{TOURNAMENTS}reno-2026/").json() == answer.json()


def test_what_is_left_out_is_the_usual() -> None:
    answer = api_of(make_user()).post(TOURNAMENTS, {**NEW, "events": [{"slug": "main"}]})

    shown = answer.json()
    assert (shown["edition"], shown["public"], shown["venue"]) == ("2020", True, "")
    event = shown["events"][0]
    assert (event["kind"], event["games"], event["deal"], event["movement"]) == ("main", 22, "cut", "anchor")


def test_creating_it_again_is_refused(api: APIClient) -> None:
    api.post(TOURNAMENTS, NEW)

    answer = api.post(TOURNAMENTS, NEW)

    assert_refused(answer, 409, "exists", ("slug", "exists"))


def test_every_fault_of_a_tournament_is_named_with_its_place(api: APIClient) -> None:
    answer = api.post(
        TOURNAMENTS,
        {
            "name": 7,
            "starts_on": "6 March 2026",
            "events": [
                {"slug": "main", "games": 0},
                {"games": "22", "deal": "coin", "color": "blue"},
                "consolation",
            ],
            "publik": True,
        },
    )

    assert_refused(
        answer,
        400,
        "invalid",
        ("slug", "required"),
        ("name", "invalid"),
        ("starts_on", "invalid"),
        ("events.0.games", "min_value"),
        ("events.1.games", "invalid"),
        ("events.1.deal", "unknown"),
        ("events.1.slug", "required"),
        ("events.1.color", "unknown"),
        ("events.2", "invalid"),
        ("publik", "unknown"),
    )


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        pytest.param({"slug": "two words"}, ("slug", "invalid"), id="slug"),
        pytest.param({"slug": "ä"}, ("slug", "invalid"), id="slug with an umlaut"),
        pytest.param({"slug": "-reno"}, ("slug", "invalid"), id="slug that begins with a hyphen"),
        pytest.param({"time_zone": "Reno"}, ("time_zone", "unknown"), id="time zone"),
        pytest.param({"time_zone": "America"}, ("time_zone", "unknown"), id="a folder of time zones"),
        pytest.param({"edition": "2025"}, ("edition", "unknown"), id="edition"),
        pytest.param({"starts_on": "2026-02-29"}, ("starts_on", "invalid"), id="a day that is none"),
        pytest.param(
            {"events": [{"slug": "main"}, {"slug": "main"}]}, ("events.1.slug", "exists"), id="an event twice"
        ),
        pytest.param({"events": [{"slug": "people"}]}, ("events.0.slug", "reserved"), id="reserved"),
        pytest.param(
            {"events": [{"slug": "main", "games": 22, "rounds": 21}]}, ("events.0.rounds", "range"), id="rounds"
        ),
        pytest.param(
            {"events": [{"slug": "main", "ladder_top": "last"}]}, ("events.0.ladder_top", "unknown"), id="ladder_top"
        ),
        pytest.param({"events": [{"slug": "main", "ranking": "luck"}]}, ("events.0.ranking", "unknown"), id="ranking"),
        pytest.param({"events": [{"slug": "main", "one_in": 1}]}, ("events.0.one_in", "min_value"), id="one in one"),
        pytest.param({"events": [{"slug": "main", "one_in": 21}]}, ("events.0.one_in", "max_value"), id="one in 21"),
    ],
)
def test_an_impossible_tournament_is_refused(api: APIClient, change: dict[str, Any], fault: tuple[str, str]) -> None:
    assert_refused(api.post(TOURNAMENTS, {**NEW, **change}), 400, "invalid", fault)
    assert not Tournament.objects.filter(slug="reno-2026").exists()


def test_tournaments_are_listed_by_pages_newest_first() -> None:
    for year in (2024, 2026, 2025):
        row = make_tournament(f"reno-{year}")
        row.starts_on = row.starts_on.replace(year=year)
        row.save()

    first = api_of().get(TOURNAMENTS, {"page_size": 2}).json()
    second = api_of().get(first["next"]).json()

    assert first.keys() == {"count", "next", "previous", "results"}
    assert (first["count"], first["previous"]) == (3, None)
    assert [row["slug"] for row in first["results"] + second["results"]] == ["reno-2026", "reno-2025", "reno-2024"]
    assert second["next"] is None


@pytest.mark.parametrize("page", ["0", "2", "x", "9" * 30, "\0"])
def test_a_missing_page_of_a_list_is_not_found(page: str) -> None:
    assert_refused(api_of().get(TOURNAMENTS, {"page": page}), 404, "not_found")


@pytest.mark.parametrize("tournaments", [1, 3])
def test_a_list_takes_the_same_queries_however_long(tournaments: int, django_assert_num_queries: Any) -> None:
    for _tournament in range(tournaments):
        make_event(entrants=5, seated=True)

    with django_assert_num_queries(8):
        answer = api_of().get(TOURNAMENTS)

    assert len(answer.json()["results"]) == tournaments


def test_a_tournament_is_changed(api: APIClient, tournament: Tournament) -> None:
    answer = api.patch(f"{TOURNAMENTS}sierra/", {"venue": "", "public": False, "starts_on": "2026-03-07"})

    assert answer.status_code == 200
    assert (answer.json()["venue"], answer.json()["public"]) == ("", False)
    assert answer.json()["starts_on"] == "2026-03-07"
    assert answer.json()["name"] == "Sierra Open"


def test_the_address_and_the_events_of_a_tournament_are_not_changed_here(api: APIClient) -> None:
    answer = api.patch(f"{TOURNAMENTS}sierra/", {"slug": "other", "events": []})

    assert_refused(answer, 400, "invalid", ("slug", "unknown"), ("events", "unknown"))


# --- Events ----------------------------------------------------------------------------------------------------------


def test_an_event_is_added_and_read(api: APIClient, tournament: Tournament) -> None:
    answer = api.post(f"{TOURNAMENTS}sierra/events/", {"slug": "satellite", "kind": "satellite", "games": 9})

    assert answer.status_code == 201
    assert answer.json()["games"] == 9
    assert api_of().get(f"{TOURNAMENTS}sierra/events/satellite/").json() == answer.json()
    assert api_of().get(f"{TOURNAMENTS}sierra/").json()["events"] == [answer.json()]


def test_an_event_that_is_there_is_not_added(api: APIClient, event: Event) -> None:
    assert_refused(api.post(f"{TOURNAMENTS}sierra/events/", {"slug": "main"}), 409, "exists", ("slug", "exists"))


def test_a_quota_is_an_exemption_with_a_reason(api: APIClient, event: Event) -> None:
    answer = api.patch(address(event), {"quota": 26, "reason": "Flyer promised 26 places"})

    assert (answer.json()["quota"], answer.json()["quota_reason"]) == (26, "Flyer promised 26 places")
    assert_refused(api.patch(address(event), {"quota": 27}), 400, "invalid", ("reason", "required"))
    assert api.patch(address(event), {"quota": None}).json()["quota"] == 0


def test_several_changes_at_once_are_made_or_refused_together(api: APIClient, event: Event) -> None:
    refused = api.patch(address(event), {"quota": 2, "reason": "Flyer", "games": 5, "rounds": 4})
    unchanged = api.get(address(event)).json()
    made = api.patch(address(event), {"quota": 2, "reason": "Flyer", "games": 5, "hidden": ["standings"]}).json()

    assert_refused(refused, 400, "invalid", ("rounds", "range"))
    assert (unchanged["quota"], unchanged["games"]) == (0, 3)
    assert (made["quota"], made["games"], made["hidden"]) == (2, 5, ["standings"])


def test_changing_nothing_answers_with_what_is(api: APIClient, event: Event) -> None:
    answer = api.patch(address(event), {})

    assert answer.status_code == 200
    assert answer.json() == api.get(address(event)).json()


def test_posted_is_posted(api: APIClient, tournament: Tournament) -> None:
    event = make_event(tournament=tournament, entrants=4, seated=True)
    Event.objects.filter(pk=event.pk).update(
        cards_begun_at="2026-03-06T18:00Z", cross_checked_at="2026-03-06T22:00Z", posted_at="2026-03-06T23:00Z"
    )

    assert_refused(api.patch(address(event), {"quota": 2, "reason": "Flyer"}), 409, "posted")
    assert_refused(api.patch(address(event, "entrants/A-1/"), {"status": "withdrawn", "reason": "Ill"}), 409, "posted")
    assert_refused(api.post(address(event, "entrants/"), [{"name": "Late", "seat": "A-5"}]), 409, "posted")
    assert api.patch(address(event), {"hidden": ["bracket"]}).status_code == 200


# --- Entrants --------------------------------------------------------------------------------------------------------


def test_people_are_entered_and_listed(api: APIClient, event: Event) -> None:
    answer = api.post(
        address(event, "entrants/"),
        [{"name": "  Milt Orr ", "acc_number": "HI296Y", "seat": "A-7"}, {"name": "Ülla Öst", "acc_number": None}],
    )

    milt = {"id": 1, "seat": "A-7", "name": "Milt Orr", "players": [], "status": "playing"}
    ulla = {"id": 2, "seat": None, "name": "Ülla Öst", "players": [], "status": "playing"}
    desk = {"acc_number": "", "acc_numbers": [], "club": "", "status_reason": "", "flags": []}
    assert answer.status_code == 201
    assert answer.json() == [
        {**desk, **milt, "public_name": "Milt Orr", "acc_number": "HI296Y"},
        {**desk, **ulla, "public_name": "Ülla Öst"},
    ]
    assert api.get(address(event, "entrants/")).json()["results"] == answer.json()
    assert api_of().get(address(event, "entrants/")).json()["results"] == [milt, ulla]


def test_an_acc_number_that_is_there_already_is_flagged_and_not_refused(api: APIClient, event: Event) -> None:
    api.post(address(event, "entrants/"), [{"name": "Milt Orr", "acc_number": "HI296"}])

    answer = api.post(address(event, "entrants/"), [{"name": "Dale Ashby", "acc_number": "HI296Y"}, {"name": "Edie"}])

    assert answer.status_code == 201
    assert [[(flag["field"], flag["code"]) for flag in row["flags"]] for row in answer.json()] == [
        [("acc_number", "duplicate")],
        [],
    ]
    listed = api.get(address(event, "entrants/")).json()["results"]
    assert [len(row["flags"]) for row in listed] == [1, 1, 0]


def test_all_are_entered_or_none_and_each_fault_has_its_place(api: APIClient, event: Event) -> None:
    wrong = [
        {"name": "Milt Orr"},
        {"name": "", "seat": "A-1"},
        {"acc_number": "HI296", "seat": 7},
        {"name": "Dale Ashby", "table": "A"},
        ["Edie Marsh"],
    ]
    unlikely = [{"name": "Milt Orr", "seat": "7A"}, {"name": "Dale Ashby", "acc_number": "hi296", "seat": "A-0"}]

    shape = api.post(address(event, "entrants/"), wrong)
    values = api.post(address(event, "entrants/"), unlikely)

    assert_refused(
        shape,
        400,
        "invalid",
        ("1.name", "blank"),
        ("2.name", "required"),
        ("2.seat", "invalid"),
        ("3.table", "unknown"),
        ("4", "invalid"),
    )
    assert_refused(values, 400, "invalid", ("0.seat", "invalid"), ("1.acc_number", "invalid"), ("1.seat", "invalid"))
    assert not Entry.objects.exists()


@pytest.mark.parametrize("body", [{}, {"name": "Milt Orr"}, "Milt Orr", 7, None, True])
def test_entrants_are_a_list(api: APIClient, event: Event, body: Any) -> None:
    answer = send(api, "POST", address(event, "entrants/"), body)

    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid"


def test_an_empty_list_and_an_endless_one_are_refused(api: APIClient, event: Event) -> None:
    assert_refused(api.post(address(event, "entrants/"), []), 400, "invalid", ("", "required"))
    assert_refused(api.post(address(event, "entrants/"), [{"name": "x"}] * 1001), 400, "invalid", ("", "max_length"))


def test_a_seat_that_is_taken_is_refused(api: APIClient, event: Event) -> None:
    api.post(address(event, "entrants/"), [{"name": "Milt Orr", "seat": "A-1"}])

    answer = api.post(address(event, "entrants/"), [{"name": "Edie"}, {"name": "Dale Ashby", "seat": "A-1"}])

    assert_refused(answer, 409, "exists", ("1.seat", "exists"))


@pytest.mark.parametrize("key", ["2", "A-2"])
def test_somebody_is_taken_off_the_list(api: APIClient, tournament: Tournament, key: str) -> None:
    event = make_event(tournament=tournament, entrants=3, tables=[3])

    answer = api.delete(address(event, f"entrants/{key}/"))

    assert (answer.status_code, answer.content) == (204, b"")
    assert [row["id"] for row in api.get(address(event, "entrants/")).json()["results"]] == [1, 3]


def test_nobody_is_taken_off_the_list_after_the_draw(api: APIClient, tournament: Tournament) -> None:
    event = make_event(tournament=tournament, entrants=4, seated=True)

    assert_refused(api.delete(address(event, "entrants/1/")), 409, "closed")


@pytest.mark.parametrize("key", ["9", "A-9", "a-1", "A-01", "9" * 30, "%00", "A-%00", "x"])
def test_an_unknown_entrant_is_not_found(api: APIClient, tournament: Tournament, key: str) -> None:
    event = make_event(tournament=tournament, entrants=4, tables=[4])

    assert_refused(api.delete(address(event, f"entrants/{key}/")), 404, "not_found")
    assert_refused(
        api.patch(address(event, f"entrants/{key}/"), {"status": "no_show", "reason": "Flight"}), 404, "not_found"
    )


def test_a_no_show_and_who_withdrew(api: APIClient, tournament: Tournament) -> None:
    event = make_event(tournament=tournament, entrants=9, seated=True)

    absent = api.patch(address(event, "entrants/A-7/"), {"status": "no_show", "reason": "Flight"})
    gone = api.patch(address(event, "entrants/A-8/"), {"status": "withdrawn", "reason": "Ill"})

    assert (absent.status_code, absent.json()["status"], absent.json()["status_reason"]) == (200, "no_show", "Flight")
    assert gone.json()["status"] == "withdrawn"
    shown = api.get(address(event)).json()
    assert (shown["entrants"], shown["quota"]) == (8, 2)
    assert_refused(
        api.patch(address(event, "entrants/A-1/"), {"status": "no_show"}), 400, "invalid", ("reason", "required")
    )


# --- Seats and schedule ----------------------------------------------------------------------------------------------


def test_a_draw_answers_every_seat_with_its_entrant(api: APIClient, tournament: Tournament) -> None:
    event = make_event(tournament=tournament, entrants=[EntrantPlan("Milt Orr", seat="A-3"), *plans(2, 5)])

    answer = api.post(address(event, "seating/"), {"tables": [5], "seed": 7})

    seats = answer.json()
    assert answer.status_code == 200
    assert list(seats) == ["A-1", "A-2", "A-3", "A-4", "A-5"]
    assert seats["A-3"] == 1
    assert {row["seat"]: row["id"] for row in api.get(address(event, "entrants/")).json()["results"]} == seats
    assert api.get(address(event)).json()["phase"] == "seating"


def plans(first: int, last: int) -> list[EntrantPlan]:
    return [EntrantPlan(name_of(number)) for number in range(first, last + 1)]


def test_a_draw_needs_nothing_said_and_happens_once(api: APIClient, tournament: Tournament) -> None:
    event = make_event(tournament=tournament, entrants=96, games=22)

    first = api.post(address(event, "seating/"), {})
    again = api.post(address(event, "seating/"), {})

    assert {seat.partition("-")[0] for seat in first.json()} == {"A", "B", "C", "D"}
    assert_refused(again, 409, "closed")


def test_registration_is_closed_after_the_draw_but_for_a_free_seat(api: APIClient, tournament: Tournament) -> None:
    event = make_event(tournament=tournament, entrants=5, seated=True)

    without = api.post(address(event, "entrants/"), [{"name": "Late Comer"}])
    taken = api.post(address(event, "entrants/"), [{"name": "Late Comer", "seat": "A-5"}])
    free = api.post(address(event, "entrants/"), [{"name": "Late Comer", "seat": "A-6"}])

    assert_refused(without, 409, "closed", ("0.seat", "closed"))
    assert_refused(taken, 409, "exists", ("0.seat", "exists"))
    assert (free.status_code, free.json()[0]["seat"]) == (201, "A-6")
    assert (free.json()[0]["id"], api.get(address(event)).json()["rounds"]) == (6, 3)


def test_an_impossible_seating_says_the_numbers(api: APIClient, tournament: Tournament) -> None:
    event = make_event(tournament=tournament, entrants=10, games=22)

    answer = api.post(address(event, "seating/"), {"tables": [10]})

    assert answer.status_code == 409
    assert answer.json()["code"] == "impossible"
    assert "22 games against 22 different opponents need 23 players" in answer.json()["message"]


def test_the_schedule_of_a_game_and_a_sit_out(api: APIClient, tournament: Tournament) -> None:
    event = make_event(tournament=tournament, entrants=3, games=2, deal="alternate", seated=True)

    answer = api_of().get(address(event, "schedule/"), {"game": 1})

    assert answer.status_code == 200
    rows = answer.json()
    assert rows[0] == {
        "game": 1,
        "table": "A",
        "seats": [1, 2],
        "players": ["A-1", "A-2"],
        "first_deal": rows[0]["first_deal"],
        "counted": [True, True],
    }
    assert rows[0]["first_deal"] in {"A-1", "A-2"}
    assert rows[1] == {
        "game": 1,
        "table": "A",
        "seats": [3, 4],
        "players": ["A-3", None],
        "first_deal": None,
        "counted": [False, False],
    }
    assert {row["game"] for row in api_of().get(address(event, "schedule/")).json()} == {1, 2, 3}


def test_a_schedule_may_be_empty(tournament: Tournament) -> None:
    unseated = make_event(tournament=tournament, slug="later", entrants=4)
    free = make_event(tournament=tournament, entrants=4, movement="none", seated=True)

    assert api_of().get(address(unseated, "schedule/")).json() == []
    assert api_of().get(address(free, "schedule/")).json() == []
    assert api_of().get(address(free, "schedule/"), {"game": 120}).json() == []


@pytest.mark.parametrize("game", ["0", "-1", "x", "1.5", "", "9" * 30, "²", "\0"])
def test_a_game_is_a_number_from_1(event: Event, game: str) -> None:
    answer = api_of().get(address(event, "schedule/"), {"game": game})

    assert answer.status_code == 400
    assert [fault["field"] for fault in answer.json()["errors"]] == ["game"]


@pytest.mark.parametrize("entrants", [4, 24])
def test_entrants_take_the_same_queries_however_many(entrants: int, django_assert_num_queries: Any) -> None:
    event = make_event(entrants=entrants, seated=True)

    with django_assert_num_queries(3):
        answer = api_of().get(address(event, "entrants/"))

    assert len(answer.json()["results"]) == entrants


# --- Tokens ----------------------------------------------------------------------------------------------------------


def test_a_token_opens_the_api() -> None:
    make_user("milt", password=PASSWORD)

    token = api_of().post("/api/v1/token/", {"username": "milt", "password": PASSWORD}).json()["token"]
    program = api_of()
    program.credentials(HTTP_AUTHORIZATION=f"Token {token}")

    assert program.post(TOURNAMENTS, NEW).status_code == 201
    again = api_of().post("/api/v1/token/", {"username": "milt", "password": PASSWORD})
    # Each call gives one of its own.
    assert again.json()["token"] != token


@pytest.mark.parametrize("username", ["milt", "nobody"])
def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(username: str) -> None:
    make_user("milt", password=PASSWORD)

    answer = api_of().post("/api/v1/token/", {"username": username, "password": "guess"})

    assert_refused(answer, 400, "invalid", ("", "credentials"))


def test_an_account_that_is_shut_gets_no_token() -> None:
    user = make_user("milt", password=PASSWORD)
    user.is_active = False
    user.save()

    answer = api_of().post("/api/v1/token/", {"username": "milt", "password": PASSWORD})

    assert answer.status_code == 400


def test_a_token_that_no_longer_works_does_not_stand_in_the_way_of_a_new_one() -> None:
    make_user("milt", password=PASSWORD)
    program = api_of()
    program.credentials(HTTP_AUTHORIZATION="Token long-gone")

    assert program.post("/api/v1/token/", {"username": "milt", "password": PASSWORD}).status_code == 200


# --- Nonsense --------------------------------------------------------------------------------------------------------

FREE_TEXT = ("22", "2026-02-30")


def send(api: APIClient, method: str, path: str, body: Any) -> Any:
    """Send any JSON, half characters included, which the test client itself would not."""
    return api.generic(method, path, json.dumps(body), content_type="application/json")


def assert_nonsense(answer: Any) -> None:
    assert answer.status_code in {400, 409}, answer.content
    assert answer.json().keys() >= ERROR


def fields_for(nonsense: Any, *, text: tuple[str, ...] = (), may_be: tuple[tuple[str, Any], ...] = ()) -> set[str]:
    """The fields in which this makes sense: any text in those of free text, and what is named."""
    free = set(text) if nonsense in FREE_TEXT else set()
    return free | {field for field, value in may_be if type(value) is type(nonsense) and value == nonsense}


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_in_a_new_tournament_is_refused(api: APIClient, tournament: Tournament, nonsense: Any) -> None:
    fields = {"slug", "name", "starts_on", "venue", "time_zone", "edition", "public", "events"}
    may_be = (("public", True), ("venue", ""), ("events", []))

    for field in fields - fields_for(nonsense, text=("slug", "name", "venue"), may_be=may_be):
        assert_nonsense(send(api, "POST", TOURNAMENTS, {**NEW, field: nonsense}))
    assert_nonsense(send(api, "POST", TOURNAMENTS, nonsense))

    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_in_a_new_event_is_refused(api: APIClient, event: Event, nonsense: Any) -> None:
    fields = {"slug", "kind", "games", "deal", "movement", "rounds"}

    for field in fields - fields_for(nonsense, text=("slug",), may_be=(("rounds", None),)):
        body = {"slug": "other", "games": 3, field: nonsense}
        assert_nonsense(send(api, "POST", f"{TOURNAMENTS}sierra/events/", body))
        assert_nonsense(send(api, "POST", TOURNAMENTS, {**NEW, "events": [body]}))
    assert_nonsense(send(api, "POST", f"{TOURNAMENTS}sierra/events/", nonsense))

    assert Event.objects.count() == 1


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_in_a_change_of_a_tournament_is_refused(api: APIClient, tournament: Tournament, nonsense: Any) -> None:
    fields = {"name", "starts_on", "venue", "time_zone", "edition", "public"}
    may_be = (("public", True), ("venue", ""))

    for field in fields - fields_for(nonsense, text=("name", "venue"), may_be=may_be):
        assert_nonsense(send(api, "PATCH", f"{TOURNAMENTS}sierra/", {field: nonsense}))
    if nonsense != {}:
        assert_nonsense(send(api, "PATCH", f"{TOURNAMENTS}sierra/", nonsense))


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_in_a_change_of_an_event_is_refused(api: APIClient, event: Event, nonsense: Any) -> None:
    fields = {"kind", "games", "deal", "movement", "rounds", "quota", "hidden", "reason"}
    may_be = (("rounds", None), ("quota", None), ("hidden", []))

    for field in fields - fields_for(nonsense, text=("reason",), may_be=may_be):
        assert_nonsense(send(api, "PATCH", address(event), {"quota": 2, field: nonsense}))
    if nonsense != {}:
        assert_nonsense(send(api, "PATCH", address(event), nonsense))

    event.refresh_from_db()
    assert event.quota_exemption is None


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_about_entrants_is_refused(api: APIClient, event: Event, nonsense: Any) -> None:
    may_be = (("acc_number", None), ("acc_number", ""), ("seat", None), ("seat", ""))

    for field in {"name", "acc_number", "seat"} - fields_for(nonsense, text=("name",), may_be=may_be):
        assert_nonsense(send(api, "POST", address(event, "entrants/"), [{"name": "Milt Orr", field: nonsense}]))
    assert_nonsense(send(api, "POST", address(event, "entrants/"), nonsense))
    assert_nonsense(send(api, "POST", address(event, "entrants/"), [nonsense]))

    assert not Entry.objects.exists()


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_about_a_status_is_refused(api: APIClient, tournament: Tournament, nonsense: Any) -> None:
    event = make_event(tournament=tournament, entrants=4, seated=True)

    for field in {"status", "reason"} - fields_for(nonsense, text=("reason",)):
        body = {"status": "withdrawn", "reason": "Ill", field: nonsense}
        assert_nonsense(send(api, "PATCH", address(event, "entrants/A-1/"), body))
    assert_nonsense(send(api, "PATCH", address(event, "entrants/A-1/"), nonsense))

    assert set(event.entries.values_list("status", flat=True)) == {"playing"}


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_about_seats_is_refused(api: APIClient, tournament: Tournament, nonsense: Any) -> None:
    event = make_event(tournament=tournament, entrants=4, games=3)
    may_be = (("tables", None), ("seed", None), ("seed", 0), ("seed", 2**31))

    for field in {"tables", "seed"} - fields_for(nonsense, may_be=may_be):
        assert_nonsense(send(api, "POST", address(event, "seating/"), {field: nonsense}))
    assert_nonsense(send(api, "POST", address(event, "seating/"), {"tables": [nonsense]}))
    if nonsense != {}:
        assert_nonsense(send(api, "POST", address(event, "seating/"), nonsense))

    event.refresh_from_db()
    assert not event.is_seated


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_instead_of_credentials_is_refused(nonsense: Any) -> None:
    for body in ({"username": nonsense, "password": "x"}, {"username": "milt", "password": nonsense}, nonsense):
        assert_nonsense(send(api_of(), "POST", "/api/v1/token/", body))


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"{", id="half an object"),
        pytest.param(b"\xff\xfe", id="no text"),
        pytest.param(b"[" * 200_000, id="nested without end"),
        pytest.param(b'{"slug": NaN}', id="no number"),
        pytest.param(b'{"slug": 1' + b"0" * 5000 + b"}", id="endless number"),
        pytest.param(b'{"\\ud800": 1}', id="half a character for a name"),
        pytest.param(b'{"' + b"x" * 100_000 + b'": 1}', id="endless name"),
    ],
)
def test_a_body_that_is_no_json_or_not_ours_is_refused(api: APIClient, body: bytes) -> None:
    answer = api.generic("POST", TOURNAMENTS, body, content_type="application/json")

    assert_nonsense(answer)
    assert len(answer.content) < 5000


def test_a_body_of_another_media_type_is_refused(api: APIClient) -> None:
    answer = api.generic("POST", TOURNAMENTS, b"slug=reno", content_type="application/x-www-form-urlencoded")

    assert answer.status_code == 415
    assert answer.json().keys() >= ERROR


def test_an_endless_body_is_not_read(api: APIClient) -> None:
    body = b'{"name": "' + b"x" * (10 * 1024 * 1024) + b'"}'

    assert_nonsense(api.generic("POST", TOURNAMENTS, body, content_type="application/json"))


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_a_method_that_is_not_offered_is_refused(api: APIClient, method: str) -> None:
    assert_refused(getattr(api, method)(TOURNAMENTS), 405, "method")


@pytest.mark.parametrize("path", ["tournaments/nowhere/", "tournaments/nowhere/events/main/", "nothing/", "a/b/c/"])
def test_an_unknown_address_is_not_found(path: str) -> None:
    assert_refused(api_of().get(f"/api/v1/{path}"), 404, "not_found")


@pytest.mark.parametrize("slug", ["%00", "two%20words", "%F0%9F%82%A1", "x" * 3000])
def test_an_impossible_slug_is_not_found(slug: str) -> None:
    answer = api_of().get(f"{TOURNAMENTS}{slug}/")

    assert answer.status_code == 404
    assert answer.json().keys() >= ERROR
