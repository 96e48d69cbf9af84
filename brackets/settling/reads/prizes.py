"""The prizes and pools of an event: what each place gives, and who has it.

Everybody who takes a pool is in it, paid or not: they owe it. Only a waiver that
reaches the pool takes people out of it; a waiver covers other fees first, so only an old one, or one that exceeds them,
does. People who no longer take part are removed on their account and get their payment back. No-shows stay in until
then: they have no rank, and their money stays in the fund.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from brackets.bracket.reads.placings import placings
from brackets.models import PoolPlan, Prize
from brackets.settling import words as settling_words
from brackets.settling.rules import Pool, indivisible, people_at, pool_amounts, shared_out
from scorecards.models import QualifyingResult
from scorecards.sheet.reads.lists import KeptCorrection, high_nonqualifiers, kept_corrections
from scorecards.sheet.reads.sheet import sheet
from tournaments.models import Entry, Event, Fee
from tournaments.money.reads.money import PersonAccount

POOLS = Fee.POOLS

USUAL_Q_POOLS = 2
"""The ACC's portal sets up at most two Q-pools per event. More cause a warning, not a refusal."""


@dataclass(frozen=True, slots=True)
class Due:
    """What is owed for one fee, in cents: the total charged, and the part of it that is waived.

    `people` counts those charged; `taking` are the player keys of those not let off, `let_off` the names of the others.
    `unpaid` is the open amount by player key.
    """

    charged: int
    waived: int
    people: int
    taking: tuple[int, ...]
    let_off: tuple[str, ...]
    unpaid: Mapping[int, int]

    @property
    def owed(self) -> int:
        return self.charged - self.waived


NOTHING_DUE = Due(0, 0, 0, (), (), {})


def fees_due(everybody: Iterable[PersonAccount]) -> dict[int, Due]:
    """What these people owe for each fee, by fee key; no query. The sum over all fees is what they owe in total."""
    rows: dict[int, list[tuple[PersonAccount, int, int, int]]] = defaultdict(list)
    for person in everybody:
        for fee, part, unpaid in zip(person.charges, person.waived, person.left, strict=True):
            rows[fee.fee].append((person, fee.cents, part, unpaid))
    return {
        fee: Due(
            charged=sum(cents for _person, cents, _part, _left in among),
            waived=sum(part for _person, _cents, part, _left in among),
            people=len(among),
            taking=tuple(person.player for person, _cents, part, _left in among if not part),
            let_off=tuple(person.name for person, _cents, part, _left in among if part),
            unpaid={person.player: left for person, _cents, part, left in among if left and not part},
        )
        for fee, among in rows.items()
    }


# --- Who ended where -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Winner:
    """Somebody who gets money: `player` is the player's key, `cents` the amount."""

    player: int
    name: str
    seat: str
    cents: int


@dataclass(frozen=True, slots=True)
class _Outcome:
    """Who ended where in an event. `ranks` are official once the qualifiers are posted, else as the cards stand.

    `kept` are cards corrected after posting while the posted list stays. Several `high_nonqualifiers` share that place.
    """

    event: Event
    entries: Mapping[int, Entry]
    ranks: tuple[tuple[int, int], ...]
    official: bool
    places: Mapping[int, tuple[int, ...]]
    qualifiers: int
    high_nonqualifiers: tuple[int, ...]
    kept: tuple[KeptCorrection, ...] = ()

    @property
    def started(self) -> int:
        """How many entrants have a rank or will have one: everybody except no-shows."""
        return sum(1 for entry in self.entries.values() if entry.status != Entry.Status.NO_SHOW)

    def winner(self, entry: int, cents: int) -> Winner:
        row = self.entries[entry]
        return Winner(row.player_id, row.name, row.seat, cents)


def _outcome(event: Event, *, final: bool) -> _Outcome:
    entries = {entry.pk: entry for entry in Entry.objects.of(event)}
    if event.posted_at is None:
        ranks: tuple[tuple[int, int], ...] = ()
        if event.cards_begun_at:
            on = sheet(event)
            ranks = tuple((on.entries[place.seat].pk, place.rank) for place in on.places)
        outcome = _Outcome(event, entries, ranks, False, {}, 0, ())
        return replace(outcome, qualifiers=min(event.quota(outcome.started), outcome.started))
    results = list(QualifyingResult.objects.filter(event=event))
    by_seat = {entry.seat: entry.pk for entry in entries.values()}
    places: dict[int, list[int]] = defaultdict(list)
    for placing in placings(event, final=final):
        if placing.place is not None:
            places[placing.place].append(by_seat[placing.side.seat])
    return _Outcome(
        event=event,
        entries=entries,
        ranks=tuple((result.entry_id, result.rank) for result in results),
        official=True,
        places={place: tuple(who) for place, who in places.items()},
        qualifiers=sum(1 for result in results if result.seed is not None),
        high_nonqualifiers=tuple(result.entry_id for result in high_nonqualifiers(results)),
        kept=kept_corrections(event),
    )


