"""The ground that everything stands on: who, where, when, and the trail of what was done.

A *tournament* is a weekend with one or more *events*; an *entry* is a player (or a pair) in one event; the *seat* of an
entry is its permanent ID, the table and seat where it starts, like A-7. A *player* is the person behind entries.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any, NoReturn

from django.contrib.auth.models import AbstractUser
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction
from django.db.models import F, Q
from django.db.models.functions import Length
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.rules.edition import Edition
from tournaments.rules.phase import Phase

# Sent after the commit of every change to an event, with `event_id`: what is derived in the apps above listens.
event_touched = Signal()


class User(AbstractUser):
    """Somebody who can sign in: a director, a checker, a judge, or a player with an account."""


class Tournament(models.Model):
    """A weekend of cribbage under one edition of the rulebook."""

    class EditionChoice(models.TextChoices):
        Y2020 = Edition("2020").value, _("2020 edition")
        CLASSIC = Edition("classic").value, _("Classic edition, before 2020")

    slug = models.SlugField(_("short name in the address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    starts_on = models.DateField(_("first day"))
    venue = models.CharField(_("venue"), max_length=200, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=60, default="America/Los_Angeles")
    edition = models.CharField(_("rulebook"), max_length=10, choices=EditionChoice, default=EditionChoice.Y2020)
    public = models.BooleanField(_("public"), default=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-starts_on", "slug"]
        constraints = [
            models.CheckConstraint(
                condition=Q(edition__in=[e.value for e in Edition]), name="tournament_edition_known"
            ),
            models.CheckConstraint(condition=~Q(slug="") & ~Q(name=""), name="tournament_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class EventQuerySet(models.QuerySet["Event"]):
    def locked(self, event: Event) -> Event:
        """The event's row, locked until the transaction ends: always the first lock that an action takes."""
        return self.select_for_update(of=("self",)).select_related("tournament").get(pk=event.pk)


class Event(models.Model):
    """One competition of a tournament, with its own entries, cards, standings and bracket.

    `revision` counts the changes; whatever is derived says which revision it was derived from. `phase`, `posted_at` and
    the other times are written by the actions of the apps above.
    """

    class Kind(models.TextChoices):
        MAIN = "main", _("Main event")
        CONSOLATION = "consolation", _("Consolation")
        SATELLITE = "satellite", _("Satellite")
        CLUB_NIGHT = "club_night", _("Club night")

    class Deal(models.TextChoices):
        CUT = "cut", _("Cut for deal")
        ALTERNATE = "alternate", _("Alternate deal")

    class Movement(models.TextChoices):
        ANCHOR = "anchor", _("Everyone moves one to the right, seat 1 is the anchor")
        MOVING_SIDE = "moving_side", _("One side moves, the other stays")
        TWO_GAMES = "two_games", _("Two games against each opponent")
        LADDER = "ladder", _("Partners ladder")
        NONE = "none", _("None: opponents are read from the cards")

    class PhaseChoice(models.TextChoices):
        REGISTRATION = Phase("registration").value, _("Registration")
        SEATING = Phase("seating").value, _("Seating")
        QUALIFYING = Phase("qualifying").value, _("Qualifying")
        CROSS_CHECK = Phase("cross_check").value, _("Cross-check")
        PLAYOFFS = Phase("playoffs").value, _("Playoffs")
        REPORT = Phase("report").value, _("Report")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="events")
    slug = models.SlugField(_("short name in the address"), max_length=60)
    kind = models.CharField(_("kind"), max_length=20, choices=Kind, default=Kind.MAIN)
    games = models.PositiveSmallIntegerField(_("games"), default=22)
    deal = models.CharField(_("first deal"), max_length=10, choices=Deal, default=Deal.CUT)
    movement = models.CharField(_("movement"), max_length=20, choices=Movement, default=Movement.ANCHOR)
    fixed_rounds = models.PositiveSmallIntegerField(_("rounds"), null=True, blank=True)
    hidden = models.JSONField(default=list, blank=True, help_text=_("Public pages that the director holds back."))

    phase = models.CharField(max_length=20, choices=PhaseChoice, default=PhaseChoice.REGISTRATION)
    revision = models.PositiveIntegerField(default=0)
    last_entry = models.PositiveIntegerField(default=0, help_text=_("The highest entry number given out so far."))
    quota_exemption = models.PositiveSmallIntegerField(null=True, blank=True)
    quota_reason = models.CharField(max_length=300, blank=True)
    draw_seed = models.BigIntegerField(null=True, blank=True)
    registration_closed_at = models.DateTimeField(null=True, blank=True)
    cards_begun_at = models.DateTimeField(null=True, blank=True)
    cross_checked_at = models.DateTimeField(null=True, blank=True)
    posted_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "slug"], name="event_slug_once_per_tournament"),
            models.CheckConstraint(condition=Q(games__gte=1, games__lte=60), name="event_games_1_to_60"),
            models.CheckConstraint(
                condition=Q(fixed_rounds__isnull=True) | Q(fixed_rounds__gte=F("games"), fixed_rounds__lte=120),
                name="event_rounds_hold_the_games",
            ),
            models.CheckConstraint(
                condition=Q(quota_exemption__isnull=True) | (Q(quota_exemption__gte=1) & ~Q(quota_reason="")),
                name="event_exemption_has_a_reason",
            ),
            models.CheckConstraint(condition=Q(phase__in=[p.value for p in Phase]), name="event_phase_known"),
            models.CheckConstraint(
                condition=Q(kind__in=["main", "consolation", "satellite", "club_night"]), name="event_kind_known"
            ),
            models.CheckConstraint(condition=Q(deal__in=["cut", "alternate"]), name="event_deal_known"),
            models.CheckConstraint(
                condition=Q(movement__in=["anchor", "moving_side", "two_games", "ladder", "none"]),
                name="event_movement_known",
            ),
            models.CheckConstraint(
                condition=Q(cards_begun_at__isnull=True) | Q(registration_closed_at__isnull=False),
                name="event_cards_after_seating",
            ),
            models.CheckConstraint(
                condition=Q(posted_at__isnull=True) | Q(cross_checked_at__isnull=False),
                name="event_posted_after_cross_check",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament.slug}/{self.slug}"

    @property
    def edition(self) -> Edition:
        return Edition(self.tournament.edition)

    @property
    def is_seated(self) -> bool:
        return self.registration_closed_at is not None

    def touch(self) -> int:
        """Count one more change, in the database, and tell whoever listens once it is committed; the new revision."""
        type(self).objects.filter(pk=self.pk).update(revision=F("revision") + 1)
        self.revision = type(self).objects.values_list("revision", flat=True).get(pk=self.pk)
        transaction.on_commit(partial(event_touched.send_robust, type(self), event_id=self.pk), robust=True)
        return self.revision


