"""Models of judging: calls, judges who come to them, rulings, and notes on conduct."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from judging.rules.calls import THREE
from tournaments.models import Entry, Event, Tournament, User
from tournaments.rules.edition import Edition

LONGEST_WORDS = 200
LONGEST_ACCOUNT = 2000
"""The longest account of a case, decision, or note on conduct, in characters."""


class Call(models.Model):
    """A call for judges: who called, where the players sat, and why.

    An entry has at most one open call. `table` and `seat` are their place in the current game, `match` is the match of
    the bracket; unknown parts are blank. `opponent` is the other player. `subject` is the kind of case, or blank.
    `called_by` is the name of the person who called for them at the desk, on a judge's phone or by lending a phone;
    blank if they called themselves. `caller` is the account of the desk or judge, if known. Since `third_at` a third
    judge is asked for.
    """

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="judge_calls")
    opponent = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    table = models.CharField(max_length=20, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    match = models.PositiveSmallIntegerField(null=True, blank=True)
    game = models.PositiveSmallIntegerField(null=True, blank=True)
    subject = models.CharField(max_length=40, blank=True)
    about = models.CharField(max_length=LONGEST_WORDS, blank=True)
    called_by = models.CharField(max_length=150, blank=True)
    caller = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    third_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.CharField(max_length=150, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=Q(closed_at__isnull=True), name="one_open_call_per_entry"
            ),
        ]

    def __str__(self) -> str:
        return f"Call of {self.entry}"

    @property
    def is_by_staff(self) -> bool:
        """Whether the desk or a judge called; otherwise the entrant did, perhaps on the opponent's phone."""
        lent = self.opponent is not None and self.called_by == self.opponent.name
        return self.caller_id is not None or (bool(self.called_by) and not lent)


class Coming(models.Model):
    """A judge who comes to a call. The row stays when they give it up, and another judge comes instead.

    `next_deal` says who deals next in their own game, `related` how they said they are related to a player of the call.
    """

    class NextDeal(models.TextChoices):
        MINE = "mine", _("Mine")
        OPPONENTS = "opponents", _("My opponent’s")
        NO_GAME = "no_game", _("I am in no game")

    call = models.ForeignKey(Call, models.CASCADE, related_name="coming")
    judge = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    name = models.CharField(max_length=150)
    next_deal = models.CharField(max_length=12, choices=NextDeal, blank=True)
    related = models.CharField(max_length=10, blank=True)
    at = models.DateTimeField(default=timezone.now)
    there_at = models.DateTimeField(null=True, blank=True)
    gave_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["call", "judge"], condition=Q(gave_up_at__isnull=True), name="a_judge_comes_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} to {self.call}"


class Sending(models.Model):
    """A judge sent to a call (`by` whom). They answer by coming, or decline at `declined_at` with a `reason`."""

    call = models.ForeignKey(Call, models.CASCADE, related_name="sendings")
    judge = models.ForeignKey(User, models.CASCADE, related_name="+")
    name = models.CharField(max_length=150)
    by = models.CharField(max_length=150)
    at = models.DateTimeField(default=timezone.now)
    declined_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=LONGEST_WORDS, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["call", "judge"], name="judge_sent_once_to_a_call"),
            models.CheckConstraint(
                condition=Q(declined_at__isnull=True, reason="") | (Q(declined_at__isnull=False) & ~Q(reason="")),
                name="sending_declined_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} to {self.call}"


class Duty(models.Model):
    """Whether a judge of a tournament can take calls now; judges without a row can."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="duties")
    judge = models.ForeignKey(User, models.CASCADE, related_name="+")
    is_free = models.BooleanField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "judge"], name="one_duty_per_judge")]

    def __str__(self) -> str:
        return f"{self.judge}: {'free' if self.is_free else 'not free'}"


class Ruling(models.Model):
    """A judges' decision at a table, kept for good: a ruling that is taken back stays, with who took it back and why.

    `subject` and `answers` come from the assistant, or are blank. `rules` are numbers in `edition`, empty if no rule
    covers the case and the head judge decided (14.1: `by_head`). `offender` broke the rule, if anybody did. `points` is
    the penalty pegged by the other player, `judges` the names of those who judged.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="rulings")
    number = models.PositiveIntegerField()
    event = models.ForeignKey(Event, models.PROTECT, null=True, blank=True, related_name="rulings")
    call = models.ForeignKey(Call, models.PROTECT, null=True, blank=True, related_name="rulings")
    offender = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="rulings")
    other = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    table = models.CharField(max_length=20, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    match = models.PositiveSmallIntegerField(null=True, blank=True)
    game = models.PositiveSmallIntegerField(null=True, blank=True)
    subject = models.CharField(max_length=40, blank=True)
    answers = models.JSONField(default=dict, blank=True)
    edition = models.CharField(max_length=10)
    rules = models.JSONField(default=list, blank=True)
    happened = models.CharField(max_length=LONGEST_ACCOUNT)
    decision = models.CharField(max_length=LONGEST_ACCOUNT)
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    by_head = models.BooleanField(default=False)
    removes = models.BooleanField(default=False)
    judges = models.JSONField(default=list)
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)
    recorder = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.CharField(max_length=150, blank=True)
    taken_back_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="ruling_number_once"),
            models.CheckConstraint(
                condition=Q(taken_back_at__isnull=True, taken_back_reason="")
                | (Q(taken_back_at__isnull=False) & ~Q(taken_back_reason="")),
                name="ruling_taken_back_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"Ruling {self.number}"

    @property
    def is_open_to_three(self) -> bool:
        """Whether it stands and three judges may still decide otherwise, if a player disagrees (11.4.a).

        Not for a ruling of the head judge (14.1, 2020), nor for a removal, which three judges decided.
        """
        is_heads = self.by_head and self.edition == Edition.Y2020
        return self.taken_back_at is None and not is_heads and not self.removes and len(self.judges) < THREE


class Conduct(models.Model):
    """A note on conduct under the code of ethics, for the director and the head judge only."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="conduct_notes")
    number = models.PositiveIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="conduct_notes")
    text = models.CharField(max_length=LONGEST_ACCOUNT)
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="conduct_number_once")]

    def __str__(self) -> str:
        return f"Note {self.number}"
