"""Who reaches which call."""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext as _

from judging.models import Call
from tournaments.access import Need, Person, events_for
from tournaments.models import Event


def call_for(user: Person, tournament: str, number: int) -> tuple[Call, list[Event]]:
    """The call with this number, for whoever judges in its event, and the events in which they do.

    Raises Http404 (unknown, or in an event that is not theirs), Forbidden (`sign_in`, `role`).
    """
    _found, _rights, events = events_for(user, tournament, Need.JUDGE)
    call = Call.objects.select_related("entry__event").filter(pk=number, entry__event__in=events).first()
    if call is None:
        raise Http404(_("There is no such call in the events that you judge."))
    return call, events
