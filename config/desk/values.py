"""The values before and after a change, one by one and in words, as the log lists them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.timezone import is_aware, localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from judging import words as judging_words
from judging.models import Coming
from judging.rules.subjects import SUBJECTS
from tournaments import words as tournament_words
from tournaments.models import (
    AuditEntry,
    DayChange,
    Entry,
    Event,
    Fee,
    LedgerLine,
    Registration,
    Relation,
    Role,
    Subscription,
    Tournament,
)


@dataclass(frozen=True, slots=True)
class Change:
    """One value before and after; empty where there was none."""

    label: str
    before: str
    after: str


def changes(row: AuditEntry) -> Iterator[Change]:
    """What a row of the trail changed, one value at a time; what stayed as it was is left out."""
    before, after = dict(_values(row.before or {})), dict(_values(row.after or {}))
    for key in [*before, *(key for key in after if key not in before)]:
        if before.get(key) != after.get(key):
            yield Change(_label(key), before.get(key, ""), after.get(key, ""))


def _values(found: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(found, Mapping):
        if path and {"points", "plus", "minus"} <= found.keys():
            yield _line(path, found)
            return
        for key, value in found.items():
            yield from _values(value, (*path, str(key)))
    elif isinstance(found, list):
        if any(isinstance(value, Mapping | list) for value in found):
            for place, value in enumerate(found, start=1):
                yield from _values(value, (*path, str(place)))
        elif found:
            yield path, ", ".join(_choice(path[-1] if path else "", value) for value in found)
    elif found is not None and found != "":
        yield path, _choice(path[-1], found) if path else _shown(found)


def _line(path: tuple[str, ...], line: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    """A line of a card in the card's own notation, under its game where it has one."""
    spread = f"+{int(line['plus']):02}" if line["plus"] else f"−{int(line['minus']):02}" if line["minus"] else "–"
    points = line["points"]
    written = [_("blank") if points in (None, "") else str(points), spread]
    if line.get("opponent"):
        written.append(_("against %(seat)s") % {"seat": line["opponent"]})
    if path[0] == "lines" and "game" in line:
        path = (*path[:-1], _("game %(number)s") % {"number": line["game"]})
    return path, ", ".join(written)


def _choice(key: str, value: Any) -> str:
    """A stored code by its name, anything else as it is."""
    known: Mapping[str, Any] = {
        "kind": {
            **dict(Event.Kind.choices),
            **dict(Role.Kind.choices),
            **dict(Fee.Kind.choices),
            **dict(LedgerLine.Kind.choices),
            **dict(DayChange.Kind.choices),
            "accepted": _("accepted"),
            "overridden": _("decided by hand"),
            "referred": _("with the head judge"),
        },
        "outcome": {
            "agrees": _("agrees"),
            "corrected": _("corrected"),
            "stands": _("stands as written"),
            "referred": _("with the head judge"),
            "confirmed": _("read as it was typed"),
            "differs": _("read otherwise"),
            "retyped": _("typed otherwise"),
        },
        "decision": {
            "post": _("post a new list"),
            "keep": _("keep the list"),
            "leave": _("leave the card"),
        },
        "next_deal": dict(Coming.NextDeal.choices),
        "related": dict(Relation.Kind.choices),
        "subject": {one.key: judging_words.case(one.key) for one in SUBJECTS},
        "phones": dict(Event.Phones.choices),
        "state": dict(Registration.State.choices),
        "channel": dict(Subscription.Channel.choices),
        "deal": dict(Event.Deal.choices),
        "movement": dict(Event.Movement.choices),
        "status": dict(Entry.Status.choices),
        "edition": dict(Tournament.EditionChoice.choices),
        "phase": dict(Event.PhaseChoice.choices),
        "step": dict(Event.PhaseChoice.choices),
        "hidden": dict(tournament_words.parts()),
    }
    if key == "cents" and isinstance(value, int):
        return tournament_words.amount(value)
    return str(known.get(key, {}).get(value, _shown(value)))


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, str) and "T" in value and (at := _moment(value)):
        return date_format(at, "SHORT_DATETIME_FORMAT")
    return str(value)


def _moment(text: str) -> datetime | None:
    """The moment that this text is, in the hall's time; None where it is none."""
    try:
        at = parse_datetime(text)
        return localtime(at) if at and is_aware(at) else None
    except (ValueError, OverflowError):
        # Text that only looks like a moment: no such day, or a day that another time zone would push off the calendar.
        return None


