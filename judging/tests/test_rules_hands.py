"""Hands and cribs that a judge would know, and what holds of every one."""

from __future__ import annotations

from itertools import combinations
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.rulebook.rules.cards import PACK, Card, Kind, Suit, read_cards
from judging.rulebook.rules.hands import Count, Hand, count_hand, read_hand
from judging.rulebook.words.counters import finding
from judging.tests.plain import plain_count
from tournaments.rules.finding import Finding


def counted(text: str, *, crib: bool = False) -> Count:
    """A hand and its starter, written “5H 5D 5S JC + 5C”."""
    cards, _plus, starter = text.partition("+")
    hand = read_hand(cards, starter)
    assert isinstance(hand, Hand)
    return count_hand(hand.cards, hand.starter, crib=crib)


HANDS = """
    5H 5D 5S JC + 5C     29   fifteen*8 quadruple nobs
    5H 5D 5S 5C + JC     28   fifteen*8 quadruple
    5H 5D 5S KC + 5C     28   fifteen*8 quadruple
    7H 7D 7S 7C + AC     24   fifteen*6 quadruple
    4H 4D 5S 6C + 6H     24   fifteen*4 pair*2 run*4
    4H 5D 5S 6C + 4C     24   fifteen*4 pair*2 run*4
    4H 5D 6S 6C + 5C     24   fifteen*4 pair*2 run*4
    7H 7D 8S 8C + 9C     24   fifteen*4 pair*2 run*4
    6H 7D 7S 8C + 8H     24   fifteen*4 pair*2 run*4
    3H 3D 3S 3C + 9H     24   fifteen*6 quadruple
    6H 6D 6S 6C + 3H     24   fifteen*6 quadruple
    4H 4D 4S 4C + 7H     24   fifteen*6 quadruple
    2H 2D 2S 2C + 9H     20   fifteen*4 quadruple
    8H 8D 9S 9C + 10C    16   pair*2 run*4
    AH 2D 3S 3C + KC     12   fifteen*2 pair run*2
    AH 2D 3S 3C + 4C     10   pair run*2
    JH QD QS QC + KC     15   triple run*3
    5H 6D 7S 8C + 9C      9   fifteen*2 run
    2H 4D 6S 8C + KC      0
    AH 3D 7S 9C + JC      0
    2H 4D 6S 10C + QH     0
    KC QD JS 10H + 9C     5   run
    KC QD JS 10H + AC     4   run
    KC AD 2S QH + 6C      0
    QC KD AS 2H + 7C      0
    2H 4H 6H 10H + QC     4   four_flush
    2H 4H 6H 10H + QH     5   five_flush
    2H 4H 6H JH + QH      6   five_flush nobs
    2H 4H 6H JC + QC      1   nobs
    2H 4H 6H QC + JC      0
    2H 4H 6H QC + JH      0
    AC AD AS 2H + 2C      8   triple pair
    10H JD QS KC + 5C    12   fifteen*4 run
    3H 4H 5H + 6H         6   fifteen run
    5H + 10H              2   fifteen
"""


@pytest.mark.parametrize("row", [pytest.param(row.strip(), id=row.strip()) for row in HANDS.strip().splitlines()])
def test_known_hands_are_counted_as_players_count_them(row: str) -> None:
    written, total, *kinds = [cell.strip() for cell in row.replace("   ", "|").split("|") if cell.strip()]
    expected = []
    for kind in (kinds[0] if kinds else "").split():
        name, _times, count = kind.partition("*")
        expected += [name] * int(count or 1)

    found = counted(written)

    assert (found.total, sorted(score.kind for score in found.scores)) == (int(total), sorted(expected))


@pytest.mark.parametrize(
    ("written", "hand", "crib"),
    [
        pytest.param("2H 4H 6H 10H + QC", 4, 0, id="four of a suit are no flush in the crib"),
        pytest.param("2H 4H 6H 10H + QH", 5, 5, id="five are"),
        pytest.param("2H 4H 6H JH + QH", 6, 6, id="with nobs"),
        pytest.param("5H 5D 5S JC + 5C", 29, 29, id="all else alike"),
        pytest.param("AH 2H 3H 4H + 4C", 14, 10, id="a double run in one suit"),
    ],
)
def test_a_crib_has_no_flush_of_four(written: str, hand: int, crib: int) -> None:
    assert (counted(written).total, counted(written, crib=True).total) == (hand, crib)


