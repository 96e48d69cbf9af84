"""Several desks at once, against the site as it runs: several processes, on a SQLite file and on PostgreSQL."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from hall.tests.servers import Site

DESKS = 8

SET_UP = """
from tournaments.access import Actor
from tournaments.money.actions.money import add_fee
from tournaments.people.actions.people import issue_token
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
tournament = make_tournament("race")
event = make_event(tournament=tournament, slug="main", games=3, entrants=2)
add_fee(event=event, name="Entry", cents=7500, kind="entry", actor=make_actor())
print(event.entries.get(number=1).player_id, event.entries.get(number=2).player_id)
desks = [make_user(role="registrar", tournament=tournament) for _desk in range(8)]
print(*(issue_token(actor=Actor.of_user(desk)) for desk in desks))
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


OPENED = """
from tournaments.tests.factories import make_event, make_tournament
make_event(tournament=make_tournament("race"), slug="main", games=3)
"""
SAVED = """
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connections

from tournaments.venue.actions.events import change_event
from tournaments.errors import Overwriting
from tournaments.models import AuditEntry, Event
from tournaments.tests.factories import make_actor

event = Event.objects.select_related("tournament").get()
shown = {"games": 3, "deal_procedure": "", "playoff_format": "", "muggins": False}

def save(all_at_once, changes):
    all_at_once.wait()
    try:
        change_event(event=event, changes=changes, read=shown, actor=make_actor())
    except Overwriting as refused:
        return refused.current["games"]
    finally:
        connections.close_all()
    return "saved"

def answers(wanted):
    all_at_once = Barrier(len(wanted))
    with ThreadPoolExecutor(len(wanted)) as pool:
        return list(pool.map(lambda changes: save(all_at_once, changes), wanted))

same = Counter(answers([{"games": games} for games in range(4, 12)]))
event.refresh_from_db()
print(same["saved"], same[event.games], AuditEntry.objects.filter(action="event.changed").count())
others = [{"deal_procedure": "By the card"}, {"playoff_format": "Best of five"}, {"muggins": True}]
print(Counter(answers(others))["saved"], AuditEntry.objects.filter(action="event.changed").count())
event.refresh_from_db()
print(event.deal_procedure, event.playoff_format, event.muggins, sep=", ")
"""


def test_of_many_who_save_the_same_field_from_the_same_page_one_writes_and_of_other_fields_all(each_site: Site) -> None:
    each_site.run(OPENED)

    same, others, stands = each_site.run(SAVED).strip().splitlines()[-3:]

    assert same == f"1 {DESKS - 1} 1"
    assert others == "3 4"
    assert stands == "By the card, Best of five, True"
