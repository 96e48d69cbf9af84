"""The cross-check as checkers work through it: table by table, one game at a time, with its effect on players.

A *case* is one game that does not plainly agree. The qualifying card is on its left; a case without one belongs to the
dead zone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorecards.access import need_to_decide, need_to_take_back
from scorecards.cards import words as cards_words
from scorecards.cards.reads.handling import CardTold, card_handling, changed_alone
from scorecards.cards.rules.typing import format_typed
from scorecards.crosscheck import words as crosscheck_words
from scorecards.crosscheck.reads import accepting as accepting_reads
from scorecards.crosscheck.reads import third as third_reads
from scorecards.crosscheck.reads.leftover import leftover
from scorecards.crosscheck.reads.looks import own_tables, warnings
from scorecards.crosscheck.reads.third import Left, Lefts, ThirdChecker, left_now, third_checkers
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads import looks as looks_reads
from scorecards.sheet.reads.discrepancies import (
    DiscrepancyView,
    differing_games,
    discrepancy_id,
    discrepancy_view,
    taken_by,
)
from scorecards.sheet.reads.earlier import steps_on
from scorecards.sheet.reads.ink import Columns, Ink, columns, summary
from scorecards.sheet.reads.sheet import CardFacts, Sheet
from scorecards.sheet.rules.by_hand import is_ruled
from scorecards.sheet.rules.crosscheck import ComparedGame, DecisionKind, State
from scorecards.sheet.rules.cut import Status
from scorecards.sheet.rules.discrepancy import Outcome, referral_rule
from scorecards.sheet.rules.effect import Effect, Shift, around_the_cut, effect
from scorecards.sheet.rules.line import LOSS_POINTS, SKUNK_POINTS, WIN_POINTS, Line
from scorecards.sheet.rules.looks import (
    Place,
    Reading,
    find_to_sign,
    find_typed_over,
    find_unlooked,
    find_wanted,
    is_looked_at,
)
from scorecards.sheet.rules.looks import is_same as is_same_line
from scorecards.sheet.rules.obstacles import find_unread
from scorecards.sheet.rules.replay import DECISION, Step, is_same
from tournaments.access import Actor, Rights, is_own, may_be_own, own_card, who_may
from tournaments.day.reads.schedule import day_changes, schedule
from tournaments.day.words import round as round_words
from tournaments.models import User
from tournaments.people.reads import relations as relations_reads
from tournaments.people.reads.relations import Relatives
from tournaments.rotation.rules.award import awards_of, fallen
from tournaments.rules.citations import rests_on
from tournaments.rules.last_name import last_name
from tournaments.rules.seat import parse_seat, seat_order, table_order
from tournaments.words import citing as citing_words

DEAD_ZONE = "dead-zone"
HEAD_JUDGE = "head-judge"
TO_DECIDE = "to-decide"

_UNSETTLED = (State.PROPOSED, State.OPEN)


@dataclass(frozen=True, slots=True)
class CaseCard:
    """One of the two cards of a case: as written, as it stands, and the text to type for it. `by_phone`: the card is as
    its player told it by phone, and there is no paper to read."""

    seat: str
    name: str
    surname: str
    opponent: str
    qualifies: bool
    own: bool
    has_line: bool
    ink: Columns
    parts: tuple[Ink, ...]
    text: str
    by_phone: bool


@dataclass(frozen=True, slots=True)
class Case:
    """One game in the list: both cards, the rules, and how far it is.

    `left` says who left it to a third checker, `passed` whether the reader of the page did, `related` whether the
    reader is related to one of the two players. `alone` names the lines that one person's looks changed.
    """

    id: str
    game: int
    cards: tuple[CaseCard, CaseCard]
    mark: str
    why: str
    cites: tuple[str, ...]
    view: DiscrepancyView
    proposed: bool
    red: bool
    unlooked: tuple[str, ...]
    left: tuple[Left, ...]
    passed: bool
    related: bool
    alone: tuple[str, ...]

    @property
    def unsettled(self) -> bool:
        return self.mark in ("look", "todo", "refer", "decide")

    @property
    def is_own(self) -> bool:
        """Whether one of the two cards is the reader's own, so that another checker decides the game."""
        return any(card.own for card in self.cards)

    @property
    def seen(self) -> str:
        """What the checker has in view, in words: shown again where somebody changed it meanwhile."""
        cards = (f"{card.seat} {', '.join(part.before for part in card.parts)}" for card in self.cards)
        return "; ".join(cards)


@dataclass(frozen=True, slots=True)
class Group:
    """The cases of one table, of the head judge, or of the dead zone."""

    key: str
    label: str
    note: str
    cases: tuple[Case, ...]

    @property
    def unsettled(self) -> int:
        return sum(1 for case in self.cases if case.unsettled)

    @property
    def own(self) -> bool:
        """Whether one of the open cases is the reader's own game, which another checker decides."""
        return any(case.unsettled and case.is_own for case in self.cases)

    @property
    def passed(self) -> bool:
        """Whether the reader left one of the open cases to a third checker."""
        return any(case.unsettled and case.passed for case in self.cases)


MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class Resting:
    """What rests on one person alone, in sentences for whoever posts: the number of lines and the first of them,
    decisions by hand, and what was passed over (signatures without a look or by a relative, lines typed by the
    opponent)."""

    lines: str
    named: tuple[str, ...]
    by_hand: tuple[str, ...]
    passed_over: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moving:
    """A correction that moves somebody: its case, the moves in words, and whether somebody crosses the line."""

    case: Case
    moves: tuple[str, ...]
    tell: bool


