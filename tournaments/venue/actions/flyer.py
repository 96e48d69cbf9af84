"""Change the flyer of a tournament, and copy a tournament to other days."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.overwriting import Read, Written, refuse_overwriting
from tournaments.actions.rows import plan_of
from tournaments.errors import Fault
from tournaments.faults import raise_malformed, text_faults
from tournaments.models import Flyer, Tournament, longest
from tournaments.money.actions.money import FEE, add_fee
from tournaments.venue.actions.tournaments import create_tournament

FLYER_TEXTS = tuple(column.name for column in Flyer._meta.local_fields if column.max_length)
"""The text fields of a flyer."""

FLYER_FIELDS = (*FLYER_TEXTS, "sanctioned", "entry_deadline")
FLYER = audit.Logged(model=Flyer, changes=FLYER_FIELDS)


@transaction.atomic
def change_flyer(*, tournament: Tournament, changes: Mapping[str, Any], read: Read = None, actor: Actor) -> Flyer:
    """Change what the flyer says besides the events.

    Raises Malformed with all faults, Overwriting if one of the `changes` changed since `read`.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    flyer = Flyer.objects.filter(tournament=tournament).first() or Flyer(tournament=tournament)
    stored = FLYER.values(flyer, *FLYER_FIELDS)
    written = Written(tournament, ("flyer", tournament.slug))
    changes = refuse_overwriting(changes, read=read, now=stored, of=written, actor=actor)
    faults: list[Fault] = []
    for name in FLYER_TEXTS:
        if name in changes:
            faults += text_faults(name, _on_one_line(name, changes[name]), longest(Flyer, name))
    if email := changes.get("director_email"):
        try:
            validate_email(email)
        except ValidationError:
            faults.append(Fault("director_email", "invalid", _("An e-mail address is written like ann@example.org.")))
    raise_malformed(faults)
    before, after = FLYER.difference(flyer, changes)
    if not after:
        return flyer
    for name, value in after.items():
        setattr(flyer, name, value)
    flyer.save()
    audit.record(
        tournament=tournament,
        actor=actor,
        action="flyer.changed",
        subject=("flyer", tournament.slug),
        before=before,
        after=after,
    )
    return flyer


def _on_one_line(name: str, text: str) -> str:
    """The text without line breaks, which only the notes may have."""
    return text.replace("\r\n", " ").replace("\n", " ") if name == "notes" else text


@transaction.atomic
def copy_tournament(*, source: Tournament, slug: str, name: str, starts_on: date, actor: Actor) -> Tournament:
    """Copy a tournament to other days: its events with their rules and fees, and its flyer.

    All times move by the same number of days, and keep their time of day in the hall. Entrants, people, roles,
    relations and exemptions of the quota are not copied.

    Raises Malformed if a time would be beyond the end of the calendar, and what `create_tournament` raises.
    """
    days = starts_on - source.starts_on
    zone = ZoneInfo(source.time_zone)
    events = list(source.events.all())
    flyer = Flyer.objects.filter(tournament=source).first() or Flyer(tournament=source)
    try:
        plans = [replace(plan_of(event), starts_at=_moved(event.starts_at, days, zone)) for event in events]
        deadline = _moved(flyer.entry_deadline, days, zone)
    except OverflowError:
        raise_malformed([Fault("starts_on", "range", _("The calendar ends there. Choose a day nearer to our time."))])
    created = create_tournament(
        slug=slug,
        name=name,
        starts_on=starts_on,
        venue=source.venue,
        time_zone=source.time_zone,
        edition=source.edition,
        public=source.public,
        events=plans,
        actor=actor,
    )
    copies = {event.slug: event for event in created.events.all()}
    for event in events:
        for fee in event.fees.all():
            add_fee(event=copies[event.slug], **FEE.values(fee), actor=actor)
    values = FLYER.values(flyer, *FLYER_FIELDS)
    change_flyer(tournament=created, changes={**values, "entry_deadline": deadline}, actor=actor)
    audit.record(
        tournament=created,
        actor=actor,
        action="tournament.copied",
        subject=("tournament", created.slug),
        after={"source": source.slug},
    )
    return created


def _moved(time: datetime | None, days: timedelta, zone: ZoneInfo) -> datetime | None:
    """Return the same local time `days` later, also if daylight saving time begins or ends in between."""
    if time is None:
        return None
    local = time.astimezone(zone).replace(tzinfo=None)
    return (local + days).replace(tzinfo=zone).astimezone(UTC)
