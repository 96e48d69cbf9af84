"""Polls of visitors: answered without a query while nothing is new, and never with what they may not see."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from brackets.tests.factories import make_bracket
from scorecards.sheet.reads.stored import store_snapshot
from tournaments import live
from tournaments.day.actions.round import call_game
from tournaments.models import Event, Role, Tournament
from tournaments.precedence import precedence
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, signed_in

pytestmark = pytest.mark.django_db

STAFF_PAGES = (
    "cards/",
    "cards/received/",
    "looks/",
    "cross-check/",
    "control/",
    "control/ranks/",
    "inform/",
    "phones/",
    "posting/",
    "log/",
    "phases/",
    "round/",
)

PAGES = {
    "/t/sierra/main/": (),
    "/t/sierra/main/standings/": ("standings",),
    "/t/sierra/main/bracket/": ("bracket",),
    "/t/sierra/main/results/": ("qualifiers", "standings"),
}


@pytest.fixture
def event() -> Event:
    return make_bracket(4, tournament=make_tournament("sierra"))


@pytest.fixture
def kept_long(monkeypatch: pytest.MonkeyPatch):
    """What a process knows, it knows for the whole test; nothing of an earlier one."""
    with override_settings(LIVE_KEPT_SECONDS=60):
        yield


def poll(path: str, seen: object, client: Client | None = None) -> tuple[int, int]:
    """The status of the answer, and how many queries it took."""
    with CaptureQueriesContext(
        connection,
    ) as asked:
        answer = (client or Client()).get(path, {"v": seen}, headers={"HX-Request": "true"})
    return answer.status_code, len(asked)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.usefixtures("kept_long")
def test_an_unchanged_poll_of_a_visitor_asks_the_database_once_for_all(event: Event, path: str) -> None:
    revision = Event.objects.get().revision

    assert poll(path, revision) == (204, 1)
    assert poll(path, revision) == (204, 0)
    assert poll(path, revision - 1)[0] == 200


@pytest.mark.usefixtures("kept_long")
def test_while_newer_standings_are_under_way_a_poll_asks_for_no_standings(event: Event) -> None:
    path, before = "/t/sierra/main/standings/", Event.objects.get()
    store_snapshot(before)
    Event.objects.update(revision=before.revision + 1)

    assert poll(path, before.revision) == (204, 2)
    assert poll(path, before.revision) == (204, 0)
    assert poll(path, before.revision - 1)[0] == 200
    Event.objects.update(hidden=["standings"])
    live._known.clear()
    assert poll(path, before.revision)[0] == 403


def test_while_somebody_who_sent_something_is_answered_standings_are_written_for_staff_alone(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The clock of precedence stands still: the first request of a process may take longer than its patience.
    monkeypatch.setattr("tournaments.precedence.time", SimpleNamespace(monotonic=lambda: 0.0))
    path, now = "/t/sierra/main/standings/", Event.objects.get()
    store_snapshot(now)
    checker = in_role(event.tournament, "checker")

    with precedence.answering_write():
        assert poll(path, now.revision - 1)[0] == 204
        assert Client().get(path).status_code == 200
        assert poll(path, now.revision - 1)[0] == 204, "also those that are written by now"
        caches["pages"].clear()
        assert poll(path, now.revision - 1, checker)[0] == 200
    caches["pages"].clear()
    assert poll(path, now.revision - 1)[0] == 200


@pytest.mark.parametrize(("path", "parts"), PAGES.items())
def test_what_is_hidden_or_private_is_refused_to_a_poll_too(event: Event, path: str, parts: tuple[str, ...]) -> None:
    revision = Event.objects.get().revision
    for part in parts:
        Event.objects.update(hidden=[part])
        assert poll(path, revision)[0] == 403
    Event.objects.update(hidden=[])
    assert poll(path, revision)[0] == 204

    Tournament.objects.update(public=False)

    assert poll(path, revision)[0] == 404
    assert poll(path, "None")[0] == 404
    assert poll("/t/sierra/nothing/standings/", "None")[0] == 404


@pytest.mark.usefixtures("kept_long")
def test_whoever_is_signed_in_is_answered_by_the_page_itself(event: Event) -> None:
    revision = Event.objects.get().revision
    assert poll("/t/sierra/main/standings/", revision)[0] == 204
    Event.objects.update(hidden=["standings"])

    assert poll("/t/sierra/main/standings/", revision)[0] == 204
    assert poll("/t/sierra/main/standings/", revision, signed_in(make_user()))[0] == 403


@pytest.mark.usefixtures("kept_long")
def test_addresses_that_do_not_exist_do_not_fill_the_memory(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live._known, "most", 3)

    for number in range(10):
        live.glance("sierra", f"none-{number}")

    assert len(live._known) <= 3
    assert live.glance("sierra", "main").revision == Event.objects.get().revision


# --- Pages of the staff ----------------------------------------------------------------------------------------------


def follow(client: Client, page: str, seen: str = "") -> tuple[int, str, int]:
    """The status, the state that the page says it shows, and how many queries that took."""
    asked_as = {"HX-Request": "true", "X-Seen": seen} if seen else {}
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(f"/t/sierra/main/{page}", headers=asked_as)
    shown = re.search(r'"X-Seen": "([0-9a-f]+)"', answer.content.decode())
    return answer.status_code, shown[1] if shown else "", len(asked)


@pytest.mark.parametrize("page", STAFF_PAGES)
def test_a_page_of_the_staff_that_shows_the_newest_state_costs_two_small_queries(page: str) -> None:
    event = make_event(tournament=make_tournament("sierra"), games=2, entrants=8, seated=True)
    client = in_role(event.tournament, "director")
    status, seen, _queries = follow(client, page)
    assert status == 200

    status, _seen, queries = follow(client, page, seen)

    assert (status, queries <= 2) == (204, True), queries


@pytest.mark.parametrize("page", STAFF_PAGES)
def test_a_page_of_the_staff_comes_whole_after_a_change(page: str) -> None:
    event = make_event(tournament=make_tournament("sierra"), games=2, entrants=8, seated=True)
    client = in_role(event.tournament, "director")
    _status, seen, _queries = follow(client, page)
    call_game(event=event, game=1, actor=make_actor())

    status, newer, _queries = follow(client, page, seen)

    assert status == 200
    assert newer not in ("", seen)
    assert (
        client.get(f"/t/sierra/main/{page}", headers={"HX-Request": "true", "X-Seen": seen}).content.count(b"<html")
        == 1
    )


def test_a_page_that_looks_for_news_takes_nobodys_message() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=2, entrants=8, seated=True)
    client = in_role(event.tournament, "director")
    _status, seen, _queries = follow(client, "log/")
    assert client.post("/t/sierra/main/phones/", {"phones": "beside"}).status_code == 302

    follow(client, "log/", seen)

    assert "Players see it on their own pages" in client.get("/t/sierra/main/phones/").content.decode()


def test_whoever_lost_their_role_is_shown_nothing_new() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=2, entrants=8, seated=True)
    client = in_role(event.tournament, "checker")
    _status, seen, _queries = follow(client, "log/")
    Role.objects.all().delete()
    call_game(event=event, game=1, actor=make_actor())

    assert follow(client, "log/", seen)[0] in (403, 404)
