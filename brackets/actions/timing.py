"""When matches start."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from brackets.access import match_of
from brackets.actions.playing import current, refuse_bye
from brackets.models import Bracket, Match
from tournaments import audit
from tournaments.access import Actor
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Event

YEARS = range(2000, 2101)
"""The years in which a match can be scheduled: a time outside them is a slip."""


@transaction.atomic
def schedule_match(*, event: Event, match: int, scheduled_at: datetime | None, actor: Actor) -> Match:
    """Set when a match starts, or that it has no time; the clock of rule 13.1 runs from there.

    Raises Http404, Malformed (no time that can be meant), Refused: `over` (a bye, or the match is won).
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    _refuse_slip(scheduled_at)
    refuse_bye(event, row)
    if row.scheduled_at == scheduled_at:
        return row
    if row.winner_id is not None:
        raise Refused("over", _("This match is over. Its time stays as it was."), current=current(event, row))
    before, row.scheduled_at = row.scheduled_at, scheduled_at
    row.save(update_fields=["scheduled_at"])
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action="match.scheduled",
        subject=("match", str(row.number)),
        before={"scheduled_at": before},
        after={"scheduled_at": scheduled_at},
    )
    event.touch()
    return row


@transaction.atomic
def schedule_round(*, event: Event, round_number: int, scheduled_at: datetime | None, actor: Actor) -> int:
    """Set the start of every match of a round that is not won yet; the number of matches that it changed.

    Raises Malformed (no time that can be meant), Refused: `no_bracket`, `over` (no match of this round is left).
    """
    event = Event.objects.locked(event)
    _refuse_slip(scheduled_at)
    if not Bracket.objects.filter(event=event).exists():
        raise Refused("no_bracket", _("The bracket is not drawn yet. Draw it first."))
    open_matches = list(
        Match.objects.select_for_update(of=("self",))
        .filter(bracket__event=event, round=round_number, winner__isnull=True)
        .order_by("number")
    )
    if not open_matches:
        raise Refused("over", _("Every match of this round is over, and their times stay as they were."))
    changed = [row for row in open_matches if row.scheduled_at != scheduled_at]
    if not changed:
        return 0
    before = {str(row.number): row.scheduled_at for row in changed}
    for row in changed:
        row.scheduled_at = scheduled_at
    Match.objects.bulk_update(changed, ["scheduled_at"])
    audit.record(
        tournament=event.tournament,
        event=event,
        actor=actor,
        action="round.scheduled",
        subject=("round", str(round_number)),
        before=before,
        after={str(row.number): scheduled_at for row in changed},
    )
    event.touch()
    return len(changed)


def _refuse_slip(scheduled_at: datetime | None) -> None:
    if scheduled_at is not None and scheduled_at.year not in YEARS:
        message = _("A match is played between %(first)s and %(last)s. Check the year.")
        values = {"first": YEARS[0], "last": YEARS[-1]}
        raise Malformed(_("This is no time for a match."), faults=[Fault("scheduled_at", "date", message % values)])
