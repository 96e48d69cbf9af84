from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorecards.sheet.rules.crosscheck import CrossCheck, DecisionKind, HandDecision, State, cross_check
from scorecards.sheet.rules.cut import Status
from scorecards.sheet.rules.discrepancy import Outcome, Resolution
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import Place, Reading, find_wanted
from scorecards.sheet.rules.piles import SPREADS_THAT_BOUND, Bounds, Pile, Piles, answers, find_piles
from scorecards.sheet.rules.tally import Card
from scorecards.tests.paper import make_card, make_line, make_stack
from tournaments.rules.edition import Edition

EVERY_SPREAD = range(1, 122)


def check(
    cards: dict[str, Card],
    quota: int = 1,
    *,
    decisions: tuple[HandDecision, ...] = (),
    playoffs: tuple[tuple[str, ...], ...] = (),
    edition: Edition = Edition.Y2020,
    not_ranked: frozenset[str] = frozenset(),
) -> CrossCheck:
    return cross_check(
        cards, quota=quota, edition=edition, decisions=decisions, playoffs=playoffs, not_ranked=not_ranked
    )


def proved(result: CrossCheck) -> Piles:
    """The piles where every line that differs or names nobody was read again and says what is recorded."""
    places = {(seat, game.game) for game in result.games for seat in game.seats} | set(result.unnamed)
    return find_piles(
        result, {(seat, game): [Reading(result.cards[seat].line(game), "Ann", 1)] for seat, game in places}
    )


def piles(cards: dict[str, Card], quota: int = 1, **more) -> dict[str, Pile]:
    return dict(proved(check(cards, quota, **more)).piles)


def bounds(cards: dict[str, Card], seat: str, quota: int = 1, **more) -> Bounds:
    return proved(check(cards, quota, **more)).bounds[seat]


def assert_within(found: Piles, after: CrossCheck) -> None:
    """Every card has come to what its bounds promised, and to a place that goes with it."""
    for place in after.places:
        of = found.bounds[place.seat]
        assert of.lowest <= place.tally.key <= of.highest
        assert of.best_rank <= place.rank <= of.worst_rank


def override(result: CrossCheck, game: int, seats: tuple[str, str], *values: str | None) -> HandDecision:
    found = next(one for one in result.games if (one.game, one.seats) == (game, seats))
    assert found.proposal is not None
    one, other = (None if value is None else make_line(f"A-9 {value}", game) for value in values)
    return HandDecision(game, seats, DecisionKind.OVERRIDDEN, found.recorded, found.proposal, (one, other))


# Nothing open: the standings themselves

ALL_IN = """
    A-1: A-2 3 +40, A-3 2 +20, A-4 2 +05
    A-2: A-1 0 -40, A-4 2 +10, A-3 2 +07
    A-3: A-4 2 +10, A-1 0 -20, A-2 0 -07
    A-4: A-3 0 -10, A-2 0 -10, A-1 0 -05
"""


def test_with_every_card_in_there_are_only_the_two_proved_piles() -> None:
    found = proved(check(make_stack(ALL_IN, games=3), quota=2))

    assert found.settled
    assert found.piles == {
        "A-1": Pile.DEFINITE,
        "A-2": Pile.DEFINITE,
        "A-3": Pile.DEAD_ZONE,
        "A-4": Pile.DEAD_ZONE,
    }
    assert found.counts == {Pile.DEFINITE: 2, Pile.PROBABLE: 0, Pile.PROBABLY_NOT: 0, Pile.DEAD_ZONE: 2}


LEVEL = "A-1: A-3 2 +10\nA-2: A-4 2 +10\nA-3: A-1 0 -10\nA-4: A-2 0 -10"


def test_a_tie_across_the_line_is_probable_until_it_is_played_off() -> None:
    cards = make_stack(LEVEL, games=1)

    assert piles(cards)["A-1"] is piles(cards)["A-2"] is Pile.PROBABLE
    assert (bounds(cards, "A-2").best_rank, bounds(cards, "A-2").worst_rank) == (1, 2)
    played = piles(cards, playoffs=(("A-2", "A-1"),))
    assert (played["A-2"], played["A-1"]) == (Pile.DEFINITE, Pile.DEAD_ZONE)


