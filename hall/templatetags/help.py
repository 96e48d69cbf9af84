"""The help of a page: `{% page_help as help %}`."""

from __future__ import annotations

from django import template
from django.http import HttpRequest
from django.template import Context

from hall.help.reads import Help, help_of

register = template.Library()


@register.simple_tag(takes_context=True)
def page_help(context: Context) -> Help | None:
    """The help for the page at the address of this request; None if it has none."""
    request = context.get("request")
    match = request.resolver_match if isinstance(request, HttpRequest) else None
    return help_of(match.view_name) if match is not None else None
