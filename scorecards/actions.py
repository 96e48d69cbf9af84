"""Everything that people do to cards, discrepancies and the list of qualifiers.

Each function is one act: it locks the event, refuses or writes, leaves one row in the trail and counts the event's
revision up. Lock order: the event first, then nothing else is needed, because every act on an event's cards takes it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorecards import reads, words
from scorecards.models import (
    Correction,
    Discrepancy,
    QualifyingResult,
    Scorecard,
    ScoreLine,
    TieBreak,
    TieBreakPlace,
)
from scorecards.rules.basis import Record, basis_record, line_record
from scorecards.rules.crosscheck import ComparedGame, DecisionKind, State
from scorecards.rules.cut import Status
from scorecards.rules.discrepancy import Outcome
from scorecards.rules.line import Line
from scorecards.rules.tally import OwnTotals
from tournaments import audit
from tournaments import reads as tournament_reads
from tournaments.access import Actor, Need, Rights, refuse_own_card, require
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Entry, Event
from tournaments.rules.phase import Phase
from tournaments.rules.seat import seat_order


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """A line as somebody typed it from the paper, its opponent by permanent ID; None is blank."""

    game: int
    opponent: str | None
    points: int | None
    plus: int | None
    minus: int | None


@dataclass(frozen=True, slots=True)
class WrittenCard:
    """A whole card as typed: its lines in the order sent, and the player's own totals."""

    lines: tuple[WrittenLine, ...]
    totals: OwnTotals = field(default_factory=OwnTotals)


def _seated(event: Event) -> None:
    if not event.is_seated:
        raise Refused("not_seated", _("The seats are not drawn yet. Draw the seating first, then type cards."))


def _open(event: Event) -> None:
    """Refuse what is over once the qualifiers are posted."""
    if event.posted_at:
        raise Refused("posted", _("The qualifiers are posted; cards and decisions are closed. Ask the director."))


# --- Cards -----------------------------------------------------------------------------------------------------------


def find_card_faults(
    event: Event, seat: str, lines: Sequence[WrittenLine], entries: Collection[str], rounds: int
) -> list[Fault]:
    """Everything in these lines that cannot be on this card; the index in a field is the position, from 0."""
    faults = []
    seen: set[int] = set()
    for index, line in enumerate(lines):
        if not 1 <= line.game <= rounds:
            message = _("There are games 1 to %(rounds)d in this event.") % {"rounds": rounds}
            faults.append(Fault(f"lines.{index}.game", "no_such_game", message))
        if line.game in seen:
            message = _("Game %(game)d is on this card twice. Leave one of the two lines out.") % {"game": line.game}
            faults.append(Fault(f"lines.{index}.game", "twice", message))
        seen.add(line.game)
        if line.opponent is None:
            continue
        if line.opponent == seat:
            message = _("%(seat)s cannot play against itself. Look at the opponent on the paper again.") % {
                "seat": seat
            }
            faults.append(Fault(f"lines.{index}.opponent", "own_seat", message))
        elif line.opponent not in entries:
            message = _("Nobody in this event has the seat %(seat)s. Leave it blank if the paper is unreadable.")
            faults.append(Fault(f"lines.{index}.opponent", "unknown", message % {"seat": line.opponent}))
    return faults


@transaction.atomic
def write_card(*, event: Event, seat: str, version: int, card: WrittenCard, actor: Actor) -> bool:
    """Record a card as its player wrote it, replacing what was typed before; whether anything changed.

    `version` is the one that was edited; writing what is recorded already is no change, whatever the version. Raises
    Http404 for a seat nobody has, Malformed with every fault of the lines, Forbidden (`own_card`), Refused: `not_seated`,
    `no_show`, `posted`, `stale` with the card as it is now.
    """
    event = Event.objects.locked(event)
    return bool(_write_cards(event, {seat: card}, actor, version=version))


@transaction.atomic
def write_cards(*, event: Event, cards: Mapping[str, WrittenCard], actor: Actor) -> int:
    """Record many cards at once, over whatever was typed before: all of them or none; how many changed.

    It is one change of the event, with one row in the trail for each card. Raises what `write_card` raises; the faults of
    every card are gathered, each field led by its seat (`A-7.lines.3.plus`).
    """
    event = Event.objects.locked(event)
    return _write_cards(event, cards, actor)


