"""The clock of a qualifier who does not appear."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.bracket.rules.forfeit import forfeits_allowed, next_forfeit_at

NINE = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("late", "best_of", "forfeits"),
    [
        pytest.param(timedelta(hours=-1), 5, 0, id="before the start"),
        pytest.param(timedelta(0), 5, 0, id="at the start"),
        pytest.param(timedelta(minutes=4, seconds=59), 5, 0, id="a second short of five minutes"),
        pytest.param(timedelta(minutes=5), 5, 1, id="five minutes"),
        pytest.param(timedelta(minutes=19, seconds=59), 5, 1, id="a second short of twenty"),
        pytest.param(timedelta(minutes=20), 5, 2, id="twenty minutes"),
        pytest.param(timedelta(minutes=35), 5, 3, id="thirty-five minutes"),
        pytest.param(timedelta(minutes=50), 5, 3, id="three of five are the match"),
        pytest.param(timedelta(minutes=50), 7, 4, id="four of seven"),
        pytest.param(timedelta(days=1), 1, 1, id="one game"),
    ],
)
def test_games_forfeited_by_the_clock(late: timedelta, best_of: int, forfeits: int) -> None:
    assert forfeits_allowed(NINE, NINE + late, best_of=best_of) == forfeits


def test_the_next_forfeit_comes_after_five_minutes_and_then_every_fifteen() -> None:
    times = [next_forfeit_at(NINE, forfeits).strftime("%H:%M") for forfeits in range(4)]

    assert times == ["09:05", "09:20", "09:35", "09:50"]


@given(st.integers(0, 3))
def test_a_forfeit_is_allowed_from_the_very_moment_that_was_announced(forfeits: int) -> None:
    due = next_forfeit_at(NINE, forfeits)

    assert forfeits_allowed(NINE, due, best_of=7) == forfeits + 1
    assert forfeits_allowed(NINE, due - timedelta(microseconds=1), best_of=7) == forfeits


def test_a_clock_that_is_put_forward_meanwhile_forfeits_nothing() -> None:
    zone = ZoneInfo("America/Los_Angeles")
    scheduled_at = datetime(2026, 3, 8, 1, 58, tzinfo=zone)

    assert next_forfeit_at(scheduled_at, 0).isoformat() == "2026-03-08T03:03:00-07:00"
    assert forfeits_allowed(scheduled_at, datetime(2026, 3, 8, 3, 2, tzinfo=zone), best_of=5) == 0
    assert forfeits_allowed(scheduled_at, datetime(2026, 3, 8, 3, 3, tzinfo=zone), best_of=5) == 1


def test_times_of_different_zones_are_compared_rightly() -> None:
    here = NINE.astimezone(ZoneInfo("Asia/Tokyo"))

    assert forfeits_allowed(here, NINE + timedelta(minutes=5), best_of=5) == 1


def test_a_time_without_zone_is_refused() -> None:
    naive = NINE.replace(tzinfo=None)

    with pytest.raises(ValueError, match="time zone"):
        next_forfeit_at(naive, 0)
    with pytest.raises(ValueError, match="time zone"):
        forfeits_allowed(naive, NINE, best_of=5)
    with pytest.raises(ValueError, match="time zone"):
        forfeits_allowed(NINE, naive, best_of=5)


def test_fewer_than_no_forfeits_and_other_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="no forfeits"):
        next_forfeit_at(NINE, -1)
    with pytest.raises(ValueError, match="best of"):
        forfeits_allowed(NINE, NINE, best_of=4)