@dataclass(frozen=True, slots=True)
class Accepting:
    """What the reader would accept at once at this revision of the event, and what they would leave."""

    moving: tuple[Moving, ...]
    count: int
    revision: int
    left: tuple[accepting_reads.LeftOut, ...]
    unread: int
    """How many of those left may be signed with both papers, without another look."""

    @property
    def left_named(self) -> tuple[accepting_reads.LeftOut, ...]:
        return self.left[:MOST_NAMED]

    @property
    def and_more(self) -> str:
        """How many are left beyond those that are named, in words."""
        return crosscheck_words.and_more(len(self.left) - MOST_NAMED) if len(self.left) > MOST_NAMED else ""

    @property
    def others(self) -> int:
        """How many corrections move nobody."""
        return self.count - len(self.moving)


@dataclass(frozen=True, slots=True)
class CutRow:
    """One place near the line after the correction, with where it comes from."""

    rank: str
    seat: str
    name: str
    note: str
    direction: str
    crosses: bool
    game_points: int
    games_won: int
    net: str
    first_below: bool


@dataclass(frozen=True, slots=True)
class TotalChange:
    """The changes of one seat's totals that follow from a correction."""

    seat: str
    changes: tuple[tuple[str, Ink], ...]


@dataclass(frozen=True, slots=True)
class HandField:
    """The text to type for deciding this card by hand: as recorded until somebody types. A card whose line is `taken`
    by another game stays as it is."""

    seat: str
    name: str
    text: str
    taken: bool


@dataclass(frozen=True, slots=True)
class ResultChoice:
    """A result that may stand where two contradict each other: the value sent, its words, and the cards that say so."""

    value: str
    text: str
    note: str


@dataclass(frozen=True, slots=True)
class Would:
    """What rule 12.2 would make of a game that somebody referred to the head judge."""

    rules: tuple[tuple[str, str], ...]
    becomes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """What the reader may do with the decision on a case, and who else may. Taking back a ruling of the head judge
    needs a reason (`says_why`)."""

    may_decide: bool
    may_take_back: bool
    says_why: bool
    decides: str
    takes_back: str


@dataclass(frozen=True, slots=True)
class OpenCase:
    """The open case: what the rules say, and its effect on totals and places.

    `results` are the choices where results contradict each other, `not_played` how to say that a game on one card alone
    was not played, `elsewhere` that a card's line belongs to another game. `shows_lines` is false while a line must be
    read again, since its reader must not see what was typed. `own_typing` says why the reader of the page may not vouch
    for it with both papers, `typed_over` that a line was typed over and waits for another person; `readable` are the
    cards whose line the reader may read. `signed_unread` names cards that nobody read again before the decision.
    `third` says who signed as third checker, or that nobody did; `instead` are those who may sign for a relative of a
    player. `awarded` says that the game was awarded, `own` why the reader may not decide a game of their own.
    """

    case: Case
    rules: tuple[tuple[str, str], ...]
    becomes: tuple[str, ...]
    totals: tuple[TotalChange, ...]
    moves: tuple[str, ...]
    tell: bool
    tag: str
    head_judge_decides: bool
    would: Would | None
    hand: Hand
    own: str
    awarded: str
    third: str
    instead: tuple[ThirdChecker, ...]
    shows_lines: bool
    own_typing: str
    typed_over: str
    readable: tuple[str, ...]
    signed_unread: str
    told: tuple[CardTold, ...]
    warnings: tuple[str, ...]
    cut: tuple[CutRow, ...]
    by_hand: tuple[HandField, ...]
    elsewhere: tuple[str, ...]
    not_played: str
    results: tuple[ResultChoice, ...]
    previous: str
    next: str


