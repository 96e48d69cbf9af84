"""The four piles of the cross-check, of which the first and the last are proved (guideline 4).

The guideline sorts the cards into definite qualifiers, probable qualifiers, probable nonqualifiers and the *dead zone*.
Here "definite" and "dead" are proved. Nothing can put a definite card outside the quota, or bring a dead one to the
line: no completion of the missing cards, no ruling on a game that is with the head judge, and no reading of a paper
that must still be read again. One case is left out, because it could be anything in any game: a ruling on a game that
goes to the head judge only once its other card is in.

The proof is by *bounds*: the lowest and the highest key (game points, games won, net, plus points) that a card can
reach. Keys are compared from left to right, and adding the same to both sides keeps their order. So the lowest key of a
card is the sum of the lowest of each of its lines, and likewise the highest. The possible values of a line:

- a line that is not typed yet, of an incomplete card: anything, from a loss by 121 to a win by 121;
- a compared game: as resolved, both if the card is an apparent qualifier's and if it is not, because that can still
  change; it changes only that player's own card;
- a game decided by hand: as decided;
- a game typed on one of its two cards: whatever rule 12.2 makes of it, for every line that the other card can have, a
  missing or contradictory one included; if only the head judge could settle that, the line as recorded;
- a line that must still be read again (`looks`): anything; the line on the other card is then treated as a game typed
  on one card;
- a line that a card has only by a ruling, if the ruling rests on a line that must still be read again: as ruled, or no
  line; if only the first lines of the card count and it displaces another line: anything, for every line of the card;
- a game that only the head judge can settle, whatever is typed, and a line that names nobody: anything.

A typed line that need not be read again is taken as typed. If a new reading makes two cards differ, further looks
become necessary; their outcome is not part of the proof.

Once every card is in, no line must be read again and no game is with the head judge, the bounds are the standings
themselves. Both piles are then complete, and head-to-head and recorded playoffs count.

All of this is about the chain of guideline 7. If another chain ranks the cards, nothing is proved: until everything is
settled any card can come out first or last, so every card is looked at.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import compress, product
from typing import NamedTuple

from scorecards.sheet.rules.crosscheck import (
    ComparedGame,
    CrossCheck,
    DecisionKind,
    HandDecision,
    Lines,
    State,
    recorded_standings,
)
from scorecards.sheet.rules.cut import apparent_qualifiers
from scorecards.sheet.rules.discrepancy import Resolution, resolve
from scorecards.sheet.rules.line import LARGEST_SPREAD, LOSS_POINTS, SKUNK_POINTS, WIN_POINTS, Line
from scorecards.sheet.rules.looks import Place, Reading, find_not_typed, find_typed_over, find_wanted, is_looked_at
from scorecards.sheet.rules.ranking import is_of_the_acc, tied_groups
from scorecards.sheet.rules.tally import tally_lines
from tournaments.rules.edition import Edition
from tournaments.rules.skunk import ACC_SKUNKS, Skunks

Key = tuple[int, int, int, int]
"""Game points, games won, net, plus points, as in `Tally.key`."""

SPREADS_THAT_BOUND = (1, LARGEST_SPREAD)
"""The amounts on the other card that, besides the amount of a line itself, give the extremes of rule 12.2 for it."""


class Pile(StrEnum):
    """The four piles of the guideline, best first."""

    DEFINITE = "definite"
    PROBABLE = "probable"
    PROBABLY_NOT = "probably_not"
    DEAD_ZONE = "dead_zone"


@dataclass(frozen=True, slots=True)
class Bounds:
    """The lowest and highest key that a card can reach, with its worst and best rank; a tie counts against the card."""

    lowest: Key
    highest: Key
    best_rank: int
    worst_rank: int


@dataclass(frozen=True, slots=True)
class Piles:
    """The pile of every complete card, and the bounds of every ranked card, by seat.

    `settled`: the bounds are the standings themselves. Either the qualifiers are posted, or every card is in, no line
    must be read again and no game is with the head judge.

    `proved`: the keys of the bounds say something. They do not if another chain than the ACC's ranks the cards.
    """

    piles: Mapping[str, Pile]
    bounds: Mapping[str, Bounds]
    settled: bool
    proved: bool = True

    @property
    def counts(self) -> dict[Pile, int]:
        """The number of cards in each pile."""
        counts = dict.fromkeys(Pile, 0)
        for pile in self.piles.values():
            counts[pile] += 1
        return counts


def find_piles(result: CrossCheck, readings: Mapping[Place, Sequence[Reading]], *, posted: bool = False) -> Piles:
    """Sort the complete cards into the four piles, with the proof of the first and the last (guideline 4).

    Once the qualifiers are `posted`, nothing is open any more, not even games that posting left unsettled.

    A card is definite if fewer other cards than the quota can reach its lowest key. It is dead if at least as many other
    cards as the quota will stay above its highest key. The present standings sort all cards between.
    """
    unread = frozenset() if posted else _unread(result, readings)
    settled = posted or (not unread and _is_settled(result))
    proved = is_of_the_acc(result.chain)
    bounds = _settled_bounds(result) if settled else _open_bounds(result, unread, proved=proved)
    missing = frozenset(result.missing)
    piles = {}
    for place in result.places:
        if place.seat in missing:
            continue
        card_bounds = bounds[place.seat]
        if card_bounds.worst_rank <= result.quota:
            piles[place.seat] = Pile.DEFINITE
        elif card_bounds.best_rank > result.quota:
            piles[place.seat] = Pile.DEAD_ZONE
        else:
            piles[place.seat] = Pile.PROBABLE if place.rank <= result.quota else Pile.PROBABLY_NOT
    return Piles(piles, bounds, settled, proved)


def _unread(result: CrossCheck, readings: Mapping[Place, Sequence[Reading]]) -> frozenset[Place]:
    """The lines that must be read again, now or later.

    Both lines of a game of which one is not typed must be. A line must be read later if the other card's line was typed
    over, and another reading may show that the two differ.
    """
    unread = {(line.seat, line.game) for line in find_wanted(result, readings)}
    not_typed = find_not_typed(result, readings)
    unread |= not_typed.keys()
    for (_seat, game), other in (*find_typed_over(result).items(), *not_typed.items()):
        if other is not None and not is_looked_at(result.cards[other].line(game), readings.get((other, game), ())):
            unread.add((other, game))
    return frozenset(unread)


def _is_settled(result: CrossCheck) -> bool:
    return result.complete and not result.unnamed and all(game.state is not State.OPEN for game in result.games)


def _settled_bounds(result: CrossCheck) -> dict[str, Bounds]:
    """The standings as bounds; a card that shares a rank can end up first or last of its group."""
    last_ranks = {group[0].rank: group[0].rank + len(group) - 1 for group in tied_groups(result.places)}
    return {
        place.seat: Bounds(place.tally.key, place.tally.key, place.rank, last_ranks.get(place.rank, place.rank))
        for place in result.places
    }


def _any_bounds(result: CrossCheck) -> dict[str, Bounds]:
    """Bounds that claim nothing: every card can have any key, and any rank."""
    most_lines = max((len(card.lines) + card.games for card in result.cards.values()), default=0)
    whole = _sum([_NOTHING, *[_anything(result.skunks)] * most_lines])
    return {
        place.seat: Bounds(whole.lowest, whole.highest, best_rank=1, worst_rank=len(result.places))
        for place in result.places
    }


def _open_bounds(result: CrossCheck, unread: frozenset[Place], *, proved: bool) -> dict[str, Bounds]:
    """The bounds of every ranked card while lines are open, by seat; each rank counts the cards whose spans reach it."""
    if not proved:
        return _any_bounds(result)
    ranges = _Ranges(result, unread)
    spans = {place.seat: ranges.of_card(place.seat) for place in result.places}
    lowest, highest = sorted(span.lowest for span in spans.values()), sorted(span.highest for span in spans.values())
    return {
        seat: Bounds(
            span.lowest,
            span.highest,
            best_rank=1 + len(lowest) - bisect_right(lowest, span.highest),
            # The card itself is counted among those that can reach its lowest key, so the count is a rank.
            worst_rank=len(highest) - bisect_left(highest, span.lowest),
        )
        for seat, span in spans.items()
    }


class _Span(NamedTuple):
    """The lowest and highest key that a line, or a card, can reach."""

    lowest: Key
    highest: Key


def _key(line: Line | None, skunks: Skunks = ACC_SKUNKS) -> Key:
    return (0, 0, 0, 0) if line is None else tally_lines((line,), skunks).key


_NOTHING = _Span(_key(None), _key(None))
_ANY_RESULT = _Span(_key(Line(1, None, LOSS_POINTS, None, None)), _key(Line(1, None, SKUNK_POINTS, None, None)))


def _anything(skunks: Skunks) -> _Span:
    """From the largest loss to the largest win."""
    lost, won = Line(1, None, LOSS_POINTS, None, LARGEST_SPREAD), Line(1, None, WIN_POINTS, LARGEST_SPREAD, None)
    return _Span(_key(lost, skunks), _key(won, skunks))


def _span(keys: Iterable[Key]) -> _Span:
    all_keys = tuple(keys)
    return _Span(min(all_keys), max(all_keys))


def _sum(spans: Iterable[_Span]) -> _Span:
    lows, highs = zip(*spans, strict=True)
    return _Span(_added(lows), _added(highs))


def _added(keys: Iterable[Key]) -> Key:
    points, won, net, plus = map(sum, zip(*keys, strict=True))
    return points, won, net, plus


class _Ranges:
    """The possible values of every unsettled line: `spans` by seat and game.

    Two games can claim a line: the game that the line names, and the game of another card that names its seat. The
    second game is a referral. Any value that one of the two games can give the line is possible.
    """

    def __init__(self, result: CrossCheck, unread: frozenset[Place]) -> None:
        self.result = result
        self.skunks = result.skunks
        self.anything = _anything(result.skunks) if result.records_spread else _ANY_RESULT
        self.unread = unread
        self.seats_unread = frozenset(seat for seat, _game in unread)
        self.missing = frozenset(result.missing)
        self.lines = {(seat, line.game): line for seat, card in result.cards.items() for line in card.lines}
        # The first ranking takes the cards as recorded: once no card can change any more, its apparent qualifiers are
        # certain to stay.
        self.qualifiers = frozenset() if result.missing or unread else self._first_qualifiers()
        self.spans: dict[str, dict[int, _Span]] = {seat: {} for seat in result.cards}
        # Lines that a card has only by a ruling: they disappear together with the ruling if its basis is read differently.
        self.lapsing: set[Place] = set()
        for seat, game in unread:
            self._widen(seat, game, self.anything)
        self._take_all({(decision.game, decision.seats): decision for decision in result.dropped})

    def _first_qualifiers(self) -> frozenset[str]:
        """The apparent qualifiers on the cards as recorded; seats without a place stay out of the ranking."""
        result = self.result
        absent = result.cards.keys() - {place.seat for place in result.places}
        first = recorded_standings(
            result.cards, edition=result.edition, chain=result.chain, not_ranked=frozenset(absent)
        )
        return apparent_qualifiers(first, result.quota)

    def of_card(self, seat: str) -> _Span:
        """The lowest and highest key that this card can reach."""
        spans, is_missing = self.spans[seat], seat in self.missing
        standing = self.result.standing_cards[seat]
        lines = {line.game: line for line in standing.lines}
        if standing.counted is None:
            # Only the first lines count: an added line can displace any other, and a removed line admits any other.
            can_add = is_missing or not spans.keys() <= lines.keys()
            can_remove = seat in self.seats_unread or any(
                (seat, game) in self.lapsing for game in standing.counted_games
            )
            if can_add or (can_remove and len(lines) > standing.games):
                return _sum([_NOTHING, *[self.anything] * standing.games])
        fixed: list[Line] = []
        open_spans: list[_Span] = []
        for game in standing.counted_games:
            if is_missing and (seat, game) not in self.lines:
                open_spans.append(self.anything)
            elif game in spans:
                open_spans.append(spans[game])
            elif game in lines:
                fixed.append(lines[game])
        settled = tally_lines(fixed, self.skunks).key
        return _sum([_Span(settled, settled), *open_spans])

    def _widen(self, seat: str, game: int, span: _Span) -> None:
        """Add the values of `span` to the possible values of this line."""
        present = self.spans[seat].get(game, span)
        self.spans[seat][game] = _Span(min(present.lowest, span.lowest), max(present.highest, span.highest))

    def _is_line_unknown(self, seat: str, game: int) -> bool:
        """Whether this card's line of the game can still be anything: it is unread, or the card is not typed yet."""
        return (seat, game) in self.unread or (seat in self.missing and (seat, game) not in self.lines)

    def _take_all(self, dropped: dict[tuple[int, tuple[str, str]], HandDecision]) -> None:
        """Add the possible values of all games, of `dropped` decisions by game and seats, and of lines that name nobody."""
        for game in self.result.games:
            decision = game.decision or dropped.pop((game.game, game.seats), None)
            is_open = any((seat, game.game) in self.unread for seat in game.seats)
            if is_open or game.state is not State.AGREED or decision is not None:
                self._take(game, decision)
        for decision in dropped.values():
            self._take_returning(decision)
        for seat, number in self.result.unnamed:
            self._widen(seat, number, self.anything)

    def _take(self, game: ComparedGame, decision: HandDecision | None) -> None:
        """Add the possible values of each of the two lines in this game."""
        if any(self._is_line_unknown(seat, game.game) for seat in game.seats):
            self._take_half_known(game)
            if decision is not None and self._could_be_basis(game, decision):
                self._take_decided(decision, game.recorded)
                self._take_lapsing(decision)
            return
        proposals = self._proposals(game)
        if decision is not None and self._can_lose_a_line(game):
            self._take_proposals(game)
            self._take_lapsing(decision)
        is_certain = game.decision is not None and decision is not None and proposals == {decision.basis_resolution}
        if not is_certain:
            self._take_proposals(game)
        # While cards are typed, the basis of a decision can appear and disappear, and the decision with it.
        if decision is not None and decision.basis_recorded == game.recorded and decision.basis_resolution in proposals:
            self._take_decided(decision, game.recorded)

    def _can_lose_a_line(self, game: ComparedGame) -> bool:
        """Whether another card can still claim a line of this game, so that the decision on the game lapses."""
        named = tuple(line.opponent if line else None for line in game.recorded)
        return named != game.seats[::-1] and any(self._is_line_unknown(seat, game.game) for seat in self.result.cards)

    def _take_half_known(self, game: ComparedGame) -> None:
        """Add the possible values of both lines of a game, one of which can still be anything."""
        for seat, line in zip(game.seats, game.recorded, strict=True):
            if line is not None:
                self._widen(seat, game.game, self._answer(line))
            elif third_line := self.lines.get((seat, game.game)):
                # The line names a third seat. A ruling can replace it, but lapses with the line on the other card.
                self._widen(seat, game.game, _span([_key(third_line, self.skunks)]))

    def _answer(self, line: Line) -> _Span:
        """The possible values of a line if the other card can still get any line."""
        if not self.result.records_spread:
            # Results that agree stand as written. Contradicting results are left out, as rulings are.
            return _span([_key(line, self.skunks)]) if line.points is not None else self.anything
        edition, skunks = self.result.edition, self.skunks
        answer = _answer(line.points, line.plus, line.minus, line.opponent is None, edition, skunks)
        return answer or self.anything

    def _take_proposals(self, game: ComparedGame) -> None:
        """Add the values that the rules can give two recorded lines; only the apparent qualifiers can still change."""
        for index, seat in enumerate(game.seats):
            keys = []
            for qualifies in self._may_qualify(seat):
                lines = self._resolve(game, frozenset([seat] if qualifies else [])).lines
                if lines is not None:
                    keys.append(_key(lines[index], self.skunks))
            self._widen(seat, game.game, _span(keys) if keys else self.anything)

    def _take_decided(self, decision: HandDecision, recorded: Lines) -> None:
        """Add the values that a decision by hand gives the two lines; accepting a proposal adds none."""
        resolved = decision.resolved or (None, None)
        for seat, line in zip(decision.seats, (resolved[0] or recorded[0], resolved[1] or recorded[1]), strict=True):
            if decision.kind is DecisionKind.REFERRED:
                self._widen(seat, decision.game, self.anything)
            elif decision.kind is DecisionKind.OVERRIDDEN and line is not None:
                self._widen(seat, decision.game, _span([_key(line, self.skunks)]))

    def _take_lapsing(self, decision: HandDecision) -> None:
        """Add the value of no line for each line that a card has only by this ruling, as the ruling can lapse."""
        for seat, line in zip(decision.seats, decision.resolved or (None, None), strict=True):
            if line is not None and (seat, decision.game) not in self.lines:
                self._widen(seat, decision.game, _NOTHING)
                self.lapsing.add((seat, decision.game))

    def _take_returning(self, decision: HandDecision) -> None:
        """Add the values of a decision on a game that no card has at present, but that a card may have again."""
        if any(self._is_line_unknown(seat, decision.game) for seat in decision.seats):
            for seat in decision.seats:
                standing = self.result.standing_lines.get((seat, decision.game))
                line = standing.line if standing else self.lines.get((seat, decision.game))
                self._widen(seat, decision.game, _span([_key(line, self.skunks)]))
            self._take_decided(decision, decision.basis_recorded)

    def _could_be_basis(self, game: ComparedGame, decision: HandDecision) -> bool:
        """Whether the two lines are, or can still become, the lines on which the decision was made."""
        return all(
            line == basis or self._is_line_unknown(seat, game.game)
            for seat, line, basis in zip(game.seats, game.recorded, decision.basis_recorded, strict=True)
        )

    def _proposals(self, game: ComparedGame) -> set[Resolution]:
        """Every resolution that the rules can give a game, whoever becomes an apparent qualifier."""
        combinations = product(*[self._may_qualify(seat) for seat in game.seats])
        return {self._resolve(game, frozenset(compress(game.seats, qualify))) for qualify in combinations}

    def _may_qualify(self, seat: str) -> tuple[bool, ...]:
        """Whether this seat is an apparent qualifier: the one certain answer, or both possible answers."""
        return (True,) if seat in self.qualifiers else (False, True)

    def _resolve(self, game: ComparedGame, qualifiers: frozenset[str]) -> Resolution:
        """What the rules make of a game with these apparent qualifiers. A game of a removal has its result already."""
        if game.proposal is not None and game.is_of_removal:
            return game.proposal
        return resolve(
            *game.recorded,
            seats=game.seats,
            qualifiers=qualifiers,
            edition=self.result.edition,
            records_spread=self.result.records_spread,
            skunks=self.skunks,
        )


