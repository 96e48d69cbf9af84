"""Cards of an event that records no spread: results alone, by the rules (ours, but for who wins a game)."""

from itertools import product

import pytest

from scorecards.cards.rules.typing import format_typed, parse_typed
from scorecards.crosscheck.rules import Stage, control_sheet
from scorecards.sheet.rules.by_hand import is_for_head_judge
from scorecards.sheet.rules.crosscheck import CrossCheck, DecisionKind, HandDecision, State, cross_check
from scorecards.sheet.rules.discrepancy import Outcome, Resolution, resolve, resolve_awarded
from scorecards.sheet.rules.line import Line, find_line_flags, find_spread
from scorecards.sheet.rules.looks import Reading, find_unlooked, find_wanted
from scorecards.sheet.rules.obstacles import find_leftover, find_posting_obstacles, find_unread
from scorecards.sheet.rules.piles import Pile, find_piles
from scorecards.sheet.rules.ranking import Tiebreaker
from scorecards.sheet.rules.tally import Card, OwnTotals, tally_lines
from tournaments.rules.edition import Edition

SEATS = ("A-1", "A-2")
POINTS = (None, 0, 2, 3)
UNSETTLED = Resolution(Outcome.UNSETTLED, (), None)


def line(game: int, opponent: str | None, points: int | None) -> Line:
    return Line(game, opponent, points, None, None)


def check(results: dict[str, dict[int, tuple[str | None, int | None]]], *, quota: int = 1, **more) -> CrossCheck:
    """The cross-check of cards given as seat → game → (opponent, points)."""
    cards = {
        seat: Card(seat, tuple(line(game, *of) for game, of in games.items()), None, len(games))
        for seat, games in results.items()
    }
    return cross_check(cards, quota=quota, edition=more.pop("edition", Edition.Y2020), records_spread=False, **more)


@pytest.mark.parametrize("edition", list(Edition))
def test_one_win_and_one_loss_agree_and_nothing_else_does(edition) -> None:
    """Whoever qualifies, and whatever edition: rule 12.2 weighs amounts, and there are none."""
    for first, second in product(POINTS, repeat=2):
        lines = (line(1, "A-2", first), line(1, "A-1", second))
        agrees = None not in (first, second) and bool(first) != bool(second)
        for qualifiers in ((), SEATS[:1], SEATS):
            found = resolve(
                *lines, seats=SEATS, qualifiers=frozenset(qualifiers), edition=edition, records_spread=False
            )
            assert found == (Resolution(Outcome.AGREES, (), lines) if agrees else UNSETTLED), (first, second)
            assert (resolve(*lines, seats=SEATS, qualifiers=frozenset(), edition=edition).outcome) is Outcome.REFERRED
    others = [
        (None, line(1, "A-1", 0)),
        (line(1, "A-2", 2), None),
        (line(1, "A-3", 2), line(1, "A-1", 0)),
        (None, None),
    ]
    for lines in others:
        found = resolve(*lines, seats=SEATS, qualifiers=frozenset(), edition=edition, records_spread=False)
        assert found == UNSETTLED


def test_a_game_lost_by_removal_has_no_spread_either() -> None:
    found = resolve_awarded(None, None, game=4, seats=SEATS, winner="A-2", records_spread=False)
    assert found.lines == (line(4, "A-2", 0), line(4, "A-1", 2))
    assert found.rules == ("11.4.b",)


def test_without_spreads_no_spread_is_missed_and_none_is_allowed() -> None:
    assert find_line_flags(line(1, "A-2", 3), records_spread=False) == ()
    assert [flag.code for flag in find_line_flags(line(1, "A-2", None), records_spread=False)] == ["points_blank"]
    assert [flag.code for flag in find_line_flags(line(1, "A-2", 3))] == ["spread_blank"]
    found = [*find_spread(Line(1, "A-2", 2, None, 7), "lines.0."), *find_spread(OwnTotals(4, 2, 0, None, 3), "totals.")]
    assert [one.field for one in found] == ["lines.0.minus", "totals.plus", "totals.net"]
    assert {one.code for one in found} == {"spread_not_recorded"}


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("2", line(4, "A-8", 2)),
        ("3", line(4, "A-8", 3)),
        ("0", line(4, "A-8", 0)),
        ("w", line(4, "A-8", 2)),
        ("X", line(4, "A-8", 0)),
        ("9/3", line(4, "A-9", 3)),
        ("@B-2 0", line(4, "B-2", 0)),
        ("0/2", line(4, None, 2)),
        ("9/.", line(4, "A-9", None)),
        (".", line(4, None, None)),
        ("", None),
    ],
)
def test_a_result_is_typed_as_the_card_has_it(typed: str, read: Line | None) -> None:
    assert parse_typed(typed, 4, "A-8", table="A", records_spread=False) == read
    again = format_typed(read, "A-8", records_spread=False)
    assert parse_typed(again, 4, "A-8", table="A", records_spread=False) == read


def test_a_spread_is_no_result() -> None:
    for typed in ("16", "-16", "1", "2+", "0-", "W16", "3*", ".16", "9/16+", "4"):
        found = parse_typed(typed, 4, "A-8", table="A", field="line-4", records_spread=False)
        assert (getattr(found, "code", found), getattr(found, "field", "")) == ("typed_points", "line-4"), typed


