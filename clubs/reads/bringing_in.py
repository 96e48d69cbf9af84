"""A pasted sheet of a season as nights to add: whose each line is, which day is proposed, and every line at fault."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from clubs import words
from clubs.models import Club, Member, Season
from clubs.rules.pasted import PastedLine, PastedNight, PastedSheet, read_sheet
from clubs.rules.ranking import ranked
from clubs.rules.totals import Totals, find_uneven, find_wrong
from tournaments.rules.naming import plain

MAX_RESULTS = 5000


@dataclass(frozen=True, slots=True)
class NightRead:
    """A night of the sheet: what stands above it, the day that is proposed, and its lines, with the member of each by key."""

    written: str
    day: date | None
    lines: Sequence[PastedLine]
    members: Sequence[int]

    @property
    def winners(self) -> str:
        """Who was first, with the game points."""
        places = ranked(self.lines, key=lambda line: (line.game_points, line.games_won, line.net))
        first = [line for place, line in places if place == 1]
        return f"{', '.join(line.name for line in first)}, {first[0].game_points}" if first else ""

    def uneven(self, games: int) -> list[str]:
        """What does not add up in this night of so many games, in sentences."""
        cards = [Totals(line.game_points, line.games_won, line.net) for line in self.lines]
        return [words.uneven(what) for what in find_uneven(cards, games)]


@dataclass(frozen=True, slots=True)
class PlayerRead:
    """What a sheet says of one player: how many nights, and the sums; None where a figure of any night is unknown."""

    name: str
    nights: int
    game_points: int
    games_won: int | None
    net_text: str


@dataclass(frozen=True, slots=True)
class SeasonRead:
    """A sheet as it is read. `bad` are the lines that stand in the way, with the reason; `remarks` what else is to be known.

    `names` are those of the members, by key.
    """

    sheet: PastedSheet
    nights: Sequence[NightRead]
    bad: Sequence[tuple[int, str]]
    passed: Sequence[tuple[int, str]]
    remarks: Sequence[str]
    names: Mapping[int, str]

    @property
    def zeros(self) -> list[int]:
        """The lines with a single 0, which is a night with nothing won, or one that was not played."""
        return sorted({line.number for line in self.sheet.zeros})

    @property
    def counts_weeks(self) -> bool:
        """Whether the day of any night is proposed by the number of its week."""
        return any(night.label.week and not night.label.day for night in self.sheet.nights)

    def line_of(self, path: str) -> int:
        """Return the line of a fault by its path (`0.results.3.net`); the first line of the night for its date."""
        parts = path.split(".")
        night = self.nights[int(parts[0])] if parts[0].isdecimal() else self.nights[0]
        place = int(parts[2]) if len(parts) > 2 and parts[1] == "results" else 0
        return night.lines[place].number

    def impossible(self, games: int) -> list[tuple[int, str]]:
        """Return the lines that no card of so many games can give, with the reason, whoever they are of."""
        cards = [
            (line.number, Totals(line.game_points, line.games_won, line.net))
            for night in self.nights
            for line in night.lines
        ]
        return [
            (number, words.wrong(what, totals, games)) for number, totals in cards for what in find_wrong(totals, games)
        ]

    def players(self) -> list[PlayerRead]:
        """What the sheet says of each player, to be compared with its own totals, in the order of the sheet."""
        own: dict[int, list[PastedLine]] = defaultdict(list)
        for night in self.nights:
            for member, line in zip(night.members, night.lines, strict=True):
                own[member].append(line)
        return [
            PlayerRead(
                name=self.names[member],
                nights=len(lines),
                game_points=sum(line.game_points for line in lines),
                games_won=_sum([line.games_won for line in lines]),
                net_text=words.net(_sum([line.net for line in lines])),
            )
            for member, lines in sorted(own.items(), key=lambda owned: owned[1][0].number)
        ]

    def without_zeros(self) -> SeasonRead:
        """Return the sheet with every single 0 as a night that was not played."""
        left_out = {id(line) for line in self.sheet.zeros}
        nights = []
        for night in self.nights:
            kept = [place for place, line in enumerate(night.lines) if id(line) not in left_out]
            lines, members = [night.lines[place] for place in kept], [night.members[place] for place in kept]
            nights.append(NightRead(night.written, night.day, lines, members))
        return replace(self, nights=nights)


def season_read(season: Season, text: str) -> SeasonRead:
    """Read a pasted sheet of this season. Names are those of the club's people, spacing, case and accents aside."""
    sheet = read_sheet(text, season.starts_on)
    bad = [(line.number, words.bad_part(line)) for line in sheet.bad]
    results = sum(len(night.lines) for night in sheet.nights)
    if not results and not bad:
        bad.append((1, words.nothing_pasted()))
    if results > MAX_RESULTS:
        bad.append((1, words.too_many_results(results, MAX_RESULTS)))
    people = _People(season.club)
    unknown: dict[str, list[int]] = defaultdict(list)
    nights = []
    for night in sheet.nights:
        for line in night.lines:
            named = people.of(line.name)
            if len(named) != 1 and line.number not in unknown[line.name]:
                unknown[line.name].append(line.number)
        members = [alike[0].pk for line in night.lines if (alike := people.of(line.name))]
        nights.append(NightRead(night.label.text, _day(season, night), night.lines, members))
    for name, numbers in unknown.items():
        if numbers:
            say = words.line_ambiguous if people.of(name) else words.line_unknown
            bad.append((numbers[0], say(name) + words.also_lines(numbers[1:])))
    return SeasonRead(
        sheet=sheet,
        nights=sorted(nights, key=lambda night: (night.day is None, night.day or season.starts_on)),
        bad=sorted(set(bad)),
        passed=[(line.number, words.passed(line)) for line in sheet.passed],
        remarks=list(words.sheet_said(sheet)),
        names={member.pk: member.name for member in people.members},
    )


class _People:
    """The people of a club, by a name as a sheet writes it: also last name first, or with a mark behind it."""

    def __init__(self, club: Club) -> None:
        by_name: dict[str, list[Member]] = defaultdict(list)
        self.members = list(club.members.all())
        for member in self.members:
            by_name[plain(member.name)].append(member)
        self._by_name: Mapping[str, list[Member]] = by_name

    def of(self, name: str) -> list[Member]:
        marked = name.partition("(")[0].rstrip("* ")
        for form in (name, marked):
            last, comma, first = form.partition(",")
            for way in (form, f"{first} {last}" if comma else form):
                if named := self._by_name.get(plain(way)):
                    return named
        return []


def _day(season: Season, night: PastedNight) -> date | None:
    """Return the day that is written above the night, else the one that the number of its week gives."""
    if night.label.day or not night.label.week:
        return night.label.day
    try:
        return season.starts_on + timedelta(weeks=night.label.week - 1)
    except OverflowError:
        return None


def _sum(figures: Sequence[int | None]) -> int | None:
    known = [figure for figure in figures if figure is not None]
    return sum(known) if len(known) == len(figures) else None
