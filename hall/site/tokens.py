"""Tokens, by which programs authenticate. Other kinds of keys can be added beside them."""

from __future__ import annotations

from typing import Any

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments import keys
from tournaments.models import Token, User


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Token KEY` or `Bearer KEY`. The token becomes `request.auth`."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() not in (b"token", b"bearer"):
            return None
        if len(words) != 2:
            message = _("After “Token” the header Authorization holds one key without spaces. Send it so.")
            raise AuthenticationFailed(message)
        token = Token.objects.select_related("user").filter(digest=keys.digest_of(words[1].decode("latin-1"))).first()
        if token is None:
            raise AuthenticationFailed(_("There is no such token. Get one: POST /api/v1/token/."))
        if not token.user.is_active:
            raise AuthenticationFailed(_("This account was switched off. Ask the person who runs the site."))
        if token.password_digest != keys.digest_of(token.user.password):
            message = _("The password was changed, which ended this token. Get a new one: POST /api/v1/token/.")
            raise AuthenticationFailed(message)
        if token.expires_at <= timezone.now():
            message = _("This token ran out on %(day)s. Get a new one: POST /api/v1/token/.")
            raise AuthenticationFailed(message % {"day": formats.date_format(token.expires_at)})
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Token"


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # it registers itself
    """Tokens in the OpenAPI document."""

    target_class = TokenAuthentication
    name = "tokenAuth"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token KEY` or `Bearer KEY`, with a key from `POST /token/`.",
        }
