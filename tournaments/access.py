"""Who may do what. Pages and API fetch tournaments and events only through the functions of this module.

A private tournament does not exist for people without a role in it. A role holds in one tournament, or in only one of
its events, and may have an end. A superuser has all roles. Nobody works on a card of their own, whatever their role.
"""

from __future__ import annotations

import enum
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.errors import Forbidden
from tournaments.models import AuditEntry, DayChange, Entry, Event, Player, Role, Tournament, User
from tournaments.models.lengths import MAX_ACTOR_NAME, MAX_SUBJECT_KEY
from tournaments.rules.naming import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

Person = User | AnonymousUser


class Need(enum.Enum):
    """What somebody wants to do. `_MAY` lists the roles that may; a director may do everything."""

    SEE = "see"  # see what the public may see, even if it is hidden or private
    SEE_CARDS = "see_cards"
    REGISTER = "register"
    FOLLOW = "follow"  # read the page of the round: for those who run it, seat late entries, or remove players
    CHECK = "check"
    DECIDE = "decide"  # decide some discrepancies by hand; the action checks which ones
    JUDGE = "judge"  # come to a table that calls for a judge
    RULE = "rule"  # decide what rule 12.2 leaves to the head judge (14.1), and remove who refuses a ruling (11.4.b)
    END_MATCH = "end_match"  # end a match in another way than by its games; the action checks in which way
    SCORE_MATCH = "score_match"
    HONOUR = "honour"  # record a hand of 28 or 29, or another award: for those who are called to the board to see it
    DIRECT = "direct"


_MAY: dict[Need, frozenset[str]] = {
    Need.SEE: frozenset(Role.Kind.values),
    Need.SEE_CARDS: frozenset({Role.Kind.CHECKER, Role.Kind.JUDGE}),
    Need.REGISTER: frozenset({Role.Kind.REGISTRAR}),
    Need.FOLLOW: frozenset({Role.Kind.CHECKER, Role.Kind.REGISTRAR, "head_judge"}),
    Need.CHECK: frozenset({Role.Kind.CHECKER}),
    Need.DECIDE: frozenset({Role.Kind.CHECKER, "head_judge"}),
    Need.JUDGE: frozenset({Role.Kind.JUDGE}),
    Need.RULE: frozenset({"head_judge"}),
    Need.END_MATCH: frozenset({Role.Kind.CHECKER, "head_judge"}),
    Need.SCORE_MATCH: frozenset({Role.Kind.CHECKER}),
    Need.HONOUR: frozenset({Role.Kind.CHECKER, Role.Kind.JUDGE}),
    Need.DIRECT: frozenset(),
}


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something: a user, the holder of a personal link, or the command line. The log keeps the name."""

    kind: str
    key: str
    name: str
    user: User | None = None

    @classmethod
    def of_user(cls, user: User) -> Actor:
        return cls(AuditEntry.ActorKind.USER, user.get_username(), _name_of(user), user)

    @classmethod
    def of_newcomer(cls, username: str, name: str) -> Actor:
        """Somebody who makes their own account in this act, with this user name."""
        return cls(AuditEntry.ActorKind.USER, username, (name or username)[:MAX_ACTOR_NAME])

    @classmethod
    def of_command(cls, command: str, user: User | None = None) -> Actor:
        """The command line. `user` is the one named by `--by`, who cannot work on their own cards here either."""
        return cls(AuditEntry.ActorKind.COMMAND, command, _name_of(user) if user else command, user)

    @classmethod
    def of_entry(cls, entry: Entry) -> Actor:
        """The holder of this entry's personal link."""
        return cls(AuditEntry.ActorKind.ENTRY, entry.seat, entry.name[:MAX_ACTOR_NAME])

    @classmethod
    def of_form(cls) -> Actor:
        """Somebody at the public form. Nobody has verified who it is, so the log does not name them."""
        return cls(AuditEntry.ActorKind.ENTRY, "registration", _("Registration form"))


def _name_of(user: User) -> str:
    """Return the user's full name, or else the username, as the log keeps it."""
    return (user.get_full_name() or user.get_username())[:MAX_ACTOR_NAME]


