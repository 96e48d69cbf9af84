"""The cards of nights: typed totals, and those of the events that were played with cards, as they stand now.

Nothing is stored of an event: what its posted list says counts, else its standings, so that a card corrected later
counts with the next look. What a revision of an event came to is kept in the cache.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.core.cache import cache

from brackets.models import Honour
from clubs.models import Club, Member, Night, NightResult
from clubs.rules.season import Card
from clubs.rules.totals import Totals
from scorecards.models import QualifyingResult
from scorecards.sheet.reads import sheet as sheet_reads
from scorecards.sheet.rules.line import SKUNK_POINTS, counted_points, is_lost_by_skunk
from scorecards.sheet.rules.tally import opposite
from tournaments.models import Entry, Event
from tournaments.rules.naming import plain

KEPT_SECONDS = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class EntryCard:
    """What an entry of an event came to: finder it is by player, number and name, and the totals."""

    player: int
    acc_number: str
    name: str
    totals: Totals


def cards_of(nights: Sequence[Night], club: Club) -> dict[int, list[Card]]:
    """Return the cards of these nights of the club, by the night's key; nights without cards have none."""
    return {night.pk: cards for night, cards in nights_with_cards(nights, club)}


def nights_with_cards(nights: Sequence[Night], club: Club) -> Iterator[tuple[Night, list[Card]]]:
    """Yield these nights of the club in order, each with its cards. The cards are computed one night at a time."""
    typed: dict[int, list[tuple[int, ...]]] = {night.pk: [] for night in nights if night.event_id is None}
    if typed:
        rows = NightResult.objects.filter(night__in=list(typed)).order_by()
        for row in rows.values_list("night", "member", *Totals._fields):
            typed[row[0]].append(row)
    with_cards = [night.event_id for night in nights if night.event_id is not None]
    finder = _MemberFinder(club.members.all() if with_cards else ())
    hands = _noted_hands(with_cards) if with_cards else {}
    for night in nights:
        if night.event is None:
            games, sanctioned = night.games, night.sanctioned
            yield night, [Card(row[1], Totals._make(row[2:]), games, sanctioned) for row in typed[night.pk]]
        else:
            yield night, list(_event_cards(night, night.event, finder, hands))


def _event_cards(
    night: Night, event: Event, finder: _MemberFinder, hands: Mapping[tuple[int, int], dict[str, int]]
) -> Iterator[Card]:
    """Yield the cards of the members in an event, with the hands noted for them; cards of other people are left out."""
    for card in entry_cards(event):
        member = finder.member_of(card)
        if member is not None:
            totals = card.totals._replace(**hands[event.pk, card.player])
            yield Card(member, totals, event.games, night.sanctioned)


def totals_of(row: NightResult) -> Totals:
    """Return the totals of a typed result."""
    return Totals(*(getattr(row, name) for name in Totals._fields))


def _noted_hands(events: Sequence[int]) -> Mapping[tuple[int, int], dict[str, int]]:
    """Return the hands of 28 and 29 that are noted at these events, by event and player."""
    noted: dict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    kinds = {Honour.Kind.HAND_28: "hands_28", Honour.Kind.HAND_29: "hands_29"}
    rows = Honour.objects.filter(entry__event__in=events, kind__in=kinds)
    for event, player, kind in rows.values_list("entry__event", "entry__player", "kind"):
        name = kinds[Honour.Kind(kind)]
        noted[event, player][name] = noted[event, player].get(name, 0) + 1
    return noted


class _MemberFinder:
    """Finds the member behind an entry: by the player, else by ACC number and name.

    The name is for a member whose player was replaced by another record in a tournament.
    """

    def __init__(self, members: Iterable[Member]) -> None:
        self._by_player: dict[int, int] = {}
        by_name: dict[tuple[str, str], set[int]] = defaultdict(set)
        for member in members:
            self._by_player[member.player_id] = member.pk
            by_name[member.acc_number, plain(member.name)].add(member.pk)
        self._by_name: Mapping[tuple[str, str], set[int]] = by_name

    def member_of(self, card: EntryCard) -> int | None:
        """Return the member's key; None for somebody who is not in the club."""
        if card.player in self._by_player:
            return self._by_player[card.player]
        alike = self._by_name.get((card.acc_number, plain(card.name)), set())
        return next(iter(alike)) if len(alike) == 1 else None


def cards_in(event: Event) -> tuple[int, int] | None:
    """Return how many cards of an event are complete, and of how many; None once its list is posted or all of them are."""
    if event.posted_at is not None:
        return None
    event_sheet = sheet_reads.sheet(event)
    awaited, everybody = len(event_sheet.missing), len(event_sheet.playing)
    return (everybody - awaited, everybody) if awaited else None


def entry_cards(event: Event) -> list[EntryCard]:
    """Return the cards of an event as they stand, posted or not. Cards without any line are left out."""
    key = f"club-night-{event.pk}-{event.revision}"
    known: list[EntryCard] | None = cache.get(key)
    if known is None:
        known = _entry_cards(event)
        cache.set(key, known, KEPT_SECONDS)
    return known


def _entry_cards(event: Event) -> list[EntryCard]:
    """The cards as `entry_cards` returns them: from the posted list, else from the standings."""
    if event.cards_begun_at is None:
        return []
    event_sheet = sheet_reads.sheet(event)
    standing = event_sheet.crosscheck.standing_cards if event.cross_checked_at else event_sheet.cards
    skunks = {
        seat: (
            sum(counted_points(line, event.skunks) >= SKUNK_POINTS for line in lines),
            sum(is_lost_by_skunk(line, opposite(standing, seat, line), event.skunks) for line in lines),
        )
        for seat, card in standing.items()
        for lines in [[line for line in card.lines if line.game in card.counted_games]]
    }
    if event.posted_at:
        posted = QualifyingResult.objects.filter(event=event).select_related("entry").order_by("rank", "pk")
        return [
            _card(row.entry, row.game_points, row.games_won, row.net, skunks.get(row.entry.seat, (0, 0)))
            for row in posted
        ]
    return [
        _card(
            event_sheet.entries[place.seat],
            place.tally.game_points,
            place.tally.games_won,
            place.tally.net,
            skunks.get(place.seat, (0, 0)),
        )
        for place in event_sheet.places
        if place.seat not in event_sheet.waiting and place.seat not in event_sheet.not_ranked
    ]


def _card(entry: Entry, game_points: int, games_won: int, net: int, skunks: tuple[int, int]) -> EntryCard:
    """The card with these totals; `skunks` are the games won and lost by one."""
    totals = Totals(game_points, games_won, net, *skunks)
    return EntryCard(entry.player_id, entry.acc_number, entry.known_name, totals)


def guest_nights(club: Club, guests: Collection[int]) -> dict[int, list[int]]:
    """Return the game points of every night that each of these guests of the club has played, by the guest's key."""
    played: dict[int, list[int]] = {guest: [] for guest in guests}
    rows = NightResult.objects.filter(member__in=list(guests), night__withdrawn_at__isnull=True).order_by()
    for member, points in rows.values_list("member", "game_points"):
        played[member].append(points)
    nights = Night.objects.filter(season__club=club, withdrawn_at__isnull=True, event__isnull=False)
    with_cards = list(nights.prefetch_related("event__tournament"))
    for cards in cards_of(with_cards, club).values():
        for card in cards:
            if card.member in guests:
                played[card.member].append(card.totals.game_points)
    return played
