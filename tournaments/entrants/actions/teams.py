"""The players behind teams of two: who their people are, known by name within one tournament."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tournaments.actions.rows import change, insert
from tournaments.entrants.actions.entrant_plans import EntrantPlan, already_in
from tournaments.entrants.rules.acc_number import member
from tournaments.entrants.rules.teams import names_of_teams
from tournaments.errors import Fault
from tournaments.models import Entry, Event, Player, Tournament
from tournaments.rules.naming import plain


def names_for(taken: Iterable[str], named: Iterable[tuple[str, tuple[str, ...]]]) -> dict[int, str]:
    """Names for the teams in `named` that come without one, by their position; no name is among those `taken`.

    `named` has the name and the people of each entrant, teams or not.
    """
    everybody = list(named)
    nameless = {
        place: people
        for place, (name, people) in enumerate(everybody)
        if people and not name.strip() and all(part.strip() for part in people)
    }
    names = names_of_teams(list(nameless.values()), [*taken, *(name for name, _people in everybody)])
    return dict(zip(nameless, names, strict=True))


def taken_faults(event: Event, entrants: Sequence[EntrantPlan]) -> list[Fault]:
    """Faults of people of a team who are in this event already, or twice among these, and of who is to play alone but
    is in a team here; another ACC number is another person.
    """
    entries = list(event.entries.with_people())
    teamed = {plain(person.name): person for entry in entries if entry.player.names for person in entry.player.people}
    faults = [
        Fault(f"{place}.name", "exists", already_in(plan.name))
        for place, plan in enumerate(entrants)
        if not plan.players
        and plan.player is None
        and (person := teamed.get(plain(plan.name)))
        and not _is_another(person, plan.acc_number)
    ]
    if not any(plan.players for plan in entrants):
        return faults
    names_taken = {plain(name) for entry in entries for name in (entry.player.names or [entry.known_name])}
    # Names of people who play alone are taken first, so that the team is refused.
    names_taken |= {plain(plan.name) for plan in entrants if not plan.players}
    for place, plan in enumerate(entrants):
        for number, name in enumerate(plan.players):
            if plain(name) in names_taken:
                faults.append(Fault(f"{place}.players.{number}", "exists", already_in(name)))
            names_taken.add(plain(name))
    return faults


def teams_behind(
    tournament: Tournament, teams: Mapping[int, EntrantPlan], named: Mapping[int, Player]
) -> dict[int, Player]:
    """The player behind each of these teams, by the same keys.

    Two people who are a team in this tournament are the same team again. A person of a team is whoever in the
    tournament has that name, if it is one person, else whoever the site knows by ACC number and name, else somebody
    new; the first may be one of those `named`. Nobody with another number is meant. A number that was missing is noted.
    """
    if not teams:
        return {}
    numbers = {
        plain(name): number
        for plan in teams.values()
        for name, number in zip(plan.players, plan.acc_numbers, strict=False)
        if number
    }
    known: dict[frozenset[str], Player] = {}
    people: dict[str, set[Player]] = defaultdict(set)
    for entry in Entry.objects.filter(event__tournament=tournament).with_people().order_by("pk"):
        if entry.player.names:
            known.setdefault(_pair(entry.player.names), entry.player)
        for person in entry.player.people:
            if person.acc_number == "" or _is_number_of(person, numbers):
                people[plain(person.name)].add(person)
    _add_known(people, numbers)
    for plan in teams.values():
        if plan.player is not None and plain(named[plan.player].name) == plain(plan.players[0]):
            people[plain(plan.players[0])] = {named[plan.player]}
    new: dict[str, Player] = {}
    for plan in teams.values():
        for name in plan.players if _pair(plan.players) not in known else ():
            if len(people[plain(name)]) != 1 and plain(name) not in new:
                new[plain(name)] = Player(name=" ".join(name.split()), acc_number=numbers.get(plain(name), ""))
    insert(list(new.values()))

    def of_name(name: str) -> Player:
        return new[plain(name)] if plain(name) in new else next(iter(people[plain(name)]))

    made = []
    for plan in teams.values():
        pair = _pair(plan.players)
        if pair not in known:
            first, second = (of_name(name) for name in plan.players)
            known[pair] = Player(name=plan.name, acc_number=plan.acc_number, first=first, second=second)
            made.append(known[pair])
    insert(made)
    for person in {person for plan in teams.values() for person in known[_pair(plan.players)].people}:
        if not person.acc_number and plain(person.name) in numbers:
            change(person, {"acc_number": numbers[plain(person.name)]})
    return {key: known[_pair(plan.players)] for key, plan in teams.items()}


def _is_another(person: Player, number: str) -> bool:
    """Whether this ACC number says that somebody of the same name is somebody else."""
    return bool(number and person.acc_number) and member(number) != member(person.acc_number)


def _is_number_of(person: Player, numbers: Mapping[str, str]) -> bool:
    """Whether the number given for this name, if any, is the person's."""
    number = numbers.get(plain(person.name))
    return number is None or member(number) == member(person.acc_number)


def _add_known(people: dict[str, set[Player]], numbers: Mapping[str, str]) -> None:
    """Add whom the site knows by ACC number and name, for names that nobody in the tournament has; one query."""
    spellings = [spelling for number in map(member, numbers.values()) for spelling in (number, f"{number}Y")]
    known = Player.objects.filter(acc_number__in=spellings, first=None).order_by("pk") if spellings else ()
    for player in known:
        if not people[plain(player.name)] and plain(player.name) in numbers and _is_number_of(player, numbers):
            people[plain(player.name)] = {player}


def _pair(names: Sequence[str]) -> frozenset[str]:
    return frozenset(map(plain, names))