def test_a_tie_within_the_quota_is_definite_all_the_same() -> None:
    assert piles(make_stack(LEVEL, games=1), quota=2)["A-2"] is Pile.DEFINITE


def test_a_tie_that_head_to_head_has_broken_is_settled() -> None:
    cards = make_stack("A-1: A-2 2 +10, A-2 0 -10, A-2 2 +05\nA-2: A-1 0 -10, A-1 2 +10, A-1 0 -05", games=3)
    level = make_stack("A-1: A-2 2 +10, A-3 0 -10\nA-2: A-1 0 -10, A-3 2 +10\nA-3: A-2 0 -10, A-1 2 +10", games=2)
    decided = level | {"A-3": make_card("A-3", "A-2 0 -10, A-1 0 -10", games=2)}

    assert piles(cards) == {"A-1": Pile.DEFINITE, "A-2": Pile.DEAD_ZONE}
    assert set(piles(level, quota=1).values()) == {Pile.PROBABLE}
    assert piles(decided)["A-1"] is not Pile.DEFINITE


def test_a_proposed_correction_counts_as_proposed_once_everything_is_in() -> None:
    cards = make_stack(ALL_IN.replace("A-1 0 -40", "A-1 0 -12"), games=3)

    assert bounds(cards, "A-1", quota=1).lowest == bounds(cards, "A-1", quota=1).highest == (6, 3, 37, 37)


# Cards that are not in

ONE_OPEN = """
    A-1: A-2 3 +121, A-3 3 +121, A-4 3 +121
    A-2: A-1 0 -121, A-4 2 +10, A-3 2 +07
    A-3: A-4 2 +10, A-1 0 -121, A-2 0 -07
    A-4: A-3 0 -10, A-2 0 -10
"""


def test_an_open_card_can_be_too_far_behind_to_reach_anybody() -> None:
    found = proved(check(make_stack(ONE_OPEN, games=3), quota=2))

    assert not found.settled
    assert found.piles == {"A-1": Pile.DEFINITE, "A-2": Pile.DEFINITE, "A-3": Pile.DEAD_ZONE}
    assert found.bounds["A-4"].highest == (3, 1, 101, 121)
    assert found.bounds["A-4"].lowest == (0, 0, -141, 0)


def test_a_card_that_is_not_complete_is_in_no_pile_and_counts_against_the_others() -> None:
    cards = make_stack("A-1: A-3 2 +10\nA-2:\nA-3: A-1 0 -10", games=1)

    found = proved(check(cards))

    assert found.piles == {"A-1": Pile.PROBABLE, "A-3": Pile.DEAD_ZONE}
    assert (found.bounds["A-1"].best_rank, found.bounds["A-1"].worst_rank) == (1, 2)
    assert found.bounds["A-2"] == Bounds((0, 0, -121, 0), (3, 1, 121, 121), 1, 3)


def test_a_level_key_counts_against_a_card_that_would_have_to_win_the_tie() -> None:
    cards = make_stack("A-1: A-3 3 +121\nA-2:\nA-3: A-1 0 -121", games=1)

    assert piles(cards)["A-1"] is Pile.PROBABLE


def test_a_game_whose_other_card_is_open_counts_the_worst_that_rule_12_2_makes_of_it() -> None:
    cards = make_stack("A-1: A-2 2 +30\nA-2:\nA-3: A-2 _ +50", games=1)

    # The other card may say 1, or a win in plus as well, which makes both of them losses.
    assert bounds(cards, "A-1").lowest == (0, 0, -121, 0)
    assert bounds(cards, "A-1").highest == (2, 1, 30, 30)


