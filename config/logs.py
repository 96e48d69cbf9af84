"""What the log of the server never holds: the keys of personal links, registrations and invitations."""

from __future__ import annotations

import logging
import re

_KEY = re.compile(r"(/(?:me|join|register|news)/)[^/\s]+")


class WithoutKeys(logging.Filter):
    """Puts a dash where an address in a line holds a key: whoever reads the log could open the page with it."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = _KEY.sub(r"\1-", record.getMessage()), ()
        return True
