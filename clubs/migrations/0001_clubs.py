"""The tables of clubs, and a log that the database itself refuses to change or delete."""

import django.core.serializers.json
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

TABLE = "clubs_clublog"

SQLITE = [
    *(
        f"""CREATE TRIGGER club_log_{verb.lower()}_refused BEFORE {verb} ON {TABLE}
            BEGIN SELECT RAISE(ABORT, 'the log is written once'); END"""
        for verb in ("UPDATE", "DELETE")
    ),
    # A row that a REPLACE runs into is deleted without asking the triggers against deletion.
    f"""CREATE TRIGGER club_log_replace_refused BEFORE INSERT ON {TABLE}
        WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, 'the log is written once'); END""",
]
POSTGRESQL = [
    """CREATE FUNCTION club_log_refused() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'the log is written once' USING ERRCODE = 'restrict_violation'; END $$""",
    f"CREATE TRIGGER club_log_change_refused BEFORE UPDATE OR DELETE ON {TABLE} FOR EACH ROW EXECUTE FUNCTION club_log_refused()",
    f"CREATE TRIGGER club_log_truncate_refused BEFORE TRUNCATE ON {TABLE} FOR EACH STATEMENT EXECUTE FUNCTION club_log_refused()",
]


def protect(apps, schema_editor):
    for statement in SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRESQL:
        schema_editor.execute(statement)


def unprotect(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        for name in ("update", "delete", "replace"):
            schema_editor.execute(f"DROP TRIGGER club_log_{name}_refused")
    else:
        schema_editor.execute(f"DROP TRIGGER club_log_change_refused ON {TABLE}")
        schema_editor.execute(f"DROP TRIGGER club_log_truncate_refused ON {TABLE}")
        schema_editor.execute("DROP FUNCTION club_log_refused()")


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("tournaments", "0023_restored_numbers"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, unique=True, verbose_name="short name in the address")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("town", models.CharField(blank=True, max_length=120, verbose_name="town")),
                ("number", models.CharField(blank=True, max_length=20, verbose_name="club number")),
                ("public", models.BooleanField(default=True, verbose_name="public")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ["name", "slug"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("slug", ""), _negated=True), models.Q(("name", ""), _negated=True)
                        ),
                        name="club_has_a_name",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("acc_number", models.CharField(blank=True, max_length=12, verbose_name="ACC number")),
                (
                    "kind",
                    models.CharField(
                        choices=[("member", "Member"), ("guest", "Guest"), ("visitor", "Visitor")],
                        default="member",
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("joined_on", models.DateField(blank=True, null=True, verbose_name="since")),
                ("left_on", models.DateField(blank=True, null=True, verbose_name="left on")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="members", to="clubs.club"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="memberships", to="tournaments.player"
                    ),
                ),
            ],
            options={
                "ordering": ["name", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Night",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("date", models.DateField(verbose_name="date")),
                ("games", models.PositiveSmallIntegerField(default=9, verbose_name="games")),
                ("sanctioned", models.BooleanField(default=True, verbose_name="ACC-sanctioned")),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="club_night",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="NightResult",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game_points", models.PositiveSmallIntegerField(verbose_name="game points")),
                ("games_won", models.PositiveSmallIntegerField(verbose_name="games won")),
                ("net", models.SmallIntegerField(verbose_name="net")),
                ("skunks_won", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="skunks won")),
                ("skunks_lost", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="skunks lost")),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="results", to="clubs.member"
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="results", to="clubs.night"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, verbose_name="short name in the address")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("starts_on", models.DateField(verbose_name="first day")),
                ("nights", models.PositiveSmallIntegerField(default=36, verbose_name="nights")),
                (
                    "points",
                    models.CharField(
                        choices=[
                            ("game_points_from_12", "Nights of 12 game points or more count, others count 0"),
                            ("game_points", "Every night counts its game points"),
                        ],
                        default="game_points_from_12",
                        max_length=20,
                        verbose_name="points",
                    ),
                ),
                ("sanctioned", models.BooleanField(default=True, verbose_name="ACC-sanctioned")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seasons", to="clubs.club"
                    ),
                ),
            ],
            options={
                "ordering": ["-starts_on", "pk"],
            },
        ),
        migrations.AddField(
            model_name="night",
            name="season",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="played", to="clubs.season"
            ),
        ),
        migrations.CreateModel(
            name="ClubLog",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "actor_kind",
                    models.CharField(
                        choices=[("user", "User"), ("entry", "Entrant's personal link"), ("command", "Command line")],
                        max_length=10,
                    ),
                ),
                ("actor_key", models.CharField(max_length=150)),
                ("actor_name", models.CharField(max_length=150)),
                ("action", models.CharField(max_length=60)),
                ("subject_kind", models.CharField(max_length=30)),
                ("subject_key", models.CharField(max_length=150)),
                ("before", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, null=True)),
                ("after", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, null=True)),
                ("reason", models.CharField(blank=True, max_length=500)),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="log", to="clubs.club"),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("actor_kind__in", ["user", "entry", "command"])),
                        name="club_log_actor_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubRole",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("director", "Director")], default="director", max_length=12)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="roles", to="clubs.club"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="club_roles",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "club", "kind"), name="club_role_once_per_person"),
                    models.CheckConstraint(condition=models.Q(("kind", "director")), name="club_role_kind_known"),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.UniqueConstraint(fields=("club", "player"), name="member_once_per_club"),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="member_has_a_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["member", "guest", "visitor"])), name="member_kind_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="nightresult",
            constraint=models.UniqueConstraint(fields=("night", "member"), name="one_result_a_night"),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(fields=("club", "slug"), name="season_slug_once_per_club"),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(models.Q(("slug", ""), _negated=True), models.Q(("name", ""), _negated=True)),
                name="season_has_a_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("nights__gte", 1), ("nights__lte", 120)), name="season_nights_1_to_120"
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("points__in", ["game_points_from_12", "game_points"])), name="season_points_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="night",
            constraint=models.UniqueConstraint(fields=("season", "number"), name="night_number_once_per_season"),
        ),
        migrations.AddConstraint(
            model_name="night",
            constraint=models.UniqueConstraint(
                condition=models.Q(("withdrawn_at__isnull", True)), fields=("season", "date"), name="one_night_a_day"
            ),
        ),
        migrations.AddConstraint(
            model_name="night",
            constraint=models.CheckConstraint(
                condition=models.Q(("games__gte", 1), ("games__lte", 60)), name="night_games_1_to_60"
            ),
        ),
        migrations.RunPython(protect, unprotect),
    ]
