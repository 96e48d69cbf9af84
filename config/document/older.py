"""Documents of an older version of the format, brought up to the present one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from config.document.layout import FORMAT
from tournaments.errors import Fault, Malformed

_NEW_ON_CARDS = {
    "received_at": None,
    "received_by": "",
    "set_aside_at": None,
    "set_aside_by": "",
    "set_aside_reason": "",
}
_NEW_AROUND = ("flyer", "ledger", "registrations")
_NEW_ON_ENTRANTS: dict[str, Any] = {"checked_in_at": None, "checked_in_by": "", "pools": []}
_NEW_IN_EVENTS: dict[str, Any] = {
    "repeats_reason": "",
    "starts_at": None,
    "muggins": False,
    "deal_procedure": "",
    "playoff_format": "",
    "money_first": False,
    "game_now": None,
    "game_started_at": None,
    "game_minutes": None,
    "decks_changed_at": None,
    "dealt_to": [],
    "dealt_by": [],
    "day_changes": [],
    "fees": [],
}
_NEW_IN_FOURTH = ("lists",)
_NEW_BELOW: dict[str, dict[str, Any]] = {
    "": {"items": [], "payouts": []},
    "ledger": {"event": None},
    "events": {"sit_outs_reason": "", "prizes": [], "honours": []},
    "events.fees": {"pool": None},
    "events.bracket": {"players_report": False},
    "events.bracket.matches": {"ended": "", "ended_reason": "", "gone": None, "table": "", "claims": []},
    "events.bracket.matches.games": {"conceded": False},
}
_NEW_IN_FIFTH: dict[str, dict[str, Any]] = {
    "events": {"phones": "off", "told": []},
    "events.scorecards": {"source": "paper"},
}
_NEW_IN_SIXTH: dict[str, dict[str, Any]] = {"": {"calls": [], "rulings": [], "conduct": []}}
_NEW_IN_SEVENTH: dict[str, dict[str, Any]] = {"events": {}, "events.scorecards": {"ended_at": None, "ended_by": ""}}
_NEW_IN_EIGHTH: dict[str, dict[str, Any]] = {"events": {"records_spread": True}, "events.told": {"points": None}}
_NEW_IN_PLAY = ("game_now", "game_started_at", "game_minutes", "decks_changed_at", "dealt_to", "dealt_by")
_NEW_LATER = (*_NEW_IN_PLAY, "day_changes", "fees")


def brought_up(document: Any) -> Any:
    """The same document in the present version of the format, if it is of an older one that this program knows.

    Version 1 did not say who typed a card, where its history does, and knew nothing of cards handed in or set aside and of
    looks at the paper; version 2 knew nothing of the flyer, of money, of registrations and of who has come; version 3 kept one list of
    qualifiers, which is the first version of it, and knew nothing of prizes, payouts, awards and of matches that more than their
    games ended; version 4 knew nothing of games told by phone, version 5 nothing of calls for judges, rulings and notes on conduct,
    version 6 nothing of cards that end early, version 7 nothing of cards without a spread.
    Anything else comes back as it is, to be judged by whoever reads it. Malformed where an older document has what its version did not have.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return document
    if _is(1, document.get("version")):
        document = _second(document)
    if _is(2, document.get("version")):
        document = _third(document)
    if _is(3, document.get("version")):
        document = _fourth(document)
    if _is(4, document.get("version")):
        document = _grown(document, 5, _NEW_IN_FIFTH)
    if _is(5, document.get("version")):
        document = _grown(document, 6, _NEW_IN_SIXTH)
    if _is(6, document.get("version")):
        document = _grown(document, 7, _NEW_IN_SEVENTH)
    return _grown(document, 8, _NEW_IN_EIGHTH) if _is(7, document.get("version")) else document


def _second(document: dict[str, Any]) -> dict[str, Any]:
    events = document.get("events")
    if not isinstance(events, list):
        return document
    _refuse(_from_later(events))
    return {**document, "version": 2, "events": [_event(event, document.get("history")) for event in events]}


def _third(document: dict[str, Any]) -> dict[str, Any]:
    events = document.get("events")
    if not isinstance(events, list):
        return document
    _refuse(name for name in _NEW_AROUND if name in document)
    _refuse(_from_third(events))
    found: dict[str, Any] = {}
    for name, value in document.items():
        found[name] = value
        if name == "events":
            found[name] = [_planned(event) for event in value]
        elif name == "players" and isinstance(value, list):
            found[name] = [{**one, "club": ""} if isinstance(one, dict) else one for one in value]
        if name == "created_at":
            found["flyer"] = None
        elif name == "events":
            found["ledger"] = []
            found["registrations"] = []
    return {**found, "version": 3}


