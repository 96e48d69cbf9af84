"""Departures from the plan of play: who was away, how a table really moved, and games awarded without play."""

from __future__ import annotations

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event


class DayChange(models.Model):
    """One departure from the plan of play. If it is undone the row stays, without effect.

    `data` depends on `kind`; people are given by their seats (permanent IDs):
    - `away` {seat, first, last}: the first and last game missed; last is null if nobody comes back.
    - `late` {seat, first}: the first game of a late entry.
    - `course` {rounds, pairs}: how one table moves.
    - `award` {game, winner, loser}.
    - `removed` {seat, game, winner, first}: the game in progress, which is lost, and its winner (both null if there is
      none), and the first game no longer played (null after the last).
    - `substitute` {seat, name, from_game}, and `last` if it was ended later.

    `away`, `removed` and `substitute` also have a course if people would meet again at a table that was mixed up
    before; for a no-show it names the entrant (`no_show`).
    """

    class Kind(models.TextChoices):
        AWAY = "away", _("Away")
        LATE = "late", _("Late entry")
        COURSE = "course", _("Moved another way")
        AWARD = "award", _("Game awarded")
        SUBSTITUTE = "substitute", _("Substitute")
        REMOVED = "removed", _("Removed from play")

    event = models.ForeignKey(Event, models.PROTECT, related_name="day_changes")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    table = models.CharField(max_length=3)
    data = models.JSONField(encoder=DjangoJSONEncoder)
    reason = models.CharField(max_length=300)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.CharField(max_length=150)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="day_change_number_once"),
            models.CheckConstraint(
                condition=Q(kind__in=["away", "late", "course", "award", "substitute", "removed"]),
                name="day_change_kind_known",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="day_change_has_a_reason"),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True, undone_by="") | (Q(undone_at__isnull=False) & ~Q(undone_by="")),
                name="day_change_undone_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.get_kind_display()} {self.table}"
