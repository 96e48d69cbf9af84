"""The lines of a card for its own player once the qualifiers are posted: as written, and as they stand."""

from __future__ import annotations

from dataclasses import dataclass

from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.ink import Columns, columns
from scorecards.sheet.reads.sheet import Sheet
from scorecards.sheet.rules.crosscheck import StandingLine, State
from tournaments.rules.edition import Edition


@dataclass(frozen=True, slots=True)
class OwnLine:
    """One game of the card. `opponent` is a seat, empty where the line names nobody. `stands` is what the rules made of
    the line, `by_hand` that somebody decided it; neither is set for a line that stands as written."""

    game: int
    opponent: str
    ink: Columns
    stands: StandingLine | None
    by_hand: bool
    edition: Edition

    @property
    def rules(self) -> tuple[tuple[str, str], ...]:
        """Number and sentence of each rule that changed the line, ours marked, in the reader's language."""
        return sheet_words.basis(self.stands, self.edition) if self.stands else ()


def own_lines(this_sheet: Sheet) -> dict[str, tuple[OwnLine, ...]]:
    """The lines of every card by seat; empty before the qualifiers are posted, as players are not asked (rule 12.2)."""
    if this_sheet.event.posted_at is None:
        return {}
    return {
        seat: tuple(_line(this_sheet, seat, game) for game in _games(this_sheet, seat)) for seat in this_sheet.cards
    }


def _games(this_sheet: Sheet, seat: str) -> list[int]:
    """The games with a line, as written or as it stands."""
    return sorted(
        {line.game for of in (this_sheet.cards, this_sheet.crosscheck.standing_cards) for line in of[seat].lines}
    )


def _line(this_sheet: Sheet, seat: str, game: int) -> OwnLine:
    wrote, stands = this_sheet.cards[seat].line(game), this_sheet.crosscheck.standing_cards[seat].line(game)
    ink = columns(wrote, stands)
    standing = this_sheet.crosscheck.standing_lines.get((seat, game))
    named = stands or wrote
    if standing is None or not ink.changed:
        return OwnLine(game, (named.opponent if named else None) or "", ink, None, False, this_sheet.event.edition)
    by_hand = standing.state is State.OVERRIDDEN
    return OwnLine(
        game,
        (named.opponent if named else None) or "",
        ink,
        None if by_hand else standing,
        by_hand,
        this_sheet.event.edition,
    )