class SeatingTable(models.Model):
    """A long section of seats; `seats` is even, an odd field leaves one of them empty."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="tables")
    name = models.CharField(max_length=3)
    seats = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="table_name_once_per_event"),
            models.CheckConstraint(condition=Q(seats__gte=2, seats__lte=500), name="table_seats_2_to_500"),
        ]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person who plays, known by name and perhaps by ACC number; `user` is their account, where they have one."""

    name = models.CharField(_("name"), max_length=120)
    acc_number = models.CharField(_("ACC number"), max_length=12, blank=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="players")

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name")]
        indexes = [models.Index(fields=["acc_number"], name="player_by_acc_number")]

    def __str__(self) -> str:
        return self.name


class EntryQuerySet(models.QuerySet["Entry"]):
    def of(self, event: Event) -> EntryQuerySet:
        return self.filter(event=event)

    def playing(self) -> EntryQuerySet:
        """Those who started play, or still may: everybody but the no-shows. Whoever withdrew counts."""
        return self.exclude(status=Entry.Status.NO_SHOW)

    def in_seat_order(self) -> EntryQuerySet:
        """Table A to Z, then AA; then seat; who has no seat yet comes last, as entered."""
        return self.order_by(
            Length("table").asc(nulls_last=True),
            F("table").asc(nulls_last=True),
            F("seat_number").asc(nulls_last=True),
            "number",
        )


class Entry(models.Model):
    """A player in one event. `number` is this event's own count; the seat is the permanent ID once it is drawn."""

    class Status(models.TextChoices):
        PLAYING = "playing", _("Playing")
        NO_SHOW = "no_show", _("No-show")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    event = models.ForeignKey(Event, models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=120)
    acc_number = models.CharField(_("ACC number"), max_length=12, blank=True)
    table = models.CharField(max_length=3, null=True, blank=True)  # noqa: DJ001 # no seat yet is not a table called ""
    seat_number = models.PositiveSmallIntegerField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.PLAYING)
    status_reason = models.CharField(max_length=300, blank=True)
    entered_at = models.DateTimeField(default=timezone.now)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once_per_event"),
            models.UniqueConstraint(fields=["event", "table", "seat_number"], name="entry_seat_once_per_event"),
            models.CheckConstraint(
                condition=Q(table__isnull=True, seat_number__isnull=True)
                | Q(table__isnull=False, seat_number__isnull=False, seat_number__gte=1, seat_number__lte=500),
                name="entry_seat_whole_or_none",
            ),
            models.CheckConstraint(
                condition=Q(status="playing") | (Q(status__in=["no_show", "withdrawn"]) & ~Q(status_reason="")),
                name="entry_status_has_a_reason",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="entry_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.seat or self.number} {self.name}"

    @property
    def seat(self) -> str:
        """The permanent ID, like A-7; empty before the seats are drawn."""
        return f"{self.table}-{self.seat_number}" if self.table else ""


class Role(models.Model):
    """What a user may do in one tournament; somebody may hold several."""

    class Kind(models.TextChoices):
        DIRECTOR = "director", _("Director")
        REGISTRAR = "registrar", _("Registrar")
        CHECKER = "checker", _("Checker")
        JUDGE = "judge", _("Judge")
        VIEWER = "viewer", _("Viewer")

    user = models.ForeignKey(User, models.CASCADE, related_name="roles")
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="roles")
    kind = models.CharField(max_length=12, choices=Kind)
    is_head = models.BooleanField(default=False, help_text=_("The head judge; one per tournament."))

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "tournament", "kind"], name="role_once_per_person"),
            models.UniqueConstraint(fields=["tournament"], condition=Q(is_head=True), name="one_head_judge"),
            models.CheckConstraint(condition=Q(is_head=False) | Q(kind="judge"), name="only_a_judge_is_head_judge"),
            models.CheckConstraint(
                condition=Q(kind__in=["director", "registrar", "checker", "judge", "viewer"]), name="role_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"


class Relation(models.Model):
    """Two people of whom neither should check or judge the other's games alone, as it was recorded for a tournament.

    `one` has the lower key, so that a pair is there once. Whoever works at the desk without playing is a player without an
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


class AuditEntry(models.Model):
    """One thing that was done: what, to what, before and after, who and why. Nothing edits or deletes it.

    The database refuses an update or a delete too (see the migration), so that this holds also for whoever goes around
    the program. `subject` is (kind, key) within the event, so that the trail can be read as the history of one thing.
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
    actor_name = models.CharField(max_length=150)
    action = models.CharField(max_length=60)
    subject_kind = models.CharField(max_length=30)
    subject_key = models.CharField(max_length=120)
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
