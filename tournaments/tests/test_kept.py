"""What many tests begin with is built once, and by everyone anew who puts another clock or setting in place."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from tournaments.models import User
from tournaments.tests.factories import make_user
from tournaments.tests.kept import kept

pytestmark = pytest.mark.django_db


def times_built() -> int:
    """How often it is built for two who begin with the same, one after the other."""
    built = []

    @kept
    def build() -> User:
        built.append("ada")
        return make_user("ada")

    for _ in range(2):
        with transaction.atomic():
            user = build()
            assert User.objects.get() == user
            assert (user.username, User.objects.get().password) == ("ada", user.password)
            transaction.set_rollback(True)
    return len(built)


def test_what_another_has_built_is_written_again() -> None:
    # On PostgreSQL numbers never come again.
    assert times_built() == (1 if connection.vendor == "sqlite" else 2)


def test_whoever_puts_another_setting_in_place_builds_for_themselves(settings) -> None:
    assert times_built() == 2


def test_whoever_puts_something_else_in_place_builds_for_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    assert times_built() == 2
