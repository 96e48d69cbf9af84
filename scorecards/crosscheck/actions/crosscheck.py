"""The cross-check begun, and what people decide about games whose two cards differ."""

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
from scorecards.sheet.rules.crosscheck import ComparedGame, State
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import Place, Reading, find_unlooked, find_waiting_for_look
from scorecards.sheet.rules.replay import Step
from scorecards.sheet.rules.ruling import (
    find_untold,
    is_in_wrong_column,
    is_mutual,
    is_ruled,
    is_won_by_both,
    is_won_by_nobody,
    referral_below,
)
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
    """Begin comparing the cards. From then on proposals follow every change; doing it again changes nothing.

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
    """What is known beside the cards where a game is decided: the looks at the paper, and to whom the actor is related."""

    on: Sheet
    readings: Mapping[Place, Sequence[Reading]]
    relatives: Relatives
    lefts: third_reads.Lefts

    @classmethod
    def of(cls, on: Sheet, actor: Actor) -> "_Desk":
        relatives = relations_reads.relatives(on.event.tournament, actor.user)
        return cls(on, looks_reads.readings(on.event), relatives, third_reads.lefts(on.event))

    def unlooked(self, found: ComparedGame) -> tuple[str, ...]:
        """The cards whose line of this game nobody has read once more."""
        return find_unlooked(self.on.crosscheck, found, self.readings)

    def typed_over(self, found: ComparedGame) -> tuple[str, ...]:
        """The cards whose line of this game was typed over and waits for another reading of the paper."""
        return find_waiting_for_look(self.on.crosscheck, found)

    def related(self, found: ComparedGame) -> list[str]:
        """The cards of whom the actor is a relative or partner: a third checker signs there."""
        return [seat for seat in found.seats if self.relatives.of(self.on.entries[seat])]

    def refuse_related(self, found: ComparedGame) -> None:
        """Refuse a signature that is a third checker's."""
        if message := why_related(self.on, found, self.relatives):
            raise Refused("related", message, current=asdict(discrepancy_view(self.on, found)))

    def refuse_unread(self, found: ComparedGame, *, unlooked: bool) -> None:
        """Refuse a signature while a line waits for another reading; `unlooked`: but for one that is only to be looked at."""
        current = asdict(discrepancy_view(self.on, found))
        if over := self.typed_over(found):
            raise Refused("line_typed_over", crosscheck_words.typed_over(over, found.game), current=current)
        if not unlooked and (waiting := self.unlooked(found)):
            raise Refused("not_looked", crosscheck_words.not_looked(waiting, found.game), current=current)

    def refuse_own_typing(self, found: ComparedGame, actor: Actor) -> None:
        """Refuse that somebody signs lines that they typed, that nobody has read once more and that somebody else may read."""
        mine = looks_reads.own_typing(self.on, [(seat, found.game) for seat in self.unlooked(found)], actor)
        if mine:
            seats = [seat for seat in found.seats if (seat, found.game) in mine]
            message = crosscheck_words.own_typing(seats, found.game, mine[seats[0], found.game].signers)
            raise Refused("not_looked", message, current=asdict(discrepancy_view(self.on, found)))

    def refuse_own_words(self, found: ComparedGame, actor: Actor) -> None:
        """Refuse that somebody decides by hand about a line that they typed over, while somebody else may read it."""
        mine = looks_reads.own_words(self.on, actor)
        for seat in found.seats:
            if (seat, found.game) in mine:
                message = crosscheck_words.own_typing_by_hand(seat, found.game, mine[seat, found.game].readers)
                raise Refused("own_typing", message, current=asdict(discrepancy_view(self.on, found)))

    def notes(self, found: ComparedGame) -> Record:
        """What the trail keeps beside a decision: the lines that were not read again, where a third checker should have
        signed, and for whom one did."""
        related = self.related(found)
        instead = [] if related else list(dict.fromkeys(one.by for one in third_reads.left_now(self.lefts, found)))
        notes = {"unlooked": list(self.unlooked(found)), "third_checker_wanted": related, "third_checker_for": instead}
        return {name: noted for name, noted in notes.items() if noted}


def _find(on: Sheet, key: GameKey, actor: Actor) -> ComparedGame:
    refuse_own_card(actor, [on.entries[seat] for seat in key.seats])
    found = find_game(on, key.game, key.seats)
    if not on.event.cross_checked_at:
        raise Refused("not_open", _("The cross-check has not begun. Begin it, then decide what differs."))
    if found is None or found.state in (State.AGREED, State.PENDING):
        message = _("These two cards do not differ in this game any more. Look at the list again.")
        if found is not None and not on.event.posted_at and (over := find_waiting_for_look(on.crosscheck, found)):
            raise Refused("line_typed_over", f"{message} {crosscheck_words.typed_over(over, found.game)}")
        raise Refused("stale", message)
    return found


