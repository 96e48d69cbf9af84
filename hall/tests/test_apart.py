"""A table that was mixed up: whoever goes, comes or comes back later lets nobody meet again, and the mix-up can be taken back."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from hall.demonstration.simulator import Chance
from hall.desk.actions import reopen_phase
from hall.exchange.actions import import_tournament
from hall.exchange.reads import tournament_document
from scorecards.sheet.reads.earlier import acts
from scorecards.sheet.rules.replay import DAY_CHANGE, rebuild
from scorecards.tests.factories import make_card
from tournaments.day.actions.round import call_game, change_day, look_ahead, undo_day_change, undo_no_show
from tournaments.day.reads import schedule as schedule_reads
from tournaments.day.reads.round import DayPlan, What, ground_of, noted_while, planned_pairs, ways_on
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.errors import Refused
from tournaments.models import DayChange, Event, Tournament
from tournaments.rotation.rules.mixup import met_again
from tournaments.rotation.rules.movements import PLANS, Movement, Pairing
from tournaments.rotation.rules.proof import meetings
from tournaments.rules.seat import parse_seat
from tournaments.seating.actions import draw_seats
from tournaments.tests.cases import often
from tournaments.tests.factories import make_actor, make_event, make_tournament
from tournaments.tests.pages import in_role, of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def director(tournament: Tournament) -> Client:
    return in_role(tournament, "director")


def call(event: Event, *games: int) -> None:
    for game in games:
        call_game(event=event, game=game, actor=make_actor())
    event.refresh_from_db()


def do(event: Event, plan: DayPlan) -> DayChange | None:
    made = change_day(event=event, plan=plan, reason="It happened", actor=make_actor())
    event.refresh_from_db()
    return made


def swapped(event: Event, game: int, one: int, two: int, way: str = "") -> DayPlan:
    """These two sat in each other's seats in this game; the first way on where none is named."""
    instead = {one: two, two: one}
    on = ground_of(event)
    planned = planned_pairs(on, "A", game)
    met = tuple((instead.get(here, here), instead.get(there, there)) for here, there in planned)
    plan = DayPlan(What.COURSE, table="A", game=game, met=met)
    return DayPlan(What.COURSE, table="A", game=game, met=met, way=way or ways_on(on, plan)[0].way)


def schedule(event: Event) -> list[Pairing]:
    event.refresh_from_db()
    return list(schedule_reads.schedule(event))


def again_after(event: Event, game: int) -> int:
    """How many games after this one are between two who met before."""
    return len(met_again(schedule_reads.schedule(event), PLANS[Movement(event.movement)], game))


def undo(change: DayChange) -> None:
    undo_day_change(change=change, reason="A slip", actor=make_actor())


def refusal(change: DayChange) -> Refused:
    with pytest.raises(Refused) as caught:
        undo(change)
    return caught.value


def boards(event: Event, game: int, without: str = "") -> set[tuple[int, frozenset[str | None]]]:
    """Who met whom in each game up to this one, the games of one person and sit-outs aside."""
    met = {(one.game, frozenset(one.players)) for one in schedule_reads.schedule(event) if one.game <= game}
    return {(at, players) for at, players in met if not players & {None, without}}


@pytest.fixture
def mixed_up(tournament: Tournament) -> Event:
    """Twelve people at one table, nine games each; seats 8 and 12 were swapped in the first one, which is on."""
    event = make_event(tournament=tournament, games=9, entrants=12, seated=True, deal="alternate")
    call(event, 1)
    do(event, swapped(event, 1, 8, 12))
    assert again_after(event, 0) == 0
    return event


@pytest.mark.parametrize(
    "plan",
    [
        DayPlan(What.LEAVES, seat="A-4", first=2),
        DayPlan(What.AWAY, seat="A-4", first=2, last=4),
        DayPlan(What.NO_SHOW, seat="A-4"),
    ],
)
@pytest.mark.parametrize("called", [1, 3])
def test_a_departure_after_a_mix_up_makes_nobody_meet_again(
    mixed_up: Event, director: Client, plan: DayPlan, called: int
) -> None:
    call(mixed_up, *range(2, called + 1))
    before = boards(mixed_up, called, without="A-4")
    said = {"seat": plan.seat, "first": str(plan.first), "last": str(plan.last)}

    seen = director.get(of("day_change", mixed_up, plan.what), said)
    _on, outlook = look_ahead(mixed_up, plan)
    do(mixed_up, plan)

    assert "meet somebody again" not in text_of(seen)
    assert again_after(mixed_up, 0) == 0
    given = {one.seat: one.games for one in meetings(schedule_reads.schedule(mixed_up), Movement.ANCHOR)}
    assert {games for seat, games in given.items() if seat != "A-4"} == {9}
    assert outlook.rounds_after == schedule_reads.rounds(mixed_up)
    assert boards(mixed_up, called, without="A-4") == before


