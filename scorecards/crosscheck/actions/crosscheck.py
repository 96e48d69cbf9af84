"""Beginning the cross-check, and decisions on games whose two cards differ."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorecards.access import need_to_decide, need_to_take_back
from scorecards.actions.logged import DISCREPANCY
from scorecards.cards.actions.cards import find_spread_faults
from scorecards.crosscheck import words as crosscheck_words
from scorecards.crosscheck.actions.again import decide_again, decisions_on
from scorecards.crosscheck.reads import third as third_reads
from scorecards.crosscheck.reads.accepting import LeftOut, left_out, why_related
from scorecards.models import Correction, Discrepancy
from scorecards.sheet.actions import refuse_posted, refuse_unseated
from scorecards.sheet.reads import looks as looks_reads
from scorecards.sheet.reads.discrepancies import (
    differing_games,
    discrepancy_id,
    discrepancy_view,
    find_game,
    given_lines,
    given_values,
    line_values,
    taken_by,
    told_lines,
)
from scorecards.sheet.reads.earlier import steps_on
from scorecards.sheet.reads.sheet import Sheet, sheet
from scorecards.sheet.reads.standings import crosscheck_summary
from scorecards.sheet.rules.basis import Record, basis_record
from scorecards.sheet.rules.by_hand import (
    find_untold,
    is_in_wrong_column,
    is_mutual,
    is_ruled,
    is_won_by_both,
    is_won_by_nobody,
    referral_below,
)
from scorecards.sheet.rules.crosscheck import ComparedGame, State
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import Place, Reading, find_unlooked, find_waiting_for_look
from scorecards.sheet.rules.replay import Step
from tournaments import audit
from tournaments.access import Actor, Rights, refuse_own_card, require
from tournaments.errors import Fault, Malformed, Refused
from tournaments.faults import raise_malformed, text_faults
from tournaments.models import MAX_REASON, Event
from tournaments.people.reads import relations as relations_reads
from tournaments.people.reads.relations import Relatives
from tournaments.rules.citations import rule_of
from tournaments.rules.phase import Phase


@transaction.atomic
def start_cross_check(*, event: Event, actor: Actor) -> Event:
    """Begin comparing the cards. From then on proposals follow every change. Beginning again changes nothing.

    Raises Refused: `not_seated`.
    """
    event = Event.objects.locked(event)
    refuse_unseated(event)
    if event.cross_checked_at is None:
        event.cross_checked_at = timezone.now()
        event.phase = Phase.CROSS_CHECK
        event.save(update_fields=["cross_checked_at", "phase"])
        audit.record(
            tournament=event.tournament,
            event=event,
            actor=actor,
            action="cross_check.started",
            subject=("event", event.slug),
            before=None,
            after={"phase": event.phase},
        )
        event.touch()
    return event


@dataclass(frozen=True, slots=True)
class GameKey:
    """One game of two seats; the order of the seats does not matter."""

    game: int
    seats: tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Desk:
    """What is known besides the cards when a game is decided: the looks at the paper, and the actor's relatives."""

    event_sheet: Sheet
    readings: Mapping[Place, Sequence[Reading]]
    relatives: Relatives
    lefts: third_reads.Lefts

    @classmethod
    def of(cls, event_sheet: Sheet, actor: Actor) -> "_Desk":
        relatives = relations_reads.relatives(event_sheet.event.tournament, actor.user)
        return cls(
            event_sheet, looks_reads.readings(event_sheet.event), relatives, third_reads.lefts(event_sheet.event)
        )

    def unlooked(self, game: ComparedGame) -> tuple[str, ...]:
        """The cards whose line of this game nobody has read again."""
        return find_unlooked(self.event_sheet.crosscheck, game, self.readings)

    def typed_over(self, game: ComparedGame) -> tuple[str, ...]:
        """The cards whose line of this game was typed over and waits for another reading of the paper."""
        return find_waiting_for_look(self.event_sheet.crosscheck, game)

    def related(self, game: ComparedGame) -> list[str]:
        """The cards of the actor's relatives and partners: a third checker signs these games."""
        return [seat for seat in game.seats if self.relatives.of(self.event_sheet.entries[seat])]

    def refuse_related(self, game: ComparedGame) -> None:
        """Refuse a signature that a third checker must give."""
        if message := why_related(self.event_sheet, game, self.relatives):
            raise Refused("related", message, current=asdict(discrepancy_view(self.event_sheet, game)))

    def refuse_unread(self, game: ComparedGame, *, unlooked: bool) -> None:
        """Refuse a signature while a line waits for another reading; with `unlooked`, only where it was typed over."""
        current = asdict(discrepancy_view(self.event_sheet, game))
        if over := self.typed_over(game):
            raise Refused("line_typed_over", crosscheck_words.typed_over(over, game.game), current=current)
        if not unlooked and (waiting := self.unlooked(game)):
            raise Refused("not_looked", crosscheck_words.not_looked(waiting, game.game), current=current)

    def refuse_own_typing(self, game: ComparedGame, actor: Actor) -> None:
        """Refuse to let the actor sign lines that they typed, nobody has read again and somebody else may read."""
        mine = looks_reads.own_typing(self.event_sheet, [(seat, game.game) for seat in self.unlooked(game)], actor)
        if mine:
            seats = [seat for seat in game.seats if (seat, game.game) in mine]
            message = crosscheck_words.own_typing(seats, game.game, mine[seats[0], game.game].signers)
            raise Refused("not_looked", message, current=asdict(discrepancy_view(self.event_sheet, game)))

    def refuse_own_words(self, game: ComparedGame, actor: Actor) -> None:
        """Refuse to let the actor decide by hand on a line that they typed over while somebody else may read it."""
        mine = looks_reads.own_words(self.event_sheet, actor)
        for seat in game.seats:
            if (seat, game.game) in mine:
                message = crosscheck_words.own_typing_by_hand(seat, game.game, mine[seat, game.game].readers)
                raise Refused("own_typing", message, current=asdict(discrepancy_view(self.event_sheet, game)))

    def notes(self, game: ComparedGame) -> Record:
        """Notes for the log: lines not read again, cards that needed a third checker, and for whom one signed."""
        related = self.related(game)
        instead = [] if related else list(dict.fromkeys(left.by for left in third_reads.left_now(self.lefts, game)))
        notes = {"unlooked": list(self.unlooked(game)), "third_checker_wanted": related, "third_checker_for": instead}
        return {name: noted for name, noted in notes.items() if noted}


