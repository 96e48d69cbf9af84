"""One card at the entry desk: the texts to type for it, and two versions of it side by side."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from scorecards.cards.reads import cards as cards_reads
from scorecards.cards.reads.card_to_read import line_in_words, total_labels
from scorecards.cards.reads.stack import time_of
from scorecards.cards.rules.typing import format_typed
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.sheet import CardFacts, Sheet
from scorecards.sheet.reads.written import Written
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.tally import OwnTotals, tally
from tournaments.day.reads.schedule import rounds, schedule
from tournaments.models import Event, User
from tournaments.rotation.rules.movements import Pairing


@dataclass(frozen=True, slots=True)
class DeskRow:
    """One game at the entry desk: the expected opponent and the typed text. `free`: nobody to meet because neither
    player needs the game; `sits_out`: nobody to meet for another reason."""

    game: int
    expected: str
    sits_out: bool
    free: bool
    counted: bool
    is_half: bool
    text: str
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeskTotal:
    """One of the player's own totals at the entry desk, with the sum of the lines as saved."""

    name: str
    label: str
    text: str
    sum: str
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Desk:
    """A card as it is typed. `first_lines`: the first lines count, as many as the event has games."""

    rows: tuple[DeskRow, ...]
    totals: tuple[DeskTotal, ...]
    version: int
    games: int
    first_lines: bool


def expected_opponents(event: Event, seat: str) -> dict[int, str | None]:
    """The opponents of this seat by game, every game of the event; None for a sit-out, a free game, and where unknown."""
    return opponents_and_free(event, seat)[0]


def opponents_and_free(event: Event, seat: str) -> tuple[dict[int, str | None], frozenset[int]]:
    """The expected opponents by game, and the games in which this seat is free: neither player needs them."""
    opponents: dict[int, str | None] = dict.fromkeys(range(1, rounds(event) + 1))
    pairings = [pairing for pairing in schedule(event) if seat in pairing.players]
    opponents.update((pairing.game, _other(pairing, seat)) for pairing in pairings)
    return opponents, frozenset(pairing.game for pairing in pairings if pairing.free)


def _other(pairing: Pairing, seat: str) -> str | None:
    first, second = pairing.players
    return second if first == seat else first


def recorded_texts(this_sheet: Sheet, seat: str, expected: Mapping[int, str | None]) -> dict[int, str]:
    """The shorthand for each recorded line of this card, by game."""
    spread = this_sheet.event.records_spread
    return {
        line.game: format_typed(line, expected.get(line.game), records_spread=spread)
        for line in this_sheet.cards[seat].lines
    }


def total_texts(own: OwnTotals) -> dict[str, str]:
    """The text to type for each of these totals, by name."""
    shown = {name: getattr(own, name) for name in total_labels()}
    return {
        name: "" if value is None else sheet_words.signed(value) if name == "net" else str(value)
        for name, value in shown.items()
    }


def desk(
    this_sheet: Sheet,
    seat: str,
    *,
    expected: Mapping[int, str | None],
    free: Collection[int] = (),
    texts: Mapping[int, str] | None = None,
    totals: Mapping[str, str] | None = None,
    errors: Mapping[str, Sequence[str]] | None = None,
    version: int | None = None,
) -> Desk:
    """The card at the entry desk: as recorded, or as typed with its errors. `free` are the games in which the seat is
    free."""
    facts, card, wrong = this_sheet.facts.get(seat, CardFacts()), this_sheet.cards[seat], errors or {}
    typed = recorded_texts(this_sheet, seat, expected) if texts is None else texts
    own = total_texts(facts.own) if totals is None else totals
    sums = total_texts(OwnTotals(**cards_reads.totals(tally(card), records_spread=this_sheet.event.records_spread)))
    scheduled = card.counted is not None
    return Desk(
        rows=tuple(
            DeskRow(
                game=game,
                expected=other or "",
                sits_out=scheduled and other is None and game not in free,
                free=game in free,
                counted=not scheduled or card.counts(game),
                is_half=game == this_sheet.event.games // 2,
                text=typed.get(game, ""),
                errors=tuple(wrong.get(f"line-{game}", ())),
            )
            for game, other in expected.items()
        ),
        totals=tuple(
            DeskTotal(name, label, own.get(name, ""), sums[name], tuple(wrong.get(f"total-{name}", ())))
            for name, label in total_labels(records_spread=this_sheet.event.records_spread).items()
        ),
        version=facts.version if version is None else version,
        games=this_sheet.event.games,
        first_lines=not scheduled,
    )


