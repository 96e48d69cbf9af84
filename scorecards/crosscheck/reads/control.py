"""The control sheet: the state of every card by table and by pile, who is at work, and why each card has its rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorecards.cards import words as cards_words
from scorecards.cards.reads.presence import Here, each_once
from scorecards.cards.rules.search import find_seats
from scorecards.cards.rules.why import Meeting, Neighbours, Turn, check_first, explain_ranks
from scorecards.crosscheck import words as crosscheck_words
from scorecards.crosscheck.rules import Controlled, ControlSheet, Stage, Step, control_sheet
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads import looks as looks_reads
from scorecards.sheet.reads import readings as readings_reads
from scorecards.sheet.reads.discrepancies import discrepancy_id, find_game
from scorecards.sheet.reads.readings import readings
from scorecards.sheet.reads.sheet import CardFacts, Sheet
from scorecards.sheet.rules.crosscheck import ComparedGame, State
from scorecards.sheet.rules.looks import Place, Reading, find_typed_over
from scorecards.sheet.rules.piles import Bounds, Key, Pile, Piles, find_piles
from scorecards.sheet.rules.ranking import Chain, Tiebreaker, begins_group, is_of_the_acc, pegged_total
from tournaments.access import is_own
from tournaments.models import User
from tournaments.rules.finding import Finding
from tournaments.rules.seat import parse_seat

BLOCKS = "blocks"
"""The filter for cards that block posting."""

ICONS: Mapping[Stage, str] = {
    Stage.NOT_IN: "i-x",
    Stage.IN: "i-card",
    Stage.TYPED: "i-pen",
    Stage.LOOKED_AT: "i-search",
    Stage.DISCREPANCY: "i-warn",
    Stage.RESOLVED: "i-check",
    Stage.MATCHED: "i-check",
    Stage.FINAL: "i-flag",
}


@dataclass(frozen=True, slots=True)
class SeatCard:
    """One card on the control sheet: its state, the people who handled it, and its next step.

    `step` is the next step in words and `url` its address. `aside` is why the card was set aside, `left` that its
    player left early, and `here` who has the card open. `range` has the best and the worst rank that it can still come
    to.
    """

    seat: str
    name: str
    players: tuple[str, ...]
    stage: str
    label: str
    icon: str
    blocks: bool
    step: str
    url: str
    people: str
    aside: str
    left: str
    here: tuple[Here, ...]
    rank: str
    range: str

    @property
    def is_settled(self) -> bool:
        return self.stage in (Stage.RESOLVED, Stage.MATCHED, Stage.FINAL)


@dataclass(frozen=True, slots=True)
class Filter:
    """One state to filter by, with the number of cards in it."""

    key: str
    label: str
    count: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class TableCards:
    """The cards of one table that are shown, and how many of the whole table are settled."""

    name: str
    cards: tuple[SeatCard, ...]
    settled: int
    expected: int


@dataclass(frozen=True, slots=True)
class PileCards:
    """One of the four piles, or the incomplete cards; `line_above`: the cut line is right above it.

    `cards` are those that the filter shows, `count` the number of all.
    """

    key: str
    name: str
    about: str
    cards: tuple[SeatCard, ...]
    count: int
    line_above: bool = False


@dataclass(frozen=True, slots=True)
class FirstToCheck:
    """A card in the order of checking, and the reason for its place in that order."""

    card: SeatCard
    reason: str


class ControlPage:
    """The control sheet for this user, with the cards in the state `show`; empty for all cards.

    `people` are those who have a card open.
    """

    def __init__(
        self, event_sheet: Sheet, people: Sequence[Here], user: User | None, *, may_check: bool, show: str
    ) -> None:
        self.event_sheet = event_sheet
        self.control: Control = control(event_sheet)
        self.here = each_once(people)
        self.may_check = may_check
        self.user = user
        self._address = [event_sheet.event.tournament.slug, event_sheet.event.slug]
        known = {*(stage.value for stage in Stage), BLOCKS}
        self.show = show if show in known else ""
        self._places = {place.seat: place for place in event_sheet.crosscheck.places}
        self._looked = self._lookers()
        self._typed = self._typists()
        self._typed_over = find_typed_over(event_sheet.crosscheck)
        self.cards = tuple(self._card(card) for card in self.control.sheet.cards)

    def _lookers(self) -> dict[str, list[str]]:
        """By seat, who read lines of the card again: each person once, with the number of readings."""
        counts_by_seat: dict[str, Counter[str]] = {}
        for (seat, _game), looks in self.control.readings.items():
            # A player's own claim by phone is no look: there is no paper.
            by_phone = self.event_sheet.facts.get(seat, CardFacts()).is_by_phone
            player = (None, self.event_sheet.entries[seat].known_name) if by_phone else None
            if names := [look.read_by for look in looks if look.person != player]:
                counts_by_seat.setdefault(seat, Counter()).update(names)
        several_times = _("%(name)s (%(n)d times)")
        return {
            seat: [name if n == 1 else several_times % {"name": name, "n": n} for name, n in counts.items()]
            for seat, counts in counts_by_seat.items()
        }

    def _typists(self) -> dict[str, list[str]]:
        """By seat, who typed lines of the card, each person once, even if somebody else saved the card last."""
        places = [(seat, line.game) for seat, card in self.event_sheet.cards.items() for line in card.lines]
        names_by_seat: dict[str, list[str]] = {}
        for (seat, _game), typist in looks_reads.typists(self.event_sheet, places).items():
            names = names_by_seat.setdefault(seat, [])
            if typist.person.name not in names:
                names.append(typist.person.name)
        return names_by_seat

    def _card(self, card: Controlled) -> SeatCard:
        facts = self.event_sheet.facts.get(card.seat, CardFacts())
        bounds, place = self.control.piles.bounds[card.seat], self._places[card.seat]
        own = is_own(self.user, self.event_sheet.entries[card.seat])
        return SeatCard(
            seat=card.seat,
            name=self.event_sheet.entries[card.seat].known_name,
            players=tuple(self.event_sheet.entries[card.seat].player.names),
            stage=card.stage.value,
            label=crosscheck_words.stage(card.stage),
            icon=ICONS[card.stage],
            blocks=card.blocks,
            step=_("Your own card") if own else self._step(card),
            url=self._url(card),
            people=self._people(card.seat, facts),
            aside=facts.set_aside_reason if facts.set_aside_at else "",
            left=cards_words.left(self.event_sheet.cards[card.seat]),
            here=tuple(person for person in self.here if person.seat == card.seat),
            rank=sheet_words.rank(place.rank, tied=place.tied),
            range=crosscheck_words.possible_ranks(bounds.best_rank, bounds.worst_rank),
        )

    def _step(self, card: Controlled) -> str:
        """The card's next step in words. For a decision also whether the head judge decides, and whether posting waits."""
        step, seat, game, other = card.next.step, card.next.seat, card.next.game, card.next.other
        if step is Step.DECIDE:
            compared, leftover = self._game_to_decide(card), self.event_sheet.leftover
            blocks = compared not in leftover.unruled and compared not in leftover.unsigned
            waiting = compared.state is State.OPEN and not compared.is_unsettled
            return crosscheck_words.decide_step(
                game,
                other,
                self.event_sheet.event.edition,
                waiting=waiting,
                blocks=blocks,
                unsettled=compared.is_unsettled,
            )
        if step is Step.TYPE and (seat, game) in self.event_sheet.not_typed:
            return crosscheck_words.type_line(seat, game, own=seat == card.seat)
        if step is Step.LOOK and (seat, game) in self._typed_over:
            return _("%(seat)s, game %(game)s was typed over: read it again") % {"seat": seat, "game": game}
        return crosscheck_words.next_step(step, seat, game, other)

    def _people(self, seat: str, facts: CardFacts) -> str:
        """Say who typed the card and who read lines of it again; empty if nobody did."""
        parts = []
        if facts.is_by_phone:
            parts.append(_("from the phone, by %s") % facts.typed_by)
        elif facts.typed_by:
            parts.append(_("typed by %s") % ", ".join(self._typed.get(seat) or [facts.typed_by]))
        if seat in self._looked:
            parts.append(_("looked at by %s") % ", ".join(self._looked[seat]))
        return "; ".join(parts)

    def _url(self, card: Controlled) -> str:
        """The address of the next step; for users who may not do it, the address of the card to read."""
        step, seat, game = card.next.step, card.next.seat, card.next.game
        if step is Step.DECIDE:
            case = discrepancy_id(self._game_to_decide(card))
            return f"{reverse('scorecards:crosscheck', args=self._address)}?case={case}"
        if step is Step.LOOK and self.may_check:
            return reverse("scorecards:look", args=[*self._address, seat, game])
        address = reverse("scorecards:card", args=[*self._address, seat])
        if step is Step.TYPE:
            return address
        return f"{address}#line-{game}" if step is Step.NAME_OPPONENT else f"{address}?as=read"

    def _game_to_decide(self, card: Controlled) -> ComparedGame:
        """The game that somebody decides as the next step of this card."""
        game = find_game(self.event_sheet, card.next.game or 0, (card.next.seat, card.next.other or ""))
        assert game is not None
        return game

    def _is_shown(self, card: SeatCard) -> bool:
        return not self.show or card.stage == self.show or (self.show == BLOCKS and card.blocks)

    @property
    def filters(self) -> tuple[Filter, ...]:
        """A filter for all cards, then one for each state; every card is in exactly one state."""
        counts = self.control.sheet.counts
        stages = tuple(
            Filter(stage.value, crosscheck_words.stage(stage), count, self.show == stage)
            for stage, count in counts.items()
        )
        return (Filter("", _("All"), len(self.cards), not self.show), *stages)

    @property
    def blocking(self) -> Filter:
        """The filter for cards that block posting, in whatever state they are."""
        count = sum(1 for card in self.cards if card.blocks)
        return Filter(BLOCKS, _("In the way of posting"), count, self.show == BLOCKS)

    @property
    def settled(self) -> int:
        return sum(1 for card in self.cards if card.is_settled)

    @property
    def tables(self) -> tuple[TableCards, ...]:
        """The cards that are shown, table by table."""
        tables = []
        for name, group in groupby(self.cards, key=lambda card: parse_seat(card.seat).table):
            cards = tuple(group)
            shown_cards = tuple(card for card in cards if self._is_shown(card))
            settled = sum(1 for card in cards if card.is_settled)
            if shown_cards:
                tables.append(TableCards(name, shown_cards, settled, len(cards)))
        return tuple(tables)

    @property
    def piles(self) -> tuple[PileCards, ...]:
        """The four piles in the order of the standings, with the line in the middle, then the incomplete cards."""
        by_seat = {card.seat: card for card in self.cards}
        members: dict[str, list[SeatCard]] = {pile.value: [] for pile in Pile}
        members[""] = []
        for place in self.event_sheet.crosscheck.places:
            pile = self.control.piles.piles.get(place.seat)
            members[pile.value if pile else ""].append(by_seat[place.seat])
        about = _about_piles(settled=self.control.piles.settled, proved=self.control.piles.proved)
        return tuple(
            PileCards(
                key or "not_complete",
                crosscheck_words.pile(key) if key else _("Not complete"),
                about[key],
                tuple(card for card in cards if self._is_shown(card)),
                len(cards),
                line_above=key == Pile.PROBABLY_NOT,
            )
            for key, cards in members.items()
        )

    @property
    def check_first(self) -> tuple[FirstToCheck, ...]:
        """The unsettled cards in the order of checking."""
        by_seat = {card.seat: card for card in self.cards}
        return tuple(
            FirstToCheck(by_seat[turn.seat], _reason(turn, self.control.piles.bounds[turn.seat]))
            for turn in self.control.turns
            if not by_seat[turn.seat].is_settled
        )

    @property
    def no_shows(self) -> int:
        return len(self.control.sheet.no_shows)

    @property
    def ties(self) -> tuple[str, ...]:
        """The ties that block posting, in sentences. No card has them as its next step."""
        findings: Sequence[Finding] = (
            ()
            if self.event_sheet.event.posted_at or self.event_sheet.crosscheck.missing
            else self.event_sheet.obstacles
        )
        return tuple(sheet_words.finding(finding) for finding in findings if finding.code == "tie_unbroken")

    @property
    def empty(self) -> tuple[str, str] | None:
        """Say why there is nothing to show, and what comes next; None if there is something to show."""
        if not self.event_sheet.event.is_seated:
            return _("The seats are not drawn yet."), _("The control sheet begins when everybody has a seat.")
        if not self.cards:
            return _("Nobody plays in this event."), _("Every entrant is a no-show, and a no-show has no card.")
        return None


