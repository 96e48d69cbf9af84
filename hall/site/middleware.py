"""The visitor's address, and a page for refusals that no view caught: with the reason and the cure, never a 500."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.csrf import requires_csrf_token

from tournaments import live
from tournaments.access import tournament_for
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.http import TakenAway, is_htmx, typed_text
from tournaments.models import User
from tournaments.people.reads.roles import role_taken_away

READING = ("GET", "HEAD")


KEYED = ("/me/", "/news/", "/join/")
"""Paths that contain somebody's own key."""


class AddressMiddleware:
    """Puts the visitor's address into REMOTE_ADDR, which everything else uses.

    Behind TRUSTED_PROXIES proxies it is that entry of X-Forwarded-For, counted from the end: each proxy appends its
    client, and visitors can forge what comes before. Without such an entry it stays the address of the connection.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.TRUSTED_PROXIES > 0:
            entries = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")[-settings.TRUSTED_PROXIES :]
            if len(entries) == settings.TRUSTED_PROXIES and (address := _address_in(entries[0])):
                request.META["REMOTE_ADDR"] = address
        return self.get_response(request)


_WITH_PORT = re.compile(r"\[(?P<six>[^\]]*)\](?::\d+)?|(?P<four>[\d.]+):\d+")


def _address_in(entry: str) -> str:
    """The address in one entry of X-Forwarded-For, without brackets and port; empty if there is none."""
    entry = entry.strip()
    if parts := _WITH_PORT.fullmatch(entry):
        entry = parts["six"] or parts["four"] or ""
    try:
        return str(ip_address(entry.partition("%")[0]))
    except ValueError:
        return ""


class OwnKeysMiddleware:
    """Limits the referrer to the origin where the path contains a key, error pages included.

    Without the origin the pages' forms would fail the CSRF check.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if request.path.startswith(KEYED):
            answer.setdefault("Referrer-Policy", "strict-origin")
        return answer


class RefusalMiddleware:
    """Answers Forbidden with the sign-in page or 403, Malformed with 400, `too_often` with 429, Refused with 409."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if isinstance(answer, HttpResponseNotAllowed) and request.method in READING:
            # Somebody reloads or shares the URL of a refused form: go to the page the form is on.
            return redirect(next((address for address in _above(request) if _is_read(address)), "/"))
        if answer.status_code == 404 and _asks_for_itself(request):
            return _reloaded(answer)
        return answer

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return told_refusal(request, exception) if isinstance(exception, Refused) else None


def told_refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The page that says why a view refused."""
    if isinstance(refused, Forbidden):
        if refused.code == "sign_in":
            sign_in = redirect_to_login(page_of(request))
            if is_htmx(request):
                # A sign-in page inside a table cell helps nobody: redirect the whole window.
                redirected = HttpResponse(status=204)
                redirected["HX-Redirect"] = sign_in["Location"]
                return redirected
            return sign_in
        if refused.code == "role" and request.method not in READING:
            refused = Forbidden("role", _told_of_sending(request, refused.message))
        context = {"refused": refused, "waits": _where_to_wait(request) if refused.code == "hidden" else ""}
        page = render(request, "403.html", context, status=403)
        return _reloaded(page) if refused.code == "hidden" and _asks_for_itself(request) else page
    if isinstance(refused, Malformed):
        return render(request, "400.html", {"refused": refused}, status=400)
    if refused.code == "too_often":
        template = "registration/locked_out.html" if (refused.current or {}).get("password") else "429.html"
        waiting = render(request, template, {"refused": refused}, status=429)
        waiting["Retry-After"] = str((refused.current or {}).get("seconds", 60))
        return waiting
    return render(request, "409.html", {"refused": refused}, status=409)


