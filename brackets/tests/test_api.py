from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from brackets.bracket.reads.drawn import match
from brackets.models import Bracket, MatchGame
from brackets.tests.factories import link, make_bracket, make_posted_event, schedule, win
from tournaments.models import Event
from tournaments.tests.factories import checker, director, make_tournament, make_user, stranger, tournament

__all__ = ["checker", "director", "stranger", "tournament"]

pytestmark = pytest.mark.django_db


def at(event, path=""):
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/bracket/{path}"


def api(user=None):
    client = APIClient()
    if user is not None:
        client.force_authenticate(user)
    return client


def codes(answer):
    return [(error["field"], error["code"]) for error in answer.json()["errors"]]


# --- The bracket -----------------------------------------------------------------------------------------------------


def test_bracket_is_drawn_and_shown_to_everybody(tournament, director):
    event = make_posted_event(3, tournament=tournament)

    drawn = api(director).post(at(event), {"best_of": 3, "rounds": {"2": 5}})

    assert drawn.status_code == 201
    assert drawn.json() == {
        "size": 4,
        "byes": 1,
        "chart": "13.2",
        "players_report": False,
        "differ": [],
        "rounds": [
            [
                {
                    "match": 1,
                    "best_of": 3,
                    "top": {"seed": 1, "seat": "A-1", "name": "Milt Orr", "players": []},
                    "bottom": None,
                    "bye": True,
                    "games": [],
                    "winner": "A-1",
                    "scheduled_at": None,
                    "table": "",
                    "ended": None,
                    "gone": None,
                    "announced_later": False,
                },
                {
                    "match": 2,
                    "best_of": 3,
                    "top": {"seed": 2, "seat": "A-2", "name": "Dale Ashby", "players": []},
                    "bottom": {"seed": 3, "seat": "A-3", "name": "Ivan Flint", "players": []},
                    "bye": False,
                    "games": [],
                    "winner": None,
                    "scheduled_at": None,
                    "table": "",
                    "ended": None,
                    "gone": None,
                    "announced_later": False,
                },
            ],
            [
                {
                    "match": 3,
                    "best_of": 5,
                    "top": {"seed": 1, "seat": "A-1", "name": "Milt Orr", "players": []},
                    "bottom": None,
                    "bye": False,
                    "games": [],
                    "winner": None,
                    "scheduled_at": None,
                    "table": "",
                    "ended": None,
                    "gone": None,
                    "announced_later": False,
                }
            ],
        ],
    }
    assert api().get(at(event)).json() == drawn.json()


def test_bracket_is_not_found_before_it_is_drawn(tournament, director):
    event = make_posted_event(4, tournament=tournament)

    assert api().get(at(event)).status_code == 404
    assert api(director).get(at(event, "matches/1/")).status_code == 404
    assert api(director).post(at(event, "matches/1/games/"), {"winner": "A-1"}).status_code == 404


def test_drawing_again_and_for_one_qualifier_is_refused(tournament, director):
    event = make_bracket(4, tournament=tournament)
    lonely = make_posted_event(1, tournament=tournament, slug="lonely")

    again = api(director).post(at(event), {})
    alone = api(director).post(at(lonely), {})

    assert (again.status_code, again.json()["code"]) == (409, "exists")
    assert (alone.status_code, alone.json()["code"]) == (409, "one_qualifier")


def test_bracket_is_drawn_without_a_body(tournament, director):
    event = make_posted_event(4, tournament=tournament)

    drawn = api(director).post(at(event))

    assert drawn.status_code == 201
    assert drawn.json()["rounds"][0][0]["best_of"] == 5


@pytest.mark.parametrize(
    "body",
    [
        pytest.param([], id="a list"),
        pytest.param({"best_of": "5"}, id="length as text"),
        pytest.param({"best_of": True}, id="length as true"),
        pytest.param({"best_of": 4}, id="even length"),
        pytest.param({"best_of": 10**40}, id="huge length"),
        pytest.param({"rounds": [3, 5]}, id="rounds as a list"),
        pytest.param({"rounds": {"one": 3}}, id="round in words"),
        pytest.param({"rounds": {"\ud800": 3}}, id="round that is no text"),
        pytest.param({"rounds": {"1": "3"}}, id="length of a round as text"),
        pytest.param({"rounds": {"9": 3}}, id="no such round"),
        pytest.param({"rounds": {"1": None}}, id="no length"),
    ],
)
def test_misshapen_draw_is_refused_and_draws_nothing(tournament, director, body):
    event = make_posted_event(4, tournament=tournament)

    answer = api(director).post(at(event), json.dumps(body), content_type="application/json")

    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid"
    assert answer.json()["errors"]
    assert not Bracket.objects.exists()


