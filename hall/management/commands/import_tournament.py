"""`manage.py import_tournament F [--by USERNAME]`: a tournament from the document that `export_tournament` wrote."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hall.exchange.actions import import_tournament
from hall.exchange.text import parse_document
from scorecards import tasks
from scorecards.management.speaking import fault_line, user_named
from tournaments.access import Actor
from tournaments.errors import Malformed, Refused


class Command(BaseCommand):
    help = "Brings in a whole tournament from an exported document: all of it, or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="F", help="the document; - reads standard input")
        parser.add_argument("--by", metavar="USERNAME", help="who becomes its director; without, a superuser has it")

    def handle(self, *args: Any, **options: Any) -> None:
        user = user_named(options["by"])
        try:
            document = parse_document(data_in(options["file"]))
            tournament = import_tournament(document=document, actor=Actor.of_command("import_tournament", user))
        except Refused as exc:
            raise CommandError(self.complain(exc)) from exc
        for event in tournament.events.all():
            tasks.recompute_standings(event.pk)
        events = tournament.events.count()
        sentence = ngettext(
            "%(name)s is imported as “%(slug)s”, with %(events)d event.",
            "%(name)s is imported as “%(slug)s”, with %(events)d events.",
            events,
        )
        self.stdout.write(sentence % {"name": tournament.name, "slug": tournament.slug, "events": events})

    def complain(self, exc: Refused) -> str:
        """Print every fault; returns the closing sentence."""
        if not isinstance(exc, Malformed):
            return _("Nothing was imported. %(reason)s") % {"reason": exc.message}
        for fault in exc.faults:
            self.stderr.write(fault_line(fault), style_func=str)
        text = ngettext(
            "Nothing was imported. %(reason)s %(n)d fault is named above.",
            "Nothing was imported. %(reason)s %(n)d faults are named above.",
            len(exc.faults),
        )
        return text % {"reason": exc.message, "n": len(exc.faults)}


def data_in(file: str) -> bytes:
    """The bytes of a file, or of standard input. Raises CommandError if it cannot be read."""
    try:
        if file == "-":
            return sys.stdin.buffer.read()
        with open(file, "rb") as opened:
            return opened.read()
    except (OSError, ValueError) as exc:
        message = _("%(file)s cannot be read (%(reason)s).")
        raise CommandError(message % {"file": file, "reason": exc}) from exc
