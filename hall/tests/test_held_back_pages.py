"""Open pages of something that the director holds back, or that is private by now: they are loaded anew, and say why."""

from __future__ import annotations

import re
from dataclasses import asdict

import pytest
from django.test import Client
from django.utils import timezone

from brackets.matches.actions.match_tables import place_match
from brackets.tests.factories import make_bracket
from hall.tests.test_conventions import addresses
from scorecards.models import PostedList, QualifyingResult
from scorecards.sheet.reads.lists import listed_as_posted
from tournaments.models import Entry, Event, Tournament
from tournaments.people.actions.people import grant_role
from tournaments.tests.factories import make_actor, make_tournament, make_user
from tournaments.tests.pages import html_of, in_role, text_of
from tournaments.venue.actions.announcements import announce
from tournaments.venue.actions.events import change_event
from tournaments.venue.actions.tournaments import change_tournament

pytestmark = pytest.mark.django_db

SITE = "http://testserver"
AT = "/t/sierra/main/"


@pytest.fixture
def event() -> Event:
    return make_bracket(4, tournament=make_tournament("sierra"))


def hide(event: Event, *parts: str) -> None:
    change_event(event=Event.objects.get(pk=event.pk), changes={"hidden": list(parts)}, actor=make_actor())


def make_private(tournament: Tournament) -> None:
    change_tournament(tournament=tournament, changes={"public": False}, reason="", actor=make_actor())


def polled(address: str, *, on: str = "", client: Client | None = None) -> tuple[int, bool]:
    """The answer to a poll of a page, and whether the page is loaded anew by it."""
    told = {"HX-Request": "true", "HX-Current-URL": SITE + (on or address)}
    answer = (client or Client()).get(address, headers=told)
    return answer.status_code, answer.get("HX-Refresh") == "true"


def asks(address: str, client: Client | None = None) -> str:
    """What this page asks for announcements."""
    found = re.search(r'class="announced__in" hx-get="([^"]+)"', html_of((client or Client()).get(address)))
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
def test_a_page_that_polls_itself_is_reloaded(event: Event, path: str, part: str) -> None:
    assert polled(AT + path, on=AT + path.partition("?")[0]) == (200, False)

    hide(event, part)

    assert polled(AT + path, on=AT + path.partition("?")[0]) == (403, True)
    # What asks from another page is not that page: it would be loaded again and again.
    assert polled(AT + path, on="/t/sierra/") == (403, False)
    assert "HX-Refresh" not in Client().get(AT + path)


def test_every_page_of_a_tournament_that_became_private_is_reloaded(event: Event) -> None:
    addresses = [f"{AT}bracket/", "/t/sierra/", f"{AT}entrants/"]
    asked = {address: asks(address) for address in addresses}
    assert {polled(asked[one], on=one) for one in addresses} == {(204, False)}

    make_private(event.tournament)

    assert polled(f"{AT}bracket/?v=1", on=f"{AT}bracket/") == (404, True)
    assert {polled(asked[one], on=one) for one in addresses} == {(404, True)}


@pytest.mark.parametrize("path", ["", "standings/", "results/", "entrants/", "bracket/", "players/A-1/"])
def test_a_page_that_polls_rarely_learns_it_from_its_poll_for_announcements(event: Event, path: str) -> None:
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
    announce(tournament=event.tournament, text="Lunch.", actor=make_actor())

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


def make_public(tournament: Tournament) -> None:
    change_tournament(tournament=tournament, changes={"public": True}, reason="", actor=make_actor())


def closed(address: str, client: Client | None = None) -> tuple[str, str]:
    """What a page says that there is none of, and what it asks to learn that there is one."""
    page = (client or Client()).get(address)
    assert page.status_code == 404
    html = page.content.decode()
    found = re.search(r'hx-get="([^"]+)"[^>]* data-waits', html)
    main = html[html.index("<main") : html.index("</main>")]
    return main, found[1] if found else ""


@pytest.mark.parametrize("path", ["", "main/", "main/standings/", "main/players/A-1/", "main/bracket/"])
def test_a_page_of_a_private_tournament_opens_by_itself_once_it_is_public(event: Event, path: str) -> None:
    make_private(event.tournament)
    address = f"/t/sierra/{path}"
    said, asked = closed(address)

    assert "not public now" in said
    assert polled(asked, on=address) == (204, False)
    make_public(event.tournament)
    assert polled(asked, on=address) == (200, True)
    assert Client().get(address).status_code == 200


def test_a_private_tournament_looks_exactly_like_one_that_does_not_exist(event: Event) -> None:
    make_private(event.tournament)
    stranger = Client()
    stranger.force_login(make_user("stranger"))

    for client in (Client(), stranger):
        (private, asked), (none, asked_of_none) = (closed(f"/t/{slug}/", client) for slug in ("sierra", "nevada"))
        assert private.replace("sierra", "nevada") == none
        assert asked.replace("sierra", "nevada") == asked_of_none
        assert polled(asked, client=client) == polled(asked_of_none, client=client) == (204, False)


