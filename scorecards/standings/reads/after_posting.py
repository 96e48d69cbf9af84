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

    `now` and `then` are the cards without and with the correction. `left_out` are lines of earlier corrections that a
    new list leaves out again: it counts the cards of `counted`, which are otherwise those of `then`. `shifts` compares
    the posted list with that new list. `to_sign` are the corrections of rule 12.2 that a new list waits for and that
    are signed with it, `ties` the groups that must be played off first, `obstacles` everything else that blocks it.
    """

    seat: str
    now: Sheet
    then: Sheet
    counted: Sheet
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
        return self.now.facts.get(self.seat, CardFacts()).version

    @property
    def shifts(self) -> tuple[Shifted, ...]:
        """Everybody with another place, other points or another seed in the new list."""
        return find_shifts(self.posted, self.recount)

    @property
    def changes_seeds(self) -> bool:
        """Whether somebody comes in, goes out or gets another seed in the new list."""
        return any(shift.has_another_seed for shift in self.shifts)

    @property
    def differs(self) -> bool:
        """Whether all cards together, with the correction, give another list than the posted one."""
        return bool(find_shifts(self.posted, listed_now(self.then)))

    @property
    def signs_left_out(self) -> bool:
        """Whether a new list would need initials on a line that it leaves out, which is on no card any more."""
        return any((seat, game.game) in self.left_out for game in self.to_sign for seat in game.seats)

    @property
    def games(self) -> tuple[ComparedGame, ...]:
        """The corrected games, as rule 12.2 settles them now."""
        numbers = {change.game for change in self.changed}
        return tuple(game for game in self.counted.crosscheck.games if self.seat in game.seats and game.game in numbers)

    @property
    def mark(self) -> str:
        """A hash of everything that is shown, to detect changes."""
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
    gone: Sequence[int] = (),
    orders: Sequence[Sequence[str]] = (),
    left_out: LeftOut = MappingProxyType({}),
) -> LateCorrection:
    """The effect of these corrected lines of a card, and of removing the lines of the games in `gone`.

    `orders` are ties of the new list as played off, best first. The list counts the lines of `left_out` in place of the
    recorded ones, except for those corrected here.
    """
    card = event_sheet.cards[seat]
    lines_by_game = {line.game: line for line in lines} | {game: as_on_paper(card, game, None) for game in gone}
    changed = tuple(
        ChangedLine(game, card.line(game), line)
        for game, line in sorted(lines_by_game.items())
        if card.line(game) != line
    )
    corrected = {change.game: change.after for change in changed}
    # The correction was read from the paper just now: these lines need no second reading.
    again = card.again - set(corrected)
    played = {frozenset(order): tuple(order) for order in (*event_sheet.playoffs, *orders)}
    then = replace(
        event_sheet,
        cards={**event_sheet.cards, seat: replace(card, lines=corrected_lines(card.lines, corrected), again=again)},
        playoffs=tuple(played.values()),
    )
    still_out = {
        (other_seat, game): line
        for (other_seat, game), line in left_out.items()
        if other_seat != seat or game not in corrected
    }
    counted = without_corrections(then, still_out)
    signable = {f"discrepancies.{discrepancy_id(game)}": game for game in counted.crosscheck.games}
    to_sign = tuple(
        signable[finding.field] for finding in counted.obstacles if finding.code == "correction_uninitialled"
    )
    ties = tuple(group for group in tied_groups(counted.places) if group[0].rank <= counted.quota)
    apart = ("correction_uninitialled", "tie_unbroken")
    return LateCorrection(
        seat=seat,
        now=event_sheet,
        then=then,
        counted=counted,
        left_out=still_out,
        changed=changed,
        posted=listed_as_posted(event_sheet.event),
        recount=listed_now(counted),
        to_sign=to_sign,
        ties=ties,
        obstacles=tuple(finding for finding in counted.obstacles if finding.code not in apart),
    )


def without_corrections(event_sheet: Sheet, left_out: LeftOut) -> Sheet:
    """The same cards with these lines in place of the recorded ones."""
    if not left_out:
        return event_sheet
    cards = dict(event_sheet.cards)
    for (seat, game), line in left_out.items():
        cards[seat] = replace(cards[seat], lines=corrected_lines(cards[seat].lines, {game: line}))
    return replace(event_sheet, cards=cards)
