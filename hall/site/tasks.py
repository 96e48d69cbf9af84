"""Nightly jobs that delete what nobody needs any more. They change no result."""

from __future__ import annotations

from celery import shared_task

from hall.site import repeats
from hall.site.sign_in import forget_places
from tournaments.limits import forget_old


@shared_task(ignore_result=True)
def forget_doors() -> int:
    """Delete counts that have ended and sign-in places unused for a year, every night. Returns the number of rows.

    Without a scheduler they are deleted at the next count or sign-in.
    """
    return forget_old() + forget_places()


@shared_task(ignore_result=True)
def forget_answers() -> int:
    """Delete answers that are no longer repeated, every night. Returns the number of rows."""
    return repeats.forget_old()
