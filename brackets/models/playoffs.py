"""The playoffs: one bracket per event, its matches in chart order, and the games of each match."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Event


class Bracket(models.Model):
    """The draw of the posted qualifiers on a chart of `size` lines.

    `players_report`: both players of a match may report who won a game, through their personal links; it is recorded
    once they agree.
    """

    event = models.OneToOneField(Event, models.PROTECT, related_name="bracket")
    size = models.PositiveSmallIntegerField()
    qualifiers = models.PositiveSmallIntegerField()
    drawn_at = models.DateTimeField(default=timezone.now)
    players_report = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(qualifiers__gte=2), name="bracket_for_two_or_more"),
            models.CheckConstraint(condition=Q(size__gte=F("qualifiers")), name="bracket_holds_the_qualifiers"),
        ]

    def __str__(self) -> str:
        return f"{self.event} bracket"


class Match(models.Model):
    """One match; `number` counts from 1 by round, from the top of the chart. A bye has only a top seed.

    `ended` says how the match was won if not by its games, with `ended_reason`; `table` is where it is played. `gone` is
    a player who was removed or withdrew before the opponent was known, and loses as soon as the opponent is known.
    """

    class Ended(models.TextChoices):
        CONCESSION = "concession", _("Conceded")
        REMOVAL = "removal", _("Removed from play")
        WALK_OVER = "walk_over", _("Walk-over")

    bracket = models.ForeignKey(Bracket, models.PROTECT, related_name="matches")
    number = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    best_of = models.PositiveSmallIntegerField(default=5)
    top = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    bottom = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    winner = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    bye = models.BooleanField(default=False)
    scheduled_at = models.DateTimeField(null=True, blank=True)
    table = models.CharField(max_length=20, blank=True)
    ended = models.CharField(max_length=12, choices=Ended, blank=True)
    ended_reason = models.CharField(max_length=300, blank=True)
    gone = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")

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
            models.CheckConstraint(
                condition=Q(ended="", gone__isnull=True)
                | Q(ended__in=["concession", "removal", "walk_over"], winner__isnull=False, bye=False)
                | Q(ended__in=["removal", "walk_over"], gone__isnull=False, bye=False),
                name="match_ended_has_a_winner_or_waits",
            ),
        ]
        verbose_name_plural = "matches"

    def __str__(self) -> str:
        return f"match {self.number}"


class MatchGame(models.Model):
    """One game of a match. `forfeit`: the clock of rule 13.1 forfeited it; `conceded`: its loser gave it up (8.10.b)."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="games")
    game = models.PositiveSmallIntegerField()
    winner = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    forfeit = models.BooleanField(default=False)
    conceded = models.BooleanField(default=False)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["game"]
        constraints = [
            models.UniqueConstraint(fields=["match", "game"], name="game_number_once_per_match"),
            models.CheckConstraint(condition=Q(game__gte=1, game__lte=7), name="match_game_1_to_7"),
            models.CheckConstraint(condition=Q(forfeit=False) | Q(conceded=False), name="match_game_given_in_one_way"),
        ]

    def __str__(self) -> str:
        return f"game {self.game}"


class GameClaim(models.Model):
    """The winner of a game of a match, as reported by one of its players through their personal link."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="claims")
    game = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    winner = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["match", "game", "entry"], name="claim_once_per_player_and_game")
        ]

    def __str__(self) -> str:
        return f"game {self.game}: {self.winner}"
