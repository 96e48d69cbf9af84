"""The page of the cross-check: checkers work table by table, one game at a time, and see its effect on players.

A *case* is one game that does not plainly agree. It shows the card of an apparent qualifier on the left. A case without
such a card belongs to the dead zone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

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
from scorecards.crosscheck.reads.third import LeaveNote, LeaveNotes, ThirdChecker, leave_notes_in_force, third_checkers
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads import looks as looks_reads
from scorecards.sheet.reads import readings as readings_reads
from scorecards.sheet.reads.discrepancies import (
    DiscrepancyView,
    differing_games,
    discrepancy_id,
    discrepancy_view,
    is_not_typed,
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
from tournaments.rotation.rules.award import awards_of, lapsed
from tournaments.rules.citations import rests_on
from tournaments.rules.last_name import last_name
from tournaments.rules.seat import parse_seat, seat_order, table_order
from tournaments.words import citing as citing_words

DEAD_ZONE = "dead-zone"
HEAD_JUDGE = "head-judge"
TO_DECIDE = "to-decide"

_UNDECIDED = (State.PROPOSED, State.OPEN)


@dataclass(frozen=True, slots=True)
class CaseCard:
    """One of the two cards of a case: its line as written and as corrected, in columns (`ink`) and in short (`parts`).

    `qualifies`: it is the card of an apparent qualifier. `own`: it is the reader's own card. `text` is the shorthand to
    type for its line. `by_phone`: the card is as its player told it by phone, and there is no paper to read.
    """

    seat: str
    name: str
    players: tuple[str, ...]
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
    """One game in the list, with both cards.

    `mark` is how far the game is: `look` (a line must be read again), `todo` (to be signed), `refer` (the head judge
    decides), `decide` (a checker decides by hand), `stands` and `done` (decided), `closed` (posted undecided). `why`
    explains that, and `cites` are the rules. `red`: a decision put red ink on a card. `unlooked` are the cards whose
    line must be read again.

    `leave_notes` say who left the game to a third checker, and `is_left_by_reader` whether the reader of the page did.
    `related`: the reader is related to one of the players. `alone` names lines that the looks of one person changed.
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
    leave_notes: tuple[LeaveNote, ...]
    is_left_by_reader: bool
    related: bool
    alone: tuple[str, ...]

    @property
    def unsettled(self) -> bool:
        """Whether somebody must still do something about the game."""
        return self.mark in ("look", "todo", "refer", "decide")

    @property
    def not_typed(self) -> str:
        """The seat of the card whose line is not typed; empty if both are. Nothing differs until it is."""
        return self.view.not_typed

    @property
    def is_own(self) -> bool:
        """Whether one of the two cards is the reader's own. Then another checker decides the game."""
        return any(card.own for card in self.cards)

    @property
    def seen(self) -> str:
        """What the checker sees, in words. It is shown again if somebody changed the game in the meantime."""
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
        """The number of unsettled cases."""
        return sum(1 for case in self.cases if case.unsettled)

    @property
    def own(self) -> bool:
        """Whether an unsettled case is the reader's own game, which another checker decides."""
        return any(case.unsettled and case.is_own for case in self.cases)

    @property
    def is_left_by_reader(self) -> bool:
        """Whether the reader left an unsettled case to a third checker."""
        return any(case.unsettled and case.is_left_by_reader for case in self.cases)


MOST_NAMED = 8
MOST_MISSING = 12


@dataclass(frozen=True, slots=True)
class WorkOfOnePerson:
    """Results that rest on one person alone, in sentences for the director who posts.

    `lines` is the number of lines that were read again by one person only, and `named` the first of them. `by_hand` are
    decisions by hand. `passed_over` are signatures without a look or by a relative, and lines typed by the opponent.
    """

    lines: str
    named: tuple[str, ...]
    by_hand: tuple[str, ...]
    passed_over: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moving:
    """A correction that moves somebody: its case and the moves in words. `tell`: somebody crosses the cut line."""

    case: Case
    moves: tuple[str, ...]
    tell: bool


@dataclass(frozen=True, slots=True)
class Accepting:
    """The effect of accepting everything at this revision of the event.

    `moving` are the corrections that move somebody, `count` is the number of all. `skipped` are the games that would be
    skipped, and `unread` is how many of these the reader may sign with both papers, without another look.
    """

    moving: tuple[Moving, ...]
    count: int
    revision: int
    skipped: tuple[accepting_reads.SkippedGame, ...]
    unread: int

    @property
    def skipped_named(self) -> tuple[accepting_reads.SkippedGame, ...]:
        return self.skipped[:MOST_NAMED]

    @property
    def and_more(self) -> str:
        """How many skipped games are not named, in words; empty if all are named."""
        return crosscheck_words.and_more(len(self.skipped) - MOST_NAMED) if len(self.skipped) > MOST_NAMED else ""

    @property
    def others(self) -> int:
        """The number of corrections that move nobody."""
        return self.count - len(self.moving)


@dataclass(frozen=True, slots=True)
class CutRow:
    """One place near the cut line after the correction; `note` and `direction` say from which rank it moved."""

    rank: str
    seat: str
    name: str
    players: tuple[str, ...]
    note: str
    direction: str
    crosses: bool
    game_points: int
    games_won: int
    net: str
    first_below: bool


@dataclass(frozen=True, slots=True)
class TotalChange:
    """The totals of one seat that a correction changes: pairs of a label and the figure before and after."""

    seat: str
    changes: tuple[tuple[str, Ink], ...]


@dataclass(frozen=True, slots=True)
class HandField:
    """The field for deciding this card by hand. `text` is the shorthand of the recorded line, or what the user typed.

    `taken`: the line of the card belongs to another game, so the card stays as it is.
    """

    seat: str
    name: str
    text: str
    taken: bool


@dataclass(frozen=True, slots=True)
class ResultChoice:
    """A result to choose if two results contradict each other.

    `value` is what the form sends, `text` says the result in words, and `note` says which cards say so.
    """

    value: str
    text: str
    note: str


