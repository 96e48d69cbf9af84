"""Set the tables at which matches are played."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from brackets.access import match_of, refuse_own_match
from brackets.matches.actions.setting import (
    RoundSet,
    open_matches,
    own_matches,
    presumed_read,
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

    Raises Http404 if there is no such match.
    Raises Malformed if the text is too long.
    Raises Forbidden (`own_card`) if the actor plays in the match.
    Raises Refused `over` if the match is a bye or is won.
    Raises Overwriting if the current table differs from `read`; without `read`, if somebody else set it since the draw.
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row, running_words.own_table(match))
    raise_malformed(text_faults("table", table, longest(Match, "table")))
    message_if_won = _("This match is over. Its table stays as it was.")
    values = {"table": table}
    if read is None:
        read = {"table": presumed_read(event, [row], "table", "", actor)[row.number]}
    return set_on_match(
        event, row, values, logged=TABLES, read=read, action="match.placed", message_if_won=message_if_won, actor=actor
    )


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
    """Set the tables of the open matches of a round.

    `tables` gives them by match number. Else the matches are numbered in chart order from table `first` on.

    The matches in which the actor plays keep their tables. The table numbers that `first` would give them stay free.

    Raises Http404 if there is no such round.
    Raises Malformed if a number in `tables` is no open match of the round, or a text is too long.
    Raises Malformed if `first` is out of range, or a number in `read` is no match of the round (`seen.N`).
    Raises Forbidden (`own_card`) if `tables` moves a match of the actor, or if the actor plays in every open match.
    Raises Refused `no_bracket` if the bracket is not drawn, `over` if the round has no open match.
    Raises Overwriting (`tables.N`) if a current table differs from `read`.
    Raises Overwriting also if a table is not in `read` and somebody else set it since the draw.
    """
    event = Event.objects.locked(event)
    if first is not None and not 1 <= first <= LAST_TABLE:
        raise_malformed([out_of_range("first", 1, LAST_TABLE)])
    message_if_won = _("Every match of this round is over, and their tables stay as they were.")
    rows = open_matches(event, round_number, message_if_won=message_if_won)
    own_rows = own_matches(rows, actor)
    _refuse_wrong_read(event, round_number, read or {}, rows)
    # A table that is missing from `read` counts as unread.
    known_tables = {**presumed_read(event, rows, "table", "", actor), **(read or {})}
    if first is not None:
        tables_by_number = {row.number: str(first + place) for place, row in enumerate(rows)}
    else:
        tables_by_number = dict(tables or {})
    _refuse_wrong_tables(tables_by_number, rows)
    if first is None:
        unread = tables_by_number.keys() - (read or {}).keys()
        tables_by_number = settled_on_round(
            event, rows, "table", tables_by_number, read=known_tables, always=unread, actor=actor
        )
    may_skip_own = first is not None and len(own_rows) < len(rows)
    for row in own_rows:
        is_moved = tables_by_number.get(row.number, row.table) != row.table
        if is_moved and not may_skip_own:
            refuse_own_match(actor, row, running_words.own_table(row.number))
        tables_by_number.pop(row.number, None)
    if first is not None:
        tables_by_number = settled_on_round(
            event, rows, "table", tables_by_number, read=known_tables, always=tables_by_number, actor=actor
        )
    changed = set_on_round(event, round_number, rows, "table", tables_by_number, action="round.placed", actor=actor)
    return RoundSet(changed, tuple(row.number for row in own_rows))


def _refuse_wrong_tables(tables_by_number: Mapping[int, str], rows: list[Match]) -> None:
    """Raise Malformed for invalid tables and for numbers that are not open matches of this round."""
    open_numbers = {row.number for row in rows}
    faults = []
    for number, table in tables_by_number.items():
        if number not in open_numbers:
            message = _("Match %(match)s is not an open match of this round.") % {"match": number}
            faults.append(Fault(f"tables.{number}", "unknown", message))
        faults += text_faults(f"tables.{number}", table, longest(Match, "table"))
    raise_malformed(faults)


def _refuse_wrong_read(event: Event, round_number: int, read: Mapping[int, str], rows: list[Match]) -> None:
    """Raise Malformed if a number in `read` is no match of this round. Matches that were won since are allowed."""
    not_open = read.keys() - {row.number for row in rows}
    if not not_open:
        return
    round_numbers = Match.objects.filter(bracket__event=event, round=round_number).values_list("number", flat=True)
    message = _("Match %(match)s is not a match of this round.")
    raise_malformed(
        [
            Fault(f"seen.{number}", "unknown", message % {"match": number})
            for number in sorted(not_open - set(round_numbers))
        ]
    )
