"""Signing in: the form, and what somebody sees who typed a wrong password too often."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import User


class SignInForm(AuthenticationForm):
    """Name and password. What is longer than any name can be is refused before anybody counts it as a guess."""

    username = UsernameField(
        max_length=User._meta.get_field("username").max_length, widget=forms.TextInput(attrs={"autofocus": True})
    )


def locked_out(
    request: HttpRequest, credentials: dict[str, Any] | None = None, *args: Any, **kwargs: Any
) -> HttpResponse:
    """The answer to a sign-in while this name is locked for this address: 429, as page or as the API's error."""
    minutes = int(settings.AXES_COOLOFF_TIME.total_seconds() // 60)
    message = _("Too many wrong passwords for this name.") + " "
    message += ngettext(
        "Try again in %(n)d minute, or reset the password.",
        "Try again in %(n)d minutes, or reset the password.",
        minutes,
    ) % {"n": minutes}
    if request.path.startswith("/api/"):
        answer: HttpResponse = JsonResponse({"code": "too_often", "message": message, "errors": []}, status=429)
    else:
        answer = render(request, "registration/locked_out.html", {"message": message}, status=429)
    answer["Retry-After"] = str(minutes * 60)
    return answer
