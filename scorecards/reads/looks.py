"""The looks at the paper, by line, and who may make them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from scorecards.models import Look, Showing
from scorecards.reads.sheet import CardFacts, Sheet
from scorecards.rules.basis import read_line
from scorecards.rules.crosscheck import ComparedGame
from scorecards.rules.looks import Place, Reading
from scorecards.rules.obstacles import find_unread
from tournaments.access import Actor
from tournaments.models import Event, Role, User
from tournaments.rules.finding import Finding


def readings(event: Event, *, until: datetime | None = None) -> dict[Place, list[Reading]]:
    """Every look at a card of this event, or those until this moment, by seat and game, in the order they were made; one query."""
    found: dict[Place, list[Reading]] = {}
    rows = Look.objects.filter(entry__event=event, entry__table__isnull=False).order_by("pk")
    if until is not None:
        rows = rows.filter(read_at__lte=until)
    for table, number, game, reading, read_by, reader, read_at, shown_at in rows.values_list(
        "entry__table", "entry__seat_number", "game", "reading", "read_by", "reader", "read_at", "shown_at"
    ):
        one = Reading(read_line(reading), read_by, reader, read_at, shown_at)
        found.setdefault((f"{table}-{number}", game), []).append(one)
    return found


def unread(on: Sheet) -> tuple[Finding, ...]:
    """The lines that could matter and that nobody read again though the two cards differ; none once posted. One query."""
    return () if on.event.posted_at else find_unread(on.crosscheck, readings(on.event, until=on.until))


def cards_shown(event: Event, user: User) -> dict[str, datetime]:
    """The seats of the cards that this user was shown without having typed them, and when last; one query."""
    rows = Showing.objects.filter(entry__event=event, entry__table__isnull=False, user=user)
    return {
        f"{table}-{number}": at for table, number, at in rows.values_list("entry__table", "entry__seat_number", "at")
    }


def readers(event: Event) -> list[int]:
    """The keys of everybody who may read cards again, always in the same order; one query."""
    kinds = (Role.Kind.CHECKER, Role.Kind.DIRECTOR)
    roles = Role.objects.in_event(event).filter(kind__in=kinds)
    return sorted(set(roles.values_list("user", flat=True)))


def own_typing(
    on: Sheet, game: ComparedGame, unlooked: Collection[str], actor: Actor, *, over: bool
) -> tuple[str, ...]:
    """Those of the unlooked cards of a game whose line the actor typed; with `over` only lines typed over while they differed."""
    who = (actor.user.pk if actor.user else None, actor.name)
    facts = {seat: on.facts.get(seat, CardFacts()) for seat in unlooked}
    return tuple(
        seat
        for seat, of in facts.items()
        if (of.typist, of.typed_by) == who and (not over or game.game in on.cards[seat].again)
    )
