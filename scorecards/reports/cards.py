"""The pile of cards, table by table, and one card at the entry desk or as it stands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorecards import reads, words
from scorecards.reads import CardFacts, Sheet
from scorecards.reports.ink import Columns, Ink
from scorecards.rules.line import Line, format_points
from scorecards.rules.tally import OwnTotals, find_total_flags, tally
from scorecards.rules.typing import format_typed
from tournaments import reads as tournament_reads
from tournaments.access import is_own
from tournaments.models import Entry, Event, User
from tournaments.rules.rotation import Pairing
from tournaments.rules.seat import parse_seat, read_seat

LATELY = timedelta(minutes=10)
"""How far back the rear peg of the progress stands."""

PILE_LENGTH = 12

MISSING, UNFINISHED, OFF, COMPLETE, NO_SHOW = "missing", "unfinished", "off", "complete", "no_show"
TO_TYPE = (MISSING, UNFINISHED)


@dataclass(frozen=True, slots=True)
class PileCard:
    """One card in the pile: whose it is, how far it is typed, and what is to be said about it."""

    seat: str
    name: str
    state: str
    note: str
    own: bool


@dataclass(frozen=True, slots=True)
class PileTable:
    """The cards of one table, in seat order."""

    name: str
    cards: tuple[PileCard, ...]
    complete: int
    expected: int


@dataclass(frozen=True, slots=True)
class Pile:
    """All cards of an event, and how far the typing has come. Of `expected` cards `complete` are in."""

    cards: tuple[PileCard, ...]
    complete: int
    lately: int
    expected: int
    off: int

    @property
    def left(self) -> tuple[PileCard, ...]:
        """The cards that are not in or not complete."""
        return tuple(card for card in self.cards if card.state in TO_TYPE)

    def tables(self, show: str = "") -> tuple[PileTable, ...]:
        """The cards by table; with `show` only those in that state: `left` or `off`."""
        wanted = {"left": TO_TYPE, "off": (OFF,)}.get(show)
        found = []
        for name, group in groupby(self.cards, key=lambda card: parse_seat(card.seat).table):
            cards = tuple(group)
            shown = cards if wanted is None else tuple(card for card in cards if card.state in wanted)
            expected = [card for card in cards if card.state != NO_SHOW]
            complete = sum(1 for card in expected if card.state not in TO_TYPE)
            if shown:
                found.append(PileTable(name, shown, complete, len(expected)))
        return tuple(found)

    def next_after(self, seat: str = "") -> PileCard | None:
        """The next card to type after this seat, from the first again at the end; never one's own."""
        cards = [card for card in self.cards if card.state in TO_TYPE and not card.own and card.seat != seat]
        seats = [card.seat for card in self.cards]
        place = seats.index(seat) if seat in seats else -1
        return next((card for card in cards if seats.index(card.seat) > place), cards[0] if cards else None)

    def around(self, seat: str) -> tuple[PileCard, ...]:
        """The stretch of the cards left in which this card lies."""
        cards = [card for card in self.cards if card.state in TO_TYPE or card.seat == seat]
        place = next((index for index, card in enumerate(cards) if card.seat == seat), 0)
        start = max(0, min(place - PILE_LENGTH // 2, len(cards) - PILE_LENGTH))
        return tuple(cards[start : start + PILE_LENGTH])

    def find(self, wanted: str) -> tuple[PileCard, ...]:
        """The cards that somebody means by a seat in any spelling, a part of a name, or both."""
        # A list of suggestions gives "A-23 Lorraine Petty"; a seat in two words is only figures behind its letter.
        for text in (wanted, wanted.strip().partition(" ")[0]):
            if seat := read_seat(text):
                return tuple(card for card in self.cards if card.seat == str(seat))
        parts = wanted.casefold().split()
        return tuple(card for card in self.cards if parts and all(part in card.name.casefold() for part in parts))


def pile(on: Sheet, user: User | None, now: datetime) -> Pile:
    """Every card of the event as it lies in the pile."""
    cards = tuple(_pile_card(on, seat, user) for seat in on.cards)
    done = {card.seat for card in cards if card.state in (COMPLETE, OFF)}
    return Pile(
        cards=cards,
        complete=len(done),
        lately=sum(1 for seat in done if not _is_new(on.facts.get(seat), now)),
        expected=sum(1 for card in cards if card.state != NO_SHOW),
        off=sum(1 for card in cards if card.state == OFF),
    )


def _is_new(facts: CardFacts | None, now: datetime) -> bool:
    return facts is not None and facts.typed_at is not None and now - facts.typed_at < LATELY


def _pile_card(on: Sheet, seat: str, user: User | None) -> PileCard:
    entry, card = on.entries[seat], on.cards[seat]
    facts = on.facts.get(seat, CardFacts())
    state, note = COMPLETE, _("in")
    if seat in on.not_ranked:
        state, note = NO_SHOW, _("no-show, no card")
    elif not card.complete and not card.lines:
        state, note = MISSING, _("missing")
    elif not card.complete:
        state = UNFINISHED
        note = ngettext("%d line", "%d lines", len(card.lines)) % len(card.lines)
    elif find_total_flags(facts.own, tally(card)):
        state, note = OFF, _("totals off")
    elif entry.status == Entry.Status.WITHDRAWN:
        note = _("withdrawn")
    return PileCard(seat, entry.name, state, note, is_own(user, entry))


# --- The entry desk --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeskRow:
    """One game at the entry desk: whom the rotation expects, and what is typed for it."""

    game: int
    expected: str
    sits_out: bool
    counted: bool
    is_half: bool
    text: str
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeskTotal:
    """One of the player's own totals at the entry desk, beside what the lines as saved add up to."""

    name: str
    label: str
    text: str
    sum: str
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Desk:
    """A card as it is typed. `first_lines`: the first lines by game count, as many as the event has games."""

    rows: tuple[DeskRow, ...]
    totals: tuple[DeskTotal, ...]
    version: int
    games: int
    first_lines: bool


def total_labels() -> dict[str, str]:
    """The five totals of a card, in the order of the page."""
    return {
        "game_points": _("Game points"),
        "games_won": _("Games won"),
        "plus": _("Plus"),
        "minus": _("Minus"),
        "net": _("Net"),
    }


def expected_opponents(event: Event, seat: str) -> dict[int, str | None]:
    """Whom the rotation sends this seat against, by game: every game of the event, None for a sit-out or nobody known."""
    found: dict[int, str | None] = dict.fromkeys(range(1, tournament_reads.rounds(event) + 1))
    for pairing in tournament_reads.schedule(event):
        if seat in pairing.players:
            found[pairing.game] = _other(pairing, seat)
    return found


def _other(pairing: Pairing, seat: str) -> str | None:
    first, second = pairing.players
    return second if first == seat else first


def recorded_texts(on: Sheet, seat: str, expected: Mapping[int, str | None]) -> dict[int, str]:
    """What one would type for the lines recorded of this card, by game."""
    return {line.game: format_typed(line, expected.get(line.game)) for line in on.cards[seat].lines}


def total_texts(own: OwnTotals) -> dict[str, str]:
    """What one would type for these totals."""
    shown = {name: getattr(own, name) for name in total_labels()}
    return {
        name: "" if value is None else words.signed(value) if name == "net" else str(value)
        for name, value in shown.items()
    }


def desk(
    on: Sheet,
    seat: str,
    *,
    expected: Mapping[int, str | None],
    texts: Mapping[int, str] | None = None,
    totals: Mapping[str, str] | None = None,
    errors: Mapping[str, Sequence[str]] | None = None,
    version: int | None = None,
) -> Desk:
    """The card at the entry desk: as recorded, or with what somebody typed and what is wrong with it."""
    facts, card, wrong = on.facts.get(seat, CardFacts()), on.cards[seat], errors or {}
    typed = recorded_texts(on, seat, expected) if texts is None else texts
    own = total_texts(facts.own) if totals is None else totals
    sums = total_texts(OwnTotals(**reads.totals(tally(card))))
    scheduled = card.counted is not None
    return Desk(
        rows=tuple(
            DeskRow(
                game=game,
                expected=other or "",
                sits_out=scheduled and other is None,
                counted=not scheduled or card.counts(game),
                is_half=game == on.event.games // 2,
                text=typed.get(game, ""),
                errors=tuple(wrong.get(f"line-{game}", ())),
            )
            for game, other in expected.items()
        ),
        totals=tuple(
            DeskTotal(name, label, own.get(name, ""), sums[name], tuple(wrong.get(f"total-{name}", ())))
            for name, label in total_labels().items()
        ),
        version=facts.version if version is None else version,
        games=on.event.games,
        first_lines=not scheduled,
    )


def desk_words() -> dict[str, str]:
    """The words that the entry desk's echo shows while somebody types."""
    return {
        "won": _("won by %s"),
        "lost": _("lost by %s"),
        "win_blank": _("win, spread blank"),
        "loss_blank": _("loss, spread blank"),
        "win_in_minus": _("marked a win, spread in the minus column"),
        "loss_in_plus": _("marked a loss, spread in the plus column"),
        "points_blank": _("points blank"),
        "blank_line": _("blank throughout"),
        "opponent_blank": _("opponent blank"),
        "other_points": _("%s written"),
        "win": _("win"),
        "loss": _("loss"),
        "blank": _("blank"),
        "after": _("after %s lines"),
        "all_in": _("all %s lines in"),
        "typed_notation": _("16, -16, W or L"),
        "typed_spread": _("1 to 121"),
        "typed_other": _("* is for a win"),
        "typed_seat": _("@A-9, or @? for blank"),
        "total_notation": _("a whole number"),
        "matches": _("matches"),
        "differs": _("does not match"),
        "swapped": _("Game points and games won look swapped."),
        "swapped_because": _("The lines give %(points)s game points from %(won)s games won."),
        "carried": _("The net is off by ten: look for a carried ten."),
        "off": _("These totals do not match the lines."),
        "lines_count": _("The lines count. What the player wrote is kept beside them."),
        "fix_paper": _("On the paper, in red with your initials:"),
        "restored": _("Typed here before and not saved yet: it is back. Look it over, then save."),
        "held": _("No connection. Keep typing: this card is held on this computer and is not saved yet."),
        "cleared": _("Line %s is cleared."),
    }


# --- Two versions of one card ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Side:
    """One version of a line or a total: what one would type for it, and how it reads."""

    text: str
    shown: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One line or total of which two versions exist; `name` is its field."""

    name: str
    label: str
    now: Side
    mine: Side

    @property
    def chosen(self) -> str:
        """The version that has something where the other has nothing yet; it can be chosen otherwise."""
        return "mine" if not self.now.text else "now" if not self.mine.text else ""

    @property
    def differs(self) -> bool:
        return self.now.shown != self.mine.shown


@dataclass(frozen=True, slots=True)
class Conflict:
    """What somebody typed beside what somebody else saved meanwhile."""

    version: int
    choices: tuple[Choice, ...]
    both: int

    @property
    def differing(self) -> tuple[Choice, ...]:
        return tuple(choice for choice in self.choices if choice.differs)


def conflict(
    on: Sheet, seat: str, *, expected: Mapping[int, str | None], lines: Collection[Line], own: OwnTotals
) -> Conflict:
    """The card as it is recorded now beside the lines and totals that somebody typed, line by line."""
    facts = on.facts.get(seat, CardFacts())
    mine = {line.game: line for line in lines}
    choices = []
    for game, other in expected.items():
        versions = (on.cards[seat].line(game), mine.get(game))
        now, typed = (Side(format_typed(line, other), line_in_words(line)) for line in versions)
        choices.append(Choice(f"line-{game}", _("Game %d") % game, now, typed))
    stored, sent = total_texts(facts.own), total_texts(own)
    for name, label in total_labels().items():
        now, typed = (Side(text, text or _("blank")) for text in (stored[name], sent[name]))
        choices.append(Choice(f"total-{name}", label, now, typed))
    same = sum(1 for choice in choices if not choice.differs)
    return Conflict(facts.version, tuple(choices), same)


def line_in_words(line: Line | None) -> str:
    """A line as written, in a few words: against whom, points, and the spread with its column's sign."""
    if line is None:
        return _("no line")
    if line.is_blank:
        return _("blank throughout")
    opponent = line.opponent or _("opponent blank")
    points = _("points blank") if line.points is None else format_points(line.points)
    spread = words.signed_spread(line) or _("spread blank")
    return f"{opponent}: {points}, {spread}"


# --- A card to read --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReadRow:
    """One line of a card to read: as recorded, and in red ink as it stands."""

    game: int
    opponent: str
    ink: Columns
    counted: bool
    is_half: bool
    state: str
    rules: tuple[str, ...]
    initials: str
    flags: tuple[str, ...]

    @property
    def proposed(self) -> bool:
        return self.state == "proposed"


@dataclass(frozen=True, slots=True)
class ReadTotal:
    """A total as counted from the record and as it stands, beside what the player wrote."""

    label: str
    counted: Ink
    own: str
    off: bool


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card to read, with what is odd about it as a whole."""

    seat: str
    version: int
    complete: bool
    rows: tuple[ReadRow, ...]
    totals: tuple[ReadTotal, ...]
    flags: tuple[str, ...]


def card_to_read(on: Sheet, seat: str) -> ReadCard:
    """The card as recorded and as it stands, with rule and initials where the two differ."""
    shown = reads.card(on, seat)
    initials = _initials(on, seat)
    flags = _flags_by_line(shown["flags"])
    rows = [
        _read_row(on, line, initials.get(line["game"], ""), flags.get(index, ()))
        for index, line in enumerate(shown["lines"])
    ]
    totals = []
    for name, label in total_labels().items():
        form = words.signed if name == "net" else str
        own = shown["own_totals"][name]
        off = own is not None and own != shown["totals"][name]
        counted = Ink(form(shown["totals"][name]), form(shown["standing_totals"][name]))
        totals.append(ReadTotal(label, counted, "" if own is None else form(own), off))
    rest = tuple(flag["message"] for flag in shown["flags"] if not flag["field"].startswith("lines."))
    return ReadCard(seat, shown["version"], shown["complete"], tuple(rows), tuple(totals), rest)


def _read_row(on: Sheet, line: Mapping[str, Any], initials: str, flags: Sequence[str]) -> ReadRow:
    stands = line["stands"] or {}
    return ReadRow(
        game=line["game"],
        opponent=line["opponent"],
        ink=Columns(*(Ink(line[name], stands.get(name, line[name])) for name in ("points", "plus", "minus"))),
        counted=line["counted"],
        is_half=line["game"] == on.event.games // 2,
        state=stands.get("state", ""),
        rules=tuple(stands.get("rules", ())),
        initials=initials,
        flags=tuple(flags),
    )


def _flags_by_line(flags: Sequence[Mapping[str, Any]]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for flag in flags:
        kind, _dot, rest = flag["field"].partition(".")
        if kind == "lines":
            found.setdefault(int(rest.split(".")[0]), []).append(flag["message"])
    return found


def _initials(on: Sheet, seat: str) -> dict[int, str]:
    """Who signed for each game of this card."""
    if not on.event.cross_checked_at:
        return {}
    return {
        game.game: on.decisions[game.decision].initials
        for game in on.crosscheck.games
        if seat in game.seats and game.decision is not None
    }