# --- Prizes ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PrizeShown:
    """One prize: `people` can get it, `planned` is the total for all of them, `who` has it already.

    `entrant` is the number of the entrant who gets a named prize. A rank prize shared out with that of a better rank,
    because of a tie, names that rank in `shared_with`: its money is counted there.
    """

    kind: str
    place: int | None
    name: str
    label: str
    cents: int
    people: int
    entrant: int | None
    who: tuple[Winner, ...]
    shared_with: int | None = None

    @property
    def planned(self) -> int:
        return self.cents * self.people

    @property
    def is_open(self) -> bool:
        """Whether somebody can still get it."""
        return bool(self.people) and not self.who and self.shared_with is None

    @property
    def each(self) -> int:
        """What each winner gets of it and of the prizes shared out with it, in cents."""
        return self.who[0].cents if self.who else self.cents

    @property
    def said(self) -> str:
        """Why no winner is named."""
        if self.shared_with is not None:
            return settling_words.shared_out_with(self.shared_with)
        return settling_words.not_decided() if self.people else settling_words.nobody_can_end_there()

    @property
    def awarded(self) -> int:
        return sum(winner.cents for winner in self.who)


def _prizes(outcome: _Outcome) -> tuple[tuple[PrizeShown, ...], int]:
    """The prizes, and the cents that tied people cannot divide among them."""
    rows = list(Prize.objects.filter(event=outcome.event).select_related("entry"))
    by_rank = {row.place: row.cents for row in rows if row.kind == Prize.Kind.RANK}
    ranked = _by_rank(outcome, None)
    amounts = [by_rank.get(place, 0) for place in range(1, len(ranked) + 1)] if by_rank else []
    shares = shared_out(amounts, [rank for _entry, rank in ranked])
    shared: dict[int, list[Winner]] = defaultdict(list)
    together: dict[int, int] = {}
    if outcome.official:
        filled = ((place, _prize_of(rank, by_rank)) for place, (_entry, rank) in enumerate(ranked, start=1))
        together = {place: first for place, first in filled if place in by_rank and place != first}
        for (entry, rank), cents in zip(ranked, shares, strict=True):
            if cents:
                shared[_prize_of(rank, by_rank)].append(outcome.winner(entry, cents))
    prizes = [_prize(row, outcome, shared, together.get(row.place or 0)) for row in rows]
    shown = tuple(sorted(prizes, key=lambda prize: (_ORDER[prize.kind], prize.place or 0)))
    odd = indivisible(amounts, shares) if outcome.official else 0
    return shown, odd + sum(prize.cents - prize.awarded for prize in shown if prize.kind == _HNQ and prize.who)


_HNQ = Prize.Kind.HIGH_NONQUALIFIER
_ORDER = {kind: place for place, kind in enumerate(Prize.Kind.values)}


def _prize_of(rank: int, by_rank: Mapping[int | None, int]) -> int:
    """The rank under which the prize of this rank is shown; tied people may fill a later place."""
    return min((place for place in by_rank if place is not None and place >= rank), default=rank)


