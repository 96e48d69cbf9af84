"""The trail is written once, with every change, and says what an outsider needs to follow it."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, transaction

from tournaments import actions
from tournaments.access import Actor
from tournaments.actions import EntrantPlan
from tournaments.models import AuditEntry
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user

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


def test_the_database_refuses_to_change_the_trail() -> None:
    make_tournament()

    with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
        AuditEntry.objects.update(reason="it was not me")

    assert AuditEntry.objects.latest("pk").reason == ""


def test_the_database_refuses_to_empty_the_trail() -> None:
    make_tournament()

    with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
        AuditEntry.objects.all()._raw_delete("default")

    assert AuditEntry.objects.count() == 1


def test_a_row_names_who_did_what_to_what_before_and_after() -> None:
    user = make_user("dale")
    user.first_name, user.last_name = "Dale", "Ashby"
    event = make_event(entrants=2)

    actions.exempt_quota(event=event, quota=2, reason="Flyer promised it", actor=Actor.of_user(user))

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

    actions.enter_entrants(event=event, entrants=[EntrantPlan("Milt Orr")], actor=make_actor())

    assert AuditEntry.objects.latest("pk").revision == before
    event.refresh_from_db()
    assert event.revision == before + 1


def test_the_command_line_is_an_actor_too() -> None:
    make_tournament()

    row = AuditEntry.objects.latest("pk")
    assert (row.actor_kind, row.actor_key) == ("command", "tests")
