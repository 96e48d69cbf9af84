"""Who meets whom."""

import csv
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.finding import Finding
from tournaments.rules.rotation import (
    PLANS,
    Meetings,
    Movement,
    Pairing,
    Plan,
    counted_games,
    cycle,
    find_impossible,
    frames_for,
    meetings,
    propose_tables,
    rounds_needed,
    schedule,
    sitters,
)

GOLDEN = Path(__file__).parent / "golden"
ANCHOR = PLANS[Movement.ANCHOR]

TEN = """
    1-2 3-4 5-6 7-8 9-10 | 1-3 2-5 4-7 6-9 8-10 | 1-5 2-9 3-7 4-10 6-8 | 1-7 2-8 3-10 4-6 5-9 | 1-9 2-4 3-6 5-8 7-10
    | 1-10 2-3 4-5 6-7 8-9 | 1-8 2-7 3-5 4-9 6-10 | 1-6 2-10 3-9 4-8 5-7 | 1-4 2-6 3-8 5-10 7-9
"""


def people(table: str, numbers: range | list[int]) -> list[str]:
    return [f"{table}-{number}" for number in numbers]


def anchor(frames: dict[str, int], occupied: list[str], games: int, **limits: object) -> tuple[Pairing, ...]:
    return schedule(Movement.ANCHOR, frames, occupied, games, **limits)


def opponents_met(pairings: tuple[Pairing, ...]) -> dict[str, list[str]]:
    met = defaultdict(list)
    for pairing in pairings:
        one, two = pairing.players
        if one and two:
            met[one].append(two)
            met[two].append(one)
    return met


def test_ten_people_meet_as_the_chart_in_the_reference_says() -> None:
    rounds = [
        {frozenset(f"A-{seat}" for seat in pair.split("-")) for pair in games.split()} for games in TEN.split("|")
    ]

    pairings = anchor({"A": 10}, people("A", range(1, 11)), 9)

    assert [{frozenset(p.players) for p in pairings if p.game == game} for game in range(1, 10)] == rounds


@pytest.mark.parametrize("table", ["A", "D"])
def test_a_table_of_24_meets_as_on_the_cards_of_a_real_looking_stack(table: str) -> None:
    with (GOLDEN / "anchor-24.csv").open(newline="") as file:
        cards = {f"{table}-{row['seat']}": row for row in csv.DictReader(file)}

    met = opponents_met(anchor({table: 24}, list(cards), 22))

    assert met == {seat: [f"{table}-{row[f'game_{game}']}" for game in range(1, 23)] for seat, row in cards.items()}


def test_a_game_says_where_people_sit_and_who_they_are() -> None:
    first, second = anchor({"A": 2, "B": 2}, ["B-2", "A-1", "A-2", "B-1"], 1)

    assert first == Pairing(1, "A", (1, 2), ("A-1", "A-2"), None, (True, True))
    assert second == Pairing(1, "B", (1, 2), ("B-1", "B-2"), None, (True, True))


def test_games_are_in_order_of_round_table_and_seat() -> None:
    pairings = anchor(
        {"AA": 4, "B": 4, "A": 4}, people("AA", range(1, 5)) + people("B", range(1, 5)) + ["A-1", "A-2"], 3
    )

    order = [(p.game, len(p.table), p.table, min(p.seats)) for p in pairings]
    assert order == sorted(order)


def test_who_faces_an_empty_seat_sits_out() -> None:
    pairings = anchor({"A": 4}, ["A-1", "A-2", "A-3"], 2)

    sit_outs = [p for p in pairings if None in p.players]
    assert sit_outs == [
        Pairing(1, "A", (3, 4), ("A-3", None), None, (False, False)),
        Pairing(2, "A", (4, 3), ("A-2", None), None, (False, False)),
        Pairing(3, "A", (1, 2), ("A-1", None), None, (False, False)),
    ]


def test_two_empty_seats_that_face_each_other_are_no_game() -> None:
    pairings = anchor({"A": 6}, ["A-1", "A-2", "A-3", "A-4"], 3)

    assert [p.players for p in pairings if p.game == 1] == [("A-1", "A-2"), ("A-3", "A-4")]


def test_eleven_people_take_ten_rounds_for_nine_games_and_one_plays_an_extra_game() -> None:
    pairings = anchor({"A": 12}, people("A", range(1, 12)), 9)

    extra = [p for p in pairings if None not in p.players and not all(p.counted)]
    assert max(p.game for p in pairings) == 10
    assert [(p.game, sorted(p.counted)) for p in extra] == [(10, [False, True])]


