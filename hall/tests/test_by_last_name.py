"""Lists of people are by last name without regard to accents, the same on every page, wall and print, and in the API."""

from __future__ import annotations

import ast
import re
from html import unescape

import pytest
from django.urls import reverse

from clubs.tests.factories import make_club, make_members
from hall.tests.sources import name_of, python_files, tree
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.models import Display, Event, User
from tournaments.tests.factories import api_of, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in

pytestmark = pytest.mark.django_db

IN_ORDER = ["Ana Álvarez", "Émile Beau", "Luc Émond", "Bo Ets", "Øyvind Oster", "Abe Zed", "Zoë Zed"]
ENTERED = ["Abe Zed", "Zoë Zed", "Luc Émond", "Øyvind Oster", "Bo Ets", "Émile Beau", "Ana Álvarez"]


def entered(*, seated: bool = False) -> Event:
    plans = [EntrantPlan(name, seat=f"A-{n}" if seated else "") for n, name in enumerate(ENTERED, 1)]
    return make_event(tournament=make_tournament("sierra"), games=2, entrants=plans, seated=seated)


def order_on(page: str) -> list[str]:
    """The names in the order of their first appearance on the page."""
    text = unescape(re.sub(r"<datalist.*?</datalist>", "", page, flags=re.DOTALL))
    return sorted(IN_ORDER, key=lambda name: text.find(name) if name in text else 10**9)


def director(event: Event) -> User:
    return make_user("rosalind", role="director", tournament=event.tournament)


def test_the_public_list_of_entrants_and_that_of_the_api() -> None:
    event = entered()

    page = signed_in().get(reverse("tournaments:entrants", args=["sierra", "main"])).content.decode()
    rows = api_of().get("/api/v1/tournaments/sierra/events/main/entrants/").json()["results"]

    assert order_on(page) == IN_ORDER
    assert [row["name"] for row in rows] == IN_ORDER
    assert event.entries.count() == len(IN_ORDER)


@pytest.mark.parametrize("name", ["tournaments:check_in", "tournaments:money", "tournaments:money_sheet"])
def test_pages_of_the_desk(name: str) -> None:
    event = entered()

    page = signed_in(director(event)).get(reverse(name, args=["sierra"])).content.decode()

    assert order_on(page) == IN_ORDER


def test_the_printed_list_of_the_door() -> None:
    event = entered()

    address = reverse("tournaments:sheets", args=["sierra", "main", "check-in"])
    assert order_on(signed_in(director(event)).get(address).content.decode()) == IN_ORDER


@pytest.mark.parametrize("shows", ["seats", "missing"])
def test_walls(shows: str) -> None:
    event = entered(seated=True)
    Display.objects.create(tournament=event.tournament, event=event, number=1, name=shows, shows=shows)

    assert order_on(signed_in().get(reverse("walls:screen", args=["sierra", 1])).content.decode()) == IN_ORDER


def test_the_members_of_a_club() -> None:
    make_members(make_club("reno"), *ENTERED)

    assert order_on(signed_in().get(reverse("clubs:members", args=["reno"])).content.decode()) == IN_ORDER
    rows = api_of().get("/api/v1/clubs/reno/members/").json()["results"]
    assert [row["name"] for row in rows] == IN_ORDER


def sorts_people(node: ast.AST) -> bool:
    """Whether this calls `sorted`, `.sort` or `.order_by` with a name as the database or the alphabet of codes has it."""
    if not isinstance(node, ast.Call):
        return False
    called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    if called == "order_by":
        return any(isinstance(one, ast.Constant) and one.value in ("name", "player__name") for one in node.args)
    keys = [one.value for one in node.keywords if one.arg == "key"] if called in ("sorted", "sort") else []
    return any(re.search(r"\.(known_|public_)?name(\.casefold\(\)|\.lower\(\))?(\W|$)", _bare(key)) for key in keys)


def _bare(key: ast.expr) -> str:
    """The key without what is given to the helper."""
    return re.sub(r"(by_last_name|plain)\((?:[^()]|\([^()]*\))*\)", "", ast.unparse(key))


OTHERWISE = {
    # Clubs, not people.
    "clubs/reads/clubs.py",
    # Files of backups.
    "hall/backup/making.py",
    # A bond has a name of its own.
    "tournaments/rotation/rules/apart.py",
    # Both are sorted by `members_shown`.
    "clubs/pages/clubs.py",
}


def test_nothing_else_sorts_people_in_another_way() -> None:
    found = {name_of(path) for path in python_files() for node in ast.walk(tree(path)) if sorts_people(node)}
    assert found - OTHERWISE == set()
