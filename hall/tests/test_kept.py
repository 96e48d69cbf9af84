"""Answers that are kept for all visitors: the same for everybody, given again only while they are right, and never to others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client, RequestFactory, override_settings
from django.test.utils import CaptureQueriesContext

from brackets.tests.factories import make_bracket
from hall.me import live as me_live
from hall.me import reads as me_report
from hall.site import at_hand, kept
from hall.tests.servers import run_apart
from scorecards.models import StandingsSnapshot
from scorecards.sheet.reads.stored import store_snapshot
from tournaments import live
from tournaments.models import Event, Tournament
from tournaments.people.actions.links import make_links, revoke_link
from tournaments.people.reads.links import key_of_link, link_of_key, links_of
from tournaments.tests.factories import make_actor, make_tournament, make_user
from tournaments.tests.pages import html_of, signed_in
from tournaments.venue.actions.announcements import announce
from tournaments.venue.actions.tournaments import change_tournament

pytestmark = pytest.mark.django_db

STANDINGS = "/t/sierra/main/standings/"
STANDINGS_API = "/api/v1/tournaments/sierra/events/main/standings/"
HTMX = {"HX-Request": "true"}
FRAGMENTS = ("/t/sierra/main/", STANDINGS, "/t/sierra/main/bracket/", "/t/sierra/main/results/")


@pytest.fixture
def event() -> Event:
    return make_bracket(4, tournament=make_tournament("sierra"))


@pytest.fixture(autouse=True)
def keeping(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a process knows and keeps, it knows for the whole test; nothing of an earlier one."""
    with override_settings(LIVE_KEPT_SECONDS=60):
        yield


def later() -> None:
    """The moment is over for which a process goes by what it knows."""
    for known in (live._known, live._announced, me_live._links, me_live._events, me_report._kept._cached):
        known.clear()


def asked(path: str, client: Client | None = None, **headers: str):
    """The answer, and how many queries it took."""
    with CaptureQueriesContext(connection) as queries:
        answer = (client or Client()).get(path, headers={"Accept-Encoding": "gzip", **headers})
    return answer, len(queries)


def test_the_standings_are_given_again_as_they_were_sent(event: Event) -> None:
    first, queries = asked(STANDINGS)
    # One query for what the event is at by now; then nothing.
    _second, queries_second = asked(STANDINGS)
    again, queries_again = asked(STANDINGS)

    assert (first.status_code, queries > 1, queries_second, queries_again) == (200, True, 1, 0)
    assert again.content == first.content
    assert again.headers == first.headers
    assert again.headers["Content-Encoding"] == "gzip"
    assert "default-src 'none'" in again.headers["Content-Security-Policy"]
    assert not again.cookies


@pytest.mark.parametrize("path", FRAGMENTS)
def test_a_new_fragment_is_made_once_for_all_who_ask_for_it(event: Event, path: str) -> None:
    first, queries = asked(f"{path}?v=0", **{"HX-Request": "true"})
    again, queries_again = asked(f"{path}?v=0", **{"HX-Request": "true"})

    assert (first.status_code, queries > 0) == (200, True)
    assert (again.status_code, queries_again, again.content) == (200, 0, first.content)


def test_each_way_of_asking_has_its_own_answer(event: Event) -> None:
    whole, _queries = asked(STANDINGS)
    part, _queries = asked(STANDINGS, **{"HX-Request": "true"})
    plain, _queries = asked(STANDINGS, **{"Accept-Encoding": "identity"})
    followed, _queries = asked(f"{STANDINGS}?me=A-1")
    restored, _queries = asked(STANDINGS, **{"HX-Request": "true", "HX-History-Restore-Request": "true"})

    assert b"<html" in plain.content
    assert "Content-Encoding" not in plain.headers
    assert restored.content == whole.content
    assert len({whole.content, part.content, plain.content, followed.content}) == 4


def test_the_standings_of_the_api_are_given_again_as_they_were_sent(event: Event) -> None:
    tag = asked(STANDINGS_API)[0].headers["ETag"]
    ways = ({}, {"Accept-Encoding": "identity"}, {"If-None-Match": tag})
    first = [asked(STANDINGS_API, **way)[0] for way in ways]

    again = [asked(STANDINGS_API, **way) for way in ways]

    assert [answer.status_code for answer in first] == [200, 200, 304]
    assert [(answer.content, answer.headers, queries) for answer, queries in again] == [
        (answer.content, answer.headers, 0) for answer in first
    ]