def test_only_where_the_tournament_itself_is_closed_a_page_waits(event: Event) -> None:
    assert closed("/t/sierra/satellite/")[1] == ""
    assert closed("/nothing/")[1] == ""
    make_private(event.tournament)
    assert closed("/t/sierra/satellite/")[1] != ""
    # Whoever works there sees the tournament: an address that is mistyped stays so.
    assert closed("/t/sierra/satellite/", in_role(event.tournament, "checker"))[1] == ""


def test_whoever_is_given_a_role_sees_the_page_that_they_wait_at(event: Event) -> None:
    make_private(event.tournament)
    user, client = make_user("mavis"), Client()
    client.force_login(user)
    asked = closed("/t/sierra/", client)[1]

    grant_role(tournament=event.tournament, username="mavis", kind="checker", actor=make_actor())

    assert polled(asked, on="/t/sierra/", client=client) == (200, True)


# --- Nowhere else either ---------------------------------------------------------------------------------------------

FIGURES = {"game_points": 31_337, "plus": 17_771, "minus": 557}


def corrected(event: Event) -> QualifyingResult:
    """Somebody who does not qualify, whose name and figures stand on no page for anything else, by the first of two lists."""
    last = QualifyingResult.objects.select_related("entry").get(event=event, seed=None)
    posted = PostedList.objects.get(event=event)
    PostedList.objects.create(event=event, number=2, posted_at=timezone.now(), posted_by="tests", rows=posted.rows)
    Entry.objects.filter(pk=last.entry_id).update(name="Zebulon Quist")
    for name, value in FIGURES.items():
        setattr(last, name, value)
    last.save()
    posted.rows = [{**row, **asdict(place)} for row, place in zip(posted.rows, listed_as_posted(event), strict=True)]
    posted.rows[-1]["name"] = "Zebulon Quist"
    posted.save()
    last.entry.refresh_from_db()
    return last


def telling(*figures: str, among: set[str] | None = None) -> set[str]:
    """The addresses of the site, or those `among` them, at which a visitor reads one of these."""
    found = set()
    every = set(addresses())
    for path in every if among is None else every & among:
        answer = Client().get(path)
        said = b"".join(answer) if answer.streaming else answer.content
        if any(figure.encode() in said for figure in figures):
            found.add(path)
    return found


def test_standings_that_are_held_back_are_told_nowhere(event: Event) -> None:
    corrected(event)
    figures = ["31337", "31,337", "31 337", "17771", "17,771", "17214", "17,214"]
    lists = "/api/v1/tournaments/sierra/events/main/qualifiers/versions/"

    told = {lists, f"{lists}1/", f"{AT}qualifiers/versions/", f"{AT}standings/as-of/1/"}
    assert telling(*figures, among=told) == told
    hide(event, "standings")

    assert telling(*figures) == set()


def test_who_stands_on_nothing_that_is_public_is_named_nowhere(event: Event) -> None:
    name = corrected(event).entry.name

    assert telling(name, among={f"{AT}entrants/"})
    hide(event, "entrants", "schedule", "standings")

    assert telling(name) == set()


def test_a_list_without_standings_tells_who_qualifies_and_as_which_seed(event: Event) -> None:
    first = QualifyingResult.objects.get(event=event, seed=1)
    corrected(event)
    rows = PostedList.objects.get(event=event, number=2).rows
    shifted = [
        one | {"seed": {1: None, 2: 1, 3: 2, 4: 3, None: 4}[one["seed"]], "rank": (one["rank"] - 2) % 5 + 1}
        for one in rows
    ]
    PostedList.objects.filter(event=event, number=2).update(rows=shifted)
    hide(event, "standings")

    page = text_of(Client().get(f"{AT}qualifiers/versions/"))
    values = Client().get("/api/v1/tournaments/sierra/events/main/qualifiers/versions/").json()

    assert f"{first.entry.name} (A-1) no longer qualifies." in page
    assert "(A-5) qualifies now, as seed 4." in page
    assert "(A-2) is seed 1 instead of 2." in page
    assert "31337" not in page
    assert "The whole list" not in page
    changes = {one.pop("seat"): one for one in values[1]["changes"]}
    assert changes["A-1"] == dict.fromkeys(changes["A-1"]) | {"seed_before": 1}
    assert changes["A-5"] == dict.fromkeys(changes["A-5"]) | {"seed_after": 4}


def test_a_bracket_that_is_held_back_is_told_nowhere(event: Event) -> None:
    place_match(event=event, match=1, table="Zanzibar", actor=make_actor())

    told = {f"{AT}bracket/", f"{AT}bracket/1/"}
    assert telling("Zanzibar", among=told) == told
    hide(event, "bracket")

    assert telling("Zanzibar") == set()
