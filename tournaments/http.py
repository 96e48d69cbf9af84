"""Small facts about a request and about what it brought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import Http404, HttpRequest

from tournaments.errors import Fault


class NumberConverter:
    """A whole number in an address, small enough for a database to look it up: a longer one is no such page (404)."""

    regex = "[0-9]{1,9}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


def whole_number(text: str, digits: int = 9) -> int | None:
    """The whole number that was sent, of at most so many digits; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


class TakenAway(Http404):
    """What somebody writes on a page is not there any more: the page that says so shows what they typed. Raise it only for whoever
    may know. `page` is where it may be made anew."""

    def __init__(self, message: str, *, page: str) -> None:
        super().__init__(message)
        self.page = page


def typed_text(request: HttpRequest) -> list[str]:
    """What somebody typed into the form that they sent: what it only carries, and what stands as the page had it, are left out."""
    found = []
    for name, sent in request.POST.items():
        text = str(sent).replace("\0", "").strip()
        is_carried = name.startswith("initial-") or name in {"csrfmiddlewaretoken", "form_key"} or text in {"", "on"}
        if not is_carried and text != request.POST.get(f"initial-{name}", "").strip():
            found.append(text)
    return found


SEEN = "X-Seen"
"""What a page that follows its event sends along: the state that it shows."""


def seen_state(request: HttpRequest) -> str:
    """Which state the page shows that asks whether there is a newer one; empty where none asks."""
    return request.headers.get(SEEN, "")


def is_htmx(request: HttpRequest) -> bool:
    """Whether htmx asks for a fragment; who goes back in history, and a page that follows its event, gets the whole page."""
    asks = request.headers.get("HX-Request") == "true" and request.headers.get("HX-History-Restore-Request") != "true"
    return asks and not seen_state(request)


def wants_json(request: HttpRequest) -> bool:
    """Whether a script of a page asks for values and not for the page."""
    return request.headers.get("Accept") == "application/json"


def faults_in(detail: Any, path: str = "") -> Iterator[Fault]:
    """Flatten the nested errors of a form or serializer into one fault each, its field dotted: `lines.3.plus`.

    A leaf is a string with a `code`, as DRF gives it.
    """
    if isinstance(detail, Mapping):
        for key, value in detail.items():
            here = "" if key == "non_field_errors" else str(key)
            yield from faults_in(value, ".".join(part for part in (path, here) if part))
    elif isinstance(detail, list):
        for index, value in enumerate(detail):
            nested = isinstance(value, Mapping | list)
            yield from faults_in(value, ".".join(part for part in (path, str(index)) if part) if nested else path)
    else:
        yield Fault(path, detail.code, str(detail))
