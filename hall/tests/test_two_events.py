"""A main event in its playoffs and its consolation in play, both at once, with the same people in both."""

from __future__ import annotations

import pytest
from django.test import Client

from brackets.bracket.reads.drawn import match
from brackets.matches.actions.moving import move_over
from brackets.matches.reads.moving import moving
from brackets.tests.factories import make_bracket, win
from hall.exchange import reads
from hall.exchange.actions import import_tournament
from hall.exchange.text import write_document
from scorecards.models import Scorecard
from scorecards.tests.factories import make_card
from tournaments.access import Actor
from tournaments.day.actions.round import call_game
from tournaments.models import Entry, Event, Player, Tournament
from tournaments.money.actions.money import add_fee
from tournaments.money.reads.money import accounts
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import html_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def t() -> Tournament:
    """Eight qualified, four are out in round 1; these and the one who did not qualify play the consolation."""
    t = make_tournament("sierra")
    main = make_bracket(8, best_of=1, tournament=t)
    for number in range(1, 5):
        win(main, number, match(main, number).sides[0].seat)
    consolation = make_event(tournament=t, slug="consolation", kind="consolation", games=3)
    add_fee(event=consolation, kind="entry", name="Entry", cents=2000, actor=make_actor())
    offered = moving(consolation, main, 1).offered
    move_over(event=consolation, source=main, seats={one.number: "" for one in offered}, out_in=1, actor=make_actor())
    draw_seats(event=consolation, seed=7, actor=make_actor())
    return t


def test_what_is_done_in_one_leaves_the_other_as_it_is(t: Tournament) -> None:
    main, consolation = t.events.get(slug="main"), t.events.get(slug="consolation")
    call_game(event=consolation, game=1, actor=make_actor())
    before = main.revision

    make_card(consolation, "A-1", "A-2 2 +12")

    assert Event.objects.get(pk=main.pk).revision == before
    assert Scorecard.objects.filter(entry__event=main).count() == 0
    win(main, 5, "A-1")
    assert Event.objects.get(pk=main.pk).phase == "playoffs"
    assert Event.objects.get(pk=consolation.pk).phase == "qualifying"


def test_somebody_in_both_has_a_seat_in_each_and_one_account(t: Tournament) -> None:
    both = Player.objects.filter(entries__event__slug="main").filter(entries__event__slug="consolation").distinct()

    assert both.count() == 5
    for player in both:
        entries = Entry.objects.filter(player=player)
        assert entries.count() == 2
        assert all(entry.seat for entry in entries)
        [account] = accounts(t, player.pk)
        assert (account.account.charged, len(account.entries)) == (2000, 2)


def test_each_desk_leads_to_the_other_and_says_which_it_is(t: Tournament) -> None:
    client = Client()
    client.force_login(make_user(role="director", tournament=t))

    for here, there in (("main", "consolation"), ("consolation", "main")):
        page = client.get(f"/t/sierra/{here}/")
        html = html_of(page)
        assert f'href="/t/sierra/{here}/" aria-current="page"' in html
        assert f'href="/t/sierra/{there}/"' in html
        assert "Main event Playoffs" in text_of(page)
        assert "Consolation Seating" in text_of(page)


def test_an_event_alone_has_a_desk_without_a_choice() -> None:
    event = make_event(tournament=make_tournament("alone"))
    client = Client()
    client.force_login(make_user(role="director", tournament=event.tournament))

    assert 'class="switcher"' not in client.get("/t/alone/main/").content.decode()


def test_both_come_through_the_document_with_the_same_people(t: Tournament) -> None:
    document = {**reads.tournament_document(t), "slug": "copy"}

    copied = import_tournament(document=document, actor=Actor.of_command("test"))

    assert write_document(reads.tournament_document(copied)) == write_document(document)
    assert Player.objects.filter(entries__event__tournament=copied).distinct().count() == 9