@dataclass(frozen=True, slots=True)
class RulesOutcome:
    """What rule 12.2 proposes for a game that a checker referred to the head judge."""

    rules: tuple[tuple[str, str], ...]
    becomes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DecisionRights:
    """Whether the reader may decide a case and take its decision back.

    `decides` and `takes_back` say in words who may. `says_why`: taking the decision back needs a reason, because it is
    a ruling of the head judge.
    """

    may_decide: bool
    may_take_back: bool
    says_why: bool
    decides: str
    takes_back: str


@dataclass(frozen=True, slots=True)
class OpenCase:
    """The case that is open on the page: what the rules say, and its effect on totals and places.

    Effect: `becomes` says how lines change, `totals` and `moves` how totals and places do; `tell`: somebody crosses the
    cut line. `cut` has the places near the line. `would` is the proposal for a game that a checker referred.

    Deciding: `hand` has the reader's rights, `own` says why the reader may not decide a game of their own. `by_hand` has
    the fields, `results` the choices if results contradict each other. `not_played` says how to enter that a game on one
    card alone was not played, `elsewhere` that a card's line belongs to another game. `awarded`: the game was awarded.

    Reading again: `shows_lines` is false while a line must be read again, since its reader must not see what was typed.
    `own_typing` says why the reader may not vouch for a line with both papers. `typed_over` says that a line was typed
    over and waits for another person. `readable` are the cards whose line the reader may read. `told` says how each card
    was handled. `signed_unread` names cards that nobody read again before the decision.

    Third checkers: `third` says who signed as third checker, or that nobody did. `instead` are the people who may sign
    in place of the reader, who is related to a player.
    """

    case: Case
    rules: tuple[tuple[str, str], ...]
    becomes: tuple[str, ...]
    totals: tuple[TotalChange, ...]
    moves: tuple[str, ...]
    tell: bool
    tag: str
    head_judge_decides: bool
    would: RulesOutcome | None
    hand: DecisionRights
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

    @property
    def asks_nothing(self) -> bool:
        """Whether the reader has nothing to confirm on this case, so that Enter goes on to the next one."""
        case = self.case
        is_read_again = case.mark == "look" and self.readable
        is_left = case.related and case.unsettled and not case.is_left_by_reader
        return bool(self.own) or not (is_read_again or is_left or case.proposed)


