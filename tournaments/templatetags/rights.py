"""Rights in templates: `{% if rights|may:"check" %}`."""

from __future__ import annotations

from django import template

from tournaments.access import Need, Rights

register = template.Library()


@register.filter
def may(rights: Rights, need: str) -> bool:
    """Whether these rights cover the need with this name. Raises ValueError for an unknown name."""
    return rights.may(Need(need))


@register.filter
def may_in_all(rights: Rights, need: str) -> bool:
    """Whether these rights cover the need in the whole tournament, even on an event's page.

    It is for links to the tournament's pages.
    """
    return rights.may_in_all(Need(need))


@register.filter
def may_in_some(rights: Rights, need: str) -> bool:
    """Whether these rights cover the need in at least one event, even on the tournament's page.

    It is for links to pages of several events.
    """
    return rights.may_in_some(Need(need))
