"""Fetches cards and decisions, hands them to the rules, and gives what pages, API and jobs show.

A `Sheet` is everything the rules need of one event, read in a constant number of queries.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db import transaction
from django.utils import timezone

from scorecards import words
from scorecards.models import Discrepancy, QualifyingResult, Scorecard, ScoreLine, StandingsSnapshot, TieBreakPlace
from scorecards.rules.basis import basis_record, read_basis
from scorecards.rules.crosscheck import (
    ComparedGame,
    CrossCheck,
    DecisionKind,
    HandDecision,
    Lines,
    State,
    cross_check,
    find_posting_obstacles,
    recorded_standings,
)
from scorecards.rules.cut import Status, statuses
from scorecards.rules.discrepancy import Outcome
from scorecards.rules.line import Line, find_line_flags, format_points, format_spread
from scorecards.rules.tally import Card, OwnTotals, Tally, find_total_flags, tally
from scorecards.rules.tiebreak import Place, tied_groups
from tournaments import reads as tournament_reads
from tournaments.models import Entry, Event
from tournaments.rules.finding import Finding
from tournaments.rules.quota import quota as one_in_four
from tournaments.rules.seat import seat_order

Values = dict[str, Any]

NO_CARD_VERSION = 0


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What is kept of one card beside its lines."""

    version: int = NO_CARD_VERSION
    own: OwnTotals = field(default_factory=OwnTotals)
    typed_at: datetime | None = None


@dataclass(frozen=True)
class Sheet:
    """One event's cards and decisions as plain values, and what the rules make of them (computed when first asked)."""

    event: Event
    entries: Mapping[str, Entry]
    cards: Mapping[str, Card]
    facts: Mapping[str, CardFacts]
    decisions: Mapping[HandDecision, Discrepancy]
    playoffs: tuple[tuple[str, ...], ...]
    not_ranked: frozenset[str]

    @property
    def quota(self) -> int:
        """How many qualify: one in four of those who started, or the director's exemption (13.2.b)."""
        return self.event.quota_exemption or one_in_four(len(self.cards) - len(self.not_ranked))

    @cached_property
    def crosscheck(self) -> CrossCheck:
        """The whole cross-check, by the rules, from the cards as recorded and the decisions in force."""
        return cross_check(
            self.cards,
            quota=self.quota,
            edition=self.event.edition,
            decisions=tuple(self.decisions),
            playoffs=self.playoffs,
            not_ranked=self.not_ranked,
        )

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The ranking that holds now: with proposals once the cross-check has begun, before that the cards as counted."""
        if self.event.cross_checked_at:
            return self.crosscheck.places
        return recorded_standings(
            self.cards, edition=self.event.edition, playoffs=self.playoffs, not_ranked=self.not_ranked
        )

    @cached_property
    def statuses(self) -> Mapping[str, Status]:
        """Where each seat lies towards the line."""
        return self.crosscheck.statuses if self.event.cross_checked_at else statuses(self.places, self.quota)

    @cached_property
    def obstacles(self) -> tuple[Finding, ...]:
        """Everything that stands in the way of posting the qualifiers."""
        found: tuple[Finding, ...] = ()
        if not self.event.cross_checked_at:
            found = (Finding("not_cross_checked", rule="13.2.a"),)
        if not self.places:
            return (*found, Finding("no_entrants"))
        return (*found, *find_posting_obstacles(self.crosscheck))


def sheet_for(event: Event, seat: str) -> Sheet:
    """Enough of the event to show the card of this seat: before the cross-check has begun, that card alone."""
    return sheet(event) if event.cross_checked_at else sheet(event, only=seat)


def sheet(event: Event, *, only: str = "") -> Sheet:
    """Read everything the rules need of this event; with `only` the lines of one card, which nothing is compared with."""
    entries = {e.seat: e for e in Entry.objects.of(event).filter(table__isnull=False).select_related("player")}
    seats = {e.pk: seat for seat, e in entries.items()}
    lines: dict[str, list[Line]] = {}
    wanted = ScoreLine.objects.filter(card__entry__event=event)
    if only:
        wanted = wanted.filter(card__entry=entries[only])
    for entry_id, game, opponent_id, points, plus, minus in wanted.order_by("card", "game").values_list(
        "card__entry", "game", "opponent", "points", "plus", "minus"
    ):
        opponent = seats[opponent_id] if opponent_id else None
        lines.setdefault(seats[entry_id], []).append(Line(game, opponent, points, plus, minus))
    facts = {
        seats[card.entry_id]: CardFacts(
            card.version,
            OwnTotals(card.own_game_points, card.own_games_won, card.own_plus, card.own_minus, card.own_net),
            card.typed_at,
        )
        for card in Scorecard.objects.filter(entry__event=event)
    }
    counted = tournament_reads.counted_games(event)
    cards = {
        seat: Card(
            seat,
            tuple(lines.get(seat, ())),
            None if counted is None else counted.get(seat, frozenset()),
            event.games,
            withdrawn=entry.status != Entry.Status.PLAYING,
        )
        for seat, entry in sorted(entries.items(), key=lambda item: seat_order(item[0]))
    }
    absent = frozenset(seat for seat, e in entries.items() if e.status == Entry.Status.NO_SHOW)
    decisions = {
        _hand_decision(row, seats): row
        for row in Discrepancy.objects.filter(event=event, withdrawn_at__isnull=True).order_by("pk")
    }
    groups: dict[int, list[str]] = {}
    for tiebreak, entry_id in (
        TieBreakPlace.objects.filter(tiebreak__event=event)
        .order_by("tiebreak", "place")
        .values_list("tiebreak", "entry")
    ):
        groups.setdefault(tiebreak, []).append(seats[entry_id])
    return Sheet(event, entries, cards, facts, decisions, tuple(tuple(g) for g in groups.values()), absent)


def _hand_decision(row: Discrepancy, seats: Mapping[int, str]) -> HandDecision:
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


# --- Discrepancies ---------------------------------------------------------------------------------------------------


def line_values(line: Line | None) -> Values | None:
    """The three columns of a line in the card's notation; None where there is no line."""
    if line is None:
        return None
    return {
        "points": format_points(line.points),
        "plus": format_spread(line.plus),
        "minus": format_spread(line.minus),
    }