def _about_piles(*, settled: bool, proved: bool) -> dict[str, str]:
    """What each pile is, and the incomplete cards under the empty key.

    `settled`: nothing is open any more. `proved`: the bounds of the cards prove who is in the first and the last pile.
    """
    if settled:
        return {
            Pile.DEFINITE: _(
                "Every card is in, nothing is to be read again and nothing waits for a ruling: these qualify."
            ),
            Pile.PROBABLE: _("Only who is still tied across the line."),
            Pile.PROBABLY_NOT: _("Nobody: nothing is open that could still change it."),
            Pile.DEAD_ZONE: _("These do not qualify."),
            "": _("None."),
        }
    if not proved:
        nobody = _("Nobody yet: this event does not rank as the ACC does, so nothing is certain before all is settled.")
        return {
            Pile.DEFINITE: nobody,
            Pile.PROBABLE: _("Within the quota now, or tied across the line. Check every card."),
            Pile.PROBABLY_NOT: _("Below the line now, and could still come up. Check every card."),
            Pile.DEAD_ZONE: nobody,
            "": _("Not in or not finished: in no pile yet."),
        }
    return {
        Pile.DEFINITE: _(
            "Proved, with the cards as they are typed: whatever the open cards, the lines to be read again and the rulings "
            "asked for now bring, these qualify."
        ),
        Pile.PROBABLE: _(
            "Within the quota now, or tied across the line. Check these with the next pile, first of all."
        ),
        Pile.PROBABLY_NOT: _("Below the line now, and could still come up."),
        Pile.DEAD_ZONE: _(
            "Proved, with the cards as they are typed: whatever the open cards, the lines to be read again and the rulings "
            "asked for now bring, these do not qualify; what blocks here is asked for the opponent’s sake."
        ),
        "": _("Not in or not finished: in no pile yet. Whatever they can still bring is counted against the others."),
    }


