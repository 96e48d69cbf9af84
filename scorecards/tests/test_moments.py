"""The provisional standings of earlier times, as visitors look at them: what is offered, what it shows, what stays hidden."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from scorecards.sheet.reads import moments as moments_reads
from scorecards.tests.factories import make_card
from tournaments.models import AuditEntry, Entry, Event, Tournament
from tournaments.tests.factories import make_actor, make_event, make_tournament
from tournaments.tests.pages import in_role, text_of
from tournaments.venue.actions.events import change_event
from tournaments.venue.actions.tournaments import change_tournament

pytestmark = pytest.mark.django_db

STANDINGS = "/t/sierra/main/standings/"
EARLIER = f"{STANDINGS}earlier/"
Clock = Callable[[int], None]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Sets when the log is written: so many minutes after ten o'clock in the hall."""

    def set_to(minute: int) -> None:
        at = datetime(2026, 3, 6, 18, tzinfo=UTC) + timedelta(minutes=minute)
        monkeypatch.setattr(AuditEntry._meta.get_field("at"), "_get_default", lambda: at)

    set_to(0)
    return set_to


@pytest.fixture
def event(clock: Clock) -> Event:
    """Four people on one game; nothing is typed yet."""
    return make_event(tournament=make_tournament("sierra"), games=1, entrants=4, seated=True)


def typed(event: Event, clock: Clock, *minutes: int) -> None:
    """A card each at these minutes: A-1 wins from A-2, then A-3 from A-4 by more."""
    cards = {"A-1": "A-2 2 +10", "A-2": "A-1 0 -10", "A-3": "A-4 2 +20", "A-4": "A-3 0 -20"}
    for minute, (seat, card) in zip(minutes, cards.items(), strict=False):
        clock(minute)
        make_card(event, seat, card)


def hide(*parts: str) -> None:
    event = Event.objects.select_related("tournament").get()
    change_event(event=event, changes={"hidden": list(parts)}, actor=make_actor())


def moments() -> tuple[moments_reads.MomentShown, ...]:
    """Those that are offered, whatever was kept."""
    caches["pages"].clear()
    return moments_reads.moments(Event.objects.select_related("tournament").get())


def offered() -> list[int]:
    return [one.at.minute for one in moments()]


def numbers() -> list[int]:
    return [one.number for one in moments()]


def test_an_open_page_of_the_standings_comes_to_name_the_earlier_times(event: Event, clock: Clock) -> None:
    typed(event, clock, 1)
    assert "Earlier:" not in text_of(Client().get(STANDINGS))

    clock(40)
    make_card(event, "A-2", "A-1 0 -10")
    caches["pages"].clear()

    assert "Earlier:" in text_of(Client().get(f"{STANDINGS}?v=0", headers={"HX-Request": "true"}))


def test_before_there_are_earlier_standings_the_page_says_why_it_is_empty(event: Event, clock: Clock) -> None:
    typed(event, clock, 1, 2)

    assert "No earlier standings yet. The standings of a quarter of an hour come here" in text_of(Client().get(EARLIER))
    assert "Earlier:" not in text_of(Client().get(STANDINGS))


def test_the_standings_name_the_last_earlier_times_with_a_link_to_all(event: Event, clock: Clock) -> None:
    typed(event, clock, 1, 15, 31, 46)

    page = Client().get(STANDINGS)

    assert "Earlier: 10:01 AM , 10:15 AM , 10:31 AM , all earlier times" in text_of(page)
    assert f'href="{EARLIER}{numbers()[0]}/"' in page.content.decode()
    assert "Friday, March 6 10:01 AM 10:15 AM 10:31 AM" in text_of(Client().get(EARLIER))


def test_an_earlier_time_shows_the_standings_of_then_and_says_that_they_are_past(event: Event, clock: Clock) -> None:
    typed(event, clock, 1, 2, 20, 40)
    first, second = numbers()

    page = Client().get(f"{EARLIER}{first}/")
    then, later = text_of(page), text_of(Client().get(f"{EARLIER}{second}/"))

    assert "Standings at 10:02 AM Friday, March 6: provisional, 2 of 4 cards were in." in then
    assert "This is an earlier state: cards came in and were corrected since. The standings now" in then
    assert f'href="{STANDINGS}"' in page.content.decode()
    assert then.index("Milt Orr") < then.index("Ivan Flint")
    assert later.index("Ivan Flint") < later.index("Milt Orr")
    assert "3 of 4 cards were in" in later