def given_values(resolved: Mapping[str, Any] | None, game: ComparedGame) -> dict[str, Values | None]:
    """What a decision by hand makes stand on each card; a card that it gives nothing keeps its line."""
    found: dict[str, Values | None] = {}
    for seat, recorded in zip(game.seats, game.recorded, strict=True):
        given = resolved[seat] if resolved else None
        found[seat] = line_values(recorded if given is None else Line(game.game, None, **given))
    return found


def discrepancy_id(game: ComparedGame) -> str:
    """The name of a discrepancy: game and both seats, in seat order, `8-A-6-A-16`."""
    return f"{game.game}-{game.seats[0]}-{game.seats[1]}"


def _version(game: ComparedGame, row: Discrepancy | None) -> int:
    """A number that changes exactly when the lines, the proposal or the decision do, in whatever order cards came in.

    It stays below 2**53, so that every JSON reader keeps it exact.
    """
    if game.proposal is None:
        raise ValueError("a game that is not compared yet has no discrepancy")
    told: list[Any] = [basis_record(game.recorded, game.proposal), game.state.value]
    if row is not None:
        told += [row.kind, row.resolved, row.initials, row.reason]
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).digest()
    return int.from_bytes(digest[:6], "big")


@dataclass(frozen=True, slots=True)
class DiscrepancyView:
    """One discrepancy with what people decided about it, for page and API."""

    id: str
    version: int
    game: int
    cards: tuple[str, str]
    outcome: str
    rules: tuple[str, ...]
    state: str
    recorded: dict[str, Values | None]
    resolved: dict[str, Values | None] | None
    initials: str
    reason: str
    decided_by: str
    decided_at: datetime | None


def discrepancy_view(on: Sheet, game: ComparedGame) -> DiscrepancyView:
    """What the API and the desk show of one game that does not plainly agree."""
    if game.outcome is None:
        raise ValueError("a game that is not compared yet has no discrepancy")
    row = on.decisions.get(game.decision) if game.decision else None
    return DiscrepancyView(
        id=discrepancy_id(game),
        version=_version(game, row),
        game=game.game,
        cards=game.seats,
        outcome=game.outcome.value,
        rules=game.rules,
        state=game.state.value,
        recorded={seat: line_values(line) for seat, line in zip(game.seats, game.recorded, strict=True)},
        resolved=None
        if game.resolved is None
        else {seat: line_values(line) for seat, line in zip(game.seats, game.resolved, strict=True)},
        initials=row.initials if row else "",
        reason=row.reason if row else "",
        decided_by=row.decided_by if row else "",
        decided_at=row.decided_at if row else None,
    )


