"""What needs the director at every moment, from the flyer to the books."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from brackets.tests.factories import make_bracket, make_posted_event, win
from hall.desk import reads
from hall.desk.todos import weekend_todos
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.tests.factories import make_card, make_cards
from tournaments.access import Actor, Rights
from tournaments.day.actions.round import call_game, finish_table
from tournaments.entrants.actions.check_in import check_in
from tournaments.entrants.actions.paper import mark_printed
from tournaments.entrants.actions.registrations import RegistrationPlan, send_registration
from tournaments.entrants.reads.paper import sheets_of
from tournaments.models import Entry, Event, Fee, Tournament
from tournaments.money.actions.money import add_fee
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import make_actor, make_entrants, make_event, make_tournament
from tournaments.tests.pages import html_of, in_role

pytestmark = pytest.mark.django_db

DIRECTOR = Rights(frozenset({"director"}))
WEEKS_BEFORE = datetime(2026, 2, 1, 18, tzinfo=UTC)
ON_THE_DAY = datetime(2026, 3, 6, 18, tzinfo=UTC)
CARDS = {"A_1": "A-2 2 +12", "A_2": "A-1 0 -12"}


@pytest.fixture
def tournament() -> Tournament:
    """The first day is March 6, 2026."""
    return make_tournament("sierra")


def fresh(event: Event) -> Event:
    return Event.objects.select_related("tournament").get(pk=event.pk)


def needs(event: Event, now: datetime = ON_THE_DAY, *roles: str) -> list[str]:
    """What the desk says needs somebody with these roles, by default the director; what can wait is in brackets."""
    rights = Rights(frozenset(roles)) if roles else DIRECTOR
    return [todo.title if todo.urgent else f"({todo.title})" for todo in reads.desk(fresh(event), rights, now).needs]


def test_before_there_is_an_event_one_is_to_be_added_and_the_flyer_written(tournament: Tournament) -> None:
    todos = weekend_todos(tournament, DIRECTOR, WEEKS_BEFORE)

    assert [(todo.title, todo.url) for todo in todos] == [
        ("No event is planned yet", "/t/sierra/events/"),
        ("10 things are missing on the flyer", "/t/sierra/flyer/words/"),
    ]
    assert weekend_todos(tournament, Rights(frozenset({"checker"})), WEEKS_BEFORE) == ()


def test_from_the_first_entry_to_the_cross_check(tournament: Tournament) -> None:
    event, actor = make_event(tournament=tournament, games=1), make_actor()
    assert needs(event, WEEKS_BEFORE) == ["Nobody is entered yet", "(11 things are missing on the flyer)"]

    entries = make_entrants(event, 2)
    plan = RegistrationPlan("Ruth Quill", email="ruth@example.org", events=("main",))
    send_registration(tournament=tournament, plan=plan, actor=Actor.of_form())
    assert needs(event, WEEKS_BEFORE) == [
        "1 registration waits for the desk",
        "(Seats to draw)",
        "(11 things are missing on the flyer)",
    ]
    tournament.registrations.update(state="withdrawn")

    assert needs(event) == ["2 players to check in", "(Seats to draw)"]
    check_in(tournament=tournament, player=entries[0].player, actor=actor)
    assert needs(event) == ["1 player is not here yet", "(Seats to draw)"]
    check_in(tournament=tournament, player=entries[1].player, actor=actor)
    assert needs(event) == ["Seats to draw"]

    draw_seats(event=event, tables=None, seed=7, actor=actor)
    assert needs(event) == ["Nothing is printed yet", "Call the first game"]
    assert needs(event, WEEKS_BEFORE) == ["Nothing is printed yet", "(Call the first game)"]
    assert needs(event, ON_THE_DAY, "checker") == []
    Entry.objects.filter(pk=entries[0].pk).update(checked_in_at=None)
    assert needs(event)[0] == "1 player with a seat is not here"
    Entry.objects.filter(pk=entries[0].pk).update(checked_in_at=ON_THE_DAY)

    sheets = {sheet.key: sheet.fingerprint for sheet in sheets_of(fresh(event), "cards")}
    mark_printed(event=event, kind="cards", sheets=sheets, actor=actor)
    assert needs(event) == ["Call the first game"]
    Entry.objects.filter(pk=entries[0].pk).update(name="Milton Orr")
    assert needs(event) == ["1 sheet to print again", "Call the first game"]

    call_game(event=fresh(event), game=1, actor=actor)
    assert needs(event) == ["(Game 1, the last one, is on)"]

    make_card(fresh(event), "A-1", CARDS["A_1"])
    assert needs(event) == ["1 card is not in yet"]
    make_cards(fresh(event), A_2=CARDS["A_2"])
    assert needs(event) == ["Every card is in: begin the cross-check"]
    start_cross_check(event=fresh(event), actor=actor)
    assert needs(event) == ["Everything is settled: post the names"]


def test_while_games_are_played_the_next_one_is_to_be_called_and_early_cards_change_nothing(
    tournament: Tournament,
) -> None:
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    call_game(event=event, game=1, actor=make_actor())
    assert needs(event) == ["(Game 1 of 3 is on)"]

    finish_table(event=fresh(event), table="A", game=1, actor=make_actor())
    assert needs(event) == ["Call game 2"]

    make_card(fresh(event), "A-1", "A-2 2 +12")
    assert needs(event)[0] == "Call game 2"
    assert not [title for title in needs(event) if "not in yet" in title]


def test_from_the_posted_names_to_the_books(tournament: Tournament) -> None:
    posted = make_posted_event(2, tournament=tournament, slug="posted")
    assert needs(posted) == ["The bracket can be drawn"]

    event = make_bracket(2, best_of=1, tournament=tournament)
    Event.objects.filter(slug="posted").update(phase="report")
    assert needs(event) == ["(Set when they start: Final)", "(1 match is ready to begin)"]

    add_fee(event=fresh(event), name="Entry", cents=7500, kind=Fee.Kind.ENTRY, actor=make_actor())
    win(event, 1, "A-1")
    assert needs(event) == ["The report to the ACC", "3 players owe money", "(The books are open)"]
    assert needs(event, ON_THE_DAY, "registrar") == ["3 players owe money"]


def test_the_page_of_the_tournament_asks_each_desk_what_it_needs(tournament: Tournament) -> None:
    make_event(tournament=tournament, entrants=4, seated=True)
    checker, viewer = in_role(tournament, "checker"), in_role(tournament, "viewer")
    ask = "/t/sierra/main/?needs=1"

    assert f'hx-get="{ask}"' in html_of(checker.get("/t/sierra/"))
    assert "needs=1" not in html_of(viewer.get("/t/sierra/"))
    answer = in_role(tournament, "director").get(ask, headers={"HX-Request": "true"})
    assert "Call the first game" in html_of(answer)
    assert "<html" not in html_of(answer)
    assert viewer.get(ask, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
