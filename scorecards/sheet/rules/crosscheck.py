"""The whole cross-check: every game on both its cards, and the apparent qualifiers.

A *game* here is one game number of one pair of seats, where at least one of the two lines names the other. It is
*pending* while one of the two cards is incomplete. *Apparent qualifiers* are those within the quota on the cards as
recorded, and those who come within it as corrections are made; nobody leaves. They are not the qualifiers, who follow
from the corrected cards. A *hand decision* is bound to the two lines and the resolution it was made on. It is in force
only while both are unchanged, and while it claims no line that belongs to another game.

Ours, where the rulebook is silent: that loop, and that a card has one game of a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import compress, product
from types import MappingProxyType
from typing import NamedTuple

from scorecards.sheet.rules.cut import Status, apparent_qualifiers, high_nonqualifier, statuses
from scorecards.sheet.rules.discrepancy import (
    REMOVAL_RULE,
    Outcome,
    Resolution,
    referral_rule,
    resolve,
    resolve_awarded,
)
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.ranking import Chain, Place, chain_of, rank
from scorecards.sheet.rules.tally import Card, tally, tally_lines
from tournaments.rules.citations import OURS
from tournaments.rules.edition import Edition
from tournaments.rules.seat import seat_order

Lines = tuple[Line | None, Line | None]
"""The two lines of one game, in the order of its seats; None where a card has none for it."""


class State(StrEnum):
    """How far the work on one game is."""

    AGREED = "agreed"
    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    OVERRIDDEN = "overridden"
    OPEN = "open"
    PENDING = "pending"


class DecisionKind(StrEnum):
    """The kinds of decisions on a game."""

    ACCEPTED = "accepted"
    OVERRIDDEN = "overridden"
    REFERRED = "referred"


@dataclass(frozen=True, slots=True)
class HandDecision:
    """A decision on one game, with the two lines and the resolution that it was made on.

    `seats` are in seat order. `resolved` has the values that an override gives each card (only points and spread are
    used; None leaves that card as it is); other kinds have none.
    """

    game: int
    seats: tuple[str, str]
    kind: DecisionKind
    basis_recorded: Lines
    basis_resolution: Resolution
    resolved: Lines | None = None

    def __post_init__(self) -> None:
        if (self.kind is DecisionKind.OVERRIDDEN) != (self.resolved is not None):
            raise ValueError("an override gives values, another decision gives none")
        if self.kind is DecisionKind.ACCEPTED and self.basis_resolution.lines is None:
            raise ValueError("a referral, and what is unsettled, is decided by values, not by accepting it")


def cites(rules: tuple[str, ...], readings: Sequence[str]) -> tuple[str, ...]:
    """The citations shown beside a game: the numbers of its rules, and `OURS` where some of it is ours.

    >>> cites(("12.2.e",), ["larger_amount"]), cites(("12.2.a",), [])
    (('12.2.e', 'ours'), ('12.2.a',))
    """
    return (*rules, OURS) if readings else rules


# There are thousands of games and lines, and a named tuple is several times faster to make than a frozen dataclass.
class ComparedGame(NamedTuple):
    """One game of one pair of seats, in seat order.

    `proposal` is what the rules make of it, None while it is pending. `outcome` and `rules` are those of the proposal,
    even where its values were overridden, or those of a referral by hand. `resolved` are the lines in force, decisions
    included; None while the game is pending, or open and undecided. `said` tells for which of the two cards a decision
    gives the line.
    """

    game: int
    seats: tuple[str, str]
    recorded: Lines
    proposal: Resolution | None
    outcome: Outcome | None
    rules: tuple[str, ...]
    resolved: Lines | None
    state: State
    decision: HandDecision | None = None
    said: tuple[bool, bool] = (False, False)
    is_awarded: bool = False

    @property
    def is_unsettled(self) -> bool:
        """Whether results alone leave it open, so that checkers decide it at the desk, not the head judge."""
        return self.outcome is Outcome.UNSETTLED

    @property
    def readings(self) -> tuple[str, ...]:
        """Readings of ours in the proposal, by code in `citations`; empty where people decided, or must."""
        if self.proposal is None or self.rules != self.proposal.rules or self.state is State.OVERRIDDEN:
            return ()
        return self.proposal.readings

    @property
    def cites(self) -> tuple[str, ...]:
        """The citations shown beside it: the numbers of its rules, and `OURS` where some of it is ours."""
        return cites(self.rules, self.readings)

    @property
    def is_of_removal(self) -> bool:
        """Whether the rules correct it because one of the two was removed from play in it (11.4.b)."""
        return self.proposal is not None and self.proposal.rules == (REMOVAL_RULE,)


class StandingLine(NamedTuple):
    """A line as it stands after the cross-check, with the rules, the readings and the state of its game."""

    line: Line
    rules: tuple[str, ...]
    state: State
    changed: bool
    readings: tuple[str, ...] = ()

    @property
    def cites(self) -> tuple[str, ...]:
        """The citations shown beside it."""
        return cites(self.rules, self.readings)


@dataclass(frozen=True, slots=True)
class Move:
    """A seat whose fact or position of qualifying was changed by corrections (rule 12.2.i; classic 11.h)."""

    seat: str
    before: Place
    after: Place
    status_before: Status
    status_after: Status


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """The result of the cross-check of a set of cards; provisional unless `complete`.

    `games` are in the order of game and seats. `places` are the standings with every correction counted, even proposed
    ones, and `apparent_qualifiers` are in their order. `standing_lines` has the lines of compared games only. `unnamed`
    are lines (seat, game) with points or an amount that name nobody and that no card names or can still name. `missing`
    are the seats of incomplete cards, `dropped` the decisions not in force any more.
    """

    edition: Edition
    chain: Chain
    quota: int
    cards: Mapping[str, Card]
    records_spread: bool
    games: tuple[ComparedGame, ...]
    standing_lines: Mapping[tuple[str, int], StandingLine]
    standing_cards: Mapping[str, Card]
    places: tuple[Place, ...]
    statuses: Mapping[str, Status]
    apparent_qualifiers: tuple[str, ...]
    high_nonqualifier: str | None
    outcomes: Mapping[Outcome, int]
    unnamed: tuple[tuple[str, int], ...]
    moved: tuple[Move, ...]
    missing: tuple[str, ...]
    dropped: tuple[HandDecision, ...]

    @property
    def complete(self) -> bool:
        """Whether every card is in."""
        return not self.missing


def cross_check(
    cards: Mapping[str, Card],
    *,
    quota: int,
    edition: Edition,
    chain: Chain | None = None,
    records_spread: bool = True,
    decisions: Sequence[HandDecision] = (),
    playoffs: Sequence[Sequence[str]] = (),
    not_ranked: frozenset[str] = frozenset(),
    removals: Mapping[tuple[int, tuple[str, str]], str] = MappingProxyType({}),
) -> CrossCheck:
    """Compare every game on both its cards, find the apparent qualifiers, and rank the corrected cards (rule 12.2).

    `cards` has every seat that a line may name, an entrant without a card as a card without lines. A line that names
    any other seat, or its own, names nobody. `not_ranked` are the seats of no-shows: they have no place, and their
    cards are not missing. `removals` are the games in which one of the two was removed from play, by game and seats in
    seat order, with the winner's seat (11.4.b). Without `records_spread`, results alone are compared. The first ranking
    takes the cards as recorded, without `decisions`; these count from then on. Without a `chain` the edition's ranks. The apparent qualifiers follow from
    cards and decisions alone: a recorded playoff counts in `places`, not for them.
    """
    stack = _Stack(cards, quota, edition, not_ranked, removals, records_spread, chain)
    in_force, claims, dropped = _in_force(stack, decisions)
    qualifiers = stack.qualifiers(in_force, claims)
    settled = _Settled(stack, qualifiers, in_force, claims, stack.indexes)
    places = settled.rank(playoffs)
    compared = tuple(
        _compared(stack, index, qualifiers, in_force.get(index), claims.get(index, _NEITHER), settled.lines[index])
        for index in stack.indexes
    )
    outcomes = dict.fromkeys(Outcome, 0)
    if records_spread:
        del outcomes[Outcome.UNSETTLED]
    for game in compared:
        if game.outcome is not None:
            outcomes[game.outcome] += 1
    return CrossCheck(
        edition=edition,
        chain=stack.chain,
        quota=quota,
        cards=cards,
        records_spread=records_spread,
        games=compared,
        standing_lines={
            place: _standing_line(line, compared[index], is_changed=line is not stack.lines.get(place))
            for place, (line, index) in settled.standing.items()
        },
        standing_cards=settled.cards,
        places=places,
        statuses=statuses(places, quota),
        apparent_qualifiers=tuple(place.seat for place in places if place.seat in qualifiers),
        high_nonqualifier=high_nonqualifier(places, quota),
        outcomes=outcomes,
        unnamed=stack.unnamed(),
        moved=_moved(stack.rank_as_recorded(playoffs), places, quota),
        missing=tuple(seat for seat in stack.seats if not stack.complete[seat]),
        dropped=dropped,
    )


def recorded_standings(
    cards: Mapping[str, Card],
    *,
    edition: Edition,
    chain: Chain | None = None,
    playoffs: Sequence[Sequence[str]] = (),
    not_ranked: frozenset[str] = frozenset(),
) -> tuple[Place, ...]:
    """Rank the cards as recorded and counted, without any correction; `cards` as in `cross_check`."""
    return _Stack(cards, 0, edition, not_ranked, chain=chain).rank_as_recorded(playoffs)


class _Game(NamedTuple):
    game: int
    seats: tuple[str, str]
    recorded: Lines
    pending: bool


class _Stack:
    """The cards of one event, their games, and what the rules make of each game for any apparent qualifiers."""

    def __init__(
        self,
        cards: Mapping[str, Card],
        quota: int,
        edition: Edition,
        not_ranked: frozenset[str],
        removals: Mapping[tuple[int, tuple[str, str]], str] = MappingProxyType({}),
        records_spread: bool = True,
        chain: Chain | None = None,
    ) -> None:
        if quota < 0:
            raise ValueError(f"a quota is 0 or more, not {quota}")
        if any(card.seat != seat for seat, card in cards.items()):
            raise ValueError("every card is given under its own seat")
        self.cards = cards
        self.quota = quota
        self.edition = edition
        self.chain = chain_of(edition) if chain is None else chain
        self.removals = removals
        self.records_spread = records_spread
        self.seats = sorted(cards, key=seat_order)
        self.order = {seat: number for number, seat in enumerate(self.seats)}
        self.lines = {(seat, line.game): line for seat in self.seats for line in cards[seat].lines}
        self.complete = {seat: seat in not_ranked or cards[seat].complete for seat in self.seats}
        self.counted = {seat: cards[seat].counted_games for seat in self.seats}
        self.tallies = {seat: tally(cards[seat]) for seat in self.seats if seat not in not_ranked}
        # The seat that each line names, where it is another seat of this event.
        self._names = {
            place: line.opponent
            for place, line in self.lines.items()
            if line.opponent is not None and line.opponent in cards and line.opponent != place[0]
        }
        self._resolved: dict[tuple[int, bool, bool], Resolution | None] = {}

    @cached_property
    def games(self) -> tuple[_Game, ...]:
        """Every game of every pair, in the order of game and seats."""
        order, names, lines, complete = self.order, self._names, self.lines, self.complete
        pairs = set()
        for (seat, game), other in names.items():
            first_index, second_index = order[seat], order[other]
            pairs.add(
                (game, first_index, second_index) if first_index < second_index else (game, second_index, first_index)
            )
        # A removal gives these two a game, whatever their cards say.
        pairs |= {(game, order[first], order[second]) for game, (first, second) in self.removals}
        games = []
        for game, first_index, second_index in sorted(pairs):
            first, second = self.seats[first_index], self.seats[second_index]
            first_place, second_place = (first, game), (second, game)
            recorded: Lines
            if names.get(first_place) == second and names.get(second_place) == first:
                recorded = lines[first_place], lines[second_place]
            else:
                recorded = self._recorded(first_place, second), self._recorded(second_place, first)
            games.append(_Game(game, (first, second), recorded, not (complete[first] and complete[second])))
        return tuple(games)

    @cached_property
    def indexes(self) -> range:
        return range(len(self.games))

    @cached_property
    def index_of(self) -> Mapping[tuple[int, tuple[str, str]], int]:
        return {(game.game, game.seats): index for index, game in enumerate(self.games)}

    @cached_property
    def _plain(self) -> Sequence[Resolution | None]:
        """What the rules make of each game while neither card is an apparent qualifier's."""
        return [self._resolve(game, frozenset()) for game in self.games]

    @cached_property
    def unsettled(self) -> frozenset[int]:
        """The games that can depend on who is an apparent qualifier; agreements and referrals cannot."""
        return frozenset(
            index
            for index, plain in enumerate(self._plain)
            if plain is not None and plain.outcome in (Outcome.CORRECTED, Outcome.STANDS)
        )

    def _recorded(self, place: tuple[str, int], other: str) -> Line | None:
        """The seat's line for a game against the other; None where it is blank or belongs to a third."""
        line = self.lines.get(place)
        if line is None or line.is_blank or self._names.get(place, other) != other:
            return None
        return line

    def holder(self, seat: str, game: int) -> tuple[str, str] | None:
        """The seats of the game that owns this line whatever is decided: two cards that name each other; else None."""
        other = self._names.get((seat, game))
        if other is None or self._names.get((other, game)) != seat:
            return None
        return (seat, other) if self.order[seat] < self.order[other] else (other, seat)

    def winner_of_removal(self, game: _Game) -> str | None:
        """The winner's seat where the other was removed from play; None where one of the two met a third, as both cards
        of that game say (ours)."""
        winner = self.removals.get((game.game, game.seats))
        met = (self.holder(seat, game.game) for seat in game.seats)
        return winner if all(pair in (None, game.seats) for pair in met) else None

    def unnamed(self) -> tuple[tuple[str, int], ...]:
        """Lines with content that name nobody and that no card names, in seat order, except those that a missing card
        may still name."""
        named = {(other, game) for (_, game), other in self._names.items()}
        places = [
            place
            for place, line in self.lines.items()
            if place not in self._names and place not in named and line.has_content
        ]
        awaited = [seat for seat in self.seats if not self.complete[seat]] if places else []
        places = [place for place in places if not any(self._may_name(seat, place) for seat in awaited)]
        return tuple(sorted(places, key=lambda place: (self.order[place[0]], place[1])))

    def _may_name(self, seat: str, place: tuple[str, int]) -> bool:
        """Whether this card, which is not in, can still have a line that names the card at this place."""
        other, game = place
        last = self.cards[seat].left_after
        return seat != other and (seat, game) not in self.lines and (last is None or game <= last)

    def _resolve(self, game: _Game, qualifiers: frozenset[str]) -> Resolution | None:
        if game.pending:
            return None
        winner = self.winner_of_removal(game) if self.removals else None
        if winner is not None:
            return resolve_awarded(
                *game.recorded,
                game=game.game,
                seats=game.seats,
                winner=winner,
                records_spread=self.records_spread,
            )
        return resolve(
            *game.recorded,
            seats=game.seats,
            qualifiers=qualifiers,
            edition=self.edition,
            records_spread=self.records_spread,
        )

    def proposal(self, index: int, qualifiers: frozenset[str]) -> Resolution | None:
        """What the rules make of a game; None while it is pending."""
        if index not in self.unsettled:
            return self._plain[index]
        game = self.games[index]
        key = (index, game.seats[0] in qualifiers, game.seats[1] in qualifiers)
        if key not in self._resolved:
            self._resolved[key] = self._resolve(game, qualifiers)
        return self._resolved[key]

    def possible_proposals(self, index: int) -> frozenset[Resolution | None]:
        """What the rules can make of a game, whoever joins the apparent qualifiers of the first ranking."""
        seats = self.games[index].seats
        possible = product(*[(True,) if seat in self.first_qualifiers else (False, True) for seat in seats])
        return frozenset(self.proposal(index, frozenset(compress(seats, qualify))) for qualify in possible)

    def plain_lines(self, index: int) -> Lines | None:
        """The lines of a game as recorded; None while it is pending or referred."""
        plain = self._plain[index]
        return None if plain is None or plain.lines is None else self.games[index].recorded

    @cached_property
    def meetings(self) -> Mapping[tuple[str, str], list[int]]:
        """The games of each pair of seats."""
        meetings: dict[tuple[str, str], list[int]] = {}
        for index, game in enumerate(self.games):
            meetings.setdefault(game.seats, []).append(index)
        return meetings

    def wins(
        self,
        player: str,
        other: str,
        lines: Mapping[int, Lines | None],
        counted: Mapping[str, frozenset[int]],
    ) -> int:
        """How many games that count for both and have exactly one winner `player` won against `other`.

        `lines` are those of games that do not stand as recorded, `counted` the counted games of cards that changed
        them.
        """
        seats = (player, other) if (player, other) in self.meetings else (other, player)
        won = 0
        for index in self.meetings.get(seats, ()):
            pair = lines[index] if index in lines else self.plain_lines(index)
            if pair is None or pair[0] is None or pair[1] is None or pair[0].is_win == pair[1].is_win:
                continue
            winner, game = seats[0] if pair[0].is_win else seats[1], self.games[index].game
            if winner == player and all(game in counted.get(seat, self.counted[seat]) for seat in seats):
                won += 1
        return won

    def rank_as_recorded(self, playoffs: Sequence[Sequence[str]] = ()) -> tuple[Place, ...]:
        """The standings by the cards as recorded and counted, without decisions and corrections."""
        return rank(
            self.tallies,
            chain=self.chain,
            wins=lambda player, other: self.wins(player, other, {}, {}),
            playoffs=playoffs,
        )

    @cached_property
    def first_qualifiers(self) -> frozenset[str]:
        """The apparent qualifiers on the cards as recorded."""
        return apparent_qualifiers(self.rank_as_recorded(), self.quota)

    def qualifiers(self, decisions: Mapping[int, HandDecision], claims: Mapping[int, Said]) -> frozenset[str]:
        """The apparent qualifiers: those of the first ranking, and those who join as corrections are made."""
        qualifiers = self.first_qualifiers
        while True:
            places = _Settled(self, qualifiers, decisions, claims, sorted(self.unsettled)).rank(first=self.quota)
            joined = qualifiers | apparent_qualifiers(places, self.quota)
            if joined == qualifiers:
                return qualifiers
            qualifiers = joined


