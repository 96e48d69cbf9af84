"""Beginning the cross-check, and decisions on games whose two cards differ."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorecards.access import need_to_decide, need_to_take_back
from scorecards.actions.logged import DISCREPANCY
from scorecards.cards.actions.cards import find_line_faults
from scorecards.crosscheck import words as crosscheck_words
from scorecards.crosscheck.actions.again import decide_again, decisions_on
from scorecards.crosscheck.reads import third as third_reads
from scorecards.crosscheck.reads.accepting import SkippedGame, find_skipped, why_related
from scorecards.models import Correction, Discrepancy
from scorecards.sheet.actions import refuse_posted, refuse_unseated
from scorecards.sheet.reads import looks as looks_reads
from scorecards.sheet.reads import readings as readings_reads
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
    """Begin comparing the cards. From then on every change of a card updates the proposals.

    Beginning again changes nothing. Raises Refused: `not_seated`.
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
class _Context:
    """Everything that a decision on a game goes by: the cards, the looks at the paper, the actor's relatives, and the
    notes that games were left to a third checker."""

    event_sheet: Sheet
    readings: Mapping[Place, Sequence[Reading]]
    relatives: Relatives
    leave_notes: third_reads.LeaveNotes

    @classmethod
    def fetch(cls, event_sheet: Sheet, actor: Actor) -> "_Context":
        relatives = relations_reads.relatives(event_sheet.event.tournament, actor.user)
        return cls(
            event_sheet,
            readings_reads.readings(event_sheet.event),
            relatives,
            third_reads.leave_notes(event_sheet.event),
        )

    def unlooked(self, game: ComparedGame) -> tuple[str, ...]:
        """The cards whose line of this game nobody has read again."""
        return find_unlooked(self.event_sheet.crosscheck, game, self.readings)

    def typed_over(self, game: ComparedGame) -> tuple[str, ...]:
        """The cards whose line of this game was typed over and waits for another reading of the paper."""
        return find_waiting_for_look(self.event_sheet.crosscheck, game)

    def related(self, game: ComparedGame) -> list[str]:
        """The seats of this game whose players are related to the actor. A third checker should sign such a game."""
        return [seat for seat in game.seats if self.relatives.of(self.event_sheet.entries[seat])]

    def refuse_related(self, game: ComparedGame) -> None:
        """Refuse a signature by a relative of a player: a third checker must sign."""
        if message := why_related(self.event_sheet, game, self.relatives):
            raise Refused("related", message, current=asdict(discrepancy_view(self.event_sheet, game)))

    def refuse_unread(self, game: ComparedGame, *, unlooked: bool) -> None:
        """Refuse a signature while a line waits for another reading.

        With `unlooked`, refuse it only for a line that was typed over while the cards differed.
        """
        current = asdict(discrepancy_view(self.event_sheet, game))
        if typed_over := self.typed_over(game):
            raise Refused("line_typed_over", crosscheck_words.typed_over(typed_over, game.game), current=current)
        if not unlooked and (waiting := self.unlooked(game)):
            raise Refused("not_looked", crosscheck_words.not_looked(waiting, game.game), current=current)

    def refuse_own_typing(self, game: ComparedGame, actor: Actor) -> None:
        """Refuse to let the actor sign lines that they typed, if nobody has read them again and somebody else may."""
        unread_lines = [(seat, game.game) for seat in self.unlooked(game)]
        own_lines = looks_reads.own_typing(self.event_sheet, unread_lines, actor)
        if own_lines:
            seats = [seat for seat in game.seats if (seat, game.game) in own_lines]
            message = crosscheck_words.own_typing(seats, game.game, own_lines[seats[0], game.game].signers)
            raise Refused("not_looked", message, current=asdict(discrepancy_view(self.event_sheet, game)))

    def refuse_own_words(self, game: ComparedGame, actor: Actor) -> None:
        """Refuse to let the actor decide by hand on a line that they typed over, while somebody else may read it."""
        own_lines = looks_reads.own_typed_over(self.event_sheet, actor)
        for seat in game.seats:
            if (seat, game.game) in own_lines:
                message = crosscheck_words.own_typing_by_hand(seat, game.game, own_lines[seat, game.game].readers)
                raise Refused("own_typing", message, current=asdict(discrepancy_view(self.event_sheet, game)))

    def notes(self, game: ComparedGame) -> Record:
        """Notes for the log about a decision by the actor.

        They name the cards whose line was not read again, the cards whose players are related to the actor, and the
        checkers for whom the actor signs as third checker. Empty notes are left out.
        """
        related = self.related(game)
        leave_notes = () if related else third_reads.leave_notes_in_force(self.leave_notes, game)
        represented = list(dict.fromkeys(note.by for note in leave_notes))
        notes = {
            "unlooked": list(self.unlooked(game)),
            "third_checker_wanted": related,
            "third_checker_for": represented,
        }
        return {name: value for name, value in notes.items() if value}