def test_a_loss_can_become_a_win_where_both_say_a_loss_and_only_one_amount_stands_under_plus() -> None:
    cards = make_stack("A-1: A-2 0 +50\nA-2:\nA-3: A-2 0 -05", games=1)

    assert bounds(cards, "A-1").highest == (3, 1, 50, 50)
    assert bounds(cards, "A-3").highest[1] == 0


def test_what_only_the_head_judge_can_settle_is_open_to_any_ruling() -> None:
    anything = ((0, 0, -121, 0), (3, 1, 121, 121))
    cards = make_stack("A-1: A-2 _ +20\nA-2:\nA-3: A-4 2 +10\nA-4: A-1 0 -10", games=1)

    for seat in ("A-1", "A-3", "A-4"):
        found = bounds(cards, seat)
        assert (found.lowest, found.highest) == anything


def test_a_referral_leaves_both_cards_open_and_a_ruling_closes_them() -> None:
    cards = make_stack(ALL_IN.replace("A-4 2 +05", "A-4 _ +05"), games=3)
    result = check(cards, 2)
    ruled = override(result, 3, ("A-1", "A-4"), "2 +5", "0 -5")

    assert not proved(result).settled
    assert proved(result).bounds["A-4"].highest == (3, 1, 101, 121)
    assert proved(check(cards, 2, decisions=(ruled,))).settled


def test_a_ruling_holds_while_other_cards_are_open() -> None:
    cards = make_stack(ALL_IN.replace("A-4 2 +05", "A-4 _ +05"), games=3)
    ruled = override(check(cards, 2), 3, ("A-1", "A-4"), "2 +5", "0 -5")
    cards |= {"A-3": replace(cards["A-3"], lines=cards["A-3"].lines[:1])}

    result = check(cards, 2, decisions=(ruled,))

    assert result.dropped == ()
    assert proved(result).bounds["A-4"].lowest[:2] == (0, 0)
    assert proved(result).bounds["A-4"].highest == (0, 0, -25, 0)


def test_a_decision_that_can_come_back_with_a_line_typed_again_counts() -> None:
    cards = make_stack("A-1: A-2 2 +10\nA-2: A-1 0 -10\nA-3: blank", games=1)
    decision = override(check(cards), 1, ("A-1", "A-2"), "3 +121", "0 -121")
    cards |= {"A-2": replace(cards["A-2"], lines=())}

    assert check(cards, decisions=(decision,)).dropped == (decision,)
    assert bounds(cards, "A-1", decisions=(decision,)).highest == (3, 1, 121, 121)
    assert bounds(cards, "A-1").highest == (2, 1, 10, 10)


def test_a_line_that_names_nobody_is_open_to_anything() -> None:
    cards = make_stack("A-1: A-3 2 +10\nA-2: _ 0 -05\nA-3: A-1 0 -10", games=1)

    assert bounds(cards, "A-2").highest == (3, 1, 121, 121)
    assert piles(cards)["A-1"] is Pile.PROBABLE


def test_only_a_card_that_may_be_an_apparent_qualifiers_counts_the_worse_amount() -> None:
    # A-1 is one whatever else happens, and every card is in: its amount is the smaller one. A-4's stays as written.
    cards = make_stack(
        """
        A-1: A-4 3 +50, A-2 3 +60
        A-2: A-3 2 +05, A-1 0 -60
        A-3: A-2 _ -05, A-4 2 +10
        A-4: A-1 0 -40, A-3 0 -10
        """,
        games=2,
    )

    found = proved(check(cards, 1))

    assert (found.bounds["A-1"].lowest, found.bounds["A-1"].highest) == ((6, 2, 100, 100), (6, 2, 100, 100))
    assert (found.bounds["A-4"].lowest, found.bounds["A-4"].highest) == ((0, 0, -60, 0), (0, 0, -50, 0))
    assert found.piles["A-4"] is Pile.DEAD_ZONE


