"""The first deal."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.deal import Deal, with_first_deals
from tournaments.rules.layout import frames_for
from tournaments.rules.rotation import PLANS, Movement, Pairing, schedule


def deals_of(pairings: tuple[Pairing, ...]) -> tuple[Counter[str], Counter[str]]:
    """First deals and games of each player, in the games that count for that player."""
    deals: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for pairing in pairings:
        for player, counts in zip(pairing.players, pairing.counted, strict=True):
            if player and counts:
                games[player] += 1
                deals[player] += pairing.first_deal == player
    return deals, games


def assert_fair(pairings: tuple[Pairing, ...]) -> None:
    deals, games = deals_of(pairings)
    assert all(abs(2 * deals[player] - games[player]) <= 1 for player in games)
    assert all((p.first_deal is None) is (None in p.players) for p in pairings)
    assert all(p.first_deal in p.players for p in pairings)


def anchor(numbers: list[int], games: int, *, frame: int = 0, allow_repeats: bool = False) -> tuple[Pairing, ...]:
    occupied = [f"A-{number}" for number in numbers]
    frames = {"A": frame} if frame else frames_for(occupied)
    return schedule(Movement.ANCHOR, frames, occupied, games, allow_repeats=allow_repeats)


def test_with_a_cut_nobody_is_named_beforehand() -> None:
    pairings = with_first_deals(anchor([1, 2, 3, 4], 3), Deal.CUT)

    assert {p.first_deal for p in pairings} == {None}


def test_a_full_table_of_24_deals_first_in_eleven_of_22_games() -> None:
    deals, games = deals_of(with_first_deals(anchor(list(range(1, 25)), 22), Deal.ALTERNATE))

    assert set(games.values()) == {22}
    assert set(deals.values()) == {11}


def test_filling_in_the_deal_changes_nothing_else() -> None:
    before = anchor(list(range(1, 12)), 9)

    after = with_first_deals(before, Deal.ALTERNATE)

    assert with_first_deals(after, Deal.CUT) == before


def test_an_extra_game_weighs_only_on_the_card_that_it_counts_on() -> None:
    pairings = with_first_deals(
        [
            Pairing(1, "A", (1, 2), ("A-1", "A-2")),
            Pairing(2, "A", (1, 2), ("A-1", "A-3"), counted=(False, True)),
            Pairing(3, "A", (1, 2), ("A-3", "A-4"), counted=(True, False)),
        ],
        Deal.ALTERNATE,
    )

    assert_fair(pairings)
    assert deals_of(pairings)[0]["A-3"] == 1


def test_a_game_that_counts_for_neither_is_dealt_first_from_the_odd_seat() -> None:
    (game,) = with_first_deals([Pairing(4, "A", (5, 6), ("A-9", "A-2"), counted=(False, False))], Deal.ALTERNATE)

    assert game.first_deal == "A-9"


def test_one_table_does_not_change_another() -> None:
    alone = with_first_deals(anchor(list(range(1, 10)), 7), Deal.ALTERNATE)
    occupied = [f"A-{number}" for number in range(1, 10)] + [f"B-{number}" for number in range(1, 7)]

    together = with_first_deals(schedule(Movement.ANCHOR, {"A": 10, "B": 6}, occupied, 7), Deal.ALTERNATE)

    assert tuple(p for p in together if p.table == "A") == alone


@pytest.mark.parametrize("players", range(2, 41))
def test_every_size_of_table_is_fair_at_every_length(players: int) -> None:
    for games in range(1, players):
        assert_fair(with_first_deals(anchor(list(range(1, players + 1)), games), Deal.ALTERNATE))


@given(data=st.data(), frame=st.integers(1, 15).map(lambda pairs: 2 * pairs), allow_repeats=st.booleans())
@settings(max_examples=200)
def test_any_schedule_is_fair_with_empty_seats_repeats_and_extra_games(
    data: st.DataObject, frame: int, allow_repeats: bool
) -> None:
    numbers = data.draw(st.sets(st.integers(1, frame), min_size=2))
    games = data.draw(st.integers(1, 25))

    pairings = anchor(sorted(numbers), games, frame=frame, allow_repeats=allow_repeats)

    assert_fair(with_first_deals(pairings, Deal.ALTERNATE))


@given(
    st.lists(
        st.tuples(
            st.lists(st.sampled_from([f"A-{number}" for number in range(1, 8)]), min_size=2, max_size=2, unique=True),
            st.tuples(st.booleans(), st.booleans()),
        ),
        max_size=40,
    )
)
def test_any_games_at_all_are_fair_and_dealt_the_same_way_again(
    games: list[tuple[list[str], tuple[bool, bool]]],
) -> None:
    pairings = tuple(
        Pairing(number, "A", (1, 2), (one, two), counted=counted)
        for number, ((one, two), counted) in enumerate(games, start=1)
    )

    dealt = with_first_deals(pairings, Deal.ALTERNATE)

    assert_fair(dealt)
    assert with_first_deals(pairings, Deal.ALTERNATE) == dealt


def test_with_two_games_against_each_opponent_each_deals_first_once() -> None:
    occupied = [f"A-{number}" for number in range(1, 13)]

    games = with_first_deals(schedule(Movement.TWO_GAMES, {"A": 12}, occupied, 22), Deal.ALTERNATE)

    for one, two in zip(games[: len(games)], games[6:], strict=False):
        if one.game % 2:
            assert one.players == two.players
            assert {one.first_deal, two.first_deal} == set(one.players)


@pytest.mark.parametrize("movement", PLANS)
@pytest.mark.parametrize("players", [4, 5, 12, 23, 24, 47, 48])
def test_every_movement_deals_first_in_half_of_the_counted_games(movement: Movement, players: int) -> None:
    occupied = [f"A-{number}" for number in range(1, players + 1)]
    for games in (3, 8, 9):
        dealt = with_first_deals(schedule(movement, frames_for(occupied), occupied, games), Deal.ALTERNATE)
        assert_fair(dealt)
