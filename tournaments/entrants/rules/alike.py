"""Who may be the same person as somebody else: the same ACC number, ignoring a youth's Y, or the same name (ours).

A number is stronger evidence than a name: it belongs to one person, while two people can be called Ruth Quill.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from tournaments.entrants.rules.acc_number import member
from tournaments.rules.naming import plain

KeyT = TypeVar("KeyT", bound=Hashable)


class By(StrEnum):
    """What two people have in common."""

    NUMBER = "number"
    NAME = "name"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Known:
    """A person as written somewhere: the name, and the ACC number if there is one."""

    name: str
    acc_number: str = ""

    @property
    def plain_name(self) -> str:
        """The name for comparing, ignoring spaces, case and accents."""
        return plain(self.name)


def alike(first: Known, second: Known) -> By | None:
    """What two people have in common; None if nothing, or if they have the same name but different numbers.

    >>> alike(Known("Ruth Quill", "HI296"), Known("ruth  quill", "HI296Y"))
    <By.BOTH: 'both'>
    >>> alike(Known("José Núñez"), Known("Jose Nunez", "HI296"))
    <By.NAME: 'name'>
    >>> alike(Known("Ruth Quill", "HI296"), Known("Ruth Quill", "NV101")) is None
    True
    """
    same_name = first.plain_name == second.plain_name
    first_number, second_number = member(first.acc_number), member(second.acc_number)
    if not first_number or not second_number:
        return By.NAME if same_name else None
    if first_number != second_number:
        return None
    return By.BOTH if same_name else By.NUMBER


def find_alike(people: Mapping[KeyT, Known], others: Mapping[KeyT, Known]) -> dict[KeyT, dict[KeyT, By]]:
    """For the key of each person, the keys of those in `others` who may be the same person, and why.

    People without a match are left out. Two people with the same key are never compared.
    """
    by_sign: dict[str, list[KeyT]] = defaultdict(list)
    for key, known in others.items():
        for sign in _signs(known):
            by_sign[sign].append(key)
    matches: dict[KeyT, dict[KeyT, By]] = defaultdict(dict)
    for key, known in people.items():
        for sign in _signs(known):
            for other_key in by_sign[sign]:
                if other_key == key:
                    continue
                by = alike(known, others[other_key])
                if by is not None:
                    matches[key][other_key] = by
    return dict(matches)


def _signs(known: Known) -> Iterable[str]:
    """The index keys of a person: two people who are alike share at least one."""
    yield f"name {known.plain_name}"
    if known.acc_number:
        yield f"number {member(known.acc_number)}"
