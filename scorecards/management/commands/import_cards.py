"""`manage.py import_cards EVENT --entrants F --cards F [--totals F] [--by USERNAME]`: a stack of cards from CSV files.

The command imports everything or nothing. If anything is wrong, it prints every fault with file, line, column, reason
and rule.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorecards import tasks
from scorecards.cards.actions.cards import WrittenCard, WrittenLine, find_card_faults, find_spread_faults, write_cards
from scorecards.management.speaking import event_named, plain, refusal, user_named
from scorecards.management.stack import CsvFault, CsvFile, Stack, read_stack
from scorecards.models import Scorecard
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.rules.tally import OwnTotals
from tournaments.access import Actor, Need, require, rights_of
from tournaments.day.reads import schedule as schedule_reads
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.errors import Refused
from tournaments.models import Entry, Event
from tournaments.models.lengths import MAX_ROUNDS
from tournaments.rules.citations import OURS
from tournaments.rules.edition import Edition
from tournaments.rules.seat import seat_order
from tournaments.seating.actions import draw_seats
from tournaments.words import citing as citing_words

AT_ONCE = 100
"""How many cards are written between two progress messages."""


class Command(BaseCommand):
    help = "Imports the entrants and cards of an event from CSV files: all of them, or none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="tournament/event, which exists already")
        parser.add_argument("--entrants", required=True, metavar="F", help="seat,name[,acc_number]")
        parser.add_argument("--cards", required=True, metavar="F", help="seat,game,opponent,points,plus,minus")
        parser.add_argument("--totals", metavar="F", help="seat,game_points,games_won,plus,minus,net")
        parser.add_argument("--by", metavar="USERNAME", help="who imports; must be a checker or the director there")

    def handle(self, *args: Any, **options: Any) -> None:
        event = event_named(options["event"])
        user = user_named(options["by"])
        rights = rights_of(user, event.tournament, event) if user else None
        try:
            if rights is not None:
                require(rights, Need.CHECK)
            entrants, cards = _file(options["entrants"]), _file(options["cards"])
            totals = _file(options["totals"]) if options["totals"] else None
            stack = read_stack(entrants, cards, totals, edition=event.edition)
            self.tell(
                _("Read: %(entrants)d entrants, %(cards)d cards, %(lines)d lines.")
                % {
                    "entrants": len(stack.entrants),
                    "cards": len(stack.cards),
                    "lines": sum(len(lines) for lines in stack.cards.values()),
                }
            )
            with transaction.atomic():
                actor = Actor.of_command("import_cards", user)
                event = Event.objects.locked(event)
                new = _match_entrants(event, stack, entrants.name)
                if new and rights is not None:
                    require(rights, Need.REGISTER)
                event = self.enter(event, new, stack, entrants.name, actor)
                _find_misfits(event, stack, cards.name)
                if totals is not None and not event.records_spread:
                    _find_spread_totals(stack, totals.name)
                if stack.faults:
                    raise CommandError(self.complain(stack.faults, event))
                if new:
                    self.tell(_("Entered and seated: %(n)d.") % {"n": len(stack.entrants)})
                changed = self.write(event, _written(event, stack), actor)
        except Refused as exc:
            raise CommandError(_("Nothing was imported. %(reason)s") % {"reason": refusal(exc)}) from exc
        tasks.recompute_standings(event.pk)
        self.stdout.write(
            _("%(event)s: %(cards)d cards are in, %(changed)d of them new or changed.")
            % {"event": options["event"], "cards": len(stack.cards), "changed": changed}
        )

    def tell(self, text: str) -> None:
        """Print a progress message on stderr; results go to stdout."""
        self.stderr.write(text, style_func=str)
        self.stderr.flush()

    def enter(self, event: Event, new: list[EntrantPlan], stack: Stack, file: str, actor: Actor) -> Event:
        """Enter the `new` entrants and give everybody the seat of the file; refusals become faults of that file.

        This is done even if other files have faults, because the seats determine which games the cards can have. The
        caller rolls back the transaction if there is any fault. Returns the event, read again if it changed.
        """
        if event.is_seated or not stack.listed or any(fault.file == file for fault in stack.faults):
            return event
        try:
            with transaction.atomic():
                if new:
                    enter_entrants(event=event, entrants=new, actor=actor)
                draw_seats(event=event, actor=actor)
        except Refused as exc:
            stack.faults += [CsvFault(file, 1, "", fault.message, fault.rule) for fault in exc.faults] or [
                CsvFault(file, 1, "", exc.message)
            ]
            return event
        return Event.objects.locked(event)

    def write(self, event: Event, cards: Mapping[str, WrittenCard], actor: Actor) -> int:
        """Write the cards in batches, with a progress message after each; return how many changed."""
        changed_count = written_count = 0
        for batch in _batches(cards):
            changed_count += write_cards(event=event, cards=batch, source=Scorecard.Source.SENT, actor=actor)
            written_count += len(batch)
            self.tell(_("Cards written: %(done)d of %(all)d.") % {"done": written_count, "all": len(cards)})
        return changed_count

    def complain(self, faults: Collection[CsvFault], event: Event) -> str:
        """Print every fault; return the summary."""
        for fault in sorted(faults, key=lambda fault: (fault.file, fault.line, fault.column)):
            place = ":".join(filter(None, (fault.file, str(fault.line), fault.column)))
            rule = _cited(fault.rule, event.edition)
            self.stderr.write(plain(f"{place}: {fault.message}{f' [{rule}]' if rule else ''}"), style_func=str)
        return ngettext(
            "Nothing was imported: there is %(n)d fault, named above by file, line and column.",
            "Nothing was imported: there are %(n)d faults, named above by file, line and column.",
            len(faults),
        ) % {"n": len(faults)}


def _file(path: str) -> CsvFile:
    """Read this file. Raises CommandError if it cannot be read."""
    try:
        return CsvFile(Path(path).name, Path(path).read_bytes())
    except (OSError, ValueError) as exc:
        message = _("%(path)s cannot be read (%(reason)s).")
        raise CommandError(message % {"path": plain(path), "reason": exc}) from exc


def _cited(rule: str | None, edition: Edition) -> str:
    """The rule of a fault in words, with the edition unless it is ours; empty for a fault without a rule."""
    citation = citing_words.in_words(rule) if rule else ""
    return f"{citation} ({edition})" if rule and rule != OURS else citation


def _batches(cards: Mapping[str, WrittenCard]) -> Iterator[dict[str, WrittenCard]]:
    """The cards in parts of at most `AT_ONCE`."""
    remaining = iter(cards.items())
    while batch := dict(islice(remaining, AT_ONCE)):
        yield batch


# --- Does it fit the event? ------------------------------------------------------------------------------------------


def _match_entrants(event: Event, stack: Stack, file: str) -> list[EntrantPlan]:
    """The entrants of the file who are not entered yet; differences from the entered ones become faults.

    An entrant with a seat must be the same person as in the file. Once seats are drawn, the file may name no further
    seat. Before that, everybody who is entered must already have a seat of the file, except no-shows.
    """
    entries = list(Entry.objects.of(event))
    entries_by_seat = {entry.seat: entry for entry in entries if entry.seat}
    new = []
    for line, plan in stack.entrants:
        entry = entries_by_seat.get(plan.seat)
        if entry is not None:
            _compare(entry, line, plan, stack, file)
        elif event.is_seated:
            message = _("Seats are drawn and nobody has %(seat)s. Enter %(name)s first, as a late entry.")
            named = {"seat": plan.seat, "name": plan.name}
            stack.faults.append(CsvFault(file, line, "seat", message % named))
        else:
            new.append(plan)
    if not event.is_seated:
        seats_in_file = {plan.seat for _line, plan in stack.entrants}
        for entry in entries:
            if entry.seat not in seats_in_file and entry.status != Entry.Status.NO_SHOW:
                message = _(
                    "%(name)s is entered already, but not at a seat of this file. Take them off the list first."
                )
                stack.faults.append(CsvFault(file, 1, "", message % {"name": entry.name}))
    return new


def _compare(entry: Entry, line: int, plan: EntrantPlan, stack: Stack, file: str) -> None:
    """Add a fault for another name, and for another ACC number, than the entrant at this seat has."""
    if entry.name.casefold() != plan.name.casefold():
        message = _("%(seat)s is %(name)s in this event. Correct the name here or there.")
        named = {"seat": plan.seat, "name": entry.name}
        stack.faults.append(CsvFault(file, line, "name", message % named))
    if plan.acc_number and entry.acc_number and plan.acc_number != entry.acc_number:
        message = _("%(name)s has the ACC number %(number)s in this event. Correct it here or there.")
        named = {"name": entry.name, "number": entry.acc_number}
        stack.faults.append(CsvFault(file, line, "acc_number", message % named))


def _find_misfits(event: Event, stack: Stack, file: str) -> None:
    """Add a fault for each card of a seat without an entrant or of a no-show, and for each line that the event cannot have.

    Such lines have, for example, an unknown opponent, a game out of range, or a game that is there twice.
    """
    entries = {entry.seat: entry for entry in Entry.objects.of(event).filter(table__isnull=False)}
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
            stack.faults += [CsvFault(file, number, "seat", message) for number in stack.rows[seat]]
        elif (entry := entries.get(seat)) and entry.status == Entry.Status.NO_SHOW:
            stack.faults.append(CsvFault(file, stack.rows[seat][0], "seat", sheet_words.no_show(seat, entry.name)))
        faults = find_card_faults(seat, dict(enumerate(_lines(stack, seat))), seats, rounds, event=event)
        for fault in faults:
            _place, index, column = fault.field.split(".")
            stack.faults.append(CsvFault(file, lines[int(index)].row, column, fault.message, fault.rule))


def _find_spread_totals(stack: Stack, file: str) -> None:
    """Add a fault for each total of a spread, for an event that records no spread."""
    for paper in stack.totals.values():
        for fault in find_spread_faults(paper.totals, ""):
            stack.faults.append(CsvFault(file, paper.row, fault.field, fault.message, fault.rule))


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