def _steps(on: Sheet, found: ComparedGame) -> list[Step]:
    """All that was ever decided on this game."""
    return steps_on(on.event, [discrepancy_id(found)])


def _refuse_stale(on: Sheet, found: ComparedGame, version: int) -> None:
    current = discrepancy_view(on, found)
    if current.version != version:
        message = _("The cards or the decision changed after you looked. Look at this game again.")
        raise Refused("stale", message, current=asdict(current))


def _withdraw(found: ComparedGame, on: Sheet) -> Record | None:
    """Mark the decision on this game, in force or not, as taken back; what it was."""
    rows = Discrepancy.objects.filter(
        event=on.event,
        game=found.game,
        first=on.entries[found.seats[0]],
        second=on.entries[found.seats[1]],
        withdrawn_at__isnull=True,
    )
    row = rows.first()
    if row is None:
        return None
    rows.update(withdrawn_at=timezone.now())
    return DISCREPANCY.values(row)


def _record_decision(
    desk: _Desk,
    found: ComparedGame,
    kind: Discrepancy.Kind,
    initials: str,
    actor: Actor,
    *,
    reason: str = "",
    resolved: Record | None = None,
) -> None:
    """Write a decision in place of any earlier one, its red ink and its row in the trail."""
    if found.proposal is None:
        raise ValueError("only a compared game can be decided")
    on = desk.on
    before = _withdraw(found, on)
    row = Discrepancy.objects.create(
        event=on.event,
        game=found.game,
        first=on.entries[found.seats[0]],
        second=on.entries[found.seats[1]],
        kind=kind,
        basis=basis_record(found.recorded, found.proposal),
        resolved=resolved,
        reason=reason,
        initials=initials,
        decided_by=actor.name,
    )
    _write_corrections(row, found, actor)
    audit.record(
        tournament=on.event.tournament,
        event=on.event,
        actor=actor,
        action=f"discrepancy.{kind.value}",
        subject=("discrepancy", discrepancy_id(found)),
        before=before,
        after={"kind": kind.value, "resolved": resolved, "basis": row.basis, **_ours(found), **desk.notes(found)},
        reason=reason,
        initials=initials,
    )


def _ours(found: ComparedGame) -> dict[str, list[str]]:
    """What of the basis is ours, for the log."""
    return {"readings": list(found.readings)} if found.readings else {}