def test_an_extra_game_counts_on_one_card_and_not_on_the_other() -> None:
    pairings = anchor({"A": 12}, people("A", range(1, 12)), 9)
    (extra,) = [p for p in pairings if None not in p.players and not all(p.counted)]
    counts = counted_games(pairings)

    for player, counted in zip(extra.players, extra.counted, strict=True):
        assert player is not None
        assert (10 in counts[player]) is counted
    assert all(len(games) == 9 for games in counts.values())


def test_twenty_three_people_take_as_many_rounds_for_22_games_without_an_extra_game() -> None:
    pairings = anchor({"A": 24}, people("A", range(1, 24)), 22)

    assert max(p.game for p in pairings) == 23
    assert all(p.counted == (True, True) for p in pairings if None not in p.players)


@pytest.mark.parametrize(
    ("frame", "players", "games", "rounds"),
    [
        pytest.param(24, 24, 22, 22, id="full"),
        pytest.param(24, 23, 22, 23, id="odd"),
        pytest.param(12, 11, 9, 10, id="odd with room"),
        pytest.param(10, 10, 9, 9, id="whole round robin"),
        pytest.param(24, 20, 9, 11, id="four empty seats at the end"),
        pytest.param(24, 22, 22, 23, id="too few for it, as far as the round robin goes"),
    ],
)
def test_rounds_needed(frame: int, players: int, games: int, rounds: int) -> None:
    assert rounds_needed(Movement.ANCHOR, {"A": frame}, people("A", range(1, players + 1)), games) == rounds


def test_the_event_takes_as_long_as_its_longest_table_and_the_others_stop_when_they_are_done() -> None:
    frames, occupied = {"A": 12, "B": 12}, people("A", range(1, 13)) + people("B", range(1, 12))

    pairings = anchor(frames, occupied, 9)

    assert rounds_needed(Movement.ANCHOR, frames, occupied, 9) == 10
    assert {table: max(p.game for p in pairings if p.table == table) for table in frames} == {"A": 9, "B": 10}


def test_rounds_that_the_director_sets_are_a_limit() -> None:
    occupied = people("A", range(1, 12))

    assert max(p.game for p in anchor({"A": 12}, occupied, 9, rounds=8)) == 8
    assert max(p.game for p in anchor({"A": 12}, occupied, 9, rounds=11)) == 10


def test_nine_people_can_play_nine_games_only_with_repeats() -> None:
    frames, occupied = {"A": 10}, people("A", range(1, 10))

    (finding,) = find_impossible(Movement.ANCHOR, frames, occupied, 9)
    repeated = anchor(frames, occupied, 9, allow_repeats=True)

    assert finding.code == "opponents"
    assert find_impossible(Movement.ANCHOR, frames, occupied, 9, allow_repeats=True) == ()
    assert max(p.game for p in repeated) == 11
    assert all(person.games == 9 for person in meetings(repeated))
    assert sum(person.repeats for person in meetings(repeated)) == 9


def test_the_preview_counts_opponents_repeats_sit_outs_and_extra_games() -> None:
    pairings = anchor({"A": 4}, ["A-1", "A-2", "A-3"], 3, allow_repeats=True)

    assert meetings(pairings) == (
        Meetings("A-1", games=3, opponents=2, repeats=1, sit_outs=1, extra_games=1),
        Meetings("A-2", games=3, opponents=2, repeats=1, sit_outs=2, extra_games=0),
        Meetings("A-3", games=3, opponents=2, repeats=1, sit_outs=2, extra_games=0),
    )


def test_too_few_opponents_are_named_with_their_numbers() -> None:
    occupied = people("A", range(1, 19)) + people("B", range(1, 25))

    found = find_impossible(Movement.ANCHOR, {"A": 18, "B": 24}, occupied, 22)

    assert found == (
        Finding(
            "opponents",
            "tables",
            None,
            (("games", 22), ("players_needed", 23), ("table", "A"), ("players", 18), ("opponents", 17)),
        ),
    )


@pytest.mark.parametrize("allow_repeats", [False, True])
def test_nobody_can_play_alone(allow_repeats: bool) -> None:
    frames = {"A": 4, "B": 2, "C": 2}
    occupied = [*people("A", range(1, 5)), "B-1"]

    found = find_impossible(Movement.ANCHOR, frames, occupied, 3, allow_repeats=allow_repeats)

    assert found == (Finding("alone", "tables", None, (("table", "B"), ("players", 1))),)
    assert len(anchor(frames, occupied, 3, allow_repeats=allow_repeats)) > 0


