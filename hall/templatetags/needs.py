"""What needs somebody in the whole tournament: `{% weekend_todos as weekend %}`."""

from __future__ import annotations

from django import template
from django.template import Context
from django.utils import timezone

from hall.desk.todos import Todo
from hall.desk.todos import weekend_todos as todos_of
from tournaments.access import Rights
from tournaments.models import Tournament

register = template.Library()


@register.simple_tag(takes_context=True)
def weekend_todos(context: Context) -> tuple[Todo, ...]:
    """The todos of the page's tournament (`t`) that somebody with its `rights` can deal with."""
    tournament, rights = context["t"], context["rights"]
    assert isinstance(tournament, Tournament)
    assert isinstance(rights, Rights)
    return todos_of(tournament, rights, timezone.now())
