"""The prizes and pools of an event: what each place gives, and who has it.

Everybody who takes a pool is in it, whether they have paid or not, because they owe it. Only a waiver that reaches the
pool takes people out of it. A waiver covers other fees first, so it reaches the pool only if it is old or exceeds them.

People who no longer take part are removed from the pool on their account, and get their payment back. Until then,
no-shows stay in the pool: they have no rank, and their money stays in the fund.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any, NamedTuple

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
"""The ACC's portal sets up at most two Q-pools per event. More of them cause a warning, not a refusal."""


@dataclass(frozen=True, slots=True)
class FeeDue:
    """What is owed for one fee, in cents: the total `charged`, and the part of it that is `waived`.

    `people` is the number of people charged. `takers` are the player keys of those without a waiver, `let_off` the
    names of those with one. `unpaid` is the open amount of the takers, by player key.
    """

    charged: int
    waived: int
    people: int
    takers: tuple[int, ...]
    let_off: tuple[str, ...]
    unpaid: Mapping[int, int]

    @property
    def owed(self) -> int:
        return self.charged - self.waived


NOTHING_DUE = FeeDue(0, 0, 0, (), (), {})


class _Charge(NamedTuple):
    """What one fee charges one person, and the parts of it that are waived and unpaid, in cents."""

    person: PersonAccount
    cents: int
    waived: int
    unpaid: int


def fees_due(everybody: Iterable[PersonAccount]) -> dict[int, FeeDue]:
    """What these people owe for each fee, by fee key; no query. The sum over all fees is what they owe in total."""
    charges_by_fee: dict[int, list[_Charge]] = defaultdict(list)
    for person in everybody:
        for fee, waived, unpaid in zip(person.charges, person.waived, person.left, strict=True):
            charges_by_fee[fee.fee].append(_Charge(person, fee.cents, waived, unpaid))
    return {
        fee_key: FeeDue(
            charged=sum(charge.cents for charge in charges),
            waived=sum(charge.waived for charge in charges),
            people=len(charges),
            takers=tuple(charge.person.player for charge in charges if not charge.waived),
            let_off=tuple(charge.person.name for charge in charges if charge.waived),
            unpaid={charge.person.player: charge.unpaid for charge in charges if charge.unpaid and not charge.waived},
        )
        for fee_key, charges in charges_by_fee.items()
    }


# --- Who ended where -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Winner:
    """Somebody who gets money: `player` is the player's key, `cents` the amount."""

    player: int
    name: str
    players: tuple[str, ...]
    seat: str
    cents: int


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The ranks and places of an event, by the keys of its entries.

    `ranks` are pairs of entry and rank. They are `official` once the qualifiers are posted; before, they follow from
    the cards so far. `places` are the entries that ended at each place of the playoffs. `qualifiers` is the number of
    qualifiers. Several `high_nonqualifiers` share that place. `kept` are the cards corrected after posting that the
    posted list ignores.
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
        """How many entrants have a rank or will have one: everybody except no-shows and those who wait for a place."""
        return sum(1 for entry in self.entries.values() if entry.status not in Entry.NOT_STARTED)

    def winner(self, entry: int, cents: int) -> Winner:
        """The winner of so many cents, by the key of the entry."""
        row = self.entries[entry]
        return Winner(row.player_id, row.name, tuple(row.names), row.seat, cents)


def _outcome(event: Event, *, final: bool) -> _Outcome:
    """The ranks and places of an event. Before posting, the number of qualifiers is the quota."""
    entries = {entry.pk: entry for entry in Entry.objects.of(event).with_people()}
    if event.posted_at is None:
        ranks: tuple[tuple[int, int], ...] = ()
        if event.cards_begun_at:
            sheet_now = sheet(event)
            ranks = tuple((sheet_now.entries[place.seat].pk, place.rank) for place in sheet_now.places)
        outcome = _Outcome(
            event=event,
            entries=entries,
            ranks=ranks,
            official=False,
            places={},
            qualifiers=0,
            high_nonqualifiers=(),
        )
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
        places={place: tuple(entry_keys) for place, entry_keys in places.items()},
        qualifiers=sum(1 for result in results if result.seed is not None),
        high_nonqualifiers=tuple(result.entry_id for result in high_nonqualifiers(results)),
        kept=kept_corrections(event),
    )


