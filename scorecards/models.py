"""The qualifying round as it was written: cards, lines, checkers' decisions, and what was posted.

A *card* is the paper that one player carries, and a *line* one game on it, as that player wrote it. A *look* is another
reading of a line from the paper by somebody who did not see what was typed. A *discrepancy* is one game whose two cards
differ, with its decision, and a *correction* the red ink on one card. A *told game* is a player's claim by phone. A
*receipt* records that a save has arrived, a *presence* who has a card open: both are this server's own notes and no
part of the tournament. A *snapshot* is derived and may be thrown away; a *qualifying result* is official and frozen,
and a *posted list* is one version of all of them.
"""

from __future__ import annotations

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Event, Site, User


class ScorecardQuerySet(models.QuerySet["Scorecard"]):
    def at_seat(self, event: Event, seat: str) -> ScorecardQuerySet:
        """The card of this seat, if there is one; `seat` in the program's spelling."""
        table, _hyphen, number = seat.partition("-")
        return self.filter(entry__event=event, entry__table=table, entry__seat_number=number)


class Scorecard(models.Model):
    """The card of one entry.

    - `version` counts the rewrites of the card; 0 for a card that is handed in but not typed.
    - `restored_version` is the version in the backup, if a restore has raised `version` and no rewrite followed. The
      exported document then has this version.
    - The `own_` columns are the player's own totals as written.
    - `typist` is the account of `typed_by`, if this server has it.
    - `set_aside_at`: the card is *set aside* for the director, with a reason, until somebody takes it up.
    - `ended_at`: the paper has no more lines; valid while its player is withdrawn.
    - `again` are the games whose line was typed over while it differed from the other card, until somebody reads the
      same on the paper.
    - `source` is where the lines come from.
    """

    class Source(models.TextChoices):
        PAPER = "paper", _("Paper")
        PHONE = "phone", _("Phone")
        SENT = "sent", _("Sent whole by a program")

    entry = models.OneToOneField(Entry, models.PROTECT, related_name="scorecard")
    version = models.PositiveIntegerField(default=0)
    restored_version = models.PositiveIntegerField(null=True, blank=True)
    own_game_points = models.IntegerField(null=True, blank=True)
    own_games_won = models.IntegerField(null=True, blank=True)
    own_plus = models.IntegerField(null=True, blank=True)
    own_minus = models.IntegerField(null=True, blank=True)
    own_net = models.IntegerField(null=True, blank=True)
    typed_at = models.DateTimeField(null=True, blank=True)
    typed_by = models.CharField(max_length=150, blank=True)
    typist = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    received_at = models.DateTimeField(null=True, blank=True)
    received_by = models.CharField(max_length=150, blank=True)
    set_aside_at = models.DateTimeField(null=True, blank=True)
    set_aside_by = models.CharField(max_length=150, blank=True)
    set_aside_reason = models.CharField(max_length=300, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=150, blank=True)
    again = models.JSONField(default=list, blank=True)
    source = models.CharField(max_length=5, choices=Source, default=Source.PAPER)

    objects = ScorecardQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(version=0) | Q(typed_at__isnull=False), name="card_typed_has_a_time"),
            models.CheckConstraint(
                condition=Q(set_aside_at__isnull=True) | ~Q(set_aside_reason=""), name="card_set_aside_has_a_reason"
            ),
            models.CheckConstraint(condition=Q(source__in=["paper", "phone", "sent"]), name="card_source_known"),
        ]

    def __str__(self) -> str:
        return f"{self.entry.seat} (version {self.version})"

    @staticmethod
    def count_rewrite(*cards: Scorecard) -> None:
        """Give each of these cards its next version; the caller saves them. One query."""
        for card, version in zip(cards, Site.next_after(*(card.version for card in cards)), strict=True):
            card.version, card.restored_version = version, None