def test_the_api_gives_its_cached_answer_to_equal_requests_only(event: Event) -> None:
    first = asked(STANDINGS_API)[0]
    member = signed_in(make_user("looks-on"))

    others = {
        "no token": asked(STANDINGS_API, **{"Authorization": "Token none"})[0].status_code,
        "no such form": asked(STANDINGS_API, Accept="image/png")[0].status_code,
        "another tag": asked(STANDINGS_API, **{"If-None-Match": '"0"'})[0].status_code,
        "signed in": asked(STANDINGS_API, member)[1] > 0,
    }
    event.touch()
    store_snapshot(Event.objects.get(pk=event.pk))
    later()

    assert others == {"no token": 401, "no such form": 406, "another tag": 200, "signed in": True}
    assert asked(STANDINGS_API, **{"If-None-Match": first.headers["ETag"]})[0].status_code == 200


def test_a_change_is_on_the_next_page(event: Event) -> None:
    first, _queries = asked(STANDINGS)
    Event.objects.update(revision=F("revision") + 1)
    StandingsSnapshot.objects.all().delete()
    later()

    second, queries = asked(STANDINGS)

    assert queries > 0
    assert second.content != first.content


def test_an_announcement_is_on_the_next_page(event: Event) -> None:
    asked(STANDINGS)
    announce(tournament=event.tournament, text="Lunch is served", event=None, until=None, actor=make_actor())
    later()

    page, _queries = asked(STANDINGS, **{"Accept-Encoding": "identity"})

    assert "Lunch is served" in page.content.decode()
    assert asked(STANDINGS)[1] > 0


def test_a_cached_answer_is_not_given_once_its_content_is_hidden_or_private(event: Event) -> None:
    assert asked(STANDINGS)[0].status_code == 200
    Event.objects.update(hidden=["standings"])
    later()
    assert asked(STANDINGS)[0].status_code == 403
    Event.objects.update(hidden=[])
    later()
    assert asked(STANDINGS)[0].status_code == 200

    Tournament.objects.update(public=False)
    later()

    assert asked(STANDINGS)[0].status_code == 404


def test_pages_that_wait_for_a_private_tournament_cost_no_query_and_hear_that_it_is_public(event: Event) -> None:
    tournament, asks = event.tournament, "/t/sierra/announcements/now/?closed=1"
    change_tournament(tournament=tournament, changes={"public": False}, reason="", actor=make_actor())

    first, _queries = asked(asks, **{"HX-Request": "true"})
    again, queries = asked(asks, **{"HX-Request": "true"})
    change_tournament(tournament=tournament, changes={"public": True}, reason="", actor=make_actor())
    later()
    then, _queries = asked(asks, **{"HX-Request": "true"})

    assert (first.status_code, again.status_code, queries, then.headers["HX-Refresh"]) == (204, 204, 0, "true")


def test_whoever_is_signed_in_gets_a_page_of_their_own(event: Event) -> None:
    visitors, _queries = asked(STANDINGS, **{"Accept-Encoding": "identity"})
    director = signed_in(make_user("director", role="director", tournament=event.tournament))

    theirs, queries = asked(STANDINGS, director, **{"Accept-Encoding": "identity"})

    assert queries > 0
    assert "For the director" in theirs.content.decode()
    assert asked(STANDINGS, **{"Accept-Encoding": "identity"})[0].content == visitors.content


def test_standings_that_are_behind_are_not_kept(event: Event) -> None:
    asked(STANDINGS)
    Event.objects.update(revision=F("revision") + 1)
    later()
    kept.store.clear()

    asked(STANDINGS)
    asked(f"{STANDINGS}?v=0", **{"HX-Request": "true"})

    assert len(kept.store) == 0


def test_what_somebody_looks_for_is_not_kept(event: Event) -> None:
    asked(f"{STANDINGS}?q=A-1")

    assert len(kept.store) == 0


def test_nothing_is_kept_for_long(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "SECONDS", 0)
    asked(STANDINGS)

    assert asked(STANDINGS)[1] > 0


def test_no_answer_is_cached_where_polls_ask_the_database_each_time(event: Event) -> None:
    with override_settings(LIVE_KEPT_SECONDS=0):
        asked(STANDINGS)

    assert len(kept.store) == 0


