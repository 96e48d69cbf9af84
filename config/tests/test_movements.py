"""Every page of an event opens under every movement, before the draw, with a draft, once it is published, and in play."""

from __future__ import annotations

import pytest
from django.test import Client

from scorecards.tests.factories import make_card
from tournaments import actions, words
from tournaments.reads import What
from tournaments.rules.rotation import PLANS, Movement
from tournaments.tests.factories import make_actor, make_event, make_tournament
from tournaments.tests.pages import in_role

pytestmark = pytest.mark.django_db

PAGES = ["", "settings/", "fees/", "entrants/", "entrants/1/", "seating/", "seating/swap/", "round/", "paper/", "cards/",
         "cards/received/", "control/", "cross-check/", "looks/", "inform/", "standings/", "posting/", "bracket/", "log/",
         "earlier/"]  # fmt: skip
DRAWN = ["seating/proof/", "cards/A-1/", "cards/A-1/?as=read", "entrants/1/personal/", "control/ranks/",
         *(f"paper/{kind}/" for kind in words.sheet_kinds()), *(f"round/{what}/" for what in What)]  # fmt: skip


def closed(client: Client, pages: list[str]) -> dict[str, int]:
    """The pages of the event that do not open, with their status."""
    answers = {page: client.get(f"/t/sierra/main/{page}", follow=True).status_code for page in pages}
    return {page: status for page, status in answers.items() if status != 200}


@pytest.mark.parametrize("movement", [Movement.NONE, *PLANS])
def test_every_page_of_an_event_opens_under_every_movement(movement: Movement) -> None:
    event = make_event(tournament=make_tournament("sierra"), games=4, movement=movement, entrants=10)
    director = in_role(event.tournament, "director")

    assert closed(director, [*PAGES, "seating/proof/?seed=7"]) == {}
    actions.draw_seats(event=event, seed=7, actor=make_actor())
    assert closed(director, [*PAGES, *DRAWN]) == {}
    event = actions.call_game(event=event, game=1, actor=make_actor())
    assert closed(director, [*PAGES, *DRAWN]) == {}
    make_card(event, "A-1", "A-2 2 +12 \n A-3 2 +05 \n A-4 0 -07 \n A-5 0 -08")
    assert closed(director, [*PAGES, *DRAWN]) == {}
