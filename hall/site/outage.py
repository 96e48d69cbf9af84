"""The answer while something that the site needs is down: 503, with what is down and when to try again.

Errors of views, middleware and commits all end in Django's error handler, which is `something_broke`. Only an error
that `what_is_away` knows counts as an outage; any other error is a bug and stays a 500.
"""

from __future__ import annotations

import errno
import sqlite3
import sys
from dataclasses import dataclass

import redis
from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tournaments.http import is_htmx, wants_json

SOON, LATER = 5, 60
"""Seconds until the next try: for what recovers by itself, and for what somebody must fix."""

_SQLITE_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_SQLITE_AWAY = {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
# From the appendix of error codes in PostgreSQL’s documentation.
_POSTGRES_BUSY = {"40001", "40P01", "55P03", "57014"}
_POSTGRES_FULL, _POSTGRES_READ_ONLY = "53100", "25006"


@dataclass(frozen=True, slots=True)
class Away:
    """An outage: what is down, as a sentence, and the seconds until the next try."""

    message: str
    seconds: int


def what_is_away(exc: BaseException | None) -> Away | None:
    """The outage that this error comes from; None for any other error."""
    if isinstance(exc, OSError):
        if exc.errno == errno.ENOSPC:
            return _full()
        return _read_only() if exc.errno == errno.EROFS else None
    if isinstance(exc, redis.ConnectionError | redis.TimeoutError):
        return Away(_("Redis, which this site uses, does not answer."), SOON)
    if isinstance(exc, OperationalError | InterfaceError | InternalError):
        if isinstance(exc.__cause__, sqlite3.Error):
            return _of_sqlite(exc.__cause__)
        return _of_postgres(exc)
    return None


def _of_sqlite(exc: sqlite3.Error) -> Away | None:
    """The outage by SQLite's error code; Django's exception is not enough, since a missing table raises it too."""
    code = getattr(exc, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return _full()
    if code == sqlite3.SQLITE_READONLY:
        return _read_only()
    if code in _SQLITE_BUSY:
        return _busy()
    return _no_answer() if code in _SQLITE_AWAY else None


def _of_postgres(exc: OperationalError | InterfaceError | InternalError) -> Away | None:
    state = getattr(exc.__cause__, "sqlstate", None)
    if state == _POSTGRES_READ_ONLY:
        return _read_only()
    if isinstance(exc, InternalError):
        return None
    if state == _POSTGRES_FULL:
        return _full()
    return _busy() if state in _POSTGRES_BUSY else _no_answer()


def _no_answer() -> Away:
    return Away(_("The database of this site does not answer."), SOON)


def _busy() -> Away:
    return Away(_("The database of this site is busy: something else has been writing to it for too long."), SOON)


def _full() -> Away:
    return Away(_("The disk of the computer that keeps this site’s data is full."), LATER)


def _read_only() -> Away:
    return Away(_("The data of this site can only be read now, not written."), LATER)


# --- The answer ------------------------------------------------------------------------------------------------------


def something_broke(request: HttpRequest) -> HttpResponse:
    """Django's handler for uncaught errors: 503 while something is down, else 500, in the requested format.

    It uses no database, session or static files manifest.
    """
    with translation.override(translation.get_language_from_request(request)):
        away = what_is_away(sys.exception())
        if away is None:
            return _broken(request)
        answer = _told(request, away)
        answer["Retry-After"] = str(away.seconds)
        return answer


def _told(request: HttpRequest, away: Away) -> HttpResponse:
    """The 503 answer as JSON, as a fragment, as a page or as text."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        advice = _("Try again in a moment.")
    else:
        advice = _("What you sent may not be saved: look before you send it again.")
    message = f"{away.message} {advice}"
    if _asks_for_values(request):
        return JsonResponse({"code": "unavailable", "message": message, "errors": []}, status=503)
    if is_htmx(request):
        return HttpResponse(format_html('<p role="alert" data-refused>{}</p>', message), status=503)
    if request.accepts("text/html"):
        return HttpResponse(render_to_string("503.html", {"message": message}), status=503)
    return HttpResponse(f"{message}\n", status=503, content_type="text/plain; charset=utf-8")


def _broken(request: HttpRequest) -> HttpResponse:
    if _asks_for_values(request):
        message = _("Something broke on our side. Check whether your last change is there before you send it again.")
        return JsonResponse({"code": "broken", "message": message, "errors": []}, status=500)
    return HttpResponse(render_to_string("500.html"), status=500)


def _asks_for_values(request: HttpRequest) -> bool:
    return request.path.startswith("/api/") or wants_json(request)
