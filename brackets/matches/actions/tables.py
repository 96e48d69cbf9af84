"""Where matches are played."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from brackets.access import match_of, refuse_own_match
from brackets.matches.actions.setting import (
    RoundSet,
    open_matches,
    own_of,
    set_by_oneself,
    set_on_match,
    set_on_round,
    settled_on_round,
)
from brackets.matches.words import running as running_words
from brackets.models import Match
from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.overwriting import Read
from tournaments.errors import Fault
from tournaments.faults import out_of_range, raise_malformed, text_faults
from tournaments.models import Event, longest

LAST_TABLE = 999
TABLES = audit.Logged(model=Match, changes=("table",))


@transaction.atomic
def place_match(*, event: Event, match: int, table: str, read: Read = None, actor: Actor) -> Match:
    """Say at which table, or board, a match is played; empty: nowhere yet.

    Raises Http404, Malformed, Forbidden (`own_card`), Refused: `over` (a bye, or the match is won), Overwriting where it
    is at another table than was `read`; without it, where somebody else has placed it since the draw.
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row, running_words.own_table(match))
    raise_malformed(text_faults("table", table, longest(Match, "table")))
    over = _("This match is over. Its table stays as it was.")
    wanted = {"table": table}
    if read is None:
        read = {"table": set_by_oneself(event, [row], "table", "", actor)[row.number]}
    return set_on_match(event, row, wanted, logged=TABLES, read=read, action="match.placed", over=over, actor=actor)


@transaction.atomic
def place_round(
    *,
    event: Event,
    round_number: int,
    tables: Mapping[int, str] | None = None,
    first: int | None = None,
    read: Mapping[int, str] | None = None,
    actor: Actor,
) -> RoundSet:
    """Place the matches of a round that are not won yet: each as `tables` says by its number, or all at once at the tables
    from `first` on, in chart order. One that the actor plays stays where it is, and its number is left for it.

    Raises Http404 (no such round), Malformed (a match that is none of these, a text that is too long, no such number), Forbidden
    (`own_card`: `tables` moves a match of the actor's, or none but theirs is left), Refused: `no_bracket`, `over` (no match of
    this round is left), Overwriting where a match is at another table than was `read`, by its number (`tables.N`); where `read`
    does not name it, where somebody else has placed it since the draw. What was `read` of no match of the round is a fault (`seen.N`).
    """
    event = Event.objects.locked(event)
    if first is not None and not 1 <= first <= LAST_TABLE:
        raise_malformed([out_of_range("first", 1, LAST_TABLE)])
    over = _("Every match of this round is over, and their tables stay as they were.")
    rows = open_matches(event, round_number, over=over)
    own = own_of(rows, actor)
    _refuse_unknown(event, round_number, read or {}, rows)
    # A match that nobody says they have looked at was not looked at.
    known = {**set_by_oneself(event, rows, "table", "", actor), **(read or {})}
    if first is not None:
        wanted = {row.number: str(first + place) for place, row in enumerate(rows)}
    else:
        wanted = dict(tables or {})
    _refuse_wrong(wanted, rows)
    if first is None:
        unread = wanted.keys() - (read or {}).keys()
        wanted = settled_on_round(event, rows, "table", wanted, read=known, always=unread, actor=actor)
    for row in own:
        if (first is None or len(own) == len(rows)) and wanted.get(row.number, row.table) != row.table:
            refuse_own_match(actor, row, running_words.own_table(row.number))
        wanted.pop(row.number, None)
    if first is not None:
        wanted = settled_on_round(event, rows, "table", wanted, read=known, always=wanted, actor=actor)
    changed = set_on_round(event, round_number, rows, "table", wanted, action="round.placed", actor=actor)
    return RoundSet(changed, tuple(row.number for row in own))


def _refuse_wrong(wanted: Mapping[int, str], rows: list[Match]) -> None:
    """Raise Malformed for every table that is none, and every match that is not one of the open ones of this round."""
    known = {row.number for row in rows}
    faults = []
    for number, table in wanted.items():
        if number not in known:
            message = _("Match %(match)s is no open match of this round.") % {"match": number}
            faults.append(Fault(f"tables.{number}", "unknown", message))
        faults += text_faults(f"tables.{number}", table, longest(Match, "table"))
    raise_malformed(faults)


def _refuse_unknown(event: Event, round_number: int, read: Mapping[int, str], rows: list[Match]) -> None:
    """Raise Malformed for every match that somebody has looked at and that is none of this round; one that is won since is one."""
    others = read.keys() - {row.number for row in rows}
    if not others:
        return
    played = Match.objects.filter(bracket__event=event, round=round_number).values_list("number", flat=True)
    message = _("Match %(match)s is no match of this round.")
    raise_malformed(
        [Fault(f"seen.{number}", "unknown", message % {"match": number}) for number in sorted(others - {*played})]
    )