def _prize(row: Prize, outcome: _Outcome, shared: Mapping[int, Sequence[Winner]], together: int | None) -> PrizeShown:
    people, level, who = 1, len(outcome.high_nonqualifiers), tuple[Winner, ...]()
    if row.kind == Prize.Kind.PLACE:
        people = people_at(row.place or 0, outcome.qualifiers)
        who = tuple(outcome.winner(entry, row.cents) for entry in outcome.places.get(row.place or 0, ()))
    elif row.kind == Prize.Kind.RANK:
        who = tuple(shared.get(row.place or 0, ()))
        people = int((row.place or 0) <= outcome.started)
    elif row.kind == _HNQ:
        shares = shared_out([row.cents], [1] * level)
        who = tuple(
            outcome.winner(entry, cents) for entry, cents in zip(outcome.high_nonqualifiers, shares, strict=True)
        )
    elif row.entry_id is not None:
        who = (outcome.winner(row.entry_id, row.cents),)
    return PrizeShown(
        kind=row.kind,
        place=row.place,
        name=row.name if row.kind == Prize.Kind.OTHER else "",
        label=settling_words.prize_named(
            row.kind, row.place, row.name, level if row.kind == _HNQ else people, as_posted=bool(outcome.kept)
        ),
        cents=row.cents,
        people=people,
        entrant=row.entry.number if row.entry else None,
        who=tuple(winner for winner in who if winner.cents),
        shared_with=together if row.kind == Prize.Kind.RANK else None,
    )


def prizes_mark(event: Event) -> str:
    """A mark of the table of prizes that changes with every change of it."""
    rows = list(
        Prize.objects.filter(event=event).order_by("pk").values_list("kind", "place", "name", "cents", "entry__number")
    )
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:12]


def pool_mark(plan: PoolPlan | None) -> str:
    """A mark of the plan of a pool that changes with every change of it; empty without a plan."""
    if plan is None:
        return ""
    columns = [plan.type, plan.ratio, list(plan.by_hand), plan.reason]
    return hashlib.sha256(json.dumps(columns).encode()).hexdigest()[:12]


def _by_rank(outcome: _Outcome, among: frozenset[int] | None) -> list[tuple[int, int]]:
    """Entries with their ranks, best first; with `among`, only entries of these players."""
    return sorted(
        ((entry, rank) for entry, rank in outcome.ranks if among is None or outcome.entries[entry].player_id in among),
        key=lambda ranked: (ranked[1], outcome.entries[ranked[0]].number),
    )


# --- Pools -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PoolPlace:
    """One place of a pool: what its type gives (`given`), what the plan pays, and who gets how much."""

    place: int
    given: int
    cents: int
    who: Winner | None

    @property
    def paid(self) -> int:
        """What it pays in cents; for shared ranks, the share."""
        return self.who.cents if self.who else self.cents


@dataclass(frozen=True, slots=True)
class PoolShown:
    """One pool. `type` is empty while it has no plan; `official` once the qualifiers are posted.

    `unpaid` (name and cents) have not paid yet, `let_off` are out by a waiver, `absent` take part without a rank,
    `no_shows` (player key and name) take part and are marked as no-shows. `odd` cents cannot be divided among tied
    people and stay in the fund.
    """

    fee: int
    name: str
    kind: str
    label: str
    cents: int
    optional: bool
    people: int
    fund: int
    owed: int
    type: str
    ratio: int
    by_hand: tuple[int, ...]
    reason: str
    mark: str
    places: tuple[PoolPlace, ...]
    official: bool
    unpaid: tuple[tuple[str, int], ...]
    let_off: tuple[str, ...]
    absent: tuple[str, ...]
    no_shows: tuple[tuple[int, str], ...]
    odd: int

    @property
    def decided(self) -> tuple[PoolPlace, ...]:
        """The places with their winners, who are only set once final."""
        return self.places if self.official else tuple(replace(place, who=None) for place in self.places)

    @property
    def players_not_here(self) -> list[int]:
        return [player for player, _name in self.no_shows]

    @property
    def planned(self) -> int:
        return sum(place.cents for place in self.places) - self.odd

    @property
    def awarded(self) -> int:
        return sum(place.who.cents for place in self.places if place.who) if self.official else 0

    @property
    def difference(self) -> int:
        """What the fund has left in cents; negative if more is planned than there is."""
        return self.fund - self.planned

    @property
    def left(self) -> int:
        """The owed money that the plan gives to nobody, in cents."""
        return self.owed - self.planned

    @property
    def difference_said(self) -> str:
        return settling_words.fund_difference(self.difference)


def _pools(outcome: _Outcome, due: Mapping[int, Due]) -> tuple[PoolShown, ...]:
    fees = Fee.objects.filter(event=outcome.event, kind__in=POOLS).select_related("pool").order_by("pk")
    return tuple(_pool(fee, outcome, due.get(fee.pk, NOTHING_DUE)) for fee in fees)