@dataclass(frozen=True)
class CheckPage:
    """Everything on the page except the open case."""

    on: Sheet
    user: User | None
    rights: Rights
    readings: Mapping[Place, Sequence[Reading]] = field(default_factory=dict)
    relatives: Relatives = field(default_factory=Relatives)
    lefts: Lefts = field(default_factory=dict)
    alone: Mapping[Place, str] = field(default_factory=dict)

    @cached_property
    def _qualifiers(self) -> frozenset[str]:
        return frozenset(self.on.crosscheck.apparent_qualifiers)

    @cached_property
    def games(self) -> dict[str, ComparedGame]:
        """Every game that does not plainly agree, by name."""
        return {discrepancy_id(game): game for game in differing_games(self.on)}

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """Every case, in seat order of the card on the left, then by game."""
        cases = [self._case(name, game) for name, game in self.games.items()]
        return tuple(sorted(cases, key=lambda case: (seat_order(case.cards[0].seat), case.game)))

    def signs_alike(self, initials: str, name: str) -> str:
        """Who else signed with the same initials here, so that the paper cannot tell them apart; else empty."""
        alike = initials.replace(".", "").replace(" ", "").casefold()
        others = (
            case.view.decided_by
            for case in self.cases
            if case.view.initials.replace(".", "").replace(" ", "").casefold() == alike
        )
        return next((other for other in others if alike and other != name), "")

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The cases by table of the qualifying card, then the head judge's, then the dead zone's."""
        tables = sorted({parse_seat(seat).table for seat in self._qualifiers}, key=table_order)
        groups = [
            _group(table, _("Table %s") % table, [case for case in self.cases if _table(case) == table])
            for table in tables
        ]
        groups.append(self._head_judge() if self.on.event.records_spread else self._to_decide())
        dead = [case for case in self.cases if not _table(case)]
        groups.append(_group(DEAD_ZONE, _("Dead zone"), dead))
        return tuple(groups)

    def _head_judge(self) -> Group:
        """The games that wait for the head judge, unread ones included; once posted, those left unruled."""
        waiting = tuple(case for case in self.cases if case.view.state == State.OPEN)
        note = _("%d without a ruling") if self.on.event.posted_at else _("%d waiting")
        label = citing_words.authority("name", self.on.event.edition)
        return Group(HEAD_JUDGE, label, note % len(waiting), waiting)

    def _to_decide(self) -> Group:
        """Contradicting results where no spread is recorded; once posted, those left undecided."""
        waiting = tuple(case for case in self.cases if case.view.state == State.OPEN)
        note = _("%d undecided") if self.on.event.posted_at else _("%d waiting")
        return Group(TO_DECIDE, _("To be decided"), note % len(waiting), waiting)

    @property
    def leftover(self) -> tuple[str, ...]:
        """What posting does not wait for, or what became of it, in sentences."""
        return leftover(self.on)

    def group(self, key: str, case: str = "") -> Group:
        """The group with this key, else the group of this case, else the first one with work left."""
        by_key = {group.key: group for group in self.groups}
        if key in by_key:
            return by_key[key]
        holding = [group for group in self.groups if any(one_case.id == case for one_case in group.cases)]
        return [*holding, *(group for group in self.groups if group.unsettled), self.groups[0]][0]

    def next_group(self, key: str) -> Group | None:
        """The next group, wrapping around, with a difference that the reader may settle; None where there is none."""
        place = next((index for index, group in enumerate(self.groups) if group.key == key), 0)
        others = [*self.groups[place + 1 :], *self.groups[:place]]
        return next(
            (
                group
                for group in others
                if any(case.unsettled and not case.is_own and not case.passed for case in group.cases)
            ),
            None,
        )

    def progress(self, table: str) -> tuple[int, int]:
        """How many qualifying cards of this table are done, and how many there are."""
        seats = {seat for seat in self._qualifiers if parse_seat(seat).table == table}
        busy = {card.seat for case in self.cases if case.unsettled for card in case.cards}
        return len(seats - busy), len(seats)

    def compared(self, table: str) -> str:
        """How many games of the table's qualifying cards were compared, and how they came out."""
        seats = {seat for seat in self._qualifiers if parse_seat(seat).table == table}
        games = [g for g in self.on.crosscheck.games if g.state is not State.PENDING and seats & set(g.seats)]
        agree = sum(1 for game in games if game.state is State.AGREED)
        return _("%(games)d games compared. %(agree)d agree, %(differ)d differ.") % {
            "games": len(games),
            "agree": agree,
            "differ": len(games) - agree,
        }

    @cached_property
    def _to_sign(self) -> frozenset[str]:
        """The corrections that were read again on both papers and wait for initials."""
        games = () if self.on.event.posted_at else find_to_sign(self.on.crosscheck, self.readings)
        return frozenset(discrepancy_id(game) for game in games)

    @property
    def proposed(self) -> int:
        """How many corrections, read again on both papers, wait for initials."""
        return len(self._to_sign)

    @cached_property
    def acceptable(self) -> int:
        """How many of them the reader may sign; the others are for a third or another checker."""
        return len(self._signable)

    @cached_property
    def _signable(self) -> tuple[Case, ...]:
        mine = (case for case in self.cases if case.id in self._to_sign)
        return tuple(case for case in mine if not case.related and not any(card.own for card in case.cards))

    def accepting(self) -> Accepting:
        """The effect of accepting all of these on players; one ranking for each, and no more queries."""
        moving = []
        for case in self._signable:
            done = effect(self.on.crosscheck, self.games[case.id], playoffs=self.on.playoffs)
            moves = [shift for shift in _moves(self.games[case.id], done) if shift.has_moved]
            if moves:
                tell = any(shift.crosses_the_line for shift in moves)
                moving.append(Moving(case, tuple(_sentence(self.on, shift) for shift in moves), tell))
        left: tuple[accepting_reads.LeftOut, ...] = ()
        unread = 0
        if not self.on.event.posted_at:
            left = self._left_out(unlooked=False)
            unread = len(left) - len(self._left_out(unlooked=True))
        return Accepting(tuple(moving), len(self._signable), self.on.event.revision, left, unread)

    def _left_out(self, *, unlooked: bool) -> tuple[accepting_reads.LeftOut, ...]:
        return accepting_reads.left_out(
            self.on, self.readings, self.relatives, self.user, unlooked=unlooked, typed=False, related=False
        )

    @property
    def waiting_unsigned(self) -> tuple[accepting_reads.LeftOut, ...]:
        """Games that are no case (their cards agree now, or one is not in) but wait for another reading."""
        if self.on.event.posted_at or not self.on.event.cross_checked_at:
            return ()
        return tuple(game for game in accepting_reads.waiting_unsigned(self.on) if game.id not in self.games)

    @property
    def to_read(self) -> int:
        """How many games are not put to rule 12.2 yet because one of their lines must be read again."""
        return sum(1 for case in self.cases if case.mark == "look")

    @property
    def to_decide(self) -> int:
        """How many games, read again on both papers, wait for a checker to decide which result stands."""
        return sum(1 for case in self.cases if case.mark == "decide")

    @cached_property
    def looks_waiting(self) -> int:
        """How many lines must be read again."""
        return 0 if self.on.event.posted_at else len(find_wanted(self.on.crosscheck, self.readings))

    @cached_property
    def one_person(self) -> Resting:
        """What rests on one person alone: lines read again, games decided by hand, signatures without a look."""
        lines = dict(self.alone)
        differing = {place for game in self.games.values() for place in _places(game)}
        typists = looks_reads.typists(self.on, self.readings.keys())
        for (seat, game), readings in self.readings.items():
            recorded, facts = self.on.cards[seat].line(game), self.on.facts.get(seat, CardFacts())
            # On a card from a phone, the player's claim counts as a reading only where the two cards differ.
            if facts.is_by_phone and (seat, game) not in differing:
                continue
            people = {reading.person for reading in readings if is_same_line(recorded, reading.line)}
            if people and len(people | {typists[seat, game].person}) == 1:
                lines[seat, game] = typists[seat, game].person[1]
        by_hand = [
            crosscheck_words.decided_alone(game.game, game.seats, view.initials, view.reason)
            for game in self.games.values()
            if game.state is State.OVERRIDDEN
            for view in [discrepancy_view(self.on, game)]
        ]
        passed_over = [*self._signed_unread(), *self._signed_related(), *self._typed_by_opponents()]
        if len(passed_over) > MOST_NAMED:
            passed_over[MOST_NAMED:] = [crosscheck_words.and_more(len(passed_over) - MOST_NAMED)]
        places = sorted(lines, key=lambda place: (seat_order(place[0]), place[1]))
        sentences = [crosscheck_words.line_of_one(*place, lines[place]) for place in places[:MOST_NAMED]]
        return Resting(
            crosscheck_words.lines_of_one(len(places)) if places else "",
            tuple(sentences),
            tuple(by_hand),
            tuple(passed_over),
        )

    def _signed_unread(self) -> Iterator[str]:
        for game, view in self._signed():
            if cards := _unread(game, self.readings):
                yield crosscheck_words.decided_unread(game.game, game.seats, view.initials, view.decided_by, cards)

    def _signed_related(self) -> Iterator[str]:
        related = third_reads.signed_related(self.on.event)
        for game, view in self._signed():
            if view.id in related:
                yield crosscheck_words.decided_related(
                    game.game, game.seats, view.initials, view.decided_by, related[view.id]
                )

    def _signed(self) -> Iterator[tuple[ComparedGame, DiscrepancyView]]:
        """The games that somebody decided, each with its view."""
        for game in self.games.values():
            if game.decision is not None and game.decision.kind is not DecisionKind.REFERRED:
                yield game, discrepancy_view(self.on, game)

    def _typed_by_opponents(self) -> Iterator[str]:
        """Lines typed by the opponent on a first typing, which nobody has read again, in sentences."""
        own = {account: seat for seat, entry in self.on.entries.items() for account in entry.player.accounts}
        lines = {
            (seat, line.game): line
            for seat in self.on.facts
            for line in self.on.cards[seat].lines
            if line.opponent in own.values()
            and not any(is_same_line(line, reading.line) for reading in self.readings.get((seat, line.game), ()))
        }
        for (seat, game), typist in looks_reads.typists(self.on, lines.keys()).items():
            account, name = typist.person
            if account is not None and own.get(account) == lines[seat, game].opponent:
                yield crosscheck_words.typed_by_opponent(seat, game, own[account], name)

    @property
    def unread(self) -> str:
        """The sentence about whom to tell while lines must be read again."""
        return crosscheck_words.still_to_read(self.looks_waiting)

    @cached_property
    def _unread(self) -> frozenset[Place]:
        """The lines that could matter and that posting asks for, also where nothing has to be signed."""
        findings = () if self.on.event.posted_at else find_unread(self.on.crosscheck, self.readings)
        return frozenset((str(finding["seat"]), int(finding["game"])) for finding in findings)

    @cached_property
    def _typed_over(self) -> Mapping[Place, str | None]:
        """The lines that were typed over and that nobody has read since."""
        return {} if self.on.event.posted_at else find_typed_over(self.on.crosscheck)

    @cached_property
    def _own_words(self) -> Set[Place]:
        """Those of the lines typed over that somebody other than the reader of the page reads."""
        return (
            looks_reads.own_words(self.on, Actor.of_user(self.user)).keys() if self.user and self._typed_over else set()
        )

    def _case(self, name: str, game: ComparedGame) -> Case:
        unlooked = () if self.on.event.posted_at else find_unlooked(self.on.crosscheck, game, self.readings)
        typed_over = self._typed_over.keys() & set(_places(game))
        if typed_over:
            unlooked = tuple(seat for seat in game.seats if seat in unlooked or (seat, game.game) in typed_over)
        left = left_now(self.lefts, game)
        return _case(
            self.on,
            name,
            game,
            self._qualifiers,
            self.user,
            unlooked,
            waits=bool(unlooked)
            and (game.state in _UNSETTLED or bool(typed_over) or bool(self._unread & set(_places(game)))),
            left=left,
            related=any(self.relatives.of(self.on.entries[seat]) for seat in game.seats),
            alone=tuple(
                cards_words.read_alone(seat, self.alone[seat, game.game], typed=False)
                for seat in game.seats
                if (seat, game.game) in self.alone
            ),
        )

    @cached_property
    def to_tell(self) -> tuple[tuple[str, str], ...]:
        """Whom the director tells, with both cards as evidence (12.2.i): seat and sentence."""
        return tuple(
            (
                move.seat,
                sheet_words.shift(
                    self.on.entries[move.seat].name, move.before, move.after, move.status_before, move.status_after
                ),
            )
            for move in self.on.crosscheck.moved
        )

    @cached_property
    def unnamed(self) -> tuple[tuple[str, int], ...]:
        """Lines that name nobody and that no card names."""
        return self.on.crosscheck.unnamed

    @cached_property
    def last_decision(self) -> Case | None:
        """The case that this user decided last, where the decision is in force and they may take it back without a
        reason; None once posted."""
        if self.user is None or self.on.event.posted_at:
            return None
        name = self.user.get_full_name() or self.user.get_username()
        mine = [(c.view.decided_at, c) for c in self.cases if c.view.decided_at and c.view.decided_by == name]
        last = max(mine, key=lambda decided: decided[0])[1] if mine else None
        if last is None:
            return None
        game = self.games[last.id]
        steps = self._steps(game)
        may = self.rights.may(need_to_take_back(game, steps)) and not is_ruled(game, steps)
        return last if may else None

    def _steps(self, game: ComparedGame) -> list[Step]:
        """All steps of the decisions on this game and of its two cards."""
        return steps_on(self.on.event, [discrepancy_id(game), *game.seats])

    def _hand(self, game: ComparedGame, steps: Sequence[Step]) -> Hand:
        decide, take_back = need_to_decide(game, steps), need_to_take_back(game, steps)
        return Hand(
            may_decide=self.rights.may(decide),
            may_take_back=self.rights.may(take_back),
            says_why=is_ruled(game, steps),
            decides=who_may(decide),
            takes_back=who_may(take_back),
        )

    def _own_typing(self, case: Case, game: ComparedGame, steps: Sequence[Step]) -> str:
        """That this user typed lines that nobody read again and that somebody else may read; else empty."""
        if self.user is None or case.mark != "look":
            return ""
        places, acts = [(seat, game.game) for seat in case.unlooked], (step.act for step in steps)
        mine = looks_reads.own_typing(self.on, places, Actor.of_user(self.user), acts)
        seats = [seat for seat in case.unlooked if (seat, game.game) in mine]
        return crosscheck_words.own_typing(seats, game.game, mine[seats[0], game.game].signers) if seats else ""

    def _own(self, case: Case) -> str:
        mine = [self.on.entries[card.seat] for card in case.cards if card.own]
        unsaid = [entry for entry in mine if may_be_own(self.user, entry)]
        if unsaid:
            return own_card(self.user, unsaid[0])
        return _("One of these cards is your own. Another checker decides this game.") if mine else ""

    def open(self, case: Case, group: Group, typed: Mapping[str, str], *, papers: bool = False) -> OpenCase:
        """This case with everything about it; costs one more ranking, but no more cross-check.

        `typed` is what somebody sent for it and could not be accepted. `papers` says that the user has both papers, so
        the lines are shown even where they must be read again.
        """
        game = self.games[case.id]
        seats = [card.seat for card in case.cards]
        steps, unread = self._steps(game), _unread(game, self.readings)
        typists = looks_reads.typists(self.on, list(_places(game)), (step.act for step in steps))
        typed_over = tuple(seat for seat in game.seats if (seat, game.game) in self._typed_over)
        own_typing = "" if typed_over else self._own_typing(case, game, steps)
        papers = papers and not own_typing and not typed_over
        return _open_case(
            self.on,
            case,
            game,
            group.cases,
            typed,
            hand=self._hand(game, steps),
            own=self._own(case),
            awarded=_awarded(self.on, game),
            third=_third(self.on, case, game, steps),
            instead=third_checkers(self.on, seats) if case.related and case.unsettled else (),
            handling=tuple(
                card_handling(
                    self.on, seat, self.readings, steps, typists, game.game, blind=case.mark == "look" and not papers
                )
                for seat in seats
            ),
            warnings=warnings(self.on, seats, self.user, self.relatives),
            papers=papers,
            own_typing=own_typing,
            typed_over=crosscheck_words.typed_over(typed_over, game.game) if typed_over else "",
            readable=tuple(seat for seat in case.unlooked if (seat, game.game) not in self._own_words),
            signed_unread=crosscheck_words.signed_unread(unread) if unread and game.decision is not None else "",
        )


