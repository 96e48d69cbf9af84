"""People who met others than the plan says."""

from collections import Counter
from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rotation.rules.deal import Deal, balanced, uneven, with_first_deals
from tournaments.rotation.rules.layout import frames_for
from tournaments.rotation.rules.mixup import Way, find_round, goes_on_apart, pairs_of, planned, rounds_after, ways_on
from tournaments.rotation.rules.movements import AS_PLANNED, PLANS, Away, Course, Movement, Pairing, schedule
from tournaments.rotation.rules.proof import meetings
from tournaments.rotation.rules.taking_places import Search

ANCHOR = PLANS[Movement.ANCHOR]
TEN = range(1, 11)


def seats(numbers: range) -> list[str]:
    return [f"A-{number}" for number in numbers]


def test_a_game_as_planned_needs_nothing() -> None:
    met = pairs_of(ANCHOR, 10, 4)

    assert ways_on(ANCHOR, 10, TEN, AS_PLANNED, game=4, met=[pair[::-1] for pair in met], games=9) == ()


def test_a_table_that_moved_twice_goes_on_or_back() -> None:
    go_on, go_back = ways_on(ANCHOR, 10, TEN, AS_PLANNED, game=4, met=pairs_of(ANCHOR, 10, 5), games=9)

    assert (go_on.way, go_on.course) == (Way.GO_ON, Course((1, 2, 3, 5)))
    assert (go_back.way, go_back.course) == (Way.GO_BACK, Course((1, 2, 3, 5, 4)))
    assert planned(ANCHOR, 10, go_on.course, 9) == pairs_of(ANCHOR, 10, 4)
    assert planned(ANCHOR, 10, go_back.course, 6) == pairs_of(ANCHOR, 10, 6)
    for way in (go_on, go_back):
        given_ = meetings(schedule(Movement.ANCHOR, {"A": 10}, seats(TEN), 9, courses={"A": way.course}))
        assert all(person.opponents == 9 for person in given_)


def test_a_table_that_did_not_move_has_met_again_and_goes_on_with_what_it_missed() -> None:
    (way,) = ways_on(ANCHOR, 10, TEN, AS_PLANNED, game=3, met=pairs_of(ANCHOR, 10, 2), games=8)

    assert way.way is Way.GO_BACK
    assert planned(ANCHOR, 10, way.course, 3) == pairs_of(ANCHOR, 10, 2)
    assert [planned(ANCHOR, 10, way.course, game) for game in (4, 8)] == [pairs_of(ANCHOR, 10, r) for r in (3, 7)]


def test_two_boards_that_swapped_are_not_sent_to_each_other_again() -> None:
    # Seats 1-3, 2-5 were to meet in game 2; 1-5, 2-3 did, which the plan has for later games.
    met = ((1, 5), (2, 3), (4, 7), (6, 9), (8, 10))

    repair, keep = ways_on(ANCHOR, 10, TEN, AS_PLANNED, game=2, met=met, games=9)

    assert (repair.way, keep.way) == (Way.REPAIR, Way.KEEP)
    repeats = {
        way.way: sum(
            person.repeats
            for person in meetings(schedule(Movement.ANCHOR, {"A": 10}, seats(TEN), 9, courses={"A": way.course}))
        )
        for way in (repair, keep)
    }
    assert repeats[Way.KEEP] == 4
    assert repeats[Way.REPAIR] == 0


@pytest.mark.parametrize("game", [1, 2, 4, 5])
def test_two_boards_that_swapped_cost_as_few_games_as_can_be(game: int) -> None:
    """Twenty at a table, nine games: whoever met too early plays somebody else in one game of theirs, and nobody else does."""
    numbers = range(1, 21)
    boards = list(pairs_of(ANCHOR, 20, game))
    past = {frozenset(pair) for before in range(1, game) for pair in pairs_of(ANCHOR, 20, before)}
    (one, two), (three, four) = next(
        (first, second)
        for first, second in combinations(boards, 2)
        if not past & {frozenset((first[0], second[1])), frozenset((second[0], first[1]))}
    )
    boards[boards.index((one, two))], boards[boards.index((three, four))] = (one, four), (three, two)

    ways = ways_on(ANCHOR, 20, numbers, AS_PLANNED, game=game, met=boards, games=9)

    changed = [
        pair
        for after in range(game + 1, 10)
        for pair in planned(ANCHOR, 20, ways[0].course, after)
        if frozenset(pair) not in {frozenset(planned_) for planned_ in pairs_of(ANCHOR, 20, after)}
    ]
    early = [frozenset((one, four)), frozenset((three, two))]
    again = sum(frozenset(pair) in early for after in range(game + 1, 10) for pair in pairs_of(ANCHOR, 20, after))
    assert len(changed) <= 2 * again
    given_ = meetings(schedule(Movement.ANCHOR, {"A": 20}, seats(numbers), 9, courses={"A": ways[0].course}))
    assert all(person.repeats == 0 and person.games == 9 for person in given_)


