"""A club, its members, its seasons with their nights, and the log of what was done in it."""

from __future__ import annotations

from typing import Any, NoReturn

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import AuditEntry, Event, Player, User

MAX_NIGHTS = 120
"""Nights of a season at most. The ACC allows 36; a club that plays twice a week may count for itself."""
MAX_FEE = 100_000
"""The highest fee of a night, in cents."""
MAX_HANDS = 9
"""Hands of 28, or of 29, that one card of a night can have."""


class Club(models.Model):
    """A club that meets week after week; `number` is the one that the ACC gave it, as the club writes it."""

    slug = models.SlugField(_("short name in the address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    town = models.CharField(_("town"), max_length=120, blank=True)
    number = models.CharField(_("club number"), max_length=20, blank=True)
    public = models.BooleanField(_("public"), default=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["name", "slug"]
        constraints = [
            models.CheckConstraint(condition=~Q(slug="") & ~Q(name=""), name="club_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def standing_seasons(self) -> QuerySet[Season]:
        """Its seasons, newest first, without removed ones."""
        return self.seasons.filter(withdrawn_at__isnull=True)


class ClubRole(models.Model):
    """What a user may do in a club: a director everything."""

    class Kind(models.TextChoices):
        DIRECTOR = "director", _("Director")

    user = models.ForeignKey(User, models.CASCADE, related_name="club_roles")
    club = models.ForeignKey(Club, models.PROTECT, related_name="roles")
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.DIRECTOR)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "club", "kind"], name="club_role_once_per_person"),
            models.CheckConstraint(condition=Q(kind="director"), name="club_role_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"


class Member(models.Model):
    """Somebody who plays in a club. `player` is the person behind the entries at the nights with cards.

    Who left stays here, for the nights that they played; `left_on` is the first day on which they are not in the club.
    Who does not want to be named in public has a number as `unnamed_as`; everybody then reads `public_name`.
    """

    class Kind(models.TextChoices):
        MEMBER = "member", _("Member")
        GUEST = "guest", _("Guest")
        VISITOR = "visitor", _("Visitor")

    club = models.ForeignKey(Club, models.PROTECT, related_name="members")
    player = models.ForeignKey(Player, models.PROTECT, related_name="memberships")
    name = models.CharField(_("name"), max_length=120)
    acc_number = models.CharField(_("ACC number"), max_length=12, blank=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.MEMBER)
    joined_on = models.DateField(_("since"), null=True, blank=True)
    left_on = models.DateField(_("left on"), null=True, blank=True)
    unnamed_as = models.PositiveSmallIntegerField(_("number instead of the name in public"), null=True, blank=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="member_once_per_club"),
            models.UniqueConstraint(fields=["club", "unnamed_as"], name="member_number_once_per_club"),
            models.CheckConstraint(condition=~Q(name=""), name="member_has_a_name"),
            models.CheckConstraint(condition=Q(kind__in=["member", "guest", "visitor"]), name="member_kind_known"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def public_name(self) -> str:
        """What everybody reads; those who direct the club read `name`."""
        return self.name if self.unnamed_as is None else _("Player %(number)d") % {"number": self.unnamed_as}


class Season(models.Model):
    """A season of a club: so many sanctioned nights at most, from a day on. `points` is how a night counts in its table.

    One with `withdrawn_at` was taken out; no night of it stands.
    """

    class Points(models.TextChoices):
        FROM_12 = "game_points_from_12", _("Nights of 12 game points or more count, others count 0")
        ALL = "game_points", _("Every night counts its game points")

    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons")
    slug = models.SlugField(_("short name in the address"), max_length=60)
    name = models.CharField(_("name"), max_length=120)
    starts_on = models.DateField(_("first day"))
    nights = models.PositiveSmallIntegerField(_("nights"), default=36)
    points = models.CharField(_("points"), max_length=20, choices=Points, default=Points.FROM_12)
    sanctioned = models.BooleanField(_("ACC-sanctioned"), default=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-starts_on", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="season_slug_once_per_club"),
            models.CheckConstraint(condition=~Q(slug="") & ~Q(name=""), name="season_has_a_name"),
            models.CheckConstraint(condition=Q(nights__gte=1, nights__lte=MAX_NIGHTS), name="season_nights_1_to_120"),
            models.CheckConstraint(
                condition=Q(points__in=["game_points_from_12", "game_points"]), name="season_points_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def standing_nights(self) -> QuerySet[Night]:
        """Its nights, without removed ones."""
        return self.played.filter(withdrawn_at__isnull=True)

    def counting_nights(self) -> QuerySet[Night]:
        """Those of its nights that are sanctioned: they alone use up the `nights` that it has."""
        return self.standing_nights().filter(sanctioned=True)


class Night(models.Model):
    """One night of a season. With an `event` its results are those of the event's cards; else they are typed.

    `fee_cents` is what everybody paid; all of it is paid out again.

    `number` counts within the season and is never given twice. A night with `withdrawn_at` was taken out and counts
    nowhere.
    """

    season = models.ForeignKey(Season, models.PROTECT, related_name="played")
    number = models.PositiveSmallIntegerField()
    date = models.DateField(_("date"))
    games = models.PositiveSmallIntegerField(_("games"), default=9)
    sanctioned = models.BooleanField(_("ACC-sanctioned"), default=True)
    fee_cents = models.PositiveIntegerField(_("fee"), default=0)
    event = models.OneToOneField(Event, models.PROTECT, null=True, blank=True, related_name="club_night")
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="night_number_once_per_season"),
            models.UniqueConstraint(
                fields=["season", "date"], condition=Q(withdrawn_at__isnull=True), name="one_night_a_day"
            ),
            models.CheckConstraint(condition=Q(games__gte=1, games__lte=60), name="night_games_1_to_60"),
        ]

    def __str__(self) -> str:
        return f"{self.season} {self.number}"


class NightResult(models.Model):
    """What one member came to at a night that was typed; all but the game points is null where nobody wrote it down."""

    night = models.ForeignKey(Night, models.PROTECT, related_name="results")
    member = models.ForeignKey(Member, models.PROTECT, related_name="results")
    game_points = models.PositiveSmallIntegerField(_("game points"))
    games_won = models.PositiveSmallIntegerField(_("games won"), null=True, blank=True)
    net = models.SmallIntegerField(_("net"), null=True, blank=True)
    skunks_won = models.PositiveSmallIntegerField(_("skunks won"), null=True, blank=True)
    skunks_lost = models.PositiveSmallIntegerField(_("skunks lost"), null=True, blank=True)
    hands_28 = models.PositiveSmallIntegerField(_("28 hands"), default=0)
    hands_29 = models.PositiveSmallIntegerField(_("29 hands"), default=0)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["night", "member"], name="one_result_a_night"),
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.game_points}"


class ClubLog(models.Model):
    """One act in a club: what, to what, before and after, who and why. Rows are never edited or deleted.

    It has the columns of a tournament's log. `subject` is (kind, natural key) within the club.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="log")
    at = models.DateTimeField(default=timezone.now)
    actor_kind = models.CharField(max_length=10, choices=AuditEntry.ActorKind)
    actor_key = models.CharField(max_length=150)
    actor_name = models.CharField(max_length=150)
    action = models.CharField(max_length=60)
    subject_kind = models.CharField(max_length=30)
    subject_key = models.CharField(max_length=150)
    before = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    after = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(actor_kind__in=["user", "entry", "command"]), name="club_log_actor_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.subject_key}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("the log is written once")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("the log is never deleted")
