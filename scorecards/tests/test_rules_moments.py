"""Which earlier states of the provisional standings are offered."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from scorecards.sheet.rules.moments import Stamp, find_moments

TEN = datetime(2026, 3, 6, 10, tzinfo=UTC)


def stamps(*acts: str) -> list[Stamp]:
    """Acts as `minute action`, then the step that was reopened or `hidden`."""
    found = []
    for number, act in enumerate(acts, start=1):
        minute, action, *more = act.split()
        step = "".join(one for one in more if one != "hidden")
        at = TEN + timedelta(minutes=int(minute))
        found.append(Stamp(number, action, at, step, public="hidden" not in more))
    return found


@pytest.mark.parametrize(
    ("acts", "numbers"),
    [
        ((), []),
        (("1 card.typed", "2 card.typed"), []),
        # The last of each quarter, once something moved them in a later one.
        (("1 card.typed", "14 card.typed", "15 card.typed", "31 card.typed"), [2, 3]),
        # What moves nothing ends no quarter and is none of its acts.
        (("1 card.typed", "2 card.received", "20 sheets.printed", "31 game.called"), []),
        (("1 card.typed", "2 card.received", "20 line.looked-at"), [1]),
        # Before the first card there are no standings.
        (("1 entrant.status-set", "20 card.typed", "40 card.typed"), [2]),
        # Posted standings are lists of their own; the posting ends the quarter before it.
        (("1 card.typed", "20 qualifiers.posted", "40 card.corrected-late", "60 card.typed"), [1]),
        (("1 card.typed", "2 qualifiers.posted", "30 bracket.drawn"), []),
        (
            ("1 card.typed", "20 qualifiers.posted", "21 phase.reopened cross_check", "22 card.typed", "40 card.typed"),
            [1, 4],
        ),
        (("1 card.typed", "20 qualifiers.posted", "21 phase.reopened playoffs", "22 card.typed", "40 card.typed"), [1]),
        # The seats were opened again: with the cards the standings went.
        (("1 card.typed", "16 phase.reopened seating", "17 entrant.status-set", "40 card.typed"), [1]),
        # What was held back is not offered, nor does an earlier act of the quarter hide behind it.
        (("1 card.typed", "2 card.typed hidden", "20 card.typed hidden", "40 card.typed"), [1]),
        # A clock that was set back begins no quarter anew.
        (("1 card.typed", "20 card.typed", "2 card.typed", "40 card.typed"), [1, 3]),
    ],
)
def test_one_moment_of_each_quarter_of_an_hour_is_offered(acts: tuple[str, ...], numbers: list[int]) -> None:
    assert [one.number for one in find_moments(stamps(*acts))] == numbers


def test_what_was_offered_once_is_offered_for_good() -> None:
    acts = stamps(
        "1 card.typed",
        "16 card.typed",
        "17 qualifiers.posted",
        "18 phase.reopened cross_check",
        "19 card.typed",
        "33 qualifiers.posted",
        "34 phase.reopened cross_check",
        "50 card.typed",
        "70 card.typed",
    )

    offered = [set(find_moments(acts[:number])) for number in range(len(acts) + 1)]

    assert all(before <= after for before, after in pairwise(offered))
    assert len(offered[-1]) == 3