def _find(event_sheet: Sheet, key: GameKey, actor: Actor) -> ComparedGame:
    refuse_own_card(actor, [event_sheet.entries[seat] for seat in key.seats])
    game = find_game(event_sheet, key.game, key.seats)
    if not event_sheet.event.cross_checked_at:
        raise Refused("not_open", _("The cross-check has not begun. Begin it, then decide what differs."))
    if game is None or game.state in (State.AGREED, State.PENDING):
        message = _("These two cards do not differ in this game any more. Look at the list again.")
        if (
            game is not None
            and not event_sheet.event.posted_at
            and (over := find_waiting_for_look(event_sheet.crosscheck, game))
        ):
            raise Refused("line_typed_over", f"{message} {crosscheck_words.typed_over(over, game.game)}")
        raise Refused("stale", message)
    return game


def _steps(event_sheet: Sheet, game: ComparedGame) -> list[Step]:
    """All decisions ever made on this game."""
    return steps_on(event_sheet.event, [discrepancy_id(game)])


def _refuse_stale(event_sheet: Sheet, game: ComparedGame, version: int) -> None:
    current = discrepancy_view(event_sheet, game)
    if current.version != version:
        message = _("The cards or the decision changed after you looked. Look at this game again.")
        raise Refused("stale", message, current=asdict(current))


