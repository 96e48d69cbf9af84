"""Several checkers at once, against the site as it runs: several processes, on a SQLite file and on PostgreSQL."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from hall.tests.servers import Site

WRITERS = 8
ROUNDS = 5

SET_UP = f"""
from tournaments.access import Actor
from tournaments.people.actions.people import issue_token
from tournaments.tests.factories import make_event, make_tournament, make_user
tournament = make_tournament("race")
make_event(tournament=tournament, slug="main", games=3, entrants={WRITERS}, seated=True)
print(issue_token(actor=Actor.of_user(make_user("checker", role="checker", tournament=tournament))))
"""
COUNT = """
from scorecards.models import Scorecard
from tournaments.models import AuditEntry, Event
event = Event.objects.get()
versions = sum(Scorecard.objects.values_list("version", flat=True))
print(versions, AuditEntry.objects.filter(action="card.typed").count(), event.revision)
"""
SET_UP_LOOKS = f"""
from scorecards.tests.factories import make_cards
from tournaments.access import Actor
from tournaments.people.actions.people import issue_token
from tournaments.tests.factories import make_event, make_tournament, make_user
tournament = make_tournament("race")
event = make_event(tournament=tournament, slug="main", games=3, entrants=4, seated=True)
make_cards(event,
    A_1="A-2 2 +12 \\n A-3 2 +12 \\n A-4 3 +40",
    A_2="A-1 0 -10 \\n A-4 2 +05 \\n A-3 2 +07",
    A_3="A-4 2 +03 \\n A-1 0 -12 \\n A-2 0 -07",
    A_4="A-3 0 -03 \\n A-2 0 -05 \\n A-1 0 -40")
readers = [make_user(f"reader-{{n}}", role="checker", tournament=tournament) for n in range({WRITERS})]
print(*(issue_token(actor=Actor.of_user(reader)) for reader in readers))
"""
LOOKED = """
import json
from scorecards.models import Look, Scorecard
from tournaments.models import AuditEntry
looks = AuditEntry.objects.filter(action="line.looked-at")
line = Scorecard.objects.get(entry__seat_number=2).lines.get(game=1)
print(json.dumps({
    "kept": Look.objects.count(),
    "told": [[row.before["line"]["minus"], row.after["line"]["minus"], row.after["outcome"]] for row in looks],
    "version": line.card.version,
    "minus": line.minus,
}))
"""


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


def test_eight_writers_on_one_card_one_wins_each_time(each_site: Site) -> None:
    checkers = Checkers(each_site)

    for turn in range(ROUNDS):
        # Every writer brings another card than the last, so that none finds its own recorded already.
        answers = checkers.all_at_once(["A-1"] * WRITERS, version=turn, least=1 + turn * WRITERS)

        assert Counter(code for code, _ in answers) == {200: 1, 409: WRITERS - 1}
        [winner] = [card for code, card in answers if code == 200]
        refusals = [refusal for code, refusal in answers if code == 409]
        assert {refusal["code"] for refusal in refusals} == {"stale"}
        assert all(refusal["current"]["lines"] == winner["lines"] for refusal in refusals)
    assert each_site.run(COUNT).strip().splitlines()[-1].split()[:2] == [str(ROUNDS), str(ROUNDS)]


def test_eight_writers_on_eight_cards_all_win(each_site: Site) -> None:
    checkers = Checkers(each_site)

    for turn in range(ROUNDS):
        seats = [f"A-{1 + (n + turn) % WRITERS}" for n in range(WRITERS)]
        answers = checkers.all_at_once(seats, version=turn, least=1 + turn * WRITERS)

        assert Counter(code for code, _ in answers) == {200: WRITERS}
    versions, audited, revision = map(int, each_site.run(COUNT).strip().splitlines()[-1].split())
    assert versions == audited == ROUNDS * WRITERS
    assert revision >= audited


# --- Two looks at one line -------------------------------------------------------------------------------------------


class Readers:
    """Eight people who hold the same paper before eight screens. A-2 was typed with 10 under minus."""

    def __init__(self, site: Site) -> None:
        self.address = f"{site.url}/api/v1/tournaments/race/events/main/looks/"
        self.tokens = site.run(SET_UP_LOOKS).strip().splitlines()[-1].split()

    def read(self, reader: int, minus: int) -> tuple[int, str]:
        line = {"seat": "A-2", "game": 1, "opponent": "A-1", "points": "0", "plus": "", "minus": f"{minus:02d}"}
        headers = {"Authorization": f"Token {self.tokens[reader]}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.address, json.dumps(line).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)["outcome"]
        except urllib.error.HTTPError as refused:
            return refused.code, json.load(refused)["code"]

    def all_at_once(self, readings: list[int]) -> Counter[tuple[int, str]]:
        with ThreadPoolExecutor(WRITERS) as pool:
            return Counter(pool.map(self.read, range(WRITERS), readings))


def looked(site: Site) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(site.run(LOOKED).strip().splitlines()[-1])
    return told


def test_eight_who_read_the_same_at_once_change_the_line_once(each_site: Site) -> None:
    answers = Readers(each_site).all_at_once([12] * WRITERS)

    # The first reading differs, the second that says the same is what the paper says; there is nothing to read after that.
    assert answers == {(200, "differs"): 1, (200, "retyped"): 1, (409, "stale"): WRITERS - 2}
    assert looked(each_site) == {
        "kept": 2,
        "told": [[10, 10, "differs"], [10, 12, "retyped"]],
        "version": 2,
        "minus": 12,
    }


def test_eight_who_read_two_things_at_once_leave_what_was_read_twice(each_site: Site) -> None:
    answers = Readers(each_site).all_at_once([12, 10] * (WRITERS // 2))

    found = looked(each_site)
    # Whoever comes first: the line ends as two readings agree that it is, or as one agrees with what was typed.
    assert sum(answers.values()) == WRITERS
    assert (
        sum(count for (status, _said), count in answers.items() if status == 200) == found["kept"] == len(found["told"])
    )
    assert (found["version"], found["minus"]) in {(1, 10), (2, 12)}
    assert [said for _before, _after, said in found["told"]].count("retyped") == found["version"] - 1
    assert all(after == 12 for _before, after, said in found["told"] if said == "retyped")
