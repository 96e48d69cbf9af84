"""How the letters of a file are coded, and which of two old codings makes names of it.

Spreadsheets of today write UTF-8, older ones on Windows Windows-1252, on a Mac Mac Roman. Nothing in a file tells the last
two apart but what comes out: `JosŽ Nœ–ez` is no name. What is guessed can be said otherwise (ours).
"""

import codecs
import re
import unicodedata
from enum import StrEnum
from itertools import islice
from typing import NamedTuple


class Coding(StrEnum):
    """The codings without a mark; a file in Unicode has none of them."""

    WINDOWS = "cp1252"
    MAC = "mac_roman"


class Decoded(NamedTuple):
    """The text of a file, and the coding that was guessed for it; None where it is in Unicode, which is certain."""

    text: str
    coding: Coding | None


# Five bytes mean nothing in Windows-1252. As control characters they can be read the other way later on.
_LETTERS = {
    coding: "".join(bytes([one]).decode(coding, errors="ignore") or chr(one) for one in range(256)) for coding in Coding
}

_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How a packed file begins (.xlsx, .ods, .numbers), and one of Excel before 2007 (.xls)."""

_USUAL = frozenset("áàâäãåéèêëíìîïóòôöõøúùûüñçæß")
"""The letters beyond A to Z that names of Western Europe and the Americas have most."""

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_ENOUGH = 2000

_VOWELS = frozenset("aeiouyæœø")


def is_workbook(data: bytes) -> bool:
    """Say whether these bytes are a file that a spreadsheet keeps its own way, which is no text.

    >>> is_workbook(b"PK\\x03\\x04..."), is_workbook(b"PK Smith, HI296")
    (True, False)
    """
    return data.startswith(_WORKBOOKS)


def decode(data: bytes) -> Decoded:
    """The text of a file: UTF-16 with its mark, UTF-8 with or without one, else the old coding that looks more like names.

    >>> decode("José".encode("cp1252")), decode("José".encode("mac_roman")).text, decode("José".encode()).coding
    (Decoded(text='José', coding=<Coding.WINDOWS: 'cp1252'>), 'José', None)
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Decoded(data.decode("utf-16", errors="replace"), None)
    try:
        return Decoded(data.decode("utf-8-sig"), None)
    except UnicodeDecodeError:
        read = (Decoded(codecs.charmap_decode(data, "strict", _LETTERS[coding])[0], coding) for coding in Coding)
        return max(read, key=lambda one: _worth(one.text))


def recode(text: str, read: Coding, wanted: Coding) -> str:
    """A text that was read in one of the codings as the other one reads it; letters that neither file has stay.

    >>> recode("JosŽ Ř", Coding.WINDOWS, Coding.MAC)
    'José Ř'
    """
    return text.translate(dict(zip(map(ord, _LETTERS[read]), _LETTERS[wanted], strict=True)))


def _worth(text: str) -> int:
    """How much a text looks like names: the sum over what is not ASCII, as far as it takes to tell."""
    found = islice(_BEYOND_ASCII.finditer(text), _ENOUGH)
    return sum(
        _fits(text[max(0, one.start() - 1) : one.start()], one[0], text[one.end() : one.end() + 1]) for one in found
    )


def _fits(before: str, letter: str, after: str) -> int:
    """How well a letter or sign stands where it does: capitals begin a word or are among capitals, vowels and consonants
    take turns, an apostrophe stands within a word; signs do not belong to names."""
    if letter == "’":
        return 3 if before.isalpha() and after.isalpha() else 0
    if unicodedata.category(letter) == "Lu":
        among_capitals = before.isupper() and not after.islower()
        return 1 if among_capitals or not before.isalpha() else -2
    if unicodedata.category(letter) != "Ll" or letter == "ƒ":
        return 1 if letter in "‘“”–—…\u00a0" and not (before.isalpha() and after.isalpha()) else -2
    if after.isupper() or not before.isalpha():
        return -1
    beside = [_is_vowel(one) for one in (before, after) if one.isalpha()]
    takes_turns = not any(beside) if _is_vowel(letter) else any(beside)
    return 1 + (letter in _USUAL) + takes_turns


def _is_vowel(letter: str) -> bool:
    return unicodedata.normalize("NFD", letter.lower())[0] in _VOWELS
