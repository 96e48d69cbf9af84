"""Clubs, their members and seasons, for pages and API."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from clubs.models import Club, Member, Night, Season
from clubs.reads.cards import cards_of
from clubs.reads.table import guest_notes
from tournaments.access import Person
from tournaments.models import Entry, User
from tournaments.rules.last_name import by_last_name


def visible_clubs(user: Person) -> QuerySet[Club]:
    """Return the clubs that this person may see: public ones, and those that they direct or are a member of."""
    clubs = Club.objects.order_by("name", "slug")
    if not isinstance(user, User):
        return clubs.filter(public=True)
    if user.is_superuser:
        return clubs
    own = Q(roles__user=user) | Q(members__player__user=user, members__left_on__isnull=True)
    return clubs.filter(Q(public=True) | own).distinct()


def directors_of(club: Club) -> QuerySet[User]:
    """Return who directs the club, by the names with which they sign in."""
    return User.objects.filter(club_roles__club=club).order_by("username")


@dataclass(frozen=True, slots=True)
class MemberShown:
    """A member with what a guest is told. `guest_over`: they have played as long as a guest may."""

    id: int
    name: str
    named: bool
    acc_number: str
    kind: str
    kind_label: str
    joined_on: date | None
    left_on: date | None
    guest_over: bool
    note: str


def members_shown(
    club: Club, members: Iterable[Member], *, numbers: bool, notes: Mapping[int, str] | None = None
) -> list[MemberShown]:
    """Return these members of the club as lists show them, by last name.

    `numbers` adds their ACC numbers and the names that are not public, for directors. `notes` are those of `guest_notes`,
    if the caller has them.
    """
    notes = guest_notes(club) if notes is None else notes
    return [
        MemberShown(
            id=member.pk,
            name=member.name if numbers else member.public_name,
            named=member.unnamed_as is None,
            acc_number=member.acc_number if numbers else "",
            kind=member.kind,
            kind_label=member.get_kind_display(),
            joined_on=member.joined_on,
            left_on=member.left_on,
            guest_over=member.pk in notes,
            note=notes.get(member.pk, ""),
        )
        for member in sorted(members, key=lambda member: by_last_name(member.name if numbers else member.public_name))
    ]


def playing_on(club: Club, day: date) -> list[Member]:
    """Return the people of the club who can play on this day, without those who left before it, by last name."""
    there = club.members.filter(Q(left_on__isnull=True) | Q(left_on__gt=day)).order_by("pk")
    return sorted(there, key=lambda member: by_last_name(member.name))


def gone_by(night: Night, day: date) -> list[Member]:
    """Return the people of the club who stand in this night and left before this day, by last name.

    Somebody may leave on the day of their last night.
    """
    people = night.season.club.members.filter(left_on__lt=day)
    entered = Entry.objects.filter(event=night.event_id).playing() if night.event_id else Entry.objects.none()
    there = people.filter(Q(results__night=night) | Q(player__in=entered.values("player"))).distinct()
    return sorted(there, key=lambda member: by_last_name(member.name))


def last_night_of(member: Member) -> date | None:
    """Return the day of the last night in which somebody stands, without removed nights; None for none."""
    entered = Entry.objects.filter(player=member.player_id).playing()
    nights = Night.objects.filter(season__club=member.club_id, withdrawn_at__isnull=True)
    stands_in = nights.filter(Q(results__member=member) | Q(event__in=entered.values("event")))
    return stands_in.order_by("-date").values_list("date", flat=True).first()


def last_players(club: Club) -> set[int]:
    """Return the keys of everybody who played the newest night of the club that has cards; empty before the first."""
    nights = Night.objects.filter(season__club=club, withdrawn_at__isnull=True).select_related("event__tournament")
    for night in nights.order_by("-date", "-pk")[:5]:
        if cards := cards_of([night], club)[night.pk]:
            return {card.member for card in cards}
    return set()


def last_fee(club: Club) -> int:
    """Return the fee of the newest night of the club in cents; 0 before the first."""
    nights = Night.objects.filter(season__club=club, withdrawn_at__isnull=True).order_by("-date", "-pk")
    return nights.values_list("fee_cents", flat=True).first() or 0


def current_season(club: Club, day: date) -> Season | None:
    """Return the season to which a night on this day belongs: the newest one that has begun and has room."""
    for season in club.standing_seasons().filter(starts_on__lte=day).order_by("-starts_on", "-pk"):
        if season.counting_nights().count() < season.nights:
            return season
    return None
