"""One thing that is wrong with what somebody asked for or wrote down, and the rule that says so.

Rules return findings for what a person can cure: a code that pages and API share, the place it belongs to, the bare
number of the rule (its edition is the tournament's) and the numbers that a sentence about it needs. The sentence
itself is made elsewhere. What only a programming error can cause is a ValueError instead.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: what (`code`), where (`field`, dotted, "" for the whole), by which rule, with which values.

    >>> Finding("seats", values=(("table", "A"), ("players", 18)))["players"]
    18
    """

    code: str
    field: str = ""
    rule: str | None = None
    values: tuple[tuple[str, str | int], ...] = ()

    def __getitem__(self, name: str) -> str | int:
        """Return the value of that name; KeyError where the finding has none."""
        return dict(self.values)[name]
