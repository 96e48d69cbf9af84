"""Sentences on a card that is corrected after posting."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorecards.crosscheck import words as crosscheck_words
from scorecards.sheet import words as sheet_words
from scorecards.sheet.rules.after_posting import ChangedLine, LateDecision
from scorecards.sheet.rules.crosscheck import ComparedGame, State
from scorecards.standings import words as standings_words
from scorecards.standings.reads.after_posting import LateCorrection
from tournaments.money import words as money_words
from tournaments.words import citing as citing_words
from tournaments.words.listing import in_a_row


def settled_anew(late: LateCorrection) -> Iterator[str]:
    """For each corrected game, sentences on how rule 12.2 settles it, or that no other card has the game."""
    compared_games = {game.game: game for game in late.games}
    for changed_line in late.changed:
        game = compared_games.get(changed_line.game)
        removal = _taken_away(late.seat, changed_line)
        if game is None or game.state is State.PENDING:
            sentence = _("Game %(game)d is compared with no other card.") % {"game": changed_line.game}
        else:
            sentence = _settled(late, game)
        yield " ".join(filter(None, (removal, sentence)))


def _taken_away(seat: str, changed_line: ChangedLine) -> str:
    """That a line is removed or is recorded as blank; empty for any other change."""
    values = {"seat": seat, "game": changed_line.game}
    if changed_line.after is None:
        return _("The line of game %(game)d goes from card %(seat)s.") % values
    if changed_line.after.is_blank:
        return _("The line of game %(game)d on card %(seat)s is left blank.") % values
    return ""


def _settled(late: LateCorrection, game: ComparedGame) -> str:
    """How a corrected game is settled: agreed, not settled, or settled by which rule and with which lines."""
    edition = late.corrected_sheet.event.edition
    values = {
        "game": game.game,
        "first": game.seats[0],
        "second": game.seats[1],
        "rules": citing_words.named("discrepancies", edition),
        "who": citing_words.decides(edition),
    }
    if game.state is State.AGREED:
        return _("Game %(game)d: the cards of %(first)s and %(second)s agree.") % values
    if game.state is State.OPEN and game.is_unsettled:
        return (
            _(
                "Game %(game)d: the cards of %(first)s and %(second)s contradict each other, and nobody has decided which stands."
            )
            % values
        )
    if game.state is State.OPEN:
        return _("Game %(game)d of %(first)s and %(second)s: %(rules)s does not settle it. %(who)s") % values
    sentences = [sentence for _number, sentence in sheet_words.basis(game, edition)]
    for seat, recorded, line in zip(game.seats, game.recorded, game.resolved or game.recorded, strict=True):
        if line is not None and line != recorded:
            sentences.append(
                crosscheck_words.becomes(seat, line, records_spread=late.corrected_sheet.event.records_spread)
            )
    if not sentences:
        return _("Game %(game)d: the cards of %(first)s and %(second)s differ, and both stand as they are.") % values
    return " ".join([_("Game %(game)d of %(first)s and %(second)s:") % values, *sentences])


def who_qualifies_then(late: LateCorrection) -> str:
    """Who would come in or go out with a new list, or how many get another seed."""
    names = late.recorded_sheet.entries
    coming_in = [names[shift.seat].name for shift in late.shifts if shift.comes_in]
    going_out = [names[shift.seat].name for shift in late.shifts if shift.goes_out and not shift.comes_level]
    tied_at_line = [names[shift.seat].name for shift in late.shifts if shift.comes_level]
    reseeded = sum(shift.has_another_seed for shift in late.shifts)
    if coming_in or going_out or tied_at_line:
        sentences = []
        if coming_in:
            sentences.append(_("%(names)s would qualify.") % {"names": in_a_row(coming_in)})
        if going_out:
            sentences.append(_("%(names)s would no longer qualify.") % {"names": in_a_row(going_out)})
        if tied_at_line:
            sentences.append(_("Level at the line, to be played off: %(names)s.") % {"names": in_a_row(tied_at_line)})
        return " ".join(sentences)
    if not reseeded:
        return _("The same players qualify, with the same seeds.")
    return ngettext(
        "The same players qualify; %(n)d has another seed.",
        "The same players qualify; %(n)d have another seed.",
        reseeded,
    ) % {"n": reseeded}


def who_moves(late: LateCorrection) -> tuple[list[str], list[str]]:
    """Two lists of sentences on the people whom a new list moves.

    The first list is about moves among the qualifiers and high nonqualifiers, the second about the others. In both,
    people who come in or go out are first.
    """
    shifts = sorted(late.shifts, key=lambda shift: not (shift.comes_in or shift.goes_out))
    among_qualifiers: list[str] = []
    among_others: list[str] = []
    for shift in shifts:
        entry = late.recorded_sheet.entries[shift.seat]
        sentence = standings_words.list_shift(f"{entry.known_name} ({shift.seat})", shift)
        if shift.concerns_qualifiers:
            among_qualifiers.append(sentence)
        else:
            among_others.append(sentence)
    return among_qualifiers, among_others


def bracket_then(*, drawn: bool, falls: bool, protected: bool) -> str:
    """What a new list does to the bracket; empty if the bracket is not drawn."""
    if protected:
        return _(
            "A match has begun: qualifiers and seeds stay as they were drawn, so no new list can be posted. Correct the card "
            "and keep the list."
        )
    if falls:
        return _("A new list removes the bracket, which has no games yet. Draw it again afterward.")
    return _("The bracket stays: nobody has another seed.") if drawn else ""


def left_out(late: LateCorrection) -> str:
    """That a new list leaves out the corrections that the posted list leaves out; empty if it counts them."""
    if not late.left_out:
        return ""
    names = late.recorded_sheet.entries
    lines = [
        _("game %(game)d of %(name)s, %(seat)s") % {"game": game, "name": names[seat].name, "seat": seat}
        for seat, game in late.left_out
    ]
    return _(
        "A match has begun, and corrections that were made before would change qualifiers or seeds. They stay out of the new list "
        "too, and the standings go on saying so: %(lines)s."
    ) % {"lines": "; ".join(lines)}


def paid_and_new_list(name: str, cents: int) -> str:
    """That a person whom a new list moves was already paid, and how each decision affects their winnings."""
    return _(
        "%(name)s was paid %(amount)s. That stays in the books. A new list recalculates their winnings; "
        "the posted list does not."
    ) % {"name": name, "amount": money_words.amount(cents)}


def corrected_late(decision: str) -> str:
    """The message after a decision."""
    return {
        LateDecision.POST: _("The card is corrected, and the new list is posted."),
        LateDecision.KEEP: _("The card is corrected. The list stays as posted, and the standings say so."),
        LateDecision.LEAVE: _("The card stays as it is; the log says why."),
    }[LateDecision(decision)]
