"""A wrong count announced: until when it is put right, and what becomes of points pegged on it (7.4, 8.4.c)."""

from __future__ import annotations

import pytest

from judging.rulebook.rules.engine import Decision, asked, decision, every_case
from judging.rulebook.rules.wrong_count import ANNOUNCEMENT
from judging.tests.steps import own_steps
from tournaments.rules.edition import Edition

BOTH = pytest.mark.parametrize("edition", Edition)

#   since      answers                              decision          rules
CASES = """
    nothing    noticed=self   pegged=no             corrected         7.4.a
    nothing    noticed=other  pegged=no             corrected         7.4.b
    nothing    noticed=self   pegged=points         own_overpeg       7.4.a 8.4.c.2
    nothing    noticed=other  pegged=points         overpegged        7.4.b 8.4.c.1
    nothing    noticed=self   pegged=game           false_claim       7.4.a 8.4.a 8.4.b
    nothing    noticed=other  pegged=game           false_claim       7.4.b 8.4.a 8.4.b
    called_go  after_go=no    -                     go_withdrawn      7.4.a
    called_go  after_go=yes   -                     accepted          7.4.a
    played     -              -                     accepted          7.4.a
"""


def decided(edition: Edition, **answers: str) -> Decision:
    found = decision(ANNOUNCEMENT, edition, answers)
    assert found is not None
    return found


def steps(found: Decision) -> list[str]:
    return [step.code for step in own_steps(found)]


@BOTH
@pytest.mark.parametrize("line", [pytest.param(line, id=line.strip()[:48]) for line in CASES.strip().splitlines()])
def test_what_becomes_of_a_wrong_count(edition: Edition, line: str) -> None:
    since, first, second, code, *rules = line.split()
    answers = dict(part.split("=") for part in (first, second) if part != "-")

    found = decided(edition, since=since, **answers)

    assert (found.code, found.rules) == (code, tuple(rules))


@BOTH
def test_the_table_above_has_every_case(edition: Edition) -> None:
    assert len(list(every_case(ANNOUNCEMENT, edition))) == len(CASES.strip().splitlines())


@BOTH
@pytest.mark.parametrize(("at", "over", "other", "ends"), [(30, 2, 44, (28, 46)), (60, 1, 120, (59, 121))])
def test_an_overpeg_that_the_other_player_found_goes_back_and_over_to_them(
    edition: Edition, at: int, over: int, other: int, ends: tuple[int, int]
) -> None:
    numbers = {"offender_at": at, "over": over, "other_at": other}

    found = decided(edition, since="nothing", noticed="other", pegged="points")

    assert [peg.before.of(numbers) for peg in found.pegs] == [at, other]
    assert tuple(peg.after.of(numbers) for peg in found.pegs) == ends
    assert found.points is not None
    assert found.points.of(numbers) == over


@BOTH
def test_an_own_overpeg_is_told_first_and_costs_nothing(edition: Edition) -> None:
    numbers = {"offender_at": 30, "over": 2}

    found = decided(edition, since="nothing", noticed="self", pegged="points")

    assert found.points is None
    assert steps(found) == ["count_right", "tell_other", "own_peg_back"]
    assert [peg.after.of(numbers) for peg in found.pegs] == [28]
    assert "other_at" not in [
        question.key
        for question in asked(ANNOUNCEMENT, edition, {"since": "nothing", "noticed": "self", "pegged": "points"})
    ]


@BOTH
@pytest.mark.parametrize("answers", [{"since": "played"}, {"since": "called_go", "after_go": "yes"}])
def test_an_accepted_count_holds_for_the_series_and_its_points_are_kept(
    edition: Edition, answers: dict[str, str]
) -> None:
    found = decided(edition, **answers)

    assert steps(found) == ["count_stands", "points_stand"]
    assert (found.points, found.pegs) == (None, ())


@BOTH
def test_whoever_called_go_on_a_wrong_count_may_take_it_back_before_the_other_pegs_or_plays(edition: Edition) -> None:
    assert steps(decided(edition, since="called_go", after_go="no")) == ["go_back", "count_right", "caller_goes_on"]


@BOTH
def test_a_game_claimed_on_a_wrong_count_leaves_the_pegs_to_the_false_claim(edition: Edition) -> None:
    found = decided(edition, since="nothing", noticed="other", pegged="game")

    assert steps(found)[1:] == ["pegs_wait", "look_up_false_claim"]
    assert found.pegs == ()


@BOTH
@pytest.mark.parametrize(
    ("answers", "until"),
    [
        ({"since": "nothing", "noticed": "other", "pegged": "points"}, "next_card_or_go"),
        ({"since": "nothing", "noticed": "self", "pegged": "no"}, "next_card_or_go"),
        ({"since": "nothing", "noticed": "other", "pegged": "game"}, ""),
        ({"since": "played"}, ""),
    ],
)
def test_a_wrong_count_is_challenged_until_the_next_card_or_go(
    edition: Edition, answers: dict[str, str], until: str
) -> None:
    assert decided(edition, **answers).claim_until == until