@requires_csrf_token
def no_such_page(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 404 page. If the tournament does not exist for this person, it reloads once it does."""
    context: dict[str, Any] = {"waits": _where_it_opens(request)}
    if isinstance(exception, TakenAway):
        context = {"told": str(exception), "typed": typed_text(request), "page": exception.page}
    return render(request, "404.html", context, status=404)


def _asks_for_itself(request: HttpRequest) -> bool:
    """Whether an open page polls its own address."""
    asked_from = urlsplit(request.headers.get("HX-Current-URL", "")).path
    return request.method in READING and is_htmx(request) and asked_from == request.path


def _where_to_wait(request: HttpRequest) -> str:
    """The URL that tells a page of a hidden event when it is public; empty for a page of no event."""
    place = request.resolver_match.kwargs if request.resolver_match else {}
    if not {"tournament", "event"} <= place.keys():
        return ""
    slug, event = place["tournament"], place["event"]
    asked = {
        "v": live.version_of(live.announced(slug).on_pages_of(event)),
        "event": event,
        "held": ".".join(sorted(live.glance(slug, event).hidden)),
        "waits": "1",
    }
    return f"{reverse('tournaments:announcements_now', args=[slug])}?{urlencode(asked)}"


def _where_it_opens(request: HttpRequest) -> str:
    """The URL that tells when this person may see the tournament; empty if something else is missing.

    It queries the database: a page that does not wait would stay closed.
    """
    slug = request.resolver_match.kwargs.get("tournament") if request.resolver_match else None
    if slug is None or request.method not in READING:
        return ""
    try:
        tournament_for(request.user, slug)
    except Http404:
        return f"{reverse('tournaments:announcements_now', args=[slug])}?closed=1"
    return ""


def _reloaded(answer: HttpResponse) -> HttpResponse:
    """Reload the page: it then shows nothing that is hidden or gone by now, and says why."""
    answer["HX-Refresh"] = "true"
    return answer


def _told_of_sending(request: HttpRequest, reason: str) -> str:
    """Why somebody without the role could not send this, what happened to the role, and that nothing was saved."""
    slug = request.resolver_match.kwargs.get("tournament") if request.resolver_match else None
    user = request.user if isinstance(request.user, User) else None
    taken = role_taken_away(slug, user) if slug and user is not None else None
    if taken is None:
        return " ".join([reason, _("What you sent was not kept.")])
    message = _("%(by)s took your role away meanwhile (%(role)s). What you sent was not kept, no initials either.")
    return f"{message % {'by': taken.by, 'role': taken.role}} {reason}"


# --- Where to come back to after signing in ----------------------------------------------------------------------------


def page_of(request: HttpRequest) -> str:
    """The URL of the page that a request came from: its own, or the page with the form."""
    if request.method in READING:
        return request.get_full_path()
    return next((address for address in _pages(request) if _is_read(address)), "/")


def _pages(request: HttpRequest) -> Iterator[str]:
    for address in (request.headers.get("HX-Current-URL", ""), request.headers.get("Referer", "")):
        if address and url_has_allowed_host_and_scheme(address, {request.get_host()}):
            parts = urlsplit(address)
            yield f"{parts.path}?{parts.query}" if parts.query else parts.path
    yield request.get_full_path()
    # A browser that sends no referrer.
    yield from _above(request)


def _above(request: HttpRequest) -> Iterator[str]:
    """The paths above this one, nearest first."""
    parts = request.path.strip("/").split("/")
    yield from (f"/{'/'.join(parts[:length])}/" for length in range(len(parts) - 1, 0, -1))


def _is_read(address: str) -> bool:
    """Whether this address can be read with GET, not only sent to."""
    try:
        view: Any = resolve(urlsplit(address).path).func
    except Resolver404:
        return False
    while view is not None:
        # Where Django's method decorators store the methods.
        methods = (
            inspect.getclosurevars(view).nonlocals.get("request_method_list") if inspect.isfunction(view) else None
        )
        if methods is not None:
            return "GET" in methods
        view = getattr(view, "__wrapped__", None)
    return True
