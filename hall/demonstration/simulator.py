"""Made-up people, games and paper cards for demonstrations, tests and benchmarks; the same seed gives the same results.

A *slip* is a mistake in writing a card. The rates in `SLIPS` are per line. With them the two cards of about one game in
twenty-five differ, as in real halls. No name here is that of a real person.
"""

from __future__ import annotations

import random  # noqa: TID251 # the one place that makes games up
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scorecards.sheet.rules.line import LARGEST_SPREAD, LOSS_POINTS, SKUNK_POINTS, WIN_POINTS, Line, game_points
from scorecards.sheet.rules.tally import Card, OwnTotals, tally
from tournaments.rotation.rules.movements import Pairing

Chance = random.Random

FIRST_NAMES = """
    Adaeze Agnes Akira Alma Amal Anders Beatriz Bram Callum Carmen Chidi Clara Dagny Darius Delia Dolores Edith Elias Emeka
    Esther Farah Fergus Fern Gideon Greta Hana Hector Hilde Ida Ignacio Imani Ines Iris Jarek Joaquin Juno Kaito Katja
    Keola Lars Leilani Linnea Lowell Mabel Magnus Marisol Mei Milos Nadia Niamh Olga Orrin Paloma Pavel Priya Quentin Rafael
    Ravi Rosalind Ruben Sabine Sanjay Selma Silas Soraya Tamsin Tariq Thea Tomas Ulla Uri Vera Viktor Wanda Wendell Xenia
    Yara Yusuf Zelda Zoran
"""
LAST_NAMES = """
    Abara Aldous Amundsen Arroyo Ashdown Bakke Banerjee Barlow Birkett Blom Calloway Cardoso Castellan Chaudhry Corrigan
    Dahl Dawes Delacroix Duarte Eklund Ellery Engstrom Farrow Fennimore Figueroa Gallowhill Garrity Haddad Halloran Hartnell
    Holloway Iyer Jarvi Kealoha Kessler Kimura Kowalczyk Lachance Lindqvist Lomax Maddox Marchetti Mbeki Merriweather Mori
    Nakagawa Naylor Novotny Oduya Okafor Osgood Pemberly Petrov Pike Quillan Rahimi Rasmussen Redfern Rourke Sandoval
    Sarkar Severin Silveira Soto Tanaka Thackeray Thorne Tremblay Ueda Underhill Vallejo Venn Vasquez Wachira Weatherby
    Winslow Yamada Yoder Zamora Zielinski
"""
REGIONS = ("AZ", "CA", "CO", "HI", "ID", "MB", "MI", "MN", "NV", "OR", "WA", "WI")

MEMBERS = 0.8
"""The share of entrants with an ACC number."""

SPREAD = 20.0
"""The standard deviation of the spreads, in holes; every eighth game is won by 31 or more, as in real halls."""

SKILL = 0.35
"""How much skill matters: somebody one step better wins about 59 games in a hundred."""


class Slip(StrEnum):
    """A mistake in writing one line."""

    OTHER_AMOUNT = "other_amount"
    NO_AMOUNT = "no_amount"
    WRONG_COLUMN = "wrong_column"
    WRONG_RESULT = "wrong_result"
    CLAIMED = "claimed"
    WRONG_POINTS = "wrong_points"
    NO_POINTS = "no_points"
    NO_OPPONENT = "no_opponent"


SLIPS: Mapping[Slip, float] = {
    Slip.OTHER_AMOUNT: 0.0090,
    Slip.NO_AMOUNT: 0.0035,
    Slip.WRONG_COLUMN: 0.0030,
    Slip.WRONG_RESULT: 0.0015,
    Slip.CLAIMED: 0.0010,
    Slip.WRONG_POINTS: 0.0025,
    Slip.NO_POINTS: 0.0005,
    Slip.NO_OPPONENT: 0.0005,
}
"""The probability of each slip per line."""

TOTALS_BLANK, TOTALS_SWAPPED, TOTALS_MISADDED = 0.04, 0.01, 0.03
"""The probabilities of no totals, of swapped game points and games won, and of wrong sums."""


@dataclass(frozen=True, slots=True)
class Somebody:
    """A made-up player; `skill` is 0 on average and between -1 and 1 for most."""

    name: str
    acc_number: str
    skill: float


@dataclass(frozen=True, slots=True)
class PaperCard:
    """A card as its player wrote it."""

    lines: tuple[Line, ...]
    totals: OwnTotals


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """The cards of a qualifying round by seat, and the correct lines by seat and game."""

    cards: Mapping[str, PaperCard]
    truth: Mapping[tuple[str, int], Line]


def people(number: int, chance: Chance) -> list[Somebody]:
    """Return that many different people.

    >>> len({somebody.name for somebody in people(7000, Chance(1))})
    7000
    """
    pairs = [(first, last) for first in FIRST_NAMES.split() for last in LAST_NAMES.split()]
    chance.shuffle(pairs)
    members = chance.sample(range(100, 100 + 10 * max(number, 90)), number)
    crowd = []
    for index, member in enumerate(members):
        generation, pair = divmod(index, len(pairs))
        # Once all names are used, they come again with a number: II, III.
        suffix = f" {'I' * (generation + 1)}" if generation else ""
        name = " ".join(pairs[pair]) + suffix
        acc_number = f"{chance.choice(REGIONS)}{member}" if chance.random() < MEMBERS else ""
        crowd.append(Somebody(name, acc_number, chance.gauss(0.0, 0.6)))
    return crowd