def test_private_and_hidden_brackets_are_kept_from_the_public(stranger, director, tournament):
    private = make_bracket(4, tournament=make_tournament("private", public=False))
    hidden = make_bracket(4, tournament=tournament)
    Event.objects.filter(pk=hidden.pk).update(hidden=["bracket"])

    assert [api(user).get(at(private)).status_code for user in (None, stranger)] == [404, 404]
    answers = [api(user).get(at(hidden, path)) for user in (None, stranger) for path in ("", "matches/1/")]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(403, "hidden")] * 4
    assert api(director).get(at(hidden)).status_code == 200


# --- Who may ---------------------------------------------------------------------------------------------------------

WRITES = [
    pytest.param("post", "", {}, {"director"}, id="draw"),
    pytest.param("post", "matches/1/games/", {"winner": "A-1"}, {"director", "checker"}, id="record a game"),
    pytest.param("put", "matches/1/score/", {"top": 2, "bottom": 0}, {"director", "checker"}, id="record a score"),
    pytest.param("delete", "matches/1/games/last/", None, {"director", "checker"}, id="take a game back"),
    pytest.param("post", "matches/1/forfeits/", {"absent": "A-4"}, {"director"}, id="forfeit"),
    pytest.param("patch", "matches/1/", {"scheduled_at": None}, {"director"}, id="schedule"),
]


@pytest.mark.parametrize(("method", "path", "body", "allowed"), WRITES)
@pytest.mark.parametrize("role", ["director", "checker", "judge", "registrar", "viewer", ""])
def test_only_the_right_roles_write(tournament, method, path, body, allowed, role):
    event = make_bracket(4, tournament=tournament)
    user = make_user(role=role, tournament=tournament)

    answer = getattr(api(user), method)(at(event, path), body)

    assert (answer.status_code != 403) == (role in allowed)
    if answer.status_code == 403:
        assert answer.json()["code"] == "role"


@pytest.mark.parametrize(("method", "path", "body", "allowed"), WRITES)
def test_nobody_writes_without_a_token_or_from_another_tournament(tournament, method, path, body, allowed):
    event = make_bracket(4, tournament=tournament)
    elsewhere = make_user(role="director", tournament=make_tournament("elsewhere"))

    assert getattr(api(), method)(at(event, path), body).status_code == 401
    assert getattr(api(elsewhere), method)(at(event, path), body).status_code == 403


# --- Games -----------------------------------------------------------------------------------------------------------


def test_games_are_recorded_and_the_winner_advances(tournament, checker):
    event = make_bracket(4, tournament=tournament)
    client = api(checker)

    first = client.post(at(event, "matches/1/games/"), {"winner": "A-1", "game": 1})
    second = client.post(at(event, "matches/1/games/"), {"winner": "A-1"})

    assert [first.status_code, second.status_code] == [201, 201]
    answer = second.json()
    assert (answer["game"], answer["winner"], answer["forfeit"]) == (2, "A-1", False)
    assert answer["current"]["winner"] == "A-1"
    assert client.get(at(event)).json()["rounds"][1][0]["top"]["seat"] == "A-1"


def test_game_sent_twice_is_200_and_another_winner_409_with_what_stands(tournament, checker):
    event = make_bracket(4, tournament=tournament)
    client = api(checker)
    client.post(at(event, "matches/1/games/"), {"winner": "A-1", "game": 1})

    same = client.post(at(event, "matches/1/games/"), {"winner": "A-1", "game": 1})
    other = client.post(at(event, "matches/1/games/"), {"winner": "A-4", "game": 1})

    assert same.status_code == 200
    assert (other.status_code, other.json()["code"]) == (409, "exists")
    assert other.json()["current"]["games"] == [{"game": 1, "winner": "A-1", "forfeit": False, "conceded": False}]


def test_games_out_of_turn_name_their_reason(tournament, checker):
    event = make_bracket(4, tournament=tournament)
    win(event, 2, "A-2", "A-2")
    client = api(checker)

    gap = client.post(at(event, "matches/1/games/"), {"winner": "A-1", "game": 3})
    over = client.post(at(event, "matches/2/games/"), {"winner": "A-2"})
    early = client.post(at(event, "matches/3/games/"), {"winner": "A-2"})
    foreign = client.post(at(event, "matches/1/games/"), {"winner": "B-9"})

    assert (gap.status_code, gap.json()["code"], codes(gap)) == (409, "gap", [("game", "gap")])
    assert (over.status_code, over.json()["code"]) == (409, "over")
    assert (early.status_code, early.json()["code"]) == (409, "not_ready")
    assert (foreign.status_code, codes(foreign)) == (400, [("winner", "not_in_match")])


