"""Tournaments, their events, and the tables of an event."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import models, transaction
from django.db.models import F, Q, Subquery
from django.db.models.functions import Coalesce, Greatest
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models.site import Site
from tournaments.rules import quota as quota_rule
from tournaments.rules import skunk as skunk_rule
from tournaments.rules.as_the_acc import MATCH_LENGTHS, USUAL_BEST_OF, differences
from tournaments.rules.edition import Edition
from tournaments.rules.phase import Phase
from tournaments.rules.ranking import Ranking

# Sent after each change to an event is committed, with `event_id`. Apps above listen to recompute derived data.
event_touched = Signal()


class Tournament(models.Model):
    """A weekend of cribbage under one edition of the rulebook. One with `archived_at` is out of the lists."""

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
    archived_at = models.DateTimeField(_("archived since"), null=True, blank=True)
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
        """Lock the event's row until the transaction ends, and return the row as it is now.

        Actions lock the event before any other row of it. If the revision is unchanged, the returned row keeps the
        cached `kept_course`.
        """
        locked = self.select_for_update(of=("self",)).select_related("tournament").get(pk=event.pk)
        if locked.revision == event.revision:
            locked.kept_course = event.kept_course
        return locked


class Event(models.Model):
    """One competition of a tournament, with its own entries, cards, standings and bracket.

    `revision` counts changes; derived data says from which revision it was derived. A restore raises the revision. Then
    `restored_revision` is the revision of the backup until the next change, and the export has that one. Actions of
    other apps write `phase`, `posted_at` and the other times.
    """

    kept_course: dict[str, Any] | None = None
    """A cache of `tournaments.day.reads.schedule` for this object: seats and changes of the day. None: no cache."""

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
        HALF_AND_HALF = "half_and_half", _("The two sides take turns, four moves each")
        TWO_GAMES = "two_games", _("Two games against each opponent")
        LADDER = "ladder", _("Partners ladder")
        NONE = "none", _("None: opponents are read from the cards")

    class LadderTop(models.TextChoices):
        FIRST = "first", _("go to table 1")
        STAY = "stay", _("stay, and its losers go to table 1")

    class RankingChoice(models.TextChoices):
        ACC = Ranking("acc").value, _("As the rulebook says")
        POINTS = Ranking("points").value, _("Game points alone, ties are played off")
        WINS = Ranking("wins").value, _("Games won, then head-to-head, then the fewest losing points")
        NET = Ranking("net").value, _("Game points, then net, then games won")
        PEGGED = Ranking("pegged").value, _("Total pegged points, then games won, then head-to-head")

    class Phones(models.TextChoices):
        OFF = "off", _("Paper cards only")
        BESIDE = "beside", _("Phones beside paper: the paper card decides")
        INSTEAD = "instead", _("Phones instead of paper")

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
    ladder_top = models.CharField(
        _("winners of the last table"), max_length=5, choices=LadderTop, default=LadderTop.FIRST
    )
    ranking = models.CharField(_("ranking"), max_length=6, choices=RankingChoice, default=RankingChoice.ACC)
    one_in = models.PositiveSmallIntegerField(_("one qualifies in"), default=quota_rule.USUAL_ONE_IN)
    skunk_from = models.PositiveSmallIntegerField(_("a win is a skunk from"), default=skunk_rule.USUAL_SKUNK_FROM)
    double_skunk_from = models.PositiveSmallIntegerField(_("a win is a double skunk from"), null=True, blank=True)
    best_of = models.PositiveSmallIntegerField(_("best of"), default=USUAL_BEST_OF)
    fixed_rounds = models.PositiveSmallIntegerField(_("rounds"), null=True, blank=True)
    starts_at = models.DateTimeField(_("first game at"), null=True, blank=True)
    muggins = models.BooleanField(_("muggins"), default=False)
    records_spread = models.BooleanField(_("spread on the cards"), default=True)
    deal_procedure = models.CharField(_("who deals first"), max_length=300, blank=True)
    playoff_format = models.CharField(_("playoff format"), max_length=200, blank=True)
    repeats_reason = models.CharField(_("why people may meet again"), max_length=300, blank=True)
    sit_outs_reason = models.CharField(_("why some may sit out more often"), max_length=300, blank=True)
    money_first = models.BooleanField(_("pay before playing"), default=False)
    phones = models.CharField(_("games told by phone"), max_length=8, choices=Phones, default=Phones.OFF)
    hidden = models.JSONField(default=list, blank=True, help_text=_("Public pages that the director holds back."))

    phase = models.CharField(max_length=20, choices=PhaseChoice, default=PhaseChoice.REGISTRATION)
    revision = models.PositiveIntegerField(default=0)
    restored_revision = models.PositiveIntegerField(null=True, blank=True)
    last_entry = models.PositiveIntegerField(default=0, help_text=_("The highest entry number given out so far."))
    max_entrants = models.PositiveSmallIntegerField(_("entrants at most"), null=True, blank=True)
    quota_exemption = models.PositiveSmallIntegerField(null=True, blank=True)
    quota_reason = models.CharField(max_length=300, blank=True)
    draw_seed = models.BigIntegerField(null=True, blank=True)
    registration_closed_at = models.DateTimeField(null=True, blank=True)
    cards_begun_at = models.DateTimeField(null=True, blank=True)
    cross_checked_at = models.DateTimeField(null=True, blank=True)
    posted_at = models.DateTimeField(null=True, blank=True)
    game_now = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("The game that is being played."))
    game_started_at = models.DateTimeField(null=True, blank=True)
    game_minutes = models.PositiveSmallIntegerField(
        _("minutes for a game"), null=True, blank=True, help_text=_("The clock of each game; empty for none.")
    )
    decks_changed_at = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("The game before which the decks were changed last.")
    )
    dealt_to = models.JSONField(
        default=list,
        blank=True,
        help_text=_(
            "The seats that the announced first deals were found for; empty before they are printed or play begins."
        ),
    )
    dealt_by = models.JSONField(
        default=list,
        blank=True,
        help_text=_(
            "For each game so far the boards whose first deal is not the one announced first: who deals first, and the other."
        ),
    )
    ladder_games = models.JSONField(
        default=list,
        blank=True,
        help_text=_("The games of a ladder so far: the two teams of each table, then each team that sits out."),
    )
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
                condition=Q(quota_exemption__isnull=True) | ~Q(quota_reason=""),
                name="event_exemption_has_a_reason",
            ),
            models.CheckConstraint(condition=Q(phase__in=[p.value for p in Phase]), name="event_phase_known"),
            models.CheckConstraint(
                condition=Q(kind__in=["main", "consolation", "satellite", "club_night"]), name="event_kind_known"
            ),
            models.CheckConstraint(condition=Q(deal__in=["cut", "alternate"]), name="event_deal_known"),
            models.CheckConstraint(condition=Q(phones__in=["off", "beside", "instead"]), name="event_phones_known"),
            models.CheckConstraint(condition=Q(ladder_top__in=["first", "stay"]), name="event_ladder_top_known"),
            models.CheckConstraint(
                condition=Q(ranking__in=[ranking.value for ranking in Ranking]), name="event_ranking_known"
            ),
            models.CheckConstraint(
                condition=Q(one_in__gte=quota_rule.LEAST_ONE_IN, one_in__lte=quota_rule.MOST_ONE_IN),
                name="event_one_in_2_to_20",
            ),
            models.CheckConstraint(condition=Q(best_of__in=MATCH_LENGTHS), name="event_best_of_1_3_5_7"),
            models.CheckConstraint(
                condition=Q(skunk_from__lte=skunk_rule.MOST_SKUNK_FROM), name="event_skunk_from_121_at_most"
            ),
            models.CheckConstraint(
                condition=Q(double_skunk_from__isnull=True)
                | Q(
                    skunk_from__gt=skunk_rule.NO_SKUNK,
                    double_skunk_from__gt=F("skunk_from"),
                    double_skunk_from__lte=skunk_rule.MOST_DOUBLE_SKUNK_FROM,
                    records_spread=True,
                ),
                name="event_double_skunk_above_skunk",
            ),
            models.CheckConstraint(
                condition=Q(movement__in=["anchor", "moving_side", "half_and_half", "two_games", "ladder", "none"]),
                name="event_movement_known",
            ),
            models.CheckConstraint(
                condition=Q(cards_begun_at__isnull=True) | Q(registration_closed_at__isnull=False),
                name="event_cards_after_seating",
            ),
            models.CheckConstraint(
                condition=Q(game_minutes__isnull=True) | Q(game_minutes__gte=5, game_minutes__lte=120),
                name="event_game_takes_5_to_120_minutes",
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
    def name(self) -> str:
        """The kind of the event, with the slug unless the slug only repeats the kind."""
        kind = str(self.Kind(self.kind).label)
        if self.slug == self.kind.replace("_", "-"):
            return kind
        return gettext("%(kind)s, %(slug)s") % {"kind": kind, "slug": self.slug}

    def quota(self, started: int) -> int:
        """How many of those who started qualify: one in four or in `one_in`, or the director's exemption (13.2.b).

        On a ladder nobody does, unless the director says how many. An exemption of 0 is for an event without playoffs.
        """
        if self.quota_exemption is not None:
            return self.quota_exemption
        return 0 if self.is_ladder else quota_rule.quota(started, self.one_in)

    @property
    def differences(self) -> tuple[str, ...]:
        """What differs from the rules of the ACC; empty where nothing does."""
        return differences(
            Ranking(self.ranking),
            self.one_in,
            skunks=self.skunks,
            records_spread=self.records_spread,
            is_ladder=self.is_ladder,
        )

    @property
    def skunks(self) -> skunk_rule.Skunks:
        """Which wins are skunks here, and which are double skunks."""
        return skunk_rule.Skunks(self.skunk_from, self.double_skunk_from)

    @property
    def is_ladder(self) -> bool:
        """Whether teams climb the partners ladder: who won a game decides who meets whom in the next one."""
        return self.movement == self.Movement.LADDER

    @property
    def is_set_up_for_teams(self) -> bool:
        """Whether teams of two play here as it is set up: on a ladder, or as in a league night or a condo event.

        These two are satellites along a moving side that record no spread or rank by wins. Others may play there too.
        """
        is_league = not self.records_spread or self.ranking == self.RankingChoice.WINS
        is_side = self.kind == self.Kind.SATELLITE and self.movement == self.Movement.MOVING_SIDE
        return self.is_ladder or (is_side and is_league)

    @property
    def ends_with_ranking(self) -> bool:
        """Whether nobody qualifies: the ranking is the result, and no playoffs follow."""
        return not self.quota_exemption if self.is_ladder else self.quota_exemption == 0

    @property
    def is_seated(self) -> bool:
        """Whether the seats are drawn, which closes registration."""
        return self.registration_closed_at is not None

    @property
    def is_played(self) -> bool:
        """Whether a game was called or a card written. Seats and movement are then fixed."""
        return self.game_now is not None or self.cards_begun_at is not None

    @property
    def game_on(self) -> int | None:
        """The game that is being played; None if no game was called, and once the cards are cross-checked.

        Nobody need call the last game over: cards are handed in after it. On a ladder the first result calls the first
        game, and each next game is called as it is set up.
        """
        if self.cross_checked_at or self.posted_at:
            return None
        return self.game_now or (1 if self.is_ladder and self.cards_begun_at else None)

    def touch(self) -> int:
        """Increment the revision in the database and return it. `event_touched` is sent after the commit."""
        # Revisions that may have been used before a restore are skipped.
        least = Coalesce(Subquery(Site.objects.order_by("pk").values("revisions_from")[:1]), 0)
        type(self).objects.filter(pk=self.pk).update(
            revision=Greatest(F("revision") + 1, least), restored_revision=None
        )
        self.restored_revision = None
        self.revision = type(self).objects.values_list("revision", flat=True).get(pk=self.pk)
        transaction.on_commit(partial(event_touched.send_robust, type(self), event_id=self.pk), robust=True)
        return self.revision


class SeatingTable(models.Model):
    """A long table; `seats` is even, and an odd field leaves one of them empty."""

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


class Flyer(models.Model):
    """What a tournament announces besides its events: all that the ACC requires of a flyer, in the director's words."""

    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="flyer")
    director = models.CharField(_("director"), max_length=120, blank=True)
    director_phone = models.CharField(_("director’s phone"), max_length=40, blank=True)
    director_email = models.EmailField(_("director’s e-mail"), blank=True)
    co_director = models.CharField(_("co-director"), max_length=120, blank=True)
    co_director_phone = models.CharField(_("co-director’s phone"), max_length=40, blank=True)
    sanctioned = models.BooleanField(_("ACC-sanctioned"), default=False)
    entry_deadline = models.DateTimeField(_("entries until"), null=True, blank=True)
    walk_ins = models.CharField(_("walk-ins"), max_length=300, blank=True)
    includes = models.CharField(_("what the fee includes"), max_length=300, blank=True)
    payback = models.CharField(_("payback"), max_length=300, blank=True)
    trophies = models.CharField(_("trophies"), max_length=300, blank=True)
    charity = models.CharField(_("charity"), max_length=300, blank=True)
    address = models.CharField(_("address"), max_length=300, blank=True)
    hotel = models.CharField(_("hotel"), max_length=300, blank=True)
    directions = models.CharField(_("how to get there"), max_length=500, blank=True)
    smoking = models.CharField(_("smoking"), max_length=200, blank=True)
    notes = models.TextField(_("anything else"), max_length=2000, blank=True)

    def __str__(self) -> str:
        return f"Flyer of {self.tournament}"