def check_page(on: Sheet, user: User | None, rights: Rights) -> CheckPage:
    """The page for this user, with the looks at the paper, their relatives, and what was left to third checkers."""
    relatives, readings = relations_reads.relatives(on.event.tournament, user), looks_reads.readings(on.event)
    return CheckPage(on, user, rights, readings, relatives, third_reads.lefts(on.event), changed_alone(on, readings))


def _unread(game: ComparedGame, readings: Mapping[Place, Sequence[Reading]]) -> tuple[str, ...]:
    """The cards whose recorded line of this game nobody has read again."""
    return tuple(
        seat
        for seat, line in zip(game.seats, game.recorded, strict=True)
        if not is_looked_at(line, readings.get((seat, game.game), ()))
    )


PassedOver = tuple[str, tuple[str, ...], str]
"""What a signature passed over: a code, the seats of its cards, and a sentence."""


def passed_over(
    on: Sheet,
    game: ComparedGame,
    readings: Mapping[Place, Sequence[Reading]],
    relatives: Relatives,
    user: User | None,
) -> list[PassedOver]:
    """What this user passed over by signing this game: lines not read again, a third checker, or having played at the
    table."""
    passed: list[PassedOver] = []
    if unread := _unread(game, readings):
        passed.append(("not_looked", unread, crosscheck_words.signed_unread(unread)))
    related = {seat: on.entries[seat] for seat in game.seats if relatives.of(on.entries[seat])}
    if related:
        why = (crosscheck_words.third_checker(relatives.of(entry), entry.name, seat) for seat, entry in related.items())
        passed.append(("related", tuple(related), " ".join(why)))
    for table in own_tables(on, game.seats, user):
        cards = tuple(seat for seat in game.seats if parse_seat(seat).table == table)
        passed.append(("same_table", cards, crosscheck_words.played_at(table)))
    return passed


