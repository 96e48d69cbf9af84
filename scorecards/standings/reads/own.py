"""What an entrant sees with the personal link: where to sit, whom to meet, and how far their own card is.

Results of others are on the public pages, as far as the director shows them. Of their own card, entrants see how far it
is but never what differs: players are not asked about that (rule 12.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scorecards.ladder import words as ladder_words
from scorecards.ladder.reads import next_tables
from scorecards.sheet.reads.ownplace import WHOLE, HowFar
from scorecards.sheet.reads.phone import told_differently
from scorecards.standings import words as standings_words
from tournaments.day.reads.round import AWARD_WIN
from tournaments.day.reads.schedule import ChangeRecord, day_changes
from tournaments.day.words import round as round_words
from tournaments.models import DayChange, Entry, Event
from tournaments.rotation.rules.award import awards_of
from tournaments.rules.hiding import names_nobody
from tournaments.seating.reads import seating as seating_reads
from tournaments.seating.reads.seating import Meeting, Way
from tournaments.venue.words import events as events_words

WON, LOST = "won", "lost"
"""The result of a game that is awarded without play."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """One game of the entrant's table: `meeting` says where to sit and whom to meet, None while the entrant is away.

    `award` is `WON` or `LOST` if the game is awarded, else empty. `seat` is the entrant's seat, and `deal` is how the
    event settles the first deal.
    """

    game: int
    meeting: Meeting | None
    award: str = ""
    seat: str = ""
    deal: str = ""
    records_spread: bool = True

    @property
    def deal_told(self) -> str:
        """Who deals first, in a sentence."""
        first = self.meeting.first_deal if self.meeting else None
        return events_words.deals_first(self.deal, first, self.seat)

    @property
    def award_told(self) -> str:
        """What the entrant writes for an awarded game; empty for any other game."""
        if not self.award:
            return ""
        points, spread = AWARD_WIN
        return standings_words.award(self.award == WON, points, spread if self.records_spread else "")


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another event of the tournament in which the same person plays; `seat` is empty until it is drawn."""

    event: str
    seat: str


@dataclass(frozen=True, slots=True)
class OwnPage:
    """An entrant's own page.

    `game` is the number of the game that is on. It is None before the first game, if no game is called, and once the
    entrant's card is whole. `now` and `next` are the entrant's places in that game and in the one after it, or None.

    `card` says how far the card is. `is_card_in`: some or all of its lines are recorded. `is_card_by_phone`: they are
    recorded as told by phone, and nobody typed them. `substitute` says who plays on at this seat and since when, else
    empty. `differing` are the games that the two players told differently by phone; empty once the card is in.
    `pages` are the public pages that the entrant can open. `comes_to` says where a team of a ladder plays the next game,
    as soon as that is known, else empty.
    """

    entry: Entry
    game: int | None
    now: OwnGame | None
    next: OwnGame | None
    route: tuple[OwnGame, ...]
    card: str
    is_card_in: bool
    is_card_by_phone: bool
    elsewhere: tuple[Elsewhere, ...]
    pages: tuple[str, ...]
    substitute: str
    differing: tuple[int, ...]
    comes_to: str = ""

    @property
    def event(self) -> Event:
        return self.entry.event

    @property
    def shows_names(self) -> bool:
        """Whether opponents' names are shown: not while the director hides everything that names players."""
        return not names_nobody(self.event.hidden)


@dataclass(frozen=True, slots=True)
class SharedFacts:
    """Facts that the own pages of all entrants of an event share: `ways` are the meetings by seat, `cards` how far each
    card is by seat, `changes` the day changes by number, and `tables` the next tables of a ladder by seat. They do not
    depend on the language."""

    ways: Mapping[str, Way]
    cards: Mapping[str, HowFar]
    changes: Mapping[int, ChangeRecord]
    tables: Mapping[str, int] = field(default_factory=dict)


def shared_facts(event: Event, cards: Mapping[str, HowFar]) -> SharedFacts:
    """Fetch the facts that the own pages of this event share; `cards` says how far each card is, by seat."""
    return SharedFacts(seating_reads.ways(event), cards, day_changes(event), next_tables(event))