def _withdraw(game: ComparedGame, event_sheet: Sheet) -> Record | None:
    """Withdraw the decision on this game, in force or not; return what it was."""
    rows = Discrepancy.objects.filter(
        event=event_sheet.event,
        game=game.game,
        first=event_sheet.entries[game.seats[0]],
        second=event_sheet.entries[game.seats[1]],
        withdrawn_at__isnull=True,
    )
    row = rows.first()
    if row is None:
        return None
    rows.update(withdrawn_at=timezone.now())
    return DISCREPANCY.values(row)


def _record_decision(
    desk: _Desk,
    game: ComparedGame,
    kind: Discrepancy.Kind,
    initials: str,
    actor: Actor,
    *,
    reason: str = "",
    resolved: Record | None = None,
) -> None:
    """Write a decision in place of any earlier one, with its red ink and its log row."""
    if game.proposal is None:
        raise ValueError("only a compared game can be decided")
    event_sheet = desk.event_sheet
    before = _withdraw(game, event_sheet)
    row = Discrepancy.objects.create(
        event=event_sheet.event,
        game=game.game,
        first=event_sheet.entries[game.seats[0]],
        second=event_sheet.entries[game.seats[1]],
        kind=kind,
        basis=basis_record(game.recorded, game.proposal),
        resolved=resolved,
        reason=reason,
        initials=initials,
        decided_by=actor.name,
    )
    _write_corrections(row, game, actor)
    audit.record(
        tournament=event_sheet.event.tournament,
        event=event_sheet.event,
        actor=actor,
        action=f"discrepancy.{kind.value}",
        subject=("discrepancy", discrepancy_id(game)),
        before=before,
        after={"kind": kind.value, "resolved": resolved, "basis": row.basis, **_ours(game), **desk.notes(game)},
        reason=reason,
        initials=initials,
    )


def _ours(game: ComparedGame) -> dict[str, list[str]]:
    """The readings of the rules that are ours, for the log."""
    return {"readings": list(game.readings)} if game.readings else {}


def _write_corrections(row: Discrepancy, game: ComparedGame, actor: Actor) -> None:
    """Write the red ink of a decision: what stands on each card that it changes, beside what was written."""
    stands: dict[str, Record | None]
    if row.kind == Discrepancy.Kind.OVERRIDDEN:
        stands = given_values(row.resolved, game)
    elif row.kind == Discrepancy.Kind.ACCEPTED and game.proposal and game.proposal.lines:
        stands = {seat: line_values(line) for seat, line in zip(game.seats, game.proposal.lines, strict=True)}
    else:
        return
    written = {seat: line_values(line) for seat, line in zip(game.seats, game.recorded, strict=True)}
    Correction.objects.bulk_create(
        Correction(
            discrepancy=row,
            entry=entry,
            game=game.game,
            before=written[entry.seat],
            after=stands[entry.seat],
            rules=" ".join(game.proposal.rules if game.proposal else game.rules),
            initials=row.initials,
            made_by=actor.name,
        )
        for entry in (row.first, row.second)
        if written[entry.seat] != stands[entry.seat]
    )