def test_only_what_is_offered_can_be_asked_for(event: Event, clock: Clock) -> None:
    typed(event, clock, 1, 2, 20, 40)
    known = numbers()

    found = {
        number
        for number in range(AuditEntry.objects.count() + 3)
        if Client().get(f"{EARLIER}{number}/").status_code == 200
    }

    assert found == set(known)


def test_the_api_gives_the_same_times_and_standings(event: Event, clock: Clock) -> None:
    typed(event, clock, 1, 2, 20, 40)
    first, second = numbers()
    address = "/api/v1/tournaments/sierra/events/main/standings/earlier/"

    listed = APIClient().get(address).json()
    then = APIClient().get(f"{address}{first}/").json()

    assert [one["number"] for one in listed] == [first, second]
    assert (then["at"], then["cards_complete"]) == (listed[0]["at"], 2)
    assert (then["rows"][0]["rank"], then["rows"][0]["name"]) == (1, "Milt Orr")
    assert APIClient().get(f"{address}{first - 1}/").status_code == 404
    hide("standings")
    assert [APIClient().get(page).status_code for page in (address, f"{address}{first}/")] == [403, 403]


def test_an_earlier_time_is_rebuilt_once_and_carries_the_names_of_today(event: Event, clock: Clock) -> None:
    typed(event, clock, 1, 2, 20)
    address = f"{EARLIER}{numbers()[0]}/"
    with CaptureQueriesContext(connection) as first:
        assert "Milt Orr" in text_of(Client().get(address))
    Entry.objects.filter(number=1).update(name="Milton Orr")

    with CaptureQueriesContext(connection) as again:
        page = text_of(Client().get(address))

    assert "Milton Orr" in page
    assert len(again) < len(first) - 4


def test_while_the_standings_are_held_back_no_earlier_ones_are_shown(event: Event, clock: Clock) -> None:
    typed(event, clock, 1, 20, 40)
    address = f"{EARLIER}{numbers()[0]}/"
    hide("standings")

    assert [Client().get(page).status_code for page in (EARLIER, address)] == [403, 403]
    assert in_role(event.tournament, "checker").get(address).status_code == 200
    hide()
    assert Client().get(address).status_code == 200


def test_what_was_held_back_then_is_not_shown_later_either(event: Event, clock: Clock) -> None:
    typed(event, clock, 1)
    hide("standings_until_posted")
    clock(20)
    make_card(event, "A-2", "A-1 0 -10")
    clock(40)
    hide()
    make_card(event, "A-3", "A-4 2 +20")
    clock(60)
    make_card(event, "A-4", "A-3 0 -20")

    assert offered() == [1, 40]


def test_what_was_private_then_is_not_shown_later_either(event: Event, clock: Clock) -> None:
    def make_public(public: bool) -> None:
        tournament = Tournament.objects.get()
        change_tournament(tournament=tournament, changes={"public": public}, actor=make_actor())

    make_public(False)
    typed(event, clock, 1)
    make_public(True)
    clock(20)
    make_card(event, "A-2", "A-1 0 -10")
    clock(40)
    make_card(event, "A-3", "A-4 2 +20")

    assert offered() == [20]
    make_public(False)
    assert Client().get(EARLIER).status_code == 404


def test_where_the_log_cannot_tell_what_was_held_back_nothing_of_then_is_shown(event: Event, clock: Clock) -> None:
    typed(event, clock, 1, 20)
    hide("standings")
    # What is held back now is not what the log says last.
    Event.objects.update(hidden=[])
    clock(40)
    make_card(event, "A-3", "A-4 2 +20")
    clock(60)
    make_card(event, "A-4", "A-3 0 -20")

    assert offered() == []


def test_the_page_of_the_standings_asks_for_the_times_once_a_minute(event: Event, clock: Clock) -> None:
    typed(event, clock, 1, 20, 40)
    Client().get(STANDINGS)

    with CaptureQueriesContext(connection) as queries:
        assert "Earlier: 10:01 AM" in text_of(Client().get(STANDINGS))

    assert not [one for one in queries if "tournaments_auditentry" in one["sql"]]
