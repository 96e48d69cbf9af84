"""Sentences for what the rules find on cards and in the cross-check. Rules give codes and values; words are here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scorecards.rules.crosscheck import ComparedGame, StandingLine
from scorecards.rules.cut import Status
from scorecards.rules.discrepancy import Resolution
from scorecards.rules.late import Listed, Shifted
from scorecards.rules.line import Line, format_spread
from scorecards.rules.phone import Said as Told
from scorecards.rules.ruling import is_mutual
from scorecards.rules.tally import Card
from scorecards.rules.tiebreak import Place, StandingsRow
from tournaments.errors import Fault
from tournaments.rules.citations import OURS, rule_of
from tournaments.rules.edition import Edition
from tournaments.rules.finding import Finding
from tournaments.words import citing as citing_words

MINUS = "\N{MINUS SIGN}"

_FINDINGS: dict[str, str] = {
    # What cannot be written in the card's notation.
    "points_notation": gettext_noop("Game points are 2, 3, 0 or a loss mark (X, /, –), or blank."),
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
    "typed_other": gettext_noop("A star is for a win whose points were written as the other of 2 and 3."),
    "typed_seat": gettext_noop("The opponent's seat comes first, like 9/ or @A-9; 0/ or @? where it is blank."),
    "typed_half": gettext_noop("Behind the opponent comes the result: 9/16+; 9/. where the rest of the line is blank."),
    "total_notation": gettext_noop("A total is a whole number; only the net has a sign."),
    # What cannot be handed in.
    "no_seat": gettext_noop("“%(text)s” is no seat. Type a number, a seat like A-7, or a table for all of its cards."),
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
    "spread_blank": gettext_noop("The spread is blank."),
    "names_nobody": gettext_noop("Game %(game)s names nobody, and no other card names this seat in it."),
    # The player's own totals.
    "totals_transposed": gettext_noop("Game points and games won look swapped."),
    "game_points_total_differs": gettext_noop("The card says %(own)s game points; the lines come to %(computed)s."),
    "games_won_total_differs": gettext_noop("The card says %(own)s games won; the lines come to %(computed)s."),
    "plus_total_differs": gettext_noop("The card says plus %(own)s; the lines come to %(computed)s."),
    "minus_total_differs": gettext_noop("The card says minus %(own)s; the lines come to %(computed)s."),
    "net_total_differs": gettext_noop("The card says net %(own)s; the lines come to %(computed)s."),
    # What stands in the way of posting.
    "not_cross_checked": gettext_noop("The cards are not cross-checked yet. Begin the cross-check."),
    "no_entrants": gettext_noop("Nobody plays in this event. Enter the entrants first."),
    "card_missing": gettext_noop("The card of %(seat)s is not in, or not complete. Type it from the paper."),
    "referral_open": gettext_noop("Game %(game)s of %(first)s and %(second)s waits for a ruling."),
    "result_unsettled": gettext_noop(
        "In game %(game)s the cards of %(first)s and %(second)s contradict each other. Look at both papers, or ask both players where "
        "there is no paper; then decide which stands."
    ),
    "correction_uninitialled": gettext_noop(
        "The correction in game %(game)s of %(first)s and %(second)s has no initials yet. Accept it or decide otherwise."
    ),
    "line_names_nobody": gettext_noop(
        "Game %(game)s on the card of %(seat)s names nobody. Look at the paper and type the opponent."
    ),
    "line_unread": gettext_noop(
        "Game %(game)s of %(seat)s differs from the other card, and nobody has read it again on the paper."
    ),
    "line_typed_over": gettext_noop(
        "Game %(game)s on the card of %(seat)s was typed over while the two cards differed. Another person reads it again on the paper first; where "
        "nobody else is there, whoever typed it does."
    ),
    "phone_differs": gettext_noop(
        "Game %(game)s on the card of %(seat)s is another one than its player told by phone. Decide which of the two stands."
    ),
    "tie_unbroken": gettext_noop("%(seats)s are tied for place %(rank)s. Record the one-game playoff."),
}

# What decides one game on two cards, by its code in `citations`.
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
# What is ours in it, by its code in `citations`.
_READINGS: dict[str, str] = {
    "dead_zone_differs": gettext_noop(
        "Dead zone: neither card is an apparent qualifier’s. Both stand, nothing to sign."
    ),
    "dead_zone_settled": gettext_noop(
        "Neither card is an apparent qualifier’s, and the rulebook does not say whether it is settled then. We settle it alike."
    ),
    "column_moves": gettext_noop(
        "The one amount stands in the wrong column for its card. We let it count all the same."
    ),
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


def fault(found: Finding, edition: Edition) -> Fault:
    """A finding of the rules as pages and API name it, with the number of its rule in this edition."""
    return Fault(found.field, found.code, finding(found), rule_of(found.code, edition))


def finding(found: Finding) -> str:
    """What is wrong, in a sentence. KeyError for a code without words: every code has one, a test sees to it."""
    values = dict(found.values)
    told = _(_FINDINGS[found.code]) % values
    if "left_after" not in values:
        return told
    return " ".join([told, typed_up_to(int(values["left_after"]))])


def typed_up_to(left_after: int) -> str:
    """How far the card of somebody who left early is typed; 0 where nobody noted after which game they left."""
    if left_after:
        return _(
            "Its player left after game %(game)d: type it up to there. Where less is written on it, say there that it ends."
        ) % {"game": left_after}
    return _("Its player left early: type what is written on it, then say there that it ends.")


def left(card: Card) -> str:
    """That the player of this card left early, as it stands beside the card; empty where they did not."""
    if card.left_after:
        return _("left after game %(game)d") % {"game": card.left_after}
    return _("left early") if card.withdrawn else ""


def has_not_left(seat: str, name: str) -> str:
    """Why nobody says that this card ends early."""
    values = {"seat": seat, "name": name}
    return (
        _("%(name)s has not left: card %(seat)s ends with its last game. Note on the Round page that they leave early.")
        % values
    )


def rule(number: str, edition: Edition) -> str:
    """What a rule of the cross-check says, in our words, by its number in this edition."""
    told = _(_DECIDES[_BY_NUMBER[edition][number]])
    values = {"rules": citing_words.named("discrepancies", edition), "who": citing_words.decides(edition)}
    return str(capfirst(told % values))


def basis(game: ComparedGame | StandingLine | Resolution, edition: Edition) -> tuple[tuple[str, str], ...]:
    """What decides a game on two cards, each in our words: by the number of its rule, and what of it is ours."""
    ours = ((OURS, reading(code)) for code in game.readings)
    return (*((number, rule(number, edition)) for number in game.rules), *ours)


def reading(code: str) -> str:
    """What of a decided game is ours, by its code; a code that is not known as it is."""
    return _(_READINGS[code]) if code in _READINGS else code


def referred(edition: Edition) -> str:
    """Why a game that the rules would settle waits for whoever decides what no rule covers."""
    told = _("A checker put this game %(before_judge)s. %(who)s")
    values = {
        "before_judge": citing_words.authority("before", edition),
        "who": citing_words.decides(edition),
    }
    return told % values


def unruled(edition: Edition) -> str:
    """What became of a game that was posted before anybody ruled on it."""
    told = _("Posted without a ruling %(of_judge)s: it counts on both cards as it is written.")
    return told % {"of_judge": citing_words.authority("of", edition)}


def waits(why: str, edition: Edition) -> str:
    """That a game waits for whoever decides what no rule covers, and why."""
    with_judge = str(capfirst(citing_words.authority("with", edition)))
    return _("%(with_judge)s: %(why)s") % {"with_judge": with_judge, "why": why}


def referred_first(edition: Edition) -> str:
    """Why a game that waits for a ruling is not accepted."""
    told = _("%(rules)s does not settle this game. %(who)s Enter the decision with its values and a reason.")
    values = {"rules": citing_words.named("discrepancies", edition), "who": citing_words.decides(edition)}
    return str(capfirst(told % values))


def ruled(edition: Edition) -> str:
    """Whose a decision is that stands on the cards in place of what the rules propose, or leave open."""
    return citing_words.authority("decided", edition)


def decided_otherwise() -> str:
    """That a checker decided a game by hand."""
    return _("Decided by hand, otherwise than the rules propose.")


def not_initials() -> str:
    """Why nobody signs like that."""
    return _("Initials are one to four letters, like JK or J. K. Sign as you would on the paper.")


def known_codes() -> frozenset[str]:
    """Every code that has a sentence."""
    return frozenset(_FINDINGS)


def ordinal(number: int) -> str:
    """A rank in a sentence: 1st, 2nd, 23rd."""
    if number == 1:
        return _("1st")
    last = number % 100 if 11 <= number % 100 <= 13 else number % 10
    return {1: _("%dst"), 2: _("%dnd"), 3: _("%drd")}.get(last, _("%dth")) % number


def state(code: str, edition: Edition) -> str:
    """How far a game on two cards is."""
    return {
        "proposed": _("proposed"),
        "accepted": _("accepted"),
        "overridden": _("decided by hand"),
        "open": citing_words.authority("with", edition),
        "agreed": _("agrees"),
    }[code]


def signed(number: int | None) -> str:
    """A net or a spread outside its column: with its sign, a real minus, zero bare; empty where none is recorded."""
    if number is None:
        return ""
    if number == 0:
        return "0"
    return f"+{number}" if number > 0 else f"{MINUS}{-number}"


def signed_spread(line: Line) -> str:
    """A spread outside its column: two digits with the sign of the column, a real minus; empty where it is blank."""
    if line.spread is None:
        return ""
    return f"{'+' if line.minus is None else MINUS}{format_spread(line.spread)}"


def rank(number: int, *, tied: bool) -> str:
    """A rank in a column; a shared one is marked."""
    return _("T%d") % number if tied else str(number)


def place(of: Place) -> str:
    """A place in a sentence: 23rd, or a tie for 23rd."""
    return _("a tie for %s") % ordinal(of.rank) if of.tied else ordinal(of.rank)


_SHIFTS: dict[tuple[str, str], str] = {
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
    """What a correction does to somebody, in a sentence."""
    direction = "down" if after.rank > before.rank else "up" if after.rank < before.rank else ""
    sentence = _(_SHIFTS[direction, _crossing(status_before, status_after)])
    return sentence % {"name": name, "before": place(before), "after": place(after)}


def _crossing(before: Status, after: Status) -> str:
    """Which side of the line somebody came to: in, out or tied; empty for who stays on the same side."""
    sides = {Status.QUALIFIER: "in", Status.TIED_AT_LINE: "tied"}
    was, now = sides.get(before, "out"), sides.get(after, "out")
    return now if was != now else ""


_DID: dict[str, str] = {
    "behind": gettext_noop("%(card)s %(change)s here and came behind %(seat)s."),
    "before": gettext_noop("%(card)s %(change)s here and came before %(seat)s."),
    "": gettext_noop("%(card)s %(change)s here."),
}


def did_here(card: str, points: int, spread: int, side: str, seat: str) -> str:
    """What the correction of one game did to a card, and that its player came before or behind the one at `seat`."""
    parts = []
    if points:
        told = (
            ngettext("won %(points)d game point", "won %(points)d game points", points)
            if points > 0
            else ngettext("lost %(points)d game point", "lost %(points)d game points", -points)
        )
        parts.append(told % {"points": abs(points)})
    if spread:
        parts.append((_("won a spread of %(n)d") if spread > 0 else _("lost a spread of %(n)d")) % {"n": abs(spread)})
    change = _(" and ").join(parts) or _("is corrected without a change of its totals")
    return _(_DID[side]) % {"card": card, "change": change, "seat": seat}


def not_corrected(seat: str) -> str:
    """That a player's own card stands in a game where the other one was corrected."""
    return _("The card of %(seat)s stands here as it is written.") % {"seat": seat}


