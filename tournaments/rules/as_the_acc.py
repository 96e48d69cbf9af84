"""What of an event differs from the rules of the ACC."""

from __future__ import annotations

from tournaments.rules.quota import USUAL_ONE_IN
from tournaments.rules.ranking import Ranking
from tournaments.rules.skunk import ACC_SKUNKS, Skunks

ONE_IN, NO_SPREAD, SKUNK, DOUBLE_SKUNK = "one_in", "no_spread", "skunk", "double_skunk"
"""That another number than one in four qualifies, that cards record no spread, that a skunk is another win or none, that
there are double skunks."""

USUAL_BEST_OF = 5
"""A match of the playoffs is best of so many games, by the ACC's policy for events with its sanction."""

MATCH_LENGTHS = (1, 3, 5, 7)
"""The lengths that a director can choose (ours)."""


def ranking_in_force(ranking: Ranking, *, is_ladder: bool) -> Ranking:
    """What ranks an event: a ladder that says nothing else ranks by game points alone."""
    return Ranking.POINTS if is_ladder and ranking is Ranking.ACC else ranking


def differences(
    ranking: Ranking,
    one_in: int,
    *,
    records_spread: bool,
    is_ladder: bool = False,
    skunks: Skunks = ACC_SKUNKS,
) -> tuple[str, ...]:
    """What differs: the ranking, `ONE_IN`, `SKUNK`, `DOUBLE_SKUNK`, `NO_SPREAD`; nothing where the event is played as the ACC plays.

    On a ladder nobody qualifies by a fraction, so it does not matter there.

    >>> differences(Ranking.ACC, 4, records_spread=True), differences(Ranking.WINS, 6, records_spread=False)
    ((), ('wins', 'one_in', 'no_spread'))
    >>> differences(Ranking.ACC, 6, records_spread=False, is_ladder=True)
    ('points', 'no_spread')
    >>> differences(Ranking.ACC, 4, records_spread=True, skunks=Skunks(41, 61))
    ('skunk', 'double_skunk')
    """
    in_force = ranking_in_force(ranking, is_ladder=is_ladder)
    differs = {
        in_force.value: in_force is not Ranking.ACC,
        ONE_IN: one_in != USUAL_ONE_IN and not is_ladder,
        SKUNK: skunks.single != ACC_SKUNKS.single,
        DOUBLE_SKUNK: skunks.double is not None,
        NO_SPREAD: not records_spread,
    }
    return tuple(name for name, is_different in differs.items() if is_different)
