"""Who may do what in a tournament, which account belongs to which entrant, and API tokens."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any, NoReturn

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import audit, keys
from tournaments.access import TOLD_APART, Actor, is_same_name, may_be_own, namesakes_of
from tournaments.actions.logged import THE_ROWS_OWN
from tournaments.actions.overwriting import Read, Written, refuse_overwriting
from tournaments.errors import Fault, Forbidden, Malformed, Refused
from tournaments.faults import raise_malformed, unknown
from tournaments.models import Entry, Event, Player, Role, Token, Tournament, User
from tournaments.models.lengths import MAX_SUBJECT_KEY
from tournaments.money.actions.money import hand_over_ledger
from tournaments.people import words as people_words
from tournaments.people.actions.relations import hand_over_relations, refuse_letting_go
from tournaments.reads.entries import is_elsewhere
from tournaments.rules.initials import is_initials
from tournaments.words import signing as signing_words

TOKEN_LASTS = timedelta(days=30)
FORGOTTEN_AFTER = timedelta(days=30)
"""How long an expired token is kept, so that a program that still uses it learns when it expired."""

ROLE = audit.Logged(
    model=Role, names=("is_head", "is_senior", "event", "ends_at"), left_out={THE_ROWS_OWN: "user kind"}
)


@transaction.atomic
def link_player(
    *, entry: Entry, username: str | None, person: int | None = None, read: Read = None, actor: Actor
) -> Entry:
    """Link this entrant to an account, or to none. The entrant's cards are then the user's own.

    The link holds in this tournament only: a person who also plays elsewhere keeps the account of there. `person` is 0
    or 1 for one of the two people of a team. Without it the account is that of the one who has the account's name, else
    of the team as a whole; None is said of the first who has an account. Raises
    Malformed (unknown username), Overwriting (the account is no longer as `read`), Forbidden `own_card` (unlinking
    oneself once the person has a seat, or linking another account to a player with the actor's own name).
    """
    event = Event.objects.locked(entry.event)
    entry = (
        event.entries.with_people()
        .select_related("player__user", "event", "player__first__user", "player__second__user")
        .get(pk=entry.pk)
    )
    user = _user(username) if username is not None else None
    player = _whose(entry, user) if person is None else _one_of(entry, person)
    before = player.user.get_username() if player.user else None
    among = entry.player.everybody if person is None else (player,)
    shown = next((one.user.get_username() for one in among if one.user), None)
    written = Written(event, ("entrant", str(entry.number)), {"username": "user"})
    refuse_overwriting({"username": username}, read=read, now={"username": shown}, of=written, actor=actor)
    if before == username:
        return entry
    refuse_letting_go(event.tournament, actor, [player], people_words.own_account(entry.known_name))
    if user != actor.user and may_be_own(actor.user, entry):
        _refuse_own_name(event.tournament, actor, entry)
    if is_elsewhere(player.pk, event.tournament_id):
        is_entrant = player == entry.player
        name = entry.known_name if is_entrant else player.name
        acc_number = entry.acc_number if is_entrant else player.acc_number
        part(event.tournament, player, Player(name=name, acc_number=acc_number, user=user))
        entry = event.entries.with_people().select_related("event").get(pk=entry.pk)
    else:
        player.user = user
        player.save(update_fields=["user"])
    audit.record(
        event=event,
        actor=actor,
        action="entrant.linked" if user else "entrant.unlinked",
        subject=("entrant", str(entry.number)),
        before={"user": before},
        after={"user": username},
    )
    event.touch()
    return entry


def part(tournament: Tournament, known: Player, new: Player) -> None:
    """Let a new player take the place of one who is known from elsewhere too, in this tournament alone."""
    new.first, new.second = known.first, known.second
    new.save()
    Entry.objects.filter(player=known, event__tournament=tournament).update(player=new)
    teams = Player.objects.filter(entries__event__tournament=tournament)
    teams.filter(first=known).update(first=new)
    teams.filter(second=known).update(second=new)
    hand_over_relations(tournament, known, new)
    hand_over_ledger(tournament, known, new)


def _one_of(entry: Entry, person: int) -> Player:
    """One of the two people of a team; for the first the team itself, if the account is that of the whole team."""
    player = entry.player.people[person]
    is_whole = person == 0 and entry.player.user_id is not None and player.user_id is None
    return entry.player if is_whole else player


def _whose(entry: Entry, user: User | None) -> Player:
    """The player whose account is meant: the entrant, or one of the people of a team."""
    everybody = entry.player.everybody
    if user is None:
        return next((person for person in everybody if person.user_id is not None), entry.player)
    known = [person for person in everybody if person.user_id == user.pk]
    named = [person for person in everybody[1:] if is_same_name(user.get_full_name(), person.name)]
    return next(iter(known + named), entry.player)


@transaction.atomic
def know_again(*, entry: Entry, username: str, actor: Actor) -> None:
    """Say that the account with this player's name is the player's. Repeating it changes nothing.

    Raises Malformed for an unknown username, and if it is not in question whether the two are one person.
    """
    user = _user(username)
    if user.pk in entry.player.accounts:
        return
    if not may_be_own(user, entry):
        raise_malformed([_not_in_question()])
    link_player(entry=entry, username=username, actor=actor)


def _not_in_question() -> Fault:
    """Return the fault if it is not in question whether the account and the player are one person."""
    message = _("Whether this account is that of this player is not in question. Look at the People page again.")
    return Fault("username", "invalid", message)


@transaction.atomic
def tell_apart(*, entry: Entry, username: str, actor: Actor) -> None:
    """Say that this player and the account of the same name are two people. Repeating it changes nothing.

    It holds for every entry with this name and ACC number. Raises Malformed for an unknown username, and if it is not
    in question whether the two are one person; Forbidden `own_card` if the account is the actor's own.
    """
    tournament = Tournament.objects.select_for_update().get(pk=entry.event.tournament_id)
    user = _user(username)
    namesakes = namesakes_of(user, entry)
    if not namesakes:
        raise_malformed([_not_in_question()])
    if not may_be_own(user, entry):
        return
    if user == actor.user:
        _refuse_own_name(tournament, actor, entry)
    for person in namesakes:
        audit.record(
            tournament=tournament,
            actor=actor,
            action=TOLD_APART,
            subject=("account", username[:MAX_SUBJECT_KEY]),
            after={"name": person.name, "acc_number": person.acc_number},
        )


def _refuse_own_name(tournament: Tournament, actor: Actor, entry: Entry) -> NoReturn:
    """Raise Forbidden (`own_card`) for an actor who says that a player of their own name is somebody else.

    The card may be the actor's own, so somebody else has to decide.
    """
    deciders = tournament.roles.in_force().filter(event=None, kind__in=(Role.Kind.DIRECTOR, Role.Kind.REGISTRAR))
    is_alone = not deciders.exclude(user=actor.user).filter(user__is_active=True).exists()
    raise Forbidden("own_card", people_words.own_name(entry.known_name, alone=is_alone))


@transaction.atomic
def make_account(
    *, tournament: Tournament, username: str, name: str, email: str = "", actor: Actor
) -> tuple[User, str]:
    """Make an account for a helper of this tournament; return the user and a random password, which is not stored.

    The account has no rights until it gets a role. If there is an e-mail address, a forgotten password can be reset by
    mail; the log does not keep the address. Raises Malformed (a bad or taken user name, a bad address).
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    password = keys.new_password()
    user = new_user(username, name, email, password)
    user.password_is_given = True
    user.save(update_fields=["password_is_given"])
    audit.record(
        tournament=tournament,
        actor=actor,
        action="account.made",
        subject=("account", user.username[:MAX_SUBJECT_KEY]),
        after={"username": user.username, "name": name},
    )
    return user, password


def new_user(username: str, name: str, email: str, password: str) -> User:
    """Save a new account and return it. Raises Malformed for a bad or taken user name, and for a bad address."""
    user = User(username=User.normalize_username(username), first_name=name, email=email)
    _refuse_bad_fields(user)
    taken = Fault("username", "exists", _("Somebody signs in with that name already. Choose another one."))
    if User.objects.filter(username__iexact=user.username).exists():
        raise_malformed([taken])
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        # Another tournament took the name at the same moment.
        raise_malformed([taken])
    return user


def _refuse_bad_fields(user: User) -> None:
    """Raise Malformed with every fault of the account's own fields."""
    try:
        user.clean_fields(exclude=["password"])
    except ValidationError as exc:
        fields = {"first_name": "name"}
        raise_malformed(
            [
                Fault(fields.get(field, field), "invalid", " ".join(messages))
                for field, messages in exc.message_dict.items()
            ]
        )


@transaction.atomic
def change_own_account(*, user: User, name: str, email: str, initials: str, language: str, actor: Actor) -> None:
    """Change the name, the e-mail address, the initials and the language of one's own account.

    The same values change nothing.

    Every tournament in which the account has or had a role logs a new name, and no address. Rows that were signed before
    keep the old name. Raises Malformed for a bad name, address or initials, Forbidden `own_card` if a player of the old name may
    be this person: a new name would give them rights over what may be their own card.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    before = user.get_full_name() or user.username
    if (user.get_full_name(), user.email, user.initials, user.language) == (name, email, initials, language):
        return
    tournaments = list(Tournament.objects.filter(roles__user=user).distinct().order_by("pk"))
    if not is_same_name(user.get_full_name(), name):
        entries = Entry.objects.with_people().select_related("event__tournament")
        # Whoever runs the site works in tournaments without a role too.
        for entry in entries if user.is_superuser else entries.filter(event__tournament__in=tournaments):
            if may_be_own(user, entry):
                message = people_words.name_is_a_players(namesakes_of(user, entry)[0].name, entry.event.tournament.name)
                raise Forbidden("own_card", message, faults=[Fault("name", "own_card", message)])
    user.first_name, user.last_name, user.email = name, "", email
    user.initials, user.language = initials, language
    _refuse_bad_fields(user)
    if initials and not is_initials(initials):
        raise_malformed([Fault("initials", "initials", signing_words.not_initials())])
    if language and language not in dict(settings.LANGUAGES):
        raise_malformed([unknown("language", dict(settings.LANGUAGES))])
    user.save(update_fields=["first_name", "last_name", "email", "initials", "language"])
    for tournament in tournaments if before != name else ():
        audit.record(
            tournament=tournament,
            actor=actor,
            action="account.renamed",
            subject=("account", user.username[:MAX_SUBJECT_KEY]),
            before={"name": before},
            after={"name": name},
        )


@transaction.atomic
def grant_role(
    *,
    tournament: Tournament,
    username: str,
    kind: str,
    is_head: bool = False,
    is_senior: bool = False,
    event: Event | None = None,
    ends_at: datetime | None = None,
    read: Read = None,
    actor: Actor,
) -> Role:
    """Give somebody a role.

    `is_head` makes a judge the head judge, `is_senior` notes a senior judge. `event` limits the role to that event; the
    role ends at `ends_at`. Granting a role again replaces its head, senior and end; with the same values nothing changes.

    Raises Malformed (unknown user or role; a head judge who is no judge or judges only one event; a senior judge who is
    no judge; an end in the past), Refused `exists` (there is another head judge) or `impossible` (no director without
    an end would be left), Overwriting (the user has the role, and it is no longer as `read`).
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    raise_malformed(role_faults(kind, event, ends_at, is_head=is_head, is_senior=is_senior))
    user = _user(username)
    before: dict[str, Any] | None = None
    values = {"is_head": is_head, "is_senior": is_senior, "ends_at": ends_at}
    role = tournament.roles.filter(user=user, kind=kind, event=event).first()
    if role is not None:
        current = ROLE.values(role, *values)
        if current == values:
            return role
        written = Written(tournament, ("role", role_key(role)))
        refuse_overwriting(values, read=read, now=current, of=written, actor=actor)
        before = _reach(role)
        if ends_at is not None:
            _refuse_last_director(role)
    if is_head:
        _make_way_for_head(tournament, user)
    if role is None:
        role = Role(tournament=tournament, user=user, kind=kind, event=event)
    role.is_head, role.is_senior, role.ends_at = is_head, is_senior, ends_at
    role.save()
    audit.record(
        tournament=tournament,
        actor=actor,
        action="role.granted",
        subject=("role", role_key(role)),
        before=before,
        after=_reach(role),
    )
    return role


@transaction.atomic
def revoke_role(*, tournament: Tournament, username: str, kind: str, event: Event | None = None, actor: Actor) -> None:
    """Revoke a role, from the user's next request on. Does nothing if there is none.

    `event` is the event of a role that is limited to one. Raises Refused `impossible` for the last director.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    role = tournament.roles.select_related("user").filter(user__username=username, kind=kind, event=event).first()
    if role is None:
        return
    _refuse_last_director(role)
    before, key = _reach(role), role_key(role)
    role.delete()
    audit.record(tournament=tournament, actor=actor, action="role.revoked", subject=("role", key), before=before)


def role_faults(
    kind: str, event: Event | None, ends_at: datetime | None, *, is_head: bool = False, is_senior: bool = False
) -> list[Fault]:
    """Return the faults of a role that is to be granted."""
    faults = []
    if kind not in Role.Kind.values:
        faults.append(unknown("kind", Role.Kind.values))
    if is_head and kind != Role.Kind.JUDGE:
        faults.append(Fault("is_head", "invalid", _("Only a judge can be the head judge.")))
    elif is_head and event is not None:
        message = _("The head judge is one for the whole tournament. Choose all events, or an ordinary judge.")
        faults.append(Fault("is_head", "invalid", message))
    if is_senior and kind != Role.Kind.JUDGE:
        faults.append(Fault("is_senior", "invalid", _("Only a judge can be a senior judge.")))
    if ends_at is not None and ends_at <= timezone.now():
        faults.append(Fault("ends_at", "invalid", _("That time is over. Choose a later end, or none.")))
    return faults


def role_key(role: Role) -> str:
    """Return the key of a role in the log: `lena/checker`, or `lena/checker/main` if it is limited to one event."""
    parts = [role.user.get_username(), role.kind] + ([role.event.slug] if role.event else [])
    return "/".join(parts)[:MAX_SUBJECT_KEY]


def _reach(role: Role) -> dict[str, Any]:
    """Return the values of a role for the log. The defaults (all events, no end, no senior judge) are left out."""
    return ROLE.values(role, "is_head") | ROLE.given(role, "is_senior", "event", "ends_at")


def _refuse_last_director(role: Role) -> None:
    """Raise Refused (`impossible`) if this role is the only one of a director of all events without an end."""
    lasting = Role.objects.filter(tournament=role.tournament).lasting_directors()
    if lasting.filter(pk=role.pk).exists() and not lasting.exclude(pk=role.pk).exists():
        raise Refused(
            "impossible",
            _("This is the only director of all events without an end. Make somebody else that first."),
        )


def _make_way_for_head(tournament: Tournament, user: User) -> None:
    """Let this user become head judge: a former one whose role has ended becomes an ordinary judge.

    Raises Refused (`exists`) if there is another head judge.
    """
    head = tournament.roles.filter(is_head=True).exclude(user=user).select_related("user").first()
    if head is None:
        return
    if head.is_in_force:
        raise Refused(
            "exists",
            _("%(name)s is the head judge, and there is one in a tournament. Make them an ordinary judge first.")
            % {"name": head.user.get_full_name() or head.user.get_username()},
        )
    head.is_head = False
    head.save(update_fields=["is_head"])


@transaction.atomic
def issue_token(*, actor: Actor) -> str:
    """Return the key of a new API token for the actor, valid for thirty days. Only its digest is stored.

    Raises ValueError for an actor without an account.
    """
    if actor.user is None:
        raise ValueError("only a user has a token")
    key = secrets.token_hex(20)
    now = timezone.now()
    Token.objects.filter(expires_at__lte=now - FORGOTTEN_AFTER).delete()
    Token.objects.create(
        user=actor.user,
        digest=keys.digest_of(key),
        password_digest=keys.digest_of(actor.user.password),
        expires_at=now + TOKEN_LASTS,
    )
    return key


@transaction.atomic
def end_token(*, token: Token, actor: Actor) -> None:
    """End this token of the actor. Raises ValueError if it belongs to somebody else."""
    if token.user != actor.user:
        raise ValueError("a token is ended by whose it is")
    token.delete()


def _user(username: str) -> User:
    """Return the user with this username. Raises Malformed (`username`)."""
    user = User.objects.filter(username=username).first() if "\0" not in username else None
    if user is None:
        raise Malformed(
            _("Nobody signs in with that name. Ask them how theirs is written, or make the account first."),
            faults=[Fault("username", "unknown", _("Nobody signs in with this name."))],
        )
    return user
