"""Who directs a club: named by another director, and taken off again; never the last one."""

from __future__ import annotations

from django.db import transaction

from clubs import words
from clubs.actions.clubs import locked_club
from clubs.audit import write_log
from clubs.models import Club, ClubRole
from tournaments.access import Actor
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import User


@transaction.atomic
def name_director(*, club: Club, username: str, actor: Actor) -> User:
    """Let somebody else direct the club too; nothing changes for who does already. Raises Malformed (`username`)."""
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
    return user


@transaction.atomic
def take_off_director(*, club: Club, username: str, actor: Actor) -> None:
    """Take the club from one of its directors; does nothing for who directs it not. Raises Refused `impossible` (the last)."""
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
