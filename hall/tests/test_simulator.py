"""Made-up halls: repeatable, and made of what a card can hold."""

from __future__ import annotations

from collections import Counter

import pytest

from hall.demonstration import simulator
from hall.demonstration.simulator import Chance, Slip
from scorecards.sheet.rules.crosscheck import cross_check
from scorecards.sheet.rules.discrepancy import Outcome
from scorecards.sheet.rules.line import LARGEST_SPREAD, Line, find_line_flags
from scorecards.sheet.rules.tally import Card
from tournaments.rotation.rules.movements import Movement, schedule
from tournaments.rules.edition import Edition

SEATS = [f"A-{number}" for number in range(1, 25)]
NOBODY_SLIPS = dict.fromkeys(Slip, 0.0)


def played(seed: int, slips: dict[Slip, float] | None = None) -> simulator.PlayedRound:
    pairings = schedule(Movement.ANCHOR, {"A": 24}, SEATS, 22)
    return simulator.play_round(
        pairings, dict.fromkeys(SEATS, 0.0), 22, Chance(seed), slips=simulator.SLIPS if slips is None else slips
    )


def checked(hall: simulator.PlayedRound):
    counted = frozenset(range(1, 23))
    cards = {seat: Card(seat, card.lines, counted, 22) for seat, card in hall.cards.items()}
    return cross_check(cards, quota=6, edition=Edition.Y2020)


def test_the_same_seed_makes_the_same_hall() -> None:
    assert played(5) == played(5)
    assert played(5) != played(6)


def test_nobody_has_the_name_or_number_of_another() -> None:
    hall = simulator.people(500, Chance(2))

    assert len({somebody.name for somebody in hall}) == 500
    numbers = Counter(somebody.acc_number for somebody in hall if somebody.acc_number)
    assert max(numbers.values()) == 1


def test_without_slips_every_game_agrees() -> None:
    found = checked(played(5, NOBODY_SLIPS))

    assert found.complete
    assert set(found.outcomes) <= {Outcome.AGREES} or sum(found.outcomes.values()) == found.outcomes[Outcome.AGREES]


def test_with_slips_about_one_game_in_twenty_five_differs() -> None:
    outcomes: Counter[Outcome] = Counter()
    for seed in range(20):
        outcomes.update(checked(played(seed)).outcomes)

    differing = outcomes.total() - outcomes[Outcome.AGREES]
    assert 0.02 < differing / outcomes.total() < 0.06
    assert outcomes[Outcome.CORRECTED]
    assert outcomes[Outcome.STANDS]
    assert outcomes[Outcome.REFERRED]


@pytest.mark.parametrize("slip", list(Slip))
def test_every_slip_is_something_that_a_card_can_hold(slip: Slip) -> None:
    chance = Chance(3)

    for spread in (-LARGEST_SPREAD, -31, -1, 1, 30, 31, LARGEST_SPREAD):
        line = simulator.right_line(4, "A-2", spread)
        assert isinstance(simulator.slipped(line, slip, chance), Line)


def test_a_right_line_has_nothing_odd() -> None:
    assert [find_line_flags(simulator.right_line(1, "A-2", spread)) for spread in (-45, -1, 7, 31)] == [(), (), (), ()]


def test_the_better_player_wins_more_often_but_not_always() -> None:
    chance = Chance(8)

    won = sum(simulator.play_game(1.0, -1.0, chance) > 0 for _game in range(2000))

    assert 1100 < won < 1700


def test_every_eighth_game_or_so_is_a_skunk() -> None:
    chance = Chance(9)

    skunks = sum(abs(simulator.play_game(0.0, 0.0, chance)) >= 31 for _game in range(4000))

    assert 0.09 < skunks / 4000 < 0.16