def _label(path: tuple[str, ...]) -> str:
    known = {
        "name": _("name"),
        "slug": _("address"),
        "starts_on": _("first day"),
        "venue": _("where"),
        "time_zone": _("time zone"),
        "edition": _("rulebook"),
        "public": _("public"),
        "kind": _("kind"),
        "games": _("games"),
        "deal": _("first deal"),
        "movement": _("movement"),
        "rounds": _("rounds"),
        "fixed_rounds": _("rounds"),
        "repeats_reason": _("why people may meet again"),
        "sit_outs_reason": _("why some may sit out more often"),
        "hidden": _("held back"),
        "quota": _("qualify"),
        "quota_exemption": _("qualify"),
        "quota_reason": _("reason"),
        "status": _("status"),
        "status_reason": _("reason"),
        "acc_number": _("ACC number"),
        "seat": _("seat"),
        "seats": _("seats"),
        "seed": _("number of the draw"),
        "tables": _("tables"),
        "entrants": _("entrants"),
        "events": _("events"),
        "director": _("director"),
        "cents": _("amount"),
        "optional": _("optional"),
        "player": pgettext("in the log", "player"),
        "event": _("event"),
        "money_first": _("pay before playing"),
        "is_head": _("head judge"),
        "is_senior": _("senior judge"),
        "where": _("where"),
        "about": _("about"),
        "subject": _("kind of case"),
        "next_deal": _("next deal in the own game"),
        "related": _("related"),
        "happened": _("what happened"),
        "judges": _("judges"),
        "points": _("points"),
        "removes": _("removed from play"),
        "by_head": _("decided by the head judge"),
        "offender": _("who did it"),
        "other": _("the other player"),
        "ends_at": _("until"),
        "until": _("until"),
        "text": _("words"),
        "step": _("reopened"),
        "bracket": _("games of the bracket"),
        "expires_at": _("can be used until"),
        "user": _("account"),
        "lines": _("card"),
        "totals": _("own totals"),
        "game_points": _("game points"),
        "games_won": _("games won"),
        "plus": _("plus"),
        "minus": _("minus"),
        "net": _("net"),
        "basis": _("basis"),
        "resolved": _("stands"),
        "recorded": _("recorded"),
        "outcome": _("outcome"),
        "rules": _("rules"),
        "initials": _("initials"),
        "reason": _("reason"),
        "order": _("order"),
        "qualifiers": _("qualifiers"),
        "size": _("lines of the bracket"),
        "chart": _("chart"),
        "best_of": _("best of"),
        "seeds": _("seeds"),
        "game": pgettext("in the log", "game"),
        "winner": _("winner"),
        "forfeit": _("forfeit"),
        "match_won_by": _("match won by"),
        "scheduled_at": _("starts at"),
        "number": _("number"),
        "late": _("late entry"),
        "prizes": _("prizes"),
        "place": _("place"),
        "entrant": _("entrant"),
        "type": _("paid out"),
        "ratio": _("one in"),
        "by_hand": _("amounts by hand"),
        "vacated": _("seat of a no-show"),
        "phase": _("phase"),
        "card": _("card"),
        "channel": _("told by"),
        "data": _("details"),
        "decision": _("decision"),
        "differs": _("what differs"),
        "in": _("comes in"),
        "out": _("goes out"),
        "left_out": _("left out"),
        "line": _("line"),
        "links": _("links"),
        "move": _("change of the card"),
        "notes": _("notes"),
        "opponent": _("opponent"),
        "out_in": _("out in round"),
        "passed": _("goes on"),
        "people": _("people"),
        "phones": _("cards on phones"),
        "players_report": _("players report results"),
        "reading": _("as it was read"),
        "receipts": _("receipts"),
        "sheets": _("sheets"),
        "shown": _("card was shown"),
        "source": _("taken from"),
        "spread": _("spread"),
        "state": _("state"),
        "table": _("table"),
        "told": _("was told"),
        "tops": _("upper lines"),
        "username": _("account"),
        "version": _("list"),
        "via": _("on the phone of"),
        "conceded": _("conceded"),
        "unlooked": _("not read again"),
        "unread": _("not read again"),
        "third_checker_wanted": _("a third checker wanted"),
        "third_checker_for": _("third checker for"),
    }
    return " · ".join(known.get(part, part) for part in path)
