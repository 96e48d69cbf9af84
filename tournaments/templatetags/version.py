"""The version of Pegboard, for the foot of every page."""

from __future__ import annotations

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def version() -> str:
    """The newest release in CHANGELOG.md."""
    number: str = settings.VERSION
    return number
