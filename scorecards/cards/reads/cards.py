"""One card as the API shows it."""

from __future__ import annotations

from typing import Any

from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.discrepancies import line_values
from scorecards.sheet.reads.sheet import CardFacts, Sheet, Values
from scorecards.sheet.rules.line import find_line_flags
from scorecards.sheet.rules.tally import Tally, find_total_flags, tally
from tournaments.rules.citations import rule_of
from tournaments.rules.finding import Finding


def totals(of: Tally, *, records_spread: bool) -> dict[str, int | None]:
    """The five totals by their names in the API; where no spread is recorded, three of them are None."""
    return {
        "game_points": of.game_points,
        "games_won": of.games_won,
        "plus": of.plus if records_spread else None,
        "minus": of.minus if records_spread else None,
        "net": of.net if records_spread else None,
    }


def _flag(finding: Finding, edition: Any, prefix: str = "") -> Values:
    where = f"{prefix}{finding.field}".rstrip(".")
    return {
        "field": where,
        "code": finding.code,
        "rule": rule_of(finding.code, edition),
        "message": sheet_words.finding(finding),
    }


def card(this_sheet: Sheet, seat: str) -> Values:
    """One card as the API shows it: as recorded, as it stands, and its flags."""
    of, facts = this_sheet.cards[seat], this_sheet.facts.get(seat, CardFacts())
    compared = bool(this_sheet.event.cross_checked_at)
    standing = this_sheet.crosscheck.standing_lines if compared else {}
    lines, flags = [], []
    for index, line in enumerate(of.lines):
        stands = standing.get((seat, line.game))
        shown = line_values(stands.line) if stands else None
        lines.append(
            {
                "game": line.game,
                "opponent": line.opponent or "",
                **(line_values(line) or {}),
                "counted": of.counts(line.game),
                "stands": {**shown, "rules": list(stands.rules), "state": stands.state.value}
                if stands and shown
                else None,
            }
        )
        flags += [
            _flag(f, this_sheet.event.edition, f"lines.{index}.")
            for f in find_line_flags(line, seat=seat, records_spread=this_sheet.event.records_spread)
        ]
        if compared and (seat, line.game) in this_sheet.crosscheck.unnamed:
            unnamed = Finding("names_nobody", "opponent", (("game", line.game),))
            flags.append(_flag(unnamed, this_sheet.event.edition, f"lines.{index}."))
    counts = tally(of)
    flags += [_flag(f, this_sheet.event.edition) for f in find_total_flags(facts.own, counts)]
    return {
        "seat": seat,
        "version": facts.version,
        "complete": of.complete,
        "left_after": of.left_after,
        "ended": facts.ended_at is not None,
        "lines": lines,
        "own_totals": {
            "game_points": facts.own.game_points,
            "games_won": facts.own.games_won,
            "plus": facts.own.plus,
            "minus": facts.own.minus,
            "net": facts.own.net,
        },
        "totals": totals(counts, records_spread=this_sheet.event.records_spread),
        "standing_totals": totals(
            tally(this_sheet.crosscheck.standing_cards[seat]) if compared else counts,
            records_spread=this_sheet.event.records_spread,
        ),
        "flags": flags,
    }