def own_page(entry: Entry, facts: SharedFacts, *, is_alone: bool = False) -> OwnPage:
    """Build the page of this entrant from the shared facts.

    `entry` must have its event, tournament and player loaded. `is_alone` says that the tournament has no other event,
    which saves a query.
    """
    event = entry.event
    plays = bool(entry.seat) and entry.status != Entry.Status.NO_SHOW
    route = _route(facts, entry.seat, event) if plays else ()
    card, is_card_in, by_phone = facts.cards[entry.seat] if plays else HowFar()
    # On a ladder a card grows by a line with each game, so it is never in as a whole.
    is_card_in = is_card_in and not event.is_ladder
    # A player whose card is whole has no game to play, even if one is on for the others.
    game = None if card in WHOLE and not event.is_ladder else event.game_on
    others = Entry.objects.filter(event__tournament=event.tournament, player=entry.player).exclude(pk=entry.pk)
    if is_alone:
        others = others.none()
    now = next((own_game for own_game in route if own_game.game == game), None)
    return OwnPage(
        entry=entry,
        game=game,
        now=now,
        next=_next(event, route),
        route=route,
        card=card,
        is_card_in=is_card_in,
        is_card_by_phone=by_phone,
        elsewhere=tuple(
            Elsewhere(other.event.name, other.seat) for other in others.select_related("event").order_by("event")
        ),
        pages=pages_of(event),
        substitute=_substitute(entry, facts.changes.values()) if plays else "",
        differing=told_differently(entry) if plays and not is_card_in else (),
        comes_to=_comes_to(facts.tables.get(entry.seat), now),
    )


def _comes_to(table: int | None, now: OwnGame | None) -> str:
    """Where a team of a ladder plays the next game; empty while that is not known."""
    if table is None:
        return ""
    return ladder_words.comes_to(table, now.meeting.table if now and now.meeting else "")


def pages_of(event: Event) -> tuple[str, ...]:
    """The public pages of the event that its entrants can open; none if the tournament is private."""
    return tuple(part for part in ("standings", "bracket") if event.tournament.public and part not in event.hidden)


def _substitute(entry: Entry, changes: Iterable[ChangeRecord]) -> str:
    """Say who plays on at this entrant's seat since the last such day change; empty if nobody does."""
    sentences = [
        round_words.day_change(kind, table, data, {entry.seat: entry.name}, edition=entry.event.edition)
        for kind, table, data in changes
        if kind == DayChange.Kind.SUBSTITUTE and data["seat"] == entry.seat
    ]
    return sentences[-1] if sentences else ""


def _route(facts: SharedFacts, seat: str, event: Event) -> tuple[OwnGame, ...]:
    """Every game of the entrant's table in order, including the games that this seat misses."""
    way = facts.ways[seat]
    places: dict[int, Meeting | None] = {
        **dict.fromkeys(way.missed),
        **{meeting.game: meeting for meeting in way.meetings},
    }
    awards = {}
    for award in awards_of(facts.changes):
        if seat in (award.winner, award.loser):
            result, other = (WON, award.loser) if seat == award.winner else (LOST, award.winner)
            meeting = places.get(award.game)
            # The award is void if the two do not meet in that game any more.
            if meeting is not None and meeting.opponent is not None and meeting.opponent.seat == other:
                awards[award.game] = result
    return tuple(
        OwnGame(game, places[game], awards.get(game, ""), seat, event.deal, event.records_spread)
        for game in sorted(places)
    )


def _next(event: Event, route: tuple[OwnGame, ...]) -> OwnGame | None:
    """The next game that the entrant plays; free games are passed over.

    None once cards are compared, if no game is called although cards have come in, and after the last game.
    """
    if event.cross_checked_at or event.posted_at:
        return None
    games_to_play = [own_game for own_game in route if own_game.meeting and not own_game.meeting.free]
    if event.game_now is None:
        return None if event.cards_begun_at else next(iter(games_to_play), None)
    return next((own_game for own_game in games_to_play if own_game.game > event.game_now), None)
