import hashlib
from datetime import timedelta

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

OLD = (
    "authtoken_token",
    "axes_accessattemptexpiration",
    "axes_accessattempt",
    "axes_accessfailurelog",
    "axes_accesslog",
)
"""Tables that nothing reads any more. They go: a key in clear, and names with addresses, are not left lying about."""


def carry_over(apps, schema_editor):
    """Tokens of before go on for thirty days, from now on as digests."""
    tables = schema_editor.connection.introspection.table_names()
    if "authtoken_token" in tables:
        token, user = apps.get_model("tournaments", "Token"), apps.get_model("tournaments", "User")
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT key, user_id FROM authtoken_token")
            keys = cursor.fetchall()
        passwords = dict(user.objects.values_list("pk", "password"))
        now = timezone.now()
        token.objects.bulk_create(
            token(
                digest=hashlib.sha256(key.encode()).hexdigest(),
                user_id=user_id,
                password_digest=hashlib.sha256(passwords[user_id].encode()).hexdigest(),
                expires_at=now + timedelta(days=30),
            )
            for key, user_id in keys
        )


def drop_old(apps, schema_editor):
    tables = schema_editor.connection.introspection.table_names()
    for table in OLD:
        if table in tables:
            schema_editor.execute(f"DROP TABLE {schema_editor.quote_name(table)}")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_display_of_calls")]

    operations = [
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
        migrations.RunPython(carry_over, migrations.RunPython.noop),
        migrations.RunPython(drop_old, migrations.RunPython.noop),
    ]