@dataclass(frozen=True)
class CheckPage:
    """Everything on the page except the open case.

    `user` is the reader. `relatives` are those of the reader. `alone` maps each line that was changed after looks by
    only one person to that person's name.
    """

    event_sheet: Sheet
    user: User | None
    rights: Rights
    readings: Mapping[Place, Sequence[Reading]] = field(default_factory=dict)
    relatives: Relatives = field(default_factory=Relatives)
    leave_notes: LeaveNotes = field(default_factory=dict)
    alone: Mapping[Place, str] = field(default_factory=dict)

    @cached_property
    def _qualifiers(self) -> frozenset[str]:
        return frozenset(self.event_sheet.crosscheck.apparent_qualifiers)

    @cached_property
    def games(self) -> dict[str, ComparedGame]:
        """Every game that does not plainly agree, by name."""
        return {discrepancy_id(game): game for game in differing_games(self.event_sheet)}

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """Every case, by the seat of the card on the left, then by game."""
        cases = [self._case(name, game) for name, game in self.games.items()]
        return tuple(sorted(cases, key=lambda case: (seat_order(case.cards[0].seat), case.game)))

    def signs_alike(self, initials: str, name: str) -> str:
        """The name of another person who signed with the same initials here; empty if there is none.

        On paper nobody can tell such signatures apart. Dots, spaces and case do not count.
        """
        letters = _letters_of(initials)
        if not letters:
            return ""
        signers = (case.view.decided_by for case in self.cases if _letters_of(case.view.initials) == letters)
        return next((signer for signer in signers if signer != name), "")

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """One group for each table of an apparent qualifier, then the games that wait for the head judge, or without
        spread for a decision, then the dead zone."""
        tables = sorted({parse_seat(seat).table for seat in self._qualifiers}, key=table_order)
        groups = [
            _group(table, _("Table %s") % table, [case for case in self.cases if _table(case) == table])
            for table in tables
        ]
        groups.append(self._head_judge() if self.event_sheet.event.records_spread else self._to_decide())
        dead_cases = [case for case in self.cases if not _table(case)]
        groups.append(_group(DEAD_ZONE, _("Dead zone"), dead_cases))
        return tuple(groups)

    @cached_property
    def _open(self) -> tuple[Case, ...]:
        """The open games, without those of which a line is not typed."""
        return tuple(case for case in self.cases if case.view.state == State.OPEN and not case.not_typed)

    def _head_judge(self) -> Group:
        """The games that wait for the head judge, including unread games; once posted, the games without a ruling."""
        waiting = self._open
        note = _("%d without a ruling") if self.event_sheet.event.posted_at else _("%d waiting")
        label = citing_words.authority("name", self.event_sheet.event.edition)
        return Group(HEAD_JUDGE, label, note % len(waiting), waiting)

    def _to_decide(self) -> Group:
        """The games with contradicting results, in an event that records no spread; once posted, the undecided games."""
        waiting = self._open
        note = _("%d undecided") if self.event_sheet.event.posted_at else _("%d waiting")
        return Group(TO_DECIDE, _("To be decided"), note % len(waiting), waiting)

    @property
    def leftover(self) -> tuple[str, ...]:
        """Which open games posting does not wait for, in sentences; once posted, how they count."""
        return leftover(self.event_sheet)

    def group(self, key: str, case: str = "") -> Group:
        """The group with this key, else a group with this case, else the first group with unsettled cases, else the
        first group."""
        by_key = {group.key: group for group in self.groups}
        if key in by_key:
            return by_key[key]
        with_case = [group for group in self.groups if any(group_case.id == case for group_case in group.cases)]
        with_work = [group for group in self.groups if group.unsettled]
        return [*with_case, *with_work, self.groups[0]][0]

    def next_group(self, key: str) -> Group | None:
        """The next other group, wrapping around, with a case that the reader may settle; None if there is none."""
        place = next((index for index, group in enumerate(self.groups) if group.key == key), 0)
        others = [*self.groups[place + 1 :], *self.groups[:place]]
        for group in others:
            if any(case.unsettled and not case.is_own and not case.is_left_by_reader for case in group.cases):
                return group
        return None

    def progress(self, table: str) -> tuple[int, int]:
        """How many apparent qualifiers of this table have no unsettled case, and how many there are."""
        seats = {seat for seat in self._qualifiers if parse_seat(seat).table == table}
        unsettled_seats = {card.seat for case in self.cases if case.unsettled for card in case.cards}
        return len(seats - unsettled_seats), len(seats)

    def compared(self, table: str) -> str:
        """Say how many games of the apparent qualifiers of this table were compared, and how many of them agree."""
        seats = {seat for seat in self._qualifiers if parse_seat(seat).table == table}
        games = [
            game
            for game in self.event_sheet.crosscheck.games
            if game.state is not State.PENDING and seats & set(game.seats) and not is_not_typed(self.event_sheet, game)
        ]
        agree = sum(1 for game in games if game.state is State.AGREED)
        return _("%(games)d games compared. %(agree)d agree, %(differ)d differ.") % {
            "games": len(games),
            "agree": agree,
            "differ": len(games) - agree,
        }

    @cached_property
    def _to_sign(self) -> frozenset[str]:
        """The names of the corrections that were read again on both papers and wait for initials."""
        games = () if self.event_sheet.event.posted_at else find_to_sign(self.event_sheet.crosscheck, self.readings)
        return frozenset(discrepancy_id(game) for game in games)

    @property
    def proposed(self) -> int:
        """The number of corrections that were read again on both papers and wait for initials."""
        return len(self._to_sign)

    @cached_property
    def acceptable(self) -> int:
        """The number of `proposed` corrections that the reader may sign; a third or another checker signs the others."""
        return len(self._signable)

    @cached_property
    def _signable(self) -> tuple[Case, ...]:
        """The cases to sign without those of the reader's relatives and the reader's own."""
        to_sign = (case for case in self.cases if case.id in self._to_sign)
        return tuple(case for case in to_sign if not case.related and not case.is_own)

    def accepting(self) -> Accepting:
        """The effect on players of accepting all signable corrections; one more ranking for each, and no query."""
        moving = []
        for case in self._signable:
            correction = effect(self.event_sheet.crosscheck, self.games[case.id], playoffs=self.event_sheet.playoffs)
            moves = [shift for shift in _moves(self.games[case.id], correction) if shift.has_moved]
            if moves:
                tell = any(shift.crosses_the_line for shift in moves)
                moving.append(Moving(case, tuple(_sentence(self.event_sheet, shift) for shift in moves), tell))
        skipped: tuple[accepting_reads.SkippedGame, ...] = ()
        signable_count = 0
        if not self.event_sheet.event.posted_at:
            skipped = self._skipped(unlooked=False)
            signable_count = len(skipped) - len(self._skipped(unlooked=True))
        return Accepting(tuple(moving), len(self._signable), self.event_sheet.event.revision, skipped, signable_count)

    def _skipped(self, *, unlooked: bool) -> tuple[accepting_reads.SkippedGame, ...]:
        return accepting_reads.find_skipped(
            self.event_sheet, self.readings, self.relatives, self.user, unlooked=unlooked, typed=False, related=False
        )

    @property
    def games_waiting_unsigned(self) -> tuple[accepting_reads.SkippedGame, ...]:
        """Games that are no case, since their cards agree by now or one is not in, but wait for another reading."""
        if self.event_sheet.event.posted_at or not self.event_sheet.event.cross_checked_at:
            return ()
        return tuple(
            game for game in accepting_reads.find_waiting_unsigned(self.event_sheet) if game.id not in self.games
        )

    @property
    def to_read(self) -> int:
        """The number of games with a line that must be read again before rule 12.2 is applied."""
        return sum(1 for case in self.cases if case.mark == "look" and not case.not_typed)

    @property
    def to_type(self) -> int:
        """The number of games of which one line is not typed."""
        return sum(1 for case in self.cases if case.not_typed)

    @property
    def to_decide(self) -> int:
        """The number of games, read again on both papers, for which a checker must decide which result stands."""
        return sum(1 for case in self.cases if case.mark == "decide")

    @cached_property
    def looks_waiting(self) -> int:
        """The number of lines that must be read again."""
        return 0 if self.event_sheet.event.posted_at else len(find_wanted(self.event_sheet.crosscheck, self.readings))

    @cached_property
    def one_person(self) -> WorkOfOnePerson:
        """The results that rest on one person alone: lines that only one person typed and read, games decided by hand,
        and unsafe signatures.
        """
        lines = dict(self.alone)
        differing = {place for game in self.games.values() for place in _places(game)}
        typists = looks_reads.typists(self.event_sheet, self.readings.keys())
        for (seat, game), readings in self.readings.items():
            recorded, facts = self.event_sheet.cards[seat].line(game), self.event_sheet.facts.get(seat, CardFacts())
            # On a card from a phone, the player's claim counts as a reading only where the two cards differ.
            if facts.is_by_phone and (seat, game) not in differing:
                continue
            people = {reading.person for reading in readings if is_same_line(recorded, reading.line)}
            if people and len(people | {typists[seat, game].person}) == 1:
                lines[seat, game] = typists[seat, game].person.name
        by_hand = [
            crosscheck_words.decided_alone(game.game, game.seats, view.initials, view.reason)
            for game in self.games.values()
            if game.state is State.OVERRIDDEN
            for view in [discrepancy_view(self.event_sheet, game)]
        ]
        unsafe_signatures = [*self._signed_unread(), *self._signed_related(), *self._typed_by_opponents()]
        if len(unsafe_signatures) > MOST_NAMED:
            unsafe_signatures[MOST_NAMED:] = [crosscheck_words.and_more(len(unsafe_signatures) - MOST_NAMED)]
        places = sorted(lines, key=lambda place: (seat_order(place[0]), place[1]))
        sentences = [crosscheck_words.line_of_one(*place, lines[place]) for place in places[:MOST_NAMED]]
        return WorkOfOnePerson(
            crosscheck_words.lines_of_one(len(places)) if places else "",
            tuple(sentences),
            tuple(by_hand),
            tuple(unsafe_signatures),
        )

    def _signed_unread(self) -> Iterator[str]:
        """Games that somebody signed although nobody had read a line of them again, in sentences."""
        for game, view in self._signed():
            if cards := _unread(game, self.readings):
                yield crosscheck_words.decided_unread(game.game, game.seats, view.initials, view.decided_by, cards)

    def _signed_related(self) -> Iterator[str]:
        """Games that a relative of a player signed, in sentences."""
        related = third_reads.signed_related(self.event_sheet.event)
        for game, view in self._signed():
            if view.id in related:
                yield crosscheck_words.decided_related(
                    game.game, game.seats, view.initials, view.decided_by, related[view.id]
                )

    def _signed(self) -> Iterator[tuple[ComparedGame, DiscrepancyView]]:
        """The games that somebody decided, each with its view."""
        for game in self.games.values():
            if game.decision is not None and game.decision.kind is not DecisionKind.REFERRED:
                yield game, discrepancy_view(self.event_sheet, game)

    def _typed_by_opponents(self) -> Iterator[str]:
        """Lines that the opponent typed and nobody has read again, in sentences."""
        seat_of_account = {
            account: seat for seat, entry in self.event_sheet.entries.items() for account in entry.player.accounts
        }
        lines = {
            (seat, line.game): line
            for seat in self.event_sheet.facts
            for line in self.event_sheet.cards[seat].lines
            if line.opponent in seat_of_account.values()
            and not any(is_same_line(line, reading.line) for reading in self.readings.get((seat, line.game), ()))
        }
        for (seat, game), typist in looks_reads.typists(self.event_sheet, lines.keys()).items():
            account, name = typist.person
            if account is not None and seat_of_account.get(account) == lines[seat, game].opponent:
                yield crosscheck_words.typed_by_opponent(seat, game, seat_of_account[account], name)

    @property
    def unread(self) -> str:
        """The caveat while lines must be read again; empty if none must."""
        return crosscheck_words.still_to_read(self.looks_waiting)

    @cached_property
    def _unread(self) -> frozenset[Place]:
        """The lines that must be read again before posting, since they could change who qualifies."""
        findings = () if self.event_sheet.event.posted_at else find_unread(self.event_sheet.crosscheck, self.readings)
        return frozenset((str(finding["seat"]), int(finding["game"])) for finding in findings)

    @cached_property
    def _typed_over(self) -> Mapping[Place, str | None]:
        """The lines that were typed over while the cards differed and that nobody has read since."""
        return {} if self.event_sheet.event.posted_at else find_typed_over(self.event_sheet.crosscheck)

    @cached_property
    def _own_words(self) -> Set[Place]:
        """The typed-over lines that another person must read, because the reader of the page typed them."""
        if not self.user or not self._typed_over:
            return set()
        return looks_reads.own_typed_over(self.event_sheet, Actor.of_user(self.user)).keys()

    def _case(self, name: str, game: ComparedGame) -> Case:
        """The case of this game. It waits for a look while it is undecided, was typed over, or posting asks for it."""
        unlooked: tuple[str, ...] = ()
        if not self.event_sheet.event.posted_at:
            unlooked = find_unlooked(self.event_sheet.crosscheck, game, self.readings)
        typed_over = self._typed_over.keys() & set(_places(game))
        if is_not_typed(self.event_sheet, game):
            unlooked = tuple(seat for seat in game.seats if (seat, game.game) in self.event_sheet.not_typed)
        if typed_over:
            unlooked = tuple(seat for seat in game.seats if seat in unlooked or (seat, game.game) in typed_over)
        blocks_posting = bool(self._unread & set(_places(game)))
        look_matters = game.state in _UNDECIDED or bool(typed_over) or blocks_posting
        return _case(
            self.event_sheet,
            name,
            game,
            self._qualifiers,
            self.user,
            unlooked,
            waits=bool(unlooked) and look_matters,
            leave_notes=leave_notes_in_force(self.leave_notes, game),
            related=any(self.relatives.of(self.event_sheet.entries[seat]) for seat in game.seats),
            alone=tuple(
                cards_words.read_alone(seat, self.alone[seat, game.game], typed=False)
                for seat in game.seats
                if (seat, game.game) in self.alone
            ),
        )

    @cached_property
    def to_tell(self) -> tuple[tuple[str, str], ...]:
        """The players whom the director tells, with both cards as evidence (12.2.i): pairs of seat and sentence."""
        return tuple(
            (
                move.seat,
                sheet_words.shift(
                    self.event_sheet.entries[move.seat].known_name,
                    move.before,
                    move.after,
                    move.status_before,
                    move.status_after,
                ),
            )
            for move in self.event_sheet.crosscheck.moved
        )

    @cached_property
    def unnamed(self) -> tuple[tuple[str, int], ...]:
        """Lines that name no opponent and that no other card names: pairs of seat and game."""
        return self.event_sheet.crosscheck.unnamed

    @cached_property
    def last_decision(self) -> Case | None:
        """The case that the reader decided last, if the reader may take the decision back without a reason.

        None once the qualifiers are posted.
        """
        if self.user is None or self.event_sheet.event.posted_at:
            return None
        name = self.user.get_full_name() or self.user.get_username()
        decided = [
            (case.view.decided_at, case) for case in self.cases if case.view.decided_at and case.view.decided_by == name
        ]
        if not decided:
            return None
        _decided_at, last_case = max(decided, key=lambda time_and_case: time_and_case[0])
        game = self.games[last_case.id]
        steps = self._steps(game)
        may_take_back = self.rights.may(need_to_take_back(game, steps)) and not is_ruled(game, steps)
        return last_case if may_take_back else None

    def _steps(self, game: ComparedGame) -> list[Step]:
        """The steps of the log about this game's decisions and its two cards, oldest first; two queries."""
        return steps_on(self.event_sheet.event, [discrepancy_id(game), *game.seats])

    def _hand(self, game: ComparedGame, steps: Sequence[Step]) -> DecisionRights:
        """What the reader may do with the decision on this game."""
        decide, take_back = need_to_decide(game, steps), need_to_take_back(game, steps)
        return DecisionRights(
            may_decide=self.rights.may(decide),
            may_take_back=self.rights.may(take_back),
            says_why=is_ruled(game, steps),
            decides=who_may(decide),
            takes_back=who_may(take_back),
        )

    def _own_typing(self, case: Case, game: ComparedGame, steps: Sequence[Step]) -> str:
        """Say that the reader typed lines that nobody has read again and that somebody else may read; else empty."""
        if self.user is None or case.mark != "look" or case.not_typed:
            return ""
        places, acts = [(seat, game.game) for seat in case.unlooked], (step.act for step in steps)
        own_lines = looks_reads.own_typing(self.event_sheet, places, Actor.of_user(self.user), acts)
        seats = [seat for seat in case.unlooked if (seat, game.game) in own_lines]
        if not seats:
            return ""
        return crosscheck_words.own_typing(seats, game.game, own_lines[seats[0], game.game].signers)

    def _own(self, case: Case) -> str:
        """Say why the reader may not decide a game of their own; empty for any other game."""
        own_entries = [self.event_sheet.entries[card.seat] for card in case.cards if card.own]
        uncertain_entries = [entry for entry in own_entries if may_be_own(self.user, entry)]
        if uncertain_entries:
            return own_card(self.user, uncertain_entries[0])
        return _("One of these cards is your own. Another checker decides this game.") if own_entries else ""

    def open(self, case: Case, group: Group, typed: Mapping[str, str], *, papers: bool = False) -> OpenCase:
        """Everything about the case that is open; costs one more ranking, but no second cross-check.

        `typed` is the data of a form that was refused. `papers`: the reader has both papers, so the lines are shown even
        if they must be read again. This does not hold for lines that the reader typed or that were typed over.
        """
        game = self.games[case.id]
        seats = [card.seat for card in case.cards]
        steps, unread = self._steps(game), _unread(game, self.readings)
        typists = looks_reads.typists(self.event_sheet, list(_places(game)), (step.act for step in steps))
        typed_over = tuple(seat for seat in game.seats if (seat, game.game) in self._typed_over)
        own_typing = "" if typed_over else self._own_typing(case, game, steps)
        papers = papers and not own_typing and not typed_over
        return _open_case(
            self.event_sheet,
            case,
            game,
            group.cases,
            typed,
            hand=self._hand(game, steps),
            own=self._own(case),
            awarded=_awarded(self.event_sheet, game),
            third=_third(self.event_sheet, case, game, steps),
            instead=third_checkers(self.event_sheet, seats) if case.related and case.unsettled else (),
            handling=tuple(
                card_handling(
                    self.event_sheet,
                    seat,
                    self.readings,
                    steps,
                    typists,
                    game.game,
                    blind=case.mark == "look" and not papers,
                )
                for seat in seats
            ),
            warnings=warnings(self.event_sheet, seats, self.user, self.relatives),
            papers=papers,
            own_typing=own_typing,
            typed_over=crosscheck_words.typed_over(typed_over, game.game) if typed_over else "",
            readable=tuple(seat for seat in case.unlooked if (seat, game.game) not in self._own_words),
            signed_unread=crosscheck_words.signed_unread(unread) if unread and game.decision is not None else "",
        )


