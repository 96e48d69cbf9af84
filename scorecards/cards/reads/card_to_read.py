"""One card to read: the record, and in red ink what stands instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scorecards.cards.reads.cards import card
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.ink import Columns, Ink
from scorecards.sheet.reads.sheet import Sheet
from scorecards.sheet.rules.line import Line, format_points


def total_labels(*, records_spread: bool = True) -> dict[str, str]:
    """Return the labels of a card's totals by name, in the order of the page: five, or two without spreads."""
    labels = {"game_points": _("Game points"), "games_won": _("Games won")}
    if records_spread:
        labels |= {"plus": _("Plus"), "minus": _("Minus"), "net": _("Net")}
    return labels


def line_in_words(line: Line | None, *, records_spread: bool = True) -> str:
    """Return a written line in words: opponent, points, and the signed spread if the event records spreads."""
    if line is None:
        return _("no line")
    if line.is_blank:
        return _("blank throughout")
    opponent = line.opponent or _("opponent blank")
    points = _("points blank") if line.points is None else format_points(line.points)
    if not records_spread:
        return f"{opponent}: {points}"
    spread = sheet_words.signed_spread(line) or _("spread blank")
    return f"{opponent}: {points}, {spread}"


@dataclass(frozen=True, slots=True)
class ReadRow:
    """One line of a card to read: the record, and in red ink what stands instead.

    `state` and `rules` say how and by which rules the standing line came about; `initials` are on its correction.
    `not_typed_on` is the other card, if its line of the game is not typed.
    """

    game: int
    opponent: str
    ink: Columns
    counted: bool
    is_half: bool
    state: str
    rules: tuple[str, ...]
    initials: str
    flags: tuple[str, ...]
    not_typed_on: str

    @property
    def proposed(self) -> bool:
        return self.state == "proposed"


@dataclass(frozen=True, slots=True)
class ReadTotal:
    """A total counted from the recorded and from the standing lines, with the player's own figure.

    `off`: the player's figure differs from the recorded lines.
    """

    label: str
    counted: Ink
    own: str
    off: bool


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card to read. `flags` are those of the whole card; each row has its own."""

    seat: str
    version: int
    complete: bool
    rows: tuple[ReadRow, ...]
    totals: tuple[ReadTotal, ...]
    flags: tuple[str, ...]

    @property
    def is_off(self) -> bool:
        """Whether a total that the player wrote differs from the sum of the lines."""
        return any(total.off for total in self.totals)


def card_to_read(this_sheet: Sheet, seat: str) -> ReadCard:
    """Return the card of this seat to read: its record and what stands, with rules and initials of corrections."""
    card_values = card(this_sheet, seat)
    initials = _initials(this_sheet, seat)
    flags = _flags_by_line(card_values["flags"])
    rows = [
        _read_row(this_sheet, seat, line, initials.get(line["game"], ""), flags.get(index, ()))
        for index, line in enumerate(card_values["lines"])
    ]
    totals = []
    for name, label in total_labels(records_spread=this_sheet.event.records_spread).items():
        as_text = sheet_words.signed if name == "net" else str
        own_figure = card_values["own_totals"][name]
        is_off = own_figure is not None and own_figure != card_values["totals"][name]
        counted = Ink(as_text(card_values["totals"][name]), as_text(card_values["standing_totals"][name]))
        totals.append(ReadTotal(label, counted, "" if own_figure is None else as_text(own_figure), is_off))
    card_flags = tuple(flag["message"] for flag in card_values["flags"] if not flag["field"].startswith("lines."))
    return ReadCard(seat, card_values["version"], card_values["complete"], tuple(rows), tuple(totals), card_flags)


def _read_row(this_sheet: Sheet, seat: str, line: Mapping[str, Any], initials: str, flags: Sequence[str]) -> ReadRow:
    stands = line["stands"] or {}
    standing_line = this_sheet.crosscheck.standing_lines.get((seat, line["game"])) if stands else None
    return ReadRow(
        game=line["game"],
        opponent=line["opponent"],
        ink=Columns(*(Ink(line[name], stands.get(name, line[name])) for name in ("points", "plus", "minus"))),
        counted=line["counted"],
        is_half=line["game"] == this_sheet.event.games // 2,
        state=stands.get("state", ""),
        rules=standing_line.cites if standing_line else (),
        initials=initials,
        flags=tuple(flags),
        not_typed_on=next(
            (
                lacking
                for (lacking, game), other in this_sheet.not_typed.items()
                if (other, game) == (seat, line["game"])
            ),
            "",
        ),
    )


def _flags_by_line(flags: Sequence[Mapping[str, Any]]) -> dict[int, list[str]]:
    """Return the messages of flags whose field is `lines.N`, by the position N of the line."""
    messages_by_line: dict[int, list[str]] = {}
    for flag in flags:
        kind, _dot, rest = flag["field"].partition(".")
        if kind == "lines":
            messages_by_line.setdefault(int(rest.split(".")[0]), []).append(flag["message"])
    return messages_by_line


def _initials(this_sheet: Sheet, seat: str) -> dict[int, str]:
    """Return the initials on the decided games of this card, by game; empty before the cross-check."""
    if not this_sheet.event.cross_checked_at:
        return {}
    return {
        game.game: this_sheet.decisions[game.decision].initials
        for game in this_sheet.crosscheck.games
        if seat in game.seats and game.decision is not None
    }
