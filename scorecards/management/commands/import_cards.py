"""`manage.py import_cards EVENT --entrants F --cards F [--totals F] [--by USERNAME]`: a stack of cards from CSV files.

The command imports everything or nothing. If anything is wrong, it prints every fault with file, line, column, reason
and rule.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from scorecards import tasks
from scorecards.cards import words as cards_words
from scorecards.cards.actions.bringing_in import Files, bring_in_cards
from scorecards.cards.actions.stack_files import CsvFile, Stack, look_at_files
from scorecards.management.speaking import event_named, plain, refusal, user_named
from tournaments.access import Actor, Need, require, rights_of
from tournaments.errors import Malformed, Refused
from tournaments.models import Event


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
            files = Files(entrants, cards, totals)
            stack = look_at_files(entrants, cards, totals, edition=event.edition)
            self.tell(
                _("Read: %(entrants)d entrants, %(cards)d cards, %(lines)d lines.")
                % {
                    "entrants": len(stack.entrants),
                    "cards": len(stack.cards),
                    "lines": sum(len(lines) for lines in stack.cards.values()),
                }
            )
            changed = bring_in_cards(
                event=event,
                stack=stack,
                files=files,
                rights=rights,
                tell=self.tell,
                actor=Actor.of_command("import_cards", user),
            )
        except Malformed as exc:
            if stack.faults:
                raise CommandError(self.complain(stack, event)) from exc
            raise CommandError(_("Nothing was imported. %(reason)s") % {"reason": refusal(exc)}) from exc
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

    def complain(self, stack: Stack, event: Event) -> str:
        """Print every fault; return the summary."""
        for fault in stack.faults_in_order:
            place = ":".join(filter(None, (fault.file, str(fault.line), fault.column)))
            rule = cards_words.cited(fault.rule, event.edition)
            self.stderr.write(plain(f"{place}: {fault.message}{f' [{rule}]' if rule else ''}"), style_func=str)
        return cards_words.faults_in_files(len(stack.faults))


def _file(path: str) -> CsvFile:
    """Read this file. Raises CommandError if it cannot be read."""
    try:
        return CsvFile(Path(path).name, Path(path).read_bytes())
    except (OSError, ValueError) as exc:
        message = _("%(path)s cannot be read (%(reason)s).")
        raise CommandError(message % {"path": plain(path), "reason": exc}) from exc
