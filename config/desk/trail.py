"""The audit trail in words: what was done, in a sentence, and what it changed, value by value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.desk import told
from config.desk.values import Change, changes
from tournaments.models import AuditEntry, Entry, Relation, Role

Names = Mapping[str, str]
"""The entrants of an event by seat (`A-7`) and by number (`12`)."""


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

    @property
    def leads(self) -> bool:
        """Whether the sentence begins with the initials, so that these need not stand beside it once more."""
        return self.text.startswith(f"{self.initials} ")

    @property
    def rest(self) -> str:
        """The sentence without the initials that it begins with."""
        return self.text.removeprefix(f"{self.initials} ")


def done(row: AuditEntry, names: Names) -> Done:
    """One row of the trail as the desk and the log show it."""
    return Done(
        at=row.at,
        text=sentence(row, names),
        actor=row.actor_name,
        initials=told.initials_of(row.actor_name) if row.action == "discrepancy.decision-restored" else told.who(row),
        reason=row.reason,
        red=row.action in {"discrepancy.accepted", "discrepancy.overridden"},
        about=f"{row.subject_kind}/{row.subject_key}",
        changes=tuple(changes(row)),
    )


# --- Sentences -------------------------------------------------------------------------------------------------------


def _after(row: AuditEntry, key: str) -> Any:
    return (row.after or {}).get(key)


def _seat(row: AuditEntry, names: Names) -> str:
    name = names.get(row.subject_key, "")
    return f"{row.subject_key} {name}".strip()


def _entrant(row: AuditEntry, names: Names) -> str:
    return names.get(row.subject_key) or str((row.before or {}).get("name", "")) or row.subject_key


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


def _related(row: AuditEntry, names: Names) -> str:
    given = row.after or row.before or {}
    kind = dict(Relation.Kind.choices).get(str(given.get("kind")), given.get("kind"))
    values = {"people": _(" and ").join(map(str, given.get("people", ()))), "kind": kind}
    if row.after is None:
        return _("%(people)s: no longer recorded as related.") % values
    return _("%(people)s are recorded as related: %(kind)s.") % values


def _card(row: AuditEntry) -> dict[str, str]:
    return {"who": told.who(row), "card": row.subject_key, "reason": str(_after(row, "reason") or "")}


def _tied(row: AuditEntry) -> dict[str, str]:
    return {"seats": ", ".join(row.subject_key.split())}


def _informed(row: AuditEntry, names: Names) -> dict[str, str]:
    return {"who": told.who(row), "name": _seat(row, names), "told": str(_after(row, "told") or "")}


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
    "relation.recorded": _related,
    "relation.removed": _related,
    "card.typed": lambda row, names: told.typed(row),
    "card.typing-undone": lambda row, names: told.typing_undone(row),
    "card.received": lambda row, names: _("%(who)s took in card %(card)s.") % _card(row),
    "card.receipt-taken-back": lambda row, names: _("%(who)s noted that card %(card)s is not handed in.") % _card(row),
    "card.set-aside": lambda row, names: _("%(who)s set card %(card)s aside: %(reason)s") % _card(row),
    "card.taken-up": lambda row, names: _("%(who)s took up card %(card)s again.") % _card(row),
    "line.looked-at": lambda row, names: told.looked_at(row),
    "line.put-back": lambda row, names: told.put_back(row),
    "cross_check.started": lambda row, names: _("Cross-check begun."),
    "discrepancy.accepted": lambda row, names: told.accepted(row),
    "discrepancy.overridden": lambda row, names: told.overridden(row),
    "discrepancy.referred": lambda row, names: (
        _("%(who)s put game %(game)s of %(first)s and %(second)s before the head judge.") % told.game_of(row)
    ),
    "discrepancy.decision-taken-back": lambda row, names: (
        _("%(who)s took back the decision on game %(game)s of %(first)s and %(second)s.") % told.game_of(row)
    ),
    "discrepancy.decision-restored": lambda row, names: told.restored(row),
    "player.informing-taken-back": lambda row, names: (
        _("%(who)s took back that %(name)s was told.") % _informed(row, names)
    ),
    "player.informed": lambda row, names: _("%(who)s told %(name)s: %(told)s") % _informed(row, names),
    "tiebreak.recorded": _played_off,
    "tiebreak.taken-back": lambda row, names: _("The played-off tie of %(seats)s is taken back.") % _tied(row),
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
    if found is not None:
        try:
            return found(row, names)
        except (AttributeError, LookupError, TypeError, ValueError):
            # A trail that was brought in may say of an act what this program never would: then its name has to do.
            pass
    return f"{row.action.replace('.', ' ').replace('-', ' ')}: {row.subject_key}"


def known_actions() -> frozenset[str]:
    """Every action that has a sentence."""
    return frozenset(_SENTENCES)
