"""Sentences about the sheet of an event, and sentences that all rooms above this one share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scorecards.sheet.rules.crosscheck import ComparedGame, StandingLine
from scorecards.sheet.rules.cut import Status
from scorecards.sheet.rules.discrepancy import Resolution
from scorecards.sheet.rules.line import Line, format_spread
from scorecards.sheet.rules.ranking import Place
from tournaments.errors import Fault
from tournaments.rules.citations import OURS, rule_of
from tournaments.rules.edition import Edition
from tournaments.rules.finding import Finding
from tournaments.words import citing as citing_words
from tournaments.words.listing import in_a_row

MINUS = "\N{MINUS SIGN}"


def signed_spread(line: Line) -> str:
    """A spread outside its column: two digits with the column's sign, a real minus; empty if the spread is blank."""
    if line.spread is None:
        return ""
    return f"{'+' if line.minus is None else MINUS}{format_spread(line.spread)}"


def no_show(seat: str, name: str) -> str:
    """Why the seat of a no-show has no card."""
    values = {"seat": seat, "name": name}
    return _("%(seat)s did not show up and has no card. Mark %(name)s as playing first.") % values


def list_kept(seat: str, name: str, games: Sequence[int], reason: str) -> str:
    """A sentence: a card was corrected after posting, and the list stays as posted."""
    message = ngettext(
        "Game %(games)s on the card of %(name)s, %(seat)s, was corrected after posting; the list stays as posted: %(reason)s",
        "Games %(games)s on the card of %(name)s, %(seat)s, were corrected after posting; the list stays as posted: %(reason)s",
        len(games),
    )
    return message % {"games": in_a_row(map(str, games)), "name": name, "seat": seat, "reason": reason}


def cards_closed(*, ends_with_ranking: bool) -> str:
    """Why no card or decision changes after posting, and what a director can do."""
    if ends_with_ranking:
        return _(
            "The ranking is official; cards and decisions are closed. A director can correct a card late, or reopen the "
            "cross-check (The six steps)."
        )
    return _(
        "The qualifiers are posted; cards and decisions are closed. A director can correct a card late, or reopen the "
        "cross-check (The six steps)."
    )


def tell_first(game: int, *, is_ladder: bool) -> str:
    """Why an opponent cannot tell a game on this phone yet."""
    if is_ladder:
        sentence = _("Tell game %(game)d yourself first; then the other team can tell it on this phone.")
    else:
        sentence = _("Tell game %(game)d yourself first; then your opponent can tell it on this phone.")
    return sentence % {"game": game}


