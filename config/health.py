"""`/healthz` and `/readyz`: whether this process is alive, and whether it can serve. For proxies and service managers.

Both are answered before any other middleware, so they need no host name, account or session.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from hall.backup import mark
from hall.site.outage import SOON, what_is_away


class HealthMiddleware:
    """The first middleware: it answers the two addresses, and passes on everything else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        if request.path == "/healthz":
            return _plain_answer(_("This process lives."), 200)
        if request.path == "/readyz":
            missing = _what_is_missing()
            return _plain_answer(missing, 503) if missing else _plain_answer(_("This site can serve."), 200)
        return self.get_response(request)


def _plain_answer(sentence: str, status: int) -> HttpResponse:
    answer = HttpResponse(f"{sentence}\n", status=status, content_type="text/plain; charset=utf-8")
    answer["Cache-Control"] = "no-store"
    if status == 503:
        answer["Retry-After"] = str(SOON)
    return answer


def _what_is_missing() -> str:
    """Return a sentence on what keeps this process from serving; empty if nothing does."""
    if unfinished := mark.unfinished(settings.DATA_DIR):
        return unfinished
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        applied = MigrationRecorder(connection).applied_migrations()
    except Error as exc:  # Any database error, such as a damaged file, keeps the site from serving.
        outage = what_is_away(exc)
        return outage.message if outage else _("The database cannot be used: %(reason)s") % {"reason": exc}
    if _all_migrations() - applied.keys():
        return _("The database is not up to date. Run: manage.py migrate")
    return ""


@cache
def _all_migrations() -> frozenset[tuple[str, str]]:
    """The program's migrations; cached, because they only change with the program."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