class _Settled:
    """Games, lines and totals as they stand for one set of apparent qualifiers, with the decisions in force.

    It covers the games of `indexes` and those decided by hand; all others are taken to stand as recorded.
    """

    def __init__(
        self,
        stack: _Stack,
        qualifiers: frozenset[str],
        decisions: Mapping[int, HandDecision],
        claims: Mapping[int, Said],
        indexes: Iterable[int],
    ) -> None:
        self.stack = stack
        self.lines: dict[int, Lines | None] = {}
        for index in indexes:
            resolution = stack.proposal(index, qualifiers)
            self.lines[index] = None if resolution is None else resolution.lines
        by_hand = []
        for index, decision in decisions.items():
            if decision.kind is DecisionKind.OVERRIDDEN:
                self.lines[index] = _decided_lines(stack.games[index], decision, claims[index])
                by_hand.append(index)
            elif decision.kind is DecisionKind.REFERRED:
                self.lines[index] = None
        self.standing = self._standing(sorted(by_hand))
        self._changed: dict[str, dict[int, Line]] = {}
        for place, (line, _) in self.standing.items():
            if line is not stack.lines.get(place):
                self._changed.setdefault(place[0], {})[place[1]] = line

    def _standing(self, by_hand: Sequence[int]) -> dict[tuple[str, int], tuple[Line, int]]:
        """Each line as it stands, with the index of the game that sets it.

        Two games can claim a line: the one it names, and one of another card that names its seat. A decision by hand
        then has precedence; no two decisions claim the same line.
        """
        stack = self.stack
        standing: dict[tuple[str, int], tuple[Line, int]] = {}
        for index, lines in self.lines.items():
            game = stack.games[index]
            if game.pending:
                continue
            awarded = lines is not None and game.recorded != lines and stack.winner_of_removal(game) is not None
            for seat, line in zip(game.seats, lines or game.recorded, strict=True):
                if line is not None and awarded:
                    standing[seat, game.game] = (line, index)
                elif line is not None:
                    standing.setdefault((seat, game.game), (line, index))
        for index in by_hand:
            game, decided_lines = stack.games[index], self.lines[index]
            for seat, line in zip(game.seats, decided_lines or (), strict=decided_lines is not None):
                if line is not None:
                    standing[seat, game.game] = (line, index)
        return standing

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """Every card with its lines as they stand."""
        recorded = self.stack.cards
        changed = {seat: with_lines(recorded[seat], lines) for seat, lines in self._changed.items()}
        return {**recorded, **changed}

    def _rewritten(self) -> Mapping[str, Card]:
        """Cards whose counted games may have changed: a line was added where the first lines count."""
        cards, lines = self.stack.cards, self.stack.lines
        return {
            seat: with_lines(cards[seat], changed)
            for seat, changed in self._changed.items()
            if cards[seat].counted is None and any((seat, game) not in lines for game in changed)
        }

    def rank(self, playoffs: Sequence[Sequence[str]] = (), first: int | None = None) -> tuple[Place, ...]:
        """The standings of the cards as they stand."""
        stack, rewritten = self.stack, self._rewritten()
        tallies = dict(stack.tallies)
        for seat, changed in self._changed.items():
            # A no-show has no place, even where a decision by hand writes on that card.
            if seat not in tallies:
                continue
            if seat in rewritten:
                tallies[seat] = tally(rewritten[seat])
            else:
                games = [game for game in changed if game in stack.counted[seat]]
                recorded = (stack.lines[seat, game] for game in games if (seat, game) in stack.lines)
                tallies[seat] += tally_lines(changed[game] for game in games) - tally_lines(recorded)
        counted = {seat: card.counted_games for seat, card in rewritten.items()}
        return rank(
            tallies,
            chain=stack.chain,
            wins=lambda player, other: stack.wins(player, other, self.lines, counted),
            playoffs=playoffs,
            first=first,
        )