@transaction.atomic
def accept(
    *,
    event: Event,
    key: GameKey,
    initials: str,
    version: int,
    unlooked: bool = True,
    typed: bool = True,
    related: bool = True,
    reason: str = "",
    actor: Actor,
) -> bool:
    """Accept with initials what rule 12.2 proposes for a game; return whether the signature was needed.

    Accepting a game that is accepted already changes nothing. The actor has both papers where `unlooked` is true, so
    lines need not be read again; `typed` extends this to lines of their own typing that others may read. A line that
    was typed over while the cards differed waits for another reading in any case. `related` says that nobody else is
    free, so relatives may sign. The log keeps these lines and cards, and the `reason`.

    Raises Forbidden (`own_card`), Refused: `posted`, `not_open`, `referred` and `unsettled` (a person must decide),
    `decided` (by hand already), `line_typed_over` and `not_looked` (a line must be read again first), `related` (a
    third checker signs), `stale` with the discrepancy as it is now.
    """
    event_sheet = sheet(Event.objects.locked(event))
    game = _find(event_sheet, key, actor)
    if game.state is State.ACCEPTED and (
        event_sheet.event.posted_at or not find_waiting_for_look(event_sheet.crosscheck, game)
    ):
        return False
    refuse_posted(event_sheet.event)
    if game.is_unsettled and game.state is State.OPEN:
        message = _("The two cards contradict each other, so there is nothing to accept. Decide which result stands.")
        raise Refused("unsettled", message, current=asdict(discrepancy_view(event_sheet, game)))
    if game.state is State.OPEN:
        message = crosscheck_words.referred_first(event_sheet.event.edition)
        raise Refused("referred", message, current=asdict(discrepancy_view(event_sheet, game)))
    if game.state is State.OVERRIDDEN:
        message = _("This game was decided by hand. Take that decision back first.")
        raise Refused("decided", message, current=asdict(discrepancy_view(event_sheet, game)))
    _refuse_stale(event_sheet, game, version)
    desk = _Desk.of(event_sheet, actor)
    desk.refuse_unread(game, unlooked=unlooked)
    if not typed:
        desk.refuse_own_typing(game, actor)
    if not related:
        desk.refuse_related(game)
    _record_decision(desk, game, Discrepancy.Kind.ACCEPTED, initials, actor, reason=reason)
    event_sheet.event.touch()
    return True


@dataclass(frozen=True, slots=True)
class AcceptedAll:
    """The result of accepting everything: the games accepted now, and those left with the reasons."""

    accepted: tuple[GameKey, ...]
    left: tuple[LeftOut, ...]


@transaction.atomic
def accept_all(
    *,
    event: Event,
    initials: str,
    revision: int,
    unlooked: bool = True,
    typed: bool = True,
    related: bool = True,
    reason: str = "",
    actor: Actor,
) -> AcceptedAll:
    """Accept everything that is proposed at this revision; return the games accepted, and those left with the reasons.

    Always left: games with a line that was typed over and waits for another reading (`line_typed_over`, also where only
    posting waits for it), and games on the actor's own card (`own_card`). Also left: without `unlooked`, games not read
    again on both papers (`not_looked`); without `typed`, those that the actor typed; without `related`, games of the
    actor's relatives (`related`). Raises Refused: `posted`, `not_open`, `stale`.
    """
    event = Event.objects.locked(event)
    refuse_posted(event)
    event_sheet = sheet(event)
    if not event.cross_checked_at:
        raise Refused("not_open", _("The cross-check has not begun. Begin it, then accept what it proposes."))
    if revision != event.revision:
        message = _("Something changed after you looked. Look at the proposals again, then accept them.")
        raise Refused("stale", message, current=crosscheck_summary(event_sheet))
    desk = _Desk.of(event_sheet, actor)
    left = left_out(
        event_sheet, desk.readings, desk.relatives, actor.user, unlooked=unlooked, typed=typed, related=related
    )
    names = {left_game.id for left_game in left}
    accepted = []
    for game in differing_games(event_sheet):
        if game.state is State.PROPOSED and discrepancy_id(game) not in names:
            _record_decision(desk, game, Discrepancy.Kind.ACCEPTED, initials, actor, reason=reason)
            accepted.append(GameKey(game.game, game.seats))
    if accepted:
        event.touch()
    return AcceptedAll(tuple(accepted), left)


def sign_proposals(event_sheet: Sheet, games: Sequence[ComparedGame], initials: str, reason: str, actor: Actor) -> None:
    """Accept what rule 12.2 proposes for these games, each with its red ink and log row.

    The caller has locked the event, and signs with both papers and a reason. Raises Forbidden (`own_card`).
    """
    refuse_own_card(actor, [event_sheet.entries[seat] for game in games for seat in game.seats])
    desk = _Desk.of(event_sheet, actor)
    for game in games:
        _record_decision(desk, game, Discrepancy.Kind.ACCEPTED, initials, actor, reason=reason)