FINDINGS: dict[str, str] = {
    # What cannot be written in the card's notation.
    "points_notation": gettext_noop(
        "Game points are 2, 3, 0 or a loss mark (X, /, –), or blank; 4 only where the event has a double skunk."
    ),
    "spread_range": gettext_noop("No game ends with this spread: it is 1 to 121."),
    "spread_notation": gettext_noop("A spread is 01 to 121, two digits below one hundred (07, not 7), or blank."),
    "spread_not_recorded": gettext_noop(
        "This event records no spread: leave plus, minus and net empty, and give the game points alone."
    ),
    "both_columns": gettext_noop("A spread stands under plus or under minus, not under both."),
    # What cannot be typed at the entry desk.
    "typed_notation": gettext_noop("Not a spread: type 16+ or 16-, 0+ or 0- without one, as the card says."),
    "typed_points": gettext_noop(
        "This event records no spread: type 2 or 3 for a win, 0 for a loss, as the card says."
    ),
    "typed_spread": gettext_noop("1 to 121"),
    "typed_other": gettext_noop(
        "A star is for a win whose points were written as the other of 2 and 3; *4 only where the event has a double skunk."
    ),
    "typed_seat": gettext_noop("The opponent's seat comes first, like 9/ or @A-9; 0/ or @? where it is blank."),
    "typed_half": gettext_noop("Behind the opponent comes the result: 9/16+; 9/. where the rest of the line is blank."),
    "total_notation": gettext_noop("A total is a whole number; only the net has a sign."),
    # What cannot be handed in.
    "no_seat": gettext_noop(
        "“%(text)s” is not a seat. Type a number, a seat like A-7, or a table for all of its cards."
    ),
    "no_table": gettext_noop("There is no table %(text)s with cards to hand in. There is: %(tables)s."),
    # What is odd on a line as written.
    "blank_line": gettext_noop("This line is blank throughout."),
    "opponent_blank": gettext_noop("The line does not say who the opponent was."),
    "opponent_own_seat": gettext_noop("The line names the card's own seat."),
    "points_blank": gettext_noop("The game points are blank."),
    "win_in_minus": gettext_noop("Marked a win, but the spread is in the minus column."),
    "loss_in_plus": gettext_noop("Marked a loss, but the spread is in the plus column."),
    "points_not_of_spread": gettext_noop(
        "%(points)s was written beside a spread of %(spread)s; it counts %(counted)s."
    ),
    "points_no_skunk": gettext_noop(
        "%(points)s was written, and no win counts so much in this event; it counts %(counted)s."
    ),
    "spread_blank": gettext_noop("The spread is blank."),
    "other_card_differs": gettext_noop("Game %(game)s: the card of %(other)s says something else."),
    "names_nobody": gettext_noop("Game %(game)s names nobody, and no other card names this seat in it."),
    # The player's own totals.
    "totals_transposed": gettext_noop("Game points and games won look swapped."),
    "game_points_total_differs": gettext_noop("The card says %(own)s game points; the lines come to %(computed)s."),
    "games_won_total_differs": gettext_noop("The card says %(own)s games won; the lines come to %(computed)s."),
    "plus_total_differs": gettext_noop("The card says plus %(own)s; the lines come to %(computed)s."),
    "minus_total_differs": gettext_noop("The card says minus %(own)s; the lines come to %(computed)s."),
    "net_total_differs": gettext_noop("The card says net %(own)s; the lines come to %(computed)s."),
    # What blocks posting.
    "not_cross_checked": gettext_noop("The cards are not cross-checked yet. Begin the cross-check."),
    "no_entrants": gettext_noop("Nobody plays in this event. Enter the entrants first."),
    "card_missing": gettext_noop("The card of %(seat)s is not in, or not complete. Type it from the paper."),
    "ladder_result_missing": gettext_noop(
        "Game %(game)s of %(seat)s has no result. Record who won on the page of that game of the ladder; if a later game is on, under “Correct a result”."
    ),
    "referral_open": gettext_noop("Game %(game)s of %(first)s and %(second)s waits for a ruling."),
    "line_not_typed": gettext_noop(
        "Game %(game)s is not typed on the card of %(seat)s, and the card of %(other)s has it. Read it on the paper "
        "of %(seat)s; where the paper has no such line, say so there."
    ),
    "result_unsettled": gettext_noop(
        "In game %(game)s the cards of %(first)s and %(second)s contradict each other. Look at both papers, or ask both players where "
        "there is no paper; then decide which stands."
    ),
    "correction_uninitialled": gettext_noop(
        "The correction in game %(game)s of %(first)s and %(second)s has no initials yet. Accept it, or decide by hand."
    ),
    "line_names_nobody": gettext_noop(
        "Game %(game)s on the card of %(seat)s names nobody. Look at the paper and type the opponent."
    ),
    "line_unread": gettext_noop(
        "Game %(game)s of %(seat)s differs from the other card, and nobody has read it again on the paper."
    ),
    "line_typed_over": gettext_noop(
        "Game %(game)s on the card of %(seat)s was changed while the two cards differed. Somebody else "
        "must read it on the paper first. If nobody else is here, the person who typed it does."
    ),
    "phone_differs": gettext_noop(
        "Game %(game)s on the card of %(seat)s is another one than its player told by phone. Decide which of the two stands."
    ),
    "tie_unbroken": gettext_noop(
        "%(seats)s are tied for place %(rank)s. Record the one-game playoff. Where no playoffs follow, set in the settings that 0 "
        "qualify: then they share the place."
    ),
}


