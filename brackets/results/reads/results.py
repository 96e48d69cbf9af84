"""The results of an event as the ACC lists them: qualifiers high to low, then the high nonqualifier without a number.

The places of the playoffs come separately, with the prizes and points of each player.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from brackets.bracket.reads.placings import Placing, placings
from brackets.models import Prize
from brackets.results.reads.honours import HonourShown, honours_shown
from brackets.results.reads.points import Earned, earned
from brackets.settling.reads.prizes import PrizeShown, event_awards
from scorecards.models import QualifyingResult
from scorecards.sheet.reads import lists as lists_reads
from scorecards.sheet.reads.lists import KeptCorrection
from tournaments.models import Event
from tournaments.models.people import with_people
from tournaments.people.reads.persons import pages_at

THIRD = 3
"""The place shared by the losers of the semifinals."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One card of the posted list with its results. `seed` is None for people who did not qualify.

    `place` is None for people who are still in the playoffs or have no place; `shared` is how many have the same place.
    `cents` is the sum of their prizes in the event. `person` is their page across events, None without one.
    """

    seat: str
    number: int
    name: str
    acc_number: str
    rank: int
    seed: int | None
    is_high_nonqualifier: bool
    tied: bool
    game_points: int
    games_won: int
    plus: int | None
    minus: int | None
    place: int | None = None
    shared: int = 1
    cents: int = 0
    earned: Earned | None = None
    players: tuple[str, ...] = ()
    person: int | None = None
    pegged: int | None = None

    @property
    def qualifying_rank(self) -> int | None:
        """The rank of a qualifier; None for people who did not qualify."""
        return None if self.seed is None else self.rank

    @property
    def net(self) -> int | None:
        """The spread of the wins less that of the losses; None if the event records no spread."""
        return None if self.plus is None or self.minus is None else self.plus - self.minus


@dataclass(frozen=True, slots=True)
class Results:
    """All results of an event. `cards` are in the order of ranks, and empty before the qualifiers are posted.

    If `playoffs` is false all places are held back, if `final` is false the first two places. `kept` are the cards
    corrected after posting that the posted list ignores. `list_number` is the version of the list, from 1; 0 is none.
    """

    posted: bool
    cards: tuple[ResultRow, ...]
    prizes: tuple[PrizeShown, ...]
    honours: tuple[HonourShown, ...]
    playoffs: bool
    final: bool
    kept: tuple[KeptCorrection, ...]
    list_number: int
    list_posted_at: datetime | None

    @property
    def is_ranking(self) -> bool:
        """Whether nobody qualified: the list is posted and is itself the result."""
        return bool(self.cards) and not self.rows

    @property
    def rows(self) -> tuple[ResultRow, ...]:
        """The qualifiers, high to low."""
        return tuple(row for row in self.cards if row.seed is not None)

    @property
    def high_nonqualifiers(self) -> tuple[ResultRow, ...]:
        """The cards in the first place below the cut line: one, several who share it, or none."""
        return tuple(row for row in self.cards if row.is_high_nonqualifier)

    @property
    def high_nonqualifier(self) -> ResultRow | None:
        """The high nonqualifier; None if several share the place."""
        holders = self.high_nonqualifiers
        return holders[0] if len(holders) == 1 else None

    @property
    def champion(self) -> ResultRow | None:
        return next(iter(self.with_place(1)), None)

    @property
    def runner_up(self) -> ResultRow | None:
        return next(iter(self.with_place(2)), None)

    @property
    def semifinalists(self) -> tuple[ResultRow, ...]:
        return self.with_place(THIRD)

    @property
    def high_qualifiers(self) -> tuple[ResultRow, ...]:
        """Players with the best card: one, or several who share it."""
        return tuple(row for row in self.rows if row.rank == 1)

    @property
    def earned(self) -> tuple[Earned, ...]:
        return tuple(row.earned for row in self.rows if row.earned is not None)

    @property
    def without_number(self) -> tuple[ResultRow, ...]:
        """Qualifiers who earn no points because their ACC number is unknown."""
        return tuple(row for row in self.rows if not row.acc_number and not row.players)

    def with_place(self, place: int) -> tuple[ResultRow, ...]:
        return tuple(row for row in self.rows if row.place == place)


def results(event: Event, *, playoffs: bool = True, final: bool = True) -> Results:
    """The results of this event, by a constant number of queries.

    Without `playoffs` the results of the playoffs are left out, without `final` those of the final.
    """
    cards = list(
        QualifyingResult.objects.filter(event=event)
        .select_related("entry", *with_people("entry__player"))
        .order_by("rank", "seed", "pk")
    )
    all_placings = placings(event, final=final) if playoffs else ()
    places = {placing.side.seat: placing for placing in all_placings}
    below_line = {card.pk for card in lists_reads.high_nonqualifiers(cards)}
    earned_by_seat = {qualifier.seat: qualifier for qualifier in earned(event, cards, all_placings)} if playoffs else {}
    awards = event_awards(event, {}, final=final)
    prizes = tuple(prize for prize in awards.prizes if playoffs or prize.kind != Prize.Kind.PLACE)
    people = pages_at(event)
    list_in_force = lists_reads.list_that_holds(event)
    cents_by_seat: Counter[str] = Counter()
    for prize in prizes:
        cents_by_seat.update({winner.seat: winner.cents for winner in prize.who})
    return Results(
        posted=event.posted_at is not None,
        cards=tuple(
            _row(
                card,
                places.get(card.entry.seat),
                earned_by_seat.get(card.entry.seat),
                cents_by_seat[card.entry.seat],
                is_below=card.pk in below_line,
                records_spread=event.records_spread,
                person=people.get(card.entry.seat),
            )
            for card in cards
        ),
        prizes=prizes,
        honours=honours_shown(event),
        playoffs=playoffs,
        final=final,
        kept=awards.kept,
        list_number=list_in_force.number if list_in_force else 0,
        list_posted_at=list_in_force.posted_at if list_in_force else None,
    )


def _row(
    card: QualifyingResult,
    placing: Placing | None,
    points: Earned | None,
    cents: int,
    *,
    is_below: bool,
    records_spread: bool,
    person: int | None,
) -> ResultRow:
    """One card with its place, points and prizes."""
    entry = card.entry
    return ResultRow(
        seat=entry.seat,
        number=entry.number,
        name=entry.name,
        acc_number=entry.acc_number or ", ".join(filter(None, entry.player.numbers)),
        rank=card.rank,
        seed=card.seed,
        is_high_nonqualifier=is_below,
        tied=card.tied,
        game_points=card.game_points,
        games_won=card.games_won,
        plus=card.plus if records_spread else None,
        minus=card.minus if records_spread else None,
        place=placing.place if placing else None,
        shared=placing.shared if placing else 1,
        cents=cents,
        earned=points,
        players=tuple(entry.names),
        person=person,
        pegged=card.pegged,
    )
