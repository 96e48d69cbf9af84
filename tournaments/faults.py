"""Faults that a field of any form or request can have."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from tournaments.errors import Fault, Malformed

MAX_EMAIL, MAX_PHONE = 254, 40
"""The longest e-mail address and phone number that the database takes, in characters."""


def raise_malformed(faults: Sequence[Fault]) -> None:
    """Raise Malformed with these faults, if there are any."""
    if faults:
        raise Malformed(_("Some of what was sent is not right; each fault is named."), faults=faults)


def out_of_range(field: str, least: int, most: int) -> Fault:
    """Return the fault of a number that is not between `least` and `most`."""
    return Fault(field, "range", _("This is a number from %(least)d to %(most)d.") % {"least": least, "most": most})


def unknown(field: str, known: Iterable[str]) -> Fault:
    """Return the fault of a value that is none of the `known` ones."""
    return Fault(field, "unknown", _("This is one of: %(known)s.") % {"known": ", ".join(known)})


def text_faults(field: str, text: str, limit: int, *, required: bool = False) -> list[Fault]:
    """Return the faults of one line of text with at most `limit` characters."""
    if required and not text.strip():
        return [Fault(field, "required", _("This cannot be empty."))]
    if len(text) > limit:
        return [Fault(field, "too_long", _("This is %(n)d characters at most.") % {"n": limit})]
    # Checking each character is slow, and printable text has no control characters.
    if not text.isprintable() and any(
        unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in text
    ):
        return [Fault(field, "invalid", _("This is one line of text, without control characters."))]
    return []


def reach_faults(prefix: str, email: str, phone: str) -> list[Fault]:
    """Return the faults of how somebody is reached; both may be empty. Field names begin with `prefix`."""
    faults = text_faults(f"{prefix}email", email, MAX_EMAIL)
    if email and not faults:
        try:
            validate_email(email)
        except ValidationError:
            faults.append(Fault(f"{prefix}email", "invalid", _("An e-mail address is written like ann@example.org.")))
    return faults + text_faults(f"{prefix}phone", phone, MAX_PHONE)
