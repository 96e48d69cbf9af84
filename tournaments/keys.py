"""Keys that open one page without signing in: made from a nonce and the site's secret, and never stored.

A *nonce* is kept beside what the key opens. Whoever has the database without the secret has no key, and a key is valid
for one purpose only. On paper a key is sixteen characters without look-alikes, in groups of four.
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
    """A nonce made at random, 32 characters."""
    return secrets.token_hex(_BYTES)


def digest_of(secret: str) -> str:
    """What is kept of a secret that cannot be guessed; 64 characters."""
    return hashlib.sha256(secret.encode()).hexdigest()


def key_of(purpose: str, nonce: str) -> str:
    """The key of this nonce for this purpose: sixteen characters of `ALPHABET`."""
    number = int.from_bytes(salted_hmac(f"pegboard.{purpose}", nonce, algorithm="sha256").digest()[:_BYTES])
    letters = []
    for _place in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def readable(key: str) -> str:
    """The key as it is printed: `7K4M-9XQT-2PWD-HH3R`."""
    return "-".join(key[place : place + _GROUP] for place in range(0, len(key), _GROUP))


def normalised(text: str) -> str:
    """The key that somebody typed with spaces, hyphens or small letters; empty where it cannot be one."""
    key = "".join(character for character in text.upper() if not character.isspace() and character != "-")
    return key if len(key) == LENGTH and set(key) <= set(ALPHABET) else ""


def nonce_of(purpose: str, key: str, nonces: Iterable[str]) -> str | None:
    """Which of these nonces the key was made from, None where none of them was."""
    found = None
    for nonce in nonces:
        if constant_time_compare(key_of(purpose, nonce), key):
            found = nonce
    return found
