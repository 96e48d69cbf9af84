"""Other chains than the ACC's: the order is a plain sort, and no card is called certain wrongly."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorecards.sheet.rules.crosscheck import cross_check
from scorecards.sheet.rules.cut import Status
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.needs import Chance, find_need
from scorecards.sheet.rules.piles import Pile
from scorecards.sheet.rules.ranking import Place, Tiebreaker, below_all, chain_of, head_to_head_order, rank
from scorecards.sheet.rules.tally import Tally, tally_lines
from scorecards.tests.test_rules_piles import proved, ruled, small_events
from scorecards.tests.test_rules_tiebreak import games_won
from tournaments.rules.as_the_acc import differences
from tournaments.rules.edition import Edition
from tournaments.rules.ranking import Ranking

OTHERS = st.sampled_from([Ranking.POINTS, Ranking.WINS, Ranking.NET, Ranking.PEGGED])
SEATS = [f"A-{number}" for number in range(1, 9)]
FIGURES = st.builds(Tally, st.integers(0, 3), *[st.integers(0, 2)] * 4)

SORTED_BY = {
    Ranking.POINTS: lambda card: (-card.game_points,),
    Ranking.NET: lambda card: (-card.game_points, -card.net, -card.games_won),
    Ranking.WINS: lambda card: (-card.games_won, card.minus),
    Ranking.PEGGED: lambda card: (-card.pegged, -card.games_won),
}
"""The numbers of each ranking, best first. Head-to-head comes between those of `WINS`."""


def nobody_met(_one: str, _other: str) -> int:
    return 0


@settings(deadline=None, max_examples=200)
@given(tallies=st.dictionaries(st.sampled_from(SEATS), FIGURES), ranking=OTHERS, edition=st.sampled_from(Edition))
def test_the_places_are_a_plain_sort_by_the_keys(tallies: dict[str, Tally], ranking: Ranking, edition: Edition) -> None:
    key = SORTED_BY[ranking]

    places = rank(tallies, chain=chain_of(edition, ranking), wins=nobody_met)

    assert [key(place.tally) for place in places] == sorted(map(key, tallies.values()))
    for place in places:
        better = sum(1 for card in tallies.values() if key(card) < key(place.tally))
        level = sum(1 for card in tallies.values() if key(card) == key(place.tally))
        assert (place.rank, place.tied) == (better + 1, level > 1)


@settings(deadline=None, max_examples=200)
@given(
    tallies=st.dictionaries(st.sampled_from(SEATS), FIGURES),
    won=st.lists(st.tuples(st.sampled_from(SEATS), st.sampled_from(SEATS))),
)
def test_by_wins_head_to_head_decides_before_the_losing_points(
    tallies: dict[str, Tally], won: list[tuple[str, str]]
) -> None:
    def wins(one: str, other: str) -> int:
        return won.count((one, other))

    places = rank(tallies, chain=chain_of(Edition.CLASSIC, Ranking.WINS), wins=wins)

    order = [place.seat for place in places]
    assert [tallies[seat].games_won for seat in order] == sorted((c.games_won for c in tallies.values()), reverse=True)
    for number in {card.games_won for card in tallies.values()}:
        group = [seat for seat in order if tallies[seat].games_won == number]
        by_games = head_to_head_order(group, wins)
        if by_games is not None:
            assert tuple(group) == by_games
        else:
            assert [tallies[seat].minus for seat in group] == sorted(tallies[seat].minus for seat in group)


def test_a_cycle_of_three_goes_by_the_fewest_losing_points_and_then_they_share() -> None:
    cycle = games_won("A-1>A-2 A-2>A-3 A-3>A-1")
    chain = chain_of(Edition.Y2020, Ranking.WINS)
    tallies = {"A-1": Tally(4, 2, 40, 9), "A-2": Tally(6, 2, 90, 30), "A-3": Tally(4, 2, 50, 30)}

    places = rank(tallies, chain=chain, wins=cycle)

    assert [(place.seat, place.rank, place.tied, place.decided_by) for place in places] == [
        ("A-1", 1, False, None),
        ("A-2", 2, True, Tiebreaker.MINUS),
        ("A-3", 2, True, None),
    ]
    two = rank({"A-2": tallies["A-2"], "A-3": Tally(4, 2, 50, 3)}, chain=chain, wins=cycle)
    assert [(place.seat, place.decided_by) for place in two] == [("A-2", None), ("A-3", Tiebreaker.HEAD_TO_HEAD)]


def test_an_awaited_card_without_losing_points_goes_below_and_head_to_head_stays_the_reason() -> None:
    chain = chain_of(Edition.Y2020, Ranking.WINS)
    tallies = {"A-1": Tally(2, 1, 5, 30), "A-2": Tally(2, 1, 5, 3), "A-3": Tally(0, 0, 0, 40), "A-4": Tally()}
    places = rank(tallies, chain=chain, wins=games_won("A-1>A-2"))
    assert [place.seat for place in places] == ["A-1", "A-2", "A-4", "A-3"]

    shown = below_all(places, {"A-4"}, chain)

    assert shown == (
        Place(1, "A-1", tallies["A-1"], False, None),
        Place(2, "A-2", tallies["A-2"], False, Tiebreaker.HEAD_TO_HEAD),
        Place(3, "A-3", tallies["A-3"], False, Tiebreaker.GAMES_WON),
        Place(4, "A-4", tallies["A-4"], False, None),
    )


def test_without_a_spread_no_key_needs_one_and_a_ladder_ranks_by_points() -> None:
    keys = {ranking: chain_of(Edition.Y2020, ranking, records_spread=False) for ranking in SORTED_BY}

    assert keys == {
        Ranking.POINTS: (Tiebreaker.GAME_POINTS,),
        Ranking.WINS: (Tiebreaker.GAMES_WON, Tiebreaker.HEAD_TO_HEAD),
        Ranking.NET: (Tiebreaker.GAME_POINTS, Tiebreaker.GAMES_WON),
        Ranking.PEGGED: (Tiebreaker.GAMES_WON, Tiebreaker.HEAD_TO_HEAD),
    }
    for edition in Edition:
        assert chain_of(edition, is_ladder=True) == (Tiebreaker.GAME_POINTS,)
        assert chain_of(edition, Ranking.WINS, is_ladder=True)[0] is Tiebreaker.GAMES_WON


@given(games=st.lists(st.tuples(st.permutations(SEATS), st.integers(1, 121)), max_size=30))
def test_the_pegged_points_of_all_cards_are_121_a_game_and_what_the_losers_pegged(
    games: list[tuple[list[str], int]],
) -> None:
    lines: dict[str, list[Line]] = {seat: [] for seat in SEATS}
    for number, ((winner, loser, *_rest), spread) in enumerate(games, start=1):
        lines[winner].append(Line(number, loser, 3 if spread > 30 else 2, spread, None))
        lines[loser].append(Line(number, winner, 0, None, spread))

    pegged = sum(tally_lines(written).pegged for written in lines.values())

    assert pegged == 121 * len(games) + sum(121 - spread for _seats, spread in games)


@settings(deadline=None, max_examples=250)
@given(event=small_events(), data=st.data(), ranking=OTHERS)
def test_no_card_is_certain_before_it_is(event, data: st.DataObject, ranking: Ranking) -> None:
    now, completed, decisions, common = event
    common = {**common, "chain": chain_of(common["edition"], ranking)}
    before = cross_check(now, decisions=decisions, **common)
    found = proved(before)

    after = cross_check(completed, decisions=decisions, **common)
    by_hand = ruled(after, before, data)
    names = {(one.game, one.seats) for one in by_hand}
    kept = tuple(one for one in decisions if (one.game, one.seats) not in names)
    after = cross_check(completed, decisions=(*kept, *by_hand), **common)

    for seat, pile in found.piles.items():
        if pile is Pile.DEFINITE:
            assert after.statuses[seat] is Status.QUALIFIER
        if pile is Pile.DEAD_ZONE:
            assert after.statuses[seat] in (Status.NONQUALIFIER, Status.HIGH_NONQUALIFIER)
    for place in after.places:
        bounds = found.bounds[place.seat]
        assert bounds.best_rank <= place.rank <= bounds.worst_rank
        need = find_need(place.seat, found.bounds, common["quota"])
        if need.chance is Chance.SURE:
            assert after.statuses[place.seat] is Status.QUALIFIER
        if not found.settled:
            assert (need.enough, need.needed) == (None, None)
    if not found.settled and common["quota"] < len(before.places):
        assert not {Pile.DEFINITE, Pile.DEAD_ZONE} & set(found.piles.values())


@pytest.mark.parametrize(
    ("of", "found"),
    [
        ((Ranking.ACC, 4, True, False), ()),
        ((Ranking.NET, 4, True, False), ("net",)),
        ((Ranking.ACC, 5, True, False), ("one_in",)),
        ((Ranking.WINS, 5, False, False), ("wins", "one_in", "no_spread")),
        ((Ranking.ACC, 5, False, True), ("points", "no_spread")),
    ],
)
def test_what_differs_from_the_acc(of: tuple[Ranking, int, bool, bool], found: tuple[str, ...]) -> None:
    ranking, one_in, records_spread, is_ladder = of

    assert differences(ranking, one_in, records_spread=records_spread, is_ladder=is_ladder) == found
