"""Who meets whom."""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rotation.rules.layout import frames_for, propose_tables
from tournaments.rotation.rules.movements import (
    PLANS,
    Away,
    Course,
    Movement,
    Pairing,
    cycle,
    round_order,
    rounds_played,
    schedule,
    sitters,
)
from tournaments.rotation.rules.proof import (
    Meetings,
    counted_games,
    find_impossible,
    meetings,
    players_needed,
    rounds_needed,
)
from tournaments.rules.finding import Finding
from tournaments.tests.cases import EVERYTHING, for_all

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
def test_the_rounds_needed_grow_with_empty_seats_up_to_the_round_robin(
    frame: int, players: int, games: int, rounds: int
) -> None:
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
            (
                ("games", 22),
                ("opponents_needed", 22),
                ("players_needed", 23),
                ("table", "A"),
                ("players", 18),
                ("opponents", 17),
            ),
        ),
    )


@pytest.mark.parametrize("allow_repeats", [False, True])
def test_nobody_can_play_alone(allow_repeats: bool) -> None:
    frames = {"A": 4, "B": 2, "C": 2}
    occupied = [*people("A", range(1, 5)), "B-1"]

    found = find_impossible(Movement.ANCHOR, frames, occupied, 3, allow_repeats=allow_repeats)

    assert found == (Finding("alone", "tables", (("table", "B"), ("players", 1))),)
    assert len(anchor(frames, occupied, 3, allow_repeats=allow_repeats)) > 0


def test_too_few_rounds_are_named_with_their_numbers() -> None:
    found = find_impossible(Movement.ANCHOR, {"A": 12}, people("A", range(1, 12)), 9, rounds=9)

    assert found == (Finding("rounds", "rounds", (("rounds", 9), ("needed", 10), ("table", "A"), ("games", 9))),)
    assert find_impossible(Movement.ANCHOR, {"A": 12}, people("A", range(1, 12)), 9, rounds=10) == ()


def test_a_ladder_has_no_plan_and_takes_four_teams() -> None:
    found = find_impossible(Movement.LADDER, {"A": 4}, people("A", range(1, 4)), 3)

    assert found == (Finding("teams", "movement", (("teams", 3), ("needed", 4))),)
    assert find_impossible(Movement.LADDER, {"A": 4}, people("A", range(1, 5)), 3) == ()
    with pytest.raises(ValueError, match="has no plan"):
        schedule(Movement.LADDER, {"A": 4}, people("A", range(1, 5)), 3)


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


@for_all("players", range(4, 61))
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
    seats = Counter((p.game, seat) for p in pairings for seat in (p.seats[:1] if p.free else p.seats))
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

    allowed = {"allow_repeats": allow_repeats, "allow_uneven": True}
    assert find_impossible(Movement.ANCHOR, {"A": frame}, occupied, games, **allowed) == ()
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


def test_the_even_side_moves_and_the_odd_side_stays() -> None:
    plan = PLANS[Movement.MOVING_SIDE]

    assert [sitters(plan, 6, round_) for round_ in (1, 2, 3)] == [
        (1, 2, 3, 4, 5, 6),
        (1, 6, 3, 2, 5, 4),
        (1, 4, 3, 6, 5, 2),
    ]
    assert cycle(plan, 6) == 3