def test_without_a_movement_every_line_of_an_open_card_is_open() -> None:
    cards = {
        "A-1": make_card("A-1", "A-2 2 +10, A-2 2 +20", games=2, first_lines=True),
        "A-2": make_card("A-2", ", A-1 0 -20", games=2, first_lines=True),
    }

    assert bounds(cards, "A-2").lowest == (0, 0, -242, 0)
    assert bounds(cards, "A-2").highest == (6, 2, 242, 242)


def test_a_no_show_is_in_no_pile_and_a_withdrawn_card_counts_as_it_stands() -> None:
    cards = make_stack("A-1: A-2 2 +10\nA-2: A-1 0 -10\nA-3:\nA-4:", games=1)
    cards |= {"A-4": replace(cards["A-4"], ends=True)}

    found = proved(check(cards, not_ranked=frozenset({"A-3"})))

    assert found.settled
    assert found.piles == {"A-1": Pile.DEFINITE, "A-2": Pile.DEAD_ZONE, "A-4": Pile.DEAD_ZONE}


# Lines that are still to be read again

ANYTHING = ((0, 0, -121, 0), (3, 1, 121, 121))


def test_a_difference_that_nobody_read_again_is_open_to_any_reading() -> None:
    cards = make_stack(ALL_IN.replace("A-1 0 -40", "A-1 0 -12"), games=3)
    result = check(cards, quota=2)
    readings: dict[Place, list[Reading]] = {("A-2", 1): [Reading(cards["A-2"].line(1), "Ann", 1)]}

    unread, half, read = find_piles(result, {}), find_piles(result, readings), proved(result)

    assert (unread.settled, half.settled, read.settled) == (False, False, True)
    assert unread.bounds["A-1"].highest == (7, 3, 146, 146)
    assert unread.bounds["A-2"].highest == (7, 3, 138, 138)
    # Once its own line is read, the other card is where rule 12.2 can bring it against any line.
    assert half.bounds["A-2"].lowest[:2] == (4, 2)
    assert half.bounds["A-2"].highest == (4, 2, 5, 17)
    alone = check(cards, quota=1)
    assert (find_piles(alone, {}).piles["A-1"], proved(alone).piles["A-1"]) == (Pile.PROBABLE, Pile.DEFINITE)


def test_a_line_that_was_typed_over_is_open_until_it_is_read() -> None:
    cards = make_stack(ALL_IN, games=3)
    cards |= {"A-1": replace(cards["A-1"], again=frozenset({1}))}

    found = find_piles(check(cards, quota=1), {})

    assert not found.settled
    assert found.bounds["A-1"].lowest == (4, 2, -96, 25)
    assert found.piles["A-1"] is Pile.PROBABLE
    assert proved(check(make_stack(ALL_IN, games=3), quota=1)).piles["A-1"] is Pile.DEFINITE


# The amounts that stand for all


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("own", [None, 1, 2, 15, 29, 30, 31, 32, 60, 120, 121])
def test_three_amounts_bring_out_what_every_amount_can_do(edition: Edition, own: int | None) -> None:
    columns = [(own, None), (None, own)] if own else [(None, None)]
    for points, (plus, minus), opponent in product((None, 0, 2, 3), columns, ("A-2", None)):
        line = Line(1, opponent, points, plus, minus)
        few = set(answers(line, (*SPREADS_THAT_BOUND, *([own] if own else [])), edition=edition))
        every = set(answers(line, EVERY_SPREAD, edition=edition))

        assert bool(few) == bool(every)
        if every:
            assert (min(few), max(few)) == (min(every), max(every))


# Proved against completions

SEATS = [f"A-{number}" for number in range(1, 6)]
SPREADS = st.sampled_from([1, 5, 30, 31, 121])


@st.composite
def odd_lines(draw: st.DrawFn, game: int, seats: list[str], own: str) -> Line:
    spread = draw(st.sampled_from([(None, None), (draw(SPREADS), None), (None, draw(SPREADS))]))
    return Line(game, draw(st.sampled_from([None, *seats])), draw(st.sampled_from([None, 0, 2, 3])), *spread)


