"""What the log of the server never holds: the keys of personal links, registrations and invitations; and a page for every request
while something is away."""

from __future__ import annotations

import logging
import re

_KEY = re.compile(r"(/(?:me|join|register|news)/)[^/\s]+")


class WithoutKeys(logging.Filter):
    """Puts a dash where an address in a line holds a key: whoever reads the log could open the page with it."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = _KEY.sub(r"\1-", record.getMessage()), ()
        return True


class AwayInOneLine(logging.Filter):
    """Names what is away (503) in the line itself: a traceback for every poll of a hall would bury the first, or fill the disk."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", None) == 503 and record.exc_info:
            record.msg, record.args = f"{record.getMessage()}: {record.exc_info[1]}", ()
            record.exc_info = record.exc_text = None
        return True
