"""What an entrant sees with the personal link: where to sit and whom to meet, and how far their own card is.

Results of others are on the public pages, as far as the director shows those. Of the own card it is told where it is, never
what differs: players are not asked about that (rule 12.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorecards import words
from scorecards.reads import CardFacts, Sheet
from tournaments import reads as tournament_reads
from tournaments import words as tournament_words
from tournaments.models import DayChange, Entry, Event
from tournaments.reads import AWARD_WIN, Made, Meeting, Way
from tournaments.rules.award import awards_of

MISSING, RECEIVED, TYPED, COMPARED, POSTED = "missing", "received", "typed", "compared", "posted"
"""How far a card is; empty where the entrant has none to hand in. One that was never typed is missing or received also
when the cards are compared and the qualifiers posted: whoever left early may have handed in none."""

WON, LOST = "won", "lost"
"""How a game ends that is awarded without play."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """One game of the entrant's table: `meeting` says where to sit and whom to meet, None while the entrant is away.

    `award` is `WON` or `LOST` where the game is awarded, else empty; `award_told` says then what to write.
    """

    game: int
    meeting: Meeting | None
    award: str = ""

    @property
    def award_told(self) -> str:
        return words.award(self.award == WON, *AWARD_WIN) if self.award else ""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another event of the tournament that the same person plays in; `seat` is empty until it is drawn."""

    event: str
    seat: str


@dataclass(frozen=True, slots=True)
class Own:
    """An entrant's own page. `game` is the one that is on, None before the first and where nobody says; `now` and `next`
    are their places in it and after it, None where there is none. `is_card_in`: lines of the card are recorded, all of it or
    not; `is_card_by_phone`: they are as they were told by phone, and nobody typed them. `substitute` says who plays on at this seat, since when; empty where nobody does."""

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

    @property
    def event(self) -> Event:
        return self.entry.event

    @property
    def shows_names(self) -> bool:
        """Whether the opponents' names may be read: not where the director hides who plays."""
        return "entrants" not in self.event.hidden


@dataclass(frozen=True, slots=True)
class Whole:
    """What own pages of an event show that is worked out for all its entrants at once, by seat: the round of each, how far each
    card is (as `Own` says it), and the changes of the day. Nothing of it is in a language."""

    ways: Mapping[str, Way]
    cards: Mapping[str, tuple[str, bool, bool]]
    changes: Mapping[int, Made]


def whole(on: Sheet) -> Whole:
    """What the pages of everybody in this event have in common."""
    event = on.event
    cards = {seat: _card(on, seat) for seat in on.cards}
    return Whole(tournament_reads.ways(event), cards, tournament_reads.day_changes(event))


def own(entry: Entry, of: Whole) -> Own:
    """The page of this entrant; the entry comes with its event, tournament and player."""
    event = entry.event
    plays = bool(entry.seat) and entry.status != Entry.Status.NO_SHOW
    route = _route(of, entry.seat) if plays else ()
    game = event.game_now
    card, is_card_in, by_phone = of.cards[entry.seat] if plays else ("", False, False)
    others = Entry.objects.filter(event__tournament=event.tournament, player=entry.player).exclude(pk=entry.pk)
    return Own(
        entry=entry,
        game=game,
        now=next((one for one in route if one.game == game), None),
        next=_next(event, route),
        route=route,
        card=card,
        is_card_in=is_card_in,
        is_card_by_phone=by_phone,
        elsewhere=tuple(
            Elsewhere(other.event.name, other.seat) for other in others.select_related("event").order_by("event")
        ),
        # A private tournament has no pages for somebody without a role.
        pages=tuple(part for part in ("standings", "bracket") if event.tournament.public and part not in event.hidden),
        substitute=_substitute(entry, of.changes.values()) if plays else "",
    )


def _substitute(entry: Entry, changes: Iterable[Made]) -> str:
    told = [
        tournament_words.day_change(kind, table, data, {entry.seat: entry.name})
        for kind, table, data in changes
        if kind == DayChange.Kind.SUBSTITUTE and data["seat"] == entry.seat
    ]
    return told[-1] if told else ""


def _route(of: Whole, seat: str) -> tuple[OwnGame, ...]:
    """Every game of the table in order, those that this seat misses too."""
    way = of.ways[seat]
    places: dict[int, Meeting | None] = {**dict.fromkeys(way.missed), **{one.game: one for one in way.meetings}}
    awards = {}
    for one in awards_of(of.changes):
        if seat in (one.winner, one.loser):
            meeting, other = places.get(one.game), one.loser if seat == one.winner else one.winner
            # Where the two do not meet in that game any more the award fell away.
            if meeting is not None and meeting.opponent is not None and meeting.opponent.seat == other:
                awards[one.game] = WON if seat == one.winner else LOST
    return tuple(OwnGame(game, places[game], awards.get(game, "")) for game in sorted(places))


def _next(event: Event, route: tuple[OwnGame, ...]) -> OwnGame | None:
    """Where to go next; nowhere once cards are compared, where nobody says which game is on, and for who is free."""
    if event.cross_checked_at or event.posted_at:
        return None
    there = [one for one in route if one.meeting and not one.meeting.free]
    if event.game_now is None:
        return None if event.cards_begun_at else next(iter(there), None)
    return next((one for one in there if one.game > event.game_now), None)


def _card(on: Sheet, seat: str) -> tuple[str, bool, bool]:
    """How far the card is, whether lines of it are recorded, and whether it is as it was told by phone."""
    facts = on.facts.get(seat, CardFacts())
    is_in, by_phone = bool(on.cards[seat].lines), facts.is_by_phone
    # The card of somebody who left counts as complete, also where nobody has seen it yet.
    if facts.typed_at is None or not on.cards[seat].complete:
        return RECEIVED if facts.received_at else MISSING, is_in, by_phone
    if on.event.posted_at:
        return POSTED, True, by_phone
    return COMPARED if on.event.cross_checked_at else TYPED, is_in, by_phone
