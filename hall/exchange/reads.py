"""A whole tournament, or a whole club, as the document that is exported; docs/export.md describes both."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import Any

from django.db import transaction
from django.db.models import F, Model

from brackets.models import Payout
from clubs.models import Club, Member, Night
from hall.exchange.club_layout import CLUB, CLUB_FORMAT, CLUB_VERSION
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


@transaction.atomic
def consistent_club(club: Club) -> Values:
    """The document of this club as a consistent snapshot, taken while it, its nights’ tournaments and their events are locked."""
    Club.objects.select_for_update().get(pk=club.pk)
    tournaments = Tournament.objects.select_for_update().filter(events__club_night__season__club=club)
    keys = [tournament.pk for tournament in tournaments.order_by("pk")]
    list(Event.objects.select_for_update().filter(tournament__in=keys).order_by("pk"))
    return club_document(club)


def club_document(club: Club) -> Values:
    """Everything about this club that is the same on every site, with the whole tournaments of its nights with cards.

    The members’ own records stand in front, so that on another site a member is the same person at every night.
    """
    walk = Walk()
    people = [row.player for row in Member.objects.filter(club=club).select_related("player").order_by("pk")]
    players = _written(PLAYER, people, "", club, walk)
    tournaments = []
    for night in _nights_with_cards(club):
        event = night.event
        assert event is not None
        own = Walk()
        document = _written(DOCUMENT, [event.tournament], "pk", event.tournament, own)[0]
        numbers = own.names[Player]
        same = [
            {"number": number, "player": walk.names[Player][key]}
            for key, number in numbers.items()
            if key in walk.names[Player]
        ]
        tournaments.append({"players": same, "tournament": document})
        walk.names[Event][event.pk] = (event.tournament.slug, event.slug)
    return {
        "format": CLUB_FORMAT,
        "version": CLUB_VERSION,
        "players": players,
        "tournaments": tournaments,
        "club": _written(CLUB, [club], "pk", club, walk)[0],
    }


def _nights_with_cards(club: Club) -> list[Night]:
    """Its nights with cards, those that were taken out too, in one fixed order."""
    nights = Night.objects.filter(season__club=club, event__isnull=False)
    return list(nights.select_related("event__tournament").order_by("season", "number"))


def _written(table: Table, rows: list[Any], path: str, whole: Model, walk: Walk) -> list[Values]:
    """The values of these rows and of the rows below them; `path` is the lookup from a row to the tournament or club."""
    walk.know(table, rows)
    below = {name: _below(field, path, whole, walk) for name, field in table.below()}

    def value(row: Any, name: str, field: Field) -> Any:
        if isinstance(field, Rows):
            return field.encode(below[name][row.pk])
        return field.written(row, name, walk)

    return [{name: value(row, name, field) for name, field in table.fields.items()} for row in rows]


def _below(field: Rows, path: str, whole: Model, walk: Walk) -> dict[Any, list[Values]]:
    """The values of the rows of this field's table, by the primary key of their parent row."""
    table = field.table
    by_parent: dict[Any, list[Values]] = defaultdict(list)
    if table is PLAYER:
        assert isinstance(whole, Tournament)
        by_parent[whole.pk] = _written(table, _people(whole), "", whole, walk)
        return by_parent
    path = table.inside if path == "pk" else f"{table.inside}__{path}"
    query = table.model._default_manager.filter(table.where, **{path: whole}).annotate(inside_=F(table.inside))
    rows = list(query.order_by(*table.order.split()))
    for row, values in zip(rows, _written(table, rows, path, whole, walk), strict=True):
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