# --- Prizes ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PrizeShown:
    """One prize of `cents` each. `people` is how many can get it, and `who` are the winners it has already.

    `entrant` is the number of the entrant who gets a named prize. `shared_with` is set for the prize of a rank whose
    money tied people share at a better rank: it is that rank, and the money counts there.
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
        """The total for all people who can get it, in cents."""
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
    """The prizes in the order of the table, and the cents of them that tied people cannot divide."""
    rows = list(Prize.objects.filter(event=outcome.event).select_related("entry"))
    cents_by_rank = {row.place: row.cents for row in rows if row.kind == Prize.Kind.RANK}
    entries_by_rank = _by_rank(outcome, None)
    amounts = [cents_by_rank.get(place, 0) for place in range(1, len(entries_by_rank) + 1)] if cents_by_rank else []
    shares = shared_out(amounts, [rank for _entry, rank in entries_by_rank])
    winners_by_rank: dict[int, list[Winner]] = defaultdict(list)
    shared_with: dict[int, int] = {}
    if outcome.official:
        for place, (_entry, rank) in enumerate(entries_by_rank, start=1):
            shown_at = _rank_of_prize_shown(rank, cents_by_rank)
            if place in cents_by_rank and place != shown_at:
                shared_with[place] = shown_at
        for (entry, rank), cents in zip(entries_by_rank, shares, strict=True):
            if cents:
                winners_by_rank[_rank_of_prize_shown(rank, cents_by_rank)].append(outcome.winner(entry, cents))
    prizes = [_prize(row, outcome, winners_by_rank, shared_with.get(row.place or 0)) for row in rows]
    sorted_prizes = tuple(sorted(prizes, key=lambda prize: (_ORDER[prize.kind], prize.place or 0)))
    odd_of_ranks = indivisible(amounts, shares) if outcome.official else 0
    odd_below_line = sum(prize.cents - prize.awarded for prize in sorted_prizes if prize.kind == _HNQ and prize.who)
    return sorted_prizes, odd_of_ranks + odd_below_line


_HNQ = Prize.Kind.HIGH_NONQUALIFIER
_ORDER = {kind: place for place, kind in enumerate(Prize.Kind.values)}


def _rank_of_prize_shown(rank: int, cents_by_rank: Mapping[int | None, int]) -> int:
    """The rank under whose prize the winnings of people at `rank` are shown: the first rank from `rank` downward that
    has a prize.

    Tied people may fill places below their own rank.
    """
    return min((place for place in cents_by_rank if place is not None and place >= rank), default=rank)


def _prize(
    row: Prize, outcome: _Outcome, winners_by_rank: Mapping[int, Sequence[Winner]], shared_with: int | None
) -> PrizeShown:
    """A prize with its winners. `shared_with` is as in `PrizeShown`, for the prize of a rank."""
    people = 1
    sharing = len(outcome.high_nonqualifiers)
    who: tuple[Winner, ...] = ()
    if row.kind == Prize.Kind.PLACE:
        people = people_at(row.place or 0, outcome.qualifiers)
        who = tuple(outcome.winner(entry, row.cents) for entry in outcome.places.get(row.place or 0, ()))
    elif row.kind == Prize.Kind.RANK:
        who = tuple(winners_by_rank.get(row.place or 0, ()))
        people = int((row.place or 0) <= outcome.started)
    elif row.kind == _HNQ:
        shares = shared_out([row.cents], [1] * sharing)
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
            row.kind,
            row.place,
            row.name,
            sharing if row.kind == _HNQ else people,
            as_posted=bool(outcome.kept),
        ),
        cents=row.cents,
        people=people,
        entrant=row.entry.number if row.entry else None,
        who=tuple(winner for winner in who if winner.cents),
        shared_with=shared_with if row.kind == Prize.Kind.RANK else None,
    )


def prizes_mark(event: Event) -> str:
    """A hash of the table of prizes, for the optimistic lock."""
    rows = list(
        Prize.objects.filter(event=event).order_by("pk").values_list("kind", "place", "name", "cents", "entry__number")
    )
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:12]


def pool_mark(plan: PoolPlan | None) -> str:
    """A hash of the plan of a pool, for the optimistic lock; empty without a plan."""
    if plan is None:
        return ""
    columns = [plan.type, plan.ratio, list(plan.by_hand), plan.reason]
    return hashlib.sha256(json.dumps(columns).encode()).hexdigest()[:12]


def _by_rank(outcome: _Outcome, players: frozenset[int] | None) -> list[tuple[int, int]]:
    """Pairs of entry and rank, best first; with `players`, only the entries of these players."""
    ranks = [
        (entry, rank) for entry, rank in outcome.ranks if players is None or outcome.entries[entry].player_id in players
    ]
    return sorted(ranks, key=lambda pair: (pair[1], outcome.entries[pair[0]].number))


# --- Pools -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PoolPlace:
    """One place of a pool: the amount by its type (`given`), the amount of its plan (`cents`), and the winner."""

    place: int
    given: int
    cents: int
    who: Winner | None

    @property
    def paid(self) -> int:
        """The amount that the winner of this place gets; the share of it if a rank is shared."""
        return self.who.cents if self.who else self.cents


@dataclass(frozen=True, slots=True)
class PoolShown:
    """One pool. `type` is empty while it has no plan; `official` once the qualifiers are posted.

    `people` is the number of those who take it, and `owed` what is owed for it. `fund` is the money to be paid out.

    These are people: `unpaid` (name and cents) have not paid yet. `let_off` do not take part, because of a waiver.
    `absent` take part but have no rank. `no_shows` (player key and name) take part but are marked as no-shows.

    `odd` is the number of cents that tied people cannot divide; they stay in the fund.
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
        """The places, without their winners until the ranks are official."""
        return self.places if self.official else tuple(replace(place, who=None) for place in self.places)

    @property
    def players_not_here(self) -> list[int]:
        return [player for player, _name in self.no_shows]

    @property
    def planned(self) -> int:
        """The sum that the plan pays out, in cents."""
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


