"""Times in words, which say their zone on pages that belong to no tournament."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format


def moment_text(at: datetime, kind: str = "SHORT_DATETIME_FORMAT") -> str:
    """Return this time in the zone of the page. Pages of a tournament have that of its hall, all others say `UTC`."""
    text = date_format(timezone.localtime(at), kind)
    return f"{text} UTC" if timezone.get_current_timezone_name() == "UTC" else text
