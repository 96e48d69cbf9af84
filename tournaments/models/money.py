"""What people owe and have paid: fees set by the director, and an append-only ledger."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.events import Event, Tournament
from tournaments.models.lengths import MAX_REASON
from tournaments.models.people import Player


class Fee(models.Model):
    """A charge of an event: the entry, a Q-pool, a side pool. Amounts are in cents.

    An optional fee is owed by those who take it. Any other fee is owed by everybody in the event; only from a pool can
    people be off.
    """

    class Kind(models.TextChoices):
        ENTRY = "entry", _("Entry fee")
        Q_POOL = "q_pool", _("Q-pool")
        SIDE_POOL = "side_pool", _("Side pool")
        OTHER = "other", _("Other")

    POOLS = (Kind.Q_POOL, Kind.SIDE_POOL)
    """The kinds of a pool: its money goes to those who take part in it."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="fees")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.ENTRY)
    name = models.CharField(_("name"), max_length=60)
    cents = models.PositiveIntegerField(_("amount"))
    optional = models.BooleanField(_("optional"), default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="fee_name_once_per_event"),
            models.CheckConstraint(
                condition=Q(kind__in=["entry", "q_pool", "side_pool", "other"]), name="fee_kind_known"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="fee_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_chosen(self) -> bool:
        """Whether people can take or leave this fee: it is optional, or a pool."""
        return self.optional or self.kind in self.POOLS


class FeeTaken(models.Model):
    """An exception for one entrant: they take an optional fee, or are off a pool that everybody else owes."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="fees_taken")
    fee = models.ForeignKey(Fee, models.PROTECT, related_name="taken")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["entry", "fee"], name="fee_taken_once")]

    def __str__(self) -> str:
        return f"{self.entry}: {self.fee}"


class MoneyLine(models.Model):
    """A line in an append-only list of money, numbered in its tournament. A mistake is reversed by another line.

    `cents` is positive; `kind` says whether money comes or goes. A reversal has the amount of the line that it reverses.
    """

    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    cents = models.PositiveIntegerField()
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversed_by")
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)

    class Meta:
        abstract = True


class LedgerLine(MoneyLine):
    """Money that was paid or refunded for fees, or a waiver. `event` is the event of a waiver that is for one event."""

    class Kind(models.TextChoices):
        CASH = "cash", _("Cash")
        CHEQUE = "cheque", _("Check")
        REFUND = "refund", _("Refund")
        WAIVER = "waiver", _("Waiver")
        REVERSAL = "reversal", _("Correction")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="ledger")
    player = models.ForeignKey(Player, models.PROTECT, related_name="ledger")
    event = models.ForeignKey(Event, models.PROTECT, null=True, blank=True, related_name="waivers")
    kind = models.CharField(max_length=10, choices=Kind)
    note = models.CharField(max_length=MAX_REASON, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="ledger_number_once"),
            models.CheckConstraint(condition=Q(cents__gte=1), name="ledger_amount_is_more_than_none"),
            models.CheckConstraint(
                condition=Q(kind="reversal", reverses__isnull=False)
                | (Q(kind__in=["cash", "cheque", "refund", "waiver"]) & Q(reverses__isnull=True)),
                name="ledger_reversal_names_its_line",
            ),
            models.CheckConstraint(
                condition=Q(event__isnull=True) | Q(kind="waiver"), name="ledger_waiver_alone_names_an_event"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.get_kind_display()} {self.cents}"
