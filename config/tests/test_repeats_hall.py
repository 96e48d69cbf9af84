"""One hall in which whatever is added or taken away on a page is sent twice from that page: nothing is done twice."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from brackets.tests.test_settling import entrant
from config.tests.test_acts import KEYED
from config.tests.test_repeats import form_of
from tournaments.models import Event, FirstAnswer, Tournament
from tournaments.tests.factories import make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db

OWN_NOTES = {FirstAnswer, apps.get_model("sessions", "Session"), apps.get_model("tournaments", "Tally")}
"""What is no part of any tournament: the note itself, who is signed in, how often something was tried."""


def everything() -> dict[str, int]:
    """How many rows there are of each kind, and how often each event was touched."""
    counts = {model.__name__: model._default_manager.count() for model in apps.get_models() if model not in OWN_NOTES}
    return counts | {str(event): event.revision for event in Event.objects.all()}


class Hall:
    """Sends forms twice, as somebody does who got no answer, and knows which were."""

    def __init__(self) -> None:
        self.done: set[str] = set()

    def twice(
        self,
        client: Client,
        name: str,
        /,
        *args: object,
        page: str = "",
        carries: dict[str, str] | None = None,
        **typed: Any,
    ) -> HttpResponse:
        """Open the page, fill in the form that leads to this address, and send it two times; the first answer."""
        address = reverse(name, args=args)
        shown = client.get(page or address)
        assert shown.status_code == 200, (name, shown.status_code)
        sent = {**form_of(shown, address, **(carries or {})), **typed}
        before = everything()
        first = client.post(address, sent)
        assert first.status_code == 302, (name, first.status_code, text_of(first))
        after = everything()
        assert after != before, f"{name} did nothing"
        again = client.post(address, sent)
        assert (again.status_code, again["Location"]) == (302, first["Location"]), name
        assert everything() == after, name
        self.done.add(name)
        return first


def test_what_is_sent_twice_from_a_page_is_done_once() -> None:
    hall = Hall()
    user = make_user("director")
    director = signed_in(user)

    # A tournament, its events, fees and people.
    hall.twice(
        director,
        "tournaments:new",
        **{
            "name": "Sierra",
            "slug": "sierra",
            "starts_on": "2026-03-06",
            "time_zone": "America/Denver",
            "edition": "2020",
            "public": "on",
        },
        **{"event1-preset": "main", "event1-games": "3"},
    )
    t = Tournament.objects.get()
    at, main = "/t/sierra/", ("sierra", "main")
    hall.twice(director, "tournaments:events", "sierra", page=at, **{"event-preset": "satellite", "event-slug": "side"})
    hall.twice(director, "tournaments:fees", *main, name="Entry", cents="75", kind="entry")
    hall.twice(director, "tournaments:fees", *main, name="Lunch", cents="9", kind="other")
    fee = t.events.get(slug="main").fees.get(name="Lunch")
    hall.twice(
        director,
        "brackets:change_fee",
        *main,
        fee.pk,
        page=f"{at}main/fees/",
        carries={f"fee{fee.pk}-name": "Lunch"},
        remove="on",
    )
    hall.twice(director, "tournaments:announcements", "sierra", text="Lunch at noon")
    hall.twice(director, "tournaments:take_back_announcement", "sierra", 1, page=f"{at}announcements/")
    hall.twice(director, "tournaments:displays", "sierra", name="Door")
    hall.twice(director, "tournaments:remove_display", "sierra", 1, page=f"{at}displays/")
    hall.twice(director, "tournaments:invite", "sierra", page=f"{at}people/", name="Ann", kind="checker", hours="24")
    hall.twice(director, "tournaments:revoke_invitation", "sierra", 1, page=f"{at}people/")
    helper = make_user("helper")
    hall.twice(director, "tournaments:people", "sierra", username="helper", kind="judge")
    hall.twice(director, "tournaments:revoke", "sierra", page=f"{at}people/", carries={"username": "helper"})

    # Entries.
    hall.twice(director, "tournaments:enter", "sierra", name="Milt Orr", events=["main"])
    hall.twice(director, "tournaments:entrants", *main, name="Dale Ashby")
    hall.twice(
        director, "tournaments:paste", *main, page=f"{at}main/entrants/", lines="Ivan Flint\nEdie Marsh\nRuth Quill"
    )
    listed = {"text": "Name\nCarl Stone\n", "usual": ["main"]}
    seen = director.post(f"{at}enter/list/", listed)
    key = form_of(seen, f"{at}enter/list/")
    for _time in range(2):
        assert director.post(f"{at}enter/list/", {**key, **listed, "enter": "on"}).status_code == 302
    assert Event.objects.get(slug="main").entries.count() == 6
    hall.done.add("tournaments:enter_list")
    hall.twice(director, "tournaments:remove", *main, 6, page=f"{at}main/entrants/6/", why="twice")
    hall.twice(director, "tournaments:link", *main, 1, page=f"{at}main/entrants/1/", username=helper.username)
    hall.twice(
        director,
        "tournaments:relate",
        "sierra",
        page=f"{at}people/",
        one="Milt Orr",
        other="Dale Ashby",
        relation="family",
    )
    hall.twice(director, "tournaments:unrelate", "sierra", 1, page=f"{at}people/")
    hall.twice(Client(), "tournaments:register", "sierra", name="Nina Vance", email="nina@example.org", events=["main"])
    hall.twice(director, "tournaments:registration", "sierra", 1)

    # Money.
    player = entrant(t.events.get(slug="main")).player_id
    account = f"{at}money/{player}/"
    hall.twice(director, "tournaments:ledger", "sierra", player, kind="cash", cents="10")
    hall.twice(director, "tournaments:money", "sierra", page=account, receive=f"cash-{player}-6500")
    other = entrant(t.events.get(slug="main"), 2).player_id
    hall.twice(director, "tournaments:ledger", "sierra", other, kind="cash", cents="10")
    hall.twice(director, "tournaments:reverse_line", "sierra", other, 3, page=f"{at}money/{other}/", reason="A slip")
    hall.twice(director, "brackets:settlement", "sierra", kind="expense", name="Hall", cents="120")
    hall.twice(director, "brackets:reverse_item", "sierra", 1, page=f"{at}money/settlement/", reason="A slip")

    # The round.
    hall.twice(director, "tournaments:seating", *main, page=f"{at}main/seating/proof/?seed=7", publish="on")
    hall.twice(director, "tournaments:call_game", *main, page=f"{at}main/round/", carries={"game": "1"})
    hall.twice(director, "tournaments:game_clock", *main, page=f"{at}main/round/", minutes="20")
    print(hall.done)
    assert hall.done <= KEYED
