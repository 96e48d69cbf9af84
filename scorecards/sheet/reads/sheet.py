"""Everything the rules need from one event, read in a constant number of queries, and what they make of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Q

from scorecards.models import Discrepancy, Scorecard, ScoreLine, TieBreakPlace
from scorecards.sheet.reads.phone import ContraryLine, Upheld, contrary_lines, removals, told_apart_from_awards, upheld
from scorecards.sheet.rules.basis import read_basis
from scorecards.sheet.rules.crosscheck import (
    CrossCheck,
    DecisionKind,
    HandDecision,
    Lines,
    cross_check,
    recorded_standings,
)
from scorecards.sheet.rules.cut import Status, statuses
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import Place as CardLine
from scorecards.sheet.rules.obstacles import Leftover, find_leftover, find_posting_obstacles, find_undecided
from scorecards.sheet.rules.phone import Said
from scorecards.sheet.rules.ranking import LADDER_CHAIN, Chain, Place, below_all, chain_of
from scorecards.sheet.rules.tally import Card, OwnTotals, find_total_flags, has_ended, tally
from tournaments.day.reads import schedule as schedule_reads
from tournaments.models import Entry, Event
from tournaments.rules.finding import Finding
from tournaments.rules.seat import seat_order

Values = dict[str, Any]

NO_CARD_VERSION = 0


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What is recorded of one card besides its lines; `typist` is the primary key of the account behind `typed_by`."""

    version: int = NO_CARD_VERSION
    own: OwnTotals = field(default_factory=OwnTotals)
    typed_at: datetime | None = None
    typed_by: str = ""
    typist: int | None = None
    received_at: datetime | None = None
    set_aside_at: datetime | None = None
    set_aside_by: str = ""
    set_aside_reason: str = ""
    source: str = Scorecard.Source.PAPER.value
    ended_at: datetime | None = None

    @property
    def is_by_phone(self) -> bool:
        """Whether the card is as its player told it by phone: nobody typed it, and there is no paper."""
        return self.source == Scorecard.Source.PHONE


