"""Who may be the same person as somebody else: the same ACC number, ignoring a youth's Y, or the same name (ours).

A number says more than a name: it belongs to one person, while two people can be called Ruth Quill.
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
    """How somebody is written: the name, and the ACC number if there is one."""

    name: str
    acc_number: str = ""

    @property
    def plain_name(self) -> str:
        """The name for comparing, ignoring spaces, case and accents."""
        return plain(self.name)


def alike(first: Known, second: Known) -> By | None:
    """What these two have in common; None for nothing, or for the same name with two different numbers.

    >>> alike(Known("Ruth Quill", "HI296"), Known("ruth  quill", "HI296Y"))
    <By.BOTH: 'both'>
    >>> alike(Known("José Núñez"), Known("Jose Nunez", "HI296"))
    <By.NAME: 'name'>
    >>> alike(Known("Ruth Quill", "HI296"), Known("Ruth Quill", "NV101")) is None
    True
    """
    same_name = first.plain_name == second.plain_name
    numbers = (member(first.acc_number), member(second.acc_number))
    if all(numbers):
        if numbers[0] == numbers[1]:
            return By.BOTH if same_name else By.NUMBER
        return None
    return By.NAME if same_name else None


def find_alike(among: Mapping[KeyT, Known], others: Mapping[KeyT, Known]) -> dict[KeyT, dict[KeyT, By]]:
    """For each of these people, the others who may be the same person, and why; people without a match are left out.

    Nobody is compared with the one of the same key.
    """
    by_sign: dict[str, list[KeyT]] = defaultdict(list)
    for key, known in others.items():
        for sign in _signs(known):
            by_sign[sign].append(key)
    matches: dict[KeyT, dict[KeyT, By]] = defaultdict(dict)
    for key, known in among.items():
        for sign in _signs(known):
            for other in by_sign[sign]:
                by = alike(known, others[other]) if other != key else None
                if by is not None:
                    matches[key][other] = by
    return dict(matches)


def _signs(known: Known) -> Iterable[str]:
    yield f"name {known.plain_name}"
    if known.acc_number:
        yield f"number {member(known.acc_number)}"
