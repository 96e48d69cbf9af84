"""Fetches a whole tournament as the document that `export_tournament` writes; docs/export.md describes it."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import Any

from django.db import transaction
from django.db.models import F

from brackets.models import Payout
from hall.exchange.fields import Rows, Table, Walk
from hall.exchange.layout import DOCUMENT, PLAYER
from tournaments.models import Entry, Event, LedgerLine, Player, Tournament

Values = dict[str, Any]


@transaction.atomic
def consistent_document(slug: str) -> Values | None:
    """The document of this tournament as it is at one moment: nobody changes it meanwhile. None where there is none."""
    tournament = Tournament.objects.select_for_update().filter(slug=slug).first()
    if tournament is None:
        return None
    # Every change takes its event's lock first.
    list(Event.objects.select_for_update().filter(tournament=tournament).order_by("pk"))
    return tournament_document(tournament)


def tournament_document(tournament: Tournament) -> Values:
    """Everything about this tournament that is the same wherever it is kept, in one fixed order.

    Nothing that is derived, and no database ids, accounts, roles or time of export.
    """
    return _written(DOCUMENT, [tournament], "pk", tournament, Walk())[0]


def _written(table: Table, rows: list[Any], path: str, tournament: Tournament, walk: Walk) -> list[Values]:
    """What the document says of these rows and of those below them; `path` leads from a row to its tournament."""
    walk.know(table, rows)
    below = {name: _below(field, path, tournament, walk) for name, field in table.below()}
    return [
        {
            name: field.said(below[name][row.pk]) if isinstance(field, Rows) else field.written(row, name, walk)
            for name, field in table.fields.items()
        }
        for row in rows
    ]


def _below(field: Rows, path: str, tournament: Tournament, walk: Walk) -> dict[Any, list[Values]]:
    """What the document says of the rows of a table, by the key of the row in which each stands."""
    table = field.table
    found: dict[Any, list[Values]] = defaultdict(list)
    if table is PLAYER:
        found[tournament.pk] = _written(table, _people(tournament), "", tournament, walk)
        return found
    path = table.inside if path == "pk" else f"{table.inside}__{path}"
    query = table.model._default_manager.filter(table.where, **{path: tournament}).annotate(inside_=F(table.inside))
    rows = list(query.order_by(*table.order.split()))
    for row, values in zip(rows, _written(table, rows, path, tournament, walk), strict=True):
        found[row.inside_].append(values)
    return found


def _people(tournament: Tournament) -> list[Player]:
    """Everybody who is entered or has money here, in the order in which they come up."""
    rows: list[Any] = [
        Entry.objects.filter(event__tournament=tournament).order_by("event", "number"),
        LedgerLine.objects.filter(tournament=tournament).order_by("number"),
        Payout.objects.filter(tournament=tournament).order_by("number"),
    ]
    keys = dict.fromkeys(chain.from_iterable(one.values_list("player", flat=True) for one in rows))
    people = Player.objects.in_bulk(keys)
    return [people[key] for key in keys]
