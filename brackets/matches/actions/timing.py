"""When matches start."""

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
"""The years in which a match can be scheduled: a time outside them is a slip."""
TIMES = audit.Logged(model=Match, changes=("scheduled_at",))


@transaction.atomic
def schedule_match(
    *, event: Event, match: int, scheduled_at: datetime | None, read: Read = None, actor: Actor
) -> Match:
    """Set when a match starts, or that it has no time; the clock of rule 13.1 runs from there.

    Raises Http404, Malformed (no time that can be meant), Forbidden (`own_card`), Refused: `over` (a bye, or the match is won),
    Overwriting where it starts at another time than was `read`.
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row, running_words.own_time(match))
    _refuse_slip(scheduled_at)
    over = _("This match is over. Its time stays as it was.")
    wanted = {"scheduled_at": scheduled_at}
    return set_on_match(event, row, wanted, logged=TIMES, read=read, action="match.scheduled", over=over, actor=actor)


@transaction.atomic
def schedule_round(
    *,
    event: Event,
    round_number: int,
    scheduled_at: datetime | None,
    read: Mapping[int, datetime | None] | None = None,
    actor: Actor,
) -> RoundSet:
    """Set the start of every match of a round that is not won yet, but for one that the actor plays.

    Raises Http404 (no such round), Malformed (no time that can be meant), Forbidden (`own_card`: no other match of the round is
    left), Refused: `no_bracket`, `over` (no match of this round is left), Overwriting where a match starts at another time than
    was `read`, by its number (`times.N`).
    """
    event = Event.objects.locked(event)
    _refuse_slip(scheduled_at)
    over = _("Every match of this round is over, and their times stay as they were.")
    rows = open_matches(event, round_number, over=over)
    own = own_of(rows, actor)
    if len(own) == len(rows):
        refuse_own_match(actor, own[0], running_words.own_time(own[0].number))
    kept = tuple(row.number for row in own)
    wanted = {row.number: scheduled_at for row in rows if row.number not in kept}
    wanted = settled_on_round(event, rows, "scheduled_at", wanted, read=read, always=wanted, actor=actor)
    changed = set_on_round(event, round_number, rows, "scheduled_at", wanted, action="round.scheduled", actor=actor)
    return RoundSet(changed, kept)


def _refuse_slip(scheduled_at: datetime | None) -> None:
    if scheduled_at is not None and scheduled_at.year not in YEARS:
        message = _("A match is played between %(first)s and %(last)s. Check the year.")
        values = {"first": YEARS[0], "last": YEARS[-1]}
        raise Malformed(_("This is no time for a match."), faults=[Fault("scheduled_at", "date", message % values)])
