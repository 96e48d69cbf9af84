"""A ruling that removes a team of a ladder from play (11.4.b): the game in progress is won by the other team, and the ladder goes on."""

from __future__ import annotations

import pytest
from django.urls import reverse

from judging.rulings.actions import Ruled, look_at_removal, remove_player
from scorecards.ladder.actions import next_game, record_result, take_back_result
from scorecards.ladder.reads import ladder_game
from scorecards.sheet.reads.standings import standings
from scorecards.standings.actions.posting import post_qualifiers
from scorecards.tests.factories import sheet
from tournaments.access import Actor, Rights
from tournaments.day.actions.round import undo_day_change
from tournaments.errors import Forbidden, Refused
from tournaments.models import DayChange, Entry, Event, Role
from tournaments.people.actions.people import link_player
from tournaments.reads.entries import entry_at
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db

HEAD = Rights(frozenset({"judge", "head_judge"}))
THREE = ("Ann Lee", "Ben Ray", "Cy Dow")


def a_ladder(teams: int = 6, games: int = 3) -> Event:
    return make_event(tournament=make_tournament("sierra"), games=games, movement="ladder", entrants=teams, seated=True)


def plan(event: Event, seat: str) -> dict[str, object]:
    event.refresh_from_db()
    offender = Entry.objects.with_people().select_related("event__tournament").get(pk=entry_at(event, seat).pk)
    ruled = Ruled("Refused the ruling on the renege.", "Removed from play.", offender=offender, judges=THREE)
    return {"tournament": event.tournament, "event": event, "ruled": ruled, "rights": HEAD, "actor": make_actor()}


def play(event: Event, *winners: str) -> None:
    event.refresh_from_db()
    shown = ladder_game(event)
    for table in shown.tables:
        for winner in set(table.seats) & set(winners):
            record_result(event=event, game=shown.game, table=table.table, winner=winner, points=2, actor=make_actor())


@pytest.mark.parametrize("game", [None, 1])
def test_the_other_team_wins_the_game_in_progress_and_the_ladder_goes_on(game: int | None) -> None:
    event = a_ladder()
    play(event, "A-1")

    ahead = look_at_removal(**plan(event, "A-3"), game=game)
    row = remove_player(**plan(event, "A-3"), game=game, mark=ahead.mark)

    event.refresh_from_db()
    shown = ladder_game(event)
    assert row.removes
    assert [(table.winner, table.points) for table in shown.tables] == [("A-1", 2), ("A-4", 2), (None, None)]
    assert any("A-4" in sentence for sentence in ahead.told)
    assert shown.missing == (3,)
    play(event, "A-5")
    next_game(event=event, actor=make_actor())
    event.refresh_from_db()
    shown = ladder_game(event)
    assert len(shown.tables) == 2
    assert "A-3" not in {seat for table in shown.tables for seat in table.seats}
    points = {row.seat: row.game_points for row in standings(sheet(event)).rows}
    assert (points["A-4"], points["A-3"]) == (2, 0)


def test_a_ladder_with_a_removed_team_is_played_to_its_end_and_posted() -> None:
    event = a_ladder(teams=5, games=2)
    play(event, "A-1")
    remove_player(**plan(event, "A-4"))
    next_game(event=event, actor=make_actor())
    event.refresh_from_db()
    shown = ladder_game(event)
    play(event, *(table.seats[0] for table in shown.tables))
    event.refresh_from_db()

    assert ladder_game(event).finished
    post_qualifiers(event=event, actor=make_actor())
    event.refresh_from_db()
    assert event.posted_at is not None


def test_a_result_that_is_in_stands_when_a_team_is_removed_after_it() -> None:
    event = a_ladder()
    play(event, "A-3")

    with pytest.raises(Refused, match="Game 1 has its result, and it stands"):
        remove_player(**plan(event, "A-3"), game=1)
    remove_player(**plan(event, "A-3"))

    event.refresh_from_db()
    assert ladder_game(event).tables[1].winner == "A-3"
    assert DayChange.objects.get().data["winner"] is None


def test_a_team_that_sits_out_loses_no_game_by_its_removal() -> None:
    event = a_ladder(teams=5)

    remove_player(**plan(event, "A-5"))

    event.refresh_from_db()
    assert ladder_game(event).missing == (1, 2)
    assert entry_at(event, "A-5").status == Entry.Status.WITHDRAWN


def test_a_head_judge_who_plays_for_the_other_team_removes_nobody_from_its_table() -> None:
    event = a_ladder()
    judge = make_user("judith", role=Role.Kind.JUDGE, tournament=event.tournament, is_head=True)
    link_player(entry=entry_at(event, "A-4"), username="judith", actor=make_actor())
    own = {**plan(event, "A-3"), "actor": Actor.of_user(judge)}

    for act in (look_at_removal, remove_player):
        with pytest.raises(Forbidden):
            act(**own)
    assert ladder_game(event).missing == (1, 2, 3)


def test_the_page_of_a_ruling_names_the_team_that_gets_the_game_and_gives_it() -> None:
    event = a_ladder()
    judges = [make_user(f"judge{n}", role=Role.Kind.JUDGE, tournament=event.tournament).get_username() for n in "123"]
    head = signed_in(make_user("hanna", role=Role.Kind.JUDGE, tournament=event.tournament, is_head=True))
    page = reverse("judging:ruling_new", args=["sierra"])
    sent = {
        "call": "none",
        "event": "main",
        "offender_named": "A-3",
        "happened": "Refused the ruling on the renege.",
        "decision": "Removed from play.",
        "rules": "11.4.b",
        "judges": judges,
        "removes": "on",
    }

    looked = head.post(page, sent)
    carried: dict[str, list[str]] = {}
    for name, value in looked.context["carried"]:
        carried.setdefault(name, []).append(value)
    head.post(page, carried)

    assert f"A-4 {entry_at(event, 'A-4').name}" in text_of(looked)
    event.refresh_from_db()
    assert ladder_game(event).tables[1].winner == "A-4"


def test_an_undone_removal_lets_the_team_play_on_and_the_result_is_taken_back_on_the_ladder() -> None:
    event = a_ladder()
    remove_player(**plan(event, "A-3"))

    undo_day_change(change=DayChange.objects.get(), reason="Wrong team", actor=make_actor())
    event.refresh_from_db()
    assert entry_at(event, "A-3").status == Entry.Status.PLAYING
    assert take_back_result(event=event, game=1, table=2, actor=make_actor())
    assert ladder_game(event).missing == (1, 2, 3)
