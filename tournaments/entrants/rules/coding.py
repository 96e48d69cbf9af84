"""Guess the text encoding of a file of names: Unicode, Windows-1252 or Mac Roman.

Spreadsheets write UTF-8 today; older ones wrote Windows-1252, or Mac Roman on a Mac. Only the decoded text tells these
two apart: `JosŽ Nœ–ez` is not a name. The guess can be overridden (ours).
"""

import codecs
import re
import unicodedata
from enum import StrEnum
from itertools import islice
from typing import NamedTuple


class Coding(StrEnum):
    """The two old encodings, which have to be guessed; a Unicode file has neither."""

    WINDOWS = "cp1252"
    MAC = "mac_roman"


class Decoded(NamedTuple):
    """The text of a file, and its guessed old encoding; None if the file is Unicode, which is certain."""

    text: str
    coding: Coding | None


# Five bytes are undefined in Windows-1252. They are decoded as control characters, so that `recode` loses none of them.
_LETTERS = {
    coding: "".join(bytes([byte]).decode(coding, errors="ignore") or chr(byte) for byte in range(256))
    for coding in Coding
}

_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How a zipped file (.xlsx, .ods, .numbers) and a file of Excel before 2007 (.xls) begin."""

_USUAL = frozenset("áàâäãåéèêëíìîïóòôöõøúùûüñçæß")
"""The letters beyond A to Z that are most common in names of Western Europe and the Americas."""

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_SAMPLE_SIZE = 2000
"""How many characters beyond ASCII are enough to compare the encodings."""

_VOWELS = frozenset("aeiouyæœø")


def is_workbook(data: bytes) -> bool:
    """Say whether these bytes are a workbook, a spreadsheet's own file format, which is not text.

    >>> is_workbook(b"PK\\x03\\x04..."), is_workbook(b"PK Smith, HI296")
    (True, False)
    """
    return data.startswith(_WORKBOOKS)


def decode(data: bytes) -> Decoded:
    """Decode a file: UTF-16 if it has a byte order mark, then UTF-8, otherwise an old encoding.

    Of the two old encodings it is the one that gives the more name-like text.

    >>> decode("José".encode("cp1252")), decode("José".encode("mac_roman")).text, decode("José".encode()).coding
    (Decoded(text='José', coding=<Coding.WINDOWS: 'cp1252'>), 'José', None)
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Decoded(data.decode("utf-16", errors="replace"), None)
    try:
        return Decoded(data.decode("utf-8-sig"), None)
    except UnicodeDecodeError:
        candidates = [Decoded(codecs.charmap_decode(data, "strict", _LETTERS[coding])[0], coding) for coding in Coding]
        return max(candidates, key=lambda decoded: _name_likeness(decoded.text))


def recode(text: str, source: Coding, target: Coding) -> str:
    """Turn a text that was decoded as `source` into what decoding as `target` gives.

    Characters that are not in `source` stay.

    >>> recode("JosŽ Ř", Coding.WINDOWS, Coding.MAC)
    'José Ř'
    """
    return text.translate(dict(zip(map(ord, _LETTERS[source]), _LETTERS[target], strict=True)))


def _name_likeness(text: str) -> int:
    """How much a text looks like names: the sum of `_fits` over its first characters beyond ASCII."""
    matches = islice(_BEYOND_ASCII.finditer(text), _SAMPLE_SIZE)
    return sum(
        _fits(text[max(0, match.start() - 1) : match.start()], match[0], text[match.end() : match.end() + 1])
        for match in matches
    )


def _fits(before: str, letter: str, after: str) -> int:
    """How well a letter or sign fits between its two neighbors in a name; negative if it does not.

    Capitals begin a word or are among capitals. Vowels and consonants alternate. An apostrophe stands within a word.
    Other signs do not belong in names, except quotes, dashes and spaces at the edge of a word.
    """
    within_word = before.isalpha() and after.isalpha()
    if letter == "’":
        return 3 if within_word else 0
    category = unicodedata.category(letter)
    if category == "Lu":
        begins_word = not before.isalpha()
        among_capitals = before.isupper() and not after.islower()
        return 1 if begins_word or among_capitals else -2
    if category != "Ll" or letter == "ƒ":
        is_punctuation = letter in "‘“”–—…\u00a0"
        return 1 if is_punctuation and not within_word else -2
    if after.isupper() or not before.isalpha():
        return -1
    beside_vowel = any(_is_vowel(neighbor) for neighbor in (before, after) if neighbor.isalpha())
    alternates = beside_vowel != _is_vowel(letter)
    return 1 + (letter in _USUAL) + alternates


def _is_vowel(letter: str) -> bool:
    return unicodedata.normalize("NFD", letter.lower())[0] in _VOWELS