def _write_corrections(row: Discrepancy, found: ComparedGame, actor: Actor) -> None:
    """The red ink of a decision: what stands on each card that it changes, beside what was written."""
    stands: dict[str, Record | None]
    if row.kind == Discrepancy.Kind.OVERRIDDEN:
        stands = given_values(row.resolved, found)
    elif row.kind == Discrepancy.Kind.ACCEPTED and found.proposal and found.proposal.lines:
        stands = {seat: line_values(line) for seat, line in zip(found.seats, found.proposal.lines, strict=True)}
    else:
        return
    written = {seat: line_values(line) for seat, line in zip(found.seats, found.recorded, strict=True)}
    Correction.objects.bulk_create(
        Correction(
            discrepancy=row,
            entry=entry,
            game=found.game,
            before=written[entry.seat],
            after=stands[entry.seat],
            rules=" ".join(found.proposal.rules if found.proposal else found.rules),
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
    """Accept what rule 12.2 proposes for a game, with initials; whether they were needed.

    Accepting what is accepted, or stands as it is, changes nothing.

    `unlooked` says that the actor has seen both papers, so that it does not matter whether each line was read once more,
    `typed` that this holds for lines of their own typing too, also where somebody else may read them; a line that was typed over while the two cards differed waits for
    another reading whoever accepts. `related` that nobody else is free, so that it does not matter whether they are related to a player; the trail keeps
    which lines and whose cards, and the `reason`. Raises Forbidden (`own_card`), Refused: `posted`, `not_open`,
    `referred` and `unsettled` (a person must decide it), `decided` (somebody did, by hand), `line_typed_over` and `not_looked` (a line is to be
    read again first), `related` (a third checker signs), `stale` with the discrepancy as it is now.
    """
    on = sheet(Event.objects.locked(event))
    found = _find(on, key, actor)
    if found.state is State.ACCEPTED and (on.event.posted_at or not find_waiting_for_look(on.crosscheck, found)):
        return False
    refuse_posted(on.event)
    if found.is_unsettled and found.state is State.OPEN:
        message = _("The two cards contradict each other, so there is nothing to accept. Decide which result stands.")
        raise Refused("unsettled", message, current=asdict(discrepancy_view(on, found)))
    if found.state is State.OPEN:
        message = crosscheck_words.referred_first(on.event.edition)
        raise Refused("referred", message, current=asdict(discrepancy_view(on, found)))
    if found.state is State.OVERRIDDEN:
        message = _("This game was decided by hand. Take that decision back first.")
        raise Refused("decided", message, current=asdict(discrepancy_view(on, found)))
    _refuse_stale(on, found, version)
    desk = _Desk.of(on, actor)
    desk.refuse_unread(found, unlooked=unlooked)
    if not typed:
        desk.refuse_own_typing(found, actor)
    if not related:
        desk.refuse_related(found)
    _record_decision(desk, found, Discrepancy.Kind.ACCEPTED, initials, actor, reason=reason)
    on.event.touch()
    return True


@dataclass(frozen=True, slots=True)
class AcceptedAll:
    """What accepting everything came to: the games that are accepted now, and those that were left."""

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
    """Accept everything that is proposed at this revision; which games that were, and which were left and why.

    Left is what waits for another reading because it was typed over (`line_typed_over`), also where nothing of it is to be signed and
    posting alone waits for it, and what is on the actor's own card (`own_card`); without `unlooked` also what was not read once more on both papers (`not_looked`), without `typed` what was not and
    the actor typed, without `related` a game of
    somebody whom the actor is related to (`related`). Raises Refused: `posted`, `not_open`, `stale`.
    """
    event = Event.objects.locked(event)
    refuse_posted(event)
    on = sheet(event)
    if not event.cross_checked_at:
        raise Refused("not_open", _("The cross-check has not begun. Begin it, then accept what it proposes."))
    if revision != event.revision:
        message = _("Something changed after you looked. Look at the proposals again, then accept them.")
        raise Refused("stale", message, current=crosscheck_summary(on))
    desk = _Desk.of(on, actor)
    left = left_out(on, desk.readings, desk.relatives, actor.user, unlooked=unlooked, typed=typed, related=related)
    names = {one.id for one in left}
    accepted = []
    for game in differing_games(on):
        if game.state is State.PROPOSED and discrepancy_id(game) not in names:
            _record_decision(desk, game, Discrepancy.Kind.ACCEPTED, initials, actor, reason=reason)
            accepted.append(GameKey(game.game, game.seats))
    if accepted:
        event.touch()
    return AcceptedAll(tuple(accepted), left)


def sign_proposals(on: Sheet, games: Sequence[ComparedGame], initials: str, reason: str, actor: Actor) -> None:
    """Accept what rule 12.2 proposes for these games, with its red ink and a row in the trail each.

    Whoever calls it has locked the event, and signs with both papers and their reason. Raises Forbidden (`own_card`).
    """
    refuse_own_card(actor, [on.entries[seat] for game in games for seat in game.seats])
    desk = _Desk.of(on, actor)
    for game in games:
        _record_decision(desk, game, Discrepancy.Kind.ACCEPTED, initials, actor, reason=reason)


@transaction.atomic
def leave_to_third(*, event: Event, key: GameKey, version: int, actor: Actor) -> None:
    """Leave a game to a third checker: it stays open, and whoever signs it next does so as such. Twice is once.

    Raises Forbidden (`own_card`), Refused: `posted`, `not_open`, `decided`, `stale` with the discrepancy as it is now.
    """
    on = sheet(Event.objects.locked(event))
    found = _find(on, key, actor)
    refuse_posted(on.event)
    if found.state not in (State.PROPOSED, State.OPEN) or found.proposal is None:
        message = _("This game is decided already. Take that decision back if somebody else shall decide it.")
        raise Refused("decided", message, current=asdict(discrepancy_view(on, found)))
    _refuse_stale(on, found, version)
    desk = _Desk.of(on, actor)
    if any(one.account == actor.key for one in third_reads.left_now(desk.lefts, found)):
        return
    audit.record(
        tournament=on.event.tournament,
        event=on.event,
        actor=actor,
        action="discrepancy.left",
        subject=("discrepancy", discrepancy_id(found)),
        before=None,
        after={"basis": basis_record(found.recorded, found.proposal)},
    )
    on.event.touch()


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
    """Decide a game by hand: the values that stand on each card (None leaves that card as it is), why, and by whom.

    What rule 12.2 leaves open is for the head judge (14.1), the rest for a checker; so is what results alone leave open where no
    spread is recorded, once both papers are read again (ours: `unlooked` and the refusals `line_typed_over` and `not_looked` as in
    accepting). Whoever typed a line of the game over while the two cards differed leaves that to others while one of them may read it
    (`own_typing`). The same decision again changes nothing; whether this one did. `typed` and `related` as in accepting. Raises Forbidden (`own_card`, `role`), Malformed where `resolved` is not about
    these two cards, or makes both a win or none (a game has one winner, 1.1), leaves one card without a result beside the win of the other (ours), also a
    card without the line, or puts a spread into the wrong column (12.1); where one card has no line nothing on the other says that the game was not played, Refused: `posted`, `not_open`, `own_typing`, `not_looked`, `related`, `stale` with the discrepancy as it is now.
    """
    on = sheet(Event.objects.locked(event))
    found = _find(on, key, actor)
    require(rights, need_to_decide(found, _steps(on, found)))
    if set(resolved) != set(found.seats):
        message = _("Say what stands for %(first)s and for %(second)s, and for nobody else.")
        names = {"first": found.seats[0], "second": found.seats[1]}
        raise Malformed(message % names, faults=[Fault("resolved", "seats", message % names)])
    values = {seat: dict(given) if given is not None else None for seat, given in resolved.items()}
    if not on.event.records_spread:
        by_seat = given_lines(values, found.game, found.seats, (None, None))
        raise_malformed(
            [one for seat, line in by_seat.items() for one in find_spread_faults(line, f"resolved.{seat}.")]
        )
    row = on.decisions.get(found.decision) if found.decision else None
    taken = taken_by(on, found)
    told = _outspoken(found, values, taken)
    if row and row.kind == Discrepancy.Kind.OVERRIDDEN and (row.resolved, row.reason) == (told, reason):
        return False
    refuse_posted(on.event)
    _refuse_stale(on, found, version)
    desk = _Desk.of(on, actor)
    desk.refuse_own_words(found, actor)
    if found.is_unsettled:
        desk.refuse_unread(found, unlooked=unlooked)
    if not typed:
        desk.refuse_own_typing(found, actor)
    stands = given_lines(values, found.game, found.seats, found.recorded)
    raise_malformed(
        [
            Fault(
                f"resolved.{seat}",
                "column",
                crosscheck_words.in_wrong_column(seat, line),
                rule_of("ruled_column", on.event.edition),
            )
            for seat, line in stands.items()
            if values[seat] is not None and line is not None and is_in_wrong_column(line)
        ]
    )
    _refuse_result(on, found, values, taken)
    if not related:
        desk.refuse_related(found)
    _record_decision(desk, found, Discrepancy.Kind.OVERRIDDEN, initials, actor, reason=reason, resolved=told)
    on.event.touch()
    return True


def _outspoken(
    found: ComparedGame, values: Mapping[str, dict[str, int | None] | None], taken: Collection[str]
) -> Record:
    """The values of a decision, with those of a line that it leaves as it is where the two cards do not name each other: such a line
    is said to be of this game, whatever becomes of others."""
    if is_mutual(found):
        return dict(values)
    kept = {seat: line for seat, line in zip(found.seats, found.recorded, strict=True) if line and seat not in taken}
    return {
        seat: {"points": kept[seat].points, "plus": kept[seat].plus, "minus": kept[seat].minus}
        if given is None and seat in kept
        else given
        for seat, given in values.items()
    }


def _refuse_result(on: Sheet, found: ComparedGame, values: Given, taken: Mapping[str, ComparedGame]) -> None:
    """Refuse a decision that makes of a game neither one that was played and won by one of the two, as both cards say, nor one that
    was not played; and one that writes on a line of another game."""
    spread, edition = on.event.records_spread, on.event.edition
    rule = rule_of("ruled_taken", edition)
    writers = [seat for seat, line in zip(found.seats, found.recorded, strict=True) if line and seat not in taken]
    raise_malformed(
        [
            Fault(f"resolved.{seat}", "taken", crosscheck_words.taken(seat, other), rule)
            for seat, other in taken.items()
            if values[seat] is not None
        ]
    )
    told = list(told_lines(values, found, taken).values())
    if taken and (fault := _find_unmet(on, found, values, taken, told)):
        raise_malformed([fault])
    recorded = [line if seat in writers else None for seat, line in zip(found.seats, found.recorded, strict=True)]
    if is_won_by_both(told):
        message = crosscheck_words.won_by_both(*found.seats, records_spread=spread)
        raise_malformed([Fault("resolved", "two_wins", message, rule_of("ruled_two_wins", edition))])
    if is_won_by_nobody(told, recorded, records_spread=spread):
        message = crosscheck_words.won_by_nobody(*found.seats, writers=writers)
        raise_malformed([Fault("resolved", "no_win", message, rule_of("ruled_two_wins", edition))])
    if (untold := find_untold(told)) is not None:
        seat, winner = found.seats[untold], found.seats[1 - untold]
        message = crosscheck_words.untold(seat, winner, records_spread=spread, writers=writers)
        raise_malformed([Fault(f"resolved.{seat}", "no_result", message, rule_of("ruled_untold", edition))])


def _find_unmet(
    on: Sheet,
    found: ComparedGame,
    values: Given,
    taken: Mapping[str, ComparedGame],
    told: Sequence[Line],
) -> Fault | None:
    """Find what is wrong with a decision beside a card whose line is `taken`: the other one has no game with it."""
    (seat, other), *_rest = taken.items()
    rule = rule_of("ruled_taken", on.event.edition)
    free = next((one for one in found.seats if one not in taken), seat)
    wrote = found.recorded[found.seats.index(free)] is not None
    if any(line.has_content for line in told):
        return Fault("resolved", "taken", crosscheck_words.not_met(seat, other, free, wrote=wrote), rule)
    line = on.cards[free].line(found.game)
    if values[free] is not None and not wrote and line is not None and line.opponent:
        return Fault(f"resolved.{free}", "taken", crosscheck_words.names_third(free, line.opponent, found.game), rule)
    return None


@transaction.atomic
def refer(
    *, event: Event, key: GameKey, initials: str, reason: str, version: int, typed: bool = True, actor: Actor
) -> bool:
    """Put a game before the head judge instead of accepting what is proposed; whether that was needed.

    One that waits there already stays so. `typed` as in accepting.

    Raises Forbidden (`own_card`), Refused: `posted`, `not_open`, `decided`, `unsettled` (no spread is recorded: a checker decides),
    `not_looked`, `stale`.
    """
    on = sheet(Event.objects.locked(event))
    found = _find(on, key, actor)
    if found.is_unsettled:
        message = _("This event records no spread: its checkers decide which result stands, and it needs no ruling.")
        raise Refused("unsettled", message, current=asdict(discrepancy_view(on, found)))
    if found.state is State.OPEN:
        return False
    refuse_posted(on.event)
    if found.state is State.OVERRIDDEN:
        message = _("This game was decided by hand. Take that decision back first.")
        raise Refused("decided", message, current=asdict(discrepancy_view(on, found)))
    _refuse_stale(on, found, version)
    desk = _Desk.of(on, actor)
    if not typed:
        desk.refuse_own_typing(found, actor)
    _record_decision(desk, found, Discrepancy.Kind.REFERRED, initials, actor, reason=reason)
    on.event.touch()
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
    """Take back what was decided on a game; its red ink goes, its row stays as taken back. Twice is once. `version` is that of the game
    as it was looked at.

    Below a ruling on a game that a checker referred the referral stands again, while the cards say what it was made on. A ruling of the head judge stays in the list of rulings, and wants a `reason` there; None is a program that was not asked for
    one. Raises Forbidden (`own_card`, `role`), Malformed (`reason`), Refused: `posted`, `not_open`, `stale`.
    """
    on = sheet(Event.objects.locked(event))
    found = _find(on, key, actor)
    steps = _steps(on, found)
    require(rights, need_to_take_back(found, steps))
    refuse_posted(on.event)
    if reason is not None:
        if is_ruled(found, steps) and not reason.strip():
            raise_malformed([Fault("reason", "required", crosscheck_words.why_taken_back())])
        raise_malformed(text_faults("reason", reason, MAX_REASON))
    referral = referral_below(found, steps)
    name = discrepancy_id(found)
    before = _withdraw(found, on)
    if before is None:
        return
    if version is not None:
        _refuse_stale(on, found, version)
    if referral is not None and found.proposal and basis_record(found.recorded, found.proposal) == referral.basis:
        rows = list(decisions_on(on.event, name))
        if decide_again(on.event, name, referral, among=rows, before=before, reason=reason or "", actor=actor):
            on.event.touch()
            return
    audit.record(
        tournament=on.event.tournament,
        event=on.event,
        actor=actor,
        action="discrepancy.decision-taken-back",
        subject=("discrepancy", name),
        before=before,
        after=None,
        reason=reason or "",
    )
    on.event.touch()
