"""Who directs a club: named by another director, and taken off again; never the last one."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from django.db import transaction

from clubs import words
from clubs.actions.clubs import locked_club, tournaments_of
from clubs.audit import write_log
from clubs.models import Club, ClubRole
from tournaments.access import Actor
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Role, Tournament, User
from tournaments.people.actions.people import grant_role, revoke_role


@transaction.atomic
def name_director(*, club: Club, username: str, actor: Actor) -> User:
    """Let another account direct the club and its nights with cards. Raises Malformed (`username`).

    For an account that directs the club already, only the roles that are missing in its nights are added.
    """
    club = locked_club(club)
    user = User.objects.filter(username=username, is_active=True).first() if "\0" not in username else None
    if user is None:
        message = words.nobody_signs_in(username)
        raise Malformed(message, faults=[Fault("username", "unknown", message)])
    _role, is_new = ClubRole.objects.get_or_create(club=club, user=user, kind=ClubRole.Kind.DIRECTOR)
    if is_new:
        write_log(
            club=club,
            actor=actor,
            action="director.named",
            subject=("director", username),
            after={"user": username, "kind": ClubRole.Kind.DIRECTOR},
        )
    share_nights(tournaments_of(club).filter(events__club_night__withdrawn_at__isnull=True), [user], actor)
    return user


@transaction.atomic
def take_off_director(*, club: Club, username: str, actor: Actor) -> None:
    """Take the club and its nights from one of its directors. Does nothing for an account that does not direct it.

    A night without any other director stays with this one. Raises Refused `impossible` for the last director of the
    club.
    """
    club = locked_club(club)
    roles = club.roles.filter(kind=ClubRole.Kind.DIRECTOR)
    role = roles.filter(user__username=username).first() if "\0" not in username else None
    if role is None:
        return
    if not roles.exclude(pk=role.pk).filter(user__is_active=True).exists():
        raise Refused("impossible", words.only_director())
    role.delete()
    write_log(
        club=club,
        actor=actor,
        action="director.taken_off",
        subject=("director", username),
        before={"user": username, "kind": ClubRole.Kind.DIRECTOR},
    )
    for tournament in tournaments_of(club):
        with suppress(Refused):
            revoke_role(tournament=tournament, username=username, kind=Role.Kind.DIRECTOR, actor=actor)


def share_nights(tournaments: Iterable[Tournament], users: Iterable[User], actor: Actor) -> None:
    """Let these directors of the club direct these tournaments of its nights."""
    everybody = list(users)
    for tournament in tournaments:
        for user in everybody:
            grant_role(tournament=tournament, username=user.get_username(), kind=Role.Kind.DIRECTOR, actor=actor)
