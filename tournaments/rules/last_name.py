"""The last name within a name: for sorting lists, and for labels with little room (ours)."""

from tournaments.rules.naming import plain

SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "v"})
"""Suffixes after a last name, without their period."""


def last_name(name: str) -> str:
    """Return the last word of a name, suffixes aside. A name of one word is returned whole.

    >>> last_name("Bartholomew Featherstonehaugh-Cholmondeley III"), last_name("Ruth Quill"), last_name("Edie")
    ('Featherstonehaugh-Cholmondeley', 'Quill', 'Edie')
    >>> last_name("Otto Wren, Jr."), last_name("Otto Wren SR")
    ('Wren', 'Wren')
    """
    return _parted(name)[0]


def by_last_name(name: str) -> tuple[str, str]:
    """Return the sort key of a list by last name, ignoring case and accents: the last name, then the rest.

    >>> sorted(["Otto Wren Jr.", "Edie Marsh", "Pia Wren", "Otto Wren"], key=by_last_name)
    ['Edie Marsh', 'Otto Wren', 'Otto Wren Jr.', 'Pia Wren']
    >>> sorted(["Zoe Zed", "Luc Émond", "Ana Álvarez"], key=by_last_name)
    ['Ana Álvarez', 'Luc Émond', 'Zoe Zed']
    """
    last, rest = _parted(name)
    return plain(last), plain(rest)


def _parted(name: str) -> tuple[str, str]:
    """Return the last name, and the rest of the name."""
    words = name.replace(",", " ").split()
    place = len(words) - 1
    while place > 0 and words[place].rstrip(".").casefold() in SUFFIXES:
        place -= 1
    return " ".join(words[place : place + 1]), " ".join(words[:place] + words[place + 1 :])
