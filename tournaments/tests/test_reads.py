"""What is shown of tournaments, events, entrants and the schedule, and how many questions the database is asked."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from tournaments.day.actions.status import set_status
from tournaments.day.reads import schedule as schedule_reads
from tournaments.day.reads import summaries as summaries_reads
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.reads import entrants as entrants_reads
from tournaments.models import Event
from tournaments.plan import EventPlan
from tournaments.reads import entries as entries_reads
from tournaments.tests.factories import make_actor, make_entrants, make_event, make_tournament
from tournaments.venue.reads import tournaments as tournaments_reads

pytestmark = pytest.mark.django_db


def mark(event: Event, number: int, status: str) -> None:
    set_status(entry=event.entries.get(number=number), status=status, reason="Ill", actor=make_actor())


@pytest.mark.parametrize(
    ("entrants", "games", "tables", "rounds"),
    [
        pytest.param(8, 7, [8], 7, id="even: as many as games"),
        pytest.param(7, 6, [7], 7, id="odd: one more"),
        pytest.param(12, 5, [6, 6], 5, id="two even tables"),
        pytest.param(13, 5, [7, 6], 6, id="one of two is odd"),
        pytest.param(23, 22, [23], 23, id="twenty-two games and an empty seat"),
    ],
)
def test_an_event_takes_as_many_rounds_as_its_tables_need(
    entrants: int, games: int, tables: list[int], rounds: int
) -> None:
    event = make_event(entrants=entrants, games=games, tables=tables, seated=True)

    assert schedule_reads.rounds(event) == rounds
    assert max(pairing.game for pairing in schedule_reads.schedule(event)) == rounds


@pytest.mark.parametrize(("entrants", "rounds"), [(0, 5), (8, 5), (9, 6)])
def test_before_the_draw_the_number_of_entrants_says_how_many_rounds(entrants: int, rounds: int) -> None:
    assert schedule_reads.rounds(make_event(entrants=entrants, games=5)) == rounds


@pytest.mark.parametrize(("entrants", "rounds"), [(8, 5), (9, 6)])
def test_without_a_movement_an_odd_table_takes_one_round_more_too(entrants: int, rounds: int) -> None:
    assert schedule_reads.rounds(make_event(entrants=entrants, games=5, movement="none", seated=True)) == rounds


def test_rounds_that_the_director_set_stand() -> None:
    assert schedule_reads.rounds(make_event(entrants=8, games=5, rounds=7, seated=True)) == 7


def test_a_no_show_makes_an_even_table_odd() -> None:
    event = make_event(entrants=8, games=5, seated=True)

    mark(event, 3, "no_show")

    assert schedule_reads.rounds(event) == 6
    assert all(len(games) == 5 for games in (schedule_reads.counted_games(event) or {}).values())


def test_an_odd_table_has_one_sit_out_a_round() -> None:
    event = make_event(entrants=7, games=6, seated=True)

    sit_outs = [pairing for pairing in schedule_reads.schedule(event) if None in pairing.players]

    assert [pairing.game for pairing in sit_outs] == list(range(1, 8))
    assert {pairing.players[0] for pairing in sit_outs} == {f"A-{n}" for n in range(1, 8)}


def test_the_schedule_of_one_game() -> None:
    event = make_event(entrants=4, games=3, seated=True)

    assert [pairing.players for pairing in schedule_reads.schedule(event, 1)] == [("A-1", "A-2"), ("A-3", "A-4")]
    assert schedule_reads.schedule(event, 4) == ()


def test_there_is_no_schedule_before_the_draw_nor_without_a_movement() -> None:
    assert schedule_reads.schedule(make_event(entrants=4)) == ()
    assert schedule_reads.schedule(make_event(entrants=4, movement="none", seated=True)) == ()


def test_first_deals_are_cut_for_or_announced() -> None:
    cut = make_event(entrants=4, games=3, seated=True)
    alternate = make_event(entrants=4, games=3, deal="alternate", seated=True)

    assert {pairing.first_deal for pairing in schedule_reads.schedule(cut)} == {None}
    assert None not in {pairing.first_deal for pairing in schedule_reads.schedule(alternate)}


def test_counted_games_are_the_first_of_a_card_without_a_movement() -> None:
    assert schedule_reads.counted_games(make_event(entrants=4, movement="none", seated=True)) is None


def test_the_summary_of_an_event_counts_who_started_and_the_quota() -> None:
    event = make_event(entrants=9, games=3, tables=[9], seated=True)
    mark(event, 1, "no_show")
    mark(event, 2, "withdrawn")

    summary = summaries_reads.summary(event)

    assert (summary.slug, summary.kind, summary.deal, summary.movement) == ("main", "main", "cut", "anchor")
    assert (summary.phase, summary.entrants, summary.quota) == ("seating", 8, 2)


def test_entrants_come_in_seat_order_and_those_without_a_seat_last() -> None:
    event = make_event(
        entrants=[
            EntrantPlan("Fifth"),
            EntrantPlan("Fourth", seat="AA-1"),
            EntrantPlan("Second", seat="A-10"),
            EntrantPlan("Third", seat="B-1"),
            EntrantPlan("First", seat="A-9"),
        ]
    )

    assert [entry.name for entry in entries_reads.entrants(event)] == ["First", "Second", "Third", "Fourth", "Fifth"]


@pytest.mark.parametrize("key", ["A-2", "2"])
def test_an_entrant_is_found_by_seat_and_by_number(key: str) -> None:
    event = make_event(entrants=4, seated=True)

    entry = entries_reads.entry_at(event, key)

    assert entry is not None
    assert entry.number == 2


@pytest.mark.parametrize("key", ["", "A-02", "a-2", "A-9", "0", "99", "9" * 40, "²", "A-\0", "-1", "A-2 "])
def test_what_names_nobody_finds_nobody(key: str) -> None:
    assert entries_reads.entry_at(make_event(entrants=4, seated=True), key) is None


def test_youths_and_adults_share_a_number() -> None:
    event = make_event(
        entrants=[EntrantPlan("Milt Orr", "HI296"), EntrantPlan("Dale Ashby", "HI296Y"), EntrantPlan("Edie", "NV1")]
    )

    assert entrants_reads.duplicate_members(event) == {"HI296"}


# --- Lists cost the same however long they are -----------------------------------------------------------------------


def make_weekends(number: int) -> None:
    for _weekend in range(number):
        tournament = make_tournament(events=[EventPlan("consolation", kind="consolation", games=9)])
        make_event(tournament=tournament, entrants=4, seated=True)
        make_event(tournament=tournament, slug="satellite", entrants=5, seated=True)


@pytest.mark.parametrize("weekends", [1, 3])
def test_a_list_of_tournaments_takes_seven_queries(weekends: int, django_assert_num_queries: Any) -> None:
    make_weekends(weekends)

    with django_assert_num_queries(7):
        shown = tournaments_reads.tournament_summaries(list(tournaments_reads.visible_tournaments(AnonymousUser())))

    assert len(shown) == weekends
    assert [event.rounds for event in shown[0].events] == [9, 3, 4]


@pytest.mark.parametrize("entrants", [4, 24])
def test_a_schedule_takes_three_queries(entrants: int, django_assert_num_queries: Any) -> None:
    event = make_event(entrants=entrants, games=3, seated=True)

    with django_assert_num_queries(3):
        schedule_reads.schedule(event)


@pytest.mark.parametrize("entrants", [1, 3])
def test_entering_people_costs_the_same_however_many(entrants: int, django_assert_max_num_queries: Any) -> None:
    event = make_event()

    with django_assert_max_num_queries(15):
        make_entrants(event, entrants)
