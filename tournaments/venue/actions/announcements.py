"""Make announcements, which are on every open page until they expire, and take them back."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.http import Http404
from django.utils import timezone

from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.logged import THE_ROWS_OWN
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed, text_faults, unknown
from tournaments.live import forget_announced
from tournaments.models import Announcement, Event, Tournament, longest, stands
from tournaments.venue.words import announcements as announcements_words

MOST_STANDING = 6
"""How many announcements may be active at a time: more would fill the screen of a phone."""

ANNOUNCEMENT = audit.Logged(
    model=Announcement,
    names=("text", "event", "until"),
    left_out={THE_ROWS_OWN: "number at by taken_back_at taken_back_by"},
)


@transaction.atomic
def announce(
    *, tournament: Tournament, text: str, event: Event | None = None, until: datetime | None = None, actor: Actor
) -> Announcement:
    """Announce something on all pages of the tournament, or of one event.

    If an identical announcement is still active, it is returned instead. Raises Malformed if the text is empty or too
    long, the event is of another tournament, or `until` is past. Raises Refused `not_ready` if `MOST_STANDING` are
    active.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    now = timezone.now()
    text = " ".join(text.split())
    faults = text_faults("text", text, longest(Announcement, "text"), required=True)
    if event is not None and event.tournament_id != tournament.pk:
        faults.append(unknown("event", tournament.events.values_list("slug", flat=True)))
    if until is not None and until <= now:
        faults.append(Fault("until", "range", announcements_words.announcement_is_over()))
    raise_malformed(faults)
    standing = list(tournament.announcements.filter(stands(now)))
    values = (text, event.pk if event else None, until)
    for announcement in standing:
        if (announcement.text, announcement.event_id, announcement.until) == values:
            return announcement
    if len(standing) >= MOST_STANDING:
        raise Refused("not_ready", announcements_words.too_many_announced(MOST_STANDING))
    last = tournament.announcements.aggregate(last=Max("number"))["last"] or 0
    new = Announcement.objects.create(
        tournament=tournament, event=event, number=last + 1, text=text, until=until, at=now, by=actor.name
    )
    _record(new, actor, "announcement.made", None, ANNOUNCEMENT.values(new))
    return new


@transaction.atomic
def take_back_announcement(*, tournament: Tournament, number: int, actor: Actor) -> Announcement:
    """Take an announcement off all pages; if it is no longer active, nothing changes.

    Raises Http404 if there is no announcement with this number.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    row = tournament.announcements.select_related("event").filter(number=number).first()
    if row is None:
        raise Http404(announcements_words.no_such_announcement())
    now = timezone.now()
    if row.stands_at(now):
        row.taken_back_at, row.taken_back_by = now, actor.name
        row.save(update_fields=["taken_back_at", "taken_back_by"])
        _record(row, actor, "announcement.taken-back", ANNOUNCEMENT.values(row), None)
    return row


def _record(
    row: Announcement, actor: Actor, action: str, before: dict[str, Any] | None, after: dict[str, Any] | None
) -> None:
    """Write the log, and clear the cached announcements of the tournament after the commit."""
    audit.record(
        tournament=row.tournament,
        actor=actor,
        action=action,
        subject=("announcement", str(row.number)),
        before=before,
        after=after,
    )
    transaction.on_commit(partial(forget_announced, row.tournament.slug))
