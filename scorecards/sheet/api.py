"""Shared parts of the scorecards' API: the card's notation, remedies for refusals, and the present sheet of an event."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers

from scorecards.sheet.reads.sheet import Sheet, sheet
from tournaments.api.shapes import TextField
from tournaments.errors import Refused
from tournaments.models import Event
from tournaments.rules.initials import LONGEST, is_initials
from tournaments.words import signing as signing_words

LARGEST_NUMBER = 2**53
"""The largest whole number that every JSON reader keeps exact."""


class NotationField(TextField):
    """A column of a card in the card's notation; spaces are kept, so that they are found as faults."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_blank=True, max_length=8, trim_whitespace=False, **kwargs)


class InitialsField(TextField):
    """A checker's initials, as they would stand on the paper."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST, validators=[_be_initials], **kwargs)


def _be_initials(text: str) -> None:
    if not is_initials(text):
        raise serializers.ValidationError(signing_words.not_initials(), code="initials")


class ValuesSerializer(serializers.Serializer[Any]):
    points = serializers.CharField()
    plus = serializers.CharField()
    minus = serializers.CharField()


READ_AGAIN = ("line_typed_over", "not_looked", "line_unread")
"""The codes of refusals that another reading of the paper resolves."""


def with_cure(event: Event, code: str, message: str) -> str:
    """The message; if another reading resolves the refusal, the API request for it is added."""
    if code not in READ_AGAIN:
        return message
    address = reverse("api_looks", args=[event.tournament.slug, event.slug])
    return _("%(message)s By the API: POST %(at)s with this seat and game.") % {"message": message, "at": address}


@contextmanager
def naming_cures(event: Event) -> Iterator[None]:
    """Raise a refusal inside the block with the API request that resolves it, if that is another reading."""
    try:
        yield
    except Refused as refused:
        if refused.code not in READ_AGAIN and not any(fault.code in READ_AGAIN for fault in refused.faults):
            raise
        faults = [replace(fault, message=with_cure(event, fault.code, fault.message)) for fault in refused.faults]
        message = with_cure(event, refused.code, refused.message)
        raise Refused(refused.code, message, faults=faults, current=refused.current) from refused


def sheet_now(event: Event) -> Sheet:
    """The event's sheet after an action."""
    return sheet(Event.objects.select_related("tournament").get(pk=event.pk))
