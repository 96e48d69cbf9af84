"""What the APIs of all apps share: strict serializers, the format of errors, pagination.

Serializers take JSON types strictly: a number written as text, an unknown field, or a control character is a fault.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any, TypeVar, cast

from django.db.models import Field, Model, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
)
from rest_framework import serializers
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from tournaments.access import Actor
from tournaments.models import User

RowT = TypeVar("RowT")

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?(Z|[+-][0-9]{2}:[0-9]{2})")
_LINE_BREAKS = {"Cc", "Zl", "Zp"}

# --- Fields ----------------------------------------------------------------------------------------------------------


class TextField(serializers.CharField):
    """A JSON string of one line, without control characters. Spaces around it are removed."""

    default_error_messages = {
        "control": gettext_lazy("This is one line of text, without control characters."),
    }

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        text = super().to_internal_value(data)
        if any(unicodedata.category(character) in _LINE_BREAKS for character in text):
            self.fail("control")
        return text


def text_of(model: type[Model], column: str, **options: Any) -> TextField:
    """Return a text field with the column's limits: its length, and whether it may be blank or null (never both)."""
    field = cast("Field[Any, Any]", model._meta.get_field(column))
    column_options = {
        "max_length": field.max_length,
        "allow_blank": field.blank and not field.null,
        "allow_null": field.null,
    }
    return TextField(**{**column_options, **options})


class NullField(serializers.CharField):
    """A text of an answer: null if it is empty, or if the object that has it is missing."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_null=True, **options)

    def to_representation(self, value: str) -> Any:
        return value or None


class PlayersField(serializers.ListField):
    """The people of an entrant in an answer: two names of a team, none for one person."""

    child = serializers.CharField()

    def __init__(self, **options: Any) -> None:
        help_text = "The names of the two people of a team; empty for one person."
        super().__init__(**{"read_only": True, "help_text": help_text, **options})


class PlayersAtSeatField(PlayersField):
    """The people of the entrant whose `seat` the answer tells, by the `teams` of the context."""

    def get_attribute(self, instance: Any) -> list[str]:
        seat = instance["seat"] if isinstance(instance, Mapping) else instance.seat
        return list(self.context["teams"].get(seat, ()))


class HallTimeField(serializers.DateTimeField):
    """A moment as ISO 8601. A time without an offset is in the active time zone."""

    def enforce_timezone(self, value: datetime) -> datetime:
        try:
            return super().enforce_timezone(value)
        except OverflowError:
            # The conversion of a time near the end of the calendar overflows.
            self.fail("overflow")


class WholeNumberField(serializers.IntegerField):
    """A JSON number without a fraction: neither text nor true."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