def _find_game_to_decide(event_sheet: Sheet, key: GameKey, actor: Actor) -> ComparedGame:
    """Find a game whose two cards differ.

    Raises Forbidden (`own_card`), Refused: `not_open` (the cross-check has not begun), `line_typed_over` (the cards
    agree or cannot be compared, but a line waits for another reading), `stale` (they agree or cannot be compared).
    """
    refuse_own_card(actor, [event_sheet.entries[seat] for seat in key.seats])
    game = find_game(event_sheet, key.game, key.seats)
    if not event_sheet.event.cross_checked_at:
        raise Refused("not_open", _("The cross-check has not begun. Begin it, then decide what differs."))
    if game is None or game.state in (State.AGREED, State.PENDING):
        message = _("These two cards no longer differ in this game. Look at the list again.")
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
    """Refuse an act on a version of the discrepancy that is no longer the current one (optimistic lock)."""
    current = discrepancy_view(event_sheet, game)
    if current.version != version:
        message = _("The cards or the decision changed after you looked. Look at this game again.")
        raise Refused("stale", message, current=asdict(current))


def _withdraw(game: ComparedGame, event_sheet: Sheet) -> Record | None:
    """Withdraw the decision on this game; return its values, or None if there is none.

    The decision need not be in force: the cards may have changed since.
    """
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
    context: _Context,
    game: ComparedGame,
    kind: Discrepancy.Kind,
    initials: str,
    actor: Actor,
    *,
    reason: str = "",
    resolved: Record | None = None,
) -> None:
    """Write a decision in place of any earlier one, with its red ink and its log row.

    Raises ValueError for a game whose cards are not compared.
    """
    if game.proposal is None:
        raise ValueError("only a compared game can be decided")
    event_sheet = context.event_sheet
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
        after={
            "kind": kind.value,
            "resolved": resolved,
            "basis": row.basis,
            **_own_readings(game),
            **context.notes(game),
        },
        reason=reason,
        initials=initials,
    )


def _own_readings(game: ComparedGame) -> dict[str, list[str]]:
    """For the log: our own readings of the rules, where the rulebook is silent; empty if the game needs none."""
    return {"readings": list(game.readings)} if game.readings else {}


