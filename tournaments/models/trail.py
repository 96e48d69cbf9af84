"""The log of what was done (the audit trail)."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NoReturn

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event, Tournament
from tournaments.models.lengths import MAX_ACTOR_NAME, MAX_SUBJECT_KEY


class AuditEntry(models.Model):
    """One act: what was done to which thing, the values before and after, who did it and why.

    Rows are never edited or deleted; the database rejects that too (see the migration). `subject_kind` and
    `subject_key` identify the thing within the event, so that its history can be read.
    """

    class ActorKind(models.TextChoices):
        USER = "user", _("User")
        ENTRY = "entry", _("Entrant's personal link")
        COMMAND = "command", _("Command line")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="audit_entries")
    event = models.ForeignKey(Event, models.PROTECT, null=True, related_name="audit_entries")
    revision = models.PositiveIntegerField(default=0, help_text=_("The event's revision before the change."))
    at = models.DateTimeField(default=timezone.now)
    actor_kind = models.CharField(max_length=10, choices=ActorKind)
    actor_key = models.CharField(max_length=150)
    actor_name = models.CharField(max_length=MAX_ACTOR_NAME)
    action = models.CharField(max_length=60)
    subject_kind = models.CharField(max_length=30)
    subject_key = models.CharField(max_length=MAX_SUBJECT_KEY)
    before = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    after = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    reason = models.CharField(max_length=500, blank=True)
    initials = models.CharField(max_length=8, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "audit entries"
        indexes = [
            models.Index(fields=["event", "subject_kind", "subject_key"], name="audit_by_subject"),
            models.Index(fields=["tournament", "at"], name="audit_by_time"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(actor_kind__in=["user", "entry", "command"]), name="audit_actor_known"),
        ]

    def __str__(self) -> str:
        at: datetime = self.at
        return f"{at:%H:%M:%S} {self.action} {self.subject_key}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("the audit trail is written once")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("the audit trail is never deleted")
