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
    """One game at the entry desk: the expected opponent and the typed text.

    `free`: there is no opponent because neither player needs the game. `sits_out`: there is none for another reason.
    """

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
    """A card at the entry desk. `first_lines`: without a schedule, the first lines count, as many as `games`."""

    rows: tuple[DeskRow, ...]
    totals: tuple[DeskTotal, ...]
    version: int
    games: int
    first_lines: bool


def expected_opponents(event: Event, seat: str) -> dict[int, str | None]:
    """Return the opponent of this seat in every game of the event; None for a sit-out, a free game, or if unknown."""
    return opponents_and_free(event, seat)[0]


def opponents_and_free(event: Event, seat: str) -> tuple[dict[int, str | None], frozenset[int]]:
    """Return the expected opponents by game, and the free games of this seat, which neither player needs."""
    opponents: dict[int, str | None] = dict.fromkeys(range(1, rounds(event) + 1))
    pairings = [pairing for pairing in schedule(event) if seat in pairing.players]
    opponents.update((pairing.game, _other(pairing, seat)) for pairing in pairings)
    return opponents, frozenset(pairing.game for pairing in pairings if pairing.free)


def _other(pairing: Pairing, seat: str) -> str | None:
    """Return the other seat of a pairing, or None for a sit-out."""
    first, second = pairing.players
    return second if first == seat else first


def recorded_texts(this_sheet: Sheet, seat: str, expected: Mapping[int, str | None]) -> dict[int, str]:
    """Return the shorthand for each recorded line of this card, by game."""
    event = this_sheet.event
    return {
        line.game: format_typed(line, expected.get(line.game), records_spread=event.records_spread, skunks=event.skunks)
        for line in this_sheet.cards[seat].lines
    }


def total_texts(own: OwnTotals) -> dict[str, str]:
    """Return the text to type for each of these totals, by name; empty for a blank one."""
    texts = {}
    for name in total_labels():
        value = getattr(own, name)
        if value is None:
            texts[name] = ""
        elif name == "net":
            texts[name] = sheet_words.signed(value)
        else:
            texts[name] = str(value)
    return texts


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
    """Return the card at the entry desk.

    - `expected`: the opponents by game.
    - `free`: the games that neither this player nor the opponent needs.
    - `texts`, `totals`, `version`: what somebody typed, by default what is recorded.
    - `errors`: the errors of the typed texts, by form field.
    """
    facts, card, field_errors = this_sheet.facts.get(seat, CardFacts()), this_sheet.cards[seat], errors or {}
    line_texts = recorded_texts(this_sheet, seat, expected) if texts is None else texts
    own_texts = total_texts(facts.own) if totals is None else totals
    sums = total_texts(OwnTotals(**cards_reads.totals(tally(card), records_spread=this_sheet.event.records_spread)))
    scheduled = card.counted is not None
    return Desk(
        rows=tuple(
            DeskRow(
                game=game,
                expected=opponent or "",
                sits_out=scheduled and opponent is None and game not in free,
                free=game in free,
                counted=not scheduled or card.counts(game),
                is_half=game == this_sheet.event.games // 2,
                text=line_texts.get(game, ""),
                errors=tuple(field_errors.get(f"line-{game}", ())),
            )
            for game, opponent in expected.items()
        ),
        totals=tuple(
            DeskTotal(name, label, own_texts.get(name, ""), sums[name], tuple(field_errors.get(f"total-{name}", ())))
            for name, label in total_labels(records_spread=this_sheet.event.records_spread).items()
        ),
        version=facts.version if version is None else version,
        games=this_sheet.event.games,
        first_lines=not scheduled,
    )


# --- Two versions of one card ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Side:
    """One version of a line or a total: the text to type for it, and the same in words."""

    text: str
    shown: str


@dataclass(frozen=True, slots=True)
class Typed:
    """A card as somebody typed it: the valid lines and totals, all texts, and the errors by form field."""

    lines: Collection[Line]
    own: OwnTotals
    texts: Mapping[int, str] = field(default_factory=dict)
    total_texts: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """A line or total with two versions: the saved one (`now`) and the typed one (`mine`).

    `name` is its form field, `expected` the opponent by the rotation. An invalid text is no version: it is in `wrong`,
    with its `errors`.
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
        """The version chosen at first: the only one with a text, `other` after an error, or none if both have texts."""
        if self.errors:
            return "other"
        if not self.now.text:
            return "mine"
        return "" if self.mine.text else "now"

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
    """A typed card beside the saved one.

    `by` and `at` say who saved it and when (hall time); `mine` says whether it was the same person. `both` is the number
    of choices on which both versions agree, without empty ones.
    """

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
    """Return the typed lines and totals beside the recorded ones, one choice for each.

    `written` says who saved the card last; `user` is the person who typed.
    """
    facts = this_sheet.facts.get(seat, CardFacts())
    records_spread = this_sheet.event.records_spread
    typed_lines = {line.game: line for line in typed.lines}
    choices = []
    for game, opponent in expected.items():
        name = f"line-{game}"
        saved_side = _line_side(this_sheet.cards[seat].line(game), opponent, this_sheet.event)
        typed_side = _line_side(typed_lines.get(game), opponent, this_sheet.event)
        errors = tuple(typed.errors.get(name, ()))
        invalid_text = typed.texts.get(game, "") if errors else ""
        choices.append(Choice(name, _("Game %d") % game, opponent or "", saved_side, typed_side, invalid_text, errors))
    saved_totals, typed_totals = total_texts(facts.own), total_texts(typed.own)
    for total, label in total_labels(records_spread=records_spread).items():
        name = f"total-{total}"
        saved_side = Side(saved_totals[total], saved_totals[total] or _("blank"))
        typed_side = Side(typed_totals[total], typed_totals[total] or _("blank"))
        errors = tuple(typed.errors.get(name, ()))
        invalid_text = typed.total_texts.get(total, "") if errors else ""
        choices.append(Choice(name, label, "", saved_side, typed_side, invalid_text, errors))
    return Conflict(
        facts.version,
        tuple(choices),
        both=sum(1 for choice in choices if not choice.differs and not choice.says_nothing),
        by=written.by if written else "",
        at=time_of(written.at) if written else "",
        mine=written is not None and user is not None and written.account == user.get_username(),
    )


def _line_side(line: Line | None, expected: str | None, event: Event) -> Side:
    """Return one version of a line; `expected` is the opponent by the rotation."""
    return Side(
        format_typed(line, expected, records_spread=event.records_spread, skunks=event.skunks),
        line_in_words(line, records_spread=event.records_spread),
    )
