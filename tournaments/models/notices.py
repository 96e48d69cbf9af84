"""Subscriptions to notices, and what was sent. Notes of this server, not part of the tournament."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.paper import PersonalLink


class News(models.TextChoices):
    """What somebody may be notified of."""

    SEAT = "seat", _("Your seat")
    QUALIFIERS = "qualifiers", _("Qualifiers posted")
    MATCH = "match", _("Your match is up")


class SubscriptionQuerySet(models.QuerySet["Subscription"]):
    def in_force(self) -> SubscriptionQuerySet:
        """The subscriptions whose personal link is valid, even if their address is not confirmed yet."""
        return self.filter(link__revoked_at__isnull=True)

    def outdated(self, confirmable_since: datetime, over_since: datetime) -> SubscriptionQuerySet:
        """The subscriptions to delete: never confirmed and made before `confirmable_since`, or long over.

        Long over are those whose tournament began, and that were made, before `over_since`.
        """
        is_unconfirmed = Q(confirmed_at__isnull=True, made_at__lt=confirmable_since)
        is_over = Q(link__entry__event__tournament__starts_on__lt=over_since.date(), made_at__lt=over_since)
        return self.filter(is_unconfirmed | is_over)


class Subscription(models.Model):
    """Where to send notices: an e-mail address, or one browser.

    A subscription belongs to a personal link and ends with it: if the link was in the wrong hands, nothing more is sent
    there. An ended subscription is deleted, with its address.

    - `key`, `secret`: come from the browser.
    - `nonce`: makes the address at which mails are confirmed or ended.
    - `site`: the address at which the subscriber opened the site.
    - `language`: the language of the subscriber.
    - `told_revision`: the revision of the event that was processed last.
    """

    class Channel(models.TextChoices):
        MAIL = "mail", _("E-mail")
        PUSH = "push", _("Browser")

    link = models.ForeignKey(PersonalLink, models.CASCADE, related_name="subscriptions")
    channel = models.CharField(max_length=4, choices=Channel)
    address = models.CharField(max_length=1000)
    key = models.CharField(max_length=100, blank=True)
    secret = models.CharField(max_length=40, blank=True)
    nonce = models.CharField(max_length=32, unique=True)
    site = models.CharField(max_length=300)
    language = models.CharField(max_length=10, default=settings.LANGUAGE_CODE)
    seat = models.BooleanField(default=True)
    qualifiers = models.BooleanField(default=True)
    match = models.BooleanField(default=True)
    made_at = models.DateTimeField(default=timezone.now)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    told_revision = models.PositiveIntegerField(default=0)

    objects = SubscriptionQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["link"], condition=Q(channel="mail"), name="one_mail_address_per_link"),
            models.UniqueConstraint(fields=["link", "address"], name="one_subscription_per_address"),
            models.CheckConstraint(
                condition=Q(channel="mail", key="", secret="")
                | (Q(channel="push", confirmed_at__isnull=False) & ~Q(key="") & ~Q(secret="")),
                name="subscription_can_be_reached",
            ),
            models.CheckConstraint(condition=~Q(address=""), name="subscription_has_an_address"),
        ]

    def __str__(self) -> str:
        return f"{self.get_channel_display()} of {self.link}"

    def wants(self, what: str) -> bool:
        """Whether this kind of `News` is ticked."""
        return bool(getattr(self, what))


class Notice(models.Model):
    """The last notice of one kind in a subscription, sent or to be sent. `subject` identifies what it tells.

    - `sent_at`: None until it is sent. What was already true at the time of subscribing counts as sent.
    - `tried_at`, `failure`: the time of the last try, and the code of its error.
    - `try_at`: the time from which the next try may be made.
    """

    CONFIRM = "confirm"
    """The mail that asks to confirm the address."""

    subscription = models.ForeignKey(Subscription, models.CASCADE, related_name="notices")
    what = models.CharField(max_length=10)
    subject = models.CharField(max_length=120, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    try_at = models.DateTimeField(default=timezone.now)
    tried_at = models.DateTimeField(null=True, blank=True)
    failure = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["subscription", "what"], name="one_notice_of_a_kind"),
            models.CheckConstraint(
                condition=Q(what__in=["confirm", "seat", "qualifiers", "match"]), name="notice_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.subject}"
