"""A checker with the name of a player: stopped at the entry desk and at the cross-check, with the reason and the cure."""

from __future__ import annotations

import pytest

from scorecards.crosscheck.actions.crosscheck import GameKey, accept, start_cross_check
from scorecards.tests.factories import COMMAND, find, look_at_all, make_cards
from scorecards.tests.test_third_checker import CARDS, GAME, KEY
from tournaments.access import Actor
from tournaments.errors import Forbidden
from tournaments.models import Entry, Event, User
from tournaments.people.actions.people import tell_apart
from tournaments.tests.factories import make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db

STOP = "A-1 is the card of Milt Orr, and that is your name too."


@pytest.fixture
def event() -> Event:
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)
    make_cards(event, **CARDS)
    look_at_all(event)
    start_cross_check(event=event, actor=COMMAND)
    return event


@pytest.fixture
def milt(event: Event) -> User:
    user = make_user("player", role="checker", tournament=event.tournament)
    user.first_name, user.last_name = "Milt", "Orr"
    user.save()
    return user


def sign(event: Event, milt: User, key: GameKey = KEY) -> None:
    view = find(event, 1, "A-1", "A-2")
    accept(event=event, key=key, initials="MO", version=view.version, actor=Actor.of_user(milt))


def test_a_checker_neither_types_nor_signs_a_card_that_may_be_their_own(event: Event, milt: User) -> None:
    client = signed_in(milt)

    assert STOP in text_of(client.get("/t/sierra/main/cards/A-1/"))
    case = text_of(client.get(f"/t/sierra/main/cross-check/?case={GAME}"))
    assert STOP in case
    assert "Accept and sign" not in case
    with pytest.raises(Forbidden, match=STOP):
        sign(event, milt)


def test_a_checker_may_type_and_sign_the_card_of_a_namesake_once_they_are_told_apart(event: Event, milt: User) -> None:
    entry = Entry.objects.select_related("event", "player").get(event=event, number=1)
    tell_apart(entry=entry, username="player", actor=COMMAND)
    client = signed_in(milt)

    assert STOP not in text_of(client.get("/t/sierra/main/cards/A-1/"))
    assert "Accept and sign" in text_of(client.get(f"/t/sierra/main/cross-check/?case={GAME}"))
    sign(event, milt)
