"""The server's log holds no keys."""

from __future__ import annotations

import logging

from config.logs import WithoutKeys


def test_a_key_in_an_address_is_not_written_to_the_log() -> None:
    line = logging.LogRecord(
        "django.request", logging.WARNING, "", 1, "%s: %s", ("Gone", "/me/7K4M9XQT2PWDHH3R/"), None
    )

    assert WithoutKeys().filter(line)
    assert line.getMessage() == "Gone: /me/-/"


def test_other_lines_stay_as_they_are() -> None:
    line = logging.LogRecord("x", logging.WARNING, "", 1, "%s of %d at /t/sierra/main/", ("One", 2), None)

    assert WithoutKeys().filter(line)
    assert line.getMessage() == "One of 2 at /t/sierra/main/"