# What decides one game on two cards, by code in `citations`.
_DECIDES: dict[str, str] = {
    "worse_for_one": gettext_noop(
        "The amounts differ: the apparent qualifier's card takes the one that is worse for it."
    ),
    "worse_for_both": gettext_noop(
        "The amounts differ and both are apparent qualifiers: each card takes the one worse for it."
    ),
    "one_amount": gettext_noop("Only one card shows the amount: it counts on both."),
    "opposite_columns": gettext_noop(
        "Both cards say the same result, in opposite columns: the one with the amount under plus won."
    ),
    "same_column": gettext_noop(
        "Both cards say the same result, in the same column: both lose, the amounts go under minus."
    ),
    "one_win": gettext_noop("The win stands; the amount in the wrong column moves to its proper one."),
    "points_follow": gettext_noop("Game points follow from the amount that stands; the totals follow."),
    "no_harm": gettext_noop(
        "No harm, no foul: the difference is to the apparent qualifier's disadvantage already. Both stand."
    ),
    "removal": gettext_noop("One of the two was removed from play in this game: it is awarded to the other."),
    "two_wins": gettext_noop("Both cards say a win: both become losses, with the lower amount."),
    "uncovered": gettext_noop("%(rules)s does not settle this. %(who)s"),
}


# Readings of ours in a resolution, by code in `citations`.
_READINGS: dict[str, str] = {
    "dead_zone_differs": gettext_noop(
        "Dead zone: neither card is an apparent qualifier’s. Both stand, nothing to sign."
    ),
    "dead_zone_settled": gettext_noop(
        "Neither card is an apparent qualifier’s, and the rulebook does not say whether it is settled then. We settle it alike."
    ),
    "column_moves": gettext_noop("One amount is in the wrong column for its card. We count it anyway."),
    "amounts_after": gettext_noop("The amounts differ too: we settle who won first, then the amounts."),
    "larger_amount": gettext_noop(
        "Of two losses with different amounts an apparent qualifier’s card takes the larger one."
    ),
    "removal_mirrored": gettext_noop(
        "The rule says what the other player gets, and not what is on the card of whoever was removed. We write the loss that goes with it."
    ),
}


_BY_NUMBER: Mapping[Edition, Mapping[str, str]] = {
    edition: {number: code for code in _DECIDES if (number := rule_of(code, edition))} for edition in Edition
}


def fault(rule_finding: Finding, edition: Edition) -> Fault:
    """A finding of the rules as pages and API show it, with its rule's number in this edition."""
    return Fault(rule_finding.field, rule_finding.code, finding(rule_finding), rule_of(rule_finding.code, edition))


def finding(rule_finding: Finding) -> str:
    """A finding in a sentence. Raises KeyError for a code without a sentence; a test ensures that every code has one."""
    values = dict(rule_finding.values)
    sentence = _(FINDINGS[rule_finding.code]) % values
    if "left_after" not in values:
        return sentence
    return " ".join([sentence, typed_up_to(int(values["left_after"]))])


def typed_up_to(left_after: int) -> str:
    """How far to type the card of a player who left after this game; 0 if their last game is not known."""
    if left_after:
        return _(
            "This player left after game %(game)d: type the card up to there. If the card has fewer games, say "
            "on its page that it ends."
        ) % {"game": left_after}
    return _("Its player left early: type what is written on it, then say there that it ends.")


def rule(number: str, edition: Edition) -> str:
    """The content of a rule of the cross-check in our words, by its number in this edition."""
    sentence = _(_DECIDES[_BY_NUMBER[edition][number]])
    values = {"rules": citing_words.named("discrepancies", edition), "who": citing_words.decides(edition)}
    return str(capfirst(sentence % values))


def basis(game: ComparedGame | StandingLine | Resolution, edition: Edition) -> tuple[tuple[str, str], ...]:
    """What decides a game on two cards: pairs of a citation and a sentence, for rules and then for readings of ours."""
    ours = ((OURS, reading(code)) for code in game.readings)
    return (*((number, rule(number, edition)) for number in game.rules), *ours)