# --- A mix-up taken back ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("called", [1, 2, 3, 6, 9])
def test_a_mix_up_is_taken_back_whatever_was_called_since(mixed_up: Event, director: Client, called: int) -> None:
    call(mixed_up, *range(2, called + 1))
    since = {one for one in boards(mixed_up, called) if one[0] > 1}
    change = mixed_up.day_changes.get()
    address = of("undo_day_change", mixed_up, change.number)

    seen = director.get(address)
    sent = {"reason": "They had not swapped", "mark": seen.context["outlook"].mark}
    done = director.post(address, sent)

    assert (seen.status_code, done.status_code) == (200, 302)
    assert {one for one in boards(mixed_up, called) if one[0] > 1} == since
    assert {(1, frozenset({"A-7", "A-8"})), (1, frozenset({"A-11", "A-12"}))} <= boards(mixed_up, 1)
    assert again_after(mixed_up, called) == 0
    assert {one.games for one in meetings(schedule_reads.schedule(mixed_up), Movement.ANCHOR)} == {9}


def test_what_is_left_of_a_mix_up_is_named_with_a_cure_that_works(mixed_up: Event) -> None:
    call(mixed_up, 2)
    undo(mixed_up.day_changes.get())
    left = mixed_up.day_changes.get(undone_at=None)

    found = refusal(left)
    do(mixed_up, swapped(mixed_up, 1, 8, 12))

    assert found.code == "begun"
    assert "So nothing is left to undo. If people sat differently in a game" in found.message
    assert "choose Mixed-up rotation and write who really sat where" in found.message
    assert (1, frozenset({"A-7", "A-12"})) in boards(mixed_up, 1)
    assert again_after(mixed_up, 2) == 0


def test_cards_that_say_who_swapped_keep_that_game_and_are_named(mixed_up: Event) -> None:
    call(mixed_up, 2)
    make_card(mixed_up, "A-8", "1: A-11 2 +10")
    change = mixed_up.day_changes.get()

    found = refusal(change)
    make_card(mixed_up, "A-8", "1: A-7 2 +10")
    undo(change)

    assert found.code == "begun"
    assert "Cards say already that these games went as they stand: A-8 game 1 names A-11." in found.message
    assert "If a line is typed wrongly, correct it first" in found.message
    assert (1, frozenset({"A-7", "A-8"})) in boards(mixed_up, 1)


def test_the_older_of_two_mix_ups_is_taken_back_once_both_were_played_by(mixed_up: Event) -> None:
    older = mixed_up.day_changes.get()
    call(mixed_up, 2)
    do(mixed_up, swapped(mixed_up, 2, 3, 9))
    newer = mixed_up.day_changes.get(number=2)
    assert refusal(older).code == "stands"
    call(mixed_up, 3)
    since = {one for one in boards(mixed_up, 3) if one[0] > 1}

    undo(older)

    assert {one for one in boards(mixed_up, 3) if one[0] > 1} == since
    assert (1, frozenset({"A-7", "A-8"})) in boards(mixed_up, 1)
    assert again_after(mixed_up, 3) == 0
    undo(newer)
    assert again_after(mixed_up, 3) == 0


def test_a_mix_up_is_taken_back_although_a_later_departure_rerouted_its_table(
    mixed_up: Event,
) -> None:
    mix_up = mixed_up.day_changes.get()
    left = do(mixed_up, DayPlan(What.LEAVES, seat="A-4", first=2))
    assert left is not None
    assert "rounds" in left.data
    assert refusal(mix_up).message == "Because of number 2 table A goes on another way since. Undo number 2 first."
    call(mixed_up, 2)
    since = {one for one in boards(mixed_up, 2) if one[0] == 2}

    undo(mix_up)

    assert {one for one in boards(mixed_up, 2) if one[0] == 2} == since
    assert again_after(mixed_up, 2) == 0
    undo(left)
    assert {one for one in boards(mixed_up, 2) if one[0] == 2} == since
    assert again_after(mixed_up, 2) == 0
    assert "A-4" in {player for one in schedule_reads.schedule(mixed_up) if one.game == 3 for player in one.players}


