"""SQLite deletes a row that a REPLACE runs into without asking the triggers against deletion: refuse that too."""

from django.db import migrations

TABLE = "tournaments_auditentry"


def protect(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(
            f"""CREATE TRIGGER audit_replace_refused BEFORE INSERT ON {TABLE}
                WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id)
                BEGIN SELECT RAISE(ABORT, 'the audit trail is written once'); END"""
        )


def unprotect(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER audit_replace_refused")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_audit_is_written_once")]

    operations = [migrations.RunPython(protect, unprotect)]
