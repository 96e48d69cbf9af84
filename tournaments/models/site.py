"""What is stored about the site itself."""

from __future__ import annotations

from django.db import models


class Site(models.Model):
    """State of this server's database: at most one row, created when needed. Backups do not contain it.

    - `restored`: identifies the restore that made this database.
    - `revisions_from`: the first revision and version to use since the restore. Smaller ones may have been used before.
    - `backup_wanted_at`: when a pending backup was requested.
    """

    restored = models.CharField(max_length=32, blank=True)
    revisions_from = models.PositiveIntegerField(default=0)
    backup_wanted_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"restored by {self.restored}" if self.restored else "never restored"

    @classmethod
    def next_after(cls, *numbers: int) -> list[int]:
        """Return the number after each of these, skipping those that may have been used before a restore. One query."""
        least = cls.least()
        return [max(number + 1, least) for number in numbers]

    @classmethod
    def least(cls) -> int:
        """Return the number from which revisions and versions count since the last restore, or 0. One query."""
        return cls.objects.order_by("pk").values_list("revisions_from", flat=True).first() or 0
