"""One game on two cards, resolved by rule 12.2 (2020; classic: guideline 11).

The players are not asked. Both lines are taken as recorded, and the *apparent qualifiers* are known beforehand, so the
order of the games does not matter. If two amounts merely differ, only an apparent qualifier's card is changed, and only
to that player's disadvantage.

These points are ours, because the rulebook is silent:

- two cards of the dead zone with different amounts both stand;
- an amount that only one card has moves to its proper column;
- a contradiction about who won is settled first, and the amounts after it;
- of two losses, an apparent qualifier takes the larger amount;
- a case that no letter of the rule covers is referred.

An event may record no spread, as partners tournaments do. Rule 12.2 weighs amounts, so it does not apply to such an
event: results alone are compared, and contradictions are left to the checkers (ours).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from enum import StrEnum

from scorecards.sheet.rules.line import LOSS_POINTS, Line, game_points
from tournaments.rotation.rules.award import SPREAD as AWARD_SPREAD
from tournaments.rules.citations import rests_on
from tournaments.rules.edition import Edition
from tournaments.rules.skunk import ACC_SKUNKS, Skunks


class Outcome(StrEnum):
    """The outcome of comparing a game: `CORRECTED` exactly if a line changes."""

    AGREES = "agrees"
    CORRECTED = "corrected"
    STANDS = "stands"
    REFERRED = "referred"
    UNSETTLED = "unsettled"
    """Results without a spread contradict each other: the checkers decide. This outcome rests on no rule."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """The outcome of a game, the numbers of its rules, and the two resulting lines; None for lines left undecided.

    `readings` are the codes in `citations` of our own readings of the rules. They are part of no comparison and of no
    basis of a decision.
    """

    outcome: Outcome
    rules: tuple[str, ...]
    lines: tuple[Line, Line] | None
    readings: tuple[str, ...] = field(default=(), compare=False)


REMOVAL_RULE = rests_on("removal", Edition.Y2020)
"""A player removed from play loses the game in progress; the same number in both editions."""

# The letters of rule 12.2 (2020) as this module names them, by edition, with what each decides.
_DECIDES: Mapping[Edition, Mapping[str, str]] = {
    Edition.Y2020: {"d": "opposite_columns", "e": "same_column"},
    Edition.CLASSIC: {"d": "two_wins"},
}
_IN_BOTH = {
    "a": "worse_for_one",
    "b": "worse_for_both",
    "c": "one_amount",
    "f": "one_win",
    "g": "points_follow",
    "h": "no_harm",
}
_NUMBERS: Mapping[Edition, Mapping[str, str]] = {
    edition: {letter: rests_on(code, edition) for letter, code in {**_IN_BOTH, **_DECIDES[edition]}.items()}
    for edition in Edition
}
_REFERRALS: Mapping[Edition, Resolution] = {
    edition: Resolution(Outcome.REFERRED, (rests_on("uncovered", edition),), None) for edition in Edition
}


_UNSETTLED = Resolution(Outcome.UNSETTLED, (), None)


def referral_rule(edition: Edition) -> str:
    """The number of the rule for cases that the rules do not cover: 14.1 (2020), 13 (classic)."""
    return _REFERRALS[edition].rules[0]


def resolve(
    first: Line | None,
    second: Line | None,
    *,
    seats: tuple[str, str],
    qualifiers: Set[str],
    edition: Edition,
    records_spread: bool = True,
    skunks: Skunks = ACC_SKUNKS,
) -> Resolution:
    """Resolve one game from the recorded line of each seat; None for a card without the game (rule 12.2).

    A letter is cited if it decided something, the adjustment of points (12.2.g; classic 11.f) only if nothing else
    changed. The game is referred if

    - the lines do not name each other, or one card has no line;
    - the points of a line are blank;
    - neither line has an amount;
    - the winner has an amount in minus, and the loser one in plus;
    - both lines are wins, or both losses, and an amount is missing; in the classic edition, if two wins have no amount,
      or both lines are losses.

    If the event records no spread, `resolve_results` applies. `skunks` are the skunks of this event.
    """
    if not records_spread:
        return resolve_results(first, second, seats=seats)
    if first is None or second is None or first.opponent != seats[1] or second.opponent != seats[0]:
        return _REFERRALS[edition]
    if _is_mirrored(first, second, skunks) or _is_mirrored(second, first, skunks):
        return Resolution(Outcome.AGREES, (), (first, second))
    if first.points is None or second.points is None:
        return _REFERRALS[edition]
    first_qualifies, second_qualifies = seats[0] in qualifiers, seats[1] in qualifiers
    if first.is_win and not second.is_win:
        settlement = _one_win(first, second, first_qualifies, second_qualifies, skunks)
    elif second.is_win and not first.is_win:
        settlement = _mirrored(_one_win(second, first, second_qualifies, first_qualifies, skunks))
    elif edition is Edition.CLASSIC:
        settlement = _two_wins_classic(first, second)
    elif first.spread is None or second.spread is None:
        settlement = None
    elif (first.plus is None) == (second.plus is None):
        settlement = _both_lose(first, second, first_qualifies, second_qualifies)
    elif first.plus is not None:
        settlement = _plus_card_wins(first, second, first_qualifies, second_qualifies, skunks)
    else:
        settlement = _mirrored(_plus_card_wins(second, first, second_qualifies, first_qualifies, skunks))
    if settlement is None:
        return _REFERRALS[edition]
    return _resolution(first, second, settlement, edition, in_dead_zone=not (first_qualifies or second_qualifies))


def resolve_results(first: Line | None, second: Line | None, *, seats: tuple[str, str]) -> Resolution:
    """Resolve one game by its results alone, for an event that records no spread (ours).

    A win and a loss on cards that name each other agree, whatever the points of the win. Anything else is unsettled,
    whoever qualifies.

    >>> won, lost = Line(1, "A-2", 3, None, None), Line(1, "A-1", 0, None, None)
    >>> resolve_results(won, lost, seats=("A-1", "A-2")).outcome, resolve_results(won, None, seats=("A-1", "A-2")).outcome
    (<Outcome.AGREES: 'agrees'>, <Outcome.UNSETTLED: 'unsettled'>)
    """
    if first is None or second is None or first.opponent != seats[1] or second.opponent != seats[0]:
        return _UNSETTLED
    if first.points is None or second.points is None or first.is_win == second.is_win:
        return _UNSETTLED
    return Resolution(Outcome.AGREES, (), (first, second))


def resolve_awarded(
    first: Line | None,
    second: Line | None,
    *,
    game: int,
    seats: tuple[str, str],
    winner: str,
    records_spread: bool = True,
    skunks: Skunks = ACC_SKUNKS,
) -> Resolution:
    """Resolve a game that was in progress when the opponent of `winner` was removed from play.

    Whatever the cards have, even no line, the winner wins by ten (11.4.b), or with two points if the event records no
    spread. The line on the loser's card is ours.
    """
    loser = seats[1] if winner == seats[0] else seats[0]
    spread = AWARD_SPREAD if records_spread else None
    won = Line(game, loser, game_points(AWARD_SPREAD, skunks), spread, None)
    lost = Line(game, winner, LOSS_POINTS, None, spread)
    lines = (won, lost) if winner == seats[0] else (lost, won)
    if (first, second) == lines:
        return Resolution(Outcome.AGREES, (), lines)
    is_mirrored = (second if winner == seats[0] else first) != lost
    return Resolution(Outcome.CORRECTED, (REMOVAL_RULE,), lines, ("removal_mirrored",) if is_mirrored else ())


@dataclass(frozen=True, slots=True)
class _Settlement:
    """The letters of rule 12.2 that decided something, and the two resulting lines."""

    letters: str
    first: Line
    second: Line


def _resolution(
    first: Line, second: Line, settlement: _Settlement, edition: Edition, *, in_dead_zone: bool
) -> Resolution:
    """The resolution of a game by this settlement, with the numbers of its letters and our readings."""
    letters, lines = settlement.letters, (settlement.first, settlement.second)
    outcome = Outcome.STANDS if lines == (first, second) else Outcome.CORRECTED
    # If "no harm, no foul" (h) is the only other letter, the points are still the only change.
    if outcome is Outcome.CORRECTED and letters in ("", "h"):
        letters += "g"
    numbers = _NUMBERS[edition]
    ours = tuple(_readings(first, second, settlement, letters, in_dead_zone=in_dead_zone))
    return Resolution(outcome, tuple(numbers[letter] for letter in letters), lines, ours)


def _readings(first: Line, second: Line, settlement: _Settlement, letters: str, *, in_dead_zone: bool) -> Iterator[str]:
    """The codes in `citations` of our readings that this resolution rests on, which the rulebook does not have."""
    if in_dead_zone:
        yield "dead_zone_settled" if letters else "dead_zone_differs"
    if "c" in letters and "f" in letters:
        yield "column_moves"
    if letters[0:1] in ("d", "f") and letters[1:2] in ("a", "b", "h"):
        yield "amounts_after"
    if letters == "e" and (first.spread, second.spread) != (settlement.first.spread, settlement.second.spread):
        yield "larger_amount"


def _is_mirrored(winner: Line, loser: Line, skunks: Skunks) -> bool:
    """Whether both lines have the same amount in the right columns, with the points that belong to it."""
    spread = winner.plus
    if spread is None or spread != loser.minus:
        return False
    return loser.points == LOSS_POINTS and winner.points == game_points(spread, skunks)


def _mirrored(settlement: _Settlement | None) -> _Settlement | None:
    return settlement and _Settlement(settlement.letters, settlement.second, settlement.first)


def _won(line: Line, spread: int, skunks: Skunks) -> Line:
    """The line as a win by this spread; the same object if it is one already."""
    points = game_points(spread, skunks)
    if line.plus == spread and line.points == points:
        return line
    return Line(line.game, line.opponent, points, spread, None)


def _lost(line: Line, spread: int) -> Line:
    """The line as a loss by this spread; the same object if it is one already."""
    if line.minus == spread and line.points == LOSS_POINTS:
        return line
    return Line(line.game, line.opponent, LOSS_POINTS, None, spread)


def _one_win(
    winner: Line, loser: Line, winner_qualifies: bool, loser_qualifies: bool, skunks: Skunks
) -> _Settlement | None:
    """The settlement by rules 12.2.a, b, c, f and h, if the cards agree on who won; None if no letter applies."""
    winner_wrong, loser_wrong = winner.minus is not None, loser.plus is not None
    won, lost = winner.spread, loser.spread
    if (winner_wrong and loser_wrong) or (won is None and lost is None):
        return None
    column = "f" if winner_wrong or loser_wrong else ""
    if won is None or lost is None:
        only = won or lost
        assert only is not None
        return _Settlement("c" + column, _won(winner, only, skunks), _lost(loser, only))
    letter, won, lost = _disadvantage(won, lost, winner_qualifies, loser_qualifies)
    return _Settlement(column + letter, _won(winner, won, skunks), _lost(loser, lost))


def _disadvantage(won: int, lost: int, winner_qualifies: bool, loser_qualifies: bool) -> tuple[str, int, int]:
    """The letter that applies, and the two amounts after it: the amount of the win, then that of the loss.

    By rules 12.2.a, b and h, each apparent qualifier's card takes the amount that is worse for that player.
    """
    if won == lost:
        return "", won, lost
    new_won = min(won, lost) if winner_qualifies else won
    new_lost = max(won, lost) if loser_qualifies else lost
    if new_won != won and new_lost != lost:
        return "b", new_won, new_lost
    if new_won != won or new_lost != lost:
        return "a", new_won, new_lost
    return "h" if winner_qualifies or loser_qualifies else "", won, lost


def _plus_card_wins(
    plus: Line, minus: Line, plus_qualifies: bool, minus_qualifies: bool, skunks: Skunks
) -> _Settlement:
    """The settlement by rule 12.2.d, if both cards have the same result, with amounts in opposite columns."""
    assert plus.plus is not None
    assert minus.minus is not None
    letter, won, lost = _disadvantage(plus.plus, minus.minus, plus_qualifies, minus_qualifies)
    return _Settlement("d" + letter, _won(plus, won, skunks), _lost(minus, lost))


def _both_lose(first: Line, second: Line, first_qualifies: bool, second_qualifies: bool) -> _Settlement:
    """The settlement by rule 12.2.e, if both cards have the same result, with amounts in the same column."""
    assert first.spread is not None
    assert second.spread is not None
    larger = max(first.spread, second.spread)
    return _Settlement(
        "e",
        _lost(first, larger if first_qualifies else first.spread),
        _lost(second, larger if second_qualifies else second.spread),
    )


def _two_wins_classic(first: Line, second: Line) -> _Settlement | None:
    """The settlement by guideline 11.d (classic): two wins become two losses with the lower amount.

    None for two losses, which the guideline does not cover, and for two wins without an amount.
    """
    amounts = [line.spread for line in (first, second) if line.spread is not None]
    if not first.is_win or not amounts:
        return None
    return _Settlement("d", _lost(first, min(amounts)), _lost(second, min(amounts)))
