"""Not pegging out, and conceding: what the edition, the round and muggins make of it (8.10, classic 8.11)."""

from __future__ import annotations

import pytest

from judging.rulebook.rules.engine import Decision, decision
from judging.rulebook.rules.pegging_out import PEGGING_OUT
from tournaments.rules.edition import Edition

NOW, CLASSIC = Edition.Y2020, Edition.CLASSIC


def decided(edition: Edition, what: str, where: str = "qualifying", muggins: str = "no") -> Decision:
    found = decision(PEGGING_OUT, edition, {"what": what, "round": where, "muggins": muggins})
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("edition", "what", "where", "code", "rules"),
    [
        (NOW, "forgot", "qualifying", "peg_out_now", ("8.10",)),
        (NOW, "recorded", "qualifying", "peg_out_now", ("8.10",)),
        (NOW, "refuses", "qualifying", "score_forfeited", ("8.10.a",)),
        (NOW, "forgot", "match", "won_unpegged", ("8.10", "1.1")),
        (NOW, "recorded", "match", "won_unpegged", ("8.10", "1.1")),
        (NOW, "refuses", "match", "won_unpegged", ("8.10", "1.1")),
        (CLASSIC, "forgot", "qualifying", "peg_out_now", ("8.11",)),
        (CLASSIC, "forgot", "match", "peg_out_now", ("8.11",)),
        (CLASSIC, "recorded", "qualifying", "won_by_record", ("8.11.a", "8.11.b")),
        (CLASSIC, "recorded", "match", "won_by_record", ("8.11.a", "8.11.b")),
        (CLASSIC, "refuses", "qualifying", "refusal_unsettled", ("8.11", "13")),
    ],
)
def test_a_player_with_the_points_who_does_not_peg_out(
    edition: Edition, what: str, where: str, code: str, rules: tuple[str, ...]
) -> None:
    found = decided(edition, what, where)

    assert (found.code, found.rules) == (code, rules)


def test_a_refusal_loses_the_score_and_the_game_goes_on_since_2020() -> None:
    found = decided(NOW, "refuses")

    assert [step.code for step in found.steps] == ["refusal_confirmed", "score_lost", "front_peg_stays", "play_goes_on"]


def test_the_other_player_reminds_since_2020_but_not_in_muggins() -> None:
    assert "other_reminds" in [step.code for step in decided(NOW, "forgot").steps]
    assert "nobody_reminds" in [step.code for step in decided(NOW, "forgot", muggins="yes").steps]
    assert "other_reminds" not in [step.code for step in decided(CLASSIC, "forgot").steps]


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("where", ["qualifying", "match"])
@pytest.mark.parametrize("what", ["forgot", "recorded", "refuses"])
def test_in_muggins_the_game_is_not_over_before_it_is_pegged_out(edition: Edition, where: str, what: str) -> None:
    found = decided(edition, what, where, "yes")

    assert (found.code, found.rules) == ("not_over", ("10.1.c",))


def test_what_was_not_pegged_out_may_be_muggins_now_and_could_not_in_classic() -> None:
    assert ("may_be_claimed", "10.2") in [
        (step.code, step.rule) for step in decided(NOW, "forgot", muggins="yes").steps
    ]
    assert ("not_claimed", "10.3.e") in [
        (step.code, step.rule) for step in decided(CLASSIC, "forgot", muggins="yes").steps
    ]


def test_a_game_is_conceded_in_match_play_only() -> None:
    conceded, refused = decided(NOW, "concedes", "match"), decided(NOW, "concedes", "qualifying")

    assert (conceded.code, conceded.rules) == ("conceded", ("8.10.b",))
    assert (refused.code, refused.rules) == ("no_concession", ("8.10.b",))


def test_what_follows_a_concession_in_the_qualifying_round_classic_leaves_to_the_judges() -> None:
    conceded, open_ = decided(CLASSIC, "concedes", "match"), decided(CLASSIC, "concedes", "qualifying")

    assert (conceded.code, conceded.rules) == ("conceded", ("8.11.d",))
    assert (open_.code, open_.rules) == ("concession_unsettled", ("8.11.d", "13"))
    assert [step.code for step in open_.steps] == ["judges_decide", "play_goes_on_ours"]
