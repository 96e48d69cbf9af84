"""One thing that is wrong with what somebody asked for or wrote down.

Rules return findings for what a person can cure: a code that pages and API share, the place it belongs to, and the
numbers that a sentence about it needs. The sentence itself is made elsewhere, and what it rests on stands in `citations`.
What only a programming error can cause is a ValueError instead.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: what (`code`), where (`field`, dotted, "" for the whole), with which values.

    >>> Finding("seats", values=(("table", "A"), ("players", 18)))["players"]
    18
    """

    code: str
    field: str = ""
    values: tuple[tuple[str, str | int], ...] = ()

    def __getitem__(self, name: str) -> str | int:
        """Return the value of that name; KeyError where the finding has none."""
        return dict(self.values)[name]
