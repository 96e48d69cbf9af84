"""Teams of two (ours): how they are named, and how a list writes them and the groups they come in."""

import re
from collections.abc import Collection, Sequence

_BETWEEN = re.compile(r"\s*[&/]\s*|\s+and\s+", re.IGNORECASE)
_GROUP = re.compile(r"[^\W\d]+\.? (#|no\.? ?)?\d{1,3}", re.IGNORECASE)
_CAPTAIN = re.compile(r"(co-?)?captains?", re.IGNORECASE)
_DASH = re.compile(r"\s+[-–—]+\s+|\s*[–—]+\s*")
_WITH_CAPTAIN = re.compile(
    r"(?P<group>.*?)[\s(\[,–—-]*\b(co-?)?captain(?P<several>s?)\b[\s:.–—-]*(?P<captain>.*)", re.IGNORECASE
)


def short_name(people: Sequence[str]) -> str:
    """A team by its people's first names.

    >>> short_name(["Ann Bell", "Bob Ray"])
    'Ann & Bob'
    """
    return " & ".join(person.split()[0] for person in people)


def full_name(people: Sequence[str]) -> str:
    """A team by its people's whole names.

    >>> full_name(["Ann Bell", " Bob  Ray"])
    'Ann Bell & Bob Ray'
    """
    return " & ".join(" ".join(person.split()) for person in people)


def names_of_teams(teams: Sequence[Sequence[str]], taken: Collection[str]) -> list[str]:
    """The names of teams that come without one: first names, or whole names where two would be alike.

    >>> names_of_teams([["Ann Bell", "Bob Ray"], ["Ann Orr", "Bob Lee"], ["Cal Dun", "Eve Fox"]], {"Flo & Gus"})
    ['Ann Bell & Bob Ray', 'Ann Orr & Bob Lee', 'Cal & Eve']
    """
    short = [short_name(people) for people in teams]
    everybody = [name.casefold() for name in (*taken, *short)]
    return [
        name if everybody.count(name.casefold()) == 1 else full_name(people)
        for name, people in zip(short, teams, strict=True)
    ]


def read_team(text: str) -> tuple[str, ...]:
    """The two people of a team as a list writes them; empty if it names one person.

    >>> [read_team(text) for text in ("Ann Bell & Bob Ray", "Ann Bell/Bob Ray", "Ann Bell and Bob Ray", "Andy Sand")]
    [('Ann Bell', 'Bob Ray'), ('Ann Bell', 'Bob Ray'), ('Ann Bell', 'Bob Ray'), ()]
    """
    people = tuple(" ".join(part.split()) for part in _BETWEEN.split(text))
    return people if len(people) == 2 and all(people) else ()


def is_torn_team(text: str) -> bool:
    """Whether a list joins people here that are not two: half a team, or three.

    >>> [is_torn_team(text) for text in ("Gus Ives & ", "Ann Bell & Bob Ray & Cal Dun", "Ann Bell & Bob Ray", "Andy Sand")]
    [True, True, False, False]
    """
    return _BETWEEN.search(text) is not None and not read_team(text)


def look_like_teams(teams: int, headings: int, lines: int) -> bool:
    """Whether a list of people seems to be one of teams: most lines join two people, or head a group with a colon.

    >>> look_like_teams(6, 2, 8), look_like_teams(1, 0, 8), look_like_teams(4, 0, 8), look_like_teams(0, 2, 2)
    (True, False, False, False)
    """
    return teams > 0 and 2 * (teams + headings) > lines


def read_heading(text: str) -> tuple[str, bool] | None:
    """The group that a line of its own says of the lines below, and whether it only names the captain; else None.

    >>> [read_heading(text) for text in ("Condo 3: Teri Herbert", "Condo 3:", "Condo 3", "Captain: Teri Herbert")]
    [('Condo 3', False), ('Condo 3', False), ('Condo 3', False), ('Teri Herbert', True)]
    >>> [read_heading(text) for text in ("Condo 4 – captain Jim", "Condo 4 - Jim", "Red (captain: Jim)", "Captain Jim")]
    [('Condo 4', False), ('Condo 4', False), ('Red', False), ('Jim', True)]
    >>> [read_heading(text) for text in ("Ann Bell & Bob Ray", "Ann Bell - Bob Ray", "Ann Bell (captain) & Bob Ray")]
    [None, None, None]
    """
    tidy = " ".join(text.split())
    if _GROUP.fullmatch(tidy):
        return tidy, False
    group, colon, captain = (part.strip() for part in tidy.partition(":"))
    if colon and _CAPTAIN.fullmatch(group):
        return (captain.removesuffix(":").strip(), True) if captain else None
    # “Captains Jim and Joan” are two captains, but a captain who stands beside a partner is one of a team.
    match = _WITH_CAPTAIN.fullmatch(tidy)
    if match and (match["several"] or colon or not read_team(tidy)):
        named = match["captain"].strip(" :)]")
        return (match["group"], False) if match["group"] and named else (match["group"] or named, True)
    if colon and group:
        return group, False
    before = _DASH.split(tidy)[0]
    return (before, False) if before != tidy and _GROUP.fullmatch(before) else None


class Group:
    """The group of the lines of a list, as the headings above them say.

    >>> group = Group()
    >>> [(group.is_heading(text), group.above) for text in ("Condo 3:", "Captain: Teri Herbert", "Ann & Bob")]
    [(True, 'Condo 3'), (True, 'Condo 3'), (False, 'Condo 3')]
    >>> group.is_heading("Captain: Joan Kemp"), group.above
    (True, 'Joan Kemp')
    """

    def __init__(self) -> None:
        self.above = ""
        self._begins = False

    def is_heading(self, text: str) -> bool:
        """Whether this line is a heading, which is remembered.

        A captain right under the name of a group belongs to it; elsewhere a captain begins a group.
        """
        heading = read_heading(text)
        if heading is None:
            self._begins = False
            return False
        name, is_captain = heading
        if not (is_captain and self._begins):
            self.above = name
        self._begins = True
        return True
