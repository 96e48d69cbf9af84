"""Bringing in cards that are kept in files: all of them or none, from the page and from the command."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from django.db import transaction
from django.utils.translation import gettext as _

from scorecards.cards import words as cards_words
from scorecards.cards.actions.cards import (
    WrittenCard,
    WrittenLine,
    find_card_faults,
    find_spread_faults,
    is_as_typed,
    write_cards,
)
from scorecards.cards.actions.stack_files import CsvFault, CsvFile, Stack
from scorecards.models import Scorecard
from scorecards.sheet import words as sheet_words
from scorecards.sheet.actions import refuse_posted, refuse_unseated
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.rules.tally import OwnTotals
from tournaments.access import Actor, Need, Rights, is_own, require
from tournaments.day.reads import schedule as schedule_reads
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Entry, Event
from tournaments.models.lengths import MAX_ROUNDS
from tournaments.rules.seat import seat_order
from tournaments.seating.actions import draw_seats

AT_ONCE = 100
"""How many cards are written between two progress messages."""


@dataclass(frozen=True, slots=True)
class Files:
    """The files of a stack; None for one that is not given."""

    entrants: CsvFile | None
    cards: CsvFile
    totals: CsvFile | None = None


@dataclass(frozen=True, slots=True)
class CardLooked:
    """A card of the files beside its record: its seat, name and number of lines.

    `version` is that of the record, 0 if nothing was typed. `is_changed`: saving would change the record.
    """

    seat: str
    name: str
    lines: int
    version: int
    is_changed: bool


def look_at_stack(*, event: Event, stack: Stack, files: Files, actor: Actor) -> list[CardLooked]:
    """Add to the stack all faults that its cards have in this seated event; return what saving them would do.

    It writes nothing. Raises Refused `not_seated`, `posted`.
    """
    refuse_unseated(event)
    refuse_posted(event)
    _match_entrants(event, stack, files.entrants)
    if not stack.rows and not stack.faults:
        message = _("There is no line of a card here, only the heads. Add a line for each game.")
        stack.faults.append(CsvFault(files.cards.name, 1, "", message))
    entries = _find_misfits(event, stack, files.cards)
    for seat, lines in stack.rows.items():
        if seat in entries and is_own(actor.user, entries[seat]):
            message = _("%(seat)s is your own card. Leave it out, and ask another checker to type it.") % {"seat": seat}
            stack.faults.append(CsvFault(files.cards.name, lines[0], "seat", message))
    if files.totals is not None:
        _find_spread_totals(event, stack, files.totals)
    stored_cards = {
        card.entry_id: card for card in Scorecard.objects.filter(entry__event=event).prefetch_related("lines")
    }
    seats = {entry.pk: seat for seat, entry in entries.items()}
    looked = []
    for seat, card in _written(event, stack).items():
        if (entry := entries.get(seat)) is not None:
            stored = stored_cards.get(entry.pk)
            is_changed = not is_as_typed(stored, card, seats)
            version = stored.version if stored is not None else 0
            looked.append(CardLooked(seat, entry.known_name, len(card.lines), version, is_changed))
    return looked


@transaction.atomic
def bring_in_cards(
    *,
    event: Event,
    stack: Stack,
    files: Files,
    rights: Rights | None,
    seen: Mapping[str, int] | None = None,
    tell: Callable[[str], None] = lambda _text: None,
    actor: Actor,
) -> int:
    """Write the cards of these files, all or none, one log row for each; return how many are new or changed.

    Entrants of the files who are not entered yet are entered and seated first, if the event is not seated. `seen` are
    the versions of the cards as they were looked at before. `rights` are checked unless None. `tell` gets progress.

    Raises Malformed if anything is wrong; `stack.faults` has every fault. Raises Refused `stale` if one of the cards
    changed since it was seen, and what `write_cards`, `enter_entrants` and `draw_seats` raise.
    """
    if rights is not None:
        require(rights, Need.CHECK)
    event = Event.objects.locked(event)
    new = _match_entrants(event, stack, files.entrants)
    if new and rights is not None:
        require(rights, Need.REGISTER)
    event = _enter(event, new, stack, files.entrants, actor)
    _find_misfits(event, stack, files.cards)
    if files.totals is not None:
        _find_spread_totals(event, stack, files.totals)
    if stack.faults:
        faults = [Fault(f"{fault.file}:{fault.line}:{fault.column}", "file", fault.message) for fault in stack.faults]
        raise Malformed(cards_words.faults_in_files(len(faults)), faults=faults)
    if seen is not None:
        _refuse_unseen(event, stack, seen)
    if new:
        tell(_("Entered and seated: %(n)d.") % {"n": len(stack.entrants)})
    cards = _written(event, stack)
    changed_count = written_count = 0
    for batch in _batches(cards):
        changed_count += write_cards(event=event, cards=batch, source=Scorecard.Source.SENT, actor=actor)
        written_count += len(batch)
        tell(_("Cards written: %(done)d of %(all)d.") % {"done": written_count, "all": len(cards)})
    return changed_count


def _refuse_unseen(event: Event, stack: Stack, seen: Mapping[str, int]) -> None:
    cards = Scorecard.objects.filter(entry__event=event).select_related("entry")
    stored = {card.entry.seat: card.version for card in cards}
    changed = sorted((seat for seat in stack.cards if stored.get(seat, 0) != seen.get(seat, 0)), key=seat_order)
    if changed:
        message = _("Somebody changed these cards after you looked: %(seats)s. Look at the list again, then save it.")
        raise Refused("stale", message % {"seats": ", ".join(changed)})


def _enter(event: Event, new: list[EntrantPlan], stack: Stack, file: CsvFile | None, actor: Actor) -> Event:
    """Enter the `new` entrants and give everybody the seat of the file; refusals become faults of that file.

    This is done even if other files have faults, because the seats determine which games the cards can have. The
    caller rolls back the transaction if there is any fault. Returns the event, read again if it changed.
    """
    if file is None:
        refuse_unseated(event)
        return event
    if event.is_seated or not stack.listed or any(fault.file == file.name for fault in stack.faults):
        return event
    try:
        with transaction.atomic():
            if new:
                enter_entrants(event=event, entrants=new, actor=actor)
            draw_seats(event=event, actor=actor)
    except Refused as exc:
        stack.faults += [CsvFault(file.name, 1, "", fault.message, fault.rule) for fault in exc.faults] or [
            CsvFault(file.name, 1, "", exc.message)
        ]
        return event
    return Event.objects.locked(event)


def _batches(cards: Mapping[str, WrittenCard]) -> Iterator[dict[str, WrittenCard]]:
    """The cards in parts of at most `AT_ONCE`."""
    remaining = iter(cards.items())
    while batch := dict(islice(remaining, AT_ONCE)):
        yield batch


# --- Does it fit the event? ------------------------------------------------------------------------------------------


def _match_entrants(event: Event, stack: Stack, file: CsvFile | None) -> list[EntrantPlan]:
    """The entrants of the file who are not entered yet; differences from the entered ones become faults.

    An entrant with a seat must be the same person as in the file. Once seats are drawn, the file may name no further
    seat. Before that, everybody who is entered must already have a seat of the file, except no-shows.
    """
    if file is None:
        return []
    entries = list(Entry.objects.of(event))
    entries_by_seat = {entry.seat: entry for entry in entries if entry.seat}
    new = []
    for line, plan in stack.entrants:
        entry = entries_by_seat.get(plan.seat)
        if entry is not None:
            _compare(entry, line, plan, stack, file.name)
        elif event.is_seated:
            message = _("Seats are drawn and nobody has %(seat)s. Enter %(name)s first, as a late entry.")
            named = {"seat": plan.seat, "name": plan.name}
            stack.faults.append(CsvFault(file.name, line, "seat", message % named))
        else:
            new.append(plan)
    if not event.is_seated:
        seats_in_file = {plan.seat for _line, plan in stack.entrants}
        for entry in entries:
            if entry.seat not in seats_in_file and entry.status != Entry.Status.NO_SHOW:
                message = _(
                    "%(name)s is entered already, but not at a seat of this file. Take them off the list first."
                )
                stack.faults.append(CsvFault(file.name, 1, "", message % {"name": entry.known_name}))
    return new


def _compare(entry: Entry, line: int, plan: EntrantPlan, stack: Stack, file: str) -> None:
    """Add a fault for another name, and for another ACC number, than the entrant at this seat has."""
    if entry.known_name.casefold() != plan.name.casefold():
        message = _("%(seat)s is %(name)s in this event. Correct the name here or there.")
        named = {"seat": plan.seat, "name": entry.known_name}
        stack.faults.append(CsvFault(file, line, "name", message % named))
    if plan.acc_number and entry.acc_number and plan.acc_number != entry.acc_number:
        message = _("%(name)s has the ACC number %(number)s in this event. Correct it here or there.")
        named = {"name": entry.known_name, "number": entry.acc_number}
        stack.faults.append(CsvFault(file, line, "acc_number", message % named))


def _find_misfits(event: Event, stack: Stack, file: CsvFile) -> dict[str, Entry]:
    """Add a fault for each card of a seat without an entrant or of a no-show, and for each line that the event cannot have.

    Such lines have, for example, an unknown opponent, a game out of range, or a game that is there twice. Returns the seated
    entrants by seat.
    """
    entries = {entry.seat: entry for entry in Entry.objects.of(event).filter(table__isnull=False).with_people()}
    seats = {*entries, *(plan.seat for _line, plan in stack.entrants)}
    if not stack.listed:
        # A seat missing from a damaged list of entrants is no fault of the cards.
        seats |= {*stack.cards, *(str(paper.line.opponent) for lines in stack.cards.values() for paper in lines)}
    rounds = schedule_reads.rounds(event) if event.is_seated else MAX_ROUNDS
    for seat, lines in stack.cards.items():
        if seat not in seats:
            message = _("Nobody in this event has the seat “%(seat)s”, so this card belongs to nobody.") % {
                "seat": seat
            }
            stack.faults += [CsvFault(file.name, number, "seat", message) for number in stack.rows[seat]]
        elif (entry := entries.get(seat)) and entry.status == Entry.Status.NO_SHOW:
            stack.faults.append(
                CsvFault(file.name, stack.rows[seat][0], "seat", sheet_words.no_show(seat, entry.known_name))
            )
        faults = find_card_faults(seat, dict(enumerate(_lines(stack, seat))), seats, rounds, event=event)
        for fault in faults:
            _place, index, column = fault.field.split(".")
            stack.faults.append(CsvFault(file.name, lines[int(index)].row, column, fault.message, fault.rule))
    return entries


def _find_spread_totals(event: Event, stack: Stack, file: CsvFile) -> None:
    """Add a fault for each total of a spread if the event records no spread."""
    if event.records_spread:
        return
    for paper in stack.totals.values():
        for fault in find_spread_faults(paper.totals, ""):
            stack.faults.append(CsvFault(file.name, paper.row, fault.field, fault.message, fault.rule))


def _lines(stack: Stack, seat: str) -> list[WrittenLine]:
    lines = (paper.line for paper in stack.cards[seat])
    return [WrittenLine(line.game, line.opponent, line.points, line.plus, line.minus) for line in lines]


def _written(event: Event, stack: Stack) -> dict[str, WrittenCard]:
    """The cards to write, in seat order. If the files have no totals, the recorded totals stay."""
    if stack.totals:
        totals = {seat: paper.totals for seat, paper in stack.totals.items()}
    else:
        totals = {seat: facts.own for seat, facts in sheet(event).facts.items()}
    return {
        seat: WrittenCard(tuple(_lines(stack, seat)), totals.get(seat, OwnTotals()))
        for seat in sorted(stack.cards, key=seat_order)
    }
