"""The archive of results: which tournaments stand in it, what of them is told, and what a search finds."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from rest_framework.test import APIClient

from brackets.matches.actions.final import announce_final
from brackets.tests.factories import make_bracket, make_posted_event, win
from hall.archive import words
from tournaments.models import Entry, Event, Tournament
from tournaments.tests.factories import make_actor, make_event, make_tournament
from tournaments.tests.pages import in_role, text_of
from tournaments.venue.actions.events import change_event

pytestmark = pytest.mark.django_db


def over(slug: str = "sierra", *, name: str = "Sierra Open", year: int = 2026, public: bool = True) -> Event:
    """A tournament that is over: Milt Orr, of the best card, lost its final to Dale Ashby."""
    tournament = make_tournament(slug, name=name, public=public)
    Tournament.objects.filter(pk=tournament.pk).update(starts_on=date(year, 3, 6))
    event = make_bracket(2, best_of=1, tournament=tournament)
    win(event, 1, "A-2")
    return event


def hide(event: Event, *parts: str) -> None:
    change_event(event=event, changes={"hidden": list(parts)}, actor=make_actor())


def seen(address: str = "/results/", **data: str) -> str:
    return text_of(Client().get(address, data))


def given(**data: object) -> list[dict[str, object]]:
    answer = APIClient().get("/api/v1/results/", data)
    assert answer.status_code == 200, answer.content
    found: list[dict[str, object]] = answer.json()["results"]
    return found


def test_an_empty_archive_says_why_it_is_empty() -> None:
    make_event(tournament=make_tournament("running", name="Harvest Classic"), entrants=4, seated=True)

    assert "No tournament is finished yet. Results appear here when the last event of a tournament is over." in seen()


def test_a_tournament_that_is_over_stands_with_who_won_and_links_to_all_results() -> None:
    over()

    page = Client().get("/results/")

    assert "Results 2026" in text_of(page)
    assert (
        "Sierra Open March 6, 2026. Reno Main event Champion Dale Ashby Runner-up Milt Orr High qualifier Milt Orr"
        in (text_of(page))
    )
    assert 'href="/t/sierra/main/results/"' in page.content.decode()


def test_while_an_event_is_still_played_nothing_of_its_tournament_stands_here() -> None:
    event = over()
    make_event(tournament=event.tournament, slug="consy", kind="consolation", entrants=4)

    assert "Sierra Open" not in seen()
    assert given() == []


def test_a_private_tournament_is_told_to_nobody() -> None:
    event = over(public=False)

    for client in (Client(), in_role(event.tournament, "director")):
        assert "Sierra Open" not in text_of(client.get("/results/"))
        assert "Sierra Open" not in text_of(client.get("/results/", {"q": "orr"}))


@pytest.mark.parametrize(
    ("part", "told", "why"),
    [
        ("standings", set(), "The director holds the results of this event back."),
        ("qualifiers", set(), "The director holds the results of this event back."),
        ("bracket", {"high_qualifiers"}, "The director has not made the playoffs public yet"),
        ("entrants", {"champion", "runner_up", "high_qualifiers"}, ""),
    ],
)
def test_nothing_is_told_that_the_director_holds_back(part: str, told: set[str], why: str) -> None:
    event = over()
    hide(event, part)

    event_given = given()[0]["events"][0]  # type: ignore[index]

    assert {name for name in ("champion", "runner_up", "high_qualifiers") if event_given[name]} == told
    assert why in event_given["note"]
    assert (event_given["results"] is None) == (part in ("standings", "qualifiers"))
    assert why in text_of(in_role(event.tournament, "director").get("/results/"))


def test_who_qualified_alone_is_the_champion_unless_that_is_held_back() -> None:
    event = make_posted_event(1, tournament=make_tournament("club"))
    Event.objects.filter(pk=event.pk).update(phase="report")

    assert given()[0]["events"][0]["champion"] == "Milt Orr"  # type: ignore[index]
    hide(event, "final")
    assert given() == []


def test_until_the_final_is_announced_a_tournament_is_on_and_nothing_of_it_stands_here() -> None:
    event = over()
    hide(event, "final")

    listed, page = text_of(Client().get("/")), text_of(Client().get("/t/sierra/"))

    assert "Sierra Open" not in seen()
    assert given() == []
    assert "On now" in listed
    assert "Sierra Open" in listed
    assert "Playoffs." in listed
    assert "Finished." not in listed + page
    assert APIClient().get("/api/v1/tournaments/sierra/").json()["events"][0]["phase"] == "playoffs"
    assert APIClient().get("/api/v1/tournaments/").json()["results"][0]["events"][0]["phase"] == "playoffs"
    assert APIClient().get("/api/v1/tournaments/sierra/events/main/").json()["phase"] == "playoffs"

    announce_final(event=event, actor=make_actor())

    assert "Sierra Open" in seen()
    assert "Finished." in text_of(Client().get("/t/sierra/"))


def test_each_year_has_its_page_and_the_newest_comes_first() -> None:
    over("old", name="Old Cup", year=2024)
    over("new", name="New Cup", year=2026)

    assert "New Cup" in seen()
    assert "Old Cup" not in seen()
    assert "Old Cup" in seen("/results/2024/")
    assert "New Cup" not in seen("/results/2024/")
    assert Client().get("/results/2025/").status_code == 404
    assert [one["slug"] for one in given()] == ["new", "old"]
    assert [one["slug"] for one in given(year=2024)] == ["old"]
    assert APIClient().get("/api/v1/results/", {"year": "soon"}).status_code == 400


@pytest.mark.parametrize("wanted", ["sierra", "RENO", "milt ORR", "mîlt", "sierra reno"])
def test_a_search_finds_a_name_a_place_or_a_player_in_any_year(wanted: str) -> None:
    over("old", year=2024)
    over("new", name="Harvest Classic", year=2026)
    Tournament.objects.filter(slug="new").update(venue="Boise")
    Entry.objects.filter(event__tournament__slug="new").update(name="Nina Vance")

    assert "Sierra Open" in seen(q=wanted)
    assert "Harvest Classic" not in seen(q=wanted)
    assert [one["slug"] for one in given(q=wanted)] == ["old"]


def test_a_player_who_was_found_is_named_with_a_link() -> None:
    over()

    page = Client().get("/results/", {"q": "ashby"})

    assert "Played here: Dale Ashby, A-2" in text_of(page)
    assert 'href="/t/sierra/main/players/A-2/"' in page.content.decode()
    played = {"event": "main", "seat": "A-2", "name": "Dale Ashby", "players": [], "person": None}
    assert given(q="ashby")[0]["players"] == [played]


@pytest.mark.parametrize("part", ["standings", "qualifiers"])
def test_a_player_is_not_found_in_results_that_are_held_back(part: str) -> None:
    hide(over(), part)

    assert "Nothing by “ashby”. Type a part of a tournament’s name" in seen(q="ashby")
    assert given(q="ashby") == []


def test_a_long_year_has_further_pages() -> None:
    first = over("first")
    Tournament.objects.bulk_create(
        Tournament(slug=f"cup-{n}", name=f"Cup {n}", starts_on=date(2026, 1, 1)) for n in range(120)
    )
    rows = Tournament.objects.filter(slug__startswith="cup-")
    Event.objects.bulk_create(Event(tournament=one, slug="main", phase="report") for one in rows)

    assert "Page 1 of 2" in seen()
    assert first.tournament.name in seen()
    assert "Page 2 of 2" in seen(page="2")
    assert len(given(page=2)) == 21


def test_the_archive_takes_as_many_queries_however_much_is_in_it() -> None:
    def asked(**data: str) -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            Client().get("/results/", data)
        return len(queries)

    over("one")
    before = asked(), asked(q="orr")
    over("two")
    hide(over("three"), "final")

    assert (asked(), asked(q="orr")) == before


@pytest.mark.parametrize(
    ("last", "told"),
    [
        (date(2026, 3, 6), "March 6, 2026"),
        (date(2026, 3, 8), "March 6–8, 2026"),
        (date(2026, 4, 1), "March 6 – April 1, 2026"),
        (date(2027, 1, 1), "March 6, 2026 – January 1, 2027"),
    ],
)
def test_days_are_told_as_one_says_them(last: date, told: str) -> None:
    assert words.days(date(2026, 3, 6), last) == told


def test_a_link_to_the_archive_says_what_stands_there() -> None:
    over()

    page = Client().get("/results/2026/").content.decode()

    assert 'property="og:description" content="Results of 1 cribbage tournament of 2026: Sierra Open."' in page


# --- Looking for a player of one tournament --------------------------------------------------------------------------


def test_the_api_finds_whom_the_page_of_the_tournament_finds() -> None:
    event = make_event(tournament=make_tournament("sierra"), entrants=4, seated=True)
    hide(event, "standings")

    def looked(**data: str) -> list[dict[str, str]]:
        found: list[dict[str, str]] = APIClient().get("/api/v1/tournaments/sierra/players/", data).json()
        return found

    assert (
        looked(q="a2") == looked(q="ashby") == [{"event": "main", "seat": "A-2", "name": "Dale Ashby", "players": []}]
    )
    assert looked() == looked(q="nobody") == []
    hide(event, "standings", "entrants", "schedule")
    assert looked(q="a2") == []
    Tournament.objects.update(public=False)
    assert APIClient().get("/api/v1/tournaments/sierra/players/").status_code == 404


def test_the_results_of_an_event_say_as_of_when_they_are() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)

    page = Client().get(reverse("brackets:results", args=[event.tournament.slug, event.slug])).content.decode()

    assert page.count('class="live"') == 1
