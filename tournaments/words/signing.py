"""Signing with initials."""

from __future__ import annotations

from django.utils.translation import gettext as _


def not_initials() -> str:
    """Why a text is refused as initials."""
    return _("Initials are one to four letters, like JK or J. K. Sign as you would on the paper.")
