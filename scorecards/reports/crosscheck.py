"""The cross-check as checkers work through it: table by table, one game at a time, with what it does to people.

A *case* is one game that does not plainly agree. The qualifying card stands on its left; a case without one belongs to
the dead zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorecards import reads, words
from scorecards.reads import DiscrepancyView, Sheet
from scorecards.reports.ink import Columns, Ink, columns, summary
from scorecards.reports.looks import CardTold, told, warnings
from scorecards.rules.crosscheck import ComparedGame, State
from scorecards.rules.cut import Status
from scorecards.rules.discrepancy import Outcome
from scorecards.rules.effect import Shift, around_the_cut, effect
from scorecards.rules.line import Line
from scorecards.rules.looks import Place, Reading, find_unlooked, find_wanted, is_looked_at
from scorecards.rules.typing import format_typed
from tournaments import reads as tournament_reads
from tournaments.access import is_own
from tournaments.models import User
from tournaments.reads import Relatives
from tournaments.rules.seat import parse_seat, seat_order, table_order

DEAD_ZONE = "dead-zone"
HEAD_JUDGE = "head-judge"

_UNSETTLED = (State.PROPOSED, State.OPEN)


@dataclass(frozen=True, slots=True)
class CaseCard:
    """One of the two cards of a case: what it says, what stands, and what one would type for it."""

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


@dataclass(frozen=True, slots=True)
class Case:
    """One game in the list: both cards, the rules, and how far it is."""

    id: str
    game: int
    cards: tuple[CaseCard, CaseCard]
    mark: str
    why: str
    view: DiscrepancyView
    proposed: bool
    red: bool
    unlooked: tuple[str, ...]

    @property
    def unsettled(self) -> bool:
        return self.mark in ("look", "todo", "refer")

    @property
    def seen(self) -> str:
        """What the checker has in view, in words: it comes back where somebody changed it meanwhile."""
        said = (f"{card.seat} {', '.join(part.before for part in card.parts)}" for card in self.cards)
        return "; ".join(said)


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


@dataclass(frozen=True, slots=True)
class CutRow:
    """One place near the line as it would be, and where it comes from."""

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
    """One seat's totals that follow from a correction."""

    seat: str
    changes: tuple[tuple[str, Ink], ...]


@dataclass(frozen=True, slots=True)
class HandField:
    """What one would type to decide by hand what stands on this card; as recorded, if nobody typed anything yet."""

    seat: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class OpenCase:
    """The case that lies open: what the rules say, and what it does to totals and places.

    `shows_lines` is false while a line is to be read again: who reads it shall not have seen what was typed.
    `signed_unread` are the cards whose line nobody read again before somebody decided.
    """

    case: Case
    rules: tuple[tuple[str, str], ...]
    becomes: tuple[str, ...]
    totals: tuple[TotalChange, ...]
    moves: tuple[str, ...]
    tell: bool
    tag: str
    head_judge_decides: bool
    shows_lines: bool
    signed_unread: tuple[str, ...]
    told: tuple[CardTold, ...]
    warnings: tuple[str, ...]
    cut: tuple[CutRow, ...]
    by_hand: tuple[HandField, ...]
    previous: str
    next: str


