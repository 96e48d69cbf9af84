"""Whole ladders played through the API, with what must hold checked after every step."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from tournaments.models import Role
from tournaments.rotation.rules.draw import stream
from tournaments.tests.factories import api_of, make_tournament, make_user

pytestmark = pytest.mark.django_db

TOURNAMENT = "/api/v1/tournaments/games/"
API = f"{TOURNAMENT}events/ladder/"
SIZES = tuple(range(4, 25)) if os.environ.get("TEST_EVERYTHING") else (4, 5, 9)
GAMES = 7
LEAVES_AT, COMES_AT, LONGER = 3, 5, 2


@dataclass
class Played:
    """A ladder as this test keeps it beside the site: teams by seat, and what each has earned and sat out."""

    client: Any
    top: str
    numbers: dict[str, str]
    present: set[str]
    chance: Iterator[int]
    points: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)
    rested: Counter[str] = field(default_factory=Counter)

    def shown(self, number: int | None = None) -> dict[str, Any]:
        response = self.client.get(f"{API}ladder/", {"game": number} if number else {})
        assert response.status_code == 200
        game: dict[str, Any] = response.json()
        return game

    def tell(self, game: int, table: int, winner: str, points: int) -> tuple[int, str | None]:
        body = {"game": game, "table": table, "winner": winner, "points": points}
        response = self.client.post(f"{API}ladder/results/", body)
        return response.status_code, response.json().get("code")

    def choose(self, choices: Sequence[Any]) -> Any:
        return choices[next(self.chance) % len(choices)]

    def begin_next(self) -> tuple[int, str | None]:
        response = self.client.post(f"{API}ladder/next/")
        return response.status_code, response.json().get("code")


def begun(teams: int, top: str) -> Played:
    """A ladder of so many teams, entered and drawn with a seed."""
    tournament = make_tournament("games")
    client = api_of(make_user("dora", role=Role.Kind.DIRECTOR, tournament=tournament))
    plan = {"slug": "ladder", "kind": "club_night", "games": GAMES, "movement": "ladder", "ladder_top": top}
    assert client.post(f"{TOURNAMENT}events/", plan).status_code == 201
    entered = [{"name": f"Team {n}", "players": [f"Ann {n}", f"Bob {n}"]} for n in range(1, teams + 1)]
    assert client.post(f"{API}entrants/", entered).status_code == 201
    assert client.get(f"{API}ladder/").status_code == 404
    seats = client.post(f"{API}seating/", {"seed": 7}).json()
    assert sorted(seats) == sorted(f"A-{n}" for n in range(1, teams + 1))
    assert client.post(f"{API}seating/", {"seed": 7}).status_code == 409
    return Played(client, top, seats, set(seats), stream(teams))


def check_tables(ladder: Played, game: dict[str, Any]) -> None:
    """Two teams a table, tables numbered from 1, everybody once, at most one sits out."""
    tables = game["tables"]
    assert [table["table"] for table in tables] == list(range(1, len(ladder.present) // 2 + 1))
    seated = [team for table in tables for team in table["teams"]]
    assert sorted([*seated, *filter(None, [game["sits_out"]])]) == sorted(ladder.present)
    assert (game["sits_out"] is None) is (len(ladder.present) % 2 == 0)


def check_points(ladder: Played) -> None:
    """The standings say what was played, and a rank is one more than the number of teams with more points."""
    rows = ladder.client.get(f"{API}standings/").json()["rows"]
    assert {row["seat"]: (row["game_points"], row["games_won"]) for row in rows} == {
        seat: (ladder.points[seat], ladder.won[seat]) for seat in ladder.numbers
    }
    assert [row["rank"] for row in rows] == [
        1 + sum(1 for other in rows if other["game_points"] > row["game_points"]) for row in rows
    ]
    assert {(row["net"], row["plus"]) for row in rows} == {(0, 0)}


def play(ladder: Played, game: dict[str, Any]) -> dict[int, str]:
    """Tell every result, with the mistakes that people make; return the winners by table."""
    number, winners = game["game"], {}
    last = game["tables"][-1]["table"]
    for table in game["tables"]:
        one, two = table["teams"]
        winner, loser = ladder.choose([(one, two), (two, one)])
        points = ladder.choose([2, 2, 3])
        assert ladder.begin_next() == (409, "missing")
        assert ladder.tell(number, table["table"], winner, points)[0] == 201
        assert ladder.tell(number, table["table"], winner, points)[0] == 200
        assert ladder.tell(number, table["table"], loser, points) == (409, "exists")
        assert ladder.tell(number, table["table"], winner, 5 - points) == (409, "exists")
        if table["table"] == last:
            address = f"{API}ladder/results/{number}/{last}/"
            assert ladder.client.delete(address).status_code == 204
            assert ladder.client.delete(address).status_code == 204
            assert ladder.tell(number, last, winner, points)[0] == 201
        winners[table["table"]] = winner
        ladder.points[winner] += points
        ladder.won[winner] += 1
    told = ladder.shown()
    assert [table["winner"] for table in told["tables"]] == list(winners.values())
    assert told["complete"]
    assert told["finished"] is (number == told["games"])
    assert ladder.tell(number + 1, 1, winners[1], 2) == (409, "not_begun")
    assert ladder.tell(number, last + 1, winners[1], 2)[0] == 400
    assert ladder.tell(number, 1, winners[last], 2)[0] == (
        200 if last == 1 and told["tables"][0]["points"] == 2 else 400
    )
    return winners


def check_move(ladder: Played, before: dict[str, Any], winners: dict[int, str], after: dict[str, Any]) -> None:
    """With the same teams in both games: losers stay, winners go as announced, a returning team fills the free place."""
    final = len(before["tables"])
    now_at = {team: table["table"] for table in after["tables"] for team in table["teams"]}
    for table in before["tables"]:
        number = table["table"]
        for team in table["teams"]:
            goes_on = (team == winners[number]) != (number == final and ladder.top == "stay")
            wanted = number % final + 1 if goes_on else number
            if team != after["sits_out"]:
                assert now_at[team] == wanted
            else:
                assert now_at[before["sits_out"]] == wanted


def leave(ladder: Played, seat: str) -> None:
    body = {"status": "withdrawn", "reason": "Went home"}
    assert ladder.client.patch(f"{API}entrants/{seat}/", body).status_code == 200
    ladder.present.discard(seat)


def come(ladder: Played, seat: str) -> None:
    body = [{"name": f"Late {seat}", "players": ["Lou Day", "Kim Fay"], "seat": seat}]
    assert ladder.client.post(f"{API}entrants/", body).status_code == 201
    ladder.numbers[seat] = "late"
    ladder.present.add(seat)
    # A team that comes late counts as having sat out as often as anybody.
    ladder.rested[seat] = max(ladder.rested.values(), default=0)


@pytest.mark.parametrize("top", ["first", "stay"])
@pytest.mark.parametrize("teams", SIZES)
def test_a_ladder_holds_what_it_promises_after_every_step(teams: int, top: str) -> None:
    ladder = begun(teams, top)
    winners: dict[int, str] = {}
    before: dict[str, Any] | None = None
    for number in range(1, GAMES + LONGER + 1):
        game = ladder.shown()
        assert game["game"] == number
        check_tables(ladder, game)
        if game["sits_out"]:
            ladder.rested[game["sits_out"]] += 1
        rests = [ladder.rested[seat] for seat in ladder.present]
        assert max(rests) - min(rests) <= 1
        if before and number not in (LEAVES_AT + 1, COMES_AT + 1):
            check_move(ladder, before, winners, game)
        if before:
            assert ladder.tell(number - 1, 1, winners[1], 2) == (409, "over")
            assert ladder.client.delete(f"{API}ladder/results/{number - 1}/1/").status_code == 409
        winners = play(ladder, game)
        check_points(ladder)
        if number == LEAVES_AT and teams > 4:
            leave(ladder, ladder.choose(sorted(ladder.present)))
        if number == COMES_AT:
            come(ladder, f"A-{teams + 1}")
        if number == GAMES:
            assert ladder.begin_next() == (409, "finished")
            assert ladder.client.patch(API, {"games": GAMES + LONGER, "reason": "There is time"}).status_code == 200
        before = ladder.shown()
        assert before["tables"] == ladder.shown(number)["tables"]
        assert ladder.begin_next() == ((200, None) if number < GAMES + LONGER else (409, "finished"))
    tied: dict[int, list[str]] = {}
    for row in ladder.client.get(f"{API}standings/").json()["rows"]:
        if row["tied"]:
            tied.setdefault(row["rank"], []).append(row["seat"])
    for rank, seats in tied.items():
        order = seats[::-1]
        assert ladder.client.post(f"{API}tiebreaks/", {"order": order}).status_code == 201
        rows = ladder.client.get(f"{API}standings/").json()["rows"][rank - 1 : rank - 1 + len(seats)]
        assert [(row["rank"], row["seat"], row["tied"]) for row in rows] == [
            (rank + place, seat, False) for place, seat in enumerate(order)
        ]
        assert {row["decided_by"] for row in rows[1:]} == {"playoff"}
