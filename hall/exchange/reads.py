"""A whole tournament as the document that `export_tournament` writes; docs/export.md describes it."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import Any

from django.db import transaction
from django.db.models import F

from brackets.models import Payout
from hall.exchange.fields import Field, Rows, Table, Walk
from hall.exchange.layout import DOCUMENT, PLAYER
from tournaments.models import Entry, Event, LedgerLine, Player, Tournament
from tournaments.models.people import with_people

Values = dict[str, Any]


@transaction.atomic
def consistent_document(slug: str) -> Values | None:
    """The document of this tournament as a consistent snapshot, taken while the tournament and its events are locked.

    None if there is no such tournament.
    """
    tournament = Tournament.objects.select_for_update().filter(slug=slug).first()
    if tournament is None:
        return None
    # Every change takes its event's lock first.
    list(Event.objects.select_for_update().filter(tournament=tournament).order_by("pk"))
    return tournament_document(tournament)


def tournament_document(tournament: Tournament) -> Values:
    """Everything about this tournament that is the same on every site, in one fixed order.

    The document has no derived values, no database ids, accounts or roles, and no time of export.
    """
    return _written(DOCUMENT, [tournament], "pk", tournament, Walk())[0]


def _written(table: Table, rows: list[Any], path: str, tournament: Tournament, walk: Walk) -> list[Values]:
    """The values of these rows and of the rows below them; `path` is the lookup from a row to its tournament."""
    walk.know(table, rows)
    below = {name: _below(field, path, tournament, walk) for name, field in table.below()}

    def value(row: Any, name: str, field: Field) -> Any:
        if isinstance(field, Rows):
            return field.encode(below[name][row.pk])
        return field.written(row, name, walk)

    return [{name: value(row, name, field) for name, field in table.fields.items()} for row in rows]


def _below(field: Rows, path: str, tournament: Tournament, walk: Walk) -> dict[Any, list[Values]]:
    """The values of the rows of this field's table, by the primary key of their parent row."""
    table = field.table
    by_parent: dict[Any, list[Values]] = defaultdict(list)
    if table is PLAYER:
        by_parent[tournament.pk] = _written(table, _people(tournament), "", tournament, walk)
        return by_parent
    path = table.inside if path == "pk" else f"{table.inside}__{path}"
    query = table.model._default_manager.filter(table.where, **{path: tournament}).annotate(inside_=F(table.inside))
    rows = list(query.order_by(*table.order.split()))
    for row, values in zip(rows, _written(table, rows, path, tournament, walk), strict=True):
        by_parent[row.inside_].append(values)
    return by_parent


def _people(tournament: Tournament) -> list[Player]:
    """Everybody who is entered or has money here, in order of appearance."""
    queries: list[Any] = [
        Entry.objects.filter(event__tournament=tournament).order_by("event", "number"),
        LedgerLine.objects.filter(tournament=tournament).order_by("number"),
        Payout.objects.filter(tournament=tournament).order_by("number"),
    ]
    keys = dict.fromkeys(chain.from_iterable(query.values_list("player", flat=True) for query in queries))
    people = Player.objects.select_related(*with_people("")).in_bulk(keys)
    return [people[key] for key in keys]
