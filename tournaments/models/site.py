"""What is kept of the site itself, whatever it holds."""

from __future__ import annotations

from django.db import models


class Site(models.Model):
    """One row at most, and none until there is something to say. No backup holds it.

    `restored` names the restore that made this database what it is. No event or card has a revision or version below
    `revisions_from` that was counted here: smaller ones may have been given out before the restore, for something else. `backup_wanted_at` is when a backup was
    asked for that is still to be made.
    """

    restored = models.CharField(max_length=32, blank=True)
    revisions_from = models.PositiveIntegerField(default=0)
    backup_wanted_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"restored by {self.restored}" if self.restored else "never restored"

    @classmethod
    def next_after(cls, *numbers: int) -> list[int]:
        """The number after each of these, or after a restore one that nobody was given before it. One query."""
        least = cls.least()
        return [max(number + 1, least) for number in numbers]

    @classmethod
    def least(cls) -> int:
        """The number from which revisions and versions are counted since the last restore; 0 without one. One query."""
        return cls.objects.order_by("pk").values_list("revisions_from", flat=True).first() or 0
