"""Squares to be scanned, as SVG that stands in the page."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


def square(address: str) -> SafeString:
    """The QR code of an address that the program itself made; it fills the width that it is given."""
    # `segno` writes nothing of the address into the SVG but the modules.
    return mark_safe(segno.make(address, micro=False, error="m").svg_inline(border=2, omitsize=True))
