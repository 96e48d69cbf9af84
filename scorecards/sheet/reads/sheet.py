"""Everything that the rules need from one event, read in a constant number of queries, and their results."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Q

from scorecards.models import Discrepancy, Scorecard, ScoreLine, TieBreakPlace
from scorecards.sheet.reads.chain import chain_of_event
from scorecards.sheet.reads.phone import ContraryLine, Upheld, contrary_lines, removals, told_apart_from_awards, upheld
from scorecards.sheet.reads.readings import readings
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
from scorecards.sheet.rules.looks import find_not_typed
from scorecards.sheet.rules.obstacles import Leftover, find_leftover, find_posting_obstacles, find_undecided
from scorecards.sheet.rules.phone import Claim
from scorecards.sheet.rules.ranking import Chain, Place, below_all
from scorecards.sheet.rules.tally import Card, OwnTotals, find_total_flags, has_ended, tally
from tournaments.day.reads import schedule as schedule_reads
from tournaments.models import Entry, Event
from tournaments.rules.finding import Finding
from tournaments.rules.seat import seat_order

Values = dict[str, Any]

NO_CARD_VERSION = 0


@dataclass(frozen=True, slots=True)
class CardFacts:
    """The recorded facts about one card besides its lines; `typist` is the primary key of the account of `typed_by`."""

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
    """One event's cards and decisions as plain values, with the results of the rules (computed on first use)."""

    event: Event
    entries: Mapping[str, Entry]
    cards: Mapping[str, Card]
    facts: Mapping[str, CardFacts]
    decisions: Mapping[HandDecision, Discrepancy]
    playoffs: tuple[tuple[str, ...], ...]
    not_ranked: frozenset[str]
    until: datetime | None = None
    """The moment of this state: later readings do not belong to it. None for the present state."""
    told: Mapping[str, Mapping[int, Claim]] = field(default_factory=dict)
    """Players' claims by phone, in an event with phones instead of paper before posting; else, and on a ladder, empty."""
    removals: Mapping[tuple[int, tuple[str, str]], str] = field(default_factory=dict)
    """The games in which a player was removed from play, as `cross_check` takes them."""
    upheld: Mapping[CardLine, Upheld] = field(default_factory=dict)
    """The decisions in such an event that a line of a card stands against the claim by phone, by line."""

    @property
    def chain(self) -> Chain:
        """What ranks this event."""
        return chain_of_event(self.event)

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
            skunks=self.event.skunks,
            decisions=tuple(self.decisions),
            playoffs=self.playoffs,
            not_ranked=self.not_ranked,
            removals=self.removals,
        )

    @cached_property
    def waiting(self) -> frozenset[str]:
        """The seats whose card is still awaited and has no recorded line."""
        # A ladder awaits no cards: a team that has sat out so far is level with others that have no points.
        if self.event.is_ladder:
            return frozenset()
        return frozenset(
            seat
            for seat, card in self.cards.items()
            if seat not in self.not_ranked and not card.lines and not card.complete
        )

    @cached_property
    def playing(self) -> tuple[str, ...]:
        """The seats that have a card to turn in, in seat order."""
        return tuple(seat for seat in self.cards if seat not in self.not_ranked)

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """The seats whose card is not in, or not complete, in seat order: every page counts cards by this."""
        return tuple(seat for seat in self.playing if not self.cards[seat].complete)

    @cached_property
    def not_typed(self) -> Mapping[CardLine, str]:
        """The lines that are not typed although the other card has the game, each with the seat of that card.

        Empty once the qualifiers are posted. The queries of `readings` where there can be one.
        """
        if self.event.posted_at is not None or not find_not_typed(self.crosscheck, {}):
            return {}
        return find_not_typed(self.crosscheck, readings(self.event, until=self.until))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The ranking in force; awaited cards come last.

        Once the cross-check has begun, its proposals count; before that, the cards count as recorded.
        """
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
        """Each seat's position relative to the line; awaited cards are nonqualifiers."""
        ranked = [place for place in self.places if place.seat not in self.waiting]
        return {**statuses(ranked, self.quota), **dict.fromkeys(self.waiting, Status.NONQUALIFIER)}

    @cached_property
    def obstacles(self) -> tuple[Finding, ...]:
        """Everything that blocks posting the qualifiers. The cross-check of a ladder begins with posting."""
        findings: tuple[Finding, ...] = ()
        if not self.event.cross_checked_at and not self.event.is_ladder:
            findings = (Finding("not_cross_checked"),)
        if not self.places:
            return (*findings, Finding("no_entrants"))
        posting_obstacles = find_posting_obstacles(
            self.crosscheck, every_place_counts=self.event.is_ladder, not_typed=self.not_typed
        )
        return (*findings, *posting_obstacles, *self.undecided)

    @cached_property
    def contrary(self) -> tuple[ContraryLine, ...]:
        """The lines that differ from their players' claims by phone, where neither has precedence."""
        typed = {seat: {line.game: line for line in card.lines} for seat, card in self.cards.items() if card.lines}
        entrants = {seat: entry.number for seat, entry in self.entries.items() if seat not in self.not_ranked}
        return contrary_lines(self.event, typed, self.told, self.upheld, entrants)

    @cached_property
    def undecided(self) -> tuple[Finding, ...]:
        """A finding for each `contrary` line that nobody has decided yet: posting waits for it."""
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
        return find_leftover(self.crosscheck, self.obstacles, self.not_typed)


