"""`manage.py export_tournament SLUG > F`: the whole tournament as one JSON document, its history included."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from hall.exchange import reads
from hall.exchange.text import write_document
from scorecards.management.speaking import plain


class Command(BaseCommand):
    help = "Writes a whole tournament to standard output, as one JSON document."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the tournament's short name")

    def handle(self, *args: Any, **options: Any) -> None:
        # A database may refuse a NUL character.
        document = None if "\0" in options["slug"] else reads.consistent_document(options["slug"])
        if document is None:
            message = _("There is no tournament “%(slug)s”. Look how its short name is written.")
            raise CommandError(message % {"slug": plain(options["slug"])})
        data = write_document(document)
        # Bytes are written if possible, so that no console changes the encoding or the line ends.
        if raw := getattr(self.stdout, "buffer", None):
            raw.write(data)
            raw.flush()
        else:
            self.stdout.write(data.decode(), ending="")
