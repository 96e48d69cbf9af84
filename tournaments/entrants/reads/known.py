"""People known from earlier tournaments, for whoever enters them again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from django.db.models import Max, Q, QuerySet

from tournaments.access import Person
from tournaments.entrants.rules.alike import By, Known, find_alike
from tournaments.entrants.words import registration as registration_words
from tournaments.models import Entry, Player, Role, Tournament, User
from tournaments.people import words as people_words
from tournaments.rules.naming import named_like

MOST_KNOWN = 8
_SEE_NUMBERS = (Role.Kind.DIRECTOR, Role.Kind.REGISTRAR, Role.Kind.CHECKER, Role.Kind.JUDGE)


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """Somebody who played before. `is_here`: entered in this tournament already."""

    player: int
    name: str
    acc_number: str
    club: str
    is_here: bool

    @property
    def label(self) -> str:
        return people_words.person(self.name, self.acc_number)


def known_players(user: Person, tournament: Tournament, text: str) -> list[KnownPlayer]:
    """A few people whose name or ACC number holds this text, those of this tournament first, whatever the accents; three queries at most.

    Only people of this tournament and of those in which this user has a role that sees ACC numbers: what was given to the
    desk of one tournament is not for everybody who runs another.
    """
    wanted = " ".join(text.split())
    if len(wanted) < 2:
        return []
    is_like, number = named_like(wanted), "".join(wanted.split()).upper()
    # A database knows no accents as people type them: the names are looked through here, the last entered first.
    latest = (
        _visible(user, tournament)
        .values("player")
        .annotate(last=Max("pk"))
        .order_by("-last")
        .values_list("player", "player__name", "player__acc_number")
    )
    fit = (key for key, name, acc_number in latest if is_like(name) or acc_number.startswith(number))
    found = list(islice(fit, MOST_KNOWN))
    people = Player.objects.in_bulk(found)
    here = set(Entry.objects.filter(event__tournament=tournament, player__in=found).values_list("player", flat=True))
    shown = [KnownPlayer(key, people[key].name, people[key].acc_number, people[key].club, key in here) for key in found]
    return sorted(shown, key=lambda one: (not one.is_here, one.name.casefold()))


@dataclass(frozen=True, slots=True)
class Likeness:
    """Somebody whom a person to be entered may be. `here` are the names of the events of this tournament in which they are;
    `elsewhere` the tournament of their last entry, where they are in none."""

    player: int
    name: str
    acc_number: str
    club: str
    by: By
    here: tuple[str, ...]
    elsewhere: str

    @property
    def question(self) -> str:
        return registration_words.is_this(self.name, self.acc_number, self.here, self.elsewhere)

    @property
    def same(self) -> str:
        """The answer that it is this person."""
        return registration_words.same_person(self.name, self.acc_number, self.here, self.elsewhere)


def likenesses(user: Person, tournament: Tournament, name: str, acc_number: str) -> list[Likeness]:
    """Whom somebody written like this may be, of those whom `known_players` finds: the same by both name and number
    first, then those who are here. Three queries."""
    return likenesses_of(user, tournament, [Known(name, acc_number)])[0]


def likenesses_of(user: Person, tournament: Tournament, people: Sequence[Known]) -> list[list[Likeness]]:
    """The likenesses of each of these, in their order. Three queries."""
    entries = {
        pk: (player, Known(written, number))
        for pk, player, written, number in _visible(user, tournament)
        .values_list("pk", "player", "name", "acc_number")
        .order_by("pk")
    }
    typed = {("typed", place): known for place, known in enumerate(people)}
    alike = find_alike(typed, {("entry", pk): known for pk, (_player, known) in entries.items()})
    by_place: dict[int, dict[int, tuple[int, By]]] = defaultdict(dict)
    for (_kind, place), found in alike.items():
        for (_kind, pk), by in sorted(found.items()):
            by_place[place][entries[pk][0]] = (pk, by)
    latest = {pk for by_player in by_place.values() for pk, _by in by_player.values()}
    last = Entry.objects.select_related("player", "event__tournament").in_bulk(latest)
    here: dict[int, list[str]] = defaultdict(list)
    players = {player for by_player in by_place.values() for player in by_player}
    for entry in Entry.objects.filter(event__tournament=tournament, player__in=players).select_related("event"):
        here[entry.player_id].append(entry.event.name)

    def likeness(player: int, pk: int, by: By) -> Likeness:
        return Likeness(
            player=player,
            name=last[pk].name,
            acc_number=last[pk].acc_number,
            club=last[pk].player.club,
            by=by,
            here=tuple(here[player]),
            elsewhere=last[pk].event.tournament.name,
        )

    return [
        sorted(
            (likeness(player, pk, by) for player, (pk, by) in by_place[place].items()),
            key=lambda one: (one.by is not By.BOTH, not one.here, one.name.casefold(), one.player),
        )
        for place in range(len(people))
    ]


def may_know(user: Person, tournament: Tournament, player: int) -> bool:
    """Whether this person is among those whom the user may find by `known_players`."""
    return _visible(user, tournament).filter(player=player).exists()


def _visible(user: Person, tournament: Tournament) -> QuerySet[Entry]:
    if isinstance(user, User) and user.is_superuser:
        return Entry.objects.all()
    here = Q(event__tournament=tournament)
    if not isinstance(user, User):
        return Entry.objects.filter(here)
    held = Role.objects.in_force().filter(user=user, kind__in=_SEE_NUMBERS)
    whole = held.filter(event__isnull=True).values("tournament")
    one_event = held.filter(event__isnull=False).values("event")
    return Entry.objects.filter(here | Q(event__tournament__in=whole) | Q(event__in=one_event))
