"""One card to read: as recorded, and in red ink as it stands."""

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
    """Labels of a card's totals by name, in the order of the page: five, or two where no spread is recorded."""
    of_results = {"game_points": _("Game points"), "games_won": _("Games won")}
    return of_results | ({"plus": _("Plus"), "minus": _("Minus"), "net": _("Net")} if records_spread else {})


def line_in_words(line: Line | None, *, records_spread: bool = True) -> str:
    """A line as written: opponent, points, and the spread with its column's sign where spreads are recorded."""
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
    """A total as counted from the record and as it stands, with the player's own figure."""

    label: str
    counted: Ink
    own: str
    off: bool


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card to read, with its flags as a whole."""

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
    """The card as recorded and as it stands, with rule and initials where the two differ."""
    shown = card(this_sheet, seat)
    initials = _initials(this_sheet, seat)
    flags = _flags_by_line(shown["flags"])
    rows = [
        _read_row(this_sheet, seat, line, initials.get(line["game"], ""), flags.get(index, ()))
        for index, line in enumerate(shown["lines"])
    ]
    totals = []
    for name, label in total_labels(records_spread=this_sheet.event.records_spread).items():
        form = sheet_words.signed if name == "net" else str
        own = shown["own_totals"][name]
        off = own is not None and own != shown["totals"][name]
        counted = Ink(form(shown["totals"][name]), form(shown["standing_totals"][name]))
        totals.append(ReadTotal(label, counted, "" if own is None else form(own), off))
    rest = tuple(flag["message"] for flag in shown["flags"] if not flag["field"].startswith("lines."))
    return ReadCard(seat, shown["version"], shown["complete"], tuple(rows), tuple(totals), rest)


def _read_row(this_sheet: Sheet, seat: str, line: Mapping[str, Any], initials: str, flags: Sequence[str]) -> ReadRow:
    stands = line["stands"] or {}
    standing = this_sheet.crosscheck.standing_lines.get((seat, line["game"])) if stands else None
    return ReadRow(
        game=line["game"],
        opponent=line["opponent"],
        ink=Columns(*(Ink(line[name], stands.get(name, line[name])) for name in ("points", "plus", "minus"))),
        counted=line["counted"],
        is_half=line["game"] == this_sheet.event.games // 2,
        state=stands.get("state", ""),
        rules=standing.cites if standing else (),
        initials=initials,
        flags=tuple(flags),
    )


def _flags_by_line(flags: Sequence[Mapping[str, Any]]) -> dict[int, list[str]]:
    messages_by_line: dict[int, list[str]] = {}
    for flag in flags:
        kind, _dot, rest = flag["field"].partition(".")
        if kind == "lines":
            messages_by_line.setdefault(int(rest.split(".")[0]), []).append(flag["message"])
    return messages_by_line


def _initials(this_sheet: Sheet, seat: str) -> dict[int, str]:
    """The initials on each game of this card, by game."""
    if not this_sheet.event.cross_checked_at:
        return {}
    return {
        game.game: this_sheet.decisions[game.decision].initials
        for game in this_sheet.crosscheck.games
        if seat in game.seats and game.decision is not None
    }
