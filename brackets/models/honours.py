"""Hands of 28 and 29, and other awards."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import MAX_REASON, Entry


class Honour(models.Model):
    """A hand of 28 or 29, or another award with a `name`, of an entrant."""

    class Kind(models.TextChoices):
        HAND_28 = "hand_28", _("28 hand")
        HAND_29 = "hand_29", _("29 hand")
        OTHER = "other", _("Another award")

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="honours")
    kind = models.CharField(_("award"), max_length=10, choices=Kind)
    name = models.CharField(_("name"), max_length=60, blank=True)
    note = models.CharField(_("note"), max_length=MAX_REASON, blank=True)
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["hand_28", "hand_29"], name="") | (Q(kind="other") & ~Q(name="")),
                name="honour_says_what_it_is",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.name}".strip()