class ScoreLine(models.Model):
    """One game as this player wrote it down; blank is null. The opponent's card has its own line."""

    card = models.ForeignKey(Scorecard, models.CASCADE, related_name="lines")
    game = models.PositiveSmallIntegerField()
    opponent = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    plus = models.PositiveSmallIntegerField(null=True, blank=True)
    minus = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["game"]
        constraints = [
            models.UniqueConstraint(fields=["card", "game"], name="line_once_per_game"),
            models.CheckConstraint(condition=Q(game__gte=1, game__lte=120), name="line_game_1_to_120"),
            models.CheckConstraint(
                condition=Q(points__isnull=True) | Q(points__in=[0, 2, 3, 4]), name="line_points_0_2_3_4"
            ),
            models.CheckConstraint(
                condition=Q(plus__isnull=True) | Q(plus__gte=1, plus__lte=121), name="line_plus_1_to_121"
            ),
            models.CheckConstraint(
                condition=Q(minus__isnull=True) | Q(minus__gte=1, minus__lte=121), name="line_minus_1_to_121"
            ),
            models.CheckConstraint(
                condition=Q(plus__isnull=True) | Q(minus__isnull=True), name="line_spread_in_one_column"
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.game}"


class ToldGame(models.Model):
    """One game as a player told it by phone. The last row of an entry and a game is the player's claim; earlier rows stay.

    `via` is the player whose personal link was used: the teller, or the opponent if both use one phone. `key` is the
    idempotency key of the save.
    """

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="told_games")
    game = models.PositiveSmallIntegerField()
    opponent = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    spread = models.SmallIntegerField(null=True, help_text=_("Holes won by, or below zero lost by."))
    points = models.PositiveSmallIntegerField(null=True, help_text=_("Game points, where no spread is recorded."))
    opponent_points = models.PositiveSmallIntegerField(
        null=True, help_text=_("With a loss, the game points of the winner: whether it was a skunk.")
    )
    via = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    key = models.UUIDField(unique=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(game__gte=1, game__lte=120), name="told_game_1_to_120"),
            models.CheckConstraint(
                condition=(Q(spread__gte=-121, spread__lte=121) & ~Q(spread=0) & Q(points=None))
                | Q(spread=None, points__in=[0, 2, 3]),
                name="told_spread_1_to_121_or_points",
            ),
            models.CheckConstraint(
                condition=Q(opponent_points=None) | Q(points=0, opponent_points__in=[2, 3]),
                name="told_opponent_points_with_a_loss",
            ),
            models.CheckConstraint(condition=~Q(entry=F("opponent")), name="told_of_two"),
        ]
        indexes = [models.Index(fields=["entry", "game"], name="told_by_game")]

    def __str__(self) -> str:
        return f"{self.entry.seat} game {self.game}"


class Look(models.Model):
    """Another reading of one line of a card from the paper; the page that asks for it does not show what was typed.

    `reading` is the line as read, None if the paper has no line for that game. Looks are never deleted, even if a later
    reading proved them wrong.
    """

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="looks")
    game = models.PositiveSmallIntegerField()
    reading = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    read_by = models.CharField(max_length=150)
    reader = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    read_at = models.DateTimeField(default=timezone.now)
    shown_at = models.DateTimeField(
        null=True, blank=True, help_text=_("When the reader had last seen what was typed; empty: not before this look.")
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(game__gte=1, game__lte=120), name="look_game_1_to_120"),
            models.CheckConstraint(condition=~Q(read_by=""), name="look_has_a_reader"),
        ]
        indexes = [models.Index(fields=["entry", "game"], name="look_by_line")]

    def __str__(self) -> str:
        return f"{self.entry.seat} game {self.game}, read by {self.read_by}"


class Receipt(models.Model):
    """A save of a card that has arrived; a second save with the same idempotency key changes nothing.

    `digest` distinguishes a repeated save from a different save that has the same key by mistake.
    """

    key = models.UUIDField(unique=True)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="receipts")
    version = models.PositiveIntegerField(help_text=_("The card's version after this save."))
    digest = models.CharField(max_length=64, blank=True, help_text=_("What the save said, in short."))
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.entry.seat} version {self.version}"


class Showing(models.Model):
    """When a user who did not type a card last saw its lines: later looks of this user at the card are not blind."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="showings")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["entry", "user"], name="one_showing_per_reader")]

    def __str__(self) -> str:
        return f"{self.user} saw {self.entry.seat}"


class Presence(models.Model):
    """The card that somebody has open in one browser tab, and when that tab was last heard from."""

    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    tab = models.CharField(max_length=40)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="present")
    since = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["since", "pk"]
        constraints = [models.UniqueConstraint(fields=["user", "tab"], name="one_card_per_tab")]

    def __str__(self) -> str:
        return f"{self.user} at {self.entry.seat}"


class Discrepancy(models.Model):
    """The decision on one game whose two cards differ, by whom, and on what basis.

    `basis` has the two lines as recorded and their resolution by rule 12.2; if either changes, the decision lapses.
    `withdrawn_at` marks a decision that was taken back or replaced: the row stays.
    """

    class Kind(models.TextChoices):
        ACCEPTED = "accepted", _("Accepted")
        OVERRIDDEN = "overridden", _("Decided by hand")
        REFERRED = "referred", _("Referred to the head judge")

    event = models.ForeignKey(Event, models.PROTECT, related_name="discrepancies")
    game = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    second = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind)
    basis = models.JSONField(encoder=DjangoJSONEncoder)
    resolved = models.JSONField(null=True, blank=True, encoder=DjangoJSONEncoder)
    reason = models.CharField(max_length=500, blank=True)
    initials = models.CharField(max_length=8)
    decided_by = models.CharField(max_length=150)
    decided_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "discrepancies"
        constraints = [
            models.UniqueConstraint(
                fields=["event", "game", "first", "second"],
                condition=Q(withdrawn_at__isnull=True),
                name="one_decision_at_a_time",
            ),
            models.CheckConstraint(condition=~Q(first=F("second")), name="discrepancy_between_two"),
            models.CheckConstraint(condition=~Q(initials=""), name="decision_has_initials"),
            models.CheckConstraint(condition=Q(kind="accepted") | ~Q(reason=""), name="decision_by_hand_has_a_reason"),
            models.CheckConstraint(
                condition=Q(kind__in=["accepted", "overridden", "referred"]), name="decision_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}-{self.first.seat}-{self.second.seat} {self.kind}"


class Correction(models.Model):
    """Red ink on one card: the line as written, `before`, and the line in force by a decision, `after`. Blank is null."""

    discrepancy = models.ForeignKey(Discrepancy, models.PROTECT, related_name="corrections")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="corrections")
    game = models.PositiveSmallIntegerField()
    before = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    after = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    rules = models.CharField(max_length=60)
    initials = models.CharField(max_length=8)
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["discrepancy", "entry"], name="one_correction_per_card_and_decision"),
            models.CheckConstraint(condition=~Q(initials=""), name="correction_has_initials"),
        ]

    def __str__(self) -> str:
        return f"{self.entry.seat} game {self.game}"


class TieBreak(models.Model):
    """A one-game playoff, or the playoff order of a larger group, between entries that the cards leave level."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="tiebreaks")
    members = models.CharField(max_length=2000, help_text=_("The seats of the group, in seat order."))
    recorded_by = models.CharField(max_length=150)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["event", "members"], name="one_tiebreak_per_group")]

    def __str__(self) -> str:
        return self.members