def test_too_few_rounds_are_named_with_their_numbers() -> None:
    found = find_impossible(Movement.ANCHOR, {"A": 12}, people("A", range(1, 12)), 9, rounds=9)

    assert found == (Finding("rounds", "rounds", None, (("rounds", 9), ("needed", 10), ("table", "A"), ("games", 9))),)
    assert find_impossible(Movement.ANCHOR, {"A": 12}, people("A", range(1, 12)), 9, rounds=10) == ()


@pytest.mark.parametrize("movement", [Movement.MOVING_SIDE, Movement.TWO_GAMES, Movement.LADDER])
def test_a_movement_without_a_plan_is_named(movement: Movement) -> None:
    found = find_impossible(movement, {"A": 4}, people("A", range(1, 5)), 3)

    assert found == (Finding("movement", "movement", None, (("movement", movement.value),)),)
    with pytest.raises(ValueError, match="has no plan"):
        schedule(movement, {"A": 4}, people("A", range(1, 5)), 3)


def test_without_movement_there_is_no_schedule_and_nothing_is_impossible() -> None:
    arguments = (Movement.NONE, {"A": 2}, ["A-1"], 9)

    assert schedule(*arguments) == ()
    assert find_impossible(*arguments) == ()
    assert rounds_needed(*arguments) == 9
    assert counted_games(()) == {}


@pytest.mark.parametrize(
    ("frames", "occupied", "games", "rounds"),
    [
        pytest.param({"A": 5}, ["A-1"], 3, None, id="odd frame"),
        pytest.param({"A": 0}, [], 3, None, id="no frame"),
        pytest.param({"A": 502}, [], 3, None, id="frame too large"),
        pytest.param({"A": 4}, ["A-5"], 3, None, id="seat outside its frame"),
        pytest.param({"A": 4}, ["B-1"], 3, None, id="table without a frame"),
        pytest.param({"A": 4}, ["A-01"], 3, None, id="no seat"),
        pytest.param({"A": 4}, ["A-1"], 0, None, id="no games"),
        pytest.param({"A": 4}, ["A-1"], 3, 0, id="no rounds"),
    ],
)
def test_a_schedule_of_nonsense_is_a_programming_error(
    frames: dict[str, int], occupied: list[str], games: int, rounds: int | None
) -> None:
    with pytest.raises(ValueError, match=r"."):
        anchor(frames, occupied, games, rounds=rounds)


def test_the_frame_is_the_smallest_even_one_that_holds_the_seats() -> None:
    assert frames_for(["AA-4", "A-23", "A-2", "B-1"]) == {"A": 24, "B": 2, "AA": 4}


@pytest.mark.parametrize("frame", range(4, 61, 2))
def test_everybody_has_one_seat_in_every_round_and_is_back_after_the_round_robin(frame: int) -> None:
    rounds = [sitters(ANCHOR, frame, game) for game in range(1, frame + 1)]

    assert all(sorted(sitting) == list(range(1, frame + 1)) for sitting in rounds)
    assert all(sitting[0] == 1 for sitting in rounds)
    assert cycle(ANCHOR, frame) == frame - 1
    assert rounds[-1] == rounds[0]
    assert len(set(rounds)) == frame - 1


@pytest.mark.parametrize("players", range(4, 61))
def test_nobody_meets_anybody_twice_within_the_round_robin(players: int) -> None:
    occupied = people("A", range(1, players + 1))

    met = opponents_met(anchor(frames_for(occupied), occupied, players - 1))

    assert all(sorted(met[person]) == sorted(set(occupied) - {person}) for person in occupied)


@given(data=st.data(), players=st.integers(4, 60))
@settings(max_examples=150)
def test_everybody_has_the_games_asked_for_and_one_place_in_a_round(data: st.DataObject, players: int) -> None:
    games = data.draw(st.integers(1, players - 1))
    occupied = people("A", range(1, players + 1))

    pairings = anchor(frames_for(occupied), occupied, games)

    assert {person: len(counted) for person, counted in counted_games(pairings).items()} == dict.fromkeys(
        occupied, games
    )
    assert max(p.game for p in pairings) == games + players % 2
    places = Counter((p.game, player) for p in pairings for player in p.players if player)
    seats = Counter((p.game, seat) for p in pairings for seat in p.seats)
    assert set(places.values()) == {1}
    assert set(seats.values()) == {1}
    assert len(places) == players * (games + players % 2)