@st.composite
def written_lines(draw: st.DrawFn, games: int, seats: list[str]) -> dict[str, dict[int, Line]]:
    """Pairings drawn, most lines right, some with the mistakes that players make, some not there."""
    written: dict[str, dict[int, Line]] = {seat: {} for seat in seats}
    for game in range(1, games + 1):
        seated = draw(st.permutations(seats))
        for winner, loser in zip(seated[::2], seated[1::2], strict=False):
            amount = draw(SPREADS)
            for seat, other, won in ((winner, loser, True), (loser, winner, False)):
                kind = draw(st.sampled_from(["right", "right", "right", "off", "odd"]))
                if kind == "odd":
                    written[seat][game] = draw(odd_lines(game, seats, seat))
                    continue
                own = draw(SPREADS) if kind == "off" else amount
                points = (3 if own > 30 else 2) if won else 0
                written[seat][game] = Line(game, other, points, own if won else None, None if won else own)
    return written


@st.composite
def decided(draw: st.DrawFn, result: CrossCheck) -> tuple[HandDecision, ...]:
    """Decisions on some of the compared games."""
    decisions = []
    for game in result.games:
        if game.proposal is None or draw(st.integers(0, 3)) != 0:
            continue
        kind = draw(st.sampled_from(DecisionKind))
        if kind is DecisionKind.ACCEPTED and game.state is State.OPEN:
            continue
        lines = None
        if kind is DecisionKind.OVERRIDDEN:
            lines = draw(rulings(game.game, game.seats))
        decisions.append(HandDecision(game.game, game.seats, kind, game.recorded, game.proposal, lines))
    return tuple(decisions)


@st.composite
def rulings(draw: st.DrawFn, game: int, seats: tuple[str, str]):
    spread = draw(SPREADS)
    win, loss = Line(game, None, 3 if spread > 30 else 2, spread, None), Line(game, None, 0, None, spread)
    return draw(st.sampled_from([(win, loss), (loss, win), (loss, loss), (win, None), (None, loss)]))


@st.composite
def small_events(draw: st.DrawFn):
    """An event with some lines not typed yet: cards, completed cards, and everything that both are checked with."""
    seats = SEATS[: draw(st.integers(3, 5))]
    games = draw(st.integers(2, 3))
    first_lines = draw(st.integers(0, 3)) == 0
    edition, quota = draw(st.sampled_from(Edition)), draw(st.integers(1, 3))
    full = draw(written_lines(games + (1 if first_lines else 0), seats))
    absent = frozenset(seat for seat in seats if draw(st.integers(0, 11)) == 0)
    withdrawn = {seat for seat in seats if seat in absent or draw(st.integers(0, 7)) == 0}
    if first_lines:
        counted = dict.fromkeys(seats)
    else:
        counted = {
            seat: frozenset(range(1, games + 1)) if draw(st.booleans()) else frozenset(full[seat]) for seat in seats
        }

    def cards(lines: dict[str, dict[int, Line]]) -> dict[str, Card]:
        return {
            seat: Card(
                seat,
                tuple(line for _, line in sorted(lines[seat].items())),
                counted[seat],
                games,
                ends=seat in withdrawn,
            )
            for seat in seats
        }

    before = cards(full)
    open_now = {
        seat: {g: line for g, line in lines.items() if seat in withdrawn or draw(st.integers(0, 3)) > 0}
        for seat, lines in full.items()
    }
    now = cards(open_now)
    common = {"quota": quota, "edition": edition, "not_ranked": absent}
    decisions = draw(decided(cross_check(before, **common)))
    names = {(one.game, one.seats) for one in decisions}
    decisions += tuple(one for one in draw(decided(cross_check(now, **common))) if (one.game, one.seats) not in names)
    # Every card that is not complete is completed somehow: as it was before, or with anything else.
    completed = {seat: dict(lines) for seat, lines in open_now.items()}
    for seat in seats:
        while not cards(completed)[seat].complete:
            left = [g for g in range(1, games + 3) if g not in completed[seat]]
            wanted = [g for g in left if counted[seat] is None or g in counted[seat]]
            game = draw(st.sampled_from(wanted))
            as_before = full[seat].get(game)
            other = draw(odd_lines(game, seats, seat))
            completed[seat][game] = as_before if as_before and draw(st.booleans()) else other
    return now, cards(completed), decisions, common


