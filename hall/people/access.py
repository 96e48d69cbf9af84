"""Who may look at the page of a person, and who may say that two records are one person."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q
from django.http import Http404
from django.utils.translation import gettext as _

from clubs.models import ClubRole, Member
from tournaments.access import Person
from tournaments.errors import Forbidden
from tournaments.models import Entry, Player, Role, User
from tournaments.people.reads.persons import has_page, records_of


def person_for(user: Person, key: int) -> tuple[list[Player], bool]:
    """The records of the person with this key, the one that stands for all first, and whether the page is the user's own.

    Raises Http404 unless the person has agreed to the page; their own account sees it always.
    """
    records = records_of(key)
    is_own = isinstance(user, User) and user.is_active and any(record.user_id == user.pk for record in records)
    if not is_own and not has_page(records):
        raise Http404(_("There is no such page. A page about a person is shown only where that person wants it."))
    return records, is_own


def refuse_joining(user: User | None, records: Collection[Player]) -> None:
    """Raise Forbidden (`role`) unless this user may say that these records are one person, or take that back.

    They run the site, or direct every whole tournament and every club in which one of the records stands.
    """
    if user is None or user.is_superuser:
        return
    if not joinable_by(user, {record.pk for record in records}) >= {record.pk for record in records}:
        raise Forbidden(
            "role",
            _(
                "Only somebody who directs every tournament and every club of both records joins them or takes them apart. "
                "Ask whoever runs this site."
            ),
        )


def joinable_by(user: Person, keys: Collection[int]) -> set[int]:
    """Those of these players of whom the user directs every tournament and club. At most four queries."""
    if not isinstance(user, User) or not user.is_active:
        return set()
    if user.is_superuser:
        return set(keys)
    tournaments = Role.objects.in_force().filter(user=user, kind=Role.Kind.DIRECTOR, event=None).values("tournament")
    entries = Entry.objects.exclude(event__tournament__in=tournaments)
    teams = entries.filter(Q(player__first__in=keys) | Q(player__second__in=keys))
    elsewhere: set[int | None] = set(entries.filter(player__in=keys).values_list("player", flat=True))
    for pair in teams.values_list("player__first", "player__second"):
        elsewhere.update(pair)
    members = Member.objects.filter(player__in=keys)
    clubs = ClubRole.objects.filter(user=user).values("club")
    elsewhere.update(members.exclude(club__in=clubs).values_list("player", flat=True))
    return set(keys) - elsewhere