def test_standings_go_by_points_games_won_and_then_head_to_head() -> None:
    """12 points: six wins before four skunks; A-1 and A-2 are level, and A-2 won their game."""
    found = check(
        {
            "A-1": {1: ("A-2", 0), 2: ("A-3", 2), 3: ("A-4", 2)},
            "A-2": {1: ("A-1", 2), 2: ("A-4", 2), 3: ("A-3", 0)},
            "A-3": {1: ("A-4", 0), 2: ("A-1", 0), 3: ("A-2", 3)},
            "A-4": {1: ("A-3", 3), 2: ("A-2", 0), 3: ("A-1", 0)},
        },
        quota=1,
    )
    assert [place.seat for place in found.places] == ["A-2", "A-1", "A-4", "A-3"]
    assert [place.decided_by for place in found.places] == [
        None,
        Tiebreaker.HEAD_TO_HEAD,
        Tiebreaker.GAME_POINTS,
        Tiebreaker.HEAD_TO_HEAD,
    ]
    assert {game.state for game in found.games} == {State.AGREED}
    assert found.complete
    assert find_posting_obstacles(found) == ()


def _contrary(**more) -> CrossCheck:
    """Both cards of game 2 say a win."""
    return check(
        {
            "A-1": {1: ("A-3", 2), 2: ("A-2", 2)},
            "A-2": {1: ("A-4", 2), 2: ("A-1", 3)},
            "A-3": {1: ("A-1", 0), 2: ("A-4", 0)},
            "A-4": {1: ("A-2", 0), 2: ("A-3", 2)},
        },
        **more,
    )


def test_two_wins_are_read_again_and_then_decided_at_the_desk() -> None:
    found = _contrary()
    game = next(one for one in found.games if one.state is not State.AGREED)
    assert (game.seats, game.outcome, game.rules, game.state) == (SEATS, Outcome.UNSETTLED, (), State.OPEN)
    assert game.is_unsettled
    assert not is_for_head_judge(game, ())
    assert [(one.seat, one.game) for one in find_wanted(found, {})] == [("A-1", 2), ("A-2", 2)]
    assert find_unread(found, {}) == ()
    (obstacle,) = find_posting_obstacles(found)
    assert (obstacle.code, obstacle.field) == ("result_unsettled", "discrepancies.2-A-1-A-2")
    assert find_leftover(found, (obstacle,)).unruled == ()

    readings = {(seat, 2): [Reading(found.cards[seat].line(2), "Len", 2)] for seat in SEATS}
    assert find_unlooked(found, game, readings) == ()
    sheet = control_sheet(found, find_piles(found, readings), readings, received=(), posted=False)
    assert {card.seat: card.stage for card in sheet.cards}["A-1"] is Stage.DISCREPANCY

    decision = HandDecision(
        2, SEATS, DecisionKind.OVERRIDDEN, game.recorded, UNSETTLED, (line(2, None, 0), line(2, None, 3))
    )
    decided = _contrary(decisions=[decision])
    now = decided.games[found.games.index(game)]
    assert (now.state, now.outcome, now.rules) == (State.OVERRIDDEN, Outcome.UNSETTLED, ())
    assert now.resolved == (line(2, "A-2", 0), line(2, "A-1", 3))
    assert not is_for_head_judge(now, ())
    assert [place.seat for place in decided.places] == ["A-2", "A-1", "A-4", "A-3"]
    assert find_posting_obstacles(decided) == ()
    with pytest.raises(ValueError, match="by values"):
        HandDecision(2, SEATS, DecisionKind.ACCEPTED, game.recorded, UNSETTLED)


def test_a_result_that_could_not_matter_does_not_hold_up_posting() -> None:
    found = check(
        {
            "A-1": {1: ("A-2", 3), 2: ("A-3", 3)},
            "A-2": {1: ("A-1", 0), 2: ("A-4", 3)},
            "A-3": {1: ("A-4", 2), 2: ("A-1", 0)},
            "A-4": {1: ("A-3", 2), 2: ("A-2", 0)},
        }
    )
    assert find_posting_obstacles(found) == ()
    assert [game.seats for game in find_leftover(found, ()).unruled] == [("A-3", "A-4")]
    # With a spread anything up to 121 would still be possible, and a card level in points could come before A-1.
    assert find_piles(found, {}).piles["A-1"] is Pile.DEFINITE


def test_what_a_card_can_still_come_to_counts_no_spread() -> None:
    cards = {
        "A-1": Card("A-1", (line(1, "A-2", 2),), None, 2),
        "A-2": Card("A-2", (line(1, "A-1", 0),), None, 2),
    }
    found = cross_check(cards, quota=1, edition=Edition.Y2020, records_spread=False)
    bounds = find_piles(found, {}).bounds
    assert {seat: (of.lowest, of.highest) for seat, of in bounds.items()} == dict.fromkeys(
        SEATS, ((0, 0, 0, 0), (6, 2, 0, 0))
    )


def test_totals_are_points_and_games_won() -> None:
    found = tally_lines([line(1, "A-2", 3), line(2, "A-3", 0), line(3, "A-4", 2), line(4, "A-5", None)])
    assert found.key == (5, 2, 0, 0)
