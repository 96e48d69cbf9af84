"""A pasted list of a season as nights to add, with every line that cannot be brought in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import islice

from clubs import words
from clubs.models import Member, Season
from clubs.rules.pasted import BadLine, PastedLine, read_pasted
from tournaments.rules.naming import plain

MAX_LINES = 5000


@dataclass(frozen=True, slots=True)
class PastedNight:
    """The lines of one night, with the member of each by key."""

    date: date
    lines: Sequence[PastedLine]
    members: Sequence[int]


@dataclass(frozen=True, slots=True)
class PastedSeason:
    """The nights of a list in the order of their dates; `bad` are the lines that cannot be read, with the reason."""

    nights: Sequence[PastedNight]
    bad: Sequence[tuple[int, str]] = field(default_factory=tuple)

    def line_of(self, path: str) -> int:
        """Return the line of a fault by its path (`0.results.3.net`); the first line of the night for its date."""
        parts = path.split(".")
        night = self.nights[int(parts[0])] if parts[0].isdecimal() else self.nights[0]
        place = int(parts[2]) if len(parts) > 2 and parts[1] == "results" else 0
        return night.lines[place].number


def pasted_season(season: Season, text: str, night: date | None = None) -> PastedSeason:
    """Read a pasted list; names are those of the club's people, spacing, case and accents aside.

    `night` is the day of lines that have no date.
    """
    by_name: dict[str, list[Member]] = defaultdict(list)
    for member in season.club.members.all():
        by_name[plain(member.name)].append(member)
    bad: list[tuple[int, str]] = []
    lines: dict[date, list[PastedLine]] = defaultdict(list)
    members: dict[date, list[int]] = defaultdict(list)
    for line in islice(read_pasted(text, night), MAX_LINES):
        if isinstance(line, BadLine):
            bad.append((line.number, _why(line)))
            continue
        named = by_name[plain(line.name)]
        if len(named) != 1:
            message = words.line_ambiguous(line.name) if named else words.line_unknown(line.name)
            bad.append((line.number, message))
            continue
        lines[line.date].append(line)
        members[line.date].append(named[0].pk)
    return PastedSeason([PastedNight(day, lines[day], members[day]) for day in sorted(lines)], bad)


def _why(line: BadLine) -> str:
    """Why the line cannot be read, in a sentence."""
    if line.part == "":
        return words.line_form()
    if line.part == "date":
        return words.line_date()
    if line.part == "no_date":
        return words.line_without_date()
    if line.part == "heads":
        return words.heads_missing(line.text.split(", "))
    if line.sums is not None:
        return words.total_differs(*line.sums)
    return words.line_number(words.part_names()[line.part], line.text)
