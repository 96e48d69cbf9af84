"""The page of a person: every card whose results are public, and what they come to.

A card counts once its event is posted, and while its standings and qualifiers are public in a public tournament. Nights
of public clubs count as well, also those that were typed without cards. A team’s card counts for neither of its two.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from django.core.cache import cache
from django.db.models import Count, Q
from django.template.defaultfilters import floatformat
from django.urls import reverse

from brackets.access import may_see_final, may_see_playoffs
from brackets.bracket.reads.outcomes import may_see_results
from brackets.bracket.rules.places import credited_round, place_of
from brackets.models import Match
from brackets.results.reads.points import earned_by, earns
from clubs.models import Night, NightResult, Season
from clubs.rules.ranking import ranked
from clubs.rules.season import night_points, percentage
from clubs.rules.totals import SKUNK_POINTS, Totals, skunks_won
from hall.people import words
from scorecards.models import QualifyingResult
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.rules.line import is_lost_by_skunk
from scorecards.sheet.rules.tally import opposite
from scorecards.sheet.words import signed
from tournaments.access import Rights
from tournaments.models import Entry, Event, Player
from tournaments.people.reads.persons import with_a_page
from tournaments.rules.last_name import by_last_name

VISITOR = Rights(frozenset())
KEPT_SECONDS = 30 * 24 * 60 * 60
"""How long the games of an event are kept in the cache. A change of the event has another revision."""


@dataclass(frozen=True, slots=True)
class PersonCard:
    """One card of the person. `address` is the page with the results around it.

    `games` is how many games the card has; without any it does not count in averages. `place` is that of the playoffs,
    `points` the Master Rating Points, `club_points` what the night counts in its club; None where there is no such thing
    or it is not public. `games_won`, `net` and the skunks are None where nobody wrote them down.
    """

    day: date
    event: str
    venue: str
    address: str
    rank: int
    of: int
    games: int
    games_won: int | None
    game_points: int
    net: int | None
    skunks_won: int | None
    skunks_lost: int | None
    place: int | None = None
    points: int | None = None
    club_points: int | None = None

    @property
    def net_told(self) -> str:
        return "" if self.net is None else signed(self.net)


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody whom the person met in games that counted. `person` is the key of their own page, None without one."""

    name: str
    person: int | None
    played: int
    won: int


def _whole_sum(figures: Sequence[int | None]) -> int | None:
    """Return the sum of these figures, None if one of them is not known."""
    known = [figure for figure in figures if figure is not None]
    return sum(known) if len(known) == len(figures) else None


@dataclass(frozen=True, slots=True)
class PersonPage:
    """What is public of a person, newest card first.

    Averages are texts with one decimal, of the cards with games; empty without any. `points` and `club_points` are sums
    of what this site computed, and not the ACC’s own totals.
    """

    person: int
    name: str
    cards: tuple[PersonCard, ...]
    opponents: tuple[Opponent, ...]

    @property
    def counting(self) -> tuple[PersonCard, ...]:
        return tuple(card for card in self.cards if card.games)

    @property
    def games(self) -> int:
        """Of the cards whose games won are known."""
        return sum(card.games for card in self.counting if card.games_won is not None)

    @property
    def games_won(self) -> int:
        return sum(card.games_won or 0 for card in self.counting)

    @property
    def win_percentage(self) -> str:
        return percentage(self.games_won, self.games) if self.games else ""

    @property
    def average_game_points(self) -> str:
        return average([card.game_points for card in self.counting])

    @property
    def average_net(self) -> str:
        return average([card.net for card in self.counting if card.net is not None])

    @property
    def average_net_told(self) -> str:
        """`average_net` as it is printed, with a true minus sign and the decimal sign of the language."""
        return floatformat(self.average_net, 1).replace("-", "−")

    @property
    def skunks_won(self) -> int | None:
        """None unless they are known of every card."""
        return _whole_sum([card.skunks_won for card in self.cards])

    @property
    def skunks_lost(self) -> int | None:
        """None unless they are known of every card."""
        return _whole_sum([card.skunks_lost for card in self.cards])

    @property
    def best_card(self) -> PersonCard | None:
        return max(self.counting, key=lambda card: (card.game_points, card.games_won or 0, card.net or 0), default=None)

    @property
    def points(self) -> int:
        return sum(card.points or 0 for card in self.cards)

    @property
    def club_points(self) -> int:
        return sum(card.club_points or 0 for card in self.cards)

    @property
    def about(self) -> str:
        return words.about(self.name, len(self.cards))