def becomes(seat: str, line: Line, *, records_spread: bool = True) -> str:
    """What a card's line is after a correction, in a sentence."""
    if not records_spread:
        told = (
            _("%(seat)s’s card becomes a win, %(points)d game points.")
            if line.is_win
            else _("%(seat)s’s card becomes a loss.")
        )
        return told % {"seat": seat, "points": line.points or 0}
    sentence = {
        (True, True): _("%(seat)s’s card becomes a win by %(spread)d, %(points)d game points."),
        (True, False): _("%(seat)s’s card becomes a win without an amount, %(points)d game points."),
        (False, True): _("%(seat)s’s card becomes a loss by %(spread)d."),
        (False, False): _("%(seat)s’s card becomes a loss without an amount."),
    }[line.is_win, line.spread is not None]
    return sentence % {"seat": seat, "spread": line.spread or 0, "points": line.points or 0}


_RELATED: dict[str, str] = {
    "family": gettext_noop("You and %(name)s (%(seat)s) are relatives: a third checker signs here."),
    "partner": gettext_noop("You and %(name)s (%(seat)s) are partners: a third checker signs here."),
    "room": gettext_noop("You and %(name)s (%(seat)s) share a room: a third checker signs here."),
    "travel": gettext_noop("You and %(name)s (%(seat)s) travel together: a third checker signs here."),
    "club": gettext_noop("You and %(name)s (%(seat)s) are of the same club: a third checker signs here."),
}


