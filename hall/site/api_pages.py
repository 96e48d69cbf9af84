"""The API's documentation: the OpenAPI document, and a page of it that needs no script and no other site."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any, NoReturn

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from hall.site.repeats import KEYED
from tournaments.api.shapes import IDEMPOTENCY_KEY

Schema = Mapping[str, Any]


# Path parameters that many operations share.
_IN_ADDRESSES = {
    "tournament": "The tournament's short name.",
    "event": "The event's short name.",
    "call": "The number of the call for a judge.",
    "seat": "The entrant's permanent ID, as A-7.",
    "game": "The game's number on the card, from 1.",
    "match": "The number of the match, from 1 by round, byes included.",
    "discrepancy": "The id of the discrepancy, as 8-A-6-A-16.",
}


def describe_addresses(result: dict[str, Any], **_options: Any) -> dict[str, Any]:
    """drf-spectacular hook: describe path parameters that have no description."""
    for methods in result["paths"].values():
        for operation in methods.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path" and parameter["name"] in _IN_ADDRESSES:
                    parameter.setdefault("description", _IN_ADDRESSES[parameter["name"]])
    return result


IDEMPOTENCY = {
    "name": IDEMPOTENCY_KEY,
    "in": "header",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
    "description": "Made anew for each thing to do, as a UUID. The same key with the same request within 24 hours gives the first "
    "answer again, with `Idempotent-Replayed: true`, and does nothing; with another request 409 `key_reused`; while the first is "
    "still at work 409 `in_progress`.",
}


def describe_repeats(result: dict[str, Any], **_options: Any) -> dict[str, Any]:
    """drf-spectacular hook: document the idempotency key of every POST and DELETE."""
    operations = [(method, operation) for methods in result["paths"].values() for method, operation in methods.items()]
    refused = next(
        operation["responses"]["409"] for _method, operation in operations if "409" in operation["responses"]
    )
    for method, operation in operations:
        if method.upper() in KEYED:
            operation.setdefault("parameters", []).append(IDEMPOTENCY)
            operation["responses"].setdefault("409", refused)
    return result


# drf-spectacular modifies the views while it reads them, so two documents must not be made at once.
_MAKING = Lock()


def _document(language: str) -> dict[str, Any]:
    """The OpenAPI document in this language; made once per process, since only a new version of Pegboard changes it."""
    with _MAKING:
        return _made(language)


@cache
def _made(language: str) -> dict[str, Any]:
    make: Callable[..., Any] = SchemaGenerator
    document: dict[str, Any] = make().get_schema(request=None, public=True)
    return document


class NothingHereView(APIView):
    """Every API address that does not exist: 404 in the API's format, for any method."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> NoReturn:
        raise Http404(_("There is nothing at this address. The documentation is at /api/v1/docs/."))


class SchemaView(APIView):
    """The OpenAPI document, as JSON or, with `Accept: application/yaml` or `?format=openapi`, as YAML."""

    authentication_classes = ()
    renderer_classes = (OpenApiJsonRenderer2, OpenApiJsonRenderer, OpenApiYamlRenderer, OpenApiYamlRenderer2)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        return Response(_document(translation.get_language() or ""))


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a body, or one parameter. Nested names are dotted, `[]` stands for each item of a list."""

    name: str
    kind: str
    required: bool
    description: SafeString


@dataclass(frozen=True, slots=True)
class Example:
    """An example body, as JSON on several lines."""

    title: str
    body: str


@dataclass(frozen=True, slots=True)
class Body:
    """A request body, or the answer with this status."""

    status: str
    description: SafeString
    fields: tuple[Field, ...]
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of the API."""

    anchor: str
    method: str
    path: str
    summary: str
    description: SafeString
    parameters: tuple[Field, ...]
    request: Body | None
    answers: tuple[Body, ...]
    refusals: tuple[Body, ...]


@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """The page at `/api/v1/docs/`."""
    operations = _operations(translation.get_language() or "")
    return render(request, "hall/api.html", {"operations": operations})


