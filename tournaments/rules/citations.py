"""The table of the rules behind the program's findings, refusals and advice, in each edition.

Each code has its basis in the 2020 edition and in the classic one; `words` turns it into text. Numbers are bare, as in
the API, since a tournament has one edition. The discrepancy rules of the classic edition are `11.a` to `11.h`. They are
a point of its guidelines, and `words` names them as such.

`OURS` is our own reading if the rulebook is silent: it has no number, and is always marked as ours. The judges'
assistant has tables of its own in `judging.rules`, whose steps name their rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.rules.edition import Edition

OURS = "ours"
"""Our own reading: the rulebook does not say it."""

NOTHING = ""
"""No basis in this edition, or a slip of the pen that no rule covers."""

# By code: the basis in the 2020 edition, and in the classic one.
_BASIS: Mapping[str, tuple[str, str]] = {
    # A line of a card, as written and as typed.
    "points_notation": ("12.1", "12.1"),
    "spread_notation": ("12.1", "12.1"),
    "spread_range": ("1.1", "1.1"),
    "both_columns": (OURS, OURS),
    "typed_notation": (OURS, OURS),
    "typed_spread": ("1.1", "1.1"),
    "typed_other": (OURS, OURS),
    "typed_points": (OURS, OURS),
    "spread_not_recorded": (OURS, OURS),
    "typed_seat": (OURS, OURS),
    "typed_half": (OURS, OURS),
    "blank_line": (OURS, OURS),
    "opponent_blank": (OURS, OURS),
    "opponent_own_seat": (OURS, OURS),
    "points_blank": ("12.1", "12.1"),
    "win_in_minus": (OURS, OURS),
    "loss_in_plus": (OURS, OURS),
    "points_not_of_spread": ("12.1", "12.1"),
    "points_no_skunk": (OURS, OURS),
    "spread_blank": (OURS, OURS),
    "names_nobody": (OURS, OURS),
    "other_card_differs": (OURS, OURS),
    "two_cards": ("12.1", "12.1"),
    # The player's own totals.
    "totals_transposed": ("guideline 4", "guideline 4"),
    "game_points_total_differs": ("guideline 5", "guideline 5"),
    "games_won_total_differs": ("guideline 4", "guideline 4"),
    "plus_total_differs": ("guideline 6", "guideline 6"),
    "minus_total_differs": ("guideline 6", "guideline 6"),
    "net_total_differs": ("guideline 6", "guideline 6"),
    # One game on two cards.
    "discrepancies": ("12.2", "guideline 11"),
    "worse_for_one": ("12.2.a", "11.a"),
    "worse_for_both": ("12.2.b", "11.b"),
    "one_amount": ("12.2.c", "11.c"),
    "opposite_columns": ("12.2.d", NOTHING),
    "two_wins": (NOTHING, "11.d"),
    "same_column": ("12.2.e", NOTHING),
    "one_win": ("12.2.f", "11.e"),
    "points_follow": ("12.2.g", "11.f"),
    "no_harm": ("12.2.h", "11.g"),
    "inform": ("12.2.i", "11.h"),
    "dead_zone_differs": (OURS, OURS),
    "dead_zone_settled": (OURS, OURS),
    "column_moves": (OURS, OURS),
    "amounts_after": (OURS, OURS),
    "larger_amount": (OURS, OURS),
    "ruled_two_wins": ("1.1", "1.1"),
    "ruled_untold": (OURS, OURS),
    "ruled_taken": (OURS, OURS),
    "ruled_column": (OURS, OURS),
    # Who qualifies, and what posting waits for.
    "quota": ("13.2.b", "brackets 2"),
    "not_cross_checked": ("13.2.a", "brackets 1"),
    "card_missing": ("13.2.a", "brackets 1"),
    "ladder_result_missing": (OURS, OURS),
    "referral_open": ("14.1", "13"),
    "result_unsettled": (OURS, OURS),
    "correction_uninitialled": ("guideline 1.e", "guideline 1.e"),
    "line_names_nobody": (OURS, OURS),
    "line_unread": (OURS, OURS),
    "line_typed_over": (OURS, OURS),
    "line_not_typed": (OURS, OURS),
    "phone_differs": (OURS, OURS),
    "tie_unbroken": ("guideline 7.f", OURS),
    "recount": ("guideline 13", "guideline 14"),
    "piles": ("guideline 4", "guideline 4"),
    # The day.
    "announced_deal": ("1.5.a", OURS),
    "decks_midway": ("4.2.d", NOTHING),
    "late_from_lunch": (OURS, OURS),
    "removal": ("11.4.b", "11.4.b"),
    "removal_mirrored": (OURS, OURS),
    # The playoffs.
    "chart": ("13.2.c", "brackets 3"),
    "byes": ("13.2.d", "brackets 4"),
    "forfeit": ("13.1", "12.2"),
    "prize_of_the_removed": (OURS, OURS),
    "concession": ("8.10.b", "8.11.d"),
    "first_deal_cut": ("4.1.a", "4.1.a"),
    "first_deal_loser": (NOTHING, "1.5.a"),
    "deck_in_match": ("4.2.d", NOTHING),
    # The judges.
    "uncovered": ("14.1", "13"),
    "judges": ("11.4", "11.4"),
    "third_judge": ("11.4.a", "11.4.a"),
    "no_explaining": ("protocol a", NOTHING),
    "rulebook_in_hand": ("protocol e", NOTHING),
    "no_interruption": ("protocol d", NOTHING),
    "pegging_watched": ("protocol g", NOTHING),
    "no_help": ("9.5", "9.5"),
    "scoring_chart": ("1.7", "1.7"),
    "scoring_the_play": ("7.2", "7.2"),
    "wrong_number_table": ("4.4.c", "4.4.c"),
    # Slips that have nothing to do with the rules.
    **dict.fromkeys(
        ("total_notation", "no_seat", "no_table", "no_entrants"),
        (NOTHING, NOTHING),
    ),
}

KNOWN = frozenset(_BASIS)
"""Every code of the table."""

_COLUMN = {Edition.Y2020: 0, Edition.CLASSIC: 1}


def rests_on(code: str, edition: Edition) -> str:
    """Return the basis of this code in this edition: a bare rule number, `OURS`, or `NOTHING`. KeyError if unknown.

    >>> [rests_on(code, Edition.CLASSIC) for code in ("forfeit", "inform", "spread_blank", "decks_midway")]
    ['12.2', '11.h', 'ours', '']
    """
    return _BASIS[code][_COLUMN[Edition(edition)]]


def rule_of(code: str, edition: Edition) -> str | None:
    """Return the bare number of the rule behind this code in this edition, as in the API; None for our own reading.

    >>> rule_of("quota", Edition.Y2020), rule_of("quota", Edition.CLASSIC), rule_of("spread_blank", Edition.Y2020)
    ('13.2.b', 'brackets 2', None)
    """
    basis = rests_on(code, edition)
    return None if basis in (OURS, NOTHING) else basis
