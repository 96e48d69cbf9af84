"""The database itself refuses to change or delete the audit trail.

SQLite rebuilds a table when a later migration alters it, and forgets its triggers then: such a migration must run
`protect` again, here and in 0003. `test_audit.py` notices when one did not.
"""

from django.db import migrations

TABLE = "tournaments_auditentry"

SQLITE = [
    f"""CREATE TRIGGER audit_{verb.lower()}_refused BEFORE {verb} ON {TABLE}
        BEGIN SELECT RAISE(ABORT, 'the audit trail is written once'); END"""
    for verb in ("UPDATE", "DELETE")
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
        schema_editor.execute("DROP TRIGGER audit_update_refused")
        schema_editor.execute("DROP TRIGGER audit_delete_refused")
    else:
        schema_editor.execute(f"DROP TRIGGER audit_change_refused ON {TABLE}")
        schema_editor.execute(f"DROP TRIGGER audit_truncate_refused ON {TABLE}")
        schema_editor.execute("DROP FUNCTION audit_refused()")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunPython(protect, unprotect)]