@transaction.atomic
def leave_to_third(*, event: Event, key: GameKey, version: int, actor: Actor) -> None:
    """Leave a game to a third checker: it stays open, and the next person to sign it does so as third checker.
    Idempotent.

    Raises Forbidden (`own_card`), Refused: `posted`, `not_open`, `decided`, `stale` with the discrepancy as it is now.
    """
    event_sheet = sheet(Event.objects.locked(event))
    game = _find(event_sheet, key, actor)
    refuse_posted(event_sheet.event)
    if game.state not in (State.PROPOSED, State.OPEN) or game.proposal is None:
        message = _("This game is decided already. Take that decision back if somebody else shall decide it.")
        raise Refused("decided", message, current=asdict(discrepancy_view(event_sheet, game)))
    _refuse_stale(event_sheet, game, version)
    desk = _Desk.of(event_sheet, actor)
    if any(left.account == actor.key for left in third_reads.left_now(desk.lefts, game)):
        return
    audit.record(
        tournament=event_sheet.event.tournament,
        event=event_sheet.event,
        actor=actor,
        action="discrepancy.left",
        subject=("discrepancy", discrepancy_id(game)),
        before=None,
        after={"basis": basis_record(game.recorded, game.proposal)},
    )
    event_sheet.event.touch()


Given = Mapping[str, Mapping[str, int | None] | None]


@transaction.atomic
def override(
    *,
    event: Event,
    key: GameKey,
    resolved: Given,
    initials: str,
    reason: str,
    version: int,
    unlooked: bool = True,
    typed: bool = True,
    related: bool = True,
    rights: Rights,
    actor: Actor,
) -> bool:
    """Decide a game by hand: the values that stand on each card (None leaves a card as it is). Return whether it is
    new.

    The head judge decides what rule 12.2 leaves open (14.1), a checker the rest. Where no spread is recorded, a checker
    also decides results that contradict each other, once both papers are read again (ours: `unlooked`,
    `line_typed_over` and `not_looked` as in `accept`). The typist of a line that was typed over while the cards
    differed leaves the game to others while one of them may read it (`own_typing`). `typed` and `related` are as in
    `accept`. The same decision again changes nothing.

    Raises Forbidden (`own_card`, `role`). Raises Malformed where `resolved` is not about these two cards, makes both a
    win or neither (a game has one winner, 1.1), leaves one card without a result beside the other's win (ours; also a
    card without the line), or puts a spread into the wrong column (12.1). Where one card has no line, blank values on
    the other say that the game was not played. Raises Refused: `posted`, `not_open`, `own_typing`, `not_looked`,
    `related`, `stale` with the discrepancy as it is now.
    """
    event_sheet = sheet(Event.objects.locked(event))
    game = _find(event_sheet, key, actor)
    require(rights, need_to_decide(game, _steps(event_sheet, game)))
    if set(resolved) != set(game.seats):
        message = _("Say what stands for %(first)s and for %(second)s, and for nobody else.")
        names = {"first": game.seats[0], "second": game.seats[1]}
        raise Malformed(message % names, faults=[Fault("resolved", "seats", message % names)])
    values = {seat: dict(columns) if columns is not None else None for seat, columns in resolved.items()}
    if not event_sheet.event.records_spread:
        by_seat = given_lines(values, game.game, game.seats, (None, None))
        raise_malformed(
            [fault for seat, line in by_seat.items() for fault in find_spread_faults(line, f"resolved.{seat}.")]
        )
    row = event_sheet.decisions.get(game.decision) if game.decision else None
    taken = taken_by(event_sheet, game)
    decided_values = _outspoken(game, values, taken)
    if row and row.kind == Discrepancy.Kind.OVERRIDDEN and (row.resolved, row.reason) == (decided_values, reason):
        return False
    refuse_posted(event_sheet.event)
    _refuse_stale(event_sheet, game, version)
    desk = _Desk.of(event_sheet, actor)
    desk.refuse_own_words(game, actor)
    if game.is_unsettled:
        desk.refuse_unread(game, unlooked=unlooked)
    if not typed:
        desk.refuse_own_typing(game, actor)
    stands = given_lines(values, game.game, game.seats, game.recorded)
    raise_malformed(
        [
            Fault(
                f"resolved.{seat}",
                "column",
                crosscheck_words.in_wrong_column(seat, line),
                rule_of("ruled_column", event_sheet.event.edition),
            )
            for seat, line in stands.items()
            if values[seat] is not None and line is not None and is_in_wrong_column(line)
        ]
    )
    _refuse_result(event_sheet, game, values, taken)
    if not related:
        desk.refuse_related(game)
    _record_decision(desk, game, Discrepancy.Kind.OVERRIDDEN, initials, actor, reason=reason, resolved=decided_values)
    event_sheet.event.touch()
    return True


