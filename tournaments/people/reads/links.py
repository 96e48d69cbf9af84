"""The entrants' personal links: whose page a key opens, and the key of somebody's link, for the slip and the entrant's page."""

from __future__ import annotations

from hashlib import sha256
from threading import Lock

from django.utils.crypto import constant_time_compare

from tournaments import keys
from tournaments.models import Entry, Event, PersonalLink

KEY_PURPOSE = "me"


class _Keys:
    """Whose link each key is, by digests of the keys: in this process alone, and made once for each link of the site."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.clear()

    def clear(self) -> None:
        """Forget all of them."""
        self._links: dict[bytes, int] = {}
        self._newest = 0

    def link_of(self, key: str) -> int | None:
        """The link that had this key when it was met; None where none had. One query where the key is not known."""
        found = self._links.get(_digest(key))
        if found is None:
            with self._lock:
                for pk, nonce in (
                    PersonalLink.objects.filter(pk__gt=self._newest).order_by("pk").values_list("pk", "nonce")
                ):
                    self._links[_digest(keys.key_of(KEY_PURPOSE, nonce))] = pk
                    self._newest = pk
            found = self._links.get(_digest(key))
        return found

    def note(self, key: str, link: int) -> None:
        """From now on this is the link of this key."""
        self._links[_digest(key)] = link


_keys = _Keys()


def _digest(key: str) -> bytes:
    return sha256(key.encode()).digest()


def link_of_key(text: str) -> PersonalLink | None:
    """The link with this key, also one that was taken back; None for a key that none has.

    A key is found by trying every link of the site. Each process tries each of them once, and keeps whose key is whose under
    digests of the keys; the link is looked at again each time.
    """
    key = keys.normalised(text)
    if not key:
        return None
    links = PersonalLink.objects.select_related("entry__event__tournament", "entry__player")
    known = _keys.link_of(key)
    link = links.filter(pk=known).first() if known is not None else None
    if link is not None and constant_time_compare(key_of_link(link), key):
        return link
    # What was known of the links does not hold any more where the whole database was put back from a copy.
    nonce = keys.nonce_of(KEY_PURPOSE, key, PersonalLink.objects.values_list("nonce", flat=True))
    if nonce is None:
        return None
    link = links.get(nonce=nonce)
    _keys.note(key, link.pk)
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
