"""Rule numbers in templates."""

from __future__ import annotations

from django import template

from tournaments.rules.edition import Edition
from tournaments.words import citing as citing_words

register = template.Library()


@register.filter
def cited(rule: str) -> str:
    """A rule number as people read it: `12.2.d`, `guideline 7.f`, `protocol a`; empty for anything without a number."""
    return citing_words.cited(rule)


@register.filter
def cited_in(rule: str, edition: str) -> str:
    """A rule number with its edition: `12.2.d (2020)`, `guideline 11.d (classic)`; `our reading` has no edition."""
    return citing_words.with_edition(rule, edition)


@register.simple_tag
def authority(how: str, edition: str) -> str:
    """Who decides what no rule covers; see `tournaments.words.citing.authority`."""
    return citing_words.authority(how, edition)


@register.simple_tag
def badge(code: str, edition: str) -> str:
    """The basis of a code in the table of citations: `12.2.i (2020)`, `our reading`."""
    return citing_words.badge(code, Edition(edition))


@register.simple_tag
def named(code: str, edition: str) -> str:
    """The basis of a code within a sentence: `rule 12.2`, `guideline 11`."""
    return citing_words.named(code, Edition(edition))


@register.simple_tag
def decides(edition: str) -> str:
    """Who decides what no rule covers, as a sentence."""
    return citing_words.decides(Edition(edition))
