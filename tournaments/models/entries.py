"""Entries in an event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce, Length, NullIf
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event
from tournaments.models.people import Player, User, is_one_of, with_people
from tournaments.rules.naming import beside, in_full, plain

place_given = Signal()
"""Sent after the commit with the `entry_id` of somebody who waited and has a place in the event now."""


class EntryQuerySet(models.QuerySet["Entry"]):
    def of(self, event: Event) -> EntryQuerySet:
        """The entries of this event."""
        return self.filter(event=event)

    def at_seats(self, seats: Iterable[str]) -> EntryQuerySet:
        """Those at these seats, given in the program's spelling."""
        pairs = (seat.split("-") for seat in seats)
        return self.filter(reduce(or_, (Q(table=table, seat_number=number) for table, number in pairs), Q(pk__in=[])))

    def playing(self) -> EntryQuerySet:
        """Everybody except no-shows and those who wait for a place. Entrants who withdrew are included."""
        return self.exclude(status__in=Entry.NOT_STARTED)

    def with_people(self) -> EntryQuerySet:
        """With their players, and the two people of each team: for whatever asks whose an entry is."""
        return self.select_related("player", *with_people("player"))

    def known_by(self, *columns: str) -> Any:
        """Rows of these columns with `known_name` behind them, for those who work at the tournament."""
        known = Coalesce(NullIf("withheld_name", Value("")), "name")
        return self.annotate(known=known).values_list(*columns, "known")

    def of_user(self, user: User) -> EntryQuerySet:
        """Those that this account plays, alone or as one of a team."""
        return self.filter(is_one_of("player", "user", user))

    def in_seat_order(self) -> EntryQuerySet:
        """The entries by table (A to Z, then AA), then by seat. Entries without a seat come last, by number."""
        return self.order_by(
            Length("table").asc(nulls_last=True),
            F("table").asc(nulls_last=True),
            F("seat_number").asc(nulls_last=True),
            "number",
        )


class Entry(models.Model):
    """A player in one event. `number` counts within the event; the seat is the permanent ID once it is drawn.

    Somebody who is not to be named in public has a placeholder as `name`, and is called so wherever nothing else is
    asked for; the name itself is `withheld_name`. Who works at the tournament reads `known_name`.
    `email` and `phone` are for the desk alone: nothing public shows them, and log and export leave them out.
    """

    class Status(models.TextChoices):
        PLAYING = "playing", _("Playing")
        NO_SHOW = "no_show", _("No-show")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        WAITING = "waiting", _("Waiting list")

    NOT_STARTED = (Status.NO_SHOW, Status.WAITING)
    """The statuses of those who do not count: they did not come, or the event is full."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=120)
    withheld_name = models.CharField(_("name that is not public"), max_length=120, blank=True)
    acc_number = models.CharField(_("ACC number"), max_length=12, blank=True)
    table = models.CharField(max_length=3, null=True, blank=True)  # noqa: DJ001 # no seat yet is not a table called ""
    seat_number = models.PositiveSmallIntegerField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.PLAYING)
    status_reason = models.CharField(max_length=300, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    phone = models.CharField(_("phone"), max_length=40, blank=True)
    entered_at = models.DateTimeField(default=timezone.now)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    checked_in_by = models.CharField(max_length=150, blank=True)

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
                condition=Q(status__in=["playing", "waiting"])
                | (Q(status__in=["no_show", "withdrawn"]) & ~Q(status_reason="")),
                name="entry_status_has_a_reason",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="entry_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.seat or self.number} {self.name}"

    @property
    def known_name(self) -> str:
        """The name for those who work at the tournament, and for the player; `name` is the public one."""
        return self.withheld_name or self.name

    @property
    def names(self) -> list[str]:
        """The public names of the two people of a team; empty for one person, and where the name is withheld."""
        return [] if self.withheld_name else self.player.names

    @property
    def beside(self) -> str:
        """The public names of the two people of a team that is called otherwise; else empty. Fetch it `with_people`."""
        return beside(self.name, self.names)

    @property
    def in_full(self) -> str:
        """The public name with the two people of a team behind it: for one cell or one choice."""
        return in_full(self.name, self.names)

    @property
    def known_beside(self) -> str:
        """The same for those who work at the tournament, who read `known_name`."""
        return beside(self.known_name, self.player.names)

    @property
    def known_in_full(self) -> str:
        """The same for those who work at the tournament."""
        return in_full(self.known_name, self.player.names)

    @property
    def seat(self) -> str:
        """The permanent ID, such as A-7; empty before the draw."""
        return f"{self.table}-{self.seat_number}" if self.table else ""


who_is_unnamed = Signal()
"""Sent with an `event` that people are entered in. Each receiver returns who is `Unnamed` there for reasons of its own."""


@dataclass(frozen=True, slots=True)
class Unnamed:
    """People who are not to be named: by the keys of their players, and by ACC number and plain name."""

    players: frozenset[int] = frozenset()
    names: frozenset[tuple[str, str]] = frozenset()

    def has(self, entry: Entry) -> bool:
        """Whether one of the people of this entry is among them."""
        return bool(self.players & entry.player.keys) or (entry.acc_number, plain(entry.known_name)) in self.names
