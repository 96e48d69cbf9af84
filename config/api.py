"""What the whole API shares: one format for errors, one for pages of a list, and the token.

Errors are `{"code", "message", "errors": [{"field", "code", "message", "rule"}]}`. An index in a field is a position in
the list that was sent, from 0. Status 400: shape; 401: no or bad credentials; 403: role, own card or hidden;
404: unknown or private; 409: state or version; 429: too often.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import IO, Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import JSONParser
from rest_framework.response import Response

from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.http import faults_in


class JSONBody(JSONParser):
    """A JSON body. Raises ParseError if it is nested too deeply."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as exc:
            message = _("This is nested too deeply. What is expected here is at /api/v1/docs/.")
            raise exceptions.ParseError(message) from exc


class Pages(PageNumberPagination):
    """`?page` and `?page_size`, up to 500."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 500


def _answer(code: str, message: str, http: int, errors: list[dict[str, Any]] | None = None, **more: Any) -> Response:
    return Response({"code": code, "message": message, "errors": errors or [], **more}, status=http)


def _refusal(exc: Refused) -> Response:
    """The answer to a refused act, with its status; 401 and 429 have the headers that HTTP asks for."""
    errors = [asdict(fault) for fault in exc.faults]
    http: int
    if isinstance(exc, Forbidden):
        http = status.HTTP_401_UNAUTHORIZED if exc.code == "sign_in" else status.HTTP_403_FORBIDDEN
    elif isinstance(exc, Malformed):
        http = status.HTTP_400_BAD_REQUEST
    elif exc.code == "too_often":
        http = status.HTTP_429_TOO_MANY_REQUESTS
    else:
        http = status.HTTP_409_CONFLICT
    more = {"current": exc.current} if exc.current is not None else {}
    answer = _answer(exc.code, exc.message, http, errors, **more)
    if http == status.HTTP_401_UNAUTHORIZED:
        answer["WWW-Authenticate"] = "Token"
    if http == status.HTTP_429_TOO_MANY_REQUESTS:
        answer["Retry-After"] = str((exc.current or {}).get("seconds", 60))
    return answer


def exception_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's hook: every error of the API in one format."""
    if isinstance(exc, Refused):
        return _refusal(exc)
    if isinstance(exc, Http404):
        return _answer("not_found", str(exc) or _("There is nothing at this address."), status.HTTP_404_NOT_FOUND)
    if isinstance(exc, RequestDataTooBig):
        return _answer("invalid", _("This is too much at once. Send it in smaller parts."), status.HTTP_400_BAD_REQUEST)
    if isinstance(exc, PermissionDenied):
        return _answer("role", str(exc) or _("You may not do this."), status.HTTP_403_FORBIDDEN)
    if isinstance(exc, exceptions.ValidationError):
        errors = [asdict(fault) for fault in faults_in(exc.detail)]
        return _answer(
            "invalid", _("Some of what was sent is not right; each fault is named."), exc.status_code, errors
        )
    if isinstance(exc, exceptions.APIException):
        codes = {401: "credentials", 403: "role", 404: "not_found", 405: "method", 429: "too_often"}
        code = codes.get(exc.status_code, "invalid")
        answer = _answer(code, str(exc.detail), exc.status_code)
        if header := getattr(exc, "auth_header", None):
            answer["WWW-Authenticate"] = header
        return answer
    return None
