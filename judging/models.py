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
MOST_PENALTY = 121
"""The highest penalty of a ruling, in points: as many as the board has holes."""


class Call(models.Model):
    """A call for judges: who called, where the players sat, and why.

    An entry has at most one open call. `table` and `seat` are the entrant's place in the current game, `match` is the
    match of the bracket; unknown parts are blank. `opponent` is the other player. `subject` is the kind of case, or
    blank.

    `called_by` is the name of the person who called for the entrant: at the desk, as a judge, or as the opponent who
    lent a phone. It is blank if the entrant called. `caller` is the account of that desk user or judge, if known.
    `third_at` is the time at which a third judge was asked for, or None.
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
        """Whether the desk or a judge called; False if the entrant did, also on the opponent's phone."""
        if self.caller_id is not None:
            return True
        is_on_lent_phone = self.opponent is not None and self.called_by == self.opponent.name
        return bool(self.called_by) and not is_on_lent_phone


class Coming(models.Model):
    """A judge who comes to a call.

    The row stays when the judge gives up the call at `gave_up_at`. `next_deal` says who deals next in the judge's own
    game. `related` is the judge's relation to a player of the call, as known when the judge took it. `there_at` is the
    time at which the judge was at the table.
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
    """A judge sent to a call; `by` is the name of the sender.

    The judge answers by coming, or declines at `declined_at` with a `reason`.
    """

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
    """Whether a judge of a tournament can take calls now. A judge without a row can."""

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
    """A judges' decision at a table, kept for good.

    A ruling that is taken back stays, with the reason and the name of the person who took it back. `subject` and
    `answers` come from the assistant, or are blank. `rules` are rule numbers of `edition`. They may be empty if no rule
    covers the case and the head judge decided (14.1: `by_head`). `offender` is the player who broke the rule, or None.
    `points` is the penalty pegged by the other player. `judges` are the names of the judges.
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
        """Whether a player who disagrees may still have three judges decide the case (11.4.a).

        False for a ruling that is taken back, one of the head judge (14.1, 2020), one of three judges, and a removal.
        """
        if self.taken_back_at is not None or self.removes:
            return False
        is_of_head_judge = self.by_head and self.edition == Edition.Y2020
        return not is_of_head_judge and len(self.judges) < THREE


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