def check_page(event_sheet: Sheet, user: User | None, rights: Rights) -> CheckPage:
    """Fetch the page for this user: the looks at the paper, the user's relatives, and the games left to a third
    checker."""
    relatives, readings = (
        relations_reads.relatives(event_sheet.event.tournament, user),
        readings_reads.readings(event_sheet.event),
    )
    return CheckPage(
        event_sheet,
        user,
        rights,
        readings,
        relatives,
        third_reads.leave_notes(event_sheet.event),
        changed_alone(event_sheet, readings),
    )


def _unread(game: ComparedGame, readings: Mapping[Place, Sequence[Reading]]) -> tuple[str, ...]:
    """The seats whose recorded line of this game nobody has read again."""
    return tuple(
        seat
        for seat, line in zip(game.seats, game.recorded, strict=True)
        if not is_looked_at(line, readings.get((seat, game.game), ()))
    )


class PassedOver(NamedTuple):
    """One thing that a signature ignored: its code, the seats of the cards, and a sentence."""

    code: str
    seats: tuple[str, ...]
    message: str


def passed_over(
    event_sheet: Sheet,
    game: ComparedGame,
    readings: Mapping[Place, Sequence[Reading]],
    relatives: Relatives,
    user: User | None,
) -> list[PassedOver]:
    """What this user ignored by signing this game: lines that were not read again, the need for a third checker, or
    that the user played at the table."""
    passed: list[PassedOver] = []
    if unread := _unread(game, readings):
        passed.append(PassedOver("not_looked", unread, crosscheck_words.signed_unread(unread)))
    related = {seat: event_sheet.entries[seat] for seat in game.seats if relatives.of(event_sheet.entries[seat])}
    if related:
        reasons = [
            crosscheck_words.third_checker(relatives.of(entry), entry.known_name, seat)
            for seat, entry in related.items()
        ]
        passed.append(PassedOver("related", tuple(related), " ".join(reasons)))
    for table in own_tables(event_sheet, game.seats, user):
        cards = tuple(seat for seat in game.seats if parse_seat(seat).table == table)
        passed.append(PassedOver("same_table", cards, crosscheck_words.played_at(table)))
    return passed


