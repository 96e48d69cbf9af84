"""The first deal."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from time import perf_counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tournaments.rotation.rules.deal import Deal, balanced, uneven, with_first_deals
from tournaments.rotation.rules.layout import frames_for
from tournaments.rotation.rules.movements import PLANS, Away, Movement, Pairing, schedule
from tournaments.tests.cases import for_all


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


@for_all("players", range(2, 41))
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


# --- Announced, then balanced anew -----------------------------------------------------------------------------------


def absences(draw: st.DrawFn, players: int, games: int) -> list[Away]:
    """A few people who miss a game, come late or leave for good."""
    found = []
    for number in draw(st.lists(st.integers(1, players), max_size=3, unique=True)):
        first = draw(st.integers(1, games))
        last = draw(st.sampled_from([None, first, min(first + 1, games)]))
        found.append(Away(f"A-{number}", first, last))
    for number in draw(st.lists(st.integers(1, players), max_size=2, unique=True)):
        found.append(Away(f"A-{number}", 1, draw(st.integers(1, games)), made_up=False))
    return found


@st.composite
def departed(draw: st.DrawFn, most_players: int = 40, most_games: int = 22) -> tuple[list[Pairing], list[Pairing], int]:
    """A table as it was announced, and as it plays after no-shows and absences; and the last game that was called."""
    players = draw(st.integers(6, most_players))
    games = draw(st.integers(3, min(players - 1, most_games)))
    occupied = [f"A-{number}" for number in range(1, players + 1)]
    announced = with_first_deals(schedule(Movement.ANCHOR, frames_for(occupied), occupied, games), Deal.ALTERNATE)
    gone = draw(st.sets(st.sampled_from(occupied), max_size=2))
    then = schedule(
        Movement.ANCHOR,
        frames_for(occupied),
        [seat for seat in occupied if seat not in gone],
        games,
        away=absences(draw, players, games),
    )
    return list(announced), list(then), draw(st.integers(0, games))


def imbalances(pairings: Iterable[Pairing]) -> list[int]:
    """How far from half of their counted games everybody's first deals are, doubled, the furthest first."""
    deals, games = deals_of(tuple(pairings))
    return sorted((abs(2 * deals[player] - games[player]) for player in games), reverse=True)


@given(departed())
@settings(max_examples=200, deadline=None)
def test_first_deals_to_come_are_balanced_and_those_called_stay(
    given_: tuple[list[Pairing], list[Pairing], int],
) -> None:
    announced, then, called = given_

    dealt = balanced(then, announced, after=called)

    kept = balanced(then, announced)
    assert [replace(one, first_deal=None) for one in dealt] == then
    assert [one for one in dealt if one.game <= called] == [one for one in kept if one.game <= called]
    printed = {(one.game, frozenset(one.players)): one.first_deal for one in announced}
    assert all(printed.get((one.game, frozenset(one.players)), one.first_deal) == one.first_deal for one in kept)
    assert all((one.first_deal is None) == (None in one.players) for one in dealt)
    assert imbalances(dealt) <= imbalances(kept)
    assert is_even_possible(dealt, called) == (not uneven(dealt))
    # What is balanced stays as it is, also once more games are called.
    assert balanced(then, dealt, after=called) == dealt
    assert balanced(then, dealt, after=called + 1) == dealt


