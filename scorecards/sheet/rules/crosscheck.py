"""The whole cross-check: every game on both its cards, and the apparent qualifiers.

A *game* here is one game number of one pair of seats, if at least one of the two lines names the other seat. It is
*pending* while one of the two cards is incomplete.

*Apparent qualifiers* are the seats within the quota on the cards as recorded, and those that come within it as
corrections are made; no seat is removed again. The qualifiers themselves follow from the corrected cards.

A *hand decision* is bound to the two lines and the resolution on which it was made. It is in force only while both are
unchanged, and while it claims no line that belongs to another game.

Two points are ours, because the rulebook is silent: the repetition that adds apparent qualifiers, and that a card has
only one game with the same number.
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
from tournaments.rules.skunk import ACC_SKUNKS, Skunks

Lines = tuple[Line | None, Line | None]
"""The two lines of one game, in the order of its seats; None for a card without a line of the game."""


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

    `seats` are in seat order. `resolved` has the line that an override gives each card, of which only points and spread
    are used; None for a card leaves its line unchanged. Other kinds of decisions have no `resolved`.
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
    """The citations shown beside a game: the numbers of its rules, and `OURS` if it rests on a reading of ours too.

    >>> cites(("12.2.e",), ["larger_amount"]), cites(("12.2.a",), [])
    (('12.2.e', 'ours'), ('12.2.a',))
    """
    return (*rules, OURS) if readings else rules


# There are thousands of games and lines, and a named tuple is several times faster to make than a frozen dataclass.
class ComparedGame(NamedTuple):
    """One game of one pair of seats, in seat order.

    - `recorded` are the lines as recorded.
    - `proposal` is the resolution by the rules, None while the game is pending.
    - `outcome` and `rules` are those of the proposal, even if its values were overridden, or those of a referral by hand.
    - `resolved` are the lines in force, decisions included; None while the game is pending, or open and undecided.
    - `said` tells for each of the two cards whether a decision gives its line.
    - `is_awarded`: the rules award the game because a player was removed from play in it.
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
        """Whether the results contradict each other in an event without spreads: checkers decide, not the head judge."""
        return self.outcome is Outcome.UNSETTLED

    @property
    def readings(self) -> tuple[str, ...]:
        """The codes in `citations` of our readings in the proposal; empty if people decided the game or must decide it."""
        if self.proposal is None or self.rules != self.proposal.rules or self.state is State.OVERRIDDEN:
            return ()
        return self.proposal.readings

    @property
    def cites(self) -> tuple[str, ...]:
        """The citations shown beside the game: the numbers of its rules, and `OURS` if it rests on a reading of ours."""
        return cites(self.rules, self.readings)

    @property
    def is_of_removal(self) -> bool:
        """Whether the rules correct the game because one of the two players was removed from play in it (11.4.b)."""
        return self.proposal is not None and self.proposal.rules == (REMOVAL_RULE,)


class StandingLine(NamedTuple):
    """A line in force after the cross-check, with the rules, the readings and the state of its game.

    `changed`: the line is not the recorded one.
    """

    line: Line
    rules: tuple[str, ...]
    state: State
    changed: bool
    readings: tuple[str, ...] = ()

    @property
    def cites(self) -> tuple[str, ...]:
        """The citations shown beside the line."""
        return cites(self.rules, self.readings)


