"""A whole tournament by the API: a stack of paper cards becomes a list of qualifiers, a bracket and a champion.

The stack of 96 cards and what the rules make of it lie in `scorecards/tests/golden/stack-96x22/`.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from django.utils.crypto import salted_hmac
from rest_framework.test import APIClient

import scorecards.tests
from tournaments.tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db

STACK = Path(scorecards.tests.__file__).parent / "golden" / "stack-96x22"
EVENT = "/api/v1/tournaments/harvest/events/main/"
EXPECTED_GAMES = 22 * 96 // 2


def rows(name: str) -> list[dict[str, str]]:
    with (STACK / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def shuffled(seats: list[str], seed: str) -> list[str]:
    """The seats in an order that depends on the seed alone."""
    return sorted(seats, key=lambda seat: salted_hmac(seed, seat).digest())


class Director(APIClient):
    """Somebody at the desk with a token."""

    def __init__(self) -> None:
        super().__init__()
        make_user("harvest-director", password=PASSWORD)
        token = self.ok("post", "/api/v1/token/", {"username": "harvest-director", "password": PASSWORD})["token"]
        self.credentials(HTTP_AUTHORIZATION=f"Token {token}")

    def ok(self, method: str, address: str, body: Any = None) -> Any:
        answer = (
            getattr(self, method)(address, body, format="json") if body is not None else getattr(self, method)(address)
        )
        assert answer.status_code in (200, 201), answer.content
        return answer.json()

    def set_up(self) -> None:
        """The tournament, its entrants at the seats that the stack gives them, and the seating."""
        event = {"slug": "main", "kind": "main", "games": 22, "deal": "cut", "movement": "anchor"}
        tournament = {"slug": "harvest", "name": "Harvest Moon Open", "starts_on": "2026-10-03", "events": [event]}
        self.ok("post", "/api/v1/tournaments/", tournament)
        self.ok("post", f"{EVENT}entrants/", rows("entrants.csv"))
        seats = self.ok("post", f"{EVENT}seating/", {})
        assert len(seats) == 96

    def type_cards(self, seed: str, *, twice: bool = False) -> None:
        """Put every card, in an order of its own; `twice`: some first with a slip, then as the paper says."""
        lines: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in rows("cards.csv"):
            lines[row.pop("seat")].append({**row, "game": int(row["game"])})
        totals = {row.pop("seat"): {name: int(value) for name, value in row.items()} for row in rows("totals.csv")}
        for number, seat in enumerate(shuffled(list(lines), seed)):
            version = 0
            if twice and number % 3 == 0:
                slip = [*lines[seat][:-1], {**lines[seat][-1], "points": "", "plus": "", "minus": ""}]
                version = self.ok("put", f"{EVENT}scorecards/{seat}/", {"version": 0, "lines": slip})["version"]
            card = {"version": version, "lines": lines[seat], "totals": totals[seat]}
            assert self.ok("put", f"{EVENT}scorecards/{seat}/", card)["complete"]

    def page(self, address: str) -> list[Any]:
        return self.ok("get", address)["results"]


def discrepancy_row(found: dict[str, Any]) -> dict[str, str]:
    """A discrepancy as the golden file writes it down."""
    values = found["resolved"] or found["recorded"]
    first, second = found["cards"]
    return {
        "game": str(found["game"]),
        "seat": first,
        "opponent": second,
        "outcome": found["outcome"],
        "rules": " ".join(found["rules"]),
        **values[first],
        **{f"opponent_{column}": value for column, value in values[second].items()},
    }


def assert_golden(desk: Director) -> None:
    """What the program makes of the stack is what is expected, row by row."""
    check = desk.ok("post", f"{EVENT}cross-check/", {})
    assert (check["complete"], check["missing"], check["quota"]) == (True, [], 24)
    assert sum(check["outcomes"].values()) == EXPECTED_GAMES
    expected = rows("expected-standings.csv")
    assert set(check["apparent_qualifiers"]) == {row["seat"] for row in expected if row["apparent_qualifier"] == "1"}
    shown = desk.ok("get", f"{EVENT}standings/")["rows"]
    columns = ("rank", "seat", "game_points", "games_won", "net", "plus")
    assert [[str(row[name]) for name in columns] + [str(int(row["tied"]))] for row in shown] == [
        [row[name] for name in (*columns, "tied")] for row in expected
    ]
    found = desk.ok("get", f"{EVENT}discrepancies/")
    assert [discrepancy_row(one) for one in found] == rows("expected-discrepancies.csv")


def test_a_stack_of_cards_becomes_a_champion() -> None:
    desk = Director()
    desk.set_up()
    desk.type_cards("one order")
    assert_golden(desk)

    # The one game that rule 12.2 leaves open, and everything that it proposes.
    early = desk.post(f"{EVENT}qualifiers/")
    [referred] = [one for one in desk.ok("get", f"{EVENT}discrepancies/") if one["state"] == "open"]
    first, second = referred["cards"]
    decision = {
        "initials": "HJ",
        "reason": "Both say who won; by how much nobody wrote, so the least.",
        "version": referred["version"],
        "resolved": {
            first: {"points": "2", "plus": "01", "minus": ""},
            second: {"points": "0", "plus": "", "minus": "01"},
        },
    }
    desk.ok("post", f"{EVENT}discrepancies/{referred['id']}/override/", decision)
    revision = desk.ok("post", f"{EVENT}cross-check/", {})["revision"]
    desk.ok("post", f"{EVENT}cross-check/accept/", {"initials": "HJ", "revision": revision})
    qualifiers = desk.ok("post", f"{EVENT}qualifiers/", {})

    assert early.status_code == 409
    # The referred game is one of the dead zone: it cannot matter, so it alone would not stand in the way.
    assert {fault["code"] for fault in early.json()["errors"]} == {"correction_uninitialled"}
    standings = desk.ok("get", f"{EVENT}standings/")
    assert standings["provisional"] is False
    assert [(q["seed"], q["seat"]) for q in qualifiers] == [
        (row["rank"], row["seat"]) for row in standings["rows"] if row["status"] == "qualifier"
    ]

    bracket = desk.ok("post", f"{EVENT}bracket/", {"best_of": 3, "rounds": {"5": 5}})
    assert (bracket["size"], bracket["byes"], bracket["chart"]) == (32, 8, "13.2")
    assert [sorted(filter(None, (m["top"], m["bottom"])), key=lambda e: e["seed"])[0]["seed"] for m in bracket["rounds"][0]] == [
        1, 16, 9, 8, 5, 12, 13, 4, 3, 14, 11, 6, 7, 10, 15, 2,
    ]  # fmt: skip
    for number in range(5):
        for match in desk.ok("get", f"{EVENT}bracket/")["rounds"][number]:
            better = min((match["top"], match["bottom"]), key=lambda e: e["seed"] if e else 99)
            while match["winner"] is None:
                desk.ok("post", f"{EVENT}bracket/matches/{match['match']}/games/", {"winner": better["seat"]})
                [match] = [
                    m for m in desk.ok("get", f"{EVENT}bracket/")["rounds"][number] if m["match"] == match["match"]
                ]
    final = desk.ok("get", f"{EVENT}bracket/")["rounds"][4][0]
    assert (final["winner"], len(final["games"])) == (qualifiers[0]["seat"], 3)
    assert desk.ok("get", EVENT)["phase"] == "report"


@pytest.mark.release
def test_the_order_of_work_changes_nothing() -> None:
    desk = Director()
    desk.set_up()
    desk.ok("post", f"{EVENT}cross-check/", {})
    desk.type_cards("another order", twice=True)

    assert_golden(desk)
