"""Numbers of rules in templates."""

from __future__ import annotations

from django import template

from tournaments import words

register = template.Library()


@register.filter
def cited(rule: str) -> str:
    """The number of a rule as it is read: `12.2.d`, `guideline 7.f`."""
    return words.cited(rule)