@dataclass(frozen=True, slots=True)
class Rights:
    """What one person may do in one tournament, or in one event of it.

    - `roles`: the roles that count here.
    - `elsewhere`: they have a role in another event.
    - `whole`: their roles in the whole tournament; None if all of `roles` are such.
    - `alone`: their roles in single events, by the event's key.
    """

    roles: frozenset[str]
    superuser: bool = False
    elsewhere: bool = False
    whole: frozenset[str] | None = None
    alone: Mapping[int, frozenset[str]] = field(default_factory=dict, hash=False)

    def may(self, need: Need) -> bool:
        """Whether they may do this here."""
        return self._covers(self.roles, need)

    def may_in_all(self, need: Need) -> bool:
        """Whether they may do this in the whole tournament, even if these are the rights in one event."""
        return self._covers(self.roles if self.whole is None else self.whole, need)

    def may_in(self, event: Event, need: Need) -> bool:
        """Whether they may do this in the given event of the tournament."""
        return self.may_in_all(need) or self._covers(self.alone.get(event.pk, frozenset()), need)

    def may_in_some(self, need: Need) -> bool:
        """Whether they may do this in the whole tournament or in some event of it."""
        return self.may_in_all(need) or any(self._covers(roles, need) for roles in self.alone.values())

    def _covers(self, roles: frozenset[str], need: Need) -> bool:
        return self.superuser or Role.Kind.DIRECTOR in roles or bool(_MAY[need] & roles)

    @property
    def any(self) -> bool:
        """Whether they have any role here."""
        return self.superuser or bool(self.roles)

    @property
    def is_known(self) -> bool:
        """Whether they may see the tournament if it is private."""
        return self.any or self.elsewhere


def rights_of(user: Person, tournament: Tournament, event: Event | None = None) -> Rights:
    """Return this person's current rights in this tournament, or in one event of it.

    One query for a signed-in user, none for a visitor.
    """
    if not isinstance(user, User) or not user.is_active:
        return Rights(frozenset())
    roles_by_event: dict[int | None, frozenset[str]] = defaultdict(frozenset)
    current_roles = Role.objects.in_force().filter(user=user, tournament=tournament)
    for kind, is_head, role_event in current_roles.values_list("kind", "is_head", "event"):
        roles_by_event[role_event] |= {kind, "head_judge"} if is_head else {kind}
    alone = {key: roles for key, roles in roles_by_event.items() if key is not None}
    whole, event_key = roles_by_event[None], event.pk if event else None
    return Rights(
        roles=whole | alone.get(event_key or 0, frozenset()),
        superuser=user.is_superuser,
        elsewhere=any(key != event_key for key in alone),
        whole=whole,
        alone=alone,
    )


def _check(
    user: Person, tournament: Tournament, rights: Rights, need: Need | None, part: str, event: Event | None
) -> None:
    """Refuse a person without the `need`, or without one a public reader of a hidden `part`.

    Raises Http404 (the tournament is private to this person), Forbidden (`hidden`, `sign_in`, `role`).
    """
    if not tournament.public and not rights.is_known:
        raise Http404(_("There is no such tournament, or it is private. Sign in if you have a role in it."))
    if need is None:
        if part and event is not None and not shows(event, rights, part):
            raise Forbidden(
                "hidden", _("The director has not made this public yet. Look again later or ask at the desk.")
            )
        return
    if rights.may(need):
        return
    if not isinstance(user, User):
        raise Forbidden("sign_in", _("Sign in to do this."))
    raise Forbidden("role", _role_missing(user, tournament, rights, need, event))


def _role_missing(user: User, tournament: Tournament, rights: Rights, need: Need, event: Event | None) -> str:
    """Return why this person may not: the required role, and where their role holds or when it ended, if any."""
    message = missing_role(need)
    if rights.elsewhere:
        if event is not None:
            return " ".join([_("Your role holds in another event of this tournament."), message])
        return " ".join([_("Your role holds in one event, and this is of the whole tournament."), message])
    ended = (
        Role.objects.filter(user=user, tournament=tournament, ends_at__lte=timezone.now()).order_by("-ends_at").first()
    )
    if ended is None or ended.ends_at is None:
        return message
    ended_at = ended.ends_at.astimezone(ZoneInfo(tournament.time_zone))
    values = {"role": ended.get_kind_display(), "at": date_format(ended_at, "SHORT_DATETIME_FORMAT")}
    return " ".join([_("Your role (%(role)s) ended on %(at)s.") % values, message])


def who_may(need: Need) -> str:
    """Return in words the people whose roles cover this need."""
    return {
        Need.SEE: _("anybody with a role in this tournament"),
        Need.SEE_CARDS: _("checkers, judges and the director"),
        Need.REGISTER: _("registrars and the director"),
        Need.FOLLOW: _("checkers, registrars, the head judge and the director"),
        Need.CHECK: _("checkers and the director"),
        Need.DECIDE: _("checkers, the head judge and the director"),
        Need.JUDGE: _("judges and the director"),
        Need.RULE: _("the head judge and the director"),
        Need.END_MATCH: _("checkers, the head judge and the director"),
        Need.SCORE_MATCH: _("checkers and the director"),
        Need.HONOUR: _("checkers, judges and the director"),
        Need.DIRECT: _("the director"),
    }[need]


