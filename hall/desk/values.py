"""The values before and after a change, one by one and in words, as the log lists them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.apps import apps
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.timezone import is_aware, localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from judging.calls import words as calls_words
from judging.models import Coming
from judging.rulebook.rules.subjects import ANSWERED
from scorecards.sheet import words as sheet_words
from tournaments.models import (
    AuditEntry,
    DayChange,
    Display,
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
from tournaments.money import words as money_words
from tournaments.people import words as people_words
from tournaments.rules.edition import Edition
from tournaments.words import citing as citing_words
from tournaments.words.moments import moment_text


@dataclass(frozen=True, slots=True)
class Change:
    """One value before and after; a text is empty if there was no value."""

    label: str
    before: str
    after: str


def changes(row: AuditEntry) -> Iterator[Change]:
    """What a row of the trail changed, one value at a time; unchanged values are left out."""
    edition = row.tournament.edition
    before, after = dict(_values(row.before or {}, edition)), dict(_values(row.after or {}, edition))
    for key in [*before, *(key for key in after if key not in before)]:
        if before.get(key) != after.get(key):
            yield Change(_label(key, edition), before.get(key, ""), after.get(key, ""))


def _values(stored: Any, edition: str, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each value in a stored structure, in words, with its path: the keys and positions that lead to it.

    Empty values are left out. A list of plain values counts as one value, and so does a line of a card.
    """
    if isinstance(stored, Mapping):
        if path and {"points", "plus", "minus"} <= stored.keys():
            yield _line(path, stored)
            return
        for key, value in stored.items():
            yield from _values(value, edition, (*path, str(key)))
    elif isinstance(stored, list):
        if any(isinstance(value, Mapping | list) for value in stored):
            for place, value in enumerate(stored, start=1):
                yield from _values(value, edition, (*path, str(place)))
        elif stored:
            yield path, ", ".join(_value_in_words(path[-1] if path else "", value, edition) for value in stored)
    elif stored is not None and stored != "":
        yield path, _value_in_words(path[-1], stored, edition) if path else _shown(stored)


