"""Personal links of entrants: the entrant of a key, and the key of an entrant."""

from __future__ import annotations

from hashlib import sha256
from threading import Lock

from django.utils.crypto import constant_time_compare

from tournaments import keys
from tournaments.models import Entry, Event, PersonalLink
from tournaments.models.people import with_people

KEY_PURPOSE = "me"


class _Keys:
    """A cache of this process that maps digests of keys to links. The key of each link is derived once."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.clear()

    def clear(self) -> None:
        """Empty the cache."""
        self._links: dict[bytes, int] = {}
        self._newest = 0

    def link_of(self, key: str) -> int | None:
        """Return the primary key of the link with this key, or None. One query if the key is not in the cache."""
        link = self._links.get(_digest(key))
        if link is None:
            with self._lock:
                newer_links = PersonalLink.objects.filter(pk__gt=self._newest).order_by("pk")
                for pk, nonce in newer_links.values_list("pk", "nonce"):
                    self._links[_digest(keys.key_of(KEY_PURPOSE, nonce))] = pk
                    self._newest = pk
            link = self._links.get(_digest(key))
        return link

    def note(self, key: str, link: int) -> None:
        """Remember that this key belongs to this link, given by its primary key."""
        self._links[_digest(key)] = link


_keys = _Keys()


def _digest(key: str) -> bytes:
    return sha256(key.encode()).digest()


def link_of_key(text: str) -> PersonalLink | None:
    """Return the link with this key, also a revoked one; None for an unknown key.

    Keys are not stored, so the key of every link of the site is derived to find one. Each process does that once per
    link, and caches the result under the digest of the key. The link itself is read from the database each time.
    """
    key = keys.normalised(text)
    if not key:
        return None
    links = PersonalLink.objects.select_related("entry__event__tournament", *with_people("entry__player"))
    link_pk = _keys.link_of(key)
    link = links.filter(pk=link_pk).first() if link_pk is not None else None
    if link is not None and constant_time_compare(key_of_link(link), key):
        return link
    # The cache is stale if the whole database was restored from a backup.
    nonce = keys.nonce_of(KEY_PURPOSE, key, PersonalLink.objects.values_list("nonce", flat=True))
    if nonce is None:
        return None
    link = links.get(nonce=nonce)
    _keys.note(key, link.pk)
    return link


def entry_of_key(text: str) -> Entry | None:
    """Return the entry whose link has this key, with event, tournament and player; None for a wrong or revoked key."""
    link = link_of_key(text)
    return link.entry if link is not None and link.revoked_at is None else None


def key_of_link(link: PersonalLink) -> str:
    """Return the key of this link, sixteen characters."""
    return keys.key_of(KEY_PURPOSE, link.nonce)


def links_of(event: Event) -> dict[int, PersonalLink]:
    """Return the links in force of this event, by the primary keys of their entries."""
    links = PersonalLink.objects.filter(entry__event=event, revoked_at__isnull=True)
    return {link.entry_id: link for link in links}


def link_of(entry: Entry) -> tuple[PersonalLink | None, int]:
    """Return the entry's link in force, if any, and the number of links it has had: the version for a change."""
    links = list(entry.links.all())
    return next((link for link in links if link.revoked_at is None), None), len(links)


def without_link(event: Event) -> int:
    """Return how many playing entrants have never had a link. A revoked link is only replaced by hand."""
    return event.entries.playing().filter(links__isnull=True).count()
