"""Several people record the same match at once, against the site as it runs, on a SQLite file and on PostgreSQL."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from hall.tests.servers import Site

WRITERS = 8

SET_UP = """
from brackets.tests.factories import make_bracket
from tournaments.access import Actor
from tournaments.people.actions.people import issue_token
from tournaments.tests.factories import make_tournament, make_user
tournament = make_tournament("race")
make_bracket(4, best_of=5, tournament=tournament)
print(issue_token(actor=Actor.of_user(make_user("checker", role="checker", tournament=tournament))))
"""
DIRECTOR = """
from tournaments.access import Actor
from tournaments.people.actions.people import issue_token
from tournaments.models import Tournament
from tournaments.tests.factories import make_user
print(issue_token(actor=Actor.of_user(make_user("td", role="director", tournament=Tournament.objects.get(slug="race")))))
"""
ENDINGS = """
from brackets.models import Match
from tournaments.models import AuditEntry
ended = Match.objects.exclude(ended="")
print(ended.count(), AuditEntry.objects.filter(action="match.ended").count(), Match.objects.get(number=3).top.seat)
"""
COUNT = """
from brackets.models import MatchGame
from tournaments.models import AuditEntry
print(MatchGame.objects.count(), AuditEntry.objects.filter(action="game.recorded").count())
"""


def all_at_once(
    site: Site, token: str, bodies: list[dict[str, Any]], to: str = "games"
) -> list[tuple[int, dict[str, Any]]]:
    """The answers to these games (or endings) of match 1, all sent at the same moment."""

    def send(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        request = urllib.request.Request(
            f"{site.url}/api/v1/tournaments/race/events/main/bracket/matches/1/{to}/",
            json.dumps(body).encode(),
            {"Authorization": f"Token {token}", "Content-Type": "application/json"},
            method="POST",
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            return refused.code, json.load(refused)

    with ThreadPoolExecutor(WRITERS) as pool:
        return list(pool.map(send, bodies))


def test_eight_writers_on_one_match_one_wins_each_time(each_site: Site) -> None:
    token = each_site.run(SET_UP).strip().splitlines()[-1]

    for game in (1, 2):
        answers = all_at_once(
            each_site, token, [{"winner": "A-1" if n % 2 else "A-4", "game": game} for n in range(WRITERS)]
        )

        [winner] = [answer["winner"] for code, answer in answers if code == 201]
        assert Counter(code for code, _ in answers) == {201: 1, 200: WRITERS // 2 - 1, 409: WRITERS // 2}
        for code, answer in answers:
            if code == 409:
                assert answer["code"] == "exists"
                assert answer["current"]["games"][game - 1]["winner"] == winner
    assert each_site.run(COUNT).strip().splitlines()[-1] == "2 2"


def test_eight_writers_without_a_number_stop_when_the_match_is_over(each_site: Site) -> None:
    token = each_site.run(SET_UP).strip().splitlines()[-1]

    answers = all_at_once(each_site, token, [{"winner": "A-1"}] * WRITERS)

    assert Counter(code for code, _ in answers) == {201: 3, 409: WRITERS - 3}
    assert {answer["code"] for code, answer in answers if code == 409} == {"over"}
    assert each_site.run(COUNT).strip().splitlines()[-1] == "3 3"


def test_eight_who_end_a_match_in_different_ways_end_it_once(each_site: Site) -> None:
    each_site.run(SET_UP)
    token = each_site.run(DIRECTOR).strip().splitlines()[-1]
    bodies = [
        {"ended": ended, "loser": loser, "reason": "At once."}
        for ended in ("concession", "walk_over", "removal", "concession")
        for loser in ("A-1", "A-4")
    ]

    answers = all_at_once(each_site, token, bodies, to="ending")

    [told] = {(answer["ended"], answer["winner"]) for code, answer in answers if code == 200}
    for code, answer in answers:
        if code == 409:
            assert answer["code"] == "over"
            assert (answer["current"]["ended"], answer["current"]["winner"]) == told
    assert {code for code, _answer in answers} == {200, 409}
    assert each_site.run(ENDINGS).strip().splitlines()[-1] == f"1 1 {told[1]}"
