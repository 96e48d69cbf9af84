"""The counters in the browser, which must work without the network, say what the rules say: Node runs their scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

import pytest

from hall.tests.servers import Node
from judging.rulebook.rules import hands, play
from judging.rulebook.rules.cards import JACK, OF_A_RANK, Card, Suit
from judging.rulebook.rules.play import FOUR_HANDED, GO, TWO_HANDED
from judging.rulebook.words.counters import FAULTS, KINDS
from judging.tests.plain import plain_count, plain_play
from judging.tests.test_rules_play import TABLE, play_out

HANDS = "static/js/count-hand.js"
PLAY = "static/js/count-play.js"

Hand = tuple[list[str], str, bool]


def ruled_of_hand(cards: list[str], starter: str, crib: bool) -> dict[str, object]:
    read = hands.read_hand(" ".join(cards), starter)
    return plain_count(hands.count_hand(read.cards, read.starter, crib=crib) if isinstance(read, hands.Hand) else read)


def same_of_hands(node: Node, asked: Sequence[Hand]) -> list[dict[str, object]]:
    """What both say of these hands, once they say the same."""
    told = node.each(HANDS, "countHand", asked)
    for one, said in zip(asked, told, strict=True):
        assert (one, said) == (one, ruled_of_hand(*one))
    return told


def with_suits(ranks: Sequence[int]) -> list[str]:
    """Cards of these ranks that the pack has together: cards of the same rank in different suits, others in turn."""
    suits = list(Suit)
    return [
        str(Card(rank, suits[(place if ranks.count(rank) == 1 else ranks[:place].count(rank)) % 4]))
        for place, rank in enumerate(ranks)
    ]


def test_every_five_ranks_with_every_starter_count_alike(node: Node) -> None:
    fives = [five for five in combinations_with_replacement(range(1, 14), 5) if five.count(five[0]) <= OF_A_RANK]
    assert len(fives) == 6175
    asked = []
    for five in fives:
        for starter in sorted(set(five)):
            held = list(five)
            held.remove(starter)
            *cards, turned = with_suits((*held, starter))
            asked.append((cards, turned, False))
    assert len(asked) == 23647

    said = same_of_hands(node, asked)

    assert {score["kind"] for one in said for score in one["scores"]} >= {"fifteen", "quadruple", "run", "nobs"}
    assert max(one["total"] for one in said) >= 28


ROWS_OF_RANKS = [
    pytest.param((1, 3, 6, 9, 12), id="no jack"),
    pytest.param((JACK, 3, 6, 9, 12), id="a jack first"),
    pytest.param((1, 3, 6, JACK, 12), id="a jack last"),
    pytest.param((1, 3, 6, 9, JACK), id="a jack turned"),
    pytest.param((JACK, 3, JACK, 9, 12), id="two jacks"),
    pytest.param((JACK, JACK, JACK, JACK, 12), id="four jacks"),
    pytest.param((JACK, JACK, 5, 5, JACK), id="jacks in hand and turned"),
]


@pytest.mark.parametrize("ranks", ROWS_OF_RANKS)
def test_every_pattern_of_suits_counts_alike_in_hand_and_crib(node: Node, ranks: tuple[int, ...]) -> None:
    asked = []
    for suits in product(Suit, repeat=5):
        *cards, starter = [str(Card(rank, suit)) for rank, suit in zip(ranks, suits, strict=True)]
        asked += [(cards, starter, crib) for crib in (False, True)]

    same_of_hands(node, asked)


def test_short_hands_and_what_is_no_hand_are_told_alike(node: Node) -> None:
    asked: list[Hand] = [
        (["5H"], "10H", False),
        (["JH"], "10H", True),
        (["3H", "4H", "5H"], "6H", False),
        (["5h", "tD", "J\N{BLACK HEART SUIT}", "qc"], "a\N{BLACK SPADE SUIT}", False),
        ([], "5C", False),
        (["AH", "2H", "3H", "4H", "5H"], "6H", False),
        (["5H", "5D", "5S", "5H"], "5C", False),
        (["5H", "5D", "5S", "5C"], "5C", False),
        (["5H", "1H"], "5C", False),
        (["5H", "6"], "X", False),
        (["5H"], "X", False),
        (["5H"], "", False),
    ]

    said = same_of_hands(node, asked)

    assert {str(one["code"]) for one in said if "code" in one} == {
        code for code in FAULTS if not code.startswith("play_")
    }


# --- The play --------------------------------------------------------------------------------------------------------


def numbers(state: int = 20) -> Iterator[int]:
    """Numbers without a pattern that matters, the same in every run."""
    while True:
        state = (state * 1103515245 + 12345) % 2**31
        yield state >> 8


def deals(chance: Iterator[int], held: tuple[int, ...], times: int) -> Iterator[list[int]]:
    """What is played and said in so many deals."""
    for _deal in range(times):
        pack = [rank for rank in range(1, 14) for _card in range(4)]
        taken = [[pack.pop(next(chance) % len(pack)) for _card in range(size)] for size in held]
        yield play_out(taken, chance)[0]


def test_the_play_counts_alike(node: Node) -> None:
    chance = numbers()
    asked: list[tuple[list[int], tuple[int, ...]]] = []
    for held in (TWO_HANDED, (4, 4, 4), FOUR_HANDED, (3, 4), (1, 1)):
        asked += [(said, held) for said in deals(chance, held, 200)]
    # Begun deals, what is played after the end, and what can hardly be.
    asked += [(said[: next(chance) % len(said)], TWO_HANDED) for said in deals(chance, TWO_HANDED, 200)]
    asked += [([*said, 1], TWO_HANDED) for said in deals(chance, TWO_HANDED, 20)]
    asked += [([next(chance) % 14 for _card in range(8)], FOUR_HANDED) for _deal in range(500)]
    asked += [([1 + next(chance) % 3 for _card in range(12)], FOUR_HANDED) for _deal in range(500)]
    # Four in a row of every choice of ranks and go.
    asked += [(list(some), TWO_HANDED) for some in product(range(GO, 14, 3), repeat=4)]
    # What a player could have played instead of a go, the known tables.
    asked += [([13, 12, 5, GO, GO, 6, 11, 9, 1], TWO_HANDED)]
    for one in TABLE:
        said = play.read_play(str(one.values[0]))
        assert isinstance(said, tuple)
        asked.append((list(said), TWO_HANDED))

    told = node.each(PLAY, "countPlay", asked)

    for (said, held), found in zip(asked, told, strict=True):
        assert (said, held, found) == (said, held, plain_play(play.count_play(said, held)))
    scores = [score for one in told for move in one.get("moves", ()) for score in move["scores"]]
    assert {score["kind"] for score in scores} == {kind.value for kind in KINDS} - {"four_flush", "five_flush", "nobs"}
    assert any(move["could_have"] for one in told for move in one.get("moves", ()))
    assert {one["code"] for one in told if "code" in one} == {
        code for code in FAULTS if code.startswith("play_") and code != "play_unknown"
    }


def test_what_is_typed_of_the_play_is_read_alike(node: Node) -> None:
    texts = ["", " 5 j, GO t\tA ", "5 X", "1", "10 11", "go", "g o", "5H", "k\n q", ",,", "5,,6"]

    told = node.each(PLAY, "readPlay", [[text] for text in texts])

    read = [play.read_play(text) for text in texts]
    assert told == [list(one) if isinstance(one, tuple) else plain_play(one) for one in read]
