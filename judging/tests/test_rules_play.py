"""What the cards of the play earn: series that a judge would know, and deals played out at random."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.rulebook.rules.cards import RANKS
from judging.rulebook.rules.play import FOUR_HANDED, GO, TWO_HANDED, Play, count_play, read_play
from judging.rulebook.words.counters import finding
from judging.tests.plain import plain_play
from tournaments.rules.finding import Finding


def played(text: str, held: tuple[int, ...] = TWO_HANDED) -> Play:
    said = read_play(text)
    assert not isinstance(said, Finding)
    found = count_play(said, held)
    assert isinstance(found, Play), found
    return found


def points(text: str, held: tuple[int, ...] = TWO_HANDED) -> str:
    """What each card earned, in one line; a go is a dash."""
    return " ".join(
        str(sum(score.points for score in move.scores)) if move.rank else "-" for move in played(text, held).moves
    )


TABLE = [
    pytest.param("8 7", "0 2", id="fifteen"),
    pytest.param("5 5 5", "0 2 8", id="the third five makes fifteen too"),
    pytest.param("4 4 4 4", "0 2 6 12", id="four of a kind"),
    pytest.param("3 5 6 7 4", "0 0 0 3 5", id="a run of three, then of five (rule 1.6)"),
    pytest.param("7 8 9 6", "0 2 3 4", id="a run grows at its low end"),
    pytest.param("4 5 6 4", "0 0 5 3", id="a run goes on without its first card"),
    pytest.param("4 5 6 5", "0 0 5 0", id="no run with the same rank twice"),
    pytest.param("2 3 3 4", "0 0 2 0", id="a pair in between breaks the run"),
    pytest.param("A 4 6 3", "0 0 0 0", id="no run with a gap"),
    pytest.param("5 3 5", "0 0 0", id="no pair with a card in between"),
    pytest.param("A 2 3 4 5", "0 0 3 4 7", id="a run of five that makes fifteen"),
    pytest.param("J Q K A", "0 0 3 2", id="a run of face cards, and 31"),
    pytest.param("Q K A", "0 0 0", id="king and ace are no neighbors"),
    pytest.param("10 J", "0 0", id="tens and faces pair by rank alone"),
    pytest.param("Q 9 8 3 A", "0 0 0 0 2", id="31 exactly"),
    pytest.param("K K K go A", "0 2 6 - 2", id="31 after a go is two, not three"),
    pytest.param("K K K go go", "0 2 7 - -", id="the last card before both say go"),
    pytest.param("K K K go", "0 2 6 -", id="who may still play on has no go yet"),
    pytest.param("K Q 9 go A go", "0 0 0 - 1 -", id="played on after the go"),
    pytest.param("K Q 9 go A A", "0 0 0 - 0 4", id="played on twice: pair and 31"),
    pytest.param("K Q 9 go go 9", "0 0 1 - - 0", id="no pair across the end of a series"),
    pytest.param("5 5 6 6 7 go go 7 8 8", "0 2 0 2 1 - - 0 2 3", id="a whole deal, last card one"),
    pytest.param("10 9 8 4 2 3 4 6", "0 0 3 2 0 0 3 3", id="the final card makes fifteen: three"),
    pytest.param("10 9 8 4 K 8 7 6", "0 0 3 2 0 0 0 5", id="the final card makes 31: no point for last"),
    pytest.param("K J 10 go go 7 2 2 2 2", "0 0 1 - - 0 0 2 6 15", id="fifteen points with one card"),
    pytest.param("K Q 5 go A A 9 9 9", "0 0 0 - 0 3 0 2 7", id="the other player has no more cards"),
]


@pytest.mark.parametrize(("text", "expected"), TABLE)
def test_known_series_of_the_play_are_counted_as_players_count_them(text: str, expected: str) -> None:
    assert points(text) == expected


@pytest.mark.parametrize(
    ("text", "expected", "players"),
    [
        pytest.param("10 9 8 go 3 go A 5", "0 0 3 - 0 - 2 0", [0, 1, 2, 3, 0, 1, 2, 3], id="go, then 31"),
        pytest.param("10 9 8 go go go go K", "0 0 4 - - - - 0", [0, 1, 2, 3, 0, 1, 2, 3], id="all four say go"),
        pytest.param(
            "10 9 8 go go A go go K", "0 0 3 - - 1 - - 0", [0, 1, 2, 3, 0, 1, 2, 1, 3], id="the last card is another's"
        ),
        pytest.param("10 9 8 go 4 K", "0 0 3 - 2 0", [0, 1, 2, 3, 0, 3], id="31 after a go"),
        pytest.param("10 9 8 4 K", "0 0 3 2 0", [0, 1, 2, 3, 0], id="31 without a go"),
    ],
)
def test_with_four_players_the_turn_goes_round_and_whoever_said_go_first_leads(
    text: str, expected: str, players: list[int]
) -> None:
    assert points(text, FOUR_HANDED) == expected
    assert [move.player for move in played(text, FOUR_HANDED).moves] == players


def test_totals_and_turn_follow() -> None:
    over, open_ = played("5 5 6 6 7 go go 7 8 8"), played("K Q 9 go")

    assert (over.totals, over.turn, over.count) == ((3, 7), None, 0)
    # The pone may play on, at 29.
    assert (open_.totals, open_.turn, open_.count) == ((0, 0), 0, 29)
    assert played("").turn == 0


def test_each_score_is_shown_with_its_cards() -> None:
    shown = plain_play(played("4 5 6"))

    assert shown["moves"][2] == {
        "player": 0,
        "rank": 6,
        "count": 15,
        "series": 1,
        "scores": [
            {"kind": "fifteen", "cards": [4, 5, 6], "points": 2},
            {"kind": "run", "cards": [4, 5, 6], "points": 3},
        ],
        "could_have": [],
    }


def test_a_go_shows_the_cards_that_could_have_been_played_once_they_come_down() -> None:
    moves = played("K Q 5 go go 6 J 9 A").moves

    # The dealer said go at 25 and held a six; nine is too much for it, and what the pone held is another matter.
    assert [move.could_have for move in moves if move.rank == GO] == [(6,), (1,)]


def test_a_short_hand_is_played_to_its_end() -> None:
    assert points("K 5 9", (2, 1)) == "0 2 1"


@pytest.mark.parametrize(
    ("text", "code", "card", "place"),
    [
        ("K Q 9 3", "play_over_31", "3", 4),
        ("10 J go", "play_early_go", "go", 3),
        ("go", "play_early_go", "go", 1),
        ("3 3 3 3 3", "play_fifth", "3", 5),
        ("5 5 6 6 7 go go 7 8 8 A", "play_ended", "A", 11),
        ("5 X", "play_unknown", "X", 2),
        ("5 1", "play_unknown", "1", 2),
    ],
)
def test_what_cannot_be_played_is_refused_and_names_the_card(text: str, code: str, card: str, place: int) -> None:
    said = read_play(text)
    found = said if isinstance(said, Finding) else count_play(said)

    assert isinstance(found, Finding)
    assert (found.code, found["card"], found["place"], found.field) == (code, card, place, str(place))
    assert card in finding(found) or card == "go"
    assert "%(" not in finding(found)
    assert plain_play(found) == {"code": code, "card": card, "place": place}


@pytest.mark.parametrize("held", [(4,), (4, 4, 4, 4, 4), (4, 0)])
def test_hands_that_nobody_can_be_dealt_are_an_error(held: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="plays"):
        count_play((), held)


@pytest.mark.parametrize("rank", [-1, 14])
def test_an_invalid_rank_is_an_error(rank: int) -> None:
    with pytest.raises(ValueError, match="rank"):
        count_play((rank,))


# --- Deals played out ------------------------------------------------------------------------------------------------


def play_out(hands: list[list[int]], choose: Iterator[int]) -> tuple[list[int], list[list[tuple[int, int]]]]:
    """Play a deal by the rules with the hands known: what was said, and the series, each as players and ranks."""
    said, all_series, player = [], [], 0
    while any(hands):
        series: list[tuple[int, int]] = []
        silent: dict[int, None] = {}
        while any(hand for one, hand in enumerate(hands) if one not in silent):
            if hands[player] and player not in silent:
                room = 31 - sum(min(rank, 10) for _one, rank in series)
                fit = [rank for rank in hands[player] if min(rank, 10) <= room]
                if not fit:
                    silent[player] = None
                    said.append(0)
                else:
                    rank = fit[next(choose) % len(fit)]
                    hands[player].remove(rank)
                    series.append((player, rank))
                    said.append(rank)
                    if min(rank, 10) == room:
                        player = (player + 1) % len(hands)
                        break
            player = (player + 1) % len(hands)
        all_series.append(series)
        player = next(iter(silent), (series[-1][0] + 1) % len(hands))
    return said, all_series


def plain_points(series: list[tuple[int, int]], players: int) -> list[int]:
    """The points of one series by other means: what each card earns looking back from it, and the end at last."""
    points = [0] * players
    for place, (player, rank) in enumerate(series):
        so_far = [one for _player, one in series[: place + 1]]
        if sum(min(one, 10) for one in so_far) == 15:
            points[player] += 2
        same = 1
        while same <= place and so_far[-same - 1] == rank:
            same += 1
        points[player] += same * (same - 1)
        runs = [size for size in range(3, place + 2) if is_run(so_far[-size:])]
        points[player] += max(runs, default=0)
    full = sum(min(rank, 10) for _player, rank in series) == 31
    points[series[-1][0]] += 2 if full else 1
    return points


def is_run(ranks: list[int]) -> bool:
    return sorted(ranks) == list(range(min(ranks), min(ranks) + len(ranks)))


ranks_of_the_pack = st.permutations([rank for rank in range(1, 14) for _card in range(4)])


@given(ranks_of_the_pack, st.sampled_from([(4, 4), (4, 4, 4), FOUR_HANDED, (3, 4), (4, 2)]), st.data())
def test_a_deal_that_is_played_out_is_counted_as_by_hand(
    pack: list[int], held: tuple[int, ...], data: st.DataObject
) -> None:
    hands = [[pack.pop() for _card in range(size)] for size in held]
    choices = data.draw(st.lists(st.integers(0, 11), min_size=sum(held), max_size=sum(held)))
    said, all_series = play_out(hands, iter(choices))

    found = count_play(said, held)

    assert isinstance(found, Play), found
    by_hand = [plain_points(series, len(held)) for series in all_series]
    assert list(found.totals) == [sum(points) for points in zip(*by_hand, strict=True)]
    assert (found.turn, found.count) == (None, 0)
    played_by = [(move.player, move.rank) for move in found.moves if move.rank != GO]
    assert played_by == [one for series in all_series for one in series]
    # Who plays by the rules never reneges.
    assert not any(move.could_have for move in found.moves)


@given(ranks_of_the_pack, st.data())
def test_what_is_counted_so_far_stays_but_for_the_point_for_the_end_of_a_series(
    pack: list[int], data: st.DataObject
) -> None:
    hands = [[pack.pop() for _card in range(4)] for _player in range(2)]
    said, _series = play_out(hands, iter(data.draw(st.lists(st.integers(0, 11), min_size=8, max_size=8))))
    whole = count_play(said)
    assert isinstance(whole, Play)

    for length in range(len(said)):
        part = count_play(said[:length])
        assert isinstance(part, Play)
        assert part.turn == whole.moves[length].player
        for move, later in zip(part.moves, whole.moves, strict=False):
            assert (move.player, move.rank, move.count, move.series) == (
                later.player,
                later.rank,
                later.count,
                later.series,
            )
            assert later.scores[: len(move.scores)] == move.scores


def test_every_rank_is_read() -> None:
    assert read_play(" ".join(RANKS)) == tuple(range(1, 14))
    assert read_play(" go,GO  t ") == (GO, GO, 10)
