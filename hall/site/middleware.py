"""The visitor's address, and a page for refusals that no view caught: with the reason and the cure, never a 500."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
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

    Behind proxies, the visitor's address is an entry of X-Forwarded-For, at the position TRUSTED_PROXIES from the end:
    each proxy appends its client, and visitors can forge the entries before. Without such an entry, REMOTE_ADDR stays
    the address of the connection.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.TRUSTED_PROXIES > 0:
            entries = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")[-settings.TRUSTED_PROXIES :]
            address = _address_in(entries[0]) if len(entries) == settings.TRUSTED_PROXIES else ""
            if address:
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
    """Limits the referrer to the origin if the path contains a key, also on error pages.

    The origin itself stays: without it the forms of these pages would fail the CSRF check.
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
            # Somebody reloads or shares the URL to which a form was sent: redirect to the page with the form.
            return redirect(next((address for address in _paths_above(request) if _is_readable(address)), "/"))
        if answer.status_code == 404 and _polls_itself(request):
            return _reloaded(answer)
        if request.method == "POST" and answer.status_code == HTTPStatus.FOUND and request.user.is_authenticated:
            # The browser keeps what was typed in a form until it is accepted (static/js/kept-forms.js).
            answer.set_cookie(
                "accepted", quote(request.path, safe=""), max_age=60, samesite="Lax", secure=settings.HTTPS
            )
        return answer

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return told_refusal(request, exception) if isinstance(exception, Refused) else None


def told_refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The page that says why a view refused."""
    if isinstance(refused, Forbidden):
        return _told_forbidden(request, refused)
    if isinstance(refused, Malformed):
        return render(request, "400.html", {"refused": refused}, status=400)
    if refused.code == "too_often":
        template = "registration/locked_out.html" if (refused.current or {}).get("password") else "429.html"
        waiting = render(request, template, {"refused": refused}, status=429)
        waiting["Retry-After"] = str((refused.current or {}).get("seconds", 60))
        return waiting
    return render(request, "409.html", {"refused": refused}, status=409)


def _told_forbidden(request: HttpRequest, refused: Forbidden) -> HttpResponse:
    """The sign-in page if somebody has to sign in, else the page that says why."""
    if refused.code == "sign_in":
        sign_in = redirect_to_login(page_of(request))
        if not is_htmx(request):
            return sign_in
        # htmx would put the sign-in page into a part of the page, so the whole window is redirected.
        redirected = HttpResponse(status=204)
        redirected["HX-Redirect"] = sign_in["Location"]
        return redirected
    if refused.code == "role" and request.method not in READING:
        refused = Forbidden("role", _told_of_sending(request, refused.message))
    is_hidden = refused.code == "hidden"
    context = {"refused": refused, "waits": _where_to_wait(request) if is_hidden else ""}
    page = render(request, "403.html", context, status=403)
    return _reloaded(page) if is_hidden and _polls_itself(request) else page


@requires_csrf_token
def no_such_page(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 404 page. If this person may not see the tournament, the page reloads once they may.

    If somebody was editing a thing that is gone, the page shows what they typed.
    """
    context: dict[str, Any] = {"waits": _where_it_opens(request)}
    if isinstance(exception, TakenAway):
        context = {"told": str(exception), "typed": typed_text(request), "page": exception.page}
    return render(request, "404.html", context, status=404)


@requires_csrf_token
def form_open_too_long(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page for a form whose CSRF token is not valid any more, with the way back to the form."""
    context = {"no_cookie": reason == REASON_NO_CSRF_COOKIE, "page": page_of(request)}
    return render(request, "403_csrf.html", context, status=403)


def _polls_itself(request: HttpRequest) -> bool:
    """Whether an open page polls its own address."""
    page_path = urlsplit(request.headers.get("HX-Current-URL", "")).path
    return request.method in READING and is_htmx(request) and page_path == request.path


def _where_to_wait(request: HttpRequest) -> str:
    """The URL that a page of a hidden event polls until it is public; empty for a page of no event."""
    parameters = request.resolver_match.kwargs if request.resolver_match else {}
    if not {"tournament", "event"} <= parameters.keys():
        return ""
    slug, event = parameters["tournament"], parameters["event"]
    query = {
        "v": live.version_of(live.announced(slug).on_pages_of(event)),
        "event": event,
        "held": ".".join(sorted(live.glance(slug, event).hidden)),
        "waits": "1",
    }
    return f"{reverse('tournaments:announcements_now', args=[slug])}?{urlencode(query)}"


def _where_it_opens(request: HttpRequest) -> str:
    """The URL that a page polls until this person may see the tournament; empty if something else is missing.

    The database says which of the two it is. A page that does not poll would stay closed.
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
    """Make the page reload, so that it no longer shows what is hidden or gone, and says why."""
    answer["HX-Refresh"] = "true"
    return answer


def _told_of_sending(request: HttpRequest, reason: str) -> str:
    """A message for somebody who sent something without the role: why it is refused, and that nothing was saved.

    If the role was taken away, the message says by whom.
    """
    slug = request.resolver_match.kwargs.get("tournament") if request.resolver_match else None
    user = request.user if isinstance(request.user, User) else None
    taken = role_taken_away(slug, user) if slug and user is not None else None
    if taken is None:
        return " ".join([reason, _("What you sent was not kept.")])
    message = _("%(by)s has just taken away your role (%(role)s). What you sent was not saved, nor were your initials.")
    return f"{message % {'by': taken.by, 'role': taken.role}} {reason}"


# --- Where to come back to after signing in ----------------------------------------------------------------------------


def page_of(request: HttpRequest) -> str:
    """The URL of the page to which a request belongs: its own URL, or that of the page with the form."""
    if request.method in READING:
        return request.get_full_path()
    return next((address for address in _possible_pages(request) if _is_readable(address)), "/")


def _possible_pages(request: HttpRequest) -> Iterator[str]:
    """URLs of this site that may be the page with the form, likeliest first."""
    for address in (request.headers.get("HX-Current-URL", ""), request.headers.get("Referer", "")):
        if address and url_has_allowed_host_and_scheme(address, {request.get_host()}):
            parts = urlsplit(address)
            yield f"{parts.path}?{parts.query}" if parts.query else parts.path
    yield request.get_full_path()
    # Some browsers send no referrer.
    yield from _paths_above(request)


def _paths_above(request: HttpRequest) -> Iterator[str]:
    """The paths above this one, nearest first."""
    parts = request.path.strip("/").split("/")
    yield from (f"/{'/'.join(parts[:length])}/" for length in range(len(parts) - 1, 0, -1))


def _is_readable(address: str) -> bool:
    """Whether there is a view at this address that accepts GET."""
    try:
        view: Any = resolve(urlsplit(address).path).func
    except Resolver404:
        return False
    while view is not None:
        # Django's method decorators store the allowed methods in this variable of their closure.
        variables = inspect.getclosurevars(view).nonlocals if inspect.isfunction(view) else {}
        methods = variables.get("request_method_list")
        if methods is not None:
            return "GET" in methods
        view = getattr(view, "__wrapped__", None)
    return True