@dataclass(frozen=True, slots=True)
class Seated:
    """Who has a seat: the seats by the primary keys of the entries, and the seats of those who withdrew."""

    seats: Mapping[int, str]
    withdrawn: frozenset[str]


def seated(event: Event) -> Seated:
    """Who has a seat in this event; one query that makes no model objects."""
    rows = Entry.objects.of(event).filter(table__isnull=False).values_list("pk", "table", "seat_number", "status")
    people = {pk: (f"{table}-{number}", status) for pk, table, number, status in rows}
    withdrawn = (seat for seat, status in people.values() if status == Entry.Status.WITHDRAWN)
    return Seated({pk: seat for pk, (seat, _status) in people.items()}, frozenset(withdrawn))


def sheet_for(event: Event, seat: str) -> Sheet:
    """A sheet that is sufficient to show this seat's card: before the cross-check, it has that card alone.

    On a ladder it has all cards: they are compared while it is played.
    """
    return sheet(event) if event.cross_checked_at or event.is_ladder else sheet(event, only=[seat])


def sheet_of_games(event: Event, seats: Collection[str], known: Seated) -> Sheet:
    """A sheet with the cards of these seats and of all their opponents according to either card.

    Only the games of `seats` are correct in it: all other cards are empty, and their seats are not ranked.
    """
    pks = {pk for pk, seat in known.seats.items() if seat in seats}
    lines = ScoreLine.objects.filter(Q(card__entry__in=pks) | Q(opponent__in=pks), card__entry__event=event)
    pks_and_opponents = pks.union(*lines.values_list("card__entry", "opponent"))
    included_seats = {known.seats[pk] for pk in pks_and_opponents if pk is not None}
    partial_sheet = sheet(event, only=included_seats, known=known)
    return replace(partial_sheet, not_ranked=frozenset(partial_sheet.cards.keys() - included_seats))


