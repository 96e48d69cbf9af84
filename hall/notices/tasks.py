"""Jobs that send notices. They change no result.

Like the standings, they run in a Celery worker if there is a broker, and otherwise in a thread of this process. The due
notices are derived from the state of the event, so a lost job is made up for at the next change or by the scheduler.
"""

from __future__ import annotations

import logging
from typing import Any

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from hall.notices import places, sending
from scorecards.tasks import InProcess, queue_job
from tournaments.models import Event, event_touched, place_given

logger = logging.getLogger(__name__)


def _waiting_key(event_id: int) -> str:
    return f"news-waiting-{event_id}"


def _place_key(entry_id: int) -> str:
    return f"place-waiting-{entry_id}"


@shared_task(ignore_result=True)
def tell_news(event_id: int) -> None:
    """Send what is due in this event. Idempotent."""
    cache.delete(_waiting_key(event_id))
    event = Event.objects.select_related("tournament").filter(pk=event_id).first()
    if event is None:
        logger.warning("news of event %s: the event is gone", event_id)
        return
    seconds = sending.tell(event)
    if seconds is not None and in_process.is_running:
        # There is no scheduler, so the thread itself comes back to the event.
        in_process.queue(event_id, seconds=seconds)


@shared_task(ignore_result=True)
def tell_waiting() -> int:
    """Send what is due in every event that may have something. Returns the number of events."""
    events = sending.behind(timezone.now())
    for event in events:
        sending.tell(event)
    return len(events)


@shared_task(ignore_result=True)
def forget_news() -> int:
    """Delete addresses that are no longer needed, every night. Returns the number of rows."""
    return sending.forget_outdated(timezone.now())


@shared_task(ignore_result=True)
def tell_of_place(entry_id: int) -> None:
    """Mail somebody who waited that they have a place."""
    cache.delete(_place_key(entry_id))
    places.tell_of_place(entry_id)


in_process = InProcess(tell_news, "news")
in_process_places = InProcess(tell_of_place, "places")


def queue_news(event_id: int) -> None:
    """Have this event's notices sent soon. Never raises."""
    queue_job(tell_news, in_process, event_id, _waiting_key(event_id))


def when_touched(sender: Any, *, event_id: int, **kwargs: Any) -> None:
    """Signal receiver for `event_touched`."""
    queue_news(event_id)


def when_place_given(sender: Any, *, entry_id: int, **kwargs: Any) -> None:
    """Signal receiver for `place_given`."""
    queue_job(tell_of_place, in_process_places, entry_id, _place_key(entry_id))


def connect() -> None:
    """Connect the receivers; called once when the app is ready."""
    event_touched.connect(when_touched, dispatch_uid="hall.notices")
    place_given.connect(when_place_given, dispatch_uid="hall.notices.places")
