"""Who comes to a call: how many judges a hearing needs, and which of them are asked first.

Judges mostly play themselves. Two come before anybody explains anything (protocol a, 2020), a third where a player disagrees
with the two, and the decision of three is final (11.4.a). Nobody judges a case that they are a party to (protocol f, 2020), and
whenever possible nobody that of a relative, club member, roommate or travelling partner (protocol i, 2020).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tournaments.rules.naming import counted

TWO = 2
THREE = 3

_NEXT_TABLE = 1_000
"""Another table is farther than any seat of one's own, in seats."""
_IN_ANOTHER_EVENT = 1_000 * _NEXT_TABLE
"""Another event is farther than any table of one's own."""


class Bar(StrEnum):
    """Why a judge is not asked to come."""

    PARTY = "party"  # plays the game in question
    GAVE_UP = "gave_up"  # has said that they cannot take this call after all
    AT_A_CALL = "at_a_call"
    NOT_FREE = "not_free"  # has said so


class Staffing(StrEnum):
    """How a call is off for judges: `enough` could come, two but `no_third` one that is asked for, one `alone`, or `none`."""

    ENOUGH = "enough"
    NO_THIRD = "no_third"
    ALONE = "alone"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A judge who might come. `table` counts the tables from 0, None for somebody who sits at none of them; whoever plays in
    another event meanwhile `is_elsewhere`. Whoever took this call and cannot come after all `gave_up`. Whom an older call asks `is_asked`. `related` says how, if so."""

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
    """A judge, and how they stand to a call: why not (`bar`), how they are `related`, and how `far` off they sit, in seats."""

    key: int
    bar: Bar | None
    is_asked: bool
    related: str
    far: int

    @property
    def may_be_asked(self) -> bool:
        return self.bar is None


def judges_needed(*, third: bool) -> int:
    """How many judges a hearing needs: two, three once a third is asked for (protocol a, 2020; 11.4.a)."""
    return THREE if third else TWO


def in_order(tables: Iterable[str]) -> tuple[str, ...]:
    """Tables by name as they stand in a hall: those with a number by it, then the others (ours).

    >>> in_order(["10", "9", "Stage", "B 2", "B 1"])
    ('9', '10', 'B 1', 'B 2', 'Stage')
    """

    return tuple(sorted(set(tables), key=counted))


def find_judges(candidates: Iterable[Candidate], *, table: int | None, seat: int | None) -> tuple[Asked, ...]:
    """The judges in the order in which they are asked: the nearest first, then those whom an older call asks, so that two
    calls do not wait for the same two judges (ours); whoever is related after all others, then those who cannot come. Of two who are as near neither goes first but by the order in which they were given.

    How near is ours: seats of the same table, then tables, then who plays in another event. Whoever plays in none is on their
    feet, and so as near as anybody; so is everybody where nobody says at which table the judges are wanted.
    """

    def far(one: Candidate) -> int:
        if one.is_elsewhere:
            return _IN_ANOTHER_EVENT
        if one.table is None or table is None:
            return 0
        if one.table != table:
            return _NEXT_TABLE * abs(one.table - table)
        return abs(one.seat - seat) if seat is not None else 0

    found = [Asked(one.key, _bar(one), one.is_asked, one.related, far(one)) for one in candidates]
    return tuple(sorted(found, key=lambda one: (one.bar is not None, bool(one.related), one.is_asked, one.far)))


def asked_first(found: Iterable[Asked], *, missing: int) -> tuple[Asked, ...]:
    """Those who are proposed: as many as the hearing still lacks (`missing`) of the judges in the order in which they are asked,
    nobody who cannot come, and nobody who is related to a player (protocol i, 2020)."""
    return tuple(one for one in found if one.may_be_asked and not one.related)[:missing]


def _bar(one: Candidate) -> Bar | None:
    if one.is_party:
        return Bar.PARTY
    if one.gave_up:
        return Bar.GAVE_UP
    if one.is_at_a_call:
        return Bar.AT_A_CALL
    return None if one.is_free else Bar.NOT_FREE


def staffing(asked: Iterable[Asked], *, coming: int, third: bool) -> Staffing:
    """Whether as many judges as the hearing needs are coming or could be asked; those who are related count, as a last resort."""
    there = coming + sum(one.may_be_asked for one in asked)
    if there >= judges_needed(third=third):
        return Staffing.ENOUGH
    if there >= TWO:
        return Staffing.NO_THIRD
    return Staffing.ALONE if there else Staffing.NONE
