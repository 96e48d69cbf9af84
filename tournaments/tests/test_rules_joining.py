"""Coming in at a full table while a game is on: what was played stays, nobody meets again, nobody loses a game."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rotation.rules.joining import in_place_of, two_more_chairs
from tournaments.rotation.rules.mixup import planned, ways_on
from tournaments.rotation.rules.movements import PLANS, Away, Course, Movement, Pairing, schedule, sitters
from tournaments.rotation.rules.proof import Meetings, meetings, players_needed


def most_games(movement: Movement, seats: int) -> int:
    """The games that so many people can have at one table without a repeat."""
    return max(games for games in range(1, 2 * seats) if players_needed(movement, games) <= seats)


def played(
    movement: Movement, seats: list[int], games: int, *, drawn: int, away: list[Away], course: Course | None = None
) -> tuple[Pairing, ...]:
    courses = {"A": course} if course else {}
    return schedule(movement, {"A": drawn}, [f"A-{one}" for one in seats], games, away=away, courses=courses)


def gives(pairings: tuple[Pairing, ...], movement: Movement) -> dict[str, Meetings]:
    return {one.seat: one for one in meetings(pairings, movement)}


@st.composite
def at_play(draw: st.DrawFn) -> tuple[Movement, int, int, int]:
    """A movement, a full table's seats, its games, and the game that is on, not the last one."""
    movement = draw(st.sampled_from(list(PLANS)))
    seats = 2 * draw(st.integers(2, 13))
    games = draw(st.integers(2, max(2, most_games(movement, seats))))
    return movement, seats, games, draw(st.integers(1, games - 1))


@settings(max_examples=150, deadline=None)
@given(at_play(), st.booleans())
def test_two_more_chairs_change_nothing_played_and_cost_nobody_a_game(
    given_: tuple[Movement, int, int, int], second: bool
) -> None:
    movement, seats, games, now = given_
    here = list(range(1, seats + 1))
    new = [seats + 1, seats + 2][: 1 + second]
    away = [Away(f"A-{one}", 1, now, made_up=False) for one in new]
    course = two_more_chairs(PLANS[movement], seats, Course(tuple(range(1, now + 1))), (seats + 1, seats + 2), game=now)

    before = played(movement, here, games, drawn=seats, away=[])
    after = played(movement, [*here, *new], games, drawn=seats, away=away, course=course)

    assert [one for one in after if one.game <= now] == [one for one in before if one.game <= now]
    was, then = gives(before, movement), gives(after, movement)
    assert all(then[seat].games >= min(games, one.games) for seat, one in was.items())
    assert sum(one.repeats for one in then.values()) == sum(one.repeats for one in was.values())
    # One stay's sit-out at most for each of the others, and none where the second chair is taken.
    assert max(then[seat].sit_outs for seat in was) <= (0 if second else PLANS[movement].games_per_move)
    assert all(games - now - 1 <= then[f"A-{one}"].games <= games for one in new)


@settings(max_examples=100, deadline=None)
@given(at_play(), st.data())
def test_in_the_place_of_somebody_gone_they_meet_whom_that_one_would_have(
    given_: tuple[Movement, int, int, int], data: st.DataObject
) -> None:
    movement, seats, games, now = given_
    here = list(range(1, seats + 1))
    gone = data.draw(st.sampled_from(here))
    left = Away(f"A-{gone}", data.draw(st.integers(1, now + 1)))
    late = Away(f"A-{seats + 1}", 1, now, made_up=False)
    course = in_place_of(PLANS[movement], seats, Course(tuple(range(1, now + 1))), gone, seats + 1, game=now)

    before = played(movement, here, games, drawn=seats, away=[left])
    after = played(movement, [*here, seats + 1], games, drawn=seats, away=[left, late], course=course)
    plan = played(movement, here, games, drawn=seats, away=[])

    assert [one for one in after if one.game <= now] == [one for one in before if one.game <= now]
    theirs = {one.game: {*one.players} - {f"A-{gone}"} for one in plan if f"A-{gone}" in one.players}
    mine = {one.game: {*one.players} - {f"A-{seats + 1}"} for one in after if f"A-{seats + 1}" in one.players}
    assert {game: theirs[game] for game in mine if game in theirs} == {
        game: whom for game, whom in mine.items() if game in theirs
    }
    was, then = gives(before, movement), gives(after, movement)
    assert all(then[seat].games >= one.games for seat, one in was.items())
    assert all(then[seat].sit_outs <= one.sit_outs for seat, one in was.items())


