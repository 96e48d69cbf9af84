"""Answers to the desk's script: values in JSON, and refusals in the format of the API."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from tournaments.errors import Fault, Forbidden, Malformed, Refused
from tournaments.http import wants_json

View = Callable[..., HttpResponse]


def refusal(refused: Refused) -> JsonResponse:
    """Return a refusal as JSON. The status is 401 or 403 for Forbidden, 422 for Malformed, else 409."""
    status = 409
    if isinstance(refused, Forbidden):
        status = 401 if refused.code == "sign_in" else 403
    elif isinstance(refused, Malformed):
        status = 422
    return JsonResponse(
        {
            "code": refused.code,
            "message": refused.message,
            "errors": [asdict(fault) for fault in refused.faults],
            "current": refused.current,
        },
        status=status,
    )


def answers_scripts(view: View) -> View:
    """Make a view answer every refusal and every Http404 in JSON if the request asks for JSON."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not wants_json(request):
            return view(request, *args, **kwargs)
        try:
            return view(request, *args, **kwargs)
        except Refused as refused:
            return refusal(refused)
        except Http404 as missing:
            body: dict[str, Any] = {"code": "not_found", "message": str(missing), "errors": [], "current": None}
            return JsonResponse(body, status=404)

    return answer


def malformed(errors: Mapping[str, Any]) -> Malformed:
    """Return the errors of a form as a refusal with one fault for each, named by its field."""
    faults = [
        Fault(field, str(error.code or "invalid"), str(message))
        for field, field_errors in errors.items()
        for error in field_errors.as_data()
        for message in error.messages
    ]
    return Malformed(_("This card cannot be as typed; each fault is named."), faults=faults)
