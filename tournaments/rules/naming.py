"""Finds the players meant by a typed ID, name or both (ours)."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from tournaments.rules.seat import read_seat

_AS_TYPED = {
    **dict.fromkeys(map(ord, "\u2018\u2019\u02bc\u0060\u00b4"), "'"),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2013"), "-"),
    # Letters whose stroke is part of the code point, and ligatures.
    **{
        ord(letter): typed
        for letter, typed in zip("łøđħŧðæœþ", ("l", "o", "d", "h", "t", "d", "ae", "oe", "th"), strict=True)
    },
    0x131: "i",
}
"""Characters missing on most keyboards, and what people type for them."""


def plain(text: str) -> str:
    """Return a name for comparison: no accents, capitals or invisible characters, keyboard apostrophes, single spaces.

    >>> plain("  José  O’Hara "), plain("ŁUKASZ Sørensen-Weiß"), plain("Ann\u200b Bell")
    ("jose o'hara", 'lukasz sorensen-weiss', 'ann bell')
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_AS_TYPED))
    if not decomposed.isascii():
        decomposed = "".join(
            character
            for character in decomposed
            if not unicodedata.combining(character) and unicodedata.category(character) != "Cf"
        )
    return " ".join(decomposed.split())


def shared_names(names: Iterable[str]) -> frozenset[str]:
    """Return the names that more than one in this list of people has; accents and capitals make no difference.

    >>> sorted(shared_names(["Ann Lee", "ANN LEE", "Bo Ray", "Bo Rae"]))
    ['ANN LEE', 'Ann Lee']
    """
    listed = list(names)
    counts = Counter(map(plain, listed))
    return frozenset(name for name in listed if counts[plain(name)] > 1)


def apart(people: Iterable[tuple[str, str]]) -> list[str]:
    """Return the names of a list of people, each with its mark where another one has the same name.

    The mark is what tells them apart there: a seat, a number or a club.

    >>> apart([("Ann Lee", "A-1"), ("Bo Ray", "A-2"), ("Ann Lee", "B-1"), ("Ann Lee", "")])
    ['Ann Lee (A-1)', 'Bo Ray', 'Ann Lee (B-1)', 'Ann Lee']
    """
    listed = list(people)
    shared = shared_names(name for name, _mark in listed)
    return [f"{name} ({mark})" if name in shared and mark else name for name, mark in listed]


def counted(text: str) -> list[tuple[bool, int, str]]:
    """Return a natural sort key: numbers within a text compare as numbers, and come before other parts.

    >>> sorted(["10.2", "4.10", "4.4.c", "guideline 7"], key=counted)
    ['4.4.c', '4.10', '10.2', 'guideline 7']
    """
    parts = re.findall(r"\d+|\D+", text)
    return [(not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts]


def named_like(text: str) -> Callable[[str], bool]:
    """Return a check whether a name has every part of this text, as people say it; an empty text matches no name.

    Apostrophes, dots and hyphens make no difference.

    >>> [named_like("zoe mu")(name) for name in ("Zoë Müller", "Zoe Hart")], named_like(" ")("Zoë Müller")
    ([True, False], False)
    >>> named_like("obrien st john")("Ivy O’Brien-St. John")
    True
    """
    parts = _said(text).split()

    def is_like(name: str) -> bool:
        written = _said(name)
        return bool(parts) and all(part in written for part in parts)

    return is_like


def _said(name: str) -> str:
    """A name as it sounds: plain, and without apostrophes, dots and hyphens."""
    return " ".join(re.sub(r"['.-]", "", plain(name)).split())


def beside(name: str, people: Iterable[str]) -> str:
    """The people of a team where its name does not say who they are; empty if it does, and for one person.

    >>> beside("The Jacks", ["Ann Bell", "Bob Ray"]), beside("Ann Bell & Bob Ray", ["Ann Bell", "Bob Ray"])
    ('Ann Bell, Bob Ray', '')
    """
    names = list(people)
    return "" if all(person in name for person in names) else ", ".join(names)


def in_full(name: str, people: Iterable[str]) -> str:
    """A name with the people of a team behind it, where it does not say who they are: for one cell or one choice.

    >>> in_full("The Jacks", ["Ann Bell", "Bob Ray"]), in_full("Ann Bell", [])
    ('The Jacks (Ann Bell, Bob Ray)', 'Ann Bell')
    """
    others = beside(name, people)
    return f"{name} ({others})" if others else name


def find_named(text: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the seats whose whole name is this text, or else those whose name has all its parts.

    `names` are the names by seat, whose order is kept.

    >>> names = {"A-2": "Lorraine Petty", "A-3": "Cal Dun", "B-2": "Cal Dunn", "B-3": "Renée Petty"}
    >>> find_named("cal dun", names), find_named("dun", names), find_named("renee", names), find_named("x", names)
    (('A-3',), ('A-3', 'B-2'), ('B-3',), ())
    """
    typed, is_like = plain(text), named_like(text)
    whole = tuple(seat for seat, name in names.items() if plain(name) == typed)
    return whole or tuple(seat for seat, name in names.items() if is_like(name))


def find_player(text: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the seats that a text can mean: `A-6`, `a6`, `A-6 Cal Dun`, a name, or part of one.

    `names` maps the seats of all candidates to names. If ID and name belong to two people, both seats are returned.

    >>> names = {"A-2": "Lorraine Petty", "A-3": "Cal Dun", "B-2": "Rosa Petty"}
    >>> find_player("a 3", names), find_player("B-2 Rosa Petty", names), find_player("petty", names)
    (('A-3',), ('B-2',), ('A-2', 'B-2'))
    >>> find_player("A-3 Rosa Petty", names), find_player("A-9", names)
    (('A-3', 'B-2'), ())
    """
    if seat := read_seat(text):
        return (str(seat),) if str(seat) in names else ()
    first, _blank, rest = text.strip().partition(" ")
    if (seat := read_seat(first)) and rest:
        named = find_named(rest, names)
        typed_seat = str(seat)
        if typed_seat in named:
            return (typed_seat,)
        return (typed_seat, *named) if typed_seat in names else named
    return find_named(text, names)
