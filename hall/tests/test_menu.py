"""The menu of a tournament: its places for each role, at which of them a page is, and where they lead."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from brackets.tests.factories import make_posted_event
from clubs.actions.nights import start_night
from clubs.tests.factories import make_club, make_members, make_season
from hall.menu.places import MOST, Menu, menu_of
from hall.tests.demo_pages import PUBLIC_PAGES, STAFF_PAGES
from tournaments.access import Rights, rights_of
from tournaments.models import Event, Role, Tournament, User
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import html_of, signed_in
from tournaments.venue.actions.events import change_event

pytestmark = pytest.mark.django_db

DIRECTOR = Rights(frozenset({"director"}))


@pytest.fixture
def tournament() -> Tournament:
    """An event whose qualifiers are posted, a partners ladder, and one that is planned."""
    tournament = make_tournament("sierra")
    make_posted_event(2, tournament=tournament)
    make_event(tournament=tournament, slug="ladder", kind="satellite", movement="ladder", entrants=4, seated=True)
    make_event(tournament=tournament, slug="consolation", kind="consolation")
    return tournament


def of(tournament: Tournament, slug: str) -> Event:
    return tournament.events.get(slug=slug)


def menu(tournament: Tournament, slug: str = "", path: str = "", rights: Rights = DIRECTOR) -> Menu:
    """The menu on the page at this path below the tournament's."""
    event = of(tournament, slug) if slug else None
    below = f"{slug}/" if slug else ""
    return menu_of(tournament, event, AnonymousUser(), rights, f"/t/{tournament.slug}/{below}{path}")


def bar(shown: Menu) -> list[str]:
    return [section.label for section in shown.bar]


def places(shown: Menu) -> list[str]:
    return [place.label for place in shown.section.places]


def in_one_event(user: User, event: Event, kind: str) -> User:
    Role.objects.create(user=user, tournament=event.tournament, event=event, kind=kind)
    return user


def visitor_as(who: str, tournament: Tournament) -> Client:
    """A browser of somebody in this role, of the whole tournament or `of one event`, or of a visitor."""
    kind, _of, one = who.partition(" of ")
    if kind == "visitor":
        return Client()
    if one:
        return signed_in(in_one_event(make_user(), of(tournament, "ladder"), kind))
    is_head = kind == "head judge"
    return signed_in(make_user(role="judge" if is_head else kind, tournament=tournament, is_head=is_head))


DAILY = ["director", "checker of one event", "visitor"]
BEFORE_A_RELEASE = [who for kind in Role.Kind.values for who in (kind, f"{kind} of one event") if who not in DAILY]


@pytest.mark.parametrize(
    "who", [*DAILY, *(pytest.param(who, marks=pytest.mark.release) for who in (*BEFORE_A_RELEASE, "head judge"))]
)
def test_every_place_opens_and_is_marked_in_a_menu_of_seven_at_most(tournament: Tournament, who: str) -> None:
    client, opened = visitor_as(who, tournament), set()
    todo = ["/t/sierra/", "/t/sierra/main/", "/t/sierra/ladder/"]
    while todo:
        url = todo.pop()
        if url in opened:
            continue
        opened.add(url)
        page = client.get(url)
        assert page.status_code == 200, url
        html = html_of(page)
        links = re.findall(r'<a href="([^"]+)"( aria-current="\w+")?>', one_nav(html, 'class="nav"'))
        assert 1 <= len(links) <= MOST, url
        assert len([marked for _link, marked in links if marked]) == 1, url
        below = one_nav(html, 'class="tabs tabs--desk"') if "tabs--desk" in html else ""
        if below:
            assert f'href="{url}" aria-current="page"' in below, url
        todo += [link for link, _marked in links]
        todo += re.findall(r'href="(/t/sierra/[^"]+)"', below)


def one_nav(html: str, having: str) -> str:
    """The one navigation of the page with this attribute."""
    [nav] = re.findall(rf"<nav {having}.*?</nav>", html)
    return nav


@pytest.mark.parametrize(
    ("role", "sections"),
    [
        ("director", ["Desk", "Players", "Round", "Cards", "Standings", "Money", "Tournament"]),
        ("registrar", ["Desk", "Players", "Round", "Standings", "Bracket", "Money", "Tournament"]),
        ("checker", ["Desk", "Entrants", "Round", "Cards", "Standings", "Bracket", "Tournament"]),
        ("judge", ["Desk", "Entrants", "Seating", "Cards", "Standings", "Judges", "Tournament"]),
        ("viewer", ["Desk", "Entrants", "Seating", "Standings", "Bracket", "Tournament"]),
        ("", ["Event", "Entrants", "Seating", "Standings", "Bracket", "Tournament"]),
    ],
)
def test_the_bar_is_the_same_on_the_pages_of_the_event_and_of_the_tournament(
    tournament: Tournament, role: str, sections: list[str]
) -> None:
    rights = Rights(frozenset({role} if role else ()))

    assert bar(menu(tournament, "main", rights=rights)) == sections
    assert bar(menu(tournament, rights=rights)) == sections


