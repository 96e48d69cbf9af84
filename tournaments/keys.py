"""Keys that open one page without signing in: derived from a nonce and the site's secret, and never stored.

The nonce is stored in the row that the key opens. Without the site's secret the database yields no key. A key is valid
for one purpose only. On paper it has sixteen characters without look-alikes, in groups of four.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from django.utils.crypto import constant_time_compare, salted_hmac

if TYPE_CHECKING:
    from collections.abc import Iterable

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 16
_GROUP = 4
_BYTES = 16


def new_nonce() -> str:
    """Return a random nonce, 32 characters."""
    return secrets.token_hex(_BYTES)


def new_password() -> str:
    """Return a random password that can be read aloud: `9mfk-x3vw-rt7h`."""
    return readable("".join(secrets.choice(ALPHABET) for _place in range(12)).lower())


def digest_of(secret: str) -> str:
    """Return the stored digest of an unguessable secret; 64 characters."""
    return hashlib.sha256(secret.encode()).hexdigest()


def key_of(purpose: str, nonce: str) -> str:
    """Return the key of this nonce for this purpose: sixteen characters of `ALPHABET`."""
    number = int.from_bytes(salted_hmac(f"pegboard.{purpose}", nonce, algorithm="sha256").digest()[:_BYTES])
    letters = []
    for _place in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def readable(key: str) -> str:
    """Return the key as it is printed: `7K4M-9XQT-2PWD-HH3R`."""
    return "-".join(key[place : place + _GROUP] for place in range(0, len(key), _GROUP))


def normalised(text: str) -> str:
    """Return the key of a typed text, without spaces and hyphens, in capitals; empty if the text cannot be a key."""
    key = "".join(character for character in text.upper() if not character.isspace() and character != "-")
    return key if len(key) == LENGTH and set(key) <= set(ALPHABET) else ""


def nonce_of(purpose: str, key: str, nonces: Iterable[str]) -> str | None:
    """Return the nonce from which this key was made, or None.

    Every nonce is compared, so that the time does not tell which one matches.
    """
    matching = None
    for nonce in nonces:
        if constant_time_compare(key_of(purpose, nonce), key):
            matching = nonce
    return matching
