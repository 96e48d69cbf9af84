"""What pages of one app show of an app above it, which they know nothing of."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from brackets.reads import OwnMatch, own_match
from tournaments.reads import entry_of_key

OWN_PAGE = "scorecards:own"


def on_own_page(request: HttpRequest) -> dict[str, Any]:
    """The match of whoever holds the personal link, for the entrant's own page and no other; read only if it is shown."""
    opened = request.resolver_match
    if opened is None or opened.view_name != OWN_PAGE:
        return {}
    key = opened.kwargs["key"]
    return {"own_key": key, "own_match": SimpleLazyObject(lambda: _match(key))}


def _match(key: str) -> OwnMatch | None:
    entry = entry_of_key(key)
    return own_match(entry) if entry is not None else None
