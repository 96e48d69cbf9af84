"""Cards as they are written, and what they count."""

from __future__ import annotations

import pytest

from judging.rulebook.rules.cards import PACK, Card, Suit, read_card, read_cards, read_rank, value
from tournaments.rules.finding import Finding


def test_every_card_of_the_pack_is_read_as_it_is_written_and_in_small_letters() -> None:
    assert len({str(card) for card in PACK}) == 52
    for card in PACK:
        assert read_card(str(card)) == read_card(str(card).lower()) == card


@pytest.mark.parametrize("text", ["", "5", "H", "1H", "11H", "0C", "5X", "H5", "5HH", "\N{KELVIN SIGN}H", "5 H", "-5H"])
def test_a_text_that_is_no_card_is_not_read(text: str) -> None:
    assert read_card(text) is None


@pytest.mark.parametrize(
    ("text", "card"),
    [("tc", Card(10, Suit.CLUBS)), ("A\N{BLACK SPADE SUIT}", Card(1, Suit.SPADES)), ("qd", Card(12, Suit.DIAMONDS))],
)
def test_other_ways_to_write_a_card(text: str, card: Card) -> None:
    assert read_card(text) == card


def test_cards_stand_in_a_line() -> None:
    assert read_cards(" 5h, 10D  jc ") == (Card(5, Suit.HEARTS), Card(10, Suit.DIAMONDS), Card(11, Suit.CLUBS))
    assert read_cards("  ") == ()
    assert read_cards("5H 5", field="cards") == Finding("card_unknown", "cards", values=(("card", "5"),))


def test_tens_and_faces_count_ten() -> None:
    assert [value(read_rank(text) or 0) for text in ["A", "2", "9", "10", "J", "Q", "K"]] == [1, 2, 9, 10, 10, 10, 10]


@pytest.mark.parametrize("rank", [0, 14])
def test_no_other_rank_is_in_the_pack(rank: int) -> None:
    with pytest.raises(ValueError, match="rank"):
        Card(rank, Suit.HEARTS)