@dataclass(frozen=True)
class Sheet:
    """One event's cards and decisions as plain values, and what the rules make of them (computed on first use)."""

    event: Event
    entries: Mapping[str, Entry]
    cards: Mapping[str, Card]
    facts: Mapping[str, CardFacts]
    decisions: Mapping[HandDecision, Discrepancy]
    playoffs: tuple[tuple[str, ...], ...]
    not_ranked: frozenset[str]
    until: datetime | None = None
    """The moment of this state, which limits the readings that belong to it; None for now."""
    told: Mapping[str, Mapping[int, Said]] = field(default_factory=dict)
    """Players' claims by phone, where phones stand instead of paper and nothing is posted; else empty."""
    removals: Mapping[tuple[int, tuple[str, str]], str] = field(default_factory=dict)
    """The games in which a player was removed from play, as `cross_check` takes them."""
    upheld: Mapping[CardLine, Upheld] = field(default_factory=dict)
    """The decisions against the phone in such an event, by line."""

    @property
    def chain(self) -> Chain:
        """What ranks this event: the keys of its edition, or those of the partners ladder."""
        return LADDER_CHAIN if self.event.is_ladder else chain_of(self.event.edition)

    @property
    def quota(self) -> int:
        """How many qualify of those who started."""
        return self.event.quota(len(self.cards) - len(self.not_ranked))

    @cached_property
    def crosscheck(self) -> CrossCheck:
        """The whole cross-check by the rules, from the recorded cards and the decisions in force."""
        return cross_check(
            self.cards,
            quota=self.quota,
            edition=self.event.edition,
            chain=self.chain,
            records_spread=self.event.records_spread,
            decisions=tuple(self.decisions),
            playoffs=self.playoffs,
            not_ranked=self.not_ranked,
            removals=self.removals,
        )

    @cached_property
    def waiting(self) -> frozenset[str]:
        """The seats whose card is still awaited, with nothing of it recorded."""
        return frozenset(
            seat
            for seat, card in self.cards.items()
            if seat not in self.not_ranked and not card.lines and not card.complete
        )

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The ranking in force: with proposals once the cross-check has begun, before that by the cards as counted.
        Awaited cards come last."""
        if self.event.cross_checked_at:
            places = self.crosscheck.places
        else:
            places = recorded_standings(
                self.cards,
                edition=self.event.edition,
                chain=self.chain,
                playoffs=self.playoffs,
                not_ranked=self.not_ranked,
            )
        return below_all(places, self.waiting, self.chain) if self.waiting else places

    @cached_property
    def statuses(self) -> Mapping[str, Status]:
        """Each seat's position relative to the line; an awaited card is not tied at it."""
        if self.event.is_ladder and not self.quota:
            return dict.fromkeys((place.seat for place in self.places), Status.NONQUALIFIER)
        ranked = [place for place in self.places if place.seat not in self.waiting]
        return {**statuses(ranked, self.quota), **dict.fromkeys(self.waiting, Status.NONQUALIFIER)}

    @cached_property
    def obstacles(self) -> tuple[Finding, ...]:
        """Everything that blocks posting the qualifiers."""
        findings: tuple[Finding, ...] = ()
        if not self.event.cross_checked_at:
            findings = (Finding("not_cross_checked"),)
        if not self.places:
            return (*findings, Finding("no_entrants"))
        return (*findings, *find_posting_obstacles(self.crosscheck), *self.undecided)

    @cached_property
    def contrary(self) -> tuple[ContraryLine, ...]:
        """The lines that differ from their players' claims by phone, where neither has precedence."""
        typed = {seat: {line.game: line for line in card.lines} for seat, card in self.cards.items() if card.lines}
        entrants = {seat: entry.number for seat, entry in self.entries.items() if seat not in self.not_ranked}
        return contrary_lines(self.event, typed, self.told, self.upheld, entrants)

    @cached_property
    def undecided(self) -> tuple[Finding, ...]:
        """Those of them that nobody has decided yet: posting waits for each."""
        return find_undecided((line.seat, line.game) for line in self.contrary if line.upheld is None)

    @cached_property
    def totals_off(self) -> Mapping[str, Finding]:
        """The complete cards whose own totals differ from their lines, each with the first reason."""
        flags = {
            seat: find_total_flags(self.facts[seat].own, tally(card))
            for seat, card in self.cards.items()
            if seat not in self.not_ranked and card.complete and seat in self.facts
        }
        return {seat: findings[0] for seat, findings in flags.items() if findings}

    @cached_property
    def leftover(self) -> Leftover:
        """The unsettled games that posting does not, or did not, wait for."""
        return find_leftover(self.crosscheck, self.obstacles)


def sheet_for(event: Event, seat: str) -> Sheet:
    """Enough of the event to show this seat's card: before the cross-check, that card alone."""
    return sheet(event) if event.cross_checked_at else sheet(event, only=[seat])


def sheet_of_games(event: Event, seats: Collection[str]) -> Sheet:
    """The cards of these seats and of everybody with whom they have a game by either card. Only their games are right:
    all other cards are missing, and nobody is ranked on them."""
    keys = Entry.objects.of(event).filter(table__isnull=False).values_list("pk", "table", "seat_number")
    seat_of = {pk: f"{table}-{number}" for pk, table, number in keys}
    own = {pk for pk, seat in seat_of.items() if seat in seats}
    met = ScoreLine.objects.filter(Q(card__entry__in=own) | Q(opponent__in=own), card__entry__event=event)
    near = {seat_of[pk] for pk in own.union(*met.values_list("card__entry", "opponent")) if pk is not None}
    on = sheet(event, only=near)
    return replace(on, not_ranked=frozenset(on.cards.keys() - near))


