"""What correcting a card after posting would do, before anybody does it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType

from scorecards.sheet.reads.discrepancies import discrepancy_id
from scorecards.sheet.reads.lists import LeftOut, listed_as_posted, listed_now
from scorecards.sheet.reads.sheet import CardFacts, Sheet
from scorecards.sheet.rules.crosscheck import ComparedGame
from scorecards.sheet.rules.late import ChangedLine, Listed, Shifted, corrected_lines, find_shifts
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import as_on_paper
from scorecards.sheet.rules.tiebreak import Place, tied_groups
from tournaments.rules.finding import Finding


@dataclass(frozen=True)
class LateCorrection:
    """A card as it is recorded and as it would be, and what that does to the list that is posted.

    `now` and `then` are the cards without and with the correction; `left_out` are lines of corrections that were kept before
    and that a new list leaves out again, so that it counts the cards of `counted`, which else are those of `then`. `shifts`
    compares the posted list with the one that these cards give, `to_sign` are the corrections of rule 12.2 that a new list waits for and that are signed with it,
    `ties` the groups that have to be played off first, `obstacles` whatever else stands in its way.
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
        """Whoever has another place, other points or another seed by the new list."""
        return find_shifts(self.posted, self.recount)

    @property
    def changes_seeds(self) -> bool:
        """Whether somebody comes in, goes out or has another seed by the new list."""
        return any(one.has_another_seed for one in self.shifts)

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
        """The corrected games, as rule 12.2 settles them anew."""
        numbers = {one.game for one in self.changed}
        return tuple(game for game in self.counted.crosscheck.games if self.seat in game.seats and game.game in numbers)

    @property
    def mark(self) -> str:
        """A name for all that is shown; another one as soon as any of it changes."""
        said = [
            self.version,
            [asdict(one) for one in self.changed],
            [asdict(one) for one in (*self.posted, *self.recount)],
            sorted(self.left_out),
            [[game.game, *game.seats] for game in self.to_sign],
            [[place.seat for place in group] for group in self.ties],
            [[found.code, found.field] for found in self.obstacles],
        ]
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:12]


def late_correction(
    on: Sheet,
    seat: str,
    lines: Sequence[Line],
    gone: Sequence[int] = (),
    orders: Sequence[Sequence[str]] = (),
    left_out: LeftOut = MappingProxyType({}),
) -> LateCorrection:
    """What these corrected lines of a card do, and that the paper has none for the games that are `gone`; `orders` are ties of
    the new list as they were played off, best first. The list counts the lines of `left_out` in the place of those that are
    recorded, but for the corrected ones."""
    card = on.cards[seat]
    given = {line.game: line for line in lines} | {game: as_on_paper(card, game, None) for game in gone}
    changed = tuple(
        ChangedLine(game, card.line(game), line) for game, line in sorted(given.items()) if card.line(game) != line
    )
    corrected = {one.game: one.after for one in changed}
    # The correction is read from the paper that lies there: these lines are not to be read again.
    again = card.again - set(corrected)
    played = {frozenset(order): tuple(order) for order in (*on.playoffs, *orders)}
    then = replace(
        on,
        cards={**on.cards, seat: replace(card, lines=corrected_lines(card.lines, corrected), again=again)},
        playoffs=tuple(played.values()),
    )
    still_out = {(at, game): line for (at, game), line in left_out.items() if at != seat or game not in corrected}
    counted = without(then, still_out)
    signable = {f"discrepancies.{discrepancy_id(game)}": game for game in counted.crosscheck.games}
    to_sign = tuple(signable[found.field] for found in counted.obstacles if found.code == "correction_uninitialled")
    ties = tuple(group for group in tied_groups(counted.places) if group[0].rank <= counted.quota)
    apart = ("correction_uninitialled", "tie_unbroken")
    return LateCorrection(
        seat=seat,
        now=on,
        then=then,
        counted=counted,
        left_out=still_out,
        changed=changed,
        posted=listed_as_posted(on.event),
        recount=listed_now(counted),
        to_sign=to_sign,
        ties=ties,
        obstacles=tuple(found for found in counted.obstacles if found.code not in apart),
    )


def without(on: Sheet, left_out: LeftOut) -> Sheet:
    """The same cards with these lines in the place of those that are recorded."""
    if not left_out:
        return on
    cards = dict(on.cards)
    for (seat, game), line in left_out.items():
        cards[seat] = replace(cards[seat], lines=corrected_lines(cards[seat].lines, {game: line}))
    return replace(on, cards=cards)
