"""One card as the API shows it."""

from __future__ import annotations

from typing import Any

from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.discrepancies import line_values
from scorecards.sheet.reads.sheet import CardFacts, Sheet, Values
from scorecards.sheet.rules.line import Line, find_line_flags
from scorecards.sheet.rules.tally import Tally, find_total_flags, tally
from tournaments.rules.citations import rule_of
from tournaments.rules.finding import Finding


def totals(card_tally: Tally, *, records_spread: bool) -> dict[str, int | None]:
    """Return the five totals by their names in the API. Three are None in an event that records no spread."""
    return {
        "game_points": card_tally.game_points,
        "games_won": card_tally.games_won,
        "plus": card_tally.plus if records_spread else None,
        "minus": card_tally.minus if records_spread else None,
        "net": card_tally.net if records_spread else None,
    }


def _flag(finding: Finding, edition: Any, prefix: str = "") -> Values:
    return {
        "field": f"{prefix}{finding.field}".rstrip("."),
        "code": finding.code,
        "rule": rule_of(finding.code, edition),
        "message": sheet_words.finding(finding),
    }


def _contradicting(this_sheet: Sheet, seat: str, line: Line) -> str:
    """The seat of the opponent in this line if their card has the game and says something else; else empty."""
    other_card = this_sheet.cards.get(line.opponent or "")
    other = next((other for other in other_card.lines if other.game == line.game), None) if other_card else None
    if other is None or other_card is None:
        return ""
    is_one_won = bool(line.points) != bool(other.points) and None not in (line.points, other.points)
    return "" if is_one_won and other.opponent == seat else other_card.seat


def card(this_sheet: Sheet, seat: str) -> Values:
    """Return one card for the API: its recorded lines, what stands instead of them, totals, and flags."""
    this_card, facts = this_sheet.cards[seat], this_sheet.facts.get(seat, CardFacts())
    is_compared = bool(this_sheet.event.cross_checked_at)
    standing_lines = this_sheet.crosscheck.standing_lines if is_compared else {}
    lines, flags = [], []
    for index, line in enumerate(this_card.lines):
        standing_line = standing_lines.get((seat, line.game))
        standing_values = line_values(standing_line.line) if standing_line else None
        stands = None
        if standing_line and standing_values:
            stands = {**standing_values, "rules": list(standing_line.rules), "state": standing_line.state.value}
        lines.append(
            {
                "game": line.game,
                "opponent": line.opponent or "",
                **(line_values(line) or {}),
                "counted": this_card.counts(line.game),
                "stands": stands,
            }
        )
        flags += [
            _flag(finding, this_sheet.event.edition, f"lines.{index}.")
            for finding in find_line_flags(
                line,
                seat=seat,
                records_spread=this_sheet.event.records_spread,
                skunks=this_sheet.event.skunks,
            )
        ]
        if this_sheet.event.is_ladder and not is_compared and (other := _contradicting(this_sheet, seat, line)):
            differs = Finding("other_card_differs", "points", (("game", line.game), ("other", other)))
            flags.append(_flag(differs, this_sheet.event.edition, f"lines.{index}."))
        if is_compared and (seat, line.game) in this_sheet.crosscheck.unnamed:
            unnamed = Finding("names_nobody", "opponent", (("game", line.game),))
            flags.append(_flag(unnamed, this_sheet.event.edition, f"lines.{index}."))
    card_tally = tally(this_card)
    standing_tally = tally(this_sheet.crosscheck.standing_cards[seat]) if is_compared else card_tally
    flags += [_flag(finding, this_sheet.event.edition) for finding in find_total_flags(facts.own, card_tally)]
    return {
        "seat": seat,
        "version": facts.version,
        "complete": this_card.complete,
        "left_after": this_card.left_after,
        "ended": facts.ended_at is not None,
        "lines": lines,
        "own_totals": {
            "game_points": facts.own.game_points,
            "games_won": facts.own.games_won,
            "plus": facts.own.plus,
            "minus": facts.own.minus,
            "net": facts.own.net,
        },
        "totals": totals(card_tally, records_spread=this_sheet.event.records_spread),
        "standing_totals": totals(standing_tally, records_spread=this_sheet.event.records_spread),
        "flags": flags,
    }
