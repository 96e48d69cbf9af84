"""Numbers of rules of both editions in templates, and what is said of a call."""

from __future__ import annotations

from django import template

from judging.reads import CallShown, too_few_told
from judging.words import assistant

register = template.Library()


@register.filter
def named(rule: str) -> str:
    """The number of a rule as it is read, also of what has a word for a chapter: `12.2.d`, `protocol a`; empty for no number."""
    return assistant.rule_number(rule)


@register.filter
def too_few(call: CallShown) -> str:
    """What whoever called reads where too few judges can come to the call; as many queries as `staffing_of`."""
    return too_few_told(call)
