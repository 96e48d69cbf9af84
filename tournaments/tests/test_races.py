"""Several desks at once, against the site as it runs: several processes, on a SQLite file and on PostgreSQL."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from config.tests.servers import Site

DESKS = 8

SET_UP = """
from tournaments import actions
from tournaments.access import Actor
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
tournament = make_tournament("race")
event = make_event(tournament=tournament, slug="main", games=3, entrants=2)
actions.add_fee(event=event, name="Entry", cents=7500, kind="entry", actor=make_actor())
print(event.entries.get(number=1).player_id, event.entries.get(number=2).player_id)
desks = [make_user(role="registrar", tournament=tournament) for _desk in range(8)]
print(*(actions.issue_token(actor=Actor.of_user(desk)) for desk in desks))
"""
COUNT = """
from tournaments.models import AuditEntry, LedgerLine
print(*LedgerLine.objects.values_list("number", flat=True))
print(AuditEntry.objects.filter(action="money.received").count())
"""


def test_two_desks_receive_the_same_money_once_and_other_money_each(each_site: Site) -> None:
    people, tokens = each_site.run(SET_UP).strip().splitlines()[-2:]
    owing, paying = people.split()

    def receive(desk: int, player: str, body: dict[str, object], **headers: str) -> int:
        request = urllib.request.Request(
            f"{each_site.url}/api/v1/tournaments/race/accounts/{player}/lines/",
            json.dumps({"kind": "cash", **body}).encode(),
            {"Authorization": f"Token {tokens.split()[desk]}", "Content-Type": "application/json", **headers},
            method="POST",
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            return refused.code

    with ThreadPoolExecutor(DESKS) as pool:
        same = list(pool.map(lambda desk: receive(desk, owing, {"cents": 7500, "open": 7500}), range(DESKS)))
        keys = [{"Idempotency-Key": f"desk-{desk}"} for desk in range(DESKS)]
        other = list(pool.map(lambda desk: receive(desk, paying, {"cents": 100 + desk}, **keys[desk]), range(DESKS)))

    assert Counter(same) == {201: 1, 409: DESKS - 1}
    assert other == [201] * DESKS
    numbers, rows = each_site.run(COUNT).strip().splitlines()[-2:]
    assert [int(number) for number in numbers.split()] == list(range(1, DESKS + 2))
    assert int(rows) == DESKS + 1
