"""Who may do what in a tournament, whose account an entrant's is, and the key for programs."""

from __future__ import annotations

import secrets

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from rest_framework.authtoken.models import Token

from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.faults import raise_malformed, unknown
from tournaments.actions.relations import hand_over_relations
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Entry, Event, Player, Role, Tournament, User


@transaction.atomic
def link_player(*, entry: Entry, username: str | None, actor: Actor) -> Entry:
    """Say which account is this entrant's, or that none is; from then on its cards are that user's own.

    It holds for the entries of this tournament: a person known from elsewhere keeps what was said there. Raises
    Malformed for an unknown username.
    """
    event = Event.objects.locked(entry.event)
    entry = event.entries.select_related("player__user", "event").get(pk=entry.pk)
    user = _user(username) if username is not None else None
    before = entry.player.user.get_username() if entry.player.user else None
    if before == username:
        return entry
    elsewhere = Entry.objects.filter(player=entry.player).exclude(event__tournament=event.tournament)
    if elsewhere.exists():
        known = entry.player
        entry.player = Player.objects.create(name=entry.name, acc_number=entry.acc_number, user=user)
        Entry.objects.filter(player=known, event__tournament=event.tournament).update(player=entry.player)
        hand_over_relations(event.tournament, known, entry.player)
    else:
        entry.player.user = user
        entry.player.save(update_fields=["user"])
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action="entrant.linked" if user else "entrant.unlinked",
        subject=("entrant", str(entry.number)),
        before={"user": before},
        after={"user": username},
    )
    event.touch()
    return entry


@transaction.atomic
def make_account(
    *, tournament: Tournament, username: str, name: str, email: str = "", actor: Actor
) -> tuple[User, str]:
    """Make an account for somebody who helps at this tournament; the user, and a password made at random, told only here.

    The account may do nothing until it is given a role. A forgotten password can be reset by mail where there is an
    address; the trail does not keep it. Raises Malformed (a user name that cannot be one or is taken, a bad address).
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    user = User(username=User.normalize_username(username), first_name=name, email=email)
    try:
        user.clean_fields(exclude=["password"])
    except ValidationError as exc:
        fields = {"first_name": "name"}
        raise_malformed(
            [Fault(fields.get(at, at), "invalid", " ".join(found)) for at, found in exc.message_dict.items()]
        )
    taken = Fault("username", "exists", _("Somebody signs in with that name already. Choose another one."))
    if User.objects.filter(username__iexact=user.username).exists():
        raise_malformed([taken])
    password = secrets.token_urlsafe(12)
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        # Another tournament's director took the name in the same moment.
        raise_malformed([taken])
    audit.record(
        tournament=tournament,
        actor=actor,
        action="account.made",
        subject=("account", user.username[:120]),
        before=None,
        after={"username": user.username, "name": name},
    )
    return user, password


@transaction.atomic
def grant_role(*, tournament: Tournament, username: str, kind: str, is_head: bool = False, actor: Actor) -> Role:
    """Give somebody a role; `is_head` makes a judge the head judge. Granting twice is the same as granting once.

    Raises Malformed (unknown user or role, a head who is no judge), Refused `exists` (there is another head judge).
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    faults = []
    if kind not in Role.Kind.values:
        faults.append(unknown("kind", Role.Kind.values))
    if is_head and kind != Role.Kind.JUDGE:
        faults.append(Fault("is_head", "invalid", _("Only a judge can be the head judge.")))
    raise_malformed(faults)
    user = _user(username)
    head = tournament.roles.filter(is_head=True).exclude(user=user).select_related("user").first()
    if is_head and head is not None:
        raise Refused(
            "exists",
            _("%(name)s is the head judge, and there is one in a tournament. Make them an ordinary judge first.")
            % {"name": head.user.get_full_name() or head.user.get_username()},
        )
    role = tournament.roles.filter(user=user, kind=kind).first()
    if role is not None and role.is_head == is_head:
        return role
    before = {"is_head": role.is_head} if role else None
    if role is None:
        role = Role(tournament=tournament, user=user, kind=kind)
    role.is_head = is_head
    role.save()
    audit.record(
        tournament=tournament,
        actor=actor,
        action="role.granted",
        subject=("role", f"{username}/{kind}"[:120]),
        before=before,
        after={"is_head": is_head},
    )
    return role


@transaction.atomic
def revoke_role(*, tournament: Tournament, username: str, kind: str, actor: Actor) -> None:
    """Take a role away; nothing happens where there is none. Raises Refused `impossible` for the last director."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    role = tournament.roles.filter(user__username=username, kind=kind).first()
    if role is None:
        return
    directors = tournament.roles.filter(kind=Role.Kind.DIRECTOR)
    if role.kind == Role.Kind.DIRECTOR and directors.count() == 1:
        raise Refused("impossible", _("This is the only director. Make somebody else a director first."))
    before = {"is_head": role.is_head}
    role.delete()
    audit.record(
        tournament=tournament,
        actor=actor,
        action="role.revoked",
        subject=("role", f"{username}/{kind}"[:120]),
        before=before,
        after=None,
    )


@transaction.atomic
def issue_token(*, actor: Actor) -> str:
    """The key with which the actor's programs sign in to the API: always the same one until it is deleted."""
    if actor.user is None:
        raise ValueError("only a user has a token")
    token, _created = Token.objects.get_or_create(user=actor.user)
    return str(token.key)


def _user(username: str) -> User:
    user = User.objects.filter(username=username).first() if "\0" not in username else None
    if user is None:
        raise Malformed(
            _("Nobody signs in with that name. Ask them how theirs is written, or make the account first."),
            faults=[Fault("username", "unknown", _("Nobody signs in with this name."))],
        )
    return user
