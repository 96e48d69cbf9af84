"""Everything on an entrant's own page: seat, match, card, rank, what is still needed, money, and the call for a judge.

What the director hides from the public is hidden here too, except what concerns only the entrant.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.core.cache import cache

from brackets.matches.reads.ownmatch import OwnMatch, own_match
from brackets.settling.reads.settling import PersonWon, Win, winners
from hall.me import words
from hall.me.kept import Kept
from hall.me.live import NO_HINTS, Hints
from judging.calls.reads.calls import CallShown, call_of
from judging.calls.reads.panel import is_short
from scorecards.cards.reads.owncard import OwnLine, own_lines
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.ownplace import OwnPlace, own_cards
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.reads.stored import stored_own_cards
from scorecards.standings.reads import own as own_reads
from scorecards.standings.reads.own import OwnPage, SharedFacts
from tournaments.models import Entry, Event, Tournament
from tournaments.money.reads.money import PersonAccount, accounts
from tournaments.rules.hiding import STANDINGS

WINS_KEPT_SECONDS = 5
"""How long the winners of a tournament are cached: all phones ask for them at once."""

_RESULTS = frozenset({"bracket", "final", "qualifiers", STANDINGS})
"""The parts of an event that reveal who won what."""


@dataclass(frozen=True, slots=True)
class Everybody:
    """What is computed once for all phones: seats and cards, ranks, and the official lines of the cards."""

    whole: SharedFacts
    places: Mapping[str, OwnPlace]
    lines: Mapping[str, tuple[OwnLine, ...]]


def _everybody(event: Event, least: int) -> tuple[int, Everybody]:
    """The shared data of all phones, and the revision that it is from, which is at least `least`."""
    # After posting, the lines of the cards are needed too, and are not stored; but cards rarely change then.
    stored = stored_own_cards(event, least) if event.posted_at is None else None
    if stored is not None:
        revision, cards = stored
        return revision, Everybody(own_reads.shared_facts(event, cards.how_far), cards.places, {})
    current_sheet = sheet(event)
    cards = own_cards(current_sheet)
    return event.revision, Everybody(
        own_reads.shared_facts(event, cards.how_far), cards.places, own_lines(current_sheet)
    )


_kept = Kept(_everybody)


@dataclass(frozen=True, slots=True)
class Rank:
    """The rank of the own card. If `place` is None, there is no rank to show, and `told` says why.

    `needs` are sentences on what is still needed to qualify. After posting there are none, and `outcome` says whether
    the entrant qualified.
    """

    place: OwnPlace | None
    told: str
    how_far: str = ""
    why: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    outcome: str = ""

    @property
    def tied(self) -> bool:
        return self.place is not None and self.place.tied

    @property
    def shown(self) -> str:
        """The rank as text, `26th`; a shared one is marked."""
        if self.place is None:
            return ""
        if self.place.tied:
            return sheet_words.rank(self.place.rank, tied=True)
        return sheet_words.ordinal(self.place.rank)

    @property
    def net(self) -> str:
        return sheet_words.signed(self.place.net) if self.place else ""


@dataclass(frozen=True, slots=True)
class Money:
    """The own account in this tournament, in cents.

    `wins` are those that the director shows, `won` their sum, `collected` what was paid out of all winnings.
    """

    account: PersonAccount
    wins: tuple[Win, ...]
    collected: int

    @property
    def to_pay(self) -> int:
        return max(0, self.account.account.open)

    @property
    def comes_back(self) -> int:
        return self.account.to_give_back

    @property
    def won(self) -> int:
        return sum(win.cents for win in self.wins)

    @property
    def to_collect(self) -> int:
        return max(0, self.won - self.collected)


@dataclass(frozen=True, slots=True)
class Mine:
    """The whole page: `own` has the seat and the state of the card, `lines` the official card, empty before posting.

    `is_short_of_judges`: too few judges can come to the open call.
    """

    own: OwnPage
    match: OwnMatch | None
    lines: tuple[OwnLine, ...]
    rank: Rank | None
    money: Money | None
    call: CallShown | None
    is_short_of_judges: bool

    @property
    def may_call(self) -> bool:
        """Whether they play a game or a match, or may soon, and have no open call."""
        if self.call is not None and self.call.is_open:
            return False
        entry, event = self.own.entry, self.own.event
        at_cards = bool(entry.seat) and entry.status == Entry.Status.PLAYING and event.cross_checked_at is None
        return at_cards or (self.match is not None and self.match.now.in_play)

    @property
    def corrected(self) -> int:
        """How many lines of the card differ from what was written."""
        return sum(1 for line in self.lines if line.ink.changed)


def mine(entry: Entry, hints: Hints = NO_HINTS) -> Mine:
    """The page of this entrant, whose entry comes with its event, tournament and player."""
    everybody = _kept.of(entry.event, hints.revision)
    own = own_reads.own_page(entry, everybody.whole, is_alone=hints.no_other_event)
    call = None if hints.no_call else call_of(entry)
    return Mine(
        own=own,
        match=None if hints.no_match else own_match(entry),
        lines=everybody.lines.get(entry.seat, ()) if entry.event.posted_at and own.card else (),
        rank=_rank(own, everybody.places),
        money=None if hints.no_money else _money(entry),
        call=call,
        is_short_of_judges=is_short(entry.event, call),
    )


def _rank(own: OwnPage, places: Mapping[str, OwnPlace]) -> Rank | None:
    """The rank with its reasons; None for an entrant without a card, and before the first card is in."""
    event = own.event
    if not own.card or event.cards_begun_at is None:
        return None
    if STANDINGS in event.hidden:
        return Rank(None, words.rank_later())
    place = places.get(own.entry.seat)
    if place is None:
        return None
    if event.is_ladder:
        # Nobody has to qualify there, and a card grows with each game.
        return Rank(replace(place, net=None), "", why=words.why_this_rank(place))
    needs = words.still_needed(place, place.need, event.edition) if place.need else ()
    outcome = "" if place.provisional or "qualifiers" in event.hidden else words.outcome(place)
    if not place.finished:
        return Rank(None, words.not_ranked_yet(), words.how_far(place), needs=needs)
    why = words.why_this_rank(place)
    return Rank(place, "", words.how_far(place), why, needs, outcome)


def _money(entry: Entry) -> Money | None:
    """The own account; None if nothing is owed, received or won."""
    tournament = entry.event.tournament
    account = next(iter(accounts(tournament, entry.player_id)), None)
    if account is None:
        return None
    won = _winners(tournament).get(entry.player_id)
    events = {event.slug: event for event in tournament.events.all()}
    wins = tuple(win for win in (won.wins if won else ()) if _RESULTS.isdisjoint(events[win.event].hidden))
    if not (account.charges or account.lines or wins):
        return None
    return Money(account, wins, won.paid if won else 0)


def _winners(tournament: Tournament) -> dict[int, PersonWon]:
    """Who has won what, by player; empty until some event has posted its qualifiers."""
    if not tournament.events.filter(posted_at__isnull=False).exists():
        return {}
    cache_key = f"me/winners/{tournament.pk}"
    by_player: dict[int, PersonWon] | None = cache.get(cache_key)
    if by_player is None:
        by_player = {winner.player: winner for winner in winners(tournament)}
        cache.set(cache_key, by_player, WINS_KEPT_SECONDS)
    return by_player