def _letters_of(initials: str) -> str:
    """The letters of initials, in a form to compare them by."""
    return initials.replace(".", "").replace(" ", "").casefold()


def _group(key: str, label: str, cases: Sequence[Case]) -> Group:
    """A group of cases whose note says how many are settled."""
    settled = sum(1 for case in cases if not case.unsettled)
    note = (
        _("%(settled)d of %(all)d settled") % {"settled": settled, "all": len(cases)} if cases else _("no difference")
    )
    return Group(key, label, note, tuple(cases))


def _table(case: Case) -> str:
    """The table of the apparent qualifier's card; empty for two cards of the dead zone."""
    return parse_seat(case.cards[0].seat).table if case.cards[0].qualifies else ""


def _places(game: ComparedGame) -> Iterator[Place]:
    """The two lines of this game, each as seat and game."""
    return ((seat, game.game) for seat in game.seats)


def _case(
    event_sheet: Sheet,
    name: str,
    game: ComparedGame,
    qualifiers: frozenset[str],
    user: User | None,
    unlooked: tuple[str, ...],
    *,
    waits: bool,
    leave_notes: tuple[LeaveNote, ...],
    related: bool,
    alone: tuple[str, ...],
) -> Case:
    """The case of this game; `waits`: the cards `unlooked` must be read again first."""
    view = discrepancy_view(event_sheet, game)
    # The card of an apparent qualifier is always on the left.
    is_swapped = game.seats[1] in qualifiers and game.seats[0] not in qualifiers
    places = (1, 0) if is_swapped else (0, 1)
    # Rule 12.2 is not applied to a game that must be read again: both lines are shown as recorded.
    first, second = (_case_card(event_sheet, game, place, qualifiers, user, waits=waits) for place in places)
    return Case(
        id=name,
        game=game.game,
        cards=(first, second),
        mark="look" if waits else _mark(game, posted=event_sheet.event.posted_at is not None),
        why=_why_read(view, unlooked) if waits else _why(event_sheet, game, view),
        cites=game.cites,
        view=view,
        proposed=game.state is State.PROPOSED,
        red=game.state in (State.ACCEPTED, State.OVERRIDDEN) and (first.ink.changed or second.ink.changed),
        unlooked=tuple(card.seat for card in (first, second) if card.seat in unlooked),
        leave_notes=leave_notes,
        is_left_by_reader=any(someone.is_by(user) for someone in leave_notes),
        related=related,
        alone=alone,
    )


