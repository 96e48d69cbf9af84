"""Amounts of money in templates."""

from __future__ import annotations

from django import template

from tournaments.money import words as money_words

register = template.Library()


@register.filter
def amount(cents: int) -> str:
    """An amount in cents as text: `$12.50`."""
    return money_words.amount(cents)
