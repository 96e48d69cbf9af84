"""What of a name is the last name: what lists are sorted by, and what stands for somebody where there is little room (ours)."""

SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "v"})
"""What stands behind a last name and is none, without its full stop."""


def last_name(name: str) -> str:
    """The last word of a name that is no suffix; a name of one word is that word.

    >>> last_name("Bartholomew Featherstonehaugh-Cholmondeley III"), last_name("Ruth Quill"), last_name("Edie")
    ('Featherstonehaugh-Cholmondeley', 'Quill', 'Edie')
    >>> last_name("Otto Wren, Jr."), last_name("Otto Wren SR")
    ('Wren', 'Wren')
    """
    return _parted(name)[0]


def by_last_name(name: str) -> tuple[str, str]:
    """What a list by last name is sorted by, in whatever case: the last name, then all the rest of the name.

    >>> sorted(["Otto Wren Jr.", "Edie Marsh", "Pia Wren", "Otto Wren"], key=by_last_name)
    ['Edie Marsh', 'Otto Wren', 'Otto Wren Jr.', 'Pia Wren']
    """
    return _parted(name.casefold())


def _parted(name: str) -> tuple[str, str]:
    words = name.replace(",", " ").split()
    place = len(words) - 1
    while place > 0 and words[place].rstrip(".").casefold() in SUFFIXES:
        place -= 1
    return " ".join(words[place : place + 1]), " ".join(words[:place] + words[place + 1 :])
