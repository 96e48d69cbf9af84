import django.core.serializers.json
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("scorecards", "0001_initial"),
        ("scorecards", "0002_looks_and_presence"),
        ("scorecards", "0003_receipt_digest"),
        ("scorecards", "0004_scorecard_again"),
        ("scorecards", "0005_showing"),
        ("scorecards", "0006_posted_lists"),
        ("scorecards", "0007_told_games"),
        ("scorecards", "0008_standings_anew"),
        ("scorecards", "0009_own_cards"),
        ("scorecards", "0010_cards_that_end_early"),
        ("scorecards", "0011_told_by_points"),
    ]

    initial = True

    dependencies = [
        ("tournaments", "0001_squashed_0021"),
    ]

    operations = [
        migrations.CreateModel(
            name="Discrepancy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("accepted", "Accepted"),
                            ("overridden", "Decided by hand"),
                            ("referred", "Referred to the head judge"),
                        ],
                        max_length=12,
                    ),
                ),
                ("basis", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                (
                    "resolved",
                    models.JSONField(blank=True, encoder=django.core.serializers.json.DjangoJSONEncoder, null=True),
                ),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("initials", models.CharField(max_length=8)),
                ("decided_by", models.CharField(max_length=150)),
                ("decided_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="discrepancies",
                        to="tournaments.event",
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "discrepancies",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("withdrawn_at__isnull", True)),
                        fields=("event", "game", "first", "second"),
                        name="one_decision_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first", models.F("second")), _negated=True), name="discrepancy_between_two"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("initials", ""), _negated=True), name="decision_has_initials"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind", "accepted"), models.Q(("reason", ""), _negated=True), _connector="OR"
                        ),
                        name="decision_by_hand_has_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["accepted", "overridden", "referred"])),
                        name="decision_kind_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Correction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.PositiveSmallIntegerField()),
                ("before", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, null=True)),
                ("after", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, null=True)),
                ("rules", models.CharField(max_length=60)),
                ("initials", models.CharField(max_length=8)),
                ("made_by", models.CharField(max_length=150)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="corrections", to="tournaments.entry"
                    ),
                ),
                (
                    "discrepancy",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="corrections",
                        to="scorecards.discrepancy",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("discrepancy", "entry"), name="one_correction_per_card_and_decision"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("initials", ""), _negated=True), name="correction_has_initials"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="QualifyingResult",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rank", models.PositiveSmallIntegerField()),
                ("tied", models.BooleanField(default=False)),
                ("decided_by", models.CharField(blank=True, max_length=20)),
                ("seed", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("qualifier", "Qualifier"),
                            ("high_nonqualifier", "High nonqualifier"),
                            ("nonqualifier", "Nonqualifier"),
                        ],
                        max_length=20,
                    ),
                ),
                ("game_points", models.PositiveSmallIntegerField()),
                ("games_won", models.PositiveSmallIntegerField()),
                ("plus", models.PositiveIntegerField()),
                ("minus", models.PositiveIntegerField()),
                ("edition", models.CharField(max_length=10)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="qualifying_result",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="results", to="tournaments.event"
                    ),
                ),
            ],
            options={
                "ordering": ["rank", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "seed"), name="one_qualifier_per_seed"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("seed__isnull", False), ("status", "qualifier")),
                            models.Q(models.Q(("status", "qualifier"), _negated=True), ("seed__isnull", True)),
                            _connector="OR",
                        ),
                        name="only_qualifiers_have_a_seed",
                    ),
                    models.CheckConstraint(condition=models.Q(("rank__gte", 1)), name="result_rank_from_1"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Scorecard",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField(default=0)),
                ("own_game_points", models.IntegerField(blank=True, null=True)),
                ("own_games_won", models.IntegerField(blank=True, null=True)),
                ("own_plus", models.IntegerField(blank=True, null=True)),
                ("own_minus", models.IntegerField(blank=True, null=True)),
                ("own_net", models.IntegerField(blank=True, null=True)),
                ("typed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="scorecard", to="tournaments.entry"
                    ),
                ),
                ("received_at", models.DateTimeField(blank=True, null=True)),
                ("received_by", models.CharField(blank=True, max_length=150)),
                ("set_aside_at", models.DateTimeField(blank=True, null=True)),
                ("set_aside_by", models.CharField(blank=True, max_length=150)),
                ("set_aside_reason", models.CharField(blank=True, max_length=300)),
                ("typed_by", models.CharField(blank=True, max_length=150)),
                (
                    "typist",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("again", models.JSONField(blank=True, default=list)),
                (
                    "source",
                    models.CharField(
                        choices=[("paper", "Paper"), ("phone", "Phone"), ("sent", "Sent whole by a program")],
                        default="paper",
                        max_length=5,
                    ),
                ),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("ended_by", models.CharField(blank=True, max_length=150)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("version", 0), ("typed_at__isnull", False), _connector="OR"),
                        name="card_typed_has_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("set_aside_at__isnull", True),
                            models.Q(("set_aside_reason", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="card_set_aside_has_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("source__in", ["paper", "phone", "sent"])), name="card_source_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ScoreLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.PositiveSmallIntegerField()),
                ("points", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("plus", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("minus", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "card",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="scorecards.scorecard"
                    ),
                ),
                (
                    "opponent",
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
                "ordering": ["game"],
                "constraints": [
                    models.UniqueConstraint(fields=("card", "game"), name="line_once_per_game"),
                    models.CheckConstraint(
                        condition=models.Q(("game__gte", 1), ("game__lte", 120)), name="line_game_1_to_120"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("points__isnull", True), ("points__in", [0, 2, 3]), _connector="OR"),
                        name="line_points_0_2_3",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("plus__isnull", True), models.Q(("plus__gte", 1), ("plus__lte", 121)), _connector="OR"
                        ),
                        name="line_plus_1_to_121",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("minus__isnull", True), models.Q(("minus__gte", 1), ("minus__lte", 121)), _connector="OR"
                        ),
                        name="line_minus_1_to_121",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("plus__isnull", True), ("minus__isnull", True), _connector="OR"),
                        name="line_spread_in_one_column",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StandingsSnapshot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.PositiveIntegerField()),
                ("computed_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("checked_at", models.DateTimeField(blank=True, null=True)),
                ("body", models.BinaryField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="snapshots", to="tournaments.event"
                    ),
                ),
                ("own", models.BinaryField(null=True)),
            ],
            options={
                "ordering": ["revision"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "revision"), name="one_snapshot_per_revision")
                ],
            },
        ),
        migrations.CreateModel(
            name="TieBreak",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("members", models.CharField(help_text="The seats of the group, in seat order.", max_length=2000)),
                ("recorded_by", models.CharField(max_length=150)),
                ("recorded_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tiebreaks", to="tournaments.event"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("event", "members"), name="one_tiebreak_per_group")],
            },
        ),
        migrations.CreateModel(
            name="TieBreakPlace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "tiebreak",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="places", to="scorecards.tiebreak"
                    ),
                ),
            ],
            options={
                "ordering": ["place"],
                "constraints": [
                    models.UniqueConstraint(fields=("tiebreak", "place"), name="tiebreak_place_once"),
                    models.UniqueConstraint(fields=("tiebreak", "entry"), name="tiebreak_entry_once"),
                    models.CheckConstraint(condition=models.Q(("place__gte", 1)), name="tiebreak_place_from_1"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Look",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.PositiveSmallIntegerField()),
                ("reading", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, null=True)),
                ("read_by", models.CharField(max_length=150)),
                ("read_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="looks", to="tournaments.entry"
                    ),
                ),
                (
                    "reader",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "shown_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When the reader had last seen what was typed; empty: not before this look.",
                        null=True,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [models.Index(fields=["entry", "game"], name="look_by_line")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("game__gte", 1), ("game__lte", 120)), name="look_game_1_to_120"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("read_by", ""), _negated=True), name="look_has_a_reader"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Presence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("tab", models.CharField(max_length=40)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                ("seen_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="present", to="tournaments.entry"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["since", "pk"],
                "constraints": [models.UniqueConstraint(fields=("user", "tab"), name="one_card_per_tab")],
            },
        ),
        migrations.CreateModel(
            name="Receipt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.UUIDField(unique=True)),
                ("version", models.PositiveIntegerField(help_text="The card's version after this save.")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="receipts", to="tournaments.entry"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("digest", models.CharField(blank=True, help_text="What the save said, in short.", max_length=64)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Showing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="showings", to="tournaments.entry"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("entry", "user"), name="one_showing_per_reader")],
            },
        ),
        migrations.CreateModel(
            name="PostedList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("posted_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("posted_by", models.CharField(max_length=150)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("card", models.CharField(blank=True, max_length=8)),
                ("rows", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="lists", to="tournaments.event"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="list_number_once_per_event"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="list_number_from_1"),
                    models.CheckConstraint(
                        condition=models.Q(("card", ""), models.Q(("reason", ""), _negated=True), _connector="OR"),
                        name="list_corrected_has_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ToldGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.PositiveSmallIntegerField()),
                ("spread", models.SmallIntegerField(help_text="Holes won by, or below zero lost by.", null=True)),
                ("key", models.UUIDField(unique=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="told_games", to="tournaments.entry"
                    ),
                ),
                (
                    "opponent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "via",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
                    ),
                ),
                (
                    "points",
                    models.PositiveSmallIntegerField(help_text="Game points, where no spread is recorded.", null=True),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [models.Index(fields=["entry", "game"], name="told_by_game")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("game__gte", 1), ("game__lte", 120)), name="told_game_1_to_120"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("entry", models.F("opponent")), _negated=True), name="told_of_two"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("spread__gte", -121),
                                ("spread__lte", 121),
                                models.Q(("spread", 0), _negated=True),
                                ("points", None),
                            ),
                            models.Q(("points__in", [0, 2, 3]), ("spread", None)),
                            _connector="OR",
                        ),
                        name="told_spread_1_to_121_or_points",
                    ),
                ],
            },
        ),
    ]