# --- Two versions of one card ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Side:
    """One version of a line or a total: the text to type for it, and how it reads."""

    text: str
    shown: str


@dataclass(frozen=True, slots=True)
class Typed:
    """What somebody typed of a card: the lines and totals that could be read, the texts, and the errors by field."""

    lines: Collection[Line]
    own: OwnTotals
    texts: Mapping[int, str] = field(default_factory=dict)
    total_texts: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """A line or total with two versions. `name` is its form field, `expected` the opponent by the rotation.

    Text that cannot stand on a card is no version: it is `wrong`, with its errors.
    """

    name: str
    label: str
    expected: str
    now: Side
    mine: Side
    wrong: str = ""
    errors: tuple[str, ...] = ()

    @property
    def chosen(self) -> str:
        """The version chosen at first: the one with a text where the other has none."""
        if self.errors:
            return "other"
        return "mine" if not self.now.text else "now" if not self.mine.text else ""

    @property
    def differs(self) -> bool:
        return bool(self.errors) or self.now.shown != self.mine.shown

    @property
    def is_total(self) -> bool:
        return self.name.startswith("total-")

    @property
    def says_nothing(self) -> bool:
        """Whether both versions are empty."""
        return not self.now.text and not self.mine.text and not self.errors


@dataclass(frozen=True, slots=True)
class Conflict:
    """What somebody typed beside what is saved: who saved it, when (hall time), and whether it was the same person."""

    version: int
    choices: tuple[Choice, ...]
    both: int
    by: str
    at: str
    mine: bool

    @property
    def differing(self) -> tuple[Choice, ...]:
        return tuple(choice for choice in self.choices if choice.differs)


def conflict(
    this_sheet: Sheet,
    seat: str,
    *,
    expected: Mapping[int, str | None],
    written: Written | None,
    typed: Typed,
    user: User | None,
) -> Conflict:
    """The typed lines and totals beside the card as it is recorded now, one choice for each."""
    facts = this_sheet.facts.get(seat, CardFacts())
    mine = {line.game: line for line in typed.lines}
    choices = []
    for game, other in expected.items():
        name = f"line-{game}"
        versions = (this_sheet.cards[seat].line(game), mine.get(game))
        spread = this_sheet.event.records_spread
        now, own = (
            Side(format_typed(line, other, records_spread=spread), line_in_words(line, records_spread=spread))
            for line in versions
        )
        errors = tuple(typed.errors.get(name, ()))
        wrong = typed.texts.get(game, "") if errors else ""
        choices.append(Choice(name, _("Game %d") % game, other or "", now, own, wrong, errors))
    stored, sent = total_texts(facts.own), total_texts(typed.own)
    for total, label in total_labels(records_spread=this_sheet.event.records_spread).items():
        name = f"total-{total}"
        now, own = (Side(text, text or _("blank")) for text in (stored[total], sent[total]))
        errors = tuple(typed.errors.get(name, ()))
        wrong = typed.total_texts.get(total, "") if errors else ""
        choices.append(Choice(name, label, "", now, own, wrong, errors))
    return Conflict(
        facts.version,
        tuple(choices),
        both=sum(1 for choice in choices if not choice.differs and not choice.says_nothing),
        by=written.by if written else "",
        at=time_of(written.at) if written else "",
        mine=written is not None and user is not None and written.account == user.get_username(),
    )
