"""The whole cross-check: every game on both its cards, and who is an apparent qualifier.

A *game* here is one game number of one pair of seats, where the line of at least one of the two names the other. It is
*pending* while one of the two cards is not complete. *Apparent qualifiers* are those within the quota on the cards as
recorded, and whoever comes within it when the corrections are made; nobody leaves. They are not the qualifiers: those follow
from the corrected cards. A *hand decision* is bound to the two lines and the resolution it was made on, and is in force
only while both are still the same, and while it says nothing of a line that belongs to another game.

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
from scorecards.sheet.rules.tally import Card, tally, tally_lines
from scorecards.sheet.rules.tiebreak import Place, rank
from tournaments.rules.citations import OURS
from tournaments.rules.edition import Edition
from tournaments.rules.seat import seat_order

Lines = tuple[Line | None, Line | None]
"""The two lines of one game, in the order of its seats; None where a card has none for it."""


class State(StrEnum):
    """How far the work on one game has come."""

    AGREED = "agreed"
    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    OVERRIDDEN = "overridden"
    OPEN = "open"
    PENDING = "pending"


class DecisionKind(StrEnum):
    """What a person decided about one game."""

    ACCEPTED = "accepted"
    OVERRIDDEN = "overridden"
    REFERRED = "referred"


@dataclass(frozen=True, slots=True)
class HandDecision:
    """What somebody decided about one game, and the two lines and the resolution that it was made on.

    `seats` in seat order. `resolved` holds the values that an override gives each card (only points and spread are taken
    from them; None leaves that card as it is); the other kinds have none.
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
    """What a game on two cards rests on, as it is shown beside it: the numbers of its rules, and that some of it is ours.

    >>> cites(("12.2.e",), ["larger_amount"]), cites(("12.2.a",), [])
    (('12.2.e', 'ours'), ('12.2.a',))
    """
    return (*rules, OURS) if readings else rules


# A full stack has thousands of games and lines; a named tuple is several times as quick to make as a frozen dataclass.
class ComparedGame(NamedTuple):
    """One game of one pair of seats, in seat order.

    `proposal` is what the rules make of it, None while it is pending. `outcome` and `rules` are those of the proposal, also
    where its values were overridden, or those of a referral by hand. `resolved` are the lines that hold now, decisions in
    force included; None while the game is pending, or open and not decided.
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
        """Whether results alone leave it open, so that the checkers decide it at the desk, and not the head judge."""
        return self.outcome is Outcome.UNSETTLED

    @property
    def readings(self) -> tuple[str, ...]:
        """What of the rules' proposal is ours, by its code in `citations`; nothing where people decided it, or shall."""
        if self.proposal is None or self.rules != self.proposal.rules or self.state is State.OVERRIDDEN:
            return ()
        return self.proposal.readings

    @property
    def cites(self) -> tuple[str, ...]:
        """What it rests on, as it is shown beside it: the numbers of its rules, and that some of it is ours."""
        return cites(self.rules, self.readings)

    @property
    def is_of_removal(self) -> bool:
        """Whether the rules correct it because one of the two was removed from play in it (11.4.b)."""
        return self.proposal is not None and self.proposal.rules == (REMOVAL_RULE,)