def play_game(skill: float, other_skill: float, chance: Chance) -> int:
    """The spread of one game between two skills: positive if the first player won, else negative."""
    spread = min(LARGEST_SPREAD, 1 + int(abs(chance.gauss(0.0, SPREAD))))
    win_chance = 1 / (1 + 10 ** (-SKILL * (skill - other_skill) / 2))
    return spread if chance.random() < win_chance else -spread


def play_round(
    pairings: Iterable[Pairing],
    skills: Mapping[str, float],
    games: int,
    chance: Chance,
    *,
    slips: Mapping[Slip, float] = SLIPS,
) -> PlayedRound:
    """Play every game of a schedule and write both its cards, with slips; `games` is how many games count."""
    written: dict[str, list[Line]] = {}
    counted: dict[str, set[int]] = {}
    truth: dict[tuple[str, int], Line] = {}
    for pairing in pairings:
        first, second = pairing.players
        if first is None or second is None:
            continue
        spread = play_game(skills[first], skills[second], chance)
        sides = ((first, second, spread, pairing.counted[0]), (second, first, -spread, pairing.counted[1]))
        for seat, opponent, own_spread, counts in sides:
            line = right_line(pairing.game, opponent, own_spread)
            truth[seat, pairing.game] = line
            written.setdefault(seat, []).append(_with_slip(line, slips, chance))
            if counts:
                counted.setdefault(seat, set()).add(pairing.game)
    cards = {
        seat: PaperCard(tuple(lines), _own_totals(Card(seat, tuple(lines), frozenset(counted[seat]), games), chance))
        for seat, lines in written.items()
    }
    return PlayedRound(cards, truth)


def right_line(game: int, opponent: str, spread: int) -> Line:
    """Return the line of somebody who won (+) or lost (-) by this spread.

    >>> right_line(1, "A-2", -7)
    Line(game=1, opponent='A-2', points=0, plus=None, minus=7)
    """
    if spread > 0:
        return Line(game, opponent, game_points(spread), spread, None)
    return Line(game, opponent, LOSS_POINTS, None, -spread)


def _with_slip(line: Line, slips: Mapping[Slip, float], chance: Chance) -> Line:
    """This correct line, with at most one slip, drawn by its probability."""
    draw = chance.random()
    for slip, rate in slips.items():
        draw -= rate
        if draw < 0:
            return slipped(line, slip, chance)
    return line


def slipped(line: Line, slip: Slip, chance: Chance) -> Line:
    """This correct line as written with this slip."""
    amount = line.spread or 1
    match slip:
        case Slip.OTHER_AMOUNT:
            misread = _misread(amount, chance)
            return replace(line, plus=misread) if line.is_win else replace(line, minus=misread)
        case Slip.NO_AMOUNT:
            return replace(line, plus=None, minus=None)
        case Slip.WRONG_COLUMN:
            return replace(line, plus=line.minus, minus=line.plus)
        case Slip.WRONG_RESULT:
            return replace(line, points=LOSS_POINTS if line.is_win else WIN_POINTS)
        case Slip.CLAIMED:
            return right_line(line.game, line.opponent or "", -amount if line.is_win else amount)
        case Slip.WRONG_POINTS:
            if not line.is_win:
                return line
            return replace(line, points=WIN_POINTS if line.points == SKUNK_POINTS else SKUNK_POINTS)
        case Slip.NO_POINTS:
            return replace(line, points=None)
        case Slip.NO_OPPONENT:
            return replace(line, opponent=None)


def _misread(amount: int, chance: Chance) -> int:
    """Another amount that a tired person may read instead: off by a little, or with its digits reversed."""
    reversed_digits = int(str(amount)[::-1])
    near: Sequence[int] = (amount - 2, amount - 1, amount + 1, amount + 2, amount + 10, reversed_digits)
    return chance.choice([other for other in near if other != amount and 1 <= other <= LARGEST_SPREAD])


def _own_totals(card: Card, chance: Chance) -> OwnTotals:
    """The totals that the player writes at the foot of the card."""
    counts = tally(card)
    own = OwnTotals(counts.game_points, counts.games_won, counts.plus, counts.minus, counts.net)
    draw = chance.random()
    if draw < TOTALS_BLANK:
        return OwnTotals()
    if draw < TOTALS_BLANK + TOTALS_SWAPPED:
        return replace(own, game_points=counts.games_won, games_won=counts.game_points)
    if draw < TOTALS_BLANK + TOTALS_SWAPPED + TOTALS_MISADDED:
        error = chance.choice((-10, -1, 1, 10))
        plus = max(0, counts.plus + error)
        return replace(own, plus=plus, net=plus - counts.minus)
    return own
