"""The effect of one game of the cross-check on players: totals, places, and who qualifies because of it.

The *effect* of a game compares two versions of the standings. The first counts every proposal but takes this one game
as recorded on both cards; the second are the present standings. The effect decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scorecards.sheet.rules.crosscheck import ComparedGame, CrossCheck
from scorecards.sheet.rules.cut import Status, statuses
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.ranking import Place, rank
from scorecards.sheet.rules.tally import Card, Tally, tally


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
        """Whether the seat changed its side of the line; a seat either qualifies, does not, or is tied at the line."""
        return _side(self.status_before) is not _side(self.status_after)

    @property
    def has_moved(self) -> bool:
        """Whether the rank or the side of the line changed."""
        return self.before.rank != self.after.rank or self.crosses_the_line


def _side(status: Status) -> Status:
    """The side of the line: the high nonqualifier is below it like every other nonqualifier."""
    return Status.NONQUALIFIER if status is Status.HIGH_NONQUALIFIER else status


@dataclass(frozen=True, slots=True)
class Effect:
    """`shifts` has every ranked seat in the order of the present standings.

    `totals` are the totals of each changed card without and with the correction, by seat.
    """

    shifts: tuple[Shift, ...]
    totals: Mapping[str, tuple[Tally, Tally]]


def effect(result: CrossCheck, game: ComparedGame, *, playoffs: Sequence[Sequence[str]] = ()) -> Effect:
    """The effect of this game's correction, proposed or decided, on the standings (rules 12.2.g and 12.2.i).

    Every other game keeps its result, so this takes one more ranking but no further cross-check.
    """
    recorded = {
        seat: _with_recorded(result.standing_cards[seat], game.game, line)
        for seat, line in zip(game.seats, game.recorded, strict=True)
    }
    cards = {**result.standing_cards, **recorded}
    before = rank(
        {place.seat: tally(recorded[place.seat]) if place.seat in recorded else place.tally for place in result.places},
        chain=result.chain,
        wins=lambda player, other: sum(1 for _game in _won(result, cards, game, player, other)),
        playoffs=playoffs,
    )
    places_before = {place.seat: place for place in before}
    statuses_before = statuses(before, result.quota)
    tallies_after = {place.seat: place.tally for place in result.places}
    totals = {}
    for seat, card in recorded.items():
        tally_before, tally_after = tally(card), tallies_after.get(seat)
        if tally_after is not None and tally_before != tally_after:
            totals[seat] = (tally_before, tally_after)
    shifts = tuple(
        Shift(
            seat=place.seat,
            before=places_before[place.seat],
            after=place,
            status_before=statuses_before[place.seat],
            status_after=result.statuses[place.seat],
        )
        for place in result.places
    )
    return Effect(shifts, totals)


def _with_recorded(card: Card, game: int, line: Line | None) -> Card:
    """The card with this line for the game, or without the game for None."""
    lines = {other_line.game: other_line for other_line in card.lines if other_line.game != game}
    if line is not None:
        lines[game] = line
    return replace(card, lines=tuple(any_line for _, any_line in sorted(lines.items())))


def _won(
    result: CrossCheck, cards: Mapping[str, Card], uncorrected: ComparedGame, player: str, other: str
) -> Iterator[ComparedGame]:
    """The games that count for both and that `player` won against `other`; the `uncorrected` game counts as recorded."""
    for game in result.games:
        if {player, other} != set(game.seats):
            continue
        lines = game.recorded if game is uncorrected else game.resolved
        if lines is None or lines[0] is None or lines[1] is None or lines[0].is_win == lines[1].is_win:
            continue
        winner = game.seats[0] if lines[0].is_win else game.seats[1]
        if winner == player and cards[player].counts(game.game) and cards[other].counts(game.game):
            yield game


def around_the_cut(shifts: Sequence[Shift], quota: int, seats: int = 7) -> tuple[Shift, ...]:
    """This many rows of the standings around the line, if possible one more above the line than below it."""
    start = max(0, min(quota - (seats + 1) // 2, len(shifts) - seats))
    return tuple(shifts[start : start + seats])
