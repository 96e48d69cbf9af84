"""Defaults of an API operation in the OpenAPI document."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema

from tournaments.api.shapes import PAGE_PARAMETERS, Page, refusals


class Schema(AutoSchema):
    """Defaults of an operation: no request body, 204 as the answer, and the common errors.

    An operation that declares no error gets 401, 403 and 404, with a body also 400, and 409 unless it is a GET.
    """

    def get_request_serializer(self) -> Any:
        return None

    def get_response_serializers(self) -> Any:
        return {204: None}

    def get_override_parameters(self) -> list[Any]:
        answers = self.get_response_serializers().values()
        return (
            PAGE_PARAMETERS if any(isinstance(answer, type) and issubclass(answer, Page) for answer in answers) else []
        )

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        answers: dict[str, Any] = super()._get_response_bodies(direction)
        if any(code >= "4" for code in answers):
            return answers
        codes = [401, 403, 404] if self.get_request_serializer() is None else [400, 401, 403, 404]
        if self.method != "GET":
            codes.append(409)
        for code, refusal in refusals(*codes).items():
            answers[str(code)] = self._get_response_for_code(refusal, str(code))  # type: ignore[no-untyped-call]
        return answers
