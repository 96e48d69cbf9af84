"""What one game of the cross-check does to people: totals, places, and who qualifies because of it.

The *effect* of a game compares the standings as they are, every proposal counted, with the standings as they would be if
this one game stood on both cards as it was recorded and everything else were the same. It decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scorecards.sheet.rules.crosscheck import ComparedGame, CrossCheck
from scorecards.sheet.rules.cut import Status, statuses
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.tally import Card, Tally, tally
from scorecards.sheet.rules.tiebreak import Place, rank


@dataclass(frozen=True, slots=True)
class Shift:
    """One seat in the standings without a game's correction, and with it."""

    seat: str
    before: Place
    after: Place
    status_before: Status
    status_after: Status

    @property
    def crosses_the_line(self) -> bool:
        """Whether the seat qualifies, does not, or is tied at the line, and did not before."""
        return _side(self.status_before) is not _side(self.status_after)

    @property
    def has_moved(self) -> bool:
        """Whether the rank changed, or the side of the line."""
        return self.before.rank != self.after.rank or self.crosses_the_line


def _side(status: Status) -> Status:
    """The best card below the line is below it like every other one."""
    return Status.NONQUALIFIER if status is Status.HIGH_NONQUALIFIER else status


@dataclass(frozen=True, slots=True)
class Effect:
    """`shifts` has every ranked seat in the order of the standings; `totals` the changed cards' totals, before and after."""

    shifts: tuple[Shift, ...]
    totals: Mapping[str, tuple[Tally, Tally]]


def effect(result: CrossCheck, game: ComparedGame, *, playoffs: Sequence[Sequence[str]] = ()) -> Effect:
    """Return what this game's correction, proposed or decided, does to the standings (rule 12.2.g, 12.2.i).

    One more ranking, not one more cross-check: every other game keeps what it came to.
    """
    recorded = {
        seat: _with_recorded(result.standing_cards[seat], game.game, line)
        for seat, line in zip(game.seats, game.recorded, strict=True)
    }
    cards = {**result.standing_cards, **recorded}
    before = rank(
        {place.seat: tally(recorded[place.seat]) if place.seat in recorded else place.tally for place in result.places},
        edition=result.edition,
        wins=lambda one, other: sum(1 for _game in _won(result, cards, game, one, other)),
        playoffs=playoffs,
    )
    was = {place.seat: place for place in before}
    status_was = statuses(before, result.quota)
    after = {place.seat: place.tally for place in result.places}
    totals = {
        seat: (tally(card), after[seat])
        for seat, card in recorded.items()
        if seat in after and tally(card) != after[seat]
    }
    shifts = tuple(
        Shift(place.seat, was[place.seat], place, status_was[place.seat], result.statuses[place.seat])
        for place in result.places
    )
    return Effect(shifts, totals)


def _with_recorded(card: Card, game: int, line: Line | None) -> Card:
    kept = {one.game: one for one in card.lines if one.game != game}
    if line is not None:
        kept[game] = line
    return replace(card, lines=tuple(one for _, one in sorted(kept.items())))


def _won(
    result: CrossCheck, cards: Mapping[str, Card], undone: ComparedGame, one: str, other: str
) -> Iterator[ComparedGame]:
    """The games that count for both and that `one` won against `other`, the undone one as recorded."""
    for game in result.games:
        if {one, other} != set(game.seats):
            continue
        lines = game.recorded if game is undone else game.resolved
        if lines is None or lines[0] is None or lines[1] is None or lines[0].is_win == lines[1].is_win:
            continue
        winner = game.seats[0] if lines[0].is_win else game.seats[1]
        if winner == one and cards[one].counts(game.game) and cards[other].counts(game.game):
            yield game


def around_the_cut(shifts: Sequence[Shift], quota: int, seats: int = 7) -> tuple[Shift, ...]:
    """Return the rows of the standings around the line: that many, one more above it than below where it can be."""
    start = max(0, min(quota - (seats + 1) // 2, len(shifts) - seats))
    return tuple(shifts[start : start + seats])
