"""The number by which the American Cribbage Congress knows a member.

Two capital letters and digits, with a Y behind it while the member is a youth: HI296 and HI296Y are one person.
"""

import re

MAX_LENGTH = 12

_ACC_NUMBER = re.compile(r"[A-Z]{2}[0-9]+Y?")


def is_acc_number(text: str) -> bool:
    """Say whether the text is an ACC number, with nothing before or after it.

    >>> [is_acc_number(text) for text in ("HI296", "HI296Y", "hi296", "H296", "HI296YY")]
    [True, True, False, False, False]
    """
    return len(text) <= MAX_LENGTH and _ACC_NUMBER.fullmatch(text) is not None


def member(acc_number: str) -> str:
    """Return the ACC number without a youth's Y, which a person loses on growing up.

    >>> member("HI296Y") == member("HI296")
    True
    """
    return acc_number.removesuffix("Y")
