"""The API of the qualifying round: names and meanings as other programs rely on them."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.tests.factories import COMMAND, find, make_cards, sheet
from scorecards.tests.test_actions import CARDS
from tournaments.models import Event, Tournament, User
from tournaments.people.actions.people import link_player
from tournaments.tests.factories import checker, director, make_event, make_user, stranger, tournament
from tournaments.venue.actions.events import change_event

__all__ = ["checker", "director", "stranger", "tournament"]

pytestmark = pytest.mark.django_db

LINE = {"game": 1, "opponent": "A-2", "points": "2", "plus": "12", "minus": ""}


@pytest.fixture
def event(tournament: Tournament) -> Event:
    return make_event(tournament=tournament, games=3, entrants=4, seated=True)


@pytest.fixture
def checked(event: Event) -> Event:
    make_cards(event, **CARDS)
    return start_cross_check(event=event, actor=COMMAND)


def client(user: User | None = None) -> APIClient:
    api = APIClient()
    if user:
        api.force_authenticate(user)
    return api


def at(place: str) -> str:
    return f"/api/v1/tournaments/sierra/events/main/{place}/"


def put(api: APIClient, seat: str = "A-1", version: Any = 0, lines: Any = (LINE,), **more: Any) -> Any:
    return api.put(at(f"scorecards/{seat}"), {"version": version, "lines": lines, **more}, format="json")


# --- Cards -----------------------------------------------------------------------------------------------------------


def test_a_card_that_is_not_in_yet_is_shown_as_empty(event: Event, checker: User) -> None:
    answer = client(checker).get(at("scorecards/A-1"))

    assert answer.status_code == 200
    nothing = {"game_points": 0, "games_won": 0, "plus": 0, "minus": 0, "net": 0}
    assert answer.json() == {
        "seat": "A-1",
        "version": 0,
        "complete": False,
        "left_after": None,
        "ended": False,
        "lines": [],
        "own_totals": dict.fromkeys(nothing),
        "totals": nothing,
        "standing_totals": nothing,
        "flags": [],
    }


def test_a_card_is_put_and_read_back(event: Event, checker: User) -> None:
    totals = {"game_points": 2, "games_won": 1, "plus": 12, "minus": 0, "net": 21}
    lost = {"game": 2, "opponent": "", "points": "–", "plus": "", "minus": "07"}

    answer = put(client(checker), lines=[LINE, lost], totals=totals)

    assert answer.status_code == 200
    card = answer.json()
    assert card == client(checker).get(at("scorecards/A-1")).json()
    assert card["version"] == 1
    assert card["lines"] == [
        {**LINE, "counted": True, "stands": None},
        {"game": 2, "opponent": "", "points": "0", "plus": "", "minus": "07", "counted": True, "stands": None},
    ]
    assert card["own_totals"] == totals
    assert card["totals"] == {"game_points": 2, "games_won": 1, "plus": 12, "minus": 7, "net": 5}
    assert [(flag["field"], flag["code"]) for flag in card["flags"]] == [
        ("lines.1.opponent", "opponent_blank"),
        ("totals.minus", "minus_total_differs"),
        ("totals.net", "net_total_differs"),
    ]


@pytest.mark.parametrize(
    ("column", "value", "code"),
    [
        pytest.param("plus", "7", "spread_notation", id="no leading zero"),
        pytest.param("plus", "007", "spread_notation", id="two leading zeros"),
        pytest.param("plus", "016", "spread_notation", id="zero before two digits"),
        pytest.param("plus", "00", "spread_range", id="won by nothing"),
        pytest.param("plus", "122", "spread_range", id="too large"),
        pytest.param("plus", "+7", "spread_notation", id="a sign"),
        pytest.param("plus", " 12", "spread_notation", id="a space"),
        pytest.param("plus", "\uff11\uff12", "spread_notation", id="digits that are not ASCII"),
        pytest.param("points", "1", "points_notation", id="one point"),
        pytest.param("points", "2 ", "points_notation", id="a space behind"),
    ],
)
def test_what_is_not_the_notation_is_refused_by_rule(
    event: Event, checker: User, column: str, value: str, code: str
) -> None:
    answer = put(client(checker), lines=[{**LINE, "game": 2}, {**LINE, column: value}])

    assert answer.status_code == 400
    [fault] = answer.json()["errors"]
    assert (fault["field"], fault["code"], fault["rule"]) == (
        f"lines.1.{column}",
        code,
        "1.1" if code == "spread_range" else "12.1",
    )
    assert client(checker).get(at("scorecards/A-1")).json()["version"] == 0


def test_two_spreads_on_a_line_are_refused_by_a_reading_of_ours(event: Event, checker: User) -> None:
    answer = put(client(checker), lines=[{**LINE, "minus": "12"}])

    [fault] = answer.json()["errors"]
    assert (fault["field"], fault["code"], fault["rule"]) == ("lines.0.minus", "both_columns", None)


def test_every_fault_is_named_at_once(event: Event, checker: User) -> None:
    answer = put(
        client(checker),
        version="0",
        lines=[{**LINE, "plus": "7"}, {"game": 2, "points": 2, "plus": "", "minus": ""}, 3],
        totals={"net": "x"},
    )

    assert answer.status_code == 400
    assert sorted(fault["field"] for fault in answer.json()["errors"]) == [
        "lines.0.plus",
        "lines.1.opponent",
        "lines.1.points",
        "lines.2",
        "totals.net",
        "version",
    ]


def test_faults_of_notation_do_not_hide_those_of_the_card(event: Event, checker: User) -> None:
    lines = [
        {**LINE, "game": 99},
        {**LINE, "plus": "7"},
        {**LINE, "opponent": "Z-9", "points": "5"},
        {**LINE, "game": 2, "opponent": "A-1", "minus": "12"},
    ]

    answer = put(client(checker), lines=lines)

    assert answer.status_code == 400
    assert sorted((fault["field"], fault["code"]) for fault in answer.json()["errors"]) == [
        ("lines.0.game", "no_such_game"),
        ("lines.1.plus", "spread_notation"),
        ("lines.2.game", "twice"),
        ("lines.2.opponent", "unknown"),
        ("lines.2.points", "points_notation"),
        ("lines.3.minus", "both_columns"),
        ("lines.3.opponent", "own_seat"),
    ]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(None, id="null"),
        pytest.param([], id="a list"),
        pytest.param({}, id="nothing"),
        pytest.param({"version": 0, "lines": None}, id="no lines"),
        pytest.param({"version": 0, "lines": {}}, id="an object for lines"),
        pytest.param({"version": 0, "lines": [None]}, id="a line of nothing"),
        pytest.param({"version": 10**30, "lines": []}, id="a huge version"),
        pytest.param({"version": 0, "lines": [{**LINE, "game": 10**30}]}, id="a huge game"),
        pytest.param({"version": 0, "lines": [{**LINE, "opponent": "A\x00"}]}, id="a NUL"),
        pytest.param({"version": 0, "lines": [{**LINE, "points": ["2"]}]}, id="a list for points"),
        pytest.param({"version": 0, "lines": [LINE] * 10_000}, id="ten thousand lines"),
        pytest.param({"version": 0, "lines": [LINE], "extra": 1}, id="an unknown field"),
        pytest.param({"version": 0, "lines": [LINE], "totals": 7}, id="a number for totals"),
        pytest.param({"version": 0, "lines": [LINE], "totals": {"plus": -1}}, id="a negative total"),
    ],
)
def test_what_is_no_card_is_refused(event: Event, checker: User, body: Any) -> None:
    answer = client(checker).put(at("scorecards/A-1"), json.dumps(body), content_type="application/json")

    assert answer.status_code == 400
    assert answer.json()["errors"]


def test_a_stale_version_gets_the_card_as_it_is(event: Event, checker: User) -> None:
    put(client(checker))

    answer = put(client(checker), lines=[{**LINE, "plus": "13"}])

    assert answer.status_code == 409
    assert answer.json()["code"] == "stale"
    assert answer.json()["current"] == client(checker).get(at("scorecards/A-1")).json()
    assert put(client(checker), version=99).status_code == 200, "the same card again is no change, whatever the version"


def test_cards_are_listed_by_pages(event: Event, checker: User) -> None:
    make_cards(event, **CARDS)

    answer = client(checker).get(at("scorecards"), {"page_size": 3})

    body = answer.json()
    assert (body["count"], body["previous"]) == (4, None)
    assert [card["seat"] for card in body["results"]] == ["A-1", "A-2", "A-3"]
    assert body["results"][0] == client(checker).get(at("scorecards/A-1")).json()


@pytest.mark.parametrize("place", ["scorecards/A-99", "scorecards/nobody", "scorecards/%00"])
def test_a_card_at_an_unknown_seat_is_not_found(event: Event, checker: User, place: str) -> None:
    assert client(checker).get(at(place)).status_code == 404
    assert client(checker).put(at(place), {"version": 0, "lines": []}, format="json").status_code == 404


# --- Who may ---------------------------------------------------------------------------------------------------------

READS = ("scorecards", "scorecards/A-1", "discrepancies")
WRITES = {
    "scorecards/A-1": ("put", {"version": 1, "lines": []}),
    "cross-check": ("post", {}),
    "cross-check/accept": ("post", {"initials": "JK", "revision": 0}),
    "discrepancies/1-A-1-A-2/accept": ("post", {"initials": "JK", "version": 0}),
    "discrepancies/1-A-1-A-2/override": (
        "post",
        {"initials": "JK", "version": 0, "reason": "Seen", "resolved": {"A-1": None, "A-2": None}},
    ),
    "discrepancies/1-A-1-A-2/refer": ("post", {"initials": "JK", "version": 0, "reason": "Smudged"}),
    "discrepancies/1-A-1-A-2/decision": ("delete", {}),
    "tiebreaks": ("post", {"order": ["A-1", "A-2"]}),
    "qualifiers": ("post", {}),
}
CARD_WRITES = tuple(place for place in WRITES if place not in ("tiebreaks", "qualifiers"))


@pytest.mark.parametrize(
    ("role", "reads", "writes"),
    [
        pytest.param("director", READS, tuple(WRITES), id="director"),
        pytest.param("checker", READS, CARD_WRITES, id="checker"),
        pytest.param("judge", READS, (), id="judge"),
        pytest.param("registrar", (), (), id="registrar"),
        pytest.param("viewer", (), (), id="viewer"),
        pytest.param("", (), (), id="stranger"),
    ],
)
def test_each_role_reads_and_writes_what_it_may(
    checked: Event, role: str, reads: tuple[str, ...], writes: tuple[str, ...]
) -> None:
    api = client(make_user(role=role, tournament=checked.tournament))

    assert {place for place in READS if api.get(at(place)).status_code == 200} == set(reads)
    refused = set()
    for place, (method, body) in WRITES.items():
        answer = getattr(api, method)(at(place), body, format="json")
        if answer.status_code == 403:
            assert answer.json()["code"] == "role"
            refused.add(place)
    assert set(WRITES) - refused == set(writes)


def test_a_head_judge_comes_to_the_games_that_are_referred(checked: Event) -> None:
    api = client(make_user(role="judge", tournament=checked.tournament, is_head=True))
    found = find(checked, 1, "A-1", "A-2")
    body = {"initials": "JK", "version": found.version, "reason": "Seen", "resolved": {"A-1": None, "A-2": None}}

    proposed = api.post(at("discrepancies/1-A-1-A-2/override"), body, format="json")
    refer = {"initials": "JK", "version": found.version, "reason": "Smudged"}
    client(make_user(superuser=True)).post(at("discrepancies/1-A-1-A-2/refer"), refer, format="json")
    body["version"] = find(checked, 1, "A-1", "A-2").version
    referred = api.post(at("discrepancies/1-A-1-A-2/override"), body, format="json")

    assert (proposed.status_code, proposed.json()["code"]) == (403, "role")
    assert (referred.status_code, referred.json()["state"]) == (200, "overridden")


def test_a_visitor_signs_in_first(checked: Event) -> None:
    answer = client().get(at("scorecards"))

    assert (answer.status_code, answer.json()["code"]) == (401, "sign_in")


def test_an_own_card_is_refused_even_to_a_director(checked: Event, director: User) -> None:
    link_player(entry=checked.entries.get(number=1), username="director", actor=COMMAND)
    found = find(checked, 1, "A-1", "A-2")

    typed = put(client(director), version=1)
    accepted = client(director).post(
        at("discrepancies/1-A-1-A-2/accept"), {"initials": "DR", "version": found.version}, format="json"
    )

    assert [(a.status_code, a.json()["code"]) for a in (typed, accepted)] == [(403, "own_card")] * 2


# --- Cross-check, discrepancies, posting -----------------------------------------------------------------------------


def test_the_cross_check_tells_how_it_stands(event: Event, checker: User) -> None:
    make_cards(event, **{seat: card for seat, card in CARDS.items() if seat != "A_4"})

    answer = client(checker).post(at("cross-check"))

    assert answer.status_code == 200
    assert answer.json() == {
        "revision": sheet(event).event.revision,
        "complete": False,
        "missing": ["A-4"],
        "quota": 1,
        "apparent_qualifiers": ["A-1"],
        "high_nonqualifier": "A-2",
        "outcomes": {"agrees": 2, "corrected": 1, "stands": 0, "referred": 0},
    }
    assert client(checker).post(at("cross-check")).json() == answer.json()


def test_a_discrepancy_is_shown_and_accepted(checked: Event, checker: User) -> None:
    [found] = client(checker).get(at("discrepancies")).json()

    body = {"initials": "JK", "version": found["version"]}
    accepted = client(checker).post(at(f"discrepancies/{found['id']}/accept"), body, format="json")
    again = client(checker).post(at(f"discrepancies/{found['id']}/accept"), body, format="json")

    assert {**found, "version": 0} == {
        "id": "1-A-1-A-2",
        "version": 0,
        "game": 1,
        "cards": ["A-1", "A-2"],
        "outcome": "corrected",
        "rules": ["12.2.a"],
        "state": "proposed",
        "recorded": {
            "A-1": {"points": "2", "plus": "12", "minus": ""},
            "A-2": {"points": "0", "plus": "", "minus": "10"},
        },
        "resolved": {
            "A-1": {"points": "2", "plus": "10", "minus": ""},
            "A-2": {"points": "0", "plus": "", "minus": "10"},
        },
        "initials": "",
        "reason": "",
        "decided_by": "",
        "decided_at": None,
        "not_typed": "",
    }
    assert (accepted.status_code, accepted.json()["state"], accepted.json()["initials"]) == (200, "accepted", "JK")
    assert (again.status_code, again.json()) == (200, accepted.json())
    line = client(checker).get(at("scorecards/A-1")).json()["lines"][0]
    assert line["plus"] == "12"
    assert line["stands"] == {"points": "2", "plus": "10", "minus": "", "rules": ["12.2.a"], "state": "accepted"}


def test_a_decision_on_an_older_version_gets_the_discrepancy(checked: Event, checker: User) -> None:
    answer = client(checker).post(at("discrepancies/1-A-1-A-2/accept"), {"initials": "JK", "version": 1}, format="json")

    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert answer.json()["current"]["state"] == "proposed"


@pytest.mark.parametrize("name", ["1-A-1-A-9", "1-A-2-A-1", "0-A-1-A-2", "1-A-1-A-1", "x", "1-A-1"])
def test_an_unknown_discrepancy_is_not_found(checked: Event, checker: User, name: str) -> None:
    answer = client(checker).post(at(f"discrepancies/{name}/accept"), {"initials": "JK", "version": 1}, format="json")

    assert answer.status_code == 404


def test_a_decision_by_hand_names_each_fault(checked: Event, checker: User) -> None:
    values = {"points": "2", "plus": "7", "minus": ""}
    body = {"initials": "JK", "version": 1, "reason": "Seen", "resolved": {"A-1": values, "A-2": {"points": "0"}}}

    answer = client(checker).post(at("discrepancies/1-A-1-A-2/override"), body, format="json")

    assert answer.status_code == 400
    assert {fault["field"] for fault in answer.json()["errors"]} == {"resolved.A-2.plus", "resolved.A-2.minus"}
    body["resolved"]["A-2"] = None
    answer = client(checker).post(at("discrepancies/1-A-1-A-2/override"), body, format="json")
    assert [(f["field"], f["rule"]) for f in answer.json()["errors"]] == [("resolved.A-1.plus", "12.1")]


def test_posting_names_what_stands_in_the_way_and_then_posts(checked: Event, director: User) -> None:
    api = client(director)

    early = api.post(at("qualifiers"))
    revision = sheet(checked).event.revision
    api.post(at("cross-check/accept"), {"initials": "JK", "revision": revision}, format="json")
    posted = api.post(at("qualifiers"))
    again = api.post(at("qualifiers"))

    assert (early.status_code, early.json()["code"]) == (409, "not_ready")
    assert [(f["code"], f["rule"]) for f in early.json()["errors"]] == [("correction_uninitialled", "guideline 1.e")]
    assert posted.status_code == 201
    assert (
        posted.json()
        == client().get(at("qualifiers")).json()
        == [{"seed": 1, "seat": "A-1", "name": "Milt Orr", "players": []}]
    )
    assert (again.status_code, again.json()["code"]) == (409, "posted")
    assert again.json()["current"] == {"qualifiers": posted.json()}
    assert (put(api, version=1).status_code, put(api, version=1).json()["code"]) == (409, "posted")


# --- Standings -------------------------------------------------------------------------------------------------------


def test_everybody_sees_the_standings(checked: Event) -> None:
    answer = client().get(at("standings"))

    body = answer.json()
    assert (body["current"], body["provisional"], body["quota"]) == (True, True, 1)
    assert body["revision"] == sheet(checked).event.revision
    assert body["rows"][0] == {
        "rank": 1,
        "seat": "A-1",
        "name": "Milt Orr",
        "players": [],
        "game_points": 7,
        "games_won": 3,
        "net": 62,
        "plus": 62,
        "pegged": None,
        "status": "qualifier",
        "tied": False,
        "decided_by": None,
        "card_in": True,
        "card_complete": True,
    }


def test_unchanged_standings_are_not_sent_again(checked: Event) -> None:
    first = client().get(at("standings"))

    again = client().get(at("standings"), headers={"If-None-Match": first["ETag"]})

    assert (again.status_code, again.content) == (304, b"")


def test_standings_go_out_compressed(checked: Event) -> None:
    plain = client().get(at("standings"))

    packed = client().get(at("standings"), headers={"Accept-Encoding": "gzip"})

    assert packed["Content-Encoding"] == "gzip"
    assert json.loads(gzip.decompress(packed.content)) == plain.json()


def test_hidden_standings_are_for_the_staff(checked: Event, checker: User) -> None:
    change_event(event=checked, changes={"hidden": ["standings"]}, reason="", actor=COMMAND)

    assert (client().get(at("standings")).status_code, client().get(at("standings")).json()["code"]) == (403, "hidden")
    assert client(checker).get(at("standings")).status_code == 200
