"""What somebody may, asked in a template: `{% if rights|may:"check" %}`."""

from __future__ import annotations

from django import template

from tournaments.access import Need, Rights

register = template.Library()


@register.filter
def may(rights: Rights, need: str) -> bool:
    """Whether these rights cover the need of this name. ValueError for a name that is no need."""
    return rights.may(Need(need))
