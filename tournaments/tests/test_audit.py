"""The trail is written once, with every change, and says what an outsider needs to follow it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import DatabaseError, connection, transaction

from hall.tests import servers
from tournaments.access import Actor
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.models import AuditEntry
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
from tournaments.venue.actions.events import exempt_quota

pytestmark = pytest.mark.django_db


def test_a_row_of_the_trail_is_not_saved_again() -> None:
    make_tournament()
    row = AuditEntry.objects.latest("pk")

    with pytest.raises(TypeError, match="written once"):
        row.save()


def test_a_row_of_the_trail_is_not_deleted() -> None:
    make_tournament()
    row = AuditEntry.objects.latest("pk")

    with pytest.raises(TypeError, match="never deleted"):
        row.delete()


TABLE = AuditEntry._meta.db_table

# Every way around the program that anybody may think of: each has to fail in the database.
CHANGES: dict[str, Callable[[], object]] = {
    "QuerySet.update": lambda: AuditEntry.objects.update(reason="it was not me"),
    "QuerySet.delete": lambda: AuditEntry.objects.all().delete(),
    "QuerySet._raw_delete": lambda: AuditEntry.objects.all()._raw_delete("default"),
    "QuerySet.bulk_update": lambda: AuditEntry.objects.bulk_update(_renamed(), ["actor_name"]),
    "QuerySet.bulk_create over what is there": lambda: AuditEntry.objects.bulk_create(
        _renamed(), update_conflicts=True, unique_fields=["id"], update_fields=["actor_name"]
    ),
    "UPDATE": lambda: _execute(f"UPDATE {TABLE} SET actor_name = 'somebody else'"),
    "DELETE": lambda: _execute(f"DELETE FROM {TABLE}"),
}
CHANGES_OF = {
    "sqlite": {"REPLACE": lambda: _execute(f"REPLACE INTO {TABLE} SELECT * FROM {TABLE}")},
    # Without the first half PostgreSQL would refuse for another reason: foreign keys still to be checked in this transaction.
    "postgresql": {"TRUNCATE": lambda: _execute(f"SET CONSTRAINTS ALL IMMEDIATE; TRUNCATE {TABLE}")},
}


def _renamed() -> list[AuditEntry]:
    rows = list(AuditEntry.objects.all())
    for row in rows:
        row.actor_name = "somebody else"
    return rows


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def find_unrefused() -> list[str]:
    """Try every change on the trail of this database; those that were not refused as such."""
    unrefused = []
    for name, change in (CHANGES | CHANGES_OF[connection.vendor]).items():
        try:
            with transaction.atomic():
                change()
        except DatabaseError as refusal:
            if "written once" in str(refusal):
                continue
        unrefused.append(name)
    return unrefused


def try_everything() -> None:
    """Print what a database that has nothing but its tables does not refuse, and what is left of the trail."""
    make_tournament()
    print(json.dumps([find_unrefused(), AuditEntry.objects.filter(actor_name="tests").count()]))  # noqa: T201 - the other process reads it


def test_the_database_refuses_every_change_of_the_trail() -> None:
    make_tournament()

    assert find_unrefused() == []
    assert [row.actor_name for row in AuditEntry.objects.all()] == ["tests"]


def test_postgresql_refuses_every_change_of_the_trail(postgres_url: str, tmp_path: Path) -> None:
    env = servers.site_environment(tmp_path, database_url=postgres_url)
    code = "from tournaments.tests.test_audit import try_everything; try_everything()"

    said = servers.manage(env, "shell", "--no-imports", "--command", code)

    assert json.loads(said) == [[], 1]


def test_the_triggers_are_there_after_all_migrations() -> None:
    asked = {
        "sqlite": f"SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = '{TABLE}'",
        "postgresql": f"SELECT tgname FROM pg_trigger WHERE tgrelid = '{TABLE}'::regclass AND NOT tgisinternal",
    }
    with connection.cursor() as cursor:
        cursor.execute(asked[connection.vendor])
        found = {name for (name,) in cursor.fetchall()}

    assert (
        found
        == {
            "sqlite": {"audit_update_refused", "audit_delete_refused", "audit_replace_refused"},
            "postgresql": {"audit_change_refused", "audit_truncate_refused"},
        }[connection.vendor]
    )


def test_a_row_names_who_did_what_to_what_before_and_after() -> None:
    user = make_user("dale")
    user.first_name, user.last_name = "Dale", "Ashby"
    event = make_event(entrants=2)

    exempt_quota(event=event, quota=2, reason="Flyer promised it", actor=Actor.of_user(user))

    row = AuditEntry.objects.latest("pk")
    assert (row.actor_kind, row.actor_key, row.actor_name) == ("user", "dale", "Dale Ashby")
    assert (row.action, row.subject_kind, row.subject_key) == ("quota.exempted", "event", "main")
    assert row.before == {"quota_exemption": None, "quota_reason": ""}
    assert row.after == {"quota_exemption": 2, "quota_reason": "Flyer promised it"}
    assert row.reason == "Flyer promised it"
    assert row.event == event
    assert row.tournament == event.tournament


def test_a_row_keeps_the_revision_that_it_changed() -> None:
    event = make_event()
    before = event.revision

    enter_entrants(event=event, entrants=[EntrantPlan("Milt Orr")], actor=make_actor())

    assert AuditEntry.objects.latest("pk").revision == before
    event.refresh_from_db()
    assert event.revision == before + 1


def test_the_command_line_is_an_actor_too() -> None:
    make_tournament()

    row = AuditEntry.objects.latest("pk")
    assert (row.actor_kind, row.actor_key) == ("command", "tests")