def third_checker(kind: str, name: str, seat: str) -> str:
    """Why somebody should not check this card alone, by how they are related to its player."""
    return _(_RELATED[kind]) % {"name": name, "seat": seat}


def alone() -> str:
    """What somebody does who is related to a player and was about to sign."""
    return _("Leave it to a third checker, or say that nobody else is free and why.")


def won_by_both(first: str, second: str, *, records_spread: bool) -> str:
    """Why a game is not decided so that both cards say a win, and the cure."""
    if not records_spread:
        told = _(
            "Both cards, %(first)s and %(second)s, would say a win, and a game has one winner. Write 0 for one of them."
        )
        return told % {"first": first, "second": second}
    told = _(
        "Both cards, %(first)s and %(second)s, would say a win, and a game has one winner. Write a loss for one of them, or for both."
    )
    return told % {"first": first, "second": second}


def won_by_nobody(first: str, second: str, *, writers: Sequence[str]) -> str:
    """Why a decision does not leave a game without a winner, and the cures; `writers` are the cards that have the line."""
    message = _(
        "So nobody would have won this game. Say who did: 2 or 3 game points for %(first)s or for %(second)s, and 0 for the other."
    )
    return _or_not_played(message % {"first": first, "second": second}, writers)


def untold(seat: str, winner: str, *, records_spread: bool, writers: Sequence[str]) -> str:
    """Why a decision does not leave the loser's card without a result, and the cures; `writers` as in `won_by_nobody`."""
    message = (
        _(
            "%(winner)s would have won, and the card of %(seat)s would not say so. Write the loss for %(seat)s: -16, or 0."
        )
        if records_spread
        else _("%(winner)s would have won, and the card of %(seat)s would not say so. Write 0 for %(seat)s.")
    )
    return _or_not_played(message % {"seat": seat, "winner": winner}, writers)


def taken(seat: str, game: ComparedGame) -> str:
    """Why the line of this card belongs to another game than the one that is decided, and how to write on it all the same."""
    other = next(one for one in game.seats if one != seat)
    names = {"seat": seat, "other": other, "game": game.game}
    if game.decision is not None and not is_mutual(game):
        message = _(
            "What stands on the card of %(seat)s in game %(game)d was decided with the card of %(other)s. Leave %(seat)s as it is here, or take that decision back first."
        )
    else:
        message = _("%(seat)s and %(other)s met in game %(game)d. Leave the card of %(seat)s as it is here.")
    return message % names


def not_met(seat: str, game: ComparedGame, free: str, *, wrote: bool) -> str:
    """Why the other card has nobody it could have met, as the line of this one belongs to another game, and the cures; `wrote`
    where it has a line of the game that is decided."""
    cure = _("If %(free)s met somebody else, decide that game first, or correct the opponent on the card of %(free)s.")
    told = f"{taken(seat, game)} {cure % {'free': free}}"
    return f"{told} {not_played_cure(free)}" if wrote else told


def names_third(seat: str, third: str, game: int) -> str:
    """Why a card is left as it is where nobody is left whom it could have met in this game."""
    message = _(
        "The card of %(seat)s names %(third)s in game %(game)d, and is decided in that game. Leave it as it is here."
    )
    return message % {"seat": seat, "third": third, "game": game}


def _or_not_played(message: str, writers: Sequence[str]) -> str:
    """The message, with how to say that a game was not played where one card alone has it."""
    if len(writers) != 1:
        return message
    return f"{message} {not_played_cure(writers[0])}"


def not_played_cure(writer: str) -> str:
    """How it is said that a game which this card alone has was not played."""
    return _("If it was not played, leave the line of %(seat)s blank: type a dot.") % {"seat": writer}


def not_played() -> str:
    """What may stand of a game that one card alone has."""
    return _("The game was not played")


def in_wrong_column(seat: str, line: Line) -> str:
    """Why a line is not decided by hand with its spread in the column of the other result, and the cure."""
    told = (
        _("%(seat)s: a win has its spread under plus. Write %(spread)s, or -%(spread)s for a loss.")
        if line.is_win
        else _("%(seat)s: a loss has its spread under minus. Write -%(spread)s, or %(spread)s for a win.")
    )
    return told % {"seat": seat, "spread": line.spread}


def unsettled(*, posted: bool) -> str:
    """What becomes of a game whose two results contradict each other, in an event that records no spread."""
    if posted:
        return _("Posted undecided: it counts on both cards as it is written.")
    return _("The two cards contradict each other: a checker decides which result stands.")


def won_with(name: str, seat: str, points: int) -> str:
    """Who won a game, and for how many points."""
    return _("%(name)s (%(seat)s) won: %(points)d game points") % {"name": name, "seat": seat, "points": points}


def awarded(told: str) -> str:
    """That a game was awarded on the day, beside its two cards."""
    return _("Noted in the round: %(told)s The two cards are compared as they are written.") % {"told": told}


def choose_result() -> str:
    """What is asked where results are offered and none was chosen."""
    return _("No result is chosen. Say which result stands.")


def as_written(seats: Sequence[str]) -> str:
    """Which cards say a result; empty where none does."""
    return _("as the card of %(seats)s says") % {"seats": _(" and ").join(seats)} if seats else ""


def why_taken_back() -> str:
    """Why a ruling is not taken back without a reason."""
    return _("Say why the ruling is taken back: both stay in the list of rulings.")


def no_show(seat: str, name: str) -> str:
    """Why a seat has no card."""
    values = {"seat": seat, "name": name}
    return _("%(seat)s did not show up and has no card. Mark %(name)s as playing first.") % values