def missing_role(need: Need) -> str:
    """Return the message for somebody without the required role: who has it, and whom to ask."""
    return _("This is for %(who)s. Ask the director for that role.") % {"who": who_may(need)}


def require(rights: Rights, need: Need) -> None:
    """Raise Forbidden (`role`) unless these rights cover the need.

    It is for acts whose need is known only once their rows are locked.
    """
    if not rights.may(need):
        raise Forbidden("role", missing_role(need))


def require_in(rights: Rights, need: Need, events: Iterable[Event]) -> None:
    """Raise Forbidden (`role`) unless these rights cover the need in every one of these events."""
    if not all(rights.may_in(event, need) for event in events):
        raise Forbidden(
            "role", " ".join([_("Your role holds in another event of this tournament."), missing_role(need)])
        )


def require_for(rights: Rights, need: Need, event: Event | None) -> None:
    """Raise Forbidden (`role`) unless these tournament rights cover the need in this event, or in all (None)."""
    if event is None:
        require(rights, need)
    else:
        require_in(rights, need, [event])


def tournament_for(user: Person, slug: str, need: Need | None = None) -> tuple[Tournament, Rights]:
    """Return the tournament with this slug, and the person's rights. Without a `need`, it is for public reading.

    Raises Http404 (unknown, or private to this person), Forbidden (`sign_in`, `role`).
    """
    tournament = _tournament(slug)
    rights = rights_of(user, tournament)
    _check(user, tournament, rights, need, "", None)
    return tournament, rights


def events_for(user: Person, slug: str, need: Need) -> tuple[Tournament, Rights, list[Event]]:
    """Return the tournament with this slug, the person's rights in it, and the events that their rights cover.

    It is for pages that serve several events at once. Raises Http404 (unknown, or private to this person), Forbidden
    (`sign_in`, or `role` if they may do this in no event).
    """
    tournament = _tournament(slug)
    rights = rights_of(user, tournament)
    if not rights.may_in_some(need):
        _check(user, tournament, rights, need, "", None)
    return tournament, rights, [event for event in tournament.events.all() if rights.may_in(event, need)]


def _tournament(slug: str) -> Tournament:
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise Http404(_("There is no such tournament, or it is private. Sign in if you have a role in it."))
    return tournament


def shows(event: Event, rights: Rights, part: str) -> bool:
    """Whether somebody with these rights may see this part of the event. Only people with a role see hidden parts."""
    return rights.any or part not in event.hidden


def event_for(
    user: Person, tournament: str, event: str, need: Need | None = None, *, part: str = ""
) -> tuple[Event, Rights]:
    """Return the event with these slugs, and the person's rights in it.

    Without a `need`, it is for public reading of a `part`, which the director may hide. Raises Http404 (unknown, or private to this person), Forbidden (`sign_in`, `role`, `hidden`).
    """
    row = Event.objects.select_related("tournament").filter(tournament__slug=tournament, slug=event).first()
    if row is None:
        raise Http404(_("There is no such event, or its tournament is private. Sign in if you have a role in it."))
    rights = rights_of(user, row.tournament, row)
    _check(user, row.tournament, rights, need, part, row)
    return row, rights


TOLD_APART = "account.told-apart"
"""The log's action for saying that an account does not belong to the player of the same name."""


def is_same_name(name: str, other_name: str) -> bool:
    """Whether two names are the same, ignoring spacing, case and accents."""
    return bool(plain(name)) and plain(name) == plain(other_name)


def may_be_own(user: User | None, entry: Entry) -> bool:
    """Whether the entry may be the user's own by its name.

    That is so if its player has the user's name and no account, and nobody has said that they are two people. Of a team
    either of its two people counts. One query if the names are the same, otherwise none. Fetch the entry `with_people`.
    """
    if user is None:
        return False
    return any(
        not AuditEntry.objects.filter(
            tournament__events=entry.event_id,
            action=TOLD_APART,
            subject_key=user.get_username()[:MAX_SUBJECT_KEY],
            after__name=person.name,
            after__acc_number=person.acc_number,
        ).exists()
        for person in namesakes_of(user, entry)
    )


