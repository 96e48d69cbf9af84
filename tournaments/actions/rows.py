"""Plans and rows: how an event stores its plan, how rows change, and what posting closes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from types import NoneType
from typing import Any

from django.db import connection
from django.db.models import Field, Model
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.logged import THE_ROWS_OWN
from tournaments.errors import Refused
from tournaments.models import Entry, Event, Player
from tournaments.plan import PLANNED, EventPlan
from tournaments.words.playing import posted


def refuse_posted(event: Event) -> None:
    """Raise Refused (`posted`) once the qualifiers of the event are posted."""
    if event.posted_at:
        raise Refused(
            "posted",
            " ".join([posted(event), _("Nothing it depends on can change until the cross-check is reopened.")]),
        )


def change(row: Model, values: Mapping[str, Any]) -> None:
    """Set these values of the row and save only their columns."""
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=list(values))


_BARE = (str, int, NoneType)
"""Types whose values the database takes as they are."""


def insert(rows: Sequence[Player] | Sequence[Entry]) -> None:
    """Insert new rows and set their primary keys.

    It uses plain SQL for speed: `bulk_create` visits every field of every row three times, and takes three times as
    long.
    """
    if not rows:
        return
    fields = [field for field in rows[0]._meta.concrete_fields if not field.primary_key]
    values = list(zip(*(_as_stored(field, rows) for field in fields), strict=True))
    quote = connection.ops.quote_name
    table = quote(rows[0]._meta.db_table)
    columns_of_table = ", ".join(quote(str(field.column)) for field in fields)
    placeholders = f"({', '.join(['%s'] * len(fields))})"
    keys: list[int] = []
    batch_size = connection.ops.bulk_batch_size(fields, list(rows))
    with connection.cursor() as cursor:
        for first in range(0, len(values), batch_size):
            batch = values[first : first + batch_size]
            cursor.execute(
                f"INSERT INTO {table} ({columns_of_table}) VALUES {', '.join([placeholders] * len(batch))}"
                f" RETURNING {quote('id')}",
                list(chain.from_iterable(batch)),
            )
            keys += [key for (key,) in cursor.fetchall()]
    database = connection.alias
    for row, key in zip(rows, keys, strict=True):
        row.pk, row._state.adding, row._state.db = key, False, database


def _as_stored(field: Field[Any, Any], rows: Sequence[Model]) -> list[Any]:
    """Return the values of this field of all rows, as the database takes them.

    Strings, integers and None need no conversion.
    """
    values = [getattr(row, field.attname) for row in rows]
    values_to_convert = {value for value in values if type(value) not in _BARE}
    stored = {value: field.get_db_prep_save(value, connection) for value in values_to_convert}
    return [stored.get(value, value) for value in values] if stored else values


COLUMNS = {name: {"rounds": "fixed_rounds"}.get(name, name) for name in PLANNED}
"""The column of each field of a plan."""

EVENT = audit.Logged(
    model=Event,
    changes=(*COLUMNS.values(), "hidden", "money_first", "phones", "quota_exemption", "quota_reason", "dealt_by"),
    by_hand="phase draw_seed game_now game_minutes decks_changed_at",
    left_out={
        "the acts of the ladder name the boards": "ladder_games",
        THE_ROWS_OWN: "created_at registration_closed_at cards_begun_at cross_checked_at posted_at game_started_at revision",
        "follows from the rows before": "last_entry dealt_to",
        "only a restore writes it": "restored_revision",
    },
)


def change_event_row(
    event: Event, values: Mapping[str, Any], *, action: str = "event.changed", reason: str = "", actor: Actor
) -> Event:
    """Set these values of the event and record them in the log. Does nothing if the event has them already."""
    before, after = EVENT.difference(event, values)
    if not after:
        return event
    change(event, after)
    audit.record(
        event=event,
        actor=actor,
        action=action,
        subject=("event", event.slug),
        before=before,
        after=after,
        reason=reason,
    )
    event.touch()
    return event


def columns(plan: EventPlan) -> dict[str, Any]:
    """Return the stored values of a plan by the columns of Event."""
    return {column: getattr(plan, name) for name, column in COLUMNS.items()}


def as_values(plan: EventPlan) -> dict[str, Any]:
    """Return the stored values of a plan by the fields of EventPlan; `rounds` comes last."""
    return {**{name: getattr(plan, name) for name in PLANNED if name != "rounds"}, "rounds": plan.rounds}


def plan_of(event: Event) -> EventPlan:
    """Return the plan that an event has stored."""
    return EventPlan(**{name: getattr(event, column) for name, column in COLUMNS.items()})