def _why_read(view: DiscrepancyView, unlooked: Sequence[str]) -> str:
    """Say that a line is not typed, or on which papers a line must be read again before rule 12.2 is applied."""
    if view.not_typed:
        return crosscheck_words.not_typed(view.not_typed, view.game)
    return _("To be read again on the paper of %s.") % _(" and ").join(unlooked)


def _case_card(
    event_sheet: Sheet, game: ComparedGame, place: int, qualifiers: frozenset[str], user: User | None, *, waits: bool
) -> CaseCard:
    """The card at this place of the game; `waits`: a line must be read again, so no correction is shown."""
    seat, other = game.seats[place], game.seats[1 - place]
    recorded = game.recorded[place]
    corrected = game.resolved[place] if game.resolved and not waits else recorded
    entry = event_sheet.entries[seat]
    return CaseCard(
        seat=seat,
        name=entry.known_name,
        players=tuple(entry.player.names),
        surname=last_name(entry.known_name),
        opponent=_opponent_on(event_sheet.cards[seat].line(game.game)),
        qualifies=seat in qualifiers,
        own=is_own(user, entry),
        has_line=recorded is not None,
        ink=columns(recorded, corrected),
        parts=summary(recorded, corrected, records_spread=event_sheet.event.records_spread),
        text=_shorthand(event_sheet, corrected if game.state is State.OVERRIDDEN else recorded, other),
        by_phone=seat in event_sheet.facts and event_sheet.facts[seat].is_by_phone,
    )


def _opponent_on(line: Line | None) -> str:
    """The opponent that a card names in a game, even a third player; empty if it names nobody."""
    if line is None or line.is_blank:
        return ""
    return line.opponent or ""


def _shorthand(event_sheet: Sheet, line: Line | None, other: str) -> str:
    """The text to type to decide by hand that this line stands, against the other card of the game."""
    if line is None:
        return ""
    line_against_other = Line(line.game, other, line.points, line.plus, line.minus)
    event = event_sheet.event
    return format_typed(line_against_other, other, records_spread=event.records_spread, skunks=event.skunks)


def _mark(game: ComparedGame, *, posted: bool) -> str:
    """How far a game is whose lines need not be read again, as in `Case`."""
    if posted and game.state in _UNDECIDED:
        return "closed"
    if game.state is State.OPEN:
        return "decide" if game.is_unsettled else "refer"
    if game.state is State.PROPOSED:
        return "todo"
    return "stands" if game.outcome is Outcome.STANDS and game.state is State.ACCEPTED else "done"


def _why(event_sheet: Sheet, game: ComparedGame, view: DiscrepancyView) -> str:
    """Explain the state of a game whose lines need not be read again; empty for a plain correction."""
    if game.state is State.OVERRIDDEN:
        return _("Decided by hand: %s") % view.reason
    if event_sheet.event.posted_at and game.state is State.PROPOSED:
        return _("Posted without initials: it counts as it was proposed.")
    if game.is_unsettled and game.state is State.OPEN:
        return crosscheck_words.unsettled(posted=event_sheet.event.posted_at is not None)
    if event_sheet.event.posted_at and game.state is State.OPEN:
        return crosscheck_words.unruled(event_sheet.event.edition)
    if game.state is State.OPEN:
        return crosscheck_words.waits(
            view.reason or sheet_words.rule(game.rules[0], event_sheet.event.edition), event_sheet.event.edition
        )
    if game.outcome is Outcome.STANDS:
        return " ".join(sentence for _number, sentence in sheet_words.basis(game, event_sheet.event.edition))
    return ""


