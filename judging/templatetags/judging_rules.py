"""Numbers of rules of both editions in templates."""

from __future__ import annotations

from django import template

from judging.words import assistant

register = template.Library()


@register.filter
def named(rule: str) -> str:
    """The number of a rule as it is read, also of what has a word for a chapter: `12.2.d`, `protocol a`; empty for no number."""
    return assistant.rule_number(rule)
