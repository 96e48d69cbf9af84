"""Both players and several judges at once, against the site as it runs: several processes, on a SQLite file and on PostgreSQL."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from hall.tests.servers import Site

SET_UP = """
from tournaments.access import Actor
from tournaments.people.actions.links import make_links
from tournaments.people.actions.people import issue_token
from tournaments.day.actions.round import call_game
from tournaments.reads.entries import entry_at
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.seating.reads.seating import route
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
tournament = make_tournament("race")
event = make_event(tournament=tournament, slug="main", games=3, entrants=4, seated=True)
make_links(event=event, actor=make_actor())
call_game(event=event, game=1, actor=make_actor())
event.refresh_from_db()
first = entry_at(event, "A-1")
both = (first, route(event, "A-1")[0].opponent)
print(*(key_of_link(link_of(entry)[0]) for entry in both))
judges = [make_user(f"judge-{n}", role="judge", tournament=tournament) for n in range(6)]
print(*(issue_token(actor=Actor.of_user(judge)) for judge in judges))
"""
COUNT = """
from judging.models import Call, Coming
from tournaments.models import AuditEntry
told = [AuditEntry.objects.filter(action=action).count() for action in ("judge.called", "call.taken")]
print(Call.objects.get().pk, Coming.objects.count(), *told)
"""


def send(method: str, url: str, token: str = "") -> tuple[int, Any]:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Token {token}"} if token else {})}
    request = urllib.request.Request(url, data=b"{}", headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as refused:
        return refused.code, json.loads(refused.read())["code"]


def at_once(sends: Iterable[tuple[Any, ...]]) -> Counter[tuple[int, str]]:
    wanted = list(sends)
    with ThreadPoolExecutor(len(wanted)) as pool:
        answers = list(pool.map(lambda one: send(*one), wanted))
    return Counter((status, code if isinstance(code, str) else "") for status, code in answers)


def test_both_players_who_press_at_once_make_one_call_and_two_judges_come_to_it(each_site: Site) -> None:
    keys, tokens = (line.split() for line in each_site.run(SET_UP).strip().splitlines()[-2:])

    pressed = at_once(("POST", f"{each_site.url}/api/v1/me/{key}/call/") for key in keys * 3)
    call = each_site.run(COUNT).split()[-4]
    went = at_once(("PUT", f"{each_site.url}/api/v1/tournaments/race/calls/{call}/coming/", token) for token in tokens)

    assert pressed == {(201, ""): 1, (409, "open"): 5}
    assert went == {(200, ""): 2, (409, "stale"): 4}
    assert each_site.run(COUNT).split()[-3:] == ["2", "1", "2"]
