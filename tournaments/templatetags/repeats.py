"""The key of a page: what its forms add or take away is done once, however often they are sent."""

from __future__ import annotations

import secrets

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

FORM_KEY = "form_key"
"""The name of the field."""


@register.simple_tag(takes_context=True)
def form_key(context: Context) -> SafeString:
    """The unseen field that tells one copy of a page from another. It stands in every form that adds or takes away."""
    request = context.get("request")
    key = getattr(request, FORM_KEY, "") or secrets.token_urlsafe(16)
    if request is not None:
        setattr(request, FORM_KEY, key)
    # A browser that brings a form back as it was left must not bring an older key into a newer page.
    return format_html('<input type="hidden" name="{}" value="{}" autocomplete="off">', FORM_KEY, key)
