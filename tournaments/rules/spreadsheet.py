"""How a file is written so that the spreadsheet of its reader opens it, and how its cells are read back.

**Ours**: where the reader's language writes one half as `0,5`, cells are parted by semicolons, else by commas. A spreadsheet takes a cell that begins with one of a few signs for a formula. An apostrophe before it guards
it, and our readers take that apostrophe off again.
"""

from __future__ import annotations

import re
from decimal import Decimal

Cell = str | Decimal
"""What stands in a cell: a text, or a number that may have decimals."""

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


def parting_beside(decimal_sign: str) -> str:
    """The sign between the cells of a file for readers who write decimals with this sign.

    >>> parting_beside("."), parting_beside(",")
    (',', ';')
    """
    return ";" if decimal_sign == "," else ","


def in_cell(cell: Cell, decimal_sign: str) -> str:
    """Return what is written into a cell: a number with this decimal sign, a text guarded.

    >>> in_cell(Decimal("-12.50"), ","), in_cell(Decimal("75"), ","), in_cell("12.1", ","), in_cell("=1", ",")
    ('-12,50', '75', '12.1', "'=1")
    """
    return str(cell).replace(".", decimal_sign) if isinstance(cell, Decimal) else guarded(cell)