def with_lines(card: Card, lines: Mapping[int, Line]) -> Card:
    """The card with these lines, by game, replacing its own or added to them."""
    kept = {line.game: line for line in card.lines}
    return replace(card, lines=tuple(line for _, line in sorted({**kept, **lines}.items())))


Said = tuple[bool, bool]
"""For each of the two cards, whether a decision gives its line."""

_NEITHER, _BOTH = (False, False), (True, True)


def _decided_lines(game: _Game, decision: HandDecision, claim: Said) -> Lines:
    """The lines of a game decided by hand. A card without values keeps its line; None where the line is another game's."""
    assert decision.resolved is not None
    first, second = decision.resolved
    return (
        _decided_line(game.game, first, game.recorded[0], game.seats[1]) if claim[0] else None,
        _decided_line(game.game, second, game.recorded[1], game.seats[0]) if claim[1] else None,
    )


def _decided_line(game: int, values: Line | None, recorded: Line | None, other: str) -> Line | None:
    if values is None:
        return recorded
    line = Line(game, recorded.opponent if recorded else other, values.points, values.plus, values.minus)
    # Return the same object where nothing changes, so that an identity check finds unchanged lines.
    return recorded if line == recorded else line


def _in_force(
    stack: _Stack, decisions: Sequence[HandDecision]
) -> tuple[dict[int, HandDecision], dict[int, Said], tuple[HandDecision, ...]]:
    """Sort the decisions into those in force by index of their game, with their claims, and those that lapsed: their
    basis has changed, or a line of theirs belongs to another game.

    The proposal for a decided game is computed without its decision, but with the others in force.
    """
    if len({(decision.game, decision.seats) for decision in decisions}) < len(decisions):
        raise ValueError("two decisions on one game")
    in_force = {}
    for decision in decisions:
        index = stack.index_of.get((decision.game, decision.seats))
        if index is None or stack.games[index].pending or stack.games[index].recorded != decision.basis_recorded:
            continue
        if decision.basis_resolution not in stack.possible_proposals(index):
            continue
        in_force[index] = decision
    while True:
        claims = _Claims(stack, in_force).claims
        changed = [index for index in in_force if index not in claims]
        if not changed:
            together = stack.qualifiers(in_force, claims) if in_force else frozenset()
            for index, decision in in_force.items():
                # An accepted proposal changes no value, and a single possible proposal need not be computed again.
                if decision.kind is DecisionKind.ACCEPTED or len(stack.possible_proposals(index)) == 1:
                    qualifiers = together
                else:
                    others = {other: kept for other, kept in in_force.items() if other != index}
                    qualifiers = stack.qualifiers(others, claims)
                if stack.proposal(index, qualifiers) != decision.basis_resolution:
                    changed.append(index)
        if not changed:
            break
        for index in changed:
            del in_force[index]
    kept = {id(decision) for decision in in_force.values()}
    return in_force, claims, tuple(decision for decision in decisions if id(decision) not in kept)


