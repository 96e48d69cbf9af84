"""The audit trail in words: what was done, in a sentence, and what it changed, value by value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.timezone import is_aware, localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import words as tournament_words
from tournaments.models import AuditEntry, Entry, Event, Role, Tournament

Names = Mapping[str, str]
"""The entrants of an event by seat (`A-7`) and by number (`12`)."""


@dataclass(frozen=True, slots=True)
class Change:
    """One value before and after; empty where there was none."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Done:
    """One row of the trail; `initials` are those that were signed with, else the actor's. `red` put red ink on a card."""

    at: datetime
    text: str
    actor: str
    initials: str
    reason: str
    red: bool
    about: str
    changes: tuple[Change, ...]


def done(row: AuditEntry, names: Names) -> Done:
    """One row of the trail as the desk and the log show it."""
    return Done(
        at=row.at,
        text=sentence(row, names),
        actor=row.actor_name,
        initials=row.initials or initials_of(row.actor_name),
        reason=row.reason,
        red=row.action in {"discrepancy.accepted", "discrepancy.overridden"},
        about=f"{row.subject_kind}/{row.subject_key}",
        changes=tuple(changes(row)),
    )


def initials_of(name: str) -> str:
    """How somebody signs: `Rosa Medina` is RM, `checker` is CH.

    >>> initials_of("Rosa de la Medina"), initials_of("checker")
    ('RM', 'CH')
    """
    parts = name.split()
    return (parts[0][0] + parts[-1][0] if len(parts) > 1 else name[:2]).upper()


# --- Sentences -------------------------------------------------------------------------------------------------------


def _after(row: AuditEntry, key: str) -> Any:
    return (row.after or {}).get(key)


def _seat(row: AuditEntry, names: Names) -> str:
    name = names.get(row.subject_key, "")
    return f"{row.subject_key} {name}".strip()


def _entrant(row: AuditEntry, names: Names) -> str:
    return names.get(row.subject_key) or str((row.before or {}).get("name", "")) or row.subject_key


def _game_of(row: AuditEntry) -> dict[str, str]:
    """Game and both seats out of the name of a discrepancy, `8-A-6-A-16`."""
    parts = row.subject_key.split("-")
    if len(parts) != 5:
        return {"game": row.subject_key, "first": "", "second": ""}
    return {"game": parts[0], "first": "-".join(parts[1:3]), "second": "-".join(parts[3:5])}


def _role(row: AuditEntry) -> dict[str, str]:
    username, _slash, kind = row.subject_key.rpartition("/")
    role = str(dict(Role.Kind.choices).get(kind, kind))
    return {"name": username, "role": _("Head judge") if _after(row, "is_head") else role}


def _entered(row: AuditEntry, names: Names) -> str:
    people = [str(entrant.get("name", "")) for entrant in _after(row, "entrants") or []]
    if len(people) == 1:
        return (_("Late entry: %(name)s.") if _after(row, "late") else _("%(name)s entered.")) % {"name": people[0]}
    text = ngettext("%(n)d person entered.", "%(n)d people entered.", len(people)) % {"n": len(people)}
    return _("Late entries: %(text)s") % {"text": text} if _after(row, "late") else text


def _status(row: AuditEntry, names: Names) -> str:
    status = _after(row, "status") or (row.before or {}).get("status")
    label = dict(Entry.Status.choices).get(str(status), status)
    return _("%(name)s: %(status)s.") % {"name": _entrant(row, names), "status": label}


def _drawn(row: AuditEntry, names: Names) -> str:
    seats = len(_after(row, "seats") or {})
    return ngettext("Seat drawn for %(n)d player.", "Seats drawn for %(n)d players.", seats) % {"n": seats}


def _typed(row: AuditEntry, names: Names) -> str:
    if row.before:
        return _("%(card)s: card typed in again.") % {"card": _seat(row, names)}
    return _("%(card)s: card typed in.") % {"card": _seat(row, names)}


def _played_off(row: AuditEntry, names: Names) -> str:
    return _("Tie played off: %(order)s.") % {"order": ", ".join(map(str, _after(row, "order") or []))}


def _posted(row: AuditEntry, names: Names) -> str:
    posted = len(_after(row, "qualifiers") or [])
    return ngettext("%(n)d qualifier posted.", "%(n)d qualifiers posted.", posted) % {"n": posted}


def _match_game(row: AuditEntry, names: Names) -> str:
    winner = str(_after(row, "winner") or "")
    values = {
        "match": row.subject_key,
        "game": _after(row, "game"),
        "winner": f"{winner} {names.get(winner, '')}".strip(),
    }
    if _after(row, "forfeit"):
        text = _("Match %(match)s, game %(game)s forfeited to %(winner)s.") % values
    else:
        text = _("Match %(match)s, game %(game)s: won by %(winner)s.") % values
    return f"{text} {_('That is the match.')}" if _after(row, "match_won_by") else text


