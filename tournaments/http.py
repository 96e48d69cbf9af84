"""Small helpers for requests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import Http404, HttpRequest

from tournaments.errors import Fault


class NumberConverter:
    """A whole number in an address that fits a database integer; a longer one is a 404."""

    regex = "[0-9]{1,9}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


def whole_number(text: str, digits: int = 9) -> int | None:
    """Return the integer that was sent, of at most `digits` digits; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


class TakenAway(Http404):
    """What somebody edits has been removed. The 404 page shows the text that they typed.

    `page` is the address at which it can be made again. Raise this only for people who may know that it existed.
    """

    def __init__(self, message: str, *, page: str) -> None:
        super().__init__(message)
        self.page = page


def typed_text(request: HttpRequest) -> list[str]:
    """Return what the user typed into the form; hidden fields and unchanged values are left out."""
    texts = []
    for name, sent in request.POST.items():
        text = str(sent).replace("\0", "").strip()
        is_carried = name.startswith("initial-") or name in {"csrfmiddlewaretoken", "form_key"} or text in {"", "on"}
        if not is_carried and text != request.POST.get(f"initial-{name}", "").strip():
            texts.append(text)
    return texts


SEEN = "X-Seen"
"""The header in which a page that follows its event sends the state it shows."""


def seen_state(request: HttpRequest) -> str:
    """Return the state that a polling page shows; empty if the request is no such poll."""
    return request.headers.get(SEEN, "")


def is_htmx(request: HttpRequest) -> bool:
    """Whether htmx asks for a fragment. A restore of the history, and the poll of a followed page, get the whole page."""
    asks = request.headers.get("HX-Request") == "true" and request.headers.get("HX-History-Restore-Request") != "true"
    return asks and not seen_state(request)


def wants_json(request: HttpRequest) -> bool:
    """Whether a script asks for JSON instead of the page."""
    return request.headers.get("Accept") == "application/json"


def faults_in(detail: Any, path: str = "") -> Iterator[Fault]:
    """Flatten the nested errors of a form or serializer into one fault each, with a dotted field: `lines.3.plus`.

    A leaf is a string with a `code`, as in DRF.
    """
    if isinstance(detail, Mapping):
        for key, value in detail.items():
            name = "" if key == "non_field_errors" else str(key)
            yield from faults_in(value, ".".join(part for part in (path, name) if part))
    elif isinstance(detail, list):
        for index, value in enumerate(detail):
            nested = isinstance(value, Mapping | list)
            yield from faults_in(value, ".".join(part for part in (path, str(index)) if part) if nested else path)
    else:
        yield Fault(path, detail.code, str(detail))