def _write_cards(event: Event, cards: Mapping[str, WrittenCard], actor: Actor, *, version: int | None = None) -> int:
    """Write the cards, in a number of queries that grows with the changed cards alone; `version` is for a single one."""
    # Only those whose cards these are become objects: a hall has many more seats than a card has lines.
    seated = Entry.objects.of(event).filter(table__isnull=False).values_list("table", "seat_number", "pk")
    keys = {f"{table}-{number}": pk for table, number, pk in seated}
    owners = Entry.objects.filter(pk__in=[keys[seat] for seat in cards]).select_related("player")
    entries = {entry.seat: entry for entry in owners}
    refuse_own_card(actor, entries.values())
    _seated(event)
    for seat, entry in entries.items():
        if entry.status == Entry.Status.NO_SHOW:
            message = _("%(seat)s did not show up and has no card. Mark %(name)s as playing first.")
            raise Refused("no_show", message % {"seat": seat, "name": entry.name})
    rounds = tournament_reads.rounds(event)
    faults = [
        replace(fault, field=fault.field if version is not None else f"{seat}.{fault.field}")
        for seat, card in cards.items()
        for fault in find_card_faults(event, seat, card.lines, keys, rounds)
    ]
    if faults:
        raise Malformed(_("This card cannot be as typed; each fault is named."), faults=faults)
    known = Scorecard.objects.filter(entry__in=entries.values()).prefetch_related("lines")
    stored = {card.entry_id: card for card in known}
    seats = {pk: seat for seat, pk in keys.items()}
    before = {seat: _recorded(stored[keys[seat]], seats) for seat in cards if keys[seat] in stored}
    changed = {seat: card for seat, card in cards.items() if before.get(seat) != _typed(card)}
    if not changed:
        return 0
    if event.posted_at:
        seat = next(iter(changed))
        message = _("The qualifiers are posted, and this card with them. Ask the director.")
        raise Refused("posted", message, current=reads.card(reads.sheet(event), seat))
    rows = {seat: stored.get(keys[seat]) or Scorecard(entry=entries[seat]) for seat in changed}
    for seat, row in rows.items():
        if version is not None and version != row.version:
            message = _(
                "Somebody typed this card after you opened it. Look at both and type again what the paper says."
            )
            raise Refused("stale", message, current=reads.card(reads.sheet(event), seat))
    _store(rows, changed, keys)
    for seat, card in changed.items():
        audit.record(
            tournament=event.tournament,
            event=event,
            actor=actor,
            action="card.typed",
            subject=("card", seat),
            before=before.get(seat),
            after=_typed(card),
        )
    if event.cards_begun_at is None:
        event.cards_begun_at = timezone.now()
        event.phase = Phase.QUALIFYING
        event.save(update_fields=["cards_begun_at", "phase"])
    event.touch()
    return len(changed)


def _store(rows: Mapping[str, Scorecard], cards: Mapping[str, WrittenCard], keys: Mapping[str, int]) -> None:
    """Write these cards with their lines in place of the lines that were there; `keys` are the entries' by seat."""
    now = timezone.now()
    for seat, row in rows.items():
        row.version += 1
        row.typed_at = now
        for name, value in asdict(cards[seat].totals).items():
            setattr(row, f"own_{name}", value)
    known = [row for row in rows.values() if row.pk]
    for row in known:
        row.save()
    ScoreLine.objects.filter(card__in=known).delete()
    Scorecard.objects.bulk_create(row for row in rows.values() if not row.pk)
    ScoreLine.objects.bulk_create(
        ScoreLine(
            card=row,
            game=line.game,
            opponent_id=keys[line.opponent] if line.opponent else None,
            points=line.points,
            plus=line.plus,
            minus=line.minus,
        )
        for seat, row in rows.items()
        for line in sorted(cards[seat].lines, key=lambda line: line.game)
    )


def _recorded(stored: Scorecard, seats: Mapping[int, str]) -> dict[str, Any]:
    own = OwnTotals(stored.own_game_points, stored.own_games_won, stored.own_plus, stored.own_minus, stored.own_net)
    lines = (
        Line(line.game, seats.get(line.opponent_id) if line.opponent_id else None, line.points, line.plus, line.minus)
        for line in stored.lines.all()
    )
    return {"lines": [line_record(line) for line in lines], "totals": asdict(own)}


