"""Lists in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _


def in_a_row(things: Iterable[object]) -> str:
    """Return things as they are listed in a sentence: `A`, `A and B`, `A, B and C`; nothing for none."""
    *others, last = [str(thing) for thing in things] or [""]
    return _("%(others)s and %(last)s") % {"others": ", ".join(others), "last": last} if others else last