@dataclass(frozen=True, slots=True)
class Move:
    """A seat that corrections moved in, into or out of the qualifying places (rule 12.2.i; classic 11.h)."""

    seat: str
    before: Place
    after: Place
    status_before: Status
    status_after: Status


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """The result of the cross-check of a set of cards; provisional unless `complete`.

    - `games` are in the order of game and seats.
    - `standing_lines` are the lines in force by seat and game, of compared games only.
    - `standing_cards` are the cards with these lines.
    - `places` are the standings with every correction counted, even proposed ones.
    - `apparent_qualifiers` are in the order of the standings.
    - `outcomes` are the numbers of games by outcome.
    - `unnamed` are lines (seat, game) with points or an amount that name nobody and that no card can name any more.
    - `missing` are the seats of incomplete cards.
    - `dropped` are the decisions that are not in force any more.
    """

    edition: Edition
    chain: Chain
    quota: int
    cards: Mapping[str, Card]
    records_spread: bool
    skunks: Skunks
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
    skunks: Skunks = ACC_SKUNKS,
    decisions: Sequence[HandDecision] = (),
    playoffs: Sequence[Sequence[str]] = (),
    not_ranked: frozenset[str] = frozenset(),
    removals: Mapping[tuple[int, tuple[str, str]], str] = MappingProxyType({}),
) -> CrossCheck:
    """Compare every game on both its cards, find the apparent qualifiers, and rank the corrected cards (rule 12.2).

    - `cards` has every seat that a line may name; an entrant without a card has a card without lines. A line that names
      any other seat, or its own seat, names nobody.
    - `records_spread`: without it, results alone are compared.
    - `skunks`: which wins are skunks; the same on every card.
    - `decisions` count after the first ranking, which takes the cards as recorded.
    - `playoffs` count in `places`, but not for the apparent qualifiers.
    - `not_ranked` are the seats of no-shows: they have no place, and their cards are not missing.
    - `removals` has the winner's seat of each game in which the other player was removed from play (11.4.b), by game and
      seats in seat order.

    Raises ValueError for a negative quota, a card under another seat than its own, or two decisions on one game.
    """
    stack = _Stack(cards, quota, edition, not_ranked, removals, records_spread, chain, skunks)
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
        skunks=skunks,
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
    """One game number of two seats in seat order, with the recorded lines; pending while a card is incomplete."""

    game: int
    seats: tuple[str, str]
    recorded: Lines
    pending: bool