def played_at(table: str) -> str:
    """Why somebody should rather not check at this table."""
    return _("You played at table %(table)s: better somebody else checks there.") % {"table": table}


_SAID: dict[str, str] = {
    "retyped": gettext_noop("read again by %(name)s: %(line)s, as read before, so it stands instead of %(typed)s"),
    "confirmed": gettext_noop("read again by %(name)s: the same"),
    "differs": gettext_noop("read again by %(name)s: %(line)s"),
    "kept_back": gettext_noop("read again by %(name)s"),
}


def look_said(said: str, name: str, line: str, typed: str = "", *, shown: bool = False) -> str:
    """What somebody read on the paper, beside what is recorded; `retyped` in place of what was typed, `kept_back` only
    that they did; `shown` where they had seen what was typed."""
    reader = _("%(name)s (who had seen the card)") % {"name": name} if shown else name
    return _(_SAID[said]) % {"name": reader, "line": line, "typed": typed}


def own_typing(seats: Sequence[str], game: int, signers: Sequence[str]) -> str:
    """Why somebody may not vouch for these lines: they typed them; `signers` are the names of those who may sign instead."""
    message = (
        _(
            "You typed game %(game)d of %(seats)s yourself, and one pair of eyes takes the same slip twice. Read it again, "
            "blind, or let %(names)s sign with both papers."
        )
        if signers
        else _(
            "You typed game %(game)d of %(seats)s yourself, and one pair of eyes takes the same slip twice. Read it again, blind."
        )
    )
    return message % {"game": game, "seats": _(" and ").join(seats), "names": _any_of(signers)}


MOST_ASKED = 3
"""So many people are named of whom any may do something."""


def _any_of(names: Sequence[str]) -> str:
    """Names within a sentence, any of whom may; of many the first ones."""
    named = list(names) if len(names) <= MOST_ASKED else [*names[:MOST_ASKED], _("another checker")]
    return _(" or ").join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


def typed_over(seats: Sequence[str], game: int) -> str:
    """Why nobody accepts a game of which these lines were typed over while its two cards differed."""
    return _(_FINDINGS["line_typed_over"]) % {"game": game, "seat": _(" and ").join(seats)}


def own_typing_over(seat: str, game: int, readers: Sequence[str]) -> str:
    """Why somebody does not read this line again: they typed it over; `readers` are the names of those who may."""
    message = _(
        "You typed game %(game)d on the card of %(seat)s over while the two cards differed, so your own reading of it settles nothing. "
        "Ask %(names)s to read it on the paper."
    )
    return message % {"game": game, "seat": seat, "names": _any_of(readers)}


def own_typing_by_hand(seat: str, game: int, readers: Sequence[str]) -> str:
    """Why somebody does not decide this game by hand: they typed a line of it over; `readers` as before."""
    message = _(
        "You typed game %(game)d on the card of %(seat)s over while the two cards differed, so you do not decide it by hand before it is read. "
        "Ask %(names)s to read it on the paper."
    )
    return message % {"game": game, "seat": seat, "names": _any_of(readers)}


def not_looked(seats: Sequence[str], game: int) -> str:
    """Why a game is not accepted of which these lines are still to be read again."""
    message = _(
        "Game %(game)d is still to be read again on the paper of %(seats)s. Read it there, or say that both papers lie before you and why."
    )
    return message % {"game": game, "seats": _(" and ").join(seats)}


def left_out(n: int) -> str:
    """How many games accepting everything left, before each is named."""
    return ngettext("%(n)d game is left:", "%(n)d games are left:", n) % {"n": n}


def signed_unread(seats: Sequence[str]) -> str:
    """That somebody signed a game whose lines nobody had read again."""
    return _("Signed without another look at the paper of %(seats)s.") % {"seats": ", ".join(seats)}


def still_to_read(waiting: int) -> str:
    """What is said of standings and of whom to tell while lines are to be read again; empty once none is."""
    if not waiting:
        return ""
    return ngettext(
        "%(n)d line is still to be read again on the paper: until then it counts as it was typed.",
        "%(n)d lines are still to be read again on the papers: until then they count as they were typed.",
        waiting,
    ) % {"n": waiting}


def unread_lines(lines: int) -> str:
    """That lines which could matter were not read again."""
    return ngettext(
        "%(n)d line that could change who qualifies was not read again on the paper. It may be a slip of the typing.",
        "%(n)d lines that could change who qualifies were not read again on the papers. Each may be a slip of the typing.",
        lines,
    ) % {"n": lines}


def list_is_stale() -> str:
    """Why a list that was looked at is not posted."""
    return _(
        "A card, a decision or the event has changed since you looked at this list. Look at it as it is now, then post it."
    )


def why_unread(most: int) -> str:
    """What is asked of whoever posts without these lines being read."""
    return _("Say why these lines are not read again, for whoever asks later: %(n)d characters at most.") % {"n": most}


def still_to_sign(waiting: int) -> str:
    """What is said of standings while proposed corrections wait for initials; empty once none does."""
    if not waiting:
        return ""
    return ngettext(
        "%(n)d correction is proposed and waits for initials: it counts as if it were signed.",
        "%(n)d corrections are proposed and wait for initials: they count as if they were signed.",
        waiting,
    ) % {"n": waiting}


def still_with_judge(waiting: int, edition: Edition) -> str:
    """What is said of standings while games wait for a ruling; empty once none does."""
    if not waiting:
        return ""
    return ngettext(
        "%(n)d game waits %(for_judge)s: until then it counts on both cards as it is written.",
        "%(n)d games wait %(for_judge)s: until then they count on both cards as they are written.",
        waiting,
    ) % {"n": waiting, "for_judge": citing_words.authority("for", edition)}


def still_to_decide(waiting: int) -> str:
    """What is said of standings while results contradict each other, where no spread is recorded; empty once none do."""
    if not waiting:
        return ""
    return ngettext(
        "%(n)d game is still to be decided at the desk: until then it counts on both cards as it is written.",
        "%(n)d games are still to be decided at the desk: until then they count on both cards as they are written.",
        waiting,
    ) % {"n": waiting}


