"""Signing in: the form, and the limits on wrong passwords.

Tries are counted by account and place. A browser or address from which somebody signed in to the account before has a
count of its own, which nobody at another place can use up. All unknown places also share one count, so that guessing
from many addresses does not help.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.contrib.auth.signals import user_logged_in
from django.contrib.auth.views import (
    LoginView,
    PasswordChangeView,
    PasswordResetConfirmView,
    PasswordResetDoneView,
    PasswordResetView,
    RedirectURLMixin,
)
from django.core.exceptions import PermissionDenied
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.errors import Refused
from tournaments.limits import Limit, place_of
from tournaments.models import KnownAddress, User, longest
from tournaments.people.words import no_mail_server
from tournaments.reachable import site_for_others
from tournaments.reads.site import has_mail_server
from tournaments.views.page import speaking

GUESSING = Limit("sign-in", most=8, minutes=10)
"""Wrong passwords for one account from one place."""
GUESSING_WHERE_KNOWN = Limit("sign-in-known", most=100, minutes=10)
"""Wrong passwords for one account from an address where somebody signed in to it before.

A hall shares one address, so a few people's guesses must not lock out its director's programs and new phones.
"""
GUESSING_ANYWHERE = Limit("sign-in-anywhere", most=40, minutes=10)
"""Wrong passwords for one account from all unknown places together."""

COOKIE, SALT = "pegboard_known", "pegboard.known"
YEAR = timedelta(days=365)
MOST_ACCOUNTS = 10
"""For how many accounts a browser is known, the latest ones; several people use the computer at the desk."""


class SignInForm(AuthenticationForm):
    """Name and password. A name that is too long is refused before it counts as a guess."""

    username = UsernameField(max_length=longest(User, "username"), widget=forms.TextInput(attrs={"autofocus": True}))


class SignInView(LoginView):
    """Sign in. From then on the browser shows its pages in the language of the account, if it has one.

    Whoever signs in with a password that somebody else set is asked for one of their own first.
    """

    authentication_form = SignInForm

    def form_valid(self, form: Any) -> HttpResponse:
        answer, language = super().form_valid(form), form.get_user().language
        # Whoever chose a language at the foot of a page, and none for the account, keeps it.
        return speaking(answer, language) if language else answer

    def get_success_url(self) -> str:
        page = super().get_success_url()
        if not getattr(self.request.user, "password_is_given", False):
            return page
        return f"{reverse('password_change')}?{urlencode({'next': page})}"


class OwnPasswordView(RedirectURLMixin, PasswordChangeView):
    """Choose another password. It leads on to the page `next`, if there is one."""

    next_page = "password_change_done"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "next": self.get_redirect_url()}

    def form_valid(self, form: Any) -> HttpResponse:
        if self.get_redirect_url():
            messages.success(self.request, _("Your password is changed."))
        return super().form_valid(form)


COMMANDS = {"command": "python3 run.py password", "windows": "py run.py password"}
"""What to type at the site's computer."""


class AskForPasswordView(PasswordResetView):
    """What to do without a password: with a mail server, ask for a mail with a reset link to the site's public address.

    If other computers cannot open the site, the person who asks sits at the site's computer. The link then leads to
    this computer, and the mail says so.
    """

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "has_mail": has_mail_server(), **COMMANDS}

    def form_valid(self, form: Any) -> HttpResponse:
        """Send the mail. Raises Refused (`not_ready`) without a mail server."""
        if not has_mail_server():
            raise Refused("not_ready", no_mail_server() + " " + _("Ask the director for a new password."))
        site, only_here = site_for_others(self.request)
        protocol, _colon, domain = (site or self.request.build_absolute_uri("/")[:-1]).partition("://")
        self.extra_email_context = {
            "protocol": protocol,
            "domain": domain,
            "site_name": domain,
            "only_here": only_here is not None,
        }
        return super().form_valid(form)


class MailSentView(PasswordResetDoneView):
    """Says that a mail is on its way. Without a mail server none is."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return super().get(request, *args, **kwargs) if has_mail_server() else redirect("password_reset")


class NewPasswordView(PasswordResetConfirmView):
    """Choose a new password with the link of a mail.

    The mail proves who the user is, so their browser becomes known, and guesses at other places do not lock them out.
    """

    def form_valid(self, form: Any) -> HttpResponse:
        self.request.known_user = self.user  # type: ignore[attr-defined] # for the middleware alone
        return super().form_valid(form)


class LimitedBackend(ModelBackend):
    """Checks a password only while this place has tries left.

    A try is counted before the check, so that parallel tries stay within the limit. A right password gives it back.

    Raises Refused (`too_often`) if no try is left.
    """

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **kwargs: Any
    ) -> User | None:
        if request is None or username is None or password is None:
            # Commands and tests have no request, so there is no place to count by.
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
    """The limit and key under which this place's tries at this account count, and whether the place is known."""
    if account is not None:
        if nonce := _known_here(request).get(str(account.pk)):
            return GUESSING, GUESSING.key("browser", str(account.pk), nonce), True
        if KnownAddress.objects.filter(digest=_address_digest(request, account)).exists():
            return GUESSING_WHERE_KNOWN, GUESSING_WHERE_KNOWN.key(name, place_of(request)), True
    return GUESSING, GUESSING.key("address", name, place_of(request)), False


def _take(limit: Limit, key: str) -> None:
    """Count a try. Raises Refused (`too_often`) if none is left."""
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
    """Remember that this account signed in from here; written once a day at most."""
    digest, today = _address_digest(request, user), timezone.now().date()
    if not KnownAddress.objects.filter(digest=digest, last_on=today).exists():
        KnownAddress.objects.update_or_create(digest=digest, defaults={"user": user, "last_on": today})


def forget_places() -> int:
    """Delete addresses from which nobody has signed in for a year. Returns how many."""
    return KnownAddress.objects.filter(last_on__lt=timezone.now().date() - YEAR).delete()[0]


def _known_here(request: HttpRequest) -> dict[str, str]:
    """The accounts for which this browser is known: by id, the nonce under which their tries are counted."""
    try:
        cookie = request.get_signed_cookie(COOKIE, "", salt=SALT, max_age=YEAR)
    except BadSignature:
        return {}
    pairs = [part.partition(".") for part in (cookie or "").split("~")]
    return {pk: nonce for pk, _dot, nonce in pairs if nonce}


class KnownBrowserMiddleware:
    """Sets the cookie in a browser in which somebody signed in or chose a new password."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if user := getattr(request, "known_user", None):
            known = _known_here(request)
            nonce = known.pop(str(user.pk), "") or secrets.token_hex(8)
            known[str(user.pk)] = nonce
            cookie = "~".join(f"{pk}.{nonce}" for pk, nonce in list(known.items())[-MOST_ACCOUNTS:])
            answer.set_signed_cookie(
                COOKIE, cookie, salt=SALT, max_age=YEAR, httponly=True, samesite="Lax", secure=settings.HTTPS
            )
        return answer


def when_signed_in(sender: Any, *, request: HttpRequest | None, user: User, **kwargs: Any) -> None:
    """Signal receiver for `user_logged_in`, on whichever page it happens."""
    if request is not None:
        request.known_user = user  # type: ignore[attr-defined] # for the middleware alone
        _know_address(request, user)


def connect() -> None:
    """Connect the receiver; called once when the app is ready."""
    user_logged_in.connect(when_signed_in, dispatch_uid="hall.site.sign_in")
