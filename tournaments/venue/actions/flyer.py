"""The flyer: what a tournament announces, and last year's tournament as the start of this year's."""

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
"""The texts of a flyer."""

FLYER_FIELDS = (*FLYER_TEXTS, "sanctioned", "entry_deadline")
FLYER = audit.Logged(model=Flyer, changes=FLYER_FIELDS)


@transaction.atomic
def change_flyer(*, tournament: Tournament, changes: Mapping[str, Any], read: Read = None, actor: Actor) -> Flyer:
    """Change what the flyer says beside the events. Raises Malformed with every fault, Overwriting where something of `changes`
    is another one than was `read`."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    flyer = Flyer.objects.filter(tournament=tournament).first() or Flyer(tournament=tournament)
    now = FLYER.values(flyer, *FLYER_FIELDS)
    of = Written(tournament, ("flyer", tournament.slug))
    changes = refuse_overwriting(changes, read=read, now=now, of=of, actor=actor)
    faults = [
        fault
        for name in FLYER_TEXTS
        if name in changes
        for fault in text_faults(name, _on_one_line(name, changes[name]), longest(Flyer, name))
    ]
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
    # The notes alone may have several lines.
    return text.replace("\r\n", " ").replace("\n", " ") if name == "notes" else text


@transaction.atomic
def copy_tournament(*, source: Tournament, slug: str, name: str, starts_on: date, actor: Actor) -> Tournament:
    """Make a tournament like this one on other days: its events with their rules and fees, and its flyer.

    Times move by as many days as the first day, and stay what they are by the clock of the hall. Nobody is entered, and
    people, roles, relations and exemptions from one in four stay behind. Raises what `create_tournament` raises.
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
    said = FLYER.values(flyer, *FLYER_FIELDS)
    change_flyer(tournament=created, changes={**said, "entry_deadline": deadline}, actor=actor)
    audit.record(
        tournament=created,
        actor=actor,
        action="tournament.copied",
        subject=("tournament", created.slug),
        after={"source": source.slug},
    )
    return created


def _moved(at: datetime | None, days: timedelta, zone: ZoneInfo) -> datetime | None:
    """The same time by the hall's clock so many days later, also where its summer time begins in between."""
    if at is None:
        return None
    return (at.astimezone(zone).replace(tzinfo=None) + days).replace(tzinfo=zone).astimezone(UTC)