class _Stack:
    """The cards of one event, their games, and the resolution of each game for any set of apparent qualifiers."""

    def __init__(
        self,
        cards: Mapping[str, Card],
        quota: int,
        edition: Edition,
        not_ranked: frozenset[str],
        removals: Mapping[tuple[int, tuple[str, str]], str] = MappingProxyType({}),
        records_spread: bool = True,
        chain: Chain | None = None,
        skunks: Skunks = ACC_SKUNKS,
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
        self.skunks = skunks
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
            index, other_index = order[seat], order[other]
            pairs.add((game, index, other_index) if index < other_index else (game, other_index, index))
        # A removal makes a game of the two players, whatever their cards say.
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
        """The resolution of each game if neither card is an apparent qualifier's; None while the game is pending."""
        return [self._resolve(game, frozenset()) for game in self.games]

    @cached_property
    def unsettled(self) -> frozenset[int]:
        """The indexes of games that can depend on who is an apparent qualifier; agreements and referrals cannot."""
        return frozenset(
            index
            for index, plain in enumerate(self._plain)
            if plain is not None and plain.outcome in (Outcome.CORRECTED, Outcome.STANDS)
        )

    def _recorded(self, place: tuple[str, int], other: str) -> Line | None:
        """The line at this place, for a game against `other`; None if it is blank or names a third seat."""
        line = self.lines.get(place)
        if line is None or line.is_blank or self._names.get(place, other) != other:
            return None
        return line

    def holder(self, seat: str, game: int) -> tuple[str, str] | None:
        """The seats of the game that owns this line whatever is decided, because its two cards name each other.

        None if the line names nobody, or a card that does not name this seat.
        """
        other = self._names.get((seat, game))
        if other is None or self._names.get((other, game)) != seat:
            return None
        return (seat, other) if self.order[seat] < self.order[other] else (other, seat)

    def winner_of_removal(self, game: _Game) -> str | None:
        """The winner's seat of a game in which the other player was removed from play; None for other games.

        None too if one of the two met a third player in that game, according to both their cards (ours).
        """
        winner = self.removals.get((game.game, game.seats))
        holders = (self.holder(seat, game.game) for seat in game.seats)
        return winner if all(holder in (None, game.seats) for holder in holders) else None

    def unnamed(self) -> tuple[tuple[str, int], ...]:
        """The places of lines with content that name nobody and that no card names, in seat order.

        A line that a missing card may still name is left out.
        """
        named_places = {(other, game) for (_, game), other in self._names.items()}
        places = [
            place
            for place, line in self.lines.items()
            if place not in self._names and place not in named_places and line.has_content
        ]
        missing_seats = [seat for seat in self.seats if not self.complete[seat]] if places else []
        places = [place for place in places if not any(self._may_name(seat, place) for seat in missing_seats)]
        return tuple(sorted(places, key=lambda place: (self.order[place[0]], place[1])))

    def _may_name(self, seat: str, place: tuple[str, int]) -> bool:
        """Whether this incomplete card can still get a line that names the card at this place."""
        other, game = place
        last_game = self.cards[seat].left_after
        return seat != other and (seat, game) not in self.lines and (last_game is None or game <= last_game)

    def _resolve(self, game: _Game, qualifiers: frozenset[str]) -> Resolution | None:
        """The resolution of a game for these apparent qualifiers, computed anew; None while the game is pending."""
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
                skunks=self.skunks,
            )
        return resolve(
            *game.recorded,
            seats=game.seats,
            qualifiers=qualifiers,
            edition=self.edition,
            records_spread=self.records_spread,
            skunks=self.skunks,
        )

    def proposal(self, index: int, qualifiers: frozenset[str]) -> Resolution | None:
        """The resolution of the game at this index for these apparent qualifiers; None while the game is pending."""
        if index not in self.unsettled:
            return self._plain[index]
        game = self.games[index]
        key = (index, game.seats[0] in qualifiers, game.seats[1] in qualifiers)
        if key not in self._resolved:
            self._resolved[key] = self._resolve(game, qualifiers)
        return self._resolved[key]

    def possible_proposals(self, index: int) -> frozenset[Resolution | None]:
        """Every resolution that a game can get, whoever joins the apparent qualifiers of the first ranking."""
        seats = self.games[index].seats
        possible = product(*[(True,) if seat in self.first_qualifiers else (False, True) for seat in seats])
        return frozenset(self.proposal(index, frozenset(compress(seats, qualify))) for qualify in possible)

    def plain_lines(self, index: int) -> Lines | None:
        """The lines of a game as recorded; None while the rules give it no lines, as it is pending, referred or unsettled."""
        plain = self._plain[index]
        return None if plain is None or plain.lines is None else self.games[index].recorded

    @cached_property
    def meetings(self) -> Mapping[tuple[str, str], list[int]]:
        """The indexes of the games of each pair of seats."""
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
        """How many games `player` won against `other`, among games that count for both and have exactly one winner.

        `lines` are the lines by index of those games that do not stand as recorded. `counted` are the counted games by
        seat of those cards whose counted games have changed.
        """
        seats = (player, other) if (player, other) in self.meetings else (other, player)
        wins = 0
        for index in self.meetings.get(seats, ()):
            first, second = (lines[index] if index in lines else self.plain_lines(index)) or (None, None)
            if first is None or second is None or first.is_win == second.is_win:
                continue
            winner, game = seats[0] if first.is_win else seats[1], self.games[index].game
            if winner == player and all(game in counted.get(seat, self.counted[seat]) for seat in seats):
                wins += 1
        return wins

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

    def qualifiers(self, decisions: Mapping[int, HandDecision], claims: Mapping[int, GivenLines]) -> frozenset[str]:
        """The apparent qualifiers: those of the first ranking, and those who join as corrections are made."""
        qualifiers = self.first_qualifiers
        while True:
            places = _Settled(self, qualifiers, decisions, claims, sorted(self.unsettled)).rank(first=self.quota)
            joined = qualifiers | apparent_qualifiers(places, self.quota)
            if joined == qualifiers:
                return qualifiers
            qualifiers = joined


