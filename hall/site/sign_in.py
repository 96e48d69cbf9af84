"""Signing in: the form, and what comes of wrong passwords.

Tries are counted by account and place. A browser in which somebody signed in to an account before, and an address from which
somebody did, have a count of their own for it: nobody elsewhere can use that up. All other places together have one more, so
that guessing from many addresses gets no further.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.contrib.auth.signals import user_logged_in
from django.contrib.auth.views import PasswordResetConfirmView, PasswordResetView
from django.core.exceptions import PermissionDenied
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.errors import Refused
from tournaments.limits import Limit, place_of
from tournaments.models import KnownAddress, User, longest
from tournaments.reachable import site_for_others

GUESSING = Limit("sign-in", most=8, minutes=10)
"""Wrong passwords for one account from one place."""
GUESSING_WHERE_KNOWN = Limit("sign-in-known", most=100, minutes=10)
"""Wrong passwords for one account from an address where somebody signed in to it before: a hall shares one, so that it takes
more than a few people's guesses to keep its director's programs and new phones out."""
GUESSING_ANYWHERE = Limit("sign-in-anywhere", most=40, minutes=10)
"""Wrong passwords for one account from all places together where nobody signed in to it before."""

COOKIE, SALT = "pegboard_known", "pegboard.known"
YEAR = timedelta(days=365)
MOST_ACCOUNTS = 10
"""So many accounts one browser is known for, the last ones: a computer at the desk is used by several people."""


class SignInForm(AuthenticationForm):
    """Name and password. What is longer than any name can be is refused before anybody counts it as a guess."""

    username = UsernameField(max_length=longest(User, "username"), widget=forms.TextInput(attrs={"autofocus": True}))


class AskForPasswordView(PasswordResetView):
    """Ask for a mail with a link. It leads where the links of all mails lead; where nobody else can open the site, to this computer,
    which the mail says: whoever asks sits at it."""

    def form_valid(self, form: Any) -> HttpResponse:
        site, only_here = site_for_others(self.request)
        protocol, _colon, domain = (site or self.request.build_absolute_uri("/")[:-1]).partition("://")
        self.extra_email_context = {
            "protocol": protocol,
            "domain": domain,
            "site_name": domain,
            "only_here": only_here is not None,
        }
        return super().form_valid(form)


class NewPasswordView(PasswordResetConfirmView):
    """A new password by mail. Whoever has the mail is the owner: this browser is known then, and no guess keeps them out."""

    def form_valid(self, form: Any) -> HttpResponse:
        self.request.known_user = self.user  # type: ignore[attr-defined] # for the middleware alone
        return super().form_valid(form)


class LimitedBackend(ModelBackend):
    """Looks at a password only while this place has tries left; raises Refused `too_often` where it has none.

    A try is counted before the password is looked at, so that many at once are no more than the limit, and given back where it
    was right.
    """

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **kwargs: Any
    ) -> User | None:
        if request is None or username is None or password is None:
            # A command or a test: nobody who came from somewhere.
            return None
        name = username.casefold()
        account = User.objects.filter(username=username).first() if "\0" not in username else None
        limit, key, is_known = _count_of(request, name, account)
        anywhere = GUESSING_ANYWHERE.key(name)
        _take(limit, key)
        if not is_known:
            _take(GUESSING_ANYWHERE, anywhere)
        user = super().authenticate(request, username, password, **kwargs)
        if not isinstance(user, User):
            raise PermissionDenied
        limit.forget(key)
        if not is_known:
            GUESSING_ANYWHERE.give_back(anywhere)
        _know_address(request, user)
        return user


def _count_of(request: HttpRequest, name: str, account: User | None) -> tuple[Limit, str, bool]:
    """Under what this place's tries at this account are counted, and whether it is known from before."""
    if account is not None:
        if nonce := _known_here(request).get(str(account.pk)):
            return GUESSING, GUESSING.key("browser", str(account.pk), nonce), True
        if KnownAddress.objects.filter(digest=_address_digest(request, account)).exists():
            return GUESSING_WHERE_KNOWN, GUESSING_WHERE_KNOWN.key(name, place_of(request)), True
    return GUESSING, GUESSING.key("address", name, place_of(request)), False


def _take(limit: Limit, key: str) -> None:
    if limit.take(key):
        return
    seconds = max(limit.seconds_left(key), 1)
    minutes = math.ceil(seconds / 60)
    message = _("Too many wrong passwords for this name.") + " "
    message += ngettext(
        "Try again in %(n)d minute, or reset the password.",
        "Try again in %(n)d minutes, or reset the password.",
        minutes,
    ) % {"n": minutes}
    raise Refused("too_often", message, current={"seconds": seconds, "password": True})


# --- Places that are known -------------------------------------------------------------------------------------------


def _address_digest(request: HttpRequest, user: User) -> str:
    return GUESSING.key("place", str(user.pk), place_of(request))


def _know_address(request: HttpRequest, user: User) -> None:
    """Note that this account signed in from here; written once a day at most."""
    digest, today = _address_digest(request, user), timezone.now().date()
    if not KnownAddress.objects.filter(digest=digest, last_on=today).exists():
        KnownAddress.objects.update_or_create(digest=digest, defaults={"user": user, "last_on": today})


def forget_places() -> int:
    """Forget the addresses that nobody signed in from for a year; how many went."""
    return KnownAddress.objects.filter(last_on__lt=timezone.now().date() - YEAR).delete()[0]


def _known_here(request: HttpRequest) -> dict[str, str]:
    """The accounts that were signed in to in this browser, by id, with what their tries are counted by."""
    try:
        said = request.get_signed_cookie(COOKIE, "", salt=SALT, max_age=YEAR)
    except BadSignature:
        return {}
    pairs = [part.partition(".") for part in (said or "").split("~")]
    return {pk: nonce for pk, _dot, nonce in pairs if nonce}


class KnownBrowserMiddleware:
    """Leaves a cookie in the browser in which somebody signed in or chose a new password."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if user := getattr(request, "known_user", None):
            known = _known_here(request)
            nonce = known.pop(str(user.pk), "") or secrets.token_hex(8)
            known[str(user.pk)] = nonce
            said = "~".join(f"{pk}.{of}" for pk, of in list(known.items())[-MOST_ACCOUNTS:])
            answer.set_signed_cookie(
                COOKIE, said, salt=SALT, max_age=YEAR, httponly=True, samesite="Lax", secure=settings.HTTPS
            )
        return answer


def when_signed_in(sender: Any, *, request: HttpRequest | None, user: User, **kwargs: Any) -> None:
    """Connected to `user_logged_in`: on whichever page somebody signed in."""
    if request is not None:
        request.known_user = user  # type: ignore[attr-defined] # for the middleware alone
        _know_address(request, user)


def connect() -> None:
    """Listen for people signing in; called once when the app is ready."""
    user_logged_in.connect(when_signed_in, dispatch_uid="hall.site.sign_in")