def ruled(result: CrossCheck, before: CrossCheck, data: st.DataObject) -> tuple[HandDecision, ...]:
    """Rulings on the games that are with the head judge now and said what they say already before."""
    lines = {(seat, line.game) for seat, card in before.cards.items() for line in card.lines}
    missing = set(before.missing)
    known = {(game.game, game.seats): game.recorded for game in before.games}
    decisions = []
    for game in result.games:
        unwritten = any(seat in missing and (seat, game.game) not in lines for seat in game.seats)
        was = known.get((game.game, game.seats))
        if game.state is State.OPEN and not unwritten and was == game.recorded and data.draw(st.booleans()):
            assert game.proposal is not None
            given = data.draw(rulings(game.game, game.seats))
            decisions.append(
                HandDecision(game.game, game.seats, DecisionKind.OVERRIDDEN, game.recorded, game.proposal, given)
            )
    return tuple(decisions)


@settings(deadline=None, max_examples=250)
@given(event=small_events(), data=st.data())
def test_no_completion_and_no_ruling_leaves_the_bounds_or_moves_a_proved_card(event, data: st.DataObject) -> None:
    now, completed, decisions, common = event
    before = cross_check(now, decisions=decisions, **common)
    found = proved(before)

    after = cross_check(completed, decisions=decisions, **common)
    by_hand = ruled(after, before, data)
    names = {(one.game, one.seats) for one in by_hand}
    kept = tuple(one for one in decisions if (one.game, one.seats) not in names)
    after = cross_check(completed, decisions=(*kept, *by_hand), **common)

    assert after.missing == ()
    if by_hand or before.missing or not found.settled:
        assert_within(found, after)
    for seat, pile in found.piles.items():
        if pile is Pile.DEFINITE:
            assert after.statuses[seat] is Status.QUALIFIER
        if pile is Pile.DEAD_ZONE:
            assert after.statuses[seat] in (Status.NONQUALIFIER, Status.HIGH_NONQUALIFIER)


@settings(deadline=None, max_examples=250)
@given(event=small_events(), data=st.data())
def test_no_reading_that_is_still_to_come_leaves_the_bounds_or_moves_a_proved_card(event, data: st.DataObject) -> None:
    now, completed, decisions, common = event
    places = [(seat, line.game) for seat, card in now.items() for line in card.lines]
    some = st.sets(st.sampled_from(places)) if places else st.just(set())
    over, looked = data.draw(some), data.draw(some)
    now = {
        seat: replace(card, again=frozenset(game for at, game in over - looked if at == seat))
        for seat, card in now.items()
    }
    before = cross_check(now, decisions=decisions, **common)
    readings = {(seat, game): [Reading(now[seat].line(game), "Ann", 1)] for seat, game in looked}
    found = find_piles(before, readings)

    read = dict(completed)
    for one in find_wanted(before, readings):
        said = data.draw(st.one_of(st.just("as it is"), odd_lines(one.game, list(now), one.seat)))
        if said != "as it is":
            kept = [line for line in read[one.seat].lines if line.game != one.game]
            lines = tuple(sorted([*kept, said], key=lambda line: line.game))
            read[one.seat] = replace(read[one.seat], lines=lines)
    after = cross_check(read, decisions=decisions, **common)

    if not found.settled:
        assert_within(found, after)
    for seat, pile in found.piles.items():
        if pile is Pile.DEFINITE:
            assert after.statuses[seat] is Status.QUALIFIER
        if pile is Pile.DEAD_ZONE:
            assert after.statuses[seat] in (Status.NONQUALIFIER, Status.HIGH_NONQUALIFIER)