class _Settled:
    """The lines, cards and ranking in force for one set of apparent qualifiers, with the decisions in force.

    Only the games of `indexes` and games decided by hand are resolved; all others count as recorded. `claims` are those
    of `_Claims`, by index of the game.
    """

    def __init__(
        self,
        stack: _Stack,
        qualifiers: frozenset[str],
        decisions: Mapping[int, HandDecision],
        claims: Mapping[int, GivenLines],
        indexes: Iterable[int],
    ) -> None:
        self.stack = stack
        self.lines: dict[int, Lines | None] = {}
        for index in indexes:
            resolution = stack.proposal(index, qualifiers)
            self.lines[index] = None if resolution is None else resolution.lines
        overridden = []
        for index, decision in decisions.items():
            if decision.kind is DecisionKind.OVERRIDDEN:
                self.lines[index] = _decided_lines(stack.games[index], decision, claims[index])
                overridden.append(index)
            elif decision.kind is DecisionKind.REFERRED:
                self.lines[index] = None
        self.standing = self._standing(sorted(overridden))
        self._changed: dict[str, dict[int, Line]] = {}
        for place, (line, _) in self.standing.items():
            if line is not stack.lines.get(place):
                self._changed.setdefault(place[0], {})[place[1]] = line

    def _standing(self, overridden: Sequence[int]) -> dict[tuple[str, int], tuple[Line, int]]:
        """Each line in force by seat and game, with the index of the game that sets it.

        Two games can claim a line: the game that the line names, and the game of another card that names its seat. The
        `overridden` games, by index, have precedence; then games awarded by a removal. No two overrides claim the same
        line.
        """
        stack = self.stack
        standing: dict[tuple[str, int], tuple[Line, int]] = {}
        for index, lines in self.lines.items():
            game = stack.games[index]
            if game.pending:
                continue
            is_awarded = lines is not None and game.recorded != lines and stack.winner_of_removal(game) is not None
            for seat, line in zip(game.seats, lines or game.recorded, strict=True):
                if line is None:
                    continue
                if is_awarded:
                    standing[seat, game.game] = (line, index)
                else:
                    standing.setdefault((seat, game.game), (line, index))
        for index in overridden:
            game, decided_lines = stack.games[index], self.lines[index]
            for seat, line in zip(game.seats, decided_lines or (), strict=decided_lines is not None):
                if line is not None:
                    standing[seat, game.game] = (line, index)
        return standing

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """Every card with its lines in force."""
        recorded = self.stack.cards
        changed = {seat: with_lines(recorded[seat], lines) for seat, lines in self._changed.items()}
        return {**recorded, **changed}

    def _rewritten(self) -> Mapping[str, Card]:
        """The cards whose counted games may have changed: they got a new line, and their first lines count."""
        cards, lines = self.stack.cards, self.stack.lines
        return {
            seat: with_lines(cards[seat], changed)
            for seat, changed in self._changed.items()
            if cards[seat].counted is None and any((seat, game) not in lines for game in changed)
        }

    def rank(self, playoffs: Sequence[Sequence[str]] = (), first: int | None = None) -> tuple[Place, ...]:
        """The standings of the cards with the lines in force; with `first`, of that many places only."""
        stack, rewritten = self.stack, self._rewritten()
        tallies = dict(stack.tallies)
        for seat, changed in self._changed.items():
            # A no-show has no place, even if a decision by hand writes on that card.
            if seat not in tallies:
                continue
            if seat in rewritten:
                tallies[seat] = tally(rewritten[seat])
            else:
                games = [game for game in changed if game in stack.counted[seat]]
                recorded = (stack.lines[seat, game] for game in games if (seat, game) in stack.lines)
                corrected = (changed[game] for game in games)
                skunks = stack.skunks
                tallies[seat] += tally_lines(corrected, skunks) - tally_lines(recorded, skunks)
        counted = {seat: card.counted_games for seat, card in rewritten.items()}
        return rank(
            tallies,
            chain=stack.chain,
            wins=lambda player, other: stack.wins(player, other, self.lines, counted),
            playoffs=playoffs,
            first=first,
        )