def test_each_combination_is_shown_with_its_cards() -> None:
    assert plain_count(counted("4H 5D 6S 6C + JC")) == {
        "total": 14,
        "scores": [
            {"kind": "fifteen", "cards": ["5D", "JC"], "points": 2},
            {"kind": "fifteen", "cards": ["4H", "5D", "6S"], "points": 2},
            {"kind": "fifteen", "cards": ["4H", "5D", "6C"], "points": 2},
            {"kind": "pair", "cards": ["6S", "6C"], "points": 2},
            {"kind": "run", "cards": ["4H", "5D", "6S"], "points": 3},
            {"kind": "run", "cards": ["4H", "5D", "6C"], "points": 3},
        ],
    }


@pytest.mark.parametrize(
    ("cards", "starter", "code", "field"),
    [
        ("5H 5D 5S JX", "5C", "card_unknown", "cards"),
        ("5H 5D 5S JC", "5", "card_unknown", "starter"),
        ("", "5C", "hand_empty", "cards"),
        ("AH 2H 3H 4H 5H", "5C", "hand_long", "cards"),
        ("5H 5D 5S JC", "", "starter_one", "starter"),
        ("5H 5D 5S JC", "5C 6C", "starter_one", "starter"),
        ("5H 5D 5S 5h", "5C", "card_twice", "cards"),
        ("5H 5D 5S 5C", "5C", "card_twice", "starter"),
    ],
)
def test_what_no_pack_can_give_is_refused_in_words(cards: str, starter: str, code: str, field: str) -> None:
    found = read_hand(cards, starter)

    assert isinstance(found, Finding)
    assert (found.code, found.field) == (code, field)
    assert "%(" not in finding(found)


@pytest.mark.parametrize("text", ["", "AH 2H 3H 4H 5H", "5C", "AH AH"])
def test_counting_what_is_no_hand_is_an_error(text: str) -> None:
    cards = read_cards(text)
    assert not isinstance(cards, Finding)

    with pytest.raises(ValueError, match=r"hand|twice"):
        count_hand(cards, Card(5, Suit.CLUBS))


# --- Every hand ------------------------------------------------------------------------------------------------------


def plain_total(cards: list[Card], starter: Card, *, crib: bool) -> int:
    """The same by other means: fifteens by a table of sums, pairs two by two, the longest run times its repeats."""
    five = [*cards, starter]
    sums = [1] + [0] * 15
    for card in five:
        for total in range(15, min(card.rank, 10) - 1, -1):
            sums[total] += sums[total - min(card.rank, 10)]
    points = 2 * sums[15] + sum(2 for one, other in combinations(five, 2) if one.rank == other.rank)
    held = [sum(card.rank == rank for card in five) for rank in range(15)]
    starts = [rank for rank in range(1, 14) if held[rank] and not held[rank - 1]]
    for start in starts:
        length = next(length for length in range(1, 6) if not held[start + length])
        points += length * prod(held[start : start + length]) if length >= 3 else 0
    alike = {card.suit for card in cards}
    if len(alike) == 1 and (not crib or starter.suit in alike):
        points += 4 + (starter.suit in alike)
    return points + (Card(11, starter.suit) in cards)


five_cards = st.permutations(PACK).map(lambda pack: pack[:5])


@given(five_cards, st.booleans())
def test_the_count_is_that_of_an_independent_counter(five: list[Card], crib: bool) -> None:
    assert count_hand(five[:4], five[4], crib=crib).total == plain_total(five[:4], five[4], crib=crib)


@given(five_cards, st.booleans(), st.data())
def test_neither_the_order_of_the_hand_nor_the_names_of_the_suits_matter(
    five: list[Card], crib: bool, data: st.DataObject
) -> None:
    other = dict(zip(Suit, data.draw(st.permutations(list(Suit))), strict=True))
    cards = [Card(card.rank, other[card.suit]) for card in data.draw(st.permutations(five[:4]))]

    again = count_hand(cards, Card(five[4].rank, other[five[4].suit]), crib=crib)

    assert again.total == count_hand(five[:4], five[4], crib=crib).total


@given(five_cards)
def test_no_hand_is_worth_nineteen_and_no_score_stands_twice(five: list[Card]) -> None:
    found = count_hand(five[:4], five[4])

    assert found.total not in {19, 25, 26, 27}
    assert len({(score.kind, frozenset(score.cards)) for score in found.scores}) == len(found.scores)
    assert all(score.points == len(score.cards) for score in found.scores if score.kind is Kind.RUN)
