"""The prizes and pools of an event: what each place gives, and who has it.

Whoever takes a pool is in it, whether they have paid yet or not: they owe it. Only whoever was let off is not: a waiver covers
what is no pool first, and where one of an older ledger, or of fees that fell since, reaches the pool they are out of it. Who
takes part no longer is taken off the pool on their account, and what they paid goes back. No-shows stay in until then: they
have no rank, and their money stays in the fund.
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
from tournaments.rotation.rules.quota import quota

POOLS = Fee.POOLS

USUAL_Q_POOLS = 2
"""An event has up to two Q-pools, as the ACC's portal sets them up; more is looked at and not refused."""


@dataclass(frozen=True, slots=True)
class Due:
    """What is owed for one fee, in cents: what it is charged in all, and what of it is waived.

    `people` are those who are charged, `taking` those of them who are not let off, by their keys; `unpaid` is what of it is
    open, by key.
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
    """What these people owe for each fee, by its key; no query. Whatever is owed over all fees is what they owe in all."""
    rows: dict[int, list[tuple[PersonAccount, int, int, int]]] = defaultdict(list)
    for one in everybody:
        for fee, part, unpaid in zip(one.charges, one.waived, one.left, strict=True):
            rows[fee.fee].append((one, fee.cents, part, unpaid))
    return {
        fee: Due(
            charged=sum(cents for _one, cents, _part, _left in among),
            waived=sum(part for _one, _cents, part, _left in among),
            people=len(among),
            taking=tuple(one.player for one, _cents, part, _left in among if not part),
            let_off=tuple(one.name for one, _cents, part, _left in among if part),
            unpaid={one.player: left for one, _cents, part, left in among if left and not part},
        )
        for fee, among in rows.items()
    }


# --- Who ended where -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Winner:
    """Somebody who gets something: `player` is the person's key, `cents` how much."""

    player: int
    name: str
    seat: str
    cents: int


@dataclass(frozen=True, slots=True)
class _Here:
    """Who ended where in an event. `ranks` are official once the qualifiers are posted, else as the cards stand. `kept` are
    the cards that were corrected since while the list stays as posted. Several `high_nonqualifiers` share that place."""

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
        """How many have a rank, or will have one: no-shows have none."""
        return sum(1 for entry in self.entries.values() if entry.status != Entry.Status.NO_SHOW)

    def winner(self, entry: int, cents: int) -> Winner:
        row = self.entries[entry]
        return Winner(row.player_id, row.name, row.seat, cents)


def _here(event: Event, *, final: bool) -> _Here:
    entries = {entry.pk: entry for entry in Entry.objects.of(event)}
    if event.posted_at is None:
        ranks: tuple[tuple[int, int], ...] = ()
        if event.cards_begun_at:
            on = sheet(event)
            ranks = tuple((on.entries[place.seat].pk, place.rank) for place in on.places)
        here = _Here(event, entries, ranks, False, {}, 0, ())
        return replace(here, qualifiers=min(event.quota_exemption or quota(here.started), here.started))
    results = list(QualifyingResult.objects.filter(event=event))
    by_seat = {entry.seat: entry.pk for entry in entries.values()}
    places: dict[int, list[int]] = defaultdict(list)
    for placing in placings(event, final=final):
        if placing.place is not None:
            places[placing.place].append(by_seat[placing.side.seat])
    return _Here(
        event=event,
        entries=entries,
        ranks=tuple((one.entry_id, one.rank) for one in results),
        official=True,
        places={place: tuple(who) for place, who in places.items()},
        qualifiers=sum(1 for one in results if one.seed is not None),
        high_nonqualifiers=tuple(one.entry_id for one in high_nonqualifiers(results)),
        kept=kept_corrections(event),
    )


