"""People known from earlier tournaments, for entering them again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from django.db.models import Max, Q

from tournaments.access import Person
from tournaments.entrants.rules.alike import By, Known, find_alike
from tournaments.entrants.words import registration as registration_words
from tournaments.models import Entry, EntryQuerySet, Player, Role, Tournament, User
from tournaments.models.people import with_people
from tournaments.people import words as people_words
from tournaments.rules.last_name import by_last_name
from tournaments.rules.naming import named_like

MOST_KNOWN = 8
"""How many people a search finds at most."""

_SEE_NUMBERS = (Role.Kind.DIRECTOR, Role.Kind.REGISTRAR, Role.Kind.CHECKER, Role.Kind.JUDGE)


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """Somebody who was entered before; `is_here` says that they are entered in this tournament."""

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
    """The people last entered whose name or ACC number matches the text, those of this tournament first.

    Accents are ignored, and a text of fewer than two characters finds nobody. At most `MOST_KNOWN` are returned. The
    people are those of this tournament, and of tournaments and events where the user's role may see ACC numbers. What
    people told one desk is not shown to everybody who runs another tournament. Three queries at most.
    """
    query = " ".join(text.split())
    if len(query) < 2:
        return []
    is_like = named_like(query)
    number = "".join(query.split()).upper()
    # A database does not ignore accents, so the names are compared here, latest entries first.
    candidates = (
        _visible(user, tournament)
        .values("player")
        .annotate(last=Max("pk"))
        .order_by("-last")
        .values_list("player", "player__name", "player__acc_number")
    )
    matches = (key for key, name, acc_number in candidates if is_like(name) or acc_number.startswith(number))
    player_keys = list(islice(matches, MOST_KNOWN))
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
    return sorted(shown, key=lambda player: (not player.is_here, by_last_name(player.name)))


@dataclass(frozen=True, slots=True)
class Likeness:
    """Somebody who may be the person to be entered.

    `events` are the names of their events in this tournament, `elsewhere` is the tournament of their last
    matching entry, for the question if there are no such events.
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
        """The answer with which the desk says that it is this person."""
        return registration_words.same_person(self.name, self.acc_number, self.events, self.elsewhere)


def likenesses(user: Person, tournament: Tournament, name: str, acc_number: str) -> list[Likeness]:
    """The people visible to the user who may be the person with this name and number.

    Matches by both name and number come first, then people entered in this tournament. Three queries.
    """
    return likenesses_of(user, tournament, [Known(name, acc_number)])[0]


def likenesses_of(user: Person, tournament: Tournament, people: Sequence[Known]) -> list[list[Likeness]]:
    """For each of these people the list that `likenesses` returns. Three queries in all."""
    entries = {
        pk: (player, Known(name, acc_number))
        for pk, player, acc_number, name in _visible(user, tournament)
        .known_by("pk", "player", "acc_number")
        .order_by("pk")
    }
    typed = {("typed", place): known for place, known in enumerate(people)}
    alike = find_alike(typed, {("entry", pk): known for pk, (_player, known) in entries.items()})
    # For each place in `people` and each matching player: the latest matching entry, and what they have in common.
    matches: dict[int, dict[int, tuple[int, By]]] = defaultdict(dict)
    for (_kind, place), by_entry in alike.items():
        for (_kind, pk), by in sorted(by_entry.items()):
            player, _known = entries[pk]
            matches[place][player] = (pk, by)
    latest_pks = {pk for by_player in matches.values() for pk, _by in by_player.values()}
    latest_entries = Entry.objects.with_people().select_related("event__tournament").in_bulk(latest_pks)
    events_by_player: dict[int, list[str]] = defaultdict(list)
    players = {player for by_player in matches.values() for player in by_player}
    for entry in Entry.objects.filter(event__tournament=tournament, player__in=players).select_related("event"):
        events_by_player[entry.player_id].append(entry.event.name)

    def likeness(player: int, pk: int, by: By) -> Likeness:
        entry = latest_entries[pk]
        return Likeness(
            player=player,
            name=entry.known_name,
            acc_number=entry.acc_number,
            club=entry.player.club,
            by=by,
            events=tuple(events_by_player[player]),
            elsewhere=entry.event.tournament.name,
        )

    def order(likeness: Likeness) -> tuple[bool, bool, tuple[str, str], int]:
        return likeness.by is not By.BOTH, not likeness.events, by_last_name(likeness.name), likeness.player

    return [
        sorted((likeness(player, pk, by) for player, (pk, by) in matches[place].items()), key=order)
        for place in range(len(people))
    ]


def may_know(user: Person, tournament: Tournament, player: int) -> bool:
    """Whether `known_players` may find this person for the user."""
    return _visible(user, tournament).filter(player=player).exists()


def _visible(user: Person, tournament: Tournament) -> EntryQuerySet:
    """The entries of this tournament, and those of other tournaments and events where the user may see ACC numbers."""
    if isinstance(user, User) and user.is_superuser:
        return Entry.objects.all()
    in_this_tournament = Q(event__tournament=tournament)
    if not isinstance(user, User):
        return Entry.objects.filter(in_this_tournament)
    roles = Role.objects.in_force().filter(user=user, kind__in=_SEE_NUMBERS)
    tournaments = roles.filter(event__isnull=True).values("tournament")
    events = roles.filter(event__isnull=False).values("event")
    return Entry.objects.filter(in_this_tournament | Q(event__tournament__in=tournaments) | Q(event__in=events))