def sheet(event: Event, *, only: Collection[str] = (), known: Seated | None = None) -> Sheet:
    """Read everything that the rules need from this event, in a constant number of queries.

    With `only`, it has the cards of these seats: other cards are empty, or missing. Decisions and playoffs are left out,
    unless `known` says who has a seat.
    """
    seated_entries = Entry.objects.of(event).filter(table__isnull=False).with_people()
    if known is not None:
        seated_entries = seated_entries.filter(pk__in=[pk for pk, seat in known.seats.items() if seat in only])
    elif only:
        owners = Entry.objects.of(event).at_seats(only)
        opponents = ScoreLine.objects.filter(card__entry__in=owners, opponent__isnull=False).values("opponent")
        seated_entries = seated_entries.filter(Q(pk__in=owners.values("pk")) | Q(pk__in=opponents))
    entries = {entry.seat: entry for entry in seated_entries}
    has_decisions = not only or known is not None
    if known is None:
        withdrawn = (seat for seat, entry in entries.items() if entry.status == Entry.Status.WITHDRAWN)
        known = Seated({entry.pk: seat for seat, entry in entries.items()}, frozenset(withdrawn))
    seats = known.seats
    lines: dict[str, list[Line]] = {}
    lines_of_event = ScoreLine.objects.filter(card__entry__event=event)
    card_rows = Scorecard.objects.filter(entry__event=event)
    if only:
        lines_of_event = lines_of_event.filter(card__entry__in=[entries[seat] for seat in only])
        card_rows = card_rows.filter(entry__in=[entries[seat] for seat in only])
    for entry_id, game, opponent_id, points, plus, minus in lines_of_event.order_by("card", "game").values_list(
        "card__entry", "game", "opponent", "points", "plus", "minus"
    ):
        opponent = seats[opponent_id] if opponent_id else None
        lines.setdefault(seats[entry_id], []).append(Line(game, opponent, points, plus, minus))
    again: dict[str, frozenset[int]] = {}
    facts: dict[str, CardFacts] = {}
    for card in card_rows:
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
    last_games = schedule_reads.left_after(event, entries.values())
    cards: dict[str, Card] = {}
    for seat in sorted(seats.values(), key=seat_order):
        games = None if counted is None else counted.get(seat, frozenset())
        entry = entries.get(seat)
        if entry is None:
            cards[seat] = Card(seat, (), games, event.games)
            continue
        cards[seat] = Card(
            seat,
            tuple(lines.get(seat, ())),
            games,
            event.games,
            withdrawn=entry.status == Entry.Status.WITHDRAWN,
            left_after=last_games.get(seat),
            ends=ends(entry, facts.get(seat, CardFacts()), last_games, len(lines.get(seat, ()))),
            again=again.get(seat, frozenset()),
            skunks=event.skunks,
        )
    absent = frozenset(seat for seat, e in entries.items() if e.status == Entry.Status.NO_SHOW)
    decisions: dict[HandDecision, Discrepancy] = {}
    playoff_orders: dict[int, list[str]] = {}
    # Before the cross-check, single cards are part of no decision or tie.
    if has_decisions and (event.cross_checked_at or not only):
        rows = Discrepancy.objects.filter(event=event, withdrawn_at__isnull=True).order_by("pk")
        decisions = {hand_decision(row, seats): row for row in rows}
        tie_places = TieBreakPlace.objects.filter(tiebreak__event=event).order_by("tiebreak", "place")
        for tiebreak, entry_id in tie_places.values_list("tiebreak", "entry"):
            playoff_orders.setdefault(tiebreak, []).append(seats[entry_id])
    phone_values: dict[str, Any] = {}
    # On a ladder the desk records results itself, which decide against the phones.
    waits_for_phones = event.phones == Event.Phones.INSTEAD and not event.is_ladder
    if waits_for_phones and event.posted_at is None and not only:
        phone_values = {"told": told_apart_from_awards(event), "upheld": upheld(event)}
    return Sheet(
        event,
        entries,
        cards,
        facts,
        decisions,
        playoffs=tuple(tuple(order) for order in playoff_orders.values()),
        not_ranked=absent,
        removals=removals(event, known.withdrawn, seats.values()),
        **phone_values,
    )


def of_those_who_came_back(facts: Mapping[str, CardFacts], left_at: Mapping[str, datetime]) -> dict[str, CardFacts]:
    """The facts of cards that somebody declared ended before the player came back and left again, by seat.

    In these facts the card has not ended. `left_at` is when each player last left, by seat.
    """
    return {
        seat: replace(card_facts, ended_at=None)
        for seat, card_facts in facts.items()
        if card_facts.ended_at is not None and card_facts.ended_at < left_at.get(seat, card_facts.ended_at)
    }


def ends(entry: Entry, facts: CardFacts, last_games: Mapping[str, int], lines: int) -> bool:
    """Whether no more lines are expected on this card: always for a no-show, never for a player who still plays.

    For a withdrawn player `has_ended` decides. `last_games` are the last games of players who left, by seat, and
    `lines` is the number of typed lines.
    """
    if entry.status != Entry.Status.WITHDRAWN:
        return entry.status == Entry.Status.NO_SHOW
    return has_ended(
        is_said=facts.ended_at is not None,
        whole=facts.source != Scorecard.Source.PAPER,
        left_after=last_games.get(entry.seat),
        lines=lines,
    )


def hand_decision(row: Discrepancy, seats: Mapping[int, str]) -> HandDecision:
    """The decision of this row as a value for the rules; `seats` are by the entries' primary keys."""
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
