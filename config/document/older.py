"""Documents of an older version of the format, brought up to the present one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from config.document.layout import FORMAT, VERSION
from tournaments.errors import Fault, Malformed

_NEW_ON_CARDS = {
    "received_at": None,
    "received_by": "",
    "set_aside_at": None,
    "set_aside_by": "",
    "set_aside_reason": "",
}


def brought_up(document: Any) -> Any:
    """The same document in the present version of the format, if it is of an older one that this program knows.

    Version 1 did not say who typed a card, where its history does, and knew nothing of cards handed in or set aside and of
    looks at the paper. Anything else comes back as it is, to be judged by whoever reads it. Malformed where a document of
    version 1 has what that version did not have.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT or not _is_first(document.get("version")):
        return document
    events = document.get("events")
    if not isinstance(events, list):
        return document
    message = _("There is no such field here.")
    if faults := [Fault(at, "unknown", message) for at in _from_later(events)]:
        raise Malformed(_("The file is damaged; each fault is named."), faults=faults)
    return {**document, "version": VERSION, "events": [_event(event, document.get("history")) for event in events]}


def _from_later(events: list[Any]) -> Iterator[str]:
    """Where a document of version 1 has fields of version 2."""
    for place, event in enumerate(events):
        if not isinstance(event, dict):
            continue
        if "looks" in event:
            yield f"events.{place}.looks"
        cards = event.get("scorecards")
        for index, card in enumerate(cards if isinstance(cards, list) else ()):
            for name in ("typed_by", *_NEW_ON_CARDS):
                if isinstance(card, dict) and name in card:
                    yield f"events.{place}.scorecards.{index}.{name}"


def _is_first(version: Any) -> bool:
    return version == 1 and isinstance(version, int) and not isinstance(version, bool)


def _event(event: Any, history: Any) -> Any:
    if not isinstance(event, dict):
        return event
    typists = _typists(event.get("slug"), history)
    found: dict[str, Any] = {}
    for name, value in event.items():
        found[name] = value
        if name == "scorecards":
            if isinstance(value, list):
                found[name] = [_card(card, typists) for card in value]
            found["looks"] = []
    return found


def _typists(slug: Any, history: Any) -> dict[str, str]:
    """Who typed each card last, by its seat, as far as the history says."""
    found = {}
    for act in history if isinstance(history, list) else ():
        if isinstance(act, dict) and act.get("event") == slug and act.get("action") == "card.typed":
            subject, actor = act.get("subject"), act.get("actor")
            if isinstance(subject, dict) and isinstance(actor, dict):
                found[str(subject.get("key"))] = str(actor.get("name", ""))
    return found


def _card(card: Any, typists: dict[str, str]) -> Any:
    if not isinstance(card, dict):
        return card
    found: dict[str, Any] = {}
    for name, value in card.items():
        found[name] = value
        if name == "typed_at":
            found |= {"typed_by": typists.get(str(card.get("entrant")), ""), **_NEW_ON_CARDS}
    return found