def _line(path: tuple[str, ...], line: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    """A line of a card as cards are written; the number of its game, if it has one, goes into the path."""
    spread = "–"
    if line["plus"]:
        spread = f"+{int(line['plus']):02}"
    elif line["minus"]:
        spread = f"−{int(line['minus']):02}"
    points = line["points"]
    written = [_("blank") if points in (None, "") else str(points), spread]
    if line.get("opponent"):
        written.append(_("against %(seat)s") % {"seat": line["opponent"]})
    if path[0] == "lines" and "game" in line:
        path = (*path[:-1], _("game %(number)s") % {"number": line["game"]})
    return path, ", ".join(written)


_CHOICES: Mapping[str, Callable[[], Mapping[Any, Any]]] = {
    "kind": lambda: {
        **dict(Event.Kind.choices),
        **dict(Role.Kind.choices),
        **dict(Fee.Kind.choices),
        **dict(LedgerLine.Kind.choices),
        **dict(DayChange.Kind.choices),
        "accepted": _("accepted"),
        "overridden": _("decided by hand"),
    },
    "outcome": lambda: {
        "agrees": _("agrees"),
        "corrected": _("corrected"),
        "stands": _("stands as written"),
        "unsettled": _("to be decided"),
        "confirmed": _("read as it was typed"),
        "differs": _("read differently"),
        "retyped": _("typed differently"),
    },
    "decision": lambda: {
        "post": _("post a new list"),
        "keep": _("keep the list"),
        "leave": _("leave the card"),
    },
    "next_deal": lambda: dict(Coming.NextDeal.choices),
    "related": lambda: dict(Relation.Kind.choices),
    "subject": lambda: {subject.key: calls_words.case(subject.key) for subject in ANSWERED},
    "phones": lambda: dict(Event.Phones.choices),
    "shows": lambda: dict(Display.Shows.choices),
    "state": lambda: dict(Registration.State.choices),
    "channel": lambda: dict(Subscription.Channel.choices),
    "deal": lambda: dict(Event.Deal.choices),
    "movement": lambda: dict(Event.Movement.choices),
    "status": lambda: dict(Entry.Status.choices),
    "edition": lambda: dict(Tournament.EditionChoice.choices),
    "phase": lambda: dict(Event.PhaseChoice.choices),
    "step": lambda: dict(Event.PhaseChoice.choices),
    "hidden": lambda: dict(people_words.parts()),
}
"""What the codes of a stored value mean."""


def _value_in_words(key: str, value: Any, edition: str) -> str:
    """The name of a stored code; any other value as text."""
    if value == "referred" and key in ("kind", "outcome"):
        return citing_words.authority("with", edition)
    if key == "rules":
        return citing_words.cited_in(str(value), edition)
    if key == "chart":
        # No rulebook has an extended chart.
        is_extended = value == "extended"
        return citing_words.our_reading() if is_extended else citing_words.badge("chart", Edition(edition))
    if key == "readings":
        return sheet_words.reading(str(value))
    if key == "cents" and isinstance(value, int):
        return money_words.amount(value)
    return str(_CHOICES[key]().get(value, _shown(value))) if key in _CHOICES else _shown(value)


def _shown(value: Any) -> str:
    """Any other value as text: a truth value as yes or no, a moment as local time."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, str) and "T" in value and (moment := _moment(value)):
        return moment_text(moment)
    return str(value)


def _moment(text: str) -> datetime | None:
    """The local time that this text stands for; None if it is no time."""
    try:
        moment = parse_datetime(text)
        return localtime(moment) if moment and is_aware(moment) else None
    except (ValueError, OverflowError):
        # The text looks like a time, but there is no such day, or its local time is out of range.
        return None


_LABELS = {
    "name": gettext_lazy("name"),
    "slug": gettext_lazy("address"),
    "starts_on": gettext_lazy("first day"),
    "venue": gettext_lazy("where"),
    "time_zone": gettext_lazy("time zone"),
    "edition": gettext_lazy("rulebook"),
    "public": gettext_lazy("public"),
    "kind": gettext_lazy("kind"),
    "games": gettext_lazy("games"),
    "deal": gettext_lazy("first deal"),
    "movement": gettext_lazy("movement"),
    "records_spread": gettext_lazy("spread on the cards"),
    "ranking": gettext_lazy("ranking"),
    "skunk_from": gettext_lazy("a win is a skunk from"),
    "double_skunk_from": gettext_lazy("a win is a double skunk from"),
    "one_in": gettext_lazy("one qualifies in"),
    "max_entrants": gettext_lazy("entrants at most"),
    "rounds": gettext_lazy("rounds"),
    "fixed_rounds": gettext_lazy("rounds"),
    "repeats_reason": gettext_lazy("why people may meet again"),
    "sit_outs_reason": gettext_lazy("why some may sit out more often"),
    "hidden": gettext_lazy("held back"),
    "quota": gettext_lazy("qualify"),
    "quota_exemption": gettext_lazy("qualify"),
    "quota_reason": gettext_lazy("reason"),
    "status": gettext_lazy("status"),
    "status_reason": gettext_lazy("reason"),
    "acc_number": gettext_lazy("ACC number"),
    "reach": gettext_lazy("e-mail or phone changed"),
    "seat": gettext_lazy("seat"),
    "seats": gettext_lazy("seats"),
    "seed": gettext_lazy("number of the draw"),
    "tables": gettext_lazy("tables"),
    "entrants": gettext_lazy("entrants"),
    "events": gettext_lazy("events"),
    "director": gettext_lazy("director"),
    "cents": gettext_lazy("amount"),
    "optional": gettext_lazy("optional"),
    "player": pgettext_lazy("in the log", "player"),
    "event": gettext_lazy("event"),
    "money_first": gettext_lazy("pay before playing"),
    "is_head": gettext_lazy("head judge"),
    "is_senior": gettext_lazy("senior judge"),
    "where": gettext_lazy("where"),
    "about": gettext_lazy("about"),
    "subject": gettext_lazy("kind of case"),
    "next_deal": gettext_lazy("next deal in the own game"),
    "related": gettext_lazy("related"),
    "happened": gettext_lazy("what happened"),
    "judge": gettext_lazy("judge"),
    "judges": gettext_lazy("judges"),
    "points": gettext_lazy("points"),
    "opponent_points": gettext_lazy("points of the opponent"),
    "removes": gettext_lazy("removed from play"),
    "offender": gettext_lazy("who did it"),
    "other": gettext_lazy("the other player"),
    "ends_at": gettext_lazy("until"),
    "until": gettext_lazy("until"),
    "text": gettext_lazy("words"),
    "step": gettext_lazy("reopened"),
    "bracket": gettext_lazy("games of the bracket"),
    "expires_at": gettext_lazy("can be used until"),
    "user": gettext_lazy("account"),
    "lines": gettext_lazy("card"),
    "totals": gettext_lazy("own totals"),
    "game_points": gettext_lazy("game points"),
    "games_won": gettext_lazy("games won"),
    "plus": gettext_lazy("plus"),
    "minus": gettext_lazy("minus"),
    "net": gettext_lazy("net"),
    "basis": gettext_lazy("basis"),
    "resolved": gettext_lazy("stands"),
    "recorded": gettext_lazy("recorded"),
    "outcome": gettext_lazy("outcome"),
    "rules": gettext_lazy("rules"),
    "readings": gettext_lazy("our reading"),
    "initials": gettext_lazy("initials"),
    "reason": gettext_lazy("reason"),
    "order": gettext_lazy("order"),
    "qualifiers": gettext_lazy("qualifiers"),
    "size": gettext_lazy("lines of the bracket"),
    "chart": gettext_lazy("chart"),
    "best_of": gettext_lazy("best of"),
    "seeds": gettext_lazy("seeds"),
    "game": pgettext_lazy("in the log", "game"),
    "winner": gettext_lazy("winner"),
    "forfeit": gettext_lazy("forfeit"),
    "match_won_by": gettext_lazy("match won by"),
    "scheduled_at": gettext_lazy("starts at"),
    "number": gettext_lazy("number"),
    "late": gettext_lazy("late entry"),
    "prizes": gettext_lazy("prizes"),
    "place": gettext_lazy("place"),
    "entrant": gettext_lazy("entrant"),
    "type": gettext_lazy("paid out"),
    "ratio": gettext_lazy("one in"),
    "by_hand": gettext_lazy("amounts by hand"),
    "vacated": gettext_lazy("seat of a no-show"),
    "phase": gettext_lazy("phase"),
    "card": gettext_lazy("card"),
    "channel": gettext_lazy("told by"),
    "data": gettext_lazy("details"),
    "decision": gettext_lazy("decision"),
    "differs": gettext_lazy("what differs"),
    "in": gettext_lazy("comes in"),
    "out": gettext_lazy("goes out"),
    "left_out": gettext_lazy("left out"),
    "line": gettext_lazy("line"),
    "links": gettext_lazy("links"),
    "move": gettext_lazy("change of the card"),
    "notes": gettext_lazy("notes"),
    "opponent": gettext_lazy("opponent"),
    "out_in": gettext_lazy("out in round"),
    "passed": gettext_lazy("goes on"),
    "people": gettext_lazy("people"),
    "phones": gettext_lazy("cards on phones"),
    "players": gettext_lazy("the two of the team"),
    "acc_numbers": gettext_lazy("their ACC numbers"),
    "players_report": gettext_lazy("players report results"),
    "reading": gettext_lazy("as it was read"),
    "receipts": gettext_lazy("receipts"),
    "sheets": gettext_lazy("sheets"),
    "shown": gettext_lazy("card was shown"),
    "shows": gettext_lazy("shows"),
    "source": gettext_lazy("taken from"),
    "spread": gettext_lazy("spread"),
    "state": gettext_lazy("state"),
    "table": gettext_lazy("table"),
    "told": gettext_lazy("was told"),
    "tops": gettext_lazy("upper lines"),
    "username": gettext_lazy("account"),
    "version": gettext_lazy("list"),
    "via": gettext_lazy("on the phone of"),
    "conceded": gettext_lazy("conceded"),
    "unlooked": gettext_lazy("not read again"),
    "unread": gettext_lazy("not read again"),
    "third_checker_wanted": gettext_lazy("a third checker wanted"),
    "third_checker_for": gettext_lazy("third checker for"),
}
"""Labels of stored values for which the model has none, or others."""


@cache
def _labels_of_models() -> Mapping[str, Any]:
    """The translated verbose name of each column name on which all models with such a column agree."""
    names: dict[str, list[Any]] = defaultdict(list)
    for model in apps.get_models():
        for field in model._meta.local_fields:
            names[field.name].append(field.verbose_name)
    labels = {}
    for column, verbose_names in names.items():
        are_translated = all(isinstance(name, Promise) for name in verbose_names)
        if are_translated and len(set(map(str, verbose_names))) == 1:
            labels[column] = verbose_names[0]
    return labels


def _label(path: tuple[str, ...], edition: str) -> str:
    """The path of a value in words; a key without a label stands for itself."""
    labels = {**_labels_of_models(), **_LABELS, "by_head": citing_words.authority("by", edition)}
    return " · ".join(str(labels.get(part, part)) for part in path)
