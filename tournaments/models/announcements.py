"""Announcements by the director to everybody in the hall."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event, Tournament
from tournaments.models.lengths import MAX_ANNOUNCEMENT


def stands(time: datetime, lead: str = "") -> Q:
    """Return a filter for announcements that are active at this time. `lead` is the path to them in a query."""
    in_time = Q((f"{lead}until__isnull", True)) | Q((f"{lead}until__gt", time))
    return Q((f"{lead}taken_back_at__isnull", True)) & in_time


class Announcement(models.Model):
    """A text on all open pages of the tournament, or of one event.

    It is never changed: the director takes it back and makes a new one. It is active until `until`, or if that is None
    until it is taken back.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="announcements")
    event = models.ForeignKey(Event, models.PROTECT, null=True, blank=True, related_name="announcements")
    number = models.PositiveIntegerField()
    text = models.CharField(_("words"), max_length=MAX_ANNOUNCEMENT)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="announcement_number_once"),
            models.CheckConstraint(condition=~Q(text=""), name="announcement_has_words"),
            models.CheckConstraint(
                condition=Q(taken_back_at__isnull=True, taken_back_by="")
                | (Q(taken_back_at__isnull=False) & ~Q(taken_back_by="")),
                name="announcement_taken_back_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.text}"

    def stands_at(self, time: datetime) -> bool:
        """Whether it is active at this time."""
        return self.taken_back_at is None and (self.until is None or self.until > time)
