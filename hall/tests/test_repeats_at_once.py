"""The same request many times at the same moment, against the site as it runs: several processes, on a SQLite file and on PostgreSQL."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from typing import Any

from hall.tests.servers import Site
from hall.tests.test_repeats import form_fields
from tournaments.tests.factories import PASSWORD

SENDERS = 8


class Browser:
    """A browser in which somebody signs in; it follows no redirect by itself."""

    def __init__(self, site: Site) -> None:
        class Stays(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *_told: Any) -> None:
                return None

        self.url = site.url
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()), Stays)

    def open(self, path: str, sent: dict[str, str] | None = None) -> tuple[int, str | None, str]:
        """The status, where it leads to, and the page."""
        body = urllib.parse.urlencode(sent).encode() if sent else None
        try:
            answer = self.opener.open(self.url + path, body, timeout=60)
        except urllib.error.HTTPError as redirect:
            answer = redirect
        with answer:
            return answer.status, answer.headers.get("Location"), answer.read().decode()

    def form(self, path: str) -> dict[str, str]:
        return form_fields(self.open(path)[2], path)


SET_UP = f"""
from tournaments.access import Actor
from tournaments.people.actions.people import issue_token
from tournaments.tests.factories import make_event, make_tournament, make_user
tournament = make_tournament("race")
make_event(tournament=tournament, entrants=2)
director = make_user("director", role="director", tournament=tournament, password={PASSWORD!r})
print(issue_token(actor=Actor.of_user(director)))
"""
COUNT = """
from brackets.models import Item
from tournaments.models import AuditEntry, Entry, FirstAnswer
written = AuditEntry.objects.filter(action="money.item-written").count()
print(Item.objects.count(), written, Entry.objects.count(), FirstAnswer.objects.exclude(answer=b"").count())
"""


def test_eight_times_the_same_key_is_one_act_and_eight_times_its_answer(each_site: Site) -> None:
    token = each_site.run(SET_UP).strip().splitlines()[-1]

    def send(path: str, body: object, key: str) -> tuple[int, str, str]:
        request = urllib.request.Request(
            f"{each_site.url}/api/v1/tournaments/race/{path}",
            json.dumps(body).encode(),
            {"Authorization": f"Token {token}", "Content-Type": "application/json", "Idempotency-Key": key},
            method="POST",
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.headers.get("Idempotent-Replayed", ""), answer.read().decode()
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, "", json.load(refused)["code"]

    hall = ("money/settlement/lines/", {"kind": "expense", "name": "Hall", "cents": 12000})
    with ThreadPoolExecutor(SENDERS) as pool:
        same = list(pool.map(lambda _n: send(*hall, "same"), range(SENDERS)))
        others = list(
            pool.map(lambda n: send("events/main/entrants/", [{"name": f"Nina {n}"}], "other"), range(SENDERS))
        )

    assert Counter((status, again) for status, again, _body in same) == {(201, ""): 1, (201, "true"): SENDERS - 1}
    assert len({body for _status, _again, body in same}) == 1
    assert Counter(status for status, _again, _body in others) == {201: 1, 409: SENDERS - 1}
    assert {body for status, _again, body in others if status == 409} == {"key_reused"}

    # A button that is pressed many times, in the browser of one person.
    browser, sign_in, books = Browser(each_site), "/accounts/sign-in/", "/t/race/money/settlement/"
    browser.open(sign_in, {**browser.form(sign_in), "username": "director", "password": PASSWORD})
    sent = {**browser.form(books), "kind": "expense", "name": "Cards", "cents": "20"}
    with ThreadPoolExecutor(SENDERS) as pool:
        pressed = list(pool.map(lambda _n: browser.open(books, sent), range(SENDERS)))
    assert Counter((status, leads) for status, leads, _page in pressed) == {(302, books): SENDERS}

    items, written, entries, kept = map(int, each_site.run(COUNT).split()[-4:])
    assert (items, written, entries, kept) == (2, 2, 3, 3)