def _group(key: str, label: str, cases: Sequence[Case]) -> Group:
    settled = sum(1 for case in cases if not case.unsettled)
    note = (
        _("%(settled)d of %(all)d settled") % {"settled": settled, "all": len(cases)} if cases else _("no difference")
    )
    return Group(key, label, note, tuple(cases))


def _table(case: Case) -> str:
    """The table of the qualifying card; empty for two cards of the dead zone."""
    return parse_seat(case.cards[0].seat).table if case.cards[0].qualifies else ""


def _places(game: ComparedGame) -> Iterator[Place]:
    return ((seat, game.game) for seat in game.seats)


def _case(
    on: Sheet,
    name: str,
    game: ComparedGame,
    qualifiers: frozenset[str],
    user: User | None,
    unlooked: tuple[str, ...],
    *,
    waits: bool,
    left: tuple[Left, ...],
    related: bool,
    alone: tuple[str, ...],
) -> Case:
    view = discrepancy_view(on, game)
    # The qualifying card is always on the left.
    turned = game.seats[1] in qualifiers and game.seats[0] not in qualifiers
    places = (1, 0) if turned else (0, 1)
    # A game that must be read again is not put to rule 12.2 yet: both lines are shown as recorded.
    first, second = (_case_card(on, game, place, qualifiers, user, waits=waits) for place in places)
    return Case(
        id=name,
        game=game.game,
        cards=(first, second),
        mark="look" if waits else _mark(game, posted=on.event.posted_at is not None),
        why=_to_be_read(unlooked) if waits else _why(on, game, view),
        cites=game.cites,
        view=view,
        proposed=game.state is State.PROPOSED,
        red=game.state in (State.ACCEPTED, State.OVERRIDDEN) and (first.ink.changed or second.ink.changed),
        unlooked=tuple(card.seat for card in (first, second) if card.seat in unlooked),
        left=left,
        passed=any(someone.is_by(user) for someone in left),
        related=related,
        alone=alone,
    )


