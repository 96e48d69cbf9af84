"""The rules of nights and seasons, and the real nights of a club as they were published."""

from __future__ import annotations

import csv
from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.rules.guests import is_over
from clubs.rules.payouts import payouts
from clubs.rules.ranking import ranked
from clubs.rules.season import Card, awards, night_points, percentage, reachable, table
from clubs.rules.totals import Totals, Wrong, find_uneven, find_wrong, nets

REAL = Path(__file__).parent / "weekly-club-standings.csv"
NO_SPREAD = 1
"""For rows whose net was not published: no such row is level with another one in points and games won."""


def possible(games: int = 9) -> st.SearchStrategy[Totals]:
    """Cards that there can be: each game lost, won, or won by a skunk, by a spread that fits."""
    game = st.one_of(
        st.tuples(st.just(0), st.integers(-121, -1)),
        st.tuples(st.just(2), st.integers(1, 30)),
        st.tuples(st.just(3), st.integers(31, 121)),
    )

    def added(played: list[tuple[int, int]]) -> Totals:
        points = [point for point, _spread in played]
        lost = sum(1 for point, spread in played if not point and spread <= -31)
        won = sum(map(bool, points))
        return Totals(sum(points), won, sum(spread for _point, spread in played), points.count(3), lost)

    return st.lists(game, min_size=games, max_size=games).map(added)


@given(possible())
def test_every_possible_card_is_accepted(totals: Totals) -> None:
    assert find_wrong(totals, 9) == []


@given(possible(3), st.booleans())
def test_the_highest_and_the_lowest_net_can_be_reached_by_games(totals: Totals, skunks_known: bool) -> None:
    known = totals if skunks_known else totals._replace(skunks_lost=None)
    spreads = {0: [-121, -31, -30, -1], 2: [1, 30], 3: [31, 121]}
    played = combinations_with_replacement([(p, s) for p in spreads for s in spreads[p]], 3)
    reached = {
        sum(spread for _points, spread in card)
        for card in played
        if sum(points for points, _spread in card) == totals.game_points
        and sum(points > 0 for points, _spread in card) == totals.games_won
        and (not skunks_known or sum(spread <= -31 for _points, spread in card) == totals.skunks_lost)
    }

    assert (min(reached), max(reached)) == (nets(known, 3)[0], nets(known, 3)[-1])


@pytest.mark.parametrize(
    ("totals", "wrong"),
    [
        (Totals(27, 8, 54), [Wrong.POINTS_DO_NOT_FIT]),
        (Totals(15, 8, 54), [Wrong.POINTS_DO_NOT_FIT]),
        (Totals(20, 10, 54), [Wrong.WON_OUT_OF_RANGE]),
        (Totals(2, -1, 54), [Wrong.WON_OUT_OF_RANGE]),
        (Totals(18, 9, 8), [Wrong.NET_DOES_NOT_FIT]),
        (Totals(18, 9, 271), [Wrong.NET_DOES_NOT_FIT]),
        (Totals(27, 9, 278), [Wrong.NET_DOES_NOT_FIT]),
        (Totals(0, 0, -8), [Wrong.NET_DOES_NOT_FIT]),
        (Totals(10, 5, 147), [Wrong.NET_DOES_NOT_FIT]),
        (Totals(10, 5, 27, skunks_lost=4), [Wrong.NET_DOES_NOT_FIT]),
        (Totals(10, 5, -116, skunks_lost=0), [Wrong.NET_DOES_NOT_FIT]),
        (Totals(24, 8, 126), [Wrong.NET_DOES_NOT_FIT]),
        (Totals(13, None, None), []),
        (Totals(28, None, None), [Wrong.POINTS_OUT_OF_RANGE]),
        (Totals(1, None, 0), [Wrong.POINTS_OUT_OF_RANGE]),
        (Totals(0, None, 5), [Wrong.NET_DOES_NOT_FIT]),
        (Totals(20, 10, None), [Wrong.WON_OUT_OF_RANGE]),
        (Totals(14, 6, 54, skunks_won=1), [Wrong.SKUNKS_WON_DO_NOT_FIT]),
        (Totals(14, 6, 54, 2, 4), [Wrong.SKUNKS_LOST_DO_NOT_FIT]),
        (Totals(14, 6, 54, 1, 4), [Wrong.SKUNKS_WON_DO_NOT_FIT, Wrong.SKUNKS_LOST_DO_NOT_FIT]),
    ],
)
def test_an_impossible_card_is_refused_with_every_reason(totals: Totals, wrong: list[Wrong]) -> None:
    assert find_wrong(totals, 9) == wrong


seasons = st.lists(
    st.builds(Card, st.integers(1, 6), possible(), st.just(9), st.sampled_from([True, True, True, False])), max_size=60
)


@given(seasons, st.booleans())
def test_the_table_is_the_plain_sum_of_the_nights(cards: list[Card], every_night: bool) -> None:
    rows = table(cards, every_night=every_night)

    assert {row.member for _place, row in rows} == {card.member for card in cards}
    for place, row in rows:
        own = [card.totals for card in cards if card.member == row.member and card.sanctioned]
        points = [totals.game_points for totals in own]
        assert row.points == sum(point for point in points if every_night or point >= 12)
        assert (row.nights, row.games) == (len(own), 9 * len(own))
        assert row.games_won == sum(totals.games_won for totals in own)
        assert row.net == sum(totals.net for totals in own)
        assert row.skunks_won == sum(totals.skunks_won or 0 for totals in own)
        lost = [totals.skunks_lost for totals in own if totals.skunks_lost is not None]
        assert row.skunks_lost == (sum(lost) if own and len(lost) == len(own) else None)
        assert row.grand_slams == sum(totals.games_won == 9 for totals in own)
        assert row.best_card == max(points, default=0)
        assert row.nights_unsanctioned == sum(c.member == row.member and not c.sanctioned for c in cards)
        assert place == 1 + sum(other.key > row.key for _place, other in rows)
    assert [place for place, _row in rows] == sorted(place for place, _row in rows)


