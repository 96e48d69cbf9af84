"""Log filters: no keys of personal links, registrations and invitations; no traceback per request during an outage."""

from __future__ import annotations

import logging
import re

_KEY = re.compile(r"(/(?:me|join|register|news)/)[^/\s]+")


class WithoutKeys(logging.Filter):
    """Replaces keys in addresses with a dash; with the key, anybody who reads the log could open the page."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = _KEY.sub(r"\1-", record.getMessage()), ()
        return True


class AwayInOneLine(logging.Filter):
    """Replaces the traceback of a 503 by its reason, within the same line.

    During an outage, a traceback per poll would bury the first one and fill the disk.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", None) == 503 and record.exc_info:
            record.msg, record.args = f"{record.getMessage()}: {record.exc_info[1]}", ()
            record.exc_info = record.exc_text = None
        return True
