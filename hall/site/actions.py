"""Accounts that the command line opens."""

from __future__ import annotations

from django.db import transaction

from tournaments.access import Actor
from tournaments.models import User


@transaction.atomic
def open_account(*, username: str, first_name: str, last_name: str, password: str | None, actor: Actor) -> User:
    """Create an account; without a password nobody can sign in to it.

    Accounts belong to no tournament, so no trail records them.

    Raises ValueError if the actor is a user: accounts are opened from the command line only.
    """
    if actor.user is not None:
        raise ValueError("accounts are opened from the command line")
    return User.objects.create_user(username, password=password, first_name=first_name, last_name=last_name)