def _planned(event: Any) -> Any:
    """An event of version 2 with what version 3 says of its plan and its money, in the order of that version."""
    if not isinstance(event, dict):
        return event
    found: dict[str, Any] = {}
    for name, value in event.items():
        found[name] = value
        if name == "posted_at":
            found |= {name: _NEW_IN_EVENTS[name] for name in _NEW_IN_PLAY}
        elif name == "tables":
            found |= {"day_changes": [], "fees": []}
        elif name == "entrants" and isinstance(value, list):
            found[name] = [{**one, **_NEW_ON_ENTRANTS} if isinstance(one, dict) else one for one in value]
        elif name == "looks" and isinstance(value, list):
            found[name] = [{**one, "shown_at": None} if isinstance(one, dict) else one for one in value]
        elif name == "rounds":
            found |= {new: default for new, default in _NEW_IN_EVENTS.items() if new not in _NEW_LATER}
    return found


def _fourth(document: dict[str, Any]) -> dict[str, Any]:
    events = document.get("events")
    if not isinstance(events, list):
        return document
    _refuse(
        f"events.{place}.{name}"
        for place, event in enumerate(events)
        if isinstance(event, dict)
        for name in _NEW_IN_FOURTH
        if name in event
    )
    too_new: list[str] = []
    grown = _with_new(document, _NEW_BELOW, "", "", too_new)
    _refuse(too_new)
    found = [_listed(event, document.get("history")) for event in grown["events"]]
    return {**grown, "version": 4, "events": found}


def _grown(document: dict[str, Any], version: int, more: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """A document in this version of the format, which has so much more than the one before."""
    if not isinstance(document.get("events"), list):
        return document
    too_new: list[str] = []
    grown = _with_new(document, more, "", "", too_new)
    _refuse(too_new)
    return {**grown, "version": version}


def _with_new(value: Any, more: dict[str, dict[str, Any]], inside: str, at: str, too_new: list[str]) -> Any:
    """A value of one version with what the next has `more` at this place and below it.

    `too_new` takes the places of such fields that stand there already.
    """
    if isinstance(value, list):
        return [_with_new(one, more, inside, f"{at}.{place}", too_new) for place, one in enumerate(value)]
    if not isinstance(value, dict):
        return value
    new = more.get(inside, {})
    found = {}
    for name, item in value.items():
        below, here = (f"{inside}.{name}", f"{at}.{name}") if inside else (name, name)
        if name in new:
            too_new.append(here)
        found[name] = _with_new(item, more, below, here, too_new) if below in more else item
    return {**found, **new}


def _listed(event: Any, history: Any) -> Any:
    """An event of version 3 with what version 4 says of it, in the order of that version."""
    if not isinstance(event, dict):
        return event
    found: dict[str, Any] = {}
    for name, value in event.items():
        found[name] = value
        if name == "qualifying":
            found["lists"] = _first_list(event, history)
    return found


def _first_list(event: dict[str, Any], history: Any) -> list[dict[str, Any]]:
    """The list that is posted as the first version of it; what cannot be read is left to whoever judges it."""
    entrants, results = event.get("entrants"), event.get("qualifying")
    if event.get("posted_at") is None or not isinstance(entrants, list) or not isinstance(results, list):
        return []
    names = {one.get("seat"): one.get("name") for one in entrants if isinstance(one, dict)}
    posted: dict[str, Any] = {}
    for act in history if isinstance(history, list) else ():
        if isinstance(act, dict) and (act.get("event"), act.get("action")) == (event.get("slug"), "qualifiers.posted"):
            posted = act
    actor = posted.get("actor")
    same = ("seed", "status", "tied", "decided_by", "game_points", "games_won", "plus", "minus")
    return [
        {
            "number": 1,
            "posted_at": event["posted_at"],
            "posted_by": actor.get("name", "") if isinstance(actor, dict) else "",
            "reason": posted.get("reason", ""),
            "card": "",
            "withdrawn_at": None,
            "places": [
                {
                    "rank": one.get("rank"),
                    "seat": one.get("entrant"),
                    "name": names.get(one.get("entrant"), ""),
                    **{name: one.get(name) for name in same},
                }
                for one in results
                if isinstance(one, dict)
            ],
        }
    ]


def _refuse(places: Iterable[str]) -> None:
    message = _("There is no such field here.")
    if faults := [Fault(at, "unknown", message) for at in places]:
        raise Malformed(_("The file is damaged; each fault is named."), faults=faults)


def _from_third(events: list[Any]) -> Iterator[str]:
    """Where a document of version 2 has fields of version 3."""
    for place, event in enumerate(events):
        if not isinstance(event, dict):
            continue
        yield from (f"events.{place}.{name}" for name in _NEW_IN_EVENTS if name in event)
        looks = event.get("looks")
        for index, look in enumerate(looks if isinstance(looks, list) else ()):
            if isinstance(look, dict) and "shown_at" in look:
                yield f"events.{place}.looks.{index}.shown_at"


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


def _is(wanted: int, version: Any) -> bool:
    return version == wanted and isinstance(version, int) and not isinstance(version, bool)


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
