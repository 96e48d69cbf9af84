"""What correcting a card after posting would do."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType

from scorecards.sheet.reads.discrepancies import discrepancy_id
from scorecards.sheet.reads.lists import LeftOut, listed_as_posted, listed_now
from scorecards.sheet.reads.sheet import CardFacts, Sheet
from scorecards.sheet.rules.after_posting import ChangedLine, Listed, Shifted, corrected_lines, find_shifts
from scorecards.sheet.rules.crosscheck import ComparedGame
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import as_on_paper
from scorecards.sheet.rules.ranking import Place, tied_groups
from tournaments.rules.finding import Finding


@dataclass(frozen=True)
class LateCorrection:
    """A card as recorded and as corrected, and what the correction does to the posted list.

    `recorded_sheet` has the cards without the correction, `corrected_sheet` the cards with it. A new list counts the
    cards of `counted_sheet`: those of `corrected_sheet`, but with the lines of `left_out` in place of the recorded
    ones. `left_out` undoes earlier corrections that the posted list does not count either.

    `posted` is the list in force, `recount` the new list, and `shifts` compares the two. `to_sign` are the corrections
    of rule 12.2 that a new list waits for and that are signed with it. `ties` are the groups that must be played off
    first, and `obstacles` everything else that blocks a new list.
    """

    seat: str
    recorded_sheet: Sheet
    corrected_sheet: Sheet
    counted_sheet: Sheet
    left_out: LeftOut
    changed: tuple[ChangedLine, ...]
    posted: tuple[Listed, ...]
    recount: tuple[Listed, ...]
    to_sign: tuple[ComparedGame, ...]
    ties: tuple[tuple[Place, ...], ...]
    obstacles: tuple[Finding, ...]

    @property
    def version(self) -> int:
        """The version of the card that is corrected."""
        return self.recorded_sheet.facts.get(self.seat, CardFacts()).version

    @property
    def shifts(self) -> tuple[Shifted, ...]:
        """Everybody with another place, other points or another seed in the new list."""
        return find_shifts(self.posted, self.recount)

    @property
    def changes_seeds(self) -> bool:
        """Whether the new list lets somebody in, puts somebody out or gives somebody another seed."""
        return any(shift.has_another_seed for shift in self.shifts)

    @property
    def differs(self) -> bool:
        """Whether all cards together, with the correction, give another list than the posted one."""
        return bool(find_shifts(self.posted, listed_now(self.corrected_sheet)))

    @property
    def signs_left_out(self) -> bool:
        """Whether a new list would need initials on a line of `left_out`, which is on no card any more."""
        return any((seat, game.game) in self.left_out for game in self.to_sign for seat in game.seats)

    @property
    def games(self) -> tuple[ComparedGame, ...]:
        """The corrected games, as rule 12.2 settles them now."""
        numbers = {change.game for change in self.changed}
        return tuple(
            game for game in self.counted_sheet.crosscheck.games if self.seat in game.seats and game.game in numbers
        )

    @property
    def mark(self) -> str:
        """The optimistic lock: a hash of everything that the preview shows."""
        parts = [
            self.version,
            [asdict(change) for change in self.changed],
            [asdict(listed) for listed in (*self.posted, *self.recount)],
            sorted(self.left_out),
            [[game.game, *game.seats] for game in self.to_sign],
            [[place.seat for place in group] for group in self.ties],
            [[finding.code, finding.field] for finding in self.obstacles],
        ]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:12]


def late_correction(
    event_sheet: Sheet,
    seat: str,
    lines: Sequence[Line],
    unwritten_games: Sequence[int] = (),
    orders: Sequence[Sequence[str]] = (),
    left_out: LeftOut = MappingProxyType({}),
) -> LateCorrection:
    """Find the effect of these corrected lines of a card, and of taking away the lines of the `unwritten_games`.

    `orders` are the playoff orders of groups that the new list leaves tied, best first. The new list counts the lines
    of `left_out` in place of the recorded ones, except for the lines corrected here.
    """
    card = event_sheet.cards[seat]
    lines_by_game = {line.game: line for line in lines} | {
        game: as_on_paper(card, game, None) for game in unwritten_games
    }
    changed = tuple(
        ChangedLine(game, card.line(game), line)
        for game, line in sorted(lines_by_game.items())
        if card.line(game) != line
    )
    line_after = {change.game: change.after for change in changed}
    # The correction was read from the paper just now: these lines need no second reading.
    again = card.again - set(line_after)
    playoffs = {frozenset(order): tuple(order) for order in (*event_sheet.playoffs, *orders)}
    corrected_sheet = replace(
        event_sheet,
        cards={**event_sheet.cards, seat: replace(card, lines=corrected_lines(card.lines, line_after), again=again)},
        playoffs=tuple(playoffs.values()),
    )
    lines_left_out = {
        (other_seat, game): line
        for (other_seat, game), line in left_out.items()
        if other_seat != seat or game not in line_after
    }
    counted_sheet = without_corrections(corrected_sheet, lines_left_out)
    signable = {f"discrepancies.{discrepancy_id(game)}": game for game in counted_sheet.crosscheck.games}
    to_sign = tuple(
        signable[finding.field] for finding in counted_sheet.obstacles if finding.code == "correction_uninitialled"
    )
    ties = tuple(group for group in tied_groups(counted_sheet.places) if group[0].rank <= counted_sheet.quota)
    settled_with_the_list = ("correction_uninitialled", "tie_unbroken")
    return LateCorrection(
        seat=seat,
        recorded_sheet=event_sheet,
        corrected_sheet=corrected_sheet,
        counted_sheet=counted_sheet,
        left_out=lines_left_out,
        changed=changed,
        posted=listed_as_posted(event_sheet.event),
        recount=listed_now(counted_sheet),
        to_sign=to_sign,
        ties=ties,
        obstacles=tuple(finding for finding in counted_sheet.obstacles if finding.code not in settled_with_the_list),
    )


def without_corrections(event_sheet: Sheet, left_out: LeftOut) -> Sheet:
    """Return the same sheet with the lines of `left_out` in place of the recorded ones."""
    if not left_out:
        return event_sheet
    cards = dict(event_sheet.cards)
    for (seat, game), line in left_out.items():
        cards[seat] = replace(cards[seat], lines=corrected_lines(cards[seat].lines, {game: line}))
    return replace(event_sheet, cards=cards)
