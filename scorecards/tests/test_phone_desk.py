"""Cards that were handed in by phone, at the cross-check and before the posting: there is no paper of them to read."""

from __future__ import annotations

import pytest
from django.test import Client

from scorecards.cards.actions.phone import hand_in_told_card, take_told_cards
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.sheet.reads.earlier import acts
from scorecards.tests.factories import COMMAND
from scorecards.tests.test_phone import INSTEAD, at, make_phone_event, opponents, tell, tell_everything
from tournaments.access import Actor
from tournaments.models import Event
from tournaments.people.actions.links import make_links
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.tests.factories import make_actor
from tournaments.tests.pages import in_role, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Everybody's card is in by phone; in game 1 A-1 and the opponent do not say the same."""
    event = make_phone_event(INSTEAD)
    tell_everything(event)
    tell(event, "A-1", 1, 29)
    for seat in ("A-1", "A-2", "A-3"):
        hand_in_told_card(entry=at(event, seat), actor=Actor.of_entry(at(event, seat)))
    take_told_cards(event=event, seats=["A-4"], actor=COMMAND)
    return event


def page(event: Event, name: str, role: str = "director") -> str:
    client: Client = in_role(event.tournament, role)
    return text_of(client.get(f"/t/{event.tournament.slug}/{event.slug}/{name}/"))


def test_only_lines_that_differ_are_said_to_rest_on_one_person(event: Event) -> None:
    start_cross_check(event=event, actor=COMMAND)

    told = page(event, "posting")

    assert "2 lines that differed rest on one person alone" in told
    assert "game 2" not in told.partition("rest on one person alone")[2].partition("All looks in the log")[0]


def test_the_cross_check_says_that_a_card_came_by_phone_and_offers_no_look_at_its_paper(event: Event) -> None:
    start_cross_check(event=event, actor=COMMAND)

    shown = page(event, "cross-check", "checker")

    assert "from the phone, by Milt Orr" in shown
    assert "typed by" not in shown
    assert "read again by" not in shown
    assert "Read A-1 again" not in shown
    assert f"Read {opponents(event, 'A-1')[1]} again" not in shown


def test_the_own_page_says_that_it_was_handed_in_by_phone(event: Event) -> None:
    make_links(event=event, actor=make_actor())
    link, _version = link_of(at(event, "A-1"))
    assert link is not None
    own = f"/me/{key_of_link(link)}/"

    in_yet = text_of(Client().get(own))
    start_cross_check(event=event, actor=COMMAND)
    compared = text_of(Client().get(own))

    assert "It is in, as you told it by phone. The cross-check comes next." in in_yet
    assert "It is in, as you told it by phone, and is being compared with the cards of your opponents." in compared
    assert "typed in" not in in_yet + compared


def test_no_page_says_that_somebody_typed_or_read_again_a_card_that_came_by_phone(event: Event) -> None:
    start_cross_check(event=event, actor=COMMAND)
    number = len(acts(event))

    checker = in_role(event.tournament, "checker")
    at_event = f"/t/{event.tournament.slug}/{event.slug}"
    control = text_of(checker.get(f"{at_event}/control/"))
    card = text_of(checker.get(f"{at_event}/cards/A-1/", {"as": "read"}))
    earlier = text_of(checker.get(f"{at_event}/earlier/", {"at": number, "card": "A-1"}))

    for told in (control, card, earlier):
        assert "rom the phone, by Milt Orr" in told
        assert "typed by Milt Orr" not in told
        assert "Typed by Milt Orr" not in told
        assert "looked at by Milt Orr" not in told
