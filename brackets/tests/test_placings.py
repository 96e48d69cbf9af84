"""Final places: shared ones, the champion's, and those of who is still in."""

from __future__ import annotations

import pytest

from brackets.bracket.reads.drawn import bracket
from brackets.bracket.reads.placings import placings
from brackets.bracket.rules.places import credited_round, place_of
from brackets.tests.factories import make_bracket, make_posted_event, win

pytestmark = pytest.mark.django_db


def test_losers_of_a_round_share_their_place() -> None:
    event = make_bracket(5, best_of=1)  # one match in the first round, between seeds 4 and 5
    first = next(found for found in bracket(event).rounds[0] if not found.bye)  # type: ignore[union-attr]
    win(event, first.match, "A-5")

    found = {one.side.seat: one for one in placings(event)}

    assert (found["A-4"].place, found["A-4"].shared, found["A-4"].credited) == (5, 1, 1)
    assert {seat: one.place for seat, one in found.items() if seat != "A-4"} == dict.fromkeys(
        ("A-1", "A-2", "A-3", "A-5")
    )

    win(event, 5, "A-1")
    win(event, 6, "A-2")
    win(event, 7, "A-2")

    placed = placings(event)
    assert [(one.side.seat, one.place, one.shared, one.credited) for one in placed] == [
        ("A-2", 1, 1, 4),
        ("A-1", 2, 1, 3),
        ("A-3", 3, 2, 2),
        ("A-5", 3, 2, 2),
        ("A-4", 5, 1, 1),
    ]


def test_before_the_draw_nobody_has_a_place_and_a_single_qualifier_has_won() -> None:
    assert [one.place for one in placings(make_posted_event(3))] == [None, None, None]
    assert [one.place for one in placings(make_posted_event(1, slug="small"))] == [1]


def test_unknown_rounds_are_an_error() -> None:
    for asked in (place_of, credited_round):
        with pytest.raises(ValueError, match="no round 4 of 3"):
            asked(4, 3)
