"""Sessions in the database, which say so when it is away."""

from __future__ import annotations

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import InterfaceError, InternalError, OperationalError


class SessionStore(db.SessionStore):
    """Django's, but that it takes a database that cannot be written to for a session that somebody ended: a 400 for whoever is
    signed in, while the disk is full."""

    def save(self, must_create: bool = False) -> None:
        try:
            super().save(must_create)
        except UpdateError as exc:
            if isinstance(exc.__context__, OperationalError | InterfaceError | InternalError):
                raise exc.__context__ from exc.__context__.__cause__
            raise
