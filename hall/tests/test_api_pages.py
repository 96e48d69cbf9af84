"""The API describes itself: an OpenAPI document, and a page that any browser shows without other sites."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tournaments.tests.factories import api_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def document() -> dict[str, Any]:
    return api_of().get("/api/v1/schema/").json()


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {path}", operation


def test_the_document_is_valid_and_made_without_a_warning(tmp_path: Any) -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yml"))


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("*/*", "application/json"),
        ("application/json", "application/json"),
        ("application/yaml", "application/yaml"),
    ],
)
def test_the_document_is_json_unless_yaml_is_asked_for(accept: str, kind: str) -> None:
    answer = api_of().get("/api/v1/schema/", HTTP_ACCEPT=accept)

    assert answer.status_code == 200
    assert answer["Content-Type"].startswith(kind)


def test_the_first_who_ask_at_once_are_all_answered() -> None:
    """In a process of its own: what the document is made of is put together once a process."""
    asked = """
import django
django.setup()
from concurrent.futures import ThreadPoolExecutor
from django.test import RequestFactory
from hall.site.api_pages import SchemaView
ask = lambda _n: SchemaView.as_view()(RequestFactory().get("/api/v1/schema/")).status_code
print(set(ThreadPoolExecutor(8).map(ask, range(8))))
"""
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "{200}"


def test_every_operation_of_the_contract_is_described(document: dict[str, Any]) -> None:
    event = "/api/v1/tournaments/{tournament}/events/{event}/"

    described = {name for name, _operation in operations(document)}

    assert described >= {
        "post /api/v1/token/",
        "get /api/v1/tournaments/",
        "post /api/v1/tournaments/",
        "get /api/v1/tournaments/{tournament}/",
        "patch /api/v1/tournaments/{tournament}/",
        "post /api/v1/tournaments/{tournament}/events/",
        f"get {event}",
        f"patch {event}",
        f"get {event}entrants/",
        f"post {event}entrants/",
        f"patch {event}entrants/{{entrant}}/",
        f"delete {event}entrants/{{entrant}}/",
        f"post {event}seating/",
        f"get {event}schedule/",
        f"get {event}scorecards/",
        f"put {event}scorecards/{{seat}}/",
        f"post {event}cross-check/",
        f"get {event}discrepancies/",
        f"get {event}standings/",
        f"post {event}tiebreaks/",
        f"post {event}qualifiers/",
        f"get {event}bracket/",
        f"post {event}bracket/",
    }


def test_every_refusal_has_the_one_form(document: dict[str, Any]) -> None:
    for name, operation in operations(document):
        refusals = {status: answer for status, answer in operation["responses"].items() if status >= "4"}
        assert refusals, name
        for status, answer in refusals.items():
            schema = answer["content"]["application/json"]["schema"]
            assert schema == {"$ref": "#/components/schemas/Error"}, (name, status)


def test_what_is_sent_at_the_desk_has_an_example(document: dict[str, Any]) -> None:
    desk = ("token/", "tournaments/", "events/", "{event}/", "entrants/", "{entrant}/", "seating/", "swaps/")

    without = [
        name
        for name, operation in operations(document)
        if name.endswith(desk)
        and "requestBody" in operation
        and not operation["requestBody"]["content"]["application/json"].get("examples")
    ]

    assert without == []


def test_every_field_and_parameter_of_the_desk_is_explained(document: dict[str, Any]) -> None:
    ours = {
        "Credentials",
        "Token",
        "Tournament",
        "Event",
        "Entrant",
        "Status",
        "Seating",
        "Proof",
        "Swap",
        "Pairing",
        "Error",
        "Fault",
    }
    shapes = {
        name: shape
        for name, shape in document["components"]["schemas"].items()
        if any(name.removesuffix("Request").removeprefix("Patched").startswith(one) for one in ours)
        and "properties" in shape
    }

    unexplained = [
        f"{name}.{field}"
        for name, shape in shapes.items()
        for field, value in shape["properties"].items()
        if "description" not in value
    ] + [
        f"{name} {parameter['name']}"
        for name, operation in operations(document)
        for parameter in operation.get("parameters", ())
        if "description" not in parameter
    ]

    assert len(shapes) > 10
    assert unexplained == []


def test_the_page_names_every_operation_and_needs_no_other_site(client: Client, document: dict[str, Any]) -> None:
    answer = client.get("/api/v1/docs/")

    page = answer.content.decode()
    assert answer.status_code == 200
    assert "'unsafe-inline'" not in answer["Content-Security-Policy"]
    for name, operation in operations(document):
        method, path = name.split()
        assert f'id="{operation["operationId"]}"' in page
        assert f"<b>{method.upper()}</b> {path}" in page
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "").replace("http://testserver", "")
    assert "https://" not in page.replace("https://pegboard.example/", "")  # the address of an example
    assert "style=" not in page


def test_the_page_shows_fields_with_their_limits(client: Client) -> None:
    page = client.get("/api/v1/docs/").content.decode()

    assert "<code>events[].games</code>" in page
    assert "whole number (≥ 1, ≤ 60)" in page
    assert "one of &quot;anchor&quot;" in page


def test_a_line_break_in_an_address_is_answered_in_the_format_of_the_api() -> None:
    answer = Client().get("/api/v1/tournaments/07%0A/")

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_whatever_adds_or_takes_away_says_that_it_takes_a_key(document: dict[str, Any]) -> None:
    for name, operation in operations(document):
        method = name.partition(" ")[0].upper()
        headers = [one["name"] for one in operation.get("parameters", ()) if one["in"] == "header"]

        assert headers == (["Idempotency-Key"] if method in ("POST", "DELETE") else []), name
        assert not headers or "409" in operation["responses"], name
