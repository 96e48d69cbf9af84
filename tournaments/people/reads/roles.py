"""Roles that were revoked, the ends of roles, invitations, and who holds which role."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Max
from django.utils import timezone

from tournaments.access import may_be_own, namesakes_of
from tournaments.keys import key_of, nonce_of
from tournaments.models import AuditEntry, Entry, Invitation, Role, Tournament, User
from tournaments.models.lengths import MAX_SUBJECT_KEY
from tournaments.people import words as people_words

INVITATION = "invitation"
"""The purpose of an invitation's key."""

REMEMBERED = timedelta(days=60)
"""For this long an expired invitation's key is still known, so that it is called expired and not wrong."""

WEEKEND_DAYS = 3


@dataclass(frozen=True, slots=True)
class Taken:
    """A role that was revoked: its name, and by whom."""

    role: str
    by: str


def role_taken_away(tournament: str, user: User) -> Taken | None:
    """Return the role that was last revoked from this user in the tournament with this slug, or None.

    Roles that the user holds again are passed over.
    """
    revocations = AuditEntry.objects.filter(
        tournament__slug=tournament, action="role.revoked", subject_key__startswith=f"{user.get_username()}/"
    ).order_by("-pk")
    current_roles = Role.objects.filter(tournament__slug=tournament, user=user).values_list("kind", "event__slug")
    # The log names a role as `lena/checker`, or `lena/checker/main` if it is limited to one event.
    keys = {"/".join(filter(None, (user.get_username(), *role)))[:MAX_SUBJECT_KEY] for role in current_roles}
    for row in revocations:
        username, kind, *_event = row.subject_key.split("/")
        if username == user.get_username() and row.subject_key not in keys:
            return Taken(str(dict(Role.Kind.choices).get(kind, kind)), row.actor_name)
    return None


def term_end(tournament: Tournament, term: str, now: datetime) -> datetime | None:
    """Return the end of a role for this term, which is a midnight in the hall; None if the role does not end.

    The term `day` ends today. The term `tournament` ends with the last day on which one of its events begins, or with
    the third day if no event has a time yet.
    """
    zone = ZoneInfo(tournament.time_zone)
    if term == "day":
        last = now.astimezone(zone).date()
    elif term == "tournament":
        begins = tournament.events.filter(starts_at__isnull=False).values_list("starts_at", flat=True)
        days = [begin.astimezone(zone).date() for begin in begins if begin is not None]
        last = max(days, default=tournament.starts_on + timedelta(days=WEEKEND_DAYS - 1))
    else:
        return None
    return datetime.combine(last + timedelta(days=1), time(), zone)


@dataclass(frozen=True, slots=True)
class InvitationShown:
    """An invitation and its state: `open`, `used`, `revoked` or `expired`.

    `role` names the role with its limits. `label` is the state in words, with its time.
    """

    number: int
    name: str
    kind: str
    event: str
    role_ends_at: datetime | None
    role: str
    state: str
    label: str
    expires_at: datetime
    made_by: str
    made_at: datetime
    username: str


def state_of(invitation: Invitation, now: datetime) -> str:
    """The state of an invitation at this moment."""
    if invitation.used_at is not None:
        return "used"
    if invitation.revoked_at is not None:
        return "revoked"
    return "expired" if invitation.expires_at <= now else "open"


def invitations(tournament: Tournament) -> list[InvitationShown]:
    """Return all invitations to help, newest first, with times in the active time zone. One query."""
    now = timezone.now()
    return [_shown(row, now) for row in tournament.invitations.select_related("event", "user").order_by("-number")]


def invitation_shown(invitation: Invitation) -> InvitationShown:
    """Return one invitation and its current state."""
    return _shown(invitation, timezone.now())


def _shown(row: Invitation, now: datetime) -> InvitationShown:
    state = state_of(row, now)
    user = row.user
    user_name = (user.get_full_name() or user.get_username()) if user else ""
    ended_at = {"used": row.used_at, "revoked": row.revoked_at}.get(state)
    return InvitationShown(
        number=row.number,
        name=row.name,
        kind=row.kind,
        event=row.event.slug if row.event else "",
        role_ends_at=row.role_ends_at,
        role=", ".join(filter(None, (row.get_kind_display(), people_words.reach(row.event, row.role_ends_at, now)))),
        state=state,
        label=people_words.invitation_state(state, user_name, people_words.moment(ended_at or row.expires_at, now)),
        expires_at=row.expires_at,
        made_by=row.made_by,
        made_at=row.made_at,
        username=user.get_username() if user else "",
    )


