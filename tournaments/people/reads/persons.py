"""One person across tournaments: the records that were joined, and who has agreed to a page of their own."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from tournaments.models import Entry, Event, Player


def records_of(key: int) -> list[Player]:
    """The records of the person with this key, the one that stands for all first; empty for an unknown key.

    The key may be that of any of the records. A team is no person.
    """
    person = Player.objects.filter(pk=key, first=None).values_list("same_as", flat=True).first() or key
    rows = Player.objects.filter(Q(pk=person) | Q(same_as=person), first=None).select_related("user").order_by("pk")
    return sorted(rows, key=lambda row: row.pk != person)


def has_page(records: Collection[Player]) -> bool:
    """Whether the person behind these records has agreed to a page: for each of them, so that joining shows nothing new."""
    return bool(records) and all(record.page_agreed_at is not None for record in records)


def with_a_page(persons: Collection[int]) -> frozenset[int]:
    """Those of these people, by the keys of the records that stand for them, who have agreed to a page. One query."""
    rows = Player.objects.filter(Q(pk__in=persons) | Q(same_as__in=persons))
    agreed = [(same_as or pk, since) for pk, same_as, since in rows.values_list("pk", "same_as", "page_agreed_at")]
    return frozenset({person for person, _since in agreed} - {person for person, since in agreed if since is None})


def pages_of(entries: QuerySet[Entry]) -> dict[int, int]:
    """The people behind these entries who have agreed to a page, by the key of the entry. One query."""
    return dict(_with_pages(entries).order_by().values_list("pk", "person"))


def pages_at(event: Event) -> dict[str, int]:
    """The people in this event who have agreed to a page, by seat. One query."""
    rows = _with_pages(Entry.objects.of(event).filter(table__isnull=False))
    return {f"{table}-{number}": person for table, number, person in rows.values_list("table", "seat_number", "person")}


def _with_pages(entries: QuerySet[Entry]) -> Any:
    """Those of these entries whose people have a page and are named here, each with the key of the person."""
    hidden = Player.objects.filter(
        Q(pk=OuterRef("person")) | Q(same_as=OuterRef("person")), page_agreed_at__isnull=True
    )
    return entries.annotate(person=Coalesce("player__same_as", "player")).filter(~Exists(hidden), withheld_name="")