@settings(deadline=None, max_examples=150)
@given(event=small_events())
def test_once_nothing_is_open_the_two_proved_piles_are_the_standings(event) -> None:
    _now, completed, decisions, common = event
    result = cross_check(completed, decisions=decisions, **common)

    found = proved(result)

    if found.settled:
        by_status = {
            Status.QUALIFIER: Pile.DEFINITE,
            Status.TIED_AT_LINE: Pile.PROBABLE,
            Status.HIGH_NONQUALIFIER: Pile.DEAD_ZONE,
            Status.NONQUALIFIER: Pile.DEAD_ZONE,
        }
        assert found.piles == {seat: by_status[status] for seat, status in result.statuses.items()}
    else:
        assert State.OPEN in {game.state for game in result.games} or result.unnamed


EVERY_LINE = [
    Line(1, opponent, points, plus, minus)
    for opponent, points, (plus, minus) in product(
        ("A-1", "A-2", None),
        (None, 0, 2, 3),
        [(None, None), *((s, None) for s in (1, 30, 31, 121)), *((None, s) for s in (1, 30, 31, 121))],
    )
]


@settings(deadline=None, max_examples=40)
@given(data=st.data(), edition=st.sampled_from(Edition), quota=st.integers(1, 2))
def test_with_one_open_line_every_completion_is_tried_and_the_bounds_are_met(
    data: st.DataObject, edition: Edition, quota: int
) -> None:
    lines = data.draw(written_lines(1, ["A-1", "A-2"]))
    cards = {seat: Card(seat, tuple(lines[seat].values()), frozenset({1}), 1) for seat in ("A-1", "A-2")}
    cards["A-3"] = Card("A-3", (), frozenset({1}), 1)
    before = proved(cross_check(cards, quota=quota, edition=edition))

    ever = {seat: set() for seat in cards}
    keys = {seat: set() for seat in cards}
    for line in EVERY_LINE:
        after = cross_check({**cards, "A-3": replace(cards["A-3"], lines=(line,))}, quota=quota, edition=edition)
        for place in after.places:
            ever[place.seat].add(after.statuses[place.seat])
            keys[place.seat].add(place.tally.key)

    for seat, pile in before.piles.items():
        assert before.bounds[seat].lowest <= min(keys[seat])
        assert max(keys[seat]) <= before.bounds[seat].highest
        if pile is Pile.DEFINITE:
            assert ever[seat] == {Status.QUALIFIER}
        if pile is Pile.DEAD_ZONE:
            assert ever[seat] <= {Status.NONQUALIFIER, Status.HIGH_NONQUALIFIER}
    assert (min(keys["A-3"]), max(keys["A-3"])) == (before.bounds["A-3"].lowest, before.bounds["A-3"].highest)


def test_a_ruling_over_a_line_that_names_a_third_goes_with_the_line_that_is_read_otherwise() -> None:
    """A-5's game 3 agrees with A-2; the ruling on A-4's claim stands over it until A-4's paper is read to name nobody."""

    def card(seat: str, *lines: Line) -> Card:
        return Card(seat, lines, None, 2)

    claim = Line(3, "A-5", None, None, None)
    cards = {
        "A-2": card("A-2", Line(3, "A-5", 0, None, 1), Line(4, "A-3", 2, 1, None)),
        "A-3": card("A-3", Line(3, "A-4", 2, 1, None), Line(4, "A-2", 0, None, 1)),
        "A-4": card("A-4", claim, Line(4, "A-5", 2, 1, None)),
        "A-5": card("A-5", Line(3, "A-2", 2, 1, None), Line(4, "A-4", 0, None, 1)),
    }
    given = (Line(3, None, 2, 1, None), Line(3, None, 0, None, 1))
    referred = Resolution(Outcome.REFERRED, ("14.1",), None)
    ruling = HandDecision(3, ("A-4", "A-5"), DecisionKind.OVERRIDDEN, (claim, None), referred, given)
    common = {"quota": 1, "edition": Edition.Y2020, "decisions": (ruling,)}
    before = cross_check(cards, **common)
    found = find_piles(before, {})
    assert ("A-4", 3) in {(one.seat, one.game) for one in find_wanted(before, {})}

    after = cross_check({**cards, "A-4": card("A-4", cards["A-4"].lines[1])}, **common)

    tallies = {place.seat: place.tally.key for place in after.places}
    assert tallies["A-5"] == (2, 1, 0, 1)
    assert found.bounds["A-5"].lowest <= tallies["A-5"] <= found.bounds["A-5"].highest


