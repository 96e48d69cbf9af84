"""Prizes, pools, items of the books, and payouts. Amounts are in cents."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models import MAX_REASON, Entry, Event, Fee, MoneyLine, Player, Tournament


class Prize(models.Model):
    """A prize of an event: for a place of the playoffs, a rank or the high nonqualifier, or another prize with a name.

    Everybody who shares a place of the playoffs gets its full prize.
    """

    class Kind(models.TextChoices):
        PLACE = "place", _("Place in the playoffs")
        RANK = "rank", _("Rank in the qualifying round")
        HIGH_NONQUALIFIER = "hnq", _("High nonqualifier")
        OTHER = "other", _("Other")

    event = models.ForeignKey(Event, models.PROTECT, related_name="prizes")
    kind = models.CharField(_("for"), max_length=10, choices=Kind, default=Kind.PLACE)
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    name = models.CharField(_("name"), max_length=60, blank=True)
    cents = models.PositiveIntegerField(_("amount"))
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="prizes")

    class Meta:
        ordering = ["kind", "place", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "kind", "place"],
                condition=Q(kind__in=["place", "rank"]),
                name="prize_once_per_place",
            ),
            models.UniqueConstraint(fields=["event"], condition=Q(kind="hnq"), name="prize_once_for_the_hnq"),
            models.CheckConstraint(
                condition=Q(kind__in=["place", "rank"], place__gte=1, name="", entry__isnull=True)
                | Q(kind="hnq", place__isnull=True, name="", entry__isnull=True)
                | (Q(kind="other", place__isnull=True) & ~Q(name="")),
                name="prize_says_what_for",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.place or self.name}".strip()


class PoolPlan(models.Model):
    """How a pool is paid out.

    One in `ratio` of those in the pool is paid. `by_hand` are the director's amounts, best place first; if it is empty,
    the amounts follow from `type`.
    """

    class Type(models.TextChoices):
        EQUAL = "equal", _("Equal")
        TOP_DOUBLE = "top_double", _("Equal, the top one double")
        GRADUATED = "graduated", _("Graduated")
        BY_HAND = "by_hand", _("By hand")

    fee = models.OneToOneField(Fee, models.PROTECT, related_name="pool")
    type = models.CharField(_("paid out"), max_length=10, choices=Type, default=Type.EQUAL)
    ratio = models.PositiveSmallIntegerField(_("one in"), default=4)
    by_hand = models.JSONField(default=list, blank=True)
    reason = models.CharField(max_length=MAX_REASON, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(type__in=["equal", "top_double", "graduated", "by_hand"]), name="pool_type_known"
            ),
            models.CheckConstraint(condition=Q(ratio__gte=1, ratio__lte=100), name="pool_pays_one_in_1_to_100"),
        ]

    def __str__(self) -> str:
        return f"{self.fee}: {self.get_type_display()}"


class Item(MoneyLine):
    """Money of a tournament besides entrants' fees and prizes: an expense, a sanctioning fee, or an income."""

    class Kind(models.TextChoices):
        EXPENSE = "expense", _("Expense")
        SANCTIONING = "sanctioning", _("Sanctioning fee")
        INCOME = "income", _("Income")
        REVERSAL = "reversal", _("Correction")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="items")
    event = models.ForeignKey(Event, models.PROTECT, null=True, blank=True, related_name="items")
    kind = models.CharField(max_length=12, choices=Kind)
    name = models.CharField(max_length=120)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="item_number_once"),
            models.CheckConstraint(condition=Q(cents__gte=1), name="item_amount_is_more_than_none"),
            models.CheckConstraint(
                condition=Q(kind="reversal", reverses__isnull=False)
                | Q(kind__in=["expense", "sanctioning", "income"], reverses__isnull=True),
                name="item_reversal_names_its_line",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.get_kind_display()} {self.cents}"


class Payout(MoneyLine):
    """Money paid to a winner."""

    class Kind(models.TextChoices):
        CASH = "cash", _("Cash")
        CHEQUE = "cheque", _("Check")
        REVERSAL = "reversal", _("Correction")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="payouts")
    player = models.ForeignKey(Player, models.PROTECT, related_name="payouts")
    kind = models.CharField(max_length=10, choices=Kind)
    note = models.CharField(max_length=MAX_REASON, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="payout_number_once"),
            models.CheckConstraint(condition=Q(cents__gte=1), name="payout_is_more_than_none"),
            models.CheckConstraint(
                condition=Q(kind="reversal", reverses__isnull=False)
                | Q(kind__in=["cash", "cheque"], reverses__isnull=True),
                name="payout_reversal_names_its_line",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.get_kind_display()} {self.cents}"
