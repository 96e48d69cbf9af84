"""The forfeit clock for a qualifier who does not appear (13.1 in 2020, 12.2 in the classic edition).

The first game is forfeited five minutes after the scheduled start, then another every fifteen minutes, until the match
is over or the qualifier appears. The rule counts from the start of the playoffs; a start per match is ours. Times must
have a time zone.
"""

from datetime import UTC, datetime, timedelta

from brackets.bracket.rules.match import needed_wins

FIRST_AFTER = timedelta(minutes=5)
THEN_EVERY = timedelta(minutes=15)


def next_forfeit_at(scheduled_at: datetime, forfeits_so_far: int) -> datetime:
    """Return when the next game is forfeited, in the time zone of `scheduled_at`.

    Raises ValueError for a time without zone or a negative number of forfeits.

    >>> next_forfeit_at(datetime(2026, 3, 1, 9, 0, tzinfo=UTC), 1).strftime("%H:%M")
    '09:20'
    """
    if forfeits_so_far < 0:
        raise ValueError("there cannot be fewer than no forfeits")
    next_time = _in_utc(scheduled_at) + FIRST_AFTER + forfeits_so_far * THEN_EVERY
    return next_time.astimezone(scheduled_at.tzinfo)


def forfeits_allowed(scheduled_at: datetime, now: datetime, *, best_of: int) -> int:
    """Return how many games the clock has forfeited at the time `now`, at most the number that wins the match.

    Raises ValueError for a time without zone or an invalid length.

    >>> nine = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
    >>> [forfeits_allowed(nine, nine + timedelta(minutes=late), best_of=3) for late in (4, 5, 19, 20, 300)]
    [0, 1, 1, 2, 2]
    """
    since_first_forfeit = _in_utc(now) - _in_utc(scheduled_at) - FIRST_AFTER
    most_forfeits = needed_wins(best_of)
    if since_first_forfeit < timedelta(0):
        return 0
    return min(most_forfeits, 1 + since_first_forfeit // THEN_EVERY)


def _in_utc(moment: datetime) -> datetime:
    """The same moment in UTC. Raises ValueError for a time without zone."""
    # Python subtracts times of the same zone by wall clock, which jumps twice a year; in UTC it does not.
    if moment.utcoffset() is None:
        raise ValueError("a time needs its time zone")
    return moment.astimezone(UTC)
