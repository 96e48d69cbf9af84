"""Who may do what. Everything that a person reaches, they reach through a function of this kind.

A tournament that is not public does not exist for those without a role in it. Roles hold for one tournament; a superuser
has them all, but nobody, whatever their role, does anything to a card of their own.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.utils.translation import gettext as _

from tournaments.errors import Forbidden
from tournaments.models import AuditEntry, Entry, Event, Role, Tournament, User

if TYPE_CHECKING:
    from collections.abc import Iterable

Person = User | AnonymousUser


class Need(enum.Enum):
    """What somebody wants to do, and the roles that may. A director may do all of it."""

    SEE = "see"  # what the public may, also where it is hidden or private
    SEE_CARDS = "see_cards"
    REGISTER = "register"
    CHECK = "check"
    DECIDE = "decide"  # decide some discrepancy by hand: which one, the action tells apart
    RULE = "rule"  # decide what rule 12.2 leaves to the head judge (14.1)
    SCORE_MATCH = "score_match"
    DIRECT = "direct"


_MAY: dict[Need, frozenset[str]] = {
    Need.SEE: frozenset(Role.Kind.values),
    Need.SEE_CARDS: frozenset({Role.Kind.CHECKER, Role.Kind.JUDGE}),
    Need.REGISTER: frozenset({Role.Kind.REGISTRAR}),
    Need.CHECK: frozenset({Role.Kind.CHECKER}),
    Need.DECIDE: frozenset({Role.Kind.CHECKER, "head_judge"}),
    Need.RULE: frozenset({"head_judge"}),
    Need.SCORE_MATCH: frozenset({Role.Kind.CHECKER}),
    Need.DIRECT: frozenset(),
}


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something: a user, an entry by its personal link, or the command line. Kept by name in the trail."""

    kind: str
    key: str
    name: str
    user: User | None = None

    @classmethod
    def of_user(cls, user: User) -> Actor:
        return cls(AuditEntry.ActorKind.USER, user.get_username(), _name_of(user), user)

    @classmethod
    def of_command(cls, command: str, user: User | None = None) -> Actor:
        """The command line; `user` where `--by` named one, whose own cards stay out of reach too."""
        return cls(AuditEntry.ActorKind.COMMAND, command, _name_of(user) if user else command, user)


def _name_of(user: User) -> str:
    return (user.get_full_name() or user.get_username())[:150]


@dataclass(frozen=True, slots=True)
class Rights:
    """What one person may do in one tournament."""

    roles: frozenset[str]
    superuser: bool = False

    def may(self, need: Need) -> bool:
        if self.superuser or Role.Kind.DIRECTOR in self.roles:
            return True
        return bool(_MAY[need] & self.roles)

    @property
    def any(self) -> bool:
        return self.superuser or bool(self.roles)


def rights_of(user: Person, tournament: Tournament) -> Rights:
    """The rights of this person in this tournament; one query for somebody signed in, none for a visitor."""
    if not isinstance(user, User) or not user.is_active:
        return Rights(frozenset())
    roles: set[str] = set()
    for kind, is_head in Role.objects.filter(user=user, tournament=tournament).values_list("kind", "is_head"):
        roles.add(kind)
        if is_head:
            roles.add("head_judge")
    return Rights(frozenset(roles), user.is_superuser)


def _check(
    user: Person, tournament: Tournament, rights: Rights, need: Need | None, part: str, event: Event | None
) -> None:
    if not tournament.public and not rights.any:
        raise Http404(_("There is no such tournament, or it is private. Sign in if you have a role in it."))
    if need is None:
        if part and event is not None and part in event.hidden and not rights.any:
            raise Forbidden(
                "hidden", _("The director has not made this public yet. Look again later or ask at the desk.")
            )
        return
    if rights.may(need):
        return
    if not isinstance(user, User):
        raise Forbidden("sign_in", _("Sign in to do this."))
    raise Forbidden("role", missing_role(need))


def missing_role(need: Need) -> str:
    """Why somebody without the role may not, and whom to ask."""
    who = {
        Need.SEE: _("anybody with a role in this tournament"),
        Need.SEE_CARDS: _("checkers, judges and the director"),
        Need.REGISTER: _("registrars and the director"),
        Need.CHECK: _("checkers and the director"),
        Need.DECIDE: _("checkers, the head judge and the director"),
        Need.RULE: _("the head judge and the director"),
        Need.SCORE_MATCH: _("checkers and the director"),
        Need.DIRECT: _("the director"),
    }[need]
    return _("This is for %(who)s. Ask the director for that role.") % {"who": who}


def require(rights: Rights, need: Need) -> None:
    """Raise Forbidden (`role`) unless these rights cover the need: for acts whose need shows only under the lock."""
    if not rights.may(need):
        raise Forbidden("role", missing_role(need))


def tournament_for(user: Person, slug: str, need: Need | None = None) -> tuple[Tournament, Rights]:
    """The tournament with this slug, for this person. Without `need`: to read what the public may.

    Raises Http404 (unknown, or private to this person), Forbidden (`sign_in`, `role`).
    """
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise Http404(_("There is no such tournament, or it is private. Sign in if you have a role in it."))
    rights = rights_of(user, tournament)
    _check(user, tournament, rights, need, "", None)
    return tournament, rights


def event_for(
    user: Person, tournament: str, event: str, need: Need | None = None, *, part: str = ""
) -> tuple[Event, Rights]:
    """The event at this address, for this person. `part` names the public page that is asked for, which may be hidden.

    Raises Http404 (unknown, or private to this person), Forbidden (`sign_in`, `role`, `hidden`).
    """
    found = Event.objects.select_related("tournament").filter(tournament__slug=tournament, slug=event).first()
    if found is None:
        raise Http404(_("There is no such event, or its tournament is private. Sign in if you have a role in it."))
    rights = rights_of(user, found.tournament)
    _check(user, found.tournament, rights, need, part, found)
    return found, rights


def is_own(user: User | None, entry: Entry) -> bool:
    """Whether this entry is the user's own."""
    return user is not None and entry.player.user_id == user.pk


def refuse_own_card(actor: Actor, entries: Iterable[Entry]) -> None:
    """Raise Forbidden (`own_card`) if one of these entries is the actor's own. Entries come with their player."""
    for entry in entries:
        if is_own(actor.user, entry):
            raise Forbidden(
                "own_card",
                _("%(seat)s is your own card. Nobody types, corrects or rules on their own: ask another checker.")
                % {"seat": entry.seat},
            )
