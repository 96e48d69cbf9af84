"""Who helps at a tournament, how they were invited, and who is related to whom."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event, Tournament
from tournaments.models.people import Player, User


class RoleQuerySet(models.QuerySet["Role"]):
    def in_force(self) -> RoleQuerySet:
        """The roles that have not ended, whatever their event."""
        return self.filter(Q(ends_at__isnull=True) | Q(ends_at__gt=timezone.now()))

    def in_event(self, event: Event) -> RoleQuerySet:
        """The roles that hold in this event: those of the whole tournament, and its own."""
        return self.in_force().filter(Q(event__isnull=True) | Q(event=event), tournament=event.tournament_id)

    def lasting_directors(self) -> RoleQuerySet:
        """Directors of the whole tournament without an end; a tournament always has one."""
        return self.filter(kind=Role.Kind.DIRECTOR, event__isnull=True, ends_at__isnull=True, user__is_active=True)


class Role(models.Model):
    """What a user may do in one tournament; one user may have several.

    `event` limits the role to that event; it ends at `ends_at`.
    """

    class Kind(models.TextChoices):
        DIRECTOR = "director", _("Director")
        REGISTRAR = "registrar", _("Registrar")
        CHECKER = "checker", _("Checker")
        JUDGE = "judge", _("Judge")
        VIEWER = "viewer", _("Viewer")

    user = models.ForeignKey(User, models.CASCADE, related_name="roles")
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="roles")
    kind = models.CharField(max_length=12, choices=Kind)
    event = models.ForeignKey(Event, models.PROTECT, null=True, blank=True, related_name="roles")
    is_head = models.BooleanField(default=False, help_text=_("The head judge; one per tournament."))
    is_senior = models.BooleanField(default=False, help_text=_("A senior judge, as the ACC examines them."))
    ends_at = models.DateTimeField(null=True, blank=True)

    objects = RoleQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "tournament", "kind"], condition=Q(event__isnull=True), name="role_once_per_person"
            ),
            models.UniqueConstraint(
                fields=["user", "event", "kind"],
                condition=Q(event__isnull=False),
                name="role_once_per_person_and_event",
            ),
            models.UniqueConstraint(fields=["tournament"], condition=Q(is_head=True), name="one_head_judge"),
            models.CheckConstraint(condition=Q(is_head=False) | Q(kind="judge"), name="only_a_judge_is_head_judge"),
            models.CheckConstraint(condition=Q(is_senior=False) | Q(kind="judge"), name="only_a_judge_is_senior"),
            models.CheckConstraint(
                condition=Q(kind__in=["director", "registrar", "checker", "judge", "viewer"]), name="role_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"

    @property
    def is_in_force(self) -> bool:
        return self.ends_at is None or self.ends_at > timezone.now()


class Invitation(models.Model):
    """A role for the first person who brings the key, by a link or by a code on paper. The key is not stored.

    `event` and `role_ends_at` limit the role. The invitation itself expires at `expires_at`.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="invitations")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Role.Kind)
    event = models.ForeignKey(Event, models.PROTECT, null=True, blank=True, related_name="invitations")
    name = models.CharField(_("for whom"), max_length=120, blank=True)
    nonce = models.CharField(max_length=32, unique=True)
    role_ends_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField()
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.CharField(max_length=150)
    used_at = models.DateTimeField(null=True, blank=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="invitations")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="invitation_number_once"),
            models.CheckConstraint(
                condition=Q(kind__in=["director", "registrar", "checker", "judge", "viewer"]),
                name="invitation_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.get_kind_display()}"


class Relation(models.Model):
    """Two people who should not check or judge one another's games alone, as recorded for a tournament.

    `one` has the smaller primary key, so that each pair exists once. A helper who does not play is a Player without an
    entry.
    """

    class Kind(models.TextChoices):
        FAMILY = "family", _("Relatives")
        PARTNER = "partner", _("Partners")
        ROOM = "room", _("Share a room")
        TRAVEL = "travel", _("Travel together")
        CLUB = "club", _("Same club")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="relations")
    one = models.ForeignKey(Player, models.PROTECT, related_name="+")
    other = models.ForeignKey(Player, models.PROTECT, related_name="+")
    kind = models.CharField(_("how"), max_length=10, choices=Kind)
    noted_by = models.CharField(max_length=150)
    noted_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "one", "other"], name="one_relation_per_pair"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="relation_of_two_people_in_order"),
            models.CheckConstraint(
                condition=Q(kind__in=["family", "partner", "room", "travel", "club"]), name="relation_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} and {self.other}: {self.get_kind_display()}"