@pytest.mark.parametrize("movement", list(PLANS))
def test_whoever_comes_sits_down_on_the_chair_of_their_number(movement: Movement) -> None:
    course = two_more_chairs(PLANS[movement], 10, Course((1, 2)), (11, 12), game=2)

    assert sitters(PLANS[movement], course.start, 3)[10] == 11


def test_a_third_and_a_fourth_one_come_in_as_the_first_two_did() -> None:
    plan, movement = PLANS[Movement.ANCHOR], Movement.ANCHOR
    first = two_more_chairs(plan, 10, Course((1, 2)), (11, 12), game=2)
    order = Course((1, 2, 3, 4), first.pairs, first.start, first.before)
    second = two_more_chairs(plan, 10, order, (13, 14), game=4)
    away = [Away(f"A-{one}", 1, game, made_up=False) for one, game in ((11, 2), (12, 2), (13, 4), (14, 4))]

    one = played(movement, list(range(1, 13)), 9, drawn=10, away=away[:2], course=first)
    both = played(movement, list(range(1, 15)), 9, drawn=10, away=away, course=second)

    assert [pairing for pairing in both if pairing.game <= 4] == [pairing for pairing in one if pairing.game <= 4]
    given_ = gives(both, movement)
    assert {given_[f"A-{seat}"].games for seat in range(1, 11)} == {9}
    assert [given_[f"A-{seat}"].games for seat in (11, 12, 13, 14)] == [7, 7, 5, 5]
    assert not any(one.repeats or one.sit_outs for one in given_.values())


@pytest.mark.parametrize("movement", list(PLANS))
def test_who_came_in_after_the_same_game_goes_on_moving_when_more_chairs_follow(movement: Movement) -> None:
    """A place and two pairs of chairs, all after game 2: everybody moves along, whoever is gone does not."""
    plan = PLANS[movement]
    placed = in_place_of(plan, 10, Course((1, 2)), 4, 11, game=2)
    first = two_more_chairs(plan, 10, placed, (12, 13), game=2)

    second = two_more_chairs(plan, 10, first, (14, 15), game=2)

    assert {*second.start} == {*range(1, 16)} - {4}
    assert len(second.start) == 14
    assert sitters(plan, second.start, second.rounds[-1])[:12] == sitters(plan, first.start, first.rounds[-1])
    assert [planned(plan, 10, second, game) for game in (1, 2)] == [
        planned(plan, 10, Course((1, 2)), game) for game in (1, 2)
    ]


def test_a_mix_up_after_it_goes_on_through_the_chairs_there_are() -> None:
    plan = PLANS[Movement.ANCHOR]
    grown = two_more_chairs(plan, 10, Course((1, 2)), (11, 12), game=2)
    taken = range(1, 12)
    twice = planned(plan, 10, grown, 4)

    ways = ways_on(plan, 10, taken, grown, game=3, met=twice, games=10)

    assert [str(one.way) for one in ways] == ["go_on", "go_back"]
    assert all((one.course.start, one.course.before) == (grown.start, 2) for one in ways)
    assert planned(plan, 10, ways[0].course, 3) == twice
    assert planned(plan, 10, ways[0].course, 2) == planned(plan, 10, grown, 2)


def test_a_mix_up_before_it_leaves_what_was_played_since() -> None:
    plan = PLANS[Movement.ANCHOR]
    grown = two_more_chairs(plan, 10, Course((1, 2, 3)), (11, 12), game=3)
    (one, two), (three, four), *rest = planned(plan, 10, grown, 2)

    ways = ways_on(plan, 10, range(1, 12), grown, game=2, met=((one, four), (three, two), *rest), games=10)

    assert [str(found.way) for found in ways] == ["repair", "keep"]
    for found in ways:
        assert planned(plan, 10, found.course, 2)[0] == (one, four)
        assert [planned(plan, 10, found.course, game) for game in (1, 3)] == [
            planned(plan, 10, grown, game) for game in (1, 3)
        ]


def test_nobody_moves_on_for_somebody_who_is_not_there() -> None:
    with pytest.raises(ValueError, match="nobody moves along as 9"):
        in_place_of(PLANS[Movement.ANCHOR], 4, Course((1,)), 9, 5, game=1)
