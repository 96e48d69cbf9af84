"""Master Rating Points of an event, from the posted cards and the places of the playoffs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from brackets.bracket.reads.placings import Placing
from brackets.results.rules import playoff_points, qualifying_points, schedule_of, upper_half
from scorecards.models import QualifyingResult
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Earned:
    """The points that one qualifier earns. An unknown value is None, and `why` is the reason.

    The reasons are `not_member` (no ACC number), `no_row` (the sheets have no row for so few game points), `no_round`
    (the sheets have no row for so many rounds) and `still_in` (the player is still in the playoffs). `by_card` is true
    in the upper half, whose cards earn by their game points.
    """

    seed: int
    seat: str
    name: str
    acc_number: str
    game_points: int
    by_card: bool
    credited: int | None
    qualifying: int | None = None
    playoffs: int | None = None
    why: str = ""

    @property
    def total(self) -> int | None:
        """The qualifying and playoff points together; None until both are known."""
        return None if self.qualifying is None or self.playoffs is None else self.qualifying + self.playoffs


def earned(event: Event, cards: Sequence[QualifyingResult], all_placings: Sequence[Placing]) -> tuple[Earned, ...]:
    """The points of every qualifier, in the order of seeds; empty if the sheets have no row for the event.

    `cards` must come with their entries and players, so that there is no query.
    """
    if not earns(event):
        return ()
    credited = {placing.side.seat: placing.credited for placing in all_placings}
    qualified = [card for card in cards if card.seed is not None]
    qualifiers_earned = [earned_by(event, card, len(qualified), credited.get(card.entry.seat)) for card in qualified]
    return tuple(sorted(qualifiers_earned, key=lambda qualifier: qualifier.seed))


def earns(event: Event) -> bool:
    """Whether the sheets have a row for this event."""
    return not event.differences and schedule_of(event.kind, event.games) is not None


def earned_by(event: Event, card: QualifyingResult, qualifiers: int, credited: int | None) -> Earned:
    """The points of one qualifier. `credited` is the credited round, None while the player is still in."""
    entry, seed = card.entry, card.seed or 0
    qualifying = playoffs = None
    is_team = entry.player.first_id is not None
    if entry.acc_number and not is_team:
        qualifying = qualifying_points(event.kind, event.games, card.game_points, seed=seed, qualifiers=qualifiers)
        playoffs = playoff_points(event.kind, event.games, credited) if credited is not None else None
    why = ""
    if is_team:
        why = "team"
    elif not entry.acc_number:
        why = "not_member"
    elif qualifying is None:
        why = "no_row"
    elif credited is None:
        why = "still_in"
    elif playoffs is None:
        why = "no_round"
    return Earned(
        seed=seed,
        seat=entry.seat,
        name=entry.name,
        acc_number=entry.acc_number,
        game_points=card.game_points,
        by_card=seed <= upper_half(qualifiers),
        credited=credited,
        qualifying=qualifying,
        playoffs=playoffs,
        why=why,
    )