class StandingLine(NamedTuple):
    """A line as it stands after the cross-check, with the rules and readings cited for its game and the state of that game."""

    line: Line
    rules: tuple[str, ...]
    state: State
    changed: bool
    readings: tuple[str, ...] = ()

    @property
    def cites(self) -> tuple[str, ...]:
        """What it rests on, as it is shown beside it."""
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
    """Everything that the cross-check of a set of cards comes to; provisional unless `complete`.

    `games` are in the order of game and seats, `places` the standings with every correction counted, proposed ones too,
    `apparent_qualifiers` in the order of these standings. `standing_lines` has the lines of compared games only.
    `unnamed` are lines (seat, game) with points or an amount that name nobody and that no card names, nor can name any more. `missing` are the
    seats whose card is not complete; `dropped` the decisions that are no longer in force.
    """

    edition: Edition
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
    records_spread: bool = True,
    decisions: Sequence[HandDecision] = (),
    playoffs: Sequence[Sequence[str]] = (),
    not_ranked: frozenset[str] = frozenset(),
    removals: Mapping[tuple[int, tuple[str, str]], str] = MappingProxyType({}),
) -> CrossCheck:
    """Compare every game on both its cards, find the apparent qualifiers, and rank the corrected cards (rule 12.2).

    `cards` has every seat that a line may name, an entrant without a card as one without lines; a line that names any
    other seat, or its own, names nobody. `not_ranked` are the seats of no-shows: they have no place and are not missed.
    `removals` are the games in which one of the two was removed from play, by game and seats in seat order, with the seat whose
    game it is (11.4.b). Where the event records no spread (`records_spread`), results alone are compared.
    The first ranking takes the cards as recorded, without `decisions`; these count from then on. The apparent qualifiers
    follow from the cards and the decisions alone: a recorded playoff counts in `places`, not for them.
    """
    stack = _Stack(cards, quota, edition, not_ranked, removals, records_spread)
    in_force, said, dropped = _in_force(stack, decisions)
    qualifiers = stack.qualifiers(in_force, said)
    settled = _Settled(stack, qualifiers, in_force, said, stack.indexes)
    places = settled.rank(playoffs)
    compared = tuple(
        _compared(stack, index, qualifiers, in_force.get(index), said.get(index, _NEITHER), settled.lines[index])
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
    playoffs: Sequence[Sequence[str]] = (),
    not_ranked: frozenset[str] = frozenset(),
) -> tuple[Place, ...]:
    """Rank the cards as recorded and counted, nothing corrected yet; `cards` as for `cross_check`."""
    return _Stack(cards, 0, edition, not_ranked).rank_as_recorded(playoffs)


class _Game(NamedTuple):
    game: int
    seats: tuple[str, str]
    recorded: Lines
    pending: bool