def _open_case(
    event_sheet: Sheet,
    case: Case,
    game: ComparedGame,
    cases: Sequence[Case],
    typed: Mapping[str, str],
    *,
    hand: DecisionRights,
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
    taken = taken_by(event_sheet, game)
    lines = zip(game.seats, game.recorded, game.resolved or game.recorded, strict=True)
    corrected = {seat: after for seat, before, after in lines if after is not None and after != before}
    shows_lines = papers or case.mark != "look"
    would = rules_outcome(event_sheet, game) if shows_lines else None
    correction = effect(event_sheet.crosscheck, game, playoffs=event_sheet.playoffs)
    moves = _moves(game, correction) if corrected else []
    return OpenCase(
        case=case,
        rules=_rules(event_sheet, game, hand, is_referred=would is not None),
        becomes=tuple(
            crosscheck_words.becomes(card.seat, corrected[card.seat], records_spread=event_sheet.event.records_spread)
            for card in case.cards
            if card.seat in corrected
        ),
        totals=tuple(_total_change(seat, before, after) for seat, (before, after) in correction.totals.items())
        if corrected
        else (),
        moves=tuple(_sentence(event_sheet, shift) for shift in moves),
        tell=any(shift.crosses_the_line for shift in moves),
        tag=_tag(case, correction.shifts),
        head_judge_decides=game.state is State.OPEN and not game.is_unsettled and not event_sheet.event.posted_at,
        would=would,
        hand=hand,
        own=own,
        awarded=awarded,
        third=third,
        instead=instead,
        shows_lines=shows_lines,
        own_typing=own_typing,
        typed_over=typed_over,
        readable=readable,
        signed_unread=signed_unread,
        told=handling,
        warnings=warnings,
        cut=_cut(event_sheet, around_the_cut(correction.shifts, event_sheet.crosscheck.quota)),
        elsewhere=tuple(crosscheck_words.taken(seat, other_game) for seat, other_game in taken.items()),
        by_hand=tuple(_hand_field(card, typed, taken) for card in case.cards),
        not_played=_not_played(game, taken),
        results=_results(event_sheet, game, taken) if game.is_unsettled else (),
        previous=names[place - 1] if place else "",
        next=names[place + 1] if place + 1 < len(names) else "",
    )


def _hand_field(card: CaseCard, typed: Mapping[str, str], taken: Collection[str]) -> HandField:
    """The field for deciding this card by hand; `taken` are the seats whose line belongs to another game.

    If the line of the other card is taken, the field proposes that the game was not played.
    """
    if card.seat in taken:
        return HandField(card.seat, card.name, "", taken=True)
    text = "." if taken and card.has_line else card.text
    return HandField(card.seat, card.name, typed.get(f"stands-{card.seat}", text), taken=False)


def _not_played(game: ComparedGame, taken: Collection[str]) -> str:
    """How to enter that a game on one card alone was not played; empty if both cards have the game, or neither."""
    writers = _writers(game, taken)
    return crosscheck_words.not_played_cure(writers[0]) if len(writers) == 1 else ""


def _writers(game: ComparedGame, taken: Collection[str]) -> list[str]:
    """The seats whose card has a line of this game that is not `taken` by another game."""
    lines = zip(game.seats, game.recorded, strict=True)
    return [seat for seat, line in lines if line is not None and seat not in taken]


def _results(event_sheet: Sheet, game: ComparedGame, taken: Collection[str]) -> tuple[ResultChoice, ...]:
    """The results to choose from if two results contradict each other: either player wins, plainly or by a skunk.

    If a card has no line, or one that is `taken` by another game, "not played" is a choice too. With a taken line it is
    the only choice.
    """
    lines = dict(zip(game.seats, game.recorded, strict=True))
    choices = []
    for seat, other in (game.seats, game.seats[::-1]):
        for points in (WIN_POINTS, SKUNK_POINTS):
            points_by_seat = {seat: points, other: LOSS_POINTS}
            value = " ".join(f"{player}={points_by_seat[player]}" for player in game.seats)
            # A loser's card does not say whether the winner skunked, so it is named beside the plain win.
            says_so = [
                writer
                for writer, line in lines.items()
                if line is not None
                and line.points == points_by_seat[writer]
                and (writer == seat or points == WIN_POINTS)
            ]
            choices.append(
                ResultChoice(
                    value=value,
                    text=crosscheck_words.won_with(event_sheet.entries[seat].known_name, seat, points),
                    note=crosscheck_words.as_written(says_so),
                )
            )
    writers = _writers(game, taken)
    if len(writers) < len(game.seats):
        blank = [f"{seat}=." for seat in writers] or [f"{seat}=" for seat in game.seats]
        not_played = ResultChoice(" ".join(blank), crosscheck_words.not_played(), "")
        return (not_played,) if taken else (*choices, not_played)
    return tuple(choices)


def _rules(
    event_sheet: Sheet, game: ComparedGame, hand: DecisionRights, *, is_referred: bool
) -> tuple[tuple[str, str], ...]:
    """What decides a game: pairs of the rule's number and a sentence.

    If somebody decided by hand otherwise than the rules propose, the sentence says so. `is_referred`: a checker referred
    the game although the rules have a proposal.
    """
    edition = event_sheet.event.edition
    if not event_sheet.event.records_spread and not game.is_of_removal:
        return ()
    if game.state is State.OVERRIDDEN and game.proposal and game.resolved != game.proposal.lines:
        if hand.says_why:
            return ((referral_rule(edition), crosscheck_words.ruled(edition)),)
        return ((rests_on("discrepancies", edition), crosscheck_words.decided_otherwise()),)
    if is_referred:
        return tuple((number, crosscheck_words.referred(edition)) for number in game.rules)
    return sheet_words.basis(game, edition)


def _moves(game: ComparedGame, correction: Effect) -> list[Shift]:
    """The shifts to show for a correction: those of its own players, and of others who cross the cut line."""
    moves = [shift for shift in correction.shifts if shift.seat in game.seats or shift.crosses_the_line]
    return sorted(moves, key=lambda shift: (shift.seat not in game.seats, not shift.has_moved, shift.after.rank))


def rules_outcome(event_sheet: Sheet, game: ComparedGame) -> RulesOutcome | None:
    """What rule 12.2 proposes for a game that a checker referred; None if the rule leaves the game open itself, and for
    a game that nobody referred."""
    proposal = game.proposal
    if game.state is not State.OPEN or proposal is None or proposal.lines is None:
        return None
    lines = zip(game.seats, game.recorded, proposal.lines, strict=True)
    becomes = tuple(
        crosscheck_words.becomes(seat, after, records_spread=event_sheet.event.records_spread)
        for seat, before, after in lines
        if after != before
    )
    return RulesOutcome(
        rules=sheet_words.basis(proposal, event_sheet.event.edition),
        becomes=becomes or (_("Both cards stand as they are."),),
    )


def _awarded(event_sheet: Sheet, game: ComparedGame) -> str:
    """Say that this game was awarded because somebody was late, and how its cards are compared; else empty.

    An award for a removal from play is left out, since a rule of its own decides that game.
    """
    event, names = event_sheet.event, {seat: event_sheet.entries[seat].known_name for seat in game.seats}
    awards = [
        award
        for award in awards_of(day_changes(event))
        if award.game == game.game and {award.winner, award.loser} == set(game.seats) and not award.is_removal
    ]
    if awards and event.movement != event.Movement.NONE and lapsed(awards, schedule(event)):
        return ""
    for award in awards:
        data = {"game": award.game, "winner": award.winner, "loser": award.loser}
        edition, spread = event.edition, event.records_spread
        sentence = round_words.day_change("award", "", data, names, edition=edition, records_spread=spread)
        return crosscheck_words.awarded(sentence)
    return ""


def _third(event_sheet: Sheet, case: Case, game: ComparedGame, steps: Sequence[Step]) -> str:
    """Say who signed a decided game as third checker, or that its signer is related to a player; else empty."""
    if game.decision is None:
        return ""
    decisions = [step for step in steps if step.thing == (DECISION, case.id)]
    # A decision that was withdrawn and is in force again was signed by its first signer.
    first_step = next((step for step in decisions if is_same(step.after, decisions[-1].after)), None)
    notes = (first_step.act.after or {}) if first_step is not None else {}
    if related := notes.get("third_checker_wanted"):
        sentence = _("No third checker signed: %(name)s is related to the player of %(seats)s.")
        return sentence % {"name": case.view.decided_by, "seats": _(" and ").join(related)}
    if represented := notes.get("third_checker_for"):
        sentence = _("%(name)s signed as third checker, in place of %(others)s.")
        return sentence % {"name": case.view.decided_by, "others": _(" and ").join(represented)}
    return ""


def _total_change(seat: str, before: object, after: object) -> TotalChange:
    """The totals of a seat that differ between the tallies `before` and `after`."""
    labels = (
        ("game_points", _("game points"), str),
        ("games_won", _("games won"), str),
        ("plus", _("plus"), str),
        ("minus", _("minus"), str),
        ("net", _("net"), sheet_words.signed),
    )
    pairs = ((label, Ink(form(getattr(before, name)), form(getattr(after, name)))) for name, label, form in labels)
    return TotalChange(seat, tuple((label, ink) for label, ink in pairs if ink.changed))


def _sentence(event_sheet: Sheet, shift: Shift) -> str:
    """What a correction does to a player, in a sentence with name and seat."""
    name = f"{event_sheet.entries[shift.seat].known_name} ({shift.seat})"
    return sheet_words.shift(name, shift.before, shift.after, shift.status_before, shift.status_after)


def _tag(case: Case, shifts: Iterable[Shift]) -> str:
    """The tag of a case: the place of its apparent qualifier before the correction, or the dead zone."""
    left_card = case.cards[0]
    if not left_card.qualifies:
        return _("Dead zone")
    before = next(shift.before for shift in shifts if shift.seat == left_card.seat)
    return _("Apparent qualifier, %s") % sheet_words.place(before)


def _cut(event_sheet: Sheet, shifts: Iterable[Shift]) -> tuple[CutRow, ...]:
    """The rows of these places near the cut line after a correction."""
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
                name=event_sheet.entries[shift.seat].known_name,
                players=tuple(event_sheet.entries[shift.seat].player.names),
                note=note,
                direction=direction,
                crosses=crosses,
                game_points=after.tally.game_points,
                games_won=after.tally.games_won,
                net=sheet_words.signed(after.tally.net if event_sheet.event.records_spread else None),
                first_below=event_sheet.crosscheck.places.index(after) == event_sheet.crosscheck.quota,
            )
        )
    return tuple(rows)


def still_missing(event_sheet: Sheet) -> str:
    """The caveat while cards are missing; empty once every card is in.

    It names at most `MOST_MISSING` of them, and says whose player left.
    """
    missing = event_sheet.missing
    if not missing:
        return ""
    left = {seat: cards_words.left(event_sheet.cards[seat]) for seat in missing[:MOST_MISSING]}
    seats = ", ".join(f"{seat} ({note})" if note else seat for seat, note in left.items())
    if len(missing) > MOST_MISSING:
        seats = f"{seats} …"
    return ngettext(
        "%(n)d card is not in or not complete: %(seats)s. Its games wait.",
        "%(n)d cards are not in or not complete: %(seats)s. Their games wait.",
        len(missing),
    ) % {"n": len(missing), "seats": seats}
