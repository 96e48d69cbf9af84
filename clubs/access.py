"""Who may do what in a club. A private club does not exist for people who are neither in it nor direct it."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404
from django.utils.translation import gettext as _

from clubs.models import Club, Night, Season
from tournaments.access import Person
from tournaments.errors import Forbidden
from tournaments.models import User


@dataclass(frozen=True, slots=True)
class ClubRights:
    """What one person may do in a club: look, and change things (`directs`)."""

    sees: bool
    directs: bool


def rights_in(user: Person, club: Club) -> ClubRights:
    """Return this person's rights. A member with an account sees a private club; a superuser directs every one."""
    if not isinstance(user, User) or not user.is_active:
        return ClubRights(sees=club.public, directs=False)
    directs = user.is_superuser or club.roles.filter(user=user).exists()
    sees = club.public or directs or club.members.filter(player__user=user, left_on__isnull=True).exists()
    return ClubRights(sees=sees, directs=directs)


def club_for(user: Person, slug: str, *, directs: bool = False) -> tuple[Club, ClubRights]:
    """Return the club with this slug and the rights. With `directs`, only for its directors.

    Raises Http404 (unknown, or private to this person), Forbidden (`sign_in`, `role`).
    """
    club = Club.objects.filter(slug=slug).first()
    rights = rights_in(user, club) if club is not None else None
    if club is None or rights is None or not rights.sees:
        raise Http404(_("There is no such club, or it is private. Sign in if you are in it."))
    if directs and not rights.directs:
        if not isinstance(user, User):
            raise Forbidden("sign_in", _("Sign in to do this."))
        raise Forbidden("role", _("This is for the director of the club. Ask the director to do it."))
    return club, rights


def season_in(club: Club, slug: str, *, out: bool = False) -> Season:
    """Return the season of the club with this slug; `out` also finds one that was removed. Raises Http404."""
    season = club.seasons.filter(slug=slug, withdrawn_at__isnull=not out).first()
    if season is None:
        raise Http404(_("This club has no such season. Look for it on the page of the club."))
    season.club = club
    return season


def night_in(season: Season, number: int, *, out: bool = False) -> Night:
    """Return the night of the season with this number; `out` also finds one that was removed. Raises Http404."""
    nights = season.played.select_related("event__tournament")
    night = nights.filter(number=number, withdrawn_at__isnull=not out).first()
    if night is None:
        raise Http404(_("This season has no such night, or it was taken out. Look for it on the page of the season."))
    night.season = season
    return night
