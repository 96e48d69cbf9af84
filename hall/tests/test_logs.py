"""The server's log holds no keys."""

from __future__ import annotations

import logging

import pytest

from config.logs import WithoutKeys


def test_a_key_in_an_address_is_not_written_to_the_log() -> None:
    line = logging.LogRecord(
        "django.request", logging.WARNING, "", 1, "%s: %s", ("Gone", "/me/7K4M9XQT2PWDHH3R/"), None
    )

    assert WithoutKeys().filter(line)
    assert line.getMessage() == "Gone: /me/-/"


@pytest.mark.parametrize("path", ["/me/{}/match/", "/me/{}/call/", "/api/v1/me/{}/?v=3--0", "/api/v1/me/{}/call/"])
def test_no_page_of_a_personal_link_is_written_with_its_key(path: str) -> None:
    text = f'127.0.0.1 - "GET {path.format("7K4M9XQT2PWDHH3R")} HTTP/1.1" 500'
    line = logging.LogRecord("django.server", logging.INFO, "", 1, text, (), None)

    assert WithoutKeys().filter(line)
    assert "7K4M9XQT2PWDHH3R" not in line.getMessage()
    assert "/me/-/" in line.getMessage()


def test_other_lines_stay_as_they_are() -> None:
    line = logging.LogRecord("x", logging.WARNING, "", 1, "%s of %d at /t/sierra/main/", ("One", 2), None)

    assert WithoutKeys().filter(line)
    assert line.getMessage() == "One of 2 at /t/sierra/main/"