def test_when_somebody_left_is_corrected_although_the_table_went_on_otherwise_and_a_substitute_plays_on(
    mixed_up: Event,
) -> None:
    call(mixed_up, 2)
    left = do(mixed_up, DayPlan(What.LEAVES, seat="A-4", first=4))
    sub = do(mixed_up, DayPlan(What.SUBSTITUTE, seat="A-4", first=5, name="Otto Vance"))
    assert left is not None
    assert sub is not None
    assert ("pairs" in left.data, "pairs" in sub.data) == (True, False)
    before = schedule(mixed_up)

    with pytest.raises(Refused) as caught:
        do(mixed_up, DayPlan(What.LEAVES, seat="A-4", first=3))

    assert (caught.value.code, schedule(mixed_up)) == ("stands", before)
    assert f"Undo number {left.number} on the page of the round first, then say when they left." in caught.value.message
    # The cure works, and the substitute plays on.
    undo(left)
    do(mixed_up, DayPlan(What.LEAVES, seat="A-4", first=3))
    assert {one.game for one in schedule(mixed_up) if "A-4" in one.players} >= {1, 2, *range(5, 10)}
    assert not [one for one in schedule(mixed_up) if one.game in (3, 4) and "A-4" in one.players]


def test_whoever_comes_back_at_once_gives_the_table_its_plan_back(mixed_up: Event) -> None:
    before = schedule(mixed_up)
    left = do(mixed_up, DayPlan(What.LEAVES, seat="A-4", first=2))
    assert left is not None
    undo(left)
    assert schedule(mixed_up) == before

    do(mixed_up, DayPlan(What.NO_SHOW, seat="A-4"))
    assert mixed_up.day_changes.filter(undone_at=None).count() == 2
    undo_no_show(entry=mixed_up.entries.get(table="A", seat_number=4), reason="Here", actor=make_actor())

    assert schedule(mixed_up) == before
    assert mixed_up.day_changes.filter(undone_at=None).count() == 1


def test_it_is_exported_and_imported_again(mixed_up: Event, tournament: Tournament) -> None:
    do(mixed_up, DayPlan(What.NO_SHOW, seat="A-4"))
    do(mixed_up, DayPlan(What.LEAVES, seat="A-6", first=2))
    call(mixed_up, 2)
    undo(mixed_up.day_changes.get(number=1))
    document = json.loads(json.dumps(tournament_document(tournament)))

    brought_in = import_tournament(document={**document, "slug": "again"}, actor=make_actor())

    assert schedule(brought_in.events.get()) == schedule(mixed_up)


def test_a_late_entry_after_a_mix_up_makes_nobody_meet_again(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=9, entrants=11, seated=True, deal="alternate")
    call(event, 1)
    do(event, swapped(event, 1, 8, 11))
    call(event, 2)
    do(event, swapped(event, 2, 4, 9))
    before = boards(event, 2)

    enter_entrants(event=event, entrants=[EntrantPlan("Lou Late", seat="A-12")], actor=make_actor())

    event.refresh_from_db()
    assert boards(event, 2) == before
    assert again_after(event, 0) == 0
    given = {one.seat: one.games for one in meetings(schedule_reads.schedule(event), Movement.ANCHOR)}
    assert {games for seat, games in given.items() if seat != "A-12"} == {9}


def test_registration_is_reopened_although_a_mix_up_is_in_force(mixed_up: Event) -> None:
    call(mixed_up, 2)
    undo(mixed_up.day_changes.get())
    do(mixed_up, DayPlan(What.LEAVES, seat="A-4", first=3))

    reopen_phase(event=mixed_up, phase="registration", reason="A third table", actor=make_actor())

    mixed_up.refresh_from_db()
    assert not mixed_up.day_changes.filter(undone_at=None).exists()
    assert not rebuild(acts(mixed_up)).of(DAY_CHANGE)
    draw_seats(event=mixed_up, seed=7, actor=make_actor())
    assert again_after(mixed_up, 0) == 0


@pytest.mark.parametrize(
    "wrong", [{"ends": 0}, {"ends": "9"}, {"no_show": 4}, {"rounds": None}, {"pairs": [[1, [[1, 1]]]]}, {"start": [1]}]
)
def test_a_file_with_an_impossible_course_is_refused(
    mixed_up: Event, tournament: Tournament, wrong: dict[str, object]
) -> None:
    do(mixed_up, DayPlan(What.LEAVES, seat="A-4", first=2))
    document = json.loads(json.dumps(tournament_document(tournament)))
    document["events"][0]["day_changes"][1]["data"] |= wrong

    with pytest.raises(Refused):
        import_tournament(document={**document, "slug": "again"}, actor=make_actor())