@given(frame=st.integers(2, 30).map(lambda tables: 2 * tables), games=st.integers(1, 22))
def test_sides_that_take_turns_meet_the_same_people_as_if_one_side_moved(frame: int, games: int) -> None:
    games = min(games, frame // 2)
    turns, one_side = PLANS[Movement.HALF_AND_HALF], PLANS[Movement.MOVING_SIDE]

    rounds = [sitters(turns, frame, round_) for round_ in range(1, games + 1)]

    for round_, seated in enumerate(rounds, 1):
        apart = sitters(one_side, frame, round_)
        assert set(zip(seated[::2], seated[1::2], strict=True)) == set(zip(apart[::2], apart[1::2], strict=True))
    for move, (seated, then) in enumerate(pairwise(rounds)):
        stayers, movers = (0, 1) if move // 4 % 2 == 0 else (1, 0)
        assert seated[stayers::2] == then[stayers::2]
        assert set(seated[movers::2]) == set(then[movers::2])
        assert seated[movers::2] != then[movers::2]


def test_two_games_are_played_before_anybody_moves() -> None:
    pairings = schedule(Movement.TWO_GAMES, {"A": 6}, people("A", range(1, 7)), 5)

    met = opponents_met(pairings)
    assert met["A-1"] == ["A-2", "A-2", "A-3", "A-3", "A-5"]
    assert cycle(PLANS[Movement.TWO_GAMES], 6) == 10


@pytest.mark.parametrize(
    ("entrants", "games", "sizes"),
    [
        pytest.param(96, 22, (24, 24, 24, 24), id="natural"),
        pytest.param(95, 22, (24, 24, 24, 23), id="one odd table"),
        pytest.param(46, 22, (46,), id="two even tables would be too small"),
        pytest.param(94, 22, (32, 32, 30), id="four even tables would be too small"),
        pytest.param(300, 22, (26,) * 6 + (24,) * 6, id="nobody need sit out"),
        pytest.param(47, 22, (24, 23), id="one odd table of two"),
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
def test_tables_of_the_proposed_sizes_are_even_and_near_24(entrants: int, games: int, sizes: tuple[int, ...]) -> None:
    assert propose_tables(entrants, games) == sizes


def test_proposed_tables_hold_the_seats_that_people_have() -> None:
    assert propose_tables(48, 22, ["A-26", "B-3"]) == (26, 24)
    assert propose_tables(24, 22, ["C-5"]) == (24, 0, 5)
    assert propose_tables(96, 22, [f"{table}-{n}" for table in "ABCD" for n in range(1, 25)]) == (24, 24, 24, 24)


@pytest.mark.parametrize("movement", PLANS)
@pytest.mark.parametrize("games", [3, 8, 9, 12, 21, 22, 30])
def test_no_proposed_table_is_odd_without_need_and_everybody_has_the_games(movement: Movement, games: int) -> None:
    """For 4 to 500 entrants: as many odd tables as the field is odd, all seated, and nothing in the way of the plan but that
    one sits out as long as people stay."""
    smallest = players_needed(movement, games)
    kinds = set()
    for entrants in range(4, 501):
        sizes = propose_tables(entrants, games, movement=movement)

        assert sum(sizes) == entrants
        assert sum(size % 2 for size in sizes) == entrants % 2
        assert max(sizes) - min(sizes) <= 2
        assert len(sizes) == 1 or min(sizes) >= smallest
        kinds |= set(sizes) if entrants >= smallest else set()
    for size in kinds:
        seats = people("A", range(1, size + 1))
        found = find_impossible(movement, {"A": size + size % 2}, seats, games, allow_uneven=size % 2 > 0)
        assert found == ()


@pytest.mark.parametrize("movement", PLANS)
@pytest.mark.parametrize("games", [3, 8, 9, 12])
def test_no_other_layout_is_better_than_the_proposed_one(movement: Movement, games: int) -> None:
    """All layouts there are, one by one: fewest odd tables, then fewest rounds, then alike in size, then near 24."""
    smallest = players_needed(movement, games)

    @cache
    def rounds(players: int) -> int:
        return rounds_needed(movement, {"A": players + players % 2}, people("A", range(1, players + 1)), games)

    def worth(sizes: tuple[int, ...]) -> tuple[int, int, int, float]:
        return (
            sum(size % 2 for size in sizes),
            max(map(rounds, sizes)),
            max(2, max(sizes) - min(sizes)),
            abs(len(sizes) - sum(sizes) / 24),
        )

    for entrants in range(smallest, smallest + 50):
        assert worth(propose_tables(entrants, games, movement=movement)) == min(map(worth, layouts(entrants, smallest)))


def layouts(entrants: int, smallest: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    """Every way to split entrants over tables of at least that many, each once, the largest table first."""
    for size in range(smallest, min(entrants, largest or entrants) + 1):
        if size == entrants:
            yield (size,)
        for rest in layouts(entrants - size, smallest, size):
            yield (size, *rest)


@pytest.mark.parametrize(("entrants", "games"), [(-1, 9), (10, 0), (20_000, 9)])
def test_impossible_tables_are_refused(entrants: int, games: int) -> None:
    with pytest.raises(ValueError, match=r"entrants|tables"):
        propose_tables(entrants, games)


# --- Every plan, every field -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("movement", PLANS)
@for_all("players", range(4, 301) if EVERYTHING else [*range(4, 26), *range(26, 301, 16)])
def test_every_field_works_out_or_is_refused(movement: Movement, players: int) -> None:
    """Nobody meets himself, nobody twice beyond the format, sit-outs within one game, all have their games."""
    per_opponent = PLANS[movement].games_per_move
    occupied = people("A", range(1, players + 1))
    frames = frames_for(occupied)
    whole = players_needed_at_most(movement, players)
    for games in {1, 9, 22} | ({whole, whole + 1} if players <= 50 else set()):
        pairings = schedule(movement, frames, occupied, games)
        met = opponents_met(pairings)
        assert all(person not in opponents for person, opponents in met.items())
        assert all(most <= per_opponent for opponents in met.values() for most in Counter(opponents).values())
        given = meetings(pairings, movement)
        sit_outs = sorted(person.sit_outs for person in given)
        if found := find_impossible(movement, frames, occupied, games):
            # Refused, and for what is so: the games do not come out, or the sit-outs do not.
            assert [one.code for one in found] == [
                "opponents" if players < players_needed(movement, games) else "sit_outs"
            ]
            assert any(person.games < games for person in given) or sit_outs[-1] - sit_outs[0] > 1
            continue
        assert [person.games for person in given] == [games] * players
        assert sit_outs[-1] - sit_outs[0] <= 1
        assert max(p.game for p in pairings) <= games + per_opponent * (players % 2)


@for_all("movement", PLANS)
@for_all("players", range(4, 41))
def test_where_people_meet_again_sit_outs_are_even_too_or_it_is_refused(movement: Movement, players: int) -> None:
    occupied = people("A", range(1, players + 1))
    frames = frames_for(occupied)
    for games in (1, 9, 22, 60):
        given = meetings(schedule(movement, frames, occupied, games, allow_repeats=True), movement)
        sit_outs = sorted(person.sit_outs for person in given)

        found = find_impossible(movement, frames, occupied, games, allow_repeats=True)

        assert [person.games for person in given] == [games] * players
        assert [one.code for one in found] == ["sit_outs"] * (sit_outs[-1] - sit_outs[0] > 1)
        assert find_impossible(movement, frames, occupied, games, allow_repeats=True, allow_uneven=True) == ()


def test_an_odd_table_with_two_games_each_is_refused_with_the_numbers_unless_it_is_allowed() -> None:
    occupied = people("A", range(1, 14))

    found = find_impossible(Movement.TWO_GAMES, {"A": 14}, occupied, 9)

    values = (("table", "A"), ("seats", 14), ("players", 13), ("most", 2), ("fewest", 0))
    assert found == (Finding("sit_outs", "movement", values),)
    assert find_impossible(Movement.TWO_GAMES, {"A": 14}, occupied, 9, allow_uneven=True) == ()
    assert find_impossible(Movement.TWO_GAMES, {"A": 14}, people("A", range(1, 15)), 9) == ()
    assert find_impossible(Movement.ANCHOR, {"A": 14}, occupied, 9) == ()


def test_uneven_sit_outs_and_too_few_rounds_are_both_named() -> None:
    found = find_impossible(Movement.TWO_GAMES, {"A": 14}, people("A", range(1, 14)), 9, rounds=9)

    assert [finding.code for finding in found] == ["sit_outs", "rounds"]


def test_gaps_between_seats_make_sit_outs_uneven_as_well() -> None:
    (finding,) = find_impossible(Movement.ANCHOR, {"A": 12}, people("A", [*range(1, 9), 12]), 6)

    assert finding.code == "sit_outs"
    assert dict(finding.values) == {"table": "A", "seats": 12, "players": 9, "most": 3, "fewest": 1}


def players_needed_at_most(movement: Movement, players: int) -> int:
    """The most games that a table of this size can be asked for."""
    return max(games for games in range(1, 2 * players) if players_needed(movement, games) <= players)


def test_the_numbers_of_a_refusal_are_those_of_the_plan() -> None:
    occupied = people("A", range(1, 23))

    (moving,) = find_impossible(Movement.MOVING_SIDE, {"A": 22}, occupied, 22)
    (twice,) = find_impossible(Movement.TWO_GAMES, {"A": 10}, people("A", range(1, 11)), 22)

    assert dict(moving.values) == {
        "games": 22, "opponents_needed": 22, "players_needed": 44, "table": "A", "players": 22, "opponents": 11,
    }  # fmt: skip
    assert dict(twice.values) == {
        "games": 22, "opponents_needed": 11, "players_needed": 12, "table": "A", "players": 10, "opponents": 9,
    }  # fmt: skip


def test_one_side_would_sit_out_alone_where_an_odd_table_goes_round_again() -> None:
    occupied = people("A", range(1, 12))

    found = find_impossible(Movement.MOVING_SIDE, {"A": 12}, occupied, 12, allow_repeats=True)

    assert [finding.code for finding in found] == ["sit_outs"]
    assert find_impossible(Movement.ANCHOR, {"A": 12}, occupied, 12, allow_repeats=True) == ()


# --- What happens on the day -----------------------------------------------------------------------------------------


def test_who_left_is_met_no_more_and_the_others_still_get_their_games() -> None:
    occupied = people("A", range(1, 13))

    pairings = schedule(Movement.ANCHOR, {"A": 12}, occupied, 9, away=[Away("A-5", 4)])

    assert max(p.game for p in pairings if "A-5" in p.players) == 3
    games = {person.seat: person.games for person in meetings(pairings)}
    assert games.pop("A-5") == 3
    assert set(games.values()) == {9}
    assert max(p.game for p in pairings) == 10


def test_who_comes_late_still_plays_all_games() -> None:
    pairings = schedule(Movement.ANCHOR, {"A": 12}, people("A", range(1, 13)), 9, away=[Away("A-12", 1, 2)])

    assert min(p.game for p in pairings if "A-12" in p.players) == 3
    assert {person.games for person in meetings(pairings)} == {9}


def test_a_table_that_moved_too_far_goes_on_from_there_and_takes_in_what_was_left_out() -> None:
    course = {"A": Course((1, 2, 3, 5))}
    occupied = people("A", range(1, 11))

    pairings = schedule(Movement.ANCHOR, {"A": 10}, occupied, 9, courses=course)

    assert list(round_order(PLANS[Movement.ANCHOR], 10, course["A"])) == [1, 2, 3, 5, 6, 7, 8, 9, 4]
    assert all(person.opponents == 9 for person in meetings(pairings))


def test_a_game_in_which_people_met_otherwise_is_as_they_met() -> None:
    swapped = ((1, 4), (2, 3), (5, 6))

    pairings = schedule(
        Movement.ANCHOR, {"A": 6}, people("A", range(1, 7)), 3, courses={"A": Course(pairs=((2, swapped),))}
    )

    second = [(p.seats, p.players) for p in pairings if p.game == 2]
    assert second == [((1, 2), ("A-1", "A-4")), ((3, 4), ("A-2", "A-3")), ((5, 6), ("A-5", "A-6"))]


@given(data=st.data(), players=st.integers(4, 40))
@settings(max_examples=150)
def test_whatever_order_the_rounds_were_played_in_nobody_meets_twice(data: st.DataObject, players: int) -> None:
    occupied = people("A", range(1, players + 1))
    frames = frames_for(occupied)
    length = cycle(ANCHOR, frames["A"])
    played = data.draw(st.lists(st.integers(1, length), unique=True, max_size=length))
    games = data.draw(st.integers(1, players - 1))

    pairings = schedule(Movement.ANCHOR, frames, occupied, games, courses={"A": Course(tuple(played))})

    assert {person.games for person in meetings(pairings)} == {games}
    assert sum(person.repeats for person in meetings(pairings)) == 0


@given(data=st.data(), players=st.integers(6, 40))
@settings(max_examples=150)
def test_absences_leave_everybody_else_their_games_where_repeats_are_allowed(data: st.DataObject, players: int) -> None:
    occupied = people("A", range(1, players + 1))
    games = data.draw(st.integers(1, players - 1))
    gone = data.draw(st.sets(st.sampled_from(occupied), max_size=players - 2))
    away = [Away(seat, data.draw(st.integers(1, games + 1))) for seat in sorted(gone)]

    given_ = meetings(schedule(Movement.ANCHOR, frames_for(occupied), occupied, games, allow_repeats=True, away=away))

    for person in given_:
        assert person.games == games or person.seat in gone
    leaving = {one.seat: one.first for one in away}
    assert all(person.games < leaving[person.seat] for person in given_ if person.seat in gone)


# --- Games that would count on neither card --------------------------------------------------------------------------


def boards(pairings: tuple[Pairing, ...]) -> list[Pairing]:
    return [pairing for pairing in pairings if None not in pairing.players]


def as_it_was(frame: int, numbers: list[int], games: int, away: tuple[Away, ...] = ()) -> dict[str, int]:
    """The counted games of everybody at an anchor table at which every board is played, also where it counts for nobody."""
    played: Counter[int] = Counter()
    gone = {number: [one for one in away if one.seat == f"A-{number}"] for number in numbers}
    stays = [number for number in numbers if all(one.last is not None and one.made_up for one in gone[number])]
    for game in range(1, cycle(ANCHOR, frame) + 1):
        if all(played[number] >= games for number in stays):
            break
        at = sitters(ANCHOR, frame, game)
        for pair in zip(at[::2], at[1::2], strict=True):
            if all(number in gone and not any(one.covers(game) for one in gone[number]) for number in pair):
                played.update(pair)
    return {f"A-{number}": min(played[number], games) for number in numbers}


def assert_nobody_plays_for_nothing(pairings: tuple[Pairing, ...], games: int) -> None:
    assert all(any(p.counted) for p in boards(pairings))
    counted = counted_games(pairings)
    for p in pairings:
        if p.free:
            (player,) = [player for player in p.players if player]
            assert p.counted == (False, False)
            assert len([game for game in counted[player] if game < p.game]) == games
    assert {p.game for p in pairings if p.game > games} <= {p.game for p in boards(pairings)}
    assert {p.game for p in pairings} == set(range(1, max((p.game for p in pairings), default=0) + 1))


@for_all("movement", PLANS)
@for_all("players", range(4, 61))
def test_no_board_of_any_plan_counts_on_neither_card(movement: Movement, players: int) -> None:
    occupied = people("A", range(1, players + 1))

    for games in (5, 9, 14, 22):
        pairings = schedule(movement, frames_for(occupied), occupied, games)

        assert_nobody_plays_for_nothing(pairings, games)


@given(data=st.data(), frame=st.integers(3, 30).map(lambda pairs: 2 * pairs), games=st.sampled_from([5, 9, 14, 22]))
@settings(max_examples=300, deadline=None)
def test_after_whatever_happened_to_one_player_no_board_counts_on_neither_card(
    data: st.DataObject, frame: int, games: int
) -> None:
    numbers = sorted(data.draw(st.sets(st.integers(1, frame), min_size=max(2, frame - 3))))
    first = data.draw(st.integers(1, games))
    last = data.draw(st.none() | st.integers(first, games + 2))
    away = (Away(f"A-{data.draw(st.sampled_from(numbers))}", first, last, data.draw(st.booleans())),)

    pairings = anchor({"A": frame}, people("A", numbers), games, away=away)

    assert all(any(p.counted) for p in boards(pairings))
    before = as_it_was(frame, numbers, games, away)
    given_ = {person.seat: person.games for person in meetings(pairings)}
    assert all(given_.get(seat, 0) >= had for seat, had in before.items())
    if last is None or last <= games:
        assert_nobody_plays_for_nothing(pairings, games)


def test_two_who_have_all_their_games_are_free() -> None:
    pairings = anchor({"A": 22}, people("A", range(1, 22)), 9)

    free = [(p.seats, p.players, p.counted) for p in pairings if p.free]
    assert free == [((1, 2), ("A-1", None), (False, False)), ((2, 1), ("A-19", None), (False, False))]
    given_ = {person.seat: person for person in meetings(pairings)}
    assert given_["A-1"] == Meetings("A-1", games=9, opponents=9, repeats=0, sit_outs=0, extra_games=0)
    assert sum(person.extra_games for person in given_.values()) == 9


def test_who_was_away_for_two_games_makes_up_both_and_everybody_else_is_free() -> None:
    pairings = anchor({"A": 24}, people("A", range(1, 25)), 9, away=[Away("A-3", 6, 7)])

    made_up = [(p.game, p.players, p.counted) for p in boards(pairings) if p.game > 9]
    assert made_up == [
        (10, ("A-1", "A-19"), (False, True)),
        (10, ("A-23", "A-15"), (True, False)),
        (10, ("A-14", "A-3"), (False, True)),
        (11, ("A-10", "A-3"), (False, True)),
    ]
    assert len([p for p in pairings if p.free]) == 18 + 22
    assert {person.games for person in meetings(pairings)} == {9}


def test_a_round_in_which_nobody_plays_is_passed_over() -> None:
    """After game 10 A-2 alone still needs a game, and would face the empty seat in the plan's round 11."""
    occupied = people("A", range(1, 14))
    away = [Away("A-2", 2, 3)]

    pairings = anchor({"A": 14}, occupied, 9, away=away)

    order = rounds_played(Movement.ANCHOR, {"A": 14}, occupied, 9, away=away)["A"]
    assert order == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12)
    assert {p.game for p in boards(pairings)} == set(range(1, 12))
    assert {person.games for person in meetings(pairings)} == {9}


def test_a_table_at_which_nobody_can_meet_comes_to_an_end() -> None:
    """Two on the same side of a table with one moving side never meet, however often the plan is gone through."""
    pairings = schedule(Movement.MOVING_SIDE, {"A": 4}, ["A-1", "A-3"], 2, allow_repeats=True)

    assert {(p.game, p.players) for p in pairings} == {
        (game, (seat, None)) for game in (1, 2) for seat in ("A-1", "A-3")
    }