def average(numbers: Sequence[int]) -> str:
    """The average with one decimal, half up; empty of nothing.

    >>> average([26, 27, 27]), average([-5, 4]), average([])
    ('26.7', '-0.5', '')
    """
    if not numbers:
        return ""
    return str((Decimal(sum(numbers)) / len(numbers)).quantize(Decimal("0.1"), rounding=ROUND_HALF_UP))


def person_page(records: Sequence[Player]) -> PersonPage:
    """The page of the person with these records, the first of which stands for all.

    The number of queries does not depend on the number of cards, games and opponents, once the games of each event are
    in the cache.
    """
    results = _public_results(records)
    events = {result.event_id: result.event for result in results}
    games = _games_of(list(events.values()))
    own = {result.entry_id for result in results}
    met: list[tuple[int, bool]] = []
    for result in results:
        met += [
            (game.opponent, game.is_won)
            for game in games[result.event_id].get(result.entry_id, ())
            if game.opponent is not None and game.opponent not in own
        ]
    cards = [*_posted_cards(results, games), *_typed_cards(records)]
    return PersonPage(
        person=records[0].pk,
        name=records[0].name,
        cards=tuple(sorted(cards, key=lambda card: card.day, reverse=True)),
        opponents=_opponents(met),
    )


def _public_results(records: Sequence[Player]) -> list[QualifyingResult]:
    """The posted results of these records that everybody may see, oldest first."""
    rows = (
        QualifyingResult.objects.filter(
            entry__player__in=records,
            entry__withheld_name="",
            event__posted_at__isnull=False,
            event__tournament__public=True,
        )
        .select_related("entry", "event__tournament", "event__club_night__season__club")
        .order_by("pk")
    )
    return [row for row in rows if may_see_results(row.event, VISITOR) and _counts(_night_of(row.event))]


def _night_of(event: Event) -> Night | None:
    return getattr(event, "club_night", None)


def _counts(night: Night | None) -> bool:
    """Whether an event counts as far as its club is concerned: a night that was taken out counts nowhere."""
    return night is None or (night.withdrawn_at is None and night.season.club.public)


@dataclass(frozen=True, slots=True)
class _Game:
    """One game that counts on a card, as it stands: against which entry (its key), and what it brought."""

    opponent: int | None
    points: int | None
    lost_by_skunk: bool

    @property
    def is_won(self) -> bool:
        return bool(self.points)


_Games = Mapping[int, Sequence[_Game]]
"""The games of each card of an event, by the key of the entry."""


def _games_of(events: Collection[Event]) -> dict[int, _Games]:
    """The games of all cards of these posted events, by event. Those that are not in the cache are computed from the cards."""
    keys = {event.pk: f"person-games-{event.pk}-{event.revision}" for event in events}
    known: dict[str, _Games] = cache.get_many(keys.values())
    missing = {keys[event.pk]: _games_in(event) for event in events if keys[event.pk] not in known}
    if missing:
        cache.set_many(missing, KEPT_SECONDS)
    return {pk: {**known, **missing}[key] for pk, key in keys.items()}


def _games_in(event: Event) -> _Games:
    """The counted games of every card of this event as they stand, by the key of the entry."""
    event_sheet = sheet(event)
    standing = event_sheet.crosscheck.standing_cards if event.cross_checked_at else event_sheet.cards
    return {
        event_sheet.entries[seat].pk: tuple(
            _Game(
                event_sheet.entries[line.opponent].pk if line.opponent else None,
                line.points,
                is_lost_by_skunk(line, opposite(standing, seat, line), event.skunks),
            )
            for line in card.lines
            if line.game in card.counted_games
        )
        for seat, card in standing.items()
    }


def _posted_cards(results: Sequence[QualifyingResult], games: Mapping[int, _Games]) -> list[PersonCard]:
    sizes = {
        event: (of, qualifiers)
        for event, of, qualifiers in QualifyingResult.objects.filter(event__in=[row.event_id for row in results])
        .order_by()
        .values("event")
        .annotate(of=Count("pk"), qualifiers=Count("seed"))
        .values_list("event", "of", "qualifiers")
    }
    runs = _runs(results, {event: qualifiers for event, (_of, qualifiers) in sizes.items()})
    cards = []
    for row in results:
        event, night = row.event, _night_of(row.event)
        of, qualifiers = sizes[row.event_id]
        played = games[row.event_id].get(row.entry_id, ())
        run = runs.get(row.entry_id)
        points = None
        if earns(event) and row.seed is not None and may_see_playoffs(event, VISITOR):
            points = earned_by(event, row, qualifiers, run[1] if run else None).total
        cards.append(
            PersonCard(
                day=night.date if night else event.tournament.starts_on,
                event=f"{event.tournament.name}, {event.name}",
                venue=event.tournament.venue,
                address=reverse("brackets:results", args=[event.tournament.slug, event.slug]),
                rank=row.rank,
                of=of,
                games=len(played),
                games_won=row.games_won,
                game_points=row.game_points,
                net=row.net if event.records_spread else None,
                skunks_won=sum(1 for game in played if (game.points or 0) >= SKUNK_POINTS),
                skunks_lost=sum(1 for game in played if game.lost_by_skunk) if event.records_spread else None,
                place=run[0] if run else None,
                points=points,
                club_points=_club_points(night, row.game_points),
            )
        )
    return cards