class _Stack:
    """The cards of one event, their games, and what the rules make of each game for any set of apparent qualifiers."""

    def __init__(
        self,
        cards: Mapping[str, Card],
        quota: int,
        edition: Edition,
        not_ranked: frozenset[str],
        removals: Mapping[tuple[int, tuple[str, str]], str] = MappingProxyType({}),
        records_spread: bool = True,
    ) -> None:
        if quota < 0:
            raise ValueError(f"a quota is 0 or more, not {quota}")
        if any(card.seat != seat for seat, card in cards.items()):
            raise ValueError("every card is given under its own seat")
        self.cards = cards
        self.quota = quota
        self.edition = edition
        self.removals = removals
        self.records_spread = records_spread
        self.seats = sorted(cards, key=seat_order)
        self.order = {seat: number for number, seat in enumerate(self.seats)}
        self.lines = {(seat, line.game): line for seat in self.seats for line in cards[seat].lines}
        self.complete = {seat: seat in not_ranked or cards[seat].complete for seat in self.seats}
        self.counted = {seat: cards[seat].counted_games for seat in self.seats}
        self.tallies = {seat: tally(cards[seat]) for seat in self.seats if seat not in not_ranked}
        # The seat that a line names, if it is another one of this event.
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
            one, two = order[seat], order[other]
            pairs.add((game, one, two) if one < two else (game, two, one))
        # Who was removed from play met whoever has that game, whatever their cards say.
        pairs |= {(game, order[first], order[second]) for game, (first, second) in self.removals}
        games = []
        for game, one, two in sorted(pairs):
            first, second = self.seats[one], self.seats[two]
            here, there = (first, game), (second, game)
            recorded: Lines
            if names.get(here) == second and names.get(there) == first:
                recorded = lines[here], lines[there]
            else:
                recorded = self._recorded(here, second), self._recorded(there, first)
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
        """What the rules make of each game as long as neither card is an apparent qualifier's."""
        return [self._resolve(game, frozenset()) for game in self.games]

    @cached_property
    def unsettled(self) -> frozenset[int]:
        """The games that can depend on who is an apparent qualifier; an agreement and a referral cannot."""
        return frozenset(
            index
            for index, plain in enumerate(self._plain)
            if plain is not None and plain.outcome in (Outcome.CORRECTED, Outcome.STANDS)
        )

    def _recorded(self, place: tuple[str, int], other: str) -> Line | None:
        """The seat's line for a game against the other; None where that line is blank or belongs to a third."""
        line = self.lines.get(place)
        if line is None or line.is_blank or self._names.get(place, other) != other:
            return None
        return line

    def holder(self, seat: str, game: int) -> tuple[str, str] | None:
        """The seats of the game to which this line belongs whatever anybody decides: two cards that name each other."""
        other = self._names.get((seat, game))
        if other is None or self._names.get((other, game)) != seat:
            return None
        return (seat, other) if self.order[seat] < self.order[other] else (other, seat)

    def winner_of_removal(self, game: _Game) -> str | None:
        """The seat whose game it is because the other was removed from play; None where one of the two met a third, as both cards of
        that game say (ours)."""
        winner = self.removals.get((game.game, game.seats))
        met = (self.holder(seat, game.game) for seat in game.seats)
        return winner if all(pair in (None, game.seats) for pair in met) else None

    def unnamed(self) -> tuple[tuple[str, int], ...]:
        """Lines with content that name nobody and that no card names, in seat order; none that a card which is not in may name."""
        named = {(other, game) for (_, game), other in self._names.items()}
        found = [
            place
            for place, line in self.lines.items()
            if place not in self._names and place not in named and line.has_content
        ]
        awaited = [seat for seat in self.seats if not self.complete[seat]] if found else []
        found = [place for place in found if not any(self._may_name(seat, place) for seat in awaited)]
        return tuple(sorted(found, key=lambda place: (self.order[place[0]], place[1])))

    def _may_name(self, seat: str, place: tuple[str, int]) -> bool:
        """Whether this card, which is not in, can still have a line that names the card of this place in its game."""
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
        one: str,
        other: str,
        lines: Mapping[int, Lines | None],
        counted: Mapping[str, frozenset[int]],
    ) -> int:
        """How many games that count for both and have exactly one winner were won by `one`.

        `lines` are those of games that do not stand as recorded, `counted` the counted games of cards that changed them.
        """
        seats = (one, other) if (one, other) in self.meetings else (other, one)
        won = 0
        for index in self.meetings.get(seats, ()):
            pair = lines[index] if index in lines else self.plain_lines(index)
            if pair is None or pair[0] is None or pair[1] is None or pair[0].is_win == pair[1].is_win:
                continue
            winner, game = seats[0] if pair[0].is_win else seats[1], self.games[index].game
            if winner == one and all(game in counted.get(seat, self.counted[seat]) for seat in seats):
                won += 1
        return won

    def rank_as_recorded(self, playoffs: Sequence[Sequence[str]] = ()) -> tuple[Place, ...]:
        """The standings from the cards as recorded and counted, no decision and no correction included."""
        return rank(
            self.tallies,
            edition=self.edition,
            wins=lambda one, other: self.wins(one, other, {}, {}),
            playoffs=playoffs,
        )

    @cached_property
    def first_qualifiers(self) -> frozenset[str]:
        """The apparent qualifiers on the cards as recorded."""
        return apparent_qualifiers(self.rank_as_recorded(), self.quota)

    def qualifiers(self, decisions: Mapping[int, HandDecision], said: Mapping[int, Said]) -> frozenset[str]:
        """The apparent qualifiers: those of the first ranking, and whoever joins while corrections are made."""
        qualifiers = self.first_qualifiers
        while True:
            places = _Settled(self, qualifiers, decisions, said, sorted(self.unsettled)).rank(first=self.quota)
            joined = qualifiers | apparent_qualifiers(places, self.quota)
            if joined == qualifiers:
                return qualifiers
            qualifiers = joined


