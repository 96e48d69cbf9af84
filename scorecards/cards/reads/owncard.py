"""The lines of a card for its own player, once the qualifiers are posted: what was written, and what stands."""

from __future__ import annotations

from dataclasses import dataclass

from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.ink import Columns, columns
from scorecards.sheet.reads.sheet import Sheet
from scorecards.sheet.rules.crosscheck import StandingLine, State
from tournaments.rules.edition import Edition


@dataclass(frozen=True, slots=True)
class OwnLine:
    """One game of the card. `opponent` is a seat, empty if the line names nobody.

    `stands` is the line that the rules put in place of the written one. `by_hand`: somebody decided the line by hand.
    Neither is set for a line that stands as written.
    """

    game: int
    opponent: str
    ink: Columns
    stands: StandingLine | None
    by_hand: bool
    edition: Edition

    @property
    def rules(self) -> tuple[tuple[str, str], ...]:
        """Number and sentence of each rule that changed the line, in the reader's language; our readings are marked."""
        return sheet_words.basis(self.stands, self.edition) if self.stands else ()


def own_lines(this_sheet: Sheet) -> dict[str, tuple[OwnLine, ...]]:
    """Return the lines of every card by seat.

    The result is empty before the qualifiers are posted: players are not asked about corrections (rule 12.2).
    """
    if this_sheet.event.posted_at is None:
        return {}
    return {
        seat: tuple(_line(this_sheet, seat, game) for game in _games(this_sheet, seat)) for seat in this_sheet.cards
    }


def _games(this_sheet: Sheet, seat: str) -> list[int]:
    """Return the games of this seat that have a written or a standing line."""
    written, standing = this_sheet.cards[seat], this_sheet.crosscheck.standing_cards[seat]
    return sorted({line.game for line in (*written.lines, *standing.lines)})


def _line(this_sheet: Sheet, seat: str, game: int) -> OwnLine:
    """Return the line of this seat for this game, with the opponent of the standing line."""
    written = this_sheet.cards[seat].line(game)
    standing = this_sheet.crosscheck.standing_cards[seat].line(game)
    ink = columns(written, standing)
    line = standing or written
    opponent = (line.opponent if line else None) or ""
    edition = this_sheet.event.edition
    correction = this_sheet.crosscheck.standing_lines.get((seat, game))
    if correction is None or not ink.changed:
        return OwnLine(game, opponent, ink, None, False, edition)
    by_hand = correction.state is State.OVERRIDDEN
    return OwnLine(game, opponent, ink, None if by_hand else correction, by_hand, edition)
