"""Open pages of something that the director holds back, or that is private by now: they are loaded anew, and say why."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from brackets.tests.factories import make_bracket
from tournaments import actions
from tournaments.models import Event, Tournament
from tournaments.tests.factories import make_actor, make_tournament
from tournaments.tests.pages import in_role

pytestmark = pytest.mark.django_db

SITE = "http://testserver"
AT = "/t/sierra/main/"


@pytest.fixture
def event() -> Event:
    return make_bracket(4, tournament=make_tournament("sierra"))


def hide(event: Event, *parts: str) -> None:
    actions.change_event(event=Event.objects.get(pk=event.pk), changes={"hidden": list(parts)}, actor=make_actor())


def make_private(tournament: Tournament) -> None:
    actions.change_tournament(tournament=tournament, changes={"public": False}, reason="", actor=make_actor())


def polled(address: str, *, on: str = "", client: Client | None = None) -> tuple[int, bool]:
    """The answer to a poll of a page, and whether the page is loaded anew by it."""
    told = {"HX-Request": "true", "HX-Current-URL": SITE + (on or address)}
    answer = (client or Client()).get(address, headers=told)
    return answer.status_code, answer.get("HX-Refresh") == "true"


def asks(address: str, client: Client | None = None) -> str:
    """What this page asks for announcements."""
    found = re.search(r'class="announced__in" hx-get="([^"]+)"', (client or Client()).get(address).content.decode())
    assert found is not None
    return found[1].replace("&amp;", "&")


@pytest.mark.parametrize(
    ("path", "part"),
    [
        ("standings/?v=1", "standings"),
        ("bracket/?v=1", "bracket"),
        ("bracket/1/?v=1", "bracket"),
        ("results/", "qualifiers"),
    ],
)
def test_a_page_that_asks_for_itself_is_loaded_anew(event: Event, path: str, part: str) -> None:
    assert polled(AT + path, on=AT + path.partition("?")[0]) == (200, False)

    hide(event, part)

    assert polled(AT + path, on=AT + path.partition("?")[0]) == (403, True)
    # What asks from another page is not that page: it would be loaded again and again.
    assert polled(AT + path, on="/t/sierra/") == (403, False)
    assert "HX-Refresh" not in Client().get(AT + path)


def test_every_page_of_a_private_tournament_is_loaded_anew(event: Event) -> None:
    addresses = [f"{AT}bracket/", "/t/sierra/", f"{AT}entrants/"]
    asked = {address: asks(address) for address in addresses}
    assert {polled(asked[one], on=one) for one in addresses} == {(204, False)}

    make_private(event.tournament)

    assert polled(f"{AT}bracket/?v=1", on=f"{AT}bracket/") == (404, True)
    assert {polled(asked[one], on=one) for one in addresses} == {(404, True)}


@pytest.mark.parametrize("path", ["", "standings/", "results/", "entrants/", "bracket/", "players/A-1/"])
def test_a_page_that_asks_rarely_is_told_by_what_it_asks_for_announcements(event: Event, path: str) -> None:
    asked = asks(AT + path)

    hide(event, "final")
    assert polled(asked, on=AT + path) == (403, True)

    # The page as it is now leaves that out, and shows no less once it is public again.
    asked = asks(AT + path)
    assert polled(asked, on=AT + path) == (204, False)
    hide(event)
    assert polled(asked, on=AT + path) == (204, False)


def test_who_works_here_sees_it_all_and_nobody_loses_what_they_type(event: Event) -> None:
    checker = in_role(event.tournament, "checker")
    pages = [(f"{AT}standings/", checker), ("/t/sierra/register/", Client())]

    assert all("held=" not in asks(address, client) for address, client in pages)
    hide(event, "standings")
    make_private(event.tournament)
    assert polled(asks(f"{AT}standings/", checker), on=f"{AT}standings/", client=checker) == (204, False)
    assert polled("/t/sierra/announcements/now/?v=0", on="/t/sierra/register/") == (404, False)


def test_what_is_announced_keeps_what_the_page_leaves_out(event: Event) -> None:
    hide(event, "final")
    asked = asks(f"{AT}standings/")
    actions.announce(tournament=event.tournament, text="Lunch.", actor=make_actor())

    again = Client().get(asked, headers={"HX-Request": "true"}).content.decode()

    assert "Lunch." in again
    assert "held=final" in again


def waits(path: str) -> str:
    """What a page asks that says it is held back."""
    page = Client().get(AT + path)
    assert page.status_code == 403
    found = re.search(r'<p class="soft" hx-get="([^"]+)"', page.content.decode())
    assert found is not None
    return found[1].replace("&amp;", "&")


@pytest.mark.parametrize(("path", "part"), [("standings/", "standings"), ("bracket/", "bracket")])
def test_a_page_that_is_held_back_opens_by_itself(event: Event, path: str, part: str) -> None:
    hide(event, part)
    address = waits(path)

    assert polled(address, on=AT + path) == (204, False)
    hide(event, part, "schedule")
    assert polled(address, on=AT + path) == (403, True)
    hide(event, part)
    assert polled(address, on=AT + path) == (204, False)
    hide(event)
    assert polled(address, on=AT + path) == (403, True)
