"""Turns a refusal that no view caught into a page: the reason and the cure, never a 500."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.http import is_htmx


class RefusalMiddleware:
    """Answers Forbidden with the sign-in page or a 403, Malformed with a 400, any other Refused with a 409."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refused):
            return None
        if isinstance(exception, Forbidden):
            if exception.code == "sign_in":
                answer = redirect_to_login(request.get_full_path())
                if is_htmx(request):
                    # A sign-in page swapped into a table cell helps nobody: send the whole window there.
                    redirected = HttpResponse(status=204)
                    redirected["HX-Redirect"] = answer["Location"]
                    return redirected
                return answer
            return render(request, "403.html", {"refused": exception}, status=403)
        if isinstance(exception, Malformed):
            return render(request, "400.html", {"refused": exception}, status=400)
        return render(request, "409.html", {"refused": exception}, status=409)