def with_lines(card: Card, lines: Mapping[int, Line]) -> Card:
    """The card with these lines by game, which replace its own lines of the same games."""
    lines_by_game = {line.game: line for line in card.lines} | dict(lines)
    return replace(card, lines=tuple(line for _, line in sorted(lines_by_game.items())))


GivenLines = tuple[bool, bool]
"""For each of the two cards, whether a decision gives its line."""

_NEITHER, _BOTH = (False, False), (True, True)


def _decided_lines(game: _Game, decision: HandDecision, claim: GivenLines) -> Lines:
    """The lines of a game decided by hand; None for a line that belongs to another game.

    A card to which the decision gives no values keeps its line.
    """
    assert decision.resolved is not None
    first, second = decision.resolved
    return (
        _decided_line(game.game, first, game.recorded[0], game.seats[1]) if claim[0] else None,
        _decided_line(game.game, second, game.recorded[1], game.seats[0]) if claim[1] else None,
    )


def _decided_line(game: int, values: Line | None, recorded: Line | None, other: str) -> Line | None:
    """The recorded line with points and spread of `values`; without a recorded line, a new one that names `other`."""
    if values is None:
        return recorded
    line = Line(game, recorded.opponent if recorded else other, values.points, values.plus, values.minus)
    # Return the same object where nothing changes, so that an identity check finds unchanged lines.
    return recorded if line == recorded else line


def _in_force(
    stack: _Stack, decisions: Sequence[HandDecision]
) -> tuple[dict[int, HandDecision], dict[int, GivenLines], tuple[HandDecision, ...]]:
    """The decisions in force by index of their game, the lines that each gives, and the decisions that lapsed.

    A decision lapses if its basis has changed, or if it claims a line that belongs to another game. The proposal for a
    decided game is computed without its own decision, but with the others in force. Raises ValueError for two decisions
    on one game.
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
        lapsed = [index for index in in_force if index not in claims]
        if not lapsed:
            all_qualifiers = stack.qualifiers(in_force, claims) if in_force else frozenset()
            for index, decision in in_force.items():
                # An accepted proposal changes no value, and a single possible proposal need not be computed again.
                if decision.kind is DecisionKind.ACCEPTED or len(stack.possible_proposals(index)) == 1:
                    qualifiers = all_qualifiers
                else:
                    other_decisions = {other: in_force[other] for other in in_force if other != index}
                    qualifiers = stack.qualifiers(other_decisions, claims)
                if stack.proposal(index, qualifiers) != decision.basis_resolution:
                    lapsed.append(index)
        if not lapsed:
            break
        for index in lapsed:
            del in_force[index]
    ids_in_force = {id(decision) for decision in in_force.values()}
    return in_force, claims, tuple(decision for decision in decisions if id(decision) not in ids_in_force)


class _Claims:
    """The lines that each decision by hand claims; every line belongs to one game alone (**ours**).

    A line belongs to the first of these that exists:

    1. the game of two cards that name each other;
    2. a game awarded by a removal and not decided otherwise;
    3. the newest decision that claims the line.

    A decision claims a line if it gives the line values, or if it leaves the line unchanged but gives the other card a
    result. A decision lapses if it claims a line of another game, or if it leaves to another game a line that no other
    game has. `claims` are by index of the game, without lapsed decisions.
    """

    def __init__(self, stack: _Stack, decisions: Mapping[int, HandDecision]) -> None:
        self._stack = stack
        self.claims: dict[int, GivenLines] = {}
        # The values of the decisions on games whose lines another game could claim.
        contested: dict[int, Lines] = {}
        for index, decision in decisions.items():
            if decision.resolved is not None and not self._is_settled(index):
                contested[index] = decision.resolved
            else:
                self.claims[index] = _BOTH
        while contested and (lapsed := self._lapsed(contested)) is not None:
            del contested[lapsed]

    def _is_settled(self, index: int) -> bool:
        """Whether the two cards name each other, so that both lines belong to this game in any case."""
        game = self._stack.games[index]
        return all(self._stack.holder(seat, game.game) == game.seats for seat in game.seats)

    def _lapsed(self, contested: dict[int, Lines]) -> int | None:
        """The index of a contested decision that lapses; None if none does, and then `claims` has the claims of all.

        Decisions are newest last, and the newest one claims its lines first.
        """
        stack = self._stack
        owners = self._awarded(contested)
        claims = {}
        for index, resolved in reversed(contested.items()):
            game = stack.games[index]
            claims[index] = _claimed_lines(resolved, game.recorded)
            places = [(seat, game.game) for seat, is_given in zip(game.seats, claims[index], strict=True) if is_given]
            if any(self._belongs_elsewhere(index, seat, owners) for seat, _number in places):
                return index
            owners |= dict.fromkeys(places, index)
        for index in contested:
            game = stack.games[index]
            for seat, line, is_given in zip(game.seats, game.recorded, claims[index], strict=True):
                if is_given or line is None or not line.has_content:
                    continue
                # The decision leaves this line to another game, but no other game has it.
                if not self._belongs_elsewhere(index, seat, owners):
                    return index
        self.claims |= claims
        return None

    def _awarded(self, contested: Mapping[int, Lines]) -> dict[tuple[str, int], int]:
        """The index of the game for each line of a game awarded by a removal, unless a decision contests the game."""
        stack = self._stack
        indexes = [stack.index_of[key] for key in stack.removals if key in stack.index_of]
        awarded = [index for index in indexes if index not in contested and stack.winner_of_removal(stack.games[index])]
        return {(seat, stack.games[index].game): index for index in awarded for seat in stack.games[index].seats}

    def _belongs_elsewhere(self, index: int, seat: str, owners: Mapping[tuple[str, int], int]) -> bool:
        """Whether this seat's line belongs to another game than the one at `index`; `owners` are indexes by line."""
        game = self._stack.games[index]
        if (holder := self._stack.holder(seat, game.game)) is not None:
            return holder != game.seats
        return owners.get((seat, game.game), index) != index