# --- Where some must meet again --------------------------------------------------------------------------------------


@pytest.fixture
def six(tournament: Tournament) -> Event:
    """Six people, five games each: two swapped in the first, so that some meet again in any case once somebody has left."""
    event = make_event(tournament=tournament, games=5, entrants=6, seated=True)
    call(event, 1)
    do(event, swapped(event, 1, 4, 6, "keep"))
    call(event, 2)
    return event


def test_people_meet_again_only_where_the_director_says_why(six: Event, director: Client) -> None:
    before = again_after(six, 2)
    said = {"seat": "A-5", "first": "3"}
    address = of("day_change", six, "leaves")

    plain = director.get(address, said)
    again = director.get(address, {**said, "again": "yes"})

    assert [one["again"] for one in plain.context["ways"]] == [False, True]
    assert not [text for text in plain.context["warned"] if "then meet somebody again" in text]
    sent = {**said, "reason": "One left", "mark": plain.context["outlook"].mark}
    assert director.post(address, sent).status_code == 302
    six.refresh_from_db()
    assert (six.repeats_reason, again_after(six, 2) <= before) == ("", True)
    undo(six.day_changes.get(kind="away", undone_at=None))
    sent = {**said, "again": "yes", "reason": "All get their games", "mark": again.context["outlook"].mark}
    assert director.post(address, sent).status_code == 302
    six.refresh_from_db()
    assert six.repeats_reason == "All get their games"
    staying = {one.games for one in meetings(schedule_reads.schedule(six), Movement.ANCHOR) if one.seat != "A-5"}
    assert staying == {5}


# --- Any day ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(often(24)))
def test_whatever_was_mixed_up_nobody_more_meets_again_and_every_refusal_has_a_cure(
    tournament: Tournament, seed: int
) -> None:
    chance = Chance(seed)
    players = 6 + seed % 9
    games = min(chance.randint(5, 9), players - 1)
    event = make_event(tournament=tournament, games=games, entrants=players, seated=True, deal="alternate")
    call(event, 1)
    for _step in range(10):
        now = event.game_now or 0
        if now >= schedule_reads.rounds(event) - 1:
            break
        before, again = boards(event, now), again_after(event, now)
        choice = chance.random()
        if choice < 0.3:
            call(event, now + 1)
        elif choice < 0.55:
            do(event, swapped(event, now, *_of_two_boards(event, now, chance)))
            assert {one for one in boards(event, now) if one[0] < now} == {one for one in before if one[0] < now}
        elif choice < 0.75:
            seat = chance.choice(schedule_reads.playing_seats(event))
            try:
                do(event, DayPlan(chance.choice([What.LEAVES, What.NO_SHOW]), seat=seat, first=now + 1))
            except Refused:
                continue
            assert again_after(event, now) <= again
            assert boards(event, now, without=seat) == {one for one in before if seat not in one[1]}
        else:
            _take_any_back(event, chance, now)
        for game in range(1, schedule_reads.rounds(event) + 1):
            there = [
                one for pairing in schedule_reads.schedule(event, game) for one in pairing.players if one is not None
            ]
            assert len(there) == len(set(there))


def _of_two_boards(event: Event, game: int, chance: Chance) -> tuple[int, int]:
    """The numbers of two who met different people in this game."""
    met = [one.players for one in schedule_reads.schedule(event, game) if None not in one.players]
    one, two = (parse_seat(str(chance.choice(players))) for players in chance.sample(met, 2))
    return one.number, two.number


def _take_any_back(event: Event, chance: Chance, now: int) -> None:
    """Undo something and see that what was called since stays; where it is refused, that the cure which is named works."""
    standing = list(event.day_changes.filter(undone_at=None))
    if not standing:
        return
    change = chance.choice(standing)
    noted = noted_while(event)[change.number]
    before, again = boards(event, now), again_after(event, now)
    refused = None
    try:
        undo(change)
    except Refused as caught:
        refused = caught
    if refused is not None and refused.code == "stands":
        undo(event.day_changes.filter(undone_at=None).latest("number"))
    elif refused is not None and change.kind == DayChange.Kind.COURSE:
        assert "choose Mixed-up rotation" in refused.message
        game = chance.randint(1, now)
        do(event, swapped(event, game, *_of_two_boards(event, game, chance)))
    if refused is not None:
        return
    if noted < now:
        assert again_after(event, now) <= again
        assert {one for one in boards(event, now) if one[0] > noted} == {one for one in before if one[0] > noted}
