"""Somebody who came over to the consolation and is in the playoffs of the main event again: both desks say so until it is mended."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from brackets.matches.actions.moving import move_over
from brackets.matches.actions.playing import take_back_game
from brackets.tests.factories import make_bracket, make_posted_event, win
from hall.desk import reads
from hall.desk.todos import Todo
from tournaments.access import Rights
from tournaments.entrants.actions.entrants import remove_entrant
from tournaments.models import AuditEntry, Entry, Event, Tournament
from tournaments.reads.entries import entry_at
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, text_of

pytestmark = pytest.mark.django_db

FROM_MAIN = "consolation/entrants/from/main/"


@pytest.fixture
def t() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def main(t: Tournament) -> Event:
    """Four qualifiers at A-1 to A-4, of whom A-4 is out in the semifinals; A-5 did not qualify."""
    event = make_bracket(4, best_of=1, tournament=t)
    win(event, 1, "A-1")
    return event


@pytest.fixture
def consolation(t: Tournament, main: Event) -> Event:
    """Those two have come over to it."""
    event = make_event(tournament=t, slug="consolation", kind="consolation", games=1)
    move_over(event=event, source=main, seats={4: "", 5: ""}, out_in=1, actor=make_actor())
    return event


def take_back(main: Event) -> None:
    """The match that A-4 had lost."""
    take_back_game(event=main, match=1, game=1, actor=make_actor())


def todos_of(t: Tournament, slug: str) -> list[Todo]:
    """What this desk says of people who are in two events at once."""
    event = t.events.select_related("tournament").get(slug=slug)
    desk = reads.desk(event, Rights(frozenset({"director"})), timezone.now())
    return [one for one in desk.todos if " in the playoffs of Main event " in one.title]


def test_both_desks_name_who_is_in_both_and_lead_to_where_they_are_taken_off(
    t: Tournament, main: Event, consolation: Event
) -> None:
    client = in_role(t, "director")
    assert todos_of(t, "main") == todos_of(t, "consolation") == []

    take_back(main)
    win(main, 1, "A-4")

    name, player = entry_at(main, "A-4").name, entry_at(main, "A-4").player_id
    told = f"{name} is in the playoffs of Main event and entered in Consolation"
    number = consolation.entries.get(player=player).number
    for slug in ("main", "consolation"):
        (todo,) = todos_of(t, slug)
        assert todo.title == told
        assert "take them off the list of Consolation" in todo.text
        assert todo.url == f"/t/sierra/consolation/entrants/{number}/"
        assert told in text_of(client.get(f"/t/sierra/{slug}/"))
    remove_entrant(event=consolation, number=number, actor=make_actor())
    assert todos_of(t, "main") == todos_of(t, "consolation") == []


def test_the_page_of_those_who_come_over_says_so_too_and_so_does_the_api(
    t: Tournament, main: Event, consolation: Event
) -> None:
    told = "is in the playoffs of Main event and entered in Consolation. Take them out of the one"
    client, program = in_role(t, "director"), api_of(make_user(role="director", tournament=t))
    api = f"/api/v1/tournaments/sierra/events/{FROM_MAIN}"
    assert told not in text_of(client.get(f"/t/sierra/{FROM_MAIN}"))
    assert told not in program.get(api).text

    take_back(main)

    page = client.get(f"/t/sierra/{FROM_MAIN}")
    number = consolation.entries.get(player=entry_at(main, "A-4").player_id).number
    assert text_of(page).count(told) == 1
    assert f'href="/t/sierra/consolation/entrants/{number}/"' in page.text
    assert program.get(api).text.count(told) == 1


@pytest.mark.parametrize("status", ["no_show", "withdrawn"])
def test_once_seats_are_drawn_they_are_marked_there(
    t: Tournament, main: Event, consolation: Event, status: str
) -> None:
    draw_seats(event=consolation, actor=make_actor())
    take_back(main)

    (todo,) = todos_of(t, "consolation")

    assert "mark them in Consolation as a no-show" in todo.text
    Entry.objects.filter(event=consolation, player=entry_at(main, "A-4").player_id).update(
        status=status, status_reason="Plays in the main event"
    )
    assert todos_of(t, "main") == todos_of(t, "consolation") == []


def test_once_it_is_posted_only_who_is_in_the_playoffs_of_both_is_named(t: Tournament, main: Event) -> None:
    posted = make_posted_event(2, tournament=t, slug="consolation")
    seats = ("A-4", "A-3", "A-1")
    for entry, seat in zip(Entry.objects.of(posted).order_by("number"), seats, strict=True):
        Entry.objects.filter(pk=entry.pk).update(player=entry_at(main, seat).player_id)
    came = {str(number): seat for number, seat in enumerate(seats, start=1)}
    AuditEntry.objects.create(
        tournament=t,
        event=posted,
        actor_kind="command",
        actor_key="tests",
        actor_name="Tests",
        action="entrants.came-over",
        subject_kind="event",
        subject_key="main",
        after={"people": came},
    )
    assert len(todos_of(t, "main")) == 1

    take_back(main)

    assert [todo.label for todo in todos_of(t, "consolation")] == ["Open the bracket"] * 2
    win(main, 1, "A-1")
    win(main, 2, "A-2")
    assert todos_of(t, "main") == todos_of(t, "consolation") == []


def test_an_open_desk_learns_who_is_in_both_events_without_a_change_of_its_own_event(
    t: Tournament, main: Event, consolation: Event
) -> None:
    client = in_role(t, "director")
    for changed, desk in ((main, "consolation"), (consolation, "main")):
        state = re.search(r'\?v=([^"&]+)&amp;desk=1', client.get(f"/t/sierra/{desk}/").text)
        assert state is not None
        poll, headers = {"desk": "1", "v": state[1]}, {"HX-Request": "true"}
        assert client.get(f"/t/sierra/{desk}/", poll, headers=headers).status_code == 204

        changed.touch()

        assert client.get(f"/t/sierra/{desk}/", poll, headers=headers).status_code == 200