def test_an_own_page_that_has_not_changed_costs_no_query_and_leaves_no_key(event: Event) -> None:
    make_links(event=event, actor=make_actor())
    key = key_of_link(next(iter(links_of(event).values())))
    page = Client().get(f"/me/{key}/").content.decode()
    polled = re.search(r'id="live"[^>]* hx-get="([^"]+)"', page)
    assert polled is not None
    path = f"/me/{key}/{polled[1]}"

    assert asked(path, **{"HX-Request": "true"})[0].status_code == 204
    assert asked(path, **{"HX-Request": "true"})[1] == 0
    assert key not in str((kept.store._kept, me_live._links, me_live._events))
    link = link_of_key(key)
    assert link is not None
    revoke_link(entry=link.entry, version=1, actor=make_actor())
    later()
    assert asked(path, **{"HX-Request": "true"})[0].status_code == 410


def test_one_phone_at_a_time_is_told_what_is_new_of_its_own_page(event: Event) -> None:
    make_links(event=event, actor=make_actor())
    link = next(iter(links_of(event).values()))
    page = f"/me/{key_of_link(link)}/"
    asked(page)
    changed = f"{page}?v=0"
    with me_live._turns.take() as is_ours:
        assert is_ours
        assert asked(changed, **{"HX-Request": "true"})[0].status_code == 204
        # A page that is opened waits for nobody, and a link that was taken back says so.
        assert asked(page)[0].status_code == 200
        revoke_link(entry=link.entry, version=1, actor=make_actor())
        me_live._events.clear()
        assert asked(changed, **{"HX-Request": "true"})[0].status_code == 410


def test_the_phone_whose_turn_it_is_hears_what_is_new(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    make_links(event=event, actor=make_actor())
    page = f"/me/{key_of_link(next(iter(links_of(event).values())))}/"
    store_snapshot(Event.objects.select_related("tournament").get())
    asked(page)

    assert asked(f"{page}?v=0", **{"HX-Request": "true"})[0].status_code == 200
    # Then the process does other things for a while.
    assert asked(f"{page}?v=0", **{"HX-Request": "true"})[0].status_code == 204
    monkeypatch.setattr(me_live, "_turns", me_live.Turns())
    assert asked(f"{page}?v=0", **{"HX-Request": "true"})[0].status_code == 200


def at_hand_of(path: str, **headers: str):
    """What an event loop answers without a thread and without the database; None where it cannot."""

    async def answer():
        named = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()}
        query = urlsplit(path).query
        return at_hand.answer_to(
            RequestFactory().get(path, QUERY_STRING=query, HTTP_ACCEPT_ENCODING="gzip", **named).environ
        )

    return run_apart(answer())


def test_a_cached_answer_is_given_without_a_thread_until_it_is_out_of_date(event: Event) -> None:
    poll = f"{STANDINGS}?v={Event.objects.get(pk=event.pk).revision}"
    assert at_hand_of(poll, **HTMX) is None

    answer, _queries = asked(poll, **HTMX)
    told = at_hand_of(poll, **HTMX)

    assert told is not None
    assert (told.status_code, dict(told.items()), told.content) == (204, dict(answer.items()), b"")
    later()
    assert at_hand_of(poll, **HTMX) is None


def test_a_process_says_that_it_lives_without_a_thread() -> None:
    assert at_hand_of("/healthz").status_code == 200
    assert at_hand_of("/readyz") is None


def test_polls_of_an_own_page_take_no_thread_as_long_as_its_event_is_cached(event: Event) -> None:
    make_links(event=event, actor=make_actor())
    page = f"/me/{key_of_link(next(iter(links_of(event).values())))}/"
    polled = re.search(r'id="live"[^>]* hx-get="([^"]+)"', asked(page)[0].content.decode())
    poll = f"{page}{polled[1]}"
    assert at_hand_of(poll, **HTMX).status_code == 204

    me_live._events.clear()
    assert at_hand_of(poll, **HTMX) is None


def test_an_unchanged_announcement_is_asked_for_without_a_query(event: Event) -> None:
    path = "/t/sierra/announcements/now/?v=0"
    assert asked(path)[0].status_code == 204
    assert asked(path)[1] == 0
    announce(tournament=event.tournament, text="Lunch is served", event=None, until=None, actor=make_actor())
    later()

    assert asked(path)[0].status_code == 200


