"""Jobs that back up the site: in a Celery worker with a broker, in a process of the site without one."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models.signals import post_save
from django.utils import timezone

from hall.backup import by_itself, state, watch
from scorecards.tasks import InProcess, queue_job
from tournaments.models import Event
from tournaments.precedence import precedence


@shared_task(ignore_result=True)
def back_up(_site: int = 0) -> None:
    """Make a backup of the whole site."""
    cache.delete(BACKUP_WAITING)
    by_itself.back_up(pause=precedence.wait)


@shared_task(ignore_result=True)
def back_up_at_night() -> None:
    """Make the nightly backup if none was made since it was due.

    Without a scheduler, the watch in each process of the site makes it.
    """
    by_itself.back_up_at_night(timezone.now())


BACKUP_WAITING = "backup-waiting"
saving = InProcess(back_up, "backup")


def when_saved(sender: Any, *, update_fields: frozenset[str] | None, **kwargs: Any) -> None:
    """Signal receiver for saved events: setting a phase ends the phase before, which requests a backup.

    A command without a broker requests none.
    """
    if update_fields and "phase" in update_fields and (watch.is_on() or not settings.CELERY_TASK_ALWAYS_EAGER):
        # If the worker is down and the message is lost, any process of the site makes the requested backup.
        state.want()
        transaction.on_commit(queue_backup, robust=True)


def queue_backup() -> None:
    """Have a backup made soon. Never raises.

    Without a broker, a process of the site makes it; a command would end too soon.
    """
    queue_job(back_up, saving, 0, BACKUP_WAITING)


def connect() -> None:
    """Connect the receiver; called once when the app is ready."""
    post_save.connect(when_saved, sender=Event, dispatch_uid="hall.backup")
