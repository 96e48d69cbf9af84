"""The partners ladder: where winners and losers go, who sits out, and teams that come late or leave early."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rotation.rules.ladder import Ladder, Top, first_game, next_game, next_tables


def teams_of(count: int) -> set[str]:
    return {f"A-{number}" for number in range(1, count + 1)}


@st.composite
def whole_ladders(draw: st.DrawFn) -> tuple[list[Ladder], list[dict[int, str]], int, Top]:
    """4 to 24 teams over 3 to 15 games with results drawn at random, nobody late or gone."""
    count, top = draw(st.integers(4, 24)), draw(st.sampled_from(Top))
    games, results = [first_game(teams_of(count))], []
    for _game in range(draw(st.integers(3, 15)) - 1):
        winners = {table: draw(st.sampled_from(pair)) for table, pair in enumerate(games[-1].tables, start=1)}
        results.append(winners)
        games.append(next_game(games, winners, teams_of(count), top))
    return games, results, count, top


@given(whole_ladders())
def test_each_game_has_two_teams_a_table_and_everybody_once(
    ladder: tuple[list[Ladder], list[dict[int, str]], int, Top],
) -> None:
    games, _results, count, _top = ladder
    for game in games:
        seated = [team for pair in game.tables for team in pair]
        assert len(game.tables) == count // 2
        assert sorted([*seated, *game.sits_out]) == sorted(teams_of(count))
        assert len(game.sits_out) == count % 2


@given(whole_ladders())
def test_losers_stay_and_winners_move_one_table_on(
    ladder: tuple[list[Ladder], list[dict[int, str]], int, Top],
) -> None:
    games, results, _count, top = ladder
    for (before, after), winners in zip(pairwise(games), results, strict=True):
        final = len(before.tables)
        table_after = {team: table for table, pair in enumerate(after.tables, start=1) for team in pair}
        for table, pair in enumerate(before.tables, start=1):
            for team in pair:
                goes_on = (team == winners[table]) != (table == final and top is Top.STAY)
                if team not in after.sits_out:
                    assert table_after[team] == (table % final + 1 if goes_on else table)


@given(whole_ladders())
def test_nobody_sits_out_twice_before_all_did(
    ladder: tuple[list[Ladder], list[dict[int, str]], int, Top],
) -> None:
    games, _results, count, _top = ladder
    rested = Counter(dict.fromkeys(teams_of(count), 0))
    for game in games:
        rested.update(game.sits_out)
        assert max(rested.values()) - min(rested.values()) <= 1


@given(whole_ladders())
def test_the_team_that_returns_takes_the_place_of_the_next_to_sit_out(
    ladder: tuple[list[Ladder], list[dict[int, str]], int, Top],
) -> None:
    games, results, count, top = ladder
    if count % 2 == 0:
        return
    for (before, after), winners in zip(pairwise(games), results, strict=True):
        (returning,), (resting,) = before.sits_out, after.sits_out
        assert returning != resting
        # Everybody else would sit the same had the returning team been the one that rests now.
        placed = [[returning if team == resting else team for team in pair] for pair in _moved(before, winners, top)]
        assert [set(pair) for pair in after.tables] == [set(pair) for pair in placed]


def _moved(before: Ladder, winners: dict[int, str], top: Top) -> list[list[str]]:
    """Where the teams of a game go, written the other way round: for each table who comes to it."""
    final = len(before.tables)
    places = []
    for table in range(1, final + 1):
        below = final if table == 1 else table - 1
        places.append(
            [
                team
                for origin in dict.fromkeys((table, below))
                for team in before.tables[origin - 1]
                if ((team == winners[origin]) != (origin == final and top is Top.STAY)) == (origin != table)
                or final == 1
            ]
        )
    return places


@given(st.data())
def test_with_late_and_leaving_teams_each_table_still_has_two(data: st.DataObject) -> None:
    count = data.draw(st.integers(4, 24), "teams")
    present = teams_of(count)
    games = [first_game(present)]
    for _game in range(data.draw(st.integers(2, 14), "further games")):
        last = games[-1]
        leaves = data.draw(st.sets(st.sampled_from(sorted(present)), max_size=min(3, len(present) - 4)), "leave")
        comes = data.draw(st.integers(0, 3), "come")
        winners = {
            table: data.draw(st.sampled_from(pair), "winner")
            for table, pair in enumerate(last.tables, start=1)
            if not set(pair) & leaves or data.draw(st.booleans(), "was played")
        }
        present = present - leaves | {f"A-{count + late + 1}" for late in range(comes)}
        count += comes
        games.append(next_game(games, winners, present, data.draw(st.sampled_from(Top), "top")))
        after = games[-1]
        seated = [team for pair in after.tables for team in pair]
        assert sorted([*seated, *after.sits_out]) == sorted(present)
        assert len(after.sits_out) == len(present) % 2


@given(whole_ladders(), st.data())
def test_a_table_that_is_foreseen_is_the_one_that_comes(
    ladder: tuple[list[Ladder], list[dict[int, str]], int, Top], data: st.DataObject
) -> None:
    games, results, count, top = ladder
    for number, winners in enumerate(results, start=1):
        told = {table: winner for table, winner in winners.items() if data.draw(st.booleans(), "told")}
        foreseen = next_tables(games[:number], told, teams_of(count), top)
        after = games[number]
        came = {team: table for table, pair in enumerate(after.tables, start=1) for team in pair}
        came |= dict.fromkeys(after.sits_out, 0)
        assert foreseen == {team: came[team] for team in foreseen}
        told_teams = {team for table in told for team in games[number - 1].tables[table - 1]}
        assert foreseen.keys() == told_teams | set(after.sits_out)


def test_the_table_of_teams_at_a_table_that_closes_is_not_foreseen() -> None:
    games = [first_game(teams_of(6))]
    foreseen = next_tables(games, {1: "A-1", 2: "A-3", 3: "A-5"}, teams_of(6) - {"A-1", "A-2"})
    assert foreseen == {"A-4": 2, "A-5": 1}


def test_a_late_team_does_not_sit_out_at_once() -> None:
    games = [first_game(teams_of(6))]
    after = next_game(games, {1: "A-1", 2: "A-3", 3: "A-5"}, teams_of(7))
    assert after.sits_out == ("A-6",)
    assert [set(pair) for pair in after.tables] == [{"A-2", "A-5"}, {"A-4", "A-1"}, {"A-3", "A-7"}]


def test_when_a_team_leaves_the_last_table_closes_and_its_teams_fill_the_places() -> None:
    games = [first_game(teams_of(6))]
    after = next_game(games, {1: "A-1", 2: "A-3", 3: "A-5"}, teams_of(6) - {"A-1", "A-2"})
    assert [set(pair) for pair in after.tables] == [{"A-5", "A-3"}, {"A-4", "A-6"}]
    assert after.sits_out == ()


@pytest.mark.parametrize(
    ("games", "winners"),
    [([], {}), ([first_game(teams_of(4))], {1: "A-3", 2: "A-4"}), ([first_game(teams_of(4))], {1: "A-1"})],
    ids=["no game", "a winner of another table", "no winner"],
)
def test_what_no_ladder_can_have_is_refused(games: list[Ladder], winners: dict[int, str]) -> None:
    with pytest.raises(ValueError, match=r"ladder|winner"):
        next_game(games, winners, teams_of(4))