@dataclass(frozen=True, slots=True)
class Written:
    """How somebody of an entry is written: the entrant, or one of the two people of a team."""

    player: Player
    name: str
    acc_number: str


def namesakes_of(user: User, entry: Entry) -> tuple[Written, ...]:
    """The people of this entry without an account who have the user's name. Fetch the entry `with_people`."""
    if entry.player.first_id is None:
        people = [Written(entry.player, entry.known_name, entry.acc_number)]
    else:
        people = [Written(person, person.name, person.acc_number) for person in entry.player.people]
    return tuple(
        person for person in people if person.player.user_id is None and is_same_name(user.get_full_name(), person.name)
    )


def is_own(user: User | None, entry: Entry) -> bool:
    """Whether this entry is the user's own, or may be by its name and nobody has decided yet.

    A team is the own entry of both its people.
    """
    return user is not None and (user.pk in entry.player.accounts or may_be_own(user, entry))


def own_card(user: User | None, entry: Entry) -> str:
    """Return why this user cannot work on their own entry, and what to do.

    The sentence differs if the entry may be theirs only by its name.
    """
    values = {"seat": entry.seat or entry.known_name, "name": entry.known_name}
    if user is not None and may_be_own(user, entry):
        values["name"] = namesakes_of(user, entry)[0].name
        return (
            _(
                "%(seat)s is the card of %(name)s, and that is your name too. Nobody works on their own: another director or a "
                "registrar says on the People page whether this player is you (where nobody else has that role, give it to "
                "somebody there); until then another checker takes the card."
            )
            % values
        )
    return _("%(seat)s is your own card. Nobody types, corrects or rules on their own: ask another checker.") % values


def refuse_own_card(actor: Actor, entries: Iterable[Entry]) -> None:
    """Raise Forbidden (`own_card`) if one of these entries is the actor's own, or the actor is a substitute in its seat.

    Fetch them with their players. One query more for a person.
    """
    listed = list(entries)
    for entry in listed:
        if is_own(actor.user, entry):
            raise Forbidden("own_card", own_card(actor.user, entry))
    if (seat := plays_for(actor.user, listed)) is not None:
        raise Forbidden(
            "own_card",
            _(
                "%(name)s plays as a substitute at %(seat)s, and that is your name too. Nobody works on their own: somebody else "
                "does it. If that is another person, the substitute’s name is written so that the two differ."
            )
            % {"name": _name_of(actor.user) if actor.user else "", "seat": seat},
        )


def plays_for(user: User | None, entries: Iterable[Entry]) -> str | None:
    """The seat among those of these entries at which somebody of this user's name is a substitute; None for none.

    A substitute has no account, so the name decides. One query.
    """
    seats = {(entry.event_id, entry.seat) for entry in entries if entry.seat}
    if user is None or not seats or not user.get_full_name():
        return None
    substitutes = DayChange.objects.filter(
        event__in={event for event, _seat in seats}, kind=DayChange.Kind.SUBSTITUTE, undone_at=None
    ).order_by("number")
    for event, data in substitutes.values_list("event", "data"):
        if (event, data["seat"]) in seats and is_same_name(user.get_full_name(), data["name"]):
            return str(data["seat"])
    return None


def own_entries(user: User | None, tournament: Tournament, event: Event | None = None) -> list[Entry]:
    """Return this person's entries in the tournament, or in one event: their own, and those that may be theirs."""
    if user is None:
        return []
    entries = Entry.objects.filter(event__tournament=tournament).with_people()
    entries = entries.filter(event=event) if event is not None else entries
    return [entry for entry in entries if is_own(user, entry)]


def refuse_own_money(actor: Actor, tournament: Tournament, player: Player) -> None:
    """Raise Forbidden (`own_card`) if this player's money is the actor's own, or may be by the name."""
    for entry in Entry.objects.filter(event__tournament=tournament, player=player).with_people():
        if actor.user is not None and may_be_own(actor.user, entry):
            raise Forbidden(
                "own_card",
                _(
                    "%(name)s is your name too. Nobody pays themselves or lets themselves off: another director or a registrar "
                    "says on the People page whether this player is you (where nobody else has that role, the director gives it "
                    "to somebody there); until then another of them writes it."
                )
                % {"name": namesakes_of(actor.user, entry)[0].name},
            )
    if actor.user is not None and actor.user.pk in player.accounts:
        raise Forbidden(
            "own_card",
            _(
                "This is money of your own. Nobody pays themselves or lets themselves off: another director or registrar "
                "writes it. Where nobody else has that role, the director gives it to somebody on the People page."
            ),
        )