class _Claims:
    """The lines that each decision by hand claims, where a line belongs to one game alone (**ours**).

    A line belongs to the game of two cards that name each other; else to a game awarded by a removal and not decided
    otherwise; else to the newest decision that claims it. A decision claims a line by giving it values, or by leaving
    it as it is while giving the other card a result. A decision lapses if it claims a line of another game, or leaves a
    line to another game when no game has it.
    """

    def __init__(self, stack: _Stack, decisions: Mapping[int, HandDecision]) -> None:
        self._stack = stack
        self.claims: dict[int, Said] = {}
        tangled: dict[int, Lines] = {}
        for index, decision in decisions.items():
            if decision.resolved is not None and not self._is_settled(index):
                tangled[index] = decision.resolved
            else:
                self.claims[index] = _BOTH
        while tangled and (lapsed := self._lapsed(tangled)) is not None:
            del tangled[lapsed]

    def _is_settled(self, index: int) -> bool:
        """Whether the two cards name each other, so that both lines are of this game in any case."""
        game = self._stack.games[index]
        return all(self._stack.holder(seat, game.game) == game.seats for seat in game.seats)

    def _lapsed(self, tangled: dict[int, Lines]) -> int | None:
        """The first of these decisions that lapses; None once the claims of all are known."""
        stack = self._stack
        claimed = self._awarded(tangled)
        claims = {}
        for index, resolved in reversed(tangled.items()):
            game = stack.games[index]
            claims[index] = _says(resolved, game.recorded)
            places = [(seat, game.game) for seat, says in zip(game.seats, claims[index], strict=True) if says]
            if any(self._is_elsewhere(index, seat, claimed) for seat, _number in places):
                return index
            claimed |= dict.fromkeys(places, index)
        for index in tangled:
            game = stack.games[index]
            for seat, line, says in zip(game.seats, game.recorded, claims[index], strict=True):
                if line is not None and line.has_content and not says and not self._is_elsewhere(index, seat, claimed):
                    return index
        self.claims |= claims
        return None

    def _awarded(self, tangled: Mapping[int, Lines]) -> dict[tuple[str, int], int]:
        """The lines of games awarded by a removal, except where somebody decided otherwise."""
        stack = self._stack
        games = [stack.index_of[key] for key in stack.removals if key in stack.index_of]
        awarded = [index for index in games if index not in tangled and stack.winner_of_removal(stack.games[index])]
        return {(seat, stack.games[index].game): index for index in awarded for seat in stack.games[index].seats}

    def _is_elsewhere(self, index: int, seat: str, claimed: Mapping[tuple[str, int], int]) -> bool:
        """Whether this seat's line belongs to another game."""
        game = self._stack.games[index]
        if (holder := self._stack.holder(seat, game.game)) is not None:
            return holder != game.seats
        return claimed.get((seat, game.game), index) != index


