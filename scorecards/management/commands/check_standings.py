"""`manage.py check_standings [EVENT]`: compare the stored standings with the cards; exit code 1 where some were wrong."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorecards import tasks
from scorecards.management.speaking import event_named
from tournaments.models import Event


class Command(BaseCommand):
    help = "Compares the stored standings with the cards and computes anew what was wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", nargs="?", metavar="EVENT", help="tournament/event; without it, every event")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["event"]:
            events = [event_named(options["event"])]
        else:
            begun = Event.objects.filter(cards_begun_at__isnull=False).select_related("tournament")
            events = list(begun.order_by("tournament__slug", "slug"))
        wrong = 0
        for event in events:
            seats = tasks.check_standings(event)
            address = f"{event.tournament.slug}/{event.slug}"
            if not seats:
                self.stdout.write(_("%(event)s: the standings agree with the cards.") % {"event": address})
                continue
            wrong += 1
            message = _("%(event)s: wrong for %(seats)s. The standings were computed again from the cards.")
            self.stdout.write(message % {"event": address, "seats": ", ".join(seats)})
        if not events:
            self.stdout.write(_("No event has cards yet."))
        if wrong:
            message = ngettext(
                "The stored standings of %(n)d event were wrong.",
                "The stored standings of %(n)d events were wrong.",
                wrong,
            )
            raise CommandError(message % {"n": wrong})
