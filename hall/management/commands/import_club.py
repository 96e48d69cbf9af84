"""`manage.py import_club F [--by USERNAME]`: a club from the document that `export_club` or its page wrote."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from clubs.models import Night
from hall.exchange.actions import import_club
from hall.exchange.text import parse_club
from hall.management.commands import import_tournament
from scorecards import tasks
from scorecards.management.speaking import user_named
from tournaments.access import Actor
from tournaments.errors import Refused


class Command(import_tournament.Command):
    help = "Brings in a whole club from an exported document: all of it, or nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        user = user_named(options["by"])
        try:
            document = parse_club(import_tournament.data_in(options["file"]))
            club = import_club(document=document, actor=Actor.of_command("import_club", user))
        except Refused as exc:
            raise CommandError(self.complain(exc)) from exc
        for event in Night.objects.filter(season__club=club, event__isnull=False).values_list("event", flat=True):
            tasks.recompute_standings(event)
        self.stdout.write(_("%(name)s is imported as “%(slug)s”.") % {"name": club.name, "slug": club.slug})
