"""Announcements, active and past, for the pages that show them and for the director."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.live import AnnouncementNow, announced
from tournaments.models import Announcement, Event, Tournament
from tournaments.venue.words import announcements as announcements_words


@dataclass(frozen=True, slots=True)
class AnnouncementShown:
    """An announcement for the director; `where` and `when` are text, `ended` says how it ended, empty while active."""

    row: Announcement
    where: str
    when: str
    ended: str


def announcements_now(tournament: Tournament, event: Event | None = None) -> tuple[AnnouncementNow, ...]:
    """Return the active announcements for the pages of an event, oldest first.

    Without `event` they are those for the pages of the tournament: for everybody, and for every event. They come from
    a cache that is at most `settings.LIVE_KEPT_SECONDS` old: one query, or none.
    """
    return announced(tournament.slug).on_pages_of(event.slug if event is not None else "")


def announcements(tournament: Tournament) -> QuerySet[Announcement]:
    """Return every announcement with its event, newest first; one query."""
    return tournament.announcements.select_related("event").order_by("-number")


def announcements_shown(tournament: Tournament) -> list[AnnouncementShown]:
    """Return every announcement, newest first, with times in the active time zone; one query."""
    now = timezone.now()
    return [
        AnnouncementShown(
            row=row,
            where=row.event.name if row.event else announcements_words.whole_tournament(),
            when=announcements_words.announced_when(row, now),
            ended=announcements_words.announcement_ended(row, now),
        )
        for row in announcements(tournament)
    ]
