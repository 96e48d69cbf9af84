import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("brackets", "0001_initial"), ("brackets", "0002_settling"), ("brackets", "0003_gone_before_the_match")]

    initial = True

    dependencies = [
        ("tournaments", "0001_squashed_0021"),
    ]

    operations = [
        migrations.CreateModel(
            name="Bracket",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("size", models.PositiveSmallIntegerField()),
                ("qualifiers", models.PositiveSmallIntegerField()),
                ("drawn_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="bracket", to="tournaments.event"
                    ),
                ),
                ("players_report", models.BooleanField(default=False)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("qualifiers__gte", 2)), name="bracket_for_two_or_more"),
                    models.CheckConstraint(
                        condition=models.Q(("size__gte", models.F("qualifiers"))), name="bracket_holds_the_qualifiers"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("round", models.PositiveSmallIntegerField()),
                ("best_of", models.PositiveSmallIntegerField(default=5)),
                ("bye", models.BooleanField(default=False)),
                ("scheduled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "bottom",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "bracket",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="matches", to="brackets.bracket"
                    ),
                ),
                (
                    "top",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "winner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "ended",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("concession", "Conceded"),
                            ("removal", "Removed from play"),
                            ("walk_over", "Walk-over"),
                        ],
                        max_length=12,
                    ),
                ),
                ("ended_reason", models.CharField(blank=True, max_length=300)),
                ("table", models.CharField(blank=True, max_length=20)),
                (
                    "gone",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "matches",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("bracket", "number"), name="match_number_once_per_bracket"),
                    models.CheckConstraint(
                        condition=models.Q(("best_of__in", [1, 3, 5, 7])), name="match_best_of_1_3_5_7"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("winner__isnull", True),
                            ("winner", models.F("top")),
                            ("winner", models.F("bottom")),
                            _connector="OR",
                        ),
                        name="match_winner_played_in_it",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("top__isnull", True),
                            ("bottom__isnull", True),
                            models.Q(("top", models.F("bottom")), _negated=True),
                            _connector="OR",
                        ),
                        name="match_between_two",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("bye", False),
                            models.Q(
                                ("winner__isnull", False),
                                models.Q(("top__isnull", True), ("bottom__isnull", True), _connector="OR"),
                            ),
                            _connector="OR",
                        ),
                        name="match_bye_has_one_player",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended", ""), ("gone__isnull", True)),
                            models.Q(
                                ("bye", False),
                                ("ended__in", ["concession", "removal", "walk_over"]),
                                ("winner__isnull", False),
                            ),
                            models.Q(("bye", False), ("ended__in", ["removal", "walk_over"]), ("gone__isnull", False)),
                            _connector="OR",
                        ),
                        name="match_ended_has_a_winner_or_waits",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.PositiveSmallIntegerField()),
                ("forfeit", models.BooleanField(default=False)),
                ("recorded_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="games", to="brackets.match"
                    ),
                ),
                (
                    "winner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                ("conceded", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["game"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "game"), name="game_number_once_per_match"),
                    models.CheckConstraint(
                        condition=models.Q(("game__gte", 1), ("game__lte", 7)), name="match_game_1_to_7"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("forfeit", False), ("conceded", False), _connector="OR"),
                        name="match_game_given_in_one_way",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="GameClaim",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="claims", to="brackets.match"
                    ),
                ),
                (
                    "winner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
            ],
            options={
                "ordering": ["game", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "game", "entry"), name="claim_once_per_player_and_game")
                ],
            },
        ),
        migrations.CreateModel(
            name="Honour",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("hand_28", "28 hand"), ("hand_29", "29 hand"), ("other", "Another award")],
                        max_length=10,
                        verbose_name="award",
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=60, verbose_name="name")),
                ("note", models.CharField(blank=True, max_length=300, verbose_name="note")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=150)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="honours", to="tournaments.entry"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind__in", ["hand_28", "hand_29"]), ("name", "")),
                            models.Q(("kind", "other"), models.Q(("name", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="honour_says_what_it_is",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Item",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("expense", "Expense"),
                            ("sanctioning", "Sanctioning fee"),
                            ("income", "Income"),
                            ("reversal", "Correction"),
                        ],
                        max_length=12,
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("cents", models.PositiveIntegerField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=150)),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="items",
                        to="tournaments.event",
                    ),
                ),
                (
                    "reverses",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reversed_by",
                        to="brackets.item",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="items", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="item_number_once"),
                    models.CheckConstraint(condition=models.Q(("cents__gte", 1)), name="item_amount_is_more_than_none"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "reversal"), ("reverses__isnull", False)),
                            models.Q(("kind__in", ["expense", "sanctioning", "income"]), ("reverses__isnull", True)),
                            _connector="OR",
                        ),
                        name="item_reversal_names_its_line",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Payout",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("cash", "Cash"), ("cheque", "Cheque"), ("reversal", "Correction")], max_length=10
                    ),
                ),
                ("cents", models.PositiveIntegerField()),
                ("note", models.CharField(blank=True, max_length=300)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=150)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="payouts", to="tournaments.player"
                    ),
                ),
                (
                    "reverses",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reversed_by",
                        to="brackets.payout",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="payouts", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="payout_number_once"),
                    models.CheckConstraint(condition=models.Q(("cents__gte", 1)), name="payout_is_more_than_none"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "reversal"), ("reverses__isnull", False)),
                            models.Q(("kind__in", ["cash", "cheque"]), ("reverses__isnull", True)),
                            _connector="OR",
                        ),
                        name="payout_reversal_names_its_line",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PoolPlan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "type",
                    models.CharField(
                        choices=[
                            ("equal", "Equal"),
                            ("top_double", "Equal, the top one double"),
                            ("graduated", "Graduated"),
                            ("by_hand", "By hand"),
                        ],
                        default="equal",
                        max_length=10,
                        verbose_name="paid out",
                    ),
                ),
                ("ratio", models.PositiveSmallIntegerField(default=4, verbose_name="one in")),
                ("by_hand", models.JSONField(blank=True, default=list)),
                ("reason", models.CharField(blank=True, max_length=300)),
                (
                    "fee",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="pool", to="tournaments.fee"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("type__in", ["equal", "top_double", "graduated", "by_hand"])),
                        name="pool_type_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ratio__gte", 1), ("ratio__lte", 100)), name="pool_pays_one_in_1_to_100"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Prize",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("place", "Place in the playoffs"),
                            ("rank", "Rank in the qualifying round"),
                            ("hnq", "High nonqualifier"),
                            ("other", "Other"),
                        ],
                        default="place",
                        max_length=10,
                        verbose_name="for",
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="place")),
                ("name", models.CharField(blank=True, max_length=60, verbose_name="name")),
                ("cents", models.PositiveIntegerField(verbose_name="amount")),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="prizes",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="prizes", to="tournaments.event"
                    ),
                ),
            ],
            options={
                "ordering": ["kind", "place", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("kind__in", ["place", "rank"])),
                        fields=("event", "kind", "place"),
                        name="prize_once_per_place",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "hnq")), fields=("event",), name="prize_once_for_the_hnq"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("entry__isnull", True),
                                ("kind__in", ["place", "rank"]),
                                ("name", ""),
                                ("place__gte", 1),
                            ),
                            models.Q(("entry__isnull", True), ("kind", "hnq"), ("name", ""), ("place__isnull", True)),
                            models.Q(("kind", "other"), ("place__isnull", True), models.Q(("name", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="prize_says_what_for",
                    ),
                ],
            },
        ),
    ]
