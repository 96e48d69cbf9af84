"""Who is asked to come to a table: nearest first, never a party, whoever is related last; and how many a hearing needs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.rules.calls import (
    Bar,
    Candidate,
    Staffing,
    asked_first,
    find_judges,
    in_order,
    judges_needed,
    staffing,
)


def order(*candidates: Candidate, table: int | None = 1, seat: int | None = 7) -> list[int]:
    return [one.key for one in find_judges(candidates, table=table, seat=seat)]


def test_a_hearing_needs_two_and_three_once_a_player_disagrees() -> None:
    assert (judges_needed(third=False), judges_needed(third=True)) == (2, 3)


def test_the_nearest_is_asked_first() -> None:
    across = Candidate(1, table=3, seat=1)
    next_table = Candidate(2, table=2, seat=40)
    beside = Candidate(3, table=1, seat=9)
    same_board = Candidate(4, table=1, seat=8)
    other_event = Candidate(5, is_elsewhere=True)

    assert order(other_event, across, next_table, beside, same_board) == [4, 3, 2, 1, 5]


def test_judges_asked_by_an_older_call_come_after_unasked_judges_and_before_relatives() -> None:
    near, far = Candidate(1, table=1, seat=8, is_asked=True), Candidate(2, table=3, seat=1)
    cousin = Candidate(3, table=1, seat=9, related="family")

    assert order(near, far, cousin) == [2, 1, 3]


def test_whoever_plays_nowhere_is_as_near_as_anybody() -> None:
    assert order(Candidate(1, table=1, seat=8), Candidate(2)) == [2, 1]


def test_where_nobody_says_the_table_only_another_event_is_far() -> None:
    far = {
        one.key: one.distance
        for one in find_judges([Candidate(1, table=4, seat=9), Candidate(2)], table=None, seat=None)
    }

    assert far == {1: 0, 2: 0}


def test_whoever_is_related_comes_after_all_others_but_can_be_asked() -> None:
    found = find_judges(
        [Candidate(1, table=1, seat=8, related="family"), Candidate(2, table=9, seat=1)], table=1, seat=7
    )

    assert [(one.key, one.related, one.may_be_asked) for one in found] == [(2, "", True), (1, "family", True)]


@pytest.mark.parametrize(
    ("who", "bar"),
    [
        pytest.param(Candidate(1, is_party=True), Bar.PARTY, id="a party (protocol f)"),
        pytest.param(Candidate(1, is_at_a_call=True), Bar.AT_A_CALL, id="at another call"),
        pytest.param(Candidate(1, is_free=False), Bar.NOT_FREE, id="takes no calls"),
        pytest.param(Candidate(1, is_party=True, is_free=False), Bar.PARTY, id="a party first of all"),
        pytest.param(Candidate(1, related="club"), None, id="related (protocol i)"),
    ],
)
def test_who_cannot_come(who: Candidate, bar: Bar | None) -> None:
    found = find_judges([who, Candidate(2, table=9)], table=1, seat=7)

    assert {one.key: one.bar for one in found} == {1: bar, 2: None}
    assert found[0].key == 2


@pytest.mark.parametrize(
    ("free", "coming", "third", "is_off"),
    [
        pytest.param(2, 0, False, Staffing.ENOUGH, id="two could come"),
        pytest.param(1, 1, False, Staffing.ENOUGH, id="one comes, one could"),
        pytest.param(1, 0, False, Staffing.ALONE, id="a judge who is alone"),
        pytest.param(0, 1, False, Staffing.ALONE, id="one comes and nobody else can"),
        pytest.param(0, 0, False, Staffing.NONE, id="no judge"),
        pytest.param(0, 2, True, Staffing.NO_THIRD, id="no third one"),
        pytest.param(0, 1, True, Staffing.ALONE, id="a third one is asked for and one of the two went"),
        pytest.param(1, 2, True, Staffing.ENOUGH, id="a third one could come"),
    ],
)
def test_whether_judges_are_enough(free: int, coming: int, third: bool, is_off: Staffing) -> None:
    party = Candidate(99, is_party=True)
    asked = find_judges([party, *(Candidate(key) for key in range(free))], table=0, seat=1)

    assert staffing(asked, coming=coming, third=third) is is_off


candidates = st.builds(
    Candidate,
    key=st.integers(1, 30),
    table=st.none() | st.integers(0, 6),
    seat=st.integers(0, 40),
    is_elsewhere=st.booleans(),
    is_party=st.booleans(),
    is_free=st.booleans(),
    is_at_a_call=st.booleans(),
    related=st.sampled_from(["", "", "club", "family"]),
)


@given(
    st.lists(candidates, unique_by=lambda one: one.key), st.none() | st.integers(0, 6), st.none() | st.integers(1, 40)
)
def test_everybody_is_named_once_and_nobody_who_may_not_before_one_who_may(
    known: list[Candidate], table: int | None, seat: int | None
) -> None:
    found = find_judges(known, table=table, seat=seat)

    ranks = [(not one.may_be_asked, bool(one.related), one.distance) for one in found]
    assert ranks == sorted(ranks)
    assert {one.key for one in found} == {one.key for one in known}
    parties = {one.key for one in known if one.is_party}
    assert not any(one.may_be_asked for one in found if one.key in parties)


@given(
    st.lists(candidates, unique_by=lambda one: one.key),
    st.integers(0, 3),
    st.integers(0, 6),
    st.none() | st.integers(1, 40),
)
def test_whoever_is_asked_first_can_come_and_is_no_relative_and_nobody_like_that_is_nearer(
    known: list[Candidate], missing: int, table: int, seat: int | None
) -> None:
    found = find_judges(known, table=table, seat=seat)

    first = asked_first(found, missing=missing)

    fit = [one for one in found if one.may_be_asked and not one.related]
    assert len(first) == min(missing, len(fit))
    assert all(one in fit for one in first)
    left = [one.distance for one in fit if one not in first]
    assert all(one.distance <= far for one in first for far in left)


def test_two_are_asked_first_and_one_where_one_is_missing() -> None:
    known = [
        Candidate(1, table=1, seat=8, related="family"),
        Candidate(2, table=1, seat=7, is_party=True),
        Candidate(3, table=4, seat=1),
        Candidate(4, table=1, seat=12),
        Candidate(5, table=2, seat=1),
    ]
    found = find_judges(known, table=1, seat=7)

    assert [one.key for one in asked_first(found, missing=2)] == [4, 5]
    assert [one.key for one in asked_first(found, missing=1)] == [4]
    assert asked_first(found, missing=0) == ()


def test_tables_stand_in_the_order_of_their_numbers() -> None:
    assert in_order(["12", "2", "B", "A", "2"]) == ("2", "12", "A", "B")