def _pools(outcome: _Outcome, dues: Mapping[int, FeeDue]) -> tuple[PoolShown, ...]:
    fees = Fee.objects.filter(event=outcome.event, kind__in=POOLS).select_related("pool").order_by("pk")
    return tuple(_pool(fee, outcome, dues.get(fee.pk, NOTHING_DUE)) for fee in fees)


def _pool(fee: Fee, outcome: _Outcome, due: FeeDue) -> PoolShown:
    """A pool with what its places pay, and their winners by rank among the people who take it."""
    plan: PoolPlan | None = getattr(fee, "pool", None)
    names = {entry.player_id: entry.name for entry in outcome.entries.values()}
    amounts_by_type = _amounts_by_type(plan, people=len(due.takers), fee=fee.cents)
    by_hand = tuple(plan.by_hand) if plan else ()
    amounts = by_hand or amounts_by_type
    takers = frozenset(due.takers)
    all_no_shows = {entry.player_id for entry in outcome.entries.values() if entry.status == Entry.Status.NO_SHOW}
    no_shows = all_no_shows & takers
    takers_by_rank = _by_rank(outcome, takers)
    shares = shared_out(amounts, [rank for _entry, rank in takers_by_rank])
    winners = [outcome.winner(entry, cents) for (entry, _rank), cents in zip(takers_by_rank, shares, strict=True)]
    paid_count = sum(1 for winner in winners if winner.cents)
    ranked_players = {winner.player for winner in winners}
    # Before anybody has a rank, nobody counts as absent.
    absent = takers - ranked_players - no_shows if outcome.ranks else set()
    return PoolShown(
        fee=fee.pk,
        name=fee.name,
        kind=fee.kind,
        label=fee.get_kind_display(),
        cents=fee.cents,
        optional=fee.optional,
        people=len(due.takers),
        fund=len(due.takers) * fee.cents,
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
            for place in range(max(len(amounts), paid_count))
        ),
        official=outcome.official,
        unpaid=tuple(sorted((names[player], cents) for player, cents in due.unpaid.items())),
        let_off=due.let_off,
        absent=tuple(sorted(names[player] for player in absent)),
        no_shows=tuple(sorted(((player, names[player]) for player in no_shows), key=itemgetter(1))),
        odd=indivisible(amounts, shares) if outcome.official else 0,
    )


def _amounts_by_type(plan: PoolPlan | None, *, people: int, fee: int) -> tuple[int, ...]:
    """The amounts that the type of the plan gives; none without a plan."""
    return pool_amounts(Pool(plan.type), people=people, fee=fee, ratio=plan.ratio) if plan else ()


# --- The event -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EventAwards:
    """What an event pays out.

    `entrants` is the number of entrants except no-shows. `qualifiers` is the number of posted qualifiers; before
    posting, how many there will be. `kept` are cards corrected after posting, which the ranks and the high nonqualifier
    ignore. `odd` is the number of cents of prizes that tied people cannot divide, so that nobody gets them.
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
        """A sentence for each prize of a rank that nobody can reach, with the reason."""
        return tuple(
            settling_words.rank_out_of_reach(prize.place or 0, self.entrants)
            for prize in self.prizes
            if prize.kind == Prize.Kind.RANK and not prize.people
        )

    @property
    def q_pools_said(self) -> str:
        """A warning if the event has more Q-pools than usual, else empty."""
        names = [pool.name for pool in self.pools if pool.kind == Fee.Kind.Q_POOL]
        return settling_words.too_many_q_pools(names) if len(names) > USUAL_Q_POOLS else ""

    @property
    def prizes_planned(self) -> int:
        """The sum of all prizes, without the odd cents."""
        return sum(prize.planned for prize in self.prizes) - self.odd


def event_awards(event: Event, dues: Mapping[int, FeeDue], *, final: bool = True) -> EventAwards:
    """The prizes and pools of an event. `dues` are what is owed for its fees, by fee key.

    Without `final`, the prizes of the final have no winners.
    """
    outcome = _outcome(event, final=final)
    prizes, odd = _prizes(outcome)
    return EventAwards(
        event=event,
        entrants=outcome.started,
        qualifiers=outcome.qualifiers,
        official=outcome.official,
        prizes=prizes,
        pools=_pools(outcome, dues),
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
