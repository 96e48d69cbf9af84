"""The tables of the first week, and an audit trail that the database itself refuses to change or delete.

SQLite rebuilds a table when a later migration alters it, and forgets its triggers then: such a migration must run
`protect` again. `test_audit.py` notices when one did not.
"""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.serializers.json
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

TABLE = "tournaments_auditentry"

SQLITE = [
    *(
        f"""CREATE TRIGGER audit_{verb.lower()}_refused BEFORE {verb} ON {TABLE}
            BEGIN SELECT RAISE(ABORT, 'the audit trail is written once'); END"""
        for verb in ("UPDATE", "DELETE")
    ),
    # A row that a REPLACE runs into is deleted without asking the triggers against deletion.
    f"""CREATE TRIGGER audit_replace_refused BEFORE INSERT ON {TABLE}
        WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, 'the audit trail is written once'); END""",
]
POSTGRESQL = [
    """CREATE FUNCTION audit_refused() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'the audit trail is written once' USING ERRCODE = 'restrict_violation'; END $$""",
    f"CREATE TRIGGER audit_change_refused BEFORE UPDATE OR DELETE ON {TABLE} FOR EACH ROW EXECUTE FUNCTION audit_refused()",
    f"CREATE TRIGGER audit_truncate_refused BEFORE TRUNCATE ON {TABLE} FOR EACH STATEMENT EXECUTE FUNCTION audit_refused()",
]


def protect(apps, schema_editor):
    for statement in SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRESQL:
        schema_editor.execute(statement)


