"""Seats drawn with relatives apart, a draft that is published as it was looked at, and people who change places."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournaments.day.actions.round import call_game, change_day, undo_day_change
from tournaments.day.reads.round import DayPlan, What
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.errors import Malformed, Refused
from tournaments.models import AuditEntry, Entry, Event, Player, Relation
from tournaments.models.lengths import MAX_ROUNDS
from tournaments.rotation.rules import draw
from tournaments.seating import actions as seats_actions
from tournaments.seating.reads.draw import draw_of, entered, proof_of, published_proof
from tournaments.tests.factories import make_actor, make_event, make_tournament

pytestmark = pytest.mark.django_db


def people_of(event: Event) -> list[Entry]:
    return list(event.entries.select_related("player").order_by("number"))


def relate(event: Event, one: int, other: int, kind: str = "family") -> None:
    first, second = sorted(event.entries.get(number=number).player_id for number in (one, other))
    Relation.objects.create(tournament=event.tournament, one_id=first, other_id=second, kind=kind, noted_by="x")


def table_of(event: Event, number: int) -> str | None:
    return event.entries.get(number=number).table


def swap(event: Event, one: str, other: str) -> dict[str, int]:
    return seats_actions.swap_seats(event=event, one=one, other=other, actor=make_actor())


def test_a_draw_without_relations_is_the_plain_draw() -> None:
    event = make_event(games=3, entrants=12)

    drawn = seats_actions.draw_seats(event=event, tables=[6, 6], seed=7, actor=make_actor())

    assert drawn == draw.draw_seats(range(1, 13), {}, [6, 6], seed=7)


@pytest.mark.parametrize("seed", range(6))
def test_relatives_and_clubmates_are_drawn_to_different_tables(seed: int) -> None:
    event = make_event(games=3, entrants=12)
    relate(event, 1, 2)
    relate(event, 3, 4, "partner")
    Player.objects.filter(pk__in=[one.player_id for one in people_of(event)[4:6]]).update(club="Reno Pegs")

    seats_actions.draw_seats(event=event, tables=[6, 6], seed=seed, actor=make_actor())

    for one, other in ((1, 2), (3, 4), (5, 6)):
        assert table_of(event, one) != table_of(event, other)
    assert published_proof(Event.objects.get(pk=event.pk)).together == ()


@pytest.mark.parametrize(("games", "meet"), [(3, False), (7, True)])
def test_a_club_is_one_whatever_its_capitals_and_blanks_and_no_trouble_where_nobody_meets(
    games: int, meet: bool
) -> None:
    event = make_event(games=games, entrants=8)
    first, second = people_of(event)[:2]
    Player.objects.filter(pk=first.player_id).update(club="Reno  pegs")
    Player.objects.filter(pk=second.player_id).update(club="Reno Pegs")

    drawn = draw_of(event, entered(event), [8], 7, most_rounds=MAX_ROUNDS)

    sentences = proof_of(event, drawn, entered(event)).together
    assert ["Table A, Reno" in sentence and "to meet do so in game" in sentence for sentence in sentences] == [
        True
    ] * meet


def test_a_draft_is_published_as_it_was_looked_at() -> None:
    event = make_event(games=3, entrants=12)
    relate(event, 1, 2)
    drawn = draw_of(event, entered(event), [6, 6], 9, most_rounds=MAX_ROUNDS)

    seats = seats_actions.draw_seats(event=event, tables=[6, 6], seed=9, draft=drawn.mark, actor=make_actor())

    assert seats == drawn.seats


def test_a_draft_that_would_come_out_otherwise_by_now_is_refused() -> None:
    event = make_event(games=3, entrants=12)
    drawn = draw_of(event, entered(event), [6, 6], 9, most_rounds=MAX_ROUNDS)
    event.entries.get(number=12).delete()

    with pytest.raises(Refused) as refused:
        seats_actions.draw_seats(event=event, tables=[6, 6], seed=9, draft=drawn.mark, actor=make_actor())

    assert refused.value.code == "stale"
    assert not Event.objects.get(pk=event.pk).is_seated


def test_two_people_change_places_and_the_trail_says_so() -> None:
    event = make_event(games=3, entrants=8, seated=True)

    assert swap(event, "A-1", "a7") == {"A-7": 1, "A-1": 7}

    assert (event.entries.get(number=1).seat, event.entries.get(number=7).seat) == ("A-7", "A-1")
    row = AuditEntry.objects.get(action="seats.swapped")
    assert (row.subject_key, row.before, row.after) == (
        "A-1 A-7",
        {"seats": {"A-1": 1, "A-7": 7}},
        {"seats": {"A-7": 1, "A-1": 7}},
    )


def test_somebody_moves_to_an_empty_seat() -> None:
    event = make_event(games=3, entrants=7, seated=True)

    assert swap(event, "A-8", "A-2") == {"A-8": 2}

    assert sorted(event.entries.values_list("seat_number", flat=True)) == [1, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("one", "other", "field"), [("x", "A-1", "one"), ("A-1", "A-1", "other"), ("A-8", "A-10", "other")]
)
def test_seats_that_cannot_be_changed_are_named(one: str, other: str, field: str) -> None:
    event = make_event(games=3, entrants=7, seated=True)

    with pytest.raises(Refused) as refused:
        swap(event, one, other)

    assert [fault.field for fault in refused.value.faults] == [field]


def test_nobody_at_either_seat_is_told() -> None:
    event = make_event(games=3, entrants=10, tables=[5, 5], seated=True)

    with pytest.raises(Malformed) as refused:
        swap(event, "A-6", "B-6")

    (fault,) = refused.value.faults
    assert (fault.field, fault.message) == (
        "one",
        "Nobody sits at either of these seats. Name somebody’s seat.",
    )


def test_a_move_that_leaves_a_table_too_small_is_refused_with_the_numbers() -> None:
    event = make_event(games=4, entrants=10, tables=[5, 5], seated=True)

    with pytest.raises(Refused, match="table A has 4") as refused:
        swap(event, "A-5", "B-6")

    assert refused.value.code == "impossible"
    assert event.entries.get(number=5).seat == "A-5"


def test_nobody_changes_places_before_the_draw_or_after_the_first_card() -> None:
    event = make_event(games=3, entrants=8)
    with pytest.raises(Refused) as early:
        swap(event, "A-1", "A-2")
    seats_actions.draw_seats(event=event, seed=7, actor=make_actor())
    Event.objects.filter(pk=event.pk).update(cards_begun_at=Event.objects.get(pk=event.pk).registration_closed_at)

    with pytest.raises(Refused) as late:
        swap(event, "A-1", "A-2")

    assert (early.value.code, late.value.code) == ("not_seated", "begun")


@pytest.mark.parametrize("movement", ["anchor", "two_games"])
@pytest.mark.parametrize("entrants", [12, 23, 47])
def test_the_proof_holds_what_the_plan_promises(movement: str, entrants: int) -> None:
    event = make_event(
        games=8, entrants=entrants, movement=movement, deal="alternate", sit_outs_reason="All want to play"
    )
    people = entered(event)

    drawn = draw_of(event, people, None, 5, most_rounds=MAX_ROUNDS)
    proof = proof_of(event, drawn, people)

    assert proof.players == entrants
    assert {(line.games, line.repeats) for line in proof.lines()} == {(8, 0)}
    assert {line.opponents for line in proof.lines()} == {4 if movement == "two_games" else 8}
    assert {line.first_deals for line in proof.lines()} <= {3, 4, 5}
    assert proof.short == ()
    seats_actions.draw_seats(event=event, seed=5, actor=make_actor())
    assert published_proof(Event.objects.get(pk=event.pk)) == proof


def test_a_proof_takes_few_queries_however_many_there_are() -> None:
    tournament = make_tournament("sierra")
    event = make_event(tournament=tournament, games=9, entrants=48, seated=True)

    with CaptureQueriesContext(connection) as queries:
        published_proof(event)

    assert len(queries) <= 5


def test_a_club_is_what_was_said_of_it_last() -> None:
    event = make_event()
    enter_entrants(event=event, entrants=[EntrantPlan("Milt Orr", "HI296", club="Reno Pegs")], actor=make_actor())
    (entry,) = enter_entrants(
        event=make_event(tournament=event.tournament, slug="late"),
        entrants=[EntrantPlan("Milt Orr", "HI296", club="Sparks 29ers")],
        actor=make_actor(),
    )

    assert entry.player.club == "Sparks 29ers"
    assert Player.objects.get(name="Milt Orr").club == "Sparks 29ers"
    assert AuditEntry.objects.last().after["entrants"][0]["club"] == "Sparks 29ers"


@pytest.mark.parametrize("what", ["leaves", "away", "substitute", "award"])
def test_people_do_not_change_places_while_something_is_noted_for_their_seat(what: str) -> None:
    """It is kept by the seat, and would be somebody else's then."""
    event = make_event(games=5, entrants=8, seated=True)
    if what == "award":
        call_game(event=event, game=1, actor=make_actor())
    plan = {
        "leaves": DayPlan(What.LEAVES, seat="A-2", first=3),
        "away": DayPlan(What.AWAY, seat="A-2", first=2, last=3),
        "substitute": DayPlan(What.SUBSTITUTE, seat="A-2", first=2, name="Zed Sub"),
        "award": DayPlan(What.AWARD, seat="A-2", first=1),
    }[what]
    event.refresh_from_db()
    change = change_day(event=event, plan=plan, reason="So it was", actor=make_actor())
    if what == "award":
        call_game(event=Event.objects.get(pk=event.pk), game=None, actor=make_actor())

    with pytest.raises(Refused) as refused:
        swap(event, "A-2", "A-5")

    assert refused.value.code == "not_ready"
    assert "Undo it on the page of the round, let them change places, and note it again." in refused.value.message
    assert change is not None
    undo_day_change(change=change, reason="To change places", actor=make_actor())
    assert set(swap(event, "A-2", "A-5")) == {"A-2", "A-5"}
