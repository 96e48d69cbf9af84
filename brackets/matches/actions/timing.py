"""Set the starts of matches."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from brackets.access import match_of, refuse_own_match
from brackets.matches.actions.setting import (
    RoundSet,
    open_matches,
    own_matches,
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

    Raises Http404 if there is no such match.
    Raises Malformed if the year is outside `YEARS`.
    Raises Forbidden (`own_card`) if the actor plays in the match.
    Raises Refused `over` if the match is a bye or is won.
    Raises Overwriting if the current start differs from `read`.
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row, running_words.own_time(match))
    _refuse_wrong_year(scheduled_at)
    message_if_won = _("This match is over. Its time stays as it was.")
    values = {"scheduled_at": scheduled_at}
    return set_on_match(
        event,
        row,
        values,
        logged=TIMES,
        read=read,
        action="match.scheduled",
        message_if_won=message_if_won,
        actor=actor,
    )


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

    Raises Http404 if there is no such round.
    Raises Malformed if the year is outside `YEARS`.
    Raises Forbidden (`own_card`) if the actor plays in every open match of the round.
    Raises Refused `no_bracket` if the bracket is not drawn, `over` if the round has no open match.
    Raises Overwriting (`times.N`) if a current start differs from `read`.
    """
    event = Event.objects.locked(event)
    _refuse_wrong_year(scheduled_at)
    message_if_won = _("Every match of this round is over, and their times stay as they were.")
    rows = open_matches(event, round_number, message_if_won=message_if_won)
    own_rows = own_matches(rows, actor)
    if len(own_rows) == len(rows):
        refuse_own_match(actor, own_rows[0], running_words.own_time(own_rows[0].number))
    own_numbers = tuple(row.number for row in own_rows)
    starts_by_number = {row.number: scheduled_at for row in rows if row.number not in own_numbers}
    starts_by_number = settled_on_round(
        event, rows, "scheduled_at", starts_by_number, read=read, always=starts_by_number, actor=actor
    )
    changed = set_on_round(
        event, round_number, rows, "scheduled_at", starts_by_number, action="round.scheduled", actor=actor
    )
    return RoundSet(changed, own_numbers)


def _refuse_wrong_year(scheduled_at: datetime | None) -> None:
    """Raise Malformed if the year is outside `YEARS`."""
    if scheduled_at is not None and scheduled_at.year not in YEARS:
        message = _("A match is played between %(first)s and %(last)s. Check the year.")
        values = {"first": YEARS[0], "last": YEARS[-1]}
        raise Malformed(
            _("Type a day and time for the match."), faults=[Fault("scheduled_at", "date", message % values)]
        )