def left_undecided(undecided: int, *, posted: bool) -> tuple[str, ...]:
    """What posting does not wait for where no spread is recorded, or what became of it; empty where nothing is left over."""
    told = (
        ngettext(
            "%(n)d game was posted undecided: it counts on both cards as it is written, and changed no qualifier.",
            "%(n)d games were posted undecided: they count on both cards as they are written, and changed no qualifier.",
            undecided,
        )
        if posted
        else ngettext(
            "%(n)d game is undecided and changes no qualifier. Posted so, it counts on both cards as it is written.",
            "%(n)d games are undecided and change no qualifier. Posted so, they count on both cards as they are written.",
            undecided,
        )
    )
    return _told_of((told, undecided))


def left_over(unruled: int, unsigned: int, edition: Edition) -> tuple[str, ...]:
    """What posting does not wait for, and what it makes of it; empty where nothing is left over."""
    judge = ngettext(
        "%(n)d game waits %(for_judge)s and changes no qualifier. Posted without a ruling, it counts on both cards as it is "
        "written.",
        "%(n)d games wait %(for_judge)s and change no qualifier. Posted without a ruling, they count on both cards as they are "
        "written.",
        unruled,
    )
    initials = ngettext(
        "%(n)d correction waits for initials and changes no qualifier. Posted without them, it counts as it is proposed.",
        "%(n)d corrections wait for initials and change no qualifier. Posted without them, they count as they are proposed.",
        unsigned,
    )
    return _told_of((judge, unruled), (initials, unsigned), edition=edition)


def closed_as_it_was(unruled: int, unsigned: int, edition: Edition) -> tuple[str, ...]:
    """What became of the games that posting did not wait for; empty where none was left over."""
    judge = ngettext(
        "%(n)d game was posted without a ruling %(of_judge)s: it counts on both cards as it is written, and changed no "
        "qualifier.",
        "%(n)d games were posted without a ruling %(of_judge)s: they count on both cards as they are written, and changed no "
        "qualifier.",
        unruled,
    )
    initials = ngettext(
        "%(n)d correction was posted without initials: it counts as it was proposed, and changed no qualifier.",
        "%(n)d corrections were posted without initials: they count as they were proposed, and changed no qualifier.",
        unsigned,
    )
    return _told_of((judge, unruled), (initials, unsigned), edition=edition)


def _told_of(*sentences: tuple[str, int], edition: Edition | None = None) -> tuple[str, ...]:
    judges = {f"{how}_judge": citing_words.authority(how, edition) for how in ("for", "of") if edition}
    return tuple(sentence % {"n": number, **judges} for sentence, number in sentences if number)


def lines_of_one(lines: int) -> str:
    """How many lines that were read again rest on one person alone."""
    return ngettext(
        "One line that differed rests on one person alone, who typed and read it, or alone read it so:",
        "%(n)d lines that differed rest on one person alone each, who typed and read them, or alone read them so:",
        lines,
    ) % {"n": lines}


def line_of_one(seat: str, game: int, name: str) -> str:
    return _("%(seat)s game %(game)d, %(name)s") % {"seat": seat, "game": game, "name": name}


def decided_alone(game: int, seats: Sequence[str], initials: str, reason: str) -> str:
    """A game that somebody decided by hand, for whoever posts."""
    values = {"game": game, "first": seats[0], "second": seats[1], "initials": initials, "reason": reason}
    return _("Game %(game)d of %(first)s and %(second)s was decided by hand, signed %(initials)s: %(reason)s") % values


def decided_unread(game: int, seats: Sequence[str], initials: str, name: str, unread: Sequence[str]) -> str:
    """A game that somebody signed though nobody had read these cards again, for whoever posts."""
    values = {"game": game, "first": seats[0], "second": seats[1], "initials": initials, "name": name}
    told = _(
        "Game %(game)d of %(first)s and %(second)s was signed %(initials)s by %(name)s without another look at %(seats)s."
    )
    return told % {**values, "seats": ", ".join(unread)}


def decided_related(game: int, seats: Sequence[str], initials: str, name: str, related: Sequence[str]) -> str:
    """A game that somebody signed who is related to these players, for whoever posts."""
    values = {"game": game, "first": seats[0], "second": seats[1], "initials": initials, "name": name}
    told = _(
        "Game %(game)d of %(first)s and %(second)s was signed %(initials)s by %(name)s, who is related to the player of "
        "%(seats)s; no third checker signed."
    )
    return told % {**values, "seats": _(" and ").join(related)}


def typed_by_opponent(seat: str, game: int, own: str, name: str) -> str:
    """A line that the opponent typed on a player's card, and that nobody else has read, for whoever posts."""
    values = {"seat": seat, "game": game, "own": own, "name": name}
    return (
        _("Game %(game)d of %(seat)s was typed by the opponent, %(name)s (%(own)s), and nobody else has read it.")
        % values
    )


def and_more(more: int) -> str:
    """How many there are besides those that are named."""
    return ngettext("And %(n)d more.", "And %(n)d more.", more) % {"n": more}


def read_alone(seat: str, name: str, *, typed: bool) -> str:
    """That a line rests on one person alone, who typed and read it, or alone read it so."""
    told = (
        _("%(seat)s: typed and read again by %(name)s, nobody else.")
        if typed
        else _("%(seat)s: so read by %(name)s alone, against what was typed.")
    )
    return told % {"seat": seat, "name": name}


_STANDS: dict[str, str] = {
    "look": gettext_noop("A look that changed nothing stays: look at the line once more instead."),
    "begun": gettext_noop("Beginning the cross-check changed no card and no result, so there is nothing to undo."),
    "left": gettext_noop(
        "Leaving a game to a third checker decided nothing: whoever signs it next goes on from there."
    ),
    "posted": gettext_noop(
        "The posted list is official; reopening the cross-check takes it back, on the page of the steps."
    ),
    "upheld": gettext_noop(
        "The card stayed as it was. Whoever finds that the phone is right after all says so on the page of the phones."
    ),
    "late": gettext_noop("Leaving a card as it is changed nothing: correct it after all on the page of the card."),
    "reopened": gettext_noop("A step that was reopened is closed again by going on from there."),
    "told": gettext_noop("Who was told is ticked, and taken back, on the page of the players to inform."),
    "announced": gettext_noop(
        "The seats were announced, and everybody sits there; before the first card the page of the steps reopens the seating."
    ),
    "entrants": gettext_noop("Entrants are entered, corrected and taken off on the page of the entrants."),
    "round": gettext_noop("What happens on the day is undone on the page of the round, which shows what that moves."),
    "settings": gettext_noop("This is changed back on the page of the event’s settings."),
    "playoffs": gettext_noop("Playoff games are taken back on the page of their match."),
    "report": gettext_noop("The notes for the report are written anew on its page."),
    "honours": gettext_noop("An award is taken back, and recorded again, on the page of the awards."),
    "call": gettext_noop("A call for a judge is not undone. Whoever comes says on the calls’ page that it is done."),
    "ruling": gettext_noop("A ruling is taken back, with a reason, on its own page; it stays in the list."),
    "paper": gettext_noop("What is on paper stays there: print it again, or make a new link on the entrant’s page."),
    "news": gettext_noop(
        "Whoever wants to be told when something is up turns that on, and ends it, on their own page."
    ),
    "elsewhere": gettext_noop("This is no act on cards and decisions."),
}


