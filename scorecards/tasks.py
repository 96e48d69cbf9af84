"""Jobs of the qualifying round. They derive and compare; they never change a result.

With a broker, a Celery worker runs them; without one, a thread of this process. In both cases requests for one event
are merged while one is waiting. The event's revision is the to-do list: a lost job is found again there.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any

from celery import Task, shared_task
from django.conf import settings
from django.core.cache import cache
from django.db import close_old_connections, connection, transaction
from django.db.models import F, Max, Q
from django.utils import timezone

from scorecards.models import StandingsSnapshot
from scorecards.sheet.reads.standings import SHAPE, Standings
from scorecards.sheet.reads.stored import (
    Served,
    consistent_snapshot,
    latest_snapshot,
    store_snapshot,
    unpack,
    unpack_values,
)
from tournaments.models import Event, event_touched
from tournaments.precedence import precedence

logger = logging.getLogger(__name__)

WAITING_SECONDS = 30


def _waiting_key(event_id: int) -> str:
    return f"standings-waiting-{event_id}"


@shared_task(ignore_result=True)
def recompute_standings(event_id: int) -> None:
    """Store the standings of this event's newest revision. Idempotent."""
    cache.delete(_waiting_key(event_id))
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        logger.warning("standings of event %s: the event is gone", event_id)
        return
    stored = latest_snapshot(event)
    if stored is None or stored.revision < event.revision:
        store_snapshot(event)


@shared_task(ignore_result=True)
def recompute_behind() -> int:
    """Recompute every event whose stored standings are behind its revision; return the number of these events."""
    behind = list(
        Event.objects.filter(registration_closed_at__isnull=False)
        .annotate(stored=Max("snapshots__revision", filter=Q(snapshots__shape=SHAPE)))
        .filter(Q(stored__isnull=True) | Q(stored__lt=F("revision")))
        .values_list("pk", flat=True)
    )
    for event_id in behind:
        recompute_standings(event_id)
    return len(behind)


def check_standings(event: Event) -> list[str]:
    """Compare the newest stored standings with the cards, and return the names of what differs.

    These are seats of rows, names of other fields, and `own` for the values of own pages. A wrong snapshot is deleted
    and computed again. A snapshot of an older revision cannot be compared: it is replaced, and nothing is returned.
    """
    stored = latest_snapshot(event)
    shown, own = consistent_snapshot(event)
    if stored is None or stored.revision != shown.revision:
        store_snapshot(event)
        return []
    stored_standings = unpack(stored.body)
    stored_rows = {row.seat: row for row in stored_standings.rows}
    computed_rows = {row.seat: row for row in shown.rows}
    seats = stored_rows.keys() | computed_rows.keys()
    wrong = sorted(seat for seat in seats if stored_rows.get(seat) != computed_rows.get(seat))
    names = (standings_field.name for standings_field in fields(Standings) if standings_field.name != "rows")
    wrong += sorted(name for name in names if getattr(stored_standings, name) != getattr(shown, name))
    if stored.own is not None and unpack_values(stored.own) != own:
        wrong.append("own")
    if wrong:
        logger.error("stored standings of %s at revision %s were wrong: %s", event, stored.revision, wrong)
        stored.delete()
        stored = store_snapshot(event)
    StandingsSnapshot.objects.filter(pk=stored.pk).update(checked_at=timezone.now())
    return wrong


@shared_task(ignore_result=True)
def check_all_standings() -> int:
    """Check the stored standings of every event that has cards, once a night; return how many events had wrong ones."""
    events = Event.objects.filter(cards_begun_at__isnull=False).select_related("tournament")
    return sum(1 for event in events if check_standings(event))


class InProcess:
    """Runs a job for one event after another in a thread of this process.

    Each event is in the queue at most once; the event with the earliest time runs first.
    """

    def __init__(self, job: Callable[[int], None], name: str) -> None:
        self._job = job
        self._name = name
        self._waiting: dict[int, float] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    @property
    def is_running(self) -> bool:
        """Whether this process has a thread that runs the jobs."""
        return self._thread is not None

    def queue(self, event_id: int, *, seconds: float = 0) -> None:
        """Queue the job for this event to run after so many seconds; an earlier time that is already queued remains."""
        start_time = time.monotonic() + seconds
        with self._changed:
            self._waiting[event_id] = min(start_time, self._waiting.get(event_id, start_time))
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                event_id = self._next()
                if event_id is None:
                    self._thread = None
                    connection.close()
                    return
            # The request whose save caused this job is answered first.
            precedence.wait()
            close_old_connections()
            try:
                self._job(event_id)
            except (
                Exception
            ):  # The thread outlives a bad run; the revision stays ahead, and the next look at the event finds it.
                logger.exception("%s of event %s: the job failed", self._name, event_id)

    def _next(self) -> int | None:
        """Wait for the next event whose time has come, and return its key; None after a minute with an empty queue."""
        while True:
            if not self._waiting:
                if not self._changed.wait_for(lambda: bool(self._waiting), timeout=60):
                    return None
                continue
            event_id = min(self._waiting, key=self._waiting.__getitem__)
            seconds = self._waiting[event_id] - time.monotonic()
            if seconds <= 0:
                del self._waiting[event_id]
                return event_id
            self._changed.wait(seconds)


in_process = InProcess(recompute_standings, "standings")


def queue_job(task: Task[[int], None], thread: InProcess, event_id: int, waiting: str) -> None:
    """Have a Celery worker run a job for this event; without a broker, `thread` runs it, or it runs at once.

    `waiting` is a cache key: while it is set, a worker is already asked, and the request is dropped. A broker that
    cannot be reached raises nothing, because it must not fail the save that asks.
    """
    if settings.CELERY_TASK_ALWAYS_EAGER:
        if settings.JOBS_IN_THREAD:
            thread.queue(event_id)
        else:
            task(event_id)
        return
    try:
        if cache.add(waiting, 1, timeout=WAITING_SECONDS):
            task.delay(event_id)
    except Exception:  # Whatever the broker's client raises, the card is saved; the next look at the event catches up.
        logger.exception("the broker is away; %s of event %s waits for the next look at it", task.name, event_id)


def queue_recompute(event_id: int) -> None:
    """Ask for new standings of this event. Never raises."""
    queue_job(recompute_standings, in_process, event_id, _waiting_key(event_id))


def catch_up(event: Event, served: Served) -> None:
    """Ask for the newest standings if somebody was served older ones: the first request may be lost. Never raises."""
    if not served.current:
        transaction.on_commit(partial(queue_recompute, event.pk), robust=True)


def when_touched(sender: Any, *, event_id: int, **kwargs: Any) -> None:
    """The receiver of `event_touched`."""
    queue_recompute(event_id)


def connect() -> None:
    """Listen for changes of events; called once when the app is ready."""
    event_touched.connect(when_touched, dispatch_uid="scorecards.standings")
