"""The entrants' personal links: whose page a key opens, and the key of somebody's link, for the slip and the entrant's page."""

from __future__ import annotations

from hashlib import sha256

from django.core.cache import cache
from django.utils.crypto import constant_time_compare

from tournaments import keys
from tournaments.models import Entry, Event, PersonalLink

KEY_PURPOSE = "me"
_KEPT = 24 * 60 * 60


def link_of_key(text: str) -> PersonalLink | None:
    """The link with this key, also one that was taken back; None for a key that none has.

    A key is found by trying every link of the site. So whose a key is, is kept in the cache for a day, under a digest of it,
    and looked at again each time.
    """
    key = keys.normalised(text)
    if not key:
        return None
    links = PersonalLink.objects.select_related("entry__event__tournament", "entry__player")
    place = f"link/{sha256(key.encode()).hexdigest()}"
    known = cache.get(place)
    link = links.filter(pk=known).first() if known is not None else None
    if link is not None and constant_time_compare(key_of_link(link), key):
        return link
    nonce = keys.nonce_of(KEY_PURPOSE, key, PersonalLink.objects.values_list("nonce", flat=True))
    if nonce is None:
        return None
    link = links.get(nonce=nonce)
    cache.set(place, link.pk, _KEPT)
    return link


def entry_of_key(text: str) -> Entry | None:
    """Whose link has this key; None for a wrong one and for one that was taken back. With event, tournament and player."""
    link = link_of_key(text)
    return link.entry if link is not None and link.revoked_at is None else None


def key_of_link(link: PersonalLink) -> str:
    """The key of this link, sixteen characters."""
    return keys.key_of(KEY_PURPOSE, link.nonce)


def links_of(event: Event) -> dict[int, PersonalLink]:
    """The links in force by the entries' keys."""
    found = PersonalLink.objects.filter(entry__event=event, revoked_at__isnull=True)
    return {link.entry_id: link for link in found}


def link_of(entry: Entry) -> tuple[PersonalLink | None, int]:
    """The link in force, if any, and how many links this entry has had so far: what a change of it is based on."""
    links = list(entry.links.all())
    return next((link for link in links if link.revoked_at is None), None), len(links)


def without_link(event: Event) -> int:
    """How many who play have never had a link. Whoever's was taken back gets a new one by hand alone."""
    return event.entries.playing().filter(links__isnull=True).count()
