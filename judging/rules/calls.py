"""Judges for a call: how many a hearing needs, and which judges are asked first.

Most judges also play in the tournament. Two judges must be at the table before anybody explains the case (protocol a,
2020). A third judge is asked for if a player disagrees with the two; the decision of three is final (11.4.a). No judge
hears a case of their own game (protocol f, 2020). Whenever possible, a judge does not hear the case of a relative, club
member, roommate or travel partner (protocol i, 2020).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tournaments.rules.naming import counted

TWO = 2
THREE = 3

_NEXT_TABLE = 1_000
"""The distance to another table in seats: farther than any seat of the same table."""
_IN_ANOTHER_EVENT = 1_000 * _NEXT_TABLE
"""The distance to another event in seats: farther than any table of the same event."""


class Bar(StrEnum):
    """Why a judge is not asked to come."""

    PARTY = "party"  # plays the game in question
    GAVE_UP = "gave_up"  # has said that they cannot take this call after all
    AT_A_CALL = "at_a_call"
    NOT_FREE = "not_free"  # has said so


class Staffing(StrEnum):
    """Whether enough judges can come to a call."""

    ENOUGH = "enough"
    NO_THIRD = "no_third"  # two can come, and the hearing needs three
    ALONE = "alone"  # only one can come
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A judge who might come to a call.

    `table` is the index of the judge's table, from 0; None if the judge sits at none. `is_elsewhere`: the judge plays
    in another event. `is_party`: the judge plays the game of the call. `gave_up`: the judge took this call and cannot
    come after all. `is_asked`: an older call already asks the judge. `related` is the relation to a player, or empty.
    """

    key: int
    table: int | None = None
    seat: int = 0
    is_elsewhere: bool = False
    is_party: bool = False
    gave_up: bool = False
    is_free: bool = True
    is_at_a_call: bool = False
    is_asked: bool = False
    related: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A judge as ranked for a call.

    `bar` is the reason why the judge cannot be asked, or None. `is_asked`: an older call already asks the judge.
    `related` is the relation to a player, or empty. `distance` is the distance to the table of the call, in seats.
    """

    key: int
    bar: Bar | None
    is_asked: bool
    related: str
    distance: int

    @property
    def may_be_asked(self) -> bool:
        return self.bar is None


def judges_needed(*, third: bool) -> int:
    """The number of judges that a hearing needs: two, or three if a `third` is asked for (protocol a, 2020; 11.4.a)."""
    return THREE if third else TWO


def in_order(tables: Iterable[str]) -> tuple[str, ...]:
    """Names of tables in the order of the hall, each once: numbered tables first, then the others (ours).

    >>> in_order(["10", "9", "Stage", "B 2", "B 1"])
    ('9', '10', 'B 1', 'B 2', 'Stage')
    """
    return tuple(sorted(set(tables), key=counted))


def find_judges(candidates: Iterable[Candidate], *, table: int | None, seat: int | None) -> tuple[Asked, ...]:
    """The judges in the order in which they are asked; `table` and `seat` are those of the call.

    They are sorted by four keys (ours); ties keep the given order:
    1. Judges who can come are before barred ones.
    2. Unrelated judges are before related ones.
    3. Judges whom no older call asks are before the others, so that two calls do not wait for the same judges.
    4. Near judges are before distant ones.

    The distance (ours) counts seats at the same table, else tables; another event is farthest. It is 0 for judges who
    play in no event. If the call has no table, it is 0 for all judges except those who play in another event.
    """

    def distance_of(judge: Candidate) -> int:
        if judge.is_elsewhere:
            return _IN_ANOTHER_EVENT
        if judge.table is None or table is None:
            return 0
        if judge.table != table:
            return _NEXT_TABLE * abs(judge.table - table)
        return abs(judge.seat - seat) if seat is not None else 0

    judges = [
        Asked(candidate.key, _bar(candidate), candidate.is_asked, candidate.related, distance_of(candidate))
        for candidate in candidates
    ]
    return tuple(
        sorted(judges, key=lambda judge: (judge.bar is not None, bool(judge.related), judge.is_asked, judge.distance))
    )


def asked_first(ranked: Iterable[Asked], *, missing: int) -> tuple[Asked, ...]:
    """The judges to propose, at most `missing` of them; barred and related judges are left out (protocol i, 2020)."""
    return tuple(judge for judge in ranked if judge.may_be_asked and not judge.related)[:missing]


def _bar(candidate: Candidate) -> Bar | None:
    """The first reason that bars this judge from the call, or None."""
    if candidate.is_party:
        return Bar.PARTY
    if candidate.gave_up:
        return Bar.GAVE_UP
    if candidate.is_at_a_call:
        return Bar.AT_A_CALL
    return None if candidate.is_free else Bar.NOT_FREE


def staffing(asked: Iterable[Asked], *, coming: int, third: bool) -> Staffing:
    """Whether the judges who are `coming` and those who may be asked are enough.

    Related judges count, as a last resort.
    """
    available = coming + sum(judge.may_be_asked for judge in asked)
    if available >= judges_needed(third=third):
        return Staffing.ENOUGH
    if available >= TWO:
        return Staffing.NO_THIRD
    return Staffing.ALONE if available else Staffing.NONE
