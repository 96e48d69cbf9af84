"""Jobs above the single apps: telling those who want it what is up, and saving the whole site. They change no result.

Like the standings: with a broker a Celery worker runs them, without one a thread of this process, and what is still to be told
is read from the state, so that whatever got lost is found again at the next change or by the scheduler.
"""

from __future__ import annotations

import logging
from typing import Any

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models.signals import post_save
from django.utils import timezone

from config import repeats
from config.backup import by_itself, watch
from config.backup import state as backups
from config.notices import sending
from config.sign_in import forget_places
from scorecards.tasks import InProcess, queue_job
from tournaments.limits import forget_old
from tournaments.models import Event, event_touched
from tournaments.precedence import precedence

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


@shared_task(ignore_result=True)
def forget_doors() -> int:
    """Forget counts that are over and places that nobody signed in from for a year, every night; how many rows went.

    Without a scheduler they go when the next one is counted or signs in.
    """
    return forget_old() + forget_places()


@shared_task(ignore_result=True)
def forget_answers() -> int:
    """Forget the answers to requests that are no longer known again, every night; how many rows went."""
    return repeats.forget_old()


@shared_task(ignore_result=True)
def back_up(_site: int = 0) -> None:
    """Make a backup of the whole site."""
    cache.delete(BACKUP_WAITING)
    by_itself.back_up(pause=precedence.wait)


@shared_task(ignore_result=True)
def back_up_at_night() -> None:
    """Make the backup of the night, where none was made since it was due. Without a scheduler each process of the site looks."""
    by_itself.back_up_at_night(timezone.now())


BACKUP_WAITING = "backup-waiting"
saving = InProcess(back_up, "backup")


def when_saved(sender: Any, *, update_fields: frozenset[str] | None, **kwargs: Any) -> None:
    """Connected to the saving of events: a phase that ends is one that is set."""
    if update_fields and "phase" in update_fields and (watch.is_on() or not settings.CELERY_TASK_ALWAYS_EAGER):
        # A worker may be away, and what it was told lost: then whoever of the site is there makes it.
        backups.want()
        transaction.on_commit(queue_backup, robust=True)


def queue_backup() -> None:
    """Have a backup made soon. Never raises. Without a broker a process of the site makes it; a command is over too soon."""
    queue_job(back_up, saving, 0, BACKUP_WAITING)


in_process = InProcess(tell_news, "news")


def queue_news(event_id: int) -> None:
    """Have what is up in this event told soon. Never raises."""
    queue_job(tell_news, in_process, event_id, _waiting_key(event_id))


def when_touched(sender: Any, *, event_id: int, **kwargs: Any) -> None:
    """Connected to `event_touched`."""
    queue_news(event_id)


def connect() -> None:
    """Listen for changes of events; called once when the app is ready."""
    event_touched.connect(when_touched, dispatch_uid="config.news")
    post_save.connect(when_saved, sender=Event, dispatch_uid="config.backup")
