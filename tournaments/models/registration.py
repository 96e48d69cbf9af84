"""Requests to play, before the desk makes entries of them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event, Tournament
from tournaments.models.money import Fee
from tournaments.models.people import Player


class Registration(models.Model):
    """One person's request to play in one or more events.

    The desk accepts it, returns it with marked fields, or declines it with a reason.

    - `nonce`: makes the key of the page on which the person sees and corrects the request.
    - `marked`: the fields to correct.
    - `player`: the person that was made or chosen when the request was accepted.
    """

    class State(models.TextChoices):
        SENT = "sent", _("Waiting for the desk")
        RETURNED = "returned", _("Sent back")
        ACCEPTED = "accepted", _("Accepted")
        DECLINED = "declined", _("Declined")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="registrations")
    number = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=120)
    acc_number = models.CharField(_("ACC number"), max_length=12, blank=True)
    club = models.CharField(_("club"), max_length=80, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    phone = models.CharField(_("phone"), max_length=40, blank=True)
    note = models.CharField(_("note to the director"), max_length=500, blank=True)
    events = models.ManyToManyField(Event, related_name="registrations")
    pools = models.ManyToManyField(Fee, blank=True, related_name="registrations")
    state = models.CharField(max_length=10, choices=State, default=State.SENT)
    marked = models.JSONField(default=list, blank=True)
    message = models.CharField(max_length=500, blank=True)
    nonce = models.CharField(max_length=32, unique=True)
    sent_at = models.DateTimeField(default=timezone.now)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=150, blank=True)
    player = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="registrations")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="registration_number_once"),
            models.CheckConstraint(
                condition=Q(state__in=["sent", "returned", "accepted", "declined", "withdrawn"]),
                name="registration_state_known",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="registration_has_a_name"),
            models.CheckConstraint(
                condition=~Q(state__in=["returned", "declined"]) | ~Q(message=""),
                name="registration_refused_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"