@cache
def _operations(language: str) -> tuple[Operation, ...]:
    document = _document(language)
    return tuple(
        _operation(document, path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    )


def _operation(document: Schema, path: str, method: str, operation: Schema) -> Operation:
    answers = [
        _body(document, status, answer.get("description", ""), answer.get("content"))
        for status, answer in operation["responses"].items()
    ]
    sent = operation.get("requestBody")
    return Operation(
        anchor=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation.get("summary", operation["operationId"].replace("_", " ").capitalize()),
        description=_prose(operation.get("description", "")),
        parameters=tuple(
            Field(
                parameter["name"],
                _kind(document, parameter["schema"]),
                parameter.get("required", False),
                _prose(parameter.get("description", "")),
            )
            for parameter in operation.get("parameters", ())
            # The header that all operations share is described once.
            if parameter["in"] != "header"
        ),
        request=_body(document, "", "", sent["content"]) if sent else None,
        answers=tuple(answer for answer in answers if answer.status < "4"),
        refusals=tuple(answer for answer in answers if answer.status >= "4"),
    )


def _body(document: Schema, status: str, description: str, content: Schema | None) -> Body:
    media: Schema = (content or {}).get("application/json", {})
    examples = tuple(
        Example(title, json.dumps(example["value"], ensure_ascii=False, indent=2))
        for title, example in media.get("examples", {}).items()
    )
    return Body(status, _prose(description), tuple(_fields(document, media.get("schema", {}), "")), examples)


def _prose(text: str) -> SafeString:
    """A description with text in backticks as code."""
    parts: list[str] = text.split("`")
    # Every second part was between backticks.
    parts[1::2] = [format_html("<code>{}</code>", part) for part in parts[1::2]]
    return format_html_join("", "{}", ((part,) for part in parts))


def _resolved(document: Schema, schema: Schema) -> Schema:
    """This schema with its references resolved and its alternatives merged.

    Keys beside `allOf`, `oneOf` or `anyOf` take precedence over the merged ones.
    """
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return _resolved(document, document["components"]["schemas"][name])
    for word in ("allOf", "oneOf", "anyOf"):
        if word in schema:
            parts = [_resolved(document, part) for part in schema[word]]
            merged: dict[str, Any] = {}
            for part in parts:
                merged = {**part, **merged, "enum": [*merged.get("enum", ()), *part.get("enum", ())]}
            return {**merged, **{key: value for key, value in schema.items() if key != word}}
    return schema


def _fields(document: Schema, schema: Schema, prefix: str) -> Iterator[Field]:
    """The fields of a schema, each followed by the fields inside it; `prefix` is the name of the outer field."""
    resolved = _resolved(document, schema)
    if resolved.get("type") == "array":
        yield from _fields(document, resolved["items"], f"{prefix}[]")
        return
    required = resolved.get("required", ())
    for name, inner in resolved.get("properties", {}).items():
        path = f"{prefix}.{name}" if prefix else name
        yield Field(path, _kind(document, inner), name in required, _prose(inner.get("description", "")))
        yield from _fields(document, inner, path)


def _kind(document: Schema, schema: Schema) -> str:
    """The type of a value, in words."""
    resolved = _resolved(document, schema)
    words = {
        "array": _("list"),
        "boolean": _("true or false"),
        "integer": _("whole number"),
        "number": pgettext("API", "number"),
        "object": _("object"),
        "string": _("text"),
    }
    values = [value for value in resolved.get("enum", ()) if value not in (None, "")]
    if values:
        kind = _("one of %(values)s") % {"values": ", ".join(json.dumps(value) for value in values)}
    elif resolved.get("type") == "array":
        kind = _("list of: %(kind)s") % {"kind": _kind(document, resolved["items"])}
    else:
        formats = {"date": _("day"), "date-time": _("time"), "uri": _("address")}
        kind = formats.get(resolved.get("format", ""), words.get(resolved.get("type", ""), ""))
    limits = [f"{sign} {resolved[word]}" for sign, word in (("≥", "minimum"), ("≤", "maximum")) if word in resolved]
    if limits:
        kind += " (" + ", ".join(limits) + ")"
    if resolved.get("nullable") or None in resolved.get("enum", ()):
        kind = _("%(kind)s, or null") % {"kind": kind}
    return kind
