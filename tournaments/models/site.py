"""What is stored about the site itself: its state, what in it is made up, and what was done to it as a whole."""

from __future__ import annotations

from typing import Any, NoReturn

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


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


class MadeUp(models.Model):
    """One thing of the demonstration, so that all of it can be taken away again; `key` is the key of its row."""

    class Kind(models.TextChoices):
        TOURNAMENT = "tournament", _("Tournament")
        CLUB = "club", _("Club")
        ACCOUNT = "account", _("Account")

    kind = models.CharField(max_length=10, choices=Kind)
    key = models.PositiveBigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="made_up_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"

    @classmethod
    def keys_of(cls, kind: str) -> models.QuerySet[MadeUp, int]:
        """The keys of the things of this kind."""
        return cls.objects.filter(kind=kind).values_list("key", flat=True)


class SiteAct(models.Model):
    """One act on the site as a whole, by whom and when. It outlives the tournament that it took away.

    `after` has what was taken away and the backup that was made before. Rows are never edited or deleted.
    """

    at = models.DateTimeField(default=timezone.now)
    actor_kind = models.CharField(max_length=10)
    actor_key = models.CharField(max_length=150)
    actor_name = models.CharField(max_length=150)
    action = models.CharField(max_length=60)
    subject_key = models.CharField(max_length=120)
    after = models.JSONField(default=dict, encoder=DjangoJSONEncoder)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.action} {self.subject_key}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("the log of the site is written once")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("the log of the site is never deleted")
