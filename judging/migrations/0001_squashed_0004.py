import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("judging", "0001_initial"),
        ("judging", "0002_comings_and_rulings"),
        ("judging", "0003_no_single_judge"),
        ("judging", "0004_callers_and_sendings"),
    ]

    initial = True

    dependencies = [
        ("tournaments", "0001_squashed_0021"),
    ]

    operations = [
        migrations.CreateModel(
            name="Call",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("table", models.CharField(blank=True, max_length=20)),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("match", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("game", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("about", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("closed_by", models.CharField(blank=True, max_length=150)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="judge_calls", to="tournaments.entry"
                    ),
                ),
                ("called_by", models.CharField(blank=True, max_length=150)),
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
                ("subject", models.CharField(blank=True, max_length=40)),
                ("third_at", models.DateTimeField(blank=True, null=True)),
                (
                    "caller",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("closed_at__isnull", True)),
                        fields=("entry",),
                        name="one_open_call_per_entry",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Coming",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=150)),
                (
                    "next_deal",
                    models.CharField(
                        blank=True,
                        choices=[("mine", "Mine"), ("opponents", "My opponent’s"), ("no_game", "I am in no game")],
                        max_length=12,
                    ),
                ),
                ("related", models.CharField(blank=True, max_length=10)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("there_at", models.DateTimeField(blank=True, null=True)),
                ("gave_up_at", models.DateTimeField(blank=True, null=True)),
                (
                    "call",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="coming", to="judging.call"
                    ),
                ),
                (
                    "judge",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("gave_up_at__isnull", True)),
                        fields=("call", "judge"),
                        name="a_judge_comes_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Conduct",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("text", models.CharField(max_length=2000)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=150)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="conduct_notes",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="conduct_notes",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("tournament", "number"), name="conduct_number_once")],
            },
        ),
        migrations.CreateModel(
            name="Duty",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("is_free", models.BooleanField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "judge",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="duties", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("tournament", "judge"), name="one_duty_per_judge")],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("table", models.CharField(blank=True, max_length=20)),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("match", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("game", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("subject", models.CharField(blank=True, max_length=40)),
                ("answers", models.JSONField(blank=True, default=dict)),
                ("edition", models.CharField(max_length=10)),
                ("rules", models.JSONField(blank=True, default=list)),
                ("happened", models.CharField(max_length=2000)),
                ("decision", models.CharField(max_length=2000)),
                ("points", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("by_head", models.BooleanField(default=False)),
                ("removes", models.BooleanField(default=False)),
                ("judges", models.JSONField(default=list)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=150)),
                (
                    "recorder",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("taken_back_at", models.DateTimeField(blank=True, null=True)),
                ("taken_back_by", models.CharField(blank=True, max_length=150)),
                ("taken_back_reason", models.CharField(blank=True, max_length=300)),
                (
                    "call",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="judging.call",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="tournaments.event",
                    ),
                ),
                (
                    "offender",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rulings", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="ruling_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("taken_back_at__isnull", True), ("taken_back_reason", "")),
                            models.Q(
                                ("taken_back_at__isnull", False), models.Q(("taken_back_reason", ""), _negated=True)
                            ),
                            _connector="OR",
                        ),
                        name="ruling_taken_back_with_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Sending",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=150)),
                ("by", models.CharField(max_length=150)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("declined_at", models.DateTimeField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                (
                    "call",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sendings", to="judging.call"
                    ),
                ),
                (
                    "judge",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("call", "judge"), name="judge_sent_once_to_a_call"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("declined_at__isnull", True), ("reason", "")),
                            models.Q(("declined_at__isnull", False), models.Q(("reason", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="sending_declined_with_a_reason",
                    ),
                ],
            },
        ),
    ]