def _outspoken(
    game: ComparedGame, values: Mapping[str, dict[str, int | None] | None], taken: Collection[str]
) -> Record:
    """The values of a decision, with explicit values for lines left as they are where the two cards do not name each
    other: such a line then belongs to this game, whatever becomes of others."""
    if is_mutual(game):
        return dict(values)
    kept = {seat: line for seat, line in zip(game.seats, game.recorded, strict=True) if line and seat not in taken}
    return {
        seat: {"points": kept[seat].points, "plus": kept[seat].plus, "minus": kept[seat].minus}
        if columns is None and seat in kept
        else columns
        for seat, columns in values.items()
    }


def _refuse_result(event_sheet: Sheet, game: ComparedGame, values: Given, taken: Mapping[str, ComparedGame]) -> None:
    """Refuse a decision that does not make one winner on both cards or a game that was not played, and one that writes
    on a line of another game."""
    spread, edition = event_sheet.event.records_spread, event_sheet.event.edition
    rule = rule_of("ruled_taken", edition)
    writers = [seat for seat, line in zip(game.seats, game.recorded, strict=True) if line and seat not in taken]
    raise_malformed(
        [
            Fault(f"resolved.{seat}", "taken", crosscheck_words.taken(seat, other), rule)
            for seat, other in taken.items()
            if values[seat] is not None
        ]
    )
    decided_lines = list(told_lines(values, game, taken).values())
    if taken and (fault := _find_unmet(event_sheet, game, values, taken, decided_lines)):
        raise_malformed([fault])
    recorded = [line if seat in writers else None for seat, line in zip(game.seats, game.recorded, strict=True)]
    if is_won_by_both(decided_lines):
        message = crosscheck_words.won_by_both(*game.seats, records_spread=spread)
        raise_malformed([Fault("resolved", "two_wins", message, rule_of("ruled_two_wins", edition))])
    if is_won_by_nobody(decided_lines, recorded, records_spread=spread):
        message = crosscheck_words.won_by_nobody(*game.seats, writers=writers)
        raise_malformed([Fault("resolved", "no_win", message, rule_of("ruled_two_wins", edition))])
    if (untold := find_untold(decided_lines)) is not None:
        seat, winner = game.seats[untold], game.seats[1 - untold]
        message = crosscheck_words.untold(seat, winner, records_spread=spread, writers=writers)
        raise_malformed([Fault(f"resolved.{seat}", "no_result", message, rule_of("ruled_untold", edition))])


