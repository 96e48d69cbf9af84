"""The audit trail in words: what was done, in a sentence, and what it changed, value by value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from brackets.matches.words import running as running_words
from brackets.results.words import results as results_words
from hall.desk import sentences
from hall.desk.values import Change, changes
from tournaments.day.words import meeting_again as meeting_again_words
from tournaments.day.words import round as round_words
from tournaments.entrants.words import lists as lists_words
from tournaments.models import AuditEntry, Entry, Event, Relation, Role
from tournaments.money import words as money_words
from tournaments.people import words as people_words
from tournaments.rules.initials import initials_of
from tournaments.rules.quota import USUAL_ONE_IN
from tournaments.venue.words import displays as displays_words
from tournaments.venue.words import events as events_words
from tournaments.words import undoing as undoing_words

Names = Mapping[str, str]
"""The entrants of an event by seat (`A-7`) and by number (`12`)."""


@dataclass(frozen=True, slots=True)
class Done:
    """One row of the trail.

    `initials` are those of the signature, else the actor's. `red`: the act put red ink on a card. `about` names the
    thing that the act is about: `card/A-7`.
    """

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
        """Whether the sentence starts with the initials, so that the page need not repeat them."""
        return self.text.startswith(f"{self.initials} ")

    @property
    def history(self) -> str:
        """The query string that shows the history of this thing in the log.

        For a card or a player that includes all decisions on the card.
        """
        kind, _slash, key = self.about.partition("/")
        return f"card={key}" if kind in ("card", "player") else f"about={quote(self.about)}"

    @property
    def rest(self) -> str:
        """The sentence without the initials at its start."""
        return self.text.removeprefix(f"{self.initials} ")


def done(row: AuditEntry, names: Names) -> Done:
    """One row of the trail as the desk and the log show it."""
    initials = sentences.who(row)
    if row.action == "discrepancy.decision-restored":
        # The row holds the initials of the first signer, not of whoever restored the decision.
        initials = initials_of(row.actor_name)
    return Done(
        at=row.at,
        text=sentence(row, names),
        actor=row.actor_name,
        initials=initials,
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


def _called(row: AuditEntry) -> str:
    return str(_after(row, "name"))


def _call(row: AuditEntry) -> dict[str, str]:
    """Who acted on a call, and where. The players of the call are named only in the details of the log."""
    return {"who": row.actor_name, "where": str(_after(row, "where"))}


def _role(row: AuditEntry) -> dict[str, str]:
    username, kind, *_event = row.subject_key.split("/")
    state = row.after or row.before or {}
    role = _("Head judge") if _after(row, "is_head") else str(dict(Role.Kind.choices).get(kind, kind))
    if _after(row, "is_senior"):
        role = _("%(role)s, senior judge") % {"role": role}
    return {"name": username, "role": f"{role}{_limits(state)}"}


def _limits(state: Mapping[str, Any]) -> str:
    """The limits of a role: that it holds in one event only, or ends by itself. Empty without limits."""
    limits = ""
    if state.get("event"):
        limits += _(", only %(event)s") % {"event": state["event"]}
    return limits + (_(", for a limited time") if state.get("ends_at") else "")


def _invitation(row: AuditEntry) -> dict[str, str]:
    state = row.after or row.before or {}
    kind = str(state.get("kind", ""))
    role = f"{dict(Role.Kind.choices).get(kind, kind)}{_limits(state)}"
    values = {"number": row.subject_key, "role": role, "username": str(state.get("username", ""))}
    return {**values, "who": str(state.get("name") or "") or _("somebody")}


def _display(row: AuditEntry) -> dict[str, str]:
    state = row.after or row.before or {}
    what = displays_words.shown_on_display(*(str(state.get(name, "")) for name in ("shows", "event", "text")))
    return {"number": row.subject_key, "name": str(state.get("name", "")), "what": what}


def _entered(row: AuditEntry, names: Names) -> str:
    people = [str(entrant.get("name", "")) for entrant in _after(row, "entrants") or []]
    is_late = _after(row, "late")
    if len(people) == 1:
        template = _("Late entry: %(name)s.") if is_late else _("%(name)s entered.")
        return template % {"name": people[0]}
    text = ngettext("%(n)d person entered.", "%(n)d people entered.", len(people)) % {"n": len(people)}
    return _("Late entries: %(text)s") % {"text": text} if is_late else text


def _day_change(row: AuditEntry, values: Mapping[str, Any], names: Names) -> str:
    kind = str(values.get("kind"))
    # Only awards and removals mention a spread, so the event is fetched only for them.
    spread = True
    if kind in ("award", "removed") and row.event is not None:
        spread = row.event.records_spread
    table, data = str(values.get("table")), values.get("data") or {}
    change = round_words.day_change(kind, table, data, names, edition=row.tournament.edition, records_spread=spread)
    return " ".join([change, *_awards(values)])


def _awards(values: Mapping[str, Any]) -> list[str]:
    """The awards that an act cancelled, and those that it restored."""
    cancelled = [
        undoing_words.award_fell_away(award["number"], award["game"]) for award in values.get("awards_fallen") or ()
    ]
    restored = [
        undoing_words.award_stood_again(award["number"], award["game"]) for award in values.get("awards_back") or ()
    ]
    return [*cancelled, *restored]


def _status(row: AuditEntry, names: Names) -> str:
    status = _after(row, "status") or (row.before or {}).get("status")
    label = dict(Entry.Status.choices).get(str(status), status)
    text = _("%(name)s: %(status)s.") % {"name": _entrant(row, names), "status": label}
    return " ".join([text, *_awards(row.after or {})])


def _corrected(row: AuditEntry, names: Names) -> str:
    before, after = row.before or {}, row.after or {}
    column = "withheld_name" if "withheld_name" in after else "name"
    name = str(after.get(column) or _entrant(row, names))
    if column in after:
        return _("%(before)s is written %(name)s now.") % {"before": before.get(column), "name": name}
    if "acc_number" in after:
        if not after["acc_number"]:
            return _("%(name)s no longer has an ACC number.") % {"name": name}
        return _("The ACC number of %(name)s is %(number)s now.") % {"name": name, "number": after["acc_number"]}
    if "club" in after:
        return _("The club of %(name)s is corrected.") % {"name": name}
    if after.get("reach"):
        return _("The e-mail or phone of %(name)s is corrected.") % {"name": name}
    return _("What is noted of %(name)s is corrected.") % {"name": name}


def _drawn(row: AuditEntry, names: Names) -> str:
    seats = len(_after(row, "seats") or {})
    return ngettext("Seat drawn for %(n)d player.", "Seats drawn for %(n)d players.", seats) % {"n": seats}


def _related(row: AuditEntry, names: Names) -> str:
    state = row.after or row.before or {}
    kind = dict(Relation.Kind.choices).get(str(state.get("kind")), state.get("kind"))
    values = {"people": _(" and ").join(map(str, state.get("people", ()))), "kind": kind}
    if row.after is None:
        return _("%(people)s: no longer recorded as related.") % values
    return _("%(people)s are recorded as related: %(kind)s.") % values


def _money(row: AuditEntry) -> dict[str, Any]:
    cents = _after(row, "cents")
    return {
        "name": str(_after(row, "player") or ""),
        "amount": money_words.amount(cents) if isinstance(cents, int) else "",
        "fee": str(_after(row, "name") or ""),
        "number": (row.before or {}).get("number", ""),
    }


def _announced(announcement: Mapping[str, Any]) -> str:
    values = {"text": str(announcement.get("text", "")), "event": str(announcement.get("event") or "")}
    return (_("Announced in %(event)s: “%(text)s”") if values["event"] else _("Announced: “%(text)s”")) % values


def _registration(row: AuditEntry) -> dict[str, str]:
    return {"number": row.subject_key, "name": str(_after(row, "name") or "")}


def _list_entered(row: AuditEntry, names: Names) -> str:
    return lists_words.list_entered(int(_after(row, "people") or 0), len(_after(row, "left_out") or ()))


def _card(row: AuditEntry) -> dict[str, str]:
    return {"who": sentences.who(row), "card": row.subject_key, "reason": str(_after(row, "reason") or "")}


def _tied(row: AuditEntry) -> dict[str, str]:
    return {"seats": ", ".join(row.subject_key.split())}


def _informed(row: AuditEntry, names: Names) -> dict[str, str]:
    return {"who": sentences.who(row), "name": _seat(row, names), "told": str(_after(row, "told") or "")}


def _played_off(row: AuditEntry, names: Names) -> str:
    return _("Tie played off: %(order)s.") % {"order": ", ".join(map(str, _after(row, "order") or []))}


def _posted(row: AuditEntry, names: Names) -> str:
    posted = len(_after(row, "qualifiers") or [])
    text = _("The ranking is official.")
    if posted:
        text = ngettext("%(n)d qualifier posted.", "%(n)d qualifiers posted.", posted) % {"n": posted}
    unread = _after(row, "unread") or []
    if not unread:
        return text
    lines = ", ".join(_("%(seat)s game %(game)s") % {"seat": seat, "game": game} for seat, game in unread)
    return _("%(told)s Not read again: %(lines)s.") % {"told": text, "lines": lines}


def _posted_anew(row: AuditEntry, names: Names) -> str:
    values = {"number": _after(row, "version"), "card": _after(row, "card")}
    if not values["card"]:
        if row.event and row.event.ends_with_ranking:
            return _("List %(number)s posted, for a tie.") % values
        return _("List %(number)s posted, for the tie for the high nonqualifier.") % values
    text = _("List %(number)s posted, after card %(card)s was corrected.") % values
    new_qualifiers = ", ".join(_named(seat, names) for seat in _after(row, "in"))
    if new_qualifiers:
        text = _("%(told)s In: %(seats)s.") % {"told": text, "seats": new_qualifiers}
    former_qualifiers = ", ".join(_named(seat, names) for seat in _after(row, "out"))
    if former_qualifiers:
        text = _("%(told)s Out: %(seats)s.") % {"told": text, "seats": former_qualifiers}
    return text


def _lengths(row: AuditEntry) -> str:
    """How many games the matches of each changed round have: `round 1 best of 5, round 2 best of 5`."""
    rounds = sorted((int(number), games) for number, games in dict(row.after or {}).items())
    return ", ".join(
        _("round %(round)s best of %(games)s") % {"round": number, "games": games} for number, games in rounds
    )


def _match_game(row: AuditEntry, names: Names) -> str:
    values = {
        "match": row.subject_key,
        "game": _after(row, "game"),
        "winner": _named(_after(row, "winner") or "", names),
    }
    if _after(row, "forfeit"):
        text = _("Match %(match)s, game %(game)s forfeited to %(winner)s.") % values
    elif _after(row, "conceded"):
        text = _("Match %(match)s, game %(game)s: conceded to %(winner)s.") % values
    else:
        text = _("Match %(match)s, game %(game)s: won by %(winner)s.") % values
    return " ".join([text, _("That is the match.")]) if _after(row, "match_won_by") else text


def _named(seat: object, names: Names) -> str:
    """A seat with the name of its entrant, if it is known."""
    return f"{seat} {names.get(str(seat), '')}".strip()


def _taken_back(row: AuditEntry, names: Names) -> str:
    values = {"match": row.subject_key, "game": (row.before or {}).get("game", "")}
    return _("Match %(match)s: game %(game)s taken back.") % values + _later_matches_fallen(row)


def _later_matches_fallen(row: AuditEntry) -> str:
    """Which other matches lost games or their ending by this act, with a leading space; empty if none did."""
    fallen = [match for match in (row.before or {}).get("fallen") or () if match.get("games") or match.get("ended")]
    if not fallen:
        return ""
    games = sum(len(match.get("games") or ()) for match in fallen)
    text = ngettext(
        "With it falls %(n)d game and how it ended in: match %(matches)s.",
        "With it fall %(n)d games and how they ended in: match %(matches)s.",
        games,
    )
    return " " + text % {"n": games, "matches": ", ".join(str(match["match"]) for match in fallen)}


def _match_ended(row: AuditEntry, names: Names) -> str:
    state = row.after or row.before or {}
    ending = running_words.ending(str(state["ended"]), _named(state["loser"], names))
    if row.after is None:
        return _("Match %(match)s, taken back: %(how)s") % {
            "match": row.subject_key,
            "how": ending,
        } + _later_matches_fallen(row)
    return _("Match %(match)s: %(how)s") % {"match": row.subject_key, "how": ending}


def _claimed(row: AuditEntry, names: Names) -> str:
    return _("Match %(match)s, game %(game)s: %(player)s says that %(winner)s won.") % {
        "match": row.subject_key,
        "game": _after(row, "game"),
        "player": _named(_after(row, "player"), names),
        "winner": _named(_after(row, "winner"), names),
    }


def _scheduled(row: AuditEntry, names: Names) -> str:
    match = {"match": row.subject_key}
    if "scheduled_at" not in (row.after or {}):
        return _("What is noted of match %(match)s is changed.") % match
    if _after(row, "scheduled_at") is None:
        return _("Match %(match)s no longer has a time.") % match
    return _("Match %(match)s has a time.") % match


def _honour(row: AuditEntry, names: Names) -> str:
    state = row.after or row.before or {}
    say = results_words.honour_recorded if row.after else results_words.honour_taken_back
    return say(str(state["name"]), results_words.honour_name(str(state["kind"]), str(state["award"])))


_SENTENCES: Mapping[str, Callable[[AuditEntry, Names], str]] = {
    "tournament.created": lambda row, names: _("Tournament made."),
    "tournament.imported": lambda row, names: _("Tournament imported."),
    "tournament.copied": lambda row, names: _("Made like %(source)s.") % {"source": _after(row, "source")},
    "flyer.changed": lambda row, names: _("Flyer changed."),
    "tournament.changed": lambda row, names: _("Tournament changed."),
    "tournament.archived": lambda row, names: _("Tournament archived."),
    "tournament.brought-back": lambda row, names: _("Tournament brought back into the lists."),
    "event.added": lambda row, names: _("Event %(event)s added.") % {"event": row.subject_key},
    "event.changed": lambda row, names: _("Event %(event)s changed.") % {"event": row.subject_key},
    "event.exempted": lambda row, names: (
        _("Rules changed after the first card, by exemption. %(what)s")
        % {"what": events_words.rules_set(row.after or {})}
    ),
    "quota.exempted": lambda row, names: events_words.number_exempted(_after(row, "quota_exemption")),
    "quota.restored": lambda row, names: (
        _("One in four qualifies again.")
        if row.event is None or row.event.one_in == USUAL_ONE_IN
        else _("As many qualify again as the settings of the event say.")
    ),
    "entrants.entered": _entered,
    "entrants.came-over": lambda row, names: (
        ngettext(
            "%(n)d player came over from the event %(event)s.",
            "%(n)d players came over from the event %(event)s.",
            len(_after(row, "people")),
        )
        % {"n": len(_after(row, "people")), "event": row.subject_key}
    ),
    "entrant.removed": lambda row, names: _("%(name)s taken off the list.") % {"name": _entrant(row, names)},
    "entrant.status-set": _status,
    "entrant.moved-up": lambda row, names: (
        _("%(name)s moves up from the waiting list.") % {"name": _entrant(row, names)}
    ),
    "entrant.seated": lambda row, names: (
        _("%(name)s came after all, as a late entry at seat %(seat)s.")
        % {"name": _entrant(row, names), "seat": _after(row, "seat")}
    ),
    "entrant.corrected": _corrected,
    "entrant.withheld": lambda row, names: (
        _("%(name)s is not named in public: it reads %(public)s.")
        % {"name": _after(row, "withheld_name"), "public": _after(row, "name")}
    ),
    "entrant.named": lambda row, names: _("%(name)s is named in public again.") % {"name": _after(row, "name")},
    "entrant.linked": lambda row, names: _("%(name)s has an account now.") % {"name": _entrant(row, names)},
    "entrant.unlinked": lambda row, names: _("%(name)s no longer has an account.") % {"name": _entrant(row, names)},
    "person.page-shown": lambda row, names: (
        _("The page of %(name)s across events is shown to everybody.") % {"name": _entrant(row, names)}
    ),
    "person.page-taken-back": lambda row, names: (
        _("The page of %(name)s across events is taken back.") % {"name": _entrant(row, names)}
    ),
    "person.joined": lambda row, names: (
        _("%(name)s joined with another record of the same person.") % {"name": _entrant(row, names)}
    ),
    "person.taken-apart": lambda row, names: (
        _("%(name)s taken apart from another record again.") % {"name": _entrant(row, names)}
    ),
    "seats.drawn": _drawn,
    "seats.swapped": lambda row, names: (
        _("The people at seats %(seats)s changed places.") % {"seats": _(" and ").join(row.subject_key.split())}
    ),
    "game.called": lambda row, names: (
        _("Game %(game)d is on.") % {"game": _after(row, "game")} if _after(row, "game") else _("No game is on now.")
    ),
    "ladder.moved": lambda row, names: _("Game %(game)s of the ladder is on.") % {"game": _after(row, "game")},
    "ladder.move-taken-back": lambda row, names: (
        _("Game %(game)s of the ladder is on again.") % {"game": _after(row, "game")}
    ),
    "clock.set": lambda row, names: (
        _("Every game has %(n)s minutes.") % {"n": _after(row, "minutes")}
        if _after(row, "minutes")
        else _("Games are played without a clock.")
    ),
    "decks.changed": lambda row, names: (
        _("New decks at the anchor seats from game %(game)s on.") % {"game": _after(row, "before_game")}
    ),
    "table.finished": lambda row, names: (
        _("Table %(table)s is done with game %(game)s.") % {"table": row.subject_key, "game": _after(row, "game")}
    ),
    "table.finishing-taken-back": lambda row, names: (
        _("Table %(table)s is still playing game %(game)s.") % {"table": row.subject_key, "game": _after(row, "game")}
    ),
    "day.changed": lambda row, names: _day_change(row, row.after or {}, names),
    "day.change-undone": lambda row, names: (
        (
            _("Undone from game %(game)s on, number %(number)s: %(what)s")
            if _after(row, "from_game")
            else _("Undone, number %(number)s: %(what)s")
        )
        % {
            "number": row.subject_key,
            "game": _after(row, "from_game"),
            "what": " ".join([_day_change(row, row.before or {}, names), *_awards(row.after or {})]),
        }
    ),
    "repeats.allowed": lambda row, names: meeting_again_words.people_may_meet_again(),
    "repeats.taken-back": lambda row, names: meeting_again_words.nobody_may_meet_again(),
    "links.made": lambda row, names: (
        ngettext("Personal link made for %(n)d player.", "Personal links made for %(n)d players.", _after(row, "links"))
        % {"n": _after(row, "links")}
    ),
    "link.renewed": lambda row, names: _("%(name)s has a new personal link.") % {"name": _entrant(row, names)},
    "news.asked": lambda row, names: (
        _("%(name)s asked to be told by e-mail when something is up.") % {"name": _entrant(row, names)}
    ),
    "news.confirmed": lambda row, names: (
        _("%(name)s is told by e-mail when something is up.") % {"name": _entrant(row, names)}
    ),
    "news.browser-told": lambda row, names: (
        _("%(name)s is told in a browser when something is up.") % {"name": _entrant(row, names)}
    ),
    "news.chosen": lambda row, names: (
        _("%(name)s changed what they want to be told of.") % {"name": _entrant(row, names)}
    ),
    "news.ended": lambda row, names: (
        (
            _("%(name)s wants to be told no more by e-mail; the address is gone.")
            if _after(row, "channel") == "mail"
            else _("%(name)s wants to be told no more in a browser.")
        )
        % {"name": _entrant(row, names)}
    ),
    "link.revoked": lambda row, names: (
        _("The personal link of %(name)s is taken back.") % {"name": _entrant(row, names)}
    ),
    "judge.called": lambda row, names: _("Judges are called. %(where)s.") % _call(row),
    "call.taken": lambda row, names: _("%(who)s is coming to a call. %(where)s.") % _call(row),
    "judge.sent": lambda row, names: (
        _("%(who)s sends %(judge)s to a call. %(where)s.") % {**_call(row), "judge": _after(row, "judge")}
    ),
    "judge.declined": lambda row, names: _("%(who)s was sent to a call and cannot come. %(where)s.") % _call(row),
    "judge.arrived": lambda row, names: _("%(who)s is at the table of a call. %(where)s.") % _call(row),
    "call.given-up": lambda row, names: _("%(who)s cannot take a call after all. %(where)s.") % _call(row),
    "third-judge.asked": lambda row, names: _("A third judge is asked for. %(where)s.") % _call(row),
    "call.taken-back": lambda row, names: _("A call for judges is taken back. %(where)s.") % _call(row),
    "call.done": lambda row, names: _("A call for judges is done. %(where)s.") % _call(row),
    "judge.freed": lambda row, names: _("%(name)s can take calls again.") % {"name": _called(row)},
    "judge.excused": lambda row, names: _("%(name)s takes no calls now.") % {"name": _called(row)},
    "ruling.given": lambda row, names: _("Ruling %(number)s is recorded.") % {"number": row.subject_key},
    "ruling.taken-back": lambda row, names: _("Ruling %(number)s is taken back.") % {"number": row.subject_key},
    "conduct.noted": lambda row, names: _("A note on conduct is kept; the director and the head judge read it."),
    "sheets.printed": lambda row, names: people_words.sheets_printed(
        str(row.subject_key), len(_after(row, "sheets") or ())
    ),
    "account.renamed": lambda row, names: (
        _("%(before)s is called %(name)s now.") % {"before": (row.before or {})["name"], "name": _after(row, "name")}
    ),
    "account.made": lambda row, names: _("%(name)s has an account.") % {"name": row.subject_key},
    "account.password-set": lambda row, names: _("%(name)s has a new password.") % {"name": row.subject_key},
    "account.told-apart": lambda row, names: (
        _("The account %(account)s is not that of the player %(name)s.")
        % {"account": row.subject_key, "name": _after(row, "name")}
    ),
    "display.added": lambda row, names: _("Display %(number)s added: %(name)s.") % _display(row),
    "display.removed": lambda row, names: _("Display %(number)s removed: %(name)s.") % _display(row),
    "display.renamed": lambda row, names: _("Display %(number)s is called %(name)s.") % _display(row),
    "display.shown": lambda row, names: _("The display %(name)s shows: %(what)s.") % _display(row),
    "invitation.made": lambda row, names: _("%(who)s invited, number %(number)s: %(role)s.") % _invitation(row),
    "invitation.revoked": lambda row, names: _("Invitation %(number)s taken back: %(role)s.") % _invitation(row),
    "invitation.used": lambda row, names: (
        _("%(username)s came with invitation %(number)s: %(role)s.") % _invitation(row)
    ),
    "role.granted": lambda row, names: _("%(name)s is given the role: %(role)s.") % _role(row),
    "role.revoked": lambda row, names: _("%(name)s loses the role: %(role)s.") % _role(row),
    "relation.recorded": _related,
    "relation.removed": _related,
    "fee.added": lambda row, names: _("The fee “%(fee)s” added.") % {"fee": row.subject_key},
    "fee.changed": lambda row, names: _("The fee “%(fee)s” changed.") % {"fee": row.subject_key},
    "fee.removed": lambda row, names: _("The fee “%(fee)s” taken away.") % {"fee": row.subject_key},
    "announcement.made": lambda row, names: _announced(row.after or {}),
    "announcement.taken-back": lambda row, names: _("Taken back: %(what)s") % {"what": _announced(row.before or {})},
    "money.received": lambda row, names: _("%(amount)s received from %(name)s.") % _money(row),
    "money.refunded": lambda row, names: _("%(amount)s given back to %(name)s.") % _money(row),
    "money.waived": lambda row, names: (
        (
            _("%(amount)s waived for %(name)s, %(event)s.")
            if _after(row, "event")
            else _("%(amount)s waived for %(name)s.")
        )
        % {**_money(row), "event": _after(row, "event")}
    ),
    "money.reversed": lambda row, names: (
        _("Line %(number)s of the ledger, %(amount)s, %(name)s, taken back.") % _money(row)
    ),
    "money.item-written": lambda row, names: (
        _("Line %(line)s of the books written: %(fee)s, %(amount)s.") % {**_money(row), "line": row.subject_key}
    ),
    "money.item-reversed": lambda row, names: _("Line %(number)s of the books, %(amount)s, taken back.") % _money(row),
    "money.paid-out": lambda row, names: _("%(amount)s of prize money paid to %(name)s.") % _money(row),
    "money.payout-reversed": lambda row, names: _("Payout %(number)s, %(amount)s, %(name)s, taken back.") % _money(row),
    "prizes.set": lambda row, names: (
        ngettext("Prizes set: %(n)d line.", "Prizes set: %(n)d lines.", len(_after(row, "prizes") or ()))
        % {"n": len(_after(row, "prizes") or ())}
    ),
    "pool.planned": lambda row, names: _("How “%(fee)s” is paid out is set.") % {"fee": row.subject_key},
    "pool.plan-removed": lambda row, names: _("How “%(fee)s” is paid out is taken back.") % {"fee": row.subject_key},
    "money.pool-taken": lambda row, names: _("%(name)s takes “%(fee)s”.") % _money(row),
    "money.pool-left": lambda row, names: _("%(name)s no longer takes “%(fee)s”.") % _money(row),
    "registration.sent": lambda row, names: _("Registration %(number)s came in: %(name)s.") % _registration(row),
    "registration.corrected": lambda row, names: (
        _("Registration %(number)s corrected and sent again: %(name)s.") % _registration(row)
    ),
    "registration.withdrawn": lambda row, names: _("Registration %(number)s withdrawn: %(name)s.") % _registration(row),
    "registration.returned": lambda row, names: _("Registration %(number)s sent back: %(name)s.") % _registration(row),
    "registration.declined": lambda row, names: _("Registration %(number)s declined: %(name)s.") % _registration(row),
    "registration.accepted": lambda row, names: _("Registration %(number)s accepted: %(name)s.") % _registration(row),
    "list.entered": _list_entered,
    "player.checked-in": lambda row, names: _("%(name)s has come.") % {"name": row.subject_key},
    "player.check-in-taken-back": lambda row, names: (
        _("%(name)s is not here: the check-in is taken back.") % {"name": row.subject_key}
    ),
    "card.typed": lambda row, names: sentences.typed(row),
    "card.typing-undone": lambda row, names: sentences.typing_undone(row),
    "card.corrected-late": lambda row, names: sentences.corrected_late(row),
    "card.left-late": lambda row, names: sentences.corrected_late(row),
    "game.told": lambda row, names: sentences.told_by_phone(row),
    "game.told-removed": lambda row, names: sentences.told_removed(row),
    "event.phones-set": lambda row, names: (
        _("Games told by phone: %(how)s.") % {"how": Event.Phones(str(_after(row, "phones"))).label}
    ),
    "card.received": lambda row, names: _("%(who)s took in card %(card)s.") % _card(row),
    "card.receipt-taken-back": lambda row, names: _("%(who)s noted that card %(card)s is not handed in.") % _card(row),
    "card.set-aside": lambda row, names: _("%(who)s set card %(card)s aside: %(reason)s") % _card(row),
    "card.taken-up": lambda row, names: _("%(who)s took up card %(card)s again.") % _card(row),
    "card.ended": lambda row, names: _("%(who)s said that card %(card)s ends early.") % _card(row),
    "card.ending-taken-back": lambda row, names: _("%(who)s took back that card %(card)s ends early.") % _card(row),
    "line.looked-at": lambda row, names: sentences.looked_at(row),
    "line.put-back": lambda row, names: sentences.put_back(row),
    "line.phone-stands": lambda row, names: sentences.phone_stands(row),
    "line.paper-stands": lambda row, names: sentences.paper_stands(row),
    "cross_check.started": lambda row, names: _("Cross-check begun."),
    "discrepancy.accepted": lambda row, names: sentences.accepted(row),
    "discrepancy.overridden": lambda row, names: sentences.overridden(row),
    "discrepancy.referred": lambda row, names: (
        _("%(who)s put game %(game)s of %(first)s and %(second)s %(before_judge)s.")
        % {**sentences.game_of(row), "before_judge": sentences.before_judge(row)}
    ),
    "discrepancy.left": lambda row, names: (
        _("%(who)s left game %(game)s of %(first)s and %(second)s to a third checker.") % sentences.game_of(row)
    ),
    "discrepancy.decision-taken-back": lambda row, names: (
        _("%(who)s took back the decision on game %(game)s of %(first)s and %(second)s.") % sentences.game_of(row)
    ),
    "discrepancy.decision-restored": lambda row, names: sentences.restored(row),
    "player.informing-taken-back": lambda row, names: (
        _("%(who)s took back that %(name)s was told.") % _informed(row, names)
    ),
    "player.informed": lambda row, names: _("%(who)s told %(name)s: %(told)s") % _informed(row, names),
    "tiebreak.recorded": _played_off,
    "tiebreak.taken-back": lambda row, names: _("The played-off tie of %(seats)s is taken back.") % _tied(row),
    "qualifiers.posted": _posted,
    "qualifiers.corrected": _posted_anew,
    "phase.reopened": lambda row, names: (
        _("Reopened: %(step)s.") % {"step": dict(Event.PhaseChoice.choices)[_after(row, "step")]}
    ),
    "bracket.taken-back": lambda row, names: _("The bracket is taken back, to be drawn again."),
    "bracket.drawn": lambda row, names: _("Bracket of %(size)s drawn.") % {"size": _after(row, "size")},
    "game.recorded": _match_game,
    "game.forfeited": _match_game,
    "game.taken-back": _taken_back,
    "game.claimed": _claimed,
    "match.ended": _match_ended,
    "match.ending-taken-back": _match_ended,
    "match.placed": lambda row, names: (
        _("Match %(match)s is played at table %(table)s.") % {"match": row.subject_key, "table": _after(row, "table")}
        if _after(row, "table")
        else _("Match %(match)s no longer has a table.") % {"match": row.subject_key}
    ),
    "round.placed": lambda row, names: _("Round %(round)s has its tables.") % {"round": row.subject_key},
    "final.announced": lambda row, names: _("The final is announced: everybody is told how it goes."),
    "bracket.players-report-set": lambda row, names: (
        _("Both players of a match may record its games from their personal links.")
        if _after(row, "players_report")
        else _("Players no longer record games from their personal links.")
    ),
    "match.scheduled": _scheduled,
    "report.noted": lambda row, names: _("Notes for the report written."),
    "honour.recorded": _honour,
    "honour.taken-back": _honour,
    "round.length-set": lambda row, names: _("Match lengths changed: %(rounds)s.") % {"rounds": _lengths(row)},
    "round.scheduled": lambda row, names: _("Round %(round)s has a time.") % {"round": row.subject_key},
}


def sentence(row: AuditEntry, names: Names) -> str:
    """What was done, in a sentence. An act without a sentence is named by its code."""
    write_sentence = _SENTENCES.get(row.action)
    if write_sentence is not None:
        try:
            return write_sentence(row, names)
        except (AttributeError, LookupError, TypeError, ValueError):
            # An imported trail may lack values that this program always writes: fall back to the code.
            pass
    return f"{row.action.replace('.', ' ').replace('-', ' ')}: {row.subject_key}"


def known_actions() -> frozenset[str]:
    """Every action that has a sentence."""
    return frozenset(_SENTENCES)
