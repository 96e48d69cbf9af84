"""Whoever withdrew is marked in the standings, on the page and its print and on the wall, and the mark is explained."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from scorecards.tasks import recompute_standings
from scorecards.tests.factories import make_cards
from tournaments.day.actions.status import set_status
from tournaments.models import Display, Event
from tournaments.tests.factories import make_actor, make_event, make_tournament
from tournaments.tests.pages import html_of, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    event = make_event(tournament=make_tournament("sierra"), games=2, entrants=4, seated=True)
    make_cards(event, A_1="A-2 2 +16\nA-3 0 -4", A_2="A-1 0 -16", A_3="A-4 2 +10\nA-1 2 +4", A_4="A-3 0 -10")
    Display.objects.create(tournament=event.tournament, event=event, number=1, name="wall", shows="standings")
    recompute_standings(event.pk)
    return event


def withdraw(event: Event, number: int) -> None:
    entry = event.entries.get(number=number)
    set_status(entry=entry, status="withdrawn", reason="ill", actor=make_actor())
    recompute_standings(event.pk)


def looks(event: Event) -> dict[str, str]:
    addresses = {
        "page": reverse("scorecards:standings", args=["sierra", "main"]),
        "wall": reverse("walls:screen", args=["sierra", 1]),
    }
    return {name: html_of(signed_in().get(address)) for name, address in addresses.items()}


@pytest.mark.parametrize("name", ["page", "wall"])
def test_the_row_of_whoever_withdrew_says_so_and_the_mark_is_explained(event: Event, name: str) -> None:
    assert "Withdrawn" not in looks(event)[name]

    withdraw(event, 2)

    shown = looks(event)[name]
    rows = re.findall(r"<tr.*?</tr>", shown)
    marked = [row for row in rows if "Withdrawn" in row]
    assert len(marked) == 1
    assert event.entries.get(number=2).name in marked[0]
    assert "still count" in shown