def test_what_the_director_hides_is_no_place_for_the_public(tournament: Tournament) -> None:
    change_event(event=of(tournament, "main"), changes={"hidden": ["standings", "bracket"]}, actor=make_actor())

    assert bar(menu(tournament, "main", rights=Rights(frozenset()))) == ["Event", "Entrants", "Seating", "Tournament"]
    assert "Bracket" in bar(menu(tournament, "main", rights=Rights(frozenset({"viewer"}))))


def test_a_ladder_has_its_own_places(tournament: Tournament) -> None:
    shown = menu(tournament, "ladder", "ladder/")

    assert bar(shown) == ["Desk", "Players", "Ladder", "Cards", "Standings", "Money", "Tournament"]
    assert places(shown) == ["Ladder", "Round", "Seating"]
    assert "Cross-check" not in places(menu(tournament, "ladder", "cards/"))


def test_a_night_of_a_club_leads_to_its_season() -> None:
    director = make_user("helen")
    club = make_club(director=director)
    season, members = make_season(club), make_members(club, "Ann Bell", "Bob Ray")
    night = start_night(
        season=season, date=season.starts_on, members=[member.pk for member in members], actor=make_actor(director)
    )
    tournament = night.event.tournament

    shown = menu_of(tournament, None, director, rights_of(director, tournament), f"/t/{tournament.slug}/")

    assert places(shown)[:3] == ["Overview", "Season", "Announcements"]
    assert signed_in(director).get(shown.section.places[1].url).status_code == 200


def test_the_other_events_lead_to_the_same_place_or_to_their_desk(tournament: Tournament) -> None:
    on_cards = menu(tournament, "main", "cards/")
    on_bracket = menu(tournament, "main", "bracket/")

    assert [(other.name, other.url, other.current) for other in on_cards.events] == [
        ("Main event", "/t/sierra/main/cards/", True),
        ("Satellite, ladder", "/t/sierra/ladder/cards/", False),
        ("Consolation", "/t/sierra/consolation/cards/", False),
    ]
    assert [other.url for other in on_bracket.events][1] == "/t/sierra/ladder/"


def test_pages_of_the_tournament_lead_to_the_event_that_is_on(tournament: Tournament) -> None:
    Event.objects.filter(slug="main").update(phase="report")
    in_consolation = in_one_event(make_user(), of(tournament, "consolation"), "checker")

    assert menu(tournament, path="money/").event == of(tournament, "ladder")
    shown = menu(tournament, rights=rights_of(in_consolation, tournament))
    assert shown.event == of(tournament, "consolation")
    assert bar(menu(make_tournament("empty"))) == ["Players", "Money", "Judges", "Tournament"]


BELONGS = {
    "cards/A-1/": "Type cards",
    "control/ranks/": "Control sheet",
    "players/A-1/": "Entrants",
    "paper/slips/": "Paper",
    "posting/": "Standings",
    "qualifiers/versions/": "Standings",
    "honours/": "Results",
    "earlier/": "Log",
    "settings/exemption/": "Event settings",
}
BELONGS_TO_THE_WHOLE = {
    "money/7/": "Accounts",
    "money/payouts/7/": "Payouts",
    "not-playing/": "Check-in",
    "enter/list/": "Enter a player",
    "news/": "Announcements",
    "hall-address/": "Displays",
    "copy/": "Settings",
    "flyer/words/": "Flyer",
    "judge/rules/4.4.c/": "Rulebook",
    "judge/renege/": "Assistant",
    "rulings/new/": "Rulings",
}


def test_a_page_behind_a_place_marks_it(tournament: Tournament) -> None:
    for slug, pages in (("main", BELONGS), ("", BELONGS_TO_THE_WHOLE)):
        for path, label in pages.items():
            shown = menu(tournament, slug, path)
            assert [(place.label, place.current) for place in shown.section.places if place.current] == [
                (label, "true")
            ], path


def test_no_page_is_left_to_the_desk_or_the_overview_but_their_own(tournament: Tournament) -> None:
    """Every page of the demonstration is at a place of its own, or belongs to one."""
    left = set()
    for address in (*STAFF_PAGES, *PUBLIC_PAGES):
        path = address.partition("?")[0]
        if match := re.fullmatch(r"/t/[a-z-]+/(?:(main|thursday|consolation)/)?(.*)", path):
            shown = menu(tournament, "main" if match[1] else "", match[2])
            [place] = [place for place in shown.section.places if place.current]
            if place.current == "true" and place.name in ("desk:desk", "tournaments:tournament"):
                left.add(match[2])

    # The public form is behind the overview, and an event without phones has no place for them.
    assert left == {"register/", "phones/"}