def _to_be_read(unlooked: Sequence[str]) -> str:
    """What must be done before rule 12.2 is asked."""
    return _("To be read again on the paper of %s.") % _(" and ").join(unlooked)


def _case_card(
    on: Sheet, game: ComparedGame, place: int, qualifiers: frozenset[str], user: User | None, *, waits: bool
) -> CaseCard:
    seat, other = game.seats[place], game.seats[1 - place]
    recorded = game.recorded[place]
    stands = game.resolved[place] if game.resolved and not waits else recorded
    entry = on.entries[seat]
    return CaseCard(
        seat=seat,
        name=entry.name,
        surname=last_name(entry.name),
        opponent=_opponent_on(on.cards[seat].line(game.game)),
        qualifies=seat in qualifiers,
        own=is_own(user, entry),
        has_line=recorded is not None,
        ink=columns(recorded, stands),
        parts=summary(recorded, stands, records_spread=on.event.records_spread),
        text=_by_hand(on, stands if game.state is State.OVERRIDDEN else recorded, other),
        by_phone=seat in on.facts and on.facts[seat].is_by_phone,
    )


def _opponent_on(line: Line | None) -> str:
    """The opponent that a card names in a game, even a third player; empty where it names nobody."""
    return line.opponent or "" if line is not None and not line.is_blank else ""


def _by_hand(on: Sheet, line: Line | None, other: str) -> str:
    """The text to type for deciding by hand that this line stands."""
    if line is None:
        return ""
    now = Line(line.game, other, line.points, line.plus, line.minus)
    return format_typed(now, other, records_spread=on.event.records_spread)


def _mark(game: ComparedGame, *, posted: bool) -> str:
    if posted and game.state in _UNSETTLED:
        return "closed"
    if game.state is State.OPEN:
        return "decide" if game.is_unsettled else "refer"
    if game.state is State.PROPOSED:
        return "todo"
    return "stands" if game.outcome is Outcome.STANDS and game.state is State.ACCEPTED else "done"


def _why(on: Sheet, game: ComparedGame, view: DiscrepancyView) -> str:
    if game.state is State.OVERRIDDEN:
        return _("Decided by hand: %s") % view.reason
    if on.event.posted_at and game.state is State.PROPOSED:
        return _("Posted without initials: it counts as it was proposed.")
    if game.is_unsettled and game.state is State.OPEN:
        return crosscheck_words.unsettled(posted=on.event.posted_at is not None)
    if on.event.posted_at and game.state is State.OPEN:
        return crosscheck_words.unruled(on.event.edition)
    if game.state is State.OPEN:
        return crosscheck_words.waits(
            view.reason or sheet_words.rule(game.rules[0], on.event.edition), on.event.edition
        )
    if game.outcome is Outcome.STANDS:
        return " ".join(sentence for _number, sentence in sheet_words.basis(game, on.event.edition))
    return ""