def test_a_round_is_found_whoever_sits_on_which_side() -> None:
    met = [pair[::-1] for pair in pairs_of(ANCHOR, 24, 17)]

    assert find_round(ANCHOR, 24, range(1, 25), met) == 17
    assert find_round(ANCHOR, 24, range(1, 25), [(1, 2), (3, 5), (4, 6), *met[3:]]) is None


def test_a_seating_that_leaves_somebody_out_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="every seat"):
        ways_on(ANCHOR, 4, range(1, 5), AS_PLANNED, game=1, met=[(1, 2), (3, 3)], games=3)


@given(data=st.data(), players=st.integers(6, 24))
@settings(max_examples=80, deadline=None)
def test_whatever_a_table_played_everybody_sits_once_in_every_game(data: st.DataObject, players: int) -> None:
    numbers = range(1, players + 1)
    frame = frames_for(seats(numbers))["A"]
    games = data.draw(st.integers(3, players - 2))
    game = data.draw(st.integers(1, games))
    order = data.draw(st.permutations(range(1, frame + 1)))
    met = tuple(zip(order[::2], order[1::2], strict=True))

    for way in ways_on(ANCHOR, frame, numbers, AS_PLANNED, game=game, met=met, games=games):
        assert {frozenset(pair) for pair in planned(ANCHOR, frame, way.course, game)} == {frozenset(p) for p in met}
        pairings = schedule(
            Movement.ANCHOR, {"A": frame}, seats(numbers), games, allow_repeats=True, courses={"A": way.course}
        )
        places = Counter((p.game, player) for p in pairings for player in p.players if player)
        assert set(places.values()) == {1}
        assert [person.games for person in meetings(pairings)] == [games] * players


def played(course: Course, frame: int, players: int, games: int, away: tuple[Away, ...] = ()) -> tuple[Pairing, ...]:
    numbers = range(1, players + 1)
    return schedule(Movement.ANCHOR, {"A": frame}, seats(numbers), games, away=away, courses={"A": course})


def opponents(pairings: tuple[Pairing, ...]) -> dict[tuple[int, str | None], str | None]:
    return {
        (one.game, player): other
        for one in pairings
        if not one.free
        for player, other in zip(one.players, one.players[::-1], strict=True)
        if player
    }


def met_again(pairings: tuple[Pairing, ...], game: int) -> int:
    """How many games after this one are between two who met already."""
    times: Counter[frozenset[str | None]] = Counter()
    again = 0
    for one in pairings:
        if None not in one.players:
            times[frozenset(one.players)] += 1
            again += one.game > game and times[frozenset(one.players)] > 1
    return again


def test_two_at_the_first_boards_go_on_in_each_other_s_places() -> None:
    met = ((1, 3), (2, 4), *pairs_of(ANCHOR, 12, 1)[2:])

    way = ways_on(ANCHOR, 12, range(1, 13), AS_PLANNED, game=1, met=met, games=9)[0]

    before, after = (opponents(played(course, 12, 12, 9)) for course in (AS_PLANNED, way.course))
    changed = Counter(game for (game, player), other in before.items() if game > 1 and after[game, player] != other)
    assert way.way is Way.REPAIR
    assert changed.total() <= 4 * 8
    assert changed.total() == way.cost.changed
    assert not met_again(played(way.course, 12, 12, 9), 1)