def _claimed_lines(resolved: Lines, recorded: Lines) -> GivenLines:
    """For each card, whether a decision with these values claims its line.

    It claims a line that it gives values, and one that it leaves as recorded beside a result on the other card.
    """

    def is_claimed(values: Line | None, other_values: Line | None, line: Line | None) -> bool:
        if values is not None:
            return True
        return line is not None and other_values is not None and other_values.has_content

    return is_claimed(resolved[0], resolved[1], recorded[0]), is_claimed(resolved[1], resolved[0], recorded[1])


def _standing_line(line: Line, game: ComparedGame, *, is_changed: bool) -> StandingLine:
    return StandingLine(line, game.rules, game.state, is_changed, game.readings)


def _compared(
    stack: _Stack,
    index: int,
    qualifiers: frozenset[str],
    decision: HandDecision | None,
    claim: GivenLines,
    lines: Lines | None,
) -> ComparedGame:
    """The game at this index with its proposal, its state, and the `lines` that proposal or decision give it."""
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
        # Two cards that agreed, and whose lines a ruling changed, do not plainly agree any more.
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
    """The seats with another rank or status after corrections that qualify, or are tied at the line, before or after."""
    old_places = {place.seat: place for place in before}
    old_statuses, new_statuses = statuses(before, quota), statuses(after, quota)
    moves = []
    for place in after:
        old_place, old_status, status = old_places[place.seat], old_statuses[place.seat], new_statuses[place.seat]
        if not {old_status, status} & {Status.QUALIFIER, Status.TIED_AT_LINE}:
            continue
        if old_place.rank != place.rank or old_status is not status:
            moves.append(Move(place.seat, old_place, place, old_status, status))
    return tuple(moves)