def _open_case(
    on: Sheet,
    case: Case,
    game: ComparedGame,
    cases: Sequence[Case],
    typed: Mapping[str, str],
    *,
    hand: Hand,
    own: str,
    awarded: str,
    third: str,
    instead: tuple[ThirdChecker, ...],
    handling: tuple[CardTold, ...],
    warnings: tuple[str, ...],
    papers: bool,
    own_typing: str,
    typed_over: str,
    readable: tuple[str, ...],
    signed_unread: str,
) -> OpenCase:
    names = [listed.id for listed in cases]
    place = names.index(case.id)
    taken = taken_by(on, game)
    both = zip(game.seats, game.recorded, game.resolved or game.recorded, strict=True)
    stands = {seat: after for seat, before, after in both if after is not None and after != before}
    would = would_be(on, game) if papers or case.mark != "look" else None
    done = effect(on.crosscheck, game, playoffs=on.playoffs)
    moves = _moves(game, done) if stands else []
    return OpenCase(
        case=case,
        rules=_rules(on, game, hand, is_referred=would is not None),
        becomes=tuple(
            crosscheck_words.becomes(card.seat, stands[card.seat], records_spread=on.event.records_spread)
            for card in case.cards
            if card.seat in stands
        ),
        totals=tuple(_total_change(seat, *both) for seat, both in done.totals.items()) if stands else (),
        moves=tuple(_sentence(on, shift) for shift in moves),
        tell=any(shift.crosses_the_line for shift in moves),
        tag=_tag(case, done.shifts),
        head_judge_decides=game.state is State.OPEN and not game.is_unsettled and not on.event.posted_at,
        would=would,
        hand=hand,
        own=own,
        awarded=awarded,
        third=third,
        instead=instead,
        shows_lines=papers or case.mark != "look",
        own_typing=own_typing,
        typed_over=typed_over,
        readable=readable,
        signed_unread=signed_unread,
        told=handling,
        warnings=warnings,
        cut=_cut(on, around_the_cut(done.shifts, on.crosscheck.quota)),
        elsewhere=tuple(crosscheck_words.taken(seat, other) for seat, other in taken.items()),
        by_hand=tuple(_hand_field(card, typed, taken) for card in case.cards),
        not_played=_not_played(game, taken),
        results=_results(on, game, taken) if game.is_unsettled else (),
        previous=names[place - 1] if place else "",
        next=names[place + 1] if place + 1 < len(names) else "",
    )


def _hand_field(card: CaseCard, typed: Mapping[str, str], taken: Collection[str]) -> HandField:
    """The field for this card; a game whose other card is `taken` by another game was not played."""
    text = "." if taken and card.has_line else card.text
    is_taken = card.seat in taken
    return HandField(card.seat, card.name, "" if is_taken else typed.get(f"stands-{card.seat}", text), is_taken)


def _not_played(game: ComparedGame, taken: Collection[str]) -> str:
    """How to say that a game on one card alone was not played; empty where both cards have it, or neither."""
    writers = _writers(game, taken)
    return crosscheck_words.not_played_cure(writers[0]) if len(writers) == 1 else ""


def _writers(game: ComparedGame, taken: Collection[str]) -> list[str]:
    """The seats whose card has a line of this game that is not `taken` by another one."""
    lines = zip(game.seats, game.recorded, strict=True)
    return [seat for seat, line in lines if line is not None and seat not in taken]


def _results(on: Sheet, game: ComparedGame, taken: Collection[str]) -> tuple[ResultChoice, ...]:
    """The results to choose from where two contradict each other: each card's own, then the other winning result.

    Where a card has no line, or one that is `taken` by another game, "not played" is a choice; with a taken line it is
    the only one.
    """
    written = dict(zip(game.seats, game.recorded, strict=True))
    choices = []
    for seat, other in (game.seats, game.seats[::-1]):
        for points in (WIN_POINTS, SKUNK_POINTS):
            points_by_seat = {seat: points, other: LOSS_POINTS}
            value = " ".join(f"{player}={points_by_seat[player]}" for player in game.seats)
            says = [
                writer for writer, line in written.items() if line is not None and line.points == points_by_seat[writer]
            ]
            says = [writer for writer in says if writer == seat or points == WIN_POINTS]
            choices.append(
                ResultChoice(
                    value,
                    crosscheck_words.won_with(on.entries[seat].name, seat, points),
                    crosscheck_words.as_written(says),
                )
            )
    writers = _writers(game, taken)
    if len(writers) < len(game.seats):
        blank = [f"{seat}=." for seat in writers] or [f"{seat}=" for seat in game.seats]
        not_played = ResultChoice(" ".join(blank), crosscheck_words.not_played(), "")
        return (not_played,) if taken else (*choices, not_played)
    return tuple(choices)


def _rules(on: Sheet, game: ComparedGame, hand: Hand, *, is_referred: bool) -> tuple[tuple[str, str], ...]:
    """What decides a game, with the rule's number; where people decided otherwise than the rules propose, that they
    did."""
    edition = on.event.edition
    if not on.event.records_spread and not game.is_of_removal:
        return ()
    if game.state is State.OVERRIDDEN and game.proposal and game.resolved != game.proposal.lines:
        if hand.says_why:
            return ((referral_rule(edition), crosscheck_words.ruled(edition)),)
        return ((rests_on("discrepancies", edition), crosscheck_words.decided_otherwise()),)
    if is_referred:
        return tuple((number, crosscheck_words.referred(edition)) for number in game.rules)
    return sheet_words.basis(game, edition)


