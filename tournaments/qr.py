"""QR codes as inline SVG."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


def square(address: str) -> SafeString:
    """Return the QR code of an address that the program made; it fills the available width."""
    # Safe: `segno` puts only the modules into the SVG, none of the address as text.
    return mark_safe(segno.make(address, micro=False, error="m").svg_inline(border=2, omitsize=True))