def stands(code: str) -> str:
    """Why an act cannot be undone from the log."""
    return _(_STANDS[code])


def why_played_off(rank: int, players: int, quota: int) -> str:
    """Why a tie at this rank matters: the seeds that hang on it, who qualifies at all, or who is the high nonqualifier."""
    last = rank + players - 1
    if rank > quota:
        return _(
            "Who is the high nonqualifier hangs on it. Posting does not wait for it: without a game they share that place and its "
            "prize."
        )
    if last <= quota:
        return _("Seeds %(first)d to %(last)d hang on it.") % {"first": rank, "last": last}
    message = ngettext(
        "%(n)d place that qualifies hangs on it, for %(players)d players.",
        "%(n)d places that qualify hang on it, for %(players)d players.",
        quota - rank + 1,
    )
    return message % {"n": quota - rank + 1, "players": players}


def level_below_the_line(people: Sequence[str]) -> str:
    """That these are level for the first place under the line; empty for nobody."""
    if not people:
        return ""
    message = _(
        "%(people)s are level for the high nonqualifier, the first place below the line. They can play one game for it. Posting "
        "does not wait: without the game they share that place and its prize."
    )
    return message % {"people": ", ".join(people)}


def late_tie(seats: Sequence[str], rank: int) -> str:
    """What a tie of the new list waits for."""
    message = _("%(seats)s would be tied for place %(rank)s. Let them play the one game, and say who won.")
    return message % {"seats": ", ".join(seats), "rank": rank}


def late_not_ready(*, only_ties: bool) -> str:
    """Why no new version of the list can be posted, and what can be done."""
    if only_ties:
        return _("A new list waits for the playoff games. Record them here, or keep the list as it is posted.")
    return _(
        "A new list cannot be posted yet; each thing that stands in the way is named. Keep the list as it is posted, or "
        "take it back: reopen the cross-check, settle what is named, and post again."
    )


def played_off_below(order: Sequence[str]) -> str:
    """Why a list has a new version once the tie for the high nonqualifier is played off."""
    return _("The tie for the high nonqualifier was played off, best first: %(order)s.") % {"order": ", ".join(order)}


def only_below(level: str) -> str:
    """Why no other tie can be played off once the qualifiers are posted; `level` are those who can, or that nobody can."""
    return _(
        "The qualifiers are posted: only a tie for the high nonqualifier can still be played off. Level there by the posted "
        "list: %(level)s. For any other place a director reopens the cross-check (The six steps)."
    ) % {"level": level}


def more_than_this_game() -> str:
    """Why a game for the high nonqualifier makes no new list: it would tell of other changes too."""
    return _(
        "By now the cards give another list for more reasons than this game. Post or keep the correction of the card first, "
        "then record the game."
    )


def shared_below() -> str:
    """Why a list has a new version once no game for the high nonqualifier counts any more."""
    return _("The game for the high nonqualifier does not count: they share that place.")


def list_kept(seat: str, name: str, games: Sequence[int], reason: str) -> str:
    """That a card was corrected after posting and the list stays as it was posted."""
    message = ngettext(
        "Game %(games)s on the card of %(name)s, %(seat)s, was corrected after posting; the list stays as posted: %(reason)s",
        "Games %(games)s on the card of %(name)s, %(seat)s, were corrected after posting; the list stays as posted: %(reason)s",
        len(games),
    )
    return message % {"games": ", ".join(map(str, games)), "name": name, "seat": seat, "reason": reason}


def corrected_after_posting() -> str:
    """What marks somebody whose card was corrected while the list stays as posted."""
    return _("Corrected after posting")


def list_shift(name: str, one: Shifted) -> str:
    """What another list makes of somebody, in a sentence."""
    if one.before is None or one.after is None:
        return (_("%(name)s is no longer ranked.") if one.after is None else _("%(name)s is ranked.")) % {"name": name}
    before, after = one.before, one.after
    direction = "down" if after.rank > before.rank else "up" if after.rank < before.rank else ""
    sides = {Status.QUALIFIER: "in", Status.TIED_AT_LINE: "tied"}
    was, now = (sides.get(Status(place.status), "out") for place in (before, after))
    places = {
        key: _("a tie for %s") % ordinal(place.rank) if place.tied else ordinal(place.rank)
        for key, place in (("before", before), ("after", after))
    }
    told = [_(_SHIFTS[direction, now if was != now else ""]) % {"name": name, **places}]
    if before.seed != after.seed and before.seed and after.seed:
        told.append(_("Seed %(after)d instead of %(before)d.") % {"before": before.seed, "after": after.seed})
    if was == now and (below := _below_the_line(one)):
        told.append(below)
    if changed := _other_totals(before, after):
        told.append(f"{changed[0].upper()}{changed[1:]}.")
    return " ".join(told)


def seed_shift(name: str, one: Shifted) -> str:
    """What another list makes of somebody as a qualifier, in a sentence that tells no place and no points."""
    if one.goes_out:
        return _("%(name)s no longer qualifies.") % {"name": name}
    values = {
        "name": name,
        "after": one.after.seed if one.after else None,
        "before": one.before.seed if one.before else None,
    }
    if one.comes_in:
        return _("%(name)s qualifies now, as seed %(after)d.") % values
    return _("%(name)s is seed %(after)d instead of %(before)d.") % values


