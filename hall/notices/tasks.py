"""Jobs that tell those who want it what is up. They change no result.

Like the standings: with a broker a Celery worker runs them, without one a thread of this process, and what is still to be told
is read from the state, so that whatever got lost is found again at the next change or by the scheduler.
"""

from __future__ import annotations

import logging
from typing import Any

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from hall.notices import sending
from scorecards.tasks import InProcess, queue_job
from tournaments.models import Event, event_touched

logger = logging.getLogger(__name__)


def _waiting_key(event_id: int) -> str:
    return f"news-waiting-{event_id}"


@shared_task(ignore_result=True)
def tell_news(event_id: int) -> None:
    """Tell what is up in this event to those who want it and were not told. Doing it twice is the same as once."""
    cache.delete(_waiting_key(event_id))
    event = Event.objects.select_related("tournament").filter(pk=event_id).first()
    if event is None:
        logger.warning("news of event %s: the event is gone", event_id)
        return
    seconds = sending.tell(event)
    if seconds is not None and in_process.is_running:
        # Where there is no scheduler the thread itself comes back to it.
        in_process.queue(event_id, seconds=seconds)


@shared_task(ignore_result=True)
def tell_waiting() -> int:
    """Tell what is up in every event where somebody may have to be told; how many events these were."""
    events = sending.behind(timezone.now())
    for event in events:
        sending.tell(event)
    return len(events)


@shared_task(ignore_result=True)
def forget_news() -> int:
    """Forget the addresses that are not needed any more, every night; how many rows went."""
    return sending.forget_outdated(timezone.now())


in_process = InProcess(tell_news, "news")


def queue_news(event_id: int) -> None:
    """Have what is up in this event told soon. Never raises."""
    queue_job(tell_news, in_process, event_id, _waiting_key(event_id))


def when_touched(sender: Any, *, event_id: int, **kwargs: Any) -> None:
    """Connected to `event_touched`."""
    queue_news(event_id)


def connect() -> None:
    """Listen for changes of events; called once when the app is ready."""
    event_touched.connect(when_touched, dispatch_uid="hall.notices")
