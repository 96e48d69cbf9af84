"""Clubs: made by anybody, changed by their directors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from clubs import words
from clubs.actions.logged import CLUB
from clubs.audit import write_log
from clubs.models import Club, ClubRole
from clubs.reads.log import last_change
from tournaments.access import Actor
from tournaments.actions.rows import change
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed, text_faults
from tournaments.models import Tournament, longest
from tournaments.venue.actions.faults import slug_faults
from tournaments.venue.actions.tournaments import change_tournament


def locked_club(club: Club) -> Club:
    """Lock the club's row until the transaction ends, and return it: the first lock of every action here."""
    return Club.objects.select_for_update().get(pk=club.pk)


def tournaments_of(club: Club) -> QuerySet[Tournament]:
    """Return the tournaments of the club's nights with cards, including nights that were removed."""
    return Tournament.objects.filter(events__club_night__season__club=club)


def refuse_overtaken(club: Club, subject: tuple[str, str], seen: int | None) -> None:
    """Raise Refused `stale` if somebody has changed this thing since the log row `seen`; None skips the check."""
    if seen is not None and seen != last_change(club, *subject):
        raise Refused("stale", words.overtaken())


@transaction.atomic
def create_club(*, slug: str, name: str, town: str = "", number: str = "", public: bool = True, actor: Actor) -> Club:
    """Make a club; the actor directs it. Raises Malformed with every fault, Refused `exists` if the slug is taken."""
    values = {"slug": slug, "name": name, "town": town, "number": number, "public": public}
    raise_malformed([*slug_faults("slug", slug), *_text_faults(values)])
    taken = Refused("exists", words.club_exists(slug), faults=[Fault("slug", "exists", words.club_exists(slug))])
    if Club.objects.filter(slug__iexact=slug).exists():
        raise taken
    try:
        with transaction.atomic():
            club = Club.objects.create(**values)
    except IntegrityError as exc:
        raise taken from exc
    director = None
    if actor.user is not None:
        ClubRole.objects.create(user=actor.user, club=club, kind=ClubRole.Kind.DIRECTOR)
        director = actor.user.get_username()
    write_log(
        club=club,
        actor=actor,
        action="club.created",
        subject=("club", slug),
        after={**CLUB.values(club), "director": director},
    )
    return club


@transaction.atomic
def change_club(*, club: Club, changes: Mapping[str, Any], seen: int | None = None, actor: Actor) -> Club:
    """Change name, town, number or public.

    Whether the club is public holds for the tournaments of its nights too. Raises Malformed with every fault, Refused
    `stale` (see `refuse_overtaken`).
    """
    club = locked_club(club)
    refuse_overtaken(club, ("club", club.slug), seen)
    raise_malformed(_text_faults(changes))
    before, after = CLUB.difference(club, changes)
    if after:
        change(club, after)
        write_log(
            club=club, actor=actor, action="club.changed", subject=("club", club.slug), before=before, after=after
        )
    if "public" in after:
        for tournament in tournaments_of(club):
            change_tournament(tournament=tournament, changes={"public": club.public}, actor=actor)
    return club


def _text_faults(values: Mapping[str, Any]) -> list[Fault]:
    return [
        fault
        for name in ("name", "town", "number")
        if name in values
        for fault in text_faults(name, values[name], longest(Club, name), required=name == "name")
    ]