class _Settled:
    """Games, lines and totals as they stand for one set of apparent qualifiers, with the decisions that are in force.

    Knows the games of `indexes` and those decided by hand; the others are taken to stand as recorded.
    """

    def __init__(
        self,
        stack: _Stack,
        qualifiers: frozenset[str],
        decisions: Mapping[int, HandDecision],
        said: Mapping[int, Said],
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
                self.lines[index] = _given(stack.games[index], decision, said[index])
                by_hand.append(index)
            elif decision.kind is DecisionKind.REFERRED:
                self.lines[index] = None
        self.standing = self._standing(sorted(by_hand))
        self._changed: dict[str, dict[int, Line]] = {}
        for place, (line, _) in self.standing.items():
            if line is not stack.lines.get(place):
                self._changed.setdefault(place[0], {})[place[1]] = line

    def _standing(self, by_hand: Sequence[int]) -> dict[tuple[str, int], tuple[Line, int]]:
        """Each line as it stands, with the game that says so.

        A line can be claimed twice, by the game it names and by another card that names its seat. Then what was decided
        by hand goes before what was not; no two decisions say the same line.
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
            game, given = stack.games[index], self.lines[index]
            for seat, line in zip(game.seats, given or (), strict=given is not None):
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
        """The cards whose counted games may be others now: a line was added where the first lines count."""
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
            # A no-show has no place, whatever a decision by hand writes on that card.
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
            edition=stack.edition,
            wins=lambda one, other: stack.wins(one, other, self.lines, counted),
            playoffs=playoffs,
            first=first,
        )


def with_lines(card: Card, lines: Mapping[int, Line]) -> Card:
    """The card with these lines, by game, in place of its own or added to them."""
    kept = {line.game: line for line in card.lines}
    return replace(card, lines=tuple(line for _, line in sorted({**kept, **lines}.items())))


Said = tuple[bool, bool]
"""Of which of its two cards a decision says what stands."""

_NEITHER, _BOTH = (False, False), (True, True)


def _given(game: _Game, decision: HandDecision, said: Said) -> Lines:
    """The lines of a game decided by hand; a card that was given no values keeps its own line, None where that is another game's."""
    assert decision.resolved is not None
    first, second = decision.resolved
    return (
        _given_line(game.game, first, game.recorded[0], game.seats[1]) if said[0] else None,
        _given_line(game.game, second, game.recorded[1], game.seats[0]) if said[1] else None,
    )


def _given_line(game: int, values: Line | None, recorded: Line | None, other: str) -> Line | None:
    if values is None:
        return recorded
    line = Line(game, recorded.opponent if recorded else other, values.points, values.plus, values.minus)
    # The very line where nothing changes, so that an unchanged line is known without comparing it.
    return recorded if line == recorded else line


def _in_force(
    stack: _Stack, decisions: Sequence[HandDecision]
) -> tuple[dict[int, HandDecision], dict[int, Said], tuple[HandDecision, ...]]:
    """Sort the decisions, by the index of their game, into those in force, with the cards of which they say what stands, and
    those that lapsed: their basis has changed, or a line of theirs belongs to another game.

    What the rules propose for a decided game is computed without that decision, but with the others in force.
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
        said = _Claims(stack, in_force).said
        changed = [index for index in in_force if index not in said]
        if not changed:
            together = stack.qualifiers(in_force, said) if in_force else frozenset()
            for index, decision in in_force.items():
                # An accepted proposal changes no value, and what can come out one way only need not be computed again.
                if decision.kind is DecisionKind.ACCEPTED or len(stack.possible_proposals(index)) == 1:
                    qualifiers = together
                else:
                    others = {other: kept for other, kept in in_force.items() if other != index}
                    qualifiers = stack.qualifiers(others, said)
                if stack.proposal(index, qualifiers) != decision.basis_resolution:
                    changed.append(index)
        if not changed:
            break
        for index in changed:
            del in_force[index]
    kept = {id(decision) for decision in in_force.values()}
    return in_force, said, tuple(decision for decision in decisions if id(decision) not in kept)


class _Claims:
    """Which lines each decision by hand says, where a line belongs to one game alone (**ours**).

    A line belongs to the game of two cards that name each other; else to one that a removal awarded and nobody decided otherwise;
    else to the newest decision that says it. A decision says a line by giving it values, or by leaving it as it is where it gives
    the other card a result. A decision lapses that says a line of another game, or leaves one as another game's that belongs to none.
    """

    def __init__(self, stack: _Stack, decisions: Mapping[int, HandDecision]) -> None:
        self._stack = stack
        self.said: dict[int, Said] = {}
        tangled: dict[int, Lines] = {}
        for index, decision in decisions.items():
            if decision.resolved is not None and not self._is_settled(index):
                tangled[index] = decision.resolved
            else:
                self.said[index] = _BOTH
        while tangled and (lapsed := self._lapsed(tangled)) is not None:
            del tangled[lapsed]

    def _is_settled(self, index: int) -> bool:
        """Whether the two cards name each other, so that both lines are of this game whatever is decided."""
        game = self._stack.games[index]
        return all(self._stack.holder(seat, game.game) == game.seats for seat in game.seats)

    def _lapsed(self, tangled: dict[int, Lines]) -> int | None:
        """The first of these decisions that lapses; else what each says is known."""
        stack = self._stack
        claimed = self._awarded(tangled)
        said = {}
        for index, given in reversed(tangled.items()):
            game = stack.games[index]
            said[index] = _says(given, game.recorded)
            places = [(seat, game.game) for seat, says in zip(game.seats, said[index], strict=True) if says]
            if any(self._is_elsewhere(index, seat, claimed) for seat, _number in places):
                return index
            claimed |= dict.fromkeys(places, index)
        for index in tangled:
            game = stack.games[index]
            for seat, line, says in zip(game.seats, game.recorded, said[index], strict=True):
                if line is not None and line.has_content and not says and not self._is_elsewhere(index, seat, claimed):
                    return index
        self.said |= said
        return None

    def _awarded(self, tangled: Mapping[int, Lines]) -> dict[tuple[str, int], int]:
        """The lines of the games that a removal awarded, but for those that somebody decided otherwise."""
        stack = self._stack
        games = [stack.index_of[found] for found in stack.removals if found in stack.index_of]
        awarded = [index for index in games if index not in tangled and stack.winner_of_removal(stack.games[index])]
        return {(seat, stack.games[index].game): index for index in awarded for seat in stack.games[index].seats}

    def _is_elsewhere(self, index: int, seat: str, claimed: Mapping[tuple[str, int], int]) -> bool:
        """Whether the line of this seat belongs to another game than this one."""
        game = self._stack.games[index]
        if (holder := self._stack.holder(seat, game.game)) is not None:
            return holder != game.seats
        return claimed.get((seat, game.game), index) != index


def _says(given: Lines, recorded: Lines) -> Said:
    """Of which cards a decision that gives these values says what stands."""
    first, second = (
        here is not None or (own is not None and there is not None and there.has_content)
        for here, there, own in ((given[0], given[1], recorded[0]), (given[1], given[0], recorded[1]))
    )
    return first, second


def _standing_line(line: Line, game: ComparedGame, *, is_changed: bool) -> StandingLine:
    return StandingLine(line, game.rules, game.state, is_changed, game.readings)


def _compared(
    stack: _Stack,
    index: int,
    qualifiers: frozenset[str],
    decision: HandDecision | None,
    said: Said,
    lines: Lines | None,
) -> ComparedGame:
    game = stack.games[index]
    # The basis of a decision in force is what the rules propose without it; its own effect must not show as a change.
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
        # Two cards that were ruled to differ no longer plainly agree.
        if outcome is Outcome.AGREES and lines != game.recorded:
            outcome = Outcome.CORRECTED
    elif decision and decision.kind is DecisionKind.REFERRED:
        state, outcome, rules = State.OPEN, Outcome.REFERRED, (referral_rule(stack.edition),)
    elif decision or outcome is Outcome.STANDS:
        state = State.ACCEPTED
    else:
        state = _UNDECIDED[outcome]
    return ComparedGame(
        game.game, game.seats, game.recorded, proposal, outcome, rules, lines, state, decision, said, is_awarded
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
