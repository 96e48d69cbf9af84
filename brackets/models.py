"""The playoffs: one bracket per event, its matches in chart order, and the games of each match."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from tournaments.models import Entry, Event


class Bracket(models.Model):
    """The draw of the posted qualifiers on a chart of `size` lines."""

    event = models.OneToOneField(Event, models.PROTECT, related_name="bracket")
    size = models.PositiveSmallIntegerField()
    qualifiers = models.PositiveSmallIntegerField()
    drawn_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(qualifiers__gte=2), name="bracket_for_two_or_more"),
            models.CheckConstraint(condition=Q(size__gte=F("qualifiers")), name="bracket_holds_the_qualifiers"),
        ]

    def __str__(self) -> str:
        return f"{self.event} bracket"


class Match(models.Model):
    """One match; `number` counts from 1 by round, from the top of the chart. A bye has a top seed and nobody else."""

    bracket = models.ForeignKey(Bracket, models.PROTECT, related_name="matches")
    number = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    best_of = models.PositiveSmallIntegerField(default=5)
    top = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    bottom = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    winner = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    bye = models.BooleanField(default=False)
    scheduled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["bracket", "number"], name="match_number_once_per_bracket"),
            models.CheckConstraint(condition=Q(best_of__in=[1, 3, 5, 7]), name="match_best_of_1_3_5_7"),
            models.CheckConstraint(
                condition=Q(winner__isnull=True) | Q(winner=F("top")) | Q(winner=F("bottom")),
                name="match_winner_played_in_it",
            ),
            models.CheckConstraint(
                condition=Q(top__isnull=True) | Q(bottom__isnull=True) | ~Q(top=F("bottom")), name="match_between_two"
            ),
            models.CheckConstraint(
                condition=Q(bye=False) | (Q(winner__isnull=False) & (Q(top__isnull=True) | Q(bottom__isnull=True))),
                name="match_bye_has_one_player",
            ),
        ]
        verbose_name_plural = "matches"

    def __str__(self) -> str:
        return f"match {self.number}"


class MatchGame(models.Model):
    """One game of a match. `forfeit`: given by the clock of rule 13.1, not played."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="games")
    game = models.PositiveSmallIntegerField()
    winner = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    forfeit = models.BooleanField(default=False)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["game"]
        constraints = [
            models.UniqueConstraint(fields=["match", "game"], name="game_number_once_per_match"),
            models.CheckConstraint(condition=Q(game__gte=1, game__lte=7), name="match_game_1_to_7"),
        ]

    def __str__(self) -> str:
        return f"game {self.game}"
