"""The screens of the hall; the desk decides what each shows."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event, Tournament
from tournaments.models.lengths import MAX_ANNOUNCEMENT


class Display(models.Model):
    """A screen in the hall that nobody touches.

    - `event`: the event whose standings, seats, cards, bracket or game clock it shows.
    - `text`: its own announcement.
    - `version`: counts changes by the desk.
    - `seen_at`: when a screen last polled. This is a note of the server, not part of the tournament.
    """

    class Shows(models.TextChoices):
        STANDINGS = "standings", _("Standings")
        SEATS = "seats", _("Next seats")
        MISSING = "missing", _("Missing cards")
        BRACKET = "bracket", _("Bracket")
        CALLS = "calls", _("Tables that wait for judges")
        CLOCK = "clock", _("Clock")
        ANNOUNCEMENT = "announcement", _("Announcement")
        BLANK = "blank", _("Nothing")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="displays")
    number = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=40)
    shows = models.CharField(_("shows"), max_length=12, choices=Shows, default=Shows.BLANK)
    event = models.ForeignKey(Event, models.PROTECT, null=True, blank=True, related_name="displays")
    text = models.CharField(_("words"), max_length=MAX_ANNOUNCEMENT, blank=True)
    version = models.PositiveIntegerField(default=1)
    changed_at = models.DateTimeField(default=timezone.now)
    changed_by = models.CharField(max_length=150)
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="display_number_once"),
            models.UniqueConstraint(fields=["tournament", "name"], name="display_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="display_has_a_name"),
            models.CheckConstraint(
                condition=Q(shows__in=["clock", "announcement", "blank"])
                | Q(shows__in=["standings", "seats", "missing", "bracket", "calls"], event__isnull=False),
                name="display_shows_something_of_an_event",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"
