"""Judges for a call: how many a hearing needs, and which of them are asked first.

Judges mostly play themselves. Two come before anybody explains anything (protocol a, 2020), a third if a player
disagrees with the two; the decision of three is final (11.4.a). Nobody judges a case that they are a party to (protocol
f, 2020), nor, whenever possible, that of a relative, club member, roommate or travel partner (protocol i, 2020).
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
    """Whether judges suffice for a call: `enough`, two but `no_third` that is needed, one `alone`, or `none`."""

    ENOUGH = "enough"
    NO_THIRD = "no_third"
    ALONE = "alone"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A judge who might come. `table` counts the tables from 0, None if they sit at none.

    `is_elsewhere`: they play in another event. `gave_up`: they took this call and cannot come after all. `is_asked`: an
    older call asks them. `related` says how they are related to a player, or is empty.
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
    """A judge in relation to a call: why not (`bar`), how they are `related`, how `far` away they sit, in seats."""

    key: int
    bar: Bar | None
    is_asked: bool
    related: str
    far: int

    @property
    def may_be_asked(self) -> bool:
        return self.bar is None


def judges_needed(*, third: bool) -> int:
    """How many judges a hearing needs: two, or three once a third is asked for (protocol a, 2020; 11.4.a)."""
    return THREE if third else TWO


def in_order(tables: Iterable[str]) -> tuple[str, ...]:
    """Tables by name in the order of the hall: numbered ones first, then the others (ours).

    >>> in_order(["10", "9", "Stage", "B 2", "B 1"])
    ('9', '10', 'B 1', 'B 2', 'Stage')
    """

    return tuple(sorted(set(tables), key=counted))


def find_judges(candidates: Iterable[Candidate], *, table: int | None, seat: int | None) -> tuple[Asked, ...]:
    """The judges in the order in which they are asked.

    First those who can come, of these first the unrelated ones, then those whom no older call asks, so that two calls
    do not wait for the same two judges, then the nearest (ours). Ties keep the given order. Distance (ours) counts
    seats at the same table, then tables; another event is farthest. Judges who play in no event count as near, and if
    the call has no table, so does everybody who plays in this event.
    """

    def far(judge: Candidate) -> int:
        if judge.is_elsewhere:
            return _IN_ANOTHER_EVENT
        if judge.table is None or table is None:
            return 0
        if judge.table != table:
            return _NEXT_TABLE * abs(judge.table - table)
        return abs(judge.seat - seat) if seat is not None else 0

    judges = [
        Asked(candidate.key, _bar(candidate), candidate.is_asked, candidate.related, far(candidate))
        for candidate in candidates
    ]
    return tuple(
        sorted(judges, key=lambda judge: (judge.bar is not None, bool(judge.related), judge.is_asked, judge.far))
    )


def asked_first(ranked: Iterable[Asked], *, missing: int) -> tuple[Asked, ...]:
    """The judges to propose: as many as are `missing`, without barred or related ones (protocol i, 2020)."""
    return tuple(judge for judge in ranked if judge.may_be_asked and not judge.related)[:missing]


def _bar(candidate: Candidate) -> Bar | None:
    if candidate.is_party:
        return Bar.PARTY
    if candidate.gave_up:
        return Bar.GAVE_UP
    if candidate.is_at_a_call:
        return Bar.AT_A_CALL
    return None if candidate.is_free else Bar.NOT_FREE


def staffing(asked: Iterable[Asked], *, coming: int, third: bool) -> Staffing:
    """Whether enough judges are coming or could be asked; related ones count, as a last resort."""
    there = coming + sum(judge.may_be_asked for judge in asked)
    if there >= judges_needed(third=third):
        return Staffing.ENOUGH
    if there >= TWO:
        return Staffing.NO_THIRD
    return Staffing.ALONE if there else Staffing.NONE