@settings(deadline=None, max_examples=60)
@given(st.integers(6, 14), st.integers(5, 9), st.data())
def test_what_was_called_since_the_mix_up_stays(players: int, games: int, data: st.DataObject) -> None:
    games = min(games, players - 1)
    frame = players + players % 2
    game = data.draw(st.integers(1, games - 1))
    called = data.draw(st.integers(game + 1, games))
    boards = list(pairs_of(ANCHOR, frame, game))
    (one, two), (three, four) = boards[0], boards[-1]
    met = (*boards[1:-1], (one, three), (two, four))
    was = opponents(played(AS_PLANNED, frame, players, games))

    ways = ways_on(ANCHOR, frame, range(1, players + 1), AS_PLANNED, game=game, met=met, games=games, called=called)

    assert ways
    for way in ways:
        now = opponents(played(way.course, frame, players, games))
        assert {key for key in was if key[0] <= called and key[0] != game and now.get(key) != was[key]} == set()
        assert max(one, three) > players or now[game, f"A-{one}"] == f"A-{three}"


def test_one_absence_does_not_let_anybody_meet_again() -> None:
    """Twelve people, nine games, A-12 away in game 8; then in game 2 boards of 5 and 4 and of 7 and 2."""
    away = (Away("A-12", 8, 8),)
    four = {5, 4, 7, 2}
    swapped = [pair for pair in pairs_of(ANCHOR, 12, 2) if not four & {*pair}]
    left = [number for pair in pairs_of(ANCHOR, 12, 2) if four & {*pair} for number in pair if number not in four]
    met = ((5, 4), (7, 2), *zip(left[::2], left[1::2], strict=True), *swapped)

    ways = ways_on(ANCHOR, 12, range(1, 13), AS_PLANNED, game=2, met=met, games=9, away=away)

    assert ways[0].cost.is_clean
    then = played(ways[0].course, 12, 12, 9, away)
    assert not met_again(then, 2)
    assert {person.games for person in meetings(then)} == {9}


@pytest.mark.parametrize(
    "gone", [(Away("A-3", 1, 2, made_up=False),), (Away("A-5", 2),), (Away("A-5", 2), Away("A-8", 4))]
)
def test_with_people_who_came_late_or_left_the_table_is_repaired_too(gone: tuple[Away, ...]) -> None:
    (one, two), (three, four), *rest = pairs_of(ANCHOR, 14, 3)

    ways = ways_on(
        ANCHOR, 14, range(1, 14), AS_PLANNED, game=3, met=((one, four), (three, two), *rest), games=9, away=gone
    )

    assert (ways[0].cost.again, ways[0].cost.lost) == (0, 0)
    assert not met_again(played(ways[0].course, 14, 13, 9, gone), 3)


@st.composite
def mixed(draw: st.DrawFn) -> tuple[int, int, int, int, tuple[tuple[int, int], ...]]:
    """Players at a table, its frame, the games, the game that was mixed up, and who met whom in it."""
    players = draw(st.integers(6, 24))
    frame = players + players % 2
    games = draw(st.integers(5, min(14, players - 1)))
    game = draw(st.integers(1, games - 1))
    boards = [list(pair) for pair in pairs_of(ANCHOR, frame, game)]
    swapped = draw(st.integers(1, 3))
    if swapped == 1:
        return players, frame, games, game, pairs_of(ANCHOR, frame, game + 1)
    at = draw(st.lists(st.sampled_from(range(len(boards))), min_size=swapped, max_size=swapped, unique=True))
    for here, one in zip(at, [boards[place][1] for place in (*at[1:], at[0])], strict=True):
        boards[here][1] = one
    return players, frame, games, game, tuple((one, two) for one, two in boards)


@given(mixed())
@settings(max_examples=80, deadline=None)
def test_the_first_way_lets_nobody_meet_again_where_exchanged_places_would_not(
    given_: tuple[int, int, int, int, tuple[tuple[int, int], ...]],
) -> None:
    players, frame, games, game, met = given_
    before = played(AS_PLANNED, frame, players, games)

    way = ways_on(ANCHOR, frame, range(1, players + 1), AS_PLANNED, game=game, met=met, games=games)[0]

    then = played(way.course, frame, players, games)
    assert {frozenset(pair) for pair in planned(ANCHOR, frame, way.course, game)} == {frozenset(pair) for pair in met}
    assert [one.players for one in then if one.game < game] == [one.players for one in before if one.game < game]
    assert met_again(then, game) == way.cost.again
    assert {person.games for person in meetings(then)} == {games} or way.cost.lost
    if way.cost.again or way.cost.lost:
        past = Counter(frozenset(pair) for at in range(1, game + 1) for pair in planned(ANCHOR, frame, way.course, at))
        needed = max(one.game for one in before) - game
        search = Search(ANCHOR, tuple(range(1, frame + 1)), rounds_after(ANCHOR, frame, AS_PLANNED, game), needed, past)
        found = [one for exchanged in (0, 1) for one in islice(search.apart(exchanged), 1)]
        assert not found or way.cost.lost


