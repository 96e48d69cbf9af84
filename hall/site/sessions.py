"""Sessions in the database that report when it is down."""

from __future__ import annotations

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import InterfaceError, InternalError, OperationalError


class SessionStore(db.SessionStore):
    """Django's store takes a failed write for a deleted session and answers 400, say while the disk is full.

    This one raises the database's own error.
    """

    def save(self, must_create: bool = False) -> None:
        try:
            super().save(must_create)
        except UpdateError as exc:
            if isinstance(exc.__context__, OperationalError | InterfaceError | InternalError):
                raise exc.__context__ from exc.__context__.__cause__
            raise