@given(data=st.data(), frame=st.integers(2, 20).map(lambda pairs: 2 * pairs), allow_repeats=st.booleans())
@settings(max_examples=150)
def test_empty_seats_anywhere_leave_everybody_their_games(data: st.DataObject, frame: int, allow_repeats: bool) -> None:
    numbers = data.draw(st.sets(st.integers(1, frame), min_size=2))
    games = data.draw(st.integers(1, 2 * len(numbers) if allow_repeats else len(numbers) - 1))
    occupied = people("A", sorted(numbers))

    pairings = anchor({"A": frame}, occupied, games, allow_repeats=allow_repeats)

    assert find_impossible(Movement.ANCHOR, {"A": frame}, occupied, games, allow_repeats=allow_repeats) == ()
    assert all(len(counted) == games for counted in counted_games(pairings).values())
    assert list(counted_games(pairings)) == occupied
    if not allow_repeats:
        assert all(person.repeats == 0 for person in meetings(pairings))
        assert max(p.game for p in pairings) <= frame - 1


@given(data=st.data(), players=st.integers(2, 30))
@settings(max_examples=100)
def test_counted_games_are_the_first_ones_with_an_opponent(data: st.DataObject, players: int) -> None:
    games = data.draw(st.integers(1, players - 1))
    occupied = people("A", range(1, players + 1))
    pairings = anchor(frames_for(occupied), occupied, games)

    for person, counted in counted_games(pairings).items():
        played = [p.game for p in pairings if person in p.players and None not in p.players]
        assert sorted(counted) == played[:games]


def test_a_plan_is_data_that_other_movements_can_be_written_in() -> None:
    moving_side = Plan(lambda frame: (tuple(range(2, frame + 1, 2)),), games_per_move=2)

    assert [sitters(moving_side, 6, game) for game in (1, 2, 3, 5)] == [
        (1, 2, 3, 4, 5, 6),
        (1, 2, 3, 4, 5, 6),
        (1, 6, 3, 2, 5, 4),
        (1, 4, 3, 6, 5, 2),
    ]
    assert cycle(moving_side, 6) == 6


@pytest.mark.parametrize(
    ("entrants", "games", "sizes"),
    [
        pytest.param(96, 22, (24, 24, 24, 24), id="natural"),
        pytest.param(95, 22, (24, 24, 24, 23), id="one odd table"),
        pytest.param(46, 22, (23, 23), id="even tables would be too small"),
        pytest.param(45, 22, (45,), id="two tables would be too small"),
        pytest.param(22, 22, (22,), id="impossible, so one table"),
        pytest.param(40, 9, (20, 20), id="club night"),
        pytest.param(42, 9, (22, 20), id="two odd tables made even"),
        pytest.param(9, 9, (9,), id="nine of nine"),
        pytest.param(1, 9, (1,), id="one"),
        pytest.param(0, 9, (), id="nobody"),
        pytest.param(60, 30, (60,), id="many games"),
    ],
)
def test_proposed_tables(entrants: int, games: int, sizes: tuple[int, ...]) -> None:
    assert propose_tables(entrants, games) == sizes


def test_proposed_tables_hold_the_seats_that_people_have() -> None:
    assert propose_tables(48, 22, ["A-26", "B-3"]) == (26, 24)
    assert propose_tables(24, 22, ["C-5"]) == (24, 0, 5)
    assert propose_tables(96, 22, [f"{table}-{n}" for table in "ABCD" for n in range(1, 25)]) == (24, 24, 24, 24)


@given(entrants=st.integers(1, 2000), games=st.integers(1, 40))
def test_proposed_tables_are_even_in_size_and_large_enough(entrants: int, games: int) -> None:
    sizes = propose_tables(entrants, games)

    assert sum(sizes) == entrants
    assert max(sizes) - min(sizes) <= 2
    assert len(sizes) == 1 or min(sizes) > games
    if min(sizes) > games + 1:
        assert sum(size % 2 for size in sizes) <= 1


@pytest.mark.parametrize(("entrants", "games"), [(-1, 9), (10, 0), (20_000, 9)])
def test_tables_that_cannot_be_are_refused(entrants: int, games: int) -> None:
    with pytest.raises(ValueError, match=r"entrants|tables"):
        propose_tables(entrants, games)
