"""How the letters of a file are encoded, and which of two old encodings makes names of it.

Spreadsheets write UTF-8 today; older ones wrote Windows-1252, or Mac Roman on a Mac. Only the result tells the last two
apart: `JosŽ Nœ–ez` is not a name. The guess can be overridden (ours).
"""

import codecs
import re
import unicodedata
from enum import StrEnum
from itertools import islice
from typing import NamedTuple


class Coding(StrEnum):
    """The encodings without a mark; a Unicode file has none of them."""

    WINDOWS = "cp1252"
    MAC = "mac_roman"


class Decoded(NamedTuple):
    """The text of a file, and the encoding guessed for it; None if it is Unicode, which is certain."""

    text: str
    coding: Coding | None


# Five bytes mean nothing in Windows-1252. As control characters they can be reread the other way later.
_LETTERS = {
    coding: "".join(bytes([byte]).decode(coding, errors="ignore") or chr(byte) for byte in range(256))
    for coding in Coding
}

_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How a zipped file (.xlsx, .ods, .numbers) and a file of Excel before 2007 (.xls) begin."""

_USUAL = frozenset("áàâäãåéèêëíìîïóòôöõøúùûüñçæß")
"""The letters beyond A to Z that are most common in names of Western Europe and the Americas."""

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_ENOUGH = 2000

_VOWELS = frozenset("aeiouyæœø")


def is_workbook(data: bytes) -> bool:
    """Say whether these bytes are a spreadsheet's own file format, which is not text.

    >>> is_workbook(b"PK\\x03\\x04..."), is_workbook(b"PK Smith, HI296")
    (True, False)
    """
    return data.startswith(_WORKBOOKS)


def decode(data: bytes) -> Decoded:
    """The text of a file: UTF-16 with its mark, UTF-8, else the old encoding that looks more like names.

    >>> decode("José".encode("cp1252")), decode("José".encode("mac_roman")).text, decode("José".encode()).coding
    (Decoded(text='José', coding=<Coding.WINDOWS: 'cp1252'>), 'José', None)
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Decoded(data.decode("utf-16", errors="replace"), None)
    try:
        return Decoded(data.decode("utf-8-sig"), None)
    except UnicodeDecodeError:
        read = (Decoded(codecs.charmap_decode(data, "strict", _LETTERS[coding])[0], coding) for coding in Coding)
        return max(read, key=lambda decoded: _worth(decoded.text))


def recode(text: str, read: Coding, target: Coding) -> str:
    """A text that was decoded as `read`, decoded as the other encoding instead; letters that neither has stay.

    >>> recode("JosŽ Ř", Coding.WINDOWS, Coding.MAC)
    'José Ř'
    """
    return text.translate(dict(zip(map(ord, _LETTERS[read]), _LETTERS[target], strict=True)))


def _worth(text: str) -> int:
    """How much a text looks like names: a sum over its non-ASCII characters, as many as it takes to tell."""
    matches = islice(_BEYOND_ASCII.finditer(text), _ENOUGH)
    return sum(
        _fits(text[max(0, match.start() - 1) : match.start()], match[0], text[match.end() : match.end() + 1])
        for match in matches
    )


def _fits(before: str, letter: str, after: str) -> int:
    """How well a letter or sign fits its place.

    Capitals begin a word or are among capitals, vowels and consonants alternate, an apostrophe stands within a word,
    and signs do not belong in names.
    """
    if letter == "’":
        return 3 if before.isalpha() and after.isalpha() else 0
    if unicodedata.category(letter) == "Lu":
        among_capitals = before.isupper() and not after.islower()
        return 1 if among_capitals or not before.isalpha() else -2
    if unicodedata.category(letter) != "Ll" or letter == "ƒ":
        return 1 if letter in "‘“”–—…\u00a0" and not (before.isalpha() and after.isalpha()) else -2
    if after.isupper() or not before.isalpha():
        return -1
    beside = [_is_vowel(neighbor) for neighbor in (before, after) if neighbor.isalpha()]
    takes_turns = not any(beside) if _is_vowel(letter) else any(beside)
    return 1 + (letter in _USUAL) + takes_turns


def _is_vowel(letter: str) -> bool:
    return unicodedata.normalize("NFD", letter.lower())[0] in _VOWELS