def differing_games(on: Sheet) -> list[ComparedGame]:
    """Every compared game that does not plainly agree, by game, then seats; none before the first cross-check."""
    if not on.event.cross_checked_at:
        return []
    found = [g for g in on.crosscheck.games if g.state not in (State.AGREED, State.PENDING)]
    return sorted(found, key=lambda g: (g.game, *(seat_order(seat) for seat in g.seats)))


def find_game(on: Sheet, game: int, seats: tuple[str, str]) -> ComparedGame | None:
    """The game of these two seats, in either order; None where neither card has it."""
    wanted = tuple(sorted(seats, key=seat_order))
    return next((g for g in on.crosscheck.games if g.game == game and g.seats == wanted), None)


def discrepancies(on: Sheet) -> list[DiscrepancyView]:
    """Every discrepancy of the event, by game, then seats."""
    return [discrepancy_view(on, game) for game in differing_games(on)]


# --- Cards -----------------------------------------------------------------------------------------------------------


def totals(of: Tally) -> dict[str, int]:
    """The five totals by their names in the contract."""
    return {
        "game_points": of.game_points,
        "games_won": of.games_won,
        "plus": of.plus,
        "minus": of.minus,
        "net": of.net,
    }


def _flag(found: Finding, edition: Any, prefix: str = "") -> Values:
    where = f"{prefix}{found.field}".rstrip(".")
    return {"field": where, "code": found.code, "rule": found.rule, "message": words.finding(found)}


def card(on: Sheet, seat: str) -> Values:
    """One card as the contract shows it: as recorded, as it stands, and what is odd about it."""
    of, facts = on.cards[seat], on.facts.get(seat, CardFacts())
    compared = bool(on.event.cross_checked_at)
    standing = on.crosscheck.standing_lines if compared else {}
    lines, flags = [], []
    for index, line in enumerate(of.lines):
        stands = standing.get((seat, line.game))
        shown = line_values(stands.line) if stands else None
        lines.append(
            {
                "game": line.game,
                "opponent": line.opponent or "",
                **(line_values(line) or {}),
                "counted": of.counts(line.game),
                "stands": {**shown, "rules": list(stands.rules), "state": stands.state.value}
                if stands and shown
                else None,
            }
        )
        flags += [_flag(f, on.event.edition, f"lines.{index}.") for f in find_line_flags(line, seat=seat)]
        if compared and (seat, line.game) in on.crosscheck.unnamed:
            unnamed = Finding("names_nobody", "opponent", "12.2", (("game", line.game),))
            flags.append(_flag(unnamed, on.event.edition, f"lines.{index}."))
    counts = tally(of)
    flags += [_flag(f, on.event.edition) for f in find_total_flags(facts.own, counts)]
    return {
        "seat": seat,
        "version": facts.version,
        "complete": of.complete,
        "lines": lines,
        "own_totals": {
            "game_points": facts.own.game_points,
            "games_won": facts.own.games_won,
            "plus": facts.own.plus,
            "minus": facts.own.minus,
            "net": facts.own.net,
        },
        "totals": totals(counts),
        "standing_totals": totals(tally(on.crosscheck.standing_cards[seat]) if compared else counts),
        "flags": flags,
    }


# --- Cross-check and standings ---------------------------------------------------------------------------------------


def crosscheck_summary(on: Sheet) -> Values:
    """What the contract answers to a cross-check."""
    result = on.crosscheck
    return {
        "revision": on.event.revision,
        "complete": result.complete,
        "missing": list(result.missing),
        "quota": result.quota,
        "apparent_qualifiers": list(result.apparent_qualifiers),
        "high_nonqualifier": result.high_nonqualifier,
        "outcomes": {outcome.value: result.outcomes.get(outcome, 0) for outcome in Outcome},
    }


def standings(on: Sheet) -> Values:
    """The standings as the contract shows them, without `current`, which only the moment of asking knows."""
    rows = [
        {
            "rank": place.rank,
            "seat": place.seat,
            "name": on.entries[place.seat].name,
            "game_points": place.tally.game_points,
            "games_won": place.tally.games_won,
            "net": place.tally.net,
            "plus": place.tally.plus,
            "status": on.statuses[place.seat].value,
            "tied": place.tied,
            "decided_by": place.decided_by.value if place.decided_by else None,
        }
        for place in on.places
    ]
    return {
        "revision": on.event.revision,
        "provisional": on.event.posted_at is None,
        "quota": on.quota,
        "cards_in": sum(1 for seat, c in on.cards.items() if seat not in on.not_ranked and c.lines),
        "cards_complete": sum(1 for seat, c in on.cards.items() if seat not in on.not_ranked and c.complete),
        "rows": rows,
    }