def _typed(card: WrittenCard) -> dict[str, Any]:
    lines = sorted(card.lines, key=lambda line: line.game)
    return {"lines": [asdict(line) for line in lines], "totals": asdict(card.totals)}


# --- Cross-check -----------------------------------------------------------------------------------------------------


@transaction.atomic
def start_cross_check(*, event: Event, actor: Actor) -> Event:
    """Begin comparing the cards. From then on proposals follow every change; doing it again changes nothing.

    Raises Refused: `not_seated`.
    """
    event = Event.objects.locked(event)
    _seated(event)
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


def _find(on: reads.Sheet, key: GameKey, actor: Actor) -> ComparedGame:
    refuse_own_card(actor, [on.entries[seat] for seat in key.seats])
    found = reads.find_game(on, key.game, key.seats)
    if not on.event.cross_checked_at:
        raise Refused("not_open", _("The cross-check has not begun. Begin it, then decide what differs."))
    if found is None or found.state in (State.AGREED, State.PENDING):
        raise Refused("stale", _("These two cards do not differ in this game any more. Look at the list again."))
    return found


def _need(found: ComparedGame) -> Need:
    """Who may decide this game: what the rules or a checker refer is the head judge's, the rest a checker's."""
    left_open = found.proposal is not None and found.proposal.outcome is Outcome.REFERRED
    return Need.RULE if left_open or found.state is State.OPEN else Need.CHECK


def _refuse_stale(on: reads.Sheet, found: ComparedGame, version: int) -> None:
    current = reads.discrepancy_view(on, found)
    if current.version != version:
        message = _("The cards or the decision changed after you looked. Look at this game again.")
        raise Refused("stale", message, current=asdict(current))


def _withdraw(found: ComparedGame, on: reads.Sheet) -> Record | None:
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
    return {"kind": row.kind, "resolved": row.resolved, "reason": row.reason, "initials": row.initials}


def _decide(
    on: reads.Sheet,
    found: ComparedGame,
    kind: Discrepancy.Kind,
    initials: str,
    actor: Actor,
    *,
    reason: str = "",
    resolved: Record | None = None,
) -> None:
    _record_decision(on, found, kind, initials, actor, reason=reason, resolved=resolved)
    on.event.touch()


def _record_decision(
    on: reads.Sheet,
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
        subject=("discrepancy", reads.discrepancy_id(found)),
        before=before,
        after={"kind": kind.value, "resolved": resolved, "basis": row.basis},
        reason=reason,
        initials=initials,
    )


def _write_corrections(row: Discrepancy, found: ComparedGame, actor: Actor) -> None:
    """The red ink of a decision: what stands on each card that it changes, beside what was written."""
    stands: dict[str, Record | None]
    if row.kind == Discrepancy.Kind.OVERRIDDEN:
        stands = reads.given_values(row.resolved, found)
    elif row.kind == Discrepancy.Kind.ACCEPTED and found.proposal and found.proposal.lines:
        stands = {seat: reads.line_values(line) for seat, line in zip(found.seats, found.proposal.lines, strict=True)}
    else:
        return
    written = {seat: reads.line_values(line) for seat, line in zip(found.seats, found.recorded, strict=True)}
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
def accept(*, event: Event, key: GameKey, initials: str, version: int, actor: Actor) -> None:
    """Accept what rule 12.2 proposes for a game, with initials. Accepting what is accepted changes nothing.

    Raises Forbidden (`own_card`), Refused: `posted`, `not_open`, `referred` (a person must decide it), `decided` (somebody
    did, by hand), `stale` with the discrepancy as it is now.
    """
    on = reads.sheet(Event.objects.locked(event))
    found = _find(on, key, actor)
    if found.state is State.ACCEPTED:
        return
    _open(on.event)
    if found.state is State.OPEN:
        message = _("Rule 12.2 does not settle this game. The head judge decides it, with values and a reason.")
        raise Refused("referred", message, current=asdict(reads.discrepancy_view(on, found)))
    if found.state is State.OVERRIDDEN:
        message = _("This game was decided by hand. Take that decision back first.")
        raise Refused("decided", message, current=asdict(reads.discrepancy_view(on, found)))
    _refuse_stale(on, found, version)
    _decide(on, found, Discrepancy.Kind.ACCEPTED, initials, actor)


