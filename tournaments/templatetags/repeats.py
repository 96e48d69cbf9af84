"""The idempotency key of a page's forms: each act is done once, however often it is sent."""

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
    """Return the hidden field with the idempotency key of this page: for every form that adds or removes something."""
    request = context.get("request")
    key = getattr(request, FORM_KEY, "") or secrets.token_urlsafe(16)
    if request is not None:
        setattr(request, FORM_KEY, key)
    # autocomplete="off": a browser that restores a form must not put an older key into a newer page.
    return format_html('<input type="hidden" name="{}" value="{}" autocomplete="off">', FORM_KEY, key)