def _says(resolved: Lines, recorded: Lines) -> Said:
    """For each card, whether a decision with these values claims its line."""
    first, second = (
        values is not None or (own is not None and other_values is not None and other_values.has_content)
        for values, other_values, own in (
            (resolved[0], resolved[1], recorded[0]),
            (resolved[1], resolved[0], recorded[1]),
        )
    )
    return first, second


def _standing_line(line: Line, game: ComparedGame, *, is_changed: bool) -> StandingLine:
    return StandingLine(line, game.rules, game.state, is_changed, game.readings)


def _compared(
    stack: _Stack,
    index: int,
    qualifiers: frozenset[str],
    decision: HandDecision | None,
    claim: Said,
    lines: Lines | None,
) -> ComparedGame:
    game = stack.games[index]
    # The basis of a decision in force is the proposal without it: its own effect must not look like a change.
    proposal = stack.proposal(index, qualifiers)
    if decision and proposal != decision.basis_resolution:
        proposal = decision.basis_resolution
    is_awarded = bool(stack.removals) and stack.winner_of_removal(game) is not None
    if proposal is None:
        pending = ComparedGame(game.game, game.seats, game.recorded, None, None, (), None, State.PENDING)
        return pending._replace(is_awarded=is_awarded)
    outcome, rules = proposal.outcome, proposal.rules
    if decision and decision.kind is DecisionKind.OVERRIDDEN:
        state = State.OVERRIDDEN
        if lines is not None:
            lines = (lines[0] or game.recorded[0], lines[1] or game.recorded[1])
        # Two cards that a ruling made different do not plainly agree any more.
        if outcome is Outcome.AGREES and lines != game.recorded:
            outcome = Outcome.CORRECTED
    elif decision and decision.kind is DecisionKind.REFERRED:
        state, outcome, rules = State.OPEN, Outcome.REFERRED, (referral_rule(stack.edition),)
    elif decision or outcome is Outcome.STANDS:
        state = State.ACCEPTED
    else:
        state = _UNDECIDED[outcome]
    return ComparedGame(
        game.game, game.seats, game.recorded, proposal, outcome, rules, lines, state, decision, claim, is_awarded
    )


_UNDECIDED = {
    Outcome.AGREES: State.AGREED,
    Outcome.CORRECTED: State.PROPOSED,
    Outcome.REFERRED: State.OPEN,
    Outcome.UNSETTLED: State.OPEN,
}


def _moved(before: Sequence[Place], after: Sequence[Place], quota: int) -> tuple[Move, ...]:
    was, status_was, status_is = (
        {place.seat: place for place in before},
        statuses(before, quota),
        statuses(after, quota),
    )
    moves = []
    for place in after:
        old, old_status, status = was[place.seat], status_was[place.seat], status_is[place.seat]
        concerned = {old_status, status} & {Status.QUALIFIER, Status.TIED_AT_LINE}
        if concerned and (old.rank != place.rank or old_status is not status):
            moves.append(Move(place.seat, old, place, old_status, status))
    return tuple(moves)
