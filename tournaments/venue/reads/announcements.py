"""What is announced to everybody, now and earlier."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.live import AnnouncementNow, announced
from tournaments.models import Announcement, Event, Tournament
from tournaments.venue.words import announcements as announcements_words


@dataclass(frozen=True, slots=True)
class AnnouncementShown:
    """An announcement as its director sees it: `where` and `when` in words, and how it `ended`, empty while it stands."""

    row: Announcement
    where: str
    when: str
    ended: str


def announcements_now(tournament: Tournament, event: Event | None = None) -> tuple[AnnouncementNow, ...]:
    """What stands announced on the pages of this event, or on those of the tournament itself: there with every event's. The
    oldest first.

    At most `settings.LIVE_KEPT_SECONDS` old. One query, or none.
    """
    return announced(tournament.slug).on_pages_of(event.slug if event is not None else "")


def announcements(tournament: Tournament) -> QuerySet[Announcement]:
    """Everything that was announced, the newest first, each with its event. One query."""
    return tournament.announcements.select_related("event").order_by("-number")


def announcements_shown(tournament: Tournament) -> list[AnnouncementShown]:
    """Everything that was announced, the newest first, in the time zone that is active. One query."""
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