def reading(code: str) -> str:
    """A reading of ours in a sentence, by its code; an unknown code is returned unchanged."""
    return _(_READINGS[code]) if code in _READINGS else code


def known_codes() -> frozenset[str]:
    """Every code that has a sentence."""
    return frozenset(FINDINGS)


def signed(number: int | None) -> str:
    """A net or a spread outside its column: with its sign, a real minus, zero bare; empty for None."""
    if number is None:
        return ""
    if number == 0:
        return "0"
    return f"+{number}" if number > 0 else f"{MINUS}{-number}"


def ordinal(number: int) -> str:
    """A rank in a sentence: 1st, 2nd, 23rd."""
    if number == 1:
        return _("1st")
    last = number % 100 if 11 <= number % 100 <= 13 else number % 10
    return {1: _("%dst"), 2: _("%dnd"), 3: _("%drd")}.get(last, _("%dth")) % number


def rank(number: int, *, tied: bool) -> str:
    """A rank in a column; a shared one is marked with T."""
    return _("T%d") % number if tied else str(number)


def place(ranked_place: Place) -> str:
    """A place in a sentence: 23rd, or a tie for 23rd."""
    name = ordinal(ranked_place.rank)
    return _("a tie for %s") % name if ranked_place.tied else name


SHIFTS: dict[tuple[str, str], str] = {
    ("down", "out"): gettext_noop("%(name)s drops from %(before)s to %(after)s and no longer qualifies."),
    ("down", "in"): gettext_noop("%(name)s drops from %(before)s to %(after)s and qualifies."),
    ("down", "tied"): gettext_noop("%(name)s drops from %(before)s to %(after)s and is tied at the line."),
    ("down", ""): gettext_noop("%(name)s drops from %(before)s to %(after)s."),
    ("up", "out"): gettext_noop("%(name)s moves up from %(before)s to %(after)s and does not qualify."),
    ("up", "in"): gettext_noop("%(name)s moves up from %(before)s to %(after)s and qualifies."),
    ("up", "tied"): gettext_noop("%(name)s moves up from %(before)s to %(after)s and is tied at the line."),
    ("up", ""): gettext_noop("%(name)s moves up from %(before)s to %(after)s."),
    ("", "out"): gettext_noop("%(name)s stays %(after)s and no longer qualifies."),
    ("", "in"): gettext_noop("%(name)s stays %(after)s and qualifies."),
    ("", "tied"): gettext_noop("%(name)s stays %(after)s and is tied at the line."),
    ("", ""): gettext_noop("%(name)s stays %(after)s."),
}


def shift(name: str, before: Place, after: Place, status_before: Status, status_after: Status) -> str:
    """The effect of a correction on this player, in a sentence."""
    direction = ""
    if after.rank > before.rank:
        direction = "down"
    elif after.rank < before.rank:
        direction = "up"
    sentence = _(SHIFTS[direction, _crossing(status_before, status_after)])
    return sentence % {"name": name, "before": place(before), "after": place(after)}


def _crossing(before: Status, after: Status) -> str:
    """The side of the line to which a player changes: `in`, `out` or `tied`; empty if they stay on their side."""
    sides = {Status.QUALIFIER: "in", Status.TIED_AT_LINE: "tied"}
    side_before, side_after = sides.get(before, "out"), sides.get(after, "out")
    return side_after if side_before != side_after else ""


KEYS: dict[str, str] = {
    "game_points": gettext_noop("game points, %(above)s against %(below)s"),
    "games_won": gettext_noop("games won, %(above)s against %(below)s"),
    "net": gettext_noop("net, %(above)s against %(below)s"),
    "plus": gettext_noop("plus points, %(above)s against %(below)s"),
    "minus": gettext_noop("fewest losing points, %(above)s against %(below)s"),
    "pegged": gettext_noop("pegged points, %(above)s against %(below)s"),
}


def deciding_key(code: str, above: int, below: int) -> str:
    """The key that puts one row above the next, with both values: net, +62 against +48."""
    formatted = signed if code == "net" else str
    return _(KEYS[code]) % {"above": formatted(above), "below": formatted(below)}