def _pool(fee: Fee, outcome: _Outcome, due: Due) -> PoolShown:
    plan: PoolPlan | None = getattr(fee, "pool", None)
    names = {entry.player_id: entry.name for entry in outcome.entries.values()}
    amounts_by_type = _given(plan, people=len(due.taking), fee=fee.cents)
    by_hand = tuple(plan.by_hand) if plan else ()
    amounts = by_hand or amounts_by_type
    taking = frozenset(due.taking)
    gone = {entry.player_id for entry in outcome.entries.values() if entry.status == Entry.Status.NO_SHOW} & taking
    ranked = _by_rank(outcome, taking)
    shares = shared_out(amounts, [rank for _entry, rank in ranked])
    winners = [outcome.winner(entry, cents) for (entry, _rank), cents in zip(ranked, shares, strict=True)]
    paid = sum(1 for winner in winners if winner.cents)
    have_rank = {winner.player for winner in winners}
    return PoolShown(
        fee=fee.pk,
        name=fee.name,
        kind=fee.kind,
        label=fee.get_kind_display(),
        cents=fee.cents,
        optional=fee.optional,
        people=len(due.taking),
        fund=len(due.taking) * fee.cents,
        owed=due.owed,
        type=plan.type if plan else "",
        ratio=plan.ratio if plan else 4,
        by_hand=by_hand,
        reason=plan.reason if plan else "",
        mark=pool_mark(plan),
        places=tuple(
            PoolPlace(
                place=place + 1,
                given=amounts_by_type[place] if place < len(amounts_by_type) else 0,
                cents=amounts[place] if place < len(amounts) else 0,
                who=winners[place] if place < len(winners) else None,
            )
            for place in range(max(len(amounts), paid))
        ),
        official=outcome.official,
        unpaid=tuple(sorted((names[player], cents) for player, cents in due.unpaid.items())),
        let_off=due.let_off,
        absent=tuple(sorted(names[player] for player in taking - have_rank - gone)) if outcome.ranks else (),
        no_shows=tuple(sorted(((player, names[player]) for player in gone), key=itemgetter(1))),
        odd=indivisible(amounts, shares) if outcome.official else 0,
    )


def _given(plan: PoolPlan | None, *, people: int, fee: int) -> tuple[int, ...]:
    return pool_amounts(Pool(plan.type), people=people, fee=fee, ratio=plan.ratio) if plan else ()


# --- The event -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EventAwards:
    """What an event pays out. `entrants` started play; `qualifiers` are posted, or how many there will be.

    `kept` are cards corrected after posting, which ranks and the high nonqualifier do not count. `odd` cents of prizes
    cannot be divided among tied people, so nobody gets them.
    """

    event: Event
    entrants: int
    qualifiers: int
    official: bool
    prizes: tuple[PrizeShown, ...]
    pools: tuple[PoolShown, ...]
    kept: tuple[KeptCorrection, ...]
    odd: int

    @property
    def out_of_reach(self) -> tuple[str, ...]:
        """For each rank prize out of reach, why nobody can have it."""
        return tuple(
            settling_words.rank_out_of_reach(prize.place or 0, self.entrants)
            for prize in self.prizes
            if prize.kind == Prize.Kind.RANK and not prize.people
        )

    @property
    def q_pools_said(self) -> str:
        """A warning that the event has more Q-pools than usual, or empty."""
        names = [pool.name for pool in self.pools if pool.kind == Fee.Kind.Q_POOL]
        return settling_words.too_many_q_pools(names) if len(names) > USUAL_Q_POOLS else ""

    @property
    def prizes_planned(self) -> int:
        return sum(prize.planned for prize in self.prizes) - self.odd


def event_awards(event: Event, due: Mapping[int, Due], *, final: bool = True) -> EventAwards:
    """The prizes and pools of an event; `due` is what is owed for its fees. Without `final`, nobody has its prizes."""
    outcome = _outcome(event, final=final)
    prizes, odd = _prizes(outcome)
    return EventAwards(
        event=event,
        entrants=outcome.started,
        qualifiers=outcome.qualifiers,
        official=outcome.official,
        prizes=prizes,
        pools=_pools(outcome, due),
        kept=outcome.kept,
        odd=odd,
    )


def prize_values(prize: PrizeShown) -> dict[str, Any]:
    """A prize as the log keeps it and as the API sends it."""
    return {
        "kind": prize.kind,
        "place": prize.place,
        "name": prize.name,
        "cents": prize.cents,
        "entrant": prize.entrant,
    }
