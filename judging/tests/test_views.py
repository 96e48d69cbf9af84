from __future__ import annotations

import pytest
from django.urls import reverse

from scorecards.crosscheck.actions.crosscheck import override, start_cross_check
from scorecards.tests.factories import find, key, look_at_all, make_cards
from tournaments.access import Rights
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user, tournament
from tournaments.tests.pages import signed_in, text_of

__all__ = ["tournament"]

pytestmark = pytest.mark.django_db


def make_referral(tournament, slug="main"):
    """An event of two whose only game has no amount on either card."""
    event = make_event(tournament=tournament, slug=slug, games=1, entrants=2, seated=True)
    make_cards(event, A_1="A-2 2 .", A_2="A-1 0 .")
    start_cross_check(event=event, actor=make_actor())
    return event


def at(tournament):
    return reverse("judging:referrals", args=[tournament.slug])


def test_head_judge_finds_the_open_games_of_every_event_and_the_link_to_the_desk(tournament):
    first, second = make_referral(tournament), make_referral(tournament, "second")
    head_judge = make_user(role="judge", tournament=tournament, is_head=True)
    unread = text_of(signed_in(head_judge).get(at(tournament)))
    for event in (first, second):
        look_at_all(event)

    answer = signed_in(head_judge).get(at(tournament))

    assert unread.count("A-1 Milt Orr: to be read again on the paper") == 2
    text = text_of(answer)
    assert answer.status_code == 200
    assert text.count("Game 1 14.1 (2020) A-1") == 2
    assert "A-1 Milt Orr: 2, spread blank" in text
    assert "Decide at the desk" in text
    for event in (first, second):
        desk = reverse("scorecards:crosscheck", args=[tournament.slug, event.slug])
        assert f'href="{desk}?case=1-A-1-A-2#now"' in answer.content.decode()


def test_decided_game_moves_to_the_decided_ones(tournament):
    event = make_referral(tournament)
    found = find(event, 1, "A-1", "A-2")
    override(
        event=event,
        key=key(1, "A-1", "A-2"),
        resolved={
            "A-1": {"points": 2, "plus": 10, "minus": None},
            "A-2": {"points": 0, "plus": None, "minus": 10},
        },
        initials="HJ",
        reason="Both players had pegged out together",
        version=found.version,
        rights=Rights(frozenset({"director"})),
        actor=make_actor(),
    )

    text = text_of(signed_in(make_user(role="director", tournament=tournament)).get(at(tournament)))

    assert "Nothing waits for the head judge." in text
    assert "Both players had pegged out together HJ" in text


def test_page_is_empty_before_anything_is_compared(tournament):
    make_event(tournament=tournament, games=1, entrants=2, seated=True)

    text = text_of(signed_in(make_user(role="judge", tournament=tournament)).get(at(tournament)))

    assert "Nothing waits for the head judge." in text
    assert "You may look" in text


def test_classic_edition_cites_its_own_rule(db):
    tournament = make_tournament("old", edition="classic")
    make_referral(tournament)

    text = text_of(signed_in(make_user(role="director", tournament=tournament)).get(at(tournament)))

    assert "Game 1 13 (classic)" in text


@pytest.mark.parametrize(
    ("role", "status"),
    [("director", 200), ("judge", 200), ("checker", 200), ("registrar", 403), ("viewer", 403), ("", 403)],
)
def test_only_who_may_see_cards_sees_the_page(tournament, role, status):
    make_referral(tournament)

    answer = signed_in(make_user(role=role, tournament=tournament)).get(at(tournament))

    assert answer.status_code == status


def test_visitor_signs_in_first_and_a_private_tournament_stays_unknown(tournament):
    private = make_tournament("private", public=False)

    assert signed_in().get(at(tournament)).status_code == 302
    assert signed_in().get(at(private)).status_code == 404
    assert signed_in(make_user(role="director", tournament=tournament)).get(at(private)).status_code == 404
    assert signed_in(make_user(role="director", tournament=tournament)).post(at(tournament)).status_code == 405
