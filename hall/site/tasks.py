"""Jobs of every night that forget what nobody needs any more. They change no result."""

from __future__ import annotations

from celery import shared_task

from hall.site import repeats
from hall.site.sign_in import forget_places
from tournaments.limits import forget_old


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