@transaction.atomic
def accept_all(*, event: Event, initials: str, revision: int, actor: Actor) -> int:
    """Accept everything that is proposed at this revision; how many there were.

    Raises Forbidden (`own_card`) if one of them is on the actor's own card, Refused: `posted`, `not_open`, `stale`.
    """
    event = Event.objects.locked(event)
    _open(event)
    on = reads.sheet(event)
    if not event.cross_checked_at:
        raise Refused("not_open", _("The cross-check has not begun. Begin it, then accept what it proposes."))
    if revision != event.revision:
        message = _("Something changed after you looked. Look at the proposals again, then accept them.")
        raise Refused("stale", message, current=reads.crosscheck_summary(on))
    proposed = [game for game in reads.differing_games(on) if game.state is State.PROPOSED]
    refuse_own_card(actor, [on.entries[seat] for game in proposed for seat in game.seats])
    for game in proposed:
        _record_decision(on, game, Discrepancy.Kind.ACCEPTED, initials, actor)
    if proposed:
        event.touch()
    return len(proposed)


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
    rights: Rights,
    actor: Actor,
) -> None:
    """Decide a game by hand: the values that stand on each card (None leaves that card as it is), why, and by whom.

    What rule 12.2 leaves open is for the head judge (14.1), the rest for a checker. The same decision again changes
    nothing. Raises Forbidden (`own_card`, `role`), Malformed where `resolved` is not about these
    two cards, Refused: `posted`, `not_open`, `stale` with the discrepancy as it is now.
    """
    on = reads.sheet(Event.objects.locked(event))
    found = _find(on, key, actor)
    require(rights, _need(found))
    if set(resolved) != set(found.seats):
        message = _("Say what stands for %(first)s and for %(second)s, and for nobody else.")
        names = {"first": found.seats[0], "second": found.seats[1]}
        raise Malformed(message % names, faults=[Fault("resolved", "seats", message % names)])
    values = {seat: dict(given) if given is not None else None for seat, given in resolved.items()}
    row = on.decisions.get(found.decision) if found.decision else None
    if row and row.kind == Discrepancy.Kind.OVERRIDDEN and (row.resolved, row.reason) == (values, reason):
        return
    _open(on.event)
    _refuse_stale(on, found, version)
    _decide(on, found, Discrepancy.Kind.OVERRIDDEN, initials, actor, reason=reason, resolved=values)


@transaction.atomic
def refer(*, event: Event, key: GameKey, initials: str, reason: str, version: int, actor: Actor) -> None:
    """Put a game before the head judge instead of accepting what is proposed. One that waits there already stays so.

    Raises Forbidden (`own_card`), Refused: `posted`, `not_open`, `decided`, `stale`.
    """
    on = reads.sheet(Event.objects.locked(event))
    found = _find(on, key, actor)
    if found.state is State.OPEN:
        return
    _open(on.event)
    if found.state is State.OVERRIDDEN:
        message = _("This game was decided by hand. Take that decision back first.")
        raise Refused("decided", message, current=asdict(reads.discrepancy_view(on, found)))
    _refuse_stale(on, found, version)
    _decide(on, found, Discrepancy.Kind.REFERRED, initials, actor, reason=reason)


@transaction.atomic
def take_back_decision(*, event: Event, key: GameKey, rights: Rights, actor: Actor) -> None:
    """Take back what was decided on a game; its red ink goes, its row stays as taken back. Twice is once.

    Raises Forbidden (`own_card`, `role`), Refused: `posted`, `not_open`, `stale`.
    """
    on = reads.sheet(Event.objects.locked(event))
    found = _find(on, key, actor)
    require(rights, Need.CHECK if found.decision and found.decision.kind is DecisionKind.REFERRED else _need(found))
    _open(on.event)
    before = _withdraw(found, on)
    if before is None:
        return
    audit.record(
        tournament=on.event.tournament,
        event=on.event,
        actor=actor,
        action="discrepancy.decision-taken-back",
        subject=("discrepancy", reads.discrepancy_id(found)),
        before=before,
        after=None,
    )
    on.event.touch()


