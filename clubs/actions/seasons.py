"""Seasons of a club: begun, changed, taken out and put back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs import words
from clubs.actions.clubs import locked_club, refuse_overtaken
from clubs.actions.logged import SEASON
from clubs.audit import write_log
from clubs.models import MAX_NIGHTS, Club, Season
from tournaments.access import Actor
from tournaments.actions.rows import change
from tournaments.errors import Fault, Refused
from tournaments.faults import out_of_range, raise_malformed, text_faults, unknown
from tournaments.models import MAX_REASON, longest
from tournaments.venue.actions.faults import slug_faults


@transaction.atomic
def create_season(
    *,
    club: Club,
    slug: str,
    name: str,
    starts_on: date,
    nights: int = 36,
    points: str = Season.Points.FROM_12,
    sanctioned: bool = True,
    actor: Actor,
) -> Season:
    """Begin a season. Raises Malformed with every fault, Refused `exists` if the slug is taken in the club."""
    club = locked_club(club)
    values = {
        "slug": slug,
        "name": name,
        "starts_on": starts_on,
        "nights": nights,
        "points": points,
        "sanctioned": sanctioned,
    }
    raise_malformed([*slug_faults("slug", slug), *_faults(values)])
    taken = club.seasons.filter(slug__iexact=slug).first()
    if taken is not None:
        message = words.season_taken_out(taken.slug) if taken.withdrawn_at else words.season_exists(slug)
        raise Refused("exists", message, faults=[Fault("slug", "exists", message)])
    season = Season.objects.create(club=club, **values)
    write_log(club=club, actor=actor, action="season.created", subject=("season", slug), after=SEASON.values(season))
    return season


@transaction.atomic
def change_season(*, season: Season, changes: Mapping[str, Any], seen: int | None = None, actor: Actor) -> Season:
    """Change name, starts_on, nights, points, or sanctioned, which is the default for nights to come.

    Raises Malformed with every fault, Refused `impossible` (the season has more sanctioned nights than that, or one before that
    day), `stale` (see `refuse_overtaken`).
    """
    club = locked_club(season.club)
    season = Season.objects.select_for_update().get(pk=season.pk)
    season.club = club
    refuse_overtaken(club, ("season", season.slug), seen)
    raise_malformed(_faults(changes))
    before, after = SEASON.difference(season, changes)
    if not after:
        return season
    nights, counting = season.standing_nights(), season.counting_nights().count()
    if after.get("nights", season.nights) < counting:
        message = words.fewer_than_played(counting)
        raise Refused("impossible", message, faults=[Fault("nights", "impossible", message)])
    first = nights.order_by("date").values_list("date", flat=True).first()
    if "starts_on" in after and first is not None and after["starts_on"] > first:
        message = words.begins_after(first)
        raise Refused("impossible", message, faults=[Fault("starts_on", "impossible", message)])
    change(season, after)
    write_log(
        club=club,
        actor=actor,
        action="season.changed",
        subject=("season", season.slug),
        before=before,
        after=after,
    )
    return season


@transaction.atomic
def take_out_season(*, season: Season, reason: str = "", actor: Actor) -> None:
    """Remove a season that has no nights left. Raises Malformed (the reason is too long), Refused `impossible`."""
    club = locked_club(season.club)
    raise_malformed(text_faults("reason", reason, MAX_REASON))
    season = Season.objects.get(pk=season.pk)
    if season.withdrawn_at is not None:
        return
    if nights := season.standing_nights().count():
        message = words.season_has_nights(nights)
        raise Refused("impossible", message, faults=[Fault("reason", "impossible", message)])
    _withdraw(club, season, timezone.now(), "season.taken_out", reason, actor)


@transaction.atomic
def put_back_season(*, season: Season, actor: Actor) -> None:
    """Restore a removed season. Its nights are restored one by one."""
    club = locked_club(season.club)
    season = Season.objects.get(pk=season.pk)
    if season.withdrawn_at is not None:
        _withdraw(club, season, None, "season.put_back", "", actor)


def _withdraw(club: Club, season: Season, at: datetime | None, action: str, reason: str, actor: Actor) -> None:
    """Remove the season as of `at`, or restore it (None). The log has its values before a removal, after a restoration."""
    season.withdrawn_at = at
    season.save(update_fields=["withdrawn_at"])
    values = SEASON.values(season)
    before, after = (values, None) if at else (None, values)
    write_log(
        club=club,
        actor=actor,
        action=action,
        subject=("season", season.slug),
        before=before,
        after=after,
        reason=reason,
    )


def _faults(values: Mapping[str, Any]) -> list[Fault]:
    faults = []
    if "name" in values:
        faults += text_faults("name", values["name"], longest(Season, "name"), required=True)
    if "nights" in values and not 1 <= values["nights"] <= MAX_NIGHTS:
        faults.append(out_of_range("nights", 1, MAX_NIGHTS))
    if "points" in values and values["points"] not in Season.Points.values:
        faults.append(unknown("points", Season.Points.values))
    return faults
