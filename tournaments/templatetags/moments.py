"""Times on pages of the whole site."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.words.moments import moment_text

register = template.Library()


@register.simple_tag
def site_time(at: datetime) -> SafeString:
    """Return this time for a page that belongs to no tournament: with its zone, which a script makes the visitor's own."""
    return format_html('<time datetime="{}" data-own-zone>{}</time>', at.isoformat(), moment_text(at))
