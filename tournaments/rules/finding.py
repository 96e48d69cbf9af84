"""One fault in what somebody asked for or wrote down.

Rules return findings for what a person can correct; for a programming error they raise ValueError. A finding has a code
shared by pages and API, a field, and the values for its sentence. `words` makes the sentence, and `citations` has the
rule behind it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: its `code`, its `field` (dotted; "" for the whole), and values.

    >>> Finding("seats", values=(("table", "A"), ("players", 18)))["players"]
    18
    """

    code: str
    field: str = ""
    values: tuple[tuple[str, str | int], ...] = ()

    def __getitem__(self, name: str) -> str | int:
        """Return the value with this name. Raises KeyError if there is none."""
        return dict(self.values)[name]