def _reason(turn: Turn, bounds: Bounds) -> str:
    """Why a card has its place in the order of checking: its distance from the cut line, or that it qualifies."""
    pile, distance = turn.pile, turn.distance
    if distance is None and bounds.best_rank == bounds.worst_rank:
        return _("qualifies for certain, %s") % crosscheck_words.possible_ranks(bounds.best_rank, bounds.worst_rank)
    if distance is None:
        return _("qualifies for certain; the seed depends on it")
    if pile is Pile.PROBABLE:
        return _("last above the line") if distance == 1 else _("%d places above the line") % distance
    return _("first below the line") if distance == 1 else _("%d places below the line") % distance


# --- Why this rank ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RankRow:
    """One row of the standings: why it is below the row above, and where it can still end up.

    `decides` names the figure that separates it from the row above. `is_group`: it is lower than that row in the key
    that ranks first. `range` are the best and the worst possible rank in words, `lowest` and `highest` the figures that
    the card can still come to, empty if nothing is proved. `is_dead`: it is in the dead zone. `is_found`: the search
    found this row, and not only a neighbor of it.
    """

    rank: str
    seat: str
    name: str
    players: tuple[str, ...]
    game_points: int
    games_won: int
    net: str
    plus: int
    pegged: int | None
    decides: str
    is_group: bool
    why: str
    meetings: tuple[str, ...]
    range: str
    lowest: str
    highest: str
    pile: str
    is_dead: bool
    cut_after: bool
    is_found: bool = False