def _write_corrections(row: Discrepancy, game: ComparedGame, actor: Actor) -> None:
    """Write the red ink of a decision: on each card that it changes, the new values beside the recorded ones."""
    corrected: dict[str, Record | None]
    if row.kind == Discrepancy.Kind.OVERRIDDEN:
        corrected = given_values(row.resolved, game)
    elif row.kind == Discrepancy.Kind.ACCEPTED and game.proposal and game.proposal.lines:
        corrected = {seat: line_values(line) for seat, line in zip(game.seats, game.proposal.lines, strict=True)}
    else:
        return
    recorded = {seat: line_values(line) for seat, line in zip(game.seats, game.recorded, strict=True)}
    rules = game.proposal.rules if game.proposal else game.rules
    Correction.objects.bulk_create(
        Correction(
            discrepancy=row,
            entry=entry,
            game=game.game,
            before=recorded[entry.seat],
            after=corrected[entry.seat],
            rules=" ".join(rules),
            initials=row.initials,
            made_by=actor.name,
        )
        for entry in (row.first, row.second)
        if recorded[entry.seat] != corrected[entry.seat]
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

    Accepting an accepted game again changes nothing. `unlooked`: the actor has both papers, so lines need not be read
    again. `typed`: this also holds for lines that the actor typed and others may read. A line that was typed over while
    the cards differed must be read again in any case. `related`: nobody else is free, so a relative of a player may
    sign. The log names the unread lines and the relatives' cards, and keeps the `reason`.

    Raises Forbidden (`own_card`), Refused: `posted`, `not_open`, `referred` (the head judge decides), `unsettled` (a
    checker decides by hand), `decided` (by hand already), `line_typed_over` and `not_looked` (a line must be read again
    first), `related` (a third checker signs), `stale` with the current discrepancy.
    """
    event_sheet = sheet(Event.objects.locked(event))
    game = _find_game_to_decide(event_sheet, key, actor)
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
    context = _Context.fetch(event_sheet, actor)
    context.refuse_unread(game, unlooked=unlooked)
    if not typed:
        context.refuse_own_typing(game, actor)
    if not related:
        context.refuse_related(game)
    _record_decision(context, game, Discrepancy.Kind.ACCEPTED, initials, actor, reason=reason)
    event_sheet.event.touch()
    return True


@dataclass(frozen=True, slots=True)
class AcceptedAll:
    """The result of accepting everything: the games accepted by this act, and the skipped games with the reasons."""

    accepted: tuple[GameKey, ...]
    skipped: tuple[SkippedGame, ...]


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
    """Accept everything proposed at this revision; return the accepted games, and the skipped ones with reasons.

    Always skipped are games on the actor's own card (`own_card`), and games with a line that was typed over and waits
    for another reading (`line_typed_over`); the latter are listed even if they have no proposal to accept. Games that
    were not read again on both papers are accepted only with `unlooked` (else `not_looked`). Those of them with a line
    that the actor typed need `typed` too. Games of the actor's relatives are accepted only with `related` (else
    `related`). Raises Refused: `posted`, `not_open`, `stale`.
    """
    event = Event.objects.locked(event)
    refuse_posted(event)
    event_sheet = sheet(event)
    if not event.cross_checked_at:
        raise Refused("not_open", _("The cross-check has not begun. Begin it, then accept what it proposes."))
    if revision != event.revision:
        message = _("Something changed after you looked. Look at the proposals again, then accept them.")
        raise Refused("stale", message, current=crosscheck_summary(event_sheet))
    context = _Context.fetch(event_sheet, actor)
    skipped = find_skipped(
        event_sheet, context.readings, context.relatives, actor.user, unlooked=unlooked, typed=typed, related=related
    )
    skipped_names = {skipped_game.id for skipped_game in skipped}
    accepted = []
    for game in differing_games(event_sheet):
        if game.state is State.PROPOSED and discrepancy_id(game) not in skipped_names:
            _record_decision(context, game, Discrepancy.Kind.ACCEPTED, initials, actor, reason=reason)
            accepted.append(GameKey(game.game, game.seats))
    if accepted:
        event.touch()
    return AcceptedAll(tuple(accepted), skipped)


def sign_proposals(event_sheet: Sheet, games: Sequence[ComparedGame], initials: str, reason: str, actor: Actor) -> None:
    """Accept what rule 12.2 proposes for these games, each with its red ink and log row.

    The caller has locked the event. The actor has both papers of each game. Raises Forbidden (`own_card`).
    """
    refuse_own_card(actor, [event_sheet.entries[seat] for game in games for seat in game.seats])
    context = _Context.fetch(event_sheet, actor)
    for game in games:
        _record_decision(context, game, Discrepancy.Kind.ACCEPTED, initials, actor, reason=reason)


@transaction.atomic
def leave_to_third(*, event: Event, key: GameKey, version: int, actor: Actor) -> None:
    """Leave a game to a third checker: it stays open, and the next person who signs it does so as third checker.

    Leaving the same game again changes nothing. Raises Forbidden (`own_card`), Refused: `posted`, `not_open`,
    `decided`, `stale` with the current discrepancy.
    """
    event_sheet = sheet(Event.objects.locked(event))
    game = _find_game_to_decide(event_sheet, key, actor)
    refuse_posted(event_sheet.event)
    if game.state not in (State.PROPOSED, State.OPEN) or game.proposal is None:
        message = _("This game is already decided. To let somebody else decide it, take that decision back.")
        raise Refused("decided", message, current=asdict(discrepancy_view(event_sheet, game)))
    _refuse_stale(event_sheet, game, version)
    context = _Context.fetch(event_sheet, actor)
    if any(note.account == actor.key for note in third_reads.leave_notes_in_force(context.leave_notes, game)):
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


GivenValues = Mapping[str, Mapping[str, int | None] | None]


@transaction.atomic
def override(
    *,
    event: Event,
    key: GameKey,
    resolved: GivenValues,
    initials: str,
    reason: str,
    version: int,
    unlooked: bool = True,
    typed: bool = True,
    related: bool = True,
    rights: Rights,
    actor: Actor,
) -> bool:
    """Decide a game by hand; return whether the decision is new. `resolved` has the corrected values of each card by
    seat; None leaves a card as it is.

    The head judge decides what rule 12.2 leaves open (14.1), a checker the rest. In an event that records no spread, a
    checker also decides results that contradict each other, once both papers are read again (ours). For such a game
    `unlooked`, `line_typed_over` and `not_looked` are as in `accept`. `typed` and `related` are as in `accept` for
    every game. Nobody decides on a line that they typed over while the cards differed, if somebody else may read it
    (`own_typing`). Blank values on one card say that the game was not played, if the other card has no line of it. The
    same decision again changes nothing.

    Raises Forbidden (`own_card`, `role`). Raises Malformed if `resolved` is not about these two cards, if both cards
    or neither would have a win (a game has one winner, 1.1), if one card would have no result beside a win on the other
    (ours; also for a card without the line), if a spread is in the wrong column (12.1), or if the line of a card belongs
    to another game. Raises Refused: `posted`, `not_open`, `own_typing`, `line_typed_over`, `not_looked`, `related`,
    `stale` with the current discrepancy.
    """
    event_sheet = sheet(Event.objects.locked(event))
    game = _find_game_to_decide(event_sheet, key, actor)
    require(rights, need_to_decide(game, _steps(event_sheet, game)))
    if set(resolved) != set(game.seats):
        message = _("Say what stands for %(first)s and for %(second)s, and for nobody else.")
        names = {"first": game.seats[0], "second": game.seats[1]}
        raise Malformed(message % names, faults=[Fault("resolved", "seats", message % names)])
    values = {seat: dict(columns) if columns is not None else None for seat, columns in resolved.items()}
    given = given_lines(values, game.game, game.seats, (None, None))
    raise_malformed(
        [
            fault
            for seat, line in given.items()
            for fault in find_line_faults(line, event_sheet.event, f"resolved.{seat}.")
        ]
    )
    row = event_sheet.decisions.get(game.decision) if game.decision else None
    taken = taken_by(event_sheet, game)
    decided_values = _make_explicit(game, values, taken)
    if row and row.kind == Discrepancy.Kind.OVERRIDDEN and (row.resolved, row.reason) == (decided_values, reason):
        return False
    refuse_posted(event_sheet.event)
    _refuse_stale(event_sheet, game, version)
    context = _Context.fetch(event_sheet, actor)
    context.refuse_own_words(game, actor)
    if game.is_unsettled:
        context.refuse_unread(game, unlooked=unlooked)
    if not typed:
        context.refuse_own_typing(game, actor)
    corrected_lines = given_lines(values, game.game, game.seats, game.recorded)
    raise_malformed(
        [
            Fault(
                f"resolved.{seat}",
                "column",
                crosscheck_words.in_wrong_column(seat, line),
                rule_of("ruled_column", event_sheet.event.edition),
            )
            for seat, line in corrected_lines.items()
            if values[seat] is not None and line is not None and is_in_wrong_column(line)
        ]
    )
    _refuse_result(event_sheet, game, values, taken)
    if not related:
        context.refuse_related(game)
    _record_decision(
        context, game, Discrepancy.Kind.OVERRIDDEN, initials, actor, reason=reason, resolved=decided_values
    )
    event_sheet.event.touch()
    return True


def _make_explicit(
    game: ComparedGame, values: Mapping[str, dict[str, int | None] | None], taken: Collection[str]
) -> Record:
    """Return the values of a decision. If the two cards do not name each other, an unchanged line gets explicit values.

    Such a line then belongs to this game, whatever happens to other games. A line that is `taken` by another game gets
    no values.
    """
    explicit = dict(values)
    if is_mutual(game):
        return explicit
    for seat, line in zip(game.seats, game.recorded, strict=True):
        if line and seat not in taken and values[seat] is None:
            explicit[seat] = {"points": line.points, "plus": line.plus, "minus": line.minus}
    return explicit


def _refuse_result(
    event_sheet: Sheet, game: ComparedGame, values: GivenValues, taken: Mapping[str, ComparedGame]
) -> None:
    """Refuse a decision that writes on a line of another game.

    Also refuse one after which the two cards neither show one winner nor say that the game was not played.
    """
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
    values: GivenValues,
    taken: Mapping[str, ComparedGame],
    decided_lines: Sequence[Line],
) -> Fault | None:
    """Find the fault of a decision on a game of which one card's line is `taken` by another game.

    The other card then has nobody whom its player could have met, so no result can stand on it.
    """
    (taken_seat, other_game), *_rest = taken.items()
    rule = rule_of("ruled_taken", event_sheet.event.edition)
    free_seat = next((seat for seat in game.seats if seat not in taken), taken_seat)
    has_line = game.recorded[game.seats.index(free_seat)] is not None
    if any(line.has_content for line in decided_lines):
        message = crosscheck_words.not_met(taken_seat, other_game, free_seat, wrote=has_line)
        return Fault("resolved", "taken", message, rule)
    line = event_sheet.cards[free_seat].line(game.game)
    if values[free_seat] is not None and not has_line and line is not None and line.opponent:
        message = crosscheck_words.names_third(free_seat, line.opponent, game.game)
        return Fault(f"resolved.{free_seat}", "taken", message, rule)
    return None


@transaction.atomic
def refer(
    *, event: Event, key: GameKey, initials: str, reason: str, version: int, typed: bool = True, actor: Actor
) -> bool:
    """Refer a game to the head judge instead of accepting the proposal; return whether the referral was needed.

    Referring a game that waits for the head judge changes nothing. `typed` is as in `accept`.

    Raises Forbidden (`own_card`), Refused: `posted`, `not_open`, `decided` (by hand already), `unsettled` (no spread is
    recorded, so a checker decides), `not_looked`, `stale` with the current discrepancy.
    """
    event_sheet = sheet(Event.objects.locked(event))
    game = _find_game_to_decide(event_sheet, key, actor)
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
    context = _Context.fetch(event_sheet, actor)
    if not typed:
        context.refuse_own_typing(game, actor)
    _record_decision(context, game, Discrepancy.Kind.REFERRED, initials, actor, reason=reason)
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
    """Take back the decision on a game: its red ink goes, and its row stays as withdrawn.

    Nothing changes for a game without a decision. `version` is the optimistic lock. If a checker had referred the game
    before the head judge ruled, the referral is in force again, as long as the cards are unchanged. Taking back a ruling
    needs a `reason`; None comes from programs that were not asked for one. The ruling stays in the list of rulings.
    Raises Forbidden (`own_card`, `role`), Malformed (`reason`), Refused: `posted`, `not_open`, `stale`.
    """
    event_sheet = sheet(Event.objects.locked(event))
    game = _find_game_to_decide(event_sheet, key, actor)
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