# A line that a card has by a ruling alone: A-3's game 2 names A-1, whose card has none, and is named by A-2


def ruled_in(cards: dict[str, Card], *given: str) -> tuple[Piles, CrossCheck]:
    """The piles while the ruling stands, A-1's own lines read; and the cross-check once A-3's paper names nobody in game 2."""
    by_hand = (override(check(cards), 2, ("A-1", "A-3"), *given),)
    before = check(cards, decisions=by_hand)
    assert before.dropped == ()
    readings = {("A-1", line.game): [Reading(line, "Ann", 1)] for line in cards["A-1"].lines}
    assert ("A-3", 2) in {(one.seat, one.game) for one in find_wanted(before, readings)}
    read = cards | {"A-3": replace(cards["A-3"], lines=(Line(2, None, None, None, None),))}
    return find_piles(before, readings), check(read, decisions=by_hand)


def first_lines(of_first: str) -> dict[str, Card]:
    return {
        "A-1": make_card("A-1", of_first, 2, first_lines=True),
        "A-2": make_card("A-2", "A-1 0 -01, A-3 2 +01", 2, first_lines=True),
        "A-3": make_card("A-3", ", A-1 _", 2, ends=True, first_lines=True),
    }


@pytest.mark.parametrize(
    ("given", "stands"), [(("3 +31", "0 -31"), (5, 2, 32, 32)), (("2 +1", "0 -1"), (4, 2, 2, 2))], ids=["less", "more"]
)
def test_where_the_first_lines_count_a_ruling_that_can_lapse_lets_the_next_line_in(
    given: tuple[str, str], stands: tuple[int, ...]
) -> None:
    found, after = ruled_in(first_lines("A-2 2 +01, , A-2 2 +05"), *given)

    assert found.bounds["A-1"].lowest <= stands <= found.bounds["A-1"].highest
    assert {place.seat: place.tally.key for place in after.places}["A-1"] == (4, 2, 6, 6)
    assert_within(found, after)


@pytest.mark.parametrize("counted", [frozenset({1, 2}), None], ids=["of the schedule", "first lines"])
def test_a_card_can_lose_the_line_that_a_ruling_gave_it(counted: frozenset[int] | None) -> None:
    cards = first_lines("A-2 2 +01")
    cards["A-1"] = replace(cards["A-1"], counted=counted, ends=True)

    found, after = ruled_in(cards, "3 +31", "0 -31")

    assert (found.bounds["A-1"].lowest, found.bounds["A-1"].highest) == ((2, 1, 1, 1), (5, 2, 32, 32))
    assert_within(found, after)


def test_a_ruling_whose_lines_are_not_to_be_read_leaves_the_first_lines_as_sharp_as_they_are() -> None:
    cards = first_lines("A-2 2 +01, , A-2 2 +05")
    cards["A-2"] = make_card("A-2", "A-1 0 -01, blank", 2, first_lines=True)
    by_hand = (override(check(cards), 2, ("A-1", "A-3"), "3 +31", "0 -31"),)
    readings = {("A-1", 3): [Reading(cards["A-1"].line(3), "Ann", 1)]}

    found = find_piles(check(cards, decisions=by_hand), readings)

    assert not found.settled
    assert found.bounds["A-1"].lowest == found.bounds["A-1"].highest == (5, 2, 32, 32)
