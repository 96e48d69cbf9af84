"""What an entrant sees with the personal link: where to sit, whom to meet, and how far their own card is.

Results of others are on the public pages, as far as the director shows them. Of their own card, entrants see how far it
is but never what differs: players are not asked about that (rule 12.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorecards.sheet.reads.ownplace import WHOLE, HowFar
from scorecards.sheet.reads.phone import told_differently
from scorecards.standings import words as standings_words
from tournaments.day.reads.round import AWARD_WIN
from tournaments.day.reads.schedule import Made, day_changes
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

    `award` is `WON` or `LOST` where the game is awarded, else empty; `award_told` then says what to write. `seat` is
    the entrant's. `deal` is how the event settles the deal, and `deal_told` says who deals first.
    """

    game: int
    meeting: Meeting | None
    award: str = ""
    seat: str = ""
    deal: str = ""
    records_spread: bool = True

    @property
    def deal_told(self) -> str:
        first = self.meeting.first_deal if self.meeting else None
        return events_words.deals_first(self.deal, first, self.seat)

    @property
    def award_told(self) -> str:
        points, spread = AWARD_WIN
        return (
            standings_words.award(self.award == WON, points, spread if self.records_spread else "")
            if self.award
            else ""
        )


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another event of the tournament that the same person plays in; `seat` is empty until it is drawn."""

    event: str
    seat: str


@dataclass(frozen=True, slots=True)
class Own:
    """An entrant's own page. `game` is the one that is on, None before the first and where no game is called; `now` and
    `next` are the entrant's places in it and after it, or None. `is_card_in`: lines of the card are recorded, all or
    some; `is_card_by_phone`: they are as told by phone, and nobody typed them. `substitute` says who plays on at this
    seat and since when, else empty. `differing` are the games that the two players told differently by phone, until the
    card is in."""

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

    @property
    def event(self) -> Event:
        return self.entry.event

    @property
    def shows_names(self) -> bool:
        """Whether opponents' names are shown: not while the director hides everything that names players."""
        return not names_nobody(self.event.hidden)


@dataclass(frozen=True, slots=True)
class Whole:
    """What the own pages of an event need for all its entrants at once, by seat: each one's meetings, how far each card
    is, and the changes of the day. Independent of language."""

    ways: Mapping[str, Way]
    cards: Mapping[str, HowFar]
    changes: Mapping[int, Made]


def whole(event: Event, cards: Mapping[str, HowFar]) -> Whole:
    """What the pages of everybody in this event have in common; `cards` say how far each card is."""
    return Whole(seating_reads.ways(event), cards, day_changes(event))


def own(entry: Entry, of: Whole, *, is_alone: bool = False) -> Own:
    """The page of this entrant. The entry comes with event, tournament and player. `is_alone`: there is no other event."""
    event = entry.event
    plays = bool(entry.seat) and entry.status != Entry.Status.NO_SHOW
    route = _route(of, entry.seat, event) if plays else ()
    card, is_card_in, by_phone = of.cards[entry.seat] if plays else HowFar()
    # A player whose card is whole has no game to sit down to, whatever is on for the others.
    game = None if card in WHOLE else event.game_on
    others = Entry.objects.filter(event__tournament=event.tournament, player=entry.player).exclude(pk=entry.pk)
    if is_alone:
        others = others.none()
    return Own(
        entry=entry,
        game=game,
        now=next((own_game for own_game in route if own_game.game == game), None),
        next=_next(event, route),
        route=route,
        card=card,
        is_card_in=is_card_in,
        is_card_by_phone=by_phone,
        elsewhere=tuple(
            Elsewhere(other.event.name, other.seat) for other in others.select_related("event").order_by("event")
        ),
        pages=pages_of(event),
        substitute=_substitute(entry, of.changes.values()) if plays else "",
        differing=told_differently(entry) if plays and not is_card_in else (),
    )


def pages_of(event: Event) -> tuple[str, ...]:
    """The public pages of the event that its entrants can open; none where the tournament is private."""
    return tuple(part for part in ("standings", "bracket") if event.tournament.public and part not in event.hidden)


def _substitute(entry: Entry, changes: Iterable[Made]) -> str:
    sentences = [
        round_words.day_change(kind, table, data, {entry.seat: entry.name}, edition=entry.event.edition)
        for kind, table, data in changes
        if kind == DayChange.Kind.SUBSTITUTE and data["seat"] == entry.seat
    ]
    return sentences[-1] if sentences else ""


def _route(of: Whole, seat: str, event: Event) -> tuple[OwnGame, ...]:
    """Every game of the table in order, including those that this seat misses."""
    way = of.ways[seat]
    places: dict[int, Meeting | None] = {
        **dict.fromkeys(way.missed),
        **{meeting.game: meeting for meeting in way.meetings},
    }
    awards = {}
    for award in awards_of(of.changes):
        if seat in (award.winner, award.loser):
            meeting, other = places.get(award.game), award.loser if seat == award.winner else award.winner
            # The award is void where the two do not meet in that game any more.
            if meeting is not None and meeting.opponent is not None and meeting.opponent.seat == other:
                awards[award.game] = WON if seat == award.winner else LOST
    return tuple(
        OwnGame(game, places[game], awards.get(game, ""), seat, event.deal, event.records_spread)
        for game in sorted(places)
    )


def _next(event: Event, route: tuple[OwnGame, ...]) -> OwnGame | None:
    """Where to go next; None once cards are compared, where no game is called, and for free games."""
    if event.cross_checked_at or event.posted_at:
        return None
    there = [own_game for own_game in route if own_game.meeting and not own_game.meeting.free]
    if event.game_now is None:
        return None if event.cards_begun_at else next(iter(there), None)
    return next((own_game for own_game in there if own_game.game > event.game_now), None)