@lru_cache(maxsize=4096)
def _answer(
    points: int | None, plus: int | None, minus: int | None, is_unnamed: bool, edition: Edition, skunks: Skunks
) -> _Span | None:
    """The span of values that rule 12.2 can give a line, over every line that the other card can have.

    A referral leaves the line as recorded. None if every line of the other card leads to a referral.
    """
    line = Line(1, None if is_unnamed else _OTHER, points, plus, minus)
    spreads = SPREADS_THAT_BOUND if line.spread is None else (*SPREADS_THAT_BOUND, line.spread)
    keys = set(answers(line, spreads, edition=edition, skunks=skunks))
    return _span([*keys, _key(line, skunks)]) if keys else None


_OWN, _OTHER = "A-1", "A-2"


def answers(line: Line, spreads: Iterable[int], *, edition: Edition, skunks: Skunks = ACC_SKUNKS) -> Iterator[Key]:
    """Every key that rule 12.2 gives this line of seat A-1 against A-2, over many lines of A-2.

    These lines have one of the amounts `spreads` in either column, or no amount, and any points. A-1 is taken both as
    an apparent qualifier and not.
    """
    columns: list[tuple[int | None, int | None]] = [(None, None)]
    for spread in spreads:
        columns += [(spread, None), (None, spread)]
    for points, (plus, minus), qualifies in product(
        (None, LOSS_POINTS, WIN_POINTS, SKUNK_POINTS), columns, (False, True)
    ):
        other = Line(line.game, _OWN, points, plus, minus)
        qualifiers = frozenset([_OWN] if qualifies else [])
        seats = (_OWN, _OTHER)
        lines = resolve(line, other, seats=seats, qualifiers=qualifiers, edition=edition, skunks=skunks).lines
        if lines is not None:
            yield _key(lines[0], skunks)
