"""Tables at which matches are played."""

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
    """Set the table or board of a match; empty for none.

    Raises Http404, Malformed, Forbidden (`own_card`), Refused: `over` (a bye, or the match is won), Overwriting where
    the table differs from `read`, or without `read`, where somebody else set it since the draw.
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row, running_words.own_table(match))
    raise_malformed(text_faults("table", table, longest(Match, "table")))
    over = _("This match is over. Its table stays as it was.")
    values = {"table": table}
    if read is None:
        read = {"table": set_by_oneself(event, [row], "table", "", actor)[row.number]}
    return set_on_match(event, row, values, logged=TABLES, read=read, action="match.placed", over=over, actor=actor)


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
    """Set the tables of the open matches of a round: by number from `tables`, or in chart order from table `first` on.

    Matches of the actor keep their tables, and `first` leaves their numbers free. Raises Http404 (no such round),
    Malformed (a number that is no open match, a text that is too long, `first` out of range, a number in `read` outside
    the round: `seen.N`), Forbidden (`own_card`: `tables` moves a match of the actor's, or only theirs are left),
    Refused: `no_bracket`, `over` (no open match), Overwriting where a table differs from `read` (`tables.N`), or is not
    in `read` and somebody else set it since the draw.
    """
    event = Event.objects.locked(event)
    if first is not None and not 1 <= first <= LAST_TABLE:
        raise_malformed([out_of_range("first", 1, LAST_TABLE)])
    over = _("Every match of this round is over, and their tables stay as they were.")
    rows = open_matches(event, round_number, over=over)
    own = own_of(rows, actor)
    _refuse_unknown(event, round_number, read or {}, rows)
    # A match missing from `read` counts as not looked at.
    known = {**set_by_oneself(event, rows, "table", "", actor), **(read or {})}
    if first is not None:
        tables_by_number = {row.number: str(first + place) for place, row in enumerate(rows)}
    else:
        tables_by_number = dict(tables or {})
    _refuse_wrong(tables_by_number, rows)
    if first is None:
        unread = tables_by_number.keys() - (read or {}).keys()
        tables_by_number = settled_on_round(
            event, rows, "table", tables_by_number, read=known, always=unread, actor=actor
        )
    for row in own:
        if (first is None or len(own) == len(rows)) and tables_by_number.get(row.number, row.table) != row.table:
            refuse_own_match(actor, row, running_words.own_table(row.number))
        tables_by_number.pop(row.number, None)
    if first is not None:
        tables_by_number = settled_on_round(
            event, rows, "table", tables_by_number, read=known, always=tables_by_number, actor=actor
        )
    changed = set_on_round(event, round_number, rows, "table", tables_by_number, action="round.placed", actor=actor)
    return RoundSet(changed, tuple(row.number for row in own))


def _refuse_wrong(tables_by_number: Mapping[int, str], rows: list[Match]) -> None:
    """Raise Malformed for invalid tables and for numbers that are not open matches of this round."""
    known = {row.number for row in rows}
    faults = []
    for number, table in tables_by_number.items():
        if number not in known:
            message = _("Match %(match)s is no open match of this round.") % {"match": number}
            faults.append(Fault(f"tables.{number}", "unknown", message))
        faults += text_faults(f"tables.{number}", table, longest(Match, "table"))
    raise_malformed(faults)


def _refuse_unknown(event: Event, round_number: int, read: Mapping[int, str], rows: list[Match]) -> None:
    """Raise Malformed for numbers in `read` that are not matches of this round; matches won since are allowed."""
    others = read.keys() - {row.number for row in rows}
    if not others:
        return
    played = Match.objects.filter(bracket__event=event, round=round_number).values_list("number", flat=True)
    message = _("Match %(match)s is no match of this round.")
    raise_malformed(
        [Fault(f"seen.{number}", "unknown", message % {"match": number}) for number in sorted(others - {*played})]
    )