def _below_the_line(one: Shifted) -> str:
    """What another list makes of somebody's being the high nonqualifier, alone or not; empty where it is the same."""
    was, now = (place is not None and place.status == Status.HIGH_NONQUALIFIER for place in (one.before, one.after))
    if one.shares and not one.shared:
        return _("Shares the place of the high nonqualifier from now on, unless that tie is played off.")
    if now and not was:
        return _("The high nonqualifier from now on.")
    if one.shared and not one.shares:
        return _("No longer shares the place of the high nonqualifier.")
    return _("No longer the high nonqualifier.") if was and not now else ""


def by_corrected_cards(one: Shifted) -> str:
    """The totals that the corrected cards give somebody instead of those that the list keeps; empty where they are the same."""
    changed = _other_totals(one.before, one.after) if one.before and one.after else ""
    return _("By the corrected cards: %(totals)s.") % {"totals": changed} if changed else ""


def _other_totals(before: Listed, after: Listed) -> str:
    """The totals of two places that are not the same."""
    return ", ".join(
        _("%(label)s %(after)s instead of %(before)s") % {"label": label, "before": old, "after": new}
        for label, old, new in (
            (_("game points"), before.game_points, after.game_points),
            (_("games won"), before.games_won, after.games_won),
            (_("net"), signed(before.net), signed(after.net)),
            (_("plus"), before.plus, after.plus),
        )
        if old != new
    )


def undoes_own_game() -> str:
    """Why somebody may not undo what stands on the card of an opponent of theirs."""
    return _(
        "This changes a line of your opponent in a game of your own: nobody corrects that. Ask another checker to undo it."
    )


_CAME_AFTER: dict[str, str] = {
    "card.typed": gettext_noop("Card %(key)s was typed again at %(at)s by %(by)s: undo that first."),
    "card.typing-undone": gettext_noop("A typing of card %(key)s was undone at %(at)s by %(by)s: undo that first."),
    "card.corrected-late": gettext_noop(
        "Card %(key)s was corrected after posting at %(at)s by %(by)s: undo that first."
    ),
    "line.looked-at": gettext_noop(
        "A line of card %(key)s was changed at %(at)s after a look by %(by)s: undo that first."
    ),
    "line.put-back": gettext_noop("A line of card %(key)s was put back at %(at)s by %(by)s: undo that first."),
    "line.phone-stands": gettext_noop(
        "A line of card %(key)s was put as told by phone at %(at)s by %(by)s: undo that first."
    ),
    "card.received": gettext_noop("Card %(key)s was handed in again at %(at)s to %(by)s: undo that first."),
    "card.receipt-taken-back": gettext_noop(
        "At %(at)s %(by)s noted that card %(key)s is not handed in: undo that first."
    ),
    "card.set-aside": gettext_noop("Card %(key)s was set aside at %(at)s by %(by)s: undo that first."),
    "card.taken-up": gettext_noop("Card %(key)s was taken up again at %(at)s by %(by)s: undo that first."),
    "card.ended": gettext_noop("At %(at)s %(by)s said that card %(key)s ends early: undo that first."),
    "card.ending-taken-back": gettext_noop("At %(at)s %(by)s took back that card %(key)s ends early: undo that first."),
    "discrepancy.decision-taken-back": gettext_noop(
        "The decision on %(key)s was taken back at %(at)s by %(by)s: undo that first."
    ),
}


def came_after(action: str, key: str, at: datetime, by: str) -> str:
    """Why an act cannot be undone now: what was done to the same thing after it, when (in the hall's time) and by whom."""
    sentence = _CAME_AFTER.get(action)
    if sentence is None and action.startswith("discrepancy."):
        told = _("Game and cards %(key)s were decided again at %(at)s by %(by)s: undo that first.")
    elif sentence is None:
        told = _("This was changed again at %(at)s by %(by)s: undo that first.")
    else:
        told = _(sentence)
    return told % {"key": key, "at": date_format(at, "TIME_FORMAT"), "by": by}


_STAGES: dict[str, str] = {
    "not_in": gettext_noop("not in"),
    "in": gettext_noop("in"),
    "typed": gettext_noop("typed"),
    "looked_at": gettext_noop("looked at"),
    "discrepancy": gettext_noop("discrepancy"),
    "resolved": gettext_noop("resolved"),
    "matched": gettext_noop("matched"),
    "final": gettext_noop("final"),
}
_PILES: dict[str, str] = {
    "definite": gettext_noop("Definite qualifiers"),
    "probable": gettext_noop("Probable qualifiers"),
    "probably_not": gettext_noop("Probable nonqualifiers"),
    "dead_zone": gettext_noop("Dead zone"),
}
_STEPS: dict[str, str] = {
    "type": gettext_noop("Type %(seat)s"),
    "look": gettext_noop("Look again at %(seat)s, game %(game)s"),
    "name_opponent": gettext_noop("Game %(game)s names nobody: see the card"),
    "none": gettext_noop("Nothing to do"),
}
_KEYS: dict[str, str] = {
    "game_points": gettext_noop("game points, %(above)s against %(below)s"),
    "games_won": gettext_noop("games won, %(above)s against %(below)s"),
    "net": gettext_noop("net, %(above)s against %(below)s"),
    "plus": gettext_noop("plus points, %(above)s against %(below)s"),
}


def stage(code: str) -> str:
    """How far a card has come, in a word or two."""
    return _(_STAGES[code])


def pile(code: str) -> str:
    """The name of a pile."""
    return _(_PILES[code])


def next_step(code: str, seat: str, game: int | None, other: str | None) -> str:
    """What brings a card on."""
    return _(_STEPS[code]) % {"seat": seat, "game": game, "other": other}


_DECIDE: dict[tuple[bool, bool], str] = {
    (False, True): gettext_noop("Decide game %(game)s against %(other)s"),
    (False, False): gettext_noop("Sign game %(game)s against %(other)s (does not hold up posting)"),
    (True, True): gettext_noop("Game %(game)s against %(other)s waits %(for_judge)s"),
    (True, False): gettext_noop("Game %(game)s against %(other)s waits %(for_judge)s (does not hold up posting)"),
}


def decide_step(
    game: int | None, other: str | None, edition: Edition, *, waiting: bool, blocks: bool, unsettled: bool = False
) -> str:
    """Which game of a card is to be decided: by a ruling where it is `waiting` for one, else by a checker; `unsettled` where results
    alone contradict each other."""
    if unsettled and not blocks:
        told = _("Decide game %(game)s against %(other)s (does not hold up posting)")
        return told % {"game": game, "other": other}
    values = {"game": game, "other": other, "for_judge": citing_words.authority("for", edition)}
    return _(_DECIDE[waiting, blocks]) % values