def _moves(game: ComparedGame, done: Effect) -> list[Shift]:
    """The shifts shown for a correction: its own players in any case, and others who cross the line."""
    moves = [shift for shift in done.shifts if shift.seat in game.seats or shift.crosses_the_line]
    return sorted(moves, key=lambda shift: (shift.seat not in game.seats, not shift.has_moved, shift.after.rank))


def would_be(on: Sheet, game: ComparedGame) -> Would | None:
    """What the rules make of a game that somebody referred; None where the rules leave it open themselves."""
    proposal = game.proposal
    if game.state is not State.OPEN or proposal is None or proposal.lines is None:
        return None
    lines = zip(game.seats, game.recorded, proposal.lines, strict=True)
    stands = {seat: after for seat, before, after in lines if after != before}
    becomes = tuple(
        crosscheck_words.becomes(seat, line, records_spread=on.event.records_spread) for seat, line in stands.items()
    )
    return Would(
        rules=sheet_words.basis(proposal, on.event.edition),
        becomes=becomes or (_("Both cards stand as they are."),),
    )


def _awarded(on: Sheet, game: ComparedGame) -> str:
    """That this game was awarded because somebody was late, and how the cards are compared; else empty. A removal from
    play has a rule of its own."""
    event, names = on.event, {seat: on.entries[seat].name for seat in game.seats}
    awards = [
        award
        for award in awards_of(day_changes(event))
        if award.game == game.game and {award.winner, award.loser} == set(game.seats) and not award.is_removal
    ]
    if awards and event.movement != event.Movement.NONE and fallen(awards, schedule(event)):
        return ""
    for award in awards:
        data = {"game": award.game, "winner": award.winner, "loser": award.loser}
        edition, spread = event.edition, event.records_spread
        sentence = round_words.day_change("award", "", data, names, edition=edition, records_spread=spread)
        return crosscheck_words.awarded(sentence)
    return ""


def _third(on: Sheet, case: Case, game: ComparedGame, steps: Sequence[Step]) -> str:
    """Who signed a decided game as third checker, or that the signer is related to a player; else empty."""
    if game.decision is None:
        return ""
    made = [step for step in steps if step.thing == (DECISION, case.id)]
    # A decision that was withdrawn and is in force again was signed by its first signer.
    first = next((step for step in made if is_same(step.after, made[-1].after)), None)
    noted = (first.act.after or {}) if first is not None else {}
    if related := noted.get("third_checker_wanted"):
        sentence = _("No third checker signed: %(name)s is related to the player of %(seats)s.")
        return sentence % {"name": case.view.decided_by, "seats": _(" and ").join(related)}
    if left := noted.get("third_checker_for"):
        sentence = _("%(name)s signed as third checker, in place of %(others)s.")
        return sentence % {"name": case.view.decided_by, "others": _(" and ").join(left)}
    return ""


def _total_change(seat: str, before: object, after: object) -> TotalChange:
    labels = (
        ("game_points", _("game points"), str),
        ("games_won", _("games won"), str),
        ("plus", _("plus"), str),
        ("minus", _("minus"), str),
        ("net", _("net"), sheet_words.signed),
    )
    pairs = ((label, Ink(form(getattr(before, name)), form(getattr(after, name)))) for name, label, form in labels)
    return TotalChange(seat, tuple((label, ink) for label, ink in pairs if ink.changed))


def _sentence(on: Sheet, shift: Shift) -> str:
    name = f"{on.entries[shift.seat].name} ({shift.seat})"
    return sheet_words.shift(name, shift.before, shift.after, shift.status_before, shift.status_after)


def _tag(case: Case, shifts: Iterable[Shift]) -> str:
    left = case.cards[0]
    if not left.qualifies:
        return _("Dead zone")
    before = next(shift.before for shift in shifts if shift.seat == left.seat)
    return _("Apparent qualifier, %s") % sheet_words.place(before)


def _cut(on: Sheet, shifts: Iterable[Shift]) -> tuple[CutRow, ...]:
    rows = []
    for shift in shifts:
        before, after = shift.before, shift.after
        direction = "up" if after.rank < before.rank else "down" if after.rank > before.rank else ""
        crosses = shift.crosses_the_line
        note = _("from %d") % before.rank if direction else _("no move")
        if crosses and shift.status_after is Status.QUALIFIER:
            note = _("%s, qualifies") % note
        elif crosses and shift.status_before is Status.QUALIFIER:
            note = _("%s, out") % note
        elif after.tied:
            note = _("%s, tied") % note
        rows.append(
            CutRow(
                rank=sheet_words.rank(after.rank, tied=after.tied),
                seat=shift.seat,
                name=on.entries[shift.seat].name,
                note=note,
                direction=direction,
                crosses=crosses,
                game_points=after.tally.game_points,
                games_won=after.tally.games_won,
                net=sheet_words.signed(after.tally.net if on.event.records_spread else None),
                first_below=on.crosscheck.places.index(after) == on.crosscheck.quota,
            )
        )
    return tuple(rows)


def still_missing(on: Sheet) -> str:
    """The sentence while cards are missing; empty once every card is in."""
    missing = on.crosscheck.missing
    if not missing:
        return ""
    return ngettext(
        "%(n)d card is not in or not complete: %(seats)s. Its games wait.",
        "%(n)d cards are not in or not complete: %(seats)s. Their games wait.",
        len(missing),
    ) % {"n": len(missing), "seats": ", ".join(missing[:12]) + (" …" if len(missing) > 12 else "")}
