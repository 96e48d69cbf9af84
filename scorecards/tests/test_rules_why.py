from __future__ import annotations

from scorecards.cards.rules.why import Meeting, Turn, check_first, explain_ranks
from scorecards.sheet.rules.crosscheck import CrossCheck, cross_check
from scorecards.sheet.rules.piles import Bounds, Pile, Piles, find_piles
from scorecards.sheet.rules.ranking import Tiebreaker
from scorecards.tests.paper import make_stack
from tournaments.rules.edition import Edition


def check(text: str, games: int, quota: int = 1, playoffs=(), edition: Edition = Edition.Y2020) -> CrossCheck:
    return cross_check(make_stack(text, games), quota=quota, edition=edition, playoffs=playoffs)


def test_each_pair_of_neighbours_has_the_key_that_decides_and_both_values() -> None:
    result = check(
        """
        A-1: A-4 3 +31, A-5 2 +10
        A-2: A-5 2 +20, A-4 2 +30
        A-3: A-6 2 +15, A-6 2 +30
        A-4: A-1 0 -31, A-2 0 -30
        A-5: A-2 0 -20, A-1 0 -10
        A-6: A-3 0 -15, A-3 0 -30
        """,
        games=2,
    )

    told = [(n.above.seat, n.below.seat, n.decided_by, n.values) for n in explain_ranks(result)]

    assert told == [
        ("A-1", "A-2", Tiebreaker.GAME_POINTS, (5, 4)),
        ("A-2", "A-3", Tiebreaker.NET, (50, 45)),
        ("A-3", "A-5", Tiebreaker.GAME_POINTS, (4, 0)),
        ("A-5", "A-6", Tiebreaker.NET, (-30, -45)),
        ("A-6", "A-4", Tiebreaker.NET, (-45, -61)),
    ]


def test_head_to_head_names_the_games_with_their_results() -> None:
    two = """
        A-1: A-2 2 +10, A-3 0 -10
        A-2: A-1 0 -10, A-4 2 +10
        A-3: A-4 0 -05, A-1 2 +10
        A-4: A-3 2 +05, A-2 0 -10
    """
    (pair,) = [n for n in explain_ranks(check(two, games=2)) if n.decided_by is Tiebreaker.HEAD_TO_HEAD]

    assert (pair.above.seat, pair.below.seat) == ("A-1", "A-2")
    assert pair.meetings == (Meeting(1, "A-1", 10),)
    assert pair.values is None


LEVEL = "A-1: A-3 2 +10\nA-2: A-4 2 +10\nA-3: A-1 0 -10\nA-4: A-2 0 -10"


def test_who_shares_a_rank_is_separated_by_nothing_until_a_playoff() -> None:
    shared, _next, _last = explain_ranks(check(LEVEL, games=1))
    played, *_rest = explain_ranks(check(LEVEL, games=1, playoffs=(("A-2", "A-1"),)))

    assert (shared.decided_by, shared.values) == (None, None)
    assert (played.above.seat, played.below.seat, played.decided_by) == ("A-2", "A-1", Tiebreaker.PLAYOFF)


def test_the_cards_near_the_line_are_checked_first_and_the_dead_zone_never() -> None:
    result = check("\n".join(f"A-{n}: _ 2 +{40 - n:02d}" for n in range(1, 7)), games=1, quota=3)
    piles = {
        "A-1": Pile.DEFINITE,
        "A-2": Pile.PROBABLE,
        "A-3": Pile.PROBABLE,
        "A-4": Pile.PROBABLY_NOT,
        "A-5": Pile.PROBABLY_NOT,
        "A-6": Pile.DEAD_ZONE,
    }

    assert [place.seat for place in result.places] == list(piles)
    none = (0, 0, 0, 0)
    ranges = dict.fromkeys(piles, Bounds(none, none, 1, 3))
    near = (
        Turn("A-3", Pile.PROBABLE, 1),
        Turn("A-4", Pile.PROBABLY_NOT, 1),
        Turn("A-2", Pile.PROBABLE, 2),
        Turn("A-5", Pile.PROBABLY_NOT, 2),
    )
    assert check_first(result, Piles(piles, ranges, settled=False)) == (*near, Turn("A-1", Pile.DEFINITE, None))
    # Where nothing can change the place any more, the card comes after those whose seed still depends on it.
    two = piles | {"A-2": Pile.DEFINITE}
    certain = Piles(two, ranges | {"A-1": Bounds(none, none, 1, 1)}, settled=False)
    assert [turn.seat for turn in check_first(result, certain)][-2:] == ["A-2", "A-1"]


def test_a_card_that_is_not_complete_has_no_turn() -> None:
    result = check("A-1: A-2 2 +10\nA-2:\nA-3: blank", games=1, quota=1)

    assert "A-2" not in {turn.seat for turn in check_first(result, find_piles(result, {}))}