@pytest.mark.parametrize(
    "body",
    [
        pytest.param({}, id="nothing"),
        pytest.param([], id="a list"),
        pytest.param("A-1", id="a text"),
        pytest.param({"winner": None}, id="nobody"),
        pytest.param({"winner": ""}, id="blank"),
        pytest.param({"winner": ["A-1"]}, id="a list of one"),
        pytest.param({"winner": "A-1\x00"}, id="a NUL"),
        pytest.param({"winner": "\ud800"}, id="half a character"),
        pytest.param({"winner": "A-1" * 100}, id="too long"),
        pytest.param({"winner": "A-1", "game": 0}, id="game 0"),
        pytest.param({"winner": "A-1", "game": "1"}, id="number as text"),
        pytest.param({"winner": "A-1", "game": 1.5}, id="half a game"),
        pytest.param({"winner": "A-1", "game": True}, id="true"),
        pytest.param({"winner": "A-1", "game": 10**40}, id="huge number"),
    ],
)
def test_misshapen_game_is_refused_and_records_nothing(tournament, checker, body):
    event = make_bracket(4, tournament=tournament)

    answer = api(checker).post(at(event, "matches/1/games/"), json.dumps(body), content_type="application/json")

    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid"
    assert not MatchGame.objects.exists()


def test_body_that_is_no_json_is_refused(tournament, checker):
    event = make_bracket(4, tournament=tournament)

    for text in ("{", "\x00", '{"winner": NaN}', "9" * 5000):
        answer = api(checker).post(at(event, "matches/1/games/"), text, content_type="application/json")
        assert answer.status_code == 400


def test_unknown_match_is_not_found(tournament, checker):
    event = make_bracket(4, tournament=tournament)

    for number in ("0", "4", "9" * 40):
        assert api(checker).post(at(event, f"matches/{number}/games/"), {"winner": "A-1"}).status_code == 404
        assert api(checker).get(at(event, f"matches/{number}/")).status_code == 404


def test_last_game_is_taken_back_until_the_next_match_begins(tournament, checker):
    event = make_bracket(4, tournament=tournament)
    win(event, 1, "A-1", "A-1")
    win(event, 2, "A-2", "A-2")
    client = api(checker)

    taken = client.delete(at(event, "matches/1/games/last/"))
    win(event, 1, "A-4", "A-4")
    win(event, 3, "A-4")
    begun = client.delete(at(event, "matches/1/games/last/"))
    client.delete(at(event, "matches/3/games/last/"))
    none = client.delete(at(event, "matches/3/games/last/"))

    assert taken.status_code == 204
    assert (begun.status_code, begun.json()["code"]) == (409, "begun")
    assert (none.status_code, none.json()["code"]) == (409, "no_game")


def test_nobody_records_a_game_of_their_own(tournament, director):
    event = make_bracket(4, tournament=tournament)
    link(event, "A-4", director)

    answers = [
        api(director).post(at(event, "matches/1/games/"), {"winner": "A-4"}),
        api(director).post(at(event, "matches/1/forfeits/"), {"absent": "A-1"}),
        api(director).delete(at(event, "matches/1/games/last/")),
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(403, "own_card")] * 3
    assert api(director).post(at(event, "matches/2/games/"), {"winner": "A-2"}).status_code == 201


# --- Times and forfeits ----------------------------------------------------------------------------------------------


def test_match_is_scheduled_and_the_clock_gives_its_games(tournament, director):
    event = make_bracket(4, tournament=tournament)
    client = api(director)
    start = timezone.now() - timedelta(minutes=21)

    timed = client.patch(at(event, "matches/1/"), {"scheduled_at": start.isoformat()})
    answers = [client.post(at(event, "matches/1/forfeits/"), {"absent": "A-4"}) for _again in range(3)]

    assert timed.status_code == 200
    assert timed.json()["match"] == 1
    assert [answer.status_code for answer in answers] == [201, 201, 409]
    assert answers[0].json()["forfeit"] is True
    assert answers[1].json()["current"]["winner"] == "A-1"
    assert answers[2].json()["code"] == "over"


@pytest.mark.parametrize(("absent", "game", "code"), [("A-1", 1, "exists"), ("A-4", 3, "gap")])
def test_a_forfeit_that_names_another_game_than_the_next_is_refused(tournament, director, absent, game, code):
    event = make_bracket(4, best_of=5, tournament=tournament)
    schedule(event, 1, timezone.now() - timedelta(minutes=90))
    client = api(director)
    client.post(at(event, "matches/1/forfeits/"), {"absent": "A-4", "game": 1})

    again = client.post(at(event, "matches/1/forfeits/"), {"absent": absent, "game": game})

    assert (again.status_code, again.json()["code"]) == (409, code)
    assert len(again.json()["current"]["games"]) == 1


