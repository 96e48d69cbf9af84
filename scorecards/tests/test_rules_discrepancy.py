"""One game on two cards: every row of our reading of rule 12.2, in both editions.

In the tables A-1 is the left card and A-2 the right one; `<` is an apparent qualifier on the left, `>` one on the right,
`<>` both, `-` neither.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecards.sheet.rules.discrepancy import Outcome, Resolution, referral_rule, resolve, resolve_awarded
from scorecards.sheet.rules.line import Line, counted_points
from scorecards.tests.paper import make_line, show_line
from tournaments.rules.edition import Edition
from tournaments.tests.cases import for_all

SEATS = ("A-1", "A-2")
QUALIFIERS = {"-": frozenset(), "<": frozenset({"A-1"}), ">": frozenset({"A-2"}), "<>": frozenset(SEATS)}

# id | left | right | who | outcome | letters of 12.2 | left then | right then
ALIKE = """
row 1, a win and its loss                         | 2 +10 | 0 -10 | <> | agrees    |     | 2 +10 | 0 -10
row 1, a skunk and its loss                       | 0 -31 | 3 +31 | -  | agrees    |     | 0 -31 | 3 +31
row 2, the qualifier won by more than was lost    | 2 +21 | 0 -16 | <  | corrected | a   | 2 +16 | 0 -16
row 2, the qualifier lost by less than was won    | 0 -16 | 2 +21 | <  | corrected | a   | 0 -21 | 2 +21
row 2, the other card never changes               | 2 +17 | 0 -16 | >  | corrected | a   | 2 +17 | 0 -17
row 2, both are qualifiers                        | 2 +17 | 0 -16 | <> | corrected | b   | 2 +16 | 0 -17
row 2, a skunk falls below the line               | 3 +31 | 0 -30 | <  | corrected | a   | 2 +30 | 0 -30
row 2, both, and the points of one follow         | 3 +31 | 0 -30 | <> | corrected | b   | 2 +30 | 0 -31
row 2, the points of the other card follow too    | 2 +40 | 0 -35 | >  | corrected | a   | 3 +40 | 0 -40
row 3, the qualifier won by less                  | 2 +15 | 0 -20 | <  | stands    | h   | 2 +15 | 0 -20
row 3, the qualifier lost by more                 | 2 +15 | 0 -20 | >  | stands    | h   | 2 +15 | 0 -20
row 3, both are qualifiers                        | 2 +15 | 0 -20 | <> | stands    | h   | 2 +15 | 0 -20
row 3, but the points are not those of the spread | 3 +15 | 0 -20 | <  | corrected | h g | 2 +15 | 0 -20
row 4, neither is a qualifier                     | 2 +10 | 0 -01 | -  | stands    |     | 2 +10 | 0 -01
row 4, but the points are not those of the spread | 2 +40 | 0 -01 | -  | corrected | g   | 3 +40 | 0 -01
row 5, the amount is the winner's                 | 2 +14 | 0     | -  | corrected | c   | 2 +14 | 0 -14
row 5, the amount is the loser's                  | 2     | 0 -14 | <> | corrected | c   | 2 +14 | 0 -14
row 5, the amount makes a skunk                   | 2     | 0 -31 | <  | corrected | c   | 3 +31 | 0 -31
row 5, the winner's amount stood in minus         | 2 -14 | 0     | -  | corrected | c f | 2 +14 | 0 -14
row 5, the loser's amount stood in plus           | 3     | 0 +14 | -  | corrected | c f | 2 +14 | 0 -14
row 6, both in plus                               | 2 +24 | 0 +24 | -  | corrected | f   | 2 +24 | 0 -24
row 6, both in minus                              | 2 -24 | 0 -24 | <> | corrected | f   | 2 +24 | 0 -24
row 6, both in minus, a skunk                     | 2 -34 | 0 -34 | -  | corrected | f   | 3 +34 | 0 -34
row 6, amounts differ, dead zone                  | 2 +24 | 0 +20 | -  | corrected | f   | 2 +24 | 0 -20
row 6, then as 2                                  | 2 +24 | 0 +20 | <  | corrected | f a | 2 +20 | 0 -20
row 6, then as 2 for both                         | 2 -24 | 0 -20 | <> | corrected | f b | 2 +20 | 0 -24
row 6, then as 3                                  | 2 +20 | 0 +24 | <> | corrected | f h | 2 +20 | 0 -24
row 9, the winner's points are blank              | _ +10 | 0 -10 | <> | referred  |     |       |
row 9, the loser's points are blank               | 2 +10 | _ -10 | -  | referred  |     |       |
row 9, no amount on either card                   | 2     | 0     | <  | referred  |     |       |
row 9, crossed columns                            | 2 -10 | 0 +10 | -  | referred  |     |       |
row 9, crossed columns, amounts differ            | 2 -10 | 0 +12 | <> | referred  |     |       |
row 9, two losses without any amount              | 0     | 0     | -  | referred  |     |       |
row 9, two wins without any amount                | 2     | 3     | -  | referred  |     |       |
row 9, two losses, an amount missing              | 0 -10 | 0     | -  | referred  |     |       |
row 9, nothing but the names                      | _     | _     | -  | referred  |     |       |
row 10, three beside eighteen                     | 3 +18 | 0 -18 | -  | corrected | g   | 2 +18 | 0 -18
row 10, two beside a skunk, which improves a card | 2 +31 | 0 -31 | <> | corrected | g   | 3 +31 | 0 -31
"""
IN_2020 = """
row 7, both won, the plus card wins               | 2 +13 | 2 -13 | -  | corrected | d   | 2 +13 | 0 -13
row 7, both lost, the plus card wins              | 0 -13 | 0 +13 | <> | corrected | d   | 0 -13 | 2 +13
row 7, the winner's skunk                         | 0 +40 | 0 -40 | -  | corrected | d   | 3 +40 | 0 -40
row 7, amounts differ, dead zone                  | 2 +13 | 2 -12 | -  | corrected | d   | 2 +13 | 0 -12
row 7, then as 2                                  | 2 +13 | 2 -12 | <  | corrected | d a | 2 +12 | 0 -12
row 7, then as 2 for both                         | 2 +13 | 2 -12 | <> | corrected | d b | 2 +12 | 0 -13
row 7, then as 3                                  | 0 +12 | 0 -13 | >  | corrected | d h | 2 +12 | 0 -13
row 8, two wins in plus                           | 2 +10 | 2 +10 | -  | corrected | e   | 0 -10 | 0 -10
row 8, two wins in minus                          | 2 -10 | 3 -10 | -  | corrected | e   | 0 -10 | 0 -10
row 8, two losses in plus                         | 0 +10 | 0 +10 | -  | corrected | e   | 0 -10 | 0 -10
row 8, two losses in minus                        | 0 -10 | 0 -10 | <> | stands    | e   | 0 -10 | 0 -10
row 8, amounts differ, dead zone                  | 2 +10 | 2 +12 | -  | corrected | e   | 0 -10 | 0 -12
row 8, two losses differ, dead zone               | 0 -10 | 0 -12 | -  | stands    | e   | 0 -10 | 0 -12
row 8, the qualifier takes the larger amount      | 0 -10 | 0 -12 | <  | corrected | e   | 0 -12 | 0 -12
row 8, the qualifier has the larger amount        | 0 -10 | 0 -12 | >  | stands    | e   | 0 -10 | 0 -12
row 8, both take the larger amount                | 2 +10 | 2 +12 | <> | corrected | e   | 0 -12 | 0 -12
row 9, two wins, an amount missing                | 2 +10 | 2     | -  | referred  |     |       |
"""
IN_CLASSIC = """
two wins, same amount                             | 2 +10 | 2 +10 | -  | corrected | d   | 0 -10 | 0 -10
two wins, the lower amount                        | 2 +10 | 2 +12 | <> | corrected | d   | 0 -10 | 0 -10
two wins, plus against minus                      | 2 +13 | 2 -12 | <  | corrected | d   | 0 -12 | 0 -12
two wins, both in minus                           | 3 -40 | 2 -12 | -  | corrected | d   | 0 -12 | 0 -12
two wins, one amount                              | 2 +10 | 2     | -  | corrected | d   | 0 -10 | 0 -10
two wins, one amount in minus                     | 2     | 3 -33 | >  | corrected | d   | 0 -33 | 0 -33
two losses in minus                               | 0 -10 | 0 -10 | <> | referred  |     |       |
two losses, plus against minus                    | 0 +13 | 0 -13 | -  | referred  |     |       |
"""
CLASSIC_LETTERS = {"f": "e", "g": "f", "h": "g"}


def table(text: str, edition: Edition) -> list[object]:
    rows = []
    for row in text.strip().splitlines():
        name, left, right, who, outcome, letters, *lines = (cell.strip() for cell in row.split("|"))
        if outcome == "referred":
            rules: tuple[str, ...] = ("14.1",) if edition is Edition.Y2020 else ("13",)
        elif edition is Edition.Y2020:
            rules = tuple(f"12.2.{letter}" for letter in letters.split())
        else:
            rules = tuple(f"11.{CLASSIC_LETTERS.get(letter, letter)}" for letter in letters.split())
        then = None if outcome == "referred" else tuple(show_line(make_line(f"A-9 {line}")) for line in lines)
        rows.append(pytest.param(edition, left, right, who, outcome, rules, then, id=f"{edition}: {name} ({who})"))
    return rows


CASES = [
    *table(ALIKE, Edition.Y2020),
    *table(IN_2020, Edition.Y2020),
    *table(ALIKE, Edition.CLASSIC),
    *table(IN_CLASSIC, Edition.CLASSIC),
]


def compare(left: str, right: str, who: str, edition: Edition) -> Resolution:
    return resolve(
        make_line(f"A-2 {left}"),
        make_line(f"A-1 {right}"),
        seats=SEATS,
        qualifiers=QUALIFIERS[who],
        edition=edition,
    )


@for_all(("edition", "left", "right", "who", "outcome", "rules", "then"), CASES)
def test_two_lines_of_one_game_are_resolved_by_the_letters_that_apply(
    edition: Edition,
    left: str,
    right: str,
    who: str,
    outcome: str,
    rules: tuple[str, ...],
    then: tuple[str, str] | None,
) -> None:
    resolution = compare(left, right, who, edition)

    assert (resolution.outcome, resolution.rules) == (outcome, rules)
    assert (resolution.lines and tuple(map(show_line, resolution.lines))) == then


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize(
    ("left", "right", "who", "ours"),
    [
        pytest.param("2 +21", "0 -16", "<", (), id="row 2 is the rulebook's"),
        pytest.param("2 +15", "0 -20", "<>", (), id="row 3 is"),
        pytest.param("2 +14", "0", "<", (), id="row 5 is"),
        pytest.param("2 +24", "0 +24", ">", (), id="row 6 is"),
        pytest.param("3 +18", "0 -18", "<", (), id="row 10 is"),
        pytest.param("2 +10", "0 -01", "-", ("dead_zone_differs",), id="row 4"),
        pytest.param("2 +40", "0 -01", "-", ("dead_zone_settled",), id="row 10 in the dead zone"),
        pytest.param("2 +14", "0", "-", ("dead_zone_settled",), id="row 5 in the dead zone"),
        pytest.param("2 +24", "0 +24", "-", ("dead_zone_settled",), id="row 6 in the dead zone"),
        pytest.param("2 +10", "2 +10", "-", ("dead_zone_settled",), id="two wins in the dead zone"),
        pytest.param("2 -14", "0", "<", ("column_moves",), id="row 5, and the amount moves"),
        pytest.param("2 -14", "0", "-", ("dead_zone_settled", "column_moves"), id="the same in the dead zone"),
        pytest.param("2 +24", "0 +20", "<", ("amounts_after",), id="row 6, then as 2"),
        pytest.param("2 +20", "0 +24", "<>", ("amounts_after",), id="row 6, then as 3"),
        pytest.param("2 +24", "0", "<>", (), id="nothing of ours where nothing of ours decides"),
    ],
)
def test_a_resolution_names_our_readings_that_it_rests_on(
    left: str, right: str, who: str, ours: tuple[str, ...], edition: Edition
) -> None:
    assert compare(left, right, who, edition).readings == ours


@pytest.mark.parametrize(
    ("left", "right", "who", "ours"),
    [
        pytest.param("2 +13", "2 -13", "<", (), id="row 7 is the rulebook's"),
        pytest.param("2 +13", "2 -13", "-", ("dead_zone_settled",), id="row 7 in the dead zone"),
        pytest.param("2 +13", "2 -12", "<", ("amounts_after",), id="row 7, then as 2"),
        pytest.param("0 +12", "0 -13", ">", ("amounts_after",), id="row 7, then as 3"),
        pytest.param("2 +10", "2 +10", "<", (), id="row 8 is the rulebook's"),
        pytest.param("2 +10", "2 +12", "<", ("larger_amount",), id="row 8, the larger amount"),
        pytest.param("2 +10", "2 +12", ">", (), id="row 8, the qualifier's is the larger one already"),
        pytest.param("0 -10", "0 -12", "-", ("dead_zone_settled",), id="row 8 in the dead zone, both stand"),
    ],
)
def test_a_resolution_of_2020_names_our_readings_that_it_rests_on(
    left: str, right: str, who: str, ours: tuple[str, ...]
) -> None:
    assert compare(left, right, who, Edition.Y2020).readings == ours


WINNER, LOSER = make_line("A-2 2 +10"), make_line("A-1 0 -10")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(WINNER, None, id="only one card has the game"),
        pytest.param(None, LOSER, id="only the other card has the game"),
        pytest.param(WINNER, make_line("A-3 0 -10"), id="the other line names a third"),
        pytest.param(WINNER, make_line("_ 0 -10"), id="the other line names nobody"),
        pytest.param(make_line("A-3 2 +10"), make_line("A-3 0 -10"), id="both name a third"),
    ],
)
@pytest.mark.parametrize(("edition", "rule"), [(Edition.Y2020, "14.1"), (Edition.CLASSIC, "13")])
def test_lines_that_do_not_name_each_other_are_referred(
    edition: Edition, rule: str, first: Line | None, second: Line | None
) -> None:
    resolution = resolve(first, second, seats=SEATS, qualifiers=frozenset(SEATS), edition=edition)

    assert resolution == Resolution(Outcome.REFERRED, (rule,), None)
    assert referral_rule(edition) == rule


def lines(opponent: str) -> st.SearchStrategy[Line]:
    amounts = st.integers(1, 121) | st.sampled_from([9, 10, 30, 31, 32])
    spreads = st.tuples(amounts, st.none()) | st.tuples(st.none(), amounts) | st.just((None, None))
    return st.builds(
        lambda points, spread: Line(1, opponent, points, *spread), st.sampled_from([None, 0, 2, 3]), spreads
    )


GAMES = {
    "first": lines("A-2"),
    "second": lines("A-1"),
    "qualifiers": st.sampled_from(list(QUALIFIERS.values())),
    "edition": st.sampled_from(Edition),
}


@given(**GAMES)
def test_it_does_not_matter_which_card_comes_first(
    first: Line, second: Line, qualifiers: frozenset[str], edition: Edition
) -> None:
    one = resolve(first, second, seats=SEATS, qualifiers=qualifiers, edition=edition)
    other = resolve(second, first, seats=("A-2", "A-1"), qualifiers=qualifiers, edition=edition)

    assert (one.outcome, one.rules) == (other.outcome, other.rules)
    assert one.lines == (other.lines and other.lines[::-1])


@given(**GAMES)
def test_a_correction_is_exactly_a_changed_line(
    first: Line, second: Line, qualifiers: frozenset[str], edition: Edition
) -> None:
    resolution = resolve(first, second, seats=SEATS, qualifiers=qualifiers, edition=edition)

    assert (resolution.lines is None) == (resolution.outcome is Outcome.REFERRED)
    if resolution.lines is not None:
        assert (resolution.lines != (first, second)) == (resolution.outcome is Outcome.CORRECTED)


@given(**GAMES)
def test_what_stands_is_a_plain_win_or_loss_that_counts_as_written(
    first: Line, second: Line, qualifiers: frozenset[str], edition: Edition
) -> None:
    resolution = resolve(first, second, seats=SEATS, qualifiers=qualifiers, edition=edition)

    for line in resolution.lines or ():
        assert line.points == counted_points(line)
        assert (line.plus is not None, line.minus is not None) == (line.is_win, not line.is_win)


def worth(line: Line) -> tuple[int, int, int, int]:
    plus, minus = line.plus or 0, line.minus or 0
    return (counted_points(line), int(line.is_win), plus - minus, plus)


@given(**GAMES)
def test_being_a_qualifier_never_raises_the_own_card_nor_changes_the_other_nor_who_won(
    first: Line, second: Line, qualifiers: frozenset[str], edition: Edition
) -> None:
    without = resolve(first, second, seats=SEATS, qualifiers=qualifiers - {"A-1"}, edition=edition)
    being_one = resolve(first, second, seats=SEATS, qualifiers=qualifiers | {"A-1"}, edition=edition)

    assert (without.lines is None) == (being_one.lines is None)
    if without.lines is not None and being_one.lines is not None:
        assert worth(being_one.lines[0]) <= worth(without.lines[0])
        assert being_one.lines[1] == without.lines[1]
        assert being_one.lines[0].is_win == without.lines[0].is_win


# --- Removed from play (11.4.b) --------------------------------------------------------------------------------------


@pytest.mark.parametrize("winner", SEATS)
@pytest.mark.parametrize("second", [None, Line(3, "A-1", 0, None, 16), Line(3, "A-1", 3, 37, None)])
def test_a_game_in_which_one_was_removed_is_the_others_by_ten_whatever_is_written(
    winner: str, second: Line | None
) -> None:
    found = resolve_awarded(Line(3, "A-2", 2, 16, None), second, game=3, seats=SEATS, winner=winner)

    won, lost = Line(3, "A-2", 2, 10, None), Line(3, "A-1", 0, None, 10)
    right = (won, lost) if winner == "A-1" else (Line(3, "A-2", 0, None, 10), Line(3, "A-1", 2, 10, None))
    assert found == Resolution(Outcome.CORRECTED, ("11.4.b",), right)
    assert resolve_awarded(*right, game=3, seats=SEATS, winner=winner) == Resolution(Outcome.AGREES, (), right)
