"""Scores pegged wrong: which stay, which go back, who pegs the difference, and until when (8.3, 8.4.c, 8.4.d)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.rulebook.rules.engine import Decision, asked, decision, every_case
from judging.rulebook.rules.overpegging import OVERPEGGING
from judging.tests.steps import own_steps
from tournaments.rules.edition import Edition

BOTH = pytest.mark.parametrize("edition", Edition)


def decided(edition: Edition, **answers: str) -> Decision:
    given = {"error": "ahead", "released": "yes", "since": "nothing", "noticed": "other", **answers}
    found = decision(OVERPEGGING, edition, given)
    assert found is not None
    return found


@given(
    over=st.integers(1, 29), hole=st.integers(29, 120), other_at=st.integers(0, 120), edition=st.sampled_from(Edition)
)
def test_an_overpeg_found_by_the_other_player_goes_back_and_the_other_player_pegs_the_error(
    over: int, hole: int, other_at: int, edition: Edition
) -> None:
    found = decided(edition)
    numbers = {"over": over, "offender_at": hole, "other_at": other_at}

    assert found.rules == ("8.4.c", "8.4.c.1")
    assert found.points is not None
    assert found.points.of(numbers) == over
    assert [(peg.side, peg.before.of(numbers), peg.after.of(numbers)) for peg in found.pegs] == [
        ("offender", hole, hole - over),
        ("other", other_at, min(121, other_at + over)),
    ]


@BOTH
def test_an_overpeg_found_by_its_player_goes_back_without_penalty_and_is_said_first(edition: Edition) -> None:
    found = decided(edition, noticed="self")

    assert (found.code, found.rules, found.points) == ("own_overpeg", ("8.4.c", "8.4.c.2"), None)
    assert [step.code for step in found.steps][:2] == ["tell_other", "own_peg_back"]
    assert [(peg.side, peg.after.of({"over": 3, "offender_at": 40})) for peg in found.pegs] == [("offender", 37)]


@BOTH
def test_a_peg_too_far_back_stays_and_is_at_most_muggins(edition: Edition) -> None:
    found = decided(edition, error="behind")

    assert (found.code, found.rules) == ("stands", ("8.3", "11.2"))
    assert (found.points, found.pegs) == (None, ())
    assert [(step.code, step.rule) for step in own_steps(found)] == [
        ("peg_stays", ""),
        ("claim_muggins", "10.2"),
        ("no_muggins_on_penalty", "10.3.a"),
    ]


@BOTH
@pytest.mark.parametrize("error", ["ahead", "behind"])
def test_nothing_is_pegged_before_the_peg_is_let_go(edition: Edition, error: str) -> None:
    found = decided(edition, error=error, released="no")

    assert (found.code, found.rules, found.points) == ("not_pegged", ("1.6", "8.3"), None)


@BOTH
def test_overpegging_into_the_game_hole_is_a_false_claim(edition: Edition) -> None:
    assert decided(edition, error="game_hole").rules == ("8.4.a", "8.4.b")


@pytest.mark.parametrize(
    ("since", "now", "classic"),
    [
        pytest.param("nothing", None, None, id="nothing since"),
        pytest.param("waited", None, ("8.4.d",), id="a reasonable time ends it in classic only"),
        pytest.param("next_card", ("8.4.d.1", "8.4.c"), ("8.4.d", "8.4.c"), id="another card"),
        pytest.param("hand_pegged", ("8.4.d.2",), ("8.4.d",), id="a hand pegged"),
        pytest.param("dealer_counts", ("8.4.c", "9.2.a"), ("8.4.c", "9.2.a"), id="the dealer counts on"),
        pytest.param("hand_taken", ("8.4.c", "9.2.b"), ("8.4.c", "9.2.b"), id="pone accepts the hand"),
        pytest.param("crib_taken", ("8.4.c", "9.2.d"), ("8.4.c", "9.2.d"), id="pone accepts the crib"),
        pytest.param("mixed", ("8.4.d.3", "9.2.b", "9.2.d"), ("8.4.d", "9.2.b", "9.2.d"), id="cards mixed"),
    ],
)
def test_until_when_the_other_player_may_claim(
    since: str, now: tuple[str, ...] | None, classic: tuple[str, ...] | None
) -> None:
    for edition, late in ((Edition.Y2020, now), (Edition.CLASSIC, classic)):
        found = decided(edition, since=since)
        if late is None:
            assert (found.code, found.claim_until) == ("overpegged", f"next_action_{edition}")
        else:
            assert (found.code, found.rules, found.pegs, found.points) == ("too_late", late, (), None)


def test_since_2020_the_dealer_may_correct_the_crib_until_pone_mixes() -> None:
    now = decided(Edition.Y2020, since="crib_taken", noticed="self")

    assert (now.code, now.claim_until) == ("own_overpeg", "cards_mixed")
    assert "9.2.d" in now.rules
    assert decided(Edition.CLASSIC, since="crib_taken", noticed="self").code == "too_late"
    assert decided(Edition.Y2020, since="mixed", noticed="self").code == "too_late"


@BOTH
def test_who_noticed_and_the_holes_are_asked_only_where_they_matter(edition: Edition) -> None:
    for answers, found in every_case(OVERPEGGING, edition):
        keys = {question.key for question in asked(OVERPEGGING, edition, answers)}
        if found.pegs:
            assert {"noticed", "over", "offender_at"} <= keys
            assert ("other_at" in keys) == (answers["noticed"] == "other")
        elif "noticed" not in answers:
            assert not keys & {"over", "offender_at", "other_at"}