# --- Prizes ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PrizeShown:
    """One prize: `people` can get it, `planned` is what it comes to for all of them, `who` has it already.

    `entrant` is the number of who is given a prize by name. One by rank that is shared out together with that of a better
    rank, because people are level, names that rank in `shared_with`: its money is in what they get there.
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
        """What each of those who have it gets of it, and of the prizes that are shared out with it."""
        return self.who[0].cents if self.who else self.cents

    @property
    def said(self) -> str:
        """Why nobody is named with it."""
        if self.shared_with is not None:
            return settling_words.shared_out_with(self.shared_with)
        return settling_words.not_decided() if self.people else settling_words.nobody_can_end_there()

    @property
    def awarded(self) -> int:
        return sum(winner.cents for winner in self.who)


def _prizes(here: _Here) -> tuple[tuple[PrizeShown, ...], int]:
    """The prizes, and what of those by rank and for the high nonqualifier cannot be divided among those who share one."""
    rows = list(Prize.objects.filter(event=here.event).select_related("entry"))
    by_rank = {row.place: row.cents for row in rows if row.kind == Prize.Kind.RANK}
    ranked = _by_rank(here, None)
    amounts = [by_rank.get(place, 0) for place in range(1, len(ranked) + 1)] if by_rank else []
    given = shared_out(amounts, [rank for _entry, rank in ranked])
    shared: dict[int, list[Winner]] = defaultdict(list)
    together: dict[int, int] = {}
    if here.official:
        filled = ((place, _prize_of(rank, by_rank)) for place, (_entry, rank) in enumerate(ranked, start=1))
        together = {place: first for place, first in filled if place in by_rank and place != first}
        for (entry, rank), cents in zip(ranked, given, strict=True):
            if cents:
                shared[_prize_of(rank, by_rank)].append(here.winner(entry, cents))
    found = [_prize(row, here, shared, together.get(row.place or 0)) for row in rows]
    shown = tuple(sorted(found, key=lambda one: (_ORDER[one.kind], one.place or 0)))
    odd = indivisible(amounts, given) if here.official else 0
    return shown, odd + sum(one.cents - one.awarded for one in shown if one.kind == _HNQ and one.who)


_HNQ = Prize.Kind.HIGH_NONQUALIFIER
_ORDER = {kind: place for place, kind in enumerate(Prize.Kind.values)}


def _prize_of(rank: int, by_rank: Mapping[int | None, int]) -> int:
    """The prize with which somebody of this rank is shown: who shares a rank with others may fill a later place too."""
    return min((place for place in by_rank if place is not None and place >= rank), default=rank)


def _prize(row: Prize, here: _Here, shared: Mapping[int, Sequence[Winner]], together: int | None) -> PrizeShown:
    people, level, who = 1, len(here.high_nonqualifiers), tuple[Winner, ...]()
    if row.kind == Prize.Kind.PLACE:
        people = people_at(row.place or 0, here.qualifiers)
        who = tuple(here.winner(entry, row.cents) for entry in here.places.get(row.place or 0, ()))
    elif row.kind == Prize.Kind.RANK:
        who = tuple(shared.get(row.place or 0, ()))
        people = int((row.place or 0) <= here.started)
    elif row.kind == _HNQ:
        shares = shared_out([row.cents], [1] * level)
        who = tuple(here.winner(entry, cents) for entry, cents in zip(here.high_nonqualifiers, shares, strict=True))
    elif row.entry_id is not None:
        who = (here.winner(row.entry_id, row.cents),)
    return PrizeShown(
        kind=row.kind,
        place=row.place,
        name=row.name if row.kind == Prize.Kind.OTHER else "",
        label=settling_words.prize_named(
            row.kind, row.place, row.name, level if row.kind == _HNQ else people, as_posted=bool(here.kept)
        ),
        cents=row.cents,
        people=people,
        entrant=row.entry.number if row.entry else None,
        who=tuple(winner for winner in who if winner.cents),
        shared_with=together if row.kind == Prize.Kind.RANK else None,
    )


def prizes_mark(event: Event) -> str:
    """What the table of prizes is known by: another one after any change of it."""
    rows = list(
        Prize.objects.filter(event=event).order_by("pk").values_list("kind", "place", "name", "cents", "entry__number")
    )
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:12]


def pool_mark(plan: PoolPlan | None) -> str:
    """What is known by it how a pool is paid out: another one after any change of it; empty while nothing is."""
    if plan is None:
        return ""
    told = [plan.type, plan.ratio, list(plan.by_hand), plan.reason]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:12]


def _by_rank(here: _Here, among: frozenset[int] | None) -> list[tuple[int, int]]:
    """Entries with their ranks, the best first; `among` leaves those of these players alone."""
    return sorted(
        ((entry, rank) for entry, rank in here.ranks if among is None or here.entries[entry].player_id in among),
        key=lambda found: (found[1], here.entries[found[0]].number),
    )


# --- Pools -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PoolPlace:
    """One place of a pool: what its type gives, what the director made of it, and who has it with how much."""

    place: int
    given: int
    cents: int
    who: Winner | None

    @property
    def paid(self) -> int:
        """What it pays: where ranks are shared, what comes of that."""
        return self.who.cents if self.who else self.cents


@dataclass(frozen=True, slots=True)
class PoolShown:
    """One pool. `type` is empty while nobody has said how it is paid out; `official` once the qualifiers are posted.

    `unpaid` have not paid for it yet (name and cents), `let_off` were, `absent` take part and have no rank, `no_shows` take part
    and are noted as not here (the key of each person and the name). `odd` cents cannot be divided among those who share a rank: they stay in the fund.
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
        """The places with whoever has them for good."""
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
        """What the fund has left; below none where more is planned than there is."""
        return self.fund - self.planned

    @property
    def left(self) -> int:
        """What of the money that is owed for it nobody is to get."""
        return self.owed - self.planned

    @property
    def difference_said(self) -> str:
        return settling_words.fund_difference(self.difference)