def is_even_possible(dealt: Sequence[Pairing], called: int) -> bool:
    """Whether everybody can deal first in half of the counted games, give or take one, the games called left as they are: found by
    the flow from the games to come to their dealers, with what everybody needs at least and at most."""
    deals: Counter[str] = Counter()
    games: Counter[str] = Counter()
    to_come = []
    for one in dealt:
        for player, counts in zip(one.players, one.counted, strict=True):
            if player and counts:
                games[player] += 1
                deals[player] += one.game <= called and one.first_deal == player
        if one.game > called and None not in one.players and any(one.counted):
            to_come.append([player if counts else "" for player, counts in zip(one.players, one.counted, strict=True)])
    least = {player: max(0, n // 2 - deals[player]) for player, n in games.items()}
    most = {player: -(-n // 2) - deals[player] for player, n in games.items()}
    if any(room < 0 for room in most.values()):
        return False
    # Everybody's least must be met, and nobody's most passed: two assignments, which together are one (Mendelsohn and Dulmage).
    return assigned(to_come, least, of_games=False) and assigned(to_come, most, of_games=True)


def assigned(to_come: list[list[str]], wanted: dict[str, int], *, of_games: bool) -> bool:
    """Whether all games find a dealer with room, or all that is wanted finds games, each player and game used once."""
    places = [(player, place) for player, n in wanted.items() for place in range(n)]
    ways: list[list[int]] = [[at for at, (player, _place) in enumerate(places) if player in pair] for pair in to_come]
    lefts = [way for way, pair in zip(ways, to_come, strict=True) if "" not in pair] if of_games else ways
    held: dict[int, int] = {}

    def find(left: int, seen: set[int]) -> bool:
        for right in lefts[left]:
            if right not in seen:
                seen.add(right)
                if right not in held or find(held[right], seen):
                    held[right] = left
                    return True
        return False

    found = sum(find(left, set()) for left in range(len(lefts)))
    return found == (len(lefts) if of_games else len(places))


@given(departed(most_players=9, most_games=6))
@settings(max_examples=200, deadline=None)
def test_no_other_first_deals_to_come_are_more_even(given_: tuple[list[Pairing], list[Pairing], int]) -> None:
    announced, then, called = given_
    # Where nobody has a game that counts, nothing is more even or less.
    assume(imbalances(then))
    last = max(one.game for one in then)
    while sum(one.game > called and None not in one.players for one in then) > 9:
        called += 1
    assert called <= last

    dealt = balanced(then, announced, after=called)

    open_ = [place for place, one in enumerate(dealt) if one.game > called and None not in one.players]
    best: tuple[int, int] | None = None
    for dealers in product((0, 1), repeat=len(open_)):
        other = list(dealt)
        for place, dealer in zip(open_, dealers, strict=True):
            other[place] = replace(other[place], first_deal=other[place].players[dealer])
        by = imbalances(other)
        best = min(best or (max(by), sum(by)), (max(by), sum(by)))
    by = imbalances(dealt)
    assert best is None or (max(by), sum(by)) == best


def test_of_two_announcements_the_later_one_holds() -> None:
    games = [Pairing(1, "A", (1, 2), ("A-1", "A-2"))]
    first, later = (replace(games[0], first_deal=dealer) for dealer in ("A-1", "A-2"))

    assert balanced(games, [first, later]) == (later,)


def test_a_chain_of_games_brings_two_people_to_half_who_do_not_meet_any_more() -> None:
    met = [("A-1", "A-3"), ("A-1", "A-4"), ("A-3", "A-2"), ("A-4", "A-2"), ("A-1", "A-5"), ("A-5", "A-2")]
    games = [Pairing(number, "A", (1, 2), pair) for number, pair in enumerate(met, start=1)]
    announced = [replace(game, first_deal=game.players[0]) for game in games]

    dealt = balanced(games, announced, after=4)

    assert uneven(announced) == (("A-1", 3, 3), ("A-2", 0, 3))
    assert [one.first_deal for one in dealt] == ["A-1", "A-1", "A-3", "A-4", "A-5", "A-2"]
    assert uneven(dealt) == ()


def test_a_table_of_five_hundred_is_balanced_at_once() -> None:
    occupied = [f"A-{number}" for number in range(1, 501)]
    announced = with_first_deals(schedule(Movement.ANCHOR, {"A": 500}, occupied, 22), Deal.ALTERNATE)
    away = [Away(f"A-{number}", 3 + number % 19) for number in range(5, 500, 25)]
    then = schedule(Movement.ANCHOR, {"A": 500}, occupied, 22, away=away)
    begun = perf_counter()

    dealt = balanced(then, announced, after=2)

    assert perf_counter() - begun < 5
    assert {seat for seat, _deals, _games in uneven(dealt)} <= {one.seat for one in away}