@given(st.integers(0, 400), st.integers(1, 400))
def test_a_percentage_is_rounded_half_up_to_one_decimal(won: int, games: int) -> None:
    exact = (Decimal(won) * 100 / games).quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)

    assert percentage(won, games) == f"{exact:.1f}"


def test_a_guest_has_four_nights_or_one_of_twelve() -> None:
    assert [is_over([5] * nights) for nights in range(6)] == [False, False, False, False, True, True]
    assert is_over([5, 12])
    assert not is_over([11, 11, 11])


def test_a_night_counts_from_twelve_unless_every_night_does() -> None:
    assert [night_points(points, every_night=False) for points in (0, 11, 12, 27)] == [0, 0, 12, 27]
    assert night_points(11, every_night=True) == 11


@given(possible(), st.integers(0, 36))
def test_the_most_points_are_those_of_skunks_in_every_game(totals: Totals, nights: int) -> None:
    assert reachable(totals.game_points, 0) == totals.game_points
    assert totals.game_points <= reachable(0, 1)
    assert reachable(5, nights) == 5 + 27 * nights


def test_guests_win_no_award() -> None:
    rows = table([Card(1, Totals(20, 9, 90)), Card(2, Totals(14, 6, 9)), Card(3, Totals(14, 6, 9))], every_night=True)

    honours = awards(rows, [2, 3])

    assert set(honours.champions) == set(honours.best_card) == {2, 3}
    assert (honours.grand_slams, honours.best_points) == ((), 14)


def test_who_has_a_night_without_games_won_shares_the_place_of_those_level_in_points() -> None:
    cards = [
        Card(1, Totals(12, 6, 9)),
        Card(2, Totals(12, None, 9)),
        Card(3, Totals(12, 5, 40)),
        Card(4, Totals(14, 6, None)),
        Card(5, Totals(14, 6, 3)),
        Card(6, Totals(14, 7, 1)),
        Card(2, Totals(4, 2, 1)),
    ]

    rows = table(cards, every_night=False)

    assert [(place, row.member) for place, row in rows] == [(1, 6), (2, 4), (2, 5), (4, 1), (4, 2), (4, 3)]
    assert awards(rows, [1, 2, 3]).champions == (1, 2, 3)
    of_two = {row.member: row for _place, row in rows}[2]
    assert (of_two.points, of_two.nights, of_two.games, of_two.games_won, of_two.net) == (12, 2, 9, 2, 10)
    assert (of_two.win_percentage, of_two.nights_won_unknown, of_two.skunks_won) == ("22.2", 1, 0)


@given(st.lists(possible(), min_size=2, max_size=12), st.booleans())
def test_a_night_in_which_everybody_meets_everybody_adds_up(cards: list[Totals], add_one: bool) -> None:
    """Each card with the other side of its games: what one wins the other loses."""
    mirrored = [Totals(2 * (9 - card.games_won), 9 - card.games_won, -card.net) for card in cards]
    night = [*cards, *mirrored]
    wrong = [*night[1:], night[0]._replace(games_won=night[0].games_won + 1, net=night[0].net + 1)]

    assert [what.figure for what in find_uneven(wrong if add_one else night, 9)] == (
        ["games_won", "net"] if add_one else []
    )


# --- The real nights ---------------------------------------------------------------------------------------------------


def real_nights() -> dict[str, list[dict[str, str]]]:
    nights: dict[str, list[dict[str, str]]] = defaultdict(list)
    with REAL.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            nights[row["date"]].append(row)
    return nights


def real_totals(row: dict[str, str]) -> Totals:
    return Totals(int(row["game_points"]), int(row["games_won"]), int(row["net_spread"] or NO_SPREAD))


@pytest.mark.parametrize("date", real_nights())
def test_the_real_nights_come_out_as_they_were_published(date: str) -> None:
    published = [row for row in real_nights()[date] if row["place"] and row["game_points"]]

    places = ranked(list(reversed(published)), key=lambda row: real_totals(row).key)

    assert [(place, row["player"]) for place, row in places] == [
        (int(row["place"]), row["player"]) for row in published
    ]


def test_every_real_card_is_possible() -> None:
    rows = [row for night in real_nights().values() for row in night if row["game_points"]]

    assert len(rows) > 25
    assert [row["player"] for row in rows if find_wrong(real_totals(row), int(row["games_per_player"]))] == []


def test_the_real_ties_are_broken_by_net() -> None:
    night = [row for row in real_nights()["2019-07-13"] if row["game_points"] == "13"]

    assert [row["player"] for _place, row in ranked(night, key=lambda row: real_totals(row).key)] == [
        "J.C.",
        "S.F.",
        "D.B.",
    ]


@pytest.mark.parametrize("fee", [0, 1, 250, 500, 1500])
@pytest.mark.parametrize("cards", range(1, 41))
def test_all_fees_of_a_night_are_paid_out(cards: int, fee: int) -> None:
    paid = payouts(range(1, cards + 1), fee)

    assert sum(paid) == fee * cards
    assert list(paid) == sorted(paid, reverse=True)
    assert sum(cents > 0 for cents in paid) <= -(-cards // 4)
    if fee % 100 == 0:
        assert all(cents % 100 == 0 for cents in paid)
