"""Starting times of matches."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from brackets.access import match_of, refuse_own_match
from brackets.matches.actions.setting import (
    RoundSet,
    open_matches,
    own_of,
    set_on_match,
    set_on_round,
    settled_on_round,
)
from brackets.matches.words import running as running_words
from brackets.models import Match
from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.overwriting import Read
from tournaments.errors import Fault, Malformed
from tournaments.models import Event

YEARS = range(2000, 2101)
"""Years in which a match can be scheduled; a time outside them is a typing error."""
TIMES = audit.Logged(model=Match, changes=("scheduled_at",))


@transaction.atomic
def schedule_match(
    *, event: Event, match: int, scheduled_at: datetime | None, read: Read = None, actor: Actor
) -> Match:
    """Set or clear the start of a match, from which the clock of rule 13.1 runs.

    Raises Http404, Malformed (a year outside `YEARS`), Forbidden (`own_card`), Refused: `over` (a bye, or the match is
    won), Overwriting where the start differs from `read`.
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row, running_words.own_time(match))
    _refuse_slip(scheduled_at)
    over = _("This match is over. Its time stays as it was.")
    values = {"scheduled_at": scheduled_at}
    return set_on_match(event, row, values, logged=TIMES, read=read, action="match.scheduled", over=over, actor=actor)


@transaction.atomic
def schedule_round(
    *,
    event: Event,
    round_number: int,
    scheduled_at: datetime | None,
    read: Mapping[int, datetime | None] | None = None,
    actor: Actor,
) -> RoundSet:
    """Set the start of every open match of a round, except those that the actor plays.

    Raises Http404 (no such round), Malformed (a year outside `YEARS`), Forbidden (`own_card`: only matches of the actor
    are left), Refused: `no_bracket`, `over` (no open match), Overwriting where a start differs from `read` (`times.N`).
    """
    event = Event.objects.locked(event)
    _refuse_slip(scheduled_at)
    over = _("Every match of this round is over, and their times stay as they were.")
    rows = open_matches(event, round_number, over=over)
    own = own_of(rows, actor)
    if len(own) == len(rows):
        refuse_own_match(actor, own[0], running_words.own_time(own[0].number))
    kept = tuple(row.number for row in own)
    starts_by_number = {row.number: scheduled_at for row in rows if row.number not in kept}
    starts_by_number = settled_on_round(
        event, rows, "scheduled_at", starts_by_number, read=read, always=starts_by_number, actor=actor
    )
    changed = set_on_round(
        event, round_number, rows, "scheduled_at", starts_by_number, action="round.scheduled", actor=actor
    )
    return RoundSet(changed, kept)


def _refuse_slip(scheduled_at: datetime | None) -> None:
    if scheduled_at is not None and scheduled_at.year not in YEARS:
        message = _("A match is played between %(first)s and %(last)s. Check the year.")
        values = {"first": YEARS[0], "last": YEARS[-1]}
        raise Malformed(_("This is no time for a match."), faults=[Fault("scheduled_at", "date", message % values)])
