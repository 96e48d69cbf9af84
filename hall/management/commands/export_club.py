"""`manage.py export_club SLUG > F`: the whole club as one JSON document, its log and its nights’ tournaments included."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from clubs.models import Club
from hall.exchange import reads
from hall.exchange.text import write_document
from scorecards.management.speaking import plain


class Command(BaseCommand):
    help = "Writes a whole club to standard output, as one JSON document."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the club's short name")

    def handle(self, *args: Any, **options: Any) -> None:
        # A database may refuse a NUL character.
        club = None if "\0" in options["slug"] else Club.objects.filter(slug=options["slug"]).first()
        if club is None:
            message = _("There is no club “%(slug)s”. Look how its short name is written.")
            raise CommandError(message % {"slug": plain(options["slug"])})
        data = write_document(reads.consistent_club(club))
        if raw := getattr(self.stdout, "buffer", None):
            raw.write(data)
            raw.flush()
        else:
            self.stdout.write(data.decode(), ending="")
