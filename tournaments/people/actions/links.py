"""Personal links: made for everybody who has none, replaced if lost or in the wrong hands, or revoked."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor
from tournaments.errors import Refused
from tournaments.keys import new_nonce
from tournaments.models import Entry, Event, PersonalLink, Subscription


@transaction.atomic
def make_links(*, event: Event, actor: Actor) -> int:
    """Make a link for everybody who plays and has never had one; return how many were made."""
    event = Event.objects.locked(event)
    without = list(event.entries.playing().filter(links__isnull=True))
    if not without:
        return 0
    PersonalLink.objects.bulk_create(PersonalLink(entry=entry, nonce=new_nonce()) for entry in without)
    audit.record(
        event=event, actor=actor, action="links.made", subject=("event", event.slug), after={"links": len(without)}
    )
    return len(without)


@transaction.atomic
def renew_link(*, entry: Entry, version: int, actor: Actor) -> PersonalLink:
    """Give somebody a new link; the old one stops working.

    `version` is the number of the entry's links that the user saw. Raises Refused `stale` if there are more by now.
    """
    event = Event.objects.locked(entry.event)
    _refuse_stale(entry, version)
    _take_back(entry)
    link = PersonalLink.objects.create(entry=entry, nonce=new_nonce())
    _record(event, entry, "link.renewed", actor)
    return link


@transaction.atomic
def revoke_link(*, entry: Entry, version: int, actor: Actor) -> None:
    """Revoke somebody's link, if one is in force.

    `version` is the number of the entry's links that the user saw. Raises Refused `stale` if there are more by now.
    """
    event = Event.objects.locked(entry.event)
    _refuse_stale(entry, version)
    if _take_back(entry):
        _record(event, entry, "link.revoked", actor)


def _take_back(entry: Entry) -> bool:
    """Revoke the link in force, and delete its subscriptions to notices; return whether there was a link."""
    Subscription.objects.filter(link__entry=entry).delete()
    return bool(entry.links.filter(revoked_at__isnull=True).update(revoked_at=timezone.now()))


def _refuse_stale(entry: Entry, version: int) -> None:
    if entry.links.count() != version:
        raise Refused("stale", _("Somebody else has just made a new link. It is the one that is shown now."))


def _record(event: Event, entry: Entry, action: str, actor: Actor) -> None:
    audit.record(
        event=event,
        actor=actor,
        action=action,
        subject=("entrant", str(entry.number)),
        after={"name": entry.known_name},
    )