def _taken_back(row: AuditEntry, names: Names) -> str:
    values = {"match": row.subject_key, "game": (row.before or {}).get("game", "")}
    return _("Match %(match)s: game %(game)s taken back.") % values


_SENTENCES: Mapping[str, Callable[[AuditEntry, Names], str]] = {
    "tournament.created": lambda row, names: _("Tournament made."),
    "tournament.imported": lambda row, names: _("Tournament imported."),
    "tournament.changed": lambda row, names: _("Tournament changed."),
    "event.added": lambda row, names: _("Event %(event)s added.") % {"event": row.subject_key},
    "event.changed": lambda row, names: _("Event %(event)s changed.") % {"event": row.subject_key},
    "quota.exempted": lambda row, names: _("%(n)s qualify, by exemption.") % {"n": _after(row, "quota_exemption")},
    "quota.restored": lambda row, names: _("One in four qualifies again."),
    "entrants.entered": _entered,
    "entrant.removed": lambda row, names: _("%(name)s taken off the list.") % {"name": _entrant(row, names)},
    "entrant.status-set": _status,
    "entrant.linked": lambda row, names: _("%(name)s has an account now.") % {"name": _entrant(row, names)},
    "entrant.unlinked": lambda row, names: _("%(name)s has no account any more.") % {"name": _entrant(row, names)},
    "seats.drawn": _drawn,
    "account.made": lambda row, names: _("%(name)s has an account.") % {"name": row.subject_key},
    "role.granted": lambda row, names: _("%(name)s is given the role: %(role)s.") % _role(row),
    "role.revoked": lambda row, names: _("%(name)s loses the role: %(role)s.") % _role(row),
    "card.typed": _typed,
    "cross_check.started": lambda row, names: _("Cross-check begun."),
    "discrepancy.accepted": lambda row, names: (
        _("Game %(game)s, %(first)s and %(second)s: correction accepted.") % _game_of(row)
    ),
    "discrepancy.overridden": lambda row, names: (
        _("Game %(game)s, %(first)s and %(second)s: decided by hand.") % _game_of(row)
    ),
    "discrepancy.referred": lambda row, names: (
        _("Game %(game)s, %(first)s and %(second)s: put before the head judge.") % _game_of(row)
    ),
    "discrepancy.decision-taken-back": lambda row, names: (
        _("Game %(game)s, %(first)s and %(second)s: decision taken back.") % _game_of(row)
    ),
    "tiebreak.recorded": _played_off,
    "qualifiers.posted": _posted,
    "bracket.drawn": lambda row, names: _("Bracket of %(size)s drawn.") % {"size": _after(row, "size")},
    "game.recorded": _match_game,
    "game.forfeited": _match_game,
    "game.taken-back": _taken_back,
    "match.scheduled": lambda row, names: _("Match %(match)s has a time.") % {"match": row.subject_key},
    "round.scheduled": lambda row, names: _("Round %(round)s has a time.") % {"round": row.subject_key},
}


def sentence(row: AuditEntry, names: Names) -> str:
    """What was done, in a sentence; what this program has no words for is named by its code."""
    found = _SENTENCES.get(row.action)
    if found is None:
        return f"{row.action.replace('.', ' ').replace('-', ' ')}: {row.subject_key}"
    return found(row, names)


def known_actions() -> frozenset[str]:
    """Every action that has a sentence."""
    return frozenset(_SENTENCES)


# --- Values ----------------------------------------------------------------------------------------------------------


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
        "kind": {**dict(Event.Kind.choices), **dict(Role.Kind.choices)},
        "deal": dict(Event.Deal.choices),
        "movement": dict(Event.Movement.choices),
        "status": dict(Entry.Status.choices),
        "edition": dict(Tournament.EditionChoice.choices),
        "phase": dict(Event.PhaseChoice.choices),
        "hidden": dict(tournament_words.parts()),
    }
    return str(known.get(key, {}).get(value, _shown(value)))


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, str) and "T" in value and (at := _moment(value)):
        return date_format(at, "M j, g:i A")
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
        "is_head": _("head judge"),
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
        "game": _("game"),
        "winner": _("winner"),
        "forfeit": _("forfeit"),
        "match_won_by": _("match won by"),
        "scheduled_at": _("starts at"),
        "number": _("number"),
        "late": _("late entry"),
        "vacated": _("seat of a no-show"),
        "phase": _("phase"),
    }
    return " · ".join(known.get(part, part) for part in path)