class TruthField(serializers.BooleanField):
    """JSON's true or false: neither 1 nor "yes"."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class OneOfField(serializers.ChoiceField):
    """One of a few words."""

    default_error_messages = {"unknown": gettext_lazy("This is one of: {known}.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("unknown", known=", ".join(self.choices))
        return data


class DayField(serializers.DateField):
    """A day, as 2026-03-06."""

    default_error_messages = {"invalid": gettext_lazy("A day is written as 2026-03-06, and must exist.")}

    def to_internal_value(self, data: Any) -> date:
        if not isinstance(data, str) or not _DAY.fullmatch(data):
            self.fail("invalid")
        try:
            return date.fromisoformat(data)
        except ValueError:
            self.fail("invalid")


class MomentField(serializers.DateTimeField):
    """A moment with its zone, as 2026-03-06T09:30:00-08:00."""

    default_error_messages = {
        "invalid": gettext_lazy("A time is written with its zone, as 2026-03-06T09:30:00-08:00, and must exist.")
    }

    def to_internal_value(self, data: Any) -> datetime:
        if not isinstance(data, str) or not _MOMENT.fullmatch(data):
            self.fail("invalid")
        try:
            moment = datetime.fromisoformat(data)
            # The database stores UTC, and near the ends of the calendar the conversion overflows.
            return moment.astimezone(UTC)
        except (ValueError, OverflowError):
            self.fail("invalid")


# --- Shapes ----------------------------------------------------------------------------------------------------------


class StrictSerializer(serializers.Serializer[Any]):
    """The body of a request: an object with only the declared fields, each of its JSON type."""

    def to_internal_value(self, data: Any) -> Any:
        faults = self._faults(data) if isinstance(data, Mapping) else {}
        try:
            value = super().to_internal_value(data)
        except serializers.ValidationError as exc:
            if isinstance(exc.detail, dict):
                raise serializers.ValidationError({**exc.detail, **faults}) from exc
            raise
        if faults:
            raise serializers.ValidationError(faults)
        return value

    def _faults(self, data: Mapping[str, Any]) -> dict[str, list[serializers.ErrorDetail]]:
        """Return the faults that DRF does not find, by field: unknown fields and values of a wrong JSON type."""
        known = [name for name, field in self.fields.items() if not field.read_only]
        faults = {}
        for name in data:
            if name not in known:
                message = _("There is no field of this name here. Those that there are: %(known)s.")
                message %= {"known": ", ".join(known)}
                faults[_printable(name)] = [serializers.ErrorDetail(message, code="unknown")]
        for name in known:
            fault = _wrong_type(self.fields[name], data.get(name))
            if fault is not None:
                faults[name] = [fault]
        return faults


def _printable(name: str) -> str:
    """A field name from the client, made safe to return: short, and without lone surrogates."""
    return name[:60].encode(errors="replace").decode()


def _wrong_type(field: serializers.Field[Any, Any, Any, Any], value: Any) -> serializers.ErrorDetail | None:
    """Return the fault of a value with the wrong JSON type, or None. DRF alone would take "7" for 7 and 1 for true."""
    if value is None:
        return None
    if isinstance(field, serializers.IntegerField) and (isinstance(value, bool) or not isinstance(value, int)):
        return serializers.ErrorDetail(_("A whole number is needed, without quotes."), code="invalid")
    if isinstance(field, serializers.BooleanField) and not isinstance(value, bool):
        return serializers.ErrorDetail(_("This is true or false, without quotes."), code="invalid")
    if isinstance(field, serializers.CharField) and not isinstance(value, str):
        return serializers.ErrorDetail(_("Text in quotes is needed."), code="invalid")
    return None


def read(shape: type[StrictSerializer], request: Request, *, many: bool = False, **options: Any) -> Any:
    """Return the validated body of this request. Raises ValidationError with every fault."""
    body = shape(data=request.data, many=many, **options)
    body.is_valid(raise_exception=True)
    return body.validated_data


IDEMPOTENCY_KEY = "Idempotency-Key"


def refuse_untold(request: Request, sent: Mapping[str, Any], name: str) -> None:
    """Raise ValidationError if a retry could not be told from a second request.

    That is so if neither this field nor an idempotency key is sent.
    """
    if name not in sent and IDEMPOTENCY_KEY not in request.headers:
        message = _(
            "Send this, or the header Idempotency-Key: else what is sent again, because no answer came, is done twice."
        )
        raise serializers.ValidationError({name: [message]}, code="required")


def whole_number_in_address(request: Request, name: str, *, least: int, most: int) -> int | None:
    """Return an integer of the query string, or None if it is missing. Raises ValidationError."""
    text = request.query_params.get(name)
    if text is None:
        return None
    field = WholeNumberField(min_value=least, max_value=most)
    try:
        number: int = field.run_validation(
            int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else text
        )
    except serializers.ValidationError as exc:
        raise serializers.ValidationError({name: exc.detail}) from exc
    return number


# --- Answers ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What the API shows of a model, for `manage.py check_fields`.

    - `by`: the serializers; a field shows the column of the same name.
    - `columns`: the columns that a field shows under another name.
    - `left_out`: the columns that are not shown, by reason.
    """

    model: type[Model]
    by: tuple[type[serializers.Serializer[Any]], ...]
    columns: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)

    def told(self) -> set[str]:
        """Return the serializers' fields and the columns they show. LookupError if `columns` names an unknown field."""
        fields = {str(name) for serializer in self.by for name in serializer().fields}
        if missing := self.columns.keys() - fields:
            raise LookupError(f"no serializer of {self.model.__name__} has {', '.join(sorted(missing))}")
        return fields | set(" ".join(self.columns.values()).split())


class FaultSerializer(serializers.Serializer[Any]):
    """One thing that is wrong."""

    # In the class body, "field" would shadow an attribute of Serializer.
    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            "field": serializers.CharField(
                help_text="Where: dotted, an index is the position sent, from 0. Empty for the whole."
            ),
            "code": serializers.CharField(help_text="What, for programs."),
            "message": serializers.CharField(help_text="What, and what cures it, for people."),
            "rule": serializers.CharField(
                allow_null=True, help_text="The rule behind it, by its number in the tournament's edition."
            ),
        }


class ErrorSerializer(serializers.Serializer[Any]):
    """Every error of this API."""

    code = serializers.CharField(help_text="Why, for programs.")
    message = serializers.CharField(help_text="Why, and what cures it, for people.")

    # In the class body, "errors" would shadow an attribute of Serializer.
    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            **super().get_fields(),
            "errors": FaultSerializer(many=True, help_text="Every fault; empty where the reason is the whole."),
        }


