"""Seats in sentences: `D-3` stays on one line."""

from __future__ import annotations

import re

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

_SEAT = re.compile(r"\b[A-Z]{1,2}-[1-9][0-9]{0,2}\b")


@register.filter
def seats(text: str) -> SafeString:
    """The text with every seat kept on one line.

    >>> seats("Missing: B-40 <b>")
    'Missing: <span class="nowrap">B-40</span> &lt;b&gt;'
    """
    return mark_safe(_SEAT.sub(r'<span class="nowrap">\g<0></span>', conditional_escape(text)))
