"""Several checkers at once, against the site as it runs: several processes, on a SQLite file and on PostgreSQL."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from config.tests.servers import Site

WRITERS = 8
ROUNDS = 5

SET_UP = f"""
from rest_framework.authtoken.models import Token
from tournaments.tests.factories import make_event, make_tournament, make_user
tournament = make_tournament("race")
make_event(tournament=tournament, slug="main", games=3, entrants={WRITERS}, seated=True)
print(Token.objects.create(user=make_user("checker", role="checker", tournament=tournament)).key)
"""
COUNT = """
from scorecards.models import Scorecard
from tournaments.models import AuditEntry, Event
event = Event.objects.get()
versions = sum(Scorecard.objects.values_list("version", flat=True))
print(versions, AuditEntry.objects.filter(action="card.typed").count(), event.revision)
"""


@pytest.fixture(params=["sqlite", "postgres"])
def site(request: pytest.FixtureRequest, running_site: Callable[..., Site]) -> Site:
    """The running site on each database."""
    if request.param == "postgres":
        return running_site(database_url=request.getfixturevalue("postgres_url"), workers=4)
    return running_site(workers=4)


class Checkers:
    """Eight people at eight keyboards."""

    def __init__(self, site: Site) -> None:
        self.address = f"{site.url}/api/v1/tournaments/race/events/main/scorecards"
        self.token = site.run(SET_UP).strip().splitlines()[-1]

    def put(self, seat: str, version: int, plus: int) -> tuple[int, dict[str, Any]]:
        lines = [{"game": 1, "opponent": "", "points": "2", "plus": f"{plus:02d}", "minus": ""}]
        request = urllib.request.Request(
            f"{self.address}/{seat}/",
            json.dumps({"version": version, "lines": lines}).encode(),
            {"Authorization": f"Token {self.token}", "Content-Type": "application/json"},
            method="PUT",
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            return refused.code, json.load(refused)

    def all_at_once(self, seats: list[str], *, version: int, least: int) -> list[tuple[int, dict[str, Any]]]:
        with ThreadPoolExecutor(WRITERS) as pool:
            return list(pool.map(lambda n: self.put(seats[n], version, least + n), range(WRITERS)))


def test_eight_writers_on_one_card_one_wins_each_time(site: Site) -> None:
    checkers = Checkers(site)

    for turn in range(ROUNDS):
        # Every writer brings another card than the last, so that none finds its own recorded already.
        answers = checkers.all_at_once(["A-1"] * WRITERS, version=turn, least=1 + turn * WRITERS)

        assert Counter(code for code, _ in answers) == {200: 1, 409: WRITERS - 1}
        [winner] = [card for code, card in answers if code == 200]
        refusals = [refusal for code, refusal in answers if code == 409]
        assert {refusal["code"] for refusal in refusals} == {"stale"}
        assert all(refusal["current"]["lines"] == winner["lines"] for refusal in refusals)
    assert site.run(COUNT).strip().splitlines()[-1].split()[:2] == [str(ROUNDS), str(ROUNDS)]


def test_eight_writers_on_eight_cards_all_win(site: Site) -> None:
    checkers = Checkers(site)

    for turn in range(ROUNDS):
        seats = [f"A-{1 + (n + turn) % WRITERS}" for n in range(WRITERS)]
        answers = checkers.all_at_once(seats, version=turn, least=1 + turn * WRITERS)

        assert Counter(code for code, _ in answers) == {200: WRITERS}
    versions, audited, revision = map(int, site.run(COUNT).strip().splitlines()[-1].split())
    assert versions == audited == ROUNDS * WRITERS
    assert revision >= audited