def unprotect(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        for name in ("update", "delete", "replace"):
            schema_editor.execute(f"DROP TRIGGER audit_{name}_refused")
    else:
        schema_editor.execute(f"DROP TRIGGER audit_change_refused ON {TABLE}")
        schema_editor.execute(f"DROP TRIGGER audit_truncate_refused ON {TABLE}")
        schema_editor.execute("DROP FUNCTION audit_refused()")


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0001_initial"),
        ("tournaments", "0002_audit_is_written_once"),
        ("tournaments", "0003_audit_rows_are_not_replaced"),
        ("tournaments", "0004_relations"),
        ("tournaments", "0005_flyer_and_money"),
        ("tournaments", "0006_the_day"),
        ("tournaments", "0007_in_play"),
        ("tournaments", "0008_first_deals_so_far"),
        ("tournaments", "0009_sit_outs_reason"),
        ("tournaments", "0010_waivers_for_an_event"),
        ("tournaments", "0011_announcement"),
        ("tournaments", "0012_display"),
        ("tournaments", "0013_phones"),
        ("tournaments", "0014_news"),
        ("tournaments", "0015_languages"),
        ("tournaments", "0016_removed_from_play"),
        ("tournaments", "0017_senior_judges"),
        ("tournaments", "0018_display_of_calls"),
        ("tournaments", "0019_tokens_and_tallies"),
        ("tournaments", "0020_first_answers"),
        ("tournaments", "0021_records_spread"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tournament",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, unique=True, verbose_name="short name in the address")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("starts_on", models.DateField(verbose_name="first day")),
                ("venue", models.CharField(blank=True, max_length=200, verbose_name="venue")),
                ("time_zone", models.CharField(default="America/Los_Angeles", max_length=60, verbose_name="time zone")),
                (
                    "edition",
                    models.CharField(
                        choices=[("2020", "2020 edition"), ("classic", "Classic edition, before 2020")],
                        default="2020",
                        max_length=10,
                        verbose_name="rulebook",
                    ),
                ),
                ("public", models.BooleanField(default=True, verbose_name="public")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ["-starts_on", "slug"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("edition__in", ["2020", "classic"])), name="tournament_edition_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("slug", ""), _negated=True), models.Q(("name", ""), _negated=True)
                        ),
                        name="tournament_has_a_name",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, verbose_name="short name in the address")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("main", "Main event"),
                            ("consolation", "Consolation"),
                            ("satellite", "Satellite"),
                            ("club_night", "Club night"),
                        ],
                        default="main",
                        max_length=20,
                        verbose_name="kind",
                    ),
                ),
                ("games", models.PositiveSmallIntegerField(default=22, verbose_name="games")),
                (
                    "deal",
                    models.CharField(
                        choices=[("cut", "Cut for deal"), ("alternate", "Alternate deal")],
                        default="cut",
                        max_length=10,
                        verbose_name="first deal",
                    ),
                ),
                (
                    "movement",
                    models.CharField(
                        choices=[
                            ("anchor", "Everyone moves one to the right, seat 1 is the anchor"),
                            ("moving_side", "One side moves, the other stays"),
                            ("two_games", "Two games against each opponent"),
                            ("ladder", "Partners ladder"),
                            ("none", "None: opponents are read from the cards"),
                        ],
                        default="anchor",
                        max_length=20,
                        verbose_name="movement",
                    ),
                ),
                ("fixed_rounds", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="rounds")),
                (
                    "hidden",
                    models.JSONField(blank=True, default=list, help_text="Public pages that the director holds back."),
                ),
                (
                    "phase",
                    models.CharField(
                        choices=[
                            ("registration", "Registration"),
                            ("seating", "Seating"),
                            ("qualifying", "Qualifying"),
                            ("cross_check", "Cross-check"),
                            ("playoffs", "Playoffs"),
                            ("report", "Report"),
                        ],
                        default="registration",
                        max_length=20,
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=0)),
                (
                    "last_entry",
                    models.PositiveIntegerField(default=0, help_text="The highest entry number given out so far."),
                ),
                ("quota_exemption", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("quota_reason", models.CharField(blank=True, max_length=300)),
                ("draw_seed", models.BigIntegerField(blank=True, null=True)),
                ("registration_closed_at", models.DateTimeField(blank=True, null=True)),
                ("cards_begun_at", models.DateTimeField(blank=True, null=True)),
                ("cross_checked_at", models.DateTimeField(blank=True, null=True)),
                ("posted_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="events", to="tournaments.tournament"
                    ),
                ),
                ("deal_procedure", models.CharField(blank=True, max_length=300, verbose_name="who deals first")),
                ("money_first", models.BooleanField(default=False, verbose_name="pay before playing")),
                ("muggins", models.BooleanField(default=False, verbose_name="muggins")),
                ("playoff_format", models.CharField(blank=True, max_length=200, verbose_name="playoff format")),
                (
                    "repeats_reason",
                    models.CharField(blank=True, max_length=300, verbose_name="why people may meet again"),
                ),
                ("starts_at", models.DateTimeField(blank=True, null=True, verbose_name="first game at")),
                (
                    "decks_changed_at",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="The game before which the decks were changed last.", null=True
                    ),
                ),
                (
                    "game_minutes",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="The clock of each game; empty for none.",
                        null=True,
                        verbose_name="minutes for a game",
                    ),
                ),
                (
                    "game_now",
                    models.PositiveSmallIntegerField(blank=True, help_text="The game that is being played.", null=True),
                ),
                ("game_started_at", models.DateTimeField(blank=True, null=True)),
                (
                    "dealt_to",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="The seats that the announced first deals were found for; empty before they are printed or play begins.",
                    ),
                ),
                (
                    "dealt_by",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="For each game so far the boards whose first deal is not the one announced first: who deals first, and the other.",
                    ),
                ),
                (
                    "sit_outs_reason",
                    models.CharField(blank=True, max_length=300, verbose_name="why some may sit out more often"),
                ),
                (
                    "phones",
                    models.CharField(
                        choices=[
                            ("off", "Paper cards only"),
                            ("beside", "Phones beside paper: the paper card decides"),
                            ("instead", "Phones instead of paper"),
                        ],
                        default="off",
                        max_length=8,
                        verbose_name="games told by phone",
                    ),
                ),
                ("records_spread", models.BooleanField(default=True, verbose_name="spread on the cards")),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "slug"), name="event_slug_once_per_tournament"),
                    models.CheckConstraint(
                        condition=models.Q(("games__gte", 1), ("games__lte", 60)), name="event_games_1_to_60"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("fixed_rounds__isnull", True),
                            models.Q(("fixed_rounds__gte", models.F("games")), ("fixed_rounds__lte", 120)),
                            _connector="OR",
                        ),
                        name="event_rounds_hold_the_games",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("quota_exemption__isnull", True),
                            models.Q(("quota_exemption__gte", 1), models.Q(("quota_reason", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="event_exemption_has_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "phase__in",
                                ["registration", "seating", "qualifying", "cross_check", "playoffs", "report"],
                            )
                        ),
                        name="event_phase_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["main", "consolation", "satellite", "club_night"])),
                        name="event_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("deal__in", ["cut", "alternate"])), name="event_deal_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("movement__in", ["anchor", "moving_side", "two_games", "ladder", "none"])),
                        name="event_movement_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("cards_begun_at__isnull", True), ("registration_closed_at__isnull", False), _connector="OR"
                        ),
                        name="event_cards_after_seating",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("posted_at__isnull", True), ("cross_checked_at__isnull", False), _connector="OR"
                        ),
                        name="event_posted_after_cross_check",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("game_minutes__isnull", True),
                            models.Q(("game_minutes__gte", 5), ("game_minutes__lte", 120)),
                            _connector="OR",
                        ),
                        name="event_game_takes_5_to_120_minutes",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("phones__in", ["off", "beside", "instead"])), name="event_phones_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("acc_number", models.CharField(blank=True, max_length=12, verbose_name="ACC number")),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="players",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("club", models.CharField(blank=True, max_length=80, verbose_name="club")),
            ],
            options={
                "indexes": [models.Index(fields=["acc_number"], name="player_by_acc_number")],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="player_has_a_name")
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("acc_number", models.CharField(blank=True, max_length=12, verbose_name="ACC number")),
                ("table", models.CharField(blank=True, max_length=3, null=True)),
                ("seat_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[("playing", "Playing"), ("no_show", "No-show"), ("withdrawn", "Withdrawn")],
                        default="playing",
                        max_length=10,
                    ),
                ),
                ("status_reason", models.CharField(blank=True, max_length=300)),
                ("entered_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="tournaments.event"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="tournaments.player"
                    ),
                ),
                ("checked_in_at", models.DateTimeField(blank=True, null=True)),
                ("checked_in_by", models.CharField(blank=True, max_length=150)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="entry_number_once_per_event"),
                    models.UniqueConstraint(fields=("event", "table", "seat_number"), name="entry_seat_once_per_event"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("seat_number__isnull", True), ("table__isnull", True)),
                            models.Q(
                                ("seat_number__gte", 1),
                                ("seat_number__isnull", False),
                                ("seat_number__lte", 500),
                                ("table__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="entry_seat_whole_or_none",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status", "playing"),
                            models.Q(
                                ("status__in", ["no_show", "withdrawn"]), models.Q(("status_reason", ""), _negated=True)
                            ),
                            _connector="OR",
                        ),
                        name="entry_status_has_a_reason",
                    ),
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="entry_has_a_name"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeatingTable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=3)),
                ("seats", models.PositiveSmallIntegerField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tables", to="tournaments.event"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "name"), name="table_name_once_per_event"),
                    models.CheckConstraint(
                        condition=models.Q(("seats__gte", 2), ("seats__lte", 500)), name="table_seats_2_to_500"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Role",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("director", "Director"),
                            ("registrar", "Registrar"),
                            ("checker", "Checker"),
                            ("judge", "Judge"),
                            ("viewer", "Viewer"),
                        ],
                        max_length=12,
                    ),
                ),
                ("is_head", models.BooleanField(default=False, help_text="The head judge; one per tournament.")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="roles", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="roles", to="tournaments.tournament"
                    ),
                ),
                ("ends_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="roles",
                        to="tournaments.event",
                    ),
                ),
                (
                    "is_senior",
                    models.BooleanField(default=False, help_text="A senior judge, as the ACC examines them."),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_head", True)), fields=("tournament",), name="one_head_judge"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("is_head", False), ("kind", "judge"), _connector="OR"),
                        name="only_a_judge_is_head_judge",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["director", "registrar", "checker", "judge", "viewer"])),
                        name="role_kind_known",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("event__isnull", True)),
                        fields=("user", "tournament", "kind"),
                        name="role_once_per_person",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("event__isnull", False)),
                        fields=("user", "event", "kind"),
                        name="role_once_per_person_and_event",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("is_senior", False), ("kind", "judge"), _connector="OR"),
                        name="only_a_judge_is_senior",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "revision",
                    models.PositiveIntegerField(default=0, help_text="The event's revision before the change."),
                ),
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
                ("subject_key", models.CharField(max_length=120)),
                ("before", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, null=True)),
                ("after", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, null=True)),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("initials", models.CharField(blank=True, max_length=8)),
                (
                    "event",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit_entries",
                        to="tournaments.event",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit_entries",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "audit entries",
                "ordering": ["pk"],
                "indexes": [
                    models.Index(fields=["event", "subject_kind", "subject_key"], name="audit_by_subject"),
                    models.Index(fields=["tournament", "at"], name="audit_by_time"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("actor_kind__in", ["user", "entry", "command"])), name="audit_actor_known"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Relation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("family", "Relatives"),
                            ("partner", "Partners"),
                            ("room", "Share a room"),
                            ("travel", "Travel together"),
                            ("club", "Same club"),
                        ],
                        max_length=10,
                        verbose_name="how",
                    ),
                ),
                ("noted_by", models.CharField(max_length=150)),
                ("noted_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.player"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.player"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="relations",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "one", "other"), name="one_relation_per_pair"),
                    models.CheckConstraint(
                        condition=models.Q(("one__lt", models.F("other"))), name="relation_of_two_people_in_order"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["family", "partner", "room", "travel", "club"])),
                        name="relation_kind_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Fee",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("entry", "Entry fee"),
                            ("q_pool", "Q-pool"),
                            ("side_pool", "Side pool"),
                            ("other", "Other"),
                        ],
                        default="entry",
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("cents", models.PositiveIntegerField(verbose_name="amount")),
                ("optional", models.BooleanField(default=False, verbose_name="optional")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="fees", to="tournaments.event"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "name"), name="fee_name_once_per_event"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["entry", "q_pool", "side_pool", "other"])),
                        name="fee_kind_known",
                    ),
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="fee_has_a_name"),
                ],
            },
        ),
        migrations.CreateModel(
            name="FeeTaken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="fees_taken", to="tournaments.entry"
                    ),
                ),
                (
                    "fee",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="taken", to="tournaments.fee"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("entry", "fee"), name="fee_taken_once")],
            },
        ),
        migrations.CreateModel(
            name="Flyer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("director", models.CharField(blank=True, max_length=120, verbose_name="director")),
                ("director_phone", models.CharField(blank=True, max_length=40, verbose_name="director’s phone")),
                ("director_email", models.EmailField(blank=True, max_length=254, verbose_name="director’s e-mail")),
                ("co_director", models.CharField(blank=True, max_length=120, verbose_name="co-director")),
                ("co_director_phone", models.CharField(blank=True, max_length=40, verbose_name="co-director’s phone")),
                ("sanctioned", models.BooleanField(default=False, verbose_name="ACC-sanctioned")),
                ("entry_deadline", models.DateTimeField(blank=True, null=True, verbose_name="entries until")),
                ("walk_ins", models.CharField(blank=True, max_length=300, verbose_name="walk-ins")),
                ("includes", models.CharField(blank=True, max_length=300, verbose_name="what the fee includes")),
                ("payback", models.CharField(blank=True, max_length=300, verbose_name="payback")),
                ("trophies", models.CharField(blank=True, max_length=300, verbose_name="trophies")),
                ("charity", models.CharField(blank=True, max_length=300, verbose_name="charity")),
                ("address", models.CharField(blank=True, max_length=300, verbose_name="address")),
                ("hotel", models.CharField(blank=True, max_length=300, verbose_name="hotel")),
                ("directions", models.CharField(blank=True, max_length=500, verbose_name="how to get there")),
                ("smoking", models.CharField(blank=True, max_length=200, verbose_name="smoking")),
                ("notes", models.TextField(blank=True, max_length=2000, verbose_name="anything else")),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="flyer", to="tournaments.tournament"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LedgerLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("cash", "Cash"),
                            ("cheque", "Cheque"),
                            ("refund", "Refund"),
                            ("waiver", "Waiver"),
                            ("reversal", "Correction"),
                        ],
                        max_length=10,
                    ),
                ),
                ("cents", models.PositiveIntegerField()),
                ("note", models.CharField(blank=True, max_length=300)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=150)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="ledger", to="tournaments.player"
                    ),
                ),
                (
                    "reverses",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reversed_by",
                        to="tournaments.ledgerline",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="ledger", to="tournaments.tournament"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="waivers",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="ledger_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("cents__gte", 1)), name="ledger_amount_is_more_than_none"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "reversal"), ("reverses__isnull", False)),
                            models.Q(("kind__in", ["cash", "cheque", "refund", "waiver"]), ("reverses__isnull", True)),
                            _connector="OR",
                        ),
                        name="ledger_reversal_names_its_line",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("event__isnull", True), ("kind", "waiver"), _connector="OR"),
                        name="ledger_waiver_alone_names_an_event",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DayChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("away", "Away"),
                            ("late", "Late entry"),
                            ("course", "Moved another way"),
                            ("award", "Game awarded"),
                            ("substitute", "Substitute"),
                            ("removed", "Removed from play"),
                        ],
                        max_length=12,
                    ),
                ),
                ("table", models.CharField(max_length=3)),
                ("data", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ("reason", models.CharField(max_length=300)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("made_by", models.CharField(max_length=150)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("undone_by", models.CharField(blank=True, max_length=150)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="day_changes", to="tournaments.event"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="day_change_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="day_change_has_a_reason"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("undone_at__isnull", True), ("undone_by", "")),
                            models.Q(("undone_at__isnull", False), models.Q(("undone_by", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="day_change_undone_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["away", "late", "course", "award", "substitute", "removed"])),
                        name="day_change_kind_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("director", "Director"),
                            ("registrar", "Registrar"),
                            ("checker", "Checker"),
                            ("judge", "Judge"),
                            ("viewer", "Viewer"),
                        ],
                        max_length=12,
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=120, verbose_name="for whom")),
                ("nonce", models.CharField(max_length=32, unique=True)),
                ("role_ends_at", models.DateTimeField(blank=True, null=True)),
                ("expires_at", models.DateTimeField()),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("made_by", models.CharField(max_length=150)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invitations",
                        to="tournaments.event",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invitations",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="invitation_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["director", "registrar", "checker", "judge", "viewer"])),
                        name="invitation_kind_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PersonalLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("nonce", models.CharField(max_length=32, unique=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="links", to="tournaments.entry"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True)), fields=("entry",), name="one_link_per_entry"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PrintedSheet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("sign", "Table sign"),
                            ("slip", "Seat slip"),
                            ("card", "Scorecard"),
                            ("rotation", "Rotation sheet"),
                        ],
                        max_length=10,
                    ),
                ),
                ("key", models.CharField(help_text="The table or the seat that it is of.", max_length=20)),
                ("fingerprint", models.CharField(max_length=64)),
                ("printed_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="printed_sheets",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "kind", "key"), name="printed_sheet_once"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["sign", "slip", "card", "rotation"])),
                        name="printed_sheet_kind_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Registration",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("acc_number", models.CharField(blank=True, max_length=12, verbose_name="ACC number")),
                ("club", models.CharField(blank=True, max_length=80, verbose_name="club")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="e-mail")),
                ("phone", models.CharField(blank=True, max_length=40, verbose_name="phone")),
                ("note", models.CharField(blank=True, max_length=500, verbose_name="note to the director")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("sent", "Waiting for the desk"),
                            ("returned", "Sent back"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="sent",
                        max_length=10,
                    ),
                ),
                ("marked", models.JSONField(blank=True, default=list)),
                ("message", models.CharField(blank=True, max_length=500)),
                ("nonce", models.CharField(max_length=32, unique=True)),
                ("sent_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("decided_by", models.CharField(blank=True, max_length=150)),
                ("events", models.ManyToManyField(related_name="registrations", to="tournaments.event")),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="registrations",
                        to="tournaments.player",
                    ),
                ),
                ("pools", models.ManyToManyField(blank=True, related_name="registrations", to="tournaments.fee")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="registrations",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="registration_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["sent", "returned", "accepted", "declined", "withdrawn"])),
                        name="registration_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="registration_has_a_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state__in", ["returned", "declined"]), _negated=True),
                            models.Q(("message", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="registration_refused_with_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("text", models.CharField(max_length=280, verbose_name="words")),
                ("until", models.DateTimeField(blank=True, null=True, verbose_name="until")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=150)),
                ("taken_back_at", models.DateTimeField(blank=True, null=True)),
                ("taken_back_by", models.CharField(blank=True, max_length=150)),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="announcements",
                        to="tournaments.event",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="announcements",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="announcement_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="announcement_has_words"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("taken_back_at__isnull", True), ("taken_back_by", "")),
                            models.Q(("taken_back_at__isnull", False), models.Q(("taken_back_by", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="announcement_taken_back_by_somebody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Display",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                (
                    "shows",
                    models.CharField(
                        choices=[
                            ("standings", "Standings"),
                            ("seats", "Next seats"),
                            ("missing", "Missing cards"),
                            ("bracket", "Bracket"),
                            ("calls", "Tables that wait for judges"),
                            ("clock", "Clock"),
                            ("announcement", "Announcement"),
                            ("blank", "Nothing"),
                        ],
                        default="blank",
                        max_length=12,
                        verbose_name="shows",
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=280, verbose_name="words")),
                ("version", models.PositiveIntegerField(default=1)),
                ("changed_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("changed_by", models.CharField(max_length=150)),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="displays",
                        to="tournaments.event",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="displays",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="display_number_once"),
                    models.UniqueConstraint(fields=("tournament", "name"), name="display_name_once"),
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="display_has_a_name"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("shows__in", ["clock", "announcement", "blank"]),
                            models.Q(
                                ("event__isnull", False),
                                ("shows__in", ["standings", "seats", "missing", "bracket", "calls"]),
                            ),
                            _connector="OR",
                        ),
                        name="display_shows_something_of_an_event",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Subscription",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("channel", models.CharField(choices=[("mail", "E-mail"), ("push", "Browser")], max_length=4)),
                ("address", models.CharField(max_length=1000)),
                ("key", models.CharField(blank=True, max_length=100)),
                ("secret", models.CharField(blank=True, max_length=40)),
                ("nonce", models.CharField(max_length=32, unique=True)),
                ("site", models.CharField(max_length=300)),
                ("seat", models.BooleanField(default=True)),
                ("qualifiers", models.BooleanField(default=True)),
                ("match", models.BooleanField(default=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("told_revision", models.PositiveIntegerField(default=0)),
                (
                    "link",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="subscriptions",
                        to="tournaments.personallink",
                    ),
                ),
                ("language", models.CharField(default="en", max_length=10)),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("channel", "mail")), fields=("link",), name="one_mail_address_per_link"
                    ),
                    models.UniqueConstraint(fields=("link", "address"), name="one_subscription_per_address"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("channel", "mail"), ("key", ""), ("secret", "")),
                            models.Q(
                                ("channel", "push"),
                                ("confirmed_at__isnull", False),
                                models.Q(("key", ""), _negated=True),
                                models.Q(("secret", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="subscription_can_be_reached",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("address", ""), _negated=True), name="subscription_has_an_address"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("what", models.CharField(max_length=10)),
                ("subject", models.CharField(blank=True, max_length=120)),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("try_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("tried_at", models.DateTimeField(blank=True, null=True)),
                ("failure", models.CharField(blank=True, max_length=40)),
                (
                    "subscription",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="tournaments.subscription",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("subscription", "what"), name="one_notice_of_a_kind"),
                    models.CheckConstraint(
                        condition=models.Q(("what__in", ["confirm", "seat", "qualifiers", "match"])),
                        name="notice_kind_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("password_digest", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField(db_index=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tokens", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64, unique=True)),
                ("tries", models.PositiveIntegerField()),
                ("until", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="KnownAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("last_on", models.DateField(db_index=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FirstAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("request", models.CharField(max_length=64)),
                ("answer", models.BinaryField(default=b"")),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
        ),
        migrations.RunPython(protect, unprotect),
    ]
