"""Paper: an entrant's personal link, and what was printed already."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.events import Event


class PersonalLink(models.Model):
    """The key to an entrant's own page. It is derived from the nonce and the site's secret, and not stored.

    At most one of an entry's links is valid; a revoked one never works again.
    """

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="links")
    nonce = models.CharField(max_length=32, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["entry"], condition=Q(revoked_at__isnull=True), name="one_link_per_entry")
        ]

    def __str__(self) -> str:
        return f"Link of {self.entry}"


class PrintedSheet(models.Model):
    """A sheet that was printed, with a fingerprint of its content. If the content has changed, it is printed again."""

    class Kind(models.TextChoices):
        SIGN = "sign", _("Table sign")
        SLIP = "slip", _("Seat slip")
        CARD = "card", _("Scorecard")
        ROTATION = "rotation", _("Rotation sheet")

    event = models.ForeignKey(Event, models.PROTECT, related_name="printed_sheets")
    kind = models.CharField(max_length=10, choices=Kind)
    key = models.CharField(max_length=20, help_text=_("The table or the seat that it is of."))
    fingerprint = models.CharField(max_length=64)
    printed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "kind", "key"], name="printed_sheet_once"),
            models.CheckConstraint(
                condition=Q(kind__in=["sign", "slip", "card", "rotation"]), name="printed_sheet_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.key}"


WITH_FIRST_DEALS = (PrintedSheet.Kind.CARD, PrintedSheet.Kind.ROTATION)
"""Sheets that say who deals first: printing them announces it."""
