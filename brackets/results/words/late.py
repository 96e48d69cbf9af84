"""Sentences for a card that is corrected after posting."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorecards.crosscheck import words as crosscheck_words
from scorecards.sheet import words as sheet_words
from scorecards.sheet.rules.crosscheck import ComparedGame, State
from scorecards.sheet.rules.late import ChangedLine, LateDecision
from scorecards.standings import words as standings_words
from scorecards.standings.reads.late import LateCorrection
from tournaments.money import words as money_words
from tournaments.words import citing as citing_words


def settled_anew(late: LateCorrection) -> Iterator[str]:
    """What rule 12.2 makes of each corrected game, in a sentence or two; a game that no other card has says so."""
    compared = {game.game: game for game in late.games}
    for one in late.changed:
        game = compared.get(one.game)
        taken = _taken_away(late.seat, one)
        if game is None or game.state is State.PENDING:
            told = _("Game %(game)d is compared with no other card.") % {"game": one.game}
        else:
            told = _settled(late, game)
        yield " ".join(filter(None, (taken, told)))


def _taken_away(seat: str, one: ChangedLine) -> str:
    """That a line goes, or is recorded as left blank; empty for one that says something else now."""
    values = {"seat": seat, "game": one.game}
    if one.after is None:
        return _("The line of game %(game)d goes from card %(seat)s.") % values
    return _("The line of game %(game)d on card %(seat)s is left blank.") % values if one.after.is_blank else ""


def _settled(late: LateCorrection, game: ComparedGame) -> str:
    edition = late.then.event.edition
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
    told = [sentence for _number, sentence in sheet_words.basis(game, edition)]
    for seat, recorded, line in zip(game.seats, game.recorded, game.resolved or game.recorded, strict=True):
        if line is not None and line != recorded:
            told.append(crosscheck_words.becomes(seat, line, records_spread=late.then.event.records_spread))
    if not told:
        return _("Game %(game)d: the cards of %(first)s and %(second)s differ, and both stand as they are.") % values
    return " ".join([_("Game %(game)d of %(first)s and %(second)s:") % values, *told])


def who_qualifies_then(late: LateCorrection) -> str:
    """What a new list means for who qualifies, in one sentence: what a director asks first."""
    names = late.now.entries
    comes = [names[one.seat].name for one in late.shifts if one.comes_in]
    goes = [names[one.seat].name for one in late.shifts if one.goes_out and not one.comes_level]
    level = [names[one.seat].name for one in late.shifts if one.comes_level]
    reseeded = sum(one.has_another_seed for one in late.shifts)
    if comes or goes or level:
        told = [_("%(names)s would qualify.") % {"names": ", ".join(comes)}] if comes else []
        told += [_("%(names)s would no longer qualify.") % {"names": ", ".join(goes)}] if goes else []
        told += [_("Level at the line, to be played off: %(names)s.") % {"names": ", ".join(level)}] if level else []
        return " ".join(told)
    if not reseeded:
        return _("The same players qualify, with the same seeds.")
    return ngettext(
        "The same players qualify; %(n)d has another seed.",
        "The same players qualify; %(n)d have another seed.",
        reseeded,
    ) % {"n": reseeded}


def who_moves(late: LateCorrection) -> tuple[list[str], list[str]]:
    """Whom a new list moves, in sentences: those who qualify by one of the two lists or are the high nonqualifier of one,
    whoever comes in or goes out first; and all the others by their new places."""
    shifts = sorted(late.shifts, key=lambda one: not (one.comes_in or one.goes_out))
    told: tuple[list[str], list[str]] = ([], [])
    for one in shifts:
        entry = late.now.entries[one.seat]
        told[not one.concerns_qualifiers].append(standings_words.list_shift(f"{entry.name} ({one.seat})", one))
    return told


def bracket_then(*, drawn: bool, falls: bool, protected: bool) -> str:
    """What becomes of the bracket with a new list; empty where nothing is drawn."""
    if protected:
        return _(
            "A match has begun: qualifiers and seeds stay as they were drawn, so no new list can be posted. Correct the card "
            "and keep the list."
        )
    if falls:
        return _("The bracket is taken back with a new list; no game of it is played. Draw it anew afterwards.")
    return _("The bracket stays: nobody has another seed.") if drawn else ""


def left_out(late: LateCorrection) -> str:
    """That a new list leaves out what was corrected before while the list was kept; empty where it does not."""
    if not late.left_out:
        return ""
    names = late.now.entries
    lines = [
        _("game %(game)d of %(name)s, %(seat)s") % {"game": game, "name": names[seat].name, "seat": seat}
        for seat, game in late.left_out
    ]
    return _(
        "A match has begun, and corrections that were made before would change qualifiers or seeds. They stay out of the new list "
        "too, and the standings go on saying so: %(lines)s."
    ) % {"lines": "; ".join(lines)}


def paid_and_new_list(name: str, cents: int) -> str:
    """That somebody whom a new list moves was paid already, and what becomes of it by either decision."""
    return _(
        "%(name)s was paid %(amount)s. It stays in the books. A new list counts anew what they have won; the list as posted leaves "
        "it as it is."
    ) % {"name": name, "amount": money_words.amount(cents)}


def corrected_late(decision: str) -> str:
    """What was done, for whoever decided it."""
    return {
        LateDecision.POST: _("The card is corrected, and the new list is posted."),
        LateDecision.KEEP: _("The card is corrected. The list stays as posted, and the standings say so."),
        LateDecision.LEAVE: _("The card stays as it is; the log says why."),
    }[LateDecision(decision)]