class TieBreakPlace(models.Model):
    """The place of one entry in the playoff of its group; 1 is best."""

    tiebreak = models.ForeignKey(TieBreak, models.CASCADE, related_name="places")
    place = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["tiebreak", "place"], name="tiebreak_place_once"),
            models.UniqueConstraint(fields=["tiebreak", "entry"], name="tiebreak_entry_once"),
            models.CheckConstraint(condition=Q(place__gte=1), name="tiebreak_place_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.entry.seat}"


class StandingsSnapshot(models.Model):
    """The standings computed from the cards at one revision: derived, stored as the bytes that are served.

    `shape` is the checksum of the stored shape; another version of the program may have another. `body` is the gzipped
    JSON of the API's answer. `own` is the gzipped JSON of the extra values for own pages: only the newest snapshot has
    it, and only if somebody has such a page. `checked_at` is when the snapshot was last compared with the cards.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="snapshots")
    revision = models.PositiveIntegerField()
    shape = models.BigIntegerField(default=0)
    computed_at = models.DateTimeField(default=timezone.now)
    checked_at = models.DateTimeField(null=True, blank=True)
    body = models.BinaryField()
    own = models.BinaryField(null=True)

    class Meta:
        ordering = ["revision"]
        constraints = [models.UniqueConstraint(fields=["event", "revision", "shape"], name="one_snapshot_per_revision")]

    def __str__(self) -> str:
        return f"{self.event} at revision {self.revision}"


class QualifyingResult(models.Model):
    """One row of the final qualifying standings as posted: official and frozen.

    `seed` is set for qualifiers only, `pegged` only where total pegged points rank the event.
    """

    class Status(models.TextChoices):
        QUALIFIER = "qualifier", _("Qualifier")
        HIGH_NONQUALIFIER = "high_nonqualifier", _("High nonqualifier")
        NONQUALIFIER = "nonqualifier", _("Nonqualifier")

    event = models.ForeignKey(Event, models.PROTECT, related_name="results")
    entry = models.OneToOneField(Entry, models.PROTECT, related_name="qualifying_result")
    rank = models.PositiveSmallIntegerField()
    tied = models.BooleanField(default=False)
    decided_by = models.CharField(max_length=20, blank=True)
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    status = models.CharField(max_length=20, choices=Status)
    game_points = models.PositiveSmallIntegerField()
    games_won = models.PositiveSmallIntegerField()
    plus = models.PositiveIntegerField()
    minus = models.PositiveIntegerField()
    pegged = models.PositiveIntegerField(_("pegged points"), null=True, blank=True)
    edition = models.CharField(max_length=10)

    class Meta:
        ordering = ["rank", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "seed"], name="one_qualifier_per_seed"),
            models.CheckConstraint(
                condition=Q(status="qualifier", seed__isnull=False) | (~Q(status="qualifier") & Q(seed__isnull=True)),
                name="only_qualifiers_have_a_seed",
            ),
            models.CheckConstraint(condition=Q(rank__gte=1), name="result_rank_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.entry.seat}"

    @property
    def net(self) -> int:
        return self.plus - self.minus


class PostedList(models.Model):
    """One version of the list of qualifiers: every place as posted, by whom and why.

    The newest version that is not withdrawn is in force. `rows` are the places, best first, and never change. `card` is
    the seat whose late correction made this version, empty if the cross-check did. `withdrawn_at` marks a version that
    was taken back by reopening the cross-check.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="lists")
    number = models.PositiveSmallIntegerField()
    posted_at = models.DateTimeField(default=timezone.now)
    posted_by = models.CharField(max_length=150)
    # What somebody typed, after a sentence of ours where the list changed below the line.
    reason = models.CharField(max_length=500, blank=True)
    card = models.CharField(max_length=8, blank=True)
    rows = models.JSONField(encoder=DjangoJSONEncoder)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="list_number_once_per_event"),
            models.CheckConstraint(condition=Q(number__gte=1), name="list_number_from_1"),
            models.CheckConstraint(condition=Q(card="") | ~Q(reason=""), name="list_corrected_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.event} list {self.number}"
