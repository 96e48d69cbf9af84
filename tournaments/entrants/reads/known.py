"""People known from earlier tournaments, for entering them again."""

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
from tournaments.models.people import with_people
from tournaments.people import words as people_words
from tournaments.rules.naming import named_like

MOST_KNOWN = 8
_SEE_NUMBERS = (Role.Kind.DIRECTOR, Role.Kind.REGISTRAR, Role.Kind.CHECKER, Role.Kind.JUDGE)


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """Somebody who played before. `is_here`: entered in this tournament already."""

    player: int
    name: str
    players: list[str]
    acc_number: str
    club: str
    is_here: bool

    @property
    def label(self) -> str:
        return people_words.person(self.name, self.acc_number)


def known_players(user: Person, tournament: Tournament, text: str) -> list[KnownPlayer]:
    """A few people whose name or ACC number matches this text, ignoring accents, people of this tournament first.

    Only people of this tournament and of those where the user's role may see ACC numbers: what one desk was told is not
    for everybody who runs another tournament. Three queries at most.
    """
    query = " ".join(text.split())
    if len(query) < 2:
        return []
    is_like, number = named_like(query), "".join(query.split()).upper()
    # Databases do not match accents as people type them, so names are searched here, latest entries first.
    latest = (
        _visible(user, tournament)
        .values("player")
        .annotate(last=Max("pk"))
        .order_by("-last")
        .values_list("player", "player__name", "player__acc_number")
    )
    fit = (key for key, name, acc_number in latest if is_like(name) or acc_number.startswith(number))
    player_keys = list(islice(fit, MOST_KNOWN))
    people = Player.objects.select_related(*with_people("")).in_bulk(player_keys)
    entered = set(
        Entry.objects.filter(event__tournament=tournament, player__in=player_keys).values_list("player", flat=True)
    )
    shown = [
        KnownPlayer(
            key,
            people[key].name,
            people[key].names,
            people[key].acc_number,
            people[key].club,
            key in entered,
        )
        for key in player_keys
    ]
    return sorted(shown, key=lambda player: (not player.is_here, player.name.casefold()))


@dataclass(frozen=True, slots=True)
class Likeness:
    """Somebody who may be the person to be entered.

    `events` are the names of their events in this tournament; `elsewhere` is the tournament of their last entry if there
    are none.
    """

    player: int
    name: str
    acc_number: str
    club: str
    by: By
    events: tuple[str, ...]
    elsewhere: str

    @property
    def question(self) -> str:
        return registration_words.is_this(self.name, self.acc_number, self.events, self.elsewhere)

    @property
    def same(self) -> str:
        """The answer that it is this person."""
        return registration_words.same_person(self.name, self.acc_number, self.events, self.elsewhere)


def likenesses(user: Person, tournament: Tournament, name: str, acc_number: str) -> list[Likeness]:
    """The people among `known_players` who may be the one written like this.

    Matches by both name and number come first, then people entered here. Three queries.
    """
    return likenesses_of(user, tournament, [Known(name, acc_number)])[0]


def likenesses_of(user: Person, tournament: Tournament, people: Sequence[Known]) -> list[list[Likeness]]:
    """The likenesses of each of these people, in order. Three queries."""
    entries = {
        pk: (player, Known(written, number))
        for pk, player, written, number in _visible(user, tournament)
        .values_list("pk", "player", "name", "acc_number")
        .order_by("pk")
    }
    typed = {("typed", place): known for place, known in enumerate(people)}
    alike = find_alike(typed, {("entry", pk): known for pk, (_player, known) in entries.items()})
    by_place: dict[int, dict[int, tuple[int, By]]] = defaultdict(dict)
    for (_kind, place), by_entry in alike.items():
        for (_kind, pk), by in sorted(by_entry.items()):
            by_place[place][entries[pk][0]] = (pk, by)
    latest = {pk for by_player in by_place.values() for pk, _by in by_player.values()}
    last = Entry.objects.with_people().select_related("event__tournament").in_bulk(latest)
    events_by_player: dict[int, list[str]] = defaultdict(list)
    players = {player for by_player in by_place.values() for player in by_player}
    for entry in Entry.objects.filter(event__tournament=tournament, player__in=players).select_related("event"):
        events_by_player[entry.player_id].append(entry.event.name)

    def likeness(player: int, pk: int, by: By) -> Likeness:
        return Likeness(
            player=player,
            name=last[pk].name,
            acc_number=last[pk].acc_number,
            club=last[pk].player.club,
            by=by,
            events=tuple(events_by_player[player]),
            elsewhere=last[pk].event.tournament.name,
        )

    return [
        sorted(
            (likeness(player, pk, by) for player, (pk, by) in by_place[place].items()),
            key=lambda likeness: (
                likeness.by is not By.BOTH,
                not likeness.events,
                likeness.name.casefold(),
                likeness.player,
            ),
        )
        for place in range(len(people))
    ]


def may_know(user: Person, tournament: Tournament, player: int) -> bool:
    """Whether this person is among those whom the user may find with `known_players`."""
    return _visible(user, tournament).filter(player=player).exists()


def _visible(user: Person, tournament: Tournament) -> QuerySet[Entry]:
    if isinstance(user, User) and user.is_superuser:
        return Entry.objects.all()
    of_tournament = Q(event__tournament=tournament)
    if not isinstance(user, User):
        return Entry.objects.filter(of_tournament)
    held = Role.objects.in_force().filter(user=user, kind__in=_SEE_NUMBERS)
    whole = held.filter(event__isnull=True).values("tournament")
    one_event = held.filter(event__isnull=False).values("event")
    return Entry.objects.filter(of_tournament | Q(event__tournament__in=whole) | Q(event__in=one_event))