@dataclass(frozen=True, slots=True)
class RanksPage:
    """Every row with its reason, or the rows that a search found with their neighbors.

    `settled`: nothing is open that could change a row. `found` is the number of rows that the search found.
    """

    rows: tuple[RankRow, ...]
    quota: int
    settled: bool
    found: int


def ranks_page(event_sheet: Sheet, query: str = "") -> RanksPage:
    """Say why each card has its rank: the key that decides between neighbors, with both values, and the possible ranks.

    With a `query` (a seat or a part of a name), the page has only the rows that match, each with its neighbors.
    """
    rows, settled = _rank_rows(event_sheet)
    if not query:
        return RanksPage(rows, event_sheet.quota, settled, 0)
    seats = find_seats(query, {row.seat: row.name for row in rows})
    matching = {index for index, row in enumerate(rows) if row.seat in seats}
    with_neighbors = [index for index in range(len(rows)) if matching & {index - 1, index, index + 1}]
    shown_rows = tuple(replace(rows[index], is_found=index in matching) for index in with_neighbors)
    return RanksPage(shown_rows, event_sheet.quota, settled, len(matching))


def _rank_rows(event_sheet: Sheet) -> tuple[tuple[RankRow, ...], bool]:
    """Every row of the standings, and whether nothing is open that could change a row."""
    result = event_sheet.crosscheck
    piles = find_piles(
        result, readings_reads.readings(event_sheet.event), posted=event_sheet.event.posted_at is not None
    )
    reasons = {pair.below.seat: pair for pair in explain_ranks(result)}
    rows = []
    for index, place in enumerate(result.places):
        bounds, pair = piles.bounds[place.seat], reasons.get(place.seat)
        pile = piles.piles.get(place.seat)
        is_open = piles.proved and bounds.lowest != bounds.highest
        rows.append(
            RankRow(
                rank=sheet_words.rank(place.rank, tied=place.tied),
                seat=place.seat,
                name=event_sheet.entries[place.seat].known_name,
                players=tuple(event_sheet.entries[place.seat].player.names),
                game_points=place.tally.game_points,
                games_won=place.tally.games_won,
                net=sheet_words.signed(place.tally.net if event_sheet.event.records_spread else None),
                plus=place.tally.plus,
                pegged=pegged_total(place.tally, event_sheet.chain),
                decides=pair.decided_by.value if pair and pair.decided_by else "",
                is_group=pair is not None and begins_group(pair.decided_by, event_sheet.chain),
                why=_why(pair, event_sheet.chain) if pair else "",
                meetings=tuple(_meeting(meeting) for meeting in pair.meetings) if pair else (),
                range=crosscheck_words.possible_ranks(bounds.best_rank, bounds.worst_rank),
                lowest=_key_in_words(bounds.lowest) if is_open else "",
                highest=_key_in_words(bounds.highest) if is_open else "",
                pile=crosscheck_words.pile(pile) if pile else _("Not complete"),
                is_dead=pile is Pile.DEAD_ZONE,
                cut_after=index + 1 == event_sheet.quota and index + 1 < len(result.places),
            )
        )
    return tuple(rows), piles.settled


