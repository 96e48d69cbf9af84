"""Sessions in the database that report when it is down."""

from __future__ import annotations

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import InterfaceError, InternalError, OperationalError


class SessionStore(db.SessionStore):
    """Raises the database's own error if a session cannot be written.

    Django's store takes any failed write, for example on a full disk, for a deleted session, and answers 400.
    """

    def save(self, must_create: bool = False) -> None:
        try:
            super().save(must_create)
        except UpdateError as exc:
            if isinstance(exc.__context__, OperationalError | InterfaceError | InternalError):
                raise exc.__context__ from exc.__context__.__cause__
            raise
