"""What an operation of the API says of itself in the OpenAPI document, where it does not say otherwise."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema

from tournaments.api.shapes import PAGE_PARAMETERS, Page, refusals


class Schema(AutoSchema):
    """An operation takes no body and answers nothing (204) unless it says so. One that names no refusal has those of most: for a body
    that is not right, for who is not signed in or has no such role, for what is not there, and, where something is written, for a state
    of things that does not allow it."""

    def get_request_serializer(self) -> Any:
        return None

    def get_response_serializers(self) -> Any:
        return {204: None}

    def get_override_parameters(self) -> list[Any]:
        answers = self.get_response_serializers().values()
        return PAGE_PARAMETERS if any(isinstance(one, type) and issubclass(one, Page) for one in answers) else []

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
