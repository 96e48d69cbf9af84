"""The Celery application: worker with `celery -A config worker`, scheduler with `celery -A config beat`."""

import os
import sys
from typing import Any

from celery import Celery, signals
from django.conf import settings
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
TRANSPORT_ALIASES["redis"] = TRANSPORT_ALIASES["rediss"] = "hall.site.broker:Transport"

app = Celery("pegboard")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.celeryd_init.connect
@signals.beat_init.connect
def _refuse_unfinished(**_details: Any) -> None:
    """Exit if a restore is unfinished: workers and scheduler refuse to start then, like the site."""
    from hall.backup import mark  # noqa: PLC0415 - this module is loaded before all others

    if unfinished := mark.unfinished(settings.DATA_DIR):
        sys.stderr.write(f"{unfinished}\n")
        sys.exit(2)


@signals.worker_ready.connect
@signals.beat_init.connect
def _watch(**_details: Any) -> None:
    """Start the watch once the worker's processes are forked, so that none of them copies the thread."""
    from hall.backup import watch  # noqa: PLC0415 - needs all apps

    watch.start()
