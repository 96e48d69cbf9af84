"""Rule numbers of the two editions."""

import pytest

from tournaments.rotation.rules.deck import deck_change_after
from tournaments.rules.edition import Edition, cite
from tournaments.rules.finding import Finding
from tournaments.rules.phase import Phase


@pytest.mark.parametrize(
    ("rule", "classic"),
    [
        pytest.param("13.1", "12.2", id="playoff forfeits"),
        pytest.param("13.2", "brackets", id="brackets chapter"),
        pytest.param("13.2.b", "brackets 2", id="one in four"),
        pytest.param("13.2.c", "brackets 3", id="charts"),
        pytest.param("13.2.d", "brackets 4", id="byes"),
        pytest.param("13.2.d.5", "brackets 4.e", id="full second round"),
        pytest.param("14.1", "13", id="situations not covered"),
        pytest.param("14.2", "14", id="amendments"),
        pytest.param("12.2", "11", id="discrepancies as a whole"),
        pytest.param("guideline 13", "guideline 14", id="recount"),
        pytest.param("guideline 7", "guideline 7", id="tiebreakers"),
        pytest.param("guideline 7.e", None, id="head-to-head is new"),
        pytest.param("guideline 4", "guideline 4", id="transposition"),
        pytest.param("8.10", "8.11", id="failing to peg out"),
        pytest.param("8.10.b", "8.11.d", id="concession"),
        pytest.param("8.10.a", None, id="refusal to peg out is new"),
        pytest.param("8.8.a", "8.9.a", id="what is below a number moves with it"),
        pytest.param("5.3", "5.1", id="crib card"),
        pytest.param("4.2.d", None, id="decks midway are new"),
        pytest.param("11.4.b", "11.4.b", id="refusing a ruling stays"),
        pytest.param("12.1", "12.1", id="recording stays"),
        pytest.param("1.5.a", "1.5.a", id="first deal stays"),
    ],
)
def test_rule_number_of_each_edition(rule: str, classic: str | None) -> None:
    assert cite(rule, edition=Edition.Y2020) == rule
    assert cite(rule, edition=Edition.CLASSIC) == classic


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("rule", ["", "thirteen", "13.", "13..1", "guideline", "0.1", "12.2.a", "12.2.i"])
def test_what_is_no_number_of_one_idea_is_refused(rule: str, edition: Edition) -> None:
    with pytest.raises(ValueError, match=r"rule|letter"):
        cite(rule, edition=edition)


@pytest.mark.parametrize(("games", "after"), [(22, 11), (21, 10), (9, 4), (2, 1), (1, None)])
def test_decks_are_changed_midway_in_2020_only(games: int, after: int | None) -> None:
    assert deck_change_after(games, edition=Edition.Y2020) == after
    assert deck_change_after(games, edition=Edition.CLASSIC) is None


def test_a_round_without_games_has_no_middle() -> None:
    with pytest.raises(ValueError, match="at least one game"):
        deck_change_after(0, edition=Edition.Y2020)


def test_the_phases_are_those_of_the_contract_in_their_order() -> None:
    assert [str(phase) for phase in Phase] == [
        "registration",
        "seating",
        "qualifying",
        "cross_check",
        "playoffs",
        "report",
    ]


def test_a_finding_gives_its_numbers_by_name() -> None:
    finding = Finding("seats", "tables", (("seats", 20), ("entrants", 24)))

    assert (finding["seats"], finding["entrants"]) == (20, 24)
    with pytest.raises(KeyError):
        finding["players"]
