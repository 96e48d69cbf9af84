"""What is stored of judging: the calls for a judge."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models import Entry, User

LONGEST_WORDS = 200


class Call(models.Model):
    """A judge was called to a table: by whom, where they sat, and who came.

    Of one entrant at most one call is open. `table` and `seat` are where they sit in the game that is on, `match` is that of
    the bracket; what nobody knows is blank. `taken_by` is the name of whoever is coming, `judge` their account.
    """

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="judge_calls")
    table = models.CharField(max_length=20, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    match = models.PositiveSmallIntegerField(null=True, blank=True)
    game = models.PositiveSmallIntegerField(null=True, blank=True)
    about = models.CharField(max_length=LONGEST_WORDS, blank=True)
    at = models.DateTimeField(default=timezone.now)
    taken_by = models.CharField(max_length=150, blank=True)
    judge = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    taken_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.CharField(max_length=150, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=Q(closed_at__isnull=True), name="one_open_call_per_entry"
            ),
        ]

    def __str__(self) -> str:
        return f"Call of {self.entry}"