def deciding_key(code: str, above: int, below: int) -> str:
    """The key that puts one row before the next, with both values: net, +62 against +48."""
    shown = signed if code == "net" else str
    return _(_KEYS[code]) % {"above": shown(above), "below": shown(below)}


def awaited() -> str:
    """What stands in the standings in the place of the figures while nothing of a card is in."""
    return _("Card not in yet")


def partly_in() -> str:
    """The mark of a row whose figures rest on a part of the card."""
    return _("Not all of the card is in")


def partly_ranked() -> str:
    """Why a rank says little: lines of the card are missing."""
    return _("Not all of this card is in yet: the figures are those of the lines that are.")


def leading(champion: str, rows: Sequence[StandingsRow], *, provisional: bool) -> str:
    """Who has won, or who is ahead in these rows of the standings, in a sentence; empty where there are none."""
    if champion:
        return _("Champion: %(name)s.") % {"name": champion}
    if not rows or not rows[0].card_in:
        return ""
    first = rows[0]
    values = {"name": first.name, "points": first.game_points}
    told = _("In front: %(name)s, %(points)s game points.") % values
    return " ".join([told, _("Provisional.")]) if provisional else told


def stands_below(code: str | None, above: StandingsRow, below: StandingsRow) -> str:
    """Why one row of the standings is below the one above it; `code` is what separates them, None where they are level."""
    values = {"name": above.name, "seat": above.seat, "rank": ordinal(above.rank)}
    if code is None:
        return _("Level with %(name)s, %(seat)s, in every figure.") % values
    if code in _KEYS:
        told = deciding_key(code, getattr(above, code), getattr(below, code))
        return _("Below %(name)s, %(seat)s, who is %(rank)s: %(key)s.") % {**values, "key": told}
    return _(_BELOW_BY[code]) % values


def stands_above(code: str, above: StandingsRow, below: StandingsRow) -> str:
    """Why one row of the standings is above the one below it."""
    values = {"name": below.name, "seat": below.seat}
    if code in _KEYS:
        return _("Above %(name)s, %(seat)s: %(key)s.") % {
            **values,
            "key": deciding_key(code, getattr(above, code), getattr(below, code)),
        }
    return _(_ABOVE_BY[code]) % values


_BELOW_BY: dict[str, str] = {
    "head_to_head": gettext_noop("Below %(name)s, %(seat)s: level in every figure, and head-to-head decided."),
    "playoff": gettext_noop("Below %(name)s, %(seat)s: level in every figure, and a playoff game decided."),
}
_ABOVE_BY: dict[str, str] = {
    "head_to_head": gettext_noop("Above %(name)s, %(seat)s: level in every figure, and head-to-head decided."),
    "playoff": gettext_noop("Above %(name)s, %(seat)s: level in every figure, and a playoff game decided."),
}


def possible_ranks(best: int, worst: int) -> str:
    """Between which places a card can still come out."""
    if best == worst:
        return _("%s, whatever comes") % ordinal(best)
    return _("%(best)s at best, %(worst)s at worst") % {"best": ordinal(best), "worst": ordinal(worst)}


def award(won: bool, points: str, spread: str) -> str:
    """What somebody writes for a game that is awarded without play; points and spread are the winner's, the spread empty where none
    is recorded."""
    if not spread:
        return (_("won by award, write %(points)s") if won else _("lost by award, write 0")) % {"points": points}
    if won:
        return _("won by award, write %(points)s and %(spread)s under +") % {"points": points, "spread": spread}
    return _("lost by award, write 0 and %(spread)s under %(minus)s") % {"spread": spread, "minus": MINUS}


# --- Games told by phone ---------------------------------------------------------------------------------------------


def results_told() -> list[tuple[int, str]]:
    """What a player can tell of a game where no spread is recorded, by the game points."""
    return [(2, _("I won, 2 points")), (3, _("I won, 3 points: by 31 or more")), (0, _("I lost"))]


def phones_off() -> str:
    """Why nothing is told by phone here, and what to do instead."""
    return _("Games are not told by phone in this event. Write them on your paper card and bring it to the desk.")


def card_is_in() -> str:
    """Why a player tells nothing more, and what to do instead."""
    return _("Your card is in, so nothing on it changes here any more. If a line is wrong, tell the desk.")


def told_on_own_phone(name: str, game: int) -> str:
    """Why a player's game is not told on the opponent's phone."""
    values = {"name": name, "game": game}
    return _("%(name)s has told game %(game)d on their own phone already. Only there it can be changed.") % values


def names_another(seat: str, game: int) -> str:
    """Why a game waits for nobody: the opponent has told it against somebody else. Whom, is theirs to say."""
    told = _("%(seat)s names another opponent in game %(game)d. Check the ID that you wrote, or ask at the desk.")
    return told % {"seat": seat, "game": game}


def told_elsewhere(said: Told) -> str:
    """Why a game is not changed by a page that showed something else: it was told on another one meanwhile."""
    if said.spread is None:
        told = (
            _(
                "Game %(game)d was saved on another screen meanwhile: won, %(points)d points. Save once more to change it to this."
            )
            if said.points
            else _("Game %(game)d was saved on another screen meanwhile: lost. Save once more to change it to this.")
        )
        return told % {"game": said.game, "points": said.points}
    values = {"game": said.game, "by": abs(said.spread)}
    if said.spread > 0:
        told = _(
            "Game %(game)d was saved on another screen meanwhile: won by %(by)d. Save once more to change it to this."
        )
    else:
        told = _(
            "Game %(game)d was saved on another screen meanwhile: lost by %(by)d. Save once more to change it to this."
        )
    return told % values


def tell_first(game: int) -> str:
    """Why an opponent cannot tell a game on this phone yet."""
    return _("Tell game %(game)d yourself first; then your opponent can tell it on this phone.") % {"game": game}


def games_not_told(games: Sequence[int]) -> str:
    """Which games are still to be told before a card is handed in."""
    return ngettext(
        "Game %(games)s is not told yet. Tell it first, then hand in the card.",
        "Games %(games)s are not told yet. Tell them first, then hand in the card.",
        len(games),
    ) % {"games": ", ".join(map(str, games))}