def posted_standings(event: Event) -> Values:
    """The official standings, from the frozen rows."""
    results = list(QualifyingResult.objects.filter(event=event).select_related("entry").order_by("rank", "pk"))
    rows = [
        {
            "rank": r.rank,
            "seat": r.entry.seat,
            "name": r.entry.name,
            "game_points": r.game_points,
            "games_won": r.games_won,
            "net": r.net,
            "plus": r.plus,
            "status": r.status,
            "tied": r.tied,
            "decided_by": r.decided_by or None,
        }
        for r in results
    ]
    return {
        "revision": event.revision,
        "provisional": False,
        "quota": sum(1 for r in results if r.seed is not None),
        "cards_in": len(results),
        "cards_complete": len(results),
        "rows": rows,
    }


def level_groups(on: Sheet) -> list[list[Place]]:
    """The groups that cards and head-to-head leave level, whatever playoffs were recorded."""
    without = replace(on, playoffs=())
    return [list(group) for group in tied_groups(without.places)]


def qualifiers(event: Event) -> list[Values]:
    """The posted qualifiers by seed; none before posting."""
    results = QualifyingResult.objects.filter(event=event, seed__isnull=False).select_related("entry").order_by("seed")
    return [{"seed": r.seed, "seat": r.entry.seat, "name": r.entry.name} for r in results]


TRIES_WITHOUT_LOCK = 3


def consistent_standings(event: Event) -> Values:
    """The standings computed from rows that all belong to the revision they are given.

    Somebody may write between two queries. So the revision is read again afterwards; where it moved, once more, and in the
    end with the event locked, so that a hall full of typists cannot put it off for ever.
    """
    for _attempt in range(TRIES_WITHOUT_LOCK):
        before = Event.objects.select_related("tournament").get(pk=event.pk)
        found = _standings_at(before)
        if Event.objects.values_list("revision", flat=True).get(pk=event.pk) == before.revision:
            return found
    with transaction.atomic():
        return _standings_at(Event.objects.locked(event))


def _standings_at(event: Event) -> Values:
    return posted_standings(event) if event.posted_at else standings(sheet(event))


def pack(shown: Mapping[str, Any]) -> bytes:
    """The bytes that are stored and served: compact JSON, compressed, the same for the same standings."""
    text = json.dumps({"current": True, **shown}, separators=(",", ":"), ensure_ascii=False)
    return gzip.compress(text.encode(), compresslevel=6, mtime=0)


def unpack(body: bytes | memoryview) -> Values:
    """The standings that `pack` stored."""
    found: Values = json.loads(gzip.decompress(bytes(body)))
    return found


def latest_snapshot(event: Event) -> StandingsSnapshot | None:
    """The newest stored standings, however old."""
    return StandingsSnapshot.objects.filter(event=event).order_by("-revision").first()


@dataclass(frozen=True, slots=True)
class Served:
    """Standings ready to send: the compressed bytes of the API's answer, and whether a newer revision is under way."""

    revision: int
    current: bool
    computed_at: datetime
    body: bytes

    @property
    def values(self) -> Values:
        return {**unpack(self.body), "current": self.current}


def store_snapshot(event: Event) -> StandingsSnapshot:
    """Compute the standings and keep them under their revision; an older run never replaces a newer one."""
    shown = consistent_standings(event)
    found, _created = StandingsSnapshot.objects.get_or_create(
        event=event,
        revision=shown["revision"],
        defaults={"body": pack(shown), "computed_at": timezone.now()},
    )
    return found


def served_standings(event: Event, *, may_wait: bool) -> Served:
    """The standings to show. `may_wait`: compute them now if what is stored is behind; otherwise only if nothing is stored.

    The public never waits for a computation that is under way; staff, who act on what they see, always see the newest.
    """
    stored = latest_snapshot(event)
    if stored is None or (may_wait and stored.revision < event.revision):
        stored = store_snapshot(event)
    return Served(stored.revision, stored.revision >= event.revision, stored.computed_at, bytes(stored.body))


def names(on: Sheet, seats: Sequence[str]) -> dict[str, str]:
    """The names behind these seats."""
    return {seat: on.entries[seat].name for seat in seats}
