"""Template filters on calls."""

from __future__ import annotations

from django import template

from judging.calls.reads.calls import CallShown
from judging.calls.reads.panel import too_few_told

register = template.Library()


@register.filter
def too_few(call: CallShown) -> str:
    """The sentence that the caller reads if too few judges can come to the call; empty if there are enough."""
    return too_few_told(call)
