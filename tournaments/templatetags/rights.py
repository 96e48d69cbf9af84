"""What somebody may, asked in a template: `{% if rights|may:"check" %}`."""

from __future__ import annotations

from django import template

from tournaments.access import Need, Rights

register = template.Library()


@register.filter
def may(rights: Rights, need: str) -> bool:
    """Whether these rights cover the need of this name. ValueError for a name that is no need."""
    return rights.may(Need(need))


@register.filter
def may_in_all(rights: Rights, need: str) -> bool:
    """The same of the whole tournament, also on a page of one event: for links to pages of the tournament."""
    return rights.may_in_all(Need(need))


@register.filter
def may_in_some(rights: Rights, need: str) -> bool:
    """The same of at least one event, also on a page of the tournament: for links to pages that serve several events."""
    return rights.may_in_some(Need(need))