def _error(code: str, message: str, *faults: Mapping[str, Any]) -> dict[str, Any]:
    return {"code": code, "message": message, "errors": list(faults)}


_REFUSALS: Mapping[int, tuple[str, dict[str, Any]]] = {
    400: (
        "What was sent cannot be what it says it is; every fault is named.",
        _error(
            "invalid",
            "Some of what was sent is not right; each fault is named.",
            {
                "field": "events.0.games",
                "code": "max_value",
                "message": "Ensure this value is less than or equal to 60.",
                "rule": None,
            },
        ),
    ),
    401: ("Nobody is signed in, or the token is not valid.", _error("sign_in", "Sign in to do this.")),
    403: (
        "`role`: another role is needed. `own_card`: a card of one's own. `hidden`: the director holds it back.",
        _error("role", "This is for registrars and the director. Ask the director for that role."),
    ),
    404: (
        "Unknown, or private to those with a role.",
        _error("not_found", "There is no such tournament, or it is private. Sign in if you have a role in it."),
    ),
    409: (
        "The state of things does not allow it, or somebody changed it first; `current` is then what stands there now.",
        _error("closed", "Seats are drawn already, and everybody has been told. They stay."),
    ),
    429: (
        "Too many wrong passwords or codes; the header Retry-After says for how many seconds.",
        _error("too_often", "Too many wrong passwords for this name. Try again in 10 minutes, or reset the password."),
    ),
}


def refusals(*codes: int) -> dict[int, OpenApiResponse]:
    """Return the errors that an operation may answer with, for the OpenAPI document."""
    return {
        code: OpenApiResponse(
            ErrorSerializer,
            description=_REFUSALS[code][0],
            examples=[
                OpenApiExample(str(code), value=_REFUSALS[code][1], response_only=True, status_codes=[str(code)])
            ],
        )
        for code in codes
    }


PAGE_PARAMETERS = [
    OpenApiParameter("page", OpenApiTypes.INT, description="Which page, from 1."),
    OpenApiParameter(
        "page_size", OpenApiTypes.INT, description="How many on a page, to 500; 100 where it is left out."
    ),
]


class Page(serializers.Serializer[Any]):
    """A page of a list."""

    count = serializers.IntegerField(help_text="How many there are on all pages.")
    next = serializers.URLField(allow_null=True, help_text="The address of the next page.")
    previous = serializers.URLField(allow_null=True, help_text="The address of the page before.")


def pages_of(shape: type[serializers.Serializer[Any]], name: str) -> type[Page]:
    """Return the serializer of a page of a list, for the OpenAPI document."""
    return type(name, (Page,), {"__doc__": Page.__doc__, "results": shape(many=True, help_text="Those on this page.")})


def body_example(name: str, value: Any) -> OpenApiExample:
    """An example request body, for the OpenAPI document."""
    return OpenApiExample(name, value=value, request_only=True)


def answer_example(name: str, value: Any, status: int = 200) -> OpenApiExample:
    """An example response body, for the OpenAPI document."""
    return OpenApiExample(name, value=value, response_only=True, status_codes=[str(status)])


def page_example(item: Any, name: str = "A page") -> OpenApiExample:
    """An example response with one item on one page, for the OpenAPI document."""
    return answer_example(name, {"count": 1, "next": None, "previous": None, "results": [item]})


def paginated(
    view: APIView,
    request: Request,
    rows: QuerySet[Any] | list[Any],
    shown: type[serializers.Serializer[Any]] | Callable[[Iterable[Any]], list[Any]],
) -> Response:
    """Return one page of these rows, by `?page` and `?page_size`; `shown` serializes them."""
    # The setting's type also allows a dotted path, so it is cast.
    pages = cast("type[BasePagination]", api_settings.DEFAULT_PAGINATION_CLASS)()
    page = pages.paginate_queryset(rows, request, view) or []
    return pages.get_paginated_response(shown(page, many=True).data if isinstance(shown, type) else shown(page))


def actor_of(request: Request) -> Actor:
    """Return the actor of a request. The caller has checked with `tournaments.access` that somebody is signed in."""
    if not isinstance(request.user, User):
        raise TypeError("an action needs somebody who is signed in")
    return Actor.of_user(request.user)


def found(row: RowT | None, message: str) -> RowT:
    """Return this row, or raise Http404 with this message if it is None."""
    if row is None:
        raise Http404(message)
    return row


KEY = OpenApiParameter(
    "entrant", OpenApiTypes.STR, OpenApiParameter.PATH, description="The entrant's id, as 7, or seat, as A-7."
)