@given(mixed())
@settings(max_examples=80, deadline=None)
def test_first_deals_are_balanced_anew_and_stay_in_the_games_that_were_played(
    given_: tuple[int, int, int, int, tuple[tuple[int, int], ...]],
) -> None:
    players, frame, games, game, met = given_
    before = with_first_deals(played(AS_PLANNED, frame, players, games), Deal.ALTERNATE)
    way = ways_on(ANCHOR, frame, range(1, players + 1), AS_PLANNED, game=game, met=met, games=games)[0]

    dealt = balanced(played(way.course, frame, players, games), before, after=game)

    announced = {(one.game, frozenset(one.players)): one.first_deal for one in before}
    assert all(
        one.first_deal == announced.get((one.game, frozenset(one.players)), one.first_deal)
        for one in dealt
        if one.game <= game
    )
    assert all((one.first_deal is None) == (None in one.players) for one in dealt)
    # With a few games to come there is room for it.
    assert not uneven(dealt) or game > games - 4


# --- Somebody goes once a table was mixed up ---------------------------------------------------------------------------


def boards_after(course: Course, frame: int, gone: int, game: int, last: int) -> tuple[set[frozenset[int]], int]:
    """Who met up to this game, and how many games come after it."""
    past = {frozenset(pair) for at in range(1, game + 1) for pair in planned(ANCHOR, frame, course, at)}
    return {pair for pair in past if gone not in pair}, last - game


def can_all_stay_apart(people: range, met: set[frozenset[int]], rounds: int) -> bool | None:
    """Whether so many rounds can be found in which nobody meets again: every one tried; None where that takes too long."""
    owed = {one: {two for two in people if two != one and frozenset((one, two)) not in met} for one in people}
    tried = 0

    def fill(left: int, waiting: frozenset[int]) -> bool | None:
        nonlocal tried
        tried += 1
        if tried > 4_000:
            return None
        if not waiting:
            return True if left == 1 else fill(left - 1, frozenset(people))
        one = min(waiting, key=lambda person: (len(owed[person] & waiting), person))
        for two in sorted(owed[one] & waiting):
            owed[one].discard(two)
            owed[two].discard(one)
            found = fill(left, waiting - {one, two})
            owed[one].add(two)
            owed[two].add(one)
            if found is not False:
                return found
        return False

    return fill(rounds, frozenset(people)) if rounds else True


@given(mixed(), st.data())
@settings(max_examples=120, deadline=None)
def test_once_somebody_goes_nobody_meets_again_where_that_can_be(
    given_: tuple[int, int, int, int, tuple[tuple[int, int], ...]], data: st.DataObject
) -> None:
    players, frame, games, game, met = given_
    way = ways_on(ANCHOR, frame, range(1, players + 1), AS_PLANNED, game=game, met=met, games=games)[0]
    gone = data.draw(st.integers(1, players))
    away = (Away(f"A-{gone}", game + 1),)
    as_it_is = played(way.course, frame, players, games, away)

    course = goes_on_apart(ANCHOR, frame, range(1, players + 1), way.course, game=game, games=games, away=away, again=0)

    if course is None:
        assert not met_again(as_it_is, game)
        return
    then = played(course, frame, players, games, away)
    assert not met_again(then, game)
    assert [one.players for one in then if one.game <= game] == [one.players for one in as_it_is if one.game <= game]
    for at in range(1, max(one.game for one in then) + 1):
        there = [player for one in then if one.game == at for player in one.players if player is not None]
        assert len(there) == len(set(there))
    if course.ends:
        last = max(one.game for one in as_it_is)
        assert can_all_stay_apart(range(1, frame + 1), *boards_after(course, frame, gone, game, last)) is not True