def sheet(event: Event, *, only: Collection[str] = ()) -> Sheet:
    """Read everything the rules need from this event. With `only`, other cards stay empty, and these cards are compared
    with no others."""
    entries = {e.seat: e for e in Entry.objects.of(event).filter(table__isnull=False).with_people()}
    seats = {e.pk: seat for seat, e in entries.items()}
    lines: dict[str, list[Line]] = {}
    lines_of_event = ScoreLine.objects.filter(card__entry__event=event)
    known = Scorecard.objects.filter(entry__event=event)
    if only:
        lines_of_event = lines_of_event.filter(card__entry__in=[entries[seat] for seat in only])
        known = known.filter(entry__in=[entries[seat] for seat in only])
    for entry_id, game, opponent_id, points, plus, minus in lines_of_event.order_by("card", "game").values_list(
        "card__entry", "game", "opponent", "points", "plus", "minus"
    ):
        opponent = seats[opponent_id] if opponent_id else None
        lines.setdefault(seats[entry_id], []).append(Line(game, opponent, points, plus, minus))
    again: dict[str, frozenset[int]] = {}
    facts: dict[str, CardFacts] = {}
    for card in known:
        seat = seats[card.entry_id]
        again[seat] = frozenset(card.again)
        facts[seat] = CardFacts(
            card.version,
            OwnTotals(card.own_game_points, card.own_games_won, card.own_plus, card.own_minus, card.own_net),
            card.typed_at,
            card.typed_by,
            card.typist_id,
            card.received_at,
            card.set_aside_at,
            card.set_aside_by,
            card.set_aside_reason,
            card.source,
            card.ended_at,
        )
    if any(card_facts.ended_at for card_facts in facts.values()):
        facts |= of_those_who_came_back(facts, schedule_reads.left_at(event))
    counted = schedule_reads.counted_games(event)
    left = schedule_reads.left_after(event, entries.values())
    cards = {
        seat: Card(
            seat,
            tuple(lines.get(seat, ())),
            None if counted is None else counted.get(seat, frozenset()),
            event.games,
            withdrawn=entry.status == Entry.Status.WITHDRAWN,
            left_after=left.get(seat),
            ends=ends(entry, facts.get(seat, CardFacts()), left, len(lines.get(seat, ()))),
            again=again.get(seat, frozenset()),
        )
        for seat, entry in sorted(entries.items(), key=lambda item: seat_order(item[0]))
    }
    absent = frozenset(seat for seat, e in entries.items() if e.status == Entry.Status.NO_SHOW)
    # Before the cross-check, single cards are part of no decision or tie.
    apart = bool(only) and not event.cross_checked_at
    rows = Discrepancy.objects.filter(event=event, withdrawn_at__isnull=True).order_by("pk")
    decisions = {hand_decision(row, seats): row for row in rows} if not apart else {}
    ties = TieBreakPlace.objects.filter(tiebreak__event=event).order_by("tiebreak", "place")
    groups: dict[int, list[str]] = {}
    for tiebreak, entry_id in ties.values_list("tiebreak", "entry") if not apart else ():
        groups.setdefault(tiebreak, []).append(seats[entry_id])
    of_phones: dict[str, Any] = {}
    if event.phones == Event.Phones.INSTEAD and event.posted_at is None and not only:
        of_phones = {"told": told_apart_from_awards(event), "upheld": upheld(event)}
    playoffs = tuple(tuple(g) for g in groups.values())
    gone = removals(event, entries)
    return Sheet(event, entries, cards, facts, decisions, playoffs, absent, removals=gone, **of_phones)


def of_those_who_came_back(facts: Mapping[str, CardFacts], left_at: Mapping[str, datetime]) -> dict[str, CardFacts]:
    """The facts of cards said to end before their player came back and left again, without that ending."""
    return {
        seat: replace(card_facts, ended_at=None)
        for seat, card_facts in facts.items()
        if card_facts.ended_at is not None and card_facts.ended_at < left_at.get(seat, card_facts.ended_at)
    }


def ends(entry: Entry, facts: CardFacts, left: Mapping[str, int], lines: int) -> bool:
    """Whether no more lines are expected: never for a no-show, for a withdrawn player once everything is typed."""
    if entry.status != Entry.Status.WITHDRAWN:
        return entry.status == Entry.Status.NO_SHOW
    whole = facts.source != Scorecard.Source.PAPER
    return has_ended(is_said=facts.ended_at is not None, whole=whole, left_after=left.get(entry.seat), lines=lines)


def hand_decision(row: Discrepancy, seats: Mapping[int, str]) -> HandDecision:
    """A decision as the rules take it; `seats` are by the entries' primary keys."""
    recorded, proposal = read_basis(row.basis)
    pair = (seats[row.first_id], seats[row.second_id])
    resolved: Lines | None = None
    if row.resolved is not None:
        first, second = (
            Line(row.game, other, **row.resolved[seat]) if row.resolved[seat] is not None else None
            for seat, other in (pair, pair[::-1])
        )
        resolved = (first, second)
    return HandDecision(row.game, pair, DecisionKind(row.kind), recorded, proposal, resolved)