def is_told_too(page: str, announcements: str, client: Client | None = None) -> bool:
    """Whether the answer to this page's poll says that the one for announcements would be told nothing new; both name what is shown."""
    asking = {"HX-Request": "true", "X-Announced": announcements}
    answer, _queries = asked(page, client, **asking)
    return answer.headers.get("X-Announced") == "same"


def announcements_of(page: str) -> str:
    """The address that this page asks for announcements."""
    found = re.search(r'class="announced__in" hx-get="([^"]+)"', html_of(Client().get(page)))
    assert found is not None
    return found[1].replace("&amp;", "&")


@pytest.mark.parametrize("path", FRAGMENTS)
def test_one_answer_tells_of_the_page_and_of_what_is_announced(event: Event, path: str) -> None:
    told = announcements_of(path)
    poll = f"{path}?v={event.revision}"
    assert not is_told_too(poll, told)

    assert asked(told, **{"HX-Request": "true"})[0].status_code == 204

    assert is_told_too(poll, told)
    assert is_told_too(f"{path}?v=0", told)
    assert not is_told_too(poll, told.replace("v=0", "v=1"))
    assert not is_told_too(poll, "/t/other/announcements/now/?v=0")
    # Whoever is signed in is told by nobody else's answer.
    assert not is_told_too(poll, told, signed_in(make_user("dora", role="director", tournament=event.tournament)))
    announce(tournament=event.tournament, text="Lunch is served", event=None, until=None, actor=make_actor())
    live.forget_announced("sierra")
    assert not is_told_too(poll, told)


@pytest.mark.parametrize("change", [{"hidden": ["bracket"]}, {"hidden": ["standings", "qualifiers"]}])
def test_a_page_that_shows_what_is_held_back_by_now_asks_for_announcements(event: Event, change: dict) -> None:
    told = announcements_of(STANDINGS)
    asked(told, **{"HX-Request": "true"})
    assert is_told_too(f"{STANDINGS}?v={event.revision}", told)

    Event.objects.update(**change)
    later()

    assert not is_told_too(f"{STANDINGS}?v={event.revision}", told)
    assert asked(told, **{"HX-Request": "true"})[0].headers["HX-Refresh"] == "true"


def test_an_own_page_of_a_private_tournament_is_told_with_its_own_poll(event: Event) -> None:
    Tournament.objects.update(public=False)
    make_links(event=event, actor=make_actor())
    store_snapshot(Event.objects.select_related("tournament").get())
    link = next(iter(links_of(event).values()))
    page = f"/me/{key_of_link(link)}/"
    told = announcements_of(page)

    assert is_told_too(f"{page}?v=0", told)
    assert not is_told_too(f"{page}?v=0", told.replace("v=0", "v=7"))
    assert not is_told_too(f"{page}?v=0", "/me/AAAAAAAAAAAAAAAA/announcements/?v=0")
    announce(tournament=event.tournament, text="Lunch is served", event=None, until=None, actor=make_actor())
    live.forget_announced("sierra")
    assert not is_told_too(f"{page}?v=0", told)
    assert is_told_too(f"{page}?v=0", announcements_of(page))
    revoke_link(entry=link.entry, version=1, actor=make_actor())
    later()
    assert not is_told_too(f"{page}?v=0", told)


def test_no_announcements_are_answered_along_with_a_page_where_nothing_is_cached(event: Event) -> None:
    told = announcements_of(STANDINGS)
    with override_settings(LIVE_KEPT_SECONDS=0):
        asked(told, **{"HX-Request": "true"})
        assert not is_told_too(f"{STANDINGS}?v={event.revision}", told)


def test_many_addresses_do_not_fill_the_memory(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    size = len(asked(STANDINGS)[0].content)
    monkeypatch.setattr(kept, "MOST_KEPT", 3)
    for number in range(10):
        asked(f"{STANDINGS}?page={number}")
    assert 0 < len(kept.store) <= 3

    monkeypatch.setattr(kept, "MOST_KEPT", 1000)
    monkeypatch.setattr(kept, "MOST_BYTES", size * 3)
    for number in range(10):
        asked(f"{STANDINGS}?page={number}")
    assert 0 < len(kept.store) <= 3