def _why(pair: Neighbours, chain: Chain) -> str:
    """Say why a row is below its neighbor, for example `Below A-9, 4th: net, +62 against +48.`"""
    above = {"seat": pair.above.seat, "rank": sheet_words.ordinal(pair.above.rank)}
    if pair.decided_by is None:
        return _("Shares the rank with %(seat)s: nothing separates them until a playoff game.") % above
    if pair.values is not None:
        key = sheet_words.deciding_key(pair.decided_by, *pair.values)
        return _("Below %(seat)s, %(rank)s: %(key)s.") % {**above, "key": key}
    if not is_of_the_acc(chain):
        if pair.decided_by is Tiebreaker.PLAYOFF:
            return _("Below %(seat)s, %(rank)s: level in all that ranks this event, the playoff game decided.") % above
        if not pair.meetings:
            return _("Below %(seat)s, %(rank)s: level until then, head-to-head decided.") % above
        return _("Below %(seat)s, %(rank)s: level until then, head-to-head decided:") % above
    if pair.decided_by is Tiebreaker.PLAYOFF:
        return _("Below %(seat)s, %(rank)s: level on every key, the playoff game decided.") % above
    if not pair.meetings:
        return _("Below %(seat)s, %(rank)s: level on every key, head-to-head decided.") % above
    return _("Below %(seat)s, %(rank)s: level on every key, head-to-head decided:") % above


def _meeting(meeting: Meeting) -> str:
    """Who won a game between two tied players, and by how much if the spread is recorded."""
    if meeting.spread is None:
        return _("game %(game)d won by %(seat)s") % {"game": meeting.game, "seat": meeting.winner}
    return _("game %(game)d won by %(seat)s, by %(spread)d") % {
        "game": meeting.game,
        "seat": meeting.winner,
        "spread": meeting.spread,
    }


def _key_in_words(key: Key) -> str:
    """The figures of a card that rank it, joined by commas."""
    points, won, net, plus = key
    parts = (
        ngettext("%d game point", "%d game points", points) % points,
        _("%d won") % won,
        _("net %s") % sheet_words.signed(net),
        _("plus %d") % plus,
    )
    return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Control:
    """The state of every card of an event, the piles with their bounds, the order of checking, and all looks."""

    sheet: ControlSheet
    piles: Piles
    turns: tuple[Turn, ...]
    readings: dict[Place, list[Reading]]


def control(event_sheet: Sheet) -> Control:
    """Compute the control sheet of an event from its sheet; one more query."""
    result, looks = event_sheet.crosscheck, readings(event_sheet.event)
    posted = event_sheet.event.posted_at is not None
    piles = find_piles(result, looks, posted=posted)
    received = {seat for seat, facts in event_sheet.facts.items() if facts.received_at is not None}
    sheet = control_sheet(result, piles, looks, received=received, posted=posted, undecided=event_sheet.undecided)
    return Control(sheet, piles, check_first(result, piles), looks)
