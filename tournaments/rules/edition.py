"""The rulebook that a tournament is played by, and its rule numbers.

The program names rules by their number in the 2020 edition. Numbers moved between editions, so use `cite` to show a
rule in the tournament's own edition.
"""

import re
from collections.abc import Mapping
from enum import StrEnum


class Edition(StrEnum):
    """The rulebooks that the program knows."""

    Y2020 = "2020"
    CLASSIC = "classic"


_NUMBER = re.compile(r"aims|ethics|protocol [a-i]|(guideline )?[1-9][0-9]?(\.[1-9][0-9]?)?(\.[a-z])?(\.[1-9][0-9]?)?")

_LETTERED_ELSEWHERE = "12.2"

# 2020 number -> classic number; None if the classic edition lacks the rule. The sub-numbers of a rule move with it.
_CLASSIC: Mapping[str, str | None] = {
    "4.1.c": None,
    "4.2.d": None,
    "5.3": "5.1",
    "5.3.a": "5.1.b",
    "5.3.b": "5.1.b",
    "7.3.a": "7.3",
    "7.3.b": "7.3",
    "7.3.c": "7.3",
    "7.3.d": "7.3",
    "7.3.e": None,
    "8.4.a.2": "8.4.a.3",
    "8.4.a.3": "8.4.a.4",
    "8.4.d.1": "8.4.d",
    "8.4.d.2": "8.4.d",
    "8.4.d.3": "8.4.d",
    "8.5.c": None,
    "8.7": "8.8",
    "8.8": "8.9",
    "8.9": "8.10",
    "8.10": "8.11",
    "8.10.a": None,
    "8.10.b": "8.11.d",
    "9.2.e": None,
    "12.2": "11",
    "13.1": "12.2",
    "13.2": "brackets",
    "13.2.a": "brackets 1",
    "13.2.b": "brackets 2",
    "13.2.c": "brackets 3",
    "13.2.d": "brackets 4",
    "13.2.d.1": "brackets 4.a",
    "13.2.d.2": "brackets 4.b",
    "13.2.d.3": "brackets 4.c",
    "13.2.d.4": "brackets 4.d",
    "13.2.d.5": "brackets 4.e",
    "14.1": "13",
    "14.2": "14",
    "guideline 7.e": None,
    "guideline 7.f": None,
    "guideline 11": "guideline 12",
    "guideline 12": "guideline 13",
    "guideline 13": "guideline 14",
    "guideline 14": "guideline 15",
    **{f"protocol {letter}": None for letter in "abcdefghi"},
}


def cite(rule: str, *, edition: Edition) -> str | None:
    """Return the number that the 2020 edition's `rule` has in `edition`; None if `edition` lacks it.

    - Points of the appendix are written "guideline 13". The exception is point 11 of the classic edition, the 12.2 of
      2020: it is "11", as its letters are cited.
    - The brackets are an unnumbered chapter of the classic edition, cited as "brackets".
    - The chapters before rule 1 are "aims", "ethics" and "protocol a" to "protocol i".

    Raises ValueError for anything but a rule number, and for the letters of 12.2. Their numbers moved with their
    meaning, so the discrepancy rules cite the letters themselves.

    >>> [cite("13.1", edition=edition) for edition in Edition]
    ['13.1', '12.2']
    >>> cite("13.2.d", edition=Edition.CLASSIC), cite("4.2.d", edition=Edition.CLASSIC)
    ('brackets 4', None)
    """
    if not _NUMBER.fullmatch(rule):
        raise ValueError(f"{rule!r} is no rule number")
    if rule.startswith(f"{_LETTERED_ELSEWHERE}."):
        raise ValueError(f"the letter of {rule} depends on the discrepancy, not on the edition alone")
    if edition is Edition.Y2020:
        return rule
    number, suffix = rule, ""
    while number not in _CLASSIC and "." in number:
        number, _, last = number.rpartition(".")
        suffix = f".{last}{suffix}"
    if number not in _CLASSIC:
        return rule
    classic_number = _CLASSIC[number]
    return None if classic_number is None else classic_number + suffix
