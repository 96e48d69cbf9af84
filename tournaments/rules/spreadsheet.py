"""How a cell is written so that a spreadsheet shows it and does not compute it, and how it is read back.

**Ours**: a spreadsheet takes a cell that begins with one of a few signs for a formula. An apostrophe before it guards
it, and our readers take that apostrophe off again.
"""

from __future__ import annotations

import re

_FORMULA_SIGNS = "=+-@\t\r"
_NUMBER = re.compile(r"-?[0-9.,]*")
_GUARD = re.compile(r"'[=+@\t\r-]")


def guarded(cell: str) -> str:
    """Return a cell with an apostrophe before it if a spreadsheet would compute it; negative numbers stay.

    >>> guarded("=1+1"), guarded("-12.50"), guarded("-12,50"), guarded("Ann Lee")
    ("'=1+1", '-12.50', '-12,50', 'Ann Lee')
    """
    return f"'{cell}" if cell[:1] in _FORMULA_SIGNS and not _NUMBER.fullmatch(cell) else cell


def unguarded(cell: str) -> str:
    """Return a cell without the apostrophe that `guarded` put before it.

    >>> unguarded("'=1+1"), unguarded("'-"), unguarded("'t Hart")
    ('=1+1', '-', "'t Hart")
    """
    return cell[1:] if _GUARD.match(cell) else cell