def _runs(results: Sequence[QualifyingResult], qualifiers: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    """The place and the credited round of those who are out of the playoffs or have won them, by the key of the entry.

    Only what the public may see of the playoffs. One query.
    """
    entries = {
        row.entry_id: row.event for row in results if row.seed is not None and may_see_playoffs(row.event, VISITOR)
    }
    runs = {
        key: (1, 1) for key, event in entries.items() if qualifiers[event.pk] == 1 and may_see_final(event, VISITOR)
    }
    matches = Match.objects.filter(Q(top__in=entries) | Q(bottom__in=entries), winner__isnull=False, bye=False)
    for match in matches.select_related("bracket"):
        rounds = match.bracket.size.bit_length() - 1
        is_final = match.number == match.bracket.size - 1
        for key in {match.top_id, match.bottom_id} & entries.keys():
            if key is None or (is_final and not may_see_final(entries[key], VISITOR)):
                continue
            if key != match.winner_id:
                runs[key] = (place_of(match.round, rounds), credited_round(match.round, rounds))
            elif is_final:
                runs[key] = (place_of(None, rounds), credited_round(None, rounds))
    return runs


def _club_points(night: Night | None, game_points: int) -> int | None:
    """What a card earns in the table of its club's season; None outside of a sanctioned night."""
    if night is None or not night.sanctioned:
        return None
    return night_points(game_points, every_night=night.season.points == Season.Points.ALL)


def _typed_cards(records: Sequence[Player]) -> list[PersonCard]:
    """The nights of public clubs that were typed without cards. Two queries."""
    rows = list(
        NightResult.objects.filter(
            member__player__in=records,
            member__unnamed_as__isnull=True,
            night__event__isnull=True,
            night__withdrawn_at__isnull=True,
            night__season__club__public=True,
        ).select_related("night__season__club")
    )
    of_night: dict[int, list[NightResult]] = defaultdict(list)
    for result in NightResult.objects.filter(night__in=[row.night_id for row in rows]):
        of_night[result.night_id].append(result)
    ranks = {
        result.pk: rank
        for results in of_night.values()
        for rank, result in ranked(results, key=lambda one: (one.game_points, one.games_won, one.net))
    }
    cards = []
    for row in rows:
        night, club = row.night, row.night.season.club
        totals = Totals(row.game_points, row.games_won, row.net, row.skunks_won, row.skunks_lost)
        cards.append(
            PersonCard(
                day=night.date,
                event=words.night(club.name, night.season.name, night.number),
                venue=club.town,
                address=reverse("clubs:night", args=[club.slug, night.season.slug, night.number]),
                rank=ranks[row.pk],
                of=len(of_night[night.pk]),
                games=night.games,
                games_won=row.games_won,
                game_points=row.game_points,
                net=row.net,
                skunks_won=skunks_won(totals),
                skunks_lost=row.skunks_lost,
                club_points=_club_points(night, row.game_points),
            )
        )
    return cards


def _opponents(met: Sequence[tuple[int, bool]]) -> tuple[Opponent, ...]:
    """Everybody who was met, those met most often first, each under the name of the last event. Two queries.

    Who is not named in an event is an opponent of that event alone.
    """
    entries = Entry.objects.select_related("player").in_bulk({entry for entry, _won in met})
    # A negative key is that of an entry which stands for nobody across events.
    persons = {key: -key if entry.withheld_name else entry.player.person for key, entry in entries.items()}
    latest = {persons[key]: entries[key].name for key in sorted(entries)}
    pages = with_a_page(latest.keys())
    opponents = {
        person: Opponent(name=name, person=person if person in pages else None, played=0, won=0)
        for person, name in latest.items()
    }
    for entry, is_won in met:
        person = persons[entry]
        opponents[person] = replace(
            opponents[person], played=opponents[person].played + 1, won=opponents[person].won + is_won
        )
    return tuple(sorted(opponents.values(), key=lambda one: (-one.played, -one.won, by_last_name(one.name))))