def test_a_forfeit_that_is_sent_again_is_answered_like_the_first(tournament, director):
    event = make_bracket(4, tournament=tournament)
    schedule(event, 1, timezone.now() - timedelta(minutes=40))
    client = api(director)

    first, again = (client.post(at(event, "matches/1/forfeits/"), {"absent": "A-4", "game": 1}) for _time in range(2))

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    assert MatchGame.objects.count() == 1


def test_forfeit_before_its_time_says_when_it_will_be_allowed(tournament, director):
    event = make_bracket(4, tournament=tournament)
    start = timezone.now().replace(microsecond=0)
    schedule(event, 1, start)

    answer = api(director).post(at(event, "matches/1/forfeits/"), {"absent": "A-4"})

    allowed_at = (start + timedelta(minutes=5)).isoformat()
    assert (answer.status_code, answer.json()["code"]) == (409, "too_early")
    assert answer.json()["errors"] == [
        {"field": "allowed_at", "code": "too_early", "message": allowed_at, "rule": "13.1"}
    ]
    assert answer.json()["current"]["allowed_at"] == allowed_at.replace("+00:00", "Z")


def test_classic_edition_cites_its_own_number_for_the_clock(db):
    event = make_bracket(4, tournament=make_tournament("old", edition="classic"))
    user = make_user(role="director", tournament=event.tournament)
    schedule(event, 1, timezone.now())

    answer = api(user).post(at(event, "matches/1/forfeits/"), {"absent": "A-4"})

    assert answer.json()["errors"][0]["rule"] == "12.2"


def test_forfeit_without_a_time_is_refused(tournament, director):
    event = make_bracket(4, tournament=tournament)

    answer = api(director).post(at(event, "matches/1/forfeits/"), {"absent": "A-4"})

    assert (answer.status_code, answer.json()["code"]) == (409, "not_scheduled")


@pytest.mark.parametrize("absent", [None, 7, [], {}, "", "A-2", "B-1", "\x00", "x" * 500])
def test_an_absent_player_who_is_not_in_the_match_is_refused(tournament, director, absent):
    event = make_bracket(4, tournament=tournament)

    answer = api(director).post(at(event, "matches/1/forfeits/"), {"absent": absent})

    assert answer.status_code == 400


@pytest.mark.parametrize(
    "when",
    [
        pytest.param("tomorrow", id="a word"),
        pytest.param(17, id="a number"),
        pytest.param({}, id="an object"),
        pytest.param("", id="blank"),
        pytest.param("2026-13-01T09:00:00Z", id="month 13"),
        pytest.param("9999-12-31T23:59:59-12:00", id="beyond every calendar"),
        pytest.param("9999-12-31T23:59:59", id="beyond every calendar in this hall"),
        pytest.param("0001-01-01T00:00:00", id="before every calendar"),
        pytest.param("0001-01-01T00:00:00+14:00", id="before every calendar"),
        pytest.param("9998-12-31T23:59:59Z", id="a slip of the year"),
    ],
)
def test_invalid_time_is_refused(tournament, director, when):
    event = make_bracket(4, tournament=tournament)

    answer = api(director).patch(at(event, "matches/1/"), {"scheduled_at": when})

    assert answer.status_code == 400
    assert [field for field, _code in codes(answer)] == ["scheduled_at"]
    assert match(event, 1).scheduled_at is None


def test_time_without_an_offset_is_the_clock_of_the_hall(tournament, director):
    event = make_bracket(4, tournament=tournament)

    answer = api(director).patch(at(event, "matches/1/"), {"scheduled_at": "2026-03-07T09:00:00"})

    assert match(event, 1).scheduled_at.isoformat() == "2026-03-07T17:00:00+00:00"
    assert answer.json()["scheduled_at"] == api().get(at(event)).json()["rounds"][0][0]["scheduled_at"]


def test_time_is_required_and_null_takes_it_away(tournament, director):
    event = make_bracket(4, tournament=tournament)
    schedule(event, 1, timezone.now())

    assert api(director).patch(at(event, "matches/1/"), {}).status_code == 400
    assert api(director).patch(at(event, "matches/1/"), {"scheduled_at": None}).json()["scheduled_at"] is None


@pytest.mark.parametrize("path", ["", "matches/1/", "matches/1/games/", "matches/1/games/last/", "matches/1/forfeits/"])
def test_other_methods_are_refused(tournament, director, path):
    event = make_bracket(4, tournament=tournament)

    assert api(director).put(at(event, path), {}).status_code == 405


@pytest.mark.parametrize("qualifiers", [4, 16])
def test_bracket_takes_the_same_number_of_queries_whatever_its_size(tournament, qualifiers, django_assert_num_queries):
    event = make_bracket(qualifiers, tournament=tournament)
    win(event, 1, "A-1", "A-1")

    with django_assert_num_queries(5):
        api().get(at(event))