# --- Ties and posting ------------------------------------------------------------------------------------------------


@transaction.atomic
def record_tiebreak(*, event: Event, order: Sequence[str], actor: Actor) -> TieBreak:
    """Record how a tied group played it out, best first. Again replaces it, until posting.

    Raises Malformed (a seat nobody has, a seat twice), Forbidden (`own_card`), Refused: `not_seated`, `posted`, `not_tied`
    where the cards do not leave exactly these level.
    """
    event = Event.objects.locked(event)
    _seated(event)
    on = reads.sheet(event)
    faults = []
    for index, seat in enumerate(order):
        if seat not in on.entries:
            faults.append(Fault(f"order.{index}", "unknown", _("Nobody in this event has the seat %s.") % seat))
        elif seat in order[:index]:
            faults.append(Fault(f"order.{index}", "twice", _("%s is in this order twice.") % seat))
    if faults:
        raise Malformed(_("This order cannot be; each fault is named."), faults=faults)
    refuse_own_card(actor, [on.entries[seat] for seat in order])
    _open(event)
    members = tuple(sorted(order, key=seat_order))
    level = [tuple(sorted((p.seat for p in group), key=seat_order)) for group in reads.level_groups(on)]
    if members not in level:
        message = _("The cards do not leave exactly these level. Tied now: %(groups)s.")
        groups = "; ".join(", ".join(group) for group in level) or _("nobody")
        raise Refused("not_tied", message % {"groups": groups})
    key = " ".join(members)
    earlier = TieBreak.objects.filter(event=event, members=key).first()
    before = None
    if earlier:
        before = {"order": [place.entry.seat for place in earlier.places.select_related("entry")]}
        if before["order"] == list(order):
            return earlier
        earlier.delete()
    tiebreak = TieBreak.objects.create(event=event, members=key, recorded_by=actor.name)
    TieBreakPlace.objects.bulk_create(
        TieBreakPlace(tiebreak=tiebreak, place=place, entry=on.entries[seat]) for place, seat in enumerate(order, 1)
    )
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action="tiebreak.recorded",
        subject=("tiebreak", key),
        before=before,
        after={"order": list(order)},
    )
    event.touch()
    return tiebreak


@transaction.atomic
def post_qualifiers(*, event: Event, actor: Actor) -> list[QualifyingResult]:
    """Recount everything from the cards and post the qualifiers: official and frozen from here on (guideline 13, 13.2.a).

    Raises Refused: `not_seated`, `posted`, `not_ready` with all that stands in the way.
    """
    event = Event.objects.locked(event)
    _seated(event)
    if event.posted_at:
        raise Refused("posted", _("The qualifiers are posted already."))
    on = reads.sheet(event)
    if on.obstacles:
        raise Refused(
            "not_ready",
            _("The qualifiers cannot be posted yet. Each thing that stands in the way is named."),
            faults=[Fault(found.field, found.code, words.finding(found), found.rule) for found in on.obstacles],
        )
    results = QualifyingResult.objects.bulk_create(_result(on, index) for index in range(len(on.places)))
    event.posted_at = timezone.now()
    event.phase = Phase.PLAYOFFS
    event.save(update_fields=["posted_at", "phase"])
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action="qualifiers.posted",
        subject=("event", event.slug),
        before=None,
        after={"qualifiers": [place.seat for place in on.places[: on.quota]], "quota": on.quota},
    )
    event.touch()
    return results


def _result(on: reads.Sheet, index: int) -> QualifyingResult:
    place = on.places[index]
    status = on.statuses[place.seat]
    return QualifyingResult(
        event=on.event,
        entry=on.entries[place.seat],
        rank=place.rank,
        tied=place.tied,
        decided_by=place.decided_by.value if place.decided_by else "",
        seed=index + 1 if status is Status.QUALIFIER else None,
        status=status.value,
        game_points=place.tally.game_points,
        games_won=place.tally.games_won,
        plus=place.tally.plus,
        minus=place.tally.minus,
        edition=on.event.edition.value,
    )