def _find_unmet(
    event_sheet: Sheet,
    game: ComparedGame,
    values: Given,
    taken: Mapping[str, ComparedGame],
    decided_lines: Sequence[Line],
) -> Fault | None:
    """Find the fault of a decision beside a card whose line is `taken`: the other card has no game with it."""
    (seat, other), *_rest = taken.items()
    rule = rule_of("ruled_taken", event_sheet.event.edition)
    free = next((seat_of_game for seat_of_game in game.seats if seat_of_game not in taken), seat)
    wrote = game.recorded[game.seats.index(free)] is not None
    if any(line.has_content for line in decided_lines):
        return Fault("resolved", "taken", crosscheck_words.not_met(seat, other, free, wrote=wrote), rule)
    line = event_sheet.cards[free].line(game.game)
    if values[free] is not None and not wrote and line is not None and line.opponent:
        return Fault(f"resolved.{free}", "taken", crosscheck_words.names_third(free, line.opponent, game.game), rule)
    return None


@transaction.atomic
def refer(
    *, event: Event, key: GameKey, initials: str, reason: str, version: int, typed: bool = True, actor: Actor
) -> bool:
    """Refer a game to the head judge instead of accepting the proposal; return whether it was needed.

    A game that waits for the head judge stays so. `typed` is as in `accept`.

    Raises Forbidden (`own_card`), Refused: `posted`, `not_open`, `decided`, `unsettled` (no spread is recorded: a
    checker decides), `not_looked`, `stale`.
    """
    event_sheet = sheet(Event.objects.locked(event))
    game = _find(event_sheet, key, actor)
    if game.is_unsettled:
        message = _("This event records no spread: its checkers decide which result stands, and it needs no ruling.")
        raise Refused("unsettled", message, current=asdict(discrepancy_view(event_sheet, game)))
    if game.state is State.OPEN:
        return False
    refuse_posted(event_sheet.event)
    if game.state is State.OVERRIDDEN:
        message = _("This game was decided by hand. Take that decision back first.")
        raise Refused("decided", message, current=asdict(discrepancy_view(event_sheet, game)))
    _refuse_stale(event_sheet, game, version)
    desk = _Desk.of(event_sheet, actor)
    if not typed:
        desk.refuse_own_typing(game, actor)
    _record_decision(desk, game, Discrepancy.Kind.REFERRED, initials, actor, reason=reason)
    event_sheet.event.touch()
    return True


@transaction.atomic
def take_back_decision(
    *,
    event: Event,
    key: GameKey,
    reason: str | None = "",
    version: int | None = None,
    rights: Rights,
    actor: Actor,
) -> None:
    """Take back the decision on a game: its red ink goes, its row stays as withdrawn. Idempotent. `version` is the
    optimistic lock.

    Under a ruling on a game that a checker referred, the referral comes back in force while the cards are unchanged. A
    ruling of the head judge stays in the list of rulings and needs a `reason`; None is for programs that were not asked
    for one. Raises Forbidden (`own_card`, `role`), Malformed (`reason`), Refused: `posted`, `not_open`, `stale`.
    """
    event_sheet = sheet(Event.objects.locked(event))
    game = _find(event_sheet, key, actor)
    steps = _steps(event_sheet, game)
    require(rights, need_to_take_back(game, steps))
    refuse_posted(event_sheet.event)
    if reason is not None:
        if is_ruled(game, steps) and not reason.strip():
            raise_malformed([Fault("reason", "required", crosscheck_words.why_taken_back())])
        raise_malformed(text_faults("reason", reason, MAX_REASON))
    referral = referral_below(game, steps)
    name = discrepancy_id(game)
    before = _withdraw(game, event_sheet)
    if before is None:
        return
    if version is not None:
        _refuse_stale(event_sheet, game, version)
    if referral is not None and game.proposal and basis_record(game.recorded, game.proposal) == referral.basis:
        rows = list(decisions_on(event_sheet.event, name))
        if decide_again(event_sheet.event, name, referral, among=rows, before=before, reason=reason or "", actor=actor):
            event_sheet.event.touch()
            return
    audit.record(
        tournament=event_sheet.event.tournament,
        event=event_sheet.event,
        actor=actor,
        action="discrepancy.decision-taken-back",
        subject=("discrepancy", name),
        before=before,
        after=None,
        reason=reason or "",
    )
    event_sheet.event.touch()
