"""A playoff match."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.bracket.rules.match import (
    LENGTHS,
    FirstDeal,
    MatchGame,
    find_faults,
    first_deal,
    needed_wins,
    winner,
)
from tournaments.rules.edition import Edition
from tournaments.rules.finding import Finding

PLAYERS = ("C-14", "B-4")


def games(winners: str) -> list[MatchGame]:
    """One game for each letter: t for the top player, b for the bottom one, x for somebody else."""
    names = {"t": "C-14", "b": "B-4", "x": "A-1"}
    return [MatchGame(number, names[letter]) for number, letter in enumerate(winners, start=1)]


@pytest.mark.parametrize(
    ("winners", "best_of", "champion"),
    [
        pytest.param("", 5, None, id="not begun"),
        pytest.param("tbtb", 5, None, id="two all"),
        pytest.param("tbtbb", 5, "B-4", id="three to two"),
        pytest.param("ttt", 5, "C-14", id="three to none"),
        pytest.param("tt", 5, None, id="two are not enough"),
        pytest.param("tt", 3, "C-14", id="two of three"),
        pytest.param("b", 1, "B-4", id="one game"),
        pytest.param("tttbbbb", 7, "B-4", id="four of seven"),
    ],
)
def test_the_first_to_the_games_needed_wins(winners: str, best_of: int, champion: str | None) -> None:
    assert winner(games(winners), best_of) == champion
    assert find_faults(games(winners), PLAYERS, best_of) == ()


def test_three_of_five_is_the_default() -> None:
    assert [needed_wins(best_of) for best_of in LENGTHS] == [1, 2, 3, 4]


@pytest.mark.parametrize("best_of", [0, 2, 4, 6, 9, -1])
def test_no_other_length_is_played(best_of: int) -> None:
    with pytest.raises(ValueError, match="no match is best of"):
        winner([], best_of)
    with pytest.raises(ValueError, match="no match is best of"):
        find_faults([], PLAYERS, best_of)


@pytest.mark.parametrize(("edition", "later"), [(Edition.CLASSIC, FirstDeal.LOSER), (Edition.Y2020, FirstDeal.UNSAID)])
def test_both_cut_for_the_first_game_and_only_classic_says_who_deals_after_it(
    edition: Edition, later: FirstDeal
) -> None:
    assert [first_deal(games, edition) for games in range(4)] == [FirstDeal.CUT, later, later, later]
    with pytest.raises(ValueError, match="no match has"):
        first_deal(-1, edition)


def test_a_game_after_the_end_is_found() -> None:
    found = find_faults(games("ttb"), PLAYERS, 3)

    assert found == (Finding("over", "games.2", (("game", 3), ("winner", "C-14"))),)


def test_a_winner_from_another_match_is_found_and_counts_for_nobody() -> None:
    found = find_faults(games("txt"), PLAYERS, 3)

    assert found == (Finding("winner", "games.1.winner", (("game", 2), ("winner", "A-1"))),)


@pytest.mark.parametrize(("numbers", "fault"), [([1, 3], (3, 2)), ([2], (2, 1)), ([1, 1], (1, 2))])
def test_a_gap_in_the_numbers_is_found(numbers: list[int], fault: tuple[int, int]) -> None:
    found = find_faults([MatchGame(number, "C-14") for number in numbers], PLAYERS, 5)

    place = len(numbers) - 1
    assert found == (Finding("gap", f"games.{place}.game", (("game", fault[0]), ("expected", fault[1]))),)


def test_every_fault_is_found_at_once() -> None:
    found = find_faults([*games("tt"), MatchGame(4, "A-1")], PLAYERS, 3)

    assert [finding.code for finding in found] == ["gap", "over", "winner"]


def most_won(played: list[MatchGame]) -> int:
    return max(Counter(game.winner for game in played).values(), default=0)


@given(st.text("tb", max_size=7), st.sampled_from(LENGTHS))
def test_a_match_without_fault_is_won_by_its_last_game_or_not_at_all(winners: str, best_of: int) -> None:
    played = games(winners)

    champion = winner(played, best_of)

    if not find_faults(played, PLAYERS, best_of) and champion:
        assert played[-1].winner == champion
        assert most_won(played) == needed_wins(best_of)
    if champion is None:
        assert most_won(played) < needed_wins(best_of)