@dataclass(frozen=True)
class CheckPage:
    """Everything on the page but the case that lies open."""

    on: Sheet
    user: User | None
    readings: Mapping[Place, Sequence[Reading]] = field(default_factory=dict)
    relatives: Relatives = field(default_factory=Relatives)

    @cached_property
    def _qualifiers(self) -> frozenset[str]:
        return frozenset(self.on.crosscheck.apparent_qualifiers)

    @cached_property
    def games(self) -> dict[str, ComparedGame]:
        """Every game that does not plainly agree, by its name."""
        return {reads.discrepancy_id(game): game for game in reads.differing_games(self.on)}

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """Every case: in seat order of the card on the left, then by game."""
        found = [self._case(name, game) for name, game in self.games.items()]
        return tuple(sorted(found, key=lambda case: (seat_order(case.cards[0].seat), case.game)))

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The cases by table of the qualifying card, then the head judge's, then the dead zone's."""
        tables = sorted({parse_seat(seat).table for seat in self._qualifiers}, key=table_order)
        groups = [
            _group(table, _("Table %s") % table, [case for case in self.cases if _table(case) == table])
            for table in tables
        ]
        waiting = [case for case in self.cases if case.mark == "refer"]
        groups.append(Group(HEAD_JUDGE, _("Head judge"), _("%d waiting") % len(waiting), tuple(waiting)))
        dead = [case for case in self.cases if not _table(case)]
        groups.append(_group(DEAD_ZONE, _("Dead zone"), dead))
        return tuple(groups)

    def group(self, key: str, case: str = "") -> Group:
        """The group with this key, else the one this case is in, else the first where something is left to do."""
        by_key = {group.key: group for group in self.groups}
        if key in by_key:
            return by_key[key]
        holding = [group for group in self.groups if any(one.id == case for one in group.cases)]
        return [*holding, *(group for group in self.groups if group.unsettled), self.groups[0]][0]

    def progress(self, table: str) -> tuple[int, int]:
        """How many qualifying cards of this table are done with, of how many."""
        seats = {seat for seat in self._qualifiers if parse_seat(seat).table == table}
        busy = {card.seat for case in self.cases if case.unsettled for card in case.cards}
        return len(seats - busy), len(seats)

    def compared(self, table: str) -> str:
        """How many games were compared on the qualifying cards of a table, and how they came out."""
        seats = {seat for seat in self._qualifiers if parse_seat(seat).table == table}
        games = [g for g in self.on.crosscheck.games if g.state is not State.PENDING and seats & set(g.seats)]
        agree = sum(1 for game in games if game.state is State.AGREED)
        return _("%(games)d games compared. %(agree)d agree, %(differ)d differ.") % {
            "games": len(games),
            "agree": agree,
            "differ": len(games) - agree,
        }

    @property
    def proposed(self) -> int:
        """How many corrections, read again on both papers, wait for initials."""
        return sum(1 for case in self.cases if case.mark == "todo")

    @property
    def to_read(self) -> int:
        """How many games are not put to rule 12.2 yet, because a line of theirs is to be read again."""
        return sum(1 for case in self.cases if case.mark == "look")

    @cached_property
    def looks_waiting(self) -> int:
        """How many lines are to be read again."""
        return 0 if self.on.event.posted_at else len(find_wanted(self.on.crosscheck, self.readings))

    def _case(self, name: str, game: ComparedGame) -> Case:
        unlooked = () if self.on.event.posted_at else find_unlooked(self.on.crosscheck, game, self.readings)
        return _case(self.on, name, game, self._qualifiers, self.user, unlooked)

    @cached_property
    def to_tell(self) -> tuple[tuple[str, str], ...]:
        """Whom the director tells, with both cards as evidence (12.2.i): seat and sentence."""
        return tuple(
            (
                move.seat,
                words.shift(
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
        """The case that this user decided last, if that decision is in force."""
        if self.user is None:
            return None
        name = self.user.get_full_name() or self.user.get_username()
        mine = [(c.view.decided_at, c) for c in self.cases if c.view.decided_at and c.view.decided_by == name]
        return max(mine, key=lambda decided: decided[0])[1] if mine else None

    def open(self, case: Case, group: Group, typed: Mapping[str, str], *, papers: bool = False) -> OpenCase:
        """This case with everything that is said about it; one more ranking, not one more cross-check.

        `typed` is what somebody sent for it that could not be taken; `papers` says that both papers lie before whoever
        asks, so that the lines are shown also where they are to be read again.
        """
        game = self.games[case.id]
        seats = [card.seat for card in case.cards]
        return _open_case(
            self.on,
            case,
            game,
            group.cases,
            typed,
            told=tuple(
                told(self.on, seat, self.readings, game.game, blind=case.mark == "look" and not papers)
                for seat in seats
            ),
            warnings=warnings(self.on, seats, self.user, self.relatives),
            papers=papers,
            signed_unread=tuple(
                seat
                for seat, line in zip(game.seats, game.recorded, strict=True)
                if game.decision is not None and not is_looked_at(line, self.readings.get((seat, game.game), ()))
            ),
        )


def check_page(on: Sheet, user: User | None) -> CheckPage:
    """The page for this user, with the looks at the paper and with whom they are related to."""
    return CheckPage(on, user, reads.readings(on.event), tournament_reads.relatives(on.event.tournament, user))


def _group(key: str, label: str, cases: Sequence[Case]) -> Group:
    settled = sum(1 for case in cases if not case.unsettled)
    note = (
        _("%(settled)d of %(all)d settled") % {"settled": settled, "all": len(cases)} if cases else _("no difference")
    )
    return Group(key, label, note, tuple(cases))


def _table(case: Case) -> str:
    """The table of the qualifying card; empty for two cards of the dead zone."""
    return parse_seat(case.cards[0].seat).table if case.cards[0].qualifies else ""


def _case(
    on: Sheet,
    name: str,
    game: ComparedGame,
    qualifiers: frozenset[str],
    user: User | None,
    unlooked: tuple[str, ...],
) -> Case:
    view = reads.discrepancy_view(on, game)
    # The qualifying card is always on the left.
    turned = game.seats[1] in qualifiers and game.seats[0] not in qualifiers
    places = (1, 0) if turned else (0, 1)
    # What is still to be read again is not put to rule 12.2 yet: both lines stand there as recorded.
    waits = bool(unlooked) and game.state in _UNSETTLED
    first, second = (_case_card(on, game, place, qualifiers, user, waits=waits) for place in places)
    return Case(
        id=name,
        game=game.game,
        cards=(first, second),
        mark="look" if waits else _mark(game),
        why=_to_be_read(unlooked) if waits else _why(on, game, view, qualifiers),
        view=view,
        proposed=game.state is State.PROPOSED,
        red=game.state in (State.ACCEPTED, State.OVERRIDDEN) and (first.ink.changed or second.ink.changed),
        unlooked=tuple(card.seat for card in (first, second) if card.seat in unlooked),
    )


def _to_be_read(unlooked: Sequence[str]) -> str:
    """What is to be done before rule 12.2 is asked."""
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
        surname=entry.name.split()[-1],
        opponent=other if recorded is None else recorded.opponent or "",
        qualifies=seat in qualifiers,
        own=is_own(user, entry),
        has_line=recorded is not None,
        ink=columns(recorded, stands),
        parts=summary(recorded, stands),
        text=_by_hand(stands if game.state is State.OVERRIDDEN else recorded, other),
    )


def _by_hand(line: Line | None, other: str) -> str:
    """What one would type to decide by hand that this line stands."""
    if line is None:
        return ""
    return format_typed(Line(line.game, other, line.points, line.plus, line.minus), other)


def _mark(game: ComparedGame) -> str:
    if game.state is State.OPEN:
        return "refer"
    if game.state is State.PROPOSED:
        return "todo"
    return "stands" if game.outcome is Outcome.STANDS and game.state is State.ACCEPTED else "done"


def _why(on: Sheet, game: ComparedGame, view: DiscrepancyView, qualifiers: frozenset[str]) -> str:
    if game.state is State.OVERRIDDEN:
        return _("Decided by hand: %s") % view.reason
    if game.state is State.OPEN:
        return _("With the head judge: %s") % (view.reason or words.rule(game.rules[0], on.event.edition))
    if game.outcome is Outcome.STANDS:
        if not qualifiers & set(game.seats):
            return _("Dead zone: neither card is an apparent qualifier’s. Both stand, nothing to sign.")
        return " ".join(words.rule(number, on.event.edition) for number in game.rules)
    return ""


def _open_case(
    on: Sheet,
    case: Case,
    game: ComparedGame,
    cases: Sequence[Case],
    typed: Mapping[str, str],
    *,
    told: tuple[CardTold, ...],
    warnings: tuple[str, ...],
    papers: bool,
    signed_unread: tuple[str, ...],
) -> OpenCase:
    names = [one.id for one in cases]
    place = names.index(case.id)
    both = zip(game.seats, game.recorded, game.resolved or game.recorded, strict=True)
    stands = {seat: after for seat, before, after in both if after is not None and after != before}
    done = effect(on.crosscheck, game, playoffs=on.playoffs)
    # Whoever plays here is named also where they stay where they are; of the others who comes over the line, or under it.
    moves = [shift for shift in done.shifts if shift.seat in game.seats or shift.crosses_the_line] if stands else []
    moves.sort(key=lambda shift: (shift.seat not in game.seats, not shift.has_moved, shift.after.rank))
    return OpenCase(
        case=case,
        rules=tuple((number, words.rule(number, on.event.edition)) for number in game.rules),
        becomes=tuple(words.becomes(card.seat, stands[card.seat]) for card in case.cards if card.seat in stands),
        totals=tuple(_total_change(seat, *both) for seat, both in done.totals.items()) if stands else (),
        moves=tuple(_sentence(on, shift) for shift in moves),
        tell=any(shift.crosses_the_line for shift in moves),
        tag=_tag(case, done.shifts),
        head_judge_decides=game.state is State.OPEN,
        shows_lines=papers or case.mark != "look",
        signed_unread=signed_unread,
        told=told,
        warnings=warnings,
        cut=_cut(on, around_the_cut(done.shifts, on.crosscheck.quota)),
        by_hand=tuple(
            HandField(card.seat, card.name, typed.get(f"stands-{card.seat}", card.text)) for card in case.cards
        ),
        previous=names[place - 1] if place else "",
        next=names[place + 1] if place + 1 < len(names) else "",
    )


def _total_change(seat: str, before: object, after: object) -> TotalChange:
    labels = (
        ("game_points", _("game points"), str),
        ("games_won", _("games won"), str),
        ("plus", _("plus"), str),
        ("minus", _("minus"), str),
        ("net", _("net"), words.signed),
    )
    pairs = ((label, Ink(form(getattr(before, name)), form(getattr(after, name)))) for name, label, form in labels)
    return TotalChange(seat, tuple((label, ink) for label, ink in pairs if ink.changed))


def _sentence(on: Sheet, shift: Shift) -> str:
    name = f"{on.entries[shift.seat].name} ({shift.seat})"
    return words.shift(name, shift.before, shift.after, shift.status_before, shift.status_after)


def _tag(case: Case, shifts: Iterable[Shift]) -> str:
    left = case.cards[0]
    if not left.qualifies:
        return _("Dead zone")
    before = next(shift.before for shift in shifts if shift.seat == left.seat)
    return _("Apparent qualifier, %s") % words.place(before)


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
                rank=words.rank(after.rank, tied=after.tied),
                seat=shift.seat,
                name=on.entries[shift.seat].name,
                note=note,
                direction=direction,
                crosses=crosses,
                game_points=after.tally.game_points,
                games_won=after.tally.games_won,
                net=words.signed(after.tally.net),
                first_below=on.crosscheck.places.index(after) == on.crosscheck.quota,
            )
        )
    return tuple(rows)


def still_missing(on: Sheet) -> str:
    """What is said while cards are missing; empty once every card is in."""
    missing = on.crosscheck.missing
    if not missing:
        return ""
    return ngettext(
        "%(n)d card is not in or not complete: %(seats)s. Its games wait.",
        "%(n)d cards are not in or not complete: %(seats)s. Their games wait.",
        len(missing),
    ) % {"n": len(missing), "seats": ", ".join(missing[:12]) + (" …" if len(missing) > 12 else "")}