def invitation_key(invitation: Invitation) -> str:
    """Return the key of an invitation, sixteen characters."""
    return key_of(INVITATION, invitation.nonce)


def invitation_of(key: str) -> Invitation | None:
    """Return the invitation with this key, also an expired one; None for an unknown key."""
    known_invitations = Invitation.objects.filter(expires_at__gt=timezone.now() - REMEMBERED)
    nonce = nonce_of(INVITATION, key, known_invitations.values_list("nonce", flat=True))
    if nonce is None:
        return None
    return Invitation.objects.select_related("tournament", "event", "user").get(nonce=nonce)


@dataclass(frozen=True, slots=True)
class Namesake:
    """A player with the same name as an account.

    `event` and `number` identify one of the player's entries; `seats` lists all their seats.
    """

    event: str
    number: int
    name: str
    players: tuple[str, ...]
    seats: str


@dataclass(frozen=True, slots=True)
class HeldRole:
    """A role that somebody has.

    - `event`: the slug of its only event, empty if it holds in all events.
    - `reach`: event and end in words, empty for a role without limits.
    - `ended`: the role no longer holds.
    """

    kind: str
    label: str
    is_head: bool
    is_senior: bool
    event: str
    ends_at: datetime | None
    reach: str
    ended: bool


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody with roles in a tournament.

    - `plays`: their seats, in words.
    - `asked`: players of the same name who may be the same person, as long as nobody has decided.
    - `seen_at`: when they last did something here or signed in.
    """

    username: str
    name: str
    roles: tuple[HeldRole, ...]
    plays: str
    asked: tuple[Namesake, ...]
    seen_at: datetime | None
    seen: str


def holders(tournament: Tournament) -> list[Holder]:
    """Return everybody with roles, and where they play, directors first. Times are in the active time zone."""
    now = timezone.now()
    order = {kind: place for place, kind in enumerate(Role.Kind.values)}
    roles_by_user: dict[User, list[HeldRole]] = defaultdict(list)
    for role in sorted(tournament.roles.select_related("user", "event"), key=lambda role: (order[role.kind], role.pk)):
        roles_by_user[role.user].append(
            HeldRole(
                kind=role.kind,
                label=role.get_kind_display(),
                is_head=role.is_head,
                is_senior=role.is_senior,
                event=role.event.slug if role.event else "",
                ends_at=role.ends_at,
                reach=people_words.reach(role.event, role.ends_at, now),
                ended=not role.is_in_force,
            )
        )
    acts = AuditEntry.objects.filter(tournament=tournament, actor_kind=AuditEntry.ActorKind.USER)
    last_acts: dict[str, datetime] = dict(acts.values_list("actor_key").annotate(last=Max("at")).order_by())
    events = {event.pk: event for event in tournament.events.all()}
    entries_by_player: dict[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(event__in=events).with_people().order_by("event", "number"):
        entries_by_player[entry.player_id].append(entry)

    def seats(entries: Sequence[Entry]) -> str:
        several = len(events) > 1
        seats_and_events = ((entry.seat or entry.known_name, events[entry.event_id]) for entry in entries)
        return ", ".join(f"{seat} ({event.name})" if several else seat for seat, event in seats_and_events)

    def namesakes(user: User) -> Iterable[Namesake]:
        for entries in entries_by_player.values():
            first = next((entry for entry in entries if may_be_own(user, entry)), None)
            if first is not None:
                name = namesakes_of(user, first)[0].name
                yield Namesake(
                    events[first.event_id].slug, first.number, name, tuple(first.player.names), seats(entries)
                )

    role_holders = []
    for user, roles in roles_by_user.items():
        own_entries = [
            entry for entries in entries_by_player.values() for entry in entries if user.pk in entry.player.accounts
        ]
        seen_at = max(filter(None, (last_acts.get(user.get_username()), user.last_login)), default=None)
        role_holders.append(
            Holder(
                username=user.get_username(),
                name=user.get_full_name(),
                roles=tuple(roles),
                plays=seats(own_entries),
                asked=tuple(namesakes(user)),
                seen_at=seen_at,
                seen=people_words.moment(seen_at, now) if seen_at else "",
            )
        )
    return role_holders
