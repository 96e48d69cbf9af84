"""Judges of a tournament: whether they can take calls now."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from judging.models import Duty
from tournaments import audit
from tournaments.access import Actor
from tournaments.models import Tournament, User
from tournaments.models.lengths import MAX_SUBJECT_KEY


@transaction.atomic
def set_duty(*, tournament: Tournament, judge: User, is_free: bool, actor: Actor) -> Duty:
    """Set whether this judge can take calls now; repeating it changes nothing. The actor may also be the director.

    A judge without a row is free, so a first row that says so is not logged.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    earlier = tournament.duties.filter(judge=judge).first()
    if earlier is not None and earlier.is_free == is_free:
        return earlier
    was_free = earlier is None or earlier.is_free
    duty, _created = Duty.objects.update_or_create(
        tournament=tournament, judge=judge, defaults={"is_free": is_free, "at": timezone.now()}
    )
    if is_free != was_free:
        audit.record(
            tournament=tournament,
            actor=actor,
            action="judge.freed" if is_free else "judge.excused",
            subject=("account", judge.get_username()[:MAX_SUBJECT_KEY]),
            after={"name": judge.get_full_name() or judge.get_username()},
        )
    return duty