def _pools(here: _Here, due: Mapping[int, Due]) -> tuple[PoolShown, ...]:
    fees = Fee.objects.filter(event=here.event, kind__in=POOLS).select_related("pool").order_by("pk")
    return tuple(_pool(fee, here, due.get(fee.pk, NOTHING_DUE)) for fee in fees)


def _pool(fee: Fee, here: _Here, due: Due) -> PoolShown:
    plan: PoolPlan | None = getattr(fee, "pool", None)
    names = {entry.player_id: entry.name for entry in here.entries.values()}
    given = _given(plan, people=len(due.taking), fee=fee.cents)
    by_hand = tuple(plan.by_hand) if plan else ()
    amounts = by_hand or given
    taking = frozenset(due.taking)
    gone = {entry.player_id for entry in here.entries.values() if entry.status == Entry.Status.NO_SHOW} & taking
    ranked = _by_rank(here, taking)
    shares = shared_out(amounts, [rank for _entry, rank in ranked])
    winners = [here.winner(entry, cents) for (entry, _rank), cents in zip(ranked, shares, strict=True)]
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
                given=given[place] if place < len(given) else 0,
                cents=amounts[place] if place < len(amounts) else 0,
                who=winners[place] if place < len(winners) else None,
            )
            for place in range(max(len(amounts), paid))
        ),
        official=here.official,
        unpaid=tuple(sorted((names[player], cents) for player, cents in due.unpaid.items())),
        let_off=due.let_off,
        absent=tuple(sorted(names[player] for player in taking - have_rank - gone)) if here.ranks else (),
        no_shows=tuple(sorted(((player, names[player]) for player in gone), key=itemgetter(1))),
        odd=indivisible(amounts, shares) if here.official else 0,
    )


def _given(plan: PoolPlan | None, *, people: int, fee: int) -> tuple[int, ...]:
    return pool_amounts(Pool(plan.type), people=people, fee=fee, ratio=plan.ratio) if plan else ()


# --- The event -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EventAwards:
    """What an event pays out. `entrants` started play, `qualifiers` are those of the posted list, else how many there will be;
    `kept` are the cards that were corrected since posting and that ranks and the high nonqualifier do not count; `odd` cents
    of the prizes by rank and for the high nonqualifier cannot be divided among those who share one, so nobody gets them."""

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
        """Why nobody can have a prize by rank, for each of which that is so."""
        return tuple(
            settling_words.rank_out_of_reach(prize.place or 0, self.entrants)
            for prize in self.prizes
            if prize.kind == Prize.Kind.RANK and not prize.people
        )

    @property
    def q_pools_said(self) -> str:
        """That the event has more Q-pools than is usual; empty where it has not."""
        found = [pool.name for pool in self.pools if pool.kind == Fee.Kind.Q_POOL]
        return settling_words.too_many_q_pools(found) if len(found) > USUAL_Q_POOLS else ""

    @property
    def prizes_planned(self) -> int:
        return sum(prize.planned for prize in self.prizes) - self.odd


def event_awards(event: Event, due: Mapping[int, Due], *, final: bool = True) -> EventAwards:
    """The prizes and pools of an event, where `due` is what is owed for its fees. Without `final` nobody has its prizes."""
    here = _here(event, final=final)
    prizes, odd = _prizes(here)
    return EventAwards(
        event=event,
        entrants=here.started,
        qualifiers=here.qualifiers,
        official=here.official,
        prizes=prizes,
        pools=_pools(here, due),
        kept=here.kept,
        odd=odd,
    )


def prize_values(prize: PrizeShown) -> dict[str, Any]:
    """A prize as the trail keeps it and as it is sent."""
    return {
        "kind": prize.kind,
        "place": prize.place,
        "name": prize.name,
        "cents": prize.cents,
        "entrant": prize.entrant,
    }
