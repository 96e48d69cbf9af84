"""Initials: a few letters, as a checker would write them on the paper."""

from __future__ import annotations

import unicodedata

MOST_LETTERS = 4
LONGEST = 8


def is_initials(text: str) -> bool:
    """Whether this is one to four letters of any script, each with optional marks and a dot, like JK or J. K."""
    letters = 0
    before = ""
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)[0]
        if kind == "L":
            letters += 1
        elif kind == "M" or sign == ".":
            if not before or before in ". ":
                return False
        elif sign != " " or before != ".":
            return False
        before = sign
    return 1 <= letters <= MOST_LETTERS and len(text) <= LONGEST


def initials_of(name: str) -> str:
    """How somebody of this name signs who has said nothing else: `Rosa Medina` is RM, `checker` is CH.

    >>> initials_of("Rosa de la Medina"), initials_of("checker")
    ('RM', 'CH')
    """
    parts = name.split()
    return (parts[0][0] + parts[-1][0] if len(parts) > 1 else name[:2]).upper()
